//! Long texts a screenful at a time, where a person sits at a terminal that is smaller than they are.

use std::io::{IsTerminal, Write};

use rustyline::error::ReadlineError;
use rustyline::{Cmd, DefaultEditor, KeyEvent};

use super::world;

/// The line under a screenful.
const MORE_PROMPT: &str = "-- more: Enter; all: a; enough: q -- ";

/// The choice after a screenful.
enum PagerChoice {
    Next,
    All,
    Enough,
}

/// Writes a text; one that is longer than the screen waits for a key after each screenful.
pub fn put(text: &str) {
    let all: Vec<&str> = text.lines().collect();
    let height = world::rows().filter(|_| is_watched()).map_or(usize::MAX, |rows| rows.saturating_sub(1).max(2));
    if all.len() <= height {
        return world::put(text);
    }
    let mut rest = &all[..];
    while let Some((screenful, more)) = rest.split_at_checked(height).filter(|(_, more)| !more.is_empty()) {
        world::put(&lines(screenful));
        rest = more;
        match asked() {
            PagerChoice::Next => {}
            PagerChoice::All => break,
            PagerChoice::Enough => return,
        }
    }
    world::put(&lines(rest));
}

fn lines(all: &[&str]) -> String {
    all.iter().flat_map(|line| [*line, "\n"]).collect()
}

/// Returns `true` if a person reads, who can press keys.
fn is_watched() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && world::moves_cursor()
}

/// Asks for the next part; if it cannot ask, everything comes.
fn asked() -> PagerChoice {
    let answer = (|| {
        let mut line = DefaultEditor::new()?;
        // One key is an answer.
        line.bind_sequence(KeyEvent::from(' '), Cmd::AcceptLine);
        line.bind_sequence(KeyEvent::from('q'), Cmd::Interrupt);
        line.bind_sequence(KeyEvent::from('a'), Cmd::EndOfFile);
        line.readline(MORE_PROMPT)
    })();
    // The question goes away, and the line that its answer has begun.
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(b"\x1b[1A\r\x1b[K").and_then(|()| out.flush());
    match answer {
        Ok(_) => PagerChoice::Next,
        Err(ReadlineError::Interrupted) => PagerChoice::Enough,
        Err(_) => PagerChoice::All,
    }
}
