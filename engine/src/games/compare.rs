//! The partial order (Siegel II.1): G <= H unless some H^R <= G or some G^L >= H.
//!
//! Cheap tests come first and settle most questions: equal ids, stops, signatures, closed forms. Then a small memory,
//! then the definition, without the options of numbers (number avoidance, Siegel II.3).

use super::arena::{PROVISIONAL_IDS, Record, coarse};
use super::normal_form::{both_packed, infinitesimal_less_or_equal, unpack};
use super::options::Listing;
use super::{Fault, GameId, Games, Player, deep};

/// Levels of recursion between two looks at the stack.
const STRIDE: u32 = 64;
/// The deepest recursion.
const MOST_LEVELS: u32 = 2_000_000;
/// The approximate size of the stack frame of a level, in bytes.
const FRAME: usize = 512;

/// Returns, for `G <= H` that signatures leave open, `true` if no G^L needs a look and `true` if no H^R does: none has
/// stops with which it could be at least H, or at most G.
#[inline]
fn settled(g: &Record, h: &Record) -> (bool, bool) {
    let left = (g.flags & Record::LEFT_SETTLED != 0) | (g.left_high <= coarse(h.left_stop));
    let right = (h.flags & Record::RIGHT_SETTLED != 0) | (coarse(g.right_stop) < h.right_low);
    (left, right)
}

impl Games {
    /// Returns `true` if `a <= b`: Left, playing second, does not lose on `b - a`.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let (one, up) = (games.integer(1), games.number_up_star(&Dyadic::ZERO, 1, 0)?);
    /// assert!(games.less_or_equal(up, one)? && !games.less_or_equal(up, GameId::STAR)?);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::Depth`].
    #[inline]
    pub fn less_or_equal(&mut self, a: GameId, b: GameId) -> Result<bool, Fault> {
        self.leq(a, b, 1)
    }

    #[inline]
    pub(super) fn leq(&mut self, g: GameId, h: GameId, depth: u32) -> Result<bool, Fault> {
        match self.verdict(g, h) {
            Some(answer) => Ok(answer),
            None => self.search(g, h, depth),
        }
    }

    /// Returns the answer to `g <= h` if it takes no search.
    #[inline]
    pub(super) fn verdict(&self, g: GameId, h: GameId) -> Option<bool> {
        let (a, b) = (self.record(g), self.record(h));
        if (a.left_stop > b.left_stop) | (a.right_stop > b.right_stop) {
            return Some(false);
        }
        if a.left_stop < b.right_stop {
            return Some(true);
        }
        if (a.flags | b.flags) & Record::INEXACT != 0 {
            return self.exact_verdict(g, h);
        }
        self.infinitesimal_verdict(g, h)
    }

    /// Returns the rest of [`Games::verdict`], when stops do not decide.
    #[inline]
    fn infinitesimal_verdict(&self, g: GameId, h: GameId) -> Option<bool> {
        let (a, b) = (self.record(g), self.record(h));
        if (a.above & !b.above) | (b.below & !a.below) != 0 {
            return Some(false);
        }
        if a.below & b.above != 0 || g == h {
            return Some(true);
        }
        if a.is_normal() && b.is_normal() {
            return Some(self.normal_less_or_equal(g, h));
        }
        (settled(a, b) == (true, true)).then_some(true)
    }

    #[cold]
    fn exact_verdict(&self, g: GameId, h: GameId) -> Option<bool> {
        use Player::{Left, Right};
        if self.compare_stops(g, Left, h, Left).is_gt() || self.compare_stops(g, Right, h, Right).is_gt() {
            return Some(false);
        }
        if self.compare_stops(g, Left, h, Right).is_lt() {
            return Some(true);
        }
        self.infinitesimal_verdict(g, h)
    }

    /// Returns `true` if `g <= h`, for normal forms.
    #[inline(never)]
    fn normal_less_or_equal(&self, g: GameId, h: GameId) -> bool {
        let (a, b) = (self.record(g), self.record(h));
        if both_packed(a.normal, b.normal) && (a.flags | b.flags) & Record::INEXACT == 0 {
            let ((_, _, u, s), (_, _, v, t)) = (unpack(a.normal), unpack(b.normal));
            return a.left_stop < b.left_stop
                || a.left_stop == b.left_stop && infinitesimal_less_or_equal((u, s), (v, t));
        }
        match (self.normal_form(g), self.normal_form(h)) {
            (Some(a), Some(b)) => a.less_or_equal(&b),
            _ => false,
        }
    }

