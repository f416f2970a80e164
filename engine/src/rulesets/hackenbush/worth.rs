//! Values of parts of pictures while a whole is put together: numbers and nimbers stay outside of the arena.

use super::Colour;
use crate::games::{Dyadic, Fault, GameId};
use crate::positions::Context;

/// A value in one of three forms; a nimber is not 0, and a game is neither a number nor a nimber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    Number(Dyadic),
    Nim(u64),
    Game(GameId),
}

impl Worth {
    pub const ZERO: Worth = Worth::Number(Dyadic::ZERO);

    pub fn of(g: GameId, cx: &mut dyn Context) -> Worth {
        if let Some(x) = cx.games().as_number(g) {
            return Worth::Number(x);
        }
        cx.games().as_nimber(g).map_or(Worth::Game(g), Worth::Nim)
    }

    pub fn nim(n: u64) -> Worth {
        if n == 0 { Worth::ZERO } else { Worth::Nim(n) }
    }

    /// Returns the nim-value, if it is a nimber.
    pub fn as_nim(&self) -> Option<u64> {
        match self {
            Worth::Nim(n) => Some(*n),
            Worth::Number(x) if x.is_zero() => Some(0),
            _ => None,
        }
    }

    pub fn game(&self, cx: &mut dyn Context) -> Result<GameId, Fault> {
        match self {
            Worth::Number(x) => Ok(cx.games().number(x)),
            Worth::Nim(n) => cx.games().nimber(*n),
            Worth::Game(g) => Ok(*g),
        }
    }

    pub fn plus(&self, other: &Worth, cx: &mut dyn Context) -> Result<Worth, Fault> {
        match (self, other) {
            (Worth::Number(x), Worth::Number(y)) => Ok(Worth::Number(x + y)),
            (Worth::Nim(a), Worth::Nim(b)) => Ok(Worth::nim(a ^ b)),
            (Worth::Number(zero), other) | (other, Worth::Number(zero)) if zero.is_zero() => Ok(other.clone()),
            _ => {
                let (a, b) = (self.game(cx)?, other.game(cx)?);
                let sum = cx.games().sum(a, b)?;
                Ok(Worth::of(sum, cx))
            }
        }
    }

    /// Returns the value of this on an edge, with the edge: the ordinal sum `edge : self` (the colon principle, Winning
    /// Ways, ch. 7).
    pub fn on(&self, edge: Colour, cx: &mut dyn Context) -> Result<Worth, Fault> {
        match (edge, self) {
            (Colour::Blue, Worth::Number(x)) => return Ok(Worth::Number(x.on_one()?)),
            (Colour::Red, Worth::Number(x)) => return Ok(Worth::Number(-(-x).on_one()?)),
            (Colour::Green, worth) if let Some(k) = worth.as_nim() => return Ok(Worth::nim(k + 1)),
            _ => {}
        }
        let (left, right): (&[GameId], &[GameId]) = match edge {
            Colour::Blue => (&[GameId::ZERO], &[]),
            Colour::Red => (&[], &[GameId::ZERO]),
            Colour::Green => (&[GameId::ZERO], &[GameId::ZERO]),
        };
        let h = self.game(cx)?;
        let sum = cx.games().ordinal_sum(left, right, h)?;
        Ok(Worth::of(sum, cx))
    }
}
