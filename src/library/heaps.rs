//! Rulesets on one heap.

use std::fmt::Display;
use std::hash::Hash;
use std::rc::Rc;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::errors::HeapError;
use crate::eval::{
    Count, EvalError, FromValue, Place, Session, Sort, TakeAway, ValueKind, builtins, epidemic_position, members_of,
    take_away_position,
};
use crate::value::{Function, Value};
use cg_engine::games::Fault;
use cg_engine::ordinals::SIZE_LIMIT;
use cg_engine::positions::{HeapTheory, Ruleset};
use cg_engine::rulesets::fibonacci_nim::FibonacciNim;
use cg_engine::rulesets::nimania::Nimania;
use cg_engine::rulesets::splitting::Splitting;
use cg_engine::rulesets::subtraction::{PartizanSubtraction, Scoring, Subtraction};

/// The counters of a heap: as many as an ordinal may have.
#[derive(Clone, Debug)]
pub(crate) struct Heap(pub UBig);

impl Heap {
    /// Returns the heap in one word, for rulesets that have room for no more.
    pub fn word(&self) -> Result<u64, Fault> {
        u64::try_from(&self.0).map_err(|_| self.too_large(u64::MAX.to_string()))
    }

    /// Demands that it is no larger than an ordinal may be.
    pub fn fits(&self) -> Result<(), Fault> {
        let most = 64 * SIZE_LIMIT;
        if self.0.bit_len() > most { Err(self.too_large(format!("a number of {most} bits"))) } else { Ok(()) }
    }

    fn too_large(&self, limit: String) -> Fault {
        let bits = self.0.bit_len();
        let size = if bits > 256 { format!("a number of {bits} bits") } else { self.0.to_string() };
        Fault::TooLarge { what: "heap", size, limit }
    }
}

impl FromValue for Heap {
    const KIND: ValueKind = ValueKind::new("an integer from 0", &[Sort::Integer, Sort::Natural]);

    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Heap>, EvalError> {
        let Some(Ok(n)) = value.as_integer().map(UBig::try_from) else { return Ok(None) };
        let heap = Heap(n);
        heap.fits()?;
        Ok(Some(heap))
    }
}

/// A number that is no heap but a part of the rules, such as how many counters may be taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound(pub u64);

impl FromValue for Bound {
    const KIND: ValueKind = ValueKind::new("an integer from 0", &[Sort::Integer, Sort::Natural]);

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Bound>, EvalError> {
        let Some(heap) = Heap::from_value(value, cx)? else { return Ok(None) };
        match heap.word() {
            Ok(n) => Ok(Some(Bound(n))),
            Err(Fault::TooLarge { size, limit, .. }) => Err(Fault::TooLarge { what: "argument", size, limit }.into()),
            Err(fault) => Err(fault.into()),
        }
    }
}

/// The number of copies that each move makes.
#[derive(Clone, Debug)]
struct Growth(Value);

impl FromValue for Growth {
    const KIND: ValueKind = ValueKind::new("a function such as `k -> 2*k`", &[Sort::Shown]);

    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Growth>, EvalError> {
        Ok(matches!(value, Value::Function(_)).then(|| Growth(value.clone())))
    }
}

/// Returns the heap of `n` counters after a move that took `m`.
fn with_memory(cx: &mut Session, rules: TakeAway, limit: &Value, n: Count, m: Count) -> Result<Place, EvalError> {
    let word = |n: Count| i64::try_from(n.0).map_err(|_| Heap(n.0.into()).too_large(i64::MAX.to_string()));
    Ok(Place(take_away_position(cx, rules, limit, word(n)?, word(m)?)))
}

/// The most counters that may be taken, by those that the last move took: a function or a factor.
#[derive(Clone, Debug)]
struct TakingLimit(Value);

impl FromValue for TakingLimit {
    const KIND: ValueKind = ValueKind::new("a number, or a function such as `m -> 2*m`", &[Sort::Shown, Sort::Integer]);

    fn from_value(value: &Value, _: &mut Session) -> Result<Option<TakingLimit>, EvalError> {
        let is_limit = matches!(value, Value::Function(_)) || value.as_number().is_some();
        Ok(is_limit.then(|| TakingLimit(value.clone())))
    }
}

