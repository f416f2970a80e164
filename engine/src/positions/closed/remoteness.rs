//! The remoteness of large heaps in subtraction games.

use dashu_int::UBig;

use super::Closed;
use crate::games::Fault;
use crate::ordinals::{Length, Ordinal};
use crate::positions::{Claim, Context, Convention, Finding, Theorem, Theory, Way};

static PERIODIC: Theorem = Theorem {
    says: Claim::Because("by its period, which the heaps of as many sizes in succession as may be taken prove"),
    source: "Smith 1966, sections 4 and 8",
};

/// The least heap for which a period is looked for: of smaller ones the moves tell.
const LARGE: u32 = 5000;

impl Closed {
    /// The remoteness of a large heap, by its period.
    pub(super) fn remoteness(
        &self,
        state: &[u32],
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let Some((rule, heap)) = Theory::heap_of_rule(self, state) else { return Ok(None) };
        if heap < UBig::from(LARGE) {
            return Ok(None);
        }
        let misere = convention == Convention::Misere;
        let found = rule.remoteness(&heap, misere, &mut cx.games().budget)?;
        Ok(found.map(|moves| Finding {
            answer: Length::Ends(Ordinal::finite(moves)).into(),
            way: Way::Theorem(&PERIODIC, Vec::new()),
        }))
    }
}
