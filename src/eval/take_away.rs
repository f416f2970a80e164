//! Take-away games with a memory: how many counters may be taken depends on how many the last move took (Schwenk 1970). With
//! twice as many it is Fibonacci Nim; with no fewer it is Mem (CGSuite, Siegel).
//!
//! State: the limit, a number or a function, or the condition; the heap; the counters that the last move took.

use super::call_given;
use dashu_int::IBig;

use super::errors::GameError;
use super::machine::whole;
use super::{EvalError, Session, state};
use crate::source::Span;
use crate::value::{Value, term};
use cg_engine::games::Fault;
use cg_engine::positions::{Context, EndOfPlay, Facts, Here, Options, PositionId, Rules, Term};

/// A game with a memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TakeAway {
    /// No more than a limit may be taken.
    Limited,
    /// The numbers that a condition allows may be taken.
    Conditional,
    /// No fewer than the last move took.
    Growing,
}

/// Returns the heap of `heap` counters after a move that took `taken`, under a limit or a condition.
pub(crate) fn take_away_position(
    cx: &mut Session,
    rules: TakeAway,
    limit: &Value,
    heap: i64,
    taken: i64,
) -> PositionId {
    let mut words = Vec::new();
    for argument in [limit, &Value::Integer(heap), &Value::Integer(taken)] {
        state::put_argument(&mut cx.machine, argument, &mut words);
    }
    let ruleset = cx.positions.add_rules(rules);
    cx.positions.intern(ruleset, &words)
}

/// Returns the limit, the heap and the counters that the last move took.
fn read(cx: &Session, state: &[u32]) -> (Value, i64, i64) {
    let mut arguments = state::arguments(cx, state);
    let limit = arguments.next().unwrap_or(Value::Nothing);
    let mut number = || match arguments.next() {
        Some(Value::Integer(n)) => n,
        _ => 0,
    };
    (limit, number(), number())
}

/// Returns the most counters that may be taken from a heap after a move that took `taken`.
fn most(cx: &mut Session, limit: &Value, heap: i64, taken: i64) -> Result<i64, Fault> {
    let number = match limit.as_number() {
        Some(factor) => Some(factor * IBig::from(taken)),
        None => {
            let found = whole(cx, |cx| call_given(cx, limit, vec![Value::Integer(taken)]));
            let found = found.map_err(|trouble| trouble.into_fault(Span::default()))?;
            let number = found.as_number();
            if number.is_none() {
                let got = cx.describe(&found);
                return Err(EvalError::from(GameError::TakeAwayLimit { got, taken }).into_fault(Span::default()));
            }
            number
        }
    };
    let floor = number.map_or(IBig::ZERO, |number| number.floor());
    Ok(i64::try_from(floor.min(heap.into())).unwrap_or(0))
}

/// Returns `true` if `take` counters may be taken after a move that took `taken`.
fn is_allowed(cx: &mut Session, condition: &Value, taken: i64, take: i64) -> Result<bool, Fault> {
    let found = whole(cx, |cx| call_given(cx, condition, vec![Value::Integer(taken), Value::Integer(take)]));
    match found.map_err(|trouble| trouble.into_fault(Span::default()))? {
        Value::Boolean(is_allowed) => Ok(is_allowed),
        other => {
            let got = cx.describe(&other);
            Err(EvalError::from(GameError::TakeAwayCondition { got, taken, take }).into_fault(Span::default()))
        }
    }
}

impl Rules for TakeAway {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let cx = Session::of(cx);
        let (limit, heap, taken) = read(cx, here.state);
        out.impartial = true;
        let takes = match self {
            TakeAway::Limited => 1..=most(cx, &limit, heap, taken)?,
            TakeAway::Conditional => 1..=heap,
            TakeAway::Growing => taken.max(1)..=heap,
        };
        for take in takes {
            cx.games.budget.tick()?;
            if *self != TakeAway::Conditional || is_allowed(cx, &limit, taken, take)? {
                out.left.push(take_away_position(cx, *self, &limit, heap - take, take));
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], cx: &dyn Context) -> Term {
        let (limit, heap, taken) = read(Session::read(cx), state);
        let numbers = [heap, taken].map(|n| term(&Value::Integer(n)));
        let (name, first) = match self {
            TakeAway::Limited => ("take_away", Some(term(&limit))),
            TakeAway::Conditional => ("gen_mem", Some(term(&limit))),
            TakeAway::Growing => ("mem", None),
        };
        Term::Call(name.into(), first.into_iter().chain(numbers).collect())
    }

    fn facts(&self) -> Facts<'_> {
        Facts::impartial()
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }
}
