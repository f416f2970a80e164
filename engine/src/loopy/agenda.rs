//! Vertices to be visited, each again whenever something that it leads to has changed.

use smallvec::SmallVec;

use super::draft::{Draft, Vertex};
use crate::games::{Budget, Fault};
use crate::graphs::Csr;

/// The vertices to be visited, and the predecessors of each vertex.
pub(super) enum Agenda {
    /// An agenda of at most 64 vertices, whose sets are words.
    Words { before: SmallVec<[u64; 16]>, waiting: u64 },
    /// An agenda of any number of vertices.
    Lists { before: Csr, waiting: Vec<u32>, is_waiting: Vec<bool> },
}

impl Agenda {
    /// Returns all vertices of a draft wait that are no known values.
    pub fn new<K>(draft: &Draft<K>, budget: &mut Budget) -> Result<Agenda, Fault> {
        if draft.len() <= 64 { Ok(Agenda::of_words(draft)) } else { Agenda::of_lists(draft, budget) }
    }

    fn of_words<K>(draft: &Draft<K>) -> Agenda {
        let (mut before, mut waiting) = (SmallVec::from_elem(0, draft.len()), 0);
        for (v, vertex) in draft.vertices.iter().enumerate() {
            if let Vertex::Moves(lists) = vertex {
                waiting |= 1 << v;
                for list in lists {
                    list.iter().for_each(|&w| before[w as usize] |= 1 << v);
                }
            }
        }
        Agenda::Words { before, waiting }
    }

    fn of_lists<K>(draft: &Draft<K>, budget: &mut Budget) -> Result<Agenda, Fault> {
        let vertices = draft.len();
        let waiting: Vec<u32> = (0..vertices as u32).filter(|&v| draft.has_moves(v)).collect();
        let into = waiting.iter().flat_map(|&v| (0..).map_while(move |i| Some((draft.any_move(v, i)?, v))));
        let count = into.clone().count();
        budget.reserve(9 * vertices + 4 * count)?;
        budget.charge(vertices + 3 * count)?;
        let is_waiting = (0..vertices as u32).map(|v| draft.has_moves(v)).collect();
        Ok(Agenda::Lists { before: Csr::grouped(vertices, into), waiting, is_waiting })
    }

    /// Returns the next vertex, which no longer waits.
    pub fn next(&mut self) -> Option<u32> {
        match self {
            Agenda::Words { waiting, .. } => {
                let last = waiting.checked_ilog2()?;
                *waiting &= !(1 << last);
                Some(last)
            }
            Agenda::Lists { waiting, is_waiting, .. } => {
                let next = waiting.pop()?;
                is_waiting[next as usize] = false;
                Some(next)
            }
        }
    }

    /// Lets all wait from which moves lead to a vertex.
    pub fn changed(&mut self, v: u32) {
        match self {
            Agenda::Words { before, waiting } => *waiting |= before[v as usize],
            Agenda::Lists { before, waiting, is_waiting } => {
                for &u in before.row(v) {
                    if !std::mem::replace(&mut is_waiting[u as usize], true) {
                        waiting.push(u);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the vertices that each vertex reaches, found with one kind of agenda and with the other.
    #[test]
    fn words_and_lists_lead_to_the_same() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = |below: usize| random.usize(..below);
        for round in 0..500 {
            let count = if round % 10 == 0 { 60 + next(5) } else { next(9) };
            let moves: Vec<(u32, u32)> =
                (0..next(2 * count + 1)).map(|_| (next(count) as u32, next(count) as u32)).collect();
            let mut draft: Draft = Draft::default();
            for v in 0..count as u32 {
                let after = moves.iter().filter(|&&(from, _)| from == v).map(|&(_, to)| to);
                let (left, right): (Vec<u32>, Vec<u32>) = after.partition(|_| next(2) == 0);
                draft.vertex();
                draft.set(v, left, right);
            }
            let lists = Agenda::of_lists(&draft, &mut Budget::unlimited()).unwrap();
            let [by_words, by_lists] = [Agenda::of_words(&draft), lists].map(|mut agenda| {
                let mut reached: Vec<u64> = (0..count).map(|v| 1 << v).collect();
                let mut met = vec![false; count];
                while let Some(v) = agenda.next() {
                    met[v as usize] = true;
                    let after = moves.iter().filter(|&&(from, _)| from == v);
                    let all = after.fold(reached[v as usize], |all, &(_, to)| all | reached[to as usize]);
                    if std::mem::replace(&mut reached[v as usize], all) != all {
                        agenda.changed(v);
                    }
                }
                assert!(met.into_iter().all(|met| met), "all wait at first");
                reached
            });
            assert_eq!(by_words, by_lists, "{moves:?}");
        }
    }
}
