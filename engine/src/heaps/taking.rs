//! Play with one heap, for rules that never break a heap: results for a heap of any size from the heaps that a move
//! leads to.

use dashu_int::UBig;

use super::period::{Period, observe};
use super::rule::{Rule, Splits};
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
    /// Returns the remoteness of a heap, if the rule takes one of finitely many numbers, never breaks a heap, and the
    /// remoteness of its heaps has a proved period with saltus.
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
    pub fn remoteness(&self, heap: &UBig, misere: bool, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        let Some(taking) = self.taking() else { return Ok(None) };
        let remoteness = |options: &[u32]| {
            let least_even = options.iter().filter(|option| option.is_multiple_of(2)).min();
            least_even.or(options.iter().max()).map_or(u32::from(misere), |option| option + 1)
        };
        taking.find(heap, true, remoteness, budget)
    }

    /// Finds the suspense of a heap by a period, like [`Rule::remoteness`]: a heap that is won has one more than the largest even
    /// suspense of its options, another one more than the least odd one (Winning Ways, ch. 9).
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::heaps::{Code, Rule};
    ///
    /// let rule = Rule::from(Code::taking(&[1, 2]));
    /// let suspense = |heap: u64| rule.suspense(&heap.into(), false, &mut Budget::unlimited());
    /// assert_eq!([suspense(0)?, suspense(2)?, suspense(3)?], [0u8, 1, 2].map(|moves| Some(moves.into())));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn suspense(&self, heap: &UBig, misere: bool, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        let Some(taking) = self.taking() else { return Ok(None) };
        let suspense = |options: &[u32]| {
            let largest_even = options.iter().filter(|option| option.is_multiple_of(2)).max();
            largest_even.or(options.iter().min()).map_or(u32::from(misere), |option| option + 1)
        };
        taking.find(heap, true, suspense, budget)
    }

    /// Computes the length of the longest play from a heap: one move more than the longest plays of the heaps that a move leaves
    /// add up to (Smith 1966, eq. 15). `None` if no closed form is known and the heap is too large for a table.
    ///
    /// Returns the length of the longest play. A move takes a counter or, if it takes none, adds a heap. So the longest
    /// play takes counters one by one, or, if only some numbers may be taken, the least of them again and again; with
    /// splits in two it splits everything first.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::heaps::{Code, Rule, Splits};
    ///
    /// let budget = &mut Budget::unlimited();
    /// assert_eq!(Rule::from(Code::taking(&[2, 3])).distance(&9u8.into(), budget)?, Some(4u8.into()));
    /// assert_eq!(Rule::splitting(Splits::Coded).distance(&40u8.into(), budget)?, Some(79u8.into()));
    /// assert_eq!(Rule::grundy_game().distance(&5u8.into(), budget)?, Some(3u8.into()));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn distance(&self, heap: &UBig, budget: &mut Budget) -> Result<Option<UBig>, Fault> {
        const MOST_HEAPS: usize = 2000;
        let code = self.code();
        let splits = self.splits().allow(code.digit(0), 2);
        let takes_last = code.digit(1) & 1 == 1;
        let takes_one = takes_last && code.digit(1) & 2 == 2;
        let named = code.repeats().map_or_else(|| code.last().unwrap_or(0), |(digits, len)| digits + len);
        let is_split = |count| self.splits().allow(code.digit(0), count);
        if splits && takes_last && !self.is_unequal() {
            return Ok(Some(if heap.is_zero() { UBig::ZERO } else { heap * 2u8 - 1u8 }));
        }
        if takes_one && !(2..8).any(is_split) {
            return Ok(Some(heap.clone()));
        }
        let mut least = (1..=named).filter(|&k| code.digit(k) > 0);
        if let Some(taken) = least.next()
            && code.digit(0) == 0
            && code.digit(taken) & 3 == 3
        {
            return Ok(Some(heap / taken));
        }
        let is_tabled = self.splits() == Splits::Coded && !(self.is_unequal() && code.most_heaps() > 3);
        match usize::try_from(heap) {
            Ok(heap) if heap <= MOST_HEAPS && is_tabled => Ok(Some(self.longest_plays(heap, budget)?[heap].into())),
            _ => Ok(None),
        }
    }

    /// Computes the lengths of the longest plays from the heaps up to `most`.
    fn longest_plays(&self, most: usize, budget: &mut Budget) -> Result<Vec<u32>, Fault> {
        const NONE: Option<u32> = None;
        let code = self.code();
        let heaps = code.most_heaps().max(2) as usize;
        budget.reserve(16 * heaps * (most + 1))?;
        // The length of the longest play by number of heaps and of counters in them, or `NONE` if no heaps of the rule
        // have these numbers.
        let mut together = vec![vec![NONE; most + 1]; heaps];
        together[0][0] = Some(0);
        let mut found = vec![0u32];
        for heap in 1..=most {
            let mut longest = None;
            // Without a heap as large as this one, whose play is not known yet.
            let mut whole = vec![NONE; heaps];
            for count in 2..heaps {
                for part in 1..heap {
                    budget.tick()?;
                    let equal = self.is_unequal() && count == 2 && 2 * part == heap;
                    if !equal && let Some(others) = together[count - 1][heap - part] {
                        whole[count] = whole[count].max(Some(others + found[part]));
                    }
                }
            }
            for count in 2..heaps {
                together[count][heap] = whole[count];
            }
            for taken in 0..=heap {
                budget.tick()?;
                for (count, together) in together.iter().enumerate() {
                    let allowed = if taken == 0 {
                        self.splits().allow(code.digit(0), count as u32)
                    } else {
                        code.allows(taken as u64, count as u32)
                    };
                    if allowed && let Some(length) = together[heap - taken] {
                        longest = longest.max(Some(length + 1));
                    }
                }
            }
            let length = longest.unwrap_or(0);
            found.push(length);
            together[1][heap] = Some(length);
        }
        Ok(found)
    }

    /// Returns the foreclosed value of a heap (Winning Ways, ch. 9), if the rule only takes and the values have a
    /// proved period: they depend on the same t heaps. 0 is an end, 1 a heap from which one move reaches an end under
    /// normal play; any other value is 2 more than the nim-value that the heap has without the moves to these.
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
    /// Computes a value of a heap of any size, if a period is proved. It has a saltus only if `may_grow`.
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

    /// Returns the period with an even saltus, if enough heaps that are not empty have it.
    fn proved(&self, known: &[u32], budget: &mut Budget) -> Result<Option<Period>, Fault> {
        let Some(mut period) = observe(known.len(), |heap| i64::from(known[heap]), budget)? else { return Ok(None) };
        if period.saltus % 2 == 1 {
            (period.period, period.saltus) = (2 * period.period, 2 * period.saltus);
        }
        period.proved = known.len() as u64 > period.preperiod + period.period + self.largest as u64;
        Ok(period.proved.then_some(period))
    }
}
