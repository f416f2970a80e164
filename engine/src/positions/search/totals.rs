//! Sums over the components of a position: its key, how it looks, and between which means and atomic weights it lies.

use super::parts::{Bound, Part};
use super::table::Key;
use super::tied::Between;
use super::weights::Weight;
use crate::games::{Fault, Player};

/// An eighth of a move, in units of 2^-24.
const EIGHTH: i64 = 1 << 21;
/// The worth of a move more than the opponent has in a part that does not lie between two values, in the order of options.
const MOBILITY: i64 = 1 << 22;
/// The cost of a reply of the opponent in a part that does not lie between two values.
const REPLY: i64 = 1 << 24;

#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    /// The sum of the keys of components that are not their own negatives, and the exclusive or of the keys of the others.
    keys: [Key; 2],
    /// The amount by which Left is ahead, in units of 2^-24.
    ahead: i64,
    /// The cost of the replies of each player.
    replies: [i64; 2],
    /// The means of a value that the position is not below, and of one that it is not above.
    means: [i64; 2],
    /// The number of components without these means.
    unbounded: i32,
    /// Bounds of the atomic weight of the components that have one, and the number of the others.
    weight: Weight,
    unweighed: i32,
}

/// Returns the weight, if there is one, and the number of components without one.
fn weighed(weight: Option<Weight>) -> (Weight, i32) {
    (weight.unwrap_or_default(), i32::from(weight.is_none()))
}

/// Returns the keys that a component with this key adds.
fn keys(key: Key, is_own_negative: bool) -> [Key; 2] {
    if is_own_negative { [0, key] } else { [key, 0] }
}

impl Totals {
    /// Returns the totals of a part without a value.
    pub fn of_part(part: &Part) -> Totals {
        let (weight, unweighed) = weighed(part.weight());
        let keys = keys(part.key(), part.known.is_own_negative);
        let totals = match part.between() {
            Some(between) => Totals::of_between(between),
            None => {
                let moves = [Player::Left, Player::Right].map(|player| i64::from(part.moves(player)));
                let (ahead, replies) = ((moves[0] - moves[1]) * MOBILITY, moves.map(|count| count * REPLY));
                Totals { ahead, replies, unbounded: 1, ..Totals::default() }
            }
        };
        Totals { keys, weight, unweighed, ..totals }
    }

    /// Returns the totals of a state that lies between two values, with a key that only tells it from others.
    pub fn of_whole(between: Between, key: Key) -> Totals {
        Totals { keys: [key, 0], unweighed: 1, ..Totals::of_between(between) }
    }

    /// Returns the totals, without a key, of what lies between two values.
    pub fn of_between(Between { masts: [low, high], ahead }: Between) -> Totals {
        // Two estimates count alike: the middle of the values, and that of the rules.
        let guess = ((low.mean + high.mean) / 2 + ahead * EIGHTH) / 2;
        Totals { ahead: guess, means: [low.mean, high.mean], ..Totals::default() }
    }

    /// Returns the totals of a value.
    pub fn of_value(bound: &Bound, weight: Option<Weight>) -> Totals {
        let unbounded = i32::from(bound.mast.is_none());
        let mean = bound.mast.unwrap_or_default().mean;
        let (weight, unweighed) = weighed(weight);
        let keys = keys(bound.key, bound.is_own_negative);
        Totals { keys, ahead: mean, replies: [0; 2], means: [mean; 2], unbounded, weight, unweighed }
    }

    /// Returns the totals with other components, or without them if the sign is -1.
    pub fn plus(self, other: Totals, sign: i64) -> Totals {
        let both = |a: [i64; 2], b: [i64; 2]| [a[0] + sign * b[0], a[1] + sign * b[1]];
        Totals {
            keys: [
                if sign > 0 {
                    self.keys[0].wrapping_add(other.keys[0])
                } else {
                    self.keys[0].wrapping_sub(other.keys[0])
                },
                self.keys[1] ^ other.keys[1],
            ],
            ahead: self.ahead + sign * other.ahead,
            replies: both(self.replies, other.replies),
            means: both(self.means, other.means),
            unbounded: self.unbounded + sign as i32 * other.unbounded,
            weight: if sign > 0 { self.weight.plus(other.weight) } else { self.weight.minus(other.weight) },
            unweighed: self.unweighed + sign as i32 * other.unweighed,
        }
    }

    /// Returns the lead that a player has for certain, by the mean of the bound that serves him, or `None` if there is no
    /// bound.
    pub fn mean_for(&self, player: Player) -> Option<i64> {
        let mean = self.means[player as usize];
        self.is_bounded().then_some(if player == Player::Left { mean } else { -mean })
    }

    /// Returns `true` if a player wins the sum that serves him, `false` if he does not, or `None` if its mast, of at most
    /// this temperature, does not tell: the stops lie no farther from the mean than the temperature.
    pub fn by_masts(
        &self,
        player: Player,
        mover: Player,
        temperature: impl FnOnce() -> Result<i64, Fault>,
    ) -> Result<Option<bool>, Fault> {
        let Some(ahead) = self.mean_for(player) else { return Ok(None) };
        match (player == mover, ahead.signum()) {
            (true, 1) => return Ok(Some(true)),
            (false, -1) => return Ok(Some(false)),
            _ => {}
        }
        let temperature = temperature()?;
        Ok(match player == mover {
            true if ahead + temperature < 0 => Some(false),
            false if ahead > temperature => Some(true),
            _ => None,
        })
    }

    /// Returns `true` if it lies between two values with means.
    pub fn is_bounded(&self) -> bool {
        self.unbounded == 0
    }

    /// Returns bounds of the atomic weight, if all components have some.
    pub fn weight(&self) -> Option<Weight> {
        (self.unweighed == 0).then_some(self.weight)
    }

    /// Returns a score of how good the position looks for the player who is to move: by its weight, or by who is ahead in the
    /// means and by the replies.
    pub fn score(&self, mover: Player) -> i64 {
        if let Some(weight) = self.weight() {
            let Weight { low, high } = weight.negative_if(mover == Player::Right);
            return i64::from(low + high);
        }
        (if mover == Player::Left { self.ahead } else { -self.ahead }) + self.replies[mover as usize]
    }

    /// Returns the key of the position with this player to move: that of the negative, if it is Right.
    pub fn key_for(&self, mover: Player) -> Key {
        let [key, own] = self.keys;
        (if mover == Player::Left { key } else { key.wrapping_neg() }).wrapping_add(own)
    }
}
