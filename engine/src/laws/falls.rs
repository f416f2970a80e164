//! Options that lead to smaller arguments. If a rule has no others, play ends.
//!
//! An option is proved to make no argument larger, one of them smaller, and none that it changes smaller than some
//! number. So the sum of all arguments falls with each move, and cannot fall for ever. A linear term is at least as
//! large as a condition on the option says, plus a rest in which no argument of the position occurs.

use dashu_int::IBig;

use super::{Guard, Linear, Sign};

/// An option that calls its own game, in linear terms. The first variables are the arguments of the game, those behind
/// them are bound by the option.
///
/// ```
/// use cg_engine::laws::{FallingOption, Guard, Linear, Sign};
///
/// // `s(n - k) for k in 1..n`
/// let next = Linear::variable(0).plus(&(-1).into(), &Linear::variable(1));
/// let guards = [Guard::Has(Sign::NotNegative, next.clone())];
/// let (least, targets) = ([Some(1.into())], [Some(next)]);
/// assert!(FallingOption { guards: &guards, least: &least, targets: &targets }.is_proved());
/// // Without the condition, n falls for ever, and play does not return.
/// let unguarded = FallingOption { guards: &[], least: &least, targets: &targets };
/// assert!(!unguarded.is_proved() && unguarded.falls());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FallingOption<'a> {
    /// The conditions of the option. All of them hold where it may be taken.
    pub guards: &'a [Guard],
    /// For each bound variable the least number for which it stands, if there is one.
    pub least: &'a [Option<IBig>],
    /// Each argument of the position that the option leads to, or `None` if that argument is unchanged.
    pub targets: &'a [Option<Linear>],
}

impl FallingOption<'_> {
    /// Returns `true` if the sum of the arguments is proved to fall, and the arguments that change to be bounded: play ends.
    pub fn is_proved(&self) -> bool {
        self.falls() && self.targets.iter().flatten().all(|target| self.lower_bound(target).is_some())
    }

    /// Returns `true` if an argument is proved to fall, and no other one to rise: play never returns to an earlier position.
    pub fn falls(&self) -> bool {
        let mut falls = false;
        for (argument, target) in self.targets.iter().enumerate() {
            let Some(target) = target else { continue };
            let fall = Linear::variable(argument).plus(&IBig::NEG_ONE, target);
            match self.lower_bound(&fall) {
                Some(bound) if bound >= IBig::ZERO => falls |= bound > IBig::ZERO,
                _ => return false,
            }
        }
        falls
    }

    /// Returns the greatest number that the term is proved not to be less than.
    fn lower_bound(&self, term: &Linear) -> Option<IBig> {
        let mut bound = self.least_of(term);
        let mut guards: Vec<&Guard> = self.guards.iter().collect();
        while let Some(guard) = guards.pop() {
            let (sign, number) = match guard {
                Guard::All(all) => {
                    guards.extend(all);
                    continue;
                }
                Guard::Not(guard) if let Guard::Has(sign, number) = &**guard => (sign.opposite(), number),
                Guard::Has(sign, number) => (*sign, number),
                _ => continue,
            };
            // The multiple of the number that is at least `least`.
            let (times, least) = match sign {
                Sign::NotNegative | Sign::Zero => (IBig::ONE, IBig::ZERO),
                Sign::Positive => (IBig::ONE, IBig::ONE),
                Sign::NotPositive => (IBig::NEG_ONE, IBig::ZERO),
                Sign::Negative => (IBig::NEG_ONE, IBig::ONE),
                Sign::NotZero => continue,
            };
            let rest = term.clone().plus(&-times, number);
            bound = bound.max(self.least_of(&rest).map(|rest| rest + least));
        }
        bound
    }

    /// Returns the least number that a term may be in which no argument of the position occurs.
    fn least_of(&self, term: &Linear) -> Option<IBig> {
        term.terms.iter().try_fold(term.constant.clone(), |sum, (variable, times)| {
            let least = self.least.get(variable.checked_sub(self.targets.len())?)?.as_ref()?;
            (*times > IBig::ZERO).then(|| sum + times * least)
        })
    }
}
