//! Lengths of closed forms in ASCII, without writing them.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::games::{Dyadic, Run, Uptimal};

/// Returns the length of a number, powers of up and a star.
pub(super) fn uptimal(form: &Uptimal) -> u64 {
    let (highest, star) = (form.ups.highest(), form.star);
    let number = if form.number.is_zero() { 0 } else { number(&form.number) };
    let length = match highest {
        0 => number,
        1 => number + gap(number) + multiple_of_up(&form.ups.coefficient(1)),
        _ => powers(number, form),
    };
    match (star, length) {
        (0, 0) => 1,
        (0, _) => length,
        (1, _) if highest == 0 => length + 1,
        _ => length.saturating_add(gap(length) + nimber(star)),
    }
}

/// Returns the length with the powers of up, after `before` characters.
fn powers(before: u64, form: &Uptimal) -> u64 {
    let (mut length, mut highest) = (before, form.ups.highest());
    for Run { length: count, coefficient } in form.ups.runs().into_iter().rev() {
        let lowest = highest - count + 1;
        if !coefficient.is_zero() {
            if length == 0 {
                // The first is written without blanks about its sign, or with none.
                length = u64::from(coefficient < IBig::ZERO);
            } else {
                length = length.saturating_add(3);
            }
            let name = factor(&coefficient) + 3;
            length = length.saturating_add(count.saturating_mul(name)).saturating_add(3 * (count - 1));
            length = length.saturating_add(digits_from_to(lowest, highest));
            if lowest == 1 {
                // up, not up^1.
                length -= 2;
            }
        }
        highest -= count;
    }
    length
}

/// Returns the length of the sign between two parts of a sum.
fn gap(before: u64) -> u64 {
    if before == 0 { 0 } else { 3 }
}

/// Returns the length of a factor and its sign of multiplication; the sign before it is not counted.
fn factor(n: &IBig) -> u64 {
    let size = if *n < IBig::ZERO { -n } else { n.clone() };
    if size == IBig::ONE { 0 } else { number(&Dyadic::from(size)) + 1 }
}

fn multiple_of_up(ups: &IBig) -> u64 {
    factor(ups) + if *ups > IBig::ZERO { 2 } else { 4 }
}

/// Returns the number of decimal digits of all numbers between these, both included.
fn digits_from_to(low: u64, high: u64) -> u64 {
    let mut total: u64 = 0;
    let mut from = low;
    loop {
        let digits = digits(from);
        let last = 10u64.checked_pow(digits as u32).map_or(high, |next| high.min(next - 1));
        total = total.saturating_add((last - from + 1).saturating_mul(digits));
        if last == high {
            return total;
        }
        from = last + 1;
    }
}

fn nimber(star: u64) -> u64 {
    if star == 1 { 1 } else { 1 + digits(star) }
}

/// Returns the length of a number; for thousands of digits it may be one off.
pub(super) fn number(x: &Dyadic) -> u64 {
    if let Some(n) = x.as_i64() {
        return digits(n.unsigned_abs()) + u64::from(n < 0);
    }
    let numerator = x.numerator();
    let sign = u64::from(x.signum() < 0);
    let above = match i64::try_from(&numerator) {
        Ok(n) => digits(n.unsigned_abs()),
        Err(_) => {
            let bits = UBig::try_from(if x.signum() < 0 { -numerator } else { numerator }).map_or(0, |n| n.bit_len());
            digits_of_bits(bits as u64)
        }
    };
    match x.exponent() {
        0 => sign + above,
        e @ 1..=63 => sign + above + 1 + digits(1 << e),
        e => sign + above + 1 + digits_of_bits(u64::from(e) + 1),
    }
}

/// Returns the number of decimal digits of a number.
pub(super) fn digits(n: u64) -> u64 {
    u64::from(n.checked_ilog10().unwrap_or(0)) + 1
}

/// Returns the number of decimal digits of the least number with `bits` binary digits.
fn digits_of_bits(bits: u64) -> u64 {
    (bits.saturating_sub(1) as f64 * std::f64::consts::LOG10_2) as u64 + 1
}
