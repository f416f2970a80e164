//! Recognition: which canonical forms are sums of number, ups and star, and reading those parts of a value.

use super::normal_form::{self, NumberUpStar};
use super::{Dyadic, GameId, Games};

impl Games {
    /// The number, ups and star whose canonical options are the two sorted lists, if they are those of one that is
    /// no number.
    pub(super) fn recognise(&mut self) -> Option<GameId> {
        let first = *self.left.first()?;
        if !self.record(first).is_normal() || !self.record(*self.right.first()?).is_normal() {
            return None;
        }
        let form = self.recognise_star().or_else(|| self.recognise_ups())?;
        Some(self.intern_number_up_star(form))
    }

    /// `x + *k`: both players have just `x + *j` for all j < k.
    fn recognise_star(&self) -> Option<NumberUpStar> {
        if self.left != self.right {
            return None;
        }
        let k = self.left.len() as u64;
        let x = self.normal_form(self.left[0])?.number;
        for &option in &self.left {
            let form = self.normal_form(option)?;
            if form.ups != 0 || form.star >= k || form.number != x {
                return None;
            }
        }
        Some(NumberUpStar { number: x, ups: 0, star: k })
    }

    /// `x + n·up + *k = {x | x + (n-1)·up + *(k xor 1)}`, `x + up + * = {x, x + * | x}`, and their mirror images.
    fn recognise_ups(&self) -> Option<NumberUpStar> {
        let form = |g: GameId| self.normal_form(g);
        match (&self.left[..], &self.right[..]) {
            (&[low], &[high]) => {
                let (low, high) = (form(low)?, form(high)?);
                if low.number != high.number {
                    None
                } else if low.is_number() && high.ups >= 0 {
                    Some(NumberUpStar { number: low.number, ups: high.ups.checked_add(1)?, star: high.star ^ 1 })
                } else if high.is_number() && low.ups <= 0 {
                    Some(NumberUpStar { number: low.number, ups: low.ups.checked_sub(1)?, star: low.star ^ 1 })
                } else {
                    None
                }
            }
            (&[a, b], &[number]) => self.up_star(form(a)?, form(b)?, form(number)?, 1),
            (&[number], &[a, b]) => self.up_star(form(a)?, form(b)?, form(number)?, -1),
            _ => None,
        }
    }

    fn up_star(&self, a: NumberUpStar, b: NumberUpStar, x: NumberUpStar, ups: i64) -> Option<NumberUpStar> {
        let star = |form: &NumberUpStar| form.ups == 0 && form.star == 1;
        let both = (a.is_number() && star(&b)) || (b.is_number() && star(&a));
        (x.is_number() && both && a.number == x.number && b.number == x.number).then_some(NumberUpStar {
            number: x.number,
            ups,
            star: 1,
        })
    }

    /// The value as a number, if it is one.
    pub fn as_number(&self, g: GameId) -> Option<Dyadic> {
        self.record(g).is_number().then(|| self.left_stop(g))
    }

    /// The value as an integer, if it is one that fits.
    pub fn as_integer(&self, g: GameId) -> Option<i64> {
        self.as_number(g)?.as_i64()
    }

    /// The value as a nimber: k of `*k`, and 0 of 0.
    pub fn as_nimber(&self, g: GameId) -> Option<u64> {
        let bits = self.record(g).normal;
        if normal_form::is_packed(bits) {
            let (numerator, _, ups, star) = normal_form::unpack(bits);
            return (ups == 0 && numerator == 0).then_some(star);
        }
        let form = self.normal_form(g)?;
        (form.ups == 0 && form.number.is_zero()).then_some(form.star)
    }

    /// Number, multiple of up and nimber whose sum the value is, if there are such.
    ///
    /// ```
    /// # use cg::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let star_up = games.from_options(&[GameId::ZERO, GameId::STAR], &[GameId::ZERO])?;
    /// assert_eq!(games.as_number_up_star(star_up), Some((Dyadic::ZERO, 1, 1)));
    /// assert_eq!(games.as_nimber(GameId::STAR), Some(1));
    /// assert_eq!(games.as_number(GameId::STAR), None);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn as_number_up_star(&self, g: GameId) -> Option<(Dyadic, i64, u64)> {
        self.normal_form(g).map(|form| (form.number, form.ups, form.star))
    }

    /// Whether both players have the same options in the canonical form of every follower: then it is a nimber.
    pub fn is_impartial(&self, g: GameId) -> bool {
        self.as_nimber(g).is_some()
    }
}
