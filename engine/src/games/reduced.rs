//! Reduced canonical forms (Grossman and Siegel, Reductions of partizan games; Siegel II.6): games up to infinitesimals.

use super::hashing::FastMap;
use super::{Fault, GameId, Games, Player};

impl Games {
    /// Returns the reduced canonical form: the simplest game that differs from this one by an infinitesimal.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let up = games.number_up_star(&Dyadic::from(3), 1, 0)?;
    /// assert_eq!(games.reduced(up)?, games.integer(3));
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Games::sum`].
    pub fn reduced(&mut self, g: GameId) -> Result<GameId, Fault> {
        let mut known: FastMap<GameId, GameId> = FastMap::default();
        for game in self.stored_followers(g)? {
            self.budget.tick()?;
            let left_stop = self.left_stop(game);
            let new = if left_stop == self.right_stop(game) {
                self.number(&left_stop)
            } else {
                self.reduced_from(game, &known)?
            };
            known.insert(game, new);
        }
        Ok(known.get(&g).copied().unwrap_or(g))
    }

    /// Builds the game from its reduced options, without those that are dominated or reversible up to infinitesimals.
    fn reduced_from(&mut self, g: GameId, known: &FastMap<GameId, GameId>) -> Result<GameId, Fault> {
        let mut lists: [Vec<GameId>; 2] = Default::default();
        for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
            for index in 0..self.listed(g, player) {
                list.extend(known.get(&self.at(g, player, index)));
            }
        }
        for (side, player) in [Player::Left, Player::Right].into_iter().enumerate() {
            let mut index = 0;
            while index < lists[side].len() {
                self.budget.tick()?;
                let option = lists[side][index];
                match self.nearly_reversing(option, player, g)? {
                    Some(reply) => {
                        lists[side].swap_remove(index);
                        // Followers of reduced games are reduced. What is behind a number is dominated.
                        let number = self.as_number(reply).is_some();
                        for behind in if number { vec![] } else { self.options(reply, player)? } {
                            if !lists[side].contains(&behind) {
                                lists[side].push(behind);
                            }
                        }
                    }
                    None => index += 1,
                }
            }
            self.drop_nearly_dominated(&mut lists[side], player)?;
        }
        self.from_options(&lists[0], &lists[1])
    }

    /// Returns `true` if `G >= H` up to an infinitesimal: the right stop of the difference is at least 0.
    fn nearly_at_least(&mut self, g: GameId, h: GameId) -> Result<bool, Fault> {
        let difference = self.difference(g, h)?;
        Ok(self.right_stop(difference).signum() >= 0)
    }

    /// Returns a reply to the option that is, up to infinitesimals, no worse for the opponent than the game. A number
    /// does not reverse: nobody moves in it.
    fn nearly_reversing(&mut self, option: GameId, player: Player, g: GameId) -> Result<Option<GameId>, Fault> {
        if self.as_number(option).is_some() {
            return Ok(None);
        }
        for reply in self.options(option, player.other())? {
            let reverses = match player {
                Player::Left => self.nearly_at_least(g, reply)?,
                Player::Right => self.nearly_at_least(reply, g)?,
            };
            if reverses {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    fn drop_nearly_dominated(&mut self, list: &mut Vec<GameId>, player: Player) -> Result<(), Fault> {
        list.sort_unstable();
        list.dedup();
        let mut index = 0;
        while index < list.len() {
            let mut dominated = false;
            for other in 0..list.len() {
                if other != index
                    && match player {
                        Player::Left => self.nearly_at_least(list[other], list[index])?,
                        Player::Right => self.nearly_at_least(list[index], list[other])?,
                    }
                {
                    dominated = true;
                    break;
                }
            }
            if dominated {
                list.remove(index);
            } else {
                index += 1;
            }
        }
        Ok(())
    }
}
