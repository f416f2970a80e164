//! Corrections that an editor can make.

use crate::source::Span;

/// A text that may stand in the place of another, so that what is told no longer holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced; empty where something is put in.
    pub span: Span,
    /// What stands there then.
    pub text: String,
}

impl Fix {
    /// The correction in words; `old` is the text that it replaces.
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
