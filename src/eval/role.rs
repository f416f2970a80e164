//! The roles of built-ins: the facts about a row that other parts of the program need, whatever it is called.

use cg_engine::ordinals::Length;
use cg_engine::positions::Topic;
pub use cg_engine::rulesets::shapes::BoardSymmetry;
use cg_engine::rulesets::variants::Variant;

/// The part that a built-in plays elsewhere in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Counts the members of a list.
    Length,
    /// Plays several positions as one.
    Sum,
    /// Adds the members of a list.
    SumOfList,
    /// Asks whether every member is true.
    All,
    /// Asks whether some member is true.
    Any,
    /// Lists what a function gives for each member.
    Map,
    /// Lists the members that a function keeps.
    Filter,
    /// Combines a value with each member by a function.
    Fold,
    /// Puts something else in a place of a list or a board.
    ReplaceAt,
    /// Counts the rows of a board.
    Rows,
    /// Counts the columns of a board.
    Columns,
    /// Lists the places of a board.
    Cells,
    /// Lists the places beside a place.
    Neighbours,
    /// Lists the places in a direction.
    Ray,
    /// Lists the connected regions of a board.
    Parts,
    /// Is the list of a chessman's steps.
    Chessman,
    /// Gives the remainder of a division.
    Modulo,
    /// Gives the quotient of a division, rounded down.
    Quotient,
    /// Adds heaps of Nim.
    NimSum,
    /// Gives the least number that is no member.
    Mex,
    /// Gives the least of some numbers.
    Least,
    /// Gives the greatest of some numbers.
    Greatest,
    /// Gives the last member of a list.
    Last,
    /// Asks whether something is a member.
    Contains,
    /// Makes a dictionary of pairs.
    Dictionary,
    /// Gives the value of a key.
    Get,
    /// Puts an entry into a dictionary.
    Put,
    /// Lists the keys of a dictionary.
    Keys,
    /// Lists the entries of a dictionary.
    Entries,
    /// Counts how often each member occurs.
    Tally,
    /// Gives the members of some sets.
    Union,
    /// Gives the members of all of some sets.
    Intersection,
    /// Gives the members of one set that are in no other.
    Difference,
    /// Gives the variant of a position or a ruleset.
    Variant(Variant),
    /// Adds the P-positions of a ruleset to its moves.
    Adjoin,
    /// Is Welter's game, whose name also stands for a kind of compound.
    Welter,
    /// Is a family of coin turning games.
    CoinFamily,
    /// Makes positions of a text that is a board, whose values have these symmetries.
    Board(BoardSymmetry),
    /// Makes positions of a graph with edges, of equal value if the graphs are isomorphic.
    OnGraphs,
    /// Makes positions of pictures in Hackenbush, of a stalk or a list of edges.
    OnPictures,
    /// Makes points, and its name stands for the convention.
    Points,
    /// Makes a tie, or a move that says where or by whom the next one is made.
    Binding,
    /// Tells who wins, for each starter.
    Outcome,
    /// Gives the nim-value of a position.
    NimValue,
    /// Writes a value for a paper.
    Typeset,
    /// Tells in words who wins.
    WhoWins,
    /// Asks whether a strategy is good.
    IsGood,
    /// Gives a play in which a strategy gets less than can be forced.
    Refutation,
    /// Lists the positions that the previous player wins.
    PPositions,
    /// Gives the finite γ-values of the moves.
    Reach,
    /// Answers another question for which there are reasons.
    Question(Reasons),
}

impl Role {
    /// Returns the source of the reasons for the answer, or `None` if it answers no question.
    pub fn reasons(self) -> Option<Reasons> {
        match self {
            Role::Question(reasons) => Some(reasons),
            Role::Outcome => Some(Reasons::Winner),
            Role::Points => Some(Reasons::Points),
            Role::NimValue => Some(Reasons::Value),
            Role::WhoWins => Some(Reasons::Winner),
            _ => None,
        }
    }
}

/// The source of the reasons for the answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reasons {
    /// The options, or the parts of a sum.
    Value,
    /// Theorems, values or a search that tell who wins.
    Winner,
    /// Like [`Reasons::Winner`], with the moves that win.
    Moves,
    /// The lengths of play after the moves.
    Length(Topic<Length>),
    /// The scores after the moves.
    Points,
    /// Smith's counter.
    Counter,
    /// The thermographs of the options.
    Thermograph,
    /// The stops of the options.
    Stops,
    /// The atomic weights of the options.
    AtomicWeight,
    /// The proof of a period.
    Period,
}
