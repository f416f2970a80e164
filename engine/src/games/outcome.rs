//! Players, orders and outcomes.

use std::fmt;

use super::{Fault, GameId, Games};

/// A player: Left or Right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Player {
    /// Left, for whom positive games are won.
    Left,
    /// Right.
    Right,
}

impl Player {
    /// Returns the opponent.
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// Returns the letter of the player, `L` or `R`.
    ///
    /// ```
    /// assert_eq!(cg_engine::games::Player::Right.letter(), "R");
    /// ```
    pub fn letter(self) -> &'static str {
        match self {
            Player::Left => "L",
            Player::Right => "R",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Player::Left { "Left" } else { "Right" })
    }
}

/// The result of comparing two values (Siegel II.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// G < H.
    Less,
    /// G = H.
    Equal,
    /// G > H.
    Greater,
    /// G || H: neither at most nor at least.
    Confused,
}

impl Order {
    /// Returns the result of comparing H with G.
    #[must_use]
    pub fn reversed(self) -> Order {
        match self {
            Order::Less => Order::Greater,
            Order::Greater => Order::Less,
            other => other,
        }
    }
}

/// The outcome of a position, by winner: `N` the next player, `P` the previous, `L` Left, `R` Right. Loopy positions
/// add draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// The player who starts wins.
    N,
    /// The player who starts loses.
    P,
    /// Left wins.
    L,
    /// Right wins.
    R,
    /// Nobody can force a win, whoever starts.
    D,
    /// Left wins if Left starts, else a draw.
    NHat,
    /// Left wins if Right starts, else a draw.
    PHat,
    /// Right wins if Right starts, else a draw.
    NCheck,
    /// Right wins if Left starts, else a draw.
    PCheck,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::L => "L",
            Outcome::R => "R",
            Outcome::D => "D",
            Outcome::NHat => "Nhat",
            Outcome::PHat => "Phat",
            Outcome::NCheck => "Ncheck",
            Outcome::PCheck => "Pcheck",
        })
    }
}

impl Games {
    /// Compares two values.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
    /// assert_eq!(games.compare(up, GameId::ZERO)?, Order::Greater);
    /// assert_eq!(games.compare(up, GameId::STAR)?, Order::Confused);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn compare(&mut self, a: GameId, b: GameId) -> Result<Order, Fault> {
        Ok(match (self.less_or_equal(a, b)?, self.less_or_equal(b, a)?) {
            (true, true) => Order::Equal,
            (true, false) => Order::Less,
            (false, true) => Order::Greater,
            (false, false) => Order::Confused,
        })
    }

    /// Returns the outcome under normal play: how the value compares with 0 (Siegel II.1).
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// assert_eq!(games.outcome(GameId::STAR)?, Outcome::N);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn outcome(&mut self, g: GameId) -> Result<Outcome, Fault> {
        Ok(match self.compare(g, GameId::ZERO)? {
            Order::Less => Outcome::R,
            Order::Equal => Outcome::P,
            Order::Greater => Outcome::L,
            Order::Confused => Outcome::N,
        })
    }
}
