//! The world of a script that is open in an editor: it may read plain files, and nothing else.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use crate::language::Host;
use crate::shell::world;

/// Most of what a statement prints that is kept, in bytes.
pub const KEPT: usize = 1 << 12;

/// Keeps the beginning of what is printed; writes no files, asks nobody.
pub struct Editor {
    printed: Rc<Cell<String>>,
}

impl Editor {
    /// The world, and where what was printed is taken from.
    pub fn new() -> (Editor, Rc<Cell<String>>) {
        let printed = Rc::default();
        (Editor { printed: Rc::clone(&printed) }, printed)
    }
}

impl Host for Editor {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut all = self.printed.take();
        let room = KEPT.saturating_sub(all.len());
        all.extend(text.chars().take(room));
        self.printed.set(all);
        Ok(())
    }

    fn read_file(&mut self, path: &str) -> io::Result<String> {
        // A device or a pipe may never end; the editor speaks on one.
        match std::fs::metadata(path)?.is_file() {
            true => world::read_text(path),
            false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no plain file")),
        }
    }
}
