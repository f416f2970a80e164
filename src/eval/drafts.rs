//! Files that are kept in memory.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use super::{Existing, NewFile};

/// Files in memory, by their names: for worlds in which the disk stays as it is, or has none. Clones share them.
#[derive(Clone, Default)]
pub struct Drafts(Rc<RefCell<HashMap<String, Vec<u8>>>>);

impl Drafts {
    /// Returns the bytes of a file, if it is there.
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.0.borrow().get(name).cloned()
    }

    /// Puts a whole file into its place.
    pub fn put(&self, name: &str, bytes: Vec<u8>) {
        self.0.borrow_mut().insert(name.into(), bytes);
    }

    /// Begins a file, as [`Host::create_file`](super::Host::create_file) does.
    ///
    /// # Errors
    /// `AlreadyExists` for a file that is there and stays.
    pub fn create(&self, name: &str, existing: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        if existing == Existing::Stays && self.0.borrow().contains_key(name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(Box::new(OpenDraft { name: name.into(), bytes: Vec::new(), all: self.clone() }))
    }
}

/// A file that is not finished.
struct OpenDraft {
    name: String,
    bytes: Vec<u8>,
    all: Drafts,
}

impl io::Write for OpenDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::Write::write(&mut self.bytes, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewFile for OpenDraft {
    fn finish(self: Box<Self>) -> io::Result<()> {
        self.all.put(&self.name, self.bytes);
        Ok(())
    }
}