builtins! {
    /// Rulesets on one heap.
    HEAPS, "Heaps";

    /// All-but game: take any number that is not in S from the heap.
    ///
    /// The nim-values are periodic up to a step, the saltus; it is proved by what the next values depend on
    /// (Winning Ways, ch. 4).
    /// [nim_value(all_but({1,2}, n)) for n in 0..8]  #=> [0, 0, 0, 1, 1, 1, 2, 2, 2]
    /// nim_value(all_but({1,2}, 10^18))  #=> 333333333333333333
    /// See: subtraction, nim
    all_but [S: Vec<Bound>] (n: Heap) -> Place = |cx: &mut Session, set: Vec<Bound>, n: Heap| {
        let set = numbers(set);
        Ok(heap(format!("all_but {set:?}"), Subtraction::all_but(set), n, cx))
    };

    /// Lasker's Nim: take any number from a heap, or split it in two.
    ///
    /// No heap that is left may be empty after a split (Lasker 1931; Ferguson 1974, section 5.2).
    /// [nim_value(lasker(n)) for n in 0..8]  #=> [0, 1, 2, 4, 3, 5, 6, 8, 7]
    /// options(lasker(2))  #=> [lasker(0), lasker(1), lasker(1) + lasker(1)]
    /// See: nim, sprague_even, split_or_take
    lasker [] (n: Heap) -> Place = |cx: &mut Session, n: Heap| Ok(splitting(Splitting::Lasker, n, cx));

    /// Take any number from a heap, or split it into an even number of heaps.
    ///
    /// It has the nim-values of Lasker's Nim (Sprague 1936; Ferguson 1974, section 5.2).
    /// [nim_value(sprague_even(n)) for n in 0..8]  #=> [0, 1, 2, 4, 3, 5, 6, 8, 7]
    /// len(options(sprague_even(4)))  #=> 7
    /// See: lasker, sprague_any
    sprague_even [] (n: Heap) -> Place = |cx: &mut Session, n: Heap| Ok(splitting(Splitting::Even, n, cx));

    /// Take any number from a heap, or split it into any number of heaps.
    ///
    /// From 7 on the nim-values grow by 8 with every 5 counters (Sprague 1936; Ferguson 1974, section 5.2).
    /// [nim_value(sprague_any(n)) for n in 0..11]  #=> [0, 1, 2, 4, 3, 5, 6, 8, 10, 9, 13, 15]
    /// See: lasker, sprague_even
    sprague_any [] (n: Heap) -> Place = |cx: &mut Session, n: Heap| Ok(splitting(Splitting::Any, n, cx));

    /// Take 1 to k counters from a heap, or split it in two.
    ///
    /// Its nim-values are periodic; for k = 1 modulo 4 not quite as printed (Ferguson 1974, section 5.3).
    /// [nim_value(split_or_take(4, n)) for n in 0..12]  #=> [0, 1, 2, 4, 3, 0, 5, 1, 2, 4, 3, 0, 5]
    /// [nim_value(split_or_take(1, n)) for n in 0..7]  #=> [0, 1, 2, 0, 2, 0, 2, 0]
    /// See: lasker, scoring
    split_or_take [k: Bound] (n: Heap) -> Place = |cx: &mut Session, k: Bound, n| {
        Ok(splitting(Splitting::OrTake(k.0), n, cx))
    };

    /// Scoring: subtract 1 to t from the score n.
    ///
    /// The nim-value is n modulo t + 1 (Fraenkel, Scenic trails, section 2).
    /// [nim_value(scoring(3, n)) for n in 0..8]  #=> [0, 1, 2, 3, 0, 1, 2, 3, 0]
    /// See: subtraction
    scoring [t: Bound] (n: Heap) -> Place = |cx: &mut Session, t: Bound, n: Heap| {
        Ok(heap(format_args!("scoring {}", t.0), Scoring::new(t.0), n, cx))
    };

    /// Fibonacci Nim: take at most twice what the move before took.
    ///
    /// `fibonacci_nim(n)` is the start, where all but one may be taken; `fibonacci_nim(n, m)` allows at most m. Who moves
    /// loses if m is less than the smallest of the Fibonacci numbers, no two of them neighbours, that add up to n
    /// (Whinihan 1963).
    /// [n for n in 1..30 if outcome(fibonacci_nim(n)) == P]  #=> [1, 2, 3, 5, 8, 13, 21]
    /// winning_moves(fibonacci_nim(100))  #=> [fibonacci_nim(97, 6), fibonacci_nim(89, 22)]
    /// See: nim, subtraction
    fibonacci_nim [] (n: Heap, m: Option<Heap>) -> Place = |cx: &mut Session, n: Heap, m: Option<Heap>| {
        let [counters, most] = FibonacciNim::start(&n.0).map(Heap);
        Ok(of_heaps("fibonacci_nim", FibonacciNim, vec![counters, m.unwrap_or(most)], cx))
    };

    /// Take-away with a memory: take at most f(m) after m were taken.
    ///
    /// From a heap of n, m counters having been taken last; f is a function, or a number k for k*m, rounded down. With 2 it
    /// is Fibonacci Nim (Schwenk 1970; CGSuite).
    /// [nim_value(take_away(2, n, 10)) for n in 0..8] == [nim_value(fibonacci_nim(n, 20)) for n in 0..8]  #=> true
    /// options(take_away(2, 4, 1))  #=> [take_away(2, 3, 1), take_away(2, 2, 2)]
    /// options(take_away(m -> m + 1, 7, 1))  #=> [take_away(m -> m + 1, 6, 1), take_away(m -> m + 1, 5, 2)]
    /// [nim_value(take_away(3, 10, m)) for m in 0..4]  #=> [0, 2, 2, 6, 6]
    /// See: fibonacci_nim, subtraction
    take_away [f: TakingLimit] (n: Count, m: Count) -> Place = |cx: &mut Session, f: TakingLimit, n, m| {
        with_memory(cx, TakeAway::Limited, &f.0, n, m)
    };

    /// Mem: take at least as many as the move before took.
    ///
    /// From a heap of n, m counters having been taken last (CGSuite).
    /// options(mem(4, 3))  #=> [mem(1, 3), mem(0, 4)]
    /// [nim_value(mem(n, 1)) for n in 0..9]  #=> [0, 1, 2, 1, 2, 3, 4, 3, 2, 4]
    /// See: gen_mem, take_away
    mem [] (n: Count, m: Count) -> Place = |cx: &mut Session, n, m| with_memory(cx, TakeAway::Growing, &Value::Nothing, n, m);

    /// Take-away with a memory: take j after m were taken if f(m, j) is true.
    ///
    /// From a heap of n, m counters having been taken last; f is a function of two numbers that gives true or false (CGSuite).
    /// gen_mem((m, j) -> j != m, 3, 1)  #=> *2
    /// options(gen_mem((m, j) -> j != m, 3, 1))  #=> [gen_mem((m, j) -> j != m, 1, 2), gen_mem((m, j) -> j != m, 0, 3)]
    /// f(m, j) := j >= m; [nim_value(gen_mem(f, n, 2)) for n in 0..9] == [nim_value(mem(n, 2)) for n in 0..9]  #=> true
    /// See: mem, take_away
    gen_mem [f: Rc<Function>] (n: Count, m: Count) -> Place = |cx: &mut Session, f: Rc<Function>, n, m| {
        with_memory(cx, TakeAway::Conditional, &Value::Function(f), n, m)
    };

    /// Nimania: at move k a number m becomes k + 1 copies of m - 1.
    ///
    /// A 1 is taken away. `nimania(n)` is the start. Later `nimania([m, .., [m, copies]], k)` has several numbers, of some
    /// more than one copy, and move k comes next (Fraenkel, Scenic trails, section 6).
    /// options(nimania(2))  #=> [nimania([[1, 2]], 2)]
    /// From 4 on a play may be so long that `remoteness` and `distance` say in words how long.
    /// [remoteness(nimania(n)) for n in 1..3]  #=> [1, 3, 13]
    /// distance(nimania(4))  #=> 22539988369405
    /// See: remoteness, hydra
    nimania [] (n: Value, k: Option<Count>) -> Place = nimania;

    /// Nimania with another growth: at move k m becomes f(k) copies of m - 1.
    ///
    /// A 1 is taken away. `hydra(f)` is the ruleset, `hydra(f, n)` the start, and `hydra(f, [m, .., [m, copies]], k)` a later
    /// position, written as those of `nimania`, which is `hydra(k -> k+1)` (Fraenkel, Scenic trails, section 6). A function
    /// without a name is written out. Who wins is told for all numbers by the parity of f(k) at odd and at even k, where f is
    /// never negative and made of numbers and k by `+`, `-`, `*`, `^` and `mod` by even numbers (in misère play where the
    /// parity is always the same); otherwise all play is searched, and it is long.
    /// outcome(hydra(k -> k^2, 10^6))  #=> P
    /// f(k) := 2*k + 1; [outcome(hydra(f, n)) for n in 1..3]  #=> [N, P, N]
    /// remoteness(hydra(k -> k+1, 3))  #=> 13
    /// f(k) := 2*k; options(hydra(f, 2))  #=> [hydra(f, [[1, 2]], 2)]
    /// options(hydra(k -> 2*k, 2))  #=> [hydra(k -> 2 * k, [[1, 2]], 2)]
    /// See: nimania
    hydra [f: Growth] (n: Value, k: Option<Count>) -> Place = hydra;

    /// Subtraction game in which Left and Right have sets of their own.
    ///
    /// Left takes one of the numbers of SL from the heap, Right one of SR (Fraenkel and Kotzig 1987).
    /// [value(partizan_subtraction({1}, {2}, n)) for n in 0..4]  #=> [0, 1, <1|0>, 0, 1]
    /// See: subtraction
    partizan_subtraction [SL: Vec<Bound>, SR: Vec<Bound>] (n: Heap) -> Place = |cx: &mut Session, left, right, n: Heap| {
        let (left, right) = (positive("SL", left)?, positive("SR", right)?);
        let name = format!("partizan_subtraction {left:?} {right:?}");
        Ok(heap(name, PartizanSubtraction::new(left, right), n, cx))
    };
}

