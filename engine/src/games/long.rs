//! Integers of millions of digits: each operation in pieces, so that the limits hold while it goes on.
//!
//! Operands that take at most about a millisecond are one piece and are left to the crate of integers. Longer operands
//! are split until their parts are short: products by Karatsuba's rule, quotients by halving the quotient and leaving
//! out digits that hardly change it (Burnikel and Ziegler, *Fast Recursive Division*, 1998), roots by Newton's rule,
//! digits by dividing by powers of ten of half the length, common divisors by Euclid's steps on leading digits.
//!
//! ```
//! use cg_engine::games::{Budget, long};
//! use dashu_int::{IBig, UBig};
//!
//! let mut budget = Budget::unlimited();
//! let (quotient, rest) = long::floor_division(&IBig::from(-7), &IBig::from(2), &mut budget)?;
//! assert_eq!((quotient, rest), (IBig::from(-4), IBig::from(1)));
//! assert_eq!(long::root(&UBig::from(17u8), &mut budget)?, UBig::from(4u8));
//! # Ok::<(), cg_engine::games::Fault>(())
//! ```

use dashu_int::ops::{BitTest, DivRem, Gcd, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::{Budget, Fault};

/// Steps of a nanosecond that one piece may take.
const PIECE: usize = 1_000_000;
/// Bits of numbers on which Euclid's steps are taken one by one.
const LEADING: usize = 1 << 10;
/// Bits of numbers whose common divisor is one piece.
const SHORT_BITS: usize = 1 << 14;
/// Decimal digits that are one piece.
const DIGITS: usize = 1 << 13;
/// Bits of numbers whose root is one piece.
const PLAIN_ROOT_BITS: usize = 1 << 17;

fn words(n: &UBig) -> usize {
    n.bit_len() / 64 + 1
}

/// Returns the product.
pub fn product(a: &IBig, b: &IBig, budget: &mut Budget) -> Result<IBig, Fault> {
    let (sign, a) = a.clone().into_parts();
    let (other, b) = b.clone().into_parts();
    Ok(IBig::from_parts(sign * other, times(&a, &b, budget)?))
}

/// Returns the quotient rounded down, and the remainder, which has the divisor's sign.
///
/// # Panics
/// If `b` is 0.
pub fn floor_division(a: &IBig, b: &IBig, budget: &mut Budget) -> Result<(IBig, IBig), Fault> {
    let ((sign, size), (other, divisor)) = (a.clone().into_parts(), b.clone().into_parts());
    let (quotient, rest) = divided(&size, &divisor, budget)?;
    let (quotient, rest) = (IBig::from_parts(sign * other, quotient), IBig::from_parts(sign, rest));
    let over = rest != IBig::ZERO && sign != other;
    Ok(if over { (quotient - IBig::ONE, rest + b) } else { (quotient, rest) })
}

/// Returns `base` to the power of `exponent`.
pub fn power(base: &UBig, exponent: usize, budget: &mut Budget) -> Result<UBig, Fault> {
    let mut power = UBig::ONE;
    for bit in (0..exponent.bit_len()).rev() {
        power = times(&power, &power, budget)?;
        if exponent.bit(bit) {
            power = times(&power, base, budget)?;
        }
    }
    Ok(power)
}

/// Returns the integer part of the square root.
pub fn root(n: &UBig, budget: &mut Budget) -> Result<UBig, Fault> {
    budget.charge(words(n).min(PIECE))?;
    if n.bit_len() <= PLAIN_ROOT_BITS {
        return Ok(n.sqrt());
    }
    // The root of the leading half of the digits has the leading half of the root's; rounded up, it comes down to it.
    let cut = n.bit_len() / 4;
    let mut root = (root(&(n >> (2 * cut)), budget)? + UBig::ONE) << cut;
    loop {
        let next = (divided(n, &root, budget)?.0 + &root) >> 1;
        if next >= root {
            return Ok(root);
        }
        root = next;
    }
}

/// Returns the greatest common divisor; 0 for two zeros.
pub fn common_divisor(a: &UBig, b: &UBig, budget: &mut Budget) -> Result<UBig, Fault> {
    let (mut a, mut b) = if a < b { (b.clone(), a.clone()) } else { (a.clone(), b.clone()) };
    while b.bit_len() > SHORT_BITS {
        (a, b) = leading_steps(&a, &b, budget)?.apply(&a, &b, budget)?;
        if b != UBig::ZERO {
            let rest = divided(&a, &b, budget)?.1;
            (a, b) = (b, rest);
        }
    }
    if b == UBig::ZERO {
        return Ok(a);
    }
    let rest = divided(&a, &b, budget)?.1;
    budget.charge(words(&b).pow(2))?;
    Ok(if rest == UBig::ZERO { b } else { b.gcd(rest) })
}

/// Returns the decimal digits.
pub fn decimal(n: &UBig, budget: &mut Budget) -> Result<String, Fault> {
    if n.bit_len() <= SHORT_BITS {
        budget.charge(words(n).pow(2))?;
        return Ok(n.to_string());
    }
    // Each power is the square of the one before; the last one has at least half the digits of `n`.
    let mut powers = vec![UBig::from(10u8).pow(DIGITS)];
    while let Some(last) = powers.last()
        && 2 * last.bit_len() <= n.bit_len() + 1
    {
        powers.push(times(last, last, budget)?);
    }
    let mut text = String::new();
    let mut parts = vec![(n.clone(), powers.len())];
    while let Some((part, level)) = parts.pop() {
        if level == 0 {
            budget.charge(words(&part).pow(2))?;
            let digits = part.to_string();
            let zeros = if text.is_empty() { 0 } else { DIGITS - digits.len() };
            text.extend(std::iter::repeat_n('0', zeros).chain(digits.chars()));
            continue;
        }
        let (high, low) = divided(&part, &powers[level - 1], budget)?;
        parts.push((low, level - 1));
        // No number begins with zeros.
        if high != UBig::ZERO || !text.is_empty() {
            parts.push((high, level - 1));
        }
    }
    Ok(text)
}

fn times(a: &UBig, b: &UBig, budget: &mut Budget) -> Result<UBig, Fault> {
    let (long, short) = if a.bit_len() < b.bit_len() { (b, a) } else { (a, b) };
    let cost = (words(long) as f64 * (words(short) as f64).powf(0.585)) as usize;
    budget.charge(cost.min(PIECE))?;
    budget.reserve((a.bit_len() + b.bit_len()) / 4)?;
    if cost <= PIECE {
        return Ok(long * short);
    }
    let half = long.bit_len() / 2;
    let (low, high) = long.clone().split_bits(half);
    if short.bit_len() <= half {
        return Ok((times(&high, short, budget)? << half) + times(&low, short, budget)?);
    }
    let (below, above) = short.clone().split_bits(half);
    let top = times(&high, &above, budget)?;
    let bottom = times(&low, &below, budget)?;
    let middle = times(&(high + low), &(above + below), budget)? - &top - &bottom;
    Ok((top << (2 * half)) + (middle << half) + bottom)
}

/// Returns the quotient and the remainder.
fn divided(a: &UBig, b: &UBig, budget: &mut Budget) -> Result<(UBig, UBig), Fault> {
    let (long, short) = (a.bit_len(), b.bit_len());
    if a < b {
        return Ok((UBig::ZERO, a.clone()));
    }
    let digits = long - short + 1;
    let cost = (digits / 64 + 1).saturating_mul(words(b)).max(words(a));
    budget.charge(cost.min(PIECE))?;
    budget.reserve(long / 4)?;
    if cost <= PIECE {
        return Ok(a.div_rem(b));
    }
    if short > digits + digits / 8 {
        // The trailing digits of the divisor make the quotient smaller by a few at most.
        let cut = short - digits - 2;
        let mut quotient = divided(&(a >> cut), &(b >> cut), budget)?.0;
        let mut rest = IBig::from(a.clone()) - IBig::from(times(&quotient, b, budget)?);
        while rest < IBig::ZERO {
            quotient -= UBig::ONE;
            rest += b;
        }
        return Ok((quotient, rest.unsigned_abs()));
    }
    let half = digits / 2;
    let (low, high) = a.clone().split_bits(half);
    let (above, rest) = divided(&high, b, budget)?;
    let (below, rest) = divided(&((rest << half) + low), b, budget)?;
    Ok(((above << half) + below, rest))
}

/// A number of Euclid's steps: both numbers times a matrix of determinant 1 or -1, which keeps their common divisors
/// whatever the quotients were.
struct Steps([[IBig; 2]; 2]);

impl Steps {
    fn none() -> Steps {
        Steps([[IBig::ONE, IBig::ZERO], [IBig::ZERO, IBig::ONE]])
    }

    /// Returns both numbers after the steps, the greater one first; the steps become those that lead to them.
    fn apply(&mut self, a: &UBig, b: &UBig, budget: &mut Budget) -> Result<(UBig, UBig), Fault> {
        let (a, b) = (IBig::from(a.clone()), IBig::from(b.clone()));
        let mut sizes = [UBig::ZERO, UBig::ZERO];
        for (row, size) in self.0.iter_mut().zip(&mut sizes) {
            let sum = product(&row[0], &a, budget)? + product(&row[1], &b, budget)?;
            if sum < IBig::ZERO {
                row.iter_mut().for_each(|x| *x = -std::mem::take(x));
            }
            *size = sum.unsigned_abs();
        }
        let [a, b] = sizes;
        if a < b {
            self.0.swap(0, 1);
            return Ok((b, a));
        }
        Ok((a, b))
    }

    /// Returns these steps after others.
    fn after(&self, first: &Steps, budget: &mut Budget) -> Result<Steps, Fault> {
        let mut both = Steps::none();
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            both.0[i][j] =
                product(&self.0[i][0], &first.0[0][j], budget)? + product(&self.0[i][1], &first.0[1][j], budget)?;
        }
        Ok(both)
    }

    /// Adds one more step, with this quotient.
    fn step(&mut self, quotient: UBig, budget: &mut Budget) -> Result<(), Fault> {
        let quotient = IBig::from(quotient);
        for j in 0..2 {
            let less = product(&quotient, &self.0[1][j], budget)?;
            self.0[0][j] -= less;
        }
        self.0.swap(0, 1);
        Ok(())
    }
}

