//! Options that can be taken again and again, so that play never ends.
//!
//! An option of this kind changes each argument by a rule of its own, `factor * x + constant`, so that each argument
//! moves in one direction for ever or not at all. A condition that compares linear terms then holds for ever if it
//! holds now and the compared terms do not move against it. If at least one argument moves on, no position recurs, and
//! play has no end.

use dashu_int::IBig;

use super::{Guard, Linear, Sign};

/// The change that an option makes to one argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentStep {
    /// The argument stays, and need not be a number.
    Kept,
    /// `factor * x + constant`, where `x` is the argument.
    Line {
        /// The factor, 0 or more.
        factor: IBig,
        /// The constant.
        constant: IBig,
    },
}

/// An option that can be taken again from where it leads, if its conditions hold there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descent {
    /// The conditions, in terms of the arguments. All of them must hold.
    pub guards: Vec<Guard>,
    /// The change of each argument.
    pub steps: Vec<ArgumentStep>,
}

/// An argument and how it moves.
struct Motion {
    at: IBig,
    by: IBig,
    /// `true` if each move changes it by the same number.
    is_steady: bool,
}

impl ArgumentStep {
    /// Returns the step of the argument with number `argument` to the linear term `result`, or `None` if the result depends on
    /// other arguments or has a negative factor.
    pub fn of(argument: usize, result: &Linear) -> Option<ArgumentStep> {
        if *result == Linear::variable(argument) {
            return Some(ArgumentStep::Kept);
        }
        let factor = match &result.terms[..] {
            [] => IBig::ZERO,
            [(variable, factor)] if *variable == argument && *factor > IBig::ZERO => factor.clone(),
            _ => return None,
        };
        Some(ArgumentStep::Line { factor, constant: result.constant.clone() })
    }

    /// Returns the number that each move adds, or `None` if that depends on the argument.
    fn constant_change(&self) -> Option<IBig> {
        match self {
            ArgumentStep::Kept => Some(IBig::ZERO),
            ArgumentStep::Line { factor, constant } => (*factor == IBig::ONE).then(|| constant.clone()),
        }
    }

    /// Returns `false` if the argument never changes after the first move.
    fn moves_on(&self) -> bool {
        match self {
            ArgumentStep::Kept => false,
            ArgumentStep::Line { factor, constant } => {
                !factor.is_zero() && (*factor != IBig::ONE || !constant.is_zero())
            }
        }
    }
}

impl Descent {
    /// Returns `false` if this option stops after finitely many moves from every position. `true` leaves the question
    /// open.
    pub fn may_never_end(&self) -> bool {
        self.steps.iter().any(ArgumentStep::moves_on) && self.guards.iter().all(|guard| self.may_last(guard))
    }

    fn may_last(&self, guard: &Guard) -> bool {
        match guard {
            Guard::Is(always) => *always,
            Guard::All(guards) => guards.iter().all(|guard| self.may_last(guard)),
            Guard::Has(sign, number) => {
                let change = number.terms.iter().try_fold(IBig::ZERO, |sum, (variable, factor)| {
                    Some(sum + self.steps.get(*variable)?.constant_change()? * factor)
                });
                change.is_none_or(|change| match sign {
                    Sign::Zero => change.is_zero(),
                    Sign::NotZero => true,
                    Sign::Negative | Sign::NotPositive => change <= IBig::ZERO,
                    Sign::Positive | Sign::NotNegative => change >= IBig::ZERO,
                })
            }
            Guard::Not(_) | Guard::Any(_) => true,
        }
    }

    /// Returns `true` if this option, taken again and again from the position with these arguments, is proved to lead to a new
    /// position each time. An argument that is no integer is `None`.
    ///
    /// ```
    /// use cg_engine::laws::{ArgumentStep, Descent, Guard, Linear, Sign};
    ///
    /// let one_less = ArgumentStep::Line { factor: 1.into(), constant: (-1).into() };
    /// let at_least_one = Guard::Has(Sign::NotNegative, Linear::variable(0).plus(&(-1).into(), &Linear::constant(1)));
    /// let unstopped = Descent { guards: Vec::new(), steps: vec![one_less.clone()] };
    /// let stopped = Descent { guards: vec![at_least_one], steps: vec![one_less] };
    /// assert!(unstopped.never_ends(&[Some(4.into())]));
    /// assert!(!stopped.never_ends(&[Some(4.into())]));
    /// ```
    pub fn never_ends(&self, arguments: &[Option<IBig>]) -> bool {
        if arguments.len() != self.steps.len() {
            return false;
        }
        let mut motions = Vec::with_capacity(arguments.len());
        let mut moves_on = false;
        for (argument, step) in arguments.iter().zip(&self.steps) {
            motions.push(match (step, argument) {
                (ArgumentStep::Kept, None) => None,
                (ArgumentStep::Kept, Some(at)) => Some(Motion { at: at.clone(), by: IBig::ZERO, is_steady: true }),
                (ArgumentStep::Line { .. }, None) => return false,
                (ArgumentStep::Line { factor, constant }, Some(at)) => {
                    let by: IBig = factor * at + constant - at;
                    moves_on |= !by.is_zero() && !factor.is_zero();
                    Some(Motion { at: at.clone(), is_steady: by.is_zero() || *factor == IBig::ONE, by })
                }
            });
        }
        moves_on && self.guards.iter().all(|guard| lasts(guard, true, &motions))
    }
}

