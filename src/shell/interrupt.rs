//! Ctrl-C.
//!
//! The handler sets the flag that every computation reads every few milliseconds. Some steps cannot be stopped in the
//! middle. If a session would be lost, a second Ctrl-C then says so and does no more; if the first one ends the run
//! anyway, a second one a while after it ends the program. While no computation runs Ctrl-C ends the program, except at
//! a prompt, where the line editor sees the key itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::world;
use cg_engine::games::Budget;

/// Exit status after an interrupt, as shells have it.
pub const STATUS: u8 = 130;

/// The time after one Ctrl-C within which another one counts as the same.
const PATIENCE: Duration = Duration::from_millis(600);

/// The answer to a second Ctrl-C.
const BUSY_MESSAGE: &str = "\
cg: still busy: this step cannot be stopped in the middle. The computation stops after it; all that is defined is kept.
help: Ctrl-\\ ends cg at once; what is defined is lost then";

/// The state that the handler and the worker share.
#[derive(Clone, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    busy: Arc<AtomicBool>,
}

/// The effect of a Ctrl-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InterruptEffect {
    /// No effect: it has been noticed, or there is nothing to stop.
    Nothing,
    /// The computation stops as soon as it can.
    Stop,
    /// A message that the computation cannot stop yet.
    Tell,
    /// The program ends.
    End,
}

/// Hears one Ctrl-C after the other.
struct Ear {
    interrupt: Interrupt,
    /// A person's session goes on after a computation that was stopped.
    keeps_session: bool,
    /// The time at which a Ctrl-C had its last effect.
    last: Instant,
}

impl Ear {
    fn hear(&mut self) -> InterruptEffect {
        let is_busy = self.interrupt.busy.load(Ordering::SeqCst);
        let effect = match (is_busy, self.keeps_session) {
            (false, true) => InterruptEffect::Nothing,
            (false, false) => InterruptEffect::End,
            (true, _) if !self.interrupt.flag.swap(true, Ordering::SeqCst) => InterruptEffect::Stop,
            (true, _) if self.last.elapsed() <= PATIENCE => InterruptEffect::Nothing,
            (true, true) => InterruptEffect::Tell,
            (true, false) => InterruptEffect::End,
        };
        if effect != InterruptEffect::Nothing {
            self.last = Instant::now();
        }
        effect
    }
}

impl Interrupt {
    /// Installs the handler. With `keeps_session`, Ctrl-C never ends the program.
    pub fn install(keeps_session: bool) -> Interrupt {
        let interrupt = Interrupt::default();
        let mut ear = Ear { interrupt: interrupt.clone(), keeps_session, last: Instant::now() };
        let handler = move || match ear.hear() {
            InterruptEffect::Nothing | InterruptEffect::Stop => {}
            InterruptEffect::Tell => world::complain(&format!("\n{BUSY_MESSAGE}")),
            InterruptEffect::End => std::process::exit(i32::from(STATUS)),
        };
        // Without a handler Ctrl-C ends the program, which is all that can be done.
        let _ = ctrlc::set_handler(handler);
        interrupt
    }

    /// Lets Ctrl-C pass: for a process that ends with the one that it works for.
    pub fn ignore() -> Interrupt {
        let _ = ctrlc::set_handler(|| {});
        Interrupt::default()
    }

    /// Lets this budget heed the flag.
    pub fn watch(&self, budget: &mut Budget) {
        budget.set_interrupt_flag(self.flag.clone());
    }

    /// Computes something that Ctrl-C stops.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.flag.store(false, Ordering::SeqCst);
        self.busy.store(true, Ordering::SeqCst);
        let result = work();
        self.busy.store(false, Ordering::SeqCst);
        self.flag.store(false, Ordering::SeqCst);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the effects of three Ctrl-C a while after one another, in a step that heeds none of them.
    fn effects(keeps_session: bool) -> [InterruptEffect; 3] {
        let interrupt = Interrupt::default();
        let mut ear = Ear { interrupt: interrupt.clone(), keeps_session, last: Instant::now() };
        interrupt.during(|| {
            [(); 3].map(|()| {
                let effect = ear.hear();
                assert_eq!(ear.hear(), InterruptEffect::Nothing, "the same impatience");
                ear.last -= PATIENCE * 2;
                effect
            })
        })
    }

    #[test]
    fn a_session_is_never_ended() {
        assert_eq!(effects(true), [InterruptEffect::Stop, InterruptEffect::Tell, InterruptEffect::Tell]);
        assert_eq!(effects(false), [InterruptEffect::Stop, InterruptEffect::End, InterruptEffect::End]);
    }

    #[test]
    fn where_nothing_is_computed_the_prompt_has_the_key() {
        let mut ear = Ear { interrupt: Interrupt::default(), keeps_session: true, last: Instant::now() };
        assert_eq!(ear.hear(), InterruptEffect::Nothing);
        ear.keeps_session = false;
        assert_eq!(ear.hear(), InterruptEffect::End);
    }
}
