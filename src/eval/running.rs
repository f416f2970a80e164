//! The state of the statement under way, beside what it computes.

use std::time::{Duration, Instant};

use crate::diagnostic::Diagnostic;

/// The clock and the warnings of the statement under way, and the undertakings that it is in the middle of.
#[derive(Default)]
pub(crate) struct Running {
    pub clock: Clock,
    pub warnings: Vec<Diagnostic>,
    /// `true` while claims about a game are checked, and are not used therefore.
    pub is_checking: bool,
    /// `true` while a game is played, whose input is no place for another.
    pub is_playing: bool,
    /// `true` while an offer in advice is tried.
    pub is_trying: bool,
    /// `true` if the rule of a game has done something beside giving moves, such as reading a file, so that it may give others
    /// next time.
    pub has_acting_rule: bool,
}

/// The time limit of statements, and when the one that runs now has reached it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Clock {
    /// The time that one statement may take.
    pub timeout: Option<Duration>,
    /// The time at which the statement has to end in any case, where nobody is waited for.
    pub last: Option<Instant>,
    deadline: Option<Instant>,
}

impl Clock {
    /// Notes that a statement begins.
    pub fn begin(&mut self) {
        self.last = None;
        self.start();
    }

    /// Gives the statement its time again, which has waited for a person.
    pub fn start(&mut self) {
        self.deadline = self.end_of_statement();
    }

    /// Returns the time at which a statement that began now would have to end.
    pub fn end_of_statement(&self) -> Option<Instant> {
        let end = self.timeout.map(|timeout| Instant::now() + timeout);
        end.map(|end| self.last.map_or(end, |last| last.min(end)))
    }

    /// Returns the time at which the statement under way has to end.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Returns the time at which a part of a statement that begins now has to end, if it may take at most `time`.
    pub fn end_within(&self, time: Duration) -> Instant {
        let end = Instant::now() + time;
        self.end_of_statement().map_or(end, |last| last.min(end))
    }
}
