//! The simplest value between options: a number by the simplicity theorem (Siegel II.3), a nimber by the mex rule.

use std::cmp::Ordering;

use super::arena::KEY_BITS;
use super::{Dyadic, Fault, GameId, Games, Player, Ups, Uptimal};
use Player::{Left, Right};

impl Games {
    /// Long lists of nimbers, each plus the same number: if the least nimber that is missing is the same for both
    /// players it is the value, as larger ones are reversible through it.
    pub(super) fn minimal_excluded(&mut self) -> Option<GameId> {
        let first = self.normal_form(*self.left.first()?)?;
        let mut least = [0, 0];
        for (list, least) in [&self.left, &self.right].into_iter().zip(&mut least) {
            let mut seen = vec![false; list.len()];
            for &option in list {
                let form = self.normal_form(option).filter(|f| f.ups.is_zero() && f.number == first.number)?;
                if let Some(slot) = usize::try_from(form.star).ok().and_then(|star| seen.get_mut(star)) {
                    *slot = true;
                }
            }
            *least = seen.iter().position(|&seen| !seen).unwrap_or(seen.len()) as u64;
        }
        let form = Uptimal { number: first.number, ups: Ups::ZERO, star: least[0] };
        (least[0] == least[1]).then(|| self.intern_uptimal(form))
    }

    /// Returns the number that `{self.left | self.right}` is, if it is one; `low` and `high` are options with the best
    /// stops.
    ///
    /// G is a number if some number x has every G^L <| x <| G^R. It is then the simplest of these numbers.
    pub(super) fn number_between(
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

    /// Returns `true` if some option of the player is at least (for Right: at most) the number that is its best stop.
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

    /// Returns the number with this key.
    fn intern_key(&mut self, key: i64) -> GameId {
        let zeros = key.trailing_zeros().min(KEY_BITS);
        self.intern_small(key >> zeros, KEY_BITS - zeros, 0, 0)
    }
}

/// Returns the simplest number whose key is between these, both included, or `None` if there is none with so few
/// places.
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
