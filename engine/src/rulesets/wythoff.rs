//! Wythoff's game: take any number from one of two heaps, or the same number from both (Wythoff 1907). And Fraenkel's
//! game on three heaps, in which numbers with nim-sum 0 may be taken from all (Scenic trails, section 6).

mod row;
mod table;

use crate::games::Cache;
use std::collections::hash_map::Entry;

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;

use super::several::{call, counters, one_by_one, sizes, taken_from_one};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault, Forget, Player};
use crate::heaps::{ReplyCount, Vectors};
use crate::positions::{
    Claim, Convention, Facts, HeapTheory, Moves, Ruleset, Term, Theorem, Theorems, TheoryMoves, too_many,
};

static GOLDEN: Theorem = Theorem {
    says: Claim::Because("by the golden section t: lost are the heaps floor(n*t), floor(n*t^2)"),
    source: "Wythoff 1907; Coxeter 1953",
};
static GOLDEN_MISERE: Theorem = Theorem {
    says: Claim::Because("as in normal play, but lost are (0, 1) and (2, 2) instead of (0, 0) and (1, 2)"),
    source: "Fraenkel 1984",
};

/// Smaller heaps whose rows are examined.
const LONG_ROWS: usize = 1 << 14;

/// Wythoff's game on two heaps.
///
/// ```
/// use cg_engine::heaps::ReplyCount;
/// use cg_engine::positions::{Convention, HeapTheory, Theorems};
/// use cg_engine::rulesets::wythoff::Wythoff;
///
/// let heaps = [618_033_988_749_894_848u64, 1_000_000_000_000_000_000].map(dashu_int::UBig::from);
/// let wythoff = Wythoff::default();
/// let (won, theorem) = wythoff.wins(&heaps[..], Convention::Normal).unwrap();
/// assert!(!won && theorem.source.starts_with("Wythoff 1907"));
/// let heaps = [5u8.into(), 6u8.into()];
/// let good: Vec<_> = wythoff.winning_moves(&heaps, Convention::Normal, ReplyCount::All).unwrap().collect();
/// assert_eq!(good, [[1u8.into(), 2u8.into()], [5u8.into(), 3u8.into()]]);
/// ```
#[derive(Default, PartialEq, Eq, Hash)]
pub struct Wythoff {
    values: Cache<table::Values>,
    /// Rows that are long, by their heap.
    rows: Cache<FastMap<usize, row::Row>>,
}

impl Wythoff {
    /// Returns the nim-value from the row of the smaller heap, or `None` if the row does not determine it for so large
    /// a heap.
    fn value_in_row(&self, a: usize, b: &UBig, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        let mut rows = self.rows.write();
        let row = match rows.entry(a) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(place) => place.insert(row::Row::new(a, budget)?),
        };
        row.value(b, budget)
    }
}

/// Returns the heaps n·t and n·t², rounded down, t the golden section.
fn pair(n: &UBig) -> [UBig; 2] {
    let small = (n + (n * n * 5u8).sqrt()) / 2u8;
    let large = &small + n;
    [small, large]
}

/// Returns the pair that a heap belongs to: every heap from 1 on is in exactly one (Beatty 1926).
fn pair_with(heap: &UBig) -> Option<[UBig; 2]> {
    // n is near heap/t if the heap is the smaller one, near heap/t² if it is the larger.
    let root = (heap * heap * 5u8).sqrt();
    let by_smaller = (&root - heap) / 2u8;
    let by_larger = (heap * 3u8 - root) / 2u8;
    let near = |n: UBig| [if n.is_zero() { n.clone() } else { &n - 1u8 }, n.clone(), n + 1u8];
    let mut all = near(by_smaller).into_iter().chain(near(by_larger)).map(|n| pair(&n));
    all.find(|pair| pair.contains(heap))
}

