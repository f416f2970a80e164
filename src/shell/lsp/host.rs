//! The world of a script that is open in an editor: it may read plain files, and no more.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use crate::eval::Host;
use crate::shell::world;

/// The number of bytes of a statement's output that are kept.
const BYTES_KEPT: usize = 1 << 12;

/// The output of a statement.
pub struct Printed {
    /// Its beginning.
    pub text: String,
    /// `true` if that is all.
    pub is_whole: bool,
}

impl Default for Printed {
    fn default() -> Printed {
        Printed { text: String::new(), is_whole: true }
    }
}

/// A host that keeps the beginning of the output, writes no files and asks nobody.
pub struct EditorHost {
    printed: Rc<Cell<Printed>>,
}

impl EditorHost {
    /// Returns the world, and the place from which its output is taken.
    pub fn new() -> (EditorHost, Rc<Cell<Printed>>) {
        let printed = Rc::default();
        (EditorHost { printed: Rc::clone(&printed) }, printed)
    }
}

impl Host for EditorHost {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut all = self.printed.take();
        if all.is_whole {
            let room = text.floor_char_boundary(BYTES_KEPT - all.text.len());
            all.text.push_str(&text[..room]);
            all.is_whole = room == text.len();
        }
        self.printed.set(all);
        Ok(())
    }

    // A device or a pipe may never end; the editor speaks on one.
    fn read_file(&mut self, path: &str) -> io::Result<String> {
        world::read_plain(path)
    }

    fn identity(&self, path: &str) -> String {
        world::identity(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_is_kept() {
        let (mut host, printed) = EditorHost::new();
        for _ in 0..BYTES_KEPT {
            host.write("ab↑").expect("it is kept");
        }
        let kept = printed.take();
        assert!(
            !kept.is_whole && kept.text.len() <= BYTES_KEPT && kept.text.len() > BYTES_KEPT - 4,
            "{}",
            kept.text.len()
        );
        host.write("next").expect("it is kept");
        let next = printed.take();
        assert!(next.is_whole && next.text == "next");
    }
}
