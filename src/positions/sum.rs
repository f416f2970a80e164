//! Disjunctive sums and negatives of positions.
//!
//! A sum's state lists its components in the order written; a negative's is the one position it negates.

use super::{Context, Options, PositionId, Rules, RulesetId, Term, Word};
use crate::games::Fault;

/// The ruleset of disjunctive sums.
pub const SUM: RulesetId = RulesetId(1);
/// The ruleset of negatives.
pub const NEGATIVE: RulesetId = RulesetId(2);

pub(super) struct SumRules;

impl<C: Context> Rules<C> for SumRules {
    fn options(&self, _: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault> {
        let parts: Vec<PositionId> = state.iter().map(|&p| PositionId(p)).collect();
        let mut impartial = true;
        let mut moves = Vec::new();
        for &part in &parts {
            let mut of_part = Options::default();
            super::options(part, cx, &mut of_part)?;
            impartial &= of_part.impartial;
            moves.push(of_part);
        }
        out.impartial = impartial;
        let mut next = parts.clone();
        for (i, of_part) in moves.iter().enumerate() {
            let sides = [(&of_part.left[..], &mut out.left), (of_part.right(), &mut out.right)];
            for (options, list) in sides.into_iter().take(if impartial { 1 } else { 2 }) {
                for &option in options {
                    cx.games().budget.tick()?;
                    next[i] = option;
                    list.push(cx.positions().sum(&next));
                }
            }
            next[i] = parts[i];
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &C) -> Term {
        Term::Sum(state.iter().map(|&p| PositionId(p)).collect())
    }
}

pub(super) struct NegativeRules;

impl<C: Context> Rules<C> for NegativeRules {
    fn options(&self, _: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault> {
        super::options(PositionId(state[0]), cx, out)?;
        for list in [&mut out.left, &mut out.right] {
            for p in list.iter_mut() {
                *p = cx.positions().negative(*p);
            }
        }
        if !out.impartial {
            std::mem::swap(&mut out.left, &mut out.right);
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &C) -> Term {
        Term::Negative(PositionId(state[0]))
    }
}
