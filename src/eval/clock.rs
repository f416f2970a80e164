//! The clock of a session: how long a statement may take.

use std::time::{Duration, Instant};

/// The time limit of statements, and when the one that runs now has reached it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Clock {
    /// The time that one statement may take.
    pub timeout: Option<Duration>,
    deadline: Option<Instant>,
}

impl Clock {
    /// Notes that a statement begins.
    pub fn start(&mut self) {
        self.deadline = self.end_of_statement();
    }

    /// Returns the time at which a statement that began now would have to end.
    pub fn end_of_statement(&self) -> Option<Instant> {
        self.timeout.map(|timeout| Instant::now() + timeout)
    }

    /// Returns the time at which the statement under way has to end.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Returns the time that a part of a statement may take, at most `time`.
    pub fn at_most(&self, time: Duration) -> Duration {
        self.timeout.map_or(time, |timeout| timeout.min(time))
    }
}
