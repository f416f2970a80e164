//! Nim-values of any take-and-break rule, by sets of values.
//!
//! Let S(j, m) be the values that exactly j heaps of m counters in all can have. Then S(1, m) contains the value of
//! heap m, and S(j, m) is the union of S(j-1, m-a) with the value of heap a added, for all heaps a. The options of heap
//! n are the union of S(j, n-k) for all moves. Digits that repeat with length q need no more work than others: they add
//! to heap n the same options as to heap n-q, and S(j, n-k) for the first q of them.

use super::packed::Width;
use super::rule::{Rule, Splits};
use crate::games::{Budget, Fault};

/// A set of numbers, a bit each.
type NumberBits = Vec<u64>;

/// The engine: the sets that later heaps need.
#[derive(Clone)]
pub(super) struct Sets {
    rule: Rule,
    /// Digits before those that repeat, and how many repeat (0 if none).
    digits: usize,
    repeating: usize,
    /// `sums[j][m]` is S(j + 2, m), if moves leave more than two heaps; empty where no longer needed.
    sums: Vec<Vec<NumberBits>>,
    /// The nim-sums of an even and of an odd number of heaps, one included, if a heap may be split into many.
    partings: [Vec<NumberBits>; 2],
    /// The options that repeating digits add to heaps n, by n mod q.
    tails: Vec<NumberBits>,
    /// Pairs of heaps and words of sets looked at, roughly.
    pub(super) work: u64,
}

impl Sets {
    pub(super) fn new(rule: &Rule) -> Sets {
        let code = rule.code();
        let (digits, repeating) = match code.repeats() {
            Some((digits, repeating)) => (digits as usize, repeating as usize),
            None => (code.last().unwrap_or(0) as usize, 0),
        };
        let most = code.most_heaps().saturating_sub(1) as usize;
        Sets {
            rule: rule.clone(),
            digits,
            repeating,
            // For two heaps at most, pairs are examined one by one.
            sums: vec![Vec::new(); if most < 3 { 0 } else { most - 1 }],
            partings: Default::default(),
            tails: vec![Vec::new(); repeating],
            work: 0,
        }
    }

