//! Stops: the numbers at which play arrives when each player, Left or Right, starts (Siegel II.3).

use std::cmp::Ordering;

use super::arena::{KEY_BITS, Record};
use super::{Dyadic, GameId, Games, Player};

impl Games {
    /// Returns the left stop: the number that is reached if Left starts and both play for stops; of a number, itself.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let (three, one) = (games.integer(3), games.integer(1));
    /// let hot = games.from_options(&[three], &[one])?;
    /// assert_eq!((games.left_stop(hot), games.right_stop(hot)), (Dyadic::from(3), Dyadic::from(1)));
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn left_stop(&self, g: GameId) -> Dyadic {
        self.stop(g, Player::Left)
    }

    /// Returns the right stop: the same if Right starts.
    pub fn right_stop(&self, g: GameId) -> Dyadic {
        self.stop(g, Player::Right)
    }

    /// Returns the stop reached if this player starts.
    pub(super) fn stop(&self, g: GameId, player: Player) -> Dyadic {
        let record = self.record(g);
        if record.is_inexact()
            && let Some((left, right)) = self.stops.get(&g)
        {
            return match player {
                Player::Left => left.clone(),
                Player::Right => right.clone(),
            };
        }
        Dyadic::small(self.stop_key(g, player).into(), KEY_BITS)
    }

    #[inline]
    pub(super) fn stop_key(&self, g: GameId, player: Player) -> i64 {
        match player {
            Player::Left => self.record(g).left_stop,
            Player::Right => self.record(g).right_stop,
        }
    }

    /// Compares a stop of one game with a stop of another.
    #[inline]
    pub(super) fn compare_stops(&self, g: GameId, of_g: Player, h: GameId, of_h: Player) -> Ordering {
        let keys = self.stop_key(g, of_g).cmp(&self.stop_key(h, of_h));
        if keys == Ordering::Equal && (self.record(g).is_inexact() || self.record(h).is_inexact()) {
            return self.stop(g, of_g).cmp(&self.stop(h, of_h));
        }
        keys
    }

    /// Returns, among options of this player, one that is best by stops: of Left's, the greatest right stop.
    #[inline]
    pub(super) fn best(&self, options: &[GameId], player: Player) -> Option<GameId> {
        let mut best = *options.first()?;
        let mut key = self.stop_key(best, player.other());
        let mut flags = 0;
        for &option in options {
            let rival = self.stop_key(option, player.other());
            let better = if player == Player::Left { rival > key } else { rival < key };
            (best, key) = if better { (option, rival) } else { (best, key) };
            flags |= self.record(option).flags;
        }
        if flags & Record::INEXACT != 0 {
            for &option in options {
                if self.stop_key(option, player.other()) == key && self.better_exactly(option, best, player) {
                    best = option;
                }
            }
        }
        Some(best)
    }

    /// Returns `true` if `option` has a better stop than `best`, for two options with equal keys.
    #[inline]
    fn better_exactly(&self, option: GameId, best: GameId, player: Player) -> bool {
        if !self.record(option).is_inexact() && !self.record(best).is_inexact() {
            return false;
        }
        let order = self.compare_stops(option, player.other(), best, player.other());
        order == (if player == Player::Left { Ordering::Greater } else { Ordering::Less })
    }
}
