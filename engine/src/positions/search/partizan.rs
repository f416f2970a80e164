//! Who wins a partizan position: the best moves first.

mod decided;
mod options;
mod stacks;

use std::ops::Range;

use stacks::{Candidate, Components};

use super::driver::{self, Kind};
use super::listing::Region;
use super::parts::{Memory, Part};
use super::race::Lane;
use super::table::{Key, Table, Won};
use super::totals::Totals;
use super::who_wins::{Node, Winner};
use super::{Rulebook, Searched};
use crate::games::{Fault, GameId, Player};
use crate::positions::Context;

/// Options from which on the replies to each are counted before one is searched: with fewer that costs more than it saves.
const LOOK_AHEAD: usize = 10;
/// How many of them must look best alike for that: where scores tell options apart, they are a good order.
const TIED: usize = 3;

/// Whether `mover` wins the sum of regions, each in normal form or the negative of one, and a value; and how many
/// positions were searched, by a thread in its lane if there are several.
///
/// # Errors
/// Limits; what the rules say.
pub(crate) fn wins(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    value: GameId,
    mover: Player,
    lane: Option<Lane>,
    cx: &mut dyn Context,
) -> Result<Searched<bool>, Fault> {
    let mut search = Search::new(book, memory, lane, cx);
    let (totals, components) = search.begin(regions, value)?;
    let answer = match search.decided(&totals, &components, mover)? {
        Some(decided) => decided,
        None => {
            let (parts, values) = ((0, search.parts.len()), (0, search.values.len()));
            let start = Candidate { replies: 0, score: 0, totals, moved: usize::MAX, cancelled: 0, parts, values };
            search.wins(&start, mover)?
        }
    };
    Ok(search.searched(answer))
}

/// Whether `mover` wins a sum of regions, if values or bounds tell, how good it seems for him, and its key: the position
/// is not searched.
///
/// # Errors
/// As [`wins`].
pub(super) fn estimate(
    mut search: Search,
    regions: &[Region],
    mover: Player,
) -> Result<(Option<bool>, i64, Key), Fault> {
    let (totals, components) = search.begin(regions, GameId::ZERO)?;
    let wins = search.decided(&totals, &components, mover)?;
    Ok((wins, totals.score(mover), totals.key))
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
        (option.replies, option.score, option.totals.key)
    }

    fn put(search: &mut Search, old: Range<usize>, option: &Candidate) -> Result<(), Fault> {
        search.put(old, option)
    }

    fn list(search: &mut Search, position: &Node, option: &Candidate) -> Result<bool, Fault> {
        let totals = &option.totals;
        Ok(search.list(position, totals)? || !totals.is_bounded() && search.look_ahead(position)?)
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
        let components = Components { old: 0..0, moved: 0, cancelled: 0, new: 0..self.parts.len(), values: 0 };
        Ok((self.totals(begin)?, components))
    }

    /// Counts the replies to each of many options, and drops those that are lost by one; whether one has no reply. Where
    /// neither bounds nor scores tell which option is best, few replies do. The options are sorted by their scores.
    fn look_ahead(&mut self, position: &Node) -> Result<bool, Fault> {
        let first = position.begin.options;
        let Some(best) = self.options.get(first).map(|option| option.score) else { return Ok(false) };
        let tied = self.options[first..].partition_point(|option| option.score == best);
        if tied < TIED || self.options.len() - first < LOOK_AHEAD {
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

    /// How many replies to an option wait for an answer; `None` if one of them wins.
    fn replies(&mut self, position: &Node, option: &Candidate) -> Result<Option<usize>, Fault> {
        let there = self.place(option, position.parts(), position.mover.other())?;
        let lost = self.list(&there, &option.totals)?;
        let replies = self.options.len() - there.begin.options;
        self.cut(there.begin);
        if lost {
            let key = option.totals.key_for(there.mover);
            self.memory.known.normal.keep(key, Won::AT_ONCE, &self.cx.games().budget)?;
        }
        Ok((!lost).then_some(replies))
    }
}
