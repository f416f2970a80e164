//! The limits of a computation: an interrupt flag, a deadline, a number of bytes.
//!
//! Every loop that input can make long calls [`Budget::tick`]; the clock and the byte counter are read only once in a
//! few hundred ticks, so a tick costs about one nanosecond. Work of more than a few steps is charged by
//! [`Budget::charge`] before it begins, so that ticks stay in proportion to the work. Where a tick costs more than
//! that, the checks become more frequent, until there is one about every millisecond.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Fault, deep};

/// Ticks between two looks at flag, clock and bytes, where ticks are cheap.
const PERIOD: u32 = 1 << 9;
/// The number of ticks before the first check, while the cost of a tick is unknown.
const TICKS_BEFORE_FIRST_CHECK: u32 = 1 << 4;
/// The time between two checks beyond which the next one comes sooner.
const PATIENCE: Duration = Duration::from_millis(2);
/// The number of bytes that can be freed in a nanosecond, at least: most of them lie in small pieces.
const GIVEN_BACK: usize = 2;

/// Counters of work done, which another thread may read while a computation runs. They only grow.
#[derive(Default, Debug)]
pub struct Work {
    steps: AtomicU64,
    positions: AtomicU64,
    values: AtomicU64,
}

impl Work {
    /// Returns the number of steps of all loops that may be long.
    #[inline]
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// Returns the number of positions valued or searched.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Returns the number of values added to the arena.
    pub fn values(&self) -> u64 {
        self.values.load(Ordering::Relaxed)
    }
}

/// The step limit to restore when a try ends.
#[must_use]
pub struct Allowance {
    before: Option<u64>,
    given: u64,
}

/// The limits to restore when a part of a computation ends that has limits of its own.
#[must_use]
pub struct OuterLimits {
    deadline: Option<Instant>,
    began_with: usize,
    memory: Option<usize>,
    beyond: usize,
    /// `true` if the part has an earlier deadline than the whole computation.
    pub has_own_deadline: bool,
    /// `true` if the part may use less memory than the whole computation.
    pub has_own_memory: bool,
}

/// A try that waits.
#[must_use]
pub struct PausedTry {
    allowance: Option<u64>,
    began: u64,
}

/// The time, memory, steps and threads that a computation may use.
#[derive(Clone)]
pub struct Budget {
    interrupt: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// Bytes in use when the deadline was set.
    began_with: usize,
    memory: Option<usize>,
    /// The bytes by which that limit may be passed.
    beyond: usize,
    used: fn() -> usize,
    /// The number of threads that may work.
    threads: usize,
    left: u32,
    /// The value of `left` after the last check.
    period: u32,
    /// The time of the last check of flag, clock and bytes.
    looked: Instant,
    /// Steps that a try may still take.
    allowance: Option<u64>,
    work: Arc<Work>,
    /// Counted here first; other threads see it at the next check of the flag.
    positions: u64,
    searched: u64,
    values: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget::unlimited()
    }
}

impl Budget {
    /// Returns a budget without limits, with an interrupt flag that nobody else has.
    pub fn unlimited() -> Budget {
        Budget {
            interrupt: Arc::default(),
            deadline: None,
            began_with: 0,
            memory: None,
            beyond: 0,
            used: || 0,
            threads: 1,
            left: PERIOD,
            period: PERIOD,
            looked: Instant::now(),
            allowance: None,
            work: Arc::default(),
            positions: 0,
            searched: 0,
            values: 0,
        }
    }

    /// Returns the flag that stops the computation when another thread sets it.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// Uses this flag instead.
    pub fn set_interrupt_flag(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = flag;
    }

