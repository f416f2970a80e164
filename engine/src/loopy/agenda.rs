//! Vertices that wait to be looked at, each anew when something that it leads to has changed.

use smallvec::SmallVec;

use crate::games::{Budget, Fault};
use crate::graphs::Csr;

/// What waits, and from where moves lead to each vertex.
pub(super) enum Agenda {
    /// Of at most 64 vertices, whose sets are words.
    Words { before: SmallVec<[u64; 16]>, waiting: u64 },
    /// Of any number.
    Lists { before: Csr, waiting: Vec<u32>, is_waiting: Vec<bool> },
}

impl Agenda {
    /// All vertices wait. Moves are pairs of vertices, from where to where.
    pub fn new(
        vertices: usize,
        moves: impl Iterator<Item = (u32, u32)> + Clone,
        budget: &mut Budget,
    ) -> Result<Agenda, Fault> {
        if vertices <= 64 { Ok(Agenda::of_words(vertices, moves)) } else { Agenda::of_lists(vertices, moves, budget) }
    }

    fn of_words(vertices: usize, moves: impl Iterator<Item = (u32, u32)>) -> Agenda {
        let mut before = SmallVec::from_elem(0, vertices);
        moves.for_each(|(from, to)| before[to as usize] |= 1 << from);
        Agenda::Words { before, waiting: u64::MAX.checked_shr(64 - vertices as u32).unwrap_or(0) }
    }

    fn of_lists(
        vertices: usize,
        moves: impl Iterator<Item = (u32, u32)> + Clone,
        budget: &mut Budget,
    ) -> Result<Agenda, Fault> {
        let count = moves.clone().count();
        budget.reserve(9 * vertices + 4 * count)?;
        budget.charge(vertices + 3 * count)?;
        Ok(Agenda::Lists {
            before: Csr::grouped(vertices, moves.map(|(from, to)| (to, from))),
            waiting: (0..vertices as u32).collect(),
            is_waiting: vec![true; vertices],
        })
    }

    /// The next vertex, which no longer waits.
    pub fn next(&mut self) -> Option<u32> {
        match self {
            Agenda::Words { waiting, .. } => {
                let last = waiting.checked_ilog2()?;
                *waiting &= !(1 << last);
                Some(last)
            }
            Agenda::Lists { waiting, is_waiting, .. } => {
                let next = waiting.pop()?;
                is_waiting[next as usize] = false;
                Some(next)
            }
        }
    }

    /// Lets all wait from which moves lead to a vertex.
    pub fn changed(&mut self, v: u32) {
        match self {
            Agenda::Words { before, waiting } => *waiting |= before[v as usize],
            Agenda::Lists { before, waiting, is_waiting } => {
                for &u in before.row(v) {
                    if !std::mem::replace(&mut is_waiting[u as usize], true) {
                        waiting.push(u);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each vertex reaches, found with one agenda and the other.
    #[test]
    fn words_and_lists_lead_to_the_same() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = |below: usize| random.usize(..below);
        for round in 0..500 {
            let count = if round % 10 == 0 { 60 + next(5) } else { next(9) };
            let moves: Vec<(u32, u32)> =
                (0..next(2 * count + 1)).map(|_| (next(count) as u32, next(count) as u32)).collect();
            let lists = Agenda::of_lists(count, moves.iter().copied(), &mut Budget::unlimited()).unwrap();
            let [by_words, by_lists] = [Agenda::of_words(count, moves.iter().copied()), lists].map(|mut agenda| {
                let mut reached: Vec<u64> = (0..count).map(|v| 1 << v).collect();
                let mut met = vec![false; count];
                while let Some(v) = agenda.next() {
                    met[v as usize] = true;
                    let after = moves.iter().filter(|&&(from, _)| from == v);
                    let all = after.fold(reached[v as usize], |all, &(_, to)| all | reached[to as usize]);
                    if std::mem::replace(&mut reached[v as usize], all) != all {
                        agenda.changed(v);
                    }
                }
                assert!(met.into_iter().all(|met| met), "all wait at first");
                reached
            });
            assert_eq!(by_words, by_lists, "{moves:?}");
        }
    }
}
