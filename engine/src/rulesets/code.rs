//! Take-and-break games by their code: Kayles, Dawson's games and all others (Winning Ways, ch. 4).

use crate::games::Cache;

use dashu_int::UBig;

use super::several::call;
use crate::games::{Fault, Player};
use crate::heaps::{Code, Rule, Sequence};
use crate::positions::{Facts, HeapTheory, Moves, Ruleset, Term, Theorems, TheoryMoves, too_many};

/// The way the positions of a take-and-break game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// `code("0.77", 5)`, or another function of a code and a heap.
    OfCode(&'static str),
    /// `kayles(5)`: a function of the heap alone.
    OfHeap(&'static str),
}

/// Moves after which no more are counted: too many to be listed.
const MAX_COUNTED_MOVES: u64 = 1 << 30;

/// Moves that leave one heap after which those are not made to be counted.
const MANY_MOVES: u64 = 1 << 24;

/// The game of a code.
#[derive(PartialEq, Eq, Hash)]
pub struct TakeAndBreak {
    name: Name,
    code: Code,
    values: Cache<Sequence>,
}

impl TakeAndBreak {
    /// Returns the game of this code, written with this name.
    pub fn new(name: Name, code: Code) -> TakeAndBreak {
        TakeAndBreak { name, values: Cache::new(Sequence::new(code.clone())), code }
    }
}

/// Returns the numbers of counters that can be taken from a heap, in ascending order; of the digits 0 and 1 the last
/// only.
fn takes(code: &Code, heap: u64) -> impl Iterator<Item = u64> {
    let leaves = |k: &u64| code.digit(*k) > 1;
    let (start, len) = code.repeats().or(code.last().map(|last| (last, 0))).unwrap_or_default();
    let again: Vec<u64> = (start + 1..=start + len).filter(leaves).collect();
    let blocks = if again.is_empty() || heap <= start { 0 } else { (heap - start) / len + 1 };
    let repeating = (0..blocks).flat_map(move |block| again.clone().into_iter().map(move |k| k + block * len));
    // The whole heap is taken last, if a heap of this size allows nothing else.
    let whole = (code.digit(heap) == 1).then_some(heap);
    (0..=start.min(heap)).filter(leaves).chain(repeating.take_while(move |&k| k <= heap)).chain(whole)
}

/// Returns a lower bound for the number of moves, without making them.
fn count(code: &Code, heap: u64) -> u64 {
    let most = code.most_heaps();
    // One heap can be left by each number of a period from which it may.
    let (start, len) = code.repeats().unwrap_or_default();
    let each = (start + 1..=start + len).filter(|&k| code.allows(k, 1)).count() as u64;
    let single = heap.saturating_sub(start).checked_div(len).unwrap_or(0).saturating_mul(each);
    if single > MANY_MOVES {
        return single;
    }
    let mut count = 0u64;
    for taken in takes(code, heap) {
        for j in (0..most).filter(|&j| code.allows(taken, j)) {
            count = count.saturating_add(splits(heap - taken, j));
        }
        if count > MAX_COUNTED_MOVES {
            break;
        }
    }
    count
}

/// Lists the moves that a code allows from a heap.
fn moves(code: &Code, heap: u64, out: &mut Moves<u64>) -> Result<(), Fault> {
    out.expect(count(code, heap))?;
    let most = code.most_heaps();
    for taken in takes(code, heap) {
        out.charge(1)?;
        for count in (0..most).filter(|&j| code.allows(taken, j)) {
            out.expect(out.len() as u64)?;
            split(heap - taken, count, 1, &mut Vec::new(), out)?;
        }
    }
    Ok(())
}

/// Returns the moves from a large heap that leave one heap, if there are no others: a large heap is parted in too many
/// ways, and it can be taken whole only if so can all others.
fn moves_of_large<'a>(code: &'a Code, heap: &'a UBig) -> Result<TheoryMoves<'a>, Fault> {
    let Some(last) = code.last() else { return Err(too_many("more than 10^18")) };
    let mut ways = UBig::ZERO;
    for taken in 0..=last {
        for count in (2..code.most_heaps()).filter(|&j| code.allows(taken, j)) {
            // The count is exact for two heaps, and a lower bound for more.
            ways += (heap - taken) / 2u8;
            if count > 2 {
                return Err(too_many(format!("more than {ways}")));
            }
        }
    }
    let single = (0..=last).filter(move |&taken| code.allows(taken, 1));
    if ways.is_zero() {
        Ok(TheoryMoves::new(single.map(move |taken| vec![heap - taken])))
    } else {
        Err(too_many(ways + single.count()))
    }
}

impl Ruleset for TakeAndBreak {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts {
            impartial: true,
            heaps: Some(self),
            sequence: Some((&self.values, 0)),
            longest_move: self.code.last(),
            ..Facts::default()
        }
    }

    fn moves(&self, &heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        moves(&self.code, heap, out)
    }

    fn term(&self, heap: &u64) -> Term {
        HeapTheory::term(self, &[(*heap).into()])
    }
}

