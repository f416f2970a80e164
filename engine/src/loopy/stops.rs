//! Stops of stoppers: where alternating play ends, at a number or a number with over or under beside it, at on or at off.

use super::{Arenas, Stopper};
use crate::games::{Fault, GameId, Player, PostOrder};

/// A stopper at which play stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopyStop {
    /// A number, alone.
    Number(GameId),
    /// `n + over`
    Over(GameId),
    /// `n + under`
    Under(GameId),
    /// `on`
    On,
    /// `off`
    Off,
}

impl Arenas<'_> {
    /// Returns the stopper as one at which play stops: `n + over` is `<n|pass>` in canonical form, for every number n.
    pub fn as_stop(&self, stopper: Stopper) -> Option<LoopyStop> {
        let number = |option: Stopper| option.short().filter(|&g| self.games.as_number(g).is_some());
        if let Some(g) = stopper.short() {
            return number(stopper).map(|_| LoopyStop::Number(g));
        }
        let [left, right] = self.loops.row(stopper.vertex()?);
        match (&left[..], &right[..]) {
            ([x], []) if *x == stopper => Some(LoopyStop::On),
            ([], [x]) if *x == stopper => Some(LoopyStop::Off),
            ([n], [x]) if *x == stopper => number(*n).map(LoopyStop::Over),
            ([x], [n]) if *x == stopper => number(*n).map(LoopyStop::Under),
            _ => None,
        }
    }

    /// Returns the stop if this player begins: a stop is its own; otherwise it is the best of the stops of the player's
    /// options (Siegel, *Combinatorial Game Theory*, VI.4). Play alternates, so it ends.
    pub fn stop(&mut self, stopper: Stopper, player: Player) -> Result<Stopper, Fault> {
        let mut walk = PostOrder::new([(stopper, player)]);
        while let Some(&mut (here, player)) = walk.next(&mut self.games.budget)? {
            if self.known_stop(here, player)?.is_some() {
                continue;
            }
            let rival = player.other();
            let mut best: Option<Stopper> = None;
            let mut missing = None;
            for option in self.options(here, player)? {
                let Some(stop) = self.known_stop(option, rival)? else {
                    missing = Some((option, rival));
                    break;
                };
                let is_better = match best {
                    None => true,
                    Some(best) if player == Player::Left => self.at_least(stop, best)?,
                    Some(best) => self.at_least(best, stop)?,
                };
                if is_better {
                    best = Some(stop);
                }
            }
            if missing.is_none() {
                // Without a move play stops at once, at the worst for whoever should move.
                let stop = match (best, player) {
                    (Some(best), _) => best,
                    (None, Player::Left) => self.off()?,
                    (None, Player::Right) => self.on()?,
                };
                self.loops.stops.insert((here, player), stop);
            }
            walk.extend(missing);
        }
        Ok(self.known_stop(stopper, player)?.unwrap_or(stopper))
    }

    fn known_stop(&mut self, stopper: Stopper, player: Player) -> Result<Option<Stopper>, Fault> {
        if self.as_stop(stopper).is_some() {
            return Ok(Some(stopper));
        }
        if let Some(g) = stopper.short() {
            let x = match player {
                Player::Left => self.games.left_stop(g),
                Player::Right => self.games.right_stop(g),
            };
            return Ok(Some(self.games.number(&x).into()));
        }
        Ok(self.loops.stops.get(&(stopper, player)).copied())
    }
}
