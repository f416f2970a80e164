//! Fibonacci Nim: a move takes at most twice as many counters as the move before, and the first may not take all
//! (Whinihan 1963).
//!
//! State: the counters, and how many of them may be taken.

use dashu_int::UBig;
use dashu_int::ops::{BitTest, SquareRoot};

use super::several::{size, sizes};
use crate::games::{Fault, Player};
use crate::heaps::ReplyCount;
use crate::positions::{
    Claim, Convention, Facts, HeapTheory, Moves, Ruleset, Term, Theorem, Theorems, TheoryMoves, too_many,
};

static ZECKENDORF: Theorem = Theorem {
    says: Claim::Because(
        "by the Fibonacci numbers that add up to the heap, no two of them neighbours: lost if none may be taken",
    ),
    source: "Whinihan 1963; Zeckendorf 1972",
};

/// The game of Fibonacci Nim.
#[derive(PartialEq, Eq, Hash)]
pub struct FibonacciNim;

impl FibonacciNim {
    /// Returns the start with `counters` counters.
    pub fn start(counters: &UBig) -> [UBig; 2] {
        let most = if counters.is_zero() { UBig::ZERO } else { counters - 1u8 };
        [counters.clone(), most]
    }
}

/// Returns the Fibonacci numbers, no two of them neighbours, that add up to n, in ascending order (Zeckendorf 1972).
///
/// ```
/// use cg_engine::rulesets::fibonacci_nim::zeckendorf;
///
/// assert!(zeckendorf(&100u8.into()).eq([3u8.into(), 8u8.into(), 89u8.into()]));
/// ```
pub fn zeckendorf(n: &UBig) -> impl Iterator<Item = UBig> + use<> {
    let mut at = (0, UBig::ZERO, UBig::ONE);
    indices(n).map(move |index| {
        // From one to the next there are few steps, and all together are no more than the last one's index.
        while at.0 < index {
            let (place, number, next) = std::mem::take(&mut at);
            at = (place + 1, next.clone(), number + next);
        }
        at.1.clone()
    })
}

/// Returns the indices of the numbers of [`zeckendorf`], ascending from 2. They are found by halving their number, so that the
/// first ones are known long before the last ones and no list of Fibonacci numbers is kept.
fn indices(n: &UBig) -> impl Iterator<Item = usize> + use<> {
    let mut parts = vec![(n.clone(), 0)];
    let mut found = Vec::new();
    std::iter::from_fn(move || {
        while found.is_empty() {
            let (part, raised) = parts.pop()?;
            match u64::try_from(&part) {
                Ok(small) => found = indices_of_small(small).map(|index| index + raised).collect(),
                Err(_) => {
                    let by = part.bit_len() * HALF.0 / HALF.1;
                    let (high, low) = split(&part, by);
                    parts.extend([(high, raised + by), (low, raised)]);
                }
            }
        }
        found.pop()
    })
}

/// Half the greatest index by which a number of one bit may have a Fibonacci number, log 2 / (2 log φ), rounded up.
const HALF: (usize, usize) = (73, 100);

/// Returns the indices of a number of one word, descending.
fn indices_of_small(mut rest: u64) -> impl Iterator<Item = usize> {
    let mut numbers = vec![0u64, 1];
    while let [.., a, b] = numbers[..]
        && let Some(next) = a.checked_add(b).filter(|&next| next <= rest)
    {
        numbers.push(next);
    }
    (2..numbers.len()).rev().filter(move |&index| {
        let is_part = numbers[index] <= rest;
        rest -= if is_part { numbers[index] } else { 0 };
        is_part
    })
}

/// Computes the Fibonacci numbers of index `n` and `n + 1` by doubling the index.
fn fibonacci(n: usize) -> (UBig, UBig) {
    let (mut number, mut next) = (UBig::ZERO, UBig::ONE);
    for place in (0..usize::BITS - n.leading_zeros()).rev() {
        let square = number.sqr();
        (number, next) = ((&number * &next) * 2u8 - &square, next.sqr() + square);
        if n >> place & 1 == 1 {
            (number, next) = (next.clone(), number + next);
        }
    }
    (number, next)
}

