//! The nim-values of a take-and-break game, as many as are asked for.

use std::ops::Range;

use dashu_int::UBig;

use super::growth;
use super::packed::{Packed, each};
use super::pairs::{Pairs, Space};
use super::period::{self, Period};
use super::replies::Pattern;
use super::rule::Rule;
use super::sets::Sets;
use super::sift::Path;
use crate::games::{Budget, Fault};

/// The way to compute values. The values do not depend on it; tests compare the ways, and benches choose among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// `true` to look for periods, which save computing the values that they determine.
    pub periods: bool,
    /// The instructions.
    pub path: Path,
    /// The method.
    pub method: Method,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways { periods: true, path: Path::best(), method: Method::Best }
    }
}

/// The methods that find nim-values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Whichever is fastest.
    Best,
    /// All pairs of heaps.
    Dense,
    /// A sparse space (Winning Ways, ch. 4).
    Sparse,
    /// Sets of values; for every rule.
    Sets,
}

#[derive(Clone)]
enum SequenceValues {
    Pairs(Pairs),
    Sets(Sets),
}

/// The nim-values of heaps 0, 1, 2, ... of a take-and-break game. They are computed when they are asked for and kept,
/// in one byte each while they are small. At times it is tested whether their period is proved; then no more of them
/// are computed.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::{Code, Sequence};
///
/// let budget = &mut Budget::unlimited();
/// let mut kayles = Sequence::new("0.77".parse::<Code>()?);
/// assert_eq!(kayles.value(5, budget)?, 4);
/// assert_eq!(kayles.value(1_000_000_000_000_000_000, budget)?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Sequence {
    rule: Rule,
    known: Packed,
    values: SequenceValues,
    period: Option<Period>,
    /// The number of values at which to look for a period.
    test: usize,
}

impl Sequence {
    /// Heaps from here on are never computed one by one.
    pub const LIMIT: u64 = 1 << 31;
    /// The number of heaps searched for a period when a heap beyond [`Sequence::LIMIT`] is asked for.
    const SEARCH: usize = 1 << 25;
    /// The cost limit of this search, in pairs of heaps whose values take a byte. It is enough for the proofs of 0.376
    /// and 0.354 (5 and 22 million heaps), and ends within seconds if there is no period.
    const SEARCH_WORK: u64 = 1 << 40;
    /// The cost of a pair of wider values, of which fewer are examined at a time, relative to a pair of bytes.
    const COST_OF_WIDE: u64 = 32;
    /// Words of sets cost still more.
    const COST_OF_SETS: u64 = 300;
    /// The number of heaps at the first test for a period.
    const FIRST_TEST: usize = 32;

    /// Returns the sequence of a rule, with no value computed yet.
    pub fn new(rule: impl Into<Rule>) -> Sequence {
        Sequence::with(rule, Ways::default())
    }

    /// Returns the sequence of a rule, computed in a given way. A method that cannot do the rule is replaced by one
    /// that can, instructions that the processor lacks by those that it has.
    pub fn with(rule: impl Into<Rule>, mut ways: Ways) -> Sequence {
        let rule = rule.into();
        ways.path = ways.path.min(Path::best());
        let pairs = |space| SequenceValues::Pairs(Pairs::new(&rule, ways.path, space));
        let short = rule.code().last().is_some() && rule.code().most_heaps() <= 3;
        let values = match ways.method {
            Method::Best if short => pairs(Space::Either),
            Method::Dense if short => pairs(Space::Dense),
            Method::Sparse if short => pairs(Space::Sparse),
            _ => SequenceValues::Sets(Sets::new(&rule)),
        };
        let test = if ways.periods { Sequence::FIRST_TEST } else { usize::MAX };
        Sequence { known: Packed::U8(vec![0]), values, period: None, test, rule }
    }

    /// Returns the rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Returns the values that have been computed, from heap 0 on.
    pub fn known(&self) -> &Packed {
        &self.known
    }

