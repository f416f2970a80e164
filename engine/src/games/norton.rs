//! Norton multiplication (Winning Ways, ch. 8) and incentives.

use super::hashing::FastMap;
use super::heating::Rebuilding;
use super::{Dyadic, Fault, GameId, Games, Player};

impl Games {
    /// Returns the Norton product of G and U, which should be positive: n copies of U if G is an integer n, otherwise
    /// `{G^L.U + U + I | G^R.U - U - I}` for all incentives I of U.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
    /// let half = games.number(&Dyadic::from(1).half());
    /// let half_up = games.norton(half, up)?; // {^^*|v*}
    /// assert_eq!(games.sum(half_up, half_up)?, up);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn norton(&mut self, g: GameId, u: GameId) -> Result<GameId, Fault> {
        let mut left = self.incentives(u, Player::Left)?;
        left.extend(self.incentives(u, Player::Right)?);
        self.undominated(&mut left)?;
        for incentive in &mut left {
            *incentive = self.sum(*incentive, u)?;
        }
        let mut right = left.clone();
        for gain in &mut right {
            *gain = self.negative(*gain)?;
        }
        let leaf = |games: &mut Games, game: GameId| match games.as_number(game).filter(Dyadic::is_integer) {
            Some(n) => games.multiple(&n.floor(), u).map(Some),
            None => Ok(None),
        };
        self.rebuilt(g, &mut Rebuilding { leaf, left, right, known: FastMap::default() }, 1)
    }

    /// Returns the player's incentives, the changes by the moves: `G^L - G`, for Right `G - G^R`. Dominated ones are
    /// left out.
    pub fn incentives(&mut self, g: GameId, player: Player) -> Result<Vec<GameId>, Fault> {
        let mut all = self.options(g, player)?;
        for option in &mut all {
            *option = match player {
                Player::Left => self.difference(*option, g)?,
                Player::Right => self.difference(g, *option)?,
            };
        }
        self.undominated(&mut all)?;
        Ok(all)
    }

    /// Keeps the greatest games of a list, each once.
    pub fn undominated(&mut self, all: &mut Vec<GameId>) -> Result<(), Fault> {
        all.sort_unstable();
        all.dedup();
        let mut index = 0;
        while index < all.len() {
            let mut dominated = false;
            for other in 0..all.len() {
                if other != index && self.less_or_equal(all[index], all[other])? {
                    dominated = true;
                    break;
                }
            }
            if dominated {
                all.remove(index);
            } else {
                index += 1;
            }
        }
        Ok(())
    }
}
