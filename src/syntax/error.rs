//! Errors of syntax as data: which slip, and the places that its message speaks of.
//!
//! The words are in `wording`; the text that a message quotes is found through the places.

use super::Phrase;
use crate::source::Span;

/// The largest number of errors that are reported for one statement.
pub(super) const PER_STATEMENT: usize = 8;
/// The largest number of errors that are reported for one text.
pub(super) const PER_TEXT: usize = 200;

/// A slip in a text. A field `at`, or the only one, is the place that is pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SyntaxError {
    /// A text beyond 4 GiB.
    TooLarge(Span),
    /// One level more than may be nested.
    TooDeep(Span),
    /// Signs that are not of the language.
    UnknownSigns(Span),
    /// A part of a line between foreign quotes or brackets: `'{1|0}'`, `⟨1|0⟩`.
    Enclosed(Span),
    /// A backslash in a text, and the sign behind it, which mean nothing together.
    Escape(Span),
    /// A line that was copied from a transcript with the `>` before it.
    Transcript {
        at: Span,
        line: Span,
    },
    /// `{1: 2}`, `xs[1:3]`, `{"a": 1}`: the sides of the colon, and whether the brackets hold an index.
    Colon {
        sides: [Span; 2],
        is_index: bool,
    },
    /// A text without its closing quote.
    OpenText(Span),
    /// An opening sign that is never closed, and some around it.
    Unclosed {
        at: Span,
        around: Vec<Span>,
    },
    /// A closing sign that belongs to something further out.
    UnclosedBefore {
        open: Span,
        closing: Span,
    },
    /// A closing sign of another kind.
    WrongClosing {
        at: Span,
        open: Span,
    },
    /// A closing sign without an opening one.
    NothingToClose(Span),
    /// A word of the language where a name is defined.
    WordAsName(Span),
    /// `-X-` in a Hackenbush picture.
    NoColour(Span),
    /// `-` in a Hackenbush picture.
    EdgeWithoutColour(Span),
    /// An operator, and the sign that follows it instead of a value.
    NothingOnTheRight {
        at: Span,
        next: Span,
    },
    /// An operator with which the statement ends.
    NothingAfter(Span),
    /// A sign that wants a value before it; perhaps the line above was to go on.
    NothingOnTheLeft {
        at: Span,
        starts_line: bool,
    },
    /// A comma before a closing sign.
    TrailingComma(Span),
    EmptyParentheses(Span),
    /// Parentheses around several values.
    Tuple(Span),
    /// `;` in brackets.
    SemicolonInside {
        at: Span,
        open: Span,
    },
    /// A word of the language that starts statements or follows the head of a loop.
    MisplacedWord(Span),
    MissingThen(Span),
    ThenWithoutIf(Span),
    ElseWithoutIf(Span),
    MissingDo(Span),
    MissingEnd(Span),
    EndWithoutFor(Span),
    /// `with` where no game is defined.
    ClaimOutside(Span),
    /// `with` that no name follows.
    ClaimWanted(Span),
    /// `where` inside other brackets than parentheses.
    WhereInside {
        at: Span,
        open: Span,
    },
    /// `where` and names with no expression before them: at the start of a statement, or behind the rest of one.
    WhereWithoutBody {
        at: Span,
        names: Span,
        rest: Option<Span>,
    },
    /// `name = value` behind `where`.
    LocalNameEquals {
        name: Span,
        value: Span,
    },
    /// Something else than `name := value` behind `where`. The flag is `true` for the head of a function.
    LocalName {
        at: Span,
        is_function: bool,
    },
    /// `game` without a definition.
    GameDefinesNothing(Span),
    ImportWithoutText(Span),
    /// `form` or `graph` without a literal.
    LiteralWanted(Span),
    /// A bar without signs around it.
    BarOutside {
        at: Span,
        meant: MeantByBar,
    },
    TooManyBars(Span),
    /// Two bars of the same, greatest width.
    AmbiguousBars(Span),
    /// A notation that is read in two ways, and how each is written here.
    TwoReadings {
        at: Span,
        readings: [String; 2],
    },
    /// A switch of something loose.
    SwitchOperand(Span),
    /// A number after `^` that is not whole or too large.
    NumberOfUps(Span),
    /// A word that other languages have.
    ForeignWord(Span),
    /// Two values next to each other.
    MissingOperator {
        left: Span,
        at: Span,
        joint: Joint,
        still_open: Option<Span>,
    },
    /// The `>` that closes a literal in a filter, and the operands of the comparison that was meant.
    GreaterInFilter {
        at: Span,
        literal: Span,
        operands: [Span; 2],
    },
    /// `**`; `right` is the second operand if it is short, `follows` whether there is one.
    TwoStars {
        at: Span,
        left: Span,
        right: Option<Span>,
        follows: bool,
    },
    /// `*1*2`.
    GluedNimbers {
        left: Span,
        right: Span,
    },
    /// `<>` between its operands.
    LessOrGreater {
        at: Span,
        left: Span,
        right: Span,
    },
    /// `x += 1`: the sign, the name and what is added.
    Assignment {
        at: Span,
        name: Span,
        value: Span,
    },
    /// `1...5`: the dots, and the texts on both sides.
    ThreeDots {
        at: Span,
        ends: [Span; 2],
    },
    /// `game.grid.Domineering(4, 4)`: the whole name, its last word and the text in parentheses after it.
    Package {
        at: Span,
        name: Span,
        arguments: Option<Span>,
    },
    /// A range as the only member of a list.
    RangeInList {
        at: Span,
        range: Span,
    },
    /// `=<`, `=>`, `>>`, `===` and the like: a comparison whose signs have a wrong order or number, and its operands.
    MisspeltComparison {
        at: Span,
        meant: &'static str,
        operands: [Span; 2],
    },
    /// `=` between two texts, of which the left one may be meant to be defined.
    Equals {
        at: Span,
        left: Span,
        right: Span,
        defines: bool,
    },
    /// `in` after a bar, as sets are written in mathematics.
    SetBuilder {
        at: Span,
        member: Span,
    },
    /// Two comparisons in a row, and their operands.
    ChainedComparison {
        first: Span,
        at: Span,
        operands: [Span; 3],
    },
    /// A second `&` after one.
    ThirdSide {
        first: Span,
        at: Span,
    },
    ComparisonInLiteral {
        at: Span,
        literal: Span,
    },
    /// A number with a field, and the parentheses after it.
    NumberDot {
        number: Span,
        name: Span,
        arguments: Option<Span>,
    },
    DotWithoutName(Span),
    CommaOutside(Span),
    /// A comma where one value is wanted.
    MisplacedComma {
        at: Span,
        open: Span,
    },
    /// The first comma between several values in square brackets behind a name, where a call may be meant.
    SquareCall {
        at: Span,
        callee: Span,
        inside: Span,
    },
    /// `->` after something that is no name.
    MisplacedArrow(Span),
    /// A second arrow in an entry of a graph.
    SecondArrow(Span),
    /// `<->` in a graph.
    BothWays(Span),
    /// A second `..`.
    ThirdEnd(Span),
    MisplacedFor(Span),
    MisplacedIf {
        at: Span,
        /// The value before it, the condition, and the value behind `else`.
        parts: Option<[Span; 3]>,
    },
    /// `xs[:2]`, `xs[1:]`: the list, if it has a name, and the first and the last of the members.
    OpenSlice {
        at: Span,
        list: Span,
        sides: [Option<Span>; 2],
    },
    MisplacedDefinition {
        at: Span,
        inside: DefinitionIn,
    },
    /// A parameter that is no name. If it is the only one, `case` has the name of the function and the body.
    Parameter {
        at: Span,
        case: Option<[Span; 2]>,
    },
    /// Something else than a name after `for`; whether it is a word of the language.
    ForPattern {
        at: Span,
        is_word: bool,
    },
    /// A name beside another value, where this word was meant.
    WordSlip {
        at: Span,
        meant: &'static str,
    },
    /// A `for` without `in`: the word that stands instead, whether a sign of definition does, and the ends of the range.
    MissingIn {
        at: Span,
        word: Option<Span>,
        assigned: bool,
        ends: Option<[Span; 2]>,
    },
    /// `{a: b for ..}`, a set of ordinal sums.
    OrdinalSums {
        sides: [Span; 2],
    },
    /// `#=>` that belongs to no statement.
    ExpectedAlone(Span),
    /// The place where the grammar could not go on.
    Misfit(Span),
}

