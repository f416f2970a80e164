//! Rulesets that were added to an engine, with the type of their states.

use std::any::Any;
use std::fmt::{self, Display};
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;

use dashu_int::UBig;

use super::closed::sizes;
use super::store::identity;
use super::{Closed, Context, HeapTheory, Pack, PositionId, Positions, Ruleset, RulesetId};
use crate::games::Owner;

/// A ruleset that was added to the positions of an engine. It makes positions from states of its own type alone.
///
/// ```
/// use cg_engine::Engine;
/// use cg_engine::games::Player;
/// use cg_engine::positions::Convention;
/// use cg_engine::rulesets::chomp::Chomp;
///
/// let mut engine = Engine::default();
/// let chomp = engine.add(Chomp);
/// let bar = chomp.at(&vec![3, 3], &mut engine);
/// let winning = engine.winning_moves(bar, Convention::Normal, Player::Left)?;
/// assert_eq!(winning.len(), 1);
/// assert_eq!(chomp.state(winning[0], &engine), Some(vec![3, 2]));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// The states of Chomp are rows of squares, so one number is not one of them:
///
/// ```compile_fail,E0308
/// use cg_engine::Engine;
/// use cg_engine::rulesets::chomp::Chomp;
///
/// let mut engine = Engine::default();
/// let chomp = engine.add(Chomp);
/// chomp.at(&3_u64, &mut engine);
/// ```
pub struct Handle<R> {
    id: RulesetId,
    owner: Owner,
    rules: PhantomData<fn() -> R>,
}

impl<R> Clone for Handle<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Handle<R> {}

impl<R> PartialEq for Handle<R> {
    fn eq(&self, other: &Handle<R>) -> bool {
        self.id == other.id
    }
}

impl<R> Eq for Handle<R> {}

impl<R> fmt::Debug for Handle<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({})", self.id.0)
    }
}

impl<R: Ruleset> Handle<R> {
    /// Returns the ruleset among all others of its engine.
    pub fn id(self) -> RulesetId {
        self.id
    }

    /// Returns the state of a position of this ruleset, or `None` if it is one of another ruleset, or a sum.
    pub fn state(self, p: PositionId, cx: &dyn Context) -> Option<R::State> {
        let positions = cx.positions_ref();
        let state = positions.state(p);
        let is_own = positions.ruleset_of(p) == self.id && !sizes::is_large(state);
        is_own.then(|| R::State::unpack(state))
    }

    /// Returns the position with this state.
    pub fn at(self, state: &R::State, cx: &mut dyn Context) -> PositionId {
        let mut words = Vec::new();
        state.pack(&mut words);
        self.intern(&words, cx)
    }
}

impl<R> Handle<R> {
    fn intern(self, words: &[u32], cx: &mut dyn Context) -> PositionId {
        let positions = cx.positions();
        positions.owner().demand(self.owner, "ruleset");
        positions.intern(self.id, words)
    }
}

impl<R: Ruleset + HeapTheory> Handle<R> {
    /// Returns the position with these heaps, of any size. Questions about a heap of 2^62 or more are answered by theorems
    /// alone.
    ///
    /// # Panics
    /// If states of the ruleset have another number of heaps.
    pub fn at_heaps(self, heaps: &[UBig], cx: &mut dyn Context) -> PositionId {
        let words = sizes::pack(heaps);
        assert!(sizes::is_large(&words) || is_state::<R::State>(&words), "no state has {} heaps", heaps.len());
        self.intern(&words, cx)
    }
}

/// Returns `true` if some state is packed into these words.
fn is_state<S: Pack>(words: &[u32]) -> bool {
    let mut again = Vec::new();
    S::unpack(words).pack(&mut again);
    again == words
}

impl Positions {
    /// Adds a ruleset, or finds the registered one that is equal to it.
    pub fn add<R: Ruleset + Eq + Hash>(&mut self, rules: R) -> Handle<R> {
        self.add_lasting("", rules)
    }

    /// Like [`Positions::add`], for a ruleset whose results may outlive this session. Its name with its parameters
    /// means the same in every session. If another ruleset has the name here, no result is kept.
    pub fn add_lasting<R: Ruleset + Eq + Hash>(&mut self, name: impl Display, rules: R) -> Handle<R> {
        let hash = identity(&rules);
        let is_same = |other: &dyn Any| other.downcast_ref::<Closed>().and_then(Closed::rules) == Some(&rules);
        let id = match self.find_equal(hash, &is_same) {
            Some(id) => id,
            None => self.register(&name.to_string(), hash, Arc::new(Closed::new(rules))),
        };
        Handle { id, owner: self.owner(), rules: PhantomData }
    }
}
