//! Uptimals (Winning Ways, ch. 8; Siegel II.7): sums of a number, powers of up and a nimber, and their closed forms.
//!
//! A move in `up^n` takes it away (Left) or leaves `* - (up + ... + up^(n-1))` (Right). So all moves of
//! `G = a_1·up + ... + a_n·up^n + *k`, with `a_n > 0`, are again uptimals, and so are the options of the canonical form,
//! which come from moves by passing through reversible ones:
//!
//! - Right has one: that in the highest power, to `G - (up + ... + up^n) + *`.
//! - Left's moves in the highest power end at the *stem* P: the part of G below it, and, if `a_n >= 2`, without the
//!   positive coefficients in which that part ends at once. (Right answers a move to those with one to `G` or less.) If
//!   some coefficient of the stem is negative, the last one that of `up^m`, Left has `P + *k` and the move in that
//!   power, to the stem up to there `+ (up + ... + up^m) + *`. Otherwise she has `P + *k` and the nimbers `*j` that are
//!   neither below it nor reversible: all with j < k if `a_1 = 0`, else 0 if `k = 1` and G is confused with 0. If
//!   `P = 0` and a_1 > 0 without this option 0, the move goes on to 0.
//!
//! With `a_n < 0` the players change places. The order is that of the coefficients from `a_1` on, with three kinds of
//! nimbers: `G > 0` for k = 1 if `a_1·up + ...` is more than every `up + ... + up^m`, for k >= 2 if `a_1 > 0`. By
//! induction each of Right's moves from there is to a game that is not below 0.

use std::cmp::Ordering;

use dashu_int::{IBig, UBig};

use super::normal_form::{infinitesimal_less_or_equal, pack, unpack};
use super::{Dyadic, Fault, GameId, Games, Player, Ups};

/// A sum of a number, multiples of powers of up, and a nimber. Equal values have equal parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// The multiples of up, its square and so on.
    pub ups: Ups,
    /// The size of the nimber.
    pub star: u64,
}

/// The canonical options of a player but for the number in them: first `*j` for all j below `stars`.
struct UptimalOptions {
    stars: u64,
    others: [Option<(Ups, u64)>; 2],
}

impl UptimalOptions {
    fn stars(stars: u64) -> UptimalOptions {
        UptimalOptions { stars, others: [None, None] }
    }

    fn one(ups: Ups, star: u64) -> UptimalOptions {
        UptimalOptions { stars: 0, others: [Some((ups, star)), None] }
    }
}

impl Uptimal {
    /// Returns the number alone.
    pub fn number(number: Dyadic) -> Uptimal {
        Uptimal { number, ups: Ups::ZERO, star: 0 }
    }

    pub(super) fn unpacked(packed: u64) -> Uptimal {
        let (numerator, exponent, ups, star) = unpack(packed);
        Uptimal { number: Dyadic::small(numerator.into(), exponent), ups: ups.into(), star }
    }

    pub(super) fn pack(&self) -> Option<u64> {
        let (numerator, exponent) = self.number.parts()?;
        pack(numerator, exponent, self.ups.as_multiple()?, self.star)
    }

    /// Returns `true` if the value is its number.
    pub fn is_number(&self) -> bool {
        self.star == 0 && self.ups.is_zero()
    }

    /// Returns the sum.
    pub fn plus(&self, other: &Uptimal) -> Uptimal {
        let number = &self.number + &other.number;
        Uptimal { number, ups: self.ups.plus(&other.ups), star: self.star ^ other.star }
    }

    /// Returns the sum of n copies, or of the negatives.
    pub fn times(&self, n: &IBig) -> Uptimal {
        let odd = n.trailing_zeros() == Some(0);
        Uptimal { number: self.number.times(n), ups: self.ups.times(n), star: if odd { self.star } else { 0 } }
    }

