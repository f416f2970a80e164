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

    /// Returns the entry of a table for the values born by day 1 in both.
    fn looked_up(self, table: &SetTable) -> Sets {
        let [lost, held] = [self.draws_lost(), self.draws_held()].map(|set| set as usize % (1 << Yardsticks::DAY_1));
        table[held << Yardsticks::DAY_1 | lost]
    }
}

/// A table by two sets of values born by day 1, the second one in the upper half.
type SetTable = [Sets; 1 << (2 * Yardsticks::DAY_1)];

/// Returns the numbers of the values in a set.
pub(super) fn numbers(set: Set) -> impl Iterator<Item = usize> {
    let after = |&set: &Set| Some(set & (set - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(set).filter(|&set| set != 0), after).map(|set| set.trailing_zeros() as usize)
}

/// Returns the values that are at least as good for a player as a game s, given those k for which Left holds s - k, by
/// starter.
pub(super) fn no_worse([by_left, by_right]: [Set; 2], player: Player) -> Set {
    match player {
        Player::Left => !by_left & Sets::ALL.draws_lost(),
        Player::Right => by_right,
    }
}

/// The values born by day 2 and their relations.
pub(super) struct Yardsticks {
    values: Vec<GameId>,
    /// The options of each, by player.
    options: [Vec<Set>; 2],
    /// For each pair of sets: the values that have a Right option in the one, and those whose Left options are all in
    /// the other.
    to_some: SetTable,
    to_all: SetTable,
    /// For each value, the values that are better for a player.
    better: [Vec<Set>; 2],
}

impl Yardsticks {
    /// The number of values born by day 2 (*Winning Ways*, chapter 5); their options are among them.
    const COUNT: usize = 22;
    /// The number of values born by day 1. These come first, for no others are options.
    const DAY_1: usize = 4;

    fn new(arenas: &mut Arenas<'_>) -> Result<Yardsticks, Fault> {
        let (mut values, mut later) = (arenas.games.born_by(1)?, arenas.games.born_by(2)?);
        later.retain(|g| !values.contains(g));
        values.append(&mut later);
        let mut options = [0, 1].map(|_| vec![0; values.len()]);
        let mut better = options.clone();
        for (k, &g) in values.iter().enumerate() {
            for player in [Player::Left, Player::Right] {
                for option in arenas.games.options(g, player)? {
                    let place = values.iter().position(|&h| h == option).expect("an option is born before");
                    options[of(player)][k] |= 1 << place;
                }
            }
            for (j, &h) in values.iter().enumerate().filter(|&(j, _)| j != k) {
                let is_less = Set::from(arenas.games.less_or_equal(g, h)?);
                better[0][k] |= is_less << j;
                better[1][j] |= is_less << k;
            }
        }
        let among =
            |is_among: &dyn Fn(usize) -> bool| (0..values.len()).fold(0, |set, k| set | Set::from(is_among(k)) << k);
        let table = |among: &dyn Fn(Set) -> Set| -> SetTable {
            let each: [Set; 1 << Yardsticks::DAY_1] = std::array::from_fn(|set| among(set as Set));
            std::array::from_fn(|both| Sets::new(each[both % each.len()], each[both / each.len()]))
        };
        let to_some = table(&|set| among(&|k| options[1][k] & set != 0));
        let to_all = table(&|set| among(&|k| options[0][k] & !set == 0));
        Ok(Yardsticks { values, options, to_some, to_all, better })
    }

    /// Returns the value of a set of one.
    pub fn value(&self, one: Set) -> Stopper {
        self.values[one.trailing_zeros() as usize].into()
    }

    /// Returns the options of the value of a set of one.
    pub fn options(&self, one: Set, player: Player) -> Set {
        self.options[of(player)][one.trailing_zeros() as usize]
    }

    /// Returns the members that are best for a player.
    pub fn best(&self, set: Set, player: Player) -> Set {
        numbers(set).filter(|&k| self.better[of(player)][k] & set == 0).fold(0, |best, k| best | 1 << k)
    }

    /// Returns the values k for which Left holds v - k, by who begins, if those are known for which she holds it after
    /// her move in v, and after each of Right's moves in v.
    pub fn held_by_moves(&self, after_left: Sets, after_right: Sets) -> [Sets; 2] {
        let (mut by_left, mut by_right) = (after_left, after_right);
        // Moves in k lead to values born a day before it.
        for _ in 1..=2 {
            let answers = by_right.looked_up(&self.to_some);
            by_right = Sets(after_right.0 & by_left.looked_up(&self.to_all).0);
            by_left = Sets(after_left.0 | answers.0);
        }
        [by_left, by_right]
    }

    /// Like `held_by_moves`, for a vertex in which this player can also pass, if only passes make a play endless.
    pub fn held_with_passes(&self, [some, all]: [Sets; 2], passes: Option<Player>) -> [Set; 2] {
        let [mut by_left, mut by_right] = [Sets::NONE; 2];
        loop {
            let held = match passes {
                None => self.held_by_moves(some, all),
                Some(Player::Left) => self.held_by_moves(Sets(some.0 | by_right.0), all),
                Some(Player::Right) => self.held_by_moves(some, Sets(all.0 & by_left.0)),
            };
            if held == [by_left, by_right] {
                return held.map(Sets::draws_lost);
            }
            [by_left, by_right] = held;
        }
    }
}

impl Arenas<'_> {
    /// Returns the yardsticks, which are made on first use.
    pub(super) fn yardsticks(&mut self) -> Result<Arc<Yardsticks>, Fault> {
        if let Some(made) = &self.loops.yardsticks {
            return Ok(Arc::clone(made));
        }
        let made = Arc::new(Yardsticks::new(self)?);
        self.loops.yardsticks = Some(Arc::clone(&made));
        Ok(made)
    }

    /// Returns the values k for which Left holds s - k, by starter. No such play is a draw.
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

    /// Returns the values k for which Left holds the loopy stopper s - k, from the results for its followers.
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
