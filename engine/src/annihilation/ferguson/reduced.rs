//! Search on the reduced graph, if only Theorems 1 and 2 apply.

use std::mem::take;

use super::MisereTheory;
use super::conditions::FergusonCondition;
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault, Outcome, PostOrder};

/// Stands for one token of nim-value 1.
const ONE: u32 = u32::MAX;
/// New positions between two looks at the memory.
const OFTEN: usize = 1 << 10;

/// Tokens in the reduced graph in ascending order, and `ONE` if those of nim-value 1 are odd in number.
type ReducedKey = Box<[u32]>;

/// The misère outcomes of sets of tokens on the reduced graph, found by search and kept.
///
/// A token of the reduced graph moves to a vertex of the reduced graph, or vanishes, or becomes one of nim-value 1; a
/// pair of those vanishes (Ferguson 1984, Theorems 1 and 2).
///
/// ```
/// use cg_engine::annihilation::{MisereTheory, Reduced};
/// use cg_engine::graphs::Digraph;
/// use cg_engine::games::{Budget, Outcome};
/// let budget = &mut Budget::unlimited();
/// // The subtraction game of {1, 2, 4, 6}, which no theorem solves: heaps of 10, 14 and 15 are P.
/// let heaps = Digraph::from_rows(16, 64, budget, |h, row| row.extend([1, 2, 4, 6].iter().filter_map(|s| h.checked_sub(*s))))?;
/// let theory = MisereTheory::new(&heaps, budget)?;
/// assert_eq!(theory.theorem(), None);
/// assert_eq!(Reduced::default().outcome(&theory, &[10, 14, 15], budget)?, Some(Outcome::P));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Default)]
pub struct Reduced {
    /// `true` if the player who moves loses.
    lost: FastMap<ReducedKey, bool>,
}

/// A position whose moves are being examined.
struct OpenPosition {
    key: ReducedKey,
    /// The next one last.
    moves: Vec<ReducedKey>,
}

impl Reduced {
    /// Returns the outcome, or `None` without Condition A. All questions to one `Reduced` must be about one graph.
    pub fn outcome(
        &mut self,
        theory: &MisereTheory,
        tokens: &[u32],
        budget: &mut Budget,
    ) -> Result<Option<Outcome>, Fault> {
        if theory.is_broken(FergusonCondition::A) || !tokens.iter().all(|&v| theory.covers(v)) {
            return Ok(None);
        }
        let mut key: Vec<u32> = Vec::new();
        for &v in tokens.iter().filter(|&&v| theory.value(v) > 0) {
            toggle(&mut key, if theory.is_high(v) { v } else { ONE });
        }
        let lost = self.search(theory, key.into(), budget)?;
        Ok(Some(if lost { Outcome::P } else { Outcome::N }))
    }

    /// Returns the number of known positions.
    pub fn len(&self) -> usize {
        self.lost.len()
    }

    /// Returns `true` if no position is known.
    pub fn is_empty(&self) -> bool {
        self.lost.is_empty()
    }

    fn search(&mut self, theory: &MisereTheory, start: ReducedKey, budget: &mut Budget) -> Result<bool, Fault> {
        if let Some(lost) = self.known(&start) {
            return Ok(lost);
        }
        let mut walk = PostOrder::new([opened(theory, start.clone(), budget)?]);
        while let Some(top) = walk.next(budget)? {
            while top.moves.last().is_some_and(|next| self.known(next) == Some(false)) {
                budget.tick()?;
                top.moves.pop();
            }
            if let Some(next) = top.moves.last()
                && self.known(next).is_none()
            {
                let next = opened(theory, next.clone(), budget)?;
                walk.push(next);
                continue;
            }
            if self.lost.len().is_multiple_of(OFTEN) {
                budget.reserve(OFTEN * (64 + 4 * top.key.len()))?;
            }
            budget.count_position();
            self.lost.insert(take(&mut top.key), top.moves.is_empty());
        }
        Ok(self.lost[&start])
    }

    /// Returns the answer for a key without a search: one token of the reduced graph can always move to a lost position
    /// (Lemma 1).
    fn known(&self, key: &ReducedKey) -> Option<bool> {
        let one = key.last() == Some(&ONE);
        match key.len() - usize::from(one) {
            0 => Some(one),
            1 => Some(false),
            _ => self.lost.get(key).copied(),
        }
    }
}

fn opened(theory: &MisereTheory, key: ReducedKey, budget: &mut Budget) -> Result<OpenPosition, Fault> {
    let mut moves: Vec<ReducedKey> = Vec::new();
    let mut push = |toggled: [Option<u32>; 2]| {
        let mut next = key.to_vec();
        toggled.into_iter().flatten().for_each(|v| toggle(&mut next, v));
        moves.push(next.into());
    };
    // Moves that leave fewer tokens come first.
    for &v in &key {
        budget.tick()?;
        push([Some(v), None]);
        if v != ONE {
            push([Some(v), Some(ONE)]);
        }
    }
    for &v in key.iter().filter(|&&v| v != ONE) {
        for w in theory.high_followers(v) {
            budget.tick()?;
            push([Some(v), Some(w)]);
        }
    }
    moves.reverse();
    Ok(OpenPosition { key, moves })
}

/// Takes a token out of an ascending list, or puts it in.
fn toggle(key: &mut Vec<u32>, v: u32) {
    match key.binary_search(&v) {
        Ok(at) => {
            key.remove(at);
        }
        Err(at) => key.insert(at, v),
    }
}
