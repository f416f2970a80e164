//! Literal forms: positions whose options are listed, kept exactly as written.
//!
//! State: the number of Left's options, then all options' ids; `u32::MAX` first when there is one list for both.

use super::{Context, Here, Options, PositionId, Rules, Term, Word};
use crate::games::Fault;

pub(super) struct FormRules;

pub(super) fn split(state: &[u32]) -> (Vec<PositionId>, Option<Vec<PositionId>>) {
    let ids = |words: &[u32]| words.iter().map(|&w| PositionId::of_word(w)).collect();
    match state {
        [] => (Vec::new(), None),
        [u32::MAX, rest @ ..] => (ids(rest), None),
        [n, rest @ ..] => {
            let (left, right) = rest.split_at(*n as usize);
            (ids(left), Some(ids(right)))
        }
    }
}

impl Rules for FormRules {
    fn options(&self, here: Here<'_>, _: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let (left, right) = split(here.state);
        out.impartial = right.is_none();
        out.left = left;
        out.right = right.unwrap_or_default();
        Ok(())
    }

    fn word(&self, _: &[u32], index: usize) -> Word {
        if index == 0 { Word::Plain } else { Word::Position }
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let (left, right) = split(state);
        Term::Form(left, right)
    }
}
