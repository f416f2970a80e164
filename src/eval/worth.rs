//! Values of the language as games, positions and lists, and results of the engine as values.

use std::rc::Rc;

use super::graph::{first_alike, first_vertex};
use super::loopy::loopy_refused;
use super::machine::set_of;
use super::ranking::with_components_in_order;
use super::{EvalError, Session};
use crate::value::{List, Ruleset, Value};
use cg_engine::games::{Budget, Fault, GameId, Games, deep};
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::{Known, PositionId, SUM};
use cg_engine::questions::Affine;

/// Components that a sum of positions may have.
pub(crate) const MOST_COMPONENTS: usize = 1_000_000;

/// Bytes that a text may have: as many as a script, so that whatever is done with it is done in a moment.
const LONGEST_TEXT: usize = 16 << 20;

/// Checks that a text of `bytes` bytes is within [`LONGEST_TEXT`].
pub(crate) fn text_of(bytes: usize) -> Result<(), Fault> {
    if bytes > LONGEST_TEXT {
        return Err(Fault::TooLarge { what: "text", size: bytes.to_string(), limit: LONGEST_TEXT.to_string() });
    }
    Ok(())
}

/// Returns the game, if it is one or is worth one.
///
/// # Errors
/// A number that is no game; a position without a canonical form.
pub fn as_game(cx: &mut Session, value: &Value) -> Result<Option<GameId>, EvalError> {
    Ok(Some(match value {
        Value::Integer(n) => cx.games.integer(*n),
        Value::Number(x) => match cg_engine::games::Dyadic::from_rational(x) {
            Some(x) => cx.games.number(&x),
            None => return Err(Fault::NotDyadic((**x).clone()).into()),
        },
        Value::Game(g) => *g,
        Value::Loopy(value) => return Err(loopy_refused(cx, *value)),
        Value::Position(p) => game_of(cx, *p)?,
        Value::Ruleset(_) => match as_position(cx, value)? {
            Some(p) => game_of(cx, p)?,
            None => return Ok(None),
        },
        _ => return Ok(None),
    }))
}

/// Returns the canonical form of a position, also of one from which play can return and that is worth a short game all the
/// same.
pub(crate) fn game_of(cx: &mut Session, p: PositionId) -> Result<GameId, EvalError> {
    match cg_engine::questions::value(p, cx) {
        Err(Fault::Loopy) => match super::worth_of(cx, p) {
            Ok(value @ (Value::Integer(_) | Value::Number(_) | Value::Game(_))) => {
                as_game(cx, &value)?.ok_or(EvalError::Fault(Fault::Loopy))
            }
            Ok(_) | Err(EvalError::Fault(Fault::NoSides)) => Err(Fault::Loopy.into()),
            Err(trouble) => Err(trouble),
        },
        known => Ok(known?.game(&mut cx.games)?),
    }
}

/// Returns the scores of a position if Left starts and if Right does, or one number if they are equal.
///
/// # Errors
/// Limits; what the rules say.
pub(crate) fn score_of(cx: &mut Session, p: PositionId) -> Result<Value, EvalError> {
    let [left, right] = cg_engine::questions::scores(p, cx)?;
    Ok(match left == right {
        true => Value::number(left),
        false => Value::list(vec![Value::number(left), Value::number(right)]),
    })
}

/// Returns the position, if it is one or stands for one.
///
/// # Errors
/// A number that is no game; a graph by rule, which has no first vertex.
pub fn as_position(cx: &mut Session, value: &Value) -> Result<Option<PositionId>, EvalError> {
    match value {
        Value::Position(p) => Ok(Some(*p)),
        Value::Ruleset(r) => match &**r {
            Ruleset::Graph(graph) => first_vertex(&mut cx.positions, graph).map(Some),
            _ => Ok(None),
        },
        Value::Integer(_) | Value::Number(_) | Value::Game(_) => {
            let g = as_game(cx, value)?.expect("a number or a game");
            Ok(Some(cx.positions.of_value(g)))
        }
        Value::Loopy(value) => Ok(Some(cx.positions.of_loopy(*value))),
        Value::Nimber(x) => Ok(Some(cg_engine::rulesets::nim::nim(vec![(**x).clone()], cx)?)),
        _ => Ok(None),
    }
}

