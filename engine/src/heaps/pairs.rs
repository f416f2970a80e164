//! Nim-values of rules whose moves leave at most two heaps, for codes that end.
//!
//! The values of a heap's options are found in two steps. First some are stamped one by one. The values still missing
//! are then looked for among all pairs of heaps, many at a time. If the values have a sparse space (Berlekamp; Winning
//! Ways, ch. 4), almost no heap needs the second step: for a mask m call a value rare if `parity(value & m)` is 0, and
//! common otherwise. The sum of two common values is rare, so all common options come from pairs with a rare heap.
//! There are few of those, and all are stamped. Then the least value not stamped is the nim-value, if it is common.

use super::ahead::Ahead;
use super::packed::Width;
use super::rule::Rule;
use super::sift::{Missing, Path};
use crate::games::{Budget, Fault};

/// The way to keep the second step short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// Sparse or dense, whichever is faster.
    Either,
    Dense,
    Sparse,
}

/// The number of pairs examined between two checks of the limits.
pub(super) const CHUNK: usize = 1 << 20;
/// Pairs that are stamped for each break before the second step, at first.
const FEW_PAIRS: usize = 32;
/// Heaps whose options from rare heaps are marked at once; at most FEW_PAIRS.
pub(super) const ROWS: usize = 16;
/// The largest number of 64-bit words in a set of options.
pub(super) const WINDOWS: usize = 8;
/// Masks are looked for among values below.
const MASKS: usize = 1 << 12;

/// The engine: the moves, and marks on the values.
#[derive(Clone)]
pub(super) struct Pairs {
    /// Takes that end a heap, ascending; takes that leave one heap; takes that leave two.
    ends: Vec<usize>,
    pub(super) takes: Vec<usize>,
    pub(super) breaks: Vec<usize>,
    pub(super) unequal: bool,
    pub(super) path: Path,
    space: Space,
    /// A power of two above all values; then marks of this heap's options stand in `seen`, one byte for each value.
    pub(super) size: usize,
    pub(super) greatest: usize,
    pub(super) seen: Vec<u8>,
    pub(super) mark: u8,
    /// The first heap of this row, and the first heap of a block of rows.
    pub(super) row: usize,
    start: usize,
    pub(super) missing: Missing,
    pub(super) sparse: Option<Sparse>,
    /// `true` for each value below `size` that is looked for in the second step: all, or those that sums of common
    /// values can be. One list for even and one for odd numbers of remaining counters.
    wanted: [Vec<u8>; 2],
    /// The results of several threads for the next heaps.
    pub(super) ahead: Ahead,
    /// The heap at which to choose again between sparse and dense.
    review: usize,
    /// Pairs stamped for each break, and how many of the last heaps came to the second step.
    pub(super) stamped: usize,
    sifted: (usize, usize),
    /// Pairs examined.
    pub(super) work: u64,
}

#[derive(Clone)]
pub(super) struct Sparse {
    mask: u32,
    /// 1 if the parity of the heap counts too, else 0.
    alternate: usize,
    /// Heaps with rare values in ascending order, and their values.
    pub(super) rare: Vec<(u32, u32)>,
}

impl Sparse {
    /// Returns `true` if `value` is rare as the value of a heap, or of an option, that breaks leave with `left`
    /// counters.
    #[inline]
    pub(super) fn is_rare(&self, left: usize, value: usize) -> bool {
        ((value as u32 & self.mask).count_ones() as usize ^ (left & self.alternate)) & 1 == 0
    }
}

impl Pairs {
    pub(super) fn new(rule: &Rule, path: Path, space: Space) -> Pairs {
        let last = rule.code().last().expect("the code ends");
        let allowed = |heaps| (0..=last).filter(|&k| rule.code().allows(k, heaps)).map(|k| k as usize).collect();
        Pairs {
            ends: allowed(0),
            takes: allowed(1),
            breaks: allowed(2),
            unequal: rule.is_unequal(),
            path,
            space,
            size: 1,
            greatest: 0,
            seen: Vec::new(),
            mark: 0,
            row: 0,
            start: usize::MAX / 2,
            missing: Missing::default(),
            sparse: None,
            wanted: [vec![255], vec![255]],
            ahead: Ahead::default(),
            review: 16,
            stamped: FEW_PAIRS,
            sifted: (0, 0),
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
            let n = values.len();
            if n >= self.review {
                self.choose(values, budget)?;
                self.review = n + n.max(16);
            }
            if self.is_for_words(n)
                && let Some(bytes) = T::bytes(values)
            {
                self.extend_by_words(bytes, len.min(self.review), budget)?;
                continue;
            }
            let value = self.value(values, budget)?;
            if value as u32 > T::MAX_VALUE {
                return Ok(Some(value as u32));
            }
            self.learn(n, value);
            values.push(T::of(value as u32));
            budget.count_position();
        }
        Ok(None)
    }

