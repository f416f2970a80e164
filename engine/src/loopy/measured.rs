//! All vertices of a game compared with all values born by day 2, at once.
//!
//! Let k be a short game. A play on v - k that does not end goes on in v alone from some move on, and is won by whoever
//! wins draws, whichever of v and k is asked to be at least the other. So v is k on the offside if the second player
//! wins v - k with draws lost for Left, and on the onside if he does with draws won for her. Both follow for all k from
//! the plays that Left holds, which are computed backwards: from none if she loses draws, from all if she wins them.

use super::agenda::Agenda;
use super::draft::Draft;
use super::sides::{OneSided, ValueSide};
use super::yardsticks::{Set, Sets, Yardsticks, no_worse};
use super::{Arenas, Vertex, of};
use crate::games::{Fault, Player};

/// The values k for which Left holds v - k, for every vertex v and each starter.
pub(super) struct Measured(Vec<[Sets; 2]>);

impl Measured {
    pub fn held(&self, v: u32, starter: Player) -> Sets {
        self.0[v as usize][of(starter)]
    }

    /// Returns the value that the onside of a vertex is, and the one that its offside is: sets of one or none.
    pub fn sides(&self, v: u32) -> [Set; 2] {
        let [left, right] = self.0[v as usize];
        let by_second = Sets(right.0 & !left.0);
        [by_second.draws_held(), by_second.draws_lost()]
    }

    /// Returns `true` if a side of a vertex is a value born by day 2.
    pub fn is_small(&self, v: u32) -> bool {
        self.sides(v).iter().any(|&side| side != 0)
    }

    /// Returns the value of a vertex, if both sides are it.
    pub fn value(&self, v: u32) -> Set {
        let [onside, offside] = self.sides(v);
        onside & offside
    }

    /// Returns `true` if a vertex may be the best value for a player, `on` or `off`, if he wins draws: no value keeps
    /// him from winning, whoever begins.
    pub fn may_be_best(&self, v: u32, player: Player) -> bool {
        let [left, right] = self.0[v as usize];
        match player {
            Player::Left => left.draws_held() & right.draws_held() == Sets::ALL.draws_held(),
            Player::Right => left.draws_lost() | right.draws_lost() == 0,
        }
    }

    /// Returns the values that are at least as good for a player as a vertex, whoever wins draws.
    pub fn no_worse(&self, v: u32, player: Player) -> Set {
        let [left, right] = self.0[v as usize];
        no_worse([left.draws_held(), right.draws_lost()], player)
    }
}

impl Arenas<'_> {
    /// Compares all vertices of a draft with the values.
    pub(super) fn measured<K: OneSided>(
        &mut self,
        draft: &Draft<K>,
        yardsticks: &Yardsticks,
    ) -> Result<Measured, Fault> {
        let vertices = draft.len();
        self.games.budget.reserve(vertices * 32)?;
        let mut held = Vec::with_capacity(vertices);
        for vertex in &draft.vertices {
            held.push(match vertex {
                Vertex::Known(value) => {
                    let onside = self.held(value.on(ValueSide::On), yardsticks)?;
                    let offside = match value.on(ValueSide::Off) == value.on(ValueSide::On) {
                        true => onside,
                        false => self.held(value.on(ValueSide::Off), yardsticks)?,
                    };
                    [0, 1].map(|starter| Sets::new(offside[starter], onside[starter]))
                }
                Vertex::Moves(lists) => {
                    self.games.budget.charge(lists[0].len() + lists[1].len())?;
                    [Sets::DRAWN; 2]
                }
            });
        }
        let mut agenda = Agenda::new(draft, &mut self.games.budget)?;
        while let Some(v) = agenda.next() {
            let Vertex::Moves([left, right]) = &draft.vertices[v as usize] else { continue };
            self.games.budget.charge(16 + left.len() + right.len())?;
            let after_left = left.iter().fold(Sets::NONE, |some, &w| Sets(some.0 | held[w as usize][1].0));
            let after_right = right.iter().fold(Sets::ALL, |all, &w| Sets(all.0 & held[w as usize][0].0));
            let new = yardsticks.held_by_moves(after_left, after_right);
            if std::mem::replace(&mut held[v as usize], new) != new {
                agenda.changed(v);
            }
        }
        Ok(Measured(held))
    }
}