    /// Returns the period, if it has been proved.
    pub fn proved_period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// Computes the values of heaps `0..len`, or fewer if a proved period determines the rest.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] for more than [`Sequence::LIMIT`] heaps without a period.
    pub fn extend_to(&mut self, len: u64, budget: &mut Budget) -> Result<(), Fault> {
        if self.period.is_none() && len > Sequence::LIMIT {
            self.search(budget)?;
            if self.period.is_none() {
                return Err(Sequence::no_period((len - 1).to_string()));
            }
        }
        if self.period.is_none() {
            self.compute(len as usize, budget)?;
        }
        Ok(())
    }

    /// Looks for a period among heaps that are cheap to compute: at most 2^25, fewer where each costs much. How many
    /// does not depend on the machine.
    pub fn search(&mut self, budget: &mut Budget) -> Result<(), Fault> {
        let mut len = Sequence::FIRST_TEST;
        while self.period.is_none() && len <= Sequence::SEARCH && self.work() < Sequence::SEARCH_WORK {
            self.compute(len, budget)?;
            len += len / 8;
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        let (work, cost) = match &self.values {
            SequenceValues::Pairs(pairs) => {
                (pairs.work, if self.known.width() == 1 { 1 } else { Sequence::COST_OF_WIDE })
            }
            SequenceValues::Sets(sets) => (sets.work, Sequence::COST_OF_SETS),
        };
        work.saturating_mul(cost)
    }

    fn compute(&mut self, len: usize, budget: &mut Budget) -> Result<(), Fault> {
        while self.period.is_none() && self.known.len() < len {
            let to = len.min(self.test);
            self.known.make_room(to.max(64), budget)?;
            let values = &mut self.values;
            let wide = each!(&mut self.known, list => match values {
                SequenceValues::Pairs(pairs) => pairs.extend(list, to, budget),
                SequenceValues::Sets(sets) => sets.extend(list, to, budget),
            })?;
            if let Some(value) = wide {
                let heap = self.known.len();
                self.known.push(value, budget)?;
                if let SequenceValues::Pairs(pairs) = &mut self.values {
                    pairs.learn(heap, value as usize);
                }
            }
            if self.known.len() >= self.test {
                self.period = self.prove(self.known.len(), budget)?;
                self.test = self.known.len() + self.known.len() / 4;
            }
        }
        Ok(())
    }

    /// Tries to prove a period from the first `heaps` values.
    fn prove(&self, heaps: usize, budget: &mut Budget) -> Result<Option<Period>, Fault> {
        each!(&self.known, list => match period::prove(&self.rule, &list[..heaps], budget)? {
            None => match period::prove_growing(&self.rule, &list[..heaps], budget)? {
                None => growth::prove(&self.rule, &list[..heaps], budget),
                proved => Ok(proved),
            },
            proved => Ok(proved),
        })
    }

    /// Returns the nim-value of heap n.
    pub fn value(&mut self, n: u64, budget: &mut Budget) -> Result<u64, Fault> {
        if n >= self.known.len() as u64 {
            self.extend_to(n.saturating_add(1), budget)?;
        }
        self.look_up(n)
    }

    /// Returns the nim-value of a heap of any size.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::heaps::{Code, Sequence};
    ///
    /// let mut kayles = Sequence::new("0.77".parse::<Code>()?);
    /// let heap = dashu_int::UBig::from(10u8).pow(30);
    /// assert_eq!(kayles.value_of(&heap, &mut Budget::unlimited())?, 1u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_of(&mut self, n: &UBig, budget: &mut Budget) -> Result<UBig, Fault> {
        if let Some(n) = u64::try_from(n).ok().filter(|&n| n < Sequence::LIMIT) {
            return Ok(self.value(n, budget)?.into());
        }
        if self.period.is_none() {
            self.search(budget)?;
        }
        let Some(period) = &self.period else { return Err(Sequence::no_period(n.to_string())) };
        let (like, more) = period.like_any(n);
        Ok(more + self.known.get(usize::try_from(like).expect("a heap that was computed")))
    }