    /// Takes note of a new value.
    pub(super) fn learn(&mut self, n: usize, value: usize) {
        if value >= self.size {
            self.size = (value + 1).next_power_of_two();
            self.want();
        }
        self.greatest = self.greatest.max(value);
        let left = self.left(n);
        if let Some(sparse) = &mut self.sparse
            && sparse.is_rare(left, value)
        {
            sparse.rare.push((n as u32, value as u32));
        }
    }

    /// Returns the least positive heap of the last pair that leaves m counters.
    pub(super) fn half(&self, m: usize) -> usize {
        if self.unequal { m.saturating_sub(1) / 2 } else { m / 2 }
    }

    /// Prepares a row of marks: an empty one, or the values seen from rare heaps. Returns `true` in the second case.
    /// There is always a value after the last that can be an option.
    fn fresh_marks<T: Width>(&mut self, values: &[T]) -> bool {
        let len = (self.size + 8).next_power_of_two();
        let n = values.len();
        if self.sparse.is_some() && !self.unequal && n > self.breaks.last().map_or(0, |k| k + 2 * ROWS) {
            let known = self.start..self.start + ROWS;
            if !known.contains(&n) || self.seen.len() != ROWS * len {
                self.seen.clear();
                self.seen.resize(ROWS * len, 0);
                self.start = n;
                self.mark_rows(values, len);
            }
            (self.row, self.mark) = ((n - self.start) * len, 1);
            return true;
        }
        (self.row, self.start) = (0, usize::MAX / 2);
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 || self.seen.len() != len {
            self.seen.clear();
            self.seen.resize(len, 0);
            self.mark = 1;
        }
        false
    }

    /// Marks the values that rare heaps give, for several heaps at once: for neighbours n the heaps n - p are
    /// neighbours. Pairs with a heap below ROWS are left out; they are stamped in any case.
    fn mark_rows<T: Width>(&mut self, values: &[T], len: usize) {
        let n = values.len();
        let Some(sparse) = &self.sparse else { return };
        let mut sets = [[0u64; ROWS]; WINDOWS];
        for &k in &self.breaks {
            let from = sparse.rare.partition_point(|&(p, _)| (p as usize) < ROWS);
            let to = sparse.rare.partition_point(|&(p, _)| (p as usize) < n - k);
            let rare = &sparse.rare[from..to];
            if self.greatest < 64 * WINDOWS && T::add_rows(self.path, values, n - k, rare, self.size, &mut sets) {
                continue;
            }
            for &(p, v) in rare {
                let others: &[T; ROWS] = values[n - k - p as usize..].first_chunk().expect("below the block");
                for (row, other) in self.seen.chunks_exact_mut(len).zip(others) {
                    row[(other.get() ^ v) as usize & (len - 1)] = 1;
                }
            }
        }
        for (window, sets) in sets.iter().enumerate().take(self.size.div_ceil(64)) {
            for (row, set) in self.seen.chunks_exact_mut(len).zip(sets).filter(|(_, set)| **set != 0) {
                for (eight, bits) in row[64 * window..].as_chunks_mut::<8>().0.iter_mut().zip(set.to_le_bytes()) {
                    *eight = (u64::from_le_bytes(*eight) | bytes_of(bits)).to_le_bytes();
                }
            }
        }
    }

