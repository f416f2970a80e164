//! The moves of one heap that leave heaps with a wanted value, found from the period of the values and not from a list of all
//! moves: a heap of 10^18 has too many of them.
//!
//! Let the values be periodic from heap n0 on. Then a heap that a move leaves is either below n0, and those are tried one by
//! one, or it is n0 + r + pi for one of the p residues r, and its value depends on r, and where the values grow by the
//! saltus s with every period, also on si. A move that leaves one heap thus is an arithmetic progression of heaps, or one
//! heap. So is a move that leaves two if s is 0, for the residue of one fixes that of the other.
//!
//! If s = 2^e, let the two heaps be worth 2^e h + l and 2^e h' + l' with l, l' < 2^e. The residues fix l, l' and h + h', and
//! the nim-sum that is wanted fixes the nim-sum of h and h'. The digits that both have are then half of the difference of
//! sum and nim-sum, and the digits of the nim-sum are divided among them in any way.

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem, Gcd};

use super::rule::{Rule, Splits};
use crate::games::{Budget, Fault};

/// The values of all heaps: those of the first ones, which then repeat with a saltus.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The values of the heaps up to the end of the first period.
    values: Vec<u64>,
    preperiod: u64,
    period: u64,
    saltus: u64,
}

/// The moves that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyCount {
    /// One, if there is one.
    One,
    /// All of them.
    All,
}

