//! Comparison of all vertices of a small graph with one another, at once.
//!
//! For each vertex a the vertices b with a >= b are a row of bits, and so are those for which Left holds a - b when she
//! is to move. Rows follow from rows by the moves, until nothing changes: from above if Left holds every endless play.
//! If she holds only those in which good moves are made for ever, the rows grow from nothing below the differences that
//! good moves may lead to. That set shrinks until both are the same (a Büchi game as a fixpoint within a fixpoint).

use super::comparison::Rule;
use super::draft::VertexList;
use super::of;
use crate::games::{Budget, Fault, Player};

/// The moves of both players from a vertex.
pub(super) type Moves = [VertexList; 2];

/// The differences of vertices that Left holds.
pub(super) struct AllPairs {
    words: usize,
    /// The rows, by the player to move.
    rows: [Vec<u64>; 2],
}

impl AllPairs {
    /// The most vertices.
    pub const MAX_VERTICES: usize = 256;

    /// Compares vertices with these moves.
    pub fn new(moves: &[&Moves], rule: Rule, budget: &mut Budget) -> Result<AllPairs, Fault> {
        match moves.len() {
            0..=64 => AllPairs::of_words::<1>(moves, rule, budget),
            65..=128 => AllPairs::of_words::<2>(moves, rule, budget),
            _ => AllPairs::of_words::<4>(moves, rule, budget),
        }
    }

    fn of_words<const W: usize>(moves: &[&Moves], rule: Rule, budget: &mut Budget) -> Result<AllPairs, Fault> {
        let held = PairPlay::<W>::new(moves).held(rule, budget)?;
        Ok(AllPairs { words: W, rows: held.map(Vec::into_flattened) })
    }

    /// Returns `true` if two vertices have one value.
    pub fn are_equal(&self, a: u32, b: u32) -> bool {
        self.is_held(a, b, Player::Right) && self.is_held(b, a, Player::Right)
    }

    /// Returns `true` if Left holds the difference of the first and the second.
    pub fn is_held(&self, first: u32, second: u32, starter: Player) -> bool {
        self.rows[of(starter)][first as usize * self.words + second as usize / 64] >> (second % 64) & 1 == 1
    }
}

/// A set of vertices.
type VertexRow<const W: usize> = [u64; W];

/// The differences that Left holds: a row of the second vertices for each first one, by the player to move.
type Held<const W: usize> = [Vec<VertexRow<W>>; 2];

const LEFT: usize = Player::Left as usize;
const RIGHT: usize = Player::Right as usize;

struct PairPlay<'m, const W: usize> {
    moves: &'m [&'m Moves],
    /// The predecessors of each vertex, by player.
    before: [Vec<VertexRow<W>>; 2],
    all: VertexRow<W>,
}

impl<'m, const W: usize> PairPlay<'m, W> {
    fn new(moves: &'m [&'m Moves]) -> PairPlay<'m, W> {
        let mut before = [LEFT, RIGHT].map(|_| vec![[0; W]; moves.len()]);
        let mut all = [0; W];
        for (v, lists) in moves.iter().enumerate() {
            insert(&mut all, v);
            for (before, list) in before.iter_mut().zip(lists.iter()) {
                list.iter().for_each(|&w| insert(&mut before[w as usize], v));
            }
        }
        PairPlay { moves, before, all }
    }

    fn held(&self, rule: Rule, budget: &mut Budget) -> Result<Held<W>, Fault> {
        let filled = |row| [LEFT, RIGHT].map(|_| vec![row; self.moves.len()]);
        let mut above = filled(self.all);
        if rule == Rule::Endless {
            self.settle(&mut above, None, budget)?;
            return Ok(above);
        }
        loop {
            let mut below = filled([0; W]);
            self.settle(&mut below, Some((rule, &above)), budget)?;
            if below == above {
                return Ok(above);
            }
            above = below;
        }
    }

    /// Plays a move from every difference until nothing changes. If only some moves are good, they lead to differences
    /// that Left holds in the bound from above.
    fn settle(&self, held: &mut Held<W>, good: Option<(Rule, &Held<W>)>, budget: &mut Budget) -> Result<(), Fault> {
        let (first, second) = match good {
            Some((Rule::First, above)) => (Some(above), None),
            Some((_, above)) => (None, Some(above)),
            None => (None, None),
        };
        // By mover: the first vertices whose rows may be out of date.
        let mut due = [self.all; 2];
        while due != [[0; W]; 2] {
            for a in (0..self.moves.len()).rev() {
                for mover in [LEFT, RIGHT] {
                    if !remove(&mut due[mover], a) {
                        continue;
                    }
                    budget.charge(1 + self.moves.len() * W / 4)?;
                    let others = &second.unwrap_or(held)[1 - mover][a];
                    let after = first.unwrap_or(held)[1 - mover].as_slice();
                    let list = self.moves[a][mover].iter().map(|&to| &after[to as usize]);
                    let mut row = match mover {
                        LEFT => self.some_to(RIGHT, others),
                        _ => self.all_to(LEFT, others),
                    };
                    match mover {
                        LEFT => list.for_each(|other| join(&mut row, other)),
                        _ => list.for_each(|other| meet(&mut row, other)),
                    }
                    if row != held[mover][a] {
                        held[mover][a] = row;
                        join(&mut due[1 - mover], &self.before[1 - mover][a]);
                        insert(&mut due[1 - mover], a);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the vertices from which some move of a player leads into a set.
    fn some_to(&self, player: usize, set: &VertexRow<W>) -> VertexRow<W> {
        let mut row = [0; W];
        for (i, &word) in set.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                join(&mut row, &self.before[player][64 * i + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
        row
    }

    /// Returns the vertices from which all moves of a player lead into a set.
    fn all_to(&self, player: usize, set: &VertexRow<W>) -> VertexRow<W> {
        let outside = self.some_to(player, &std::array::from_fn(|i| self.all[i] & !set[i]));
        std::array::from_fn(|i| self.all[i] & !outside[i])
    }
}

fn insert<const W: usize>(row: &mut VertexRow<W>, v: usize) {
    row[v / 64] |= 1 << (v % 64);
}

/// Says whether it was there.
fn remove<const W: usize>(row: &mut VertexRow<W>, v: usize) -> bool {
    let bit = 1 << (v % 64);
    let was_there = row[v / 64] & bit != 0;
    row[v / 64] &= !bit;
    was_there
}

fn join<const W: usize>(row: &mut VertexRow<W>, other: &VertexRow<W>) {
    (0..W).for_each(|i| row[i] |= other[i]);
}

fn meet<const W: usize>(row: &mut VertexRow<W>, other: &VertexRow<W>) {
    (0..W).for_each(|i| row[i] &= other[i]);
}