    /// Returns the id under which comparisons with a game are remembered.
    #[inline]
    fn remembered(&self, g: GameId) -> u32 {
        if g == GameId::PROVISIONAL { PROVISIONAL_IDS | self.provisional } else { g.0 }
    }

    fn search(&mut self, g: GameId, h: GameId, depth: u32) -> Result<bool, Fault> {
        let (a, b) = (self.remembered(g), self.remembered(h));
        if let Some(answer) = self.orders.get(a, b) {
            return Ok(answer);
        }
        let began = self.budget.spent();
        let answer = self.level(depth, |games| games.by_definition(g, h, depth + 1))?;
        self.orders.put(a, b, answer, self.budget.spent().wrapping_sub(began));
        Ok(answer)
    }

    fn by_definition(&mut self, g: GameId, h: GameId, depth: u32) -> Result<bool, Fault> {
        self.budget.tick()?;
        let (skip_left, skip_right) = settled(self.record(g), self.record(h));
        let of_g = if skip_left { Listing::Pool } else { self.listing(g) };
        let of_h = if skip_right { Listing::Pool } else { self.listing(h) };
        if let Listing::Long(form) = of_g {
            for index in self.deciding_options(&form, Player::Left, h)? {
                self.budget.tick()?;
                let option = self.intern_uptimal(form.option(Player::Left, index));
                if self.leq(h, option, depth)? {
                    return Ok(false);
                }
            }
            return Ok(skip_right || !self.some_right_below(h, g, depth)?);
        }
        if let Listing::Long(form) = of_h {
            for index in self.deciding_options(&form, Player::Right, g)? {
                self.budget.tick()?;
                let option = self.intern_uptimal(form.option(Player::Right, index));
                if self.leq(option, g, depth)? {
                    return Ok(false);
                }
            }
            return Ok(skip_left || !self.some_left_above(g, h, depth)?);
        }
        // First the options that are known at once, then those that take a search.
        let lefts = if skip_left { 0 } else { self.record(g).lefts };
        let rights = if skip_right { 0 } else { self.record(h).rights };
        let mut open = false;
        for index in 0..rights {
            match self.verdict(self.right_at(h, index), g) {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => open = true,
            }
        }
        for index in 0..lefts {
            match self.verdict(h, self.left_at(g, index)) {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => open = true,
            }
        }
        if !open {
            return Ok(true);
        }
        if rights > 0 && self.some_right_below(h, g, depth)? {
            return Ok(false);
        }
        Ok(lefts == 0 || !self.some_left_above(g, h, depth)?)
    }

    /// Returns `true` if some listed H^R <= G.
    fn some_right_below(&mut self, h: GameId, g: GameId, depth: u32) -> Result<bool, Fault> {
        for index in 0..self.listed(h, Player::Right) {
            let option = self.right_at(h, index);
            if self.leq(option, g, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns `true` if some listed G^L >= H.
    fn some_left_above(&mut self, g: GameId, h: GameId, depth: u32) -> Result<bool, Fault> {
        for index in 0..self.listed(g, Player::Left) {
            let option = self.left_at(g, index);
            if self.leq(h, option, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Runs one level of a recursion, on more stack when it is needed.
    #[inline]
    pub(super) fn level<R>(
        &mut self,
        depth: u32,
        run: impl FnOnce(&mut Games) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        if depth.is_multiple_of(STRIDE) { self.deeper(depth, run) } else { run(self) }
    }

    #[cold]
    fn deeper<R>(&mut self, depth: u32, run: impl FnOnce(&mut Games) -> Result<R, Fault>) -> Result<R, Fault> {
        if depth > MOST_LEVELS {
            return Err(Fault::Depth { limit: MOST_LEVELS as usize });
        }
        self.budget.reserve(depth as usize * FRAME)?;
        deep::level(STRIDE as usize * FRAME, || run(self))?
    }
}