fn is_lost(heaps: &[UBig], convention: Convention) -> bool {
    let [a, b] = if heaps[0] <= heaps[1] { [&heaps[0], &heaps[1]] } else { [&heaps[1], &heaps[0]] };
    let few = [a, b].map(|heap| u8::try_from(heap).ok());
    match (convention, few) {
        (Convention::Misere, [Some(0), Some(1)] | [Some(2), Some(2)]) => true,
        (Convention::Misere, [Some(0), Some(0)] | [Some(1), Some(2)]) => false,
        _ => pair(&(b - a))[0] == *a,
    }
}

fn theorem(convention: Convention) -> &'static Theorem {
    if convention == Convention::Normal { &GOLDEN } else { &GOLDEN_MISERE }
}

/// Returns `true` if one move leads from these heaps to those.
fn is_move(from: &[UBig], to: &[UBig; 2]) -> bool {
    if from == to || to[0] > from[0] || to[1] > from[1] {
        return false;
    }
    let [a, b] = [0, 1].map(|i| &from[i] - &to[i]);
    a.is_zero() || b.is_zero() || a == b
}

impl Ruleset for Wythoff {
    type State = [u64; 2];

    fn facts(&self) -> Facts<'_, [u64; 2]> {
        Facts { impartial: true, heaps: Some(self), memory: Some(self), ..Facts::default() }
    }

    fn moves(&self, &[a, b]: &[u64; 2], _: Player, out: &mut Moves<[u64; 2]>) -> Result<(), Fault> {
        out.expect([a, b, a.min(b)].map(u128::from).iter().sum::<u128>())?;
        (0..a).for_each(|left| out.to([left, b]));
        (0..b).for_each(|left| out.to([a, left]));
        (1..=a.min(b)).rev().for_each(|taken| out.to([a - taken, b - taken]));
        Ok(())
    }

    fn normal_form(&self, [a, b]: [u64; 2]) -> ([u64; 2], bool) {
        ([a.min(b), a.max(b)], false)
    }

    fn term(&self, heaps: &[u64; 2]) -> Term {
        HeapTheory::term(self, &sizes(heaps))
    }
}

impl Forget for Wythoff {
    fn forget(&self) {
        self.values.forget();
        self.rows.forget();
    }
}

/// Returns the nim-value if one of the heaps is empty, as in Nim.
fn nim_value(heaps: &[UBig]) -> Option<UBig> {
    heaps.iter().any(UBig::is_zero).then(|| counters(heaps))
}

fn wins(heaps: &[UBig], convention: Convention) -> (bool, &'static Theorem) {
    (!is_lost(heaps, convention), theorem(convention))
}

/// Finds the winning moves: to the pairs with either heap and to the pair of their difference, for no other can be reached.
fn winning_moves(heaps: &[UBig], convention: Convention) -> Vec<Vec<UBig>> {
    if is_lost(heaps, convention) {
        return Vec::new();
    }
    let [a, b] = [&heaps[0], &heaps[1]];
    let difference = if a > b { a - b } else { b - a };
    let few = [[0u8, 0], [0, 1], [2, 2]].map(|pair| Some(pair.map(UBig::from)));
    let near = [pair_with(a), pair_with(b), Some(pair(&difference))].into_iter().chain(few).flatten();
    let both = near.flat_map(|[x, y]| [[x.clone(), y.clone()], [y, x]]);
    let wins = |to: &[UBig; 2]| is_move(heaps, to) && is_lost(to, convention);
    let mut found: Vec<Vec<UBig>> = both.filter(wins).map(Vec::from).collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl Theorems<[UBig]> for Wythoff {
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        nim_value(heaps)
    }

    fn wins(&self, heaps: &[UBig], convention: Convention) -> Option<(bool, &'static Theorem)> {
        Some(wins(heaps, convention))
    }
}

impl HeapTheory for Wythoff {
    fn vectors(&self, _: &[u64]) -> Option<Vectors> {
        Some(Vectors { rays: [one_by_one(2), vec![vec![1, 1]]].concat(), single: Vec::new() })
    }

