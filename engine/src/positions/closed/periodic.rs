//! The longest play from heaps of a rule, and the remoteness, suspense and foreclosed values of large ones that are never broken.

use dashu_int::UBig;

use super::Closed;
use crate::games::Fault;
use crate::graphs::Foreclosed;
use crate::ordinals::{Length, Ordinal};
use crate::positions::{About, Answer, Claim, Context, Convention, Finding, Question, Rules, Theorem};

const SAYS: Claim =
    Claim::Because("by its period, which the heaps of as many sizes in succession as may be taken prove");
static REMOTENESS: Theorem = Theorem { says: SAYS, source: "Smith 1966, sections 4 and 8" };
static SUSPENSE: Theorem = Theorem { says: SAYS, source: "Winning Ways, ch. 9" };
static DISTANCE: Theorem = Theorem {
    says: Claim::Because("by the longest plays of smaller heaps, those of the heaps that a move leaves added"),
    source: "Smith 1966, eq. 15",
};
static SMALLER: Theorem =
    Theorem { says: Claim::Because("as every move leaves smaller heaps"), source: "Guy and Smith 1956" };
static FORECLOSED: Theorem = Theorem { says: SAYS, source: "Winning Ways, ch. 9" };

/// The least heap for which a period is looked for: smaller ones are decided by their moves.
const LARGE_HEAP: u32 = 5000;

impl Closed {
    /// Returns the answer for a large heap, by its period.
    pub(super) fn by_period(
        &self,
        state: &[u32],
        question: Question,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let Some((rule, heap)) = (self as &dyn Rules).heap_of_rule(state) else { return Ok(None) };
        if question.about == About::Distance {
            let found = rule.distance(&heap, &mut cx.games().budget)?;
            return Ok(found.map(|moves| Finding::told(Length::Ends(Ordinal::finite(moves)), &DISTANCE)));
        }
        if heap < UBig::from(LARGE_HEAP) {
            return Ok(None);
        }
        if matches!(question.about, About::Ends | About::Decided) {
            return Ok(Some(Finding::told(Answer::Yes(true), &SMALLER)));
        }
        let misere = question.convention == Convention::Misere;
        let budget = &mut cx.games().budget;
        Ok(match question.about {
            About::Remoteness => rule
                .remoteness(&heap, misere, budget)?
                .map(|moves| Finding::told(Length::Ends(Ordinal::finite(moves)), &REMOTENESS)),
            About::Suspense => rule
                .suspense(&heap, misere, budget)?
                .map(|moves| Finding::told(Length::Ends(Ordinal::finite(moves)), &SUSPENSE)),
            About::Foreclosed => rule.foreclosed(&heap, misere, budget)?.map(|value| {
                let value = Foreclosed::counted(Ordinal::finite(value));
                Finding::told(Answer::Foreclosed(value), &FORECLOSED)
            }),
            _ => None,
        })
    }
}
