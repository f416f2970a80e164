//! What decides a position without a look at its moves: values, and bounds where there are no values.

use super::Search;
use super::stacks::{Components, is_bit};
use crate::games::{Fault, GameId, Player};
use crate::positions::search::parts::Bound;
use crate::positions::search::totals::Totals;

impl Search<'_> {
    /// Whether the player to move wins, if values or bounds tell.
    pub(super) fn decided(
        &mut self,
        totals: &Totals,
        components: &Components,
        mover: Player,
    ) -> Result<Option<bool>, Fault> {
        for player in [Player::Left, Player::Right] {
            let ahead = totals.mean_for(player);
            if player == mover && ahead.is_some_and(|ahead| ahead > 0) {
                return Ok(Some(true));
            }
            if player != mover && ahead.is_some_and(|ahead| ahead < 0) {
                continue;
            }
            let Some(bounds) = self.bounds(components, player)? else { continue };
            // The stops lie no farther from the mean than the temperature, that of the hottest component.
            let temperature = bounds.iter().try_fold(0, |most, bound| Some(bound.temperature()?.max(most)));
            let wins = match ahead.zip(temperature) {
                Some((ahead, temperature)) if player == mover && ahead + temperature < 0 => false,
                Some((ahead, temperature)) if player != mover && ahead > temperature => true,
                _ => self.wins_sum(&bounds, player, mover)?,
            };
            if wins {
                return Ok(Some(player == mover));
            }
        }
        Ok(None)
    }

    /// The values that the components are not below, if they serve Left, or not above; if each has one.
    fn bounds(&mut self, components: &Components, player: Player) -> Result<Option<Vec<Bound>>, Fault> {
        let Components { old, moved, cancelled, new, values } = components;
        let kept = old.clone().filter(|&i| i != *moved && !is_bit(*cancelled, i - old.start));
        let mut bounds = Vec::new();
        for i in kept.chain(new.clone()) {
            match self.parts[i].between(self.cx.games())?[player as usize] {
                Some(bound) => bounds.push(bound),
                None => return Ok(None),
            }
        }
        for i in *values..self.values.len() {
            bounds.push(self.memory.bound(self.values[i], self.cx.games())?);
        }
        Ok(Some(bounds))
    }

    /// Whether a player wins the sum of values, and so whatever is no worse for him, as far as the sum is soon found.
    fn wins_sum(&mut self, values: &[Bound], player: Player, mover: Player) -> Result<bool, Fault> {
        let Some(sum) = self.memory.sum_of(values, self.cx.games())? else { return Ok(false) };
        let games = self.cx.games();
        Ok(match (player, mover) {
            (Player::Left, Player::Left) => !games.less_or_equal(sum, GameId::ZERO)?,
            (Player::Left, Player::Right) => games.less_or_equal(GameId::ZERO, sum)?,
            (Player::Right, Player::Left) => games.less_or_equal(sum, GameId::ZERO)?,
            (Player::Right, Player::Right) => !games.less_or_equal(GameId::ZERO, sum)?,
        })
    }
}
