//! The values of expressions.

pub mod board;
mod closure;
pub mod code;
pub mod dict;
pub mod given;
pub(crate) mod graph;
mod integers;
pub(crate) mod list;
mod numbers;
pub mod order;
pub(crate) mod picture;
pub mod report;
pub mod table;
mod term;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;

pub use board::Board;
pub use closure::FunctionText;
pub use code::Code;
pub use dict::Dict;
pub use integers::Integers;
pub use list::List;
pub use report::Report;
pub use table::Table;
pub(crate) use term::term;

use cg_engine::games::{GameId, Outcome};
use cg_engine::loopy::Sided;
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::{Convention, PositionId, RulesetId};
use cg_engine::rulesets::compound::Kind;
use cg_engine::rulesets::graph::GraphRules;
use cg_engine::surreals::Surreal;

/// A value of the language. Sixteen bytes; everything large is shared.
///
/// Invariants: an integer that fits is `Integer`, never `Number` or `Game`; a number is never `Game`; a finite
/// ordinal is `Integer`; a finite nimber is a `Game`; a finite γ-value is a `Game` too.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// The result of a statement without one.
    #[default]
    Nothing,
    /// `true` or `false`.
    Boolean(bool),
    /// A machine integer.
    Integer(i64),
    /// Any other rational number.
    Number(Rc<RBig>),
    /// A short game that is no number.
    Game(GameId),
    /// An infinite ordinal.
    Ordinal(Rc<Ordinal>),
    /// Any other surreal number.
    Surreal(Rc<Surreal>),
    /// A nimber of infinite size.
    Nimber(Rc<Ordinal>),
    /// A loopy nim-value.
    Gamma(Rc<GammaValue>),
    /// A loopy value; never a short game.
    Loopy(Sided),
    /// An outcome class, or a player: `L`, `R`.
    Outcome(Outcome),
    /// `normal` or `misere`.
    Convention(Convention),
    /// A kind of compound.
    Compound(Kind),
    /// A text.
    Text(Rc<String>),
    /// A list or a range.
    List(Rc<List>),
    /// A set: sorted, without repetitions.
    Set(Rc<List>),
    /// A function, built in or not.
    Function(Rc<Function>),
    /// A ruleset, which makes positions.
    Ruleset(Rc<Ruleset>),
    /// A place to move from.
    Position(PositionId),
    /// Named results.
    Report(Rc<Report>),
    /// Rows and columns.
    Table(Rc<Table>),
    /// A letter in each cell of a rectangle.
    Board(Rc<Board>),
    /// Keys with their values.
    Dict(Rc<Dict>),
}

/// Something that can be called.
#[derive(Debug)]
pub enum Function {
    /// `x -> e` with its captured values.
    Closure {
        /// Its code.
        code: Rc<Code>,
        /// Values of the names around it, in the order of the code's captures.
        captured: Vec<Value>,
    },
    /// A name behind `where` that is evaluated when it is first needed. It never leaves the code that sees the name.
    Local(Rc<str>, RefCell<LocalName>),
    /// A definition of the session, by slot: the latest one of that name.
    Defined(u32, Rc<str>),
    /// A row of the table of built-ins.
    Builtin(u32, &'static str),
}

/// The state of a name behind `where`.
#[derive(Debug)]
pub enum LocalName {
    /// The closure that computes its value, as long as it has not been needed.
    Open(Rc<Function>),
    /// Its value.
    Known(Value),
}

/// A ruleset: a definition or a built-in whose heaps are not given yet.
#[derive(Debug)]
pub enum Ruleset {
    /// A `game` of the session, by slot, with its first arguments.
    Defined(u32, Rc<str>, Vec<Value>),
    /// A built-in ruleset, by row, with its parameters.
    Builtin(u32, &'static str, Vec<Value>),
    /// A built-in ruleset with options that are given by name, such as `clobber(steps = king)`, by row, as it is written,
    /// and with all arguments: `Nothing` for those that its positions add.
    Optioned(u32, Rc<str>, Vec<Value>),
    /// A graph: its vertices are the positions.
    Graph(Rc<Graph>),
}

/// A graph as a value: where its vertices are found.
pub struct Graph {
    /// The registered ruleset.
    pub ruleset: RulesetId,
    /// Its rules: labels, moves, all that is known of them; they learn the name that the graph is bound to.
    pub rules: Arc<GraphRules>,
    /// `true` if it was given by rule, so that no vertex is the first one.
    pub by_rule: bool,
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Graph({} vertices)", self.rules.len())
    }
}

/// Declares the kinds of values as programs read them: the variants, then the kind.
macro_rules! kinds {
    ($($($variant:ident)|+ => $kind:literal,)+) => {
        impl Value {
            /// Every kind except those of reports.
            pub const KINDS: &[&str] = &[$($kind,)+];

            /// Returns the kind as `cg batch` names it.
            pub fn kind(&self) -> &'static str {
                match self {
                    $($(Value::$variant { .. })|+ => $kind,)+
                    Value::Report(report) => report.kind(),
                }
            }
        }
    };
}

