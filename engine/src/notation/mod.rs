//! The text of values: ASCII and Unicode that read back, LaTeX for papers.
//!
//! What enters: an id of the arena. What leaves: its shortest standard name. What can go wrong is an interrupt of the
//! budget; the limits of the engine never stop a print. How a name is found, and kept in [`Names`]:
//!
//! - Sums of a number, multiples of powers of up and a star have a closed form, and print as it, the highest power
//!   first: `3*down + *2`, `up^3 + 2*up^2 + up + *2`.
//! - Sums of several tinies of numbers, or minies, print with their multiples: `tiny(2) + 3*tiny(1)`.
//! - Else shapes are tried that cost little to see: switches, tiny and miny, and sums of such a part with a number, ups
//!   and a star. The shortest wins; what is no shorter than the options is not used.
//! - Else the options, `<7|5||4|1>`, with wider bars in place of inner signs where that is no longer.
//!
//! Which name that is depends on the value alone, not on the history of the arena. Lengths come first, because a small
//! shared game can have a text of astronomic length: past [`LIMIT`] the text says the size and shows the outermost
//! options.

mod length;
mod loopy;
mod names;
mod options;
mod read;
mod shape;
mod signs;
mod write;

use crate::ordinals::Form;

pub use names::{LIMIT, Names};
pub use read::{BadText, read};
pub use signs::{digits, number, rational, rational_within};

/// How mathematics is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// `3*down + *2`, `<2|0>`
    #[default]
    Ascii,
    /// `3·↓ + ∗2`, `{2|0}`
    Unicode,
    /// `3 \cdot {\downarrow} + {\ast}2`, `\{2 \mid 0\}`
    Latex,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 3] = [Notation::Ascii, Notation::Unicode, Notation::Latex];

    /// Returns the name by which it is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Ascii => "ascii",
            Notation::Unicode => "unicode",
            Notation::Latex => "latex",
        }
    }
}

impl From<Notation> for Form {
    fn from(notation: Notation) -> Form {
        match notation {
            Notation::Ascii => Form::Ascii,
            Notation::Unicode => Form::Unicode,
            Notation::Latex => Form::Latex,
        }
    }
}
