//! Ctrl-C.
//!
//! The handler sets the flag that every computation reads every few thousand steps. A second Ctrl-C a
//! while after the first, when that has not been heeded, ends the program, and so does one while nothing is computed, except at a prompt,
//! where the line editor sees the key itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::games::Budget;

/// Exit status after an interrupt, as shells have it.
pub const STATUS: u8 = 130;

/// How long after one Ctrl-C another is still the same impatience.
const PATIENCE: Duration = Duration::from_millis(600);

/// What the handler and the worker share.
#[derive(Clone, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    busy: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handler. With `prompting`, Ctrl-C while nothing is computed is ignored.
    pub fn install(prompting: bool) -> Interrupt {
        let interrupt = Interrupt::default();
        let Interrupt { flag, busy } = interrupt.clone();
        let mut first = Instant::now();
        let handler = move || {
            if !busy.load(Ordering::SeqCst) {
                if prompting {
                    return;
                }
                std::process::exit(i32::from(STATUS));
            }
            if !flag.swap(true, Ordering::SeqCst) {
                first = Instant::now();
            } else if first.elapsed() > PATIENCE {
                std::process::exit(i32::from(STATUS));
            }
        };
        // Without a handler Ctrl-C ends the program, which is what remains to be done.
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