impl SyntaxError {
    /// Returns `true` if the text can be run nevertheless.
    pub(super) fn is_warning(&self) -> bool {
        matches!(self, SyntaxError::ExpectedAlone(_) | SyntaxError::OrdinalSums { .. })
    }
}

/// The thing that a bar outside of a literal was to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MeantByBar {
    /// The `for` of a comprehension.
    For,
    /// A literal that consists of this line.
    Literal(Span),
    /// A call of this name with this literal.
    Call(Span, Span),
    Unknown,
}

impl SyntaxError {
    /// Returns the place of the error and the phrase at it, if the advice depends on which names are defined.
    pub(super) fn phrase(&self) -> Option<(Span, Phrase)> {
        match self {
            SyntaxError::MissingOperator { left, at, joint: Joint::Infix(right), still_open: None } => {
                Some((*at, Phrase::Infix(*left, *at, *right)))
            }
            SyntaxError::SquareCall { at, callee, inside } => Some((*at, Phrase::Square(*callee, *inside))),
            SyntaxError::MissingOperator { left, at, joint: Joint::Call(values), still_open: None } => {
                Some((*at, Phrase::Sentence(std::iter::once(left).chain(values).copied().collect())))
            }
            SyntaxError::Package { at, name, arguments } => Some((*at, Phrase::Package(*name, *arguments))),
            _ => None,
        }
    }
}