/// Returns the steps that take `a` and `b`, the smaller one, to about half the digits of `a`. They are found on leading
/// digits, so that the last ones may be wrong; the numbers then shrink a little less.
fn leading_steps(a: &UBig, b: &UBig, budget: &mut Budget) -> Result<Steps, Fault> {
    let half = a.bit_len() / 2;
    let mut steps = Steps::none();
    let (mut a, mut b) = (a.clone(), b.clone());
    if a.bit_len() > LEADING {
        if b.bit_len() > half + 1 {
            steps = leading_steps(&(&a >> half), &(&b >> half), budget)?;
            (a, b) = steps.apply(&a, &b, budget)?;
        }
        if b.bit_len() > half + 1 {
            let (quotient, rest) = divided(&a, &b, budget)?;
            steps.step(quotient, budget)?;
            (a, b) = (b, rest);
        }
        // If the first steps have not gained a quarter of that, more leading steps would be no shorter.
        if b.bit_len() > half + 1 && a.bit_len() < 2 * half - half / 4 {
            let cut = 2 * half - a.bit_len();
            let mut more = leading_steps(&(&a >> cut), &(&b >> cut), budget)?;
            more.apply(&a, &b, budget)?;
            steps = more.after(&steps, budget)?;
        }
        return Ok(steps);
    }
    while b.bit_len() > half + 1 {
        let (quotient, rest) = a.div_rem(&b);
        steps.step(quotient, budget)?;
        (a, b) = (b, rest);
    }
    Ok(steps)
}
