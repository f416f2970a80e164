//! The least ordinal that is not among finitely many and the members of arithmetic progressions.

use dashu_int::UBig;
use dashu_int::ops::Gcd;

use super::Ordinal;
use crate::games::{Budget, Fault};

/// The longest period of progressions together that is looked for.
pub(crate) const MAX_PERIOD: u64 = 1 << 16;

/// Returns the least common multiple, if it is no longer a period than [`MAX_PERIOD`].
pub(crate) fn lcm(a: u64, b: u64) -> Option<u64> {
    (a / a.gcd(b)).checked_mul(b).filter(|n| *n <= MAX_PERIOD)
}

/// Returns the failure of progressions that repeat together only after more than [`MAX_PERIOD`].
pub(crate) fn too_long() -> Fault {
    Fault::None("values along different lines repeat with periods that have too long a common one".into())
}

/// Returns the least ordinal from `least` on that is none of the values, and in none of the progressions: those of an ordinal and
/// all that lie a multiple of a step, which is not 0, above it.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::ordinals::{Ordinal, mex};
/// let [zero, one, two] = [0u64, 1, 2].map(Ordinal::finite);
/// let mut budget = Budget::unlimited();
/// assert_eq!(mex(&[one.clone()], &[(zero.clone(), 2)], 0, &mut budget)?, Ordinal::finite(3u64));
/// assert_eq!(mex(&[], &[(zero, 2), (one, 2)], 0, &mut budget)?, Ordinal::omega());
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::None`] if the progressions repeat together only after a long time; limits.
pub fn mex(
    values: &[Ordinal],
    progressions: &[(Ordinal, u64)],
    least: u64,
    budget: &mut Budget,
) -> Result<Ordinal, Fault> {
    let mut values: Vec<&Ordinal> = values.iter().collect();
    values.sort_unstable();
    values.dedup();
    let mut start = Ordinal::default();
    loop {
        let finite_above = |value: &Ordinal| (value.limit_part() == start.limit_part()).then(|| value.finite_part());
        let here: Vec<(UBig, u64)> =
            progressions.iter().filter_map(|(first, step)| Some((finite_above(first)?, *step))).collect();
        let listed = values.iter().filter(|value| finite_above(value).is_some()).count() as u64;
        let mut n = if start.is_zero() { UBig::from(least) } else { UBig::ZERO };
        loop {
            // Until the next progression begins, those that have begun repeat: what they leave out is listed or found soon.
            let next = here.iter().map(|(first, _)| first).filter(|first| **first > n).min();
            let begun: Vec<&(UBig, u64)> = here.iter().filter(|(first, _)| *first <= n).collect();
            let round = begun.iter().try_fold(1u64, |round, (_, step)| lcm(round, *step)).ok_or_else(too_long)?;
            let end = &n + UBig::from(round) * (listed + 1);
            while n < end && next.is_none_or(|next| n < *next) {
                budget.tick()?;
                let candidate = start.ordinary_sum(&Ordinal::finite(n.clone()))?;
                let in_progression = begun.iter().any(|(first, step)| (&n - first) % *step == 0);
                if !in_progression && values.binary_search(&&candidate).is_err() {
                    return Ok(candidate);
                }
                n += 1u8;
            }
            match next {
                Some(next) => n = next.clone(),
                None => break,
            }
        }
        start = start.ordinary_sum(&Ordinal::omega())?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mex_is_the_first_number_that_is_missing() -> Result<(), Fault> {
        let mut random = fastrand::Rng::with_seed(11);
        let mut infinite = 0;
        for _ in 0..3000 {
            let values: Vec<u64> = (0..random.usize(..6)).map(|_| random.u64(..9)).collect();
            let lines: Vec<(u64, u64)> = (0..random.usize(..5)).map(|_| (random.u64(..12), random.u64(1..5))).collect();
            let least = random.u64(..3);
            let is_in = |n: u64| {
                values.contains(&n) || lines.iter().any(|&(first, step)| n >= first && (n - first).is_multiple_of(step))
            };
            // All steps divide 12, so what is missing at all is missing soon.
            let expected = (least..60).find(|&n| !is_in(n)).map_or(Ordinal::omega(), Ordinal::finite);
            let ordinals: Vec<Ordinal> = values.iter().map(|&n| Ordinal::finite(n)).collect();
            let progressions: Vec<_> = lines.iter().map(|&(first, step)| (Ordinal::finite(first), step)).collect();
            let found = mex(&ordinals, &progressions, least, &mut Budget::unlimited())?;
            assert_eq!(found, expected, "{values:?} {lines:?} from {least}");
            infinite += usize::from(!found.is_finite());
        }
        assert!(infinite > 100);
        Ok(())
    }
}
