//! The way results are written, and their length: for a screen, or for a file that gets all of it.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::graph::Nameless;
use cg_engine::notation::{Names, Notation};
use cg_engine::positions::PositionId;

/// The length in bytes of the longest value that is written out if the text is not cut: a longer one could not be read
/// back.
pub(crate) const LONGEST_VALUE: usize = 16 << 20;

/// The length that the text of a result may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// A screen: a text is cut after this many bytes.
    Cut(usize),
    /// A file or a program, which get all of it; more bytes than these, if a number is given, are an error.
    Whole(Option<usize>),
}

/// The way results are written.
pub struct Printer {
    /// The notation.
    pub notation: Notation,
    /// The length they may have.
    pub room: Room,
    /// The names of values, as far as they were found.
    pub(crate) names: Names,
    /// The lengths and the texts of positions that were compared by them.
    pub(crate) positions: FxHashMap<PositionId, (usize, Rc<str>)>,
    /// While a position is written with its graphs: those that no name leads to.
    pub(crate) nameless: Option<Nameless>,
}

impl Default for Printer {
    fn default() -> Printer {
        Printer {
            notation: Notation::Ascii,
            room: Room::SCREEN,
            names: Names::default(),
            positions: FxHashMap::default(),
            nameless: None,
        }
    }
}

impl Printer {
    /// Forgets the names and texts of all values.
    pub(crate) fn forget(&mut self) {
        self.names.clear();
        self.positions.clear();
    }

    /// Forgets the names of values from this number on, and the texts of all positions.
    pub(crate) fn forget_from(&mut self, games: usize) {
        self.names.forget_from(games);
        self.positions.clear();
    }
}

impl Room {
    /// The length that a person may want to scroll through.
    pub const SCREEN: Room = Room::Cut(20_000);
    /// No limit but memory.
    pub const WHOLE: Room = Room::Whole(None);

    /// Returns the number of bytes that may not be passed.
    pub(crate) fn most(self) -> Option<usize> {
        match self {
            Room::Cut(_) => None,
            Room::Whole(most) => most,
        }
    }
}