kinds! {
    Nothing => "nothing",
    Boolean => "boolean",
    Integer | Number => "number",
    Game => "game",
    Nimber => "nimber",
    Ordinal => "ordinal",
    Surreal => "surreal",
    Gamma => "gamma",
    Loopy => "loopy",
    Outcome | Convention | Compound => "outcome",
    Text => "text",
    List => "list",
    Set => "set",
    Function => "function",
    Ruleset => "ruleset",
    Position => "position",
    Table => "table",
    Dict => "dictionary",
    Board => "board",
}

impl Value {
    /// Returns a rational number in its one form.
    pub fn number(x: RBig) -> Value {
        match i64::try_from(x.numerator()) {
            Ok(n) if x.is_int() => Value::Integer(n),
            _ => Value::Number(Rc::new(x)),
        }
    }

    /// Returns an integer of any size in its one form.
    pub fn integer(n: IBig) -> Value {
        match i64::try_from(&n) {
            Ok(n) => Value::Integer(n),
            Err(_) => Value::Number(Rc::new(RBig::from(n))),
        }
    }

    /// Returns an ordinal in its one form.
    pub fn ordinal(x: Ordinal) -> Value {
        match x.as_finite() {
            Some(n) => Value::integer(IBig::from(n.clone())),
            None => Value::Ordinal(Rc::new(x)),
        }
    }

    /// Returns a surreal number in its one form.
    pub fn surreal(x: Surreal) -> Value {
        match (x.as_rational(), x.as_ordinal()) {
            (Some(x), _) => Value::number(x.clone()),
            (None, Some(x)) => Value::ordinal(x),
            (None, None) => Value::Surreal(Rc::new(x)),
        }
    }

