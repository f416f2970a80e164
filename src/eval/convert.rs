//! Conversions between values of the language and the engine's types, which make the rows of the table typed.

use std::rc::Rc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::errors::CallError;
use super::loopy::{as_sided, as_sides, loopy_refused, loopy_value};
use super::machine::role_of;
use super::worth::{as_game, as_position, game_value, gamma_value, reserve_list, run_through, text_of};
use super::{Arity, EvalError, ReadAs, Role, Session, Sort, ValueKind};
use crate::value::{Board, Dict, Function, Integers, List, Report, Ruleset, Table, Value};
use cg_engine::games::{Fault, GameId, Outcome, Player};
use cg_engine::loopy::{Sided, Sides, Stopper};
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::{Convention, Known, PositionId};
use cg_engine::rulesets::compound::Kind;
use cg_engine::surreals::Surreal;

/// The arguments of a call, taken one by one.
pub struct Arguments {
    values: Values,
    taken: usize,
}

/// Most calls have few arguments: these need no vector.
enum Values {
    Few(std::array::IntoIter<Value, FEW_VALUES>),
    Many(std::vec::IntoIter<Value>),
}

const FEW_VALUES: usize = 3;

impl Arguments {
    /// Returns these arguments; `Nothing` stands for one that was left out.
    pub fn new(values: Vec<Value>) -> Arguments {
        Arguments { values: Values::Many(values.into_iter()), taken: 0 }
    }

    /// Returns the topmost `count` values of a stack, in its order.
    pub(super) fn topmost(stack: &mut Vec<Value>, count: usize) -> Arguments {
        let from = stack.len() - count;
        if count > FEW_VALUES {
            return Arguments::new(stack.split_off(from));
        }
        let mut values: [Value; FEW_VALUES] = Default::default();
        for (place, value) in values.iter_mut().zip(&mut stack[from..]) {
            std::mem::swap(place, value);
        }
        stack.truncate(from);
        let mut values = values.into_iter();
        (count..FEW_VALUES).for_each(|_| drop(values.next_back()));
        Arguments { values: Values::Few(values), taken: 0 }
    }

    /// Returns the next one.
    pub fn next_value(&mut self) -> Option<Value> {
        self.taken += 1;
        match &mut self.values {
            Values::Few(values) => values.next(),
            Values::Many(values) => values.next(),
        }
    }

    /// Returns the error that the argument taken last is not `wanted`.
    pub fn wrong(&self, wanted: ValueKind, got: &Value, cx: &mut Session) -> EvalError {
        EvalError::Kind { argument: self.taken.saturating_sub(1), wanted, got: cx.describe(got), given: got.clone() }
    }
}

/// Something a parameter can take.
#[diagnostic::on_unimplemented(
    message = "no parameter of a built-in takes `{Self}`",
    note = "see `src/eval/convert.rs`: `Count` is a number of things, `IBig` any integer, `RBig` a number",
    note = "`GameId` is a game, `Place` a position, `Subject` either, `Value` anything"
)]
pub trait FromValue: Sized {
    /// The name of the kind, with its article.
    const KIND: ValueKind;
    /// The number of arguments it takes.
    const ARITY: Arity = Arity::One;
    /// The way in which the expression given for it is read.
    const READ_AS: ReadAs = ReadAs::Value;
    /// Words that stand for themselves there, without quotes; they arrive as texts.
    const WORDS: &'static [&'static str] = &[];

    /// Converts one value. `None` if it is of another kind.
    ///
    /// # Errors
    /// When it is of the right kind but could not be made, such as a position without a value.
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError>;

    /// Takes it from the arguments that are left.
    ///
    /// # Errors
    /// The errors of `from_value`, and an argument of the wrong kind.
    fn take(cx: &mut Session, arguments: &mut Arguments) -> Result<Self, EvalError> {
        let value = arguments.next_value().unwrap_or(Value::Nothing);
        match Self::from_value(&value, cx)? {
            Some(x) => Ok(x),
            None => Err(arguments.wrong(Self::KIND, &value, cx)),
        }
    }
}

