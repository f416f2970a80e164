//! Who wins normal play, by a search over sums whose small parts have values.
//!
//! The value of a large board explodes long before the question who wins it; those of its small parts are cheap and say
//! everything. So a position of a search is a sum of parts in normal form, too large for a value, and of the values of
//! all others. After each move what falls apart is split, and what cancels is dropped. What was found is kept in a
//! [table] by a hash of the sum; parts and their values are remembered from one search to the next. A part too large for a
//! value may lie between [two values](tied): those of what is left where one of the players gives up some moves.
//!
//! A partizan position is searched for the player to move; of an impartial one the nim-value is found, by couples. Misère
//! play is searched in the same way without values.

mod effort;
mod impartial;
mod misere;
mod partizan;
mod parts;
mod reach;
mod reason;
mod table;
mod tied;
mod totals;

use std::hash::Hash;
use std::ops::Range;

pub(crate) use effort::{in_turn, within};
pub(crate) use impartial::{nim_value, wins as wins_impartial};
pub(crate) use misere::wins as wins_misere;
pub(crate) use partizan::wins;
pub(crate) use parts::Memory;
pub(crate) use reason::reason;
pub use reason::{Reason, Telling};

use super::{Context, Known};
use crate::games::{Fault, Player};

/// What a search asks of the rules.
pub(crate) trait Rulebook {
    /// A region in normal form.
    type State: Clone + Eq + Hash;
    /// Whether play may return to an earlier position; then the search looks whether it does.
    const MAY_RETURN: bool = false;

    /// The options of a player.
    ///
    /// # Errors
    /// Limits; what the rules say.
    fn list(
        &mut self,
        state: &Self::State,
        player: Player,
        cx: &mut dyn Context,
        out: &mut Listing<Self::State>,
    ) -> Result<(), Fault>;

    /// How many options each player has, as far as can be counted.
    ///
    /// # Errors
    /// As [`Rulebook::list`].
    fn count(&mut self, state: &Self::State, cx: &mut dyn Context) -> Result<[u16; 2], Fault>;

    /// The value of a region.
    ///
    /// # Errors
    /// As [`Rulebook::list`].
    fn value(&mut self, state: &Self::State, cx: &mut dyn Context) -> Result<Known, Fault>;

    /// In how many bands a region can be cut if moves of `player` across the cuts are given up: fewer than two where the
    /// rules know no such cuts.
    fn bands(&self, _state: &Self::State, _player: Player) -> usize {
        0
    }

    /// What is left of a region where nothing but these bands is kept, of those for `player`.
    fn only(&self, state: &Self::State, _player: Player, _bands: Range<usize>) -> Self::State {
        state.clone()
    }

    /// The independent regions of such a piece, in normal form.
    fn regions(&self, _piece: &Self::State) -> Vec<(Self::State, bool)> {
        Vec::new()
    }
}

/// Who wins, as a search found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched<T> {
    /// The answer.
    pub answer: T,
    /// How many positions were searched.
    pub nodes: u64,
}

/// The options of a player, each the regions that are left.
pub(crate) struct Listing<S> {
    regions: Vec<(S, bool)>,
    /// Where the regions of each option end.
    ends: Vec<usize>,
}
