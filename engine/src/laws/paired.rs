//! Rules on ordinals below ω² as rules on numbers: ω·k + n is the pair of k and n.
//!
//! Below ω·k + n are all ω·j + m with j below k and any m, and the ω·k + m with m below n. So a clause in which a variable
//! runs through all smaller ordinals is two on pairs, one of them with a family without end.

use crate::games::{Cache, Forget};
use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::rule::{Clause, Guard, Linear, LinearRule, Range, Sign};
use super::{Arguments, Law, Progression};
use crate::games::Fault;
use crate::games::hashing::FastMap;
use crate::ordinals::{CantorTerm, Ordinal};

/// A game on ordinals, with the results computed for arguments of each kind.
#[derive(Debug)]
pub struct OrdinalLaw {
    /// The rule.
    pub rule: LinearRule,
    /// The paired game for each choice of infinite arguments.
    paired: Cache<FastMap<Vec<bool>, Arc<Paired>>>,
}

/// A game of which some arguments may be infinite, as one on numbers.
#[derive(Debug)]
pub struct Paired {
    /// The game on numbers.
    pub law: Law,
    /// `true` for each argument that is a pair, the coefficient of ω first.
    pairs: Vec<bool>,
}

impl OrdinalLaw {
    /// Returns the game of a rule.
    pub fn new(rule: LinearRule) -> OrdinalLaw {
        OrdinalLaw { rule, paired: Cache::default() }
    }

    /// Returns the game on numbers that is played with these arguments, and which numbers they are.
    ///
    /// ```
    /// use cg_engine::games::Budget;
    /// use cg_engine::laws::{Clause, Linear, LinearRule, Measure, OrdinalLaw, Range};
    /// use cg_engine::ordinals::Ordinal;
    ///
    /// // From a there is a move to every smaller ordinal.
    /// let below = (Range::Below(Linear::variable(0)), Vec::new());
    /// let heap = Clause { ranges: vec![below], guards: Vec::new(), arguments: vec![Linear::variable(1)] };
    /// let game = OrdinalLaw::new(LinearRule { arity: 1, clauses: vec![heap] });
    /// let (paired, numbers) = game.at(&[Ordinal::omega()]).expect("a simple rule");
    /// assert_eq!(paired.law.measure(&numbers, Measure::NimValue, &mut Budget::unlimited())?, Ordinal::omega());
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// Fails with the reason why the rule does not support these arguments.
    pub fn at(&self, ordinals: &[Ordinal]) -> Result<(Arc<Paired>, Arguments), &'static str> {
        let infinite: Vec<bool> = ordinals.iter().map(|ordinal| !ordinal.is_finite()).collect();
        let known = self.paired.read().get(&infinite).cloned();
        let paired = match known {
            Some(known) => known,
            None => {
                let paired = Arc::new(self.rule.paired(&infinite)?);
                self.paired.write().insert(infinite, paired.clone());
                paired
            }
        };
        let numbers = paired.numbers(ordinals).ok_or("only ordinals below `omega^2` are reckoned with")?;
        Ok((paired, numbers))
    }
}

impl Forget for OrdinalLaw {
    fn forget(&self) {
        self.paired.forget();
    }
}

/// A variable or an argument: ω times the first number, and the second.
#[derive(Clone, Debug)]
struct OrdinalPair {
    high: Linear,
    low: Linear,
}

impl OrdinalPair {
    fn number(low: Linear) -> OrdinalPair {
        OrdinalPair { high: Linear::constant(0), low }
    }

    fn is_number(&self) -> bool {
        self.high.as_constant().is_some_and(IBig::is_zero)
    }
}

/// The reason why a rule has no meaning for infinite ordinals.
type Refused = &'static str;

