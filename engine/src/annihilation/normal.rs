//! Normal play: by the sum of the nim-values, or by the theory of Fraenkel and Yesha.

use super::board::{on_board, partizan};
use super::meeting::tokens;
use super::moves::after_move;
use crate::games::Fault;
use crate::heaps::ReplyCount;
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::{self, Claim, Context, Convention, Here, Known, Options, PositionId, RulesetId, Theorem};
use crate::questions;

/// Returns the sum of the tokens' nim-values, if they have some, and `None` if the game must be searched move by move.
/// [`Fault::Loopy`] if a token can go round in circles.
pub(super) fn nim_sum(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Ordinal>, Fault> {
    let mut sum = Ordinal::default();
    let mut loopy = false;
    for &token in tokens {
        cx.games().budget.tick()?;
        match questions::value(token, cx) {
            Ok(Known::Nim(n)) => sum = sum.nim_sum(&n.into())?,
            Ok(Known::Game(_)) => return Err(partizan()),
            Err(Fault::Loopy) => loopy = true,
            Err(Fault::LargeNimber { .. }) => {
                if let GammaValue::Finite(n) = questions::gamma(token, cx)? {
                    sum = sum.nim_sum(&n)?;
                }
            }
            Err(fault) => return Err(fault),
        }
    }
    let declared = tokens.iter().all(|&token| cx.positions().rules_of(token).facts().impartial);
    if declared && !loopy {
        return Ok(Some(sum));
    }
    // A nimber may hide moves that only one player has.
    on_board(tokens, cx, |board, numbers, cx| {
        if !loopy {
            Ok(Some(sum))
        } else if !board.vertices.splits && board.is_loopy(numbers, &mut cx.games().budget)? {
            Err(Fault::Loopy)
        } else {
            Ok(None)
        }
    })
}

/// Returns the moves to value 0, least counter first, where play can go round in circles. `None` if all are wanted and all
/// play is small, which shows the moves that make progress.
///
/// On a small board the counters are Smith's, and taking the first move each time wins. On a larger one they are those of
/// a representation by small sets: every move listed keeps the win, but that the first makes progress is proved only for a
/// player who remembers the play, as [`Strategy`](super::Strategy) does.
pub(super) fn moves_to_zero(
    here: Here<'_>,
    count: ReplyCount,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let set = tokens(here.state);
    let p = cx.positions().intern(here.id, here.state);
    match questions::value(p, cx) {
        Ok(_) | Err(Fault::LargeNimber { .. }) => return by_nim_sum(here.id, &set, cx),
        Err(Fault::Loopy) => {}
        Err(fault) => return Err(fault),
    }
    if count == ReplyCount::All && questions::small_play(p, Convention::Normal, cx)?.is_some() {
        return Ok(None);
    }
    let mut moves = Options::default();
    positions::plain_options(p, cx, &mut moves)?;
    if on_board(&set, cx, |board, _, _| Ok(board.vertices.splits))? {
        return Ok(None);
    }
    let mut found = Vec::new();
    for &option in &moves.left {
        cx.games().budget.tick()?;
        if questions::gamma(option, cx)? == GammaValue::nimber(0u64) {
            found.push((counter(option, cx)?.unwrap_or(u64::MAX), option));
        }
    }
    found.sort();
    Ok(Some(found.into_iter().map(|(_, option)| option).collect()))
}

/// Finds the moves to nim-sum 0 of tokens that cannot go round in circles, or `None` if the moves of one of them to a nim-value
/// are known only from a list of all.
fn by_nim_sum(here: RulesetId, set: &[PositionId], cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    let Some(sum) = nim_sum(set, cx)? else { return Ok(None) };
    if sum.is_zero() {
        return Ok(Some(Vec::new()));
    }
    let mut found = Vec::new();
    for &token in set {
        let GammaValue::Finite(value) = questions::gamma(token, cx)? else { return Ok(None) };
        let Some(moves) = questions::moves_to(token, &sum.nim_sum(&value)?, ReplyCount::All, cx)? else {
            return Ok(None);
        };
        for to in moves {
            found.push(after_move(here, set, token, to, cx)?);
        }
    }
    Ok(Some(found))
}

/// Returns the counter of a position of value 0, or a bound of it, if there is one.
fn counter(p: PositionId, cx: &mut dyn Context) -> Result<Option<u64>, Fault> {
    let set = tokens(cx.positions().state(p));
    if set.is_empty() {
        return Ok(Some(0));
    }
    on_board(&set, cx, |board, numbers, cx| board.counter(numbers, &mut cx.games().budget))
}

/// The theorem if no token can go round in circles.
static SUM_OF_TOKENS: Theorem = Theorem {
    says: Claim::Because("as no token can go round in circles and the nim-values of the tokens add up"),
    source: "Fraenkel, Scenic trails, section 4",
};

/// The theorem if one can.
static LINEAR: Theorem = Theorem {
    says: Claim::Because("as γ is linear on the sets of finite value and sets of four tokens span them"),
    source: "Fraenkel and Yesha 1982",
};

/// Returns the theorem that answers for these tokens in normal play, or `None` if every move is examined.
pub(super) fn normal_theorem(
    p: PositionId,
    set: &[PositionId],
    cx: &mut dyn Context,
) -> Result<Option<&'static Theorem>, Fault> {
    match questions::value(p, cx) {
        Ok(_) | Err(Fault::LargeNimber { .. }) => Ok(nim_sum(set, cx)?.map(|_| &SUM_OF_TOKENS)),
        Err(Fault::Loopy) => on_board(set, cx, |board, _, _| Ok((!board.vertices.splits).then_some(&LINEAR))),
        Err(fault) => Err(fault),
    }
}
