//! Canonical forms (Siegel II.2): dominated options are removed and reversible ones bypassed.
//!
//! While options are removed the game is *provisional*: a record outside the tables, with its own stops and signature,
//! so that comparisons with it take the same fast paths as all others.

use std::hash::Hasher;

use super::arena::{Record, coarse};
use super::hashing::WordHasher;
use super::options::Listing;
use super::{Fault, GameId, Games, Player, signature};
use Player::{Left, Right};

/// Above this length it is worth a look whether all options are nimbers.
const MANY_OPTIONS: usize = 24;
const MOST_PROVISIONAL: u32 = 0x0fff_ffff;

impl Games {
    /// Returns the canonical form of `{left | right}`.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let [two, five] = [2, 5].map(|n| games.integer(n));
    /// assert_eq!(games.from_options(&[two], &[five])?, games.integer(3)); // the simplest number between
    /// assert_eq!(games.from_options(&[GameId::STAR], &[GameId::STAR])?, GameId::ZERO); // both reversible
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if a nimber among the options makes the lists grow past 10^7.
    pub fn from_options(&mut self, left: &[GameId], right: &[GameId]) -> Result<GameId, Fault> {
        self.left.clear();
        self.left.extend_from_slice(left);
        self.right.clear();
        self.right.extend_from_slice(right);
        let game = self.canonical(None, 1)?;
        Ok(self.own(game.0))
    }

    /// Returns the canonical form of the two lists `self.left` and `self.right`. If each is known to be one antichain
    /// after another, `split` has the lengths of the first ones.
    pub(super) fn canonical(&mut self, split: Option<[usize; 2]>, depth: u32) -> Result<GameId, Fault> {
        if self.left.len().min(self.right.len()) > MANY_OPTIONS
            && let Some(nimber) = self.minimal_excluded()
        {
            return Ok(nimber);
        }
        let low = self.best(&self.left, Left);
        let high = self.best(&self.right, Right);
        if let Some(number) = self.number_between(low, high, depth)? {
            return Ok(number);
        }
        match split {
            Some([left, right]) => {
                self.merge_antichains(Left, left, depth)?;
                self.merge_antichains(Right, right, depth)?;
            }
            None => {
                self.remove_dominated(Left, low, depth)?;
                self.remove_dominated(Right, high, depth)?;
            }
        }
        if let Some(known) = self.find_options() {
            return Ok(known);
        }
        self.set_provisional();
        let left = self.bypass_reversible(Left, depth)?;
        let right = self.bypass_reversible(Right, depth)?;
        if left {
            self.remove_dominated(Left, None, depth)?;
        }
        if right {
            self.remove_dominated(Right, None, depth)?;
        }
        if (left || right)
            && let Some(known) = self.find_options()
        {
            return Ok(known);
        }
        if let Some(normal) = self.recognise() {
            return Ok(normal);
        }
        let record = if left || right { self.record_of_lists(false) } else { *self.record(GameId::PROVISIONAL) };
        self.intern(record)
    }

    /// Makes the two lists the provisional game. Neither is empty, and it is no number.
    fn set_provisional(&mut self) {
        if self.provisional == MOST_PROVISIONAL {
            self.orders.clear();
            self.provisional = 0;
        }
        self.provisional += 1;
        let record = self.record_of_lists(true);
        self.records[GameId::PROVISIONAL.0 as usize] = record;
    }

    /// Returns the record of a game that is no number, without a place for its options, from the two lists. The stops
    /// of the provisional game are noted if they are not exact.
    pub(super) fn record_of_lists(&mut self, provisional: bool) -> Record {
        let (mut above, mut below, mut far) = (0, 0, 0);
        let (mut left_tests, mut right_tests) = (true, true);
        let (mut highest, mut lowest) = (i64::MIN, i64::MAX);
        for &option in &self.left {
            let record = self.record(option);
            above |= record.above;
            left_tests &= record.is_test();
            highest = highest.max(record.left_stop);
            far = far.max(record.far);
        }
        for &option in &self.right {
            let record = self.record(option);
            below |= record.below;
            right_tests &= record.is_test();
            lowest = lowest.min(record.right_stop);
            far = far.max(record.far);
        }
        let (above, below) = signature::of_options(above, below);
        let mut record = Record {
            above,
            below,
            lefts: self.left.len() as u32,
            rights: self.right.len() as u32,
            negative: u32::MAX,
            left_high: coarse(highest) + 1,
            right_low: coarse(lowest),
            far,
            flags: left_tests as u8 * Record::LEFT_SETTLED + right_tests as u8 * Record::RIGHT_SETTLED,
            ..Record::default()
        };
        if let (Some(low), Some(high)) = (self.best(&self.left, Left), self.best(&self.right, Right)) {
            (record.left_stop, record.right_stop) = (self.record(low).right_stop, self.record(high).left_stop);
            if self.record(low).is_inexact() || self.record(high).is_inexact() {
                record.flags |= Record::INEXACT;
                if provisional {
                    let stops = (self.stop(low, Right), self.stop(high, Left));
                    self.stops.insert(GameId::PROVISIONAL, stops);
                }
            }
        }
        record
    }