/// Something a built-in can give back.
#[diagnostic::on_unimplemented(
    message = "no built-in gives `{Self}`",
    note = "see `src/eval/convert.rs`: `Count` is a number of things, `IBig` any integer, `RBig` a number",
    note = "`GameId` is a game, `Place` a position, `Vec` a list, `Value` anything"
)]
pub trait IntoValue {
    /// The name of the kind, with its article.
    const KIND: ValueKind;

    /// Converts this to a value.
    ///
    /// # Errors
    /// A limit of the arena.
    fn into_value(self, cx: &mut Session) -> Result<Value, EvalError>;
}

/// A position or a value: whatever can be asked about play.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A place to move from.
    Position(PositionId),
    /// A value, with its canonical form as a position where there is one.
    Value(Value),
}

/// A thing that can be compared: a game by its value, a position by play if that is faster.
#[derive(Clone, Debug)]
pub enum Comparand {
    /// A value.
    Value(Sided),
    /// A number that is no short game.
    Number(Surreal),
    /// A position, whose value may be out of reach.
    Position(PositionId),
}

/// A position; a value stands for its canonical form.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub PositionId);

/// The terms of a question about play, behind the position: the convention or, in normal play, the starter.
#[derive(Clone, Copy, Debug)]
pub enum Terms {
    /// The convention.
    Convention(Convention),
    /// The players play for points.
    Points,
    /// The player who moves first.
    Starter(Player),
}

/// A game, or a number or nimber that is none: 1/3, `omega`, `*omega`.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// A short game.
    Game(GameId),
    /// A loopy value.
    Loopy(Sided),
    /// A number that was not born on a finite day: 1/3, `omega`, `1/omega`.
    Number(Surreal),
    /// A nimber that is no game of the arena: transfinite, or of 2^62 or more.
    Nimber(Ordinal),
}

/// The summands of a game that is written or kept as a sum, or the game alone if it is no sum.
#[derive(Clone, Debug)]
pub struct Summands(pub Vec<PositionId>);

/// A number of things: an integer from 0.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub u64);

/// All arguments that are left.
#[derive(Clone, Debug)]
pub struct Rest<T>(pub Vec<T>);

impl FromValue for Summands {
    const KIND: ValueKind = <GameId as FromValue>::KIND;
    const READ_AS: ReadAs = ReadAs::Parts;

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        if let Value::Loopy(value) = value {
            return Err(loopy_refused(cx, *value));
        }
        Ok(as_position(cx, value)?.map(|p| Summands(cx.positions.parts(p))))
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const KIND: ValueKind = T::KIND;
    const ARITY: Arity = Arity::Optional;
    const WORDS: &'static [&'static str] = T::WORDS;

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        match value {
            Value::Nothing => Ok(Some(None)),
            value => Ok(T::from_value(value, cx)?.map(Some)),
        }
    }
}

impl<T: FromValue> FromValue for Rest<T> {
    const KIND: ValueKind = T::KIND;
    const ARITY: Arity = Arity::Rest;

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(T::from_value(value, cx)?.map(|x| Rest(vec![x])))
    }

    fn take(cx: &mut Session, arguments: &mut Arguments) -> Result<Self, EvalError> {
        let mut all = Vec::new();
        while let Some(value) = arguments.next_value() {
            match T::from_value(&value, cx)? {
                Some(x) => all.push(x),
                None if is_list_of::<T>(&value, cx)? => {
                    return Err(CallError::ListForMembers {
                        wanted: T::KIND,
                        got: cx.describe(&value),
                        argument: arguments.taken - 1,
                    }
                    .into());
                }
                None => return Err(arguments.wrong(T::KIND, &value, cx)),
            }
        }
        Ok(Rest(all))
    }
}

/// Returns `true` if a value is a list or a set that begins with something of this kind.
fn is_list_of<T: FromValue>(value: &Value, cx: &mut Session) -> Result<bool, EvalError> {
    let (Value::List(list) | Value::Set(list)) = value else { return Ok(false) };
    match list.get(0) {
        Some(first) => Ok(T::from_value(&first, cx)?.is_some()),
        None => Ok(false),
    }
}

