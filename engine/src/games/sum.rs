//! Disjunctive sums and negatives (Siegel II.1).
//!
//! `G + H = {G^L + H, G + H^L | G^R + H, G + H^R}`. Sums of normal forms have a closed form; the sum with a number moves
//! the number into the options and needs no simplification (number translation, Siegel II.3); others are remembered.

use dashu_int::IBig;

use super::arena::{Record, too_large};
use super::normal_form::{add_packed, both_packed, is_packed, negate_packed};
use super::options::Listing;
use super::{Dyadic, Fault, GameId, Games, LIST_OF_OPTIONS, Player, Uptimal};

/// A nimber above this is not added option by option.
const LARGEST_SUM_LIST: u64 = 4096;
/// Powers of up in which more moves may follow each other than this are not added step by step.
const MOST_MOVES: u64 = 100_000;
/// Bits of the nimbers in a game for which the far star is examined.
const MAX_FAR_BITS: u8 = 6;

impl Games {
    /// Returns the sum of two games.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let (two, three) = (games.nimber(2)?, games.nimber(3)?);
    /// assert_eq!(games.sum(two, three)?, GameId::STAR);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::Depth`], and [`Fault::TooLarge`] for very long lists of options.
    pub fn sum(&mut self, a: GameId, b: GameId) -> Result<GameId, Fault> {
        self.work.clear();
        let sum = self.add(a, b, 1)?;
        Ok(self.own(sum.0))
    }

    /// Reads where the sums of these pairs are remembered, so that many of them are soon found one after the other.
    #[inline]
    pub(crate) fn touch_sums(&self, pairs: impl Iterator<Item = (GameId, GameId)>) {
        self.sums.touch(pairs);
    }

    /// Returns the difference `a - b`.
    pub fn difference(&mut self, a: GameId, b: GameId) -> Result<GameId, Fault> {
        let negative = self.negative(b)?;
        self.sum(a, negative)
    }

    /// Returns the negative: the players change sides.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let (two, one) = (games.integer(2), games.integer(1));
    /// let hot = games.from_options(&[two], &[one])?; // {2|1}
    /// let (left, right) = (games.integer(-1), games.integer(-2));
    /// assert_eq!(games.negative(hot)?, games.from_options(&[left], &[right])?);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::Depth`].
    #[inline]
    pub fn negative(&mut self, g: GameId) -> Result<GameId, Fault> {
        self.negative_if(true, g)
    }

    /// Returns the game or its negative.
    #[inline]
    pub fn negative_if(&mut self, negate: bool, g: GameId) -> Result<GameId, Fault> {
        let negative = self.record(g).negative;
        let known = if negate { negative } else { g.0 };
        if known != u32::MAX {
            return Ok(self.own(known));
        }
        self.work.clear();
        self.negate(g, 1)
    }

    pub(super) fn negate(&mut self, g: GameId, depth: u32) -> Result<GameId, Fault> {
        let record = self.record(g);
        if record.negative != u32::MAX {
            return Ok(self.own(record.negative));
        }
        let negative = if record.is_normal() {
            match Some(record.normal).filter(|&bits| is_packed(bits)).and_then(negate_packed) {
                Some(packed) => self.intern_packed(packed),
                None => self.negate_large(g),
            }
        } else {
            self.level(depth, |games| games.negate_options(g, depth + 1))?
        };
        self.records[g.0 as usize].negative = negative.0;
        self.records[negative.0 as usize].negative = g.0;
        Ok(negative)
    }

    fn negate_large(&mut self, g: GameId) -> GameId {
        let Some(form) = self.normal_form(g) else { return g };
        self.intern_uptimal(form.times(&IBig::NEG_ONE))
    }

    fn negate_options(&mut self, g: GameId, depth: u32) -> Result<GameId, Fault> {
        self.budget.tick()?;
        let base = self.work.len();
        for player in [Player::Right, Player::Left] {
            for index in 0..self.listed(g, player) {
                let option = self.at(g, player, index);
                let negative = self.negate(option, depth)?;
                self.work.push(negative);
            }
        }
        self.gather(base, base + self.record(g).rights as usize);
        self.intern_lists()
    }

    /// Moves the options collected since `base` into the two lists.
    fn gather(&mut self, base: usize, middle: usize) {
        self.left.clear();
        self.left.extend_from_slice(&self.work[base..middle]);
        self.right.clear();
        self.right.extend_from_slice(&self.work[middle..]);
        self.work.truncate(base);
    }

    /// Returns the game of two lists that are canonical but not sorted, and no normal form.
    fn intern_lists(&mut self) -> Result<GameId, Fault> {
        self.left.sort_unstable();
        self.right.sort_unstable();
        if let Some(known) = self.find_options() {
            return Ok(known);
        }
        let record = self.record_of_lists(false);
        self.intern(record)
    }