impl Theorems<[UBig]> for TakeAndBreak {}

impl HeapTheory for TakeAndBreak {
    fn rule(&self) -> Option<Rule> {
        Some(self.code.clone().into())
    }

    /// Returns the first number that may be taken so that one heap is left.
    fn any_move(&self, heaps: &[UBig]) -> Option<Vec<UBig>> {
        let end = self.code.repeats().map_or_else(|| self.code.last().unwrap_or(0), |(digits, len)| digits + len);
        let taken = (1..=end).find(|&taken| self.code.allows(taken, 1))?;
        (heaps[0] > UBig::from(taken)).then(|| vec![&heaps[0] - taken])
    }

    fn moves<'a>(&'a self, heaps: &'a [UBig], _: Player) -> Result<TheoryMoves<'a>, Fault> {
        moves_of_large(&self.code, &heaps[0])
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        match self.name {
            Name::OfCode(name) => call(name, vec![Term::Text(self.code.to_string().into())], heaps),
            Name::OfHeap(name) => call(name, Vec::new(), heaps),
        }
    }
}

/// A take-and-break game in which Left and Right have a code each.
#[derive(PartialEq, Eq, Hash)]
pub struct PartizanTakeAndBreak {
    left: Code,
    right: Code,
}

impl PartizanTakeAndBreak {
    /// Returns the game of Left's code and Right's.
    pub fn new(left: Code, right: Code) -> PartizanTakeAndBreak {
        PartizanTakeAndBreak { left, right }
    }

    fn code(&self, player: Player) -> &Code {
        if player == Player::Left { &self.left } else { &self.right }
    }
}

impl Ruleset for PartizanTakeAndBreak {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts { heaps: Some(self), ..Facts::default() }
    }

    fn moves(&self, &heap: &u64, player: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        moves(self.code(player), heap, out)
    }

    fn term(&self, heap: &u64) -> Term {
        HeapTheory::term(self, &[(*heap).into()])
    }
}

impl Theorems<[UBig]> for PartizanTakeAndBreak {}

impl HeapTheory for PartizanTakeAndBreak {
    fn moves<'a>(&'a self, heaps: &'a [UBig], player: Player) -> Result<TheoryMoves<'a>, Fault> {
        moves_of_large(self.code(player), &heaps[0])
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        let codes = [&self.left, &self.right].map(|code| Term::Text(code.to_string().into()));
        call("partizan_code", codes.to_vec(), heaps)
    }
}

/// Returns a lower bound for the number of ways to part a heap into j heaps that are not empty. It is exact up to
/// three.
fn splits(total: u64, j: u32) -> u64 {
    match j {
        0 => (total == 0).into(),
        1 => (total > 0).into(),
        2 => total / 2,
        _ => {
            // Each way is counted at most j! times among the compositions of the total, C(total - 1, j - 1) of them.
            let (mut compositions, mut orders) = (1u128, 1u128);
            for i in 1..j as u128 {
                compositions = compositions.saturating_mul((total as u128).saturating_sub(i)) / i;
                orders *= i + 1;
            }
            u64::try_from(compositions.div_ceil(orders)).unwrap_or(u64::MAX)
        }
    }
}

/// Lists the moves that leave `total` counters in `count` heaps, none smaller than `least`. The recursion is as deep as
/// there are heaps: five.
fn split(total: u64, count: u32, least: u64, before: &mut Vec<u64>, out: &mut Moves<u64>) -> Result<(), Fault> {
    match count {
        0 if total == 0 => out.to(0),
        1 if total >= least => {
            out.expect(out.len() as u64)?;
            match before.as_slice() {
                [] => out.to(total),
                before => out.to_sum(before.iter().copied().chain([total])),
            }
        }
        0 | 1 => {}
        _ => {
            for heap in least..=total / count as u64 {
                before.push(heap);
                split(total - heap, count - 1, heap, before, out)?;
                before.pop();
            }
        }
    }
    Ok(())
}