impl LinearRule {
    /// Returns the rule with pairs in place of these arguments and of those that they lead to.
    fn paired(&self, infinite: &[bool]) -> Result<Paired, Refused> {
        let mut pairs = infinite.to_vec();
        loop {
            let mut reader = Reader { pairs: &pairs, clauses: Vec::new(), is_wanted: vec![false; self.arity] };
            for clause in &self.clauses {
                let (mut count, mut all) = (0, Vec::with_capacity(self.arity));
                for &is_pair in &pairs {
                    let next = |i: usize| Linear::variable(count + i);
                    all.push(if is_pair {
                        OrdinalPair { high: next(0), low: next(1) }
                    } else {
                        OrdinalPair::number(next(0))
                    });
                    count += 1 + usize::from(is_pair);
                }
                let empty = Clause { ranges: Vec::new(), guards: Vec::new(), arguments: Vec::new() };
                reader.clause(clause, 0, empty, all, count)?;
            }
            let (clauses, wanted) = (reader.clauses, reader.is_wanted);
            if !wanted.contains(&true) {
                let arity = pairs.iter().map(|&is_pair| 1 + usize::from(is_pair)).sum();
                return Ok(Paired { law: Law::new(LinearRule { arity, clauses }), pairs });
            }
            pairs.iter_mut().zip(wanted).for_each(|(is_pair, wanted)| *is_pair |= wanted);
        }
    }
}

struct Reader<'a> {
    pairs: &'a [bool],
    clauses: Vec<Clause>,
    /// Arguments that must be pairs, too.
    is_wanted: Vec<bool>,
}

impl Reader<'_> {
    /// Adds the clauses on pairs that one clause is, of which the first `done` ranges stand in `made`; `all` are the
    /// variables so far, and `count` the numbers in them.
    fn clause(
        &mut self,
        clause: &Clause,
        done: usize,
        mut made: Clause,
        all: Vec<OrdinalPair>,
        count: usize,
    ) -> Result<(), Refused> {
        let guards = done.checked_sub(1).map_or(&clause.guards, |last| &clause.ranges[last].1);
        let guards = guards.iter().map(|guard| guarded(guard, &all)).collect::<Result<Vec<_>, _>>()?;
        made.ranges.last_mut().map_or(&mut made.guards, |(_, guards)| guards).extend(guards);
        let Some((range, _)) = clause.ranges.get(done) else {
            for (i, argument) in clause.arguments.iter().enumerate() {
                let pair = term(argument, &all)?;
                match self.pairs[i] {
                    true => made.arguments.extend([pair.high, pair.low]),
                    false => {
                        self.is_wanted[i] |= !pair.is_number();
                        made.arguments.push(pair.low);
                    }
                }
            }
            self.clauses.push(made);
            return Ok(());
        };
        let mut go_on = |ranges: &[Range], pair: OrdinalPair| {
            let mut made = made.clone();
            made.ranges.extend(ranges.iter().map(|range| (range.clone(), Vec::new())));
            let all = all.iter().cloned().chain([pair]).collect();
            self.clause(clause, done + 1, made, all, count + ranges.len())
        };
        let next = |i: usize| Linear::variable(count + i);
        match range {
            Range::Naturals => go_on(&[Range::Naturals], OrdinalPair::number(next(0))),
            Range::Between(first, last) => {
                let [first, last] = [term(first, &all)?, term(last, &all)?];
                if !first.is_number() || !last.is_number() {
                    return Err("a range ends at a number");
                }
                go_on(&[Range::Between(first.low, last.low)], OrdinalPair::number(next(0)))
            }
            Range::Below(bound) => {
                let bound = term(bound, &all)?;
                if !bound.is_number() {
                    let shorter = [Range::Below(bound.high.clone()), Range::Naturals];
                    go_on(&shorter, OrdinalPair { high: next(0), low: next(1) })?;
                }
                go_on(&[Range::Below(bound.low)], OrdinalPair { high: bound.high, low: next(0) })
            }
        }
    }
}

/// Returns a linear term as a pair: of infinite ordinals only one more or less far behind a variable.
fn term(linear: &Linear, all: &[OrdinalPair]) -> Result<OrdinalPair, Refused> {
    let mut pair = OrdinalPair::number(Linear::constant(linear.constant.clone()));
    let mut infinite = 0;
    for (variable, times) in &linear.terms {
        let of = &all[*variable];
        if !of.is_number() {
            infinite += 1;
            pair.high = pair.high.plus(times, &of.high);
        }
        pair.low = pair.low.plus(times, &of.low);
    }
    let is_successor = linear.terms.len() == 1 && linear.terms[0].1 == IBig::ONE && linear.constant >= IBig::ZERO;
    if infinite > 0 && !is_successor {
        return Err("of an infinite ordinal `a` only `a`, `a + 1`, `a + 2` and so on are reckoned with");
    }
    Ok(pair)
}

