//! One side of a position: the same play, in which every value of two sides is its onside, or its offside.
//!
//! A value of two sides has no moves, for games that have these sides differ in theirs. But if endless play is won by Left,
//! each of them equals the onside, and if it is won by Right, the offside, also as an option and in sums (Winning Ways, ch.
//! 11; Siegel, Coping with cycles, section 3). So what a player can force without the help of draws is what he can force on
//! the side that is against him.
//!
//! State: 0 for the onside, 1 for the offside, and the position.

use super::store::Status;
use super::{Context, Here, NEGATIVE, Options, PositionId, Positions, Rules, SIDE, SUM, Term, VALUE, Word};
use crate::games::Fault;
use crate::loopy::ValueSide;

pub(super) struct SideRules;

fn side(state: &[u32]) -> ValueSide {
    if state[0] == 0 { ValueSide::On } else { ValueSide::Off }
}

impl Rules for SideRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        super::options(PositionId::of_word(here.state[1]), cx, out)?;
        for p in out.left.iter_mut().chain(&mut out.right) {
            cx.games().budget.tick()?;
            *p = cx.positions().on_side(*p, side(here.state));
        }
        Ok(())
    }

    fn word(&self, _: &[u32], index: usize) -> Word {
        if index == 0 { Word::Plain } else { Word::Position }
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let name = if side(state) == ValueSide::On { "onside" } else { "offside" };
        Term::Call(name.into(), vec![Term::Position(PositionId::of_word(state[1]))])
    }
}

impl Positions {
    /// Returns a position with every value of two sides that it is made of, or that play leads to, replaced by one of
    /// its sides. A part that is known to be short, or that stays in its graph, is itself.
    pub fn on_side(&mut self, p: PositionId, side: ValueSide) -> PositionId {
        if let Some(value) = self.as_loopy(p) {
            return self.of_loopy(value.on(side).into());
        }
        let here = self.ruleset_of(p);
        match here {
            NEGATIVE => {
                let inner = self.on_side(PositionId::of_word(self.state(p)[0]), side.other());
                self.negative(inner)
            }
            SUM => {
                let state = self.state(p).to_vec();
                let parts: Vec<PositionId> =
                    state.into_iter().map(|q| self.on_side(PositionId::of_word(q), side)).collect();
                self.sum(&parts)
            }
            VALUE | SIDE => p,
            _ if matches!(self.status(p), Status::Known(_)) || self.rules_of(p).facts().graph.is_some() => p,
            _ => self.intern(SIDE, &[u32::from(side == ValueSide::Off), p.0]),
        }
    }
}
