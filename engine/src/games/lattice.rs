//! The lattice of the games born by a day (Calistrate, Paulhus and Wolfe, On the lattice structure of finite games, 2002).

use super::{Fault, GameId, Games, Player};

impl Games {
    /// Computes the join of two games among those born by day `n`: the least that is no less than either. Its left options
    /// are those of both, and its right options all games born by the day before that are neither at most `g` nor at most `h`.
    ///
    /// It depends on `n`, which must be at least the birthday of both.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let by_day = [1, 2].map(|n| games.join(GameId::ZERO, GameId::STAR, n).unwrap());
    /// assert_eq!(by_day.map(|join| games.as_number(join)), [Some(1.into()), Some(Dyadic::from(1).half())]);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] for a day above 4.
    pub fn join(&mut self, g: GameId, h: GameId, n: u64) -> Result<GameId, Fault> {
        // Of two games one of which is at least the other, that one is the join.
        for (low, high) in [(g, h), (h, g)] {
            if self.less_or_equal(low, high)? {
                return Ok(high);
            }
        }
        let mut left = self.options(g, Player::Left)?.to_vec();
        left.extend(self.options(h, Player::Left)?);
        let mut right = Vec::new();
        for x in n.checked_sub(1).map_or(Ok(Vec::new()), |day| self.born_by(day))? {
            if !self.less_or_equal(x, g)? && !self.less_or_equal(x, h)? {
                right.push(x);
            }
        }
        self.from_options(&left, &right)
    }

    /// Computes the meet of two games among those born by day `n`, the greatest that is no more than either: the negative of
    /// the join of their negatives.
    ///
    /// # Errors
    /// See [`Games::join`].
    pub fn meet(&mut self, g: GameId, h: GameId, n: u64) -> Result<GameId, Fault> {
        let (g, h) = (self.negative(g)?, self.negative(h)?);
        let join = self.join(g, h, n)?;
        self.negative(join)
    }
}
