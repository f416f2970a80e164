//! Two ways to an answer, of which nobody knows beforehand which is the shorter.

use crate::games::Fault;
use crate::positions::Context;

/// Steps of the first try of each way.
const FIRST_TRY: u64 = 1 << 16;
/// Steps of a try that is long: a value that has taken so much is seldom near, and takes memory where a search takes none.
const LONG_TRY: u64 = 1 << 24;

/// Tries two ways in turn, each time for longer, until one of them arrives: the first, which keeps what it finds on its way,
/// a quarter as long as the second once it has taken long.
///
/// # Errors
/// Those of the ways.
pub(crate) fn in_turn<T>(
    cx: &mut dyn Context,
    mut first: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
    mut second: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut steps = FIRST_TRY;
    loop {
        let shorter = if steps < LONG_TRY { steps } else { steps / 4 };
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
