//! Misère quotients.

use dashu_int::UBig;

use super::algebra::Algebra;
use super::builder::Builder;
use super::words::{Ceiling, Halt};
use crate::games::{Budget, Fault};
use crate::heaps::{HeapMoves, Period, Rule, proved_period};

/// Limits of the search for a quotient, besides those of the session.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Elements of the quotient.
    pub elements: usize,
    /// Words whose outcomes are found to make it.
    pub words: usize,
    /// Pairs that prove it.
    pub pairs: usize,
    /// Rounds in which the quotient is computed again for one heap, each with a better guess.
    pub rounds: usize,
}

impl Limits {
    /// No limits but those of the session.
    pub const NONE: Limits = Limits { elements: usize::MAX, words: usize::MAX, pairs: usize::MAX, rounds: usize::MAX };
    /// Enough for most quotients that are found within a second or so.
    pub const SMALL: Limits = Limits { elements: 1000, words: 1 << 17, pairs: 20_000, rounds: 100 };

    /// Returns these limits, with a bound on words if the session has no memory limit.
    fn within(mut self, budget: &Budget) -> Limits {
        if budget.memory_limit().is_none() {
            self.words = self.words.min(MOST_WORDS);
        }
        self
    }
}

/// The reason why a quotient covers fewer heaps than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The quotient of more heaps is larger than the limits of the search.
    Large,
    /// The time was up.
    Time,
    /// The memory was full.
    Memory,
}

/// The misère quotient of the heaps 0, 1, ..., n-1 of a game: their sums, two being equal if no sum of these heaps
/// distinguishes them, with the set P of those that the mover loses (Plambeck and Siegel 2008).
///
/// It is proved: the outcome of every sum of these heaps is determined by the product of their elements. If the limits
/// do not suffice, those of the session included, it is the quotient of fewer heaps.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::HeapMoves;
/// use cg_engine::misere::{Limits, Quotient};
///
/// let mut nim = HeapMoves::default();
/// nim.push(&[]);
/// nim.push(&[vec![]]);
/// nim.push(&[vec![1], vec![]]);
/// let quotient = Quotient::of(&nim, Limits::NONE, &mut Budget::unlimited())?;
/// assert_eq!((quotient.order(), quotient.p_portion(), quotient.heaps()), (6, 2, 3));
/// assert!(quotient.is_lost(&[2, 2]) && !quotient.is_lost(&[1, 1]));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub struct Quotient {
    algebra: Algebra,
    generators: Vec<u32>,
    /// The elements of heaps of Nim, if some stand before those of the rule.
    nim: Vec<u32>,
    /// The elements of heaps.
    values: Vec<u32>,
    stop: Option<Stop>,
    /// The proved period of the elements of heaps, if the quotient is that of all heaps of a rule.
    period: Option<Period>,
    normal_forms: Vec<Vec<u32>>,
    relations: Vec<(Vec<u32>, Vec<u32>)>,
}

/// The number of words whose outcomes are found if the session has no limit in bytes: only this ends the search for a
/// quotient that grows without end. They take a quarter of a gigabyte.
const MOST_WORDS: usize = 1 << 22;
/// The ceiling of misère nim-values if only the winner is asked for.
const WHO_WINS: Ceiling = 1;

/// Returns the reason why the search ended before all heaps were examined, if it did.
fn halted(step: Result<(), Halt>) -> Result<Option<Stop>, Fault> {
    match step {
        Ok(()) => Ok(None),
        Err(Halt::Large) => Ok(Some(Stop::Large)),
        Err(Halt::Fault(Fault::Timeout)) => Ok(Some(Stop::Time)),
        Err(Halt::Fault(Fault::Memory { .. })) => Ok(Some(Stop::Memory)),
        Err(Halt::Fault(fault)) => Err(fault),
    }
}

