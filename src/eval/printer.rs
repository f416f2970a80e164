//! How results are written, and how much: a screen, or a file that gets all of it.

use super::graph::Nameless;
use cg_engine::notation::{Names, Notation};

/// Bytes of the longest value that is written out where nothing is cut: a longer one could not be read back.
pub(crate) const LONGEST_VALUE: usize = 16 << 20;

/// How long the text of a result may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// A screen: a text is cut after so many bytes.
    Cut(usize),
    /// A file or a program, which get all of it; more bytes than these, if a number is given, are an error.
    Whole(Option<usize>),
}

/// How results are written.
pub struct Printer {
    /// In which signs.
    pub notation: Notation,
    /// How long they may be.
    pub room: Room,
    /// The names of values, as far as they were found.
    pub(crate) names: Names,
    /// While a position is written with its graphs: those that no name leads to.
    pub(crate) nameless: Option<Nameless>,
}

impl Default for Printer {
    fn default() -> Printer {
        Printer { notation: Notation::Ascii, room: Room::SCREEN, names: Names::default(), nameless: None }
    }
}

impl Room {
    /// As much as a person may want to scroll through.
    pub const SCREEN: Room = Room::Cut(20_000);
    /// No limit but memory.
    pub const WHOLE: Room = Room::Whole(None);

    /// The number of bytes that may not be passed.
    pub(crate) fn most(self) -> Option<usize> {
        match self {
            Room::Cut(_) => None,
            Room::Whole(most) => most,
        }
    }
}
