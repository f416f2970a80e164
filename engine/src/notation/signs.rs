//! The signs of a notation, and the texts that consist of signs and digits alone.

use std::fmt::Write;

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::names::LIMIT;
use super::typeset::Typeset;
use super::{Notation, length};
use crate::games::{Budget, Dyadic, Fault, long};
use crate::ordinals::OrdinalSigns;

/// Returns the text of a number: `-3/4`, in LaTeX `-\tfrac{3}{4}`. Beyond [`LIMIT`] it says how many digits there are.
///
/// ```
/// use cg_engine::games::Dyadic;
/// use cg_engine::notation::{Notation, number};
/// let x = Dyadic::from(-3).half().half();
/// assert_eq!(number(&x, Notation::Unicode), "-3/4");
/// assert_eq!(number(&x, Notation::Latex), r"-\tfrac{3}{4}");
/// ```
pub fn number(x: &Dyadic, notation: Notation) -> String {
    number_within(x, notation, LIMIT)
}

/// Like [`number`], with at most `limit` digits.
pub(super) fn number_within(x: &Dyadic, notation: Notation, limit: u64) -> String {
    let digits = length::number(x);
    if digits > limit {
        return too_many_digits(digits, notation);
    }
    match x.as_i64() {
        Some(n) => n.to_string(),
        None => fraction(&x.numerator(), &(UBig::ONE << x.exponent() as usize), notation),
    }
}

/// Returns the text of a rational number, which need not be a game.
///
/// ```
/// use cg_engine::notation::{Notation, rational};
/// use dashu_ratio::RBig;
/// let third = RBig::from_parts(1.into(), 3u8.into());
/// assert_eq!(rational(&third, Notation::Ascii), "1/3");
/// assert_eq!(rational(&third, Notation::Latex), r"\tfrac{1}{3}");
/// ```
pub fn rational(x: &RBig, notation: Notation) -> String {
    match digits(x) {
        digits if digits > LIMIT => too_many_digits(digits, notation),
        _ => fraction(x.numerator(), x.denominator(), notation),
    }
}

/// Like [`rational`], with at most `limit` digits, within a budget: millions of digits take their time.
pub fn rational_within(x: &RBig, notation: Notation, limit: u64, budget: &mut Budget) -> Result<String, Fault> {
    let digits = digits(x);
    if digits > limit {
        return Ok(too_many_digits(digits, notation));
    }
    let numerator = long::decimal(&x.numerator().unsigned_abs(), budget)?;
    let denominator = match x.denominator() {
        n if n.is_one() => None,
        n => Some(long::decimal(n, budget)?),
    };
    Ok(quotient(x.numerator() < &IBig::ZERO, &numerator, denominator.as_deref(), notation))
}

/// Returns roughly the number of digits of a rational number.
pub fn digits(x: &RBig) -> u64 {
    use dashu_int::ops::BitTest;
    let bits = x.numerator().bit_len() + x.denominator().bit_len();
    (bits as f64 * std::f64::consts::LOG10_2) as u64
}

fn too_many_digits(digits: u64, notation: Notation) -> String {
    notation.note(&format!("(a number too large to print: about {digits} digits)"))
}

fn fraction(numerator: &IBig, denominator: &UBig, notation: Notation) -> String {
    let denominator = (!denominator.is_one()).then(|| denominator.to_string());
    quotient(numerator < &IBig::ZERO, &numerator.unsigned_abs().to_string(), denominator.as_deref(), notation)
}

/// Returns a number whose digits are known.
fn quotient(is_negative: bool, numerator: &str, denominator: Option<&str>, notation: Notation) -> String {
    let sign = if is_negative { "-" } else { "" };
    let [open, over, close] = notation.signs().fraction;
    match denominator {
        None => format!("{sign}{numerator}"),
        Some(denominator) => format!("{sign}{open}{numerator}{over}{denominator}{close}"),
    }
}