/// Returns a condition on pairs: the coefficients of ω decide, or where they are equal the numbers behind.
fn guarded(guard: &Guard, all: &[OrdinalPair]) -> Result<Guard, Refused> {
    let each = |guards: &[Guard]| guards.iter().map(|guard| guarded(guard, all)).collect::<Result<Vec<_>, _>>();
    Ok(match guard {
        Guard::Is(always) => Guard::Is(*always),
        Guard::Not(guard) => Guard::Not(Box::new(guarded(guard, all)?)),
        Guard::All(guards) => Guard::All(each(guards)?),
        Guard::Any(guards) => Guard::Any(each(guards)?),
        Guard::Has(sign, linear) => {
            let (mut high, mut low) = (Linear::constant(0), Linear::constant(linear.constant.clone()));
            let mut signs = Vec::new();
            for (variable, times) in &linear.terms {
                let of = &all[*variable];
                if !of.is_number() {
                    signs.push(times.clone());
                    high = high.plus(times, &of.high);
                }
                low = low.plus(times, &of.low);
            }
            if signs.is_empty() {
                return Ok(Guard::Has(*sign, low));
            }
            signs.sort_unstable();
            let is_comparison = match &signs[..] {
                [one] => *one == IBig::ONE || *one == IBig::NEG_ONE,
                [less, more] => *less == IBig::NEG_ONE && *more == IBig::ONE,
                _ => false,
            };
            if !is_comparison {
                return Err("infinite ordinals are compared with each other or with numbers");
            }
            let equal = |sign| Guard::All(vec![Guard::Has(Sign::Zero, high.clone()), Guard::Has(sign, low.clone())]);
            let behind = |first: Sign| Guard::Any(vec![Guard::Has(first, high.clone()), equal(*sign)]);
            match sign {
                Sign::Zero => equal(Sign::Zero),
                Sign::NotZero => {
                    Guard::Any(vec![Guard::Has(Sign::NotZero, high.clone()), Guard::Has(Sign::NotZero, low.clone())])
                }
                Sign::Negative | Sign::NotPositive => behind(Sign::Negative),
                Sign::Positive | Sign::NotNegative => behind(Sign::Positive),
            }
        }
    })
}

impl Paired {
    /// Returns the numbers of these ordinals, or `None` if one is ω² or more, or infinite and no pair.
    pub fn numbers(&self, ordinals: &[Ordinal]) -> Option<Arguments> {
        let mut numbers = Vec::new();
        for (ordinal, &is_pair) in ordinals.iter().zip(&self.pairs) {
            if is_pair {
                numbers.push(match &*ordinal.limit_part().terms() {
                    [] => IBig::ZERO,
                    [CantorTerm { exponent, coefficient }] if *exponent == Ordinal::finite(1u64) => {
                        IBig::from(coefficient.clone())
                    }
                    _ => return None,
                });
            } else if !ordinal.is_finite() {
                return None;
            }
            numbers.push(IBig::from(ordinal.finite_part()));
        }
        Some(numbers)
    }

    /// Returns the arguments that are these numbers.
    pub fn ordinals(&self, numbers: &[IBig]) -> Result<Vec<Ordinal>, Fault> {
        let mut numbers = numbers.iter().map(|n| Ordinal::finite(UBig::try_from(n.clone()).unwrap_or_default()));
        let mut next = || numbers.next().unwrap_or_default();
        let one = |&is_pair: &bool| match is_pair {
            true => Ordinal::omega().ordinary_product(&next())?.ordinary_sum(&next()),
            false => Ok(next()),
        };
        self.pairs.iter().map(one).collect()
    }

    /// Returns for each argument of a family the coefficient of ω and the finite part, each with its first value and
    /// its step.
    pub fn parts(&self, family: &Progression) -> Vec<[(IBig, IBig); 2]> {
        let mut numbers = family.start.iter().cloned().zip(family.step.iter().cloned());
        let mut next = || numbers.next().unwrap_or_default();
        self.pairs.iter().map(|&is_pair| [if is_pair { next() } else { Default::default() }, next()]).collect()
    }
}
