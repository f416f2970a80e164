//! The world of a page: what is printed and drawn is kept, and files are kept in memory.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

use cg::eval::{Drafts, Existing, Host, NewFile};

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
    files: Drafts,
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
        let files = Drafts::default();
        GIVEN.iter().for_each(|(name, text)| files.put(name, text.as_bytes().to_vec()));
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
        cg::eval::utf8(self.files.get(name(path)).ok_or(io::ErrorKind::NotFound)?)
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
        self.files.create(name(path), existing)
    }
}
