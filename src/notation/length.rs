//! Lengths of closed forms in ASCII, without writing them.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::games::Dyadic;

/// The length of `x + ups*up + *star`.
pub(super) fn normal(x: &Dyadic, ups: i64, star: u64) -> u64 {
    let mut length = 0;
    if !x.is_zero() {
        length += number(x);
    }
    if ups != 0 {
        length += gap(length) + multiple_of_up(ups);
    }
    match (star, length) {
        (0, 0) => 1,
        (0, _) => length,
        (1, _) if ups == 0 => length + 1,
        _ => length + gap(length) + nimber(star),
    }
}

/// The length of `x + powers of up + ups*up + *star`, where at least one power stands.
pub(super) fn uptimal(x: &Dyadic, powers: &[(u32, i64)], ups: i64, star: u64) -> u64 {
    let mut length = if x.is_zero() { 0 } else { number(x) };
    for &(power, count) in powers {
        let sign = if length == 0 { u64::from(count < 0) } else { 3 };
        let factor = if count.unsigned_abs() == 1 { 0 } else { digits(count.unsigned_abs()) + 1 };
        length += sign + factor + 3 + digits(u64::from(power));
    }
    if ups != 0 {
        length += 3 + multiple_of_up(ups.saturating_abs());
    }
    if star != 0 {
        length += 3 + nimber(star);
    }
    length
}

/// The length of the sign between two parts of a sum.
fn gap(before: u64) -> u64 {
    if before == 0 { 0 } else { 3 }
}

fn multiple_of_up(ups: i64) -> u64 {
    let name = if ups > 0 { 2 } else { 4 };
    match ups.unsigned_abs() {
        1 => name,
        n => digits(n) + 1 + name,
    }
}

fn nimber(star: u64) -> u64 {
    if star == 1 { 1 } else { 1 + digits(star) }
}

/// The length of a number; for thousands of digits it may be one off.
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

/// Decimal digits of a number.
pub(super) fn digits(n: u64) -> u64 {
    u64::from(n.checked_ilog10().unwrap_or(0)) + 1
}

/// Decimal digits of the least number with so many binary digits.
fn digits_of_bits(bits: u64) -> u64 {
    (bits.saturating_sub(1) as f64 * std::f64::consts::LOG10_2) as u64 + 1
}
