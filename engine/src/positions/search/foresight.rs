//! The number of moves for which the replies to an option are examined before it is searched: as long as that is cheap
//! beside the search.

/// The numbers of positions of the search of a part from which on its options are examined first, and the options of
/// these.
const WORTH: [u64; 2] = [64, 20_000];
/// Searches of one size after which older ones count for half.
const SEARCHES_REMEMBERED: u64 = 1024;

/// The effort of searches of parts, by number of moves.
#[derive(Default)]
pub(super) struct Efforts(Vec<Effort>);

#[derive(Clone, Copy, Default)]
struct Effort {
    searches: u64,
    nodes: u64,
}

impl Efforts {
    /// Notes the effort of a search of a part with `moves` moves.
    pub fn note(&mut self, moves: u64, nodes: u64) {
        let moves = moves as usize;
        if self.0.len() <= moves {
            self.0.resize(moves + 1, Effort::default());
        }
        let effort = &mut self.0[moves];
        effort.searches += 1;
        effort.nodes += nodes;
        if effort.searches == SEARCHES_REMEMBERED {
            *effort = Effort { searches: effort.searches / 2, nodes: effort.nodes / 2 };
        }
    }

    /// Returns the number of moves to look ahead before the search of a part with `moves` moves: as many as pay off by
    /// the effort so far, and one if there was none.
    pub fn depth(&self, moves: u64) -> u32 {
        match self.0.get(moves as usize) {
            Some(&Effort { searches, nodes }) if searches > 0 => {
                WORTH.iter().filter(|&&worth| nodes >= searches * worth).count() as u32
            }
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_ahead_as_far_as_searches_took_long() {
        let mut efforts = Efforts::default();
        assert_eq!(efforts.depth(7), 1);
        let long = 2 * WORTH[1];
        for (nodes, depth) in [(1, 0), (2 * WORTH[0], 1), (long, 2)] {
            for _ in 0..20 * SEARCHES_REMEMBERED {
                efforts.note(7, nodes);
            }
            assert_eq!(efforts.depth(7), depth, "{nodes}");
        }
        assert_eq!([6, 8].map(|moves| efforts.depth(moves)), [1, 1]);
    }
}
