//! Followers: everything that can be reached by moves, of whichever player, in the canonical form.

use dashu_int::UBig;

use super::arena::too_large;
use super::budget::table_bytes;
use super::hashing::FastSet;
use super::{Fault, GameId, Games, Player};

/// The most followers that are listed.
const MAX_FOLLOWERS: u64 = 10_000_000;

impl Games {
    /// Returns the game and all its followers, each once, in increasing order of ids.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
    /// assert_eq!(games.followers(up)?.len(), 3); // up, 0 and *
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if there are more than 10^7, known in advance for numbers and nimbers.
    pub fn followers(&mut self, g: GameId) -> Result<Vec<GameId>, Fault> {
        let mut seen = FastSet::default();
        let mut stack = vec![g];
        seen.insert(g);
        while let Some(game) = stack.pop() {
            self.budget.tick()?;
            if seen.len() as u64 > MAX_FOLLOWERS {
                return Err(too_large("list of followers", seen.len(), "10000000"));
            }
            self.refuse_long(game)?;
            if let Some(form) = self.normal_form(game).filter(|form| form.ups.is_zero() && form.star > 0) {
                // The options of x + *j are among those of x + *k: only x is left to look at.
                let x = self.intern_uptimal(form.option(Player::Left, 0));
                if seen.insert(x) {
                    stack.push(x);
                }
                for j in 1..form.star {
                    self.budget.tick()?;
                    seen.insert(self.intern_uptimal(form.option(Player::Left, j)));
                }
                continue;
            }
            for player in [Player::Left, Player::Right] {
                for index in 0..self.option_count(game, player) {
                    let option = self.option(game, player, index);
                    if seen.insert(option) {
                        stack.push(option);
                    }
                }
            }
            if seen.len().is_power_of_two() {
                self.budget.reserve(4 * table_bytes(seen.len(), size_of::<GameId>()))?;
            }
        }
        self.budget.reserve(2 * size_of::<GameId>() * seen.len())?;
        let mut all: Vec<GameId> = seen.into_iter().collect();
        all.sort_unstable();
        Ok(all)
    }

    /// Refuses a normal form with too many followers: it has more than its integer part, the moves in its powers of up or
    /// its star.
    fn refuse_long(&self, g: GameId) -> Result<(), Fault> {
        let Some(form) = self.normal_form(g) else { return Ok(()) };
        let x = &form.number;
        let integer = UBig::try_from(if x.signum() < 0 { -x.ceil() } else { x.floor() }).unwrap_or_default();
        let size = integer + form.play_to_nimber().0 + UBig::from(form.star);
        if size > UBig::from(MAX_FOLLOWERS) {
            return Err(too_large("list of followers", size, "10000000"));
        }
        Ok(())
    }
}
