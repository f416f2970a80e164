//! Quick estimates of a part of a red and blue block: two bounds of its value, and a guess.
//!
//! A player never gains by cutting away edges of their own, so the rest of a part, if a player gives up some edges and
//! numbers, is worth less to them. Edges are given up until the rest can be counted:
//!
//! Left's edges are *secure* (`held` in the code) if edges of Left's alone join them to the foot. Of others some stay,
//! as trees: each on a root, from where edges of the tree alone lead to all of it, and each with *guards*, which are
//! Right's edges and moves that end at the root, guard no other tree, and are more than the tree has edges. Then the
//! part is worth at least
//!
//! c = secure edges + edges in trees + positive numbers that hang at secure edges - Right's edges - negative numbers,
//!
//! where whole positive numbers elsewhere may be edges of trees. For if a root falls, at least one more of Right's moves falls
//! than of Left's, so that c rises by 1 or more. By induction Right, who moves in the difference with c, is answered:
//! - After a cut of a guard, or a whole move that is one, c is higher by 1. Left cuts an edge of its tree with which none
//!   other of that tree falls: again it has guards enough, and it is c or more. If the root fell with the cut, or has no tree,
//!   or it was no guard, c has risen by 1 or more and all have guards enough.
//! - After another move in a number c is higher, and no whole move is gone.
//! - If c has a simpler number below it, Left has a move that is worth no less. If c is no integer, some number that
//!   hangs there has no fewer places, and Left moves in it. If c is an integer and positive, Left moves in a number
//!   that is none, or in a tree, or in a secure edge, the outermost first: c falls by 1 at most.
//!
//! If the edges of both players are secure, with their numbers, the bounds are equal.

use smallvec::SmallVec;

use super::fixed::{Fixed, ONE, PLACES, ceil, floor, moves, simplest};
use crate::games::Player;

/// Edges or vertices, one bit each.
pub(super) type Set = u64;

/// The largest number of edges of a block, with those of stalks that replace the numbers hanging in it.
pub(super) const MAX_EDGES: usize = Set::BITS as usize;

/// The number that hangs at each vertex.
pub(super) type Hung = [Fixed; MAX_EDGES];

pub(super) fn bits(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// Returns the set of these members.
fn set(members: impl Iterator<Item = usize>) -> Set {
    members.fold(0, |all, member| all | 1 << member)
}

/// An interval that contains the value of a part, and a guess of the value.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub low: Fixed,
    pub high: Fixed,
    guess: Fixed,
}

impl Bounds {
    /// Returns the bounds of a known value.
    pub fn exact(value: Fixed) -> Bounds {
        Bounds { low: value, high: value, guess: value }
    }

    pub fn plus(self, other: Bounds) -> Bounds {
        Bounds { low: self.low + other.low, high: self.high + other.high, guess: self.guess() + other.guess() }
    }

    pub fn value(&self) -> Option<Fixed> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns `true` if the value is at least m for Left, at most m for Right, or `None` if that is not known.
    pub fn holds(&self, m: Fixed, player: Player) -> Option<bool> {
        let (sure, never) = match player {
            Player::Left => (self.low >= m, self.high < m),
            Player::Right => (self.high <= m, self.low > m),
        };
        (sure || never).then_some(sure)
    }

    /// Takes in that the value is at least or at most m, or that it is not.
    pub fn learn(&mut self, m: Fixed, player: Player, holds: bool) {
        match (player, holds) {
            (Player::Left, true) => self.low = self.low.max(m),
            (Player::Left, false) => self.high = self.high.min(m - 1),
            (Player::Right, true) => self.high = self.high.min(m),
            (Player::Right, false) => self.low = self.low.max(m + 1),
        }
    }

    pub fn guess(&self) -> Fixed {
        self.guess.clamp(self.low, self.high)
    }

    /// Returns the number to ask about next.
    pub fn next(&self) -> Fixed {
        let (least, most) = (ceil(self.low), floor(self.high));
        if least >= most {
            return simplest(self.low, self.high);
        }
        let near = floor(self.guess() + ONE / 2);
        near.clamp(least + ONE, most)
    }
}

/// The edges of a block.
pub(super) struct Edges {
    pub ends: Vec<[u8; 2]>,
    pub blue: Set,
    /// Edges that are like the one before them: the same ends and colour.
    pub repeated: Set,
    /// The edges at each vertex.
    pub at: Vec<Set>,
}

impl Edges {
    /// Returns the other end of an edge.
    pub fn across(&self, edge: usize, vertex: usize) -> usize {
        let [from, to] = self.ends[edge];
        usize::from(from ^ to) ^ vertex
    }

    /// Returns the edges of a player among others.
    pub fn of_player(&self, edges: Set, player: Player) -> Set {
        if player == Player::Left { edges & self.blue } else { edges & !self.blue }
    }

    /// Returns the vertices of a part but for that on which it stands.
    pub fn vertices(&self, edges: Set, foot: u8) -> Set {
        let ends = bits(edges).map(|edge| self.ends[edge]);
        ends.fold(0, |all, [from, to]| all | 1 << from | 1 << to) & !(1 << foot)
    }

    /// Returns the edges of a set that are joined to a vertex by others of them, and the vertices there.
    fn joined(&self, edges: Set, foot: u8) -> (Set, Set) {
        let (mut met, mut reached): (Set, Set) = (0, 1 << foot);
        let mut next = reached;
        while next != 0 {
            let vertex = next.trailing_zeros() as usize;
            next &= next - 1;
            let here = self.at[vertex] & edges;
            for edge in bits(here & !met) {
                let there = 1 << self.across(edge, vertex);
                next |= there & !reached;
                reached |= there;
            }
            met |= here;
        }
        (met, reached)
    }

