//! The trait that the author of a ruleset implements.

use std::hash::Hash;

use super::{Moves, Pack};
use crate::games::{Fault, Player};
use crate::positions::{Facts, Term, View};

/// A ruleset as its author writes it. Only `moves` and `term` are needed; the rest makes it fast.
pub trait Ruleset: Send + Sync + 'static {
    /// A state of the game, small and cheap to compare.
    type State: Pack + Clone + Eq + Hash + Send + 'static;

    /// Lists the moves of `player`, each to one state or to a disjunctive sum of states.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] from [`Moves::expect`].
    fn moves(&self, state: &Self::State, player: Player, out: &mut Moves<Self::State>) -> Result<(), Fault>;

    /// Returns the notation of the position.
    fn term(&self, state: &Self::State) -> Term;

    /// Returns the facts that are known about the ruleset beyond its moves.
    fn facts(&self) -> Facts<'_, Self::State> {
        Facts::default()
    }

    /// Returns a picture of the position, or `None` if its term is enough.
    fn view(&self, _state: &Self::State) -> Option<View> {
        None
    }

    /// Lists the moves of `player` without some that others dominate in normal play: a value is found from these. If
    /// there is a move, one is left.
    fn undominated_moves(
        &self,
        state: &Self::State,
        player: Player,
        out: &mut Moves<Self::State>,
    ) -> Result<(), Fault> {
        self.moves(state, player, out)
    }

    /// Returns the number of moves of `player`, if it is cheaper to count than to list them, or an estimate, which is 0 only if
    /// there is no move.
    fn move_count(&self, _state: &Self::State, _player: Player) -> Option<usize> {
        None
    }

    /// Returns [`Fault::RunsOn`] if play from this state can go on for ever through new states.
    fn runs_on(&self, _state: &Self::State) -> Option<Fault> {
        None
    }

    /// Finds the independent regions of a state, which is played as their sum, in misère play too. None for a state
    /// without moves.
    fn parts(&self, state: &Self::State, found: &mut dyn FnMut(Self::State)) {
        found(state.clone());
    }

    /// Finds the independent regions that are left when a move of one region, `before`, leads to `after`.
    fn parts_after(&self, _before: &Self::State, after: &Self::State, found: &mut dyn FnMut(Self::State)) {
        self.parts(after, found);
    }

    /// Returns a representative of all states with the same play or its negative's, and `true` if it was negated. The
    /// same value is not enough: who moves last decides misère play.
    fn normal_form(&self, state: Self::State) -> (Self::State, bool) {
        (state, false)
    }

    /// Returns `true` if few different regions can follow a state, as if it is a row, so that something may be found of each.
    fn has_few_regions(&self, _state: &Self::State) -> bool {
        false
    }

    /// Returns `true` if a state in normal form is its own negative, play in it the same for both players. `false` if it is
    /// not known.
    fn is_own_negative(&self, _state: &Self::State) -> bool {
        false
    }
}
