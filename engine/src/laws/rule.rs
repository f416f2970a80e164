//! A rule as data: its options, in linear terms of the arguments.

use dashu_int::IBig;
use dashu_int::ops::Abs;

use crate::games::Fault;
use crate::ordinals::Ordinal;

/// A sum of multiples of variables and a constant. The first variables are the arguments of the position, those behind
/// them are bound by the ranges of a clause, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// The constant term.
    pub constant: IBig,
    /// Each variable that occurs, with its factor, in ascending order; no factor is 0.
    pub terms: Vec<(usize, IBig)>,
}

impl Linear {
    /// Returns a number.
    pub fn constant(n: impl Into<IBig>) -> Linear {
        Linear { constant: n.into(), terms: Vec::new() }
    }

    /// Returns a variable.
    pub fn variable(variable: usize) -> Linear {
        Linear { constant: IBig::ZERO, terms: vec![(variable, IBig::ONE)] }
    }

    /// Returns the sum of this and `factor` times the other.
    #[must_use]
    pub fn plus(mut self, factor: &IBig, other: &Linear) -> Linear {
        self.constant += factor * &other.constant;
        for (variable, times) in &other.terms {
            let change = factor * times;
            match self.terms.binary_search_by_key(variable, |(v, _)| *v) {
                Ok(at) => self.terms[at].1 += change,
                Err(at) => self.terms.insert(at, (*variable, change)),
            }
        }
        self.terms.retain(|(_, times)| !times.is_zero());
        self
    }

    /// Returns `factor` times this term.
    #[must_use]
    pub fn times(self, factor: &IBig) -> Linear {
        Linear::default().plus(factor, &self)
    }

    /// Returns the number, if no variable occurs.
    pub fn as_constant(&self) -> Option<&IBig> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// Returns this sum with numbers in place of the variables from `first` on.
    #[must_use]
    pub fn with_numbers(&self, first: usize, numbers: &[IBig]) -> Linear {
        let mut sum = Linear::constant(self.constant.clone());
        for (variable, times) in &self.terms {
            match variable.checked_sub(first).and_then(|bound| numbers.get(bound)) {
                Some(number) => sum.constant += times * number,
                None => sum.terms.push((*variable, times.clone())),
            }
        }
        sum
    }

    /// Returns this sum with terms in place of its variables. There must be one for each.
    #[must_use]
    pub fn with_terms(&self, terms: &[Linear]) -> Linear {
        let start = Linear::constant(self.constant.clone());
        self.terms.iter().fold(start, |sum, (variable, times)| sum.plus(times, &terms[*variable]))
    }

    /// Returns the term with `values` in place of its variables. There must be one for each.
    pub(super) fn with(&self, values: &[Line]) -> Line {
        let start = Line { at: self.constant.clone(), along: IBig::ZERO, free: IBig::ZERO };
        self.terms.iter().fold(start, |sum, (variable, times)| {
            let value = &values[*variable];
            Line {
                at: sum.at + times * &value.at,
                along: sum.along + times * &value.along,
                free: sum.free + times * &value.free,
            }
        })
    }
}

/// A number `at + along·i + free·n`: i counts the positions of a line, n is bound by a range without end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub at: IBig,
    pub along: IBig,
    pub free: IBig,
}

impl Line {
    pub fn number(at: IBig) -> Line {
        Line { at, ..Line::default() }
    }

    pub fn is_number(&self) -> bool {
        self.along.is_zero() && self.free.is_zero()
    }
}

/// A comparison of a number with 0: of the difference of the two sides of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The difference is 0.
    Zero,
    /// The number is not 0.
    NotZero,
    /// The number is less than 0.
    Negative,
    /// The number is more than 0.
    Positive,
    /// The number is 0 or less.
    NotPositive,
    /// The number is 0 or more.
    NotNegative,
}

impl Sign {
    pub(super) fn holds(self, difference: &IBig) -> bool {
        match self {
            Sign::Zero => difference.is_zero(),
            Sign::NotZero => !difference.is_zero(),
            Sign::Negative => *difference < IBig::ZERO,
            Sign::Positive => *difference > IBig::ZERO,
            Sign::NotPositive => *difference <= IBig::ZERO,
            Sign::NotNegative => *difference >= IBig::ZERO,
        }
    }

