//! Walks without recursion, in which every item is finished after those that it waits for.

use super::{Budget, Fault};

/// A walk in post-order. [`PostOrder::next`] returns the item on top of its stack. The caller pushes the items that
/// must be finished before it; then the item is returned again later. If none is pushed, it is finished.
///
/// An item may be pushed several times, so the caller skips items that are known by then.
pub(crate) struct PostOrder<T> {
    stack: Vec<T>,
    /// The height of the stack when its top was returned.
    height: usize,
}

impl<T> PostOrder<T> {
    /// Returns a walk that finishes these items, the last one first, and all that they wait for.
    pub fn new(items: impl IntoIterator<Item = T>) -> PostOrder<T> {
        PostOrder { stack: items.into_iter().collect(), height: 0 }
    }

    /// Returns the next item to look at, or `None` once all are finished.
    ///
    /// # Errors
    /// The faults of `budget`, which limits the growth of the stack.
    #[inline]
    pub fn next(&mut self, budget: &mut Budget) -> Result<Option<&mut T>, Fault> {
        if !self.is_waiting() {
            self.stack.pop();
        }
        self.height = self.stack.len();
        if self.height > 0 {
            budget.tick()?;
            budget.room_to_push(&self.stack)?;
        }
        Ok(self.stack.last_mut())
    }

    /// Puts an item on the stack, which is finished before those that are there.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.stack.push(item);
    }

    /// Returns `true` if the item that was returned last waits for others.
    #[inline]
    pub fn is_waiting(&self) -> bool {
        self.stack.len() > self.height
    }

    /// Returns the number of items on the stack.
    pub fn len(&self) -> usize {
        self.stack.len()
    }

    /// Returns the items that are not finished, the first one first.
    pub fn into_open(self) -> Vec<T> {
        self.stack
    }
}

impl<T> Default for PostOrder<T> {
    fn default() -> PostOrder<T> {
        PostOrder::new(None)
    }
}

impl<T> Extend<T> for PostOrder<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.stack.extend(items);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the items below `start` where each n waits for n / 2 and n / 3.
    fn finished(start: u32, budget: &mut Budget) -> Result<Vec<u32>, Fault> {
        let mut done = Vec::new();
        let mut walk = PostOrder::new([start]);
        while let Some(&mut n) = walk.next(budget)? {
            if done.contains(&n) {
                continue;
            }
            walk.extend([n / 2, n / 3].into_iter().filter(|m| *m < n && !done.contains(m)));
            if !walk.is_waiting() {
                done.push(n);
            }
        }
        Ok(done)
    }

    #[test]
    fn each_item_is_finished_once_after_what_it_waits_for() -> Result<(), Fault> {
        let done = finished(1000, &mut Budget::unlimited())?;
        let place = |n: u32| done.iter().position(|&m| m == n).unwrap_or(usize::MAX);
        for (i, &n) in done.iter().enumerate() {
            assert_eq!(place(n), i, "{n} is finished once");
            assert!(n == 0 || place(n / 2) < i && place(n / 3) < i, "{n} comes after those it waits for");
        }
        assert_eq!(done.last(), Some(&1000));
        Ok(())
    }

    #[test]
    fn a_walk_ends_with_its_budget() {
        let mut budget = Budget::unlimited();
        let _given = budget.begin_try(5);
        assert!(matches!(finished(1000, &mut budget), Err(Fault::Spent)));
    }
}
