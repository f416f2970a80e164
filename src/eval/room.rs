//! How much may be written: a screen, or a file that gets all of it.

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