/// Returns `true` if `guard` is proved to be `wanted` for ever.
fn lasts(guard: &Guard, wanted: bool, motions: &[Option<Motion>]) -> bool {
    match (guard, wanted) {
        (Guard::Is(always), _) => *always == wanted,
        (Guard::Not(guard), _) => lasts(guard, !wanted, motions),
        (Guard::All(guards), true) | (Guard::Any(guards), false) => {
            guards.iter().all(|guard| lasts(guard, wanted, motions))
        }
        (Guard::All(guards), false) | (Guard::Any(guards), true) => {
            guards.iter().any(|guard| lasts(guard, wanted, motions))
        }
        (Guard::Has(sign, number), true) => comparison_lasts(*sign, number, motions),
        (Guard::Has(sign, number), false) => comparison_lasts(sign.opposite(), number, motions),
    }
}

fn comparison_lasts(sign: Sign, number: &Linear, motions: &[Option<Motion>]) -> bool {
    let (mut at, mut by) = (number.constant.clone(), IBig::ZERO);
    let (mut is_steady, mut rises, mut falls) = (true, false, false);
    for (variable, factor) in &number.terms {
        let Some(Some(motion)) = motions.get(*variable) else { return false };
        let change = factor * &motion.by;
        at += factor * &motion.at;
        rises |= change > IBig::ZERO;
        falls |= change < IBig::ZERO;
        is_steady &= motion.is_steady;
        by += change;
    }
    if is_steady {
        (rises, falls) = (by > IBig::ZERO, by < IBig::ZERO);
    }
    sign.holds(&at)
        && match sign {
            Sign::Positive | Sign::NotNegative => !falls,
            Sign::Negative | Sign::NotPositive => !rises,
            Sign::Zero => !rises && !falls,
            Sign::NotZero if is_steady && !by.is_zero() && (at > IBig::ZERO) != rises => !(at % by).is_zero(),
            Sign::NotZero => {
                if at > IBig::ZERO {
                    !falls
                } else {
                    !rises
                }
            }
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes the option up to 200 times; `true` if it never stopped and no position came again.
    fn lasts_for_long(descent: &Descent, arguments: &[IBig]) -> bool {
        let mut here = arguments.to_vec();
        let mut met = vec![here.clone()];
        for _ in 0..200 {
            let value = |number: &Linear| {
                number
                    .terms
                    .iter()
                    .fold(number.constant.clone(), |sum, (variable, factor)| sum + factor * &here[*variable])
            };
            fn holds(guard: &Guard, value: &dyn Fn(&Linear) -> IBig) -> bool {
                match guard {
                    Guard::Is(always) => *always,
                    Guard::Not(guard) => !holds(guard, value),
                    Guard::All(guards) => guards.iter().all(|guard| holds(guard, value)),
                    Guard::Any(guards) => guards.iter().any(|guard| holds(guard, value)),
                    Guard::Has(sign, number) => sign.holds(&value(number)),
                }
            }
            if !descent.guards.iter().all(|guard| holds(guard, &value)) {
                return false;
            }
            for (argument, step) in here.iter_mut().zip(&descent.steps) {
                if let ArgumentStep::Line { factor, constant } = step {
                    *argument = factor * &*argument + constant;
                }
            }
            if met.contains(&here) {
                return false;
            }
            met.push(here.clone());
        }
        true
    }

    /// A generator of small numbers (xorshift, Marsaglia 2003).
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % n
        }

        fn small(&mut self) -> IBig {
            IBig::from(self.below(7) as i64 - 3)
        }

        fn linear(&mut self) -> Linear {
            let (a, b, c) = (self.small(), self.small(), self.small());
            Linear::constant(c).plus(&a, &Linear::variable(0)).plus(&b, &Linear::variable(1))
        }

        fn guard(&mut self, depth: u64) -> Guard {
            use Sign::*;
            let signs = [Zero, NotZero, Negative, Positive, NotPositive, NotNegative];
            match self.below(if depth == 0 { 4 } else { 8 }) {
                0..4 => Guard::Has(signs[self.below(6) as usize], self.linear()),
                4 => Guard::Is(self.below(4) > 0),
                5 => Guard::Not(Box::new(self.guard(depth - 1))),
                6 => Guard::All(vec![self.guard(depth - 1), self.guard(depth - 1)]),
                _ => Guard::Any(vec![self.guard(depth - 1), self.guard(depth - 1)]),
            }
        }
    }

    #[test]
    fn what_is_proved_to_go_on_does_and_what_never_may_does_not() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let (mut proved, mut long) = (0, 0);
        for _ in 0..4_000 {
            let mut step = || match random.below(4) {
                0 => ArgumentStep::Kept,
                1 => ArgumentStep::Line { factor: IBig::from(random.below(3)), constant: random.small() },
                _ => ArgumentStep::Line { factor: IBig::ONE, constant: random.small() },
            };
            let steps = vec![step(), step()];
            let guards = (0..random.below(3)).map(|_| random.guard(2)).collect();
            let descent = Descent { guards, steps };
            let arguments = [random.small(), random.small()];
            let is_long = lasts_for_long(&descent, &arguments);
            let never_ends = descent.never_ends(&arguments.clone().map(Some));
            assert!(!never_ends || is_long, "{descent:?} from {arguments:?} ends");
            assert!(!is_long || descent.may_never_end(), "{descent:?} from {arguments:?} is ruled out");
            proved += usize::from(never_ends);
            long += usize::from(is_long);
        }
        // Nearly all that go on are proved to; both kinds are there.
        assert!(proved > 500 && proved * 10 >= long * 9, "{proved} of {long}");
    }
}
