//! Ordinal sums: a move in the base ends the play in the part above it (Conway, On Numbers and Games, ch. 15).

use dashu_int::IBig;

use super::arena::too_large;
use super::hashing::FastMap;
use super::{Dyadic, Fault, GameId, Games, Player, PostOrder, Uptimal};

/// The most halvings that a red or blue base may make.
const MOST_HALVINGS: u32 = 1 << 24;

impl Games {
    /// Returns the ordinal sum `G : H = {G^L, G:H^L | G^R, G:H^R}`, where G is given by its form: the options `left`
    /// and `right`. It depends on the form of G, and only on the value of H.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let minus = games.integer(-1);
    /// let half = games.ordinal_sum(&[GameId::ZERO], &[], minus)?; // 1 : -1, a blue edge below a red one
    /// assert_eq!(games.as_number(half), Some(Dyadic::from(1).half()));
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] for a number with too many digits.
    pub fn ordinal_sum(&mut self, left: &[GameId], right: &[GameId], h: GameId) -> Result<GameId, Fault> {
        let [zero, none]: [&[GameId]; 2] = [&[GameId::ZERO], &[]];
        match (left, right) {
            sides if sides == (zero, none) => {
                if let Some(form) = self.as_uptimal(h) {
                    let number = form.number.on_one()?;
                    return self.uptimal(Uptimal { number, ..form });
                }
            }
            sides if sides == (none, zero) => {
                if let Some(form) = self.as_uptimal(h) {
                    let number = -(-&form.number).on_one()?;
                    return self.uptimal(Uptimal { number, ..form });
                }
            }
            sides if sides == (zero, zero) => {
                if let Some(k) = self.as_nimber(h) {
                    return self.nimber(k + 1);
                }
            }
            _ => {}
        }
        // The followers of `h`, the smallest first.
        let mut done: FastMap<GameId, GameId> = FastMap::default();
        let mut walk = PostOrder::new([h]);
        while let Some(&mut top) = walk.next(&mut self.budget)? {
            if done.contains_key(&top) {
                continue;
            }
            let (l, r) = (self.options(top, Player::Left)?, self.options(top, Player::Right)?);
            walk.extend(l.iter().chain(&r).filter(|g| !done.contains_key(g)).copied());
            if walk.is_waiting() {
                continue;
            }
            let l: Vec<GameId> = left.iter().copied().chain(l.iter().map(|g| done[g])).collect();
            let r: Vec<GameId> = right.iter().copied().chain(r.iter().map(|g| done[g])).collect();
            let sum = self.from_options(&l, &r)?;
            done.insert(top, sum);
        }
        Ok(done[&h])
    }
}

impl Dyadic {
    /// Returns the ordinal sum `1 : x`, a number: `(x + n) / 2^(n-1)` with the least n from 1 for which x + n > 1
    /// (Winning Ways, ch. 2).
    ///
    /// An infinitesimal y beside x goes along, `1 : (x + y) = (1 : x) + y`: the canonical options of x + y are x plus
    /// those of y, and all of them are better for Left than 0.
    ///
    /// ```
    /// # use cg_engine::games::Dyadic;
    /// assert_eq!(Dyadic::from(-1).on_one()?, Dyadic::from(1).half()); // blue below red
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] for a denominator above 2^(2^24).
    pub fn on_one(&self) -> Result<Dyadic, Fault> {
        let n = ((Dyadic::from(1) - self).floor() + IBig::ONE).max(IBig::ONE);
        let Some(halvings) = u32::try_from(&n - IBig::ONE).ok().filter(|halvings| *halvings <= MOST_HALVINGS) else {
            let size = u64::try_from(n).map_or("more than 10^19".into(), |n| n.to_string());
            return Err(too_large("exponent", size, &MOST_HALVINGS.to_string()));
        };
        let sum = self + &Dyadic::from(n);
        Ok(Dyadic::new(sum.numerator(), sum.exponent() + halvings))
    }
}