    fn tabled(&self, heaps: &[UBig], budget: &mut Budget) -> Option<Result<UBig, Fault>> {
        let [a, b] = if heaps[0] <= heaps[1] { [&heaps[0], &heaps[1]] } else { [&heaps[1], &heaps[0]] };
        let row = usize::try_from(a).ok().filter(|&row| row < LONG_ROWS)?;
        let column = usize::try_from(b).unwrap_or(usize::MAX);
        let tabled = self.values.write().of(row, column, budget);
        tabled.map(|value| value.map(UBig::from)).or_else(|| self.value_in_row(row, b, budget).transpose())
    }

    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        Err(too_many(counters(heaps) + (&heaps[0]).min(&heaps[1])))
    }

    fn any_move(&self, heaps: &[UBig]) -> Option<Vec<UBig>> {
        taken_from_one(heaps, |heap| heap / 2u8)
    }

    fn winning_moves(&self, heaps: &[UBig], convention: Convention, _: ReplyCount) -> Option<TheoryMoves<'_>> {
        Some(winning_moves(heaps, convention).into())
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call("wythoff", Vec::new(), heaps)
    }
}

/// Fraenkel's game on three heaps.
#[derive(PartialEq, Eq, Hash)]
pub struct ThreeHeapWythoff;

/// Returns the two heaps that are left when one is empty: then it is Wythoff's game.
fn two(heaps: &[UBig]) -> Option<[UBig; 2]> {
    let empty = heaps.iter().position(UBig::is_zero)?;
    let mut rest = (0..3).filter(|&i| i != empty).map(|i| heaps[i].clone());
    Some([rest.next()?, rest.next()?])
}

impl Ruleset for ThreeHeapWythoff {
    type State = [u64; 3];

    fn facts(&self) -> Facts<'_, [u64; 3]> {
        Facts { impartial: true, heaps: Some(self), ..Facts::default() }
    }

    fn moves(&self, heaps: &[u64; 3], _: Player, out: &mut Moves<[u64; 3]>) -> Result<(), Fault> {
        let mut order = [0, 1, 2];
        order.sort_by_key(|&i| heaps[i]);
        let [x, y, z] = order;
        let pairs = (u128::from(heaps[x]) + 1) * (u128::from(heaps[y]) + 1);
        out.expect(pairs - 1 + heaps.iter().map(|&heap| u128::from(heap)).sum::<u128>())?;
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

    fn term(&self, heaps: &[u64; 3]) -> Term {
        HeapTheory::term(self, &sizes(heaps))
    }
}

impl Theorems<[UBig]> for ThreeHeapWythoff {
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        nim_value(&two(heaps)?)
    }

    fn wins(&self, heaps: &[UBig], convention: Convention) -> Option<(bool, &'static Theorem)> {
        Some(wins(&two(heaps)?, convention))
    }
}

impl HeapTheory for ThreeHeapWythoff {
    fn vectors(&self, heaps: &[u64]) -> Option<Vectors> {
        let mut single = Vec::new();
        if let &[a, b, c] = heaps {
            for k in 0..=a {
                let fitting = (0..=b).map(|l| vec![k, l, k ^ l]).filter(|vector| vector[2] <= c);
                single.extend(fitting.filter(|vector| vector.iter().any(|&part| part > 0)));
            }
        }
        Some(Vectors { rays: one_by_one(3), single })
    }

    /// Lists the moves: any number from one heap, or from two of them numbers whose nim-sum may be taken from the
    /// third.
    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        Err(too_many(format!("more than {}", counters(heaps))))
    }

    fn any_move(&self, heaps: &[UBig]) -> Option<Vec<UBig>> {
        taken_from_one(heaps, |heap| heap / 2u8)
    }

    /// Returns the winning moves with an empty heap, which stays empty, as in Wythoff's game.
    fn winning_moves(&self, heaps: &[UBig], convention: Convention, _: ReplyCount) -> Option<TheoryMoves<'_>> {
        let empty = heaps.iter().position(UBig::is_zero)?;
        let mut found = winning_moves(&two(heaps)?, convention);
        found.iter_mut().for_each(|left| left.insert(empty, UBig::ZERO));
        Some(found.into())
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call("wythoff3", Vec::new(), heaps)
    }
}