    /// Adds values until there are `len`, or until one does not fit; then it is returned.
    pub(super) fn extend<T: Width>(
        &mut self,
        values: &mut Vec<T>,
        len: usize,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Fault> {
        while values.len() < len {
            budget.tick()?;
            let value = self.value(values, budget)?;
            if value > T::MAX_VALUE {
                return Ok(Some(value));
            }
            values.push(T::of(value));
            budget.count_position();
        }
        Ok(None)
    }

    fn value<T: Width>(&mut self, values: &[T], budget: &mut Budget) -> Result<u32, Fault> {
        let n = values.len();
        self.prepare(values, budget)?;
        let mut options = NumberBits::new();
        if self.repeating > 0 {
            let slot = n % self.repeating;
            let mut tail = std::mem::take(&mut self.tails[slot]);
            let mut done = Ok(());
            for k in self.digits + 1..=(self.digits + self.repeating).min(n) {
                done = done.and_then(|()| self.add_moves(values, k, &mut tail, budget));
            }
            options.clone_from(&tail);
            // The additions are valid even if there was no time for the rest.
            self.tails[slot] = tail;
            done?;
            // A digit that takes the whole heap adds 0 to this heap alone.
            if n > self.digits && self.rule.code().allows(n as u64, 0) {
                insert(&mut options, 0);
            }
        }
        for k in 0..=self.digits.min(n) {
            self.add_moves(values, k, &mut options, budget)?;
            if k == n && self.rule.code().allows(k as u64, 0) {
                insert(&mut options, 0);
            }
        }
        if self.rule.splits() != Splits::Coded {
            self.part(values, budget)?;
            union(&mut options, &self.partings[0][n]);
            if self.rule.splits() == Splits::Any {
                union(&mut options, &self.partings[1][n]);
            }
            self.work += (2 * n * options.len()) as u64;
        }
        self.work += (options.len() * (1 + self.sums.len() * n) + self.repeating * n) as u64;
        Ok(mex(&options))
    }

    /// Adds the values of the moves that take k counters and leave some.
    fn add_moves<T: Width>(
        &self,
        values: &[T],
        k: usize,
        options: &mut NumberBits,
        budget: &mut Budget,
    ) -> Result<(), Fault> {
        budget.tick()?;
        let digit = self.rule.code().digit(k as u64);
        let m = values.len() - k;
        if digit & 2 != 0 && k > 0 && m > 0 {
            insert(options, values[m].get());
        }
        if digit & 4 != 0 {
            match self.sums.first() {
                Some(sums) if !self.rule.is_unequal() => union(options, &sums[m]),
                _ => add_pairs(values, m, self.rule.is_unequal(), options, budget)?,
            }
        }
        for heaps in (3..8).filter(|heaps| digit >> heaps & 1 == 1) {
            union(options, &self.sums[heaps - 2][m]);
        }
        Ok(())
    }

    /// Makes the sets of values of n counters in an even number of heaps, and in an odd number above 1.
    fn part<T: Width>(&mut self, values: &[T], budget: &mut Budget) -> Result<(), Fault> {
        let n = values.len();
        while self.partings[0].len() <= n {
            let m = self.partings[0].len();
            // A heap that is smaller may be a part alone.
            if m > 1 {
                insert(&mut self.partings[1][m - 1], values[m - 1].get());
            }
            let mut sums = [NumberBits::new(), NumberBits::new()];
            for (heap, value) in values.iter().enumerate().take(m).skip(1) {
                for (sum, rest) in sums.iter_mut().zip([1, 0]) {
                    budget.tick()?;
                    union_with(sum, &self.partings[rest][m - heap], value.get());
                }
            }
            budget.reserve(8 * (sums[0].len() + sums[1].len()))?;
            for (sums, sum) in self.partings.iter_mut().zip(sums) {
                sums.push(sum);
            }
        }
        Ok(())
    }

    /// Makes S(j, n) for all j above 1.
    fn prepare<T: Width>(&mut self, values: &[T], budget: &mut Budget) -> Result<(), Fault> {
        let n = values.len();
        for j in 0..self.sums.len() {
            // Heap 0 has no sums, and an interrupted step may have made some of them.
            while self.sums[j].len() <= n {
                let m = self.sums[j].len();
                let mut sum = NumberBits::new();
                if j == 0 {
                    add_pairs(values, m, false, &mut sum, budget)?;
                } else if m > 1 {
                    for (rest, value) in self.sums[j - 1][1..m].iter().zip(values[1..m].iter().rev()) {
                        budget.tick()?;
                        union_with(&mut sum, rest, value.get());
                    }
                }
                budget.reserve(8 * sum.len())?;
                sum.shrink_to_fit();
                self.sums[j].push(sum);
            }
        }
        // The last sums serve the moves alone.
        if let Some(last) = self.sums.last_mut()
            && let Some(old) = n.checked_sub(self.digits + self.repeating + 1)
        {
            last[old] = NumberBits::new();
        }
        Ok(())
    }
}

fn insert(set: &mut NumberBits, value: u32) {
    let word = value as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

fn union(set: &mut NumberBits, other: &[u64]) {
    if set.len() < other.len() {
        set.resize(other.len(), 0);
    }
    set.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

/// Adds all members of the other set, with the value added to each as nimbers are.
fn union_with(set: &mut NumberBits, other: &[u64], value: u32) {
    let (high, low) = (value as usize / 64, value % 64);
    for (at, &word) in other.iter().enumerate() {
        if word == 0 {
            continue;
        }
        let at = at ^ high;
        if set.len() <= at {
            set.resize(at + 1, 0);
        }
        set[at] |= exchange(word, low);
    }
}

/// Moves bit i to bit `i ^ by`.
fn exchange(mut word: u64, by: u32) -> u64 {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (i, half) in HALVES.into_iter().enumerate() {
        if by >> i & 1 == 1 {
            word = (word & half) << (1 << i) | word >> (1 << i) & half;
        }
    }
    word
}

/// Adds the values of all pairs of heaps with m counters.
fn add_pairs<T: Width>(
    values: &[T],
    m: usize,
    unequal: bool,
    set: &mut NumberBits,
    budget: &mut Budget,
) -> Result<(), Fault> {
    let half = if unequal { m.saturating_sub(1) / 2 } else { m / 2 };
    for a in 1..=half {
        budget.tick()?;
        insert(set, values[a].get() ^ values[m - a].get());
    }
    Ok(())
}

/// Returns the least number that is not in the set.
fn mex(set: &[u64]) -> u32 {
    let full = set.iter().take_while(|&&word| word == !0).count();
    64 * full as u32 + set.get(full).map_or(0, |word| word.trailing_ones())
}
