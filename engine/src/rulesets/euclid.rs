//! Euclid: a multiple of the smaller of two numbers is taken from the larger one; both stay positive (Cole and Davie
//! 1969; Grossman 1997). When they are equal, play has ended.

use dashu_int::UBig;

use super::several::{call, sizes};
use crate::games::{Fault, Player};
use crate::heaps::ReplyCount;
use crate::positions::{Claim, Facts, HeapTheory, Moves, Ruleset, Term, Theorem, Theorems, TheoryMoves};

static RATIO: Theorem = Theorem {
    says: Claim::Because("by the ratios of the numbers: the nim-value is the whole part of |x/y - y/x|"),
    source: "Nivasch 2006",
};

/// The game of Euclid on two positive numbers.
#[derive(PartialEq, Eq, Hash)]
pub struct Euclid;

/// Partizan Euclid: from (p, q), where q does not divide p, Left moves to q and the remainder, Right to q and what q lacks to
/// the next multiple (McKay and Nowakowski).
#[derive(PartialEq, Eq, Hash)]
pub struct PartizanEuclid;

impl Ruleset for PartizanEuclid {
    type State = [u64; 2];

    fn moves(&self, &[p, q]: &[u64; 2], player: Player, out: &mut Moves<[u64; 2]>) -> Result<(), Fault> {
        match p.checked_rem(q) {
            None | Some(0) => {}
            Some(rest) if player == Player::Left => out.to([q, rest]),
            Some(rest) => out.to([q, q - rest]),
        }
        Ok(())
    }

    fn term(&self, numbers: &[u64; 2]) -> Term {
        Term::call("partizan_euclid", numbers.iter().copied())
    }
}

/// Returns the number of times that the smaller number can be taken, and the place of the smaller one.
fn times(numbers: &[UBig]) -> (UBig, usize) {
    let smaller = usize::from(numbers[1] < numbers[0]);
    ((&numbers[1 - smaller] - 1u8) / &numbers[smaller], smaller)
}

/// Returns the numbers after the smaller one is taken so often.
fn taken(numbers: &[UBig], smaller: usize, times: &UBig) -> Vec<UBig> {
    let mut next = numbers.to_vec();
    next[1 - smaller] -= times * &numbers[smaller];
    next
}

fn value(numbers: &[UBig]) -> UBig {
    let (x, y) = (&numbers[0], &numbers[1]);
    let (low, high) = (x.min(y), x.max(y));
    (high * high - low * low) / (low * high)
}

impl Ruleset for Euclid {
    type State = [u64; 2];

    fn facts(&self) -> Facts<'_, [u64; 2]> {
        Facts { impartial: true, heaps: Some(self), theorem: Some(&RATIO), ..Facts::default() }
    }

    fn moves(&self, numbers: &[u64; 2], _: Player, out: &mut Moves<[u64; 2]>) -> Result<(), Fault> {
        let smaller = usize::from(numbers[1] < numbers[0]);
        let times = (numbers[1 - smaller] - 1) / numbers[smaller];
        out.expect(times)?;
        for times in 1..=times {
            let mut next = *numbers;
            next[1 - smaller] -= times * numbers[smaller];
            out.to(next);
        }
        Ok(())
    }

    fn normal_form(&self, [x, y]: [u64; 2]) -> ([u64; 2], bool) {
        ([x.min(y), x.max(y)], false)
    }

    fn term(&self, numbers: &[u64; 2]) -> Term {
        HeapTheory::term(self, &sizes(numbers))
    }
}

impl Theorems<[UBig]> for Euclid {
    fn nim_value(&self, numbers: &[UBig]) -> Option<UBig> {
        Some(value(numbers))
    }
}

impl HeapTheory for Euclid {
    fn moves<'a>(&'a self, numbers: &'a [UBig], _: Player) -> Result<TheoryMoves<'a>, Fault> {
        let (most, smaller) = times(numbers);
        let most = u64::try_from(&most).map_err(|_| crate::positions::too_many(&most))?;
        Moves::<UBig>::default().expect(most)?;
        Ok(TheoryMoves::new((1..=most).map(move |times| taken(numbers, smaller, &times.into()))))
    }

    /// While the larger number stays the larger one, its quotient is the nim-value or one more; only the last move may
    /// make it the smaller one.
    fn moves_to<'a>(&'a self, numbers: &'a [UBig], nim_value: &UBig, _: ReplyCount) -> Option<TheoryMoves<'a>> {
        let (most, smaller) = times(numbers);
        let quotient = &numbers[1 - smaller] / &numbers[smaller];
        let mut found = Vec::new();
        let near = (0u8..2).filter_map(|more| {
            let wanted = nim_value + more;
            (wanted < quotient).then(|| &quotient - wanted)
        });
        let mut tried: Vec<UBig> = near.chain([most.clone()]).filter(|n| !n.is_zero() && *n <= most).collect();
        tried.sort_unstable();
        tried.dedup();
        for times in tried {
            let next = taken(numbers, smaller, &times);
            if value(&next) == *nim_value {
                found.push(next);
            }
        }
        Some(found.into())
    }

    fn term(&self, numbers: &[UBig]) -> Term {
        call("euclid", Vec::new(), numbers)
    }
}
