//! The longest move in play from the heaps of a ruleset or a function.

use std::collections::VecDeque;

use dashu_int::UBig;

use super::Heaps;
use crate::eval::{EvalError, Session};
use crate::value::Value;
use cg_engine::games::Fault;
use cg_engine::positions::{self, Options, PositionId, RulesetId, Term};

/// The number of steps in which the longest move is looked for.
const MAX_STEPS: u64 = 1 << 18;
/// The bound of the heaps that are asked for their longest move.
const MAX_HEAP: u64 = 1 << 50;

impl Heaps {
    /// Returns the longest move in play from a heap, by what the rulesets reached declare, or else by what larger heaps show.
    /// `None` if there is none, or if it is not known.
    pub(super) fn longest_move_from(&self, heap: u64, cx: &mut Session) -> Result<Option<UBig>, EvalError> {
        let allowance = cx.games.budget.begin_try(MAX_STEPS);
        let found = self.longest_move_seen(heap, cx);
        cx.games.budget.end_try(allowance);
        found.map(|longest| longest.map(UBig::from))
    }

    /// Asks heaps larger than `heap`, each about twice as large as the one before, and returns the longest of the moves that
    /// the largest three have in common, ruleset by ruleset. A ruleset whose moves get longer with the heap has none.
    fn longest_move_seen(&self, heap: u64, cx: &mut Session) -> Result<Option<u64>, EvalError> {
        let mut seen: Vec<Vec<(RulesetId, u64)>> = Vec::new();
        let mut larger = heap.max(1);
        while larger < MAX_HEAP {
            match self.longest_moves_of(larger, cx).and_then(|one| Ok((one, self.longest_moves_of(larger + 1, cx)?))) {
                Ok((Some(mut moves), Some(next))) => {
                    moves.extend(next);
                    moves.sort_unstable();
                    // The longer one of each ruleset.
                    moves.reverse();
                    moves.dedup_by_key(|(ruleset, _)| *ruleset);
                    seen.push(moves);
                }
                Ok(_) => return Ok(None),
                Err(EvalError::Fault(fault @ (Fault::Interrupted | Fault::Timeout | Fault::Memory { .. }))) => {
                    return Err(fault.into());
                }
                // The moves of this heap cannot be listed, or are very many.
                Err(_) => break,
            }
            larger *= 2;
        }
        let [.., a, b, c] = &seen[..] else { return Ok(None) };
        Ok(c.iter().filter(|one| a.contains(one) && b.contains(one)).map(|(_, longest)| *longest).max())
    }

    /// Returns the longest move of each ruleset that play from a heap leads to: the one it declares, or the largest number by
    /// which a move makes its largest position found here smaller, all heaps after it together. `None` if a position is no heap.
    fn longest_moves_of(&self, heap: u64, cx: &mut Session) -> Result<Option<Vec<(RulesetId, u64)>>, EvalError> {
        let Value::Position(p) = self.at(heap, cx)? else { return Ok(None) };
        let (mut reached, mut waiting) = (Vec::new(), VecDeque::new());
        if !add_largest(&[p], &mut reached, &mut waiting, cx) {
            return Ok(None);
        }
        let mut options = Options::default();
        let mut moves = Vec::new();
        while let Some((p, size)) = waiting.pop_front() {
            let ruleset = cx.positions.ruleset_of(p);
            if let Some(declared) = cx.positions.rules_of(p).facts().longest_move {
                moves.push((ruleset, declared));
                continue;
            }
            positions::options(p, cx, &mut options)?;
            let all: Vec<PositionId> = options.left.iter().chain(options.right()).copied().collect();
            let mut longest = 0;
            for &option in &all {
                cx.games.budget.tick()?;
                let mut sizes = cx.positions.parts(option).into_iter().map(|part| size_of_heap(part, cx));
                let left = sizes.try_fold(0u64, |sum, size| Some(sum.saturating_add(size?)));
                let Some(left) = left else { return Ok(None) };
                longest = longest.max(size.saturating_sub(left));
            }
            moves.push((ruleset, longest));
            if !add_largest(&all, &mut reached, &mut waiting, cx) {
                return Ok(None);
            }
        }
        Ok(Some(moves))
    }
}

/// Adds the largest part of each ruleset that was not reached before, with its size. Returns `false` if a part is no heap.
fn add_largest(
    positions: &[PositionId],
    reached: &mut Vec<RulesetId>,
    waiting: &mut VecDeque<(PositionId, u64)>,
    cx: &Session,
) -> bool {
    let mut found: Vec<(RulesetId, PositionId, u64)> = Vec::new();
    for part in positions.iter().flat_map(|&p| cx.positions.parts(p)) {
        let ruleset = cx.positions.ruleset_of(part);
        if reached.contains(&ruleset) {
            continue;
        }
        let Some(size) = size_of_heap(part, cx) else { return false };
        match found.iter_mut().find(|(there, ..)| *there == ruleset) {
            Some((_, largest, most)) if *most < size => (*largest, *most) = (part, size),
            Some(_) => {}
            None => found.push((ruleset, part, size)),
        }
    }
    for (ruleset, part, size) in found {
        reached.push(ruleset);
        waiting.push_back((part, size));
    }
    true
}

/// Returns the last argument of a position, which is its heap, 0 for a literal game, or `None` if that argument is no number.
fn size_of_heap(p: PositionId, cx: &Session) -> Option<u64> {
    match cx.positions.rules_of(p).term(cx.positions.state(p), cx) {
        Term::Call(_, arguments) => match arguments.last()? {
            Term::Number(size) if size.is_int() => u64::try_from(size.numerator()).ok(),
            _ => None,
        },
        _ => Some(0),
    }
}