pub(crate) fn numbers(set: Vec<Bound>) -> Vec<u64> {
    set.into_iter().map(|n| n.0).collect()
}

fn positive(name: &'static str, set: Vec<Bound>) -> Result<Vec<u64>, EvalError> {
    let set = numbers(set);
    if set.contains(&0) {
        return Err(HeapError::TakesNothing { set: name }.into());
    }
    Ok(set)
}

/// Returns a heap of a ruleset that is registered under this name.
pub(crate) fn heap<R>(name: impl Display, rules: R, n: Heap, cx: &mut Session) -> Place
where
    R: Ruleset + HeapTheory + Eq + Hash,
{
    of_heaps(name, rules, vec![n], cx)
}

/// Returns the position of heaps of a ruleset that is registered under this name.
pub(crate) fn of_heaps<R>(name: impl Display, rules: R, all: Vec<Heap>, cx: &mut Session) -> Place
where
    R: Ruleset + HeapTheory + Eq + Hash,
{
    let all: Vec<UBig> = all.into_iter().map(|heap| heap.0).collect();
    Place(cx.positions.add_lasting(name, rules).at_heaps(&all, cx))
}

fn splitting(rules: Splitting, n: Heap, cx: &mut Session) -> Place {
    heap(format_args!("splitting {rules:?}"), rules, n, cx)
}

