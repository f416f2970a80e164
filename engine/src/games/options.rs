//! Options: stored for most games, made on demand for uptimals.
//!
//! The integer 2^63 has one option and *10^9 has a thousand million: neither is built with the game. The few options
//! of a normal form are put into the pool when a comparison first needs them; longer lists stay a rule.

use super::arena::{MOST_EXPANDED, Record, too_large};
use super::{Fault, GameId, Games, LIST_OF_OPTIONS, Player, Uptimal};

/// The longest list of options that is ever built.
const MOST_LISTED: u64 = 10_000_000;

/// Options of a canonical form as a comparison walks them.
pub(super) enum Listing {
    /// The options in the pool (or those of the provisional game).
    Pool,
    /// The options of this uptimal, which are many because its nimber is large.
    Long(Uptimal),
}

impl Games {
    /// Returns the number of options of a player in the canonical form.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let big = games.nimber(1_000_000_000)?;
    /// assert_eq!(games.option_count(big, Player::Left), 1_000_000_000);
    /// assert_eq!(games.option(big, Player::Left, 7), games.nimber(7)?);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn option_count(&self, g: GameId, player: Player) -> u64 {
        match self.normal_form(g) {
            Some(form) => form.option_count(player),
            None => self.listed(g, player).into(),
        }
    }

    /// Returns one option of a player, by its index below [`Games::option_count`]; past the end, the last one (0 if
    /// there is none).
    pub fn option(&mut self, g: GameId, player: Player, index: u64) -> GameId {
        let Some(last) = self.option_count(g, player).checked_sub(1) else { return GameId::ZERO };
        let index = index.min(last);
        match self.normal_form(g) {
            Some(form) => self.intern_uptimal(form.option(player, index)),
            None => self.at(g, player, index as u32),
        }
    }

    /// Returns all options of a player in the canonical form.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
    /// assert_eq!(games.options(up, Player::Right)?, [GameId::STAR]);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if there are more than 10^7.
    pub fn options(&mut self, g: GameId, player: Player) -> Result<Vec<GameId>, Fault> {
        if matches!(self.listing(g), Listing::Pool) {
            let count = self.listed(g, player);
            self.budget.reserve(count as usize * 4)?;
            self.budget.charge(count as usize)?;
            return Ok((0..count).map(|index| self.at(g, player, index)).collect());
        }
        let count = self.option_count(g, player);
        if count > MOST_LISTED {
            return Err(too_large(LIST_OF_OPTIONS, count, "10000000"));
        }
        self.budget.reserve(count as usize * (4 + if self.record(g).is_normal() { 80 } else { 0 }))?;
        let mut options = Vec::with_capacity(count as usize);
        for index in 0..count {
            self.budget.tick()?;
            options.push(self.option(g, player, index));
        }
        Ok(options)
    }

    /// Finds the options of a game. Builds those of a normal form if they are few.
    #[inline]
    pub(super) fn listing(&mut self, g: GameId) -> Listing {
        if self.record(g).start != Record::NOWHERE { Listing::Pool } else { self.expand(g) }
    }

    #[cold]
    fn expand(&mut self, g: GameId) -> Listing {
        let Some(form) = self.normal_form(g) else { return Listing::Pool };
        let [lefts, rights] = [Player::Left, Player::Right].map(|player| form.option_count(player));
        if lefts.max(rights) > MOST_EXPANDED {
            return Listing::Long(form);
        }
        let start = self.pool.len();
        for (player, count) in [(Player::Left, lefts), (Player::Right, rights)] {
            for index in 0..count {
                let option = self.intern_uptimal(form.option(player, index));
                self.pool.push(option);
            }
        }
        self.expanded.push(g);
        let record = &mut self.records[g.0 as usize];
        (record.start, record.lefts, record.rights) = (start as u32, lefts as u32, rights as u32);
        Listing::Pool
    }

    /// Returns the number of listed options.
    #[inline]
    pub(super) fn listed(&self, g: GameId, player: Player) -> u32 {
        match player {
            Player::Left => self.record(g).lefts,
            Player::Right => self.record(g).rights,
        }
    }

    /// Returns a listed left option.
    #[inline]
    pub(super) fn left_at(&self, g: GameId, index: u32) -> GameId {
        if g == GameId::PROVISIONAL {
            return self.left[index as usize];
        }
        self.pool[(self.record(g).start + index) as usize]
    }

    /// Returns a listed right option.
    #[inline]
    pub(super) fn right_at(&self, g: GameId, index: u32) -> GameId {
        if g == GameId::PROVISIONAL {
            return self.right[index as usize];
        }
        let record = self.record(g);
        self.pool[(record.start + record.lefts + index) as usize]
    }

    /// Returns a listed option.
    #[inline]
    pub(super) fn at(&self, g: GameId, player: Player, index: u32) -> GameId {
        match player {
            Player::Left => self.left_at(g, index),
            Player::Right => self.right_at(g, index),
        }
    }

    /// Indices of the options of an uptimal that decide whether one of them is at most (or at least) `h`. Among the
    /// `x + *j`, from a power of two above the nimbers in `h` on all j behave alike (the far star), but for those that
    /// options of `h` name.
    pub(super) fn deciding_options(
        &self,
        uptimal: &Uptimal,
        player: Player,
        h: GameId,
    ) -> Result<impl Iterator<Item = u64> + use<>, Fault> {
        let k = uptimal.stars(player);
        let mut named = Vec::new();
        let mut far = 0;
        let own = if h == GameId::PROVISIONAL { None } else { self.normal_form(h) };
        if let Some(form) = own {
            named.extend([form.star, form.star ^ 1]);
        } else {
            for player in [Player::Left, Player::Right] {
                for index in 0..self.listed(h, player) {
                    let option = self.at(h, player, index);
                    match self.normal_form(option) {
                        Some(form) => named.extend([form.star, form.star ^ 1]),
                        None => far = far.max(self.record(option).far),
                    }
                }
            }
        }
        let first = (1u64 << far.min(62)).saturating_add(named.len() as u64 + 1).min(k);
        if first > MOST_LISTED {
            return Err(too_large(LIST_OF_OPTIONS, first, "10000000"));
        }
        named.retain(|&j| j >= first && j < k);
        named.sort_unstable();
        named.dedup();
        Ok((0..first).chain(named).chain(k..uptimal.option_count(player)))
    }
}