    /// Returns the values of all heaps, or `None` if those that have been computed prove no period.
    pub fn pattern(&self, budget: &mut Budget) -> Result<Option<Pattern>, Fault> {
        let Some(period) = &self.period else { return Ok(None) };
        let len = (period.preperiod + period.period) as usize;
        budget.reserve(8 * len)?;
        let values = (0..len).map(|heap| self.known.get(heap)).collect();
        Ok(Some(Pattern::new(values, [period.preperiod, period.period, period.saltus])))
    }

    fn no_period(heap: String) -> Fault {
        let limit = (Sequence::LIMIT - 1).to_string();
        Fault::TooLarge { what: "heap of a game without a known period", size: heap, limit }
    }

    /// Returns the nim-value of a heap that is known or follows from the period.
    fn look_up(&self, n: u64) -> Result<u64, Fault> {
        if n < self.known.len() as u64 {
            return Ok(self.known.get(n as usize));
        }
        let (like, more) = self.period.as_ref().expect("a period gives the rest").like(n);
        let value = u128::from(self.known.get(like as usize)) + more;
        u64::try_from(value).map_err(|_| Fault::TooLarge {
            what: "nimber",
            size: value.to_string(),
            limit: u64::MAX.to_string(),
        })
    }

    /// Returns the nim-values of a range of heaps.
    ///
    /// # Errors
    /// Memory for the list.
    pub fn values(&mut self, heaps: Range<u64>, budget: &mut Budget) -> Result<Packed, Fault> {
        let count = heaps.end.saturating_sub(heaps.start);
        if count == 0 {
            return Ok(Packed::U8(Vec::new()));
        }
        self.extend_to(heaps.end, budget)?;
        budget.reserve(usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(self.known.width()))?;
        if count > Sequence::LIMIT {
            let (size, limit) = (count.to_string(), Sequence::LIMIT.to_string());
            return Err(Fault::TooLarge { what: "list of nim-values", size, limit });
        }
        let known = self.known.len() as u64;
        let (from, to) = (heaps.start.min(known) as usize, heaps.end.min(known) as usize);
        let mut values = match &self.known {
            Packed::U8(list) => Packed::U8(list[from..to].to_vec()),
            Packed::U16(list) => Packed::U16(list[from..to].to_vec()),
            Packed::U32(list) => Packed::U32(list[from..to].to_vec()),
        };
        for heap in heaps.start.max(known)..heaps.end {
            budget.tick()?;
            let value = self.look_up(heap)?;
            let too_large =
                |_| Fault::TooLarge { what: "nimber in a list", size: value.to_string(), limit: u32::MAX.to_string() };
            values.push(u32::try_from(value).map_err(too_large)?, budget)?;
        }
        Ok(values)
    }

    /// Returns the period: proved or, if the first `heaps` values prove none, observed on them. `None` if they show
    /// none. Values of larger heaps make no difference.
    pub fn period(&mut self, heaps: u64, budget: &mut Budget) -> Result<Option<Period>, Fault> {
        self.extend_to(heaps, budget)?;
        let looked_at = usize::try_from(heaps).map_or(self.known.len(), |heaps| heaps.min(self.known.len()));
        if looked_at == self.known.len() && self.period.is_some() {
            return Ok(self.period.clone());
        }
        let proved = self.prove(looked_at, budget)?;
        if proved.is_some() {
            self.period.clone_from(&proved);
            return Ok(proved);
        }
        // Fewer heaps than the longest move do not show how the values go on.
        let code = self.rule.code();
        let named = code.repeats().map_or_else(|| code.last().unwrap_or(0), |(digits, _)| digits);
        if looked_at as u64 <= named {
            return Ok(None);
        }
        period::observe(looked_at, |at| self.known.get(at) as i64, budget)
    }
}