/// A condition on the values of the heaps that a move leaves.
pub enum ReplyGoal<'a> {
    /// This nim-sum.
    NimSum(&'a UBig),
    /// This nim-sum, and whether one of the values is more than 1.
    Above(&'a UBig, bool),
    /// Any condition, for values that do not grow.
    Values(&'a dyn Fn(&[u64]) -> bool),
}

impl ReplyGoal<'_> {
    fn is_met(&self, values: &[UBig]) -> bool {
        let sum = || values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
        match self {
            ReplyGoal::NimSum(target) => sum() == **target,
            ReplyGoal::Above(target, above) => {
                values.iter().any(|value| *value > UBig::ONE) == *above && sum() == **target
            }
            ReplyGoal::Values(accepts) => {
                accepts(&values.iter().map(|value| u64::try_from(value).unwrap_or(u64::MAX)).collect::<Vec<_>>())
            }
        }
    }
}

/// The moves that [`Pattern::replies`] found, or the reason why it did not.
#[derive(Debug, PartialEq, Eq)]
pub enum Replies {
    /// The moves, each by the heaps that it leaves.
    Found(Vec<Vec<UBig>>),
    /// More replies than [`MOST_REPLIES`].
    TooMany,
    /// The rule or its values are of a kind that is not covered.
    Unknown,
}

/// The largest number of moves that is listed.
pub const MOST_REPLIES: usize = 1_000_000;
/// The largest number of digits of a nim-sum that are divided between two heaps in every way.
const MOST_DIGITS: usize = 40;
/// The largest size that is tried for all but two of three heaps or more.
const MOST_FIRST: u64 = 1 << 12;

/// Collects moves until there are enough.
struct ReplyList {
    moves: Vec<Vec<UBig>>,
    wanted: ReplyCount,
    is_full: bool,
}

impl ReplyList {
    /// Adds a move; `true` if no more are wanted.
    fn add(&mut self, left: Vec<UBig>, budget: &mut Budget) -> Result<bool, Fault> {
        budget.tick()?;
        if self.moves.len() == MOST_REPLIES {
            self.is_full = true;
            return Ok(true);
        }
        budget.room_to_push(&self.moves)?;
        self.moves.push(left);
        Ok(self.wanted == ReplyCount::One)
    }
}

impl Pattern {
    /// Builds the pattern from the values of the heaps up to the end of the first period.
    pub fn new(values: Vec<u64>, [preperiod, period, saltus]: [u64; 3]) -> Pattern {
        assert!(period > 0 && values.len() as u64 == preperiod + period, "one period");
        Pattern { values, preperiod, period, saltus }
    }

    /// Returns the value of a heap.
    pub fn value(&self, heap: &UBig) -> UBig {
        match usize::try_from(heap) {
            Ok(heap) if heap < self.values.len() => self.values[heap].into(),
            _ => {
                let (rounds, rest) = (heap - self.preperiod).div_rem(UBig::from(self.period));
                let like = usize::try_from(rest).expect("below the period") + self.preperiod as usize;
                rounds * self.saltus + self.values[like]
            }
        }
    }

    /// Finds the moves from a heap that leave heaps with wanted values.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::heaps::{Code, Replies, ReplyCount, ReplyGoal, Rule, Sequence};
    /// use dashu_int::UBig;
    ///
    /// let mut budget = Budget::unlimited();
    /// let mut kayles = Sequence::new("0.77".parse::<Code>()?);
    /// kayles.search(&mut budget)?;
    /// let pattern = kayles.pattern(&mut budget)?.unwrap();
    /// let heap = UBig::from(10u8).pow(18);
    /// let rule = Rule::from("0.77".parse::<Code>()?);
    /// let found = pattern.replies(&rule, &heap, &ReplyGoal::NimSum(&UBig::ZERO), ReplyCount::One, &mut budget)?;
    /// let Replies::Found(moves) = found else { panic!() };
    /// assert_eq!(pattern.value(&moves[0][0]), pattern.value(&moves[0][1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replies(
        &self,
        rule: &Rule,
        heap: &UBig,
        goal: &ReplyGoal,
        wanted: ReplyCount,
        budget: &mut Budget,
    ) -> Result<Replies, Fault> {
        let code = rule.code();
        let mut found = ReplyList { moves: Vec::new(), wanted, is_full: false };
        let is_done = |found: &ReplyList| found.is_full || wanted == ReplyCount::One && !found.moves.is_empty();
        let lists = |found: ReplyList| {
            let is_too_long = found.is_full && (wanted == ReplyCount::All || found.moves.is_empty());
            if is_too_long { Replies::TooMany } else { Replies::Found(found.moves) }
        };
        if self.saltus != 0 && matches!(goal, ReplyGoal::Values(_)) {
            return Ok(Replies::Unknown);
        }
        if let ReplyGoal::NimSum(target) | ReplyGoal::Above(target, _) = goal
            && self.is_beyond(heap, target)
        {
            return Ok(lists(found));
        }
        self.to_one(rule, heap, goal, &mut found, budget)?;
        if is_done(&found) {
            return Ok(lists(found));
        }
        // By how many counters are taken: those of a code that repeats stand for all larger ones, with heaps of like values.
        let repeats = code.repeats();
        let most_taken = match repeats {
            Some((digits, len)) => digits + lcm(len, self.period),
            None => code.last().unwrap_or(0),
        };
        let splits = |taken: u64, heaps: u32| match taken {
            0 => rule.splits().allow(code.digit(0), heaps),
            taken => code.allows(taken, heaps),
        };
        let takes_to_two = |taken: u64| splits(taken, 2) && UBig::from(taken) < *heap;
        if self.saltus != 0 && !self.saltus.is_power_of_two() && (0..=most_taken).any(takes_to_two) {
            return Ok(Replies::Unknown);
        }
        // Not all of them stand for those that leave few counters.
        let is_endless = repeats.is_some() && (1..=most_taken).any(takes_to_two);
        if is_endless && wanted == ReplyCount::All {
            return Ok(Replies::Unknown);
        }
        for taken in (0..=most_taken).filter(|&taken| takes_to_two(taken)) {
            budget.tick()?;
            self.to_two(&(heap - taken), &[], rule.is_unequal(), goal, &mut found, budget)?;
            if is_done(&found) {
                return Ok(lists(found));
            }
        }
        let most_heaps = if rule.splits() == Splits::Coded { code.most_heaps() } else { 5 };
        let mut are_more = false;
        for heaps in 3..most_heaps {
            for taken in (0..=most_taken).filter(|&taken| splits(taken, heaps) && UBig::from(taken) < *heap) {
                are_more = true;
                let mut first = ReplyList { moves: Vec::new(), wanted: ReplyCount::One, is_full: false };
                self.to_more(&(heap - taken), heaps, goal, &mut first, budget)?;
                let Some(left) = first.moves.pop() else { continue };
                if wanted == ReplyCount::One {
                    return Ok(Replies::Found(vec![left]));
                }
                // Two heaps beyond the preperiod exchange periods, and there are very many of those.
                let early = UBig::from(self.preperiod);
                let is_family = left.iter().filter(|heap| **heap > early).count() > 1 && self.saltus == 0;
                return Ok(if is_family || rule.splits() != Splits::Coded {
                    Replies::TooMany
                } else {
                    Replies::Unknown
                });
            }
        }
        let is_tried = self.saltus == 0 && rule.splits() == Splits::Coded && self.is_short();
        let is_sure = !is_endless && (!are_more || repeats.is_none() && is_tried);
        Ok(if is_sure { lists(found) } else { Replies::Unknown })
    }

    /// Returns `true` if all that is left of a heap, however it is split, is worth less than `target`: no heap is worth more than
    /// a certain number of times its size, and a nim-sum is no more than the sum.
    fn is_beyond(&self, heap: &UBig, target: &UBig) -> bool {
        let ratios = self.values.iter().zip(0u64..).skip(1).map(|(&value, size)| (value, size));
        let larger = |&(a, b): &(u64, u64), &(c, d): &(u64, u64)| {
            (u128::from(a) * u128::from(d)).cmp(&(u128::from(c) * u128::from(b)))
        };
        let (value, size) = ratios.chain([(self.saltus, self.period)]).max_by(larger).expect("the last one");
        target * size > heap * value
    }

    /// Returns `true` if all sizes of a heap that stand for the larger ones are tried.
    fn is_short(&self) -> bool {
        self.preperiod + self.period <= MOST_FIRST
    }

    /// Finds the moves that leave one heap or none.
    fn to_one(
        &self,
        rule: &Rule,
        heap: &UBig,
        goal: &ReplyGoal,
        found: &mut ReplyList,
        budget: &mut Budget,
    ) -> Result<(), Fault> {
        let code = rule.code();
        let last = code.repeats().map_or_else(|| code.last().unwrap_or(0), |(digits, _)| digits);
        for taken in (0..=last).filter(|&taken| code.allows(taken, 1) && UBig::from(taken) < *heap) {
            budget.tick()?;
            let left = heap - taken;
            if goal.is_met(&[self.value(&left)]) && found.add(vec![left], budget)? {
                return Ok(());
            }
        }
        let Some((digits, len)) = code.repeats() else { return Ok(()) };
        let allows = |taken: &UBig, heaps: u32| {
            let place = (taken - (digits + 1)) % len;
            code.allows(digits + 1 + place, heaps)
        };
        if *heap > UBig::from(digits) && allows(heap, 0) && goal.is_met(&[]) && found.add(vec![UBig::ZERO], budget)? {
            return Ok(());
        }
        let least_taken = UBig::from(digits + 1);
        let reached = |left: &UBig| left + &least_taken <= *heap && allows(&(heap - left), 1);
        for left in (1..self.preperiod).map(UBig::from) {
            budget.tick()?;
            if reached(&left) && goal.is_met(&[self.value(&left)]) && found.add(vec![left], budget)? {
                return Ok(());
            }
        }
        for residue in 0..self.period {
            budget.tick()?;
            // A heap that is left has counters.
            let start = UBig::from(if self.preperiod + residue == 0 { self.period } else { self.preperiod + residue });
            if self.saltus > 0 {
                let (ReplyGoal::NimSum(target) | ReplyGoal::Above(target, _)) = goal else { return Ok(()) };
                let least = self.value(&start);
                if **target < least {
                    continue;
                }
                let (rounds, rest) = (*target - least).div_rem(UBig::from(self.saltus));
                let left = start + rounds * self.period;
                if rest.is_zero()
                    && reached(&left)
                    && goal.is_met(&[(*target).clone()])
                    && found.add(vec![left], budget)?
                {
                    return Ok(());
                }
                continue;
            }
            if !goal.is_met(&[self.value(&start)]) {
                continue;
            }
            let step = lcm(len, self.period);
            for round in 0..step / self.period {
                let mut left = &start + UBig::from(round) * self.period;
                while &left + &least_taken <= *heap {
                    budget.tick()?;
                    if !reached(&left) {
                        break;
                    }
                    if found.add(vec![left.clone()], budget)? {
                        return Ok(());
                    }
                    left += step;
                }
            }
        }
        Ok(())
    }

    /// Finds the moves that leave two heaps with `total` counters beside `others`.
    fn to_two(
        &self,
        total: &UBig,
        others: &[UBig],
        unequal: bool,
        goal: &ReplyGoal,
        found: &mut ReplyList,
        budget: &mut Budget,
    ) -> Result<(), Fault> {
        let values_of_others: Vec<UBig> = others.iter().map(|other| self.value(other)).collect();
        let met = |a: UBig, b: UBig| {
            let mut values = values_of_others.clone();
            values.extend([a, b]);
            goal.is_met(&values)
        };
        let in_order = |a: &UBig, b: &UBig| a < b || a == b && !unequal;
        let with = |a: UBig, b: UBig| others.iter().cloned().chain([a, b]).collect::<Vec<_>>();
        let start = self.preperiod.max(1);
        for a in (1..start).map(UBig::from) {
            budget.tick()?;
            if a >= *total {
                return Ok(());
            }
            let b = total - &a;
            if in_order(&a, &b) && met(self.value(&a), self.value(&b)) && found.add(with(a, b), budget)? {
                return Ok(());
            }
        }
        for residue in 0..self.period {
            budget.tick()?;
            let mut a = UBig::from(start + residue);
            if &a + start > *total {
                break;
            }
            let b = total - &a;
            if self.saltus == 0 {
                if !met(self.value(&a), self.value(&b)) {
                    continue;
                }
                while a < *total && in_order(&a, &(total - &a)) {
                    if found.add(with(a.clone(), total - &a), budget)? {
                        return Ok(());
                    }
                    a += self.period;
                }
                continue;
            }
            if self.growing_pairs(
                &a,
                total,
                (&values_of_others, goal),
                &mut |a, b, found, budget| {
                    let fits = in_order(&a, &b) && met(self.value(&a), self.value(&b));
                    Ok(fits && found.add(with(a, b), budget)?)
                },
                found,
                budget,
            )? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Divides the periods beyond `least`, the smallest heap of a residue, between two heaps with the wanted nim-sum. Returns
    /// `true` if no more moves are wanted.
    #[allow(clippy::type_complexity)]
    fn growing_pairs(
        &self,
        least: &UBig,
        total: &UBig,
        (others, goal): (&[UBig], &ReplyGoal),
        each: &mut dyn FnMut(UBig, UBig, &mut ReplyList, &mut Budget) -> Result<bool, Fault>,
        found: &mut ReplyList,
        budget: &mut Budget,
    ) -> Result<bool, Fault> {
        let (ReplyGoal::NimSum(target) | ReplyGoal::Above(target, _)) = goal else { return Ok(false) };
        let target = others.iter().fold((*target).clone(), |sum, value| sum ^ value);
        let start = UBig::from(self.preperiod.max(1));
        let (rounds, rest) = (total - least - &start).div_rem(UBig::from(self.period));
        let least_other = start + rest;
        let shift = self.saltus.trailing_zeros() as usize;
        let [low, low_of_other] = [least, &least_other].map(|heap| self.value(heap));
        let [high, high_of_other] = [&low, &low_of_other].map(|value| value >> shift);
        if (low ^ low_of_other ^ &target) % self.saltus != 0 {
            return Ok(false);
        }
        let (sum, nim_sum) = (rounds + &high + high_of_other, target >> shift);
        if sum < nim_sum || (&sum - &nim_sum).bit(0) {
            return Ok(false);
        }
        let both = (&sum - &nim_sum) >> 1;
        if !(&both & &nim_sum).is_zero() {
            return Ok(false);
        }
        let digits: Vec<usize> = (0..nim_sum.bit_len()).filter(|&place| nim_sum.bit(place)).collect();
        let count = digits.len().min(MOST_DIGITS);
        found.is_full |= digits.len() > MOST_DIGITS;
        for division in 0..1u64 << count {
            budget.tick()?;
            let mut part = both.clone();
            for (i, &place) in digits[..count].iter().enumerate() {
                if division >> i & 1 == 1 {
                    part.set_bit(place);
                }
            }
            if part < high {
                continue;
            }
            let a = least + (part - &high) * self.period;
            if a < *total {
                let b = total - &a;
                if each(a, b, found, budget)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Finds a move that leaves `heaps` heaps, three or more, all but two of them small.
    fn to_more(
        &self,
        total: &UBig,
        heaps: u32,
        goal: &ReplyGoal,
        found: &mut ReplyList,
        budget: &mut Budget,
    ) -> Result<(), Fault> {
        let most = (self.preperiod + self.period).min(MOST_FIRST);
        let mut small = vec![1u64; heaps as usize - 2];
        loop {
            budget.tick()?;
            let others: Vec<UBig> = small.iter().map(|&heap| heap.into()).collect();
            let sum = others.iter().fold(UBig::ZERO, |sum, heap| sum + heap);
            if sum < *total {
                self.to_two(&(total - sum), &others, false, goal, found, budget)?;
                if !found.moves.is_empty() {
                    return Ok(());
                }
            }
            // The next ones in ascending order.
            let Some(at) = small.iter().rposition(|&heap| heap < most) else { return Ok(()) };
            let next = small[at] + 1;
            small[at..].fill(next);
        }
    }
}

fn lcm(a: u64, b: u64) -> u64 {
    (a / a.gcd(b)).saturating_mul(b)
}
