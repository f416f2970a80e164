//! The remoteness of heaps of any size in subtraction games.

use dashu_int::UBig;

use super::period::{Period, observe};
use super::rule::Rule;
use crate::games::{Budget, Fault};

/// Heaps, and moves from them, among which a period is looked for.
const MOST_HEAPS: usize = 1 << 20;
const MOST_MOVES: usize = 1 << 26;

impl Rule {
    /// The remoteness of a heap, if the rule takes one of finitely many numbers and the remoteness of its heaps has a proved
    /// period with saltus.
    ///
    /// A heap without moves has remoteness 0, in misère play 1; another has one more than the least even one of its options,
    /// or, if there is none, than the largest odd one (Smith 1966, sections 4 and 8). Let t be the largest number taken. If
    /// R(n + p) = R(n) + s, s even, for t heaps n in succession, then for all later ones, as R(n) is found from those of the
    /// t heaps before, and adding s to all of them adds s to it.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::heaps::{Code, Rule};
    ///
    /// let rule = Rule::from(Code::taking(&[1, 2, 3]));
    /// let remoteness = rule.remoteness(&1_000_001u64.into(), false, &mut Budget::unlimited())?;
    /// assert_eq!(remoteness, Some(500_001u64.into()));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// Limits.
    pub fn remoteness(&self, heap: &UBig, misere: bool, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        let Some(set) = self.taken() else { return Ok(None) };
        let largest = set.last().copied().unwrap_or(0);
        let mut known: Vec<u32> = Vec::new();
        let mut wanted = 4 * largest + 64;
        while wanted <= MOST_HEAPS && wanted.saturating_mul(set.len()) <= MOST_MOVES {
            budget.reserve(16 * wanted)?;
            extend(&set, misere, wanted, &mut known, budget)?;
            if let Some(period) = proved(&known, largest, budget)? {
                let beyond = *heap >= UBig::from(known.len());
                let (like, more) = if beyond { period.like_any(heap) } else { (heap.clone(), UBig::ZERO) };
                let like = usize::try_from(&like).expect("a heap that was looked at");
                return Ok(Some(more + known[like]));
            }
            wanted *= 2;
        }
        Ok(None)
    }

    /// The numbers that can be taken, if there are finitely many and nothing else can be done.
    fn taken(&self) -> Option<Vec<usize>> {
        let last = self.code().last()?;
        let is_subtraction = self.code().digit(0) == 0 && (1..=last).all(|k| matches!(self.code().digit(k), 0 | 3));
        is_subtraction.then(|| (1..=last).filter(|&k| self.code().digit(k) == 3).map(|k| k as usize).collect())
    }
}

/// The remoteness of the next heaps.
fn extend(set: &[usize], misere: bool, to: usize, known: &mut Vec<u32>, budget: &mut Budget) -> Result<(), Fault> {
    for heap in known.len()..to {
        let (mut least_even, mut largest_odd) = (None, None);
        for taken in set.iter().take_while(|&&taken| taken <= heap) {
            budget.tick()?;
            let option = known[heap - taken];
            if option.is_multiple_of(2) {
                least_even = Some(least_even.map_or(option, |least: u32| least.min(option)));
            } else {
                largest_odd = largest_odd.max(Some(option));
            }
        }
        known.push(least_even.or(largest_odd).map_or(u32::from(misere), |option| option + 1));
    }
    Ok(())
}

/// The period with an even saltus, if enough heaps have it.
fn proved(known: &[u32], largest: usize, budget: &mut Budget) -> Result<Option<Period>, Fault> {
    let Some(mut period) = observe(known.len(), |heap| i64::from(known[heap]), budget)? else { return Ok(None) };
    if period.saltus % 2 == 1 {
        (period.period, period.saltus) = (2 * period.period, 2 * period.saltus);
    }
    period.proved = known.len() as u64 >= period.preperiod + period.period + largest as u64;
    Ok(period.proved.then_some(period))
}
