//! Help topics besides the built-ins, in tables of one form.

use crate::eval::Doc;

/// Something of the language that is not a built-in function: a sign, a word, a command, a setting.
pub struct HelpTopic {
    /// The way it is written: `G + H`.
    pub form: &'static str,
    /// The words to look it up by.
    pub names: &'static [&'static str],
    /// The family it is listed under.
    pub family: &'static str,
    /// The meaning, with examples.
    pub doc: Doc,
    /// A table that belongs to its meaning.
    pub table: Option<fn() -> String>,
}

/// Writes a table of topics: documentation, the form, the names to look it up by, and a table written below it.
macro_rules! topics {
    ($(#[$meta:meta])* $table:ident, $family:literal;
        $($(#[doc = $doc:literal])* $form:literal: $($name:literal)* $(=> $lines:path)?;)*) => {
        $(#[$meta])*
        pub static $table: &[$crate::guide::help::HelpTopic] = &[$($crate::guide::help::HelpTopic {
            form: $form,
            names: &[$($name),*],
            family: $family,
            doc: $crate::eval::Doc(concat!($($doc, "\n"),*)),
            table: [$(Some($lines as fn() -> String),)? None][0],
        },)*];
    };
}

pub(super) use topics;
