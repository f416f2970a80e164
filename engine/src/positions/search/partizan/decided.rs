//! What decides a position without a look at its moves: values, and bounds where there are no values.

use super::Search;
use super::stacks::Components;
use crate::games::{Fault, GameId, Player};
use crate::positions::search::totals::Totals;

impl Search<'_> {
    /// Whether the player to move wins, if values or bounds tell. Where parts have no value, sums are found only for a
    /// `close` look: masts alone tell much sooner.
    pub(super) fn decided(
        &mut self,
        totals: &Totals,
        components: &Components,
        mover: Player,
        close: bool,
    ) -> Result<Option<bool>, Fault> {
        for player in [Player::Left, Player::Right] {
            let wins = match self.told_by_masts(totals, components, player, mover)? {
                Told::Yes => true,
                Told::No => false,
                Told::Maybe if close || components.parts().next().is_none() => {
                    self.wins_sum(components, player, mover)?
                }
                Told::Maybe => false,
            };
            if wins {
                return Ok(Some(player == mover));
            }
        }
        Ok(None)
    }

    /// Whether the masts of the sum that the position is not below, or not above, tell that it is won by the player whom
    /// it serves, or that it is not.
    fn told_by_masts(
        &mut self,
        totals: &Totals,
        components: &Components,
        player: Player,
        mover: Player,
    ) -> Result<Told, Fault> {
        let Some(ahead) = totals.mean_for(player) else { return Ok(Told::Maybe) };
        if player == mover && ahead > 0 {
            return Ok(Told::Yes);
        }
        if player != mover && ahead < 0 {
            return Ok(Told::No);
        }
        // The stops lie no farther from the mean than the temperature, that of the hottest component.
        let mut temperature = 0;
        for i in components.parts() {
            let mast = self.parts[i].between().map(|(masts, _)| masts[player as usize]);
            temperature = temperature.max(mast.map_or(0, |mast| mast.temperature));
        }
        for i in components.values..self.values.len() {
            let mast = self.memory.bound(self.values[i], self.cx.games())?.mast;
            temperature = temperature.max(mast.map_or(0, |mast| mast.temperature));
        }
        Ok(match player == mover {
            true if ahead + temperature < 0 => Told::No,
            false if ahead > temperature => Told::Yes,
            _ => Told::Maybe,
        })
    }

    /// Whether a player wins the sum of the values that serve him, and so the position, as far as the sum is soon found.
    fn wins_sum(&mut self, components: &Components, player: Player, mover: Player) -> Result<bool, Fault> {
        let mut values = self.values[components.values..].to_vec();
        for i in components.parts() {
            let part = self.parts[i];
            let whose = if part.negated { player.other() } else { player };
            if part.known.between.is_none() {
                return Ok(false);
            }
            let (region, from) = (self.shelf.get(part.region), values.len());
            self.memory.look_closely((region, part.known.key), whose, &mut values, self.book, self.cx)?;
            if part.negated {
                for value in &mut values[from..] {
                    *value = self.cx.games().negative(*value)?;
                }
            }
        }
        // To compare is less work than to add.
        let last = values.pop().unwrap_or(GameId::ZERO);
        let Some(sum) = self.memory.sum_of(&values, self.cx.games())? else { return Ok(false) };
        let games = self.cx.games();
        let other = games.negative(sum)?;
        Ok(match (player, mover) {
            (Player::Left, Player::Left) => !games.less_or_equal(last, other)?,
            (Player::Left, Player::Right) => games.less_or_equal(other, last)?,
            (Player::Right, Player::Left) => games.less_or_equal(last, other)?,
            (Player::Right, Player::Right) => !games.less_or_equal(other, last)?,
        })
    }
}

/// What masts tell.
enum Told {
    Yes,
    No,
    Maybe,
}
