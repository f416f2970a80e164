//! The conditions under which the theorems are true, and their violations.

use super::MisereTheory;
use super::labels::Labels;
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Budget, Fault};

/// A condition of Ferguson 1984.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FergusonCondition {
    /// Every vertex of nim-value 0 with moves has one to nim-value 1.
    A,
    /// The sets W of Theorem 3 are disjoint, and each vertex of nim-value 2n or 2n + 1 has, for 1 <= k < n, moves to both
    /// nim-values 2k and 2k + 1 in one W (B1), or for each of the two moves into two different W (B2).
    B,
    /// Two vertices of R joined by a move do not both have followers in one W.
    C1,
    /// A vertex of nim-value 3 of R with followers in R alone: no W holds a follower of each of those.
    C2,
    /// No vertices of nim-values 2 and 3 of R have followers in exactly the same sets W and none in R.
    C3,
    /// No vertex of nim-value 2 of R has a follower in a W. C1, C2 and C3 follow.
    CPrime,
}

impl FergusonCondition {
    /// Returns its name in the paper.
    pub fn name(self) -> &'static str {
        match self {
            FergusonCondition::A => "A",
            FergusonCondition::B => "B",
            FergusonCondition::C1 => "C1",
            FergusonCondition::C2 => "C2",
            FergusonCondition::C3 => "C3",
            FergusonCondition::CPrime => "C'",
        }
    }
}

/// Vertices that break a condition: two of them for C1 and C3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// The condition.
    pub condition: FergusonCondition,
    /// The vertex; of two, the one of larger nim-value or that from which the other is reached.
    pub vertex: u32,
    /// The second vertex.
    pub other: Option<u32>,
}

impl MisereTheory {
    /// Returns the conditions that were examined.
    pub fn examined(&self) -> &'static [FergusonCondition] {
        use FergusonCondition::{A, B, C1, C2, C3, CPrime};
        if self.largest <= 3 { &[A, B, C1, C2, C3, CPrime] } else { &[A, B] }
    }

    /// Finds everything that violates a condition, condition by condition, the least vertices first. `classes` are the
    /// sets of Theorem 3.
    pub(super) fn examine(&self, classes: &Labels, budget: &mut Budget) -> Result<Vec<Violation>, Fault> {
        let mut found = Vec::new();
        let mut add = |condition, vertex, other| found.push(Violation { condition, vertex, other });
        // Vertices of R that have followers in W alone, by the sets those are in: one of nim-value 2, one of 3.
        let mut alone: FastMap<Vec<u32>, [Option<u32>; 2]> = FastMap::default();
        for &v in &self.order {
            budget.tick()?;
            let followers = self.graph.followers(v);
            if self.value(v) == 0 && !followers.is_empty() && !followers.iter().any(|&w| self.value(w) == 1) {
                add(FergusonCondition::A, v, None);
            }
            let broken = match classes.meet {
                true => classes.is_in_several(v),
                false => !self.moves_into_lower_sets(v, budget)?,
            };
            if broken {
                add(FergusonCondition::B, v, None);
            }
            if self.largest > 3 || !self.labels.is_rest(v) {
                continue;
            }
            let sets = self.sets_met(v);
            budget.tick()?;
            if self.value(v) == 2 && !sets.is_empty() {
                add(FergusonCondition::CPrime, v, None);
            }
            let mut into_rest = false;
            for w in self.high_followers(v).filter(|&w| self.labels.is_rest(w)) {
                budget.tick()?;
                into_rest = true;
                let shared = self.high_followers(w).any(|u| self.labels.of(u).is_some_and(|set| sets.contains(&set)));
                if shared {
                    add(FergusonCondition::C1, v, Some(w));
                }
            }
            if self.value(v) == 3 && into_rest && sets.is_empty() && self.all_meet_one_set(v, budget)? {
                add(FergusonCondition::C2, v, None);
            }
            if !into_rest {
                let mut sets: Vec<u32> = sets.into_iter().collect();
                sets.sort_unstable();
                let least = &mut alone.entry(sets).or_default()[self.value(v) as usize - 2];
                *least = Some(least.map_or(v, |u| u.min(v)));
            }
        }
        for [two, three] in alone.into_values() {
            if let (Some(two), Some(three)) = (two, three) {
                add(FergusonCondition::C3, three, Some(two));
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Returns the sets in which a vertex has a follower.
    fn sets_met(&self, v: u32) -> FastSet<u32> {
        self.high_followers(v).filter_map(|w| self.labels.of(w)).collect()
    }

    /// Returns `true` if some W contains a follower of every follower of v in the reduced graph.
    fn all_meet_one_set(&self, v: u32, budget: &mut Budget) -> Result<bool, Fault> {
        let mut common: Option<FastSet<u32>> = None;
        for w in self.high_followers(v) {
            budget.tick()?;
            let sets = self.sets_met(w);
            common = Some(match common {
                None => sets,
                Some(common) => common.intersection(&sets).copied().collect(),
            });
        }
        Ok(common.is_some_and(|common| !common.is_empty()))
    }

    /// Checks B1 or B2 for every pair of nim-values 2k, 2k + 1 below those of v.
    fn moves_into_lower_sets(&self, v: u32, budget: &mut Budget) -> Result<bool, Fault> {
        let pairs = self.value(v) as usize / 2;
        if pairs < 2 {
            return Ok(true);
        }
        // For each nim-value a set that a move leads into, and whether moves lead into another one.
        let mut met: Vec<Option<(u32, bool)>> = vec![None; 2 * pairs];
        let mut both = vec![false; pairs];
        let mut into: FastSet<(u32, u32)> = FastSet::default();
        for w in self.high_followers(v).filter(|&w| (self.value(w) as usize) < 2 * pairs) {
            budget.tick()?;
            let (Some(set), value) = (self.labels.of(w), self.value(w)) else { continue };
            let (first, several) = met[value as usize].get_or_insert((set, false));
            *several |= set != *first;
            into.insert((value, set));
            both[value as usize / 2] |= into.contains(&(value ^ 1, set));
        }
        let several = |m: usize| met[m].is_some_and(|(_, several)| several);
        Ok((1..pairs).all(|k| both[k] || several(2 * k) && several(2 * k + 1)))
    }
}
