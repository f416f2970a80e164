//! The winner of normal play, by a search over sums whose small parts have values.
//!
//! The value of a large board grows beyond all limits long before the winner is hard to find, while the values of its
//! small parts are cheap and decide everything. So a position of a search is a sum of parts in normal form, too large
//! for a value, and of the values of all others. After each move, regions are split and parts that cancel are dropped.
//! Results are kept in a [table] by a hash of the sum, for [the next search](transpositions); parts and their values
//! are remembered from one search to the next. A part too large for a value may lie between [two values](tied): those
//! of the rest if one of the players gives up some moves. Where all positions are all small, [atomic weights](weights) say
//! who is ahead.
//!
//! A partizan position is searched for the player to move; of an impartial one the nim-value is found, by couples. Misère
//! play is searched in the same way without values. One [driver] keeps the stacks of all three, and [who wins](who_wins) is
//! one search under both conventions.

mod driver;
mod effort;
mod foresight;
mod impartial;
mod listing;
mod misere;
mod nim_value;
mod order;
mod partizan;
mod parts;
mod quest;
mod race;
mod reach;
mod reason;
mod searched;
mod strips;
mod table;
mod tied;
mod totals;
mod transpositions;
mod weights;
mod who_wins;

pub(crate) use effort::{in_turn, in_turn_at, within};
pub(crate) use listing::{Listing, Region};
pub use order::Estimate;
pub(crate) use order::estimates;
pub(crate) use partizan::wins;
pub(crate) use parts::Memory;
pub(crate) use quest::Quest;
pub(crate) use race::{Lane, Race};
pub(crate) use reason::reason;
pub use reason::{Reason, Telling};
pub use searched::Searched;
pub(crate) use transpositions::Transpositions;

use super::{Context, Known, State};
use crate::games::hashing::key_of;
use crate::games::{Budget, Fault, Player};

/// The facts about all positions of some rules.
#[derive(Clone, Copy, Default)]
pub(crate) struct BookFacts {
    /// Play may return to an earlier position. The search then checks for it.
    pub may_return: bool,
    /// In each position both players can move or neither can.
    pub is_all_small: bool,
}

/// The options of a player that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionSet {
    /// Every one.
    All,
    /// The options that count in normal play: some that others dominate may be left out.
    Undominated,
}

/// The functions of the rules that a search calls. They identify a region, which is in normal form, by the words of its
/// state.
pub(crate) trait Rulebook {
    /// Begins a search, whose moves are listed under these limits.
    fn begin(&mut self, _budget: &Budget) {}

    /// Returns the facts about all positions.
    fn facts(&self) -> BookFacts {
        BookFacts::default()
    }

    /// Returns another region for the negative of this one if the two do not cancel each other because play in them need not
    /// end. Called only if both occur in one sum.
    fn negative_apart(&mut self, _region: &[u32], _cx: &mut dyn Context) -> Result<Option<State>, Fault> {
        Ok(None)
    }

    /// Returns `true` if the region is its own negative. `false` if it is not known.
    fn is_own_negative(&self, _region: &[u32]) -> bool {
        false
    }

    /// Returns `true` if few different regions can follow one, as if it is a row.
    fn has_few_regions(&self, _region: &[u32]) -> bool {
        false
    }

    /// Returns the key of a region, by which it is known: that of its words, unless these mean something in this
    /// session only.
    fn key(&mut self, region: &[u32], _cx: &dyn Context) -> u128 {
        key_of(region)
    }

    /// Lists the options of a player.
    fn list(
        &mut self,
        region: &[u32],
        player: Player,
        which: OptionSet,
        cx: &mut dyn Context,
        out: &mut Listing,
    ) -> Result<(), Fault>;

    /// Lists the undominated options, each as the state that the move leaves: it may fall apart, and is not in normal form.
    /// Returns `false` if the rules have no cuts, or moves that leave several states.
    fn list_whole(&mut self, _region: &[u32], _player: Player, _out: &mut Listing) -> Result<bool, Fault> {
        Ok(false)
    }

    /// Adds the regions that a move from a region to one of these states leaves, as one option.
    fn split(&mut self, _region: &[u32], _after: &[u32], _out: &mut Listing) {}

    /// Counts the options of each player, as far as that is possible.
    fn count(&mut self, region: &[u32], cx: &mut dyn Context) -> Result<[u16; 2], Fault>;

    /// Returns the value of a region, if it has been found already.
    fn known(&self, _region: &[u32], _cx: &dyn Context) -> Option<Known> {
        None
    }

    /// Returns the value of a region. [`Fault::Spent`] if a search finds the winner sooner than values of small regions.
    fn value(&mut self, _region: &[u32], _cx: &mut dyn Context) -> Result<Known, Fault> {
        Err(Fault::Spent)
    }

    /// Adds the bands into which a region can be cut if moves of a player across the cuts are given up. Returns `false`
    /// if the rules have no cuts.
    fn bands(&self, _region: &[u32], _player: Player, _out: &mut Vec<u64>) -> bool {
        false
    }

    /// Adds the regions of the state with these bands for Left, as one option. The bands for Right are those that the
    /// negative has for Left.
    fn strip(&self, _bands: &[u64], _out: &mut Listing) {}

    /// Estimates how far Left is ahead in a region with these bands, in eighths of a move.
    fn ahead(&self, _bands: [&[u64]; 2]) -> i64 {
        0
    }
}
