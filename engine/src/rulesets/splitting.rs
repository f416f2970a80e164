//! Heaps that may be taken from or split: Lasker's Nim, Sprague's two variants, and split or take 1 to k (Lasker 1931;
//! Sprague 1936; Ferguson 1974, sections 5.2 and 5.3).

use dashu_int::UBig;
use dashu_int::ops::DivRem;

use super::several::{call, number, taken_from_one};
use crate::games::{Fault, Player};
use crate::heaps::{Code, Rule, Splits};
use crate::positions::{
    BoutonProof, Claim, Facts, HeapTheory, Moves, Ruleset, Term, Theorem, Theorems, TheoryMoves, too_many,
};

static LASKER: Theorem = Theorem {
    says: Claim::Because("by the nim-value, the heap with each 4m - 1 and 4m exchanged"),
    source: "Lasker 1931; Sprague 1936",
};
static ANY_SPLIT: Theorem = Theorem {
    says: Claim::Because("by the nim-value, which grows by 8 with every 5 counters"),
    source: "Sprague 1936",
};
static OR_TAKE: Theorem = Theorem {
    says: Claim::Because("by the nim-value, Lasker's up to k and then periodic"),
    source: "Ferguson 1974, section 5.3",
};

/// The splits and takes that are moves. Parts of a split are never empty, and a split takes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Splitting {
    /// Take any number, or split in two.
    Lasker,
    /// Take any number, or split into an even number of heaps.
    Even,
    /// Take any number, or split into any number of heaps.
    Any,
    /// Take 1 to k, or split in two.
    OrTake(u64),
}

/// Returns the nim-values of Lasker's Nim.
fn lasker(heap: UBig) -> UBig {
    match &heap % 4u8 {
        3 => heap + 1u8,
        0 if !heap.is_zero() => heap - 1u8,
        _ => heap,
    }
}

/// Returns the nim-values where a heap may be split into any number.
fn any(heap: UBig) -> UBig {
    match usize::try_from(&heap) {
        Ok(heap) if heap < 7 => UBig::from([0u8, 1, 2, 4, 3, 5, 6][heap]),
        _ => {
            let (rounds, rest) = (heap - 2u8).div_rem(UBig::from(5u8));
            rounds * 8u8 + [0u8, 2, 1, 5, 7][usize::try_from(rest).expect("below 5")]
        }
    }
}

/// Returns the nim-values of split or take 1 to k. For k = 1 modulo 4 the printed formula holds up to 2k + 1 only; from
/// k + 1 on the values have period k + 1.
fn or_take(k: u64, heap: UBig) -> UBig {
    let most = UBig::from(k);
    if heap <= most {
        return lasker(heap);
    }
    let next = &most + 1u8;
    match k % 4 {
        0 | 2 => match (heap - 1u8) % (&next + 1u8) + 1u8 {
            rest if rest <= most => lasker(rest),
            rest if rest == next => UBig::ZERO,
            _ => next,
        },
        _ if heap == next => lasker(heap),
        1 => match heap % &next {
            rest if rest.is_zero() => lasker(next),
            rest => lasker(most + rest) % next,
        },
        _ => (lasker(heap + 1u8) - 2u8) % next,
    }
}

/// Returns the number of parts that all partitions of a number have together, or `None` if it does not fit.
fn parts_of_partitions(total: u64) -> Option<u128> {
    const MAX_TOTAL: usize = 400;
    let total = usize::try_from(total).ok().filter(|total| *total <= MAX_TOTAL)?;
    let mut partitions = vec![0u128; total + 1];
    let mut parts = vec![0u128; total + 1];
    partitions[0] = 1;
    for part in 1..=total {
        for n in part..=total {
            partitions[n] += partitions[n - part];
            parts[n] += parts[n - part] + partitions[n - part];
        }
    }
    Some(parts[total])
}

/// Visits all partitions of a positive number, each in descending order.
fn partitions(total: u64, mut each: impl FnMut(&[u64])) {
    let mut parts = vec![total];
    loop {
        each(&parts);
        let mut loose = 0;
        while parts.last() == Some(&1) {
            parts.pop();
            loose += 1;
        }
        let Some(last) = parts.pop() else { return };
        loose += last;
        while loose > 0 {
            let part = (last - 1).min(loose);
            parts.push(part);
            loose -= part;
        }
    }
}

