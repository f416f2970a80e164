//! Birthdays: the day by which a value is born (Siegel II.1), the height of its canonical form.

use dashu_int::UBig;

use super::hashing::{FastMap, FastSet};
use super::{Fault, GameId, Games, Player, Uptimal};

impl Games {
    /// Returns the birthday: 0 of 0, else one more than the greatest birthday of an option.
    ///
    /// Uptimals have a closed form, so 10^30 is not built to learn that it is born on day 10^30.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let x = games.number(&Dyadic::from(3).half().half());
    /// assert_eq!(games.birthday(x)?, 3u8.into());
    /// let hot = games.from_options(&[x], &[GameId::ZERO])?;
    /// assert_eq!(games.birthday(hot)?, 4u8.into());
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn birthday(&mut self, g: GameId) -> Result<UBig, Fault> {
        if let Some(form) = self.normal_form(g) {
            return Ok(birthday_of(&form));
        }
        // Options have smaller ids: in increasing order every option is known before it is needed.
        let mut known: FastMap<GameId, UBig> = FastMap::default();
        for game in self.stored_followers(g)? {
            self.budget.tick()?;
            let day = match self.normal_form(game) {
                Some(form) => birthday_of(&form),
                None => {
                    let mut latest = UBig::ZERO;
                    for player in [Player::Left, Player::Right] {
                        for index in 0..self.listed(game, player) {
                            if let Some(day) = known.get(&self.at(game, player, index)) {
                                latest = latest.max(day.clone());
                            }
                        }
                    }
                    latest + UBig::ONE
                }
            };
            known.insert(game, day);
        }
        Ok(known.remove(&g).unwrap_or_default())
    }

    /// Returns the game and its followers through stored options, in increasing order: normal forms are not entered.
    pub(crate) fn stored_followers(&mut self, g: GameId) -> Result<Vec<GameId>, Fault> {
        let mut seen = FastSet::default();
        let mut stack = vec![g];
        seen.insert(g);
        while let Some(game) = stack.pop() {
            self.budget.tick()?;
            if self.record(game).is_normal() {
                continue;
            }
            for player in [Player::Left, Player::Right] {
                for index in 0..self.listed(game, player) {
                    let option = self.at(game, player, index);
                    if seen.insert(option) {
                        stack.push(option);
                    }
                }
            }
        }
        let mut all: Vec<GameId> = seen.into_iter().collect();
        all.sort_unstable();
        Ok(all)
    }
}

fn birthday_of(form: &Uptimal) -> UBig {
    let x = &form.number;
    let magnitude = UBig::try_from(if x.signum() < 0 { -x.numerator() } else { x.numerator() }).unwrap_or_default();
    let exponent = x.exponent() as usize;
    let number = if exponent == 0 { magnitude } else { (magnitude >> exponent) + UBig::from(exponent) + UBig::ONE };
    let (moves, star) = form.play_to_nimber();
    number + moves + UBig::from(star)
}