/// Rows of `kind => type, from a value, into a value`.
macro_rules! plain {
    ($($kind:literal $($sort:ident)*, $type:ty, $pattern:pat => $from:expr, $into:expr;)*) => { $(
        impl FromValue for $type {
            const KIND: ValueKind = ValueKind::new($kind, &[$(Sort::$sort),*]);
            fn from_value(value: &Value, _: &mut Session) -> Result<Option<Self>, EvalError> {
                #[allow(unreachable_patterns)]
                Ok(match value { $pattern => $from, _ => None })
            }
        }
        impl IntoValue for $type {
            const KIND: ValueKind = ValueKind::new($kind, &[$(Sort::$sort),*]);
            fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
                #[allow(clippy::redundant_closure_call)]
                Ok($into(self))
            }
        }
    )* };
}

plain! {
    "a boolean", bool, Value::Boolean(b) => Some(*b), Value::Boolean;
    "an integer" Integer, IBig, value => value.as_integer(), Value::integer;
    "a number" Number, RBig, value => value.as_number(), Value::number;
    "a text" Text, Rc<String>, Value::Text(t) => Some(t.clone()), Value::Text;
    "an outcome class" Outcome, Outcome, Value::Outcome(o) => Some(*o), Value::Outcome;
    "`normal` or `misere`" Convention Shown, Convention, Value::Convention(c) => Some(*c), Value::Convention;
    "a kind of compound" Compound, Kind, Value::Compound(c) => Some(*c), Value::Compound;
    "a ruleset" Ruleset, Rc<Ruleset>, Value::Ruleset(r) => Some(r.clone()), Value::Ruleset;
    "a function", Rc<Function>, Value::Function(f) => Some(f.clone()), Value::Function;
    "a report", Rc<Report>, Value::Report(r) => Some(r.clone()), Value::Report;
    "a board", Rc<Board>, Value::Board(b) => Some(b.clone()), Value::Board;
    "a dictionary", Rc<Dict>, Value::Dict(d) => Some(d.clone()), Value::Dict;
    "a table", Rc<Table>, Value::Table(t) => Some(t.clone()), Value::Table;
    "an integer from 0 or an ordinal" Integer Natural, Ordinal, value => value.as_ordinal(), Value::ordinal;
    "a number" Number, Surreal, value => value.as_surreal(), Value::surreal;
}

/// A number as it stands: small integers need no arithmetic of long ones.
#[derive(Clone, Debug)]
pub struct Number(pub Value);

impl Number {
    /// Returns the number as a fraction.
    pub fn rational(&self) -> RBig {
        self.0.as_number().unwrap_or_default()
    }
}

impl FromValue for Number {
    const KIND: ValueKind = <RBig as FromValue>::KIND;
    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(matches!(value, Value::Integer(_) | Value::Number(_)).then(|| Number(value.clone())))
    }
}

impl IntoValue for Number {
    const KIND: ValueKind = <RBig as IntoValue>::KIND;
    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        Ok(self.0)
    }
}

impl FromValue for Value {
    const KIND: ValueKind = ValueKind::new("anything", &[]);
    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(Some(value.clone()))
    }
}

impl IntoValue for Value {
    const KIND: ValueKind = ValueKind::new("a value", &[]);
    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        Ok(self)
    }
}

impl IntoValue for () {
    const KIND: ValueKind = ValueKind::new("nothing", &[]);
    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        Ok(Value::Nothing)
    }
}

impl IntoValue for String {
    const KIND: ValueKind = ValueKind::new("a text", &[Sort::Text]);
    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        text_of(self.len())?;
        Ok(Value::text(self))
    }
}

impl<T: IntoValue> IntoValue for Vec<T> {
    const KIND: ValueKind = ValueKind::new("a list", &[Sort::List]);
    fn into_value(self, cx: &mut Session) -> Result<Value, EvalError> {
        reserve_list(&mut cx.games.budget, self.len() as u64)?;
        let mut members = Vec::with_capacity(self.len());
        for x in self {
            cx.games.budget.tick()?;
            members.push(x.into_value(cx)?);
        }
        Ok(Value::list(members))
    }
}