    /// Returns `true` if it is at most the other.
    pub fn less_or_equal(&self, other: &Uptimal) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Equal => self.infinitesimal_less_or_equal(other),
            order => order.is_lt(),
        }
    }

    /// Returns `true` if it is at most the other, for values with equal numbers.
    pub(super) fn infinitesimal_less_or_equal(&self, other: &Uptimal) -> bool {
        if let (Some(less), Some(more)) = (self.ups.as_multiple(), other.ups.as_multiple()) {
            return infinitesimal_less_or_equal((less, self.star), (more, other.star));
        }
        let rest = other.ups.minus(&self.ups);
        match self.star ^ other.star {
            0 => rest.signum() >= 0,
            1 => rest.exceeds_all_sums_of_powers(),
            _ => rest.first_signum() > 0,
        }
    }

    /// Returns the number of bits of the nimbers below it: no follower has a nimber of `2^far` or more.
    pub(super) fn far(&self) -> u8 {
        (64 - self.star.leading_zeros()).max(!self.ups.is_zero() as u32) as u8
    }

    fn options(&self, player: Player) -> UptimalOptions {
        let sign = if player == Player::Left { 1 } else { -1 };
        if let Some(ups) = self.ups.as_multiple() {
            return match ups.signum() as i32 * sign {
                0 if self.star == 0 => {
                    let count = !self.number.is_integer() || self.number.signum() == sign;
                    UptimalOptions::stars(count.into())
                }
                0 => UptimalOptions::stars(self.star),
                1 => UptimalOptions::stars(1 + u64::from(ups.unsigned_abs() == 1 && self.star == 1)),
                _ => UptimalOptions::one((ups - ups.signum()).into(), self.star ^ 1),
            };
        }
        let highest = self.ups.highest();
        if self.ups.last_signum() != sign {
            let rest = self.ups.plus(&Ups::sum_of_powers(highest).signed(sign));
            return UptimalOptions::one(rest, self.star ^ 1);
        }
        self.options_of_owner(highest, sign)
    }

    /// Returns the options of the player for whom the highest power is one of up (or, with sign -1, of down).
    fn options_of_owner(&self, highest: u64, sign: i32) -> UptimalOptions {
        let ups = self.ups.signed(sign);
        let mut stem = ups.up_to(highest - 1);
        if stem.highest() == highest - 1 && ups.coefficient(highest) > IBig::ONE {
            stem = stem.up_to(stem.highest_where(|n| *n <= IBig::ZERO));
        }
        let turn = stem.highest_where(|n| *n < IBig::ZERO);
        let confused = self.star == 1 && !ups.exceeds_all_sums_of_powers();
        let led = ups.first_signum() > 0;
        if turn > 0 {
            let turned = stem.up_to(turn).plus(&Ups::sum_of_powers(turn));
            let others = [(stem, self.star), (turned, self.star ^ 1)];
            return UptimalOptions { stars: 0, others: others.map(|(ups, star)| Some((ups.signed(sign), star))) };
        }
        match (stem.is_zero(), led) {
            (true, true) => UptimalOptions::stars(1 + u64::from(confused)),
            (true, false) => UptimalOptions::stars(self.star + 1),
            (false, _) => {
                let stars = if led { confused.into() } else { self.star };
                UptimalOptions { stars, others: [Some((stem.signed(sign), self.star)), None] }
            }
        }
    }

    /// Returns the number of a player's canonical options that are `x + *j`, with the number x. Their indices j come
    /// first.
    pub(super) fn stars(&self, player: Player) -> u64 {
        if self.is_number() { 0 } else { self.options(player).stars }
    }

    /// Returns the number of canonical options of a player.
    pub fn option_count(&self, player: Player) -> u64 {
        let UptimalOptions { stars, others } = self.options(player);
        stars + others.iter().flatten().count() as u64
    }

    /// Returns a canonical option, by its index below [`Uptimal::option_count`].
    pub fn option(&self, player: Player, index: u64) -> Uptimal {
        if self.is_number() {
            let step = self.number.step();
            return Uptimal::number(match player {
                Player::Left => &self.number - &step,
                Player::Right => &self.number + &step,
            });
        }
        let UptimalOptions { stars, others } = self.options(player);
        let other = index.checked_sub(stars).and_then(|index| others.into_iter().flatten().nth(index as usize));
        let (ups, star) = other.unwrap_or((Ups::ZERO, index));
        Uptimal { number: self.number.clone(), ups, star }
    }

    /// Returns `true` if `option` is an option of a player. `option` has the same number and is no number itself.
    pub(super) fn has_option(&self, player: Player, option: &Uptimal) -> bool {
        let UptimalOptions { stars, others } = self.options(player);
        option.ups.is_zero() && option.star < stars
            || others.iter().flatten().any(|(ups, star)| *ups == option.ups && *star == option.star)
    }

    /// Returns the number of moves of the longest play before it reaches a nimber, and that nimber. (For
    /// infinitesimals: nobody moves in the number.)
    ///
    /// The infinitesimal followers are a chain: each is among the options of those above it. From G with `a_n > 0` the
    /// next one is Right's option, or, if `a_n = 1` and `a_(n-1) > 0`, the game without `up^n`.
    pub fn play_to_nimber(&self) -> (UBig, u64) {
        let runs = self.ups.runs();
        // `taken`: the amount by which Right's moves have lowered (or Left's raised) all remaining coefficients.
        let (mut taken, mut length, mut star) = (IBig::ZERO, IBig::ZERO, self.star);
        for (index, run) in runs.iter().enumerate().rev() {
            let below = index.checked_sub(1).map(|index| &runs[index].coefficient);
            let mut powers = run.length;
            while powers > 0 {
                let coefficient = &run.coefficient - &taken;
                if coefficient.is_zero() {
                    break;
                }
                let sign = if coefficient < IBig::ZERO { IBig::NEG_ONE } else { IBig::ONE };
                let count = &coefficient * &sign;
                if count == IBig::ONE && powers > 1 {
                    // Each but the lowest falls away, and those below it stay as they are.
                    length += powers - 1;
                    powers = 1;
                    continue;
                }
                let next = if powers > 1 { Some(&run.coefficient) } else { below };
                let all_but_one = &taken + &sign * (&count - IBig::ONE);
                let falls = next.is_some_and(|next| (next - &all_but_one) * &sign > IBig::ZERO);
                let turns = if falls { &count - IBig::ONE } else { count.clone() };
                taken += &sign * &turns;
                if turns.trailing_zeros() == Some(0) {
                    star ^= 1;
                }
                length += count;
                powers -= 1;
            }
        }
        if !runs.is_empty() && star == 0 {
            // The last move, from up + *, is to * rather than to 0.
            star = 1;
        }
        (UBig::try_from(length).unwrap_or_default(), star)
    }
}

impl Games {
    /// Returns the sum of a number, powers of up and a nimber as a game.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let many = games.uptimal(Uptimal { number: Dyadic::ZERO, ups: Ups::from([0, 40]), star: 0 })?;
    /// let below = games.uptimal(Uptimal { number: Dyadic::ZERO, ups: Ups::from([-1, 39]), star: 1 })?;
    /// assert_eq!(games.from_options(&[GameId::ZERO], &[below])?, many);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if the nimber is above 2^62.
    pub fn uptimal(&mut self, form: Uptimal) -> Result<GameId, Fault> {
        self.nimber(form.star)?;
        Ok(self.intern_uptimal(form))
    }

    /// Returns the game as an uptimal, if it is one.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
    /// let g = games.from_options(&[up], &[GameId::STAR])?; // up + up^2
    /// assert_eq!(games.as_uptimal(g).map(|uptimal| uptimal.ups), Some(Ups::from([1, 1])));
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn as_uptimal(&self, g: GameId) -> Option<Uptimal> {
        self.normal_form(g)
    }
}
