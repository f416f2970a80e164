//! Running statements as a script would, and reading what they print.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use cg::eval::{Existing, Host, NewFile, Ran, ReadyStatement, Session};
use cg::value::Value;
use cg_engine::notation::Notation;

/// A world that reads the files of the project, keeps in memory what is written and what is printed, and notes that it was
/// asked for any of this.
struct Paper(Rc<RefCell<String>>, Rc<RefCell<HashMap<String, Vec<u8>>>>, Rc<Cell<bool>>);

/// A file under way.
struct Pen(String, Rc<RefCell<HashMap<String, Vec<u8>>>>);

impl io::Write for Pen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.borrow_mut().entry(self.0.clone()).or_default().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewFile for Pen {
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

impl Host for Paper {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.2.set(true);
        self.0.borrow_mut().push_str(text);
        Ok(())
    }

    fn read_file(&mut self, path: &str) -> io::Result<String> {
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
    }

    fn open_file(&mut self, path: &str) -> io::Result<(Box<dyn io::Read>, u64)> {
        self.2.set(true);
        let kept = self.1.borrow().get(path).cloned();
        let bytes = match kept {
            Some(bytes) => bytes,
            None => self.read_file(path)?.into_bytes(),
        };
        let size = bytes.len() as u64;
        Ok((Box::new(io::Cursor::new(bytes)), size))
    }

    fn create_file(&mut self, path: &str, _: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        self.2.set(true);
        self.1.borrow_mut().remove(path);
        Ok(Box::new(Pen(path.into(), self.1.clone())))
    }
}

/// A session without limits, and what it printed.
pub struct Script {
    pub session: Session,
    paper: Rc<RefCell<String>>,
    acted: Rc<Cell<bool>>,
}

impl Script {
    pub fn new() -> Script {
        let paper = Rc::new(RefCell::new(String::new()));
        let acted = Rc::new(Cell::new(false));
        let world = Paper(paper.clone(), Rc::default(), acted.clone());
        Script { session: Session::new(cg::builtins::all(), Box::new(world)), paper, acted }
    }

    /// Returns `true` if something was printed, read or written.
    pub fn has_acted(&self) -> bool {
        self.acted.get()
    }

    /// Runs a statement; gives what a person would see of it, its result or what it printed, or what went wrong.
    pub fn run(&mut self, statement: &ReadyStatement) -> (Ran, Result<String, String>) {
        self.paper.borrow_mut().clear();
        let ran = self.session.execute(statement);
        let seen = match &ran.result {
            Err(d) => Err(format!("{}: {}", d.code, d.message)),
            Ok(Value::Nothing) if !self.paper.borrow().is_empty() => Ok(self.paper.borrow().trim_end().to_string()),
            Ok(value) => {
                self.session.text(value, Notation::Ascii).map_err(|trouble| format!("cannot be shown: {trouble:?}"))
            }
        };
        (ran, seen)
    }

    /// Runs the statements of a text; gives what is seen of the last one.
    pub fn last(&mut self, statements: &str) -> Result<String, String> {
        let source = self.session.sources.add("<example>", statements);
        let prepared = self.session.prepare(&source);
        if prepared.has_errors() {
            let said: Vec<_> = prepared.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
            return Err(said.join("; "));
        }
        let mut seen = Err("there is no statement".to_string());
        for statement in &prepared.statements {
            seen = self.run(statement).1;
            if seen.is_err() {
                break;
            }
        }
        seen
    }
}
