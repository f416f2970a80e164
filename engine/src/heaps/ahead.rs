//! The second step for many heaps at once, by several threads.
//!
//! The second step looks at pairs of which both heaps are larger than those that are stamped. So for as many heaps as are
//! stamped it asks for no value that is not known before the first of them, and each can be looked through by itself. What
//! is found is a set for each heap: it depends neither on how many threads there are nor on which comes first.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::packed::Width;
use super::pairs::{CHUNK, Pairs};
use super::sift::Missing;
use crate::games::{Budget, Fault};

/// Heaps from which on threads are begun: for smaller ones that takes longer than it saves.
const FROM: usize = 1 << 13;
/// Bytes of the sets of all heaps.
const ROOM: usize = 1 << 20;
/// Fewer heaps at once are not worth a thread.
const MIN_HEAPS: usize = 32;

/// For some heaps, the values that do not belong to the pairs of the second step.
#[derive(Clone, Default)]
pub(super) struct Ahead {
    /// The first of the heaps.
    start: usize,
    /// For each heap, one byte for each value up to the greatest known one: 0 if an option has the value.
    sets: Vec<Vec<u8>>,
}

impl Ahead {
    /// Forgets the sets, for another number of pairs may be stamped from now on.
    pub(super) fn clear(&mut self) {
        self.sets.clear();
    }

    fn get(&self, n: usize) -> Option<&[u8]> {
        self.sets.get(n.checked_sub(self.start)?).map(Vec::as_slice)
    }
}

impl Pairs {
    /// Returns the least value from `first` on that is neither stamped nor the value of another pair. Looks at all
    /// pairs, with several threads if they are allowed.
    pub(super) fn look_ahead<T: Width>(
        &mut self,
        values: &[T],
        first: usize,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Fault> {
        let n = values.len();
        let heaps = self.stamped.min(ROOM / (self.greatest + 1));
        if budget.threads() < 2 || self.sparse.is_some() || n < FROM || heaps < MIN_HEAPS {
            return Ok(None);
        }
        if self.ahead.get(n).is_none() {
            self.ahead.clear();
            let sets = self.sets_of(values, heaps, budget)?;
            self.ahead = Ahead { start: n, sets };
        }
        let Some(unmet) = self.ahead.get(n) else { return Ok(None) };
        let seen = &self.seen[self.row..];
        // A value greater than all before is found without this.
        Ok((first..unmet.len()).find(|&value| seen[value] != self.mark && unmet[value] != 0))
    }

    /// Returns the sets of the next heaps, in their order.
    fn sets_of<T: Width>(&self, values: &[T], heaps: usize, budget: &mut Budget) -> Result<Vec<Vec<u8>>, Fault> {
        budget.reserve(heaps * (self.greatest + 1))?;
        let next = AtomicUsize::new(0);
        let work = |mut budget: Budget| {
            let mut found = Vec::new();
            let mut missing = Missing::default();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= heaps {
                    return Ok(found);
                }
                match self.set_of(values, values.len() + index, &mut missing, &mut budget) {
                    Ok(set) => found.push((index, set)),
                    Err(fault) => {
                        // Nobody needs begin another heap.
                        next.store(heaps, Ordering::Relaxed);
                        return Err(fault);
                    }
                }
            }
        };
        let found = thread::scope(|scope| {
            let begin = |_| {
                let budget = budget.for_another_thread();
                // If no thread can be started, the existing ones do all the work.
                thread::Builder::new().spawn_scoped(scope, || work(budget)).ok()
            };
            let others: Vec<_> = (1..budget.threads().min(heaps)).map_while(begin).collect();
            let mut found = vec![work(budget.clone())];
            found.extend(others.into_iter().map(|other| match other.join() {
                Ok(found) => found,
                Err(panic) => std::panic::resume_unwind(panic),
            }));
            found
        });
        let mut sets = vec![Vec::new(); heaps];
        for found in found {
            for (index, set) in found? {
                sets[index] = set;
            }
        }
        budget.check()?;
        Ok(sets)
    }

    /// Returns the values up to the greatest that no pair of heap n has and that are not stamped.
    fn set_of<T: Width>(
        &self,
        values: &[T],
        n: usize,
        missing: &mut Missing,
        budget: &mut Budget,
    ) -> Result<Vec<u8>, Fault> {
        missing.clear(self.size);
        (0..=self.greatest).for_each(|value| missing.insert(value));
        for &k in self.breaks.iter().take_while(|&&k| k + 2 <= n) {
            let (m, half) = (n - k, self.half(n - k));
            let mut from = self.stamped + 1;
            while from <= half && missing.count() > 0 {
                let to = half.min(from + CHUNK - 1);
                T::sift(self.path, &values[from..=to], &values[m - to..=m - from], missing);
                budget.charge(1 + (to - from) / 64)?;
                from = to + 1;
            }
        }
        Ok(missing.bytes()[..=self.greatest].to_vec())
    }
}
