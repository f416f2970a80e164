//! The open brackets and literals, and the `if`s in them.

use super::{LIMIT, Pass};
use crate::source::Span;
use crate::syntax::error::SyntaxError;

/// The sign that opened a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// No sign: the statement itself.
    Ground,
    Group,
    Call,
    /// `{` of a subscript in LaTeX.
    Script,
    List,
    Index,
    Brace,
    Angle,
    Graph,
    Hackenbush,
}

/// The part of a member that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Body,
    /// The part after `->` in a graph, or behind a comma there.
    Targets,
    /// The part after `--` in a graph: one more may follow.
    Path,
    /// The part after `:` in a graph.
    Class,
    /// The part after `for x in`.
    Source,
    /// The part after the `if` of a clause.
    Filter,
}

impl Segment {
    /// Returns `true` in the part with the vertices to which moves lead.
    pub fn is_behind_arrow(self) -> bool {
        matches!(self, Segment::Targets | Segment::Path)
    }
}

/// An open bracket or literal, or the statement itself.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub open: Open,
    /// Its opening token.
    pub token: usize,
    /// The opening sign.
    pub span: Span,
    pub segment: Segment,
    /// `true` if it contains a bar.
    pub bars: bool,
    /// Commas so far.
    pub commas: u32,
    /// The start of the present member.
    pub member: u32,
    /// The place of the name that is called, or of the last token of another value.
    pub callee: Span,
    /// `form` stands in front.
    pub form: bool,
    /// No call may follow: the group belongs to a star or a switch.
    pub closed: bool,
    /// A `..` has been read that may take `by`.
    pub range: bool,
    /// `true` after a `where`, while names and their values are read.
    pub names: bool,
    /// The sides of the first colon that may be meant for a pair or a range.
    pub colon: Option<[Span; 2]>,
}

impl Frame {
    pub(super) fn ground() -> Frame {
        Frame::new(Open::Ground, 0, Span::default())
    }

    pub(super) fn new(open: Open, token: usize, span: Span) -> Frame {
        Frame {
            open,
            token,
            span,
            segment: Segment::Body,
            bars: false,
            commas: 0,
            member: span.end,
            callee: Span::default(),
            form: false,
            closed: false,
            range: false,
            names: false,
            colon: None,
        }
    }

    /// Returns `true` if `>` closes it.
    pub(super) fn is_angle(&self) -> bool {
        matches!(self.open, Open::Angle | Open::Graph | Open::Hackenbush)
    }

    /// Returns `true` if its members are sums, so that a bare comparison does not belong.
    pub(super) fn holds_sums(&self) -> bool {
        self.is_angle() || self.open == Open::Brace
    }
}

/// An `if` that is not finished.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingIf {
    /// The number of open frames.
    pub frames: usize,
    pub then_seen: bool,
    pub span: Span,
}

impl Pass<'_> {
    /// Ends a member, side or clause, and its `if`s.
    pub(super) fn end_member(&mut self) {
        self.end_ifs();
        self.frame().range = false;
    }

    /// Drops the `if`s of the innermost frame; those without `then` are reported.
    pub(super) fn end_ifs(&mut self) {
        while let Some(&pending) = self.ifs.last() {
            if pending.frames < self.frames.len() {
                break;
            }
            self.ifs.pop();
            if !pending.then_seen {
                self.report(SyntaxError::MissingThen(pending.span));
            }
        }
    }

    /// Returns `true` if the innermost frame is in the condition of an `if` of its own.
    pub(super) fn in_condition(&self) -> bool {
        self.ifs.last().is_some_and(|i| i.frames == self.frames.len() && !i.then_seen)
    }

    /// Opens a frame with the next `lexemes` lexemes as its opening token. Returns `false` if there are too many.
    pub(super) fn push(&mut self, open: Open, token: super::Token, lexemes: usize) -> bool {
        let span = self.span(self.lexemes[self.at].start, self.lexemes[self.at + lexemes - 1].end);
        let frame = Frame::new(open, self.tokens.len(), span);
        self.emit_operator(token, lexemes);
        self.frames.push(frame);
        if self.frames.len() > LIMIT {
            self.too_deep();
            return false;
        }
        true
    }

    /// Takes the innermost frame off; the statement's own frame stays.
    pub(super) fn pop(&mut self) -> Option<Frame> {
        if self.frames.len() < 2 {
            return None;
        }
        self.end_ifs();
        self.frames.pop()
    }
}
