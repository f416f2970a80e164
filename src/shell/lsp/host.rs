//! The world of a script that is open in an editor: it may read plain files, and no more.

use std::cell::Cell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use super::places;

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

/// The texts that are open in the editor, by the path of their file: an import reads the text in the editor, saved or not.
#[derive(Clone, Default)]
pub struct OpenFiles(Arc<Mutex<HashMap<String, String>>>);

impl OpenFiles {
    /// Notes the text of an address, or that it was closed. Returns `true` if a text that is open may have imported it.
    pub fn set(&self, uri: &str, text: Option<&str>) -> bool {
        let path = world::identity(&places::path(uri));
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match text {
            Some(text) => texts.insert(path, text.to_string()),
            None => texts.remove(&path),
        };
        texts.values().any(|text| text.contains("import"))
    }

    fn get(&self, path: &str) -> Option<String> {
        let texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.get(&world::identity(path)).cloned()
    }
}

/// A host that keeps the beginning of the output, writes no files and asks nobody.
pub struct EditorHost {
    printed: Rc<Cell<Printed>>,
    files: OpenFiles,
}

impl EditorHost {
    /// Returns the world, and the place from which its output is taken.
    pub fn new(files: OpenFiles) -> (EditorHost, Rc<Cell<Printed>>) {
        let printed = Rc::default();
        (EditorHost { printed: Rc::clone(&printed), files }, printed)
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
        self.files.get(path).map_or_else(|| world::read_plain(path), Ok)
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
        let (mut host, printed) = EditorHost::new(OpenFiles::default());
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
