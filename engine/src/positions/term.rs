//! The notation of positions, as data.

use std::sync::Arc;

use dashu_ratio::RBig;

use super::PositionId;
use crate::games::GameId;
use crate::loopy::Sided;
use crate::ordinals::Ordinal;

/// The text of a position as data. The notation walks into the positions that it names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A name: a label, a ruleset.
    Name(Arc<str>),
    /// A text, printed in quotes.
    Text(Arc<str>),
    /// A number.
    Number(Box<RBig>),
    /// An ordinal.
    Ordinal(Box<Ordinal>),
    /// A value.
    Game(GameId),
    /// Another position.
    Position(PositionId),
    /// `name(a, b)`.
    Call(Arc<str>, Vec<Term>),
    /// `graph.vertex`, `graph[3]`.
    Vertex(Arc<str>, Box<Term>),
    /// `[a, b]`.
    List(Vec<Term>),
    /// `{a, b}`.
    Set(Vec<Term>),
    /// `p + q`; empty is `0`.
    Sum(Vec<PositionId>),
    /// `-p`.
    Negative(PositionId),
    /// `form <L|R>`; without a bar when `None`.
    Form(Vec<PositionId>, Option<Vec<PositionId>>),
    /// `form loop a <L|R>`: a vertex of these rows.
    Loop(u32, Vec<LoopRow>),
    /// A loopy value.
    Loopy(Sided),
}

/// The target of a move in a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    /// A vertex of the literal.
    Vertex(u32),
    /// Another position.
    Position(PositionId),
}

/// The moves from a vertex of a literal: Left's, and Right's or `None` if they are equal.
pub type LoopRow = (Vec<Branch>, Option<Vec<Branch>>);

impl Term {
    /// Returns the call of a ruleset: `name(a, b)`.
    ///
    /// ```
    /// use cg_engine::positions::Term;
    ///
    /// let heap = Term::call("kayles", [7_u64]);
    /// assert_eq!(heap, Term::Call("kayles".into(), vec![7_u64.into()]));
    /// ```
    pub fn call<T: Into<Term>>(name: &str, arguments: impl IntoIterator<Item = T>) -> Term {
        Term::Call(name.into(), arguments.into_iter().map(Into::into).collect())
    }
}

impl From<u64> for Term {
    fn from(n: u64) -> Term {
        Term::Number(Box::new(n.into()))
    }
}

impl From<&str> for Term {
    fn from(text: &str) -> Term {
        Term::Text(text.into())
    }
}
