//! The 22 values born by day 2, with which whole games are compared at once, as sets of bits.

use std::sync::Arc;

use super::{Arenas, Stopper, of};
use crate::games::{Fault, GameId, Player};

/// A set of the values.
pub(super) type Set = u32;

/// Two sets of the values: those for which something holds though draws are lost, and those for which it holds if they are
/// not. The second is the upper half of the word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sets(pub u64);

impl Sets {
    const EACH: u64 = (1 << Yardsticks::COUNT) - 1;
    pub const NONE: Sets = Sets(0);
    pub const ALL: Sets = Sets(Sets::EACH << 32 | Sets::EACH);
    /// All, but only if draws are not lost.
    pub const DRAWN: Sets = Sets(Sets::EACH << 32);

    pub fn new(draws_lost: Set, draws_held: Set) -> Sets {
        Sets(u64::from(draws_held) << 32 | u64::from(draws_lost))
    }

    pub fn draws_lost(self) -> Set {
        self.0 as Set
    }

    pub fn draws_held(self) -> Set {
        (self.0 >> 32) as Set
    }

    fn complement(self) -> Sets {
        Sets(!self.0 & Sets::ALL.0)
    }
}

/// The numbers of the values in a set.
pub(super) fn numbers(set: Set) -> impl Iterator<Item = usize> {
    let after = |&set: &Set| Some(set & (set - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(set).filter(|&set| set != 0), after).map(|set| set.trailing_zeros() as usize)
}

/// The values and what is known of them.
pub(super) struct Yardsticks {
    values: Vec<GameId>,
    /// The options of each, by player.
    options: [Vec<Set>; 2],
    /// By player: those of which some option has its bit in this byte of a set.
    to_byte: [[[Set; 256]; 3]; 2],
    /// Those that a player likes better than each.
    better: [Vec<Set>; 2],
}

impl Yardsticks {
    /// How many they are (*Winning Ways*, chapter 5); their options are among them.
    const COUNT: usize = 22;

    fn new(arenas: &mut Arenas<'_>) -> Result<Yardsticks, Fault> {
        let values = arenas.games.born_by(2)?;
        let mut options = [0, 1].map(|_| vec![0; values.len()]);
        let mut to_byte = [[[0; 256]; 3]; 2];
        let mut better = options.clone();
        for (k, &g) in values.iter().enumerate() {
            for player in [Player::Left, Player::Right] {
                for option in arenas.games.options(g, player)? {
                    let place = values.iter().position(|&h| h == option).expect("an option is born before");
                    options[of(player)][k] |= 1 << place;
                    for (byte, set) in to_byte[of(player)][place / 8].iter_mut().enumerate() {
                        *set |= Set::from(byte >> (place % 8) & 1 == 1) << k;
                    }
                }
            }
            for (j, &h) in values.iter().enumerate().filter(|&(j, _)| j != k) {
                better[0][k] |= Set::from(arenas.games.less_or_equal(g, h)?) << j;
                better[1][k] |= Set::from(arenas.games.less_or_equal(h, g)?) << j;
            }
        }
        Ok(Yardsticks { values, options, to_byte, better })
    }

    /// The value of a set of one.
    pub fn value(&self, one: Set) -> Stopper {
        self.values[one.trailing_zeros() as usize].into()
    }

    /// The options of the value of a set of one.
    pub fn options(&self, one: Set, player: Player) -> Set {
        self.options[of(player)][one.trailing_zeros() as usize]
    }

    /// The members that a player likes best.
    pub fn best(&self, set: Set, player: Player) -> Set {
        numbers(set).filter(|&k| self.better[of(player)][k] & set == 0).fold(0, |best, k| best | 1 << k)
    }

    /// The values that have an option in a set.
    pub fn to_some(&self, set: Sets, player: Player) -> Sets {
        let [first, second, third] = &self.to_byte[of(player)];
        let half = |set: Set| {
            let [a, b, c, _] = set.to_le_bytes();
            first[usize::from(a)] | second[usize::from(b)] | third[usize::from(c)]
        };
        Sets::new(half(set.draws_lost()), half(set.draws_held()))
    }

    /// The values all of whose options are in a set.
    pub fn to_all(&self, set: Sets, player: Player) -> Sets {
        self.to_some(set.complement(), player).complement()
    }
}

impl Arenas<'_> {
    /// The values.
    pub(super) fn yardsticks(&mut self) -> Result<Arc<Yardsticks>, Fault> {
        if let Some(made) = &self.loops.yardsticks {
            return Ok(Arc::clone(made));
        }
        let made = Arc::new(Yardsticks::new(self)?);
        self.loops.yardsticks = Some(Arc::clone(&made));
        Ok(made)
    }

    /// The values k for which Left holds s - k, by who begins. No such play is a draw.
    pub(super) fn held(&mut self, s: Stopper, yardsticks: &Yardsticks) -> Result<[Set; 2], Fault> {
        if let Some(&known) = self.loops.held.get(&s) {
            return Ok(known);
        }
        let Some(g) = s.short() else { return self.held_by_followers(s, yardsticks) };
        let mut held = [0; 2];
        for (k, &value) in yardsticks.values.iter().enumerate() {
            held[0] |= Set::from(!self.games.less_or_equal(g, value)?) << k;
            held[1] |= Set::from(self.games.less_or_equal(value, g)?) << k;
        }
        self.games.budget.reserve(64)?;
        self.loops.held.insert(s, held);
        Ok(held)
    }

    /// The same of a loopy stopper, found with what is held of its followers.
    fn held_by_followers(&mut self, s: Stopper, yardsticks: &Yardsticks) -> Result<[Set; 2], Fault> {
        let (graph, order) = self.unfolded(s, |option, values| {
            Ok((!option.is_loopy() || values.loops.held.contains_key(&option)).then_some(option))
        })?;
        let measured = self.measured(&graph, yardsticks)?;
        for (here, number) in order {
            let held = [Player::Left, Player::Right].map(|starter| measured.held(number, starter).draws_held());
            self.loops.held.insert(here, held);
        }
        Ok(self.loops.held[&s])
    }
}