    /// Returns a text.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(Rc::new(text.into()))
    }

    /// Returns a list of these members.
    pub fn list(values: Vec<Value>) -> Value {
        Value::List(Rc::new(List::new(values)))
    }

    /// Returns the set of these members: sorted, repetitions dropped.
    pub fn set(mut values: Vec<Value>) -> Value {
        values.sort_unstable();
        values.dedup();
        Value::Set(Rc::new(List::new(values)))
    }

    /// Returns the kind as a sentence names it, with its article.
    pub fn a_kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Boolean(_) => "a boolean",
            Value::Integer(_) | Value::Number(_) => "a number",
            Value::Game(_) => "a game",
            Value::Nimber(size) if size.is_finite() => "a nimber",
            Value::Nimber(_) => "a transfinite nimber",
            Value::Ordinal(_) => "an infinite ordinal",
            Value::Surreal(_) => "a surreal number",
            Value::Gamma(_) => "a loopy nim-value",
            Value::Loopy(_) => "a loopy game",
            Value::Outcome(_) => "an outcome class",
            Value::Convention(_) => "a play convention",
            Value::Compound(_) => "a kind of compound",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Set(_) => "a set",
            Value::Function(_) => "a function",
            Value::Ruleset(_) => "a ruleset",
            Value::Position(_) => "a position",
            Value::Report(_) => "a report",
            Value::Table(_) => "a table",
            Value::Board(_) => "a board",
            Value::Dict(_) => "a dictionary",
        }
    }

    /// Returns the depth to which lists are nested in it, the number of values in it, itself included, and `true` if it contains
    /// no ids of games and positions, so that it outlives them.
    pub(crate) fn extent(&self) -> (u32, u64, bool) {
        match self {
            Value::Table(table) => Value::List(table.lines().clone()).extent(),
            Value::List(list) | Value::Set(list) => (list.depth(), 1 + list.weight(), list.is_plain()),
            Value::Dict(dict) => (dict.depth(), 1 + dict.weight(), dict.is_plain()),
            Value::Game(_) | Value::Position(_) | Value::Loopy(_) => (0, 1, false),
            Value::Function(_) | Value::Ruleset(_) | Value::Report(_) => (0, 1, false),
            _ => (0, 1, true),
        }
    }

    fn is_nested(&self) -> bool {
        matches!(self, Value::List(_) | Value::Set(_) | Value::Dict(_) | Value::Table(_))
    }

    fn rank(&self) -> u8 {
        match self {
            Value::Nothing => 0,
            Value::Boolean(_) => 1,
            Value::Integer(_) | Value::Number(_) => 2,
            // Those compare by size.
            Value::Ordinal(_) | Value::Surreal(_) => 3,
            Value::Game(_) => 4,
            Value::Nimber(_) => 5,
            Value::Gamma(_) => 6,
            Value::Outcome(_) => 7,
            Value::Convention(_) => 8,
            Value::Compound(_) => 9,
            Value::Text(_) => 10,
            Value::List(_) => 11,
            Value::Set(_) => 12,
            Value::Position(_) => 13,
            Value::Function(_) => 14,
            Value::Ruleset(_) => 15,
            Value::Report(_) => 16,
            Value::Table(_) => 17,
            Value::Board(_) => 18,
            Value::Loopy(_) => 19,
            Value::Dict(_) => 20,
        }
    }
}

/// A total order for keeping sets sorted: numbers by size, the rest by kind and content. It is not the partial
/// order of games.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
            (Value::Number(a), Value::Number(b)) => a.cmp(b),
            (Value::Integer(a), Value::Number(b)) => RBig::from(*a).cmp(b),
            (Value::Number(a), Value::Integer(b)) => (**a).cmp(&RBig::from(*b)),
            (Value::Boolean(a), Value::Boolean(b)) => a.cmp(b),
            (Value::Game(a), Value::Game(b)) => a.cmp(b),
            (Value::Ordinal(a), Value::Ordinal(b)) | (Value::Nimber(a), Value::Nimber(b)) => a.cmp(b),
            (Value::Surreal(a), Value::Surreal(b)) => a.cmp(b),
            (Value::Surreal(a), b @ (Value::Integer(_) | Value::Number(_) | Value::Ordinal(_))) => {
                b.as_surreal().map_or(Ordering::Equal, |b| (**a).cmp(&b))
            }
            (Value::Integer(_) | Value::Number(_) | Value::Ordinal(_), Value::Surreal(_)) => other.cmp(self).reverse(),
            (Value::Gamma(a), Value::Gamma(b)) => gamma_key(a).cmp(&gamma_key(b)),
            (Value::Loopy(a), Value::Loopy(b)) => a.cmp(b),
            (Value::Outcome(a), Value::Outcome(b)) => (*a as u8).cmp(&(*b as u8)),
            (Value::Convention(a), Value::Convention(b)) => (*a as u8).cmp(&(*b as u8)),
            (Value::Compound(a), Value::Compound(b)) => a.cmp(b),
            (Value::Text(a), Value::Text(b)) => a.cmp(b),
            (Value::List(a), Value::List(b)) | (Value::Set(a), Value::Set(b)) if Rc::ptr_eq(a, b) => Ordering::Equal,
            (Value::List(a), Value::List(b)) | (Value::Set(a), Value::Set(b)) => a.order(b),
            (Value::Position(a), Value::Position(b)) => a.cmp(b),
            (Value::Function(a), Value::Function(b)) => a.cmp(b),
            (Value::Ruleset(a), Value::Ruleset(b)) => a.key().cmp(&b.key()),
            (Value::Report(a), Value::Report(b)) => a.cmp(b),
            (Value::Board(a), Value::Board(b)) => a.cmp(b),
            (Value::Dict(a), Value::Dict(b)) if Rc::ptr_eq(a, b) => Ordering::Equal,
            (Value::Dict(a), Value::Dict(b)) => a.order(b),
            (Value::Table(a), Value::Table(b)) => a.lines().order(b.lines()),
            // Two values of different kinds; every kind is named, so that a new one cannot be forgotten above.
            (
                Value::Nothing
                | Value::Boolean(_)
                | Value::Integer(_)
                | Value::Number(_)
                | Value::Game(_)
                | Value::Ordinal(_)
                | Value::Surreal(_)
                | Value::Nimber(_)
                | Value::Gamma(_)
                | Value::Loopy(_)
                | Value::Outcome(_)
                | Value::Convention(_)
                | Value::Compound(_)
                | Value::Text(_)
                | Value::List(_)
                | Value::Set(_)
                | Value::Position(_)
                | Value::Function(_)
                | Value::Ruleset(_)
                | Value::Report(_)
                | Value::Table(_)
                | Value::Board(_)
                | Value::Dict(_),
                _,
            ) => self.rank().cmp(&other.rank()),
        }
    }
}

