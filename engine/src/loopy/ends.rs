//! The vertices of a small game that are `on` or `off` on one side, found for all at once.
//!
//! The rival of the player who moves in `on` or `off` can always pass there. So a vertex is `on` on the onside if Left,
//! who need not move first, never runs out of moves in it though Right passes when he likes: endless play is hers. On
//! the offside she also has to see to it that Right passes again and again, for endless moves of his in the vertex
//! itself are a draw that she loses (the swivel chair). Likewise `off` for Right.

use super::draft::Draft;
use super::measured::Measured;
use super::sides::ValueSide;
use super::stops::LoopyStop;
use super::{Arenas, Sided, Stopper, Vertex, of};
use crate::games::{Fault, Player};

/// A set of vertices.
type VertexSet = u64;

/// The vertices with the best value for a player: `on` for Left, `off` for Right.
#[derive(Default)]
pub(super) struct Ends {
    /// The sets by player and side.
    sets: [[VertexSet; 2]; 2],
    /// The stopper of each player, if some vertex is it.
    stoppers: [Option<Stopper>; 2],
}

impl Ends {
    /// The most vertices of a game in which they are looked for.
    const MAX_VERTICES: usize = VertexSet::BITS as usize;

    /// Returns `true` if one side of a vertex is the best value for the player.
    pub fn is_best(&self, v: u32, player: Player, side: ValueSide) -> bool {
        self.sets[of(player)][side as usize].checked_shr(v).is_some_and(|set| set & 1 == 1)
    }

    /// Returns one side of a vertex, if it is `on` or `off`.
    pub fn side(&self, v: u32, side: ValueSide) -> Option<Stopper> {
        let player = [Player::Left, Player::Right].into_iter().find(|&player| self.is_best(v, player, side))?;
        self.stoppers[of(player)]
    }

    /// Returns the number of vertices that are `on` or `off` on some side.
    pub fn count(&self) -> usize {
        self.sets.iter().flatten().fold(0, |all, set| all | set).count_ones() as usize
    }
}

/// Returns the members of a set that satisfy a condition.
fn chosen(vertices: VertexSet, is_wanted: impl Fn(usize) -> bool) -> VertexSet {
    let (mut rest, mut chosen) = (vertices, 0);
    while rest != 0 {
        let one = rest & rest.wrapping_neg();
        rest ^= one;
        if is_wanted(one.trailing_zeros() as usize) {
            chosen |= one;
        }
    }
    chosen
}

/// A game as one player sees it.
struct EndsView<'m> {
    player: Player,
    /// The targets of moves, by vertex and by player.
    moves: &'m [[VertexSet; 2]],
}

impl EndsView<'_> {
    /// Returns those of some vertices from which some move of the player leads into a set.
    fn to_some(&self, vertices: VertexSet, set: VertexSet) -> VertexSet {
        chosen(vertices, |v| self.moves[v][of(self.player)] & set != 0)
    }

    /// Returns those of some vertices from which all moves of the rival lead into a set.
    fn to_all(&self, vertices: VertexSet, set: VertexSet) -> VertexSet {
        chosen(vertices, |v| self.moves[v][of(self.player.other())] & !set == 0)
    }

    /// Returns the vertices at which the player never runs out of moves, before a move of the rival and after it, given
    /// those already `known`. Only `likely` vertices are among them.
    fn endless(&self, open: VertexSet, known: VertexSet, likely: VertexSet) -> [VertexSet; 2] {
        let mut after = likely;
        loop {
            let before = known | self.to_some(open, after);
            let fewer = known | self.to_all(before & after & open, before);
            if fewer == after {
                return [before, after];
            }
            after = fewer;
        }
    }

    /// Returns the vertices at which, besides, the rival has to pass again and again. `before` may contain more than
    /// that.
    fn passing(&self, open: VertexSet, known: VertexSet, mut before: VertexSet) -> VertexSet {
        loop {
            // Until the next pass.
            let (mut now, mut after) = (known, known);
            loop {
                let more = known | self.to_all(before & open, now);
                now = known | self.to_some(open, more);
                if more == after {
                    break;
                }
                after = more;
            }
            if now == before {
                return after;
            }
            before = now;
        }
    }
}

impl Arenas<'_> {
    /// Returns the vertices of a draft that are `on` or `off`; none of a larger one.
    pub(super) fn ends(&mut self, draft: &Draft, measured: &Measured) -> Result<Ends, Fault> {
        let mut ends = Ends::default();
        if draft.len() > Ends::MAX_VERTICES {
            return Ok(ends);
        }
        let likely = [Player::Left, Player::Right].map(|player| {
            let likely = (0..draft.len() as u32).map(|v| VertexSet::from(measured.may_be_best(v, player)) << v);
            likely.fold(0, |set, one| set | one)
        });
        if likely == [0; 2] {
            return Ok(ends);
        }
        // Each loop takes away or adds some vertex.
        self.games.budget.charge(16 * draft.len())?;
        let word = |list: &[u32]| list.iter().fold(0, |set, &w| set | 1 << w);
        let both = |v: u32| [Player::Left, Player::Right].map(|player| word(draft.moves(v, player)));
        let moves: Vec<[VertexSet; 2]> = (0..draft.len() as u32).map(both).collect();
        let open = (0..draft.len() as u32).fold(0, |set, v| set | VertexSet::from(draft.has_moves(v)) << v);
        for player in [Player::Left, Player::Right] {
            let view = EndsView { player, moves: &moves };
            let wins = [ValueSide::On, ValueSide::Off][of(player)];
            let (drawn, lost) = (self.known_best(draft, player, wins), self.known_best(draft, player, wins.other()));
            let [before, after] = view.endless(open, drawn, likely[of(player)]);
            let sets = &mut ends.sets[of(player)];
            sets[wins as usize] = after;
            sets[wins.other() as usize] = match after & open {
                0 => lost,
                _ => view.passing(open, lost, before),
            };
            if after != 0 {
                ends.stoppers[of(player)] = Some(match player {
                    Player::Left => self.on()?,
                    Player::Right => self.off()?,
                });
            }
        }
        Ok(ends)
    }

    /// Returns the known values of a draft that are best for a player on one side.
    fn known_best(&self, draft: &Draft, player: Player, side: ValueSide) -> VertexSet {
        let best = if player == Player::Left { LoopyStop::On } else { LoopyStop::Off };
        let is_best = |vertex: &Vertex<Sided>| {
            let Vertex::Known(value) = vertex else { return false };
            let stopper = value.on(side);
            stopper.is_loopy() && self.as_stop(stopper).is_some_and(|stop| stop == best)
        };
        (0..).zip(&draft.vertices).fold(0, |set, (v, vertex)| set | VertexSet::from(is_best(vertex)) << v)
    }
}
