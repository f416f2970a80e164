//! What is open, and what waits inside it.

use super::{LIMIT, Pass};

/// What opened a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// Nothing: the statement itself.
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

/// Which part of a member is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Body,
    /// After `->` in a graph.
    Targets,
    /// After `:` in a graph.
    Class,
    /// After `for x in`.
    Source,
    /// After the `if` of a clause.
    Filter,
}

/// How tightly an operator binds that waits for its right operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Power, negation.
    Tight,
    /// Ordinal sum.
    Ordinal,
    /// `not`.
    Not,
    /// `if`, functions.
    Loose,
}

/// An open bracket or literal, or the statement itself.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub open: Open,
    /// Its opening token.
    pub token: usize,
    /// Bytes of the opening sign.
    pub span: (u32, u32),
    pub segment: Segment,
    /// Whether a bar stands in it.
    pub bars: bool,
    /// Commas so far.
    pub commas: u32,
    /// Where the present member begins.
    pub member: u32,
    /// Bytes of what is called.
    pub callee: (u32, u32),
    /// `form` stands in front.
    pub form: bool,
    /// No call may follow: the group belongs to a star or a switch.
    pub closed: bool,
    /// The comparison of the present member.
    pub relation: Option<(u32, u32)>,
    /// Where the left side of a comparison would start.
    pub operand_start: Option<u32>,
    /// A `..` has been read and may take `by`.
    pub range: Option<bool>,
    /// Waiting operators by [`Strength`].
    pub waiting: [usize; 4],
}

impl Frame {
    pub(super) fn ground() -> Frame {
        Frame::new(Open::Ground, 0, (0, 0))
    }

    pub(super) fn new(open: Open, token: usize, span: (u32, u32)) -> Frame {
        Frame {
            open,
            token,
            span,
            segment: Segment::Body,
            bars: false,
            commas: 0,
            member: span.1,
            callee: (0, 0),
            form: false,
            closed: false,
            relation: None,
            operand_start: None,
            range: None,
            waiting: [0; 4],
        }
    }

    /// Whether `>` closes it.
    pub(super) fn is_angle(&self) -> bool {
        matches!(self.open, Open::Angle | Open::Graph | Open::Hackenbush)
    }

    /// Whether its members are sums, so that a bare comparison does not belong.
    pub(super) fn holds_sums(&self) -> bool {
        self.is_angle() || self.open == Open::Brace
    }
}

/// An `if` that is not finished.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingIf {
    /// How many frames were open.
    pub frames: usize,
    pub then_seen: bool,
    pub span: (u32, u32),
}

impl Pass<'_> {
    /// Notes an operator that waits for its right operand; false when there are too many.
    pub(super) fn defer(&mut self, strength: Strength) -> bool {
        self.frame().waiting[strength as usize] += 1;
        self.deferred += 1;
        if self.frames.len() + self.deferred > LIMIT {
            self.too_deep();
            return false;
        }
        true
    }

    /// Forgets the operators that bind at least so tightly: their right operand has ended.
    pub(super) fn settle(&mut self, strength: Strength) {
        let frame = self.frame();
        let mut settled = 0;
        for count in &mut frame.waiting[..=strength as usize] {
            settled += std::mem::take(count);
        }
        self.deferred -= settled;
    }

    /// A member, side or clause ends: its `if`s are over and a comparison may start again.
    pub(super) fn end_member(&mut self) {
        self.settle(Strength::Loose);
        self.end_ifs();
        self.new_comparison();
    }

    /// A comparison may start again.
    pub(super) fn new_comparison(&mut self) {
        let frame = self.frame();
        frame.relation = None;
        frame.operand_start = None;
        frame.range = None;
    }

    /// Drops the `if`s of the innermost frame; those without `then` are reported.
    pub(super) fn end_ifs(&mut self) {
        while let Some(&pending) = self.ifs.last() {
            if pending.frames < self.frames.len() {
                break;
            }
            self.ifs.pop();
            if !pending.then_seen {
                self.missing_then(pending.span);
            }
        }
    }

    /// Whether the innermost frame is in the condition of an `if` of its own.
    pub(super) fn in_condition(&self) -> bool {
        self.ifs.last().is_some_and(|i| i.frames == self.frames.len() && !i.then_seen)
    }

    /// Opens a frame with the next `lexemes` lexemes as its opening token; false when there are too many.
    pub(super) fn push(&mut self, open: Open, token: super::Token, lexemes: usize) -> bool {
        let span = (self.lexemes[self.at].start, self.lexemes[self.at + lexemes - 1].end);
        let frame = Frame::new(open, self.tokens.len(), span);
        self.emit_operator(token, lexemes);
        self.frames.push(frame);
        if self.frames.len() + self.deferred > LIMIT {
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
        let frame = self.frames.pop()?;
        self.deferred -= frame.waiting.iter().sum::<usize>();
        Some(frame)
    }
}
