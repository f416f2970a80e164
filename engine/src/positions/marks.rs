//! Marks of positions from which play may end, or go on, otherwise than by the convention alone.
//!
//! A terminal class of a graph other than P says who wins where play ends there, whoever has to move. So there is no value
//! to a position from which play may come there, and compounds, in which the end of a part is not the end of play, have no
//! meaning for it (Smith 1966 has outcomes and Q functions of a single graph of this kind). Points, ties and moves that restrict
//! the next move have a meaning in disjunctive sums, too, but their positions have no values among the games either.
//! The store keeps the marks of positions of rulesets that have them, of positions made of these (forms, sums, negatives,
//! compounds), and of positions from which a search has reached them. Moves and questions about play check
//! [`Positions::demand_play`], values and all that rests on them [`Positions::demand_value`].

use super::{Marks, NEGATIVE, PositionId, Positions, RulesetId, SUM, Whole};
use crate::games::Fault;

const NO_VALUE: Fault = Fault::Refused("a graph with terminal classes other than P has outcomes, but no values");
const NO_VALUE_WITH_TIES: Fault =
    Fault::Refused("a game that may end in a tie has outcomes, but no values, and no other game is made of it");
const NO_PLAY: Fault = Fault::Refused(
    "compounds have no meaning for graphs with terminal classes other than P, only such a graph by itself",
);
const NO_COMPOUND: Fault =
    Fault::Refused("points, ties and moves such as `again(q)` have a meaning in disjunctive sums alone: `p + q`");

impl Positions {
    /// Returns the marks of a position, as far as they are known.
    #[inline]
    pub fn marks(&self, p: PositionId) -> Marks {
        if self.marks.is_empty() { Marks::NONE } else { self.marks.get(&p).copied().unwrap_or_default() }
    }

    /// Returns `true` if play from a position may come to terminal classes, as far as that is known.
    pub fn has_classes(&self, p: PositionId) -> bool {
        self.marks(p).has(Marks::CLASSES)
    }

    /// Adds marks to those of a position.
    pub(crate) fn mark_position(&mut self, p: PositionId, marks: Marks) {
        if marks != Marks::NONE {
            let known = self.marks.entry(p).or_default();
            *known = known.and(marks);
        }
    }

    /// Notes that the rules of `p` have given `q` in its place, if that has marks.
    pub fn hand_on(&mut self, p: PositionId, q: PositionId) {
        let marks = self.marks(q);
        if marks != Marks::NONE {
            self.mark_position(p, marks);
            self.handed_on.insert(p, q);
        }
    }

    /// Returns the position with marks that the rules of `p` give in its place, or `None` if they give none or its moves have
    /// not been listed.
    pub fn handed_on(&mut self, p: PositionId) -> Option<PositionId> {
        match self.without_sign(p) {
            _ if self.handed_on.is_empty() => None,
            (inner, false) => self.handed_on.get(&inner).copied(),
            (inner, true) => self.handed_on.get(&inner).copied().map(|q| self.negative(q)),
        }
    }

    /// Returns the position with marks that rules give in place of `p`, or `p` itself, without its sign. `true` says that it is
    /// the negative of that.
    pub(super) fn given_in_place(&self, p: PositionId) -> (PositionId, bool) {
        let (mut place, mut is_negative) = self.without_sign(p);
        while let Some(&q) = self.handed_on.get(&place) {
            let (inner, is_reversed) = self.without_sign(q);
            (place, is_negative) = (inner, is_negative ^ is_reversed);
        }
        (place, is_negative)
    }

    /// Returns the marks of a position and of its parts. Those of the parts may have been found after the position was made.
    pub(crate) fn marks_of_parts(&self, p: PositionId) -> Marks {
        match self.marks.is_empty() {
            true => Marks::NONE,
            false => self
                .parts(p)
                .into_iter()
                .fold(self.marks(p), |marks, part| marks.and(self.marks(self.without_sign(part).0))),
        }
    }

    /// Demands that a position is no compound in which its marks have no meaning.
    ///
    /// # Errors
    /// [`Fault::Refused`].
    pub fn demand_play(&self, p: PositionId) -> Result<(), Fault> {
        match self.marks(p) {
            Marks::NONE => Ok(()),
            _ if !self.is_compound(p) => Ok(()),
            marks if marks.has(Marks::CLASSES) => Err(NO_PLAY),
            _ if self.ruleset_of(p) == SUM => Ok(()),
            _ => Err(NO_COMPOUND),
        }
    }

    /// Demands that play from a position ends by the convention alone.
    ///
    /// # Errors
    /// [`Fault::Points`], [`Fault::Entailing`], [`Fault::Refused`].
    pub fn demand_value(&self, p: PositionId) -> Result<(), Fault> {
        self.demand_play(p)?;
        match self.marks(p) {
            Marks::NONE => Ok(()),
            marks if marks.has(Marks::CLASSES) => Err(NO_VALUE),
            marks if marks.has(Marks::POINTS) => Err(Fault::Points),
            marks if marks.has(Marks::TIES) => Err(NO_VALUE_WITH_TIES),
            _ => Err(Fault::Entailing),
        }
    }

    /// Demands that no points are reached by play from a position, as far as that is known.
    ///
    /// # Errors
    /// [`Fault::Points`].
    pub fn demand_no_points(&self, p: PositionId) -> Result<(), Fault> {
        if self.marks_of_parts(p).has(Marks::POINTS) { Err(Fault::Points) } else { Ok(()) }
    }

    /// Demands that a theorem may answer for `whole` from the answers for `parts`. It may for a negative, which is the same play.
    ///
    /// # Errors
    /// [`Fault::Refused`].
    pub(crate) fn demand_parts(
        &mut self,
        whole: PositionId,
        parts: impl IntoIterator<Item = PositionId>,
    ) -> Result<(), Fault> {
        if self.marks.is_empty() {
            return Ok(());
        }
        let marks = parts.into_iter().fold(Marks::NONE, |marks, p| marks.and(self.marks(p)));
        self.mark_position(whole, marks);
        self.demand_play(whole)
    }

    /// Returns `true` if the moves of a position are those of several parts at once, or of one part among others.
    pub(crate) fn is_compound(&self, p: PositionId) -> bool {
        self.ruleset_of(p) != NEGATIVE && self.rules_of(p).parts(self.state(p)).is_some()
    }

    /// Returns the marks that all positions of a ruleset have.
    pub(super) fn marks_of_ruleset(&self, ruleset: RulesetId) -> Marks {
        let facts = self.rules_ref(ruleset).facts();
        match facts.graph.is_some_and(Whole::has_special_classes) {
            true => facts.marks.and(Marks::CLASSES),
            false => facts.marks,
        }
    }

    /// Adds the marks of the positions in the state of `p` to its own: those of a person's rules are known once their moves have
    /// been listed.
    pub(super) fn take_marks_of_state(&mut self, p: PositionId) {
        if !self.marks.is_empty() {
            self.mark_position(p, self.marks_of_state(self.ruleset_of(p), self.state(p)));
        }
    }

    /// Returns the marks of a state: those of its ruleset and of the positions in it.
    pub(super) fn marks_of_state(&self, ruleset: RulesetId, state: &[u32]) -> Marks {
        let rules = self.rules_ref(ruleset);
        let inner = state.iter().enumerate().filter(|(i, _)| rules.word(state, *i).is_position());
        inner.fold(self.marks_of_ruleset(ruleset), |marks, (_, &word)| marks.and(self.marks(PositionId::of_word(word))))
    }
}
