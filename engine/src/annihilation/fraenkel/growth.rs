//! The space of finite values without a table of all sets of four tokens: it grows from the values of smaller sets.
//!
//! Let V be a space of sets whose values are known. A set u outside it has the value k if k is the least number that no
//! follower in V has, and every follower outside V has itself a follower in V of value k: so a player who has moved
//! from u + *k has an answer wherever he is, and play ends as it does in V. Then u is added, and by linearity all of
//! V + u is known. If no set of at most four tokens can be added, V is the whole space, for sets of this size span it
//! and one of them would be labelled first (Fraenkel and Yesha 1982).
//!
//! Two moves from u lead into V, so u and the sum of two moves are in one class modulo V. For each of these classes the
//! vertices are found all of whose moves can be answered into V; u is a set of at most four of them in that class. A
//! class is identified by a linear print of 64 bits; every conclusion from prints is checked with the basis before
//! anything is added.

use super::basis::{self, Basis};
use super::{Board, GONE_VERTEX, moved};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Budget, Fault};

/// The class of a set modulo the space, and the value of the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct SetClass {
    print: u64,
    value: u64,
}

impl SetClass {
    fn plus(self, other: SetClass) -> SetClass {
        SetClass { print: self.print ^ other.print, value: self.value ^ other.value }
    }

    /// Returns the value, for a set of the space.
    fn known(self) -> Option<u64> {
        (self.print == 0).then_some(self.value)
    }
}

/// Adds all sets of finite value to a space of them, whose notes are the values.
pub(super) fn grow(board: &Board, space: &mut Basis, budget: &mut Budget) -> Result<(), Fault> {
    loop {
        let before = space.rank();
        Stage::new(board, space, budget)?.run(space, budget)?;
        if space.rank() == before {
            return Ok(());
        }
    }
}

/// One look at all classes, with the space as it was before.
struct Stage<'a> {
    board: &'a Board,
    /// The classes of the vertices.
    classes: Vec<SetClass>,
    /// The classes of the moves, by vertex.
    moves: Vec<Vec<SetClass>>,
    /// The prints of all moves, and that of none.
    answers: FastSet<u64>,
}

