//! Nim-values of rules whose moves leave at most two heaps, for codes that end.
//!
//! The values of a heap's options are met in two steps. First some are stamped one by one. What is then still missing
//! is looked for among all pairs of heaps, many at a time. If the values have a sparse space (Berlekamp; Winning Ways,
//! ch. 4), almost no heap comes to the second step: for a mask m call a value rare if `parity(value & m)` is 0, and
//! common otherwise. The sum of two common values is rare, so all common options come from pairs with a rare heap.
//! There are few of those, and all are stamped. Then the least value not stamped is the nim-value, if it is common.

use super::packed::Width;
use super::rule::Rule;
use super::sift::{Missing, Path};
use crate::games::{Budget, Fault};

/// How the second step is kept short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// Sparse or dense, whichever is faster.
    Either,
    Dense,
    Sparse,
}

/// Pairs looked at between two looks at the limits.
const CHUNK: usize = 1 << 20;
/// Pairs that are stamped for each break before the second step, at first.
const FEW: usize = 32;
/// Masks are looked for among values below.
const MASKS: usize = 1 << 12;

/// The engine: the moves, and marks on the values.
#[derive(Clone)]
pub(super) struct Pairs {
    /// Takes that end a heap, ascending; takes that leave one heap; takes that leave two.
    ends: Vec<usize>,
    takes: Vec<usize>,
    breaks: Vec<usize>,
    unequal: bool,
    path: Path,
    space: Space,
    /// A power of two above all values; then marks of this heap's options stand in `seen`, one byte for each value.
    size: usize,
    greatest: usize,
    seen: Vec<u8>,
    mark: u8,
    missing: Missing,
    sparse: Option<Sparse>,
    /// When to choose anew between sparse and dense.
    review: usize,
    /// Pairs stamped for each break, and how many of the last heaps came to the second step.
    stamped: usize,
    sifted: (usize, usize),
    /// Pairs looked at.
    pub(super) work: u64,
}

#[derive(Clone)]
struct Sparse {
    mask: u32,
    /// Heaps with rare values, and their values.
    rare: Vec<(u32, u32)>,
}

impl Sparse {
    #[inline]
    fn is_rare(&self, value: usize) -> bool {
        (value as u32 & self.mask).count_ones() & 1 == 0
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
            missing: Missing::default(),
            sparse: None,
            review: 16,
            stamped: FEW,
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
            let value = self.value(values, budget)?;
            if value as u32 > T::MOST {
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
        }
        self.greatest = self.greatest.max(value);
        if let Some(sparse) = &mut self.sparse
            && sparse.is_rare(value)
        {
            sparse.rare.push((n as u32, value as u32));
        }
    }

    /// The least positive heap of the last pair that leaves m counters.
    fn half(&self, m: usize) -> usize {
        if self.unequal { m.saturating_sub(1) / 2 } else { m / 2 }
    }

    /// A new mark, so that nothing is seen. There is always a value after the last that can be an option.
    fn fresh_marks(&mut self) {
        let len = self.size + 8;
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 || self.seen.len() != len {
            self.seen.clear();
            self.seen.resize(len, 0);
            self.mark = 1;
        }
    }

    fn value<T: Width>(&mut self, values: &[T], budget: &mut Budget) -> Result<usize, Fault> {
        self.fresh_marks();
        let n = values.len();
        let mark = self.mark;
        let seen = &mut self.seen[..];
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
            if let Some(sparse) = &self.sparse {
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
        let first = first_unseen(&self.seen, mark, 0);
        let done = all || self.sparse.as_ref().is_some_and(|sparse| !sparse.is_rare(first));
        self.sifted.0 += 1;
        if done {
            return Ok(first);
        }
        self.sifted.1 += 1;
        self.look(values, first, budget)
    }

    /// The second step: looks for the values that are missing and can be options.
    fn look<T: Width>(&mut self, values: &[T], first: usize, budget: &mut Budget) -> Result<usize, Fault> {
        let (mut from, mut to) = (first, self.greatest + 1);
        loop {
            self.missing.clear(self.size);
            let mut answer = None;
            for value in from..to {
                if self.seen[value] == self.mark {
                    continue;
                }
                match &self.sparse {
                    Some(sparse) if !sparse.is_rare(value) => {
                        answer = Some(value);
                        break;
                    }
                    _ => self.missing.insert(value),
                }
            }
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
                    if to - from > CHUNK / 4 {
                        budget.check()?;
                    }
                    self.work += (to - from) as u64;
                    from = to + 1;
                }
            }
            if let Some(value) = self.missing.least(from).or(answer) {
                return Ok(value);
            }
            if to >= self.size {
                return Ok(self.size);
            }
            (from, to) = (to, self.size);
        }
    }

    /// Chooses the mask with the fewest rare values, and whether to use it.
    fn choose<T: Width>(&mut self, values: &[T], budget: &mut Budget) -> Result<(), Fault> {
        // Many stamps are worth while if the second step comes often.
        let (heaps, sifted) = std::mem::take(&mut self.sifted);
        let dense = self.sparse.is_none();
        if dense {
            self.stamped = self.size.clamp(FEW, 1 << 12);
        } else if sifted * 8 > heaps {
            self.stamped = (self.stamped * 2).min(1 << 10);
        }
        self.sparse = None;
        if self.space == Space::Dense || self.breaks.is_empty() || self.size > MASKS {
            return Ok(());
        }
        let mut sums = vec![0i64; self.size];
        for chunk in values.chunks(CHUNK) {
            budget.check()?;
            chunk.iter().for_each(|value| sums[value.get() as usize] += 1);
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
        let Some((mask, &excess)) = sums.iter().enumerate().skip(1).min_by_key(|&(_, &excess)| excess) else {
            return Ok(());
        };
        let n = values.len();
        let rare = (n as i64 + excess) as usize / 2;
        if self.space == Space::Either && rare * self.pairs_for_one_stamp::<T>() > n / 2 {
            return Ok(());
        }
        if dense {
            self.stamped = FEW;
        }
        let mut sparse = Sparse { mask: mask as u32, rare: Vec::with_capacity(rare) };
        for (p, value) in values.iter().enumerate().skip(1) {
            if sparse.is_rare(value.get() as usize) {
                sparse.rare.push((p as u32, value.get()));
            }
        }
        self.sparse = Some(sparse);
        Ok(())
    }

    /// How many pairs the second step looks at while one value is stamped, roughly.
    fn pairs_for_one_stamp<T: Width>(&self) -> usize {
        match (self.path, T::MOST) {
            (Path::Plain, _) => 2,
            (Path::Avx2, 0xff) => 16,
            (Path::Avx2, _) => 6,
            (Path::Avx512, 0xff) => 48,
            (Path::Avx512, _) => 24,
        }
    }
}

/// The least value from `from` on without this mark.
fn first_unseen(seen: &[u8], mark: u8, from: usize) -> usize {
    let marks = u64::from_ne_bytes([mark; 8]);
    let mut at = from;
    for eight in seen[from..].chunks_exact(8) {
        let differ = u64::from_le_bytes(eight.try_into().expect("8 bytes")) ^ marks;
        if differ != 0 {
            return at + differ.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at
}
