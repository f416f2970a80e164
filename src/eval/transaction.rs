//! Transactions: what fails gives back what was made for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::Session;
use super::held::Handle;
use super::machine::Mark as MachineMark;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use cg_engine::games::GamesMark;
use cg_engine::loopy::LoopsMark;
use cg_engine::positions::PositionsMark;

/// A moment to return to.
struct Mark {
    games: GamesMark,
    games_len: usize,
    loops: LoopsMark,
    positions: PositionsMark,
    machine: MachineMark,
    held: Handle,
}

impl Session {
    fn mark(&self) -> Mark {
        Mark {
            games: self.games.mark(),
            games_len: self.games.len(),
            loops: self.loops.mark(),
            positions: self.positions.mark(),
            machine: self.machine.mark(),
            held: self.held.next(),
        }
    }

    /// Forgets the values and positions made since. The machine has forgotten what it holds of them before.
    fn roll_back(&mut self, mark: &Mark) {
        self.held.forget_from(mark.held);
        self.positions.rollback(mark.positions, mark.games_len);
        self.printer.names.forget_from(mark.games_len);
        self.loops.rollback(mark.loops);
        self.games.rollback(mark.games);
    }

    /// Runs something under the limits; when it fails, what was made for it is given back. A mistake of ours that
    /// panics is a failure like others.
    pub(super) fn guarded<T>(
        &mut self,
        span: Span,
        run: impl FnOnce(&mut Session) -> Result<T, Box<Diagnostic>>,
    ) -> Result<T, Box<Diagnostic>> {
        let mark = self.mark();
        let room = self.printer.room;
        self.games.budget.set_deadline(self.clock.deadline());
        let mut result = catch_unwind(AssertUnwindSafe(|| run(self))).unwrap_or_else(|panic| {
            self.printer.names.clear();
            self.games.clear_caches();
            self.loops.forget();
            Err(Box::new(crate::eval::error::of_panic(&*panic, span)))
        });
        self.games.budget.set_deadline(None);
        self.printer.room = room;
        if result.is_err() {
            self.is_checking = false;
            let undone = catch_unwind(AssertUnwindSafe(|| {
                self.machine.rollback(&mark.machine);
                self.roll_back(&mark);
            }));
            if let Err(panic) = undone {
                self.reset();
                let lost = "what was defined could not be kept; the session begins anew";
                result = Err(Box::new(crate::eval::error::of_panic(&*panic, span).note(lost)));
            }
        }
        result
    }

    /// Tries something for at most so long, or as long as a statement may take. When it fails, all that was made for it
    /// is given back, and the statement goes on.
    ///
    /// # Errors
    /// Its own.
    pub fn attempt<T, E>(&mut self, limit: Duration, work: impl FnOnce(&mut Session) -> Result<T, E>) -> Result<T, E> {
        let mark = self.mark();
        let deadline = Instant::now() + self.clock.at_most(limit);
        self.games.budget.set_deadline(Some(deadline));
        let result = work(self);
        self.restart_clock();
        if result.is_err() {
            self.machine.forget_since(&mark.machine);
            self.roll_back(&mark);
        }
        result
    }
}
