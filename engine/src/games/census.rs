//! All games born by a day, and games at random.

use super::arena::too_large;
use super::hashing::{FastMap, FastSet};
use super::{Fault, GameId, Games, Order, Player, Random};

/// The last day whose games are listed: by day 4 there are more than 10^28 (Suetsugu 2022).
const LAST_DAY: u64 = 3;
/// The latest birthday of random games.
const MOST_LAYERS: u64 = 10_000;

impl Games {
    /// Returns the values born by day n, in an order that depends on n alone.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// assert_eq!(games.born_by(2)?.len(), 22);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] for n above 3.
    pub fn born_by(&mut self, n: u64) -> Result<Vec<GameId>, Fault> {
        if n > LAST_DAY {
            return Err(too_large("list of all games born by day", n, "day 3"));
        }
        let mut values = vec![GameId::ZERO];
        for _ in 0..n {
            let chains = self.antichains(&values)?;
            let mut seen = FastSet::default();
            let mut all = Vec::new();
            for left in &chains {
                for right in &chains {
                    self.budget.tick()?;
                    let g = self.from_options(left, right)?;
                    if seen.insert(g) {
                        all.push(g);
                    }
                }
            }
            values = all;
        }
        Ok(values)
    }

    /// Returns all sets of pairwise incomparable values.
    fn antichains(&mut self, values: &[GameId]) -> Result<Vec<Vec<GameId>>, Fault> {
        let mut all: Vec<Vec<GameId>> = vec![vec![]];
        for &g in values {
            for index in 0..all.len() {
                let mut free = true;
                for &member in &all[index] {
                    free = free && self.compare(g, member)? == Order::Confused;
                }
                if free {
                    let mut longer = all[index].clone();
                    longer.push(g);
                    all.push(longer);
                }
            }
        }
        Ok(all)
    }

    /// Returns a random game born by day n, the same for the same seed.
    ///
    /// Each day brings four new forms with up to two options a side from the days before.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] for n above 10000.
    pub fn random_game(&mut self, n: u64, seed: u64) -> Result<GameId, Fault> {
        if n > MOST_LAYERS {
            return Err(too_large("birthday", n, &MOST_LAYERS.to_string()));
        }
        let mut random = Random::new(seed);
        // Remainders, not `Random::below`: a seed stands for the same game in every version.
        let mut below = |n: u64| random.next_number() % n;
        let mut values = vec![GameId::ZERO];
        for day in 1..=n {
            let before = values.len();
            for _ in 0..if day == n { 1 } else { 4 } {
                let mut lists: [Vec<GameId>; 2] = Default::default();
                for list in &mut lists {
                    for _ in 0..below(3) {
                        // The later of two places, so that small games are rarer.
                        let pick = below(before as u64).max(below(before as u64));
                        list.push(values[pick as usize]);
                    }
                }
                let g = self.from_options(&lists[0], &lists[1])?;
                values.push(g);
            }
        }
        Ok(values[values.len() - 1])
    }

    /// Returns the companion (Calistrate, Paulhus and Wolfe, On the lattice structure of finite games): * for 0, and
    /// otherwise `{G^L° | G^R°}`, with 0 as one more left option if G > 0, one more right option if G < 0.
    ///
    /// # Errors
    /// The errors of [`Games::options`].
    pub fn companion(&mut self, g: GameId) -> Result<GameId, Fault> {
        let mut known = FastMap::default();
        known.insert(GameId::ZERO, GameId::STAR);
        self.companion_of(g, &mut known, 1)
    }

    fn companion_of(&mut self, g: GameId, known: &mut FastMap<GameId, GameId>, depth: u32) -> Result<GameId, Fault> {
        if let Some(&done) = known.get(&g) {
            return Ok(done);
        }
        if self.as_number(g).is_some_and(|x| x.is_integer()) {
            // {0, (n-1)°|} is n.
            return Ok(g);
        }
        self.budget.tick()?;
        let companion = self.level(depth, |games| {
            let mut lists: [Vec<GameId>; 2] = Default::default();
            for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
                for option in games.options(g, player)? {
                    list.push(games.companion_of(option, known, depth + 1)?);
                }
            }
            match games.compare(g, GameId::ZERO)? {
                Order::Greater => lists[0].push(GameId::ZERO),
                Order::Less => lists[1].push(GameId::ZERO),
                _ => {}
            }
            games.from_options(&lists[0], &lists[1])
        })?;
        known.insert(g, companion);
        Ok(companion)
    }
}
