//! The answers that were found for positions, and the access of theorems to them.

use super::{Answer, AnswerType, Context, Finding, PositionId, Positions, Question, Theorem, Way};

/// The answers that a theorem asks for.
#[derive(Default)]
pub struct Parts {
    /// The questions that were asked and have no answer yet.
    missing: Vec<(PositionId, Question)>,
    /// The questions that were asked and answered, in order.
    used: Vec<(PositionId, Question)>,
}

impl Parts {
    /// Returns the answer about another position, or `None` if it is not known yet. In that case the theorem should return
    /// `None`. It is called again when the answer is known.
    pub fn ask<A: AnswerType>(&mut self, p: PositionId, question: Question<A>, cx: &mut dyn Context) -> Option<A> {
        let found = cx.positions().finding(p, question);
        let asked = if found.is_some() { &mut self.used } else { &mut self.missing };
        asked.push((p, question.untyped()));
        found.map(|finding| finding.answer)
    }

    /// Returns the answers about several positions, or `None` if one of them is not known yet.
    pub fn all<A: AnswerType>(
        &mut self,
        parts: &[PositionId],
        question: Question<A>,
        cx: &mut dyn Context,
    ) -> Option<Vec<A>> {
        let answers: Vec<Option<A>> = parts.iter().map(|&p| self.ask(p, question, cx)).collect();
        answers.into_iter().collect()
    }

    /// Takes the questions that were asked and have no answer yet.
    pub(crate) fn take_missing(&mut self) -> Vec<(PositionId, Question)> {
        std::mem::take(&mut self.missing)
    }

    /// Forgets which answers were used so far. A theorem calls this if it goes on without them.
    pub fn clear_used(&mut self) {
        self.used.clear();
    }

    /// Returns the answer of a theorem, with the answers that it used.
    pub fn by(&mut self, theorem: &'static Theorem, answer: impl Into<Answer>) -> Option<Finding> {
        Some(Finding { answer: answer.into(), way: Way::Theorem(theorem, std::mem::take(&mut self.used)) })
    }
}

impl Positions {
    /// Returns the answer to a question, if it was found before.
    pub(crate) fn finding<A: AnswerType>(&self, p: PositionId, question: Question<A>) -> Option<Finding<A>> {
        self.findings.get(&(p, question.untyped())).cloned().map(Finding::typed)
    }

    /// Stores the answer to a question.
    pub(crate) fn keep<A>(&mut self, p: PositionId, question: Question<A>, answer: impl Into<Answer>, way: Way) {
        let (question, answer) = (question.untyped(), answer.into());
        assert!(question.about.is_answered_by(&answer), "{answer:?} does not answer {question:?}");
        self.findings.insert((p, question), Finding { answer, way });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Player;
    use crate::graphs::Verdict;
    use crate::positions::{About, Convention};

    #[test]
    #[should_panic(expected = "does not answer")]
    fn an_outcome_is_not_kept_as_a_length() {
        let mut positions = Positions::new();
        let p = positions.form(&[], &[]);
        let question = Question::new(About::Remoteness, Convention::Normal, Player::Left);
        positions.keep(p, question, Verdict::Win, Way::Given);
    }
}