/// The signs of a notation.
#[derive(Clone, Copy)]
pub struct Signs {
    /// The name by which the notation is chosen.
    pub name: &'static str,
    /// The star of a nimber.
    pub star: &'static str,
    /// The signs around a literal.
    pub literal: [&'static str; 2],
    /// The signs around a literal without a bar.
    pub barless_literal: [&'static str; 2],
    /// The bars in the middle of a literal, the narrowest first.
    pub bars: [&'static str; 4],
    /// The sign before a switch.
    pub switch: &'static str,
    /// The sign between a sum of number, ups and star and a switch.
    pub plus_switch: &'static str,
    /// The signs around the argument of a tiny.
    pub tiny: [&'static str; 2],
    /// The signs around the argument of a miny.
    pub miny: [&'static str; 2],
    /// The signs around the name of a loopy constant, or `pass`.
    pub constant: [&'static str; 2],
    /// The sum of all powers of up.
    pub upon: &'static str,
    /// The power of up to on.
    pub up_to_on: &'static str,
    /// The sign between an onside and an offside.
    pub sides: &'static str,
    /// The word before a literal with a label.
    pub loop_word: &'static str,
    /// The sign for omitted options.
    pub dots: &'static str,
    /// The sign between a factor and a game.
    pub times: &'static str,
    /// Up.
    pub up: &'static str,
    /// Down.
    pub down: &'static str,
    /// The signs of twice up and twice down, or `None` if they are written with a factor.
    pub doubles: Option<[&'static str; 2]>,
    /// The signs around the exponent of a power of up.
    pub up_power: [&'static str; 2],
    /// The signs around the last exponent of the sum of up and its powers, or `None` if that sum has no sign of its own.
    pub up_sum: Option<[&'static str; 2]>,
    /// The signs before, between and after numerator and denominator.
    pub fraction: [&'static str; 3],
    /// The signs around a remark in words.
    pub note: [&'static str; 2],
    /// The space between a value and a remark.
    pub note_space: &'static str,
    /// The words for a number of characters that is too large to count, within a remark.
    pub much: &'static str,
    /// The signs of ordinals.
    pub ordinals: OrdinalSigns,
    /// The forms of names and texts, or `None` if the notation does not typeset them.
    pub typeset: Option<Typeset>,
}

impl Notation {
    /// Returns the name by which this notation is chosen.
    pub const fn name(self) -> &'static str {
        self.signs().name
    }

    /// Returns the bar of this width, 1 or more; the widest has width 4.
    pub(super) fn bar(self, width: usize) -> &'static str {
        self.signs().bars[width.clamp(1, 4) - 1]
    }

    /// Returns a loopy constant, or `pass`.
    pub fn constant(self, name: &str) -> String {
        around(self.signs().constant, name)
    }

    /// Returns a remark in words.
    pub(super) fn note(self, text: &str) -> String {
        around(self.signs().note, text)
    }

    /// Returns the n-th power of up.
    pub(super) fn up_power(self, n: u64) -> String {
        let n = n.to_string();
        let raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let exponent = match self.signs().ordinals.raises_digits {
            true => n.bytes().map(|digit| raised[usize::from(digit.wrapping_sub(b'0')) % 10]).collect(),
            false => n,
        };
        around(self.signs().up_power, &exponent)
    }

    /// Returns the sum of up and its powers to the n-th, `up_sum(n)`, or `None` if it has no sign of its own.
    pub(super) fn up_sum(self, n: u64) -> Option<String> {
        self.signs().up_sum.map(|signs| around(signs, &n.to_string()))
    }

    /// Adds a factor in front of a game, unless it is 1.
    pub(super) fn write_factor(self, out: &mut String, factor: &UBig) {
        if *factor != UBig::ONE {
            let _ = write!(out, "{factor}{}", self.signs().times);
        }
    }

    /// Adds a multiple of up, which is not 0.
    pub(super) fn write_ups(self, out: &mut String, ups: &IBig) {
        let (size, down) = magnitude(ups);
        let signs = self.signs();
        match signs.doubles {
            Some(doubles) if size == UBig::from(2u8) => out.push_str(doubles[usize::from(down)]),
            _ => {
                self.write_factor(out, &size);
                out.push_str(if down { signs.down } else { signs.up });
            }
        }
    }

    /// Adds a nimber, which is not 0.
    pub(super) fn write_nimber(self, out: &mut String, star: u64) {
        out.push_str(self.signs().star);
        if star != 1 {
            let _ = write!(out, "{star}");
        }
    }
}

fn around([before, after]: [&str; 2], text: &str) -> String {
    format!("{before}{text}{after}")
}

/// Returns the absolute value, and whether the number is negative.
pub(super) fn magnitude(n: &IBig) -> (UBig, bool) {
    let negative = *n < IBig::ZERO;
    (UBig::try_from(if negative { -n } else { n.clone() }).unwrap_or_default(), negative)
}
