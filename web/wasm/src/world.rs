//! The world of a page: what is printed and drawn is kept, and files are kept in memory.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

use cg::eval::{BoardGame, Drafts, Existing, Host, NewFile};

/// The files that the examples read.
const GIVEN: [(&str, &str); 3] = [
    ("flight.dot", include_str!("../../../examples/flight.dot")),
    ("scoring.csv", include_str!("../../../examples/scoring.csv")),
    ("seating.cg", include_str!("../../../examples/seating.cg")),
];

/// The number of bytes that a cell may print.
const MAX_PRINTED: usize = 4 << 20;

/// The world, seen from the session.
pub struct World {
    shown: Shown,
}

/// The output of the session until it is taken: printed text, pictures, files, a game for the board.
#[derive(Clone, Default)]
pub struct Shown {
    printed: Rc<Cell<String>>,
    pictures: Rc<RefCell<Vec<String>>>,
    board: Rc<RefCell<Option<BoardGame>>>,
    files: Drafts,
    written: Rc<RefCell<Vec<String>>>,
}

impl Shown {
    /// Takes the printed text, and the pictures as SVG.
    pub fn take(&self) -> (String, Vec<String>) {
        (self.printed.take(), self.pictures.take())
    }

    /// Takes the game that was put on the board.
    pub fn take_board(&self) -> Option<BoardGame> {
        self.board.take()
    }

    /// Takes the files that were written: their names and bytes.
    pub fn take_files(&self) -> Vec<(String, Vec<u8>)> {
        let mut names = self.written.take();
        names.dedup();
        names.into_iter().filter_map(|name| self.files.get(&name).map(|bytes| (name, bytes))).collect()
    }
}

impl World {
    /// Returns a world with the files of the examples, and the place from which its output is taken.
    pub fn new() -> (World, Shown) {
        let shown = Shown::default();
        GIVEN.iter().for_each(|(name, text)| shown.files.put(name, text.as_bytes().to_vec()));
        (World { shown: shown.clone() }, shown)
    }
}

/// Returns the name of a file without the folders before it: here there is one folder.
fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

impl Host for World {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut all = self.shown.printed.take();
        let fits = all.len() + text.len() <= MAX_PRINTED;
        if fits {
            all.push_str(text);
        }
        self.shown.printed.set(all);
        if fits { Ok(()) } else { Err(io::Error::other("a cell may print 4 MB here")) }
    }

    fn read_file(&mut self, path: &str) -> io::Result<String> {
        cg::eval::utf8(self.shown.files.get(name(path)).ok_or(io::ErrorKind::NotFound)?)
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

    fn open_board(&mut self, game: BoardGame) -> bool {
        self.shown.board.replace(Some(game));
        true
    }

    fn create_file(&mut self, path: &str, existing: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        let file = self.shown.files.create(name(path), existing)?;
        self.shown.written.borrow_mut().push(name(path).to_string());
        Ok(file)
    }
}
