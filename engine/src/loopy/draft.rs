//! Graphs on their way to values.

use smallvec::SmallVec;

use super::{Sided, Stopper, of};
use crate::games::{Budget, Fault, Player};
use crate::graphs::Csr;
use crate::graphs::components::{components, members};

/// The vertices to which a player can move. Most lists are short, and then they are kept in place.
pub type VertexList = SmallVec<[u32; 4]>;

/// A vertex of a draft.
#[derive(Clone, Debug)]
pub enum Vertex<K> {
    /// A known value.
    Known(K),
    /// Left's moves and Right's.
    Moves([VertexList; 2]),
}

impl<K: Copy> Vertex<K> {
    /// Returns the value, if it is known.
    pub(super) fn known(&self) -> Option<K> {
        match self {
            Vertex::Known(value) => Some(*value),
            Vertex::Moves(_) => None,
        }
    }
}

/// A game as it was written or is played: vertices with moves, and values among them.
#[derive(Clone, Debug)]
pub struct Draft<K = Sided> {
    /// The vertices, by number.
    pub vertices: Vec<Vertex<K>>,
}

/// A draft whose known values are stoppers: one side of a game.
pub(super) type Graph = Draft<Stopper>;

impl<K> Default for Draft<K> {
    fn default() -> Draft<K> {
        Draft { vertices: Vec::new() }
    }
}

impl<K> Draft<K> {
    /// Adds a vertex and gives its number.
    pub fn push(&mut self, vertex: Vertex<K>) -> u32 {
        self.vertices.push(vertex);
        self.vertices.len() as u32 - 1
    }

    /// Adds a value.
    pub fn known(&mut self, value: K) -> u32 {
        self.push(Vertex::Known(value))
    }

    /// Adds a vertex whose moves are set later.
    pub fn vertex(&mut self) -> u32 {
        self.push(Vertex::Moves(Default::default()))
    }

    /// Sets the moves of a vertex.
    pub fn set(&mut self, v: u32, left: impl Into<VertexList>, right: impl Into<VertexList>) {
        self.vertices[v as usize] = Vertex::Moves([left.into(), right.into()]);
    }

    /// Returns the moves of a player; none from a known value.
    pub fn moves(&self, v: u32, player: Player) -> &[u32] {
        match &self.vertices[v as usize] {
            Vertex::Known(_) => &[],
            Vertex::Moves(moves) => &moves[of(player)],
        }
    }

    /// Returns `true` if a vertex is no known value.
    pub(super) fn has_moves(&self, v: u32) -> bool {
        matches!(self.vertices[v as usize], Vertex::Moves(_))
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Returns `true` if there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// Returns the moves of both, Left's first, one by one.
    pub(super) fn any_move(&self, v: u32, index: usize) -> Option<u32> {
        let left = self.moves(v, Player::Left);
        left.get(index).or_else(|| self.moves(v, Player::Right).get(index - left.len())).copied()
    }

    /// Returns the strong components, sinks first.
    pub(super) fn components(&self, budget: &mut Budget) -> Result<Csr, Fault> {
        Ok(members(&components(self.len(), |v, i| self.any_move(v, i), budget)?))
    }

    /// Returns the strong components of the *state graph*, whose vertices are a vertex and who is to move: `2v` for
    /// Left, `2v + 1` for Right. Says whether two states of one component are joined by a move, which is an endless
    /// alternating play.
    pub(super) fn alternation(&self, budget: &mut Budget) -> Result<Alternation, Fault> {
        let component = components(
            2 * self.len(),
            |state, index| {
                let player = if state % 2 == 0 { Player::Left } else { Player::Right };
                self.moves(state / 2, player).get(index).map(|&w| 2 * w + 1 - state % 2)
            },
            budget,
        )?;
        Ok(Alternation(component))
    }

    /// Returns `true` if no endless alternating play is possible from any vertex: the definition of a stopper.
    pub fn is_stopper(&self, budget: &mut Budget) -> Result<bool, Fault> {
        let alternation = self.alternation(budget)?;
        Ok(self.endless_in(&alternation).next().is_none())
    }

    /// Returns the moves that endless alternating play can go through for ever: who makes them, from where, and which
    /// move.
    pub(super) fn endless_moves(&self, budget: &mut Budget) -> Result<Vec<(Player, u32, u32)>, Fault> {
        let alternation = self.alternation(budget)?;
        Ok(self.endless_in(&alternation).collect())
    }

    /// Returns the moves within components, one by one.
    fn endless_in(&self, alternation: &Alternation) -> impl Iterator<Item = (Player, u32, u32)> {
        let by_mover = (0..self.len() as u32).flat_map(|v| [Player::Left, Player::Right].map(|player| (player, v)));
        by_mover.flat_map(move |(player, v)| {
            let endless = self.moves(v, player).iter().filter(move |&&w| alternation.joins(player, v, w));
            endless.map(move |&w| (player, v, w))
        })
    }
}

/// The components of a state graph.
pub(super) struct Alternation(Vec<u32>);

impl Alternation {
    /// Returns `true` if the player's move from v to w lies within a component.
    pub fn joins(&self, player: Player, v: u32, w: u32) -> bool {
        let mover = of(player);
        self.0[2 * v as usize + mover] == self.0[2 * w as usize + 1 - mover]
    }
}

impl Graph {
    /// Returns the graph as words: equal for equal graphs and for no others.
    pub(super) fn key(&self) -> Vec<u32> {
        let mut key = Vec::with_capacity(4 * self.len());
        for vertex in &self.vertices {
            match vertex {
                Vertex::Known(stopper) => key.extend([u32::MAX, stopper.word()]),
                Vertex::Moves([left, right]) => {
                    key.push(left.len() as u32);
                    key.extend(left);
                    key.push(right.len() as u32);
                    key.extend(right);
                }
            }
        }
        key
    }
}
