//! Kinds of loopy values.

use super::{Arenas, LoopyStop, Sided, Stopper};
use crate::games::{Fault, GameId, Player};

impl Arenas<'_> {
    /// Computes the stop for `player` without an over or under that is added to it: a number, on or off.
    pub fn strong_stop(&mut self, stopper: Stopper, player: Player) -> Result<Stopper, Fault> {
        let stop = self.stop(stopper, player)?;
        Ok(match self.as_stop(stop) {
            Some(LoopyStop::Over(x) | LoopyStop::Under(x)) => x.into(),
            _ => stop,
        })
    }

    /// Returns `true` if the value is infinitesimally close to a number: Left's strong stop on the onside is Right's on the
    /// offside, and a number.
    pub fn is_numberish(&mut self, value: Sided) -> Result<bool, Fault> {
        let high = self.strong_stop(value.onside, Player::Left)?;
        let low = self.strong_stop(value.offside, Player::Right)?;
        Ok(high == low && matches!(self.as_stop(high), Some(LoopyStop::Number(_))))
    }

    /// Returns `true` if the value is a number, or a number with a tiny or miny value beside it: {x||x|H} with H less
    /// than x by some positive number, or the negative of a game of this form.
    pub fn is_number_tiny(&mut self, stopper: Stopper) -> Result<bool, Fault> {
        if let Some(LoopyStop::Number(_)) = self.as_stop(stopper) {
            return Ok(true);
        }
        let negative = self.negative_stopper(stopper)?;
        Ok(self.is_above_by_tiny(stopper)? || self.is_above_by_tiny(negative)?)
    }

    fn is_above_by_tiny(&mut self, stopper: Stopper) -> Result<bool, Fault> {
        let left = self.options(stopper, Player::Left)?;
        let right = self.options(stopper, Player::Right)?;
        let (&[x], &[threat]) = (&left[..], &right[..]) else { return Ok(false) };
        let Some(x_number) = x.short().and_then(|g| self.games.as_number(g)) else { return Ok(false) };
        let (left, right) = (self.options(threat, Player::Left)?, self.options(threat, Player::Right)?);
        let &[h] = &right[..] else { return Ok(false) };
        if left[..] != [x] {
            return Ok(false);
        }
        let stop = self.strong_stop(h, Player::Left)?;
        Ok(match self.as_stop(stop) {
            Some(LoopyStop::Number(y)) => self.games.as_number(y).is_some_and(|y| y < x_number),
            Some(LoopyStop::Off) => true,
            _ => false,
        })
    }

    /// Returns `true` if no cycle of play in the value has more than one position: all its loops are passes.
    pub fn is_plumtree(&mut self, value: Sided) -> Result<bool, Fault> {
        for side in [value.onside, value.offside] {
            for follower in self.followers(side)? {
                if follower.vertex().is_some_and(|vertex| self.loops.knot(vertex).len() > 1) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns `true` if the value is its own double.
    ///
    /// # Errors
    /// [`Fault::NoSides`] if a side of the double is not known.
    pub fn is_idempotent(&mut self, value: Sided) -> Result<bool, Fault> {
        if let Some(g) = value.short() {
            return Ok(g == GameId::ZERO);
        }
        Ok(self.sided_sum(value, value)?.value().ok_or(Fault::NoSides)? == value)
    }
}
