//! Comparisons that need no play on a difference: of a stopper with a number, and of a short game with a stopper at which
//! play stops.
//!
//! A number has as many followers as it is large, and an uptimal too; these theorems do not look at them.

use super::stops::LoopyStop;
use super::{Arenas, Stopper};
use crate::games::hashing::FastMap;
use crate::games::{Fault, GameId, Player, PostOrder};

impl Arenas<'_> {
    /// Returns `true` if one stopper is at least another, or `None` if no theorem decides. If one of them is short, the
    /// answer also decides if Left wins the difference when she begins, for no play of it is endless: she wins G - H
    /// unless H >= G.
    pub(super) fn at_least_by_theorem(&mut self, a: Stopper, b: Stopper) -> Result<Option<bool>, Fault> {
        if let Some(known) = self.by_stop(a, b)? {
            return Ok(Some(known));
        }
        let number = |this: &Self, stopper: Stopper| stopper.short().filter(|&g| this.games.as_number(g).is_some());
        match (number(self, a), number(self, b)) {
            (None, Some(x)) if a.is_loopy() => self.beats_number(a, x, Player::Left).map(Some),
            (Some(x), None) if b.is_loopy() => self.beats_number(b, x, Player::Right).map(Some),
            _ => Ok(None),
        }
    }

    /// Decides if `a` is at least `b` for a short game and a stop. Left never runs out of moves in `on`. `n + over` lies
    /// between n and all numbers above it, and above all that a short game with the stop n can be (*Winning Ways*, chapter
    /// 11); so stops decide, which are monotone (Siegel, *Combinatorial Game Theory*, VI.4).
    fn by_stop(&mut self, a: Stopper, b: Stopper) -> Result<Option<bool>, Fault> {
        let stop = |this: &Self, stopper: Stopper| this.as_stop(stopper).filter(|_| stopper.is_loopy());
        match (stop(self, a), stop(self, b)) {
            (Some(LoopyStop::On), _) | (_, Some(LoopyStop::Off)) => Ok(Some(true)),
            (Some(LoopyStop::Off), _) | (_, Some(LoopyStop::On)) => Ok(Some(a == b)),
            (Some(stop), None) if !b.is_loopy() => {
                let Some(g) = b.short() else { return Ok(None) };
                let most = self.games.left_stop(g);
                Ok(match stop {
                    LoopyStop::Over(n) => self.games.as_number(n).map(|n| most <= n),
                    LoopyStop::Under(n) => self.games.as_number(n).map(|n| most < n),
                    _ => None,
                })
            }
            (None, Some(stop)) => {
                let Some(g) = a.short() else { return Ok(None) };
                let least = self.games.right_stop(g);
                Ok(match stop {
                    LoopyStop::Over(n) => self.games.as_number(n).map(|n| least > n),
                    LoopyStop::Under(n) => self.games.as_number(n).map(|n| least >= n),
                    _ => None,
                })
            }
            _ => Ok(None),
        }
    }

    /// Returns `true` if `player`, moving second, wins the difference of a loopy stopper and a number, signed so that
    /// the stopper is to be large for Left.
    ///
    /// Nobody needs to move in a number beside a stopper that is none (number avoidance): if Left wins by x^L, then
    /// G + x^L > 0, so by induction she also wins G + x^L by a move to some G^L + x^L >= 0, and G^L + x is more. So the
    /// moves alternate in the stopper, where they end.
    fn beats_number(&mut self, stopper: Stopper, x: GameId, player: Player) -> Result<bool, Fault> {
        // The winner for the player to move, for the pairs on the path and below it.
        let mut won: FastMap<(Stopper, Player), bool> = FastMap::default();
        let start = (stopper, player.other());
        let mut walk = PostOrder::new([start]);
        while let Some(&mut (here, mover)) = walk.next(&mut self.games.budget)? {
            if won.contains_key(&(here, mover)) {
                continue;
            }
            if let Some(g) = here.short() {
                let wins = match mover {
                    Player::Left => !self.games.less_or_equal(g, x)?,
                    Player::Right => !self.games.less_or_equal(x, g)?,
                };
                won.insert((here, mover), wins);
                continue;
            }
            let mut wins = false;
            let mut open = None;
            for option in self.options(here, mover)? {
                match won.get(&(option, mover.other())) {
                    Some(true) => {}
                    Some(false) => wins = true,
                    None => open = Some((option, mover.other())),
                }
            }
            match open {
                Some(open) if !wins => walk.push(open),
                _ => {
                    self.games.budget.room_to_insert(&won)?;
                    won.insert((here, mover), wins);
                }
            }
        }
        Ok(!won[&start])
    }
}
