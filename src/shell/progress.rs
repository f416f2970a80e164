//! The progress that a person at a terminal sees of a computation that takes longer than a second: one line on standard
//! error, written by a thread of its own and erased when the answer comes.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::app::Meter;
use super::world;
use crate::eval::bytes_text;
use crate::lines::USUAL_COLUMNS;
use crate::visible;
use cg_engine::games::{Budget, Work};

/// The time before which nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time from one line to the next.
const PERIOD: Duration = Duration::from_millis(200);

/// Shows how long computations go on; a clone shows the same ones.
#[derive(Clone)]
pub struct Progress {
    /// The shared state, or `None` if nobody watches.
    shared: Option<Arc<SharedProgress>>,
}

struct SharedProgress {
    state: Mutex<ProgressState>,
    /// Signalled when something begins while the watcher sleeps.
    begun: Condvar,
    meter: Meter,
}

#[derive(Default)]
struct ProgressState {
    work: Arc<Work>,
    /// The time at which the computation under way began, and the work done before.
    since: Option<(Instant, WorkDone)>,
    /// The line is on the screen.
    drawn: bool,
    /// `true` while the watcher sleeps; `None` if there is no watcher.
    asleep: Option<bool>,
}

/// The work done until some moment.
#[derive(Clone, Copy, Default)]
struct WorkDone {
    steps: u64,
    positions: u64,
    values: u64,
}

impl WorkDone {
    fn of(work: &Work) -> WorkDone {
        WorkDone { steps: work.steps(), positions: work.positions(), values: work.values() }
    }
}

impl Progress {
    /// Shows something only if it is `wanted`.
    pub fn new(wanted: bool, meter: Meter) -> Progress {
        let shared = || SharedProgress { state: Mutex::default(), begun: Condvar::new(), meter };
        Progress { shared: wanted.then(|| Arc::new(shared())) }
    }

    /// Watches the work done under this budget.
    pub fn watch(&self, budget: &Budget) {
        if let Some(shared) = &self.shared {
            shared.lock().work = budget.work();
        }
    }

    /// Computes something; when it takes long, says so.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let Some(shared) = &self.shared else { return work() };
        shared.begin();
        let result = work();
        let mut state = shared.lock();
        state.since = None;
        state.erase();
        drop(state);
        result
    }

    /// Waits for something that is no computation, without showing progress meanwhile.
    pub fn pause<T>(&self, wait: impl FnOnce() -> T) -> T {
        let Some(shared) = &self.shared else { return wait() };
        let mut state = shared.lock();
        state.since = None;
        state.erase();
        drop(state);
        let result = wait();
        shared.begin();
        result
    }

    /// Takes the line away, so that something else can be written; it comes back if the work goes on.
    pub fn erase(&self) {
        if let Some(shared) = &self.shared {
            shared.lock().erase();
        }
    }
}

/// A line on a terminal's standard error that says how far something of many steps has come.
pub struct StatusLine {
    is_seen: bool,
}

impl StatusLine {
    /// Shows something only if it is `wanted` and somebody looks.
    pub fn new(wanted: bool) -> StatusLine {
        StatusLine { is_seen: wanted && std::io::stderr().is_terminal() && world::moves_cursor() }
    }

    /// Writes the line over the last one.
    pub fn show(&self, line: &str) {
        if self.is_seen {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[?7l{}\x1b[K\x1b[?7h", visible::line(line));
        }
    }

    /// Takes it away.
    pub fn erase(&self) {
        if self.is_seen {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

impl SharedProgress {
    fn lock(&self) -> MutexGuard<'_, ProgressState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(self: &Arc<SharedProgress>) {
        let mut state = self.lock();
        state.since = Some((Instant::now(), WorkDone::of(&state.work)));
        match state.asleep {
            Some(false) => {}
            Some(true) => self.begun.notify_one(),
            None => {
                let shared = Arc::clone(self);
                // Without a watcher there is only less to see.
                let watcher = thread::Builder::new().name("progress".into()).spawn(move || shared.watch());
                state.asleep = watcher.is_ok().then_some(false);
            }
        }
    }

    /// Runs beside the computations, until the program ends.
    fn watch(&self) {
        let mut state = self.lock();
        let mut idle = false;
        loop {
            let wait = match state.since.map(|(begin, before)| (begin.elapsed(), before)) {
                // Short computations follow one another: be woken only when none was there for a while.
                None if idle => {
                    state.asleep = Some(true);
                    state = self.begun.wait(state).unwrap_or_else(PoisonError::into_inner);
                    state.asleep = Some(false);
                    idle = false;
                    continue;
                }
                None => PATIENCE,
                Some((elapsed, _)) if elapsed < PATIENCE => PATIENCE - elapsed,
                Some((elapsed, before)) => {
                    let columns = world::columns_of_errors().unwrap_or(USUAL_COLUMNS);
                    let line = line(before, WorkDone::of(&state.work), (self.meter)(), elapsed, columns - 1);
                    state.draw(&line);
                    PERIOD
                }
            };
            idle = state.since.is_none();
            let waited = self.begun.wait_timeout(state, wait);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl ProgressState {
    /// Writes the line over the last one. It is cut at the edge of the screen: a line of two rows could not be erased.
    fn draw(&mut self, line: &str) {
        self.drawn = true;
        let _ = write!(std::io::stderr().lock(), "\r\x1b[?7l{line}\x1b[K\x1b[?7h");
    }

    fn erase(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

/// Returns `positions 1.2 million, values 300 000, 12 MiB, 3.4 s; Ctrl-C stops it`. Where that is more than these columns, the
/// first parts are left out.
fn line(before: WorkDone, now: WorkDone, bytes: usize, elapsed: Duration, columns: usize) -> String {
    let counts = [("positions", now.positions - before.positions), ("values", now.values - before.values)];
    let mut parts: Vec<String> =
        counts.iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{what} {}", count(*n))).collect();
    if parts.is_empty() {
        parts.push(format!("steps {}", count(now.steps - before.steps)));
    }
    parts.push(bytes_text(bytes));
    parts.push(format!("{:.1} s", elapsed.as_secs_f64()));
    let from = |first: usize| format!("{}; Ctrl-C stops it", parts[first..].join(", "));
    (0..parts.len()).map(from).find(|line| line.len() <= columns).unwrap_or_else(|| from(parts.len() - 1))
}

fn count(n: u64) -> String {
    match n {
        0..1_000 => n.to_string(),
        1_000..1_000_000 => format!("{} {:03}", n / 1_000, n % 1_000),
        1_000_000..1_000_000_000 => format!("{:.1} million", n as f64 / 1e6),
        _ => format!("{:.1} billion", n as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_screen_shows_how_to_stop() {
        let now = WorkDone { steps: 9, positions: 321_668, values: 92_581 };
        let shown = |columns| line(WorkDone::default(), now, 32 << 20, Duration::from_secs(2), columns);
        assert_eq!(shown(79), "positions 321 668, values 92 581, 32 MiB, 2.0 s; Ctrl-C stops it");
        assert_eq!(shown(39), "32 MiB, 2.0 s; Ctrl-C stops it");
        assert_eq!(shown(9), "2.0 s; Ctrl-C stops it");
    }
}
