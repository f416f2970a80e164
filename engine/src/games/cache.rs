//! Results that are kept from one question to the next.

use std::hash::{Hash, Hasher};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Results that their owner keeps from one question to the next.
///
/// All caches are equal, and a hash leaves them out, so they do not distinguish their owners. Threads that search together
/// share the rules, and so the lock: a borrow should be short.
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

    /// Borrows the results to read them. Calling [`Cache::write`] while the borrow lasts never returns.
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Borrows the results to change them. Calling [`Cache::read`] or [`Cache::write`] while the borrow lasts never returns.
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

/// Results that can be given up to free their bytes.
pub trait Forget {
    /// Resets the contents to their default, which frees their bytes.
    fn forget(&self);
}

impl<T: Default> Forget for Cache<T> {
    fn forget(&self) {
        *self.write() = T::default();
    }
}
