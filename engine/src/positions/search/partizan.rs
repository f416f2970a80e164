//! The winner of a partizan position: the best moves first.

mod decided;
mod options;
mod stacks;

use std::ops::Range;

use stacks::{Candidate, Components, Made};

use super::driver::{self, Heights, Kind};
use super::listing::Region;
use super::parts::{Memory, Part};
use super::race::Lane;
use super::table::{Key, Table, Won};
use super::totals::Totals;
use super::who_wins::{Node, Outlook, Winner};
use super::{Rulebook, Searched};
use crate::games::{Fault, GameId, Player};
use crate::positions::Context;

/// Options from which on the replies to each are counted before one is searched: with fewer that costs more than it saves.
const LOOK_AHEAD: usize = 10;
/// The number of options that must look best alike for that. If scores distinguish options, they are a good order.
const TIED_OPTIONS: usize = 3;

/// Returns `true` if `mover` wins the sum of regions, each in normal form or the negative of one, and a value; and the
/// number of positions searched. With several threads, each searches in its lane.
pub(crate) fn wins(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    value: GameId,
    mover: Player,
    lane: Option<Lane>,
    cx: &mut dyn Context,
) -> Result<Searched<bool>, Fault> {
    memory.value_regions(regions, book, cx)?;
    let mut search = Search::new(book, memory, lane, cx);
    let (totals, components) = search.begin(regions, value)?;
    let answer = match search.decided(&totals, &components, mover)? {
        Some(decided) => decided,
        None => {
            let (parts, values) = ((0, search.parts.len()), (0, search.values.len()));
            let made = Made::Apart { cancelled: 0, parts, values };
            search.wins(Candidate { replies: 0, score: 0, tie: None, totals, moved: usize::MAX, made }, mover)?
        }
    };
    Ok(search.searched(answer))
}

/// Returns `true` if `mover` wins a sum of regions, as far as values or bounds decide it; a score of how good it seems
/// for him; and its key. The position is not searched.
pub(super) fn estimate(
    mut search: Search,
    regions: &[Region],
    mover: Player,
) -> Result<(Option<bool>, i64, Key), Fault> {
    let (totals, components) = search.begin(regions, GameId::ZERO)?;
    let wins = search.decided(&totals, &components, mover)?;
    Ok((wins, totals.score(mover), totals.key_for(Player::Left)))
}

/// The search for who wins normal play.
pub(super) struct NormalWinner;

type Search<'a> = driver::Search<'a, NormalWinner>;

impl Kind for NormalWinner {
    type Part = Part;
    type Candidate = Candidate;
}

impl Winner for NormalWinner {
    fn table(memory: &mut Memory) -> &mut Table<Won> {
        &mut memory.known.normal
    }

    fn key(option: &Candidate, mover: Player) -> Key {
        option.totals.key_for(mover)
    }

    fn order(option: &Candidate) -> impl Ord + use<> {
        (option.replies, option.score, option.tie, option.totals.key_for(Player::Left))
    }

    fn put(search: &mut Search, old: Range<usize>, option: &Candidate, begin: Heights) -> Result<(), Fault> {
        search.put(old, option, begin)
    }

    fn make(search: &mut Search, position: &Node<Candidate>, option: Candidate) -> Result<Outlook<Candidate>, Fault> {
        match option.made {
            Made::Whole(after) => search.take_apart(position, option.moved, after),
            Made::Apart { .. } => Ok(Outlook::Open(option)),
        }
    }

    fn list(search: &mut Search, position: &Node<Candidate>) -> Result<bool, Fault> {
        let totals = &position.option.totals;
        let has_order = totals.is_bounded() || totals.weight().is_some();
        Ok(search.list(position)? || !has_order && search.look_ahead(position)?)
    }
}

