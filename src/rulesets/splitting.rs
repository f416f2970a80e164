//! Heaps that may be taken from or split: Lasker's Nim, Sprague's two variants, and split or take 1 to k (Lasker 1931;
//! Sprague 1936; Ferguson 1974, sections 5.2 and 5.3).

use super::several::number;
use crate::games::{Fault, Player};
use crate::positions::{Known, Moves, Ruleset, Term, Theorem};

static LASKER: Theorem = Theorem {
    says: "by the nim-value, the heap with each 4m - 1 and 4m exchanged",
    source: "Lasker 1931; Sprague 1936",
};
static ANY: Theorem =
    Theorem { says: "by the nim-value, which grows by 8 with every 5 counters", source: "Sprague 1936" };
static OR_TAKE: Theorem =
    Theorem { says: "by the nim-value, Lasker's up to k and then periodic", source: "Ferguson 1974, section 5.3" };

/// Which splits and which takes are moves. Parts of a split are never empty, and a split takes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The nim-values of Lasker's Nim, while they fit.
fn lasker(heap: u64) -> Option<u64> {
    match heap % 4 {
        3 => heap.checked_add(1),
        0 if heap > 0 => Some(heap - 1),
        _ => Some(heap),
    }
}

/// The nim-values where a heap may be split into any number.
fn any(heap: u64) -> Option<u64> {
    if heap < 7 {
        return Some([0, 1, 2, 4, 3, 5, 6][heap as usize]);
    }
    let (n, rest) = ((heap - 2) / 5, (heap - 2) % 5);
    n.checked_mul(8)?.checked_add([0, 2, 1, 5, 7][rest as usize])
}

/// The nim-values of split or take 1 to k. For k = 1 modulo 4 the printed formula holds up to 2k + 1 only; from k + 1 on
/// the values have period k + 1.
fn or_take(k: u64, heap: u64) -> Option<u64> {
    if heap <= k {
        return lasker(heap);
    }
    // k is smaller than a heap.
    let next = k + 1;
    match k % 4 {
        0 | 2 => match (heap - 1) % next.checked_add(1)? + 1 {
            rest if rest <= k => lasker(rest),
            rest if rest == next => Some(0),
            _ => Some(next),
        },
        _ if heap == next => lasker(heap),
        1 => match heap % next {
            0 => lasker(next),
            rest => lasker(k + rest).map(|n| n % next),
        },
        _ => Some((lasker(heap.checked_add(1)?)? - 2) % next),
    }
}

/// How many parts all partitions of a number have together, while that fits.
fn parts_of_partitions(total: u64) -> u64 {
    const MOST: usize = 400;
    let Some(total) = usize::try_from(total).ok().filter(|total| *total <= MOST) else { return u64::MAX };
    let mut partitions = vec![0u64; total + 1];
    let mut parts = vec![0u64; total + 1];
    partitions[0] = 1;
    for part in 1..=total {
        for n in part..=total {
            partitions[n] = partitions[n].saturating_add(partitions[n - part]);
            parts[n] = parts[n].saturating_add(parts[n - part]).saturating_add(partitions[n - part]);
        }
    }
    parts[total]
}

/// All partitions of a positive number, each in descending order.
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

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, &heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        let taken = if let Splitting::OrTake(k) = self { heap.min(*k) } else { heap };
        match self {
            Splitting::Lasker | Splitting::OrTake(_) => {
                out.expect(taken.saturating_add(heap))?;
                (heap - taken..heap).for_each(|left| out.to(left));
                (1..=heap / 2).for_each(|part| out.to_sum([part, heap - part]));
            }
            Splitting::Even | Splitting::Any => {
                out.expect(parts_of_partitions(heap).saturating_add(taken))?;
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

    fn closed_form(&self, &heap: &u64) -> Option<Known> {
        let value = match *self {
            Splitting::Lasker | Splitting::Even => lasker(heap),
            Splitting::Any => any(heap),
            Splitting::OrTake(k) => or_take(k, heap),
        };
        value.map(Known::Nim)
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(match self {
            Splitting::Lasker | Splitting::Even => &LASKER,
            Splitting::Any => &ANY,
            Splitting::OrTake(_) => &OR_TAKE,
        })
    }

    /// For all but those with odd k (Ferguson 1974, section 5).
    fn keeps_bouton(&self) -> bool {
        !matches!(self, Splitting::OrTake(k) if k % 2 == 1)
    }

    fn term(&self, &heap: &u64) -> Term {
        let (name, k) = match self {
            Splitting::Lasker => ("lasker", None),
            Splitting::Even => ("sprague_even", None),
            Splitting::Any => ("sprague_any", None),
            Splitting::OrTake(k) => ("split_or_take", Some(*k)),
        };
        Term::Call(name.into(), k.into_iter().chain([heap]).map(number).collect())
    }
}
