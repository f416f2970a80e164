//! Integer multiples: n copies of a game.

use dashu_int::IBig;

use super::arena::too_large;
use super::{Fault, GameId, Games};

/// A multiple whose copies would make the arena grow by more records than this is refused.
const MOST_RECORDS: f64 = 1e8;

impl Games {
    /// Returns the sum of n copies of the game (of the negative, if n < 0).
    ///
    /// Uptimals have a closed form. Otherwise small multiples that are uptimals are looked for
    /// (`{1|0} + {1|0} = 1`), and the rest is added up, as long as the growth of the arena lets hope for an end.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let (one, up) = (games.integer(1), games.number_up_star(&Dyadic::ZERO, 1, 1)?);
    /// let hot = games.from_options(&[one], &[GameId::ZERO])?;
    /// assert_eq!(games.multiple(&1_000_000.into(), hot)?, games.integer(500_000));
    /// assert_eq!(games.multiple(&2.into(), up)?, games.number_up_star(&Dyadic::ZERO, 2, 0)?);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if the multiple would not fit.
    pub fn multiple(&mut self, n: &IBig, g: GameId) -> Result<GameId, Fault> {
        if *n < IBig::ZERO {
            let negative = self.negative(g)?;
            return self.multiple(&-n, negative);
        }
        if let Some(form) = self.normal_form(g) {
            return Ok(self.intern_uptimal(form.times(n)));
        }
        if *n <= IBig::ONE {
            return Ok(if n.is_zero() { GameId::ZERO } else { g });
        }
        // A power of two of copies that is a normal form settles the bulk.
        let mut power = g;
        for bits in 1..=3usize {
            power = self.sum(power, power)?;
            if let Some(form) = self.normal_form(power) {
                let bulk = self.intern_uptimal(form.times(&(n >> bits)));
                let rest = n - ((n >> bits) << bits);
                return self.add_copies(bulk, g, rest.try_into().unwrap_or(0));
            }
            if (n >> (bits + 1)).is_zero() {
                break;
            }
        }
        match u64::try_from(n) {
            Ok(n) if n <= 1 << 24 => self.add_copies(GameId::ZERO, g, n),
            _ => Err(too_large("multiple", n, "2^24 copies")),
        }
    }

    fn add_copies(&mut self, mut total: GameId, g: GameId, n: u64) -> Result<GameId, Fault> {
        let before = self.len();
        let mut earlier = 0.0;
        for done in 1..=n {
            total = self.sum(total, g)?;
            if done.is_power_of_two() {
                // The number of records grows like a power of the number of copies, which two measurements determine.
                let grown = (self.len() - before) as f64;
                let exponent = if earlier > 0.0 { (grown / earlier).log2() } else { 1.0 };
                let expected = grown * (n as f64 / done as f64).powf(exponent);
                if done >= 256 && expected > MOST_RECORDS {
                    return Err(too_large("multiple", n, "what fits in memory"));
                }
                earlier = grown;
            }
        }
        Ok(total)
    }
}
