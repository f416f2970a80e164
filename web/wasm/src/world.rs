//! The world of a page: what is printed and drawn is kept, and files are kept in memory.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::{self, Write};
use std::rc::Rc;

use cg::eval::{Existing, Host, NewFile};

/// Files by their names.
type Files = Rc<RefCell<HashMap<String, Vec<u8>>>>;

/// The files that the examples read.
const GIVEN: [(&str, &str); 3] = [
    ("flight.dot", include_str!("../../../examples/flight.dot")),
    ("scoring.csv", include_str!("../../../examples/scoring.csv")),
    ("seating.cg", include_str!("../../../examples/seating.cg")),
];

/// The most bytes that one cell may print.
const MOST: usize = 4 << 20;

/// The world, seen from the session.
pub struct World {
    shown: Shown,
    files: Files,
}

/// What was printed and drawn, until it is taken.
#[derive(Clone, Default)]
pub struct Shown {
    printed: Rc<Cell<String>>,
    pictures: Rc<RefCell<Vec<String>>>,
}

impl Shown {
    /// What was printed and, as SVG, drawn since it was asked for last.
    pub fn take(&self) -> (String, Vec<String>) {
        (self.printed.take(), self.pictures.take())
    }
}

impl World {
    /// A world with the files of the examples, and where what is printed and drawn is taken from.
    pub fn new() -> (World, Shown) {
        let shown = Shown::default();
        let files = GIVEN.map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()));
        let files = Rc::new(RefCell::new(HashMap::from(files)));
        (World { shown: shown.clone(), files }, shown)
    }
}

/// The name of a file without the folders before it: here there is one folder.
fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

impl Host for World {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut all = self.shown.printed.take();
        let fits = all.len() + text.len() <= MOST;
        if fits {
            all.push_str(text);
        }
        self.shown.printed.set(all);
        if fits { Ok(()) } else { Err(io::Error::other("a cell may print 4 MB here")) }
    }

    fn read_file(&mut self, path: &str) -> io::Result<String> {
        let files = self.files.borrow();
        let bytes = files.get(name(path)).ok_or(io::ErrorKind::NotFound)?;
        cg::eval::utf8(bytes.clone())
    }

    fn identity(&self, path: &str) -> String {
        name(path).to_string()
    }

    fn shows_pictures(&self) -> bool {
        true
    }

    fn show_picture(&mut self, svg: &str) -> io::Result<()> {
        self.shown.pictures.borrow_mut().push(svg.to_string());
        Ok(())
    }

    fn create_file(&mut self, path: &str, existing: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        let name = name(path).to_string();
        if existing == Existing::Stays && self.files.borrow().contains_key(&name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(Box::new(Draft { name, bytes: Vec::new(), files: Rc::clone(&self.files) }))
    }
}

/// A file that is being written.
struct Draft {
    name: String,
    bytes: Vec<u8>,
    files: Files,
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewFile for Draft {
    fn finish(self: Box<Self>) -> io::Result<()> {
        self.files.borrow_mut().insert(self.name, self.bytes);
        Ok(())
    }
}
