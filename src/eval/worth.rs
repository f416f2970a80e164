//! Values of the language as games, positions and lists, and results of the engine as values.

use std::rc::Rc;

use super::{EvalError, Session};
use crate::value::{List, Ruleset, Value};
use cg_engine::games::{Fault, GameId};
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

impl Session {
    /// Returns the game, if it is one or is worth one.
    ///
    /// # Errors
    /// A number that is no game; a position without a canonical form.
    pub fn as_game(&mut self, value: &Value) -> Result<Option<GameId>, EvalError> {
        Ok(Some(match value {
            Value::Integer(n) => self.games.integer(*n),
            Value::Number(x) => match cg_engine::games::Dyadic::from_rational(x) {
                Some(x) => self.games.number(&x),
                None => return Err(Fault::NotDyadic((**x).clone()).into()),
            },
            Value::Game(g) => *g,
            Value::Loopy(value) => return Err(self.loopy_refused(*value)),
            Value::Position(p) => cg_engine::questions::value(*p, self)?.game(&mut self.games)?,
            Value::Ruleset(_) => match self.as_position(value)? {
                Some(p) => cg_engine::questions::value(p, self)?.game(&mut self.games)?,
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    /// Returns the scores of a position if Left starts and if Right does, or one number if they are equal.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub fn score_of(&mut self, p: PositionId) -> Result<Value, EvalError> {
        let [left, right] = cg_engine::questions::scores(p, self)?;
        Ok(match left == right {
            true => Value::number(left),
            false => Value::list(vec![Value::number(left), Value::number(right)]),
        })
    }

    /// Returns the position, if it is one or stands for one.
    ///
    /// # Errors
    /// A number that is no game; a graph by rule, which has no first vertex.
    pub fn as_position(&mut self, value: &Value) -> Result<Option<PositionId>, EvalError> {
        match value {
            Value::Position(p) => Ok(Some(*p)),
            Value::Ruleset(r) => match &**r {
                Ruleset::Graph(graph) => self.first_vertex(graph).map(Some),
                _ => Ok(None),
            },
            Value::Integer(_) | Value::Number(_) | Value::Game(_) => {
                let g = self.as_game(value)?.expect("a number or a game");
                Ok(Some(self.positions.of_value(g)))
            }
            Value::Loopy(value) => Ok(Some(self.positions.of_loopy(*value))),
            Value::Nimber(x) => Ok(Some(cg_engine::rulesets::nim::nim(vec![(**x).clone()], self)?)),
            _ => Ok(None),
        }
    }

    /// Returns the value with every position that stands for a value, an option of a form for instance, replaced by
    /// that value: both are written alike, and equality of lists does not distinguish them. `None` if there is none.
    pub fn without_stand_ins(&mut self, value: &Value) -> Result<Option<Value>, EvalError> {
        let list = match value {
            Value::Position(p) => {
                let known = self.positions.as_value(*p).map(|g| self.game_value(g));
                return Ok(known.or_else(|| self.positions.as_loopy(*p).map(Value::Loopy)));
            }
            Value::List(list) | Value::Set(list) => list,
            _ => return Ok(None),
        };
        let Some(members) = list.as_values() else { return Ok(None) };
        let mut found: Option<Vec<Value>> = None;
        for (i, member) in members.iter().enumerate() {
            self.games.budget.tick()?;
            if let Some(plain) = self.without_stand_ins(member)? {
                if found.is_none() {
                    self.reserve_list(members.len() as u64)?;
                }
                found.get_or_insert_with(|| members.to_vec())[i] = plain;
            }
        }
        match (found, value) {
            (None, _) => Ok(None),
            (Some(members), Value::Set(_)) => self.set(members).map(Some),
            (Some(members), _) => Ok(Some(Value::list(members))),
        }
    }

    /// Returns the position that stands for a value as an option of a form.
    pub fn stand_in(&mut self, value: &Value) -> Result<Option<Value>, EvalError> {
        match value {
            Value::Number(x) if cg_engine::games::Dyadic::from_rational(x).is_none() => Ok(None),
            Value::Integer(_) | Value::Number(_) | Value::Game(_) | Value::Loopy(_) => {
                Ok(self.as_position(value)?.map(Value::Position))
            }
            _ => Ok(None),
        }
    }

    /// Returns a game in its one form as a value.
    pub fn game_value(&mut self, g: GameId) -> Value {
        match self.games.as_integer(g) {
            Some(n) => Value::Integer(n),
            None => match self.games.as_number(g) {
                Some(x) => Value::number(x.to_rational()),
                None => Value::Game(g),
            },
        }
    }

    /// Returns a γ-value in its one form as a value: a nimber when finite.
    pub fn gamma_value(&mut self, gamma: GammaValue) -> Result<Value, EvalError> {
        match gamma {
            GammaValue::Finite(n) => self.nimber_value(n),
            infinite => Ok(Value::Gamma(Rc::new(infinite))),
        }
    }

    /// Returns the nimber of this size as a value: a game while it is small.
    pub fn nimber_value(&mut self, size: Ordinal) -> Result<Value, EvalError> {
        match Known::of_ordinal(&size) {
            Ok(known) => {
                let g = known.game(&mut self.games)?;
                Ok(self.game_value(g))
            }
            Err(_) => Ok(Value::Nimber(Rc::new(size))),
        }
    }

    /// Returns an affine value as a value: a nimber, or the position `loony`.
    pub(crate) fn affine_value(&mut self, value: Affine) -> Result<Value, EvalError> {
        match value {
            Affine::Nimber(n) => self.nimber_value(n.into()),
            Affine::Loony => Ok(Value::Position(self.positions.loony())),
        }
    }

    /// Returns the members of a list or a set, or `None` for anything else.
    ///
    /// # Errors
    /// A range too long to list.
    pub fn members(&mut self, value: &Value) -> Result<Option<Vec<Value>>, EvalError> {
        match value {
            Value::List(list) | Value::Set(list) => {
                self.reserve_list(list.len())?;
                Ok(Some(self.games.budget.gather(list.iter())?))
            }
            _ => Ok(None),
        }
    }

    /// Returns copies of the members of a list.
    pub fn gathered(&mut self, list: &List) -> Result<Vec<Value>, Fault> {
        self.reserve_list(list.len())?;
        self.games.budget.gather(list.iter())
    }

    /// Returns the members of a list or a set, the letters of a text or the entries of a dictionary. `None` for other values.
    pub fn run_through(&mut self, value: &Value) -> Result<Option<Rc<List>>, Fault> {
        Ok(match value {
            Value::List(list) | Value::Set(list) => Some(list.clone()),
            Value::Dict(dict) => Some(dict.pairs(&mut self.games.budget)?),
            Value::Text(text) => {
                self.games.budget.charge(text.len())?;
                self.reserve_list(text.len() as u64)?;
                let letters = text.chars().map(|letter| match u8::try_from(letter) {
                    Ok(byte) if byte.is_ascii() => self.machine.boards.letter(byte),
                    _ => Value::text(letter),
                });
                Some(Rc::new(List::new(letters.collect())))
            }
            _ => None,
        })
    }

    /// Returns the disjunctive sum, once there is room for its list of components.
    pub fn sum_of(&mut self, parts: &[PositionId]) -> Result<PositionId, Fault> {
        let components = |p| if self.positions.ruleset_of(p) == SUM { self.positions.state(p).len() } else { 1 };
        let len: usize = parts.iter().map(|&p| components(p)).sum();
        if len > MOST_COMPONENTS {
            let limit = MOST_COMPONENTS.to_string();
            return Err(Fault::TooLarge { what: "sum", size: len.to_string(), limit });
        }
        self.games.budget.reserve(self.positions.bytes_for(len))?;
        self.games.budget.charge(16 * len)?;
        Ok(self.positions.sum(parts))
    }

    /// Demands room for a list of `len` members before it is made.
    ///
    /// # Errors
    /// [`Fault::TooLarge`], [`Fault::Memory`].
    pub fn reserve_list(&mut self, len: u64) -> Result<(), Fault> {
        const MAX_LENGTH: u64 = 100_000_000;
        if len > MAX_LENGTH {
            return Err(Fault::TooLarge { what: "list", size: len.to_string(), limit: MAX_LENGTH.to_string() });
        }
        self.games.budget.reserve(len as usize * size_of::<Value>())
    }
}
