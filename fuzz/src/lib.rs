//! What the fuzz targets share: a session under small limits, and a world that keeps its files in memory.

pub mod programs;

use std::alloc::System;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use cg::eval::{Existing, Host, NewFile, Session};
use cg::value::Value;

/// Counts the bytes in use, as the program does.
#[global_allocator]
static ALLOCATOR: cap::Cap<System> = cap::Cap::new(System, usize::MAX);

/// How long a statement may take.
pub const TIME: Duration = Duration::from_millis(50);
/// Bytes that a session may take besides those that are in use when it begins.
pub const MEMORY: usize = 64 << 20;

/// The bytes in use.
pub fn meter() -> usize {
    ALLOCATOR.allocated()
}

/// Files in memory.
pub type Files = Rc<RefCell<HashMap<String, Vec<u8>>>>;

struct World(Files);

struct Sheet {
    path: String,
    bytes: Vec<u8>,
    files: Files,
}

impl io::Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewFile for Sheet {
    fn finish(self: Box<Self>) -> io::Result<()> {
        self.files.borrow_mut().insert(self.path, self.bytes);
        Ok(())
    }
}

impl Host for World {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn read_file(&mut self, path: &str) -> io::Result<String> {
        let bytes = self.0.borrow().get(path).cloned().ok_or(io::ErrorKind::NotFound)?;
        String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    fn open_file(&mut self, path: &str) -> io::Result<(Box<dyn io::Read>, u64)> {
        let bytes = self.0.borrow().get(path).cloned().ok_or(io::ErrorKind::NotFound)?;
        let size = bytes.len() as u64;
        Ok((Box::new(io::Cursor::new(bytes)), size))
    }

    fn create_file(&mut self, path: &str, _: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        Ok(Box::new(Sheet { path: path.into(), bytes: Vec::new(), files: self.0.clone() }))
    }
}

/// A session under small limits, and its files.
pub fn session() -> (Session, Files) {
    let files = Files::default();
    let mut session = Session::new(cg::builtins::all(), Box::new(World(files.clone())));
    session.set_timeout(Some(TIME));
    session.budget().set_memory(Some(meter() + MEMORY), meter);
    (session, files)
}

/// The values of the statements of a text, until one fails.
pub fn run(session: &mut Session, text: &str) -> Vec<Value> {
    let source = session.sources.add("fuzz", text);
    let prepared = session.prepare(&source);
    if prepared.has_errors() {
        return Vec::new();
    }
    prepared.statements.iter().map_while(|statement| session.execute(statement).result.ok()).collect()
}
