//! Decisions about a position without its moves: by atomic weights, by values, and by bounds if there are no values.

use super::Search;
use super::stacks::Components;
use crate::games::{Fault, GameId, Player};
use crate::positions::search::parts::Mast;
use crate::positions::search::totals::Totals;

/// The amount by which a close look may improve on the first one: a move, in units of 2^-24. More is too rare.
const HOPE: i64 = 1 << 24;

impl Search<'_> {
    /// Returns `true` if the player to move wins, or `None` if values and bounds do not decide it. If parts have no
    /// value, weights and masts are tried first; a close look, which takes longer, pays off if not much is missing.
    pub(super) fn decided(
        &mut self,
        totals: &Totals,
        components: &Components,
        mover: Player,
    ) -> Result<Option<bool>, Fault> {
        if let Some(winner) = totals.weight().and_then(|weight| weight.winner(mover)) {
            return Ok(Some(winner == mover));
        }
        let are_valued = components.parts().next().is_none();
        for player in [Player::Left, Player::Right] {
            let verdict = match totals.mean_for(player) {
                Some(ahead) => decided_by_masts(ahead, player == mover, || self.temperature(components, player))?,
                None => MastVerdict::Maybe,
            };
            let wins = match verdict {
                MastVerdict::Yes => true,
                MastVerdict::Maybe if are_valued => {
                    self.wins_sum(self.values[components.values..].to_vec(), player, mover)?
                }
                MastVerdict::No { by } if are_valued || by > HOPE => false,
                MastVerdict::No { .. } | MastVerdict::Maybe => {
                    totals.is_bounded() && self.wins_closely(components, player, mover)?
                }
            };
            if wins {
                return Ok(Some(player == mover));
            }
        }
        Ok(None)
    }

    /// Returns the most that the temperature can be of the sum that the position is not below, or not above: that of
    /// its hottest component.
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

    /// Returns `true` if a player wins the sum of the values that serve him at a close look, and so the position.
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
            match decided_by_masts(ahead, player == mover, || Ok(temperature))? {
                MastVerdict::Yes => return Ok(true),
                MastVerdict::No { .. } => return Ok(false),
                MastVerdict::Maybe => {}
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

    /// Returns `true` if a player wins the sum of these values, and that is found soon.
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

/// The result of comparing masts.
enum MastVerdict {
    Yes,
    /// And how much is missing.
    No {
        by: i64,
    },
    Maybe,
}

/// Decides by masts for a player who is `ahead` by this much in the mean: the stops lie no farther from the mean than
/// the temperature.
fn decided_by_masts(
    ahead: i64,
    begins: bool,
    temperature: impl FnOnce() -> Result<i64, Fault>,
) -> Result<MastVerdict, Fault> {
    match (begins, ahead.signum()) {
        (true, 1) => return Ok(MastVerdict::Yes),
        (false, -1) => return Ok(MastVerdict::No { by: -ahead }),
        _ => {}
    }
    let temperature = temperature()?;
    Ok(match begins {
        true if ahead + temperature < 0 => MastVerdict::No { by: -ahead - temperature },
        false if ahead > temperature => MastVerdict::Yes,
        _ => MastVerdict::Maybe,
    })
}
