//! Moore's Nim: a move takes any numbers from at least one and at most k heaps (Moore 1910; Winning Ways, ch. 15).

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::several::{
    call, counters, each_division, nim_sum, number, reductions, sizes, smaller, sorted, taken_from_one,
};
use crate::games::{Fault, Player};
use crate::heaps::ReplyCount;
use crate::positions::{
    Claim, Convention, Facts, HeapTheory, MOST_GOOD_MOVES, Moves, Ruleset, Term, Theorem, Theorems, TheoryMoves,
    too_many,
};

static DIGITS: Theorem = Theorem {
    says: Claim::Because("by the binary digits of the heaps: lost if each stands in a multiple of k + 1 heaps"),
    source: "Moore 1910",
};
static ONES: Theorem = Theorem {
    says: Claim::Because("by the number of heaps modulo k + 1, for none is above 1: lost if it is 1"),
    source: "Moore 1910",
};

/// The game in which at most k heaps are changed.
#[derive(PartialEq, Eq, Hash)]
pub struct Moore {
    most: u64,
}

impl Moore {
    /// Returns the game of this k, at least 1.
    pub fn new(most: u64) -> Moore {
        Moore { most: most.max(1) }
    }

    /// Returns `heaps` modulo k + 1.
    fn rest(&self, heaps: usize) -> u64 {
        self.most.checked_add(1).map_or(heaps as u64, |modulus| heaps as u64 % modulus)
    }
}

/// The heaps that a move makes smaller, whatever their other digits will be, each with the digits that are known by now. All
/// other heaps stay.
#[derive(Clone, Default)]
struct MovesDraft(Vec<(usize, UBig)>);

impl MovesDraft {
    fn changes(&self, heap: usize) -> bool {
        self.0.iter().any(|(changed, _)| *changed == heap)
    }

    /// Returns the heaps after the move.
    fn made(self, heaps: &[UBig]) -> Vec<UBig> {
        let mut next = heaps.to_vec();
        self.0.into_iter().for_each(|(heap, left)| next[heap] = left);
        next
    }
}

impl Moore {
    /// Returns `true` if a move may change all heaps that are not empty.
    fn may_change_all(&self, heaps: &[UBig]) -> bool {
        heaps.iter().filter(|heap| !heap.is_zero()).count() as u64 <= self.most
    }

    /// Finds the moves to positions that the mover loses; if `most` is 1, one of them. `None` if there are more than `most`.
    ///
    /// From the first digit on, let f heaps be smaller already and let the digit stand in c of the others. It must come to
    /// stand in a multiple of k + 1 heaps: some of the f heaps get it, and some of the c heaps lose it and are smaller from
    /// then on. There always is a choice: if m of the c heaps are too many and fewer than k + 1 - m of the f heaps can fill
    /// them up, then f + m <= k. So every draft is finished in some way, and there are no more of them than moves.
    fn to_lost(&self, heaps: &[UBig], convention: Convention, most: usize) -> Option<Vec<MovesDraft>> {
        let digits = heaps.iter().map(BitTest::bit_len).max().unwrap_or(0);
        let mut drafts = vec![MovesDraft::default()];
        for place in (0..digits).rev() {
            let mut next = Vec::new();
            for draft in &drafts {
                // In misère play a heap of 1 too many is left where none is larger.
                let is_small = convention == Convention::Misere
                    && place == 0
                    && draft.0.iter().all(|(_, left)| left.is_zero())
                    && (0..heaps.len()).all(|i| heaps[i] <= UBig::ONE || draft.changes(i));
                let standing: Vec<usize> =
                    (0..heaps.len()).filter(|&i| heaps[i].bit(place) && !draft.changes(i)).collect();
                let room = usize::try_from(self.most).unwrap_or(usize::MAX) - draft.0.len();
                let sizes = (0..=standing.len().min(room))
                    .flat_map(|lost| (0..=draft.0.len()).map(move |gained| [lost, gained]))
                    .filter(|&[lost, gained]| self.rest(standing.len() - lost + gained) == u64::from(is_small));
                let all = sizes.flat_map(|[lost, gained]| {
                    let gains = choices(draft.0.len(), gained, most);
                    choices(standing.len(), lost, most)
                        .into_iter()
                        .flat_map(move |losers| gains.clone().into_iter().map(move |winners| (losers.clone(), winners)))
                });
                for (losers, winners) in all.take(most + 1 - next.len().min(most)) {
                    let mut more = draft.clone();
                    winners.iter().for_each(|&n| more.0[n].1.set_bit(place));
                    more.0.extend(losers.iter().map(|&n| {
                        let heap = standing[n];
                        (heap, (&heaps[heap] >> (place + 1)) << (place + 1))
                    }));
                    next.push(more);
                }
                if most > 1 && next.len() > most {
                    return None;
                }
            }
            // If one is wanted, any of them will do.
            next.truncate(most);
            drafts = next;
        }
        drafts.retain(|draft| !draft.0.is_empty());
        Some(drafts)
    }
}

