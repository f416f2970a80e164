//! Flat code for the machine, which the resolver makes of a statement or a body.
//!
//! Names are gone: a local is a slot of the frame, a captured name an index into the closure, a global a slot of
//! the session, a built-in a row of the table. Members of literals and lists gather on the machine's stack above
//! a mark.

use std::rc::Rc;

use super::given::Given;
use super::{FunctionText, Value};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Colour, Join, Relation};
use cg_engine::games::Player;

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// Pushes a constant.
    Constant(u32),
    /// Pushes a small integer.
    Integer(i32),
    /// Pushes a local.
    Local(u32),
    /// Pushes a captured value.
    Captured(u32),
    /// Pushes a global's value.
    Global(u32),
    /// Pops into a global variable.
    SetGlobal(u32),
    /// Pushes a built-in: a function, a ruleset, or a constant's value.
    Builtin(u32),
    /// Drops the top.
    Pop,
    /// Applies an operator to the two topmost.
    Binary(BinaryOperator),
    /// `-x`.
    Negate,
    /// `not x`.
    Not,
    /// `a ^ b`.
    Power,
    /// `a : b`.
    OrdinalSum,
    /// Compares the two topmost.
    Compare(Relation),
    /// Goes on elsewhere.
    Jump(u32),
    /// Pops a boolean; goes on elsewhere when it is false.
    JumpIfFalse(u32),
    /// If the top is false, keeps it and goes on elsewhere; else drops it.
    And(u32),
    /// If the top is true, keeps it and goes on elsewhere; else drops it.
    Or(u32),
    /// Demands a boolean on top.
    Boolean,
    /// `*k` of the top.
    Nimber,
    /// Pushes star.
    Star,
    /// Adds star to the top.
    PlusStar,
    /// Pushes this multiple of up.
    Ups(i64),
    /// The switch of the topmost values.
    Switch(u32),
    /// Marks the stack: members gather above.
    Open,
    /// Marks the stack for the moves of this player, in a `game` body. If only the other's are needed, goes on
    /// elsewhere.
    OpenSide(Player, u32),
    /// A list of the members since the mark.
    List,
    /// A set of the members since the mark.
    Set,
    /// The value of a literal: two groups of members when it has a bar, one when not.
    Game {
        /// `true` if it has a bar.
        bar: bool,
    },
    /// A literal that is kept as written.
    Form {
        /// `true` if it has a bar.
        bar: bool,
    },
    /// A literal that is kept as written, or the report of a question about the number that it is if its options are no short
    /// games.
    FormOrNumber {
        /// `true` if it has a bar.
        bar: bool,
        /// The constant with the question.
        question: u32,
    },
    /// Puts the label of a literal that begins into a local.
    Label(u32),
    /// The literal whose label lies below its members: its value, or a position if it is kept as written.
    Loop {
        /// `true` if it has a bar.
        bar: bool,
        /// `true` if it is kept as written.
        kept: bool,
    },
    /// The value of the two topmost as its sides.
    Sides,
    /// Makes the literal the moves of the position asked about, in a `game` body. Ends the body.
    ReturnMoves {
        /// `true` if it has a bar.
        bar: bool,
    },
    /// A range of the two topmost, or three with a step.
    Range {
        /// `true` if a step was given.
        by: bool,
    },
    /// The integers from 0 on below the top.
    Below,
    /// Pops something to run through into three locals: the thing, an index, the member.
    Iterate(u32),
    /// Puts the next member into its local, or goes on elsewhere at the end.
    Next(u32, u32),
    /// Puts the members of the topmost value in the place of this many arguments of a built-in, which runs through them.
    Each(u32, u32),
    /// Demands that what the function of `filter` gave is a boolean.
    Kept,
    /// Takes the list in a local apart into the locals after it.
    TakeApart(u32, u32),
    /// Calls the callee under the arguments.
    Call(u32),
    /// Calls a definition of the session with this many arguments.
    CallGlobal(u32, u32),
    /// Calls a definition of the session, with names of its parameters among the arguments. They are these of the code.
    CallNamed(u32, u32),
    /// Calls a built-in.
    CallBuiltin(u32, u32),
    /// Calls a built-in with the members since the mark.
    CallMany(u32),
    /// Pushes a closure.
    Closure(u32),
    /// `xs[i]`.
    Index,
    /// `g.a`: the name is a constant.
    Field(u32),
    /// An entry of a graph literal: the vertex and its targets lie on the stack above the mark.
    Vertex(GraphEntry),
    /// A graph of the entries gathered.
    Graph {
        /// `true` if any entry was by rule.
        by_rule: bool,
    },
    /// An edge of a Hackenbush picture; the two labels are on the stack.
    Edge(Colour),
    /// A picture of the edges gathered.
    Hackenbush,
    /// Leaves the body with the top as its result.
    Return,
    /// Shows the top as a result, unless it is nothing.
    Show,
    /// Demands that the top is true.
    Check,
    /// Demands that the relation holds between the two topmost.
    CheckRelation(Relation),
    /// Pops into a local.
    SetLocal(u32),
    /// Pushes a name behind `where` that is not evaluated yet, with its code.
    Delay(u32),
    /// Evaluates the name behind `where` on top, unless it has its value.
    Force,
    /// Stores the top as the value of the name behind `where` whose code this is.
    Known,
    /// Adds the two topmost as a move of the position asked about: components stay apart where both are positions.
    AddMoves,
    /// Pops a boolean; goes on elsewhere when it is true.
    JumpIfTrue(u32),
    /// The sum or difference of the two topmost. Two games stay apart, as parts of one position.
    Join(BinaryOperator),
    /// Makes one position of the members of the topmost list or set, which become its parts, if all are games.
    JoinMembers,
    /// Copies this many topmost values into a list and puts it under them.
    Keep(u32),
    /// A report of an answer and of the list of arguments under it. The constant is the report without these.
    Written(u32),
    /// The family whose members and base are in the topmost list. The constant is the report without these.
    Family(u32),
}