impl FromValue for i64 {
    const KIND: ValueKind = ValueKind::new("an integer", &[Sort::Integer]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        match value {
            Value::Integer(n) => Ok(Some(*n)),
            Value::Number(x) if x.is_int() => Err(too_large(value, cx)),
            _ => Ok(None),
        }
    }
}

/// Returns the error about an integer with more than 64 bits.
fn too_large(value: &Value, cx: &mut Session) -> EvalError {
    let limit = i64::MAX.to_string();
    Fault::TooLarge { what: "argument", size: cx.short(value), limit }.into()
}

impl IntoValue for i64 {
    const KIND: ValueKind = <i64 as FromValue>::KIND;
    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        Ok(Value::Integer(self))
    }
}

impl FromValue for Count {
    const KIND: ValueKind = ValueKind::new("an integer from 0", &[Sort::Integer, Sort::Natural]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        match value {
            Value::Integer(n) => Ok(u64::try_from(*n).ok().map(Count)),
            Value::Number(x) if x.is_int() && **x > RBig::ZERO => Err(too_large(value, cx)),
            _ => Ok(None),
        }
    }
}

impl IntoValue for Count {
    const KIND: ValueKind = ValueKind::new("an integer from 0", &[Sort::Integer, Sort::Natural]);
    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        Ok(Value::integer(self.0.into()))
    }
}

/// The members of a list or a set, not copied, the letters of a text or the entries of a dictionary.
#[derive(Clone, Debug)]
pub struct Members(pub Rc<List>);

impl FromValue for Members {
    const KIND: ValueKind = ValueKind::new("a list or a set", &[Sort::List]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(run_through(cx, value)?.map(Members))
    }
}

/// [`Members`] that are meant to be pairs of a key and its value.
#[derive(Clone, Debug)]
pub struct Pairs(pub Rc<List>);

impl FromValue for Pairs {
    const KIND: ValueKind = ValueKind::new("a list of pairs", &[Sort::List]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(run_through(cx, value)?.map(Pairs))
    }
}

impl IntoValue for Integers {
    const KIND: ValueKind = ValueKind::new("a list of integers", &[Sort::List]);
    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        Ok(Value::List(Rc::new(List::packed(self))))
    }
}

/// The members of a list or a set, or several arguments.
impl<T: FromValue> FromValue for Vec<T> {
    const KIND: ValueKind = ValueKind::new("a list or a set", &[Sort::List]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        let (Value::List(list) | Value::Set(list)) = value else { return Ok(None) };
        reserve_list(&mut cx.games.budget, list.len())?;
        cx.games.budget.reserve((list.len() as usize).saturating_mul(size_of::<T>()))?;
        let mut all = Vec::with_capacity(list.len() as usize);
        for member in list.iter() {
            cx.games.budget.tick()?;
            match T::from_value(&member, cx)? {
                Some(x) => all.push(x),
                None => {
                    let got = cx.describe(&member);
                    // `{1..3}` is a set with one member.
                    let is_range =
                        matches!(&member, Value::List(inner) if list.len() == 1 && inner.as_range().is_some());
                    return Err(CallError::Member { wanted: T::KIND, got, is_range }.into());
                }
            }
        }
        Ok(Some(all))
    }
}

impl FromValue for GameId {
    const KIND: ValueKind = ValueKind::new("a game", &[Sort::Game]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        as_game(cx, value)
    }
}

impl IntoValue for GameId {
    const KIND: ValueKind = ValueKind::new("a game", &[Sort::Game]);
    fn into_value(self, cx: &mut Session) -> Result<Value, EvalError> {
        Ok(game_value(&cx.games, self))
    }
}

impl IntoValue for Known {
    const KIND: ValueKind = ValueKind::new("a game", &[Sort::Game]);
    fn into_value(self, cx: &mut Session) -> Result<Value, EvalError> {
        let g = self.game(&mut cx.games)?;
        Ok(game_value(&cx.games, g))
    }
}

