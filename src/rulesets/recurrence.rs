//! Nim-values of subtraction games far out, by a proof that they recur.
//!
//! What a heap is worth follows from finitely many numbers: those of the last heaps. When these are again what they were,
//! all that follows repeats. Where any number but some may be taken, the values of all smaller heaps count, but only
//! those that are missing do; when the missing ones and the last heaps are again what they were, all moved up by the same
//! number, all that follows repeats, moved up by it (Winning Ways, ch. 4).

use std::collections::BTreeSet;

/// Work after which no period is looked for any more.
const MOST_STEPS: usize = 20_000_000;
/// Heaps after which none is looked for any more.
const MOST_HEAPS: usize = 3_000_000;

/// The nim-values of heaps 0, 1, 2, ..., and how they go on if that was proved.
pub(super) struct Recurrence {
    values: Vec<u64>,
    /// From this heap on the values repeat, with this period, each time greater by this saltus.
    repeats: Option<(usize, usize, u64)>,
}

impl Recurrence {
    /// The nim-value of a heap, if it was reached.
    pub fn value(&self, heap: u64) -> Option<u64> {
        if let Some(value) = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap)) {
            return Some(*value);
        }
        let (from, period, saltus) = self.repeats?;
        let beyond = heap - from as u64;
        let rounds = beyond / period as u64;
        let first = self.values[from + (beyond % period as u64) as usize];
        rounds.checked_mul(saltus)?.checked_add(first)
    }

    /// The game that takes one of the numbers of an ascending set.
    pub fn of_takes(set: &[u64]) -> Recurrence {
        let set: Vec<usize> = set.iter().map_while(|&taken| usize::try_from(taken).ok()).collect();
        let last = set.last().copied().unwrap_or(0);
        let most = MOST_HEAPS.min(MOST_STEPS / (set.len() + 1));
        let mut values: Vec<u64> = Vec::new();
        // At which heap each value was seen last, plus 1.
        let mut seen = vec![0; set.len() + 2];
        let mut mark = 0;
        for heap in 0..most {
            // Brent 1980: compare with a heap that moves on at the powers of two.
            if heap >= last && heap > mark && last <= mark && window(&values, heap, last) == window(&values, mark, last)
            {
                return Recurrence { values, repeats: Some((mark, heap - mark, 0)) };
            }
            if heap.is_power_of_two() {
                mark = heap;
            }
            for &taken in set.iter().take_while(|taken| **taken <= heap) {
                seen[values[heap - taken] as usize] = heap + 1;
            }
            values.push(seen.iter().position(|&at| at != heap + 1).unwrap_or(seen.len()) as u64);
        }
        Recurrence { values, repeats: None }
    }

    /// The game that takes any number that is not in an ascending set.
    pub fn of_others(set: &[u64]) -> Recurrence {
        let last = set.last().and_then(|&last| usize::try_from(last).ok()).unwrap_or(0);
        let is_move = |taken: usize| set.binary_search(&(taken as u64)).is_err();
        let allowed: Vec<usize> = (1..=last.min(MOST_HEAPS)).filter(|&taken| is_move(taken)).collect();
        let most = MOST_HEAPS.min(MOST_STEPS / last.saturating_add(1));
        let mut values: Vec<u64> = Vec::new();
        let mut always = Always::default();
        let mut mark: Option<(usize, Vec<u64>, u64)> = None;
        for heap in 0..most {
            if heap > last {
                always.add(values[heap - last - 1]);
            }
            if heap >= last {
                let state = always.state(window(&values, heap, last));
                if let Some((from, before, least)) = &mark
                    && *before == state
                {
                    return Recurrence { repeats: Some((*from, heap - from, always.least - least)), values };
                }
                if heap.is_power_of_two() || mark.is_none() {
                    mark = Some((heap, state, always.least));
                }
            }
            let mut near: Vec<u64> =
                allowed.iter().take_while(|taken| **taken <= heap).map(|taken| values[heap - taken]).collect();
            near.sort_unstable();
            near.dedup();
            let mut value = always.least;
            while always.above.contains(&value) || near.binary_search(&value).is_ok() {
                value += 1;
            }
            values.push(value);
        }
        Recurrence { values, repeats: None }
    }
}

/// The values of the `last` heaps before one.
fn window(values: &[u64], heap: usize, last: usize) -> &[u64] {
    &values[heap - last..heap]
}

/// The values of the heaps that can always be left.
#[derive(Default)]
struct Always {
    /// The least that is missing.
    least: u64,
    /// Those above it.
    above: BTreeSet<u64>,
}

impl Always {
    fn add(&mut self, value: u64) {
        if value >= self.least {
            self.above.insert(value);
        }
        while self.above.remove(&self.least) {
            self.least += 1;
        }
    }

    /// All that what follows depends on, from the least that is missing up: values below it make no difference.
    fn state(&self, window: &[u64]) -> Vec<u64> {
        let upper = self.above.iter().map(|value| value - self.least);
        let near = window.iter().map(|value| (value + 1).saturating_sub(self.least));
        near.chain(upper).collect()
    }
}
