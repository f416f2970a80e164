//! A loopy value where a position is wanted: the canonical form of a stopper, option by option. A value of two sides
//! stands for itself, but has no moves, except for dud, in which both players pass.

use super::{Context, Here, Known, Options, PositionId, Positions, Rules, STOPPER, Term, Word};
use crate::games::{Fault, Player};
use crate::loopy::{Sided, Stopper};

pub(super) struct StopperRules;

fn sided(state: &[u32]) -> Sided {
    Sided { onside: Stopper::from_word(state[0]), offside: Stopper::from_word(state[1]) }
}

impl Rules for StopperRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let value = sided(here.state);
        let Some(stopper) = value.stopper() else {
            if value != cx.loopy().dud()? {
                return Err(Fault::TwoSides);
            }
            let dud = cx.positions().of_loopy(value);
            out.left.push(dud);
            out.right.push(dud);
            return Ok(());
        };
        for (player, list) in [(Player::Left, &mut out.left), (Player::Right, &mut out.right)] {
            for option in cx.loopy().options(stopper, player)? {
                list.push(cx.positions().of_loopy(option.into()));
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Stopper
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Loopy(sided(state))
    }

    /// Returns no value: those of the arena are not stoppers of this ruleset.
    fn value(&self, _: Here<'_>, _: &mut dyn Context) -> Option<Result<Known, Fault>> {
        Some(Err(Fault::Loopy))
    }
}

impl Positions {
    /// Returns a value as a position, short or not.
    pub fn of_loopy(&mut self, value: Sided) -> PositionId {
        match value.short() {
            Some(g) => self.of_value(g),
            None => self.intern(STOPPER, &[value.onside.word(), value.offside.word()]),
        }
    }

    /// Returns the loopy value that a position is, if it was made of one.
    pub fn as_loopy(&self, p: PositionId) -> Option<Sided> {
        (self.ruleset_of(p) == STOPPER).then(|| sided(self.state(p)))
    }
}
