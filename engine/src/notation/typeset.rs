//! Names and texts where they are typeset, in math mode.

/// How a notation for papers writes what is no value. Each function returns something that stands in math mode.
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
    /// A text that may be mathematics of this notation already.
    pub text: fn(&str) -> String,
    /// Prose in which mathematics stands between dollar signs.
    pub told: fn(&str) -> String,
    /// Lines of such prose, with rows of tables among them.
    pub lines: fn(&str) -> String,
    /// Around an exponent.
    pub exponent: [&'static str; 2],
    /// A name of γ in the head of a table.
    pub gamma: &'static str,
    /// Rows of cells: whether the first is the head, and a remark below the last.
    pub table: fn(&[Vec<String>], bool, Option<&str>) -> String,
    /// Rows of a name and what it stands for.
    pub fields: fn(&[(String, String)]) -> String,
    /// A cell that would be misread at the beginning of a row.
    pub guarded: fn(&str) -> String,
}

/// A piece of a text in which mathematics stands between dollar signs.
pub(super) enum ToldPiece<'t> {
    Prose(&'t str),
    Mathematics(&'t str),
}

/// Returns the pieces of a text. Dollar signs that do not come in pairs are prose.
pub(super) fn told_pieces(text: &str) -> Vec<ToldPiece<'_>> {
    let parts: Vec<&str> = text.split('$').collect();
    if parts.len().is_multiple_of(2) {
        return vec![ToldPiece::Prose(text)];
    }
    let piece = |(i, part)| if i % 2 == 0 { ToldPiece::Prose(part) } else { ToldPiece::Mathematics(part) };
    parts.into_iter().enumerate().map(piece).collect()
}

/// Returns `true` if a name has letters, digits and underscores alone.
pub(super) fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