    fn value<T: Width>(&mut self, values: &[T], budget: &mut Budget) -> Result<usize, Fault> {
        if self.takes.len() > 1 << 10 {
            budget.check()?;
        }
        let marked = self.fresh_marks(values);
        let n = values.len();
        let mark = self.mark;
        let seen = &mut self.seen[self.row..];
        for &k in self.takes.iter().take_while(|&&k| k < n) {
            seen[values[n - k].get() as usize] = mark;
        }
        if self.ends.binary_search(&n).is_ok() {
            seen[0] = mark;
        }
        let mut all = true;
        for &k in self.breaks.iter().take_while(|&&k| k + 2 <= n) {
            let heaps = &values[..n - k];
            let m = heaps.len();
            if let Some(sparse) = &self.sparse
                && !marked
            {
                for &(p, value) in &sparse.rare {
                    let p = p as usize;
                    if p >= m {
                        break;
                    }
                    if !self.unequal || p != m - p {
                        seen[(value ^ heaps[m - p].get()) as usize] = mark;
                    }
                }
            }
            let half = if self.unequal { (m - 1) / 2 } else { m / 2 };
            let few = half.min(self.stamped);
            for (a, b) in heaps[1..=few].iter().zip(heaps[m - few..].iter().rev()) {
                seen[(a.get() ^ b.get()) as usize] = mark;
            }
            self.work += few as u64;
            all &= few == half;
        }
        let first = first_unseen(&self.seen[self.row..], mark);
        let done = all || self.wanted[self.left(n)].get(first) == Some(&0);
        self.sifted.0 += 1;
        if done {
            return Ok(first);
        }
        self.sifted.1 += 1;
        self.look(values, first, budget)
    }

    /// Returns the second step: looks for the values that are missing and can be options.
    fn look<T: Width>(&mut self, values: &[T], first: usize, budget: &mut Budget) -> Result<usize, Fault> {
        // Counted here, so that the work is the same whoever does it.
        if self.sparse.is_none() {
            let n = values.len();
            let breaks = self.breaks.iter().take_while(|&&k| k + 2 <= n);
            self.work += breaks.map(|k| self.half(n - k).saturating_sub(self.stamped) as u64).sum::<u64>();
        }
        if let Some(value) = self.look_ahead(values, first, budget)? {
            return Ok(value);
        }
        let (mut from, mut to) = (first, first.max(self.greatest + 1));
        let seen = self.row..self.row + self.size;
        let parity = self.left(values.len());
        loop {
            let wanted = &self.wanted[parity];
            let seen = &self.seen[seen.clone()];
            // A value that is not looked for is an option only if it was stamped.
            let certain = first_certain(&seen[from..to], self.mark, &wanted[from..to]).map(|at| from + at);
            let end = certain.unwrap_or(to);
            self.missing.clear(self.size);
            self.missing.insert_unseen(from, &seen[from..end], self.mark, &wanted[from..end]);
            self.sift(values, budget)?;
            if let Some(value) = self.missing.least(from).or(certain) {
                return Ok(value);
            }
            if to >= self.size {
                return Ok(self.size);
            }
            (from, to) = (to, self.size);
        }
    }

    /// Removes the values of all pairs that were not stamped from those that are missing.
    pub(super) fn sift<T: Width>(&mut self, values: &[T], budget: &mut Budget) -> Result<(), Fault> {
        let n = values.len();
        for index in 0..self.breaks.len() {
            let k = self.breaks[index];
            if k + 2 > n {
                break;
            }
            let (m, half) = (n - k, self.half(n - k));
            let mut from = self.stamped + 1;
            while from <= half && self.missing.count() > 0 {
                let to = half.min(from + CHUNK - 1);
                T::sift(self.path, &values[from..=to], &values[m - to..=m - from], &mut self.missing);
                if to - from > CHUNK / 64 {
                    budget.check()?;
                }
                if self.sparse.is_some() {
                    self.work += (to - from) as u64;
                }
                from = to + 1;
            }
        }
        Ok(())
    }

    /// Returns the parity of the counters that breaks leave of heap n.
    #[inline]
    pub(super) fn left(&self, n: usize) -> usize {
        (n + self.breaks.first().copied().unwrap_or(0)) % 2
    }

    /// Notes which values the second step looks for.
    fn want(&mut self) {
        let rare = |left, value| self.sparse.as_ref().is_none_or(|sparse| sparse.is_rare(left, value));
        let bytes = |left| (0..self.size).map(|value| if rare(left, value) { 255 } else { 0 }).collect();
        self.wanted = [bytes(0), bytes(1)];
    }

