//! Running statements as a script would, and reading what they print.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use cg::language::{Host, Ran, Session, Statement, Value};
use cg::notation::Notation;

/// A world without files that keeps what is printed.
struct Paper(Rc<RefCell<String>>);

impl Host for Paper {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.0.borrow_mut().push_str(text);
        Ok(())
    }

    fn read_file(&mut self, _path: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// A session without limits, and what it printed.
pub struct Script {
    pub session: Session,
    paper: Rc<RefCell<String>>,
}

impl Script {
    pub fn new() -> Script {
        let paper = Rc::new(RefCell::new(String::new()));
        let session = Session::new(cg::builtins::all(), Box::new(Paper(paper.clone())));
        Script { session, paper }
    }

    /// Runs a statement; gives what a person would see of it, its result or what it printed, or what went wrong.
    pub fn run(&mut self, statement: &Statement) -> (Ran, Result<String, String>) {
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
