//! Moves of tokens of which two that meet vanish.

use super::vertices::tokens_of;
use crate::games::Fault;
use crate::positions::{Context, PositionId, RulesetId, State};

/// Checks that one more set of `len` tokens may be listed.
pub(super) fn room(len: usize, cx: &mut dyn Context) -> Result<(), Fault> {
    let bytes = cx.positions().bytes_for(len);
    cx.games().budget.reserve(bytes)?;
    for _ in 0..=len / 64 {
        cx.games().budget.tick()?;
    }
    Ok(())
}

/// Takes a token off this vertex, or puts one there.
pub(super) fn toggle(set: &mut Vec<PositionId>, p: PositionId) {
    match set.iter().position(|&token| token == p) {
        Some(at) => {
            set.remove(at);
        }
        None => set.push(p),
    }
}

/// Returns the set that is left when `token` moves to `to`: tokens that meet vanish.
///
/// # Errors
/// The errors of the token's rules.
pub(super) fn after_move(
    here: RulesetId,
    set: &[PositionId],
    token: PositionId,
    to: PositionId,
    cx: &mut dyn Context,
) -> Result<PositionId, Fault> {
    room(set.len() + 1, cx)?;
    let mut next = set.to_vec();
    toggle(&mut next, token);
    for part in tokens_of(to, cx)? {
        toggle(&mut next, part);
    }
    cx.positions().sort_as_set(&mut next);
    let state: State = next.iter().map(|p| p.0).collect();
    Ok(cx.positions().intern(here, &state))
}