/// The relation of two values without an operator, as far as the advice depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// `f"{x}"`.
    Formatted,
    /// A value with plus star, and one more: `2*` after this.
    PlusStar(Span),
    /// A star, a blank and a number.
    Nimber,
    /// Ups with a name glued to them.
    Ups,
    /// A number and a fraction.
    MixedNumber,
    /// A number with a value glued to it, or followed by a name.
    Product,
    /// Two games in the notation of literals.
    Games,
    /// `x from 1 to 10` among members: the ends of the range.
    Range([Span; 2]),
    /// A name between two values, in the place of an operator: the second value.
    Infix(Span),
    /// `f x y := ..` or `game f x y := ..`: the parameters.
    Parameters(Vec<Span>),
    /// `4x4` or `4 x 4`, and the second size.
    Sizes(Span),
    /// A name outside of brackets, and the values that follow it on its line.
    Call(Vec<Span>),
    /// Values outside of brackets.
    Statement,
    /// Values where one is wanted.
    Single,
    /// Values in a graph.
    Graph,
    /// Labels in a Hackenbush picture.
    Picture,
    /// Values among members.
    Members,
    /// Values side by side among the arguments of a call: all but the first.
    Arguments(Vec<Span>),
}

/// The surroundings of a `:=` that is no definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefinitionIn {
    /// A statement that starts with `game`.
    Game,
    Call,
    /// The value of a name behind `where`.
    LocalName(Span),
    /// `xs[0] := 5`: the list, the index, and the new member.
    Member([Span; 3]),
    /// `(a := n + 1; a)`: the name, its value, and the rest of the group.
    Group([Span; 3]),
    /// `f(n) := a := n + 1; a`: the head, the name that the body defines, its value, and the rest of the line.
    Body([Span; 4]),
    Elsewhere,
}