    pub(super) fn add(&mut self, a: GameId, b: GameId, depth: u32) -> Result<GameId, Fault> {
        let (r, s) = (self.record(a), self.record(b));
        if r.is_normal() && s.is_normal() {
            if both_packed(r.normal, s.normal)
                && let Some(packed) = add_packed(r.normal, s.normal)
            {
                return Ok(self.intern_packed(packed));
            }
            return Ok(self.add_large(a, b));
        }
        if a == GameId::ZERO {
            return Ok(b);
        }
        if b == GameId::ZERO {
            return Ok(a);
        }
        if r.negative == b.0 {
            return Ok(GameId::ZERO);
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if let Some(sum) = self.sums.get(a, b) {
            return Ok(sum);
        }
        let sum = self.level(depth, |games| games.add_options(a, b, depth + 1))?;
        let growth = self.sums.growth();
        let may_grow = growth < 1 << 16 || self.budget.reserve(growth).is_ok();
        self.sums.put(a, b, sum, may_grow);
        Ok(sum)
    }

    fn add_large(&mut self, a: GameId, b: GameId) -> GameId {
        let (Some(a), Some(b)) = (self.normal_form(a), self.normal_form(b)) else { return GameId::ZERO };
        self.intern_uptimal(a.plus(&b))
    }

    fn add_options(&mut self, a: GameId, b: GameId, depth: u32) -> Result<GameId, Fault> {
        self.budget.tick()?;
        self.room(0)?;
        if self.record(a).is_number() {
            return self.translate(a, b, depth);
        }
        if self.record(b).is_number() {
            return self.translate(b, a, depth);
        }
        let base = self.work.len();
        let left = self.add_side(a, b, Player::Left, depth)?;
        let middle = self.work.len();
        let right = self.add_side(a, b, Player::Right, depth)?;
        self.gather(base, middle);
        self.canonical(Some([left, right]), depth)
    }

    /// Collects the options of one player of the sum: those in `a`, whose number is returned, then those in `b`. The
    /// options of a canonical form are an antichain, and so are their sums with one game.
    fn add_side(&mut self, a: GameId, b: GameId, player: Player, depth: u32) -> Result<usize, Fault> {
        let base = self.work.len();
        let mut first = 0;
        for (turn, (moved, kept)) in [(a, b), (b, a)].into_iter().enumerate() {
            if self.record(moved).flags & Record::WIDE != 0
                && let Some(form) = self.normal_form(moved)
            {
                if self.is_outplayed(&form, kept, player, depth)? {
                    continue;
                }
                let (moves, _) = form.play_to_nimber();
                if moves > MOST_MOVES.into() {
                    return Err(too_large("multiple of up", moves, "100000"));
                }
                let options = form.option_count(player);
                if options > LARGEST_SUM_LIST {
                    return Err(too_large(LIST_OF_OPTIONS, options, "4096"));
                }
            }
            if let Listing::Long(form) = self.listing(moved) {
                for index in 0..form.option_count(player) {
                    let option = self.intern_uptimal(form.option(player, index));
                    let sum = self.add(option, kept, depth)?;
                    self.work.push(sum);
                }
            } else {
                for index in 0..self.listed(moved, player) {
                    let option = self.at(moved, player, index);
                    let sum = self.add(option, kept, depth)?;
                    self.work.push(sum);
                }
            }
            if turn == 0 {
                first = self.work.len() - base;
            }
        }
        Ok(first)
    }

    /// Returns `true` if the player's moves in a normal form with very many followers are all dominated by moves in H
    /// in its sum with H, so that they can be left out. The move from N to O is dominated by that to H^L if
    /// `H <= H^L + (N - O)`.
    fn is_outplayed(&mut self, form: &Uptimal, h: GameId, player: Player, depth: u32) -> Result<bool, Fault> {
        let (stars, options) = (form.stars(player), form.option_count(player));
        let far = self.record(h).far;
        if stars > 0 && far > MAX_FAR_BITS {
            return Ok(false);
        }
        // The moves to a nimber *j differ from N by the ups and a nimber *m. From the far star on all m are alike.
        let ups = Uptimal { number: Dyadic::ZERO, ups: form.ups.clone(), star: 0 };
        let least = u64::from(form.ups.is_zero());
        let mut offsets: Vec<Uptimal> = match stars {
            0 => Vec::new(),
            _ if stars <= 1 << far => (0..stars).map(|j| Uptimal { star: form.star ^ j, ..ups.clone() }).collect(),
            _ => (least..=1 << far).map(|m| Uptimal { star: m, ..ups.clone() }).collect(),
        };
        offsets.extend((stars..options).map(|index| form.plus(&form.option(player, index).times(&IBig::NEG_ONE))));
        for offset in offsets {
            if !self.is_outplayed_by(offset, h, player, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns `true` if some `H^L + offset >= H` (for Right: some `H^R + offset <= H`).
    fn is_outplayed_by(&mut self, offset: Uptimal, h: GameId, player: Player, depth: u32) -> Result<bool, Fault> {
        let offset = self.intern_uptimal(offset);
        for index in 0..self.listed(h, player) {
            let option = self.at(h, player, index);
            let moved = self.add(option, offset, depth)?;
            let dominated = match player {
                Player::Left => self.leq(h, moved, depth)?,
                Player::Right => self.leq(moved, h, depth)?,
            };
            if dominated {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns `x + G = {x + G^L | x + G^R}` for a number x and G that is none.
    fn translate(&mut self, x: GameId, g: GameId, depth: u32) -> Result<GameId, Fault> {
        assert_ne!(self.record(g).start, Record::NOWHERE);
        let base = self.work.len();
        for player in [Player::Left, Player::Right] {
            for index in 0..self.listed(g, player) {
                let option = self.at(g, player, index);
                let sum = self.add(x, option, depth)?;
                self.work.push(sum);
            }
        }
        self.gather(base, base + self.record(g).lefts as usize);
        self.intern_lists()
    }
}