impl IntoValue for GammaValue {
    const KIND: ValueKind = ValueKind::new("a nim-value", &[]);
    fn into_value(self, cx: &mut Session) -> Result<Value, EvalError> {
        gamma_value(&mut cx.games, self)
    }
}

impl FromValue for Sided {
    const KIND: ValueKind = ValueKind::new("a game", &[Sort::Game]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        match value {
            Value::Nimber(_) => Ok(None),
            value => as_sided(cx, value),
        }
    }
}

impl FromValue for Comparand {
    const KIND: ValueKind = ValueKind::new("a game", &[Sort::Game]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match value {
            Value::Position(p) => Some(Comparand::Position(*p)),
            Value::Ruleset(_) => as_position(cx, value)?.map(Comparand::Position),
            value if value.is_late_number() => value.as_surreal().map(Comparand::Number),
            value => Sided::from_value(value, cx)?.map(Comparand::Value),
        })
    }
}

impl FromValue for Sides {
    const KIND: ValueKind = ValueKind::new("a game", &[Sort::Game]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        match value {
            Value::Nimber(_) => Ok(None),
            value => as_sides(cx, value),
        }
    }
}

impl IntoValue for Sided {
    const KIND: ValueKind = ValueKind::new("a game", &[Sort::Game]);
    fn into_value(self, cx: &mut Session) -> Result<Value, EvalError> {
        Ok(loopy_value(&cx.games, self))
    }
}

impl IntoValue for Stopper {
    const KIND: ValueKind = ValueKind::new("a game", &[Sort::Game]);
    fn into_value(self, cx: &mut Session) -> Result<Value, EvalError> {
        Ok(loopy_value(&cx.games, self))
    }
}

impl FromValue for Place {
    const KIND: ValueKind = ValueKind::new("a position", &[Sort::Position]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(as_position(cx, value)?.map(Place))
    }
}

impl IntoValue for Place {
    const KIND: ValueKind = ValueKind::new("a position", &[Sort::Position]);
    fn into_value(self, _: &mut Session) -> Result<Value, EvalError> {
        Ok(Value::Position(self.0))
    }
}

impl FromValue for Subject {
    const KIND: ValueKind = ValueKind::new("a position or a game", &[Sort::Position, Sort::Game]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match value {
            Value::Position(p) => Some(Subject::Position(*p)),
            Value::Ruleset(_) => as_position(cx, value)?.map(Subject::Position),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Game(_)
            | Value::Gamma(_)
            | Value::Loopy(_)
            | Value::Nimber(_)
            | Value::Ordinal(_)
            | Value::Surreal(_) => Some(Subject::Value(value.clone())),
            _ => None,
        })
    }
}

impl FromValue for Terms {
    const KIND: ValueKind =
        ValueKind::new("`normal`, `misere`, `points`, `L` or `R`", &[Sort::Convention, Sort::Shown]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match Convention::from_value(value, cx)? {
            Some(convention) => Some(Terms::Convention(convention)),
            None if role_of(&cx.globals, value) == Some(Role::Points) => Some(Terms::Points),
            None => Player::from_value(value, cx)?.map(Terms::Starter),
        })
    }
}

impl FromValue for Quantity {
    const KIND: ValueKind = ValueKind::new("a game", &[Sort::Game]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match value {
            value if value.is_late_number() => value.as_surreal().map(Quantity::Number),
            Value::Nimber(size) => Some(Quantity::Nimber((**size).clone())),
            Value::Loopy(value) => Some(Quantity::Loopy(*value)),
            value => as_game(cx, value)?.map(Quantity::Game),
        })
    }
}

impl FromValue for Player {
    const KIND: ValueKind = ValueKind::new("a player, `L` or `R`", &[Sort::Shown]);
    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match value {
            Value::Outcome(Outcome::L) => Some(Player::Left),
            Value::Outcome(Outcome::R) => Some(Player::Right),
            _ => None,
        })
    }
}
