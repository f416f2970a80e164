//! Vertices from which moves lead to values born by day 2, to no more than one other stopper and, by passes, back to themselves.
//!
//! If both players can pass, the one who loses draws gains nothing by it: the other one answers with a pass. So let one
//! of them pass, or none. A vertex v of this kind is a stopper, and its moves determine how it compares with those
//! values. That is almost all it takes to make it canonical (Siegel, *Combinatorial Game Theory*, VI.4): an option is
//! reversible through one of its own options, which are values born by day 2 too, and an option that dominates it is
//! one of these values, the other stopper or the pass. The pass stays: Left wins v - k if she begins, for each of her
//! short options k, so that none is at least v; and so for Right.

use super::knot::Options;
use super::sides::ValueSide;
use super::yardsticks::{Set, Sets, Yardsticks, no_worse, numbers};
use super::{Arenas, Draft, Stopper, of};
use crate::games::{Fault, Player};

/// A vertex whose options are values born by day 2, but for a pass and one other stopper.
struct Lone<'y> {
    yardsticks: &'y Yardsticks,
    passes: Option<Player>,
    /// The options born by day 2, by player.
    options: [Set; 2],
    large: Option<Large>,
    /// The values k for which Left holds v - k, by who begins.
    held: [Set; 2],
}

/// The option that is not born by day 2.
#[derive(Clone, Copy)]
struct Large {
    stopper: Stopper,
    player: Player,
    held: [Set; 2],
    /// Its own options, by player, but for a pass; `None` if some are not born by day 2.
    options: [Option<Set>; 2],
    passes: Option<Player>,
}

impl Lone<'_> {
    /// Returns the options of both players in canonical form, but for the pass, and the one that is not born by day 2.
    /// `None` if the known comparisons do not decide.
    fn canonical(&self) -> Option<([Set; 2], Option<Large>)> {
        let (mut options, mut large) = (self.options, self.large);
        if let Some(one) = large {
            let (player, rival) = (one.player, one.player.other());
            let replies = one.options[of(rival)]? & no_worse(self.held, rival);
            if replies != 0 {
                options[of(player)] |= self.yardsticks.options(replies, player);
                large = None;
            } else if one.passes == Some(rival) && self.is_as_good_as(&one)? {
                options[of(player)] |= one.options[of(player)]?;
                large = None;
            }
        }
        options = [Player::Left, Player::Right].map(|player| self.bypassed(options[of(player)], player));
        if let Some(player) = self.passes {
            options[of(player)] &= !no_worse(self.held, player.other());
            if let Some(one) = large.filter(|one| one.player == player)
                && self.is_as_good_as(&one)?
            {
                large = None;
            }
        }
        if let Some(one) = large {
            let options = &mut options[of(one.player)];
            match *options & no_worse(one.held, one.player) {
                0 => *options &= !no_worse(one.held, one.player.other()),
                _ => large = None,
            }
        }
        Some((options, large))
    }

    /// Returns the options of a player, none of which is reversible or dominated by another one of them.
    fn bypassed(&self, mut options: Set, player: Player) -> Set {
        let rival = player.other();
        let reply = |k: usize| self.yardsticks.options(1 << k, rival) & no_worse(self.held, rival);
        while let Some(k) = numbers(options).find(|&k| reply(k) != 0) {
            options &= !(1 << k);
            options |= self.yardsticks.options(reply(k), player);
        }
        self.yardsticks.best(options, player)
    }

    /// Returns `true` if the vertex is at least as good for a player as his own option s, the large one. His rival
    /// begins. After a move to a value he must win, and so he must after an answer to s; he answers a pass by the move
    /// to s.
    fn is_as_good_as(&self, large: &Large) -> Option<bool> {
        let (player, rival) = (large.player, large.player.other());
        let loses = self.options[of(rival)] & no_worse(large.held, rival) != 0
            || large.options[of(player)]? & no_worse(self.held, player) != 0;
        Some(!loses)
    }
}

impl Arenas<'_> {
    /// Returns the value of a vertex that leads to values born by day 2, to one other stopper and by passes to itself.
    /// Where both can pass, it is that on this side.
    pub(super) fn lone_vertex<K>(
        &mut self,
        draft: &Draft<K>,
        v: u32,
        found: &[Option<Stopper>],
        side: ValueSide,
    ) -> Result<Option<Stopper>, Fault> {
        let yardsticks = self.yardsticks()?;
        let (mut options, mut after) = ([0; 2], [Sets::NONE, Sets::ALL]);
        let mut passes = None;
        let mut other = None;
        for player in [Player::Left, Player::Right] {
            for &w in draft.moves(v, player) {
                self.games.budget.tick()?;
                if w == v {
                    passes = Some(if passes == Some(player.other()) { side.loser().other() } else { player });
                    continue;
                }
                let Some(stopper) = found[w as usize] else { return Ok(None) };
                let [by_left, by_right] = self.held(stopper, &yardsticks)?;
                let value = by_right & !by_left;
                options[of(player)] |= value;
                if value == 0 && *other.get_or_insert((stopper, player)) != (stopper, player) {
                    return Ok(None);
                }
                match player {
                    Player::Left => after[0].0 |= Sets::new(by_right, by_right).0,
                    Player::Right => after[1].0 &= Sets::new(by_left, by_left).0,
                }
            }
        }
        let large = match other {
            Some((stopper, _)) if stopper.is_loopy() && passes.is_some() => return Ok(None),
            Some((stopper, player)) => Some(self.large_option(stopper, player, &yardsticks)?),
            None => None,
        };
        let held = yardsticks.held_with_passes(after, passes);
        let lone = Lone { yardsticks: &yardsticks, passes, options, large, held };
        let Some((options, large)) = lone.canonical() else { return Ok(None) };
        let mut row = options.map(|set| numbers(set).map(|k| yardsticks.value(1 << k)).collect::<Options>());
        if let Some(large) = large {
            row[of(large.player)].push(large.stopper);
        }
        match passes {
            Some(player) => self.stored_loop(row, player).map(Some),
            None => self.stored_row(row).map(Some),
        }
    }

    /// Returns a player's option that is not born by day 2.
    fn large_option(&mut self, stopper: Stopper, player: Player, yardsticks: &Yardsticks) -> Result<Large, Fault> {
        let held = self.held(stopper, yardsticks)?;
        let mut large = Large { stopper, player, held, options: [Some(0); 2], passes: None };
        for mover in [Player::Left, Player::Right] {
            for option in self.options(stopper, mover)? {
                if option == stopper {
                    large.passes = Some(mover);
                    continue;
                }
                let [by_left, by_right] = self.held(option, yardsticks)?;
                let value = by_right & !by_left;
                let options = &mut large.options[of(mover)];
                *options = options.map(|set| set | value).filter(|_| value != 0);
                if options.is_none() {
                    break;
                }
            }
        }
        Ok(large)
    }
}
