//! Who wins, and by which moves, where a theorem of the ruleset tells.

use super::{Closed, Moves, Ruleset};
use crate::games::{Fault, Player};
use crate::positions::{Context, Convention, Known, Theorem};

/// Of one heap: it is 1 that is lost.
static BOUTON: Theorem =
    Theorem { says: "by the nim-value: lost if it is 1, for Bouton's rule holds", source: "Ferguson 1974, theorem 2" };

impl<R: Ruleset> Closed<R> {
    /// Whether the player to move wins, by the ruleset's theorem or, in misère play, by Bouton's rule.
    pub(super) fn wins<C: Context>(
        &self,
        state: &R::State,
        convention: Convention,
        cx: &mut C,
    ) -> Result<Option<(bool, &'static Theorem)>, Fault> {
        if let Some(found) = self.0.wins(state, convention) {
            return Ok(Some(found));
        }
        if convention == Convention::Normal || !self.0.keeps_bouton() {
            return Ok(None);
        }
        let value = match self.0.sequence(state) {
            Some((values, heap)) => Some(Known::Nim(values.borrow_mut().value(heap, &mut cx.games().budget)?)),
            None => self.0.closed_form(state),
        };
        Ok(value.and_then(|value| match value {
            Known::Nim(n) => Some((n != 1, &BOUTON)),
            Known::Game(_) => None,
        }))
    }

    /// The winning moves where a theorem tells who wins, here and after each move.
    pub(super) fn moves_by_outcome<C: Context>(
        &self,
        state: &R::State,
        convention: Convention,
        cx: &mut C,
    ) -> Result<Option<Vec<R::State>>, Fault> {
        let mut found = Vec::new();
        match self.wins(state, convention, cx)? {
            None => return Ok(None),
            Some((false, _)) => return Ok(Some(found)),
            Some((true, _)) => {}
        }
        let mut moves = Moves::default();
        self.0.moves(state, Player::Left, &mut moves)?;
        for option in moves.each() {
            cx.games().budget.tick()?;
            let [option] = option else { return Ok(None) };
            match self.wins(option, convention, cx)? {
                None => return Ok(None),
                Some((true, _)) => {}
                Some((false, _)) => found.push(option.clone()),
            }
        }
        Ok(Some(found))
    }
}
