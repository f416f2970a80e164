//! What the author of a ruleset writes.

use crate::games::Cache;
use std::hash::Hash;

use dashu_int::UBig;

use super::{Banded, HeapTheory, Moves, Pack, sizes};
use crate::games::{Budget, Fault, Player};
use crate::heaps::Sequence;
use crate::positions::{Convention, NetSketch, RulesetId, Searched, Sketch, Term, Theorem};

/// A ruleset as its author writes it. Only `moves` and `term` are needed; the rest makes it fast.
pub trait Ruleset: Send + Sync + 'static {
    /// A state of the game, small and cheap to compare.
    type State: Pack + Clone + Eq + Hash + Send + 'static;

    /// Both players always have the same moves: then only Left's are asked for.
    fn impartial(&self) -> bool {
        false
    }

    /// The moves of `player`, each to one state or to a disjunctive sum of states.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] from [`Moves::expect`].
    fn moves(&self, state: &Self::State, player: Player, out: &mut Moves<Self::State>) -> Result<(), Fault>;

    /// The moves of `player` without some that others dominate in normal play: a value is found from these. Where there is a
    /// move, one is left.
    ///
    /// # Errors
    /// As [`Ruleset::moves`].
    fn undominated_moves(
        &self,
        state: &Self::State,
        player: Player,
        out: &mut Moves<Self::State>,
    ) -> Result<(), Fault> {
        self.moves(state, player, out)
    }

    /// How many moves `player` has, if they are sooner counted than listed.
    fn move_count(&self, _state: &Self::State, _player: Player) -> Option<usize> {
        None
    }

    /// The independent regions of a state, which is played as their sum, in misère play too. None for a state without moves.
    fn parts(&self, state: &Self::State, found: &mut impl FnMut(Self::State)) {
        found(state.clone());
    }

    /// The independent regions that are left when a move of one region, `before`, leads to `after`.
    fn parts_after(&self, _before: &Self::State, after: &Self::State, found: &mut impl FnMut(Self::State)) {
        self.parts(after, found);
    }

    /// A representative of all states with the same play or its negative's, and whether it was negated. The same value is not
    /// enough: who moves last decides misère play.
    fn normal_form(&self, state: Self::State) -> (Self::State, bool) {
        (state, false)
    }

    /// How regions are cut in bands, if they can be.
    fn banded(&self) -> Option<&dyn Banded<State = Self::State>> {
        None
    }

    /// What theorems tell of heaps of any size, if the states are heaps.
    fn theory(&self) -> Option<&dyn HeapTheory> {
        None
    }

    /// The nim-value by a theorem, where one holds for `state`.
    fn closed_form(&self, state: &Self::State) -> Option<UBig> {
        self.theory()?.nim_value(&sizes::heaps(state))
    }

    /// The theorem behind `closed_form`, so that it can be named.
    fn theorem(&self) -> Option<&'static Theorem> {
        None
    }

    /// Whether the player to move wins, by a theorem, for an impartial ruleset. Where `closed_form` tells, it need not.
    fn wins(&self, state: &Self::State, convention: Convention) -> Option<(bool, &'static Theorem)> {
        self.theory()?.wins(&sizes::heaps(state), convention)
    }

    /// Whether the player to move wins normal play of a state alone, by a search that knows more of it than its moves.
    fn search_alone(&self, _state: &Self::State, _budget: &mut Budget) -> Option<Result<Searched<bool>, Fault>> {
        None
    }

    /// Whether Bouton's rule decides misère play of the heaps of this ruleset: conditions A1 to A5 of Ferguson 1974 hold.
    fn keeps_bouton(&self) -> bool {
        false
    }

    /// The sequence whose nim-values are those of the heaps of this ruleset, and which of its heaps `state` is. Then
    /// nothing else is asked for its value.
    fn sequence(&self, _state: &Self::State) -> Option<(&Cache<Sequence>, u64)> {
        None
    }

    /// How the same rules are made anew, if nothing but their type matters to moves: then several threads search for the
    /// winner.
    fn anew(&self) -> Option<fn() -> Self>
    where
        Self: Sized,
    {
        None
    }

    /// Forgets what it keeps from one question to the next, so that memory is given back.
    fn give_back(&self) {}

    /// The ruleset whose memory of values it shares: one with the same states and the same values.
    fn remembers_with(&self) -> Option<RulesetId> {
        None
    }

    /// How the position is written.
    fn term(&self, state: &Self::State) -> Term;

    /// What is seen of the position, if it is one on a board.
    fn sketch(&self, _state: &Self::State) -> Option<Sketch> {
        None
    }

    /// What is seen of the position, if it is one on the vertices of a graph.
    fn net_sketch(&self, _state: &Self::State) -> Option<NetSketch> {
        None
    }
}