    /// Returns the sign that holds where this one does not.
    pub(super) fn opposite(self) -> Sign {
        match self {
            Sign::Zero => Sign::NotZero,
            Sign::NotZero => Sign::Zero,
            Sign::Negative => Sign::NotNegative,
            Sign::Positive => Sign::NotPositive,
            Sign::NotPositive => Sign::Positive,
            Sign::NotNegative => Sign::Negative,
        }
    }
}

/// A condition on variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Always, or never.
    Is(bool),
    /// The sign of a number.
    Has(Sign, Linear),
    /// The negation of a guard.
    Not(Box<Guard>),
    /// All of them.
    All(Vec<Guard>),
    /// One of them at least.
    Any(Vec<Guard>),
}

impl Guard {
    /// Returns this condition with numbers in place of the variables from `first` on.
    #[must_use]
    pub fn with_numbers(&self, first: usize, numbers: &[IBig]) -> Guard {
        self.map(&|number| number.with_numbers(first, numbers))
    }

    /// Returns this condition with terms in place of its variables. There must be one for each.
    #[must_use]
    pub fn with_terms(&self, terms: &[Linear]) -> Guard {
        self.map(&|number| number.with_terms(terms))
    }

    /// Returns this condition with `change` applied to each term.
    fn map(&self, change: &dyn Fn(&Linear) -> Linear) -> Guard {
        let each = |guards: &[Guard]| guards.iter().map(|guard| guard.map(change)).collect();
        match self {
            Guard::Is(always) => Guard::Is(*always),
            Guard::Has(sign, number) => Guard::Has(*sign, change(number)),
            Guard::Not(guard) => Guard::Not(Box::new(guard.map(change))),
            Guard::All(guards) => Guard::All(each(guards)),
            Guard::Any(guards) => Guard::Any(each(guards)),
        }
    }

    /// Decides if the guard is true for all large i and n, and notes from which i and n on nothing changes any more.
    /// `None` if one comparison contains both i and n, since it may then change again and again.
    pub(super) fn holds(&self, values: &[Line], settled: &mut Settled) -> Option<bool> {
        match self {
            Guard::Is(always) => Some(*always),
            Guard::Not(guard) => guard.holds(values, settled).map(|holds| !holds),
            // Every comparison is examined, whatever the others say: each must settle.
            Guard::All(guards) => Guard::each(guards, values, settled).map(|each| !each.contains(&false)),
            Guard::Any(guards) => Guard::each(guards, values, settled).map(|each| each.contains(&true)),
            Guard::Has(sign, number) => {
                let line = number.with(values);
                let slope = match (line.along.is_zero(), line.free.is_zero()) {
                    (true, true) => return Some(sign.holds(&line.at)),
                    (false, true) => line.along,
                    (true, false) => line.free.clone(),
                    (false, false) => return None,
                };
                // Beyond this number the difference has the sign of the slope.
                let crossing: IBig = line.at.abs() / slope.clone().abs() + 1;
                let from = if line.free.is_zero() { &mut settled.along } else { &mut settled.free };
                *from = crossing.max(std::mem::take(from));
                Some(sign.holds(&slope))
            }
        }
    }

    fn each(guards: &[Guard], values: &[Line], settled: &mut Settled) -> Option<Vec<bool>> {
        guards.iter().map(|guard| guard.holds(values, settled)).collect()
    }
}

/// The i and the n from which on conditions keep their truth.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled {
    pub along: IBig,
    pub free: IBig,
}

/// The numbers that a bound variable runs through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// All that is smaller.
    Below(Linear),
    /// The numbers from the first to the last, both included.
    Between(Linear, Linear),
    /// 0, 1, 2 and so on.
    Naturals,
}

/// Options of one kind: wherever the guards hold, for all values of the bound variables, the position with these arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The ranges of the bound variables, each with the guards that are checked as soon as it has a value. The guards
    /// in front of the first one stand apart.
    pub ranges: Vec<(Range, Vec<Guard>)>,
    /// The guards that need no bound variable.
    pub guards: Vec<Guard>,
    /// The arguments of the options.
    pub arguments: Vec<Linear>,
}

