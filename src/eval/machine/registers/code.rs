//! The instructions of the machine: three addresses in eight bytes.
//!
//! A register is a word of the frame. The locals come first, then captured values, then the places of the values that
//! the code of the resolver has on its stack. Beside each instruction stands a [`Layout`] of that stack, so that an
//! operation on values of all kinds finds its operands.

use std::cell::Cell;
use std::rc::Rc;

use super::word::Word;
use crate::eval::Role;
use crate::syntax::ast::Relation;
use crate::value::Code;
use cg_engine::games::Player;
use cg_engine::positions::Convention;

/// The number of a register in its frame.
pub(super) type Register = u8;

/// The largest number of registers of a frame.
pub(super) const MAX_REGISTERS: usize = 240;

/// An instruction. `to` is the register of the result, or the instruction to which a jump leads; `first` is the first of several
/// registers side by side.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Move { to: Register, from: Register },
    /// Moves one value after the other.
    MoveTwo { to: Register, from: Register, second: Register, other: Register },
    Integer { to: Register, n: i32 },
    Constant { to: Register, index: u32 },
    /// The value of a global variable.
    Global { to: Register, slot: u32 },
    Add { to: Register, a: Register, b: Register },
    Subtract { to: Register, a: Register, b: Register },
    Multiply { to: Register, a: Register, b: Register },
    AddInteger { to: Register, a: Register, n: i32 },
    MultiplyInteger { to: Register, a: Register, n: i32 },
    /// The lesser of two integers.
    Least { to: Register, a: Register, b: Register },
    Greatest { to: Register, a: Register, b: Register },
    /// Any other built-in of one or two machine integers.
    OfIntegers { to: Register, a: Register, b: Register, function: u16 },
    /// The quotient of a division by a positive integer, rounded down.
    Quotient { to: Register, a: Register, n: i32 },
    /// The remainder of a division by a positive integer.
    Remainder { to: Register, a: Register, n: i32 },
    Modulo { to: Register, a: Register, b: Register },
    Negate { to: Register, a: Register },
    Not { to: Register, a: Register },
    DemandBoolean { a: Register },
    Compare { relation: Relation, to: Register, a: Register, b: Register },
    Jump { to: u32 },
    JumpIf { a: Register, when: bool, to: u32 },
    JumpEqual { a: Register, b: Register, to: u32 },
    JumpUnequal { a: Register, b: Register, to: u32 },
    JumpLess { a: Register, b: Register, to: u32 },
    JumpAtMost { a: Register, b: Register, to: u32 },
    JumpEqualTo { a: Register, n: i16, to: u32 },
    JumpUnequalTo { a: Register, n: i16, to: u32 },
    JumpBelow { a: Register, n: i16, to: u32 },
    JumpAbove { a: Register, n: i16, to: u32 },
    /// A jump by a relation without an instruction of its own.
    JumpRelation { to: u32 },
    /// `xs[i]`
    Member { to: Register, list: Register, index: Register },
    MemberAt { to: Register, list: Register, n: i32 },
    /// `xs[i][j]`, or only `xs[i]` if that is no list: then the instruction behind it, which is passed over otherwise, does the rest.
    MemberOfMember { to: Register, list: Register, index: Register, second: Register },
    /// `b[[i, j]]`, or only the list of the two registers side by side if `b` is no board: then the instruction behind it, which is
    /// passed over otherwise, does the rest.
    Cell { to: Register, board: Register, row: Register },
    /// `xs[i..j]`; the result goes to the first of the three registers.
    Slice { first: Register },
    /// Goes on at `exit` with a value that was computed in an earlier round of a loop, if it was.
    Recall { to: Register, from: Register, exit: u32 },
    Length { to: Register, list: Register },
    /// A built-in of the `count` values side by side from the register of the result on.
    OfWords { to: Register, role: Role, count: u8 },
    /// A built-in of two values.
    OfTwo { to: Register, a: Register, b: Register, role: Role },
    /// Begins a loop over the range between two registers. `slot` and the two locals behind it are the last number, the next
    /// number and the variable.
    BeginRange { slot: Register, first: Register },
    /// Begins a loop over the members of `a`. `slot` and the two locals behind it are the list, the next index and the variable.
    BeginMembers { slot: Register, a: Register },
    NextMember { slot: Register, exit: u32 },
    /// Goes on at `to` with the next member, behind the [`Step::NextMember`] that ends the loop if there is none.
    Again { slot: Register, to: u32 },
    /// Demands that the last of `count` registers has members, and puts them into the first.
    Each { first: Register, count: u8 },
    /// Takes the list in `slot` apart into the `count` locals behind it.
    TakeApart { slot: Register, count: u8 },
    /// Begins to gather members.
    Open,
    Gather { a: Register },
    CloseList { to: Register },
    /// Builds the list of the members as a `Held` value.
    CloseHeld { to: Register },
    CloseSet { to: Register },
    /// Makes the list of `count` registers side by side; it goes to the first.
    List { first: Register, count: u8 },
    /// Makes the set of `count` registers side by side; it goes to the first.
    Set { first: Register, count: u8 },
    /// Finds the least natural number that is no member.
    CloseMex { to: Register },
    /// Counts how often each member occurs.
    CloseTally { to: Register },
    /// Makes the literal of the last `groups` groups of members, such as a game or a graph.
    CloseLiteral { to: Register, groups: u8 },
    /// Calls a function; the result goes to the first register of its arguments.
    Call { first: Register, function: u16 },
    /// Calls the present value of a name.
    CallName { first: Register, count: u8, slot: u32 },
    /// Calls the value in the first register with the `count` arguments behind it.
    CallValue { first: Register, count: u8 },
    /// Works out the name behind `where` in the first register, unless that is done.
    Force { first: Register },
    /// Keeps a value for the name behind `where` that is being worked out, which is the first argument.
    Known { a: Register },
    /// A function without a name, or a name behind `where` that is not worked out yet.
    Closure { to: Register, index: u32 },
    /// Any other operation on the topmost values of the stack.
    General { to: Register },
    /// Moves `count` registers on by one, and puts the list of their values before them.
    Keep { first: Register, count: u8 },
    /// Any other operation on `count` registers that has no result.
    Effect { first: Register, count: u8 },
    /// Assigns to a global variable.
    SetGlobal { a: Register, slot: u32 },
    /// Makes the position of a game; it goes to the first register of its arguments.
    Position { first: Register, slot: u32 },
    /// Answers a question about the position whose arguments begin at `first`.
    Ask { first: Register, question: Question, game: u16 },
    /// A move to a position of a game.
    Yield { first: Register, game: u16 },
    /// A move to the sum of two positions.
    YieldSum { first: Register, second: Register, game: u16, other: u16 },
    /// A move to a value.
    YieldValue { a: Register },
    /// The moves of `player` follow; if they do not matter, goes on at `exit`.
    Side { player: Player, exit: u32 },
    /// A move follows; if moves are only counted, it is counted and passed over.
    CountMove { exit: u32 },
    EndMoves,
    Return { a: Register },
}