impl<'a> Stage<'a> {
    fn new(board: &'a Board, space: &Basis, budget: &mut Budget) -> Result<Stage<'a>, Fault> {
        let n = board.len();
        let mut classes = Vec::with_capacity(n as usize);
        for v in 0..n {
            budget.tick()?;
            let (mut rest, mut note) = (vec![0; basis::words(n)], vec![0]);
            basis::toggle(&mut rest, v);
            space.reduce(&mut rest, &mut note);
            let print = basis::members(&rest).into_iter().map(scattered).fold(0, |a, b| a ^ b);
            classes.push(SetClass { print, value: note[0] });
        }
        let class = |v: u32| if v == GONE_VERTEX { SetClass::default() } else { classes[v as usize] };
        let of = |u: u32| board.moves[u as usize].iter().map(move |&w| (u, w));
        let moves: Vec<Vec<SetClass>> = (0..n).map(|u| of(u).map(|(u, w)| class(u).plus(class(w))).collect()).collect();
        let answers = moves.iter().flatten().map(|class| class.print).chain([0]).collect();
        Ok(Stage { board, classes, moves, answers })
    }

    fn run(&self, space: &mut Basis, budget: &mut Budget) -> Result<(), Fault> {
        let mut answered = self.answered(budget)?;
        answered.sort_unstable();
        budget.check()?;
        for group in answered.chunk_by(|a, b| a.0 == b.0) {
            let vertices: Vec<u32> = group.iter().map(|&(_, v)| v).collect();
            self.sets(group[0].0, &vertices, budget, &mut |set, budget| self.add(set, space, budget))?;
        }
        Ok(())
    }

    /// Returns pairs of a class other than the space, by its print, and a vertex all of whose moves can be answered
    /// from there.
    fn answered(&self, budget: &mut Budget) -> Result<Vec<(u64, u32)>, Fault> {
        let mut found = Vec::new();
        for (v, moves) in (0..).zip(&self.moves) {
            let Some((first, others)) = moves.split_first() else { continue };
            let mut of_vertex = FastSet::default();
            for answer in &self.answers {
                budget.tick()?;
                let class = first.print ^ answer;
                let answered = |other: &SetClass| self.answers.contains(&(class ^ other.print));
                if class != 0 && others.iter().all(answered) && of_vertex.insert(class) {
                    if found.len() == found.capacity() {
                        budget.reserve(16 * found.len())?;
                    }
                    found.push((class, v));
                }
            }
        }
        Ok(found)
    }

    /// Finds the sets of one to four of these vertices that are in a class; some of them come more than once.
    fn sets(
        &self,
        class: u64,
        vertices: &[u32],
        budget: &mut Budget,
        found: &mut impl FnMut(&[u32], &mut Budget) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let print = |v: u32| self.classes[v as usize].print;
        budget.reserve(24 * vertices.len() * vertices.len())?;
        let mut pairs: FastMap<u64, Vec<(u32, u32)>> = FastMap::default();
        for (i, &a) in vertices.iter().enumerate() {
            if print(a) == class {
                found(&[a], budget)?;
            }
            for &b in &vertices[i + 1..] {
                budget.tick()?;
                let sum = print(a) ^ print(b);
                if sum == class {
                    found(&[a, b], budget)?;
                }
                pairs.entry(sum).or_default().push((a, b));
            }
        }
        for &a in vertices {
            for &(b, c) in pairs.get(&(class ^ print(a))).into_iter().flatten() {
                budget.tick()?;
                if a < b {
                    found(&[a, b, c], budget)?;
                }
            }
        }
        for (sum, ones) in &pairs {
            for &(c, d) in pairs.get(&(class ^ sum)).into_iter().flatten() {
                for &(a, b) in ones {
                    budget.tick()?;
                    if a < c && b != c && b != d {
                        found(&[a, b, c, d], budget)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds a set to the space if its value follows from the space.
    fn add(&self, set: &[u32], space: &mut Basis, budget: &mut Budget) -> Result<(), Fault> {
        budget.tick()?;
        if self.value(set).is_none() {
            return Ok(());
        }
        // Prints may agree by chance, and the space may have grown.
        let mut bits = vec![0; basis::words(self.board.len())];
        set.iter().for_each(|&v| basis::toggle(&mut bits, v));
        let known = |bits: &[u64]| {
            let (mut rest, mut note) = (bits.to_vec(), vec![0]);
            space.reduce(&mut rest, &mut note);
            basis::is_zero(&rest).then(|| note[0])
        };
        let (mut values, mut open) = (Vec::new(), Vec::new());
        for m in self.board.moves_from(&bits) {
            let next = moved(&bits, m);
            match known(&next) {
                Some(value) => values.push(value),
                None => open.push(next),
            }
        }
        let value = mex(&mut values);
        let answered =
            |next: &basis::Bits| self.board.moves_from(next).into_iter().any(|m| known(&moved(next, m)) == Some(value));
        if open.iter().all(answered) {
            let mut note = vec![value];
            let new = space.insert(&mut bits, &mut note);
            assert!(new || note[0] == 0, "γ is not linear at {set:?}");
        }
        Ok(())
    }

    /// Returns the value that follows for a set, or `None` if its print does not determine it.
    fn value(&self, set: &[u32]) -> Option<u64> {
        let class = set.iter().fold(SetClass::default(), |sum, &v| sum.plus(self.classes[v as usize]));
        let mut values: Vec<u64> = Vec::new();
        let followers = || set.iter().flat_map(|&u| (0..self.moves[u as usize].len()).map(move |i| (u, i)));
        for (u, i) in followers() {
            values.extend(class.plus(self.moves[u as usize][i]).known());
        }
        let value = mex(&mut values);
        for (u, i) in followers() {
            let next = class.plus(self.moves[u as usize][i]);
            if next.known().is_some() {
                continue;
            }
            let to = self.board.moves[u as usize][i];
            // If the moved token has run into another, neither can answer.
            let met = to != u && set.contains(&to);
            let left = set.iter().copied().filter(|&v| (v != u || to == u) && !(met && v == to));
            let came = (to != GONE_VERTEX && to != u && !met).then_some(to);
            let goal = SetClass { print: 0, value };
            if !left.chain(came).any(|v| self.moves[v as usize].iter().any(|&m| next.plus(m) == goal)) {
                return None;
            }
        }
        Some(value)
    }
}

/// Returns the least number that is not among these.
fn mex(values: &mut Vec<u64>) -> u64 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(values.iter()).find(|(i, value)| i != *value).map_or(values.len() as u64, |(i, _)| i)
}

/// Returns a number for each place of a vector, so that different sums of few of them differ (Steele, Lea and Flood
/// 2014).
fn scattered(place: u32) -> u64 {
    let mut bits = (u64::from(place) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
