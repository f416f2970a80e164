//! The test that both players have the same moves, part by part.

use super::{Context, Options, PositionId, demand_end, options};
use crate::games::Fault;
use crate::games::hashing::FastSet;

/// Returns `true` if both players have the same moves in `p` and in everything that can be reached from it.
///
/// Each part of sums and compounds is examined once, so this takes no longer than finding all values.
pub fn is_impartial(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    let mut met = vec![p];
    let mut new = FastSet::default();
    let mut moves = Options::default();
    let mut next = 0;
    while let Some(&here) = met.get(next) {
        next += 1;
        cx.games().budget.tick()?;
        match cx.positions().impartial().get(&here) {
            Some(true) => continue,
            Some(false) => return Ok(false),
            None => {}
        }
        if cx.positions_ref().has_classes(here) {
            cx.positions().demand_value(here)?;
        }
        demand_end(here, next, cx)?;
        let positions = cx.positions_ref();
        let rules = positions.rules_of(here);
        if rules.facts().impartial {
            continue;
        }
        let followers = match rules.parts(positions.state(here)) {
            Some(parts) => parts,
            None => {
                // A value of two sides has no moves, so that it cannot be decided.
                let known = match options(here, cx, &mut moves) {
                    Err(Fault::TwoSides) => false,
                    found => found.map(|()| true)?,
                };
                if !known || !has_same_moves(&moves, cx)? {
                    for q in [p, here] {
                        cx.positions().impartial().insert(q, false);
                    }
                    return Ok(false);
                }
                std::mem::take(&mut moves.left)
            }
        };
        for q in followers {
            if new.insert(q) {
                met.push(q);
            }
        }
    }
    for q in met {
        cx.games().budget.tick()?;
        cx.positions().impartial().insert(q, true);
    }
    Ok(true)
}

/// Returns `true` if both players have the same moves, whatever the order of the parts of a sum to which one leads.
fn has_same_moves(moves: &Options, cx: &mut dyn Context) -> Result<bool, Fault> {
    if moves.impartial {
        return Ok(true);
    }
    let mut both = [FastSet::default(), FastSet::default()];
    for (all, list) in both.iter_mut().zip([&moves.left, &moves.right]) {
        for &q in list {
            cx.games().budget.tick()?;
            all.insert(cx.positions().normal_order(q));
        }
    }
    Ok(both[0] == both[1])
}
