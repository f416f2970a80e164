//! What decides a position without a look at its moves: values, and bounds where there are no values.

use super::Search;
use super::stacks::Components;
use crate::games::{Fault, GameId, Player};
use crate::positions::search::parts::Mast;
use crate::positions::search::totals::Totals;

/// By how much a close look may be better than the first one: a move, in units of 2^-24. More is too seldom.
const HOPE: i64 = 1 << 24;

impl Search<'_> {
    /// Whether the player to move wins, if values or bounds tell. Where parts have no value, masts are the first look; a close
    /// look, which takes longer, is worth it where not much is missing.
    pub(super) fn decided(
        &mut self,
        totals: &Totals,
        components: &Components,
        mover: Player,
    ) -> Result<Option<bool>, Fault> {
        let are_valued = components.parts().next().is_none();
        for player in [Player::Left, Player::Right] {
            let told = match totals.mean_for(player) {
                Some(ahead) => told_by_masts(ahead, player == mover, || self.temperature(components, player))?,
                None => Told::Maybe,
            };
            let wins = match told {
                Told::Yes => true,
                Told::Maybe if are_valued => self.wins_sum(self.values[components.values..].to_vec(), player, mover)?,
                Told::No { by } if are_valued || by > HOPE => false,
                Told::No { .. } | Told::Maybe => totals.is_bounded() && self.wins_closely(components, player, mover)?,
            };
            if wins {
                return Ok(Some(player == mover));
            }
        }
        Ok(None)
    }

    /// The most that the temperature can be of the sum that the position is not below, or not above: that of its hottest
    /// component.
    fn temperature(&mut self, components: &Components, player: Player) -> Result<i64, Fault> {
        let mut temperature = 0;
        for i in components.parts() {
            let mast = self.parts[i].between().map(|(masts, _)| masts[player as usize]);
            temperature = temperature.max(mast.map_or(0, |mast| mast.temperature));
        }
        for i in components.values..self.values.len() {
            let mast = self.memory.bound(self.values[i], self.cx.games())?.mast;
            temperature = temperature.max(mast.map_or(0, |mast| mast.temperature));
        }
        Ok(temperature)
    }

    /// Whether a player wins the sum of the values that serve him at a close look, and so the position.
    fn wins_closely(&mut self, components: &Components, player: Player, mover: Player) -> Result<bool, Fault> {
        let mut total = Some(Mast::default());
        for i in components.values..self.values.len() {
            let mast = self.memory.bound(self.values[i], self.cx.games())?.mast;
            total = total.zip(mast).map(|(total, mast)| total.plus(mast));
        }
        for i in components.parts() {
            let part = self.parts[i];
            let region = (self.shelf.get(part.region), part.known.key);
            let mast = self.memory.close_mast(region, part.whose(player), self.book, self.cx)?;
            let Some(mast) = mast else { return Ok(false) };
            total = total.map(|total| total.plus(mast.negative_if(part.negated)));
        }
        if let Some(Mast { mean, temperature }) = total {
            let ahead = if player == Player::Left { mean } else { -mean };
            match told_by_masts(ahead, player == mover, || Ok(temperature))? {
                Told::Yes => return Ok(true),
                Told::No { .. } => return Ok(false),
                Told::Maybe => {}
            }
        }
        let mut values = self.values[components.values..].to_vec();
        for i in components.parts() {
            let part = self.parts[i];
            let (region, from) = (self.shelf.get(part.region), values.len());
            if !self.memory.close_values(region, part.whose(player), &mut values, self.book, self.cx)? {
                return Ok(false);
            }
            for value in &mut values[from..] {
                *value = self.cx.games().negative_if(part.negated, *value)?;
            }
        }
        self.wins_sum(values, player, mover)
    }

    /// Whether a player wins the sum of these values, as far as it is soon found.
    fn wins_sum(&mut self, mut values: Vec<GameId>, player: Player, mover: Player) -> Result<bool, Fault> {
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
    /// And how much is missing.
    No {
        by: i64,
    },
    Maybe,
}

/// Whether a player wins a sum in which he is so much ahead in the mean, as far as that and the temperature tell: the stops
/// lie no farther from the mean than the temperature.
fn told_by_masts(ahead: i64, begins: bool, temperature: impl FnOnce() -> Result<i64, Fault>) -> Result<Told, Fault> {
    match (begins, ahead.signum()) {
        (true, 1) => return Ok(Told::Yes),
        (false, -1) => return Ok(Told::No { by: -ahead }),
        _ => {}
    }
    let temperature = temperature()?;
    Ok(match begins {
        true if ahead + temperature < 0 => Told::No { by: -ahead - temperature },
        false if ahead > temperature => Told::Yes,
        _ => Told::Maybe,
    })
}
