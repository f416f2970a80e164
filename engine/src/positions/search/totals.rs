//! Sums over the components of a position: its key, how it looks, and between which means it lies.

use super::parts::Part;
use super::table::Key;
use crate::games::Player;

/// The worth of a move more than the opponent has, in the order of options, in units of 2^-24: in a part that lies
/// between two values, and in any other.
const MOBILITY: [i64; 2] = [1 << 20, 1 << 22];
/// Half a move.
const HALF_MOVE: i64 = 1 << 23;
/// The cost of a reply of the opponent in a part of the second kind.
const REPLY: i64 = 1 << 24;

#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    pub key: Key,
    /// The amount by which Left is ahead, in units of 2^-24.
    ahead: i64,
    /// The cost of the replies of each player.
    replies: [i64; 2],
    /// The means of a value that the position is not below, and of one that it is not above.
    means: [i64; 2],
    /// The number of components without these means.
    unbounded: i32,
}

impl Totals {
    /// Returns the totals of a part without a value.
    pub fn of_part(part: &Part) -> Totals {
        let moves = [Player::Left, Player::Right].map(|player| i64::from(part.moves(player)));
        let mobility = moves[0] - moves[1];
        let (ahead, replies, means) = match part.between() {
            Some(([low, high], lead)) => {
                // Two estimates count alike: the middle of the values, and that of the rules.
                let guess = ((low.mean + high.mean) / 2 + lead * HALF_MOVE) / 2;
                (guess + mobility * MOBILITY[0], [0, 0], Some([low.mean, high.mean]))
            }
            None => (mobility * MOBILITY[1], moves.map(|count| count * REPLY), None),
        };
        let (unbounded, means) = (i32::from(means.is_none()), means.unwrap_or_default());
        Totals { key: part.key(), ahead, replies, means, unbounded }
    }

    /// Returns the totals of a value.
    pub fn of_value(key: Key, mean: Option<i64>) -> Totals {
        let unbounded = i32::from(mean.is_none());
        let mean = mean.unwrap_or_default();
        Totals { key, ahead: mean, replies: [0; 2], means: [mean; 2], unbounded }
    }

    /// Returns the totals with other components, or without them if the sign is -1.
    pub fn plus(self, other: Totals, sign: i64) -> Totals {
        let both = |a: [i64; 2], b: [i64; 2]| [a[0] + sign * b[0], a[1] + sign * b[1]];
        Totals {
            key: if sign > 0 { self.key.wrapping_add(other.key) } else { self.key.wrapping_sub(other.key) },
            ahead: self.ahead + sign * other.ahead,
            replies: both(self.replies, other.replies),
            means: both(self.means, other.means),
            unbounded: self.unbounded + sign as i32 * other.unbounded,
        }
    }

    /// Returns the lead that a player has for certain, by the mean of the bound that serves him, or `None` if there is no
    /// bound.
    pub fn mean_for(&self, player: Player) -> Option<i64> {
        let mean = self.means[player as usize];
        self.is_bounded().then_some(if player == Player::Left { mean } else { -mean })
    }

    /// Returns `true` if it lies between two values with means.
    pub fn is_bounded(&self) -> bool {
        self.unbounded == 0
    }

    /// Returns a score of how good the position looks for the player who is to move.
    pub fn score(&self, mover: Player) -> i64 {
        (if mover == Player::Left { self.ahead } else { -self.ahead }) + self.replies[mover as usize]
    }

    /// Returns the key of the position with this player to move: that of the negative, if it is Right.
    pub fn key_for(&self, mover: Player) -> Key {
        if mover == Player::Left { self.key } else { self.key.wrapping_neg() }
    }
}
