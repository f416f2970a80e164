//! Names and texts where they are typeset, in math mode.

/// The forms in which a notation for papers writes names, texts and tables. Each function returns a text for math mode.
#[derive(Clone, Copy)]
pub struct Typeset {
    /// The name of a function or of a ruleset.
    pub function: fn(&str) -> String,
    /// The name of a graph or of a vertex.
    pub label: fn(&str) -> String,
    /// An outcome class: its letter and the name of its accent, which may be empty.
    pub outcome: fn(&str, &str) -> String,
    /// A text that a person types, such as the rows of a board.
    pub typed: fn(&str) -> String,
    /// A text as prose.
    pub prose: fn(&str) -> String,
    /// A text that is either prose or mathematics of this notation.
    pub text: fn(&str) -> String,
    /// A sentence of a report, in which mathematics stands between dollar signs.
    pub sentence: fn(&str) -> String,
    /// Lines of sentences and of tables.
    pub lines: fn(&str) -> String,
    /// The signs around an exponent.
    pub exponent: [&'static str; 2],
    /// The name of γ in the head of a table.
    pub gamma: &'static str,
    /// A table of rows of cells. The flag is `true` if the first row is the head; the text is a remark below the last row.
    pub table: fn(&[Vec<String>], bool, Option<&str>) -> String,
    /// A table with a name and its value in each row.
    pub fields: fn(&[(String, String)]) -> String,
    /// A cell that would be misread at the beginning of a row.
    pub guarded: fn(&str) -> String,
}

/// A piece of a sentence in which mathematics stands between dollar signs.
pub(super) enum SentencePiece<'t> {
    Prose(&'t str),
    Mathematics(&'t str),
}

/// Returns the pieces of a sentence. Dollar signs that do not come in pairs are prose.
pub(super) fn sentence_pieces(text: &str) -> Vec<SentencePiece<'_>> {
    let parts: Vec<&str> = text.split('$').collect();
    if parts.len().is_multiple_of(2) {
        return vec![SentencePiece::Prose(text)];
    }
    let piece = |(i, part)| if i % 2 == 0 { SentencePiece::Prose(part) } else { SentencePiece::Mathematics(part) };
    parts.into_iter().enumerate().map(piece).collect()
}

/// Returns `true` if a name consists of letters, digits and underscores.
pub(super) fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The sign of a switch in ASCII.
pub(super) const SWITCH: &str = "+-";

/// Returns `true` if [`SWITCH`] between these texts is one, and no part of a sign sequence such as `+-+`.
pub(super) fn is_switch(before: &str, after: &str) -> bool {
    !before.ends_with(['+', '-']) && after.starts_with(|c: char| c.is_alphanumeric() || "({<[".contains(c))
}