/// Lists the ways to choose `count` of the numbers below `n`, at most `most + 1` ways.
fn choices(n: usize, count: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut chosen: Vec<usize> = (0..count).collect();
    if count > n {
        return all;
    }
    while all.len() <= most {
        all.push(chosen.clone());
        let Some(at) = (0..count).rev().find(|&at| chosen[at] < n - count + at) else { break };
        let next = chosen[at] + 1;
        chosen.iter_mut().skip(at).zip(next..).for_each(|(place, value)| *place = value);
    }
    all
}

impl Ruleset for Moore {
    type State = Vec<u64>;

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts { impartial: true, heaps: Some(self), ..Facts::default() }
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        reductions(heaps, u128::MAX, 1..=self.most, out)
    }

    fn normal_form(&self, heaps: Vec<u64>) -> (Vec<u64>, bool) {
        (sorted(heaps), false)
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        HeapTheory::term(self, &sizes(heaps))
    }
}

impl Theorems<[UBig]> for Moore {
    /// If all heaps can be changed at once, every smaller sum can be reached and no equal one. With k = 1 it is Nim. Heaps
    /// of 1 are counters of which 1 to k are taken.
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        if self.may_change_all(heaps) {
            return Some(counters(heaps));
        }
        let live = heaps.iter().filter(|heap| !heap.is_zero()).count();
        if self.most == 1 {
            return Some(nim_sum(heaps));
        }
        heaps.iter().all(|heap| *heap <= UBig::ONE).then(|| self.rest(live).into())
    }

    fn wins(&self, heaps: &[UBig], convention: Convention) -> Option<(bool, &'static Theorem)> {
        if convention == Convention::Misere && heaps.iter().all(|heap| *heap <= UBig::ONE) {
            let ones = heaps.iter().filter(|heap| !heap.is_zero()).count();
            return Some((self.rest(ones) != 1, &ONES));
        }
        let digits = heaps.iter().map(BitTest::bit_len).max().unwrap_or(0);
        let digit = |place: usize| heaps.iter().filter(|heap| heap.bit(place)).count();
        Some(((0..digits).any(|place| self.rest(digit(place)) != 0), &DIGITS))
    }
}

impl HeapTheory for Moore {
    /// Lists the moves: some heaps lose some of their counters, the products of the heaps for every choice of at most k
    /// of them.
    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        const MAX_HEAPS: u64 = 64;
        let changed = self.most.min(heaps.len() as u64);
        if changed > MAX_HEAPS {
            return Err(too_many("more than 10^18"));
        }
        let mut choices = vec![UBig::ZERO; changed as usize + 1];
        choices[0] = UBig::ONE;
        for heap in heaps {
            for i in (1..choices.len()).rev() {
                let more = &choices[i - 1] * heap;
                choices[i] += more;
            }
        }
        Err(too_many(counters(&choices) - 1u8))
    }

    fn moves_to<'a>(&'a self, heaps: &'a [UBig], nim_value: &UBig, count: ReplyCount) -> Option<TheoryMoves<'a>> {
        if self.most == 1 {
            return Some(TheoryMoves::new(smaller(heaps, nim_value)));
        }
        self.may_change_all(heaps).then_some(())?;
        let mut found = Vec::new();
        if *nim_value >= counters(heaps) {
            return Some(found.into());
        }
        if count == ReplyCount::All {
            each_division(heaps, u64::try_from(nim_value).ok()?, &mut |left| found.push(sizes(left)))?;
            return Some(found.into());
        }
        let mut to_stay = nim_value.clone();
        let mut next = heaps.to_vec();
        for heap in &mut next {
            *heap = (&*heap).min(&to_stay).clone();
            to_stay -= &*heap;
        }
        Some(vec![next].into())
    }

    fn winning_moves(&self, heaps: &[UBig], convention: Convention, count: ReplyCount) -> Option<TheoryMoves<'_>> {
        let most = if count == ReplyCount::One { 1 } else { MOST_GOOD_MOVES };
        let drafts = self.to_lost(heaps, convention, most)?;
        let heaps = heaps.to_vec();
        Some(TheoryMoves::new(drafts.into_iter().map(move |draft| draft.made(&heaps))))
    }

    fn any_move(&self, heaps: &[UBig]) -> Option<Vec<UBig>> {
        taken_from_one(heaps, |heap| heap / 2u8)
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call("moore", vec![number(self.most)], heaps)
    }
}