    /// Sets or lifts the deadline; another computation begins, whose ticks may cost more.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        self.began_with = self.bytes_used();
        self.looked = Instant::now();
        self.left = self.left.min(TICKS_BEFORE_FIRST_CHECK);
        self.period = self.left;
    }

    /// Begins a part of the computation that may take no longer than `time` and add no more than `memory` bytes. The limits
    /// of the whole computation still apply. Returns the limits to restore with [`Budget::end_part`].
    pub fn begin_part(&mut self, time: Option<Duration>, memory: Option<usize>) -> OuterLimits {
        let Budget { deadline, began_with, memory: limit, beyond, .. } = *self;
        let own = time.and_then(|time| Instant::now().checked_add(time));
        let has_own_deadline = own.is_some_and(|own| deadline.is_none_or(|whole| own < whole));
        if has_own_deadline {
            self.set_deadline(own);
        }
        let own = memory.map(|memory| self.bytes_used().saturating_add(memory));
        let has_own_memory = own.is_some_and(|own| limit.is_none_or(|whole| own < whole));
        if has_own_memory {
            self.memory = own;
            self.beyond = 0;
        }
        OuterLimits { deadline, began_with, memory: limit, beyond, has_own_deadline, has_own_memory }
    }

    /// Ends a part of the computation and restores the limits before it.
    pub fn end_part(&mut self, limits: &OuterLimits) {
        if limits.has_own_deadline {
            self.set_deadline(limits.deadline);
            self.began_with = limits.began_with;
        }
        (self.memory, self.beyond) = (limits.memory, limits.beyond);
    }

    /// Returns `true` if there is a deadline.
    pub fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// Sets or lifts the limit in bytes. `used` returns the number of bytes in use.
    pub fn set_memory(&mut self, limit: Option<usize>, used: fn() -> usize) {
        self.memory = limit;
        self.used = used;
    }

    /// Returns these limits with only `share` of the time that is left, so that a search leaves time to report its
    /// result.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use cg_engine::games::Budget;
    ///
    /// let mut budget = Budget::unlimited();
    /// budget.set_deadline(Some(Instant::now() + Duration::from_secs(60)));
    /// let mut none = budget.with_share_of_time(0.0);
    /// assert!(none.check().is_err() && budget.check().is_ok());
    /// ```
    pub fn with_share_of_time(&self, share: f64) -> Budget {
        let now = Instant::now();
        let deadline = self.deadline.map(|d| now + d.saturating_duration_since(now).mul_f64(share));
        Budget { deadline, positions: 0, values: 0, ..self.clone() }
    }

    /// Lets the computation pass its memory limit by this number of bytes; errors still name the limit. Returns the number before.
    pub fn set_memory_beyond(&mut self, bytes: usize) -> usize {
        std::mem::replace(&mut self.beyond, bytes)
    }

    /// Returns the limit in bytes, if there is one.
    pub fn memory_limit(&self) -> Option<usize> {
        self.memory
    }

    /// Sets how many threads may work: 1 unless more are wanted, and never none. What is found does not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Returns the number of threads that may work, this one included.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Returns these limits for work whose steps are not counted with the others: how many of a copy's would be depends on when
    /// it looks at the clock.
    pub(crate) fn counted_apart(&self) -> Budget {
        Budget { work: Arc::default(), positions: 0, values: 0, ..self.clone() }
    }

    /// Returns these limits for another thread, which may start no threads of its own. The steps of a try are counted
    /// by the thread that makes it.
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    /// use cg_engine::games::{Budget, Fault};
    ///
    /// let budget = Budget::unlimited();
    /// let mut helper = budget.for_another_thread();
    /// budget.interrupt_flag().store(true, Ordering::Relaxed);
    /// let found = std::thread::spawn(move || helper.check()).join();
    /// assert!(matches!(found, Ok(Err(Fault::Interrupted))));
    /// ```
    pub fn for_another_thread(&self) -> Budget {
        Budget { threads: 1, allowance: None, work: Arc::default(), positions: 0, values: 0, ..self.clone() }
    }

    /// Returns the bytes in use now: those that the holder of the budget counts, if anybody does, and those by which
    /// stacks have grown.
    pub fn bytes_used(&self) -> usize {
        (self.used)().saturating_add(deep::bytes_added())
    }

    /// Returns the counters of work done, to be read from another thread.
    ///
    /// ```
    /// use cg_engine::games::{Budget, Games};
    /// let mut games = Games::new(Budget::unlimited());
    /// let work = games.budget.work();
    /// for _ in 0..10_000 {
    ///     games.budget.tick()?;
    /// }
    /// assert!(work.steps() > 5_000);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn work(&self) -> Arc<Work> {
        self.work.clone()
    }

    /// Returns the number of steps counted so far. It does not depend on the time that they took.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    ///
    /// let mut budget = Budget::unlimited();
    /// budget.charge(1_000_000)?;
    /// budget.tick()?;
    /// assert_eq!(budget.spent(), 1_000_001);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    #[inline]
    pub fn spent(&self) -> u64 {
        self.work.steps() + u64::from(self.period - self.left)
    }

    /// Begins a try, which ends with [`Fault::Spent`] after `steps` steps, so that something else can be tried. A try
    /// within a try has at most the steps that the outer one has left.
    ///
    /// ```
    /// use cg_engine::games::{Budget, Fault};
    ///
    /// let mut budget = Budget::unlimited();
    /// let outer = budget.begin_try(10_000);
    /// let inner = budget.begin_try(100);
    /// assert!(matches!((0..200).try_for_each(|_| budget.tick()), Err(Fault::Spent)));
    /// budget.end_try(inner);
    /// assert!((0..200).try_for_each(|_| budget.tick()).is_ok());
    /// budget.end_try(outer);
    /// ```
    pub fn begin_try(&mut self, steps: u64) -> Allowance {
        self.settle();
        let before = self.allowance;
        let given = before.map_or(steps, |left| left.min(steps));
        self.allowance = Some(given);
        self.left = self.share_of_allowance(self.left);
        self.period = self.left;
        Allowance { before, given }
    }

    /// Returns the number of steps that are left of the try, if one has begun.
    pub(crate) fn left_of_try(&mut self) -> Option<u64> {
        self.settle();
        self.allowance
    }

    /// Ends a try; gives how many steps it took.
    pub fn end_try(&mut self, allowance: Allowance) -> u64 {
        self.settle();
        let used = allowance.given - self.allowance.unwrap_or(0).min(allowance.given);
        self.allowance = allowance.before.map(|left| left.saturating_sub(used));
        self.left = self.share_of_allowance(PERIOD.min(TICKS_BEFORE_FIRST_CHECK.max(self.left)));
        self.period = self.left;
        used
    }

    /// Ends all tries. A panic leaves those open in which it happened.
    ///
    /// ```
    /// use cg_engine::games::{Budget, Fault};
    ///
    /// let mut budget = Budget::unlimited();
    /// let _left_open = budget.begin_try(1);
    /// assert!(matches!(budget.tick(), Err(Fault::Spent)));
    /// budget.end_all_tries();
    /// assert!(budget.tick().is_ok());
    /// ```
    pub fn end_all_tries(&mut self) {
        self.settle();
        self.allowance = None;
    }

    /// Uses up the rest of the try. Work that is counted apart, on a copy of the budget, may find the try spent before
    /// the budget itself does.
    pub fn use_up(&mut self) {
        self.settle();
        self.allowance = self.allowance.map(|_| 0);
    }

    /// Lifts the limit of a try for work that must not be left half done. Its steps count all the same.
    pub fn pause_try(&mut self) -> PausedTry {
        self.settle();
        PausedTry { allowance: self.allowance.take(), began: self.spent() }
    }

    /// Goes on with the try.
    pub fn resume_try(&mut self, paused: PausedTry) {
        let used = self.spent() - paused.began;
        self.settle();
        self.allowance = paused.allowance.map(|left| left.saturating_sub(used));
        self.left = self.share_of_allowance(self.left);
        self.period = self.left;
    }

    /// Counts the steps since the last look.
    fn settle(&mut self) {
        let steps = u64::from(self.period - self.left);
        self.work.steps.fetch_add(steps, Ordering::Relaxed);
        self.allowance = self.allowance.map(|left| left.saturating_sub(steps));
        self.left = self.left.max(1);
        self.period = self.left;
    }

    /// Returns the number of steps up to the next check, which comes when the allowance is used up.
    fn share_of_allowance(&self, steps: u32) -> u32 {
        self.allowance.map_or(steps, |left| u64::from(steps).min(left).max(1) as u32)
    }

    /// Counts a position that has been valued or searched.
    #[inline]
    pub fn count_position(&mut self) {
        self.positions += 1;
    }

    /// Counts a position that a search for a winner has visited.
    #[inline]
    pub fn count_searched(&mut self) {
        self.searched += 1;
        self.count_position();
    }

    /// Returns the number of positions that searches for a winner have visited.
    pub(crate) fn searched(&self) -> u64 {
        self.searched
    }

    /// Counts a value that has been added to the arena.
    #[inline]
    pub(super) fn count_value(&mut self) {
        self.values += 1;
    }

    /// Counts one step of work; now and then looks whether to stop.
    ///
    /// # Errors
    /// [`Fault::Interrupted`], [`Fault::Timeout`], [`Fault::Memory`]; [`Fault::Spent`] within a try.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Fault> {
        self.left -= 1;
        if self.left == 0 { self.check() } else { Ok(()) }
    }

    /// Counts work that is done at one go, before it begins: `cost` steps of about a nanosecond.
    ///
    /// Copying, comparing and building cost a step a member, a byte or a word. What may take longer than some
    /// milliseconds is better done in pieces, each charged by itself.
    ///
    /// ```
    /// use std::time::Instant;
    /// use cg_engine::games::{Budget, Fault};
    ///
    /// let mut budget = Budget::unlimited();
    /// budget.set_deadline(Some(Instant::now()));
    /// assert!(budget.charge(10).is_ok());
    /// assert!(matches!(budget.charge(1_000_000), Err(Fault::Timeout)));
    /// ```
    #[inline]
    pub fn charge(&mut self, cost: usize) -> Result<(), Fault> {
        if cost < self.left as usize {
            self.left -= cost as u32;
            return Ok(());
        }
        let beyond = cost as u64 - u64::from(self.left);
        self.work.steps.fetch_add(beyond, Ordering::Relaxed);
        self.allowance = self.allowance.map(|allowed| allowed.saturating_sub(beyond));
        self.left = 0;
        self.check()
    }

    /// Looks at once whether to stop.
    #[cold]
    pub fn check(&mut self) -> Result<(), Fault> {
        let period = self.period;
        self.settle();
        self.work.positions.fetch_add(std::mem::take(&mut self.positions), Ordering::Relaxed);
        self.work.values.fetch_add(std::mem::take(&mut self.values), Ordering::Relaxed);
        let now = Instant::now();
        let since = now.duration_since(self.looked);
        self.looked = now;
        self.period = match since {
            long if long > PATIENCE => (period / 2).min(period * 2 / long.as_millis().max(1) as u32).max(1),
            _ => (period * 2).min(PERIOD),
        };
        self.period = self.share_of_allowance(self.period);
        self.left = self.period;
        if self.allowance == Some(0) {
            return Err(Fault::Spent);
        }
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Fault::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| now + self.time_to_give_back() >= deadline) {
            return Err(Fault::Timeout);
        }
        self.reserve(0)
    }

    /// Returns the time that it may take to free what has been allocated since the deadline was set. A computation that
    /// is stopped frees its memory before the deadline, not after it.
    fn time_to_give_back(&self) -> Duration {
        let bytes = self.bytes_used().saturating_sub(self.began_with);
        Duration::from_nanos((bytes / GIVEN_BACK) as u64)
    }

    /// Asks before `bytes` more are allocated.
    ///
    /// # Errors
    /// [`Fault::Memory`] if they would pass the limit.
    pub fn reserve(&self, bytes: usize) -> Result<(), Fault> {
        match self.memory {
            Some(limit) if self.bytes_used().saturating_add(bytes) > limit.saturating_add(self.beyond) => {
                Err(Fault::Memory { limit })
            }
            _ => Ok(()),
        }
    }

    /// Asks before one more is pushed, for room to double if `all` is full.
    #[inline]
    pub fn room_to_push<T>(&self, all: &Vec<T>) -> Result<(), Fault> {
        self.room_for(all, 1)
    }

    /// Like [`Budget::room_to_push`], before `more` are pushed. The old room is given back late, so that for a while there is
    /// three times as much.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    #[inline]
    pub fn room_for<T>(&self, all: &Vec<T>, more: usize) -> Result<(), Fault> {
        if more <= all.capacity() - all.len() {
            return Ok(());
        }
        self.reserve((2 * size_of_val(all.as_slice())).max(more.saturating_mul(size_of::<T>())))
    }

    /// Like [`Budget::room_to_push`], before one more is inserted in a map. A map that is full becomes one twice as large,
    /// beside which the old one lies until its entries are moved.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    #[inline]
    pub fn room_to_insert<K, V, S>(&self, map: &HashMap<K, V, S>) -> Result<(), Fault> {
        if map.len() < map.capacity() { Ok(()) } else { self.reserve(2 * table_bytes(map.len(), size_of::<(K, V)>())) }
    }

    /// Collects items one by one, in a list that is no longer than it must be.
    pub fn gather<T>(&mut self, all: impl Iterator<Item = T>) -> Result<Vec<T>, Fault> {
        let known = all.size_hint().0;
        self.reserve(known.saturating_mul(size_of::<T>()))?;
        let mut gathered = Vec::with_capacity(known);
        for one in all {
            self.tick()?;
            self.room_to_push(&gathered)?;
            gathered.push(one);
        }
        Ok(gathered)
    }
}

/// Returns the bytes of a hash table that `len` entries of `entry` bytes fill: an eighth stays free, and each entry has a byte
/// for its hash.
pub(crate) fn table_bytes(len: usize, entry: usize) -> usize {
    (len / 7 * 8).saturating_mul(entry + 1)
}
