//! The instructions of the register machine: three addresses, eight bytes.
//!
//! A register is a word of the frame: first come the locals, then the places of what lies above them on the stack of the other
//! machine, for which the code was written. So whatever an instruction does not know is done there instead: [`Layout`] says
//! where each value stands that the stack would hold.

use std::rc::Rc;

use super::word::Word;
use crate::syntax::ast::Relation;
use crate::value::Code;
use cg_engine::games::Player;

/// The number of a register in its frame.
pub(super) type Register = u8;

/// Registers of a frame, at most.
pub(super) const MAX_REGISTERS: usize = 240;

/// An instruction. Where `to` is a jump's, it is the index of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Move {
        to: Register,
        from: Register,
    },
    Integer {
        to: Register,
        n: i32,
    },
    Constant {
        to: Register,
        index: u32,
    },
    /// The value of a global variable.
    Global {
        to: Register,
        slot: u32,
    },
    Add {
        to: Register,
        a: Register,
        b: Register,
    },
    Subtract {
        to: Register,
        a: Register,
        b: Register,
    },
    Multiply {
        to: Register,
        a: Register,
        b: Register,
    },
    AddInteger {
        to: Register,
        a: Register,
        n: i32,
    },
    MultiplyInteger {
        to: Register,
        a: Register,
        n: i32,
    },
    /// A built-in for two machine integers.
    OfIntegers {
        to: Register,
        a: Register,
        b: Register,
        function: u16,
    },
    /// The remainder of a division by a positive integer.
    Remainder {
        to: Register,
        a: Register,
        n: i32,
    },
    Negate {
        to: Register,
        a: Register,
    },
    Not {
        to: Register,
        a: Register,
    },
    DemandBoolean {
        a: Register,
    },
    Compare {
        relation: Relation,
        to: Register,
        a: Register,
        b: Register,
    },
    Jump {
        to: u32,
    },
    /// A jump to the head of a loop.
    Repeat {
        to: u32,
    },
    JumpIf {
        a: Register,
        when: bool,
        to: u32,
    },
    JumpEqual {
        a: Register,
        b: Register,
        to: u32,
    },
    JumpUnequal {
        a: Register,
        b: Register,
        to: u32,
    },
    JumpLess {
        a: Register,
        b: Register,
        to: u32,
    },
    JumpAtMost {
        a: Register,
        b: Register,
        to: u32,
    },
    JumpEqualTo {
        a: Register,
        n: i16,
        to: u32,
    },
    JumpUnequalTo {
        a: Register,
        n: i16,
        to: u32,
    },
    JumpBelow {
        a: Register,
        n: i16,
        to: u32,
    },
    JumpAbove {
        a: Register,
        n: i16,
        to: u32,
    },
    /// A relation that has no instruction of its own.
    JumpRelation {
        a: Register,
        b: Register,
        to: u32,
    },
    /// `xs[i]`.
    Member {
        to: Register,
        list: Register,
        index: Register,
    },
    /// `xs[i..j]`, of three registers one after the other, to the first of them.
    Slice {
        first: Register,
    },
    Length {
        to: Register,
        list: Register,
    },
    /// `replace_at(xs, i, x)`, of three registers one after the other, to the first of them.
    Replace {
        first: Register,
    },
    /// Runs through a range whose ends lie in two registers one after the other, with the three locals from `slot` on.
    BeginRange {
        slot: Register,
        first: Register,
    },
    NextInteger {
        slot: Register,
        exit: u32,
    },
    /// Runs through what `a` is.
    BeginMembers {
        slot: Register,
        a: Register,
    },
    NextMember {
        slot: Register,
        exit: u32,
    },
    TakeApart {
        slot: Register,
        count: u8,
    },
    /// Begins to gather members.
    Open,
    Gather {
        a: Register,
    },
    CloseList {
        to: Register,
    },
    /// The list as a value that is not looked for among the others.
    CloseHeld {
        to: Register,
    },
    CloseSet {
        to: Register,
    },
    /// Calls a function with the registers from `first` on, to the first of them.
    Call {
        first: Register,
        function: u16,
    },
    /// Calls what is in the first of these registers with the others, to the first.
    CallValue {
        first: Register,
        count: u8,
    },
    /// A function without a name.
    Closure {
        to: Register,
        index: u32,
    },
    /// What the other machine does with the topmost registers, to the first of them.
    General {
        first: Register,
        count: u8,
    },
    /// Something that the other machine does with the topmost registers, without a result.
    Effect { first: Register, count: u8 },
    /// Gives a global variable a value.
    SetGlobal { a: Register, slot: u32 },
    /// The position of a game, to the first register of its arguments.
    Position {
        first: Register,
        count: u8,
        slot: u32,
    },
    /// The answer to a question about a position of a person's game.
    Ask {
        first: Register,
        question: Question,
        game: u16,
    },
    /// A move to the position of a game.
    Yield {
        first: Register,
        game: u16,
    },
    /// A move to the sum of two positions.
    YieldSum {
        first: Register,
        second: Register,
        game: u16,
        other: u16,
    },
    /// A move to what a value stands for.
    YieldValue {
        a: Register,
    },
    /// The moves of one player follow; if those of the other are wanted, goes on elsewhere.
    Side {
        player: Player,
        exit: u32,
    },
    EndMoves,
    Return {
        a: Register,
    },
    /// What follows is done by the other machine.
    Leave,
}

/// A question about positions of a person's game that the machine answers while it runs the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Who wins normal play.
    Normal,
    /// Who wins misère play.
    Misere,
    NimValue,
    /// How long normal play lasts when the winner hurries and the loser delays.
    Remoteness,
    /// The same of misère play.
    MisereRemoteness,
}

impl Question {
    pub const COUNT: usize = 5;
    /// The questions whose answer for both players is one number, where they have the same moves.
    pub fn is_of_both(self) -> bool {
        matches!(self, Question::NimValue | Question::Remoteness | Question::MisereRemoteness)
    }
}

/// What becomes of the members that gather above a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gathering {
    List,
    /// A list for a built-in, or for the end of a statement.
    Held,
    Set,
    /// The moves of a position.
    Moves,
}

/// Where a value stands that the other machine would have on its stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Register(Register),
    Integer(i32),
    Constant(u32),
    /// A mark, with the members gathered since.
    Open(Gathering),
    /// A mark with so many members, which only count: their number is in the register.
    Count(Register),
    /// A mark with one member, the sum of those that were added.
    Sum(Register),
    /// A position that nobody has asked for yet: the game by its slot, and its arguments, from a register on.
    Position {
        slot: u32,
        first: Register,
        count: u8,
    },
    /// The sum of two positions, of which the first begins here.
    Positions {
        slots: [u32; 2],
        firsts: [Register; 2],
        counts: [u8; 2],
    },
}

/// The state of the other machine before one of its instructions.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The instruction.
    pub pc: u32,
    pub items: Rc<[Item]>,
}

/// The code of a body for the register machine.
pub(super) struct Body {
    pub code: Rc<Code>,
    pub steps: Vec<Step>,
    /// The layout of each instruction.
    pub layouts: Vec<Layout>,
    pub constants: Vec<Word>,
    pub functions: Vec<fn(i64, i64) -> Option<i64>>,
    /// Registers of a frame.
    pub size: usize,
    /// Whether a name had no meaning when it was written.
    pub is_provisional: bool,
}