impl Ruleset for Splitting {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        let (theorem, period) = match *self {
            Splitting::Lasker | Splitting::Even => (&LASKER, Some([1, 4, 4])),
            Splitting::Any => (&ANY_SPLIT, Some([7, 5, 8])),
            Splitting::OrTake(k) if k % 2 == 0 => (&OR_TAKE, k.checked_add(2).map(|length| [1, length, 0])),
            Splitting::OrTake(k) => (&OR_TAKE, k.checked_add(1).map(|length| [length, length, 0])),
        };
        // Ferguson 1974, section 5.
        let bouton = match self {
            Splitting::OrTake(k) if k % 2 == 1 => None,
            Splitting::OrTake(_) => Some(BoutonProof::Conditions),
            Splitting::Lasker | Splitting::Even | Splitting::Any => Some(BoutonProof::Criterion),
        };
        let longest_move = if let Splitting::OrTake(k) = self { Some(*k) } else { None };
        Facts {
            impartial: true,
            heaps: Some(self),
            theorem: Some(theorem),
            period,
            longest_move,
            bouton,
            ..Facts::default()
        }
    }

    fn moves(&self, &heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        let taken = if let Splitting::OrTake(k) = self { heap.min(*k) } else { heap };
        match self {
            Splitting::Lasker | Splitting::OrTake(_) => {
                out.expect(u128::from(taken) + u128::from(heap / 2))?;
                (heap - taken..heap).for_each(|left| out.to(left));
                (1..=heap / 2).for_each(|part| out.to_sum([part, heap - part]));
            }
            Splitting::Even | Splitting::Any => {
                let parts = parts_of_partitions(heap).ok_or_else(Splitting::very_many)?;
                out.expect(parts + u128::from(taken))?;
                (heap - taken..heap).for_each(|left| out.to(left));
                if heap > 0 {
                    partitions(heap, |parts| {
                        if parts.len() > 1 && (*self == Splitting::Any || parts.len() % 2 == 0) {
                            out.to_sum(parts.iter().copied());
                        }
                    });
                }
            }
        }
        Ok(())
    }

    fn term(&self, heap: &u64) -> Term {
        HeapTheory::term(self, &[(*heap).into()])
    }
}

impl Splitting {
    /// Returns the fault for a number of splits with more digits than a person wants to see.
    fn very_many() -> Fault {
        too_many("more than 10^20")
    }
}

impl Theorems<[UBig]> for Splitting {
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        let heap = heaps[0].clone();
        Some(match *self {
            Splitting::Lasker | Splitting::Even => lasker(heap),
            Splitting::Any => any(heap),
            Splitting::OrTake(k) => or_take(k, heap),
        })
    }
}

impl HeapTheory for Splitting {
    fn rule(&self) -> Option<Rule> {
        Some(match *self {
            Splitting::Lasker => Rule::splitting(Splits::Coded),
            Splitting::Even => Rule::splitting(Splits::Even),
            Splitting::Any => Rule::splitting(Splits::Any),
            Splitting::OrTake(k) => {
                let most = usize::try_from(k).ok().filter(|&most| most <= Rule::LONGEST)?;
                Rule::from(format!("4.{}", "3".repeat(most)).parse::<Code>().ok()?)
            }
        })
    }

    fn any_move(&self, heaps: &[UBig]) -> Option<Vec<UBig>> {
        taken_from_one(heaps, |heap| match *self {
            Splitting::OrTake(k) => heap - UBig::from(k).min(heap.clone()),
            _ => heap / 2u8,
        })
    }

    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        let heap = &heaps[0];
        Err(match *self {
            Splitting::Lasker => too_many(heap + heap / 2u8),
            Splitting::OrTake(k) => too_many(UBig::from(k).min(heap.clone()) + heap / 2u8),
            Splitting::Even | Splitting::Any => Splitting::very_many(),
        })
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        match self {
            Splitting::Lasker => call("lasker", Vec::new(), heaps),
            Splitting::Even => call("sprague_even", Vec::new(), heaps),
            Splitting::Any => call("sprague_any", Vec::new(), heaps),
            Splitting::OrTake(k) => call("split_or_take", vec![number(*k)], heaps),
        }
    }
}
