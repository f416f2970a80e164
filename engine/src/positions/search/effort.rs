//! Two ways to an answer, of which nobody knows beforehand which is the shorter.

use crate::games::Fault;
use crate::positions::Context;

/// Steps of the first try of each way.
const FIRST_TRY: u64 = 1 << 16;

/// How the first of two ways is held back: a value that has taken long is seldom near, and takes memory where a search takes
/// none.
#[derive(Clone, Copy)]
pub(crate) struct Handicap {
    /// Steps from which on a try is long.
    long: u64,
    /// What part of the other way's steps it then has.
    share: u64,
}

/// That of values beside a search for the winner.
pub(crate) const USUAL: Handicap = Handicap { long: 1 << 24, share: 4 };
/// That of a way which seldom arrives first.
pub(crate) const HEAVY: Handicap = Handicap { long: 1 << 18, share: 16 };

/// Tries two ways in turn, each time for longer, until one of them arrives; the first, which keeps what it finds on its way,
/// has the usual handicap.
///
/// # Errors
/// Those of the ways.
pub(crate) fn in_turn<T>(
    cx: &mut dyn Context,
    first: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
    second: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    in_turn_with(|| USUAL, cx, first, second)
}

/// Tries two ways in turn, as [`in_turn`], of which the first has the handicap that it deserves by then.
///
/// # Errors
/// Those of the ways.
pub(crate) fn in_turn_with<T>(
    handicap: impl Fn() -> Handicap,
    cx: &mut dyn Context,
    mut first: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
    mut second: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut steps = FIRST_TRY;
    loop {
        let Handicap { long, share } = handicap();
        let shorter = if steps < long { steps } else { steps / share };
        if let Some(found) = within(shorter, cx, &mut first)? {
            return Ok(found);
        }
        if let Some(found) = within(steps, cx, &mut second)? {
            return Ok(found);
        }
        steps = steps.saturating_mul(4);
    }
}

/// What is found within so many steps, if it is.
///
/// # Errors
/// Limits; what was found to be wrong.
pub(crate) fn within<T>(
    steps: u64,
    cx: &mut dyn Context,
    run: impl FnOnce(&mut dyn Context) -> Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    let allowance = cx.games().budget.begin_try(steps);
    let found = run(cx);
    if matches!(found, Err(Fault::Spent)) {
        cx.games().budget.use_up();
    }
    cx.games().budget.end_try(allowance);
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Fault::Spent) => cx.games().budget.check().map(|()| None),
        Err(fault) => Err(fault),
    }
}