impl Quotient {
    /// Returns the quotient of all heaps of a table, or of as many as the limits allow. The search leaves a tenth of
    /// the time for work with the quotient.
    ///
    /// # Errors
    /// [`Fault::Interrupted`]; limits of the session that are reached after the search.
    pub fn of(game: &HeapMoves, limits: Limits, budget: &mut Budget) -> Result<Quotient, Fault> {
        let mut builder = Builder::new(WHO_WINS, limits.within(budget));
        let mut search = budget.with_share_of_time(0.9);
        let mut stop = None;
        for heap in 0..game.len() {
            builder.learn(game.moves(heap).map(<[u32]>::to_vec));
            stop = halted(builder.extend(heap, &mut search))?;
            if stop.is_some() {
                break;
            }
        }
        Quotient::made(builder, stop, None, budget)
    }

    /// Returns the quotient of all heaps of a rule, if it is found and its period proved among the first `most` heaps;
    /// else that of as many heaps as the limits allow.
    ///
    /// The elements of heaps have a proved period as nim-values have ([`proved_period`]): the elements of the heaps
    /// that are left determine the results of a heap's moves. A heap whose moves lead to the same elements as those of
    /// a smaller one adds no pair to the proof, so the quotient is that of all heaps (Plambeck 2005, theorem 7;
    /// Plambeck and Siegel 2008).
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::heaps::{Code, Rule};
    /// use cg_engine::misere::{Limits, Quotient};
    ///
    /// let rule = Rule::from("0.77".parse::<Code>()?);
    /// let kayles = Quotient::of_rule(&rule, 400, Limits::SMALL, &mut Budget::unlimited())?;
    /// let period = kayles.period().expect("proved");
    /// assert_eq!((kayles.order(), period.preperiod, period.period), (40, 71, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_rule(rule: &Rule, most: usize, limits: Limits, budget: &mut Budget) -> Result<Quotient, Fault> {
        let builder = Builder::new(WHO_WINS, limits.within(budget));
        Quotient::extended(builder, rule, most, budget)
    }

    /// Returns the quotient of all heaps of a rule with `*` and `*2` by misère nim-values up to a ceiling, not only by
    /// the winner: two sums are equal if no sum of these heaps distinguishes their values. `None` if it is not found,
    /// or no period is proved.
    ///
    /// It is found and proved as [`Quotient::of_rule`] is; in the proof a move must not keep a value, and all smaller ones
    /// can be moved to.
    pub(super) fn by_nim_values(
        rule: &Rule,
        ceiling: Ceiling,
        most: usize,
        limits: Limits,
        budget: &mut Budget,
    ) -> Result<Option<Quotient>, Fault> {
        let mut builder = Builder::new(ceiling, limits.within(budget));
        for _ in 0..=2 {
            if halted(builder.extend_by_nim(budget))?.is_some() {
                return Ok(None);
            }
        }
        let quotient = Quotient::extended(builder, rule, most, budget)?;
        match quotient.stop {
            // With more time there may be one.
            Some(Stop::Time) => Err(Fault::Timeout),
            _ => Ok(Some(quotient).filter(|quotient| quotient.period.is_some())),
        }
    }

    fn extended(mut builder: Builder, rule: &Rule, most: usize, budget: &mut Budget) -> Result<Quotient, Fault> {
        const FIRST_TEST: usize = 16;
        let mut search = budget.with_share_of_time(0.9);
        let (mut stop, mut period, mut test) = (None, None, FIRST_TEST);
        for heap in 0..most {
            stop = halted(builder.extend_by(rule, heap, &mut search))?;
            if stop.is_some() {
                break;
            }
            if heap + 1 == test {
                period = proved_period(rule, builder.values(), &mut search)?;
                test += test / 8;
            }
            if period.is_some() {
                break;
            }
        }
        let stop = if period.is_none() { stop.or(Some(Stop::Large)) } else { None };
        Quotient::made(builder, stop, period, budget)
    }

    fn made(
        builder: Builder,
        stop: Option<Stop>,
        period: Option<Period>,
        budget: &mut Budget,
    ) -> Result<Quotient, Fault> {
        let (algebra, generators, nim, values) = builder.finish();
        let (normal_forms, relations) = presentation(&algebra, budget)?;
        Ok(Quotient { algebra, generators, nim, values, stop, period, normal_forms, relations })
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.algebra.len()
    }

    /// Returns the number of elements in P.
    pub fn p_portion(&self) -> usize {
        self.algebra.p().count()
    }

    /// Returns the number of heaps, from heap 0 on, for which it is proved.
    pub fn heaps(&self) -> usize {
        self.values.len()
    }

    /// Returns `true` if these are all heaps that were asked for.
    pub fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// Returns the reason why these are not all heaps that were asked for, or `None` if they are.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Returns the period of the elements of heaps, if it is the quotient of all heaps of a rule: then it is proved.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// Returns the element of a heap of any size, if the quotient is proved for it.
    pub fn value_of(&self, heap: &UBig) -> Option<u32> {
        if let Ok(heap) = usize::try_from(heap)
            && let Some(&value) = self.values.get(heap)
        {
            return Some(value);
        }
        let (like, _) = self.period.as_ref()?.like_any(heap);
        self.values.get(usize::try_from(&like).ok()?).copied()
    }

    /// Returns `true` if the mover loses a sum of this element.
    pub fn is_in_p(&self, element: u32) -> bool {
        self.nim_value(element) == 0
    }

    /// Returns the misère nim-value of a sum of this element; 1 for all but 0 if only the winner is distinguished.
    pub(super) fn nim_value(&self, element: u32) -> u32 {
        self.algebra.nim_value(element).into()
    }

    /// Returns the element of a heap of Nim, where some stand before those of the rule.
    pub(super) fn nim(&self, size: usize) -> u32 {
        self.nim[size]
    }

    /// Returns the heaps that generate it.
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// Returns the element of a heap: the pretending function.
    pub fn value(&self, heap: u32) -> u32 {
        self.values[heap as usize]
    }

    /// Returns the product of two elements; 0 is the identity.
    pub fn times(&self, a: u32, b: u32) -> u32 {
        self.algebra.times(a, b)
    }

    /// Returns the elements of P.
    pub fn p(&self) -> impl Iterator<Item = u32> {
        self.algebra.p()
    }

    /// Returns the least word of an element, as the exponent of each generator. Shorter words are less, of equally long
    /// ones those with more of the first generators.
    pub fn word(&self, element: u32) -> &[u32] {
        &self.normal_forms[element as usize]
    }

    /// Equations between words that give all others.
    pub fn relations(&self) -> &[(Vec<u32>, Vec<u32>)] {
        &self.relations
    }

    /// Returns `true` if the mover loses a sum of heaps.
    ///
    /// # Panics
    /// If it is not proved for one of the heaps.
    pub fn is_lost(&self, heaps: &[u32]) -> bool {
        let product = heaps.iter().fold(0, |product, &h| self.times(product, self.value(h)));
        self.is_in_p(product)
    }
}