/// The rule of an impartial game on numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRule {
    /// The number of arguments.
    pub arity: usize,
    /// The options, in the order in which they are listed.
    pub clauses: Vec<Clause>,
}

/// Arguments that are heaps of Nim, and of how many of them at once a move makes smaller ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heaps {
    /// A move in one heap. A heap may be several arguments: a move makes one of them smaller and each one behind it any
    /// number.
    One(Vec<Vec<usize>>),
    /// A move in all heaps.
    All(Vec<usize>),
    /// A move in any number of heaps.
    Any(Vec<usize>),
}

impl LinearRule {
    /// Returns the arguments that are heaps of Nim, if each option makes some of them any smaller ones, without other
    /// conditions. Then arguments may be infinite.
    pub fn heaps(&self) -> Option<Heaps> {
        let mut all = self.clauses.iter().map(|clause| self.changed(clause)).collect::<Option<Vec<_>>>()?;
        all.sort_unstable_by(|a, b| (a.free.len(), &a.smaller).cmp(&(b.free.len(), &b.smaller)));
        if all.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        if all.iter().all(|changed| changed.smaller.len() == 1) {
            return ranked(all).map(Heaps::One);
        }
        if all.iter().any(|changed| !changed.free.is_empty()) {
            return None;
        }
        let mut heaps: Vec<usize> = all.iter().flat_map(|changed| changed.smaller.iter().copied()).collect();
        heaps.sort_unstable();
        heaps.dedup();
        if all.len() == 1 {
            return Some(Heaps::All(heaps));
        }
        let all_sets = u32::try_from(heaps.len()).ok().and_then(|n| 2usize.checked_pow(n));
        (all_sets == Some(all.len() + 1)).then_some(Heaps::Any(heaps))
    }

    /// Returns the arguments that the options of a clause change, each by a variable of its own, or `None` if they are not
    /// free to become any smaller number, or any number.
    fn changed(&self, clause: &Clause) -> Option<Changed> {
        let mut changed = Changed { smaller: Vec::new(), free: Vec::new() };
        // By bound variable, the argument that it takes the place of.
        let mut places = Vec::with_capacity(clause.ranges.len());
        for (bound, (range, _)) in clause.ranges.iter().enumerate() {
            let here = Linear::variable(self.arity + bound);
            let place = clause.arguments.iter().position(|argument| *argument == here)?;
            match range {
                Range::Below(bound) if *bound == Linear::variable(place) => changed.smaller.push(place),
                Range::Naturals => changed.free.push(place),
                _ => return None,
            }
            places.push(place);
        }
        let is_trivial = |guard: &Guard| match guard {
            Guard::Is(true) => true,
            // An argument that is 0 has no smaller one.
            Guard::Has(Sign::Positive | Sign::NotZero, number) => {
                changed.smaller.iter().any(|&heap| *number == Linear::variable(heap))
            }
            _ => false,
        };
        let mut guards = clause.ranges.iter().flat_map(|(_, guards)| guards).chain(&clause.guards);
        let is_free = guards.all(is_trivial)
            && (0..self.arity).all(|i| places.contains(&i) || clause.arguments[i] == Linear::variable(i));
        changed.smaller.sort_unstable();
        changed.free.sort_unstable();
        (is_free && !changed.smaller.is_empty()).then_some(changed)
    }
}

/// The arguments that the options of a clause change, in ascending order.
#[derive(PartialEq, Eq)]
struct Changed {
    /// The arguments that become any smaller number.
    smaller: Vec<usize>,
    /// The arguments that become any number.
    free: Vec<usize>,
}

/// Returns the heaps of which each clause makes one argument smaller and those behind it any numbers, or `None` if the
/// arguments have no such order. Clauses with few free arguments come first.
fn ranked(clauses: Vec<Changed>) -> Option<Vec<Vec<usize>>> {
    let mut heaps: Vec<Vec<usize>> = Vec::new();
    for Changed { smaller, free } in clauses {
        if heaps.iter().any(|heap| heap.contains(&smaller[0])) {
            return None;
        }
        if free.is_empty() {
            heaps.push(smaller);
            continue;
        }
        let has_these = |heap: &&mut Vec<usize>| heap.len() == free.len() && free.iter().all(|i| heap.contains(i));
        heaps.iter_mut().find(has_these)?.insert(0, smaller[0]);
    }
    Some(heaps)
}

