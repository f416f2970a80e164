//! Work in the background of an open text.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Runs a document in the background and interrupts it when a request arrives.
#[derive(Default)]
pub struct Idling {
    /// The number of tasks that have arrived and have not been started.
    waiting: AtomicUsize,
    /// `true` while the computation may be interrupted.
    can_wait: AtomicBool,
    /// Interrupts the computation.
    pub stop: Arc<AtomicBool>,
}

impl Idling {
    /// Runs `work`, which the next task interrupts. Returns `None` if a task is waiting already.
    pub fn until_task<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        self.stop.store(false, Ordering::SeqCst);
        self.can_wait.store(true, Ordering::SeqCst);
        let result = (self.waiting.load(Ordering::SeqCst) == 0).then(work);
        self.can_wait.store(false, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
        result
    }

    /// Notes that a task has arrived, and interrupts the computation.
    pub fn came(&self) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        if self.can_wait.load(Ordering::SeqCst) {
            self.stop.store(true, Ordering::SeqCst);
        }
    }

    /// Notes that a task has been started.
    pub fn taken(&self) {
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
    }
}