/// Computes the number whose indices are those of `n`, each greater by one: (n + 1)φ - 1, rounded down. For F(k)φ differs from
/// F(k + 1) by (1/φ)^k, above and below in turn, so that together they differ by less than 1 and more than 1/φ - 1.
fn raised(n: &UBig) -> UBig {
    let more = n + 1u8;
    ((more.sqr() * 5u8).sqrt() + more) / 2u8 - 1u8
}

/// Splits `n` into the part with indices from `by + 2` on, each less by `by`, and the rest. The part is the
/// largest number that is no more than n when it is raised, for greater numbers have greater sums.
fn split(n: &UBig, by: usize) -> (UBig, UBig) {
    let (number, next) = fibonacci(by);
    let before = &next - &number;
    // If the index of a sum of Fibonacci numbers is raised by two, it becomes the sum of the two before.
    let back = |high: &UBig| &number * raised(high) + &before * high;
    // φ^by is a Lucas number, but for a small fraction.
    let mut high = n / (&next + &before);
    let mut sum = back(&high);
    while sum > *n {
        high -= 1u8;
        sum = back(&high);
    }
    // One more adds at least F(by + 1).
    while n - &sum >= next {
        let more = back(&(&high + 1u8));
        if more > *n {
            break;
        }
        high += 1u8;
        sum = more;
    }
    (high, n - sum)
}

impl Ruleset for FibonacciNim {
    type State = [u64; 2];

    fn facts(&self) -> Facts<'_, [u64; 2]> {
        Facts { impartial: true, heaps: Some(self), ..Facts::default() }
    }

    fn moves(&self, &[counters, most]: &[u64; 2], _: Player, out: &mut Moves<[u64; 2]>) -> Result<(), Fault> {
        let most = most.min(counters);
        out.expect(most)?;
        (1..=most).for_each(|taken| out.to([counters - taken, taken.saturating_mul(2)]));
        Ok(())
    }

    /// Lowers the largest number that may be taken to the size of the heap.
    fn normal_form(&self, [counters, most]: [u64; 2]) -> ([u64; 2], bool) {
        ([counters, most.min(counters)], false)
    }

    fn term(&self, state: &[u64; 2]) -> Term {
        HeapTheory::term(self, &sizes(state))
    }
}

impl Theorems<[UBig]> for FibonacciNim {
    fn wins(&self, state: &[UBig], convention: Convention) -> Option<(bool, &'static Theorem)> {
        let may_be_taken = |smallest: &UBig| *smallest <= state[1];
        (convention == Convention::Normal)
            .then(|| (zeckendorf(&state[0]).next().as_ref().is_some_and(may_be_taken), &ZECKENDORF))
    }
}

impl HeapTheory for FibonacciNim {
    fn moves<'a>(&'a self, state: &'a [UBig], _: Player) -> Result<TheoryMoves<'a>, Fault> {
        let most = (&state[0]).min(&state[1]);
        let count = u64::try_from(most).map_err(|_| too_many(most))?;
        Moves::<UBig>::default().expect(count)?;
        Ok(TheoryMoves::new((1..=count).map(|taken| vec![&state[0] - taken, UBig::from(taken) * 2u8])))
    }

    /// Returns the winning move. It takes a sum of the smallest Fibonacci numbers of the heap, if the next of them is
    /// more than twice as large.
    fn winning_moves<'a>(
        &'a self,
        state: &'a [UBig],
        convention: Convention,
        _: ReplyCount,
    ) -> Option<TheoryMoves<'a>> {
        if convention != Convention::Normal {
            return None;
        }
        let (mut parts, mut taken) = (zeckendorf(&state[0]).peekable(), UBig::ZERO);
        Some(TheoryMoves::new(std::iter::from_fn(move || {
            loop {
                taken += parts.next()?;
                if taken > state[1] {
                    return None;
                }
                let twice = &taken * 2u8;
                if parts.peek().is_none_or(|next| *next > twice) {
                    return Some(vec![&state[0] - &taken, twice]);
                }
            }
        })))
    }

    fn term(&self, state: &[UBig]) -> Term {
        let is_start = FibonacciNim::start(&state[0]) == [state[0].clone(), state[1].clone()];
        let most = (!is_start).then(|| size(&state[1]));
        let mut arguments = vec![size(&state[0])];
        arguments.extend(most);
        Term::Call("fibonacci_nim".into(), arguments)
    }
}
