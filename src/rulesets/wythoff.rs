//! Wythoff's game: take any number from one of two heaps, or the same number from both (Wythoff 1907). And Fraenkel's
//! game on three heaps, in which numbers with nim-sum 0 may be taken from all (Scenic trails, section 6).

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;

use super::several::{call, sorted};
use crate::games::{Fault, Player};
use crate::positions::{Convention, Known, Moves, Ruleset, Term, Theorem};

static GOLDEN: Theorem = Theorem {
    says: "by the golden section t: lost are the heaps floor(n*t), floor(n*t^2)",
    source: "Wythoff 1907; Coxeter 1953",
};
static GOLDEN_MISERE: Theorem = Theorem {
    says: "as in normal play, but lost are (0, 1) and (2, 2) instead of (0, 0) and (1, 2)",
    source: "Fraenkel 1984",
};

/// Wythoff's game on two heaps.
///
/// ```
/// use cg::positions::{Convention, Ruleset};
/// use cg::rulesets::wythoff::Wythoff;
///
/// let (won, theorem) = Wythoff.wins(&[618_033_988_749_894_848, 1_000_000_000_000_000_000], Convention::Normal).unwrap();
/// assert!(!won && theorem.source.starts_with("Wythoff 1907"));
/// assert_eq!(Wythoff.winning_moves(&[5, 6], Convention::Normal).unwrap(), [[1, 2], [5, 3]]);
/// ```
pub struct Wythoff;

/// Heaps n·t and n·t², rounded down, t the golden section; `None` if they are too large.
fn pair(n: u64) -> Option<[u64; 2]> {
    let n = UBig::from(n);
    let small = (&n + (&n * &n * 5u8).sqrt()) / 2u8;
    let large = &small + &n;
    Some([u64::try_from(small).ok()?, u64::try_from(large).ok()?])
}

/// The pair that a heap belongs to: every heap from 1 on is in exactly one (Beatty 1926).
fn pair_with(heap: u64) -> Option<[u64; 2]> {
    // n is near heap/t if the heap is the smaller one, near heap/t² if it is the larger.
    let root = (UBig::from(heap) * heap * 5u8).sqrt();
    let by_smaller = u64::try_from((&root - heap) / 2u8).ok()?;
    let by_larger = u64::try_from((UBig::from(heap) * 3u8 - root) / 2u8).ok()?;
    let near = |n: u64| [n.saturating_sub(1), n, n.saturating_add(1)];
    let mut all = near(by_smaller).into_iter().chain(near(by_larger)).filter_map(pair);
    all.find(|pair| pair.contains(&heap))
}

fn is_lost(heaps: [u64; 2], convention: Convention) -> bool {
    let [a, b] = [heaps[0].min(heaps[1]), heaps[0].max(heaps[1])];
    match (convention, a, b) {
        (Convention::Misere, 0, 1) | (Convention::Misere, 2, 2) => true,
        (Convention::Misere, 0, 0) | (Convention::Misere, 1, 2) => false,
        _ => pair(b - a) == Some([a, b]),
    }
}

fn theorem(convention: Convention) -> &'static Theorem {
    if convention == Convention::Normal { &GOLDEN } else { &GOLDEN_MISERE }
}

/// Whether one move leads from these heaps to those.
fn is_move(from: [u64; 2], to: [u64; 2]) -> bool {
    let taken = [0, 1].map(|i| from[i].checked_sub(to[i]));
    matches!(taken, [Some(a), Some(b)] if from != to && (a == 0 || b == 0 || a == b))
}

impl Ruleset for Wythoff {
    type State = [u64; 2];

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, &[a, b]: &[u64; 2], _: Player, out: &mut Moves<[u64; 2]>) -> Result<(), Fault> {
        out.expect(a.saturating_add(b).saturating_add(a.min(b)))?;
        (0..a).for_each(|left| out.to([left, b]));
        (0..b).for_each(|left| out.to([a, left]));
        (1..=a.min(b)).rev().for_each(|taken| out.to([a - taken, b - taken]));
        Ok(())
    }

    fn normal_form(&self, [a, b]: [u64; 2]) -> ([u64; 2], bool) {
        ([a.min(b), a.max(b)], false)
    }

    fn closed_form(&self, &[a, b]: &[u64; 2]) -> Option<Known> {
        (a == 0 || b == 0).then_some(Known::Nim(a + b))
    }

    fn wins(&self, heaps: &[u64; 2], convention: Convention) -> Option<(bool, &'static Theorem)> {
        Some((!is_lost(*heaps, convention), theorem(convention)))
    }

    /// The pairs of the two heaps and the pair of their difference; no other can be reached.
    fn winning_moves(&self, heaps: &[u64; 2], convention: Convention) -> Option<Vec<[u64; 2]>> {
        if is_lost(*heaps, convention) {
            return Some(Vec::new());
        }
        let [a, b] = *heaps;
        let difference = pair(a.abs_diff(b));
        let near = [pair_with(a), pair_with(b), difference, Some([0, 0]), Some([0, 1]), Some([2, 2])];
        let both = near.into_iter().flatten().flat_map(|[x, y]| [[x, y], [y, x]]);
        let mut found: Vec<[u64; 2]> = both.filter(|&to| is_move(*heaps, to) && is_lost(to, convention)).collect();
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    fn term(&self, heaps: &[u64; 2]) -> Term {
        call("wythoff", Vec::new(), heaps)
    }
}

/// Fraenkel's game on three heaps.
pub struct ThreeHeapWythoff;

/// The two heaps that are left when one is empty: then it is Wythoff's game.
fn two(heaps: &[u64; 3]) -> Option<[u64; 2]> {
    let heaps = sorted(heaps.to_vec());
    let heap = |i: usize| heaps.get(i).copied().unwrap_or(0);
    (heaps.len() < 3).then(|| [heap(0), heap(1)])
}

impl Ruleset for ThreeHeapWythoff {
    type State = [u64; 3];

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, heaps: &[u64; 3], _: Player, out: &mut Moves<[u64; 3]>) -> Result<(), Fault> {
        let mut order = [0, 1, 2];
        order.sort_by_key(|&i| heaps[i]);
        let [x, y, z] = order;
        let pairs = heaps[x].saturating_add(1).saturating_mul(heaps[y].saturating_add(1));
        out.expect(heaps.iter().fold(pairs, |sum, &heap| sum.saturating_add(heap)))?;
        for i in 0..3 {
            for left in 0..heaps[i] {
                let mut next = *heaps;
                next[i] = left;
                out.to(next);
            }
        }
        for k in 0..=heaps[x] {
            for l in 0..=heaps[y] {
                if k + l > 0 && k ^ l <= heaps[z] {
                    let mut next = *heaps;
                    next[x] -= k;
                    next[y] -= l;
                    next[z] -= k ^ l;
                    out.to(next);
                }
            }
        }
        Ok(())
    }

    fn normal_form(&self, mut heaps: [u64; 3]) -> ([u64; 3], bool) {
        heaps.sort_unstable();
        (heaps, false)
    }

    fn closed_form(&self, heaps: &[u64; 3]) -> Option<Known> {
        Wythoff.closed_form(&two(heaps)?)
    }

    fn wins(&self, heaps: &[u64; 3], convention: Convention) -> Option<(bool, &'static Theorem)> {
        Wythoff.wins(&two(heaps)?, convention)
    }

    fn term(&self, heaps: &[u64; 3]) -> Term {
        call("wythoff3", Vec::new(), heaps)
    }
}
