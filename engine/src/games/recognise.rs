//! Recognition: which canonical forms are uptimals, and reading the parts of one.

use super::normal_form;
use super::{Dyadic, GameId, Games, Player, Ups, Uptimal};

impl Games {
    /// Returns the uptimal whose canonical options are the two sorted lists, if there is one and it is no number.
    pub(super) fn recognise(&mut self) -> Option<GameId> {
        let first = *self.left.first()?;
        if !self.record(first).is_normal() || !self.record(*self.right.first()?).is_normal() {
            return None;
        }
        let form = self.recognise_star().or_else(|| self.recognise_ups())?;
        Some(self.intern_uptimal(form))
    }

    /// Recognises `x + *k`: both players have just `x + *j` for all j < k.
    fn recognise_star(&self) -> Option<Uptimal> {
        if self.left != self.right {
            return None;
        }
        let k = self.left.len() as u64;
        let x = self.normal_form(self.left[0])?.number;
        for &option in &self.left {
            let form = self.normal_form(option)?;
            if !form.ups.is_zero() || form.star >= k || form.number != x {
                return None;
            }
        }
        Some(Uptimal { number: x, ups: Ups::ZERO, star: k })
    }

    /// Powers of up with a star: one player, who does not own the highest power, has just the move in it, from which
    /// the rest follows but for which power that is.
    fn recognise_ups(&self) -> Option<Uptimal> {
        let stop = self.record(*self.left.first()?).left_stop;
        let alike = |&g: &GameId| self.record(g).is_normal() && self.record(g).left_stop == stop;
        let few = self.left.len() == 1 || self.right.len() == 1;
        if !few || !self.left.iter().chain(&self.right).all(alike) {
            return None;
        }
        let owned_by = |owner| match owner {
            Player::Left => self.owned_by(owner, &self.left, &self.right),
            Player::Right => self.owned_by(owner, &self.right, &self.left),
        };
        owned_by(Player::Left).or_else(|| owned_by(Player::Right))
    }

    /// Returns the uptimal whose highest power is the owner's, with these options of the owner and of the rival.
    fn owned_by(&self, owner: Player, options: &[GameId], rivals: &[GameId]) -> Option<Uptimal> {
        let &[reply] = rivals else { return None };
        let reply = self.normal_form(reply)?;
        let sign = if owner == Player::Left { 1 } else { -1 };
        let is_owned = |power: u64| {
            let ups = reply.ups.plus(&Ups::sum_of_powers(power).signed(sign));
            if ups.highest() != power || ups.last_signum() != sign {
                return None;
            }
            let form = Uptimal { number: reply.number.clone(), ups, star: reply.star ^ 1 };
            let is_option = |&g: &GameId| {
                self.normal_form(g)
                    .is_some_and(|option| option.number == form.number && form.has_option(owner, &option))
            };
            (form.option_count(owner) == options.len() as u64 && options.iter().all(is_option)).then_some(form)
        };
        // The reply may have lost the highest power, and those below it that the owner's move there leaves.
        let highest = reply.ups.highest();
        let found = is_owned(highest).or_else(|| is_owned(highest + 1));
        found.or_else(|| {
            let stem = options.iter().filter_map(|&g| Some(self.normal_form(g)?.ups.highest())).max()?;
            (stem > highest).then(|| is_owned(stem + 1)).flatten()
        })
    }

    /// Returns the value as a number, if it is one.
    pub fn as_number(&self, g: GameId) -> Option<Dyadic> {
        self.record(g).is_number().then(|| self.left_stop(g))
    }

    /// Returns the value as an integer, if it is one that fits.
    pub fn as_integer(&self, g: GameId) -> Option<i64> {
        self.as_number(g)?.as_i64()
    }

    /// Returns the value as a nimber: k of `*k`, and 0 of 0.
    pub fn as_nimber(&self, g: GameId) -> Option<u64> {
        let bits = self.record(g).normal;
        if normal_form::is_packed(bits) {
            let (numerator, _, ups, star) = normal_form::unpack(bits);
            return (ups == 0 && numerator == 0).then_some(star);
        }
        let form = self.normal_form(g)?;
        (form.ups.is_zero() && form.number.is_zero()).then_some(form.star)
    }

    /// Returns the number, the multiple of up and the nimber whose sum the value is. `None` if it is no sum of this
    /// form, or if the multiple does not fit.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let star_up = games.from_options(&[GameId::ZERO, GameId::STAR], &[GameId::ZERO])?;
    /// assert_eq!(games.as_number_up_star(star_up), Some((Dyadic::ZERO, 1, 1)));
    /// assert_eq!(games.as_nimber(GameId::STAR), Some(1));
    /// assert_eq!(games.as_number(GameId::STAR), None);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn as_number_up_star(&self, g: GameId) -> Option<(Dyadic, i64, u64)> {
        let form = self.normal_form(g)?;
        Some((form.number, form.ups.as_multiple()?, form.star))
    }

    /// Returns `true` if both players have the same options in the canonical form of every follower. The value is then
    /// a nimber.
    pub fn is_impartial(&self, g: GameId) -> bool {
        self.as_nimber(g).is_some()
    }
}
