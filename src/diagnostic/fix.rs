//! Corrections that an editor can make.

use crate::source::Span;

/// A replacement that removes the reason for a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The replaced text; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Fix {
    /// Returns the correction in words; `old` is the text that it replaces.
    ///
    /// ```
    /// use cg::diagnostic::Fix;
    /// use cg::source::Span;
    /// let fix = |text: &str| Fix { span: Span::default(), text: text.into() };
    /// assert_eq!(fix(")").title(""), "Insert `)`");
    /// assert_eq!(fix("").title(","), "Take out `,`");
    /// assert_eq!(fix("outcome").title("outcom"), "Write `outcome`");
    /// ```
    pub fn title(&self, old: &str) -> String {
        match (old.trim(), self.text.trim()) {
            ("", new) => format!("Insert `{new}`"),
            (old, "") => format!("Take out `{old}`"),
            (_, new) => format!("Write `{new}`"),
        }
    }
}