fn gamma_key(gamma: &GammaValue) -> (bool, Vec<&Ordinal>) {
    match gamma {
        GammaValue::Finite(n) => (false, vec![n]),
        GammaValue::Infinite(reach) => (true, reach.iter().collect()),
    }
}

impl Ruleset {
    fn key(&self) -> (u8, u32, &[Value]) {
        match self {
            Ruleset::Builtin(row, _, arguments) => (0, *row, arguments),
            Ruleset::Defined(slot, _, arguments) => (1, *slot, arguments),
            Ruleset::Optioned(row, _, arguments) => (3, *row, arguments),
            Ruleset::Graph(graph) => (2, graph.ruleset.index(), &[]),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::List(a), Value::List(b)) | (Value::Set(a), Value::Set(b)) => Rc::ptr_eq(a, b) || a.same(b),
            (Value::Table(a), Value::Table(b)) => Rc::ptr_eq(a, b) || a.lines().same(b.lines()),
            (Value::Board(a), Value::Board(b)) => Rc::ptr_eq(a, b) || a == b,
            (Value::Dict(a), Value::Dict(b)) => Rc::ptr_eq(a, b) || a == b,
            _ => self.cmp(other).is_eq(),
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(self.rank());
        match self {
            Value::Nothing => {}
            Value::Boolean(b) => b.hash(state),
            Value::Integer(n) => n.hash(state),
            Value::Number(x) => x.hash(state),
            Value::Game(g) => g.hash(state),
            Value::Ordinal(x) | Value::Nimber(x) => x.hash(state),
            Value::Surreal(x) => x.hash(state),
            Value::Gamma(g) => g.hash(state),
            Value::Loopy(value) => value.hash(state),
            Value::Outcome(o) => state.write_u8(*o as u8),
            Value::Convention(c) => state.write_u8(*c as u8),
            Value::Compound(c) => c.hash(state),
            Value::Text(t) => t.hash(state),
            Value::List(l) | Value::Set(l) => l.hash_members(state),
            Value::Position(p) => p.hash(state),
            Value::Function(f) => f.hash(state),
            Value::Ruleset(r) => r.key().hash(state),
            Value::Report(r) => r.text().hash(state),
            Value::Table(t) => t.lines().hash_members(state),
            Value::Board(board) => board.hash(state),
            Value::Dict(dict) => dict.hash(state),
        }
    }
}