/// Returns the size of the heap of Nim that some arguments are, of which each can become any smaller one while those behind it
/// become any numbers: the first times the highest power of ω, and so on. For its moves lead to heaps of all smaller sizes.
///
/// ```
/// use cg_engine::laws::size_of_heap;
/// use cg_engine::ordinals::Ordinal;
///
/// let size = size_of_heap(&[Ordinal::omega(), Ordinal::finite(3u64)])?;
/// assert_eq!(size.to_string(), "omega^2 + 3");
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn size_of_heap(arguments: &[Ordinal]) -> Result<Ordinal, Fault> {
    let omega = Ordinal::omega();
    arguments
        .iter()
        .try_fold(Ordinal::default(), |size, argument| omega.ordinary_product(&size)?.ordinary_sum(argument))
}

/// Returns the arguments after the move that makes the heap of [`size_of_heap`] this smaller one.
///
/// ```
/// use cg_engine::laws::heap_of_size;
/// use cg_engine::ordinals::Ordinal;
///
/// let (omega, three) = (Ordinal::omega(), Ordinal::finite(3u64));
/// let smaller = omega.natural_product(&three)?;
/// assert_eq!(heap_of_size(&[omega, three.clone()], &smaller)?, [three, Ordinal::default()]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn heap_of_size(arguments: &[Ordinal], smaller: &Ordinal) -> Result<Vec<Ordinal>, Fault> {
    let mut next = arguments.to_vec();
    let mut smaller = smaller.clone();
    for last in (0..next.len()).rev() {
        let before = size_of_heap(&arguments[..last])?;
        let (quotient, rest) = smaller.divided_by_omega()?;
        if last == 0 || quotient >= before {
            next[last] = smaller.left_difference(&Ordinal::omega().ordinary_product(&before)?)?;
            break;
        }
        (next[last], smaller) = (rest, quotient);
    }
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::{heap_of_size, size_of_heap};
    use crate::games::{Fault, Random};
    use crate::ordinals::Ordinal;

    /// Returns an ordinal below omega^2 * 3.
    fn random_ordinal(random: &mut Random) -> Result<Ordinal, Fault> {
        (0..3).try_fold(Ordinal::default(), |sum, _| {
            let digit = Ordinal::finite(random.below(3));
            Ordinal::omega().ordinary_product(&sum)?.ordinary_sum(&digit)
        })
    }

    #[test]
    fn moves_make_heaps_of_all_smaller_sizes() -> Result<(), Fault> {
        let mut random = Random::new(1902);
        let mut moves = 0;
        for _ in 0..3000 {
            let count = 1 + random.below(3) as usize;
            let arguments = (0..count).map(|_| random_ordinal(&mut random)).collect::<Result<Vec<_>, Fault>>()?;
            let size = size_of_heap(&arguments)?;
            // A move of the rule makes the heap smaller.
            let changed = random.below(count as u64) as usize;
            let smaller = random_ordinal(&mut random)?;
            if smaller < arguments[changed] {
                let free = (changed + 1..count).map(|_| Ordinal::finite(random.below(5)));
                let next: Vec<Ordinal> = arguments[..changed].iter().cloned().chain([smaller]).chain(free).collect();
                assert!(size_of_heap(&next)? < size, "{arguments:?} {next:?}");
                moves += 1;
            }
            // A smaller size, whatever it is, belongs to a move of the rule.
            let wanted =
                size_of_heap(&(0..count).map(|_| random_ordinal(&mut random)).collect::<Result<Vec<_>, _>>()?)?;
            if wanted < size {
                let next = heap_of_size(&arguments, &wanted)?;
                let changed = (0..count).find(|&i| next[i] != arguments[i]).expect("something changes");
                assert_eq!(size_of_heap(&next)?, wanted, "{arguments:?} {next:?}");
                assert!(next[changed] < arguments[changed], "{arguments:?} {next:?}");
                assert!(next[changed + 1..].iter().all(Ordinal::is_finite), "{arguments:?} {next:?}");
                moves += 1;
            }
        }
        assert!(moves > 1000, "{moves} moves");
        Ok(())
    }
}
