//! The memory of a ruleset, which does not take part in comparing rulesets.

use std::hash::{Hash, Hasher};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The memory of a ruleset from one question to the next.
///
/// It does not distinguish rulesets: all caches are equal, and a hash leaves them out. A lock lets any thread use it;
/// an engine works in one thread at a time, so nobody waits for the lock.
///
/// ```
/// use cg_engine::games::Cache;
///
/// #[derive(PartialEq, Eq, Hash)]
/// struct Primes {
///     known: Cache<Vec<u64>>,
/// }
///
/// let (new, used) = (Primes { known: Cache::default() }, Primes { known: Cache::new(vec![2, 3, 5]) });
/// assert_eq!(used.known.read().len(), 3);
/// assert!(new == used);
/// ```
#[derive(Debug, Default)]
pub struct Cache<T>(RwLock<T>);

impl<T> Cache<T> {
    /// Returns a cache that begins with `value`.
    pub fn new(value: T) -> Cache<T> {
        Cache(RwLock::new(value))
    }

    /// Borrows the memory to read it. Calling [`Cache::write`] while the borrow lasts never returns.
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Borrows the memory to change it. Calling [`Cache::read`] or [`Cache::write`] while the borrow lasts never returns.
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> PartialEq for Cache<T> {
    fn eq(&self, _: &Cache<T>) -> bool {
        true
    }
}

impl<T> Eq for Cache<T> {}

impl<T> Hash for Cache<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A memory that can be emptied to free its bytes.
pub trait Forget {
    /// Forgets everything.
    fn forget(&self);
}

impl<T: Default> Forget for Cache<T> {
    fn forget(&self) {
        *self.write() = T::default();
    }
}
