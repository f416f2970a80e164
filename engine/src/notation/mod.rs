//! The text of values: ASCII and Unicode that read back, LaTeX and Typst for papers. A notation is a file of signs.
//!
//! Input: an id of the arena. Output: its shortest standard name. Failures: an interrupt of the budget; the limits of
//! the engine never stop a print. A name is found, and kept in [`Names`], as follows:
//!
//! - Sums of a number, multiples of powers of up and a star have a closed form, and print as it, the highest power
//!   first: `3*down + *2`, `up^3 + 2*up^2 + up + *2`.
//! - Sums of several tinies of numbers, or minies, print with their multiples: `tiny(2) + 3*tiny(1)`.
//! - Otherwise it tries shapes that are cheap to recognise: switches, tiny and miny, and sums of one of these with a
//!   number, ups and a star. The shortest wins; a name that is no shorter than the options is not used.
//! - Else the options, `<7|5||4|1>`, with wider bars in place of inner signs where that is no longer.
//!
//! The name depends on the value alone, not on the history of the arena. Lengths come first, because a small shared
//! game can have a text of astronomic length: past [`LIMIT`] the text states the size and shows the outermost options.

mod ascii;
mod latex;
mod length;
mod loopy;
mod names;
mod options;
mod read;
mod shape;
mod signs;
mod typeset;
mod typst;
mod unicode;
mod write;

pub use names::{LIMIT, Names};
pub use read::{BadText, read};
pub use signs::{Signs, digits, number, rational, rational_within};
pub use typeset::Typeset;

/// Declares the notations: the variant, and the file with its signs.
macro_rules! notations {
    ($($(#[$about:meta])* $variant:ident $file:ident,)+) => {
        /// A way to write mathematics.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum Notation {
            $($(#[$about])* $variant,)+
        }

        impl Notation {
            /// Every notation.
            pub const ALL: &[Notation] = &[$(Notation::$variant,)+];

            /// Returns the signs of this notation.
            pub const fn signs(self) -> &'static Signs {
                match self {
                    $(Notation::$variant => &$file::SIGNS,)+
                }
            }
        }
    };
}

notations! {
    /// `3*down + *2`, `<2|0>`
    #[default]
    Ascii ascii,
    /// `3·↓ + ∗2`, `{2|0}`
    Unicode unicode,
    /// `3 \cdot {\downarrow} + {\ast}2`, `\{2 \mid 0\}`
    Latex latex,
    /// `3 dot.op arrow.b + *2`, `{2 | 0}`
    Typst typst,
}
