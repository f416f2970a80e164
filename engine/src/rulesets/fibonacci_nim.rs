//! Fibonacci Nim: a move takes at most twice what the move before took, and the first may not take all (Whinihan 1963).
//!
//! State: the counters, and how many of them may be taken.

use dashu_int::UBig;

use super::several::{size, sizes};
use crate::games::{Fault, Player};
use crate::positions::{Claim, Convention, HeapTheory, Moves, Ruleset, Term, Theorem, too_many};

static ZECKENDORF: Theorem = Theorem {
    says: Claim::Because(
        "by the Fibonacci numbers that add up to the heap, no two of them neighbours: lost if none may be taken",
    ),
    source: "Whinihan 1963; Zeckendorf 1972",
};

/// The game of Fibonacci Nim.
pub struct FibonacciNim;

impl FibonacciNim {
    /// The start with so many counters.
    pub fn start(counters: &UBig) -> [UBig; 2] {
        let most = if counters.is_zero() { UBig::ZERO } else { counters - 1u8 };
        [counters.clone(), most]
    }
}

/// The Fibonacci numbers, no two of them neighbours, that add up to n, in ascending order (Zeckendorf 1972).
///
/// ```
/// use cg_engine::rulesets::fibonacci_nim::zeckendorf;
///
/// assert_eq!(zeckendorf(&100u8.into()), [3u8.into(), 8u8.into(), 89u8.into()]);
/// ```
pub fn zeckendorf(n: &UBig) -> Vec<UBig> {
    let mut numbers = vec![UBig::ONE, UBig::from(2u8)];
    while let [.., a, b] = &numbers[..]
        && b < n
    {
        numbers.push(a + b);
    }
    let (mut rest, mut parts) = (n.clone(), Vec::new());
    for number in numbers.into_iter().rev() {
        if number <= rest {
            rest -= &number;
            parts.push(number);
        }
    }
    parts.reverse();
    parts
}

impl Ruleset for FibonacciNim {
    type State = [u64; 2];

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, &[counters, most]: &[u64; 2], _: Player, out: &mut Moves<[u64; 2]>) -> Result<(), Fault> {
        let most = most.min(counters);
        out.expect(most)?;
        (1..=most).for_each(|taken| out.to([counters - taken, taken.saturating_mul(2)]));
        Ok(())
    }

    /// No more can be taken than there are.
    fn normal_form(&self, [counters, most]: [u64; 2]) -> ([u64; 2], bool) {
        ([counters, most.min(counters)], false)
    }

    fn theory(&self) -> Option<&dyn HeapTheory> {
        Some(self)
    }

    fn term(&self, state: &[u64; 2]) -> Term {
        HeapTheory::term(self, &sizes(state))
    }
}

impl HeapTheory for FibonacciNim {
    fn moves(&self, state: &[UBig], _: Player) -> Result<Vec<Vec<UBig>>, Fault> {
        let most = (&state[0]).min(&state[1]);
        let count = u64::try_from(most).map_err(|_| too_many(most))?;
        Moves::<UBig>::default().expect(count)?;
        Ok((1..=count).map(|taken| vec![&state[0] - taken, UBig::from(taken) * 2u8]).collect())
    }

    fn wins(&self, state: &[UBig], convention: Convention) -> Option<(bool, &'static Theorem)> {
        let may_be_taken = |smallest: &UBig| *smallest <= state[1];
        (convention == Convention::Normal)
            .then(|| (zeckendorf(&state[0]).first().is_some_and(may_be_taken), &ZECKENDORF))
    }

    /// What is taken is the sum of the smallest Fibonacci numbers of the heap, and the next of them is more than twice
    /// as large.
    fn winning_moves(&self, state: &[UBig], convention: Convention) -> Option<Vec<Vec<UBig>>> {
        if convention != Convention::Normal {
            return None;
        }
        let parts = zeckendorf(&state[0]);
        let (mut taken, mut found) = (UBig::ZERO, Vec::new());
        for (i, part) in parts.iter().enumerate() {
            taken += part;
            let twice = &taken * 2u8;
            if taken <= state[1] && parts.get(i + 1).is_none_or(|next| *next > twice) {
                found.push(vec![&state[0] - &taken, twice]);
            }
        }
        Some(found)
    }

    fn term(&self, state: &[UBig]) -> Term {
        let is_start = FibonacciNim::start(&state[0]) == [state[0].clone(), state[1].clone()];
        let most = (!is_start).then(|| size(&state[1]));
        let mut arguments = vec![size(&state[0])];
        arguments.extend(most);
        Term::Call("fibonacci_nim".into(), arguments)
    }
}