impl Op {
    /// Returns the instruction at which it may go on.
    pub fn target(self) -> Option<u32> {
        match self {
            Op::Jump(to) | Op::JumpIfFalse(to) | Op::JumpIfTrue(to) | Op::And(to) | Op::Or(to) => Some(to),
            Op::Next(_, to) | Op::OpenSide(_, to) => Some(to),
            _ => None,
        }
    }

    /// Returns the number of marks above which it takes the members.
    pub fn groups(self) -> usize {
        match self {
            Op::List | Op::Set | Op::CallMany(_) | Op::Graph { .. } | Op::Vertex(_) | Op::Hackenbush => 1,
            Op::Game { bar }
            | Op::Form { bar }
            | Op::FormOrNumber { bar, .. }
            | Op::Loop { bar, .. }
            | Op::ReturnMoves { bar } => 1 + usize::from(bar),
            _ => 0,
        }
    }
}

/// The kind of an entry of a graph literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphEntry {
    /// The vertex exists.
    Alone,
    /// Moves for one player or for both.
    Arrow(Join),
    /// Edges lead from it to the next vertex, from that to one more, and so on.
    Path,
    /// A class of a terminal vertex.
    Class,
}

/// The source of a value that a closure captures.
#[derive(Clone, Copy, Debug)]
pub enum Capture {
    /// A local of the frame that makes it.
    Local(u32),
    /// Captured by the frame that makes it.
    Captured(u32),
}

/// The code of one statement or one body.
#[derive(Debug, Default)]
pub struct Code {
    /// Instructions.
    pub ops: Vec<Op>,
    /// The place of each instruction.
    pub spans: Vec<Span>,
    /// The places of the arguments of calls, with the instruction of the call, in order.
    pub arguments: Vec<(u32, Span)>,
    /// The arguments of each call that names some, in the order in which they are evaluated.
    pub given: Vec<Vec<Given>>,
    /// The instructions before which the value on top of the stack becomes a member of the gathered list, in order.
    pub member_ends: Vec<u32>,
    /// Constants.
    pub constants: Vec<Value>,
    /// The code of closures made here.
    pub closures: Vec<Rc<Code>>,
    /// The captures of a closure of this code, by the names that they have here.
    pub captures: Vec<(Rc<str>, Capture)>,
    /// The text of a function without a name.
    pub written: FunctionText,
    /// The instructions for each option of a `game`: the first, and the one behind the last. Counting options skips them.
    pub counted: Vec<(u32, u32)>,
    /// Number of parameters: the first locals.
    pub parameters: u32,
    /// Number of locals in all.
    pub locals: u32,
    /// The name in a call trace; empty for a statement, which a trace passes over.
    pub name: Rc<str>,
}

impl Code {
    /// Returns the names of the captured values.
    pub fn captured_names(&self) -> impl ExactSizeIterator<Item = &Rc<str>> {
        self.captures.iter().map(|(name, _)| name)
    }

    /// Returns the place of an argument of the call at instruction `pc`.
    pub fn argument(&self, pc: usize, argument: usize) -> Option<Span> {
        let first = self.arguments.partition_point(|(at, _)| (*at as usize) < pc);
        let (at, span) = self.arguments.get(first + argument)?;
        (*at as usize == pc).then_some(*span)
    }
}
