//! Comparison of all vertices of a small graph with one another, at once.
//!
//! For each vertex a the vertices b with a >= b are a row of bits, and so are those for which Left holds a - b when she is
//! to move. Rows follow from rows by the moves, until nothing changes: from above where every endless play is held. Where
//! it is held by good moves made for ever, they grow from nothing below what good moves may lead to, and that shrinks until
//! both are the same (a Büchi game as a fixpoint within a fixpoint).

use super::comparison::Rule;
use crate::games::{Budget, Fault};

/// The moves of both players from a vertex.
pub(super) type Moves = [Box<[u32]>; 2];

/// Which vertices are at least which.
pub(super) struct AllPairs {
    words: usize,
    rows: Vec<u64>,
}

impl AllPairs {
    /// The most vertices.
    pub const MOST: usize = 256;

    /// Compares vertices with these moves.
    pub fn new(moves: &[&Moves], rule: Rule, budget: &mut Budget) -> Result<AllPairs, Fault> {
        match moves.len() {
            0..=64 => AllPairs::of_words::<1>(moves, rule, budget),
            65..=128 => AllPairs::of_words::<2>(moves, rule, budget),
            _ => AllPairs::of_words::<4>(moves, rule, budget),
        }
    }

    fn of_words<const W: usize>(moves: &[&Moves], rule: Rule, budget: &mut Budget) -> Result<AllPairs, Fault> {
        let held = Play::<W>::new(moves).held(rule, budget)?;
        Ok(AllPairs { words: W, rows: held.right_to_move.into_iter().flatten().collect() })
    }

    /// Whether the first is at least the second.
    pub fn at_least(&self, first: u32, second: u32) -> bool {
        self.rows[first as usize * self.words + second as usize / 64] >> (second % 64) & 1 == 1
    }
}

/// A set of vertices.
type Row<const W: usize> = [u64; W];

/// Which differences Left holds: a row of the second vertices for each first one.
#[derive(Clone, PartialEq)]
struct Held<const W: usize> {
    left_to_move: Vec<Row<W>>,
    right_to_move: Vec<Row<W>>,
}

/// When rows changed, and when they were last found from others: what nothing new leads to need not be found again.
struct Times {
    now: u32,
    changed: [Vec<u32>; 2],
    found: [Vec<u32>; 2],
}

impl Times {
    fn new(vertices: usize) -> Times {
        Times { now: 1, changed: [0, 1].map(|_| vec![1; vertices]), found: [0, 1].map(|_| vec![0; vertices]) }
    }

    /// Whether a row has to be found again, if it comes from these rows of the other player.
    fn is_due(&mut self, mover: usize, vertex: usize, from: &[u32]) -> bool {
        let changed = &self.changed[1 - mover];
        let last = from.iter().map(|&v| changed[v as usize]).fold(changed[vertex], u32::max);
        let is_due = last > self.found[mover][vertex];
        self.found[mover][vertex] = self.now;
        is_due
    }

    fn change(&mut self, mover: usize, vertex: usize) {
        self.now += 1;
        self.changed[mover][vertex] = self.now;
    }
}

struct Play<'m, const W: usize> {
    moves: &'m [&'m Moves],
    /// The moves of each vertex as sets.
    sets: [Vec<Row<W>>; 2],
    all: Row<W>,
}

impl<'m, const W: usize> Play<'m, W> {
    fn new(moves: &'m [&'m Moves]) -> Play<'m, W> {
        let set = |list: &[u32]| {
            let mut row = [0; W];
            list.iter().for_each(|&w| row[w as usize / 64] |= 1 << (w % 64));
            row
        };
        let all: Vec<u32> = (0..moves.len() as u32).collect();
        let sets = [0, 1].map(|player| moves.iter().map(|moves| set(&moves[player])).collect());
        Play { moves, sets, all: set(&all) }
    }

    fn held(&self, rule: Rule, budget: &mut Budget) -> Result<Held<W>, Fault> {
        let filled =
            |row| Held { left_to_move: vec![row; self.moves.len()], right_to_move: vec![row; self.moves.len()] };
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

    /// Plays a move from every difference until nothing changes. Where good moves are asked for, these lead to differences
    /// held `above`.
    fn settle(&self, held: &mut Held<W>, good: Option<(Rule, &Held<W>)>, budget: &mut Budget) -> Result<(), Fault> {
        let (first, second) = match good {
            Some((Rule::First, above)) => (Some(above), None),
            Some((_, above)) => (None, Some(above)),
            None => (None, None),
        };
        let mut times = Times::new(self.moves.len());
        loop {
            let before = times.now;
            for a in (0..self.moves.len()).rev() {
                let [left, right] = self.moves[a];
                if times.is_due(0, a, left) {
                    budget.charge(1 + self.moves.len() * W / 4)?;
                    let mut row = self.where_some(1, &second.unwrap_or(held).right_to_move[a]);
                    left.iter().for_each(|&to| join(&mut row, &first.unwrap_or(held).right_to_move[to as usize]));
                    if row != held.left_to_move[a] {
                        held.left_to_move[a] = row;
                        times.change(0, a);
                    }
                }
                if times.is_due(1, a, right) {
                    budget.charge(1 + self.moves.len() * W / 4)?;
                    let mut row = self.where_all(0, &second.unwrap_or(held).left_to_move[a]);
                    right.iter().for_each(|&to| meet(&mut row, &first.unwrap_or(held).left_to_move[to as usize]));
                    if row != held.right_to_move[a] {
                        held.right_to_move[a] = row;
                        times.change(1, a);
                    }
                }
            }
            if times.now == before {
                return Ok(());
            }
        }
    }

    /// From where some move of a player leads into a set.
    fn where_some(&self, player: usize, set: &Row<W>) -> Row<W> {
        let mut row = [0; W];
        for (b, moves) in self.sets[player].iter().enumerate() {
            let mut meets = 0;
            (0..W).for_each(|i| meets |= moves[i] & set[i]);
            row[b / 64] |= u64::from(meets != 0) << (b % 64);
        }
        row
    }

    /// From where all moves of a player lead into a set.
    fn where_all(&self, player: usize, set: &Row<W>) -> Row<W> {
        let mut row = [0; W];
        for (b, moves) in self.sets[player].iter().enumerate() {
            let mut outside = 0;
            (0..W).for_each(|i| outside |= moves[i] & !set[i]);
            row[b / 64] |= u64::from(outside == 0) << (b % 64);
        }
        row
    }
}

fn join<const W: usize>(row: &mut Row<W>, other: &Row<W>) {
    (0..W).for_each(|i| row[i] |= other[i]);
}

fn meet<const W: usize>(row: &mut Row<W>, other: &Row<W>) {
    (0..W).for_each(|i| row[i] &= other[i]);
}
