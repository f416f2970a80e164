//! Decisions about a position without its moves: by atomic weights, by values, and by bounds if there are no values.

use std::mem::take;

use super::Search;
use super::stacks::Components;
use crate::games::{Fault, GameId, Player};
use crate::positions::search::totals::Totals;

impl Search<'_> {
    /// Returns `true` if the player to move wins, or `None` if values and bounds do not decide it. Weights and masts are
    /// tried before sums.
    pub(super) fn decided(
        &mut self,
        totals: &Totals,
        components: &Components,
        mover: Player,
    ) -> Result<Option<bool>, Fault> {
        if let Some(winner) = totals.weight().and_then(|weight| weight.winner(mover)) {
            return Ok(Some(winner == mover));
        }
        let can_add = totals.is_bounded() || components.parts().next().is_none();
        for player in [mover.other(), mover] {
            let wins = match totals.by_masts(player, mover, || self.temperature(components, player))? {
                Some(wins) => wins,
                None => can_add && self.wins_sum(components, player, mover)?,
            };
            if wins {
                return Ok(Some(player == mover));
            }
        }
        Ok(None)
    }

    /// Returns the most that the temperature can be of the sum that the position is not below, or not above: that of
    /// its hottest component.
    pub(super) fn temperature(&mut self, components: &Components, player: Player) -> Result<i64, Fault> {
        let mut temperature = 0;
        for i in components.parts() {
            let mast = self.parts[i].between().map(|between| between.masts[player as usize]);
            temperature = temperature.max(mast.map_or(0, |mast| mast.temperature));
        }
        for i in components.values.clone() {
            let mast = self.memory.bound(self.values[i], self.cx.games())?.mast;
            temperature = temperature.max(mast.map_or(0, |mast| mast.temperature));
        }
        Ok(temperature)
    }

    /// Returns `true` if a player wins the sum of the values that serve him, and so the position, and that is found soon.
    fn wins_sum(&mut self, components: &Components, player: Player, mover: Player) -> Result<bool, Fault> {
        let mut values = take(&mut self.terms);
        let sums = match self.terms(components, player, &mut values)? {
            true => self.two_sums(&values)?,
            false => None,
        };
        self.terms = values;
        let Some([sum, rest]) = sums else { return Ok(false) };
        let games = self.cx.games();
        let negative = games.negative(rest)?;
        Ok(match (player, mover) {
            (Player::Left, Player::Left) => !games.less_or_equal(sum, negative)?,
            (Player::Left, Player::Right) => games.less_or_equal(negative, sum)?,
            (Player::Right, Player::Left) => games.less_or_equal(sum, negative)?,
            (Player::Right, Player::Right) => !games.less_or_equal(negative, sum)?,
        })
    }

    /// Finds the values of which the sum consists that serves a player, without opposite ones; whether they are soon found.
    fn terms(&mut self, components: &Components, player: Player, terms: &mut Vec<GameId>) -> Result<bool, Fault> {
        terms.clear();
        terms.extend_from_slice(&self.values[components.values.clone()]);
        for i in components.parts() {
            let (part, from) = (self.parts[i], terms.len());
            let region = self.shelf.get(part.region);
            if !self.memory.values_of_strips(region, part.whose(player), terms, self.book, self.cx)? {
                return Ok(false);
            }
            let mut kept = from;
            for i in from..terms.len() {
                let value = self.cx.games().negative_if(part.negated, terms[i])?;
                let negative = self.cx.games().negative(value)?;
                match terms[..kept].iter().position(|&other| other == negative) {
                    Some(i) => {
                        kept -= 1;
                        terms.swap(i, kept);
                    }
                    None => {
                        terms[kept] = value;
                        kept += 1;
                    }
                }
            }
            terms.truncate(kept);
        }
        terms.sort_unstable();
        Ok(true)
    }

    /// Returns two sums to which some values add up together, if they are not too hard to find. To compare one with the
    /// negative of the other is less work than to add them, and sums of fewer values come up again.
    fn two_sums(&mut self, values: &[GameId]) -> Result<Option<[GameId; 2]>, Fault> {
        let mut sums = [GameId::ZERO; 2];
        for (i, &value) in values.iter().enumerate() {
            let Some(sum) = self.memory.sum(sums[i % 2], value, self.cx.games())? else { return Ok(None) };
            sums[i % 2] = sum;
        }
        Ok(Some(sums))
    }
}
