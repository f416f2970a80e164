//! Atomic weights (Conway, On Numbers and Games, ch. 16; Winning Ways, ch. 8; Siegel II.7): how many ups a game is worth.
//!
//! The atomic weight of G is the g with `down + *N < G - g·up < up + *N` for all remote stars *N, the product being
//! Norton's. All-small games have one, by the recursion `{aw(G^L) - 2 | aw(G^R) + 2}`, which an integer still has to be
//! chosen for by comparing with a remote star. In other games numbers are threats: the recursion takes them for very
//! many ups, and the outcome holds if it does not depend on them and passes the definition.

use dashu_int::IBig;

use super::hashing::{FastMap, FastSet};
use super::{Dyadic, Fault, GameId, Games, Player};

/// The least size at which a number is a threat.
const THREAT: i64 = 1 << 28;

impl Games {
    /// Returns the least n such that *n is remote: the value of no follower.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
    /// assert_eq!(games.remote_star(up)?, 2);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn remote_star(&mut self, g: GameId) -> Result<u64, Fault> {
        // The nimbers below *k are among its followers. Every follower that is a number leads to 0.
        let mut found = FastSet::from_iter([0]);
        for game in self.stored_followers(g)? {
            self.budget.tick()?;
            let Some(form) = self.normal_form(game).filter(|form| form.number.is_zero()) else { continue };
            found.insert(form.play_to_nimber().1);
        }
        let greatest = found.iter().copied().max().unwrap_or(0);
        // A nimber has all smaller ones among its followers.
        Ok(greatest + 1)
    }

    /// Returns `true` if no follower is a number other than 0. In each follower then both players can move or neither
    /// can.
    pub fn is_all_small(&mut self, g: GameId) -> Result<bool, Fault> {
        self.is_all_small_around(g, &Dyadic::ZERO)
    }

    /// Returns `true` if the game less `number` is all small. A number is the last to be moved in, so it is enough to
    /// check the followers of the game, each of which contains the number.
    pub(super) fn is_all_small_around(&mut self, g: GameId, number: &Dyadic) -> Result<bool, Fault> {
        let followers = self.stored_followers(g)?;
        Ok(followers.into_iter().filter_map(|game| self.normal_form(game)).all(|form| form.number == *number))
    }

    /// Returns the atomic weight.
    ///
    /// # Errors
    /// [`Fault::None`] with the reason if there is none; those of the [budget](super::Budget) and of [`Games::sum`].
    pub fn atomic_weight(&mut self, g: GameId) -> Result<GameId, Fault> {
        let (left, right) = (self.left_stop(g), self.right_stop(g));
        if !left.is_zero() || !right.is_zero() {
            let why = match self.as_number(g) {
                Some(x) => format!("{x} is a number, and only infinitesimals have an atomic weight"),
                None => format!("there is no atomic weight: the stops are {left} and {right}, and they must be 0"),
            };
            return Err(Fault::None(why));
        }
        let followers = self.stored_followers(g)?;
        let mut most = IBig::from(THREAT);
        let mut all_small = true;
        for &game in &followers {
            if let Some(form) = self.normal_form(game) {
                most = most.max(magnitude(form.ups.coefficient(1)) * 8);
                all_small &= form.number.is_zero();
            }
        }
        most = most.max(IBig::from(followers.len()) * 8);
        let mut known = FastMap::default();
        for game in followers {
            self.budget.tick()?;
            let weight = self.weight(game, &most, &known)?;
            known.insert(game, weight);
        }
        let weight = known.get(&g).copied().ok_or(Fault::Loopy)?;
        if !all_small && !self.has_weight(g, weight, &most)? {
            let why = "there is no atomic weight: no multiple of up stays between down and up of the game, with a \
                       remote star added";
            return Err(Fault::None(why.into()));
        }
        Ok(weight)
    }

    /// Returns the weight from those of the options, in which numbers count for `threat`.
    fn weight(&mut self, g: GameId, threat: &IBig, known: &FastMap<GameId, GameId>) -> Result<GameId, Fault> {
        if let Some(form) = self.normal_form(g) {
            return Ok(match form.number.signum() {
                0 => self.number(&form.ups.coefficient(1).into()),
                sign => self.number(&Dyadic::from(threat * IBig::from(sign))),
            });
        }
        let two = self.integer(2);
        let mut lists: [Vec<GameId>; 2] = Default::default();
        for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
            for index in 0..self.listed(g, player) {
                let Some(&weight) = known.get(&self.at(g, player, index)) else { continue };
                list.push(match player {
                    Player::Left => self.difference(weight, two)?,
                    Player::Right => self.sum(weight, two)?,
                });
            }
        }
        let [left, right] = lists;
        let weight = self.from_options(&left, &right)?;
        if self.as_number(weight).is_none_or(|x| !x.is_integer()) {
            return Ok(weight);
        }
        let star = self.far_star(g)?;
        let (above, below) = (self.less_or_equal(star, g)?, self.less_or_equal(g, star)?);
        match (above, below) {
            (true, _) => {
                // The greatest n with n <| every right option.
                let mut least: Option<Dyadic> = None;
                for option in right {
                    let n = self.greatest_integer_not_above(option)?;
                    least = Some(least.map_or(n.clone(), |least| least.min(n)));
                }
                Ok(least.map_or(weight, |n| self.number(&n)))
            }
            (_, true) => {
                let mut most: Option<Dyadic> = None;
                for option in left {
                    let negative = self.negative(option)?;
                    let n = -self.greatest_integer_not_above(negative)?;
                    most = Some(most.map_or(n.clone(), |most| most.max(n)));
                }
                Ok(most.map_or(weight, |n| self.number(&n)))
            }
            _ => Ok(GameId::ZERO),
        }
    }

    /// Returns the greatest integer n with `n <| X`, that is, not `n >= X`.
    fn greatest_integer_not_above(&mut self, x: GameId) -> Result<Dyadic, Fault> {
        let stop = self.left_stop(x);
        let n = Dyadic::from(stop.ceil() - 1);
        if !stop.is_integer() {
            return Ok(n);
        }
        let number = self.number(&stop);
        Ok(if self.less_or_equal(x, number)? { n } else { stop })
    }

    /// Returns a star beyond every star in the game.
    fn far_star(&mut self, g: GameId) -> Result<GameId, Fault> {
        self.nimber(1u64 << self.record(g).far.min(63))
    }

    /// Returns `true` if the weight is free of threats and `down + *N < G - weight·up < up + *N`.
    fn has_weight(&mut self, g: GameId, weight: GameId, threat: &IBig) -> Result<bool, Fault> {
        for game in self.stored_followers(weight)? {
            if let Some(form) = self.normal_form(game) {
                let size = if form.number.signum() < 0 { -form.number } else { form.number };
                if size.times(&2.into()) > Dyadic::from(threat.clone()) {
                    return Ok(false);
                }
            }
        }
        let up = self.number_up_star(&Dyadic::ZERO, 1, 0)?;
        let product = self.norton(weight, up)?;
        let rest = self.difference(g, product)?;
        // Up has * among its followers, so *2 is the least star remote for both.
        let far = self.record(rest).far.max(self.record(g).far).clamp(1, 61);
        let high = self.number_up_star(&Dyadic::ZERO, 1, 1 << far)?;
        let low = self.negative(high)?;
        Ok(self.less_or_equal(low, rest)? && self.less_or_equal(rest, high)?)
    }
}

fn magnitude(n: IBig) -> IBig {
    if n < IBig::ZERO { -n } else { n }
}
