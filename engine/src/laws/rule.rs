//! A rule as data: what it says of options, in linear terms of the arguments.

use dashu_int::IBig;
use dashu_int::ops::Abs;

/// A sum of multiples of variables and a constant. The first variables are the arguments of the position, those behind
/// them are bound by the ranges of a clause, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// What is added.
    pub constant: IBig,
    /// Each variable that occurs, with its factor, in ascending order; no factor is 0.
    pub terms: Vec<(usize, IBig)>,
}

impl Linear {
    /// A number.
    pub fn constant(n: impl Into<IBig>) -> Linear {
        Linear { constant: n.into(), terms: Vec::new() }
    }

    /// A variable.
    pub fn variable(variable: usize) -> Linear {
        Linear { constant: IBig::ZERO, terms: vec![(variable, IBig::ONE)] }
    }

    /// The sum of this and `factor` times the other.
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

    /// This many times.
    #[must_use]
    pub fn times(self, factor: &IBig) -> Linear {
        Linear::default().plus(factor, &self)
    }

    /// The number, if no variable occurs.
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

    /// With other things in place of its variables. There must be one for each.
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

/// How two numbers are compared with 0 in between: the difference of the two sides of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The difference is 0.
    Zero,
    /// It is not.
    NotZero,
    /// It is less than 0.
    Negative,
    /// It is more.
    Positive,
    /// It is 0 or less.
    NotPositive,
    /// It is 0 or more.
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
    /// Not so.
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
        let each = |guards: &[Guard]| guards.iter().map(|guard| guard.with_numbers(first, numbers)).collect();
        match self {
            Guard::Is(always) => Guard::Is(*always),
            Guard::Has(sign, number) => Guard::Has(*sign, number.with_numbers(first, numbers)),
            Guard::Not(guard) => Guard::Not(Box::new(guard.with_numbers(first, numbers))),
            Guard::All(guards) => Guard::All(each(guards)),
            Guard::Any(guards) => Guard::Any(each(guards)),
        }
    }

    /// Whether it holds in the end, as i and n grow, and from which i and which n on nothing changes any more. `None` where
    /// i and n stand in one comparison, which may then change again and again.
    pub(super) fn holds(&self, values: &[Line], settled: &mut Settled) -> Option<bool> {
        match self {
            Guard::Is(always) => Some(*always),
            Guard::Not(guard) => guard.holds(values, settled).map(|holds| !holds),
            // Every comparison is looked at, whatever the others say: each must settle.
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

/// From which i and which n on conditions keep their truth.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled {
    pub along: IBig,
    pub free: IBig,
}

/// What a bound variable runs through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// All that is smaller.
    Below(Linear),
    /// From the first to the last, both included.
    Between(Linear, Linear),
    /// 0, 1, 2 and so on.
    Naturals,
}

/// Options of one kind: wherever the guards hold, for all values of the bound variables, the position with these arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What the bound variables run through, each with the guards that are asked as soon as it has a value; the guards in
    /// front of the first one stand apart.
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
    /// Of one.
    One(Vec<usize>),
    /// Of all.
    All(Vec<usize>),
    /// Of any number.
    Any(Vec<usize>),
}

impl LinearRule {
    /// The arguments that are heaps of Nim, if each option makes some of them any smaller ones, and nothing else is asked.
    /// Then arguments may be infinite.
    pub fn heaps(&self) -> Option<Heaps> {
        let mut sets = self.clauses.iter().map(|clause| self.made_smaller(clause)).collect::<Option<Vec<_>>>()?;
        sets.sort_unstable();
        if sets.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let mut heaps = sets.concat();
        heaps.sort_unstable();
        heaps.dedup();
        if sets.iter().all(|set| set.len() == 1) {
            Some(Heaps::One(heaps))
        } else if sets.len() == 1 {
            Some(Heaps::All(heaps))
        } else {
            let all_sets = u32::try_from(heaps.len()).ok().and_then(|n| 2usize.checked_pow(n));
            (all_sets == Some(sets.len() + 1)).then_some(Heaps::Any(heaps))
        }
    }

    /// The arguments that the options of a clause make smaller, in ascending order, each by a variable of its own.
    fn made_smaller(&self, clause: &Clause) -> Option<Vec<usize>> {
        let mut set = Vec::with_capacity(clause.ranges.len());
        for (range, _) in &clause.ranges {
            let Range::Below(bound) = range else { return None };
            set.push((0..self.arity).find(|&i| *bound == Linear::variable(i))?);
        }
        let smaller = |i: usize| match set.iter().position(|&heap| heap == i) {
            Some(bound) => Linear::variable(self.arity + bound),
            None => Linear::variable(i),
        };
        let is_trivial = |guard: &Guard| match guard {
            Guard::Is(true) => true,
            // An argument that is 0 has nothing below it.
            Guard::Has(Sign::Positive | Sign::NotZero, number) => {
                set.iter().any(|&heap| *number == Linear::variable(heap))
            }
            _ => false,
        };
        let mut guards = clause.ranges.iter().flat_map(|(_, guards)| guards).chain(&clause.guards);
        let is_free = guards.all(is_trivial) && (0..self.arity).all(|i| clause.arguments[i] == smaller(i));
        let ranges = set.len();
        set.sort_unstable();
        set.dedup();
        (is_free && set.len() == ranges && ranges > 0).then_some(set)
    }
}
