//! The engine as a Rust library meets it: one owner of values and positions, and the questions that are asked most.
//!
//! All other questions are functions of [`questions`](crate::questions), which take the engine as their context.

use std::hash::Hash;

use crate::games::{Fault, GameId, Outcome, Player};
use crate::loopy::Sided;
use crate::notation::{self, BadText, Names, Notation};
use crate::positions::{Context, Convention, Engine, Handle, Known, PositionId, Ruleset};
use crate::questions;

impl Engine {
    /// Adds a ruleset, or finds the one that is equal to it.
    ///
    /// ```
    /// use cg_engine::Engine;
    /// use cg_engine::rulesets::moore::Moore;
    ///
    /// let mut engine = Engine::default();
    /// assert_eq!(engine.add(Moore::new(2)), engine.add(Moore::new(2)));
    /// assert_ne!(engine.add(Moore::new(2)), engine.add(Moore::new(3)));
    /// ```
    pub fn add<R: Ruleset + Eq + Hash>(&mut self, rules: R) -> Handle<R> {
        self.positions().add(rules)
    }

    /// Reads the value that a text names. See [`notation::read`].
    ///
    /// ```
    /// use cg_engine::Engine;
    /// use cg_engine::notation::Notation;
    ///
    /// let mut engine = Engine::default();
    /// let half = engine.read("{0,*|1}")?;
    /// assert_eq!(engine.text(half, Notation::Ascii)?, "1/2");
    /// # Ok::<(), cg_engine::notation::BadText>(())
    /// ```
    ///
    /// # Errors
    /// [`BadText`], with the place of the mistake.
    pub fn read(&mut self, text: &str) -> Result<GameId, BadText> {
        notation::read(text, self.games())
    }

    /// Writes a value, short or loopy, by its shortest standard name.
    pub fn text(&mut self, value: impl Into<Sided>, notation: Notation) -> Result<String, Fault> {
        Names::default().loopy(&mut self.loopy(), value.into(), notation)
    }

    /// Returns the value of a position as a canonical form (Siegel II.2).
    ///
    /// ```
    /// use cg_engine::Engine;
    /// use cg_engine::rulesets::subtraction::Subtraction;
    ///
    /// let mut engine = Engine::default();
    /// let heap = engine.add(Subtraction::new(vec![1, 2])).at(&5, &mut engine);
    /// assert_eq!(engine.value(heap)?, engine.read("*2")?);
    /// # Ok::<(), cg_engine::notation::BadText>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::Loopy`] if play can go round in circles.
    pub fn value(&mut self, p: PositionId) -> Result<GameId, Fault> {
        questions::value(p, self)?.game(self.games())
    }

    /// Returns the nim-value of a position, or `None` if its value is no nimber.
    pub fn nim_value(&mut self, p: PositionId) -> Result<Option<u64>, Fault> {
        Ok(match questions::value(p, self)? {
            Known::Nim(n) => Some(n),
            Known::Game(_) => None,
        })
    }

    /// Returns the outcome class of a position: who wins if Left starts, and if Right does.
    ///
    /// ```
    /// use cg_engine::Engine;
    /// use cg_engine::games::Outcome;
    /// use cg_engine::positions::Convention;
    /// use cg_engine::rulesets::nim::Nim;
    ///
    /// let mut engine = Engine::default();
    /// let p = engine.add(Nim).at(&vec![1, 1, 1], &mut engine);
    /// assert_eq!(engine.outcome(p, Convention::Normal)?, Outcome::N);
    /// assert_eq!(engine.outcome(p, Convention::Misere)?, Outcome::P);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn outcome(&mut self, p: PositionId, convention: Convention) -> Result<Outcome, Fault> {
        questions::outcomes(p, convention, self).map(questions::class)
    }

    /// Returns the moves with which `player` wins. [`Handle::state`] tells where they lead.
    pub fn winning_moves(
        &mut self,
        p: PositionId,
        convention: Convention,
        player: Player,
    ) -> Result<Vec<PositionId>, Fault> {
        questions::winning_moves(p, convention, player, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::{Moves, Term};

    /// Take 1 to n counters from a heap.
    #[derive(Debug, PartialEq, Eq, Hash)]
    struct Take(u64);

    impl Ruleset for Take {
        type State = u64;

        fn moves(&self, heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
            (1..=self.0.min(*heap)).for_each(|taken| out.to(heap - taken));
            Ok(())
        }

        fn term(&self, heap: &u64) -> Term {
            Term::call("take", [*heap])
        }
    }

    #[test]
    #[should_panic(expected = "this value belongs to another engine")]
    fn a_value_of_another_engine_is_noticed() {
        let (mut one, mut other) = (Engine::default(), Engine::default());
        let mine = one.read("{3|1}").unwrap();
        other.read("{5|2}").unwrap();
        // Zero and star are the same in all of them.
        assert!(other.games().outcome(GameId::STAR).is_ok());
        let _ = other.games().outcome(mine);
    }

    #[test]
    #[should_panic(expected = "this position belongs to another engine")]
    fn a_position_of_another_engine_is_noticed() {
        let (mut one, mut other) = (Engine::default(), Engine::default());
        let p = one.add(Take(2)).at(&4, &mut one);
        other.add(Take(3)).at(&4, &mut other);
        let _ = questions::value(p, &mut other);
    }

    #[test]
    #[should_panic(expected = "this position belongs to another engine")]
    fn a_summand_of_another_engine_is_noticed() {
        let (mut one, mut other) = (Engine::default(), Engine::default());
        let p = one.add(Take(2)).at(&4, &mut one);
        other.positions().sum(&[p, p]);
    }

    #[test]
    #[should_panic(expected = "this ruleset belongs to another engine")]
    fn a_ruleset_of_another_engine_is_noticed() {
        let (mut one, mut other) = (Engine::default(), Engine::default());
        one.add(Take(2)).at(&4, &mut other);
    }
}
