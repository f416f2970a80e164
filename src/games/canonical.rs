//! Canonical forms (Siegel II.2): simplest numbers, dominated options, reversible options.
//!
//! While options are removed the game is *provisional*: a record outside the tables, with its own stops and signature,
//! so that comparisons with it take the same fast paths as all others.

use std::cmp::Ordering;

use super::arena::{KEY_BITS, Record};
use super::normal_form::NumberUpStar;
use super::options::Listing;
use super::{Dyadic, Fault, GameId, Games, Player, signature};
use Player::{Left, Right};

/// Above this length options are sorted by stops before dominated ones are looked for.
const SHORT: usize = 12;
/// Above this length it is worth a look whether all options are nimbers.
const MANY: usize = 24;
const MOST_PROVISIONAL: u32 = 0x0fff_ffff;

impl Games {
    /// The canonical form of `{left | right}`.
    ///
    /// ```
    /// # use cg::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let [two, five] = [2, 5].map(|n| games.integer(n));
    /// assert_eq!(games.from_options(&[two], &[five])?, games.integer(3)); // the simplest number between
    /// assert_eq!(games.from_options(&[GameId::STAR], &[GameId::STAR])?, GameId::ZERO); // both reversible
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// Those of the [budget](super::Budget), and [`Fault::TooLarge`] if a nimber among the options makes the lists grow
    /// past 10^7.
    pub fn from_options(&mut self, left: &[GameId], right: &[GameId]) -> Result<GameId, Fault> {
        self.left.clear();
        self.left.extend_from_slice(left);
        self.right.clear();
        self.right.extend_from_slice(right);
        self.canonical(None, 1)
    }