/// Returns the value with every position that stands for a value, an option of a form for instance, replaced by
/// that value: both are written alike, and equality of lists does not distinguish them. The components of other positions are put
/// in order, and of graphs that are alike the first one is taken. `None` if nothing changes.
pub(crate) fn without_stand_ins(cx: &mut Session, value: &Value) -> Result<Option<Value>, EvalError> {
    match value {
        Value::Position(p) => position_compared(cx, *p),
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Graph(graph) => {
                cx.games.budget.charge(graph.rules.len() as usize)?;
                Ok(first_alike(&cx.positions, graph).map(|graph| Value::Ruleset(Rc::new(Ruleset::Graph(graph)))))
            }
            _ => Ok(None),
        },
        Value::List(list) => Ok(deep::grown(|| members_compared(cx, list))?.map(Value::list)),
        Value::Set(set) => match deep::grown(|| members_compared(cx, set))? {
            Some(members) => set_of(cx, members).map(Some),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

fn position_compared(cx: &mut Session, p: PositionId) -> Result<Option<Value>, EvalError> {
    let known = cx.positions.as_value(p).map(|g| game_value(&cx.games, g));
    if let Some(known) = known.or_else(|| cx.positions.as_loopy(p).map(Value::Loopy)) {
        return Ok(Some(known));
    }
    let ordered = with_components_in_order(cx, p)?;
    Ok((ordered != p).then_some(Value::Position(ordered)))
}

fn members_compared(cx: &mut Session, list: &List) -> Result<Option<Vec<Value>>, EvalError> {
    let Some(members) = list.as_values() else { return Ok(None) };
    let mut found: Option<Vec<Value>> = None;
    for (i, member) in members.iter().enumerate() {
        cx.games.budget.tick()?;
        if let Some(plain) = without_stand_ins(cx, member)? {
            if found.is_none() {
                reserve_list(&mut cx.games.budget, members.len() as u64)?;
            }
            found.get_or_insert_with(|| members.to_vec())[i] = plain;
        }
    }
    Ok(found)
}

/// Returns the position that stands for a value as an option of a form.
pub(crate) fn stand_in(cx: &mut Session, value: &Value) -> Result<Option<Value>, EvalError> {
    match value {
        Value::Number(x) if cg_engine::games::Dyadic::from_rational(x).is_none() => Ok(None),
        Value::Integer(_) | Value::Number(_) | Value::Game(_) | Value::Loopy(_) => {
            Ok(as_position(cx, value)?.map(Value::Position))
        }
        _ => Ok(None),
    }
}

/// Returns a game in its one form as a value.
pub fn game_value(games: &Games, g: GameId) -> Value {
    match games.as_integer(g) {
        Some(n) => Value::Integer(n),
        None => match games.as_number(g) {
            Some(x) => Value::number(x.to_rational()),
            None => Value::Game(g),
        },
    }
}

/// Returns a γ-value in its one form as a value: a nimber when finite.
pub(crate) fn gamma_value(games: &mut Games, gamma: GammaValue) -> Result<Value, EvalError> {
    match gamma {
        GammaValue::Finite(n) => nimber_value(games, n),
        infinite => Ok(Value::Gamma(Rc::new(infinite))),
    }
}

/// Returns the nimber of this size as a value: a game while it is small.
pub(crate) fn nimber_value(games: &mut Games, size: Ordinal) -> Result<Value, EvalError> {
    match Known::of_ordinal(&size) {
        Ok(known) => {
            let g = known.game(games)?;
            Ok(game_value(games, g))
        }
        Err(_) => Ok(Value::Nimber(Rc::new(size))),
    }
}

/// Returns an affine value as a value: a nimber, or the position `loony`.
pub(crate) fn affine_value(cx: &mut Session, value: Affine) -> Result<Value, EvalError> {
    match value {
        Affine::Nimber(n) => nimber_value(&mut cx.games, n.into()),
        Affine::Loony => Ok(Value::Position(cx.positions.loony())),
    }
}

/// Returns the members of a list or a set, or `None` for anything else.
///
/// # Errors
/// A range too long to list.
pub(crate) fn members_of(budget: &mut Budget, value: &Value) -> Result<Option<Vec<Value>>, EvalError> {
    match value {
        Value::List(list) | Value::Set(list) => {
            reserve_list(budget, list.len())?;
            Ok(Some(budget.gather(list.iter())?))
        }
        _ => Ok(None),
    }
}

/// Returns copies of the members of a list.
pub(crate) fn gathered(budget: &mut Budget, list: &List) -> Result<Vec<Value>, Fault> {
    reserve_list(budget, list.len())?;
    budget.gather(list.iter())
}

/// Returns the members of a list or a set, the letters of a text or the entries of a dictionary. `None` for other values.
pub(crate) fn run_through(cx: &mut Session, value: &Value) -> Result<Option<Rc<List>>, Fault> {
    Ok(match value {
        Value::List(list) | Value::Set(list) => Some(list.clone()),
        Value::Dict(dict) => Some(dict.pairs(&mut cx.games.budget)?),
        Value::Text(text) => {
            cx.games.budget.charge(text.len())?;
            reserve_list(&mut cx.games.budget, text.len() as u64)?;
            let letters = text.chars().map(|letter| match u8::try_from(letter) {
                Ok(byte) if byte.is_ascii() => cx.machine.boards.letter(byte),
                _ => Value::text(letter),
            });
            Some(Rc::new(List::new(letters.collect())))
        }
        _ => None,
    })
}

/// Returns the disjunctive sum, once there is room for its list of components.
pub(crate) fn sum_of(cx: &mut Session, parts: &[PositionId]) -> Result<PositionId, Fault> {
    let components = |p| if cx.positions.ruleset_of(p) == SUM { cx.positions.state(p).len() } else { 1 };
    let len: usize = parts.iter().map(|&p| components(p)).sum();
    if len > MOST_COMPONENTS {
        let limit = MOST_COMPONENTS.to_string();
        return Err(Fault::TooLarge { what: "sum", size: len.to_string(), limit });
    }
    cx.games.budget.reserve(cx.positions.bytes_for(len))?;
    cx.games.budget.charge(16 * len)?;
    Ok(cx.positions.sum(parts))
}

/// Demands room for a list of `len` members before it is made.
///
/// # Errors
/// [`Fault::TooLarge`], [`Fault::Memory`].
pub(crate) fn reserve_list(budget: &mut Budget, len: u64) -> Result<(), Fault> {
    const MAX_LENGTH: u64 = 100_000_000;
    if len > MAX_LENGTH {
        return Err(Fault::TooLarge { what: "list", size: len.to_string(), limit: MAX_LENGTH.to_string() });
    }
    budget.reserve(len as usize * size_of::<Value>())
}
