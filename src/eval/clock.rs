//! The clock of a session: how long a statement may take.

use std::time::{Duration, Instant};

/// The time limit of statements, and when the one that runs now has reached it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Clock {
    /// How long one statement may take.
    pub timeout: Option<Duration>,
    deadline: Option<Instant>,
}

impl Clock {
    /// A statement begins.
    pub fn start(&mut self) {
        self.deadline = self.end_of_statement();
    }

    /// When a statement that began now would have to end.
    pub fn end_of_statement(&self) -> Option<Instant> {
        self.timeout.map(|timeout| Instant::now() + timeout)
    }

    /// When the statement under way has to end.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// How long a part of a statement may take that is to take so long at most.
    pub fn at_most(&self, time: Duration) -> Duration {
        self.timeout.map_or(time, |timeout| timeout.min(time))
    }
}