    /// The canonical form of the two lists `self.left` and `self.right`. If each is known to be one antichain after
    /// another, `split` has the lengths of the first ones.
    pub(super) fn canonical(&mut self, split: Option<[usize; 2]>, depth: u32) -> Result<GameId, Fault> {
        if self.left.len().min(self.right.len()) > MANY
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
                self.remove_dominated(Left, depth)?;
                self.remove_dominated(Right, depth)?;
            }
        }
        if let Some(known) = self.find_options() {
            return Ok(known);
        }
        self.set_provisional();
        let left = self.bypass_reversible(Left, depth)?;
        let right = self.bypass_reversible(Right, depth)?;
        if left {
            self.remove_dominated(Left, depth)?;
        }
        if right {
            self.remove_dominated(Right, depth)?;
        }
        if (left || right)
            && let Some(known) = self.find_options()
        {
            return Ok(known);
        }
        if let Some(normal) = self.recognise() {
            return Ok(normal);
        }
        let record = *self.record(GameId::PROVISIONAL);
        self.intern(record)
    }

    /// Long lists of nimbers, each plus the same number: if the least nimber that is missing is the same for both
    /// players it is the value, as larger ones are reversible through it.
    fn minimal_excluded(&mut self) -> Option<GameId> {
        let first = self.normal_form(*self.left.first()?)?;
        let mut least = [0, 0];
        for (list, least) in [&self.left, &self.right].into_iter().zip(&mut least) {
            let mut seen = vec![false; list.len()];
            for &option in list {
                let form = self.normal_form(option).filter(|f| f.ups == 0 && f.number == first.number)?;
                if let Some(slot) = usize::try_from(form.star).ok().and_then(|star| seen.get_mut(star)) {
                    *slot = true;
                }
            }
            *least = seen.iter().position(|&seen| !seen).unwrap_or(seen.len()) as u64;
        }
        let form = NumberUpStar { number: first.number, ups: 0, star: least[0] };
        (least[0] == least[1]).then(|| self.intern_number_up_star(form))
    }

    /// The number that `{self.left | self.right}` is, if it is one; `low` and `high` are options with the best stops.
    ///
    /// G is a number if some number x has every G^L <| x <| G^R, and then the simplest such.
    fn number_between(
        &mut self,
        low: Option<GameId>,
        high: Option<GameId>,
        depth: u32,
    ) -> Result<Option<GameId>, Fault> {
        let stops = match (low, high) {
            (Some(l), Some(h)) => self.compare_stops(l, Right, h, Left),
            _ => Ordering::Less,
        };
        if stops == Ordering::Greater {
            return Ok(None);
        }
        let exact = |g: Option<GameId>| g.is_none_or(|g| !self.record(g).is_inexact());
        let keys = exact(low) && exact(high);
        let (mut low_inside, mut high_inside) = (true, true);
        loop {
            if stops == Ordering::Equal && !(low_inside && high_inside) {
                return Ok(None);
            }
            // Try the closed interval first: only if an end is the simplest does it matter whether it belongs.
            let short = if keys {
                let low = low.map(|g| self.record(g).right_stop + !low_inside as i64);
                let high = high.map(|g| self.record(g).left_stop - !high_inside as i64);
                simplest_key(low, high)
            } else {
                None
            };
            let found = match short {
                Some(key) => self.intern_key(key),
                None => {
                    let low = low.map(|g| self.stop(g, Right));
                    let high = high.map(|g| self.stop(g, Left));
                    let low = low.as_ref().map(|x| (x, low_inside));
                    let Some(x) = Dyadic::simplest_between(low, high.as_ref().map(|x| (x, high_inside))) else {
                        return Ok(None);
                    };
                    self.number(&x)
                }
            };
            if low_inside
                && let Some(low) = low
                && self.compare_stops(found, Left, low, Right).is_eq()
                && self.end_taken(Left, found, depth)?
            {
                low_inside = false;
            } else if high_inside
                && let Some(high) = high
                && self.compare_stops(found, Left, high, Left).is_eq()
                && self.end_taken(Right, found, depth)?
            {
                high_inside = false;
            } else {
                return Ok(Some(found));
            }
        }
    }

    /// Whether some option of the player is at least (for Right: at most) the number that is its best stop.
    fn end_taken(&mut self, player: Player, number: GameId, depth: u32) -> Result<bool, Fault> {
        let count = if player == Left { self.left.len() } else { self.right.len() };
        for index in 0..count {
            let option = if player == Left { self.left[index] } else { self.right[index] };
            if self.compare_stops(option, player.other(), number, Left) != Ordering::Equal {
                continue;
            }
            let taken = match player {
                Left => self.leq(number, option, depth)?,
                Right => self.leq(option, number, depth)?,
            };
            if taken {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The number with this key.
    fn intern_key(&mut self, key: i64) -> GameId {
        let zeros = key.trailing_zeros().min(KEY_BITS);
        self.intern_small(key >> zeros, KEY_BITS - zeros, 0, 0)
    }

    /// Sorts a list by id and removes what is dominated: of Left's, what is at most another.
    fn remove_dominated(&mut self, player: Player, depth: u32) -> Result<(), Fault> {
        let mut list = std::mem::take(if player == Left { &mut self.left } else { &mut self.right });
        if list.len() > 1 {
            list.sort_unstable();
            list.dedup();
            if list.len() > SHORT {
                list.sort_by(|&a, &b| match player {
                    Left => self.compare_stops(b, Right, a, Right).then(self.compare_stops(b, Left, a, Left)),
                    Right => self.compare_stops(a, Left, b, Left).then(self.compare_stops(a, Right, b, Right)),
                });
            }
            let mut kept = 0;
            for index in 0..list.len() {
                let option = list[index];
                let (mut other, mut dominated) = (0, false);
                while other < kept {
                    if kept > SHORT {
                        self.budget.tick()?;
                    }
                    let rival = list[other];
                    let (worse, better) = if player == Left { (option, rival) } else { (rival, option) };
                    if self.leq(worse, better, depth)? {
                        dominated = true;
                        break;
                    }
                    if self.leq(better, worse, depth)? {
                        kept -= 1;
                        list[other] = list[kept];
                    } else {
                        other += 1;
                    }
                }
                if !dominated {
                    list[kept] = option;
                    kept += 1;
                }
            }
            list.truncate(kept);
            list.sort_unstable();
        }
        *(if player == Left { &mut self.left } else { &mut self.right }) = list;
        Ok(())
    }

    /// Removes what is dominated from a list of two antichains, the first of this length, and sorts it by id.
    fn merge_antichains(&mut self, player: Player, first: usize, depth: u32) -> Result<(), Fault> {
        let mut list = std::mem::take(if player == Left { &mut self.left } else { &mut self.right });
        let (mut middle, mut end) = (first, list.len());
        let mut index = 0;
        'options: while index < middle {
            let option = list[index];
            let mut other = middle;
            while other < end {
                let rival = list[other];
                let (worse, better) = if player == Left { (option, rival) } else { (rival, option) };
                if self.leq(worse, better, depth)? {
                    // The last of the first antichain takes its place, the last of the second closes the gap.
                    middle -= 1;
                    end -= 1;
                    list[index] = list[middle];
                    list[middle] = list[end];
                    continue 'options;
                }
                if self.leq(better, worse, depth)? {
                    end -= 1;
                    list[other] = list[end];
                } else {
                    other += 1;
                }
            }
            index += 1;
        }
        list.truncate(end);
        list.sort_unstable();
        *(if player == Left { &mut self.left } else { &mut self.right }) = list;
        Ok(())
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

    /// The record of a game that is no number, without a place for its options, from the two lists. The stops of
    /// the provisional game are noted if they are not exact.
    pub(super) fn record_of_lists(&mut self, provisional: bool) -> Record {
        let (mut above, mut below, mut far) = (0, 0, 0);
        let (mut left_tests, mut right_tests) = (true, true);
        for &option in &self.left {
            let record = self.record(option);
            above |= record.above;
            left_tests &= record.is_test();
            far = far.max(record.far);
        }
        for &option in &self.right {
            let record = self.record(option);
            below |= record.below;
            right_tests &= record.is_test();
            far = far.max(record.far);
        }
        let (above, below) = signature::of_options(above, below);
        let mut record = Record {
            above,
            below,
            lefts: self.left.len() as u32,
            rights: self.right.len() as u32,
            negative: u32::MAX,
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
    /// image). Says whether there was one.
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
                Listing::Stars(_) => self.options(reply, player)?,
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

    /// A reply of the opponent to the option that is no worse for the opponent than the provisional game.
    fn reversing(&mut self, option: GameId, player: Player, depth: u32) -> Result<Option<GameId>, Fault> {
        let game = GameId::PROVISIONAL;
        self.budget.tick()?;
        if self.record(option).is_number() && !self.number_may_reverse(option, player) {
            return Ok(None);
        }
        if let Listing::Stars(form) = self.listing(option) {
            for j in self.deciding_stars(form.star, game)? {
                self.budget.tick()?;
                let reply = self.intern_number_up_star(form.left_option(j));
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

    /// A number reverses only if the next one towards the opponent does not pass the stop there.
    fn number_may_reverse(&self, option: GameId, player: Player) -> bool {
        let game = GameId::PROVISIONAL;
        match player {
            Left => self.compare_stops(option, Left, game, Right).is_lt(),
            Right => self.compare_stops(option, Left, game, Left).is_gt(),
        }
    }

    /// The game with exactly the options in the two sorted lists, if there is one.
    #[inline]
    pub(super) fn find_options(&self) -> Option<GameId> {
        let (lefts, rights) = (self.left.len() as u32, self.right.len() as u32);
        self.by_options.find(hash_lists(&self.left, &self.right), |id| {
            let record = self.record(id);
            if record.lefts != lefts || record.rights != rights {
                return false;
            }
            let start = record.start as usize;
            let options = &self.pool[start..start + self.left.len() + self.right.len()];
            options[..self.left.len()] == self.left[..] && options[self.left.len()..] == self.right[..]
        })
    }

    /// A new game with the options in the two sorted lists, which are canonical and no normal form.
    pub(super) fn intern(&mut self, mut record: Record) -> Result<GameId, Fault> {
        self.room(self.left.len() + self.right.len())?;
        let id = GameId(self.records.len() as u32);
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
        self.records.push(record);
        self.by_options.insert(hash_lists(&self.left, &self.right), id);
        Ok(id)
    }
}

/// The hash of two sorted lists of options.
#[inline]
pub(super) fn hash_lists(left: &[GameId], right: &[GameId]) -> u64 {
    let mut hash = left.len() as u64;
    for &option in left.iter().chain(right) {
        hash = (hash.rotate_left(23) ^ u64::from(option.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    hash ^ hash >> 32
}

/// The simplest number whose key is between these, both included; `None` if there is none with so few places.
fn simplest_key(low: Option<i64>, high: Option<i64>) -> Option<i64> {
    const ONE: i64 = 1 << KEY_BITS;
    match (low, high) {
        (Some(a), Some(b)) if a > b => None,
        (Some(a), b) if a > 0 => {
            let integer = (a + ONE - 1) & -ONE;
            let Some(b) = b else { return Some(integer) };
            if integer <= b {
                return Some(integer);
            }
            let bit = 63 - ((a - 1) ^ b).leading_zeros();
            Some(b >> bit << bit)
        }
        (a, Some(b)) if b < 0 => simplest_key(Some(-b), a.map(|a| -a)).map(|key| -key),
        _ => Some(0),
    }
}