fn nimania(cx: &mut Session, n: Value, k: Option<Count>) -> Result<Place, EvalError> {
    let (numbers, stage) = epidemic(cx, "nimania", &n, k)?;
    let limit = u64::MAX.to_string();
    let state = Nimania::state(stage, &numbers).ok_or_else(|| Fault::TooLarge {
        what: "number of copies",
        size: format!("more than {limit}"),
        limit: limit.clone(),
    })?;
    Ok(Place(cx.positions.add_lasting("nimania", Nimania).at(&state, cx)))
}

fn hydra(cx: &mut Session, Growth(growth): Growth, n: Value, k: Option<Count>) -> Result<Place, EvalError> {
    let (numbers, stage) = epidemic(cx, "hydra", &n, k)?;
    Ok(Place(epidemic_position(cx, &growth, stage, &numbers)?))
}

/// Returns the numbers with their copies, and the number of the next move.
fn epidemic(
    cx: &mut Session,
    name: &'static str,
    n: &Value,
    k: Option<Count>,
) -> Result<(Vec<[u64; 2]>, u64), EvalError> {
    let mut numbers = Vec::new();
    if let Some(n) = Heap::from_value(n, cx)? {
        numbers.push([n.word()?, 1]);
    } else {
        for member in members_of(&mut cx.games.budget, n)?.into_iter().flatten().chain((!is_list(n)).then(|| n.clone()))
        {
            cx.games.budget.tick()?;
            numbers.push(match (Heap::from_value(&member, cx)?, is_list(&member)) {
                (Some(m), _) => [m.word()?, 1],
                (None, true) => match Vec::<Heap>::from_value(&member, cx)?.as_deref() {
                    Some([m, copies]) => [m.word()?, copies.word()?],
                    _ => return Err(HeapError::NoNumbers { name, got: cx.describe(&member) }.into()),
                },
                (None, false) => return Err(HeapError::NoNumbers { name, got: cx.describe(&member) }.into()),
            });
        }
    }
    let stage = k.map_or(1, |k| k.0);
    if stage == 0 {
        return Err(HeapError::MoveZero { name }.into());
    }
    Ok((numbers, stage))
}

fn is_list(value: &Value) -> bool {
    matches!(value, Value::List(_))
}