impl Search<'_> {
    /// Puts the position that the search begins with on the stacks, which are empty.
    fn begin(&mut self, regions: &[Region], value: GameId) -> Result<(Totals, Components), Fault> {
        let begin = self.heights();
        self.add_value(0, value)?;
        for (region, negated) in regions {
            self.add_region(region, *negated, 0..0, usize::MAX, &mut 0, begin)?;
        }
        let components =
            Components { old: 0..0, moved: 0, cancelled: 0, new: 0..self.parts.len(), values: 0..self.values.len() };
        Ok((self.totals(begin)?, components))
    }

    /// Counts the replies to each of many options, and drops those that one reply refutes. Returns `true` if one has no
    /// reply. If neither bounds nor scores show which option is best, few replies do. The options are sorted by their
    /// scores.
    fn look_ahead(&mut self, position: &Node<Candidate>) -> Result<bool, Fault> {
        let first = position.begin.options;
        let Some(best) = self.options.get(first).map(|option| option.score) else { return Ok(false) };
        let tied = self.options[first..].partition_point(|option| option.score == best);
        if tied < TIED_OPTIONS || self.options.len() - first < LOOK_AHEAD {
            return Ok(false);
        }
        let mut kept = first;
        for i in first..self.options.len() {
            let option = self.options[i];
            let Some(replies) = self.replies(position, &option)? else { continue };
            if replies == 0 {
                return Ok(true);
            }
            self.options[kept] = Candidate { replies, ..option };
            kept += 1;
        }
        self.options.truncate(kept);
        Ok(false)
    }

    /// Returns the number of replies to an option that need an answer, or `None` if one of them wins.
    fn replies(&mut self, position: &Node<Candidate>, option: &Candidate) -> Result<Option<usize>, Fault> {
        let there = self.place(*option, position.parts(), self.heights(), position.mover.other())?;
        let lost = self.list(&there)?;
        let replies = self.options.len() - there.begin.options;
        self.cut(there.begin);
        if lost {
            let key = option.totals.key_for(there.mover);
            self.memory.known.normal.keep(key, Won::AT_ONCE, &self.cx.games().budget)?;
        }
        Ok((!lost).then_some(replies))
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{Fault, GameId, Player};
    use crate::positions::search::{BookFacts, Listing, Memory, OptionSet, Rulebook};
    use crate::positions::{Context, Engine, Pack, State};

    /// A game on a graph, which may go in circles. The negative of a vertex that stands apart is numbered behind all vertices.
    struct Graph {
        moves: [Vec<Vec<u64>>; 2],
        /// For each vertex `true` if play from it ends.
        is_finite: Vec<bool>,
    }

    fn word(n: u64) -> State {
        let mut words = State::new();
        n.pack(&mut words);
        words
    }

    impl Graph {
        fn at_random(below: &mut impl FnMut(u64) -> u64) -> Graph {
            let count = 2 + below(4);
            let mut lists = || (0..count).map(|_| (0..below(4)).map(|_| below(count)).collect()).collect();
            let moves: [Vec<Vec<u64>>; 2] = [lists(), lists()];
            // A vertex is finite if all vertices after it are.
            let mut is_finite = vec![false; count as usize];
            for _ in 0..count {
                for v in 0..count as usize {
                    is_finite[v] = moves.iter().flat_map(|all| &all[v]).all(|&w| is_finite[w as usize]);
                }
            }
            Graph { moves, is_finite }
        }

        fn vertices(&self) -> u64 {
            self.is_finite.len() as u64
        }

        /// Returns the options of a vertex, or of its negative.
        fn options(&self, v: u64, negated: bool, player: Player) -> &[u64] {
            let player = if negated { player.other() } else { player };
            &self.moves[player as usize][v as usize]
        }

        /// Proves who wins the sums of three vertices with these signs, by mover, until no more winners follow.
        fn winners(&self, signs: [bool; 3]) -> Vec<[Option<bool>; 2]> {
            let count = self.vertices();
            let mut all = vec![[None; 2]; count.pow(3) as usize];
            loop {
                let before = all.clone();
                for (i, both) in all.iter_mut().enumerate() {
                    for mover in [Player::Left, Player::Right] {
                        let mut replies = Vec::new();
                        for (part, negated) in signs.into_iter().enumerate() {
                            let weight = count.pow(part as u32);
                            let v = i as u64 / weight % count;
                            let others = i as u64 - v * weight;
                            let options = self.options(v, negated, mover).iter();
                            replies.extend(
                                options.map(|w| before[(others + w * weight) as usize][mover.other() as usize]),
                            );
                        }
                        both[mover as usize] = match () {
                            () if replies.contains(&Some(false)) => Some(true),
                            () if replies.iter().all(|reply| *reply == Some(true)) => Some(false),
                            () => None,
                        };
                    }
                }
                if all == before {
                    return all;
                }
            }
        }
    }

    impl Rulebook for Graph {
        fn facts(&self) -> BookFacts {
            BookFacts { may_return: true, ..BookFacts::default() }
        }

        fn negative_apart(&mut self, region: &[u32], _: &mut dyn Context) -> Result<Option<State>, Fault> {
            let n = u64::unpack(region);
            let v = n % self.vertices();
            let negative = if n < self.vertices() { n + self.vertices() } else { v };
            Ok((!self.is_finite[v as usize]).then(|| word(negative)))
        }

        fn list(
            &mut self,
            region: &[u32],
            player: Player,
            _: OptionSet,
            _: &mut dyn Context,
            out: &mut Listing,
        ) -> Result<(), Fault> {
            let n = u64::unpack(region);
            let is_apart = n >= self.vertices();
            for w in self.options(n % self.vertices(), is_apart, player) {
                out.region(w, is_apart);
                out.end_option();
            }
            Ok(())
        }

        fn count(&mut self, region: &[u32], _: &mut dyn Context) -> Result<[u16; 2], Fault> {
            let n = u64::unpack(region);
            let counted = |player| self.options(n % self.vertices(), n >= self.vertices(), player).len() as u16;
            Ok([Player::Left, Player::Right].map(counted))
        }
    }

    #[test]
    fn only_what_ends_is_cancelled_by_its_negative() -> Result<(), Fault> {
        let mut seed: u64 = 1976;
        let mut below = |n: u64| {
            seed = crate::games::hashing::mix(seed.wrapping_add(1));
            seed % n
        };
        let mut engine = Engine::default();
        let (mut answered, mut returned) = (0, 0);
        for _ in 0..300 {
            let mut graph = Graph::at_random(&mut below);
            let signs = [(); 3].map(|()| below(2) == 0);
            let winners = graph.winners(signs);
            let mut memory = Memory::default();
            for (i, both) in winners.iter().enumerate() {
                let count = graph.vertices();
                let vertex = |part: u32| i as u64 / count.pow(part) % count;
                let regions = [0, 1, 2].map(|part| (word(vertex(part)), signs[part as usize]));
                for mover in [Player::Left, Player::Right] {
                    match super::wins(&mut graph, &mut memory, &regions, GameId::ZERO, mover, None, &mut engine) {
                        Ok(found) => {
                            answered += 1;
                            let (vertices, moves) = ([0, 1, 2].map(vertex), &graph.moves);
                            assert_eq!(
                                Some(found.answer),
                                both[mover as usize],
                                "{vertices:?} {signs:?} {mover:?} {moves:?}"
                            );
                        }
                        Err(Fault::Loopy) => returned += 1,
                        Err(fault) => return Err(fault),
                    }
                }
            }
        }
        assert!(answered > 1000 && returned > 1000, "{answered} {returned}");
        Ok(())
    }
}
