//! Long texts a screenful at a time, where a person sits at a terminal that is smaller than they are.

use std::io::{IsTerminal, Write};

use rustyline::error::ReadlineError;
use rustyline::{Cmd, DefaultEditor, KeyEvent};

use super::world;

/// What stands under a screenful.
const MORE: &str = "-- more: Enter; all: a; enough: q -- ";

/// What is done after a screenful.
enum Choice {
    Next,
    All,
    Enough,
}

/// Writes a text; what is longer than the screen waits for a key after each screenful.
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
            Choice::Next => {}
            Choice::All => break,
            Choice::Enough => return,
        }
    }
    world::put(&lines(rest));
}

fn lines(all: &[&str]) -> String {
    all.iter().flat_map(|line| [*line, "\n"]).collect()
}

/// Whether a person reads, who can press keys.
fn is_watched() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && world::moves_cursor()
}

/// Asks what is to come; where nothing can be asked, everything comes.
fn asked() -> Choice {
    let answer = (|| {
        let mut line = DefaultEditor::new()?;
        // One key is an answer.
        line.bind_sequence(KeyEvent::from(' '), Cmd::AcceptLine);
        line.bind_sequence(KeyEvent::from('q'), Cmd::Interrupt);
        line.bind_sequence(KeyEvent::from('a'), Cmd::EndOfFile);
        line.readline(MORE)
    })();
    // The question goes away, and the line that its answer has begun.
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(b"\x1b[1A\r\x1b[K").and_then(|()| out.flush());
    match answer {
        Ok(_) => Choice::Next,
        Err(ReadlineError::Interrupted) => Choice::Enough,
        Err(_) => Choice::All,
    }
}
