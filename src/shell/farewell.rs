//! The end by a signal: the terminal is left as it was found.
//!
//! While a line is typed the terminal does not behave as usual: keys are not shown, and lines do not end. A program that is
//! ended then, by `kill` or by the loss of its terminal, must put that right. What was typed is in the history already.

#[cfg(unix)]
pub use unix::watch;

/// Does nothing: other systems put their consoles right themselves.
#[cfg(not(unix))]
pub fn watch() {}

#[cfg(unix)]
mod unix {
    use std::io::{self, IsTerminal, Write};
    use std::thread;

    use nix::sys::signal::{SigSet, Signal};
    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

    /// Bracketed paste, which the line editor turns on, is turned off; the text on the line stays.
    const LEAVE_LINE: &[u8] = b"\x1b[?2004l\n";

    /// Shells give a program that was ended by a signal this status, with the number of the signal added.
    const STATUS: i32 = 128;

    /// Waits for the signals that end a program, if a person sits at a terminal. To be called before there is another
    /// thread, since a signal goes to any thread that does not put it off.
    pub fn watch() {
        let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
        let Ok(usual) = tcgetattr(io::stdin()) else { return };
        if !is_person {
            return;
        }
        let mut signals = SigSet::empty();
        [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT].into_iter().for_each(|signal| signals.add(signal));
        if signals.thread_block().is_ok() {
            let waits = thread::Builder::new().name("cg signals".into()).spawn(move || wait(signals, &usual));
            if waits.is_err() {
                // Without the thread they end the program as they always do.
                let _ = signals.thread_unblock();
            }
        }
    }

    fn wait(signals: SigSet, usual: &Termios) {
        let Ok(signal) = signals.wait() else { return };
        // The terminal may be gone.
        let is_typing = tcgetattr(io::stdin()).is_ok_and(|now| now.local_flags != usual.local_flags);
        let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, usual);
        if is_typing {
            let _ = io::stderr().write_all(LEAVE_LINE);
        }
        std::process::exit(STATUS + signal as i32);
    }
}