const _: () = assert!(size_of::<Step>() == 8);

impl Step {
    /// Returns the instruction to which a jump leads, or at which a loop or a group of moves ends.
    pub fn target(&mut self) -> Option<&mut u32> {
        match self {
            Step::Jump { to }
            | Step::JumpIf { to, .. }
            | Step::JumpEqual { to, .. }
            | Step::JumpUnequal { to, .. }
            | Step::JumpLess { to, .. }
            | Step::JumpAtMost { to, .. }
            | Step::JumpEqualTo { to, .. }
            | Step::JumpUnequalTo { to, .. }
            | Step::JumpBelow { to, .. }
            | Step::JumpAbove { to, .. }
            | Step::JumpRelation { to }
            | Step::NextMember { exit: to, .. }
            | Step::Recall { exit: to, .. }
            | Step::Side { exit: to, .. }
            | Step::CountMove { exit: to } => Some(to),
            _ => None,
        }
    }
}

/// A question about positions of a person's game that is answered while the rule runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// The winner of normal play.
    Normal,
    /// The winner of misère play.
    Misere,
    NimValue,
    /// The number of moves of normal play if the winner hurries and the loser delays.
    Remoteness,
    /// The number of moves of misère play if the winner hurries and the loser delays.
    MisereRemoteness,
}

impl Question {
    pub const COUNT: usize = 5;

    /// Returns the question for the winner under this convention.
    pub fn winner(convention: Convention) -> Question {
        match convention {
            Convention::Normal => Question::Normal,
            Convention::Misere => Question::Misere,
        }
    }

    /// Returns `true` if the answer is one number for both players, who must have the same moves.
    pub fn is_of_both(self) -> bool {
        matches!(self, Question::NimValue | Question::Remoteness | Question::MisereRemoteness)
    }
}

/// The use of members that are gathered above a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gathering {
    List,
    /// A list for a built-in, or the result of a statement.
    Held,
    Set,
    /// A list or set of a few members, each of which is written by itself and waits in a register.
    Waiting,
    /// Members whose mex is asked for.
    Mex,
    /// Members that are counted.
    Tally,
    /// The options of a game, the entries of a graph, or the edges of a picture.
    Literal,
    /// The moves of a position.
    Moves,
}

/// An item on the stack of the code that the resolver writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// A value that stands in a register.
    Register(Register),
    Integer(i32),
    Constant(u32),
    /// A mark with the members gathered above it.
    Open(Gathering),
    /// A mark with members that are only counted. The register holds their number.
    Count(Register),
    /// A mark with members that are only added. The register holds their sum.
    Sum(Register),
    /// A position that is not made yet: the slot of its game and its arguments, side by side.
    Position {
        slot: u32,
        first: Register,
        count: u8,
    },
    /// The sum of two positions that are not made yet.
    Positions {
        slots: [u32; 2],
        firsts: [Register; 2],
        counts: [u8; 2],
    },
}

/// The stack before an instruction that the resolver wrote.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The instruction.
    pub pc: u32,
    pub items: Rc<[Item]>,
}

/// The translated code of a body.
pub(super) struct Body {
    pub code: Rc<Code>,
    pub steps: Vec<Step>,
    /// The layout of each instruction.
    pub layouts: Vec<Layout>,
    /// Renewed with all other words if what is no longer used is freed.
    pub constants: Vec<Cell<Word>>,
    pub functions: Vec<fn(i64, i64) -> Option<i64>>,
    /// The number of registers of a frame.
    pub size: usize,
    /// `true` if a name had no meaning when the body was translated.
    pub is_provisional: bool,
}
