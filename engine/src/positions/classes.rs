//! Positions from which play may come to terminal classes other than P.
//!
//! A terminal class determines who wins if play ends in a vertex of a graph, whoever has to move. So a position from
//! which play may come there has no value, and compounds, in which the end of a part is not the end of play, have no
//! meaning for it (Smith 1966 has outcomes and Q functions of a single graph with classes only). The store keeps the
//! set of these positions: the vertices of a graph with classes, the forms, sums, negatives and compounds made of them,
//! and the positions that a search has found to lead to them. Moves and questions about play call
//! [`Positions::demand_play`], values and all that rests on them [`Positions::demand_value`].

use super::{NEGATIVE, PositionId, Positions, RulesetId, Whole};
use crate::games::Fault;

const NO_VALUE: Fault = Fault::Refused("a graph with terminal classes other than P has outcomes, but no values");
const NO_PLAY: Fault = Fault::Refused(
    "compounds have no meaning for graphs with terminal classes other than P, only such a graph by itself",
);

impl Positions {
    /// Returns `true` if play from a position is known to lead to terminal classes other than P.
    pub fn has_classes(&self, p: PositionId) -> bool {
        !self.classes.is_empty() && self.classes.contains(&p)
    }

    /// Notes that play from a position may come to terminal classes.
    pub(crate) fn set_classes(&mut self, p: PositionId) {
        self.classes.insert(p);
    }

    /// Demands that a position is no compound of positions with terminal classes.
    ///
    /// # Errors
    /// [`Fault::Refused`].
    pub fn demand_play(&self, p: PositionId) -> Result<(), Fault> {
        if self.has_classes(p) && self.is_compound(p) { Err(NO_PLAY) } else { Ok(()) }
    }

    /// Demands that play from a position ends by the convention alone.
    ///
    /// # Errors
    /// [`Fault::Refused`].
    pub fn demand_value(&self, p: PositionId) -> Result<(), Fault> {
        self.demand_play(p)?;
        if self.has_classes(p) { Err(NO_VALUE) } else { Ok(()) }
    }

    /// Demands the same of the parts from which a theorem has answered for `whole`. A negative is the same play.
    ///
    /// # Errors
    /// [`Fault::Refused`].
    pub(crate) fn demand_parts(
        &mut self,
        whole: PositionId,
        parts: impl IntoIterator<Item = PositionId>,
    ) -> Result<(), Fault> {
        if self.classes.is_empty() || !parts.into_iter().any(|p| self.has_classes(p)) {
            return Ok(());
        }
        self.set_classes(whole);
        self.demand_play(whole)
    }

    /// Returns `true` if the moves of a position are those of several parts at once, or of one part among others.
    pub(crate) fn is_compound(&self, p: PositionId) -> bool {
        self.ruleset_of(p) != NEGATIVE && self.rules_of(p).parts(self.state(p)).is_some()
    }

    /// Returns `true` if a state contains positions with terminal classes, or is of a graph with classes itself.
    pub(super) fn leads_to_classes(&self, ruleset: RulesetId, state: &[u32]) -> bool {
        let rules = self.rules(ruleset);
        let is_such = |(i, &word): (usize, &u32)| {
            rules.word(state, i).is_position() && self.classes.contains(&PositionId::of_word(word))
        };
        rules.facts().graph.is_some_and(Whole::has_special_classes) || state.iter().enumerate().any(is_such)
    }
}