type Relations = Vec<(Vec<u32>, Vec<u32>)>;

/// Returns the least word of each element, and the minimal words that are not least, with the least words that they
/// equal: every divisor of a least word is one.
fn presentation(algebra: &Algebra, budget: &mut Budget) -> Result<(Vec<Vec<u32>>, Relations), Fault> {
    let count = algebra.word(0).len();
    let mut normal: Vec<Option<Vec<u32>>> = vec![None; algebra.len()];
    normal[0] = Some(vec![0; count]);
    let mut relations = Vec::new();
    let mut layer = vec![vec![0; count]];
    while !layer.is_empty() {
        let mut candidates: Vec<Vec<u32>> = Vec::new();
        for word in &layer {
            for i in 0..count {
                budget.tick()?;
                let mut next = word.clone();
                next[i] += 1;
                candidates.push(next);
            }
        }
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        candidates.dedup();
        layer.clear();
        for word in candidates {
            budget.tick()?;
            let is_least = |w: &Vec<u32>| normal[algebra.value(w) as usize].as_ref() == Some(w);
            let divisors = (0..count).filter(|&i| word[i] > 0).map(|i| {
                let mut divisor = word.clone();
                divisor[i] -= 1;
                divisor
            });
            if !divisors.into_iter().all(|d| is_least(&d)) {
                continue;
            }
            match &mut normal[algebra.value(&word) as usize] {
                Some(least) => relations.push((word, least.clone())),
                none => {
                    *none = Some(word.clone());
                    layer.push(word);
                }
            }
        }
    }
    Ok((normal.into_iter().map(Option::unwrap_or_default).collect(), relations))
}
