//! Play with one heap that is never broken into several: what is found of a heap from the heaps a move leads to, for heaps
//! of any size.

use dashu_int::UBig;

use super::period::{Period, observe};
use super::rule::Rule;
use crate::games::{Budget, Fault};

/// Heaps, and moves from them, among which a period is looked for.
const MOST_HEAPS: usize = 1 << 20;
const MOST_MOVES: usize = 1 << 26;

/// A rule by which a move takes one of finitely many numbers from a heap and leaves one heap or none.
struct Taking {
    /// The numbers in ascending order, and the digit of the code: 1 for a whole heap, 2 for a part of one, 3 for both.
    numbers: Vec<(usize, u8)>,
    largest: usize,
}

impl Rule {
    /// The remoteness of a heap, if the rule takes one of finitely many numbers, never breaks a heap, and the remoteness of
    /// its heaps has a proved period with saltus.
    ///
    /// A heap without moves has remoteness 0, in misère play 1; another has one more than the least even one of its options,
    /// or, if there is none, than the largest odd one (Smith 1966, sections 4 and 8). Let t be the largest number taken. If
    /// R(n + p) = R(n) + s, s even, for t heaps n > 0 in succession, then for all later ones, as R(n) is found from those of
    /// the t heaps before, and adding s to all of them adds s to it.
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
        let Some(taking) = self.taking() else { return Ok(None) };
        let remoteness = |options: &[u32]| {
            let least_even = options.iter().filter(|option| option.is_multiple_of(2)).min();
            least_even.or(options.iter().max()).map_or(u32::from(misere), |option| option + 1)
        };
        taking.find(heap, true, remoteness, budget)
    }

    /// The foreclosed value of a heap (Winning Ways, ch. 9), if the rule is such a one and the values have a proved period:
    /// they are found from the same t heaps. 0 is an end, 1 a heap from which one move comes to an end under normal play;
    /// other values are 2 more than the nim-value of what is left without the moves to these.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::heaps::{Code, Rule};
    ///
    /// let rule = Rule::from(Code::taking(&[1, 2]));
    /// let value = |heap: u64| rule.foreclosed(&heap.into(), false, &mut Budget::unlimited());
    /// assert_eq!([value(0)?, value(2)?, value(3)?, value(4)?], [0u8, 1, 2, 3].map(|value| Some(value.into())));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// Limits.
    pub fn foreclosed(&self, heap: &UBig, misere: bool, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        const ENDED: u32 = 0;
        const WON: u32 = 1;
        const OPEN: u32 = 2;
        let Some(taking) = self.taking() else { return Ok(None) };
        let foreclosed = |options: &[u32]| match options {
            [] => ENDED,
            _ if !misere && options.contains(&ENDED) => WON,
            _ => (OPEN..).find(|value| !options.contains(value)).unwrap_or(OPEN),
        };
        taking.find(heap, false, foreclosed, budget)
    }

    fn taking(&self) -> Option<Taking> {
        let last = self.code().last()?;
        if self.code().digit(0) != 0 || self.code().largest_digit() > 3 {
            return None;
        }
        let numbers = (1..=last).map(|k| (k as usize, self.code().digit(k))).filter(|(_, digit)| *digit > 0).collect();
        Some(Taking { numbers, largest: last as usize })
    }
}

impl Taking {
    /// What is found of a heap of any size, if a period is proved, with a saltus where it may grow.
    fn find(
        &self,
        heap: &UBig,
        may_grow: bool,
        from_options: impl Fn(&[u32]) -> u32,
        budget: &mut Budget,
    ) -> Result<Option<UBig>, Fault> {
        let mut known: Vec<u32> = Vec::new();
        let mut options = Vec::new();
        let mut wanted = 4 * self.largest + 64;
        while wanted <= MOST_HEAPS && wanted.saturating_mul(self.numbers.len()) <= MOST_MOVES {
            budget.reserve(16 * wanted)?;
            for heap in known.len()..wanted {
                options.clear();
                for &(taken, digit) in self.numbers.iter().take_while(|&&(taken, _)| taken <= heap) {
                    budget.tick()?;
                    if digit & (if taken == heap { 1 } else { 2 }) != 0 {
                        options.push(known[heap - taken]);
                    }
                }
                known.push(from_options(&options));
            }
            if let Some(period) = self.proved(&known, budget)?.filter(|period| may_grow || period.saltus == 0) {
                let beyond = *heap >= UBig::from(known.len());
                let (like, more) = if beyond { period.like_any(heap) } else { (heap.clone(), UBig::ZERO) };
                let like = usize::try_from(&like).expect("a heap that was looked at");
                return Ok(Some(more + known[like]));
            }
            wanted *= 2;
        }
        Ok(None)
    }

    /// The period with an even saltus, if enough heaps that are not empty have it.
    fn proved(&self, known: &[u32], budget: &mut Budget) -> Result<Option<Period>, Fault> {
        let Some(mut period) = observe(known.len(), |heap| i64::from(known[heap]), budget)? else { return Ok(None) };
        if period.saltus % 2 == 1 {
            (period.period, period.saltus) = (2 * period.period, 2 * period.saltus);
        }
        period.proved = known.len() as u64 > period.preperiod + period.period + self.largest as u64;
        Ok(period.proved.then_some(period))
    }
}