    /// Chooses the mask with the fewest rare values, and whether to use it.
    fn choose<T: Width>(&mut self, values: &[T], budget: &mut Budget) -> Result<(), Fault> {
        // Many stamps pay off if the second step is frequent.
        self.ahead.clear();
        let (heaps, sifted) = std::mem::take(&mut self.sifted);
        let before = self.sparse.is_some().then_some(self.stamped);
        self.stamped = (self.size / if T::MAX_VALUE > 0xff { 4 } else { 1 }).clamp(FEW_PAIRS, 1 << 12);
        self.sparse = None;
        self.start = usize::MAX / 2;
        self.want();
        if self.space == Space::Dense || self.breaks.is_empty() || self.size > MASKS {
            return Ok(());
        }
        // If breaks leave even and odd numbers of counters, classes that change places carry no information.
        let same = self.breaks.iter().all(|k| k % 2 == self.breaks[0] % 2);
        let mut best = (i64::MAX, 0, 0);
        for alternate in 0..=usize::from(same) {
            let mut sums = vec![0i64; self.size];
            for (i, chunk) in values.chunks(CHUNK).enumerate() {
                budget.check()?;
                for (n, value) in chunk.iter().enumerate() {
                    sums[value.get() as usize] += if self.left(i * CHUNK + n) & alternate == 0 { 1 } else { -1 };
                }
            }
            // The Walsh-Hadamard transform: for each mask the rare heaps minus the common ones.
            let mut step = 1;
            while step < sums.len() {
                for block in sums.chunks_exact_mut(2 * step) {
                    let (low, high) = block.split_at_mut(step);
                    for (a, b) in low.iter_mut().zip(high) {
                        (*a, *b) = (*a + *b, *a - *b);
                    }
                }
                step *= 2;
            }
            let masks = sums.into_iter().enumerate().skip(1 - alternate);
            best = masks.map(|(mask, excess)| (excess, mask, alternate)).fold(best, |best, other| best.min(other));
        }
        let (excess, mask, alternate) = best;
        if excess == i64::MAX {
            return Ok(());
        }
        let n = values.len();
        let rare = (n as i64 + excess) as usize / 2;
        if self.space == Space::Either && rare * self.pairs_for_one_stamp::<T>() > n / 2 {
            return Ok(());
        }
        if self.path == Path::Plain {
            self.stamped = match before {
                Some(before) if sifted * 8 > heaps => (2 * before).min(1 << 10),
                Some(before) => before,
                None => FEW_PAIRS,
            };
        }
        budget.reserve(rare * size_of::<(u32, u32)>())?;
        let mut sparse = Sparse { mask: mask as u32, alternate, rare: Vec::with_capacity(rare) };
        for (p, value) in values.iter().enumerate().skip(1) {
            if sparse.is_rare(self.left(p), value.get() as usize) {
                sparse.rare.push((p as u32, value.get()));
            }
        }
        self.sparse = Some(sparse);
        self.want();
        Ok(())
    }

    /// Returns roughly the number of pairs that the second step examines in the time of one stamp.
    fn pairs_for_one_stamp<T: Width>(&self) -> usize {
        match (self.path, T::MAX_VALUE) {
            (Path::Plain, _) => 2,
            (Path::Avx2, 0xff) => 16,
            (Path::Avx2, _) => 2,
            (Path::Avx512, 0xff) => 48,
            (Path::Avx512, _) => 24,
        }
    }
}

/// Returns the least value without this mark.
fn first_unseen(seen: &[u8], mark: u8) -> usize {
    let marks = u64::from_ne_bytes([mark; 8]);
    let mut at = 0;
    for eight in seen.chunks_exact(8) {
        let differ = u64::from_le_bytes(eight.try_into().expect("8 bytes")) ^ marks;
        if differ != 0 {
            return at + differ.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at
}

/// Returns the least value without this mark that is not wanted.
fn first_certain(seen: &[u8], mark: u8, wanted: &[u8]) -> Option<usize> {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let marks = u64::from_ne_bytes([mark; 8]);
    let ((seens, seen), (wanteds, wanted)) = (seen.as_chunks::<8>(), wanted.as_chunks::<8>());
    for (i, (seen, wanted)) in seens.iter().zip(wanteds).enumerate() {
        let differ = u64::from_le_bytes(*seen) ^ marks;
        // The highest bit of each byte that is not 0.
        let unseen = (((differ & LOW) + LOW) | differ) & !LOW;
        let certain = unseen & !u64::from_le_bytes(*wanted);
        if certain != 0 {
            return Some(8 * i + certain.trailing_zeros() as usize / 8);
        }
    }
    let rest = seen.iter().zip(wanted).position(|(&seen, &wanted)| seen != mark && wanted == 0)?;
    Some(8 * seens.len() + rest)
}

/// Spreads bits: bit i becomes byte i.
fn bytes_of(bits: u8) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let bits = (u64::from(bits) * EACH) & 0x8040_2010_0804_0201;
    ((bits + 0x7f * EACH) >> 7) & EACH
}
