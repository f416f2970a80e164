//! Vertices from which moves lead to values born by day 2 alone and, if one player can pass, back to themselves.
//!
//! Such a vertex v is a stopper, and how it compares with those values follows from its moves. That is all it takes to make it
//! canonical (Siegel, *Combinatorial Game Theory*, VI.4): an option is reversible through one of its own options, which are such
//! values too, and what dominates it is such a value or the pass. The pass stays: Left wins v - k if she begins, for each of her
//! options k, so that none is at least v; and so for Right.

use super::yardsticks::{Set, Sets, Yardsticks, numbers};
use super::{Arenas, Draft, Stopper, of};
use crate::games::{Fault, Player};

/// Such a vertex where a player can pass.
struct Lone<'y> {
    yardsticks: &'y Yardsticks,
    passes: Player,
    /// The other options, by player.
    options: [Set; 2],
    /// By player, the values that he likes at least as much as the vertex.
    no_worse: [Set; 2],
}

impl<'y> Lone<'y> {
    /// Such a vertex, given the values k for which Left holds v - k after her moves and after Right's to other options.
    fn new(yardsticks: &'y Yardsticks, passes: Player, options: [Set; 2], [some, all]: [Sets; 2]) -> Lone<'y> {
        // No play on the difference is endless, so that it does not matter what is held at first.
        let [mut by_left, mut by_right] = [Sets::NONE; 2];
        loop {
            let [after_left, after_right] = match passes {
                Player::Left => [Sets(some.0 | by_right.0), all],
                Player::Right => [some, Sets(all.0 & by_left.0)],
            };
            let held = yardsticks.held_by_moves(after_left, after_right);
            if held == [by_left, by_right] {
                break;
            }
            [by_left, by_right] = held;
        }
        let every = Sets::ALL.draws_lost();
        let no_worse = [every & !by_left.draws_lost(), by_right.draws_lost()];
        Lone { yardsticks, passes, options, no_worse }
    }

    /// The options of both players in canonical form, but for the pass.
    fn canonical(&self) -> [Set; 2] {
        let mut options = [Player::Left, Player::Right].map(|player| self.bypassed(player));
        options[of(self.passes)] &= !self.no_worse[of(self.passes.other())];
        options
    }

    /// The options of a player, none of which is reversible or dominated by another one of them.
    fn bypassed(&self, player: Player) -> Set {
        let rival = player.other();
        let reply = |k: usize| self.yardsticks.options(1 << k, rival) & self.no_worse[of(rival)];
        let mut options = self.options[of(player)];
        while let Some(k) = numbers(options).find(|&k| reply(k) != 0) {
            options &= !(1 << k);
            options |= self.yardsticks.options(reply(k), player);
        }
        self.yardsticks.best(options, player)
    }
}

impl Arenas<'_> {
    /// The value of a vertex that leads to values born by day 2 and, by passes of one player, to itself.
    pub(super) fn lone_vertex<K>(
        &mut self,
        draft: &Draft<K>,
        v: u32,
        found: &[Option<Stopper>],
    ) -> Result<Option<Stopper>, Fault> {
        let yardsticks = self.yardsticks()?;
        let (mut options, mut after) = ([0; 2], [Sets::NONE, Sets::ALL]);
        let mut passes = None;
        for player in [Player::Left, Player::Right] {
            for &w in draft.moves(v, player) {
                self.games.budget.tick()?;
                if w == v && passes.is_none_or(|other| other == player) {
                    passes = Some(player);
                    continue;
                }
                let Some(stopper) = found[w as usize] else { return Ok(None) };
                let [by_left, by_right] = self.held(stopper, &yardsticks)?;
                let value = by_right & !by_left;
                if value == 0 {
                    return Ok(None);
                }
                options[of(player)] |= value;
                match player {
                    Player::Left => after[0].0 |= Sets::new(by_right, by_right).0,
                    Player::Right => after[1].0 &= Sets::new(by_left, by_left).0,
                }
            }
        }
        let Some(player) = passes else { return Ok(None) };
        let options = Lone::new(&yardsticks, player, options, after).canonical();
        let options = options.map(|set| numbers(set).map(|k| yardsticks.value(1 << k)).collect());
        Ok(Some(self.stored_loop(options, player)?))
    }
}
