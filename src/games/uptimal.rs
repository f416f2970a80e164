//! Uptimals (Winning Ways, ch. 8; Siegel II.7): sums of a number, a nimber and multiples of powers of up.

use super::{Dyadic, Fault, GameId, Games, Outcome};

/// What an uptimal is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// The size of the nimber.
    pub star: u64,
    /// How often up, its square, its third power and so on.
    pub ups: Vec<i64>,
}

/// So many multiples of a power of up are quickly made.
const FEW: u64 = 32;

impl Games {
    /// The game as an uptimal, if it is one.
    ///
    /// Powers of up are taken off, the largest first: what is left is small beside the last one taken.
    ///
    /// ```
    /// # use cg::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
    /// let g = games.from_options(&[up], &[GameId::STAR])?; // up + up^2
    /// assert_eq!(games.as_uptimal(g)?.map(|uptimal| uptimal.ups), Some(vec![1, 1]));
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// Those of the [budget](super::Budget) and of [`Games::sum`].
    pub fn as_uptimal(&mut self, g: GameId) -> Result<Option<Uptimal>, Fault> {
        self.as_uptimal_up_to(g, u64::MAX)
    }

    /// The game as an uptimal of no more than `most` powers, each no more than `most` times from the square on.
    ///
    /// # Errors
    /// As for [`Games::as_uptimal`].
    pub fn as_uptimal_up_to(&mut self, g: GameId, most: u64) -> Result<Option<Uptimal>, Fault> {
        if let Some((number, ups, star)) = self.as_number_up_star(g) {
            return Ok(Some(Uptimal { number, star, ups: if ups == 0 { vec![] } else { vec![ups] } }));
        }
        let number = self.left_stop(g);
        if number != self.right_stop(g) {
            return Ok(None);
        }
        if !self.is_all_small_around(g, &number)? {
            return Ok(None);
        }
        let minus = self.number(&-&number);
        let g = self.sum(g, minus)?;
        let weight = self.atomic_weight(g)?;
        let Some(first) = self.as_integer(weight) else { return Ok(None) };
        let down = self.number_up_star(&Dyadic::ZERO, first.saturating_neg(), 0)?;
        let rest = self.sum(g, down)?;
        let most = u64::try_from(self.birthday(g)?).unwrap_or(u64::MAX).min(most);
        for star in 0..=self.remote_star(g)? {
            self.budget.tick()?;
            let nimber = self.nimber(star)?;
            let rest = self.sum(rest, nimber)?;
            // Powers of up alone are comparable with 0; with a nimber left in them they are not.
            if self.outcome(rest)? == Outcome::N {
                continue;
            }
            if let Some(ups) = self.powers_of_up(rest, first, most)? {
                return Ok(Some(Uptimal { number, star, ups }));
            }
        }
        Ok(None)
    }

    /// The coefficients if the game is a sum of powers of up from the square on, each at most `most`.
    fn powers_of_up(&mut self, mut rest: GameId, first: i64, most: u64) -> Result<Option<Vec<i64>>, Fault> {
        let mut ups = vec![first];
        let mut below = GameId::STAR;
        let mut power = self.number_up_star(&Dyadic::ZERO, 1, 0)?;
        while rest != GameId::ZERO {
            if ups.len() as u64 > most {
                return Ok(None);
            }
            below = self.difference(below, power)?;
            power = self.from_options(&[GameId::ZERO], &[below])?;
            let minus = self.negative(power)?;
            if most <= FEW {
                // What is no uptimal is often larger than all these multiples, and that is seen at once.
                let bound = self.multiple(&(most + 1).into(), power)?;
                let minus_bound = self.negative(bound)?;
                if !self.less_or_equal(rest, bound)? || !self.less_or_equal(minus_bound, rest)? {
                    return Ok(None);
                }
            }
            // The multiple that leaves least: twice the rest is then smaller than one power.
            let mut count: i64 = 0;
            loop {
                self.budget.tick()?;
                let twice = self.sum(rest, rest)?;
                if self.less_or_equal(power, twice)? {
                    rest = self.sum(rest, minus)?;
                    count += 1;
                } else if self.less_or_equal(twice, minus)? {
                    rest = self.sum(rest, power)?;
                    count -= 1;
                } else {
                    break;
                }
                if count.unsigned_abs() > most {
                    return Ok(None);
                }
            }
            if !self.less_or_equal(minus, rest)? || !self.less_or_equal(rest, power)? {
                return Ok(None);
            }
            ups.push(count);
        }
        Ok(Some(ups))
    }
}