    /// Estimates a part, by its edges, the vertex on which it stands, and the numbers that hang in it.
    pub fn bounds(&self, part: Set, foot: u8, hung: &Hung) -> Bounds {
        let [left, right] = [Player::Left, Player::Right].map(|player| {
            let own = self.of_player(part, player);
            PlayerSide { edges: self, player, own, others: part & !own, foot, hung }.bounds()
        });
        // Edges that hold by way of the other player's are worth little.
        let blue = (part & self.blue).count_ones();
        let more = moves(blue) * 2 - moves(part.count_ones());
        let guess = (3 * (left.1 - right.1) + more) / 4;
        Bounds { low: left.0.max(-right.1), high: left.1.min(-right.0), guess }
    }
}

/// A part as a player sees it, to whom their own numbers are positive.
struct PlayerSide<'a> {
    edges: &'a Edges,
    player: Player,
    own: Set,
    others: Set,
    foot: u8,
    hung: &'a Hung,
}

impl PlayerSide<'_> {
    /// Returns the least and the most that the part may be worth to the player.
    fn bounds(&self) -> (Fixed, Fixed) {
        let (held, vertices) = self.edges.joined(self.own, self.foot);
        // All that is left without the edges of the other.
        let most = moves(held.count_ones()) + self.numbers(vertices);
        let all = self.edges.vertices(self.own | self.others, self.foot);
        let against = moves(self.others.count_ones()) + self.numbers_against(all);
        let trees = moves(self.guarded(self.own & !held, all & !vertices));
        (self.counted(held, vertices).max(most + trees - against), most)
    }

    fn hangs(&self, vertex: usize) -> Fixed {
        if self.player == Player::Left { self.hung[vertex] } else { -self.hung[vertex] }
    }

    fn numbers(&self, vertices: Set) -> Fixed {
        bits(vertices).map(|vertex| self.hangs(vertex).max(0)).sum()
    }

    fn numbers_against(&self, vertices: Set) -> Fixed {
        bits(vertices).map(|vertex| (-self.hangs(vertex)).max(0)).sum()
    }

    /// Returns a lower bound if all is given up but secure edges, or some of them. It may pay to give up some, if the
    /// other player's edges in one place fall without them.
    fn counted(&self, mut held: Set, mut vertices: Set) -> Fixed {
        let least = |held: Set, vertices| {
            let (standing, all) = self.edges.joined(held | self.others, self.foot);
            let sure = moves(held.count_ones()) + self.numbers(vertices);
            sure - moves((standing & self.others).count_ones()) - self.numbers_against(all)
        };
        let mut best = least(held, vertices);
        let mut places: SmallVec<[Set; 16]> = SmallVec::new();
        let mut rest = vertices & !self.edges.joined(self.others, self.foot).1;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            let (here, place) = self.edges.joined(self.others, first as u8);
            rest &= !place;
            if here != 0 || self.hangs(first) < 0 {
                places.push(place);
            }
        }
        loop {
            let given_up = places.iter().filter(|place| **place & vertices != 0).find_map(|place| {
                let there = bits(*place).fold(0, |all, vertex| all | self.edges.at[vertex]);
                let (held, vertices) = self.edges.joined(held & !there, self.foot);
                let least = least(held, vertices);
                (least > best).then_some((held, vertices, least))
            });
            let Some(better) = given_up else { return best };
            (held, vertices, best) = better;
        }
    }

    /// Returns the number of edges and whole moves that can be in trees with guards, of loose edges and numbers at
    /// loose vertices. The root with the most guards left has the first choice.
    fn guarded(&self, mut loose: Set, vertices: Set) -> u32 {
        let whole = |x: Fixed| (x >> PLACES).max(0) as u32;
        let mut unused = self.others;
        let mut uncounted = vertices;
        let mut roots = vertices
            & set((0..self.edges.at.len()).filter(|v| self.edges.at[*v] & loose != 0 || self.hangs(*v) >= ONE));
        let mut count = 0;
        let guards = |root: usize, unused: Set| (self.edges.at[root] & unused).count_ones() + whole(-self.hangs(root));
        while let Some((most, root)) = bits(roots).map(|root| (guards(root, unused), root)).max()
            && most > 1
        {
            roots &= !(1 << root);
            let mut tree = 0;
            let (mut next, mut reached): (Set, Set) = (1 << root, 1 << root);
            while next != 0 && tree < most - 1 {
                let vertex = next.trailing_zeros() as usize;
                next &= next - 1;
                if uncounted >> vertex & 1 == 1 {
                    uncounted &= !(1 << vertex);
                    tree += whole(self.hangs(vertex));
                }
                for edge in bits(self.edges.at[vertex] & loose).take((most - 1).saturating_sub(tree) as usize) {
                    loose &= !(1 << edge);
                    tree += 1;
                    let there = 1 << self.edges.across(edge, vertex);
                    next |= there & !reached;
                    reached |= there;
                }
            }
            let tree = tree.min(most - 1);
            if tree == 0 {
                continue;
            }
            count += tree;
            // Guards that are of no use to other roots come first.
            let here = self.edges.at[root] & unused;
            let shared = set(bits(here).filter(|edge| roots >> self.edges.across(*edge, root) & 1 == 1));
            let needed = (tree + 1).saturating_sub(whole(-self.hangs(root)));
            unused &= !set(bits(here & !shared).chain(bits(shared)).take(needed as usize));
        }
        count
    }
}
