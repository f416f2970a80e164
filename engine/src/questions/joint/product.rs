//! All ways to choose in every part, counted without a list, and listed without those that are not wanted.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use dashu_int::UBig;

use super::marks::Mark;
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};
use crate::positions::{Alike, PositionId};

/// A choice in one part: a move, or leaving it as it is.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) to: PositionId,
    pub(super) mark: Mark,
    pub(super) is_move: bool,
    /// The moves that it stands for, where these have no end.
    pub(super) stands_for: Option<Rc<Alike>>,
}

impl Choice {
    pub(super) fn alike(&self) -> Alike {
        self.stands_for.as_ref().map_or_else(|| Alike::one(self.to), |alike| (**alike).clone())
    }
}

/// The combined mark of choices in some parts, and `true` if one of them is a move. `None` for no parts at all.
pub(super) type Total = Option<(Mark, bool)>;

/// The choices in every part.
pub(super) struct Product {
    choices: Vec<Vec<Choice>>,
    /// `true` if several of the choices may be moves.
    may_join: bool,
    /// For each part, the totals of it and those after it, with the number of ways.
    rests: Vec<FastMap<Total, UBig>>,
}

fn with(total: &Total, (mark, is_move): (&Mark, bool)) -> Result<Total, Fault> {
    Ok(Some(match total {
        None => (mark.clone(), is_move),
        Some((sum, moved)) => (sum.with(mark)?, *moved || is_move),
    }))
}

fn together(a: &Total, b: &Total) -> Result<Total, Fault> {
    match b {
        None => Ok(a.clone()),
        Some((mark, is_move)) => with(a, (mark, *is_move)),
    }
}

fn has_moved(total: &Total) -> bool {
    total.as_ref().is_some_and(|(_, moved)| *moved)
}

impl Product {
    pub(super) fn new(choices: Vec<Vec<Choice>>, may_join: bool, budget: &mut Budget) -> Result<Product, Fault> {
        let mut rests = vec![FastMap::from_iter([(None, UBig::ONE)])];
        for of_part in choices.iter().rev() {
            let mut kinds: FastMap<(&Mark, bool), UBig> = FastMap::default();
            for choice in of_part {
                budget.tick()?;
                *kinds.entry((&choice.mark, choice.is_move)).or_default() += 1u8;
            }
            let after = &rests[rests.len() - 1];
            let mut here: FastMap<Total, UBig> = FastMap::default();
            for (total, ways) in after {
                for (&kind, count) in &kinds {
                    budget.tick()?;
                    if may_join || !kind.1 || !has_moved(total) {
                        *here.entry(with(total, kind)?).or_default() += ways * count;
                    }
                }
            }
            rests.push(here);
        }
        rests.reverse();
        Ok(Product { choices, may_join, rests })
    }

    /// Returns the number of ways to a total for which `wanted` returns `true`.
    pub(super) fn count(&self, wanted: impl Fn(&Total) -> bool) -> UBig {
        self.rests[0].iter().filter(|(total, _)| wanted(total)).map(|(_, ways)| ways).sum()
    }

    /// Returns the first `most` ways to totals for which `wanted` returns `true`. The choices of later parts vary first.
    pub(super) fn list(
        &self,
        wanted: impl Fn(&Total) -> bool,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<&Choice>>, Fault> {
        let parts = self.choices.len();
        // `true` if the choices before a part can still lead to a wanted total.
        let mut hopes: FastMap<(usize, Total), bool> = FastMap::default();
        let mut found = Vec::new();
        // The choices made, by number, and their totals, from the first part on.
        let mut chosen: Vec<usize> = vec![0];
        let mut totals: Vec<Total> = vec![None];
        while let Some(at) = chosen.len().checked_sub(1) {
            budget.tick()?;
            let choice = self.choices.get(at).and_then(|of_part| of_part.get(chosen[at]));
            let Some(choice) = choice else {
                chosen.pop();
                totals.pop();
                if let Some(before) = chosen.last_mut() {
                    *before += 1;
                }
                continue;
            };
            if !self.may_join && choice.is_move && has_moved(&totals[at]) {
                chosen[at] += 1;
                continue;
            }
            let total = with(&totals[at], (&choice.mark, choice.is_move))?;
            let hope = match hopes.entry((at + 1, total.clone())) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => *entry.insert(self.may_come_to(&wanted, &total, at + 1)?),
            };
            if !hope {
                chosen[at] += 1;
                continue;
            }
            if at + 1 < parts {
                chosen.push(0);
                totals.push(total);
                continue;
            }
            budget.reserve(8 * parts)?;
            found.push(self.choices.iter().zip(&chosen).map(|(of_part, &i)| &of_part[i]).collect());
            if found.len() >= most {
                break;
            }
            chosen[at] += 1;
        }
        Ok(found)
    }

    /// Returns `true` if the choices before this part can still lead to a wanted total.
    fn may_come_to(&self, wanted: impl Fn(&Total) -> bool, total: &Total, part: usize) -> Result<bool, Fault> {
        for rest in self.rests[part].keys() {
            let fits = self.may_join || !has_moved(total) || !has_moved(rest);
            if fits && wanted(&together(total, rest)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
