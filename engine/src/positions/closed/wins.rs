//! Who wins, and by which moves, where a theorem of the ruleset tells.

use super::{Closed, Listing, intern_counted, sizes};
use crate::games::{Fault, Player};
use crate::positions::{Claim, Context, Convention, PositionId, RulesetId, Theorem};

/// Of one heap: it is 1 that is lost.
static BOUTON: Theorem = Theorem {
    says: Claim::Because("by the nim-value: lost if it is 1, for Bouton's rule holds"),
    source: "Ferguson 1974, theorem 2",
};

impl Closed {
    /// Whether the player to move wins, by the ruleset's theorem or, in misère play, by Bouton's rule.
    pub(super) fn wins(
        &self,
        state: &[u32],
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<(bool, &'static Theorem)>, Fault> {
        let found = match self.large(state) {
            Some(theory) => theory.wins(&sizes::unpack(state), convention),
            None => self.0.wins(state, convention),
        };
        if found.is_some() {
            return Ok(found);
        }
        if convention == Convention::Normal || !self.0.keeps_bouton() {
            return Ok(None);
        }
        let value = self.nim_value(state, cx).transpose()?;
        Ok(value.map(|n| (!n.is_one(), &BOUTON)))
    }

    /// The winning moves where a theorem tells who wins, here and after each move.
    pub(super) fn moves_by_outcome(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<Vec<PositionId>>, Fault> {
        match self.wins(state, convention, cx)? {
            None => return Ok(None),
            Some((false, _)) => return Ok(Some(Vec::new())),
            Some((true, _)) => {}
        }
        let mut found = Vec::new();
        let mut consider = |words: &[u32], cx: &mut dyn Context| {
            cx.games().budget.charge(1 + words.len())?;
            let outcome = self.wins(words, convention, cx)?;
            // Most moves of a long list do not win; they are not interned.
            if let Some((false, _)) = outcome {
                found.push(intern_counted(cx, here, words)?);
            }
            Ok(outcome.is_some())
        };
        if let Some(theory) = self.large(state) {
            for option in theory.moves(&sizes::unpack(state), Player::Left)? {
                if !consider(&sizes::pack(&option), cx)? {
                    return Ok(None);
                }
            }
            return Ok(Some(found));
        }
        let mut moves = Listing::default();
        self.0.moves(state, Player::Left, &cx.games().budget, &mut moves)?;
        for index in 0..moves.len() {
            let mut states = moves.option(index);
            // A theorem about single states tells nothing of sums.
            let (Some((state, _)), None) = (states.next(), states.next()) else { return Ok(None) };
            if !consider(state, cx)? {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }
}