    /// Replaces each reversible option by the options behind it: G^L with some G^LR <= G by all G^LRL (and the mirror
    /// image). Returns `true` if there was one.
    fn bypass_reversible(&mut self, player: Player, depth: u32) -> Result<bool, Fault> {
        let mut changed = false;
        let mut index = 0;
        loop {
            let list = if player == Left { &self.left } else { &self.right };
            let Some(&option) = list.get(index) else { break };
            let Some(reply) = self.reversing(option, player, depth)? else {
                index += 1;
                continue;
            };
            self.budget.tick()?;
            changed = true;
            let list = if player == Left { &mut self.left } else { &mut self.right };
            list.swap_remove(index);
            let behind = match self.listing(reply) {
                Listing::Pool => (0..self.listed(reply, player)).map(|i| self.at(reply, player, i)).collect(),
                Listing::Long(_) => self.options(reply, player)?,
            };
            let list = if player == Left { &mut self.left } else { &mut self.right };
            if behind.len() + list.len() < 64 {
                for option in behind {
                    if !list.contains(&option) {
                        list.push(option);
                    }
                }
            } else {
                list.extend(behind);
                let mut rest = list.split_off(index);
                rest.sort_unstable();
                rest.dedup();
                list.extend(rest);
            }
            let (lefts, rights) = (self.left.len() as u32, self.right.len() as u32);
            let record = &mut self.records[GameId::PROVISIONAL.0 as usize];
            (record.lefts, record.rights) = (lefts, rights);
        }
        Ok(changed)
    }

    /// Returns a reply of the opponent to the option that is no worse for the opponent than the provisional game.
    fn reversing(&mut self, option: GameId, player: Player, depth: u32) -> Result<Option<GameId>, Fault> {
        let game = GameId::PROVISIONAL;
        self.budget.tick()?;
        if self.record(option).is_number() && !self.number_may_reverse(option, player) {
            return Ok(None);
        }
        if let Listing::Long(form) = self.listing(option) {
            for index in self.deciding_options(&form, player.other(), game)? {
                self.budget.tick()?;
                let reply = self.intern_uptimal(form.option(player.other(), index));
                let (low, high) = if player == Left { (reply, game) } else { (game, reply) };
                if self.leq(low, high, depth)? {
                    return Ok(Some(reply));
                }
            }
            return Ok(None);
        }
        for index in 0..self.listed(option, player.other()) {
            let reply = self.at(option, player.other(), index);
            let (low, high) = if player == Left { (reply, game) } else { (game, reply) };
            if self.leq(low, high, depth)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Returns `false` if a number cannot be reversible: it is only if the next one towards the opponent does not pass
    /// the stop there.
    fn number_may_reverse(&self, option: GameId, player: Player) -> bool {
        let game = GameId::PROVISIONAL;
        match player {
            Left => self.compare_stops(option, Left, game, Right).is_lt(),
            Right => self.compare_stops(option, Left, game, Left).is_gt(),
        }
    }

    /// Returns the game with exactly the options in the two sorted lists, if there is one.
    #[inline]
    pub(super) fn find_options(&self) -> Option<GameId> {
        let (lefts, rights) = (self.left.len() as u32, self.right.len() as u32);
        let found = self.by_options.find(hash_lists(&self.left, &self.right), |id| {
            let record = self.record(id);
            if record.lefts != lefts || record.rights != rights {
                return false;
            }
            let start = record.start as usize;
            let options = &self.pool[start..start + self.left.len() + self.right.len()];
            options[..self.left.len()] == self.left[..] && options[self.left.len()..] == self.right[..]
        });
        found.map(|id| self.own(id.0))
    }

    /// Returns a new game with the options in the two sorted lists, which are canonical and no normal form.
    pub(super) fn intern(&mut self, mut record: Record) -> Result<GameId, Fault> {
        self.room(self.left.len() + self.right.len())?;
        let id = self.own(self.records.len() as u32);
        record.start = self.pool.len() as u32;
        (record.lefts, record.rights) = (self.left.len() as u32, self.right.len() as u32);
        if record.is_inexact()
            && let (Some(low), Some(high)) = (self.best(&self.left, Left), self.best(&self.right, Right))
        {
            let stops = (self.stop(low, Right), self.stop(high, Left));
            self.stops.insert(id, stops);
        }
        self.pool.extend_from_slice(&self.left);
        self.pool.extend_from_slice(&self.right);
        self.budget.count_value();
        self.records.push(record);
        self.by_options.insert(hash_lists(&self.left, &self.right), id);
        Ok(id)
    }
}

/// Returns the hash of two sorted lists of options.
#[inline]
pub(super) fn hash_lists(left: &[GameId], right: &[GameId]) -> u64 {
    let mut hasher = WordHasher::default();
    hasher.write_usize(left.len());
    left.iter().chain(right).for_each(|option| hasher.write_u32(option.0));
    hasher.finish()
}
