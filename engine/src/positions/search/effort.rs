//! Two ways to an answer, of which nobody knows beforehand which is the shorter.

use crate::games::Fault;
use crate::positions::Context;

/// Steps of the first try of the second way.
const FIRST_TRY: u64 = 1 << 16;

/// The steps that the first of two ways may take, relative to the second.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    /// The steps within which it may finish before the second way is tried.
    head_start: u64,
    /// The factor by which it then has more steps than the second.
    times: u64,
    /// The number of steps from which on a try is long. A way that has taken long is seldom near its end, and takes
    /// memory that a search does not.
    long: u64,
    /// The fractions of these steps that a short try and a long one have, as divisors.
    shares: [u64; 2],
}

/// The pace of values beside a search for the winner, which is mostly the shorter way. A value contains more than the
/// winner, so a value that is found soon comes first. Other values are mostly out of reach.
const VALUES: Pace = Pace { head_start: 1 << 12, times: 1, long: 1 << 22, shares: [3, 12] };
/// The pace of the nim-values of all options beside couples.
pub(crate) const ALL_OPTIONS: Pace = Pace { head_start: FIRST_TRY, times: 4, long: 1 << 24, shares: [1, 4] };
/// The pace of the nim-values of all options if these seldom come first.
pub(crate) const ALL_OPTIONS_IN_VAIN: Pace = Pace { long: 1 << 18, shares: [1, 128], ..ALL_OPTIONS };

/// Tries two ways in turn, each time for longer, until one of them succeeds: values, or another way that keeps its
/// partial results, and a search.
pub(crate) fn in_turn<T>(
    cx: &mut dyn Context,
    values: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
    search: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    in_turn_at(|| VALUES, cx, values, search)
}

/// Tries two ways in turn, the first at the pace that it deserves by then. Where the first one is known never to arrive, the
/// second has one more try: it may find an answer without following play to its end.
pub(crate) fn in_turn_at<T>(
    pace: impl Fn() -> Pace,
    cx: &mut dyn Context,
    mut first: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
    mut second: impl FnMut(&mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut endless = match attempt(pace().head_start, cx, &mut first)? {
        Tried::Found(found) => return Ok(found),
        Tried::Spent => None,
        Tried::RunsOn(fault) => Some(fault),
    };
    let mut steps = FIRST_TRY;
    loop {
        if let Some(found) = within(steps, cx, &mut second)? {
            return Ok(found);
        }
        if let Some(fault) = endless {
            return Err(fault);
        }
        let Pace { times, long, shares, .. } = pace();
        let more = steps.saturating_mul(times);
        endless = match attempt(more / shares[usize::from(more >= long)], cx, &mut first)? {
            Tried::Found(found) => return Ok(found),
            Tried::Spent => None,
            Tried::RunsOn(fault) => Some(fault),
        };
        steps = steps.saturating_mul(4);
    }
}

/// Returns what `run` finds within `steps` steps, or `None` if that is too few or no number is enough.
///
/// # Errors
/// A fault that more steps would not cure.
pub(crate) fn within<T>(
    steps: u64,
    cx: &mut dyn Context,
    run: impl FnOnce(&mut dyn Context) -> Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    Ok(match attempt(steps, cx, run)? {
        Tried::Found(found) => Some(found),
        Tried::Spent | Tried::RunsOn(_) => None,
    })
}

/// The result of a try with a limit of steps.
enum Tried<T> {
    Found(T),
    /// The steps are used up.
    Spent,
    /// No number of steps is enough: [`Fault::RunsOn`].
    RunsOn(Fault),
}

fn attempt<T>(
    steps: u64,
    cx: &mut dyn Context,
    run: impl FnOnce(&mut dyn Context) -> Result<T, Fault>,
) -> Result<Tried<T>, Fault> {
    let allowance = cx.games().budget.begin_try(steps);
    let found = run(cx);
    if matches!(found, Err(Fault::Spent)) {
        cx.games().budget.use_up();
    }
    cx.games().budget.end_try(allowance);
    match found {
        Ok(found) => Ok(Tried::Found(found)),
        Err(Fault::Spent) => cx.games().budget.check().map(|()| Tried::Spent),
        Err(fault @ Fault::RunsOn { .. }) => Ok(Tried::RunsOn(fault)),
        Err(fault) => Err(fault),
    }
}
