//! The signs of the three notations, and what is made of signs and digits alone.

use std::fmt::Write;

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::names::LIMIT;
use super::{Notation, length};
use crate::games::{Budget, Dyadic, Fault, long};

/// The text of a number: `-3/4`, in LaTeX `-\tfrac{3}{4}`. Beyond [`LIMIT`] it says how many digits there are.
///
/// ```
/// use cg_engine::games::Dyadic;
/// use cg_engine::notation::{Notation, number};
/// let x = Dyadic::from(-3).half().half();
/// assert_eq!(number(&x, Notation::Unicode), "-3/4");
/// assert_eq!(number(&x, Notation::Latex), r"-\tfrac{3}{4}");
/// ```
pub fn number(x: &Dyadic, notation: Notation) -> String {
    let digits = length::number(x);
    if digits > LIMIT {
        return too_many_digits(digits, notation);
    }
    match x.as_i64() {
        Some(n) => n.to_string(),
        None => fraction(&x.numerator(), &(UBig::ONE << x.exponent() as usize), notation),
    }
}

/// The text of a rational number, which need not be a game.
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

/// The same with at most `limit` digits, within a budget: millions of digits take their time.
///
/// # Errors
/// Limits.
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

/// About how many digits a rational number has.
pub fn digits(x: &RBig) -> u64 {
    use dashu_int::ops::BitTest;
    let bits = x.numerator().bit_len() + x.denominator().bit_len();
    (bits as f64 * std::f64::consts::LOG10_2) as u64
}

fn too_many_digits(digits: u64, notation: Notation) -> String {
    let text = format!("(a number too large to print: about {digits} digits)");
    if notation == Notation::Latex { format!(r"\text{{{text}}}") } else { text }
}

fn fraction(numerator: &IBig, denominator: &UBig, notation: Notation) -> String {
    let denominator = (!denominator.is_one()).then(|| denominator.to_string());
    quotient(numerator < &IBig::ZERO, &numerator.unsigned_abs().to_string(), denominator.as_deref(), notation)
}

/// A number whose digits are known.
fn quotient(is_negative: bool, numerator: &str, denominator: Option<&str>, notation: Notation) -> String {
    let sign = if is_negative { "-" } else { "" };
    match denominator {
        None => format!("{sign}{numerator}"),
        Some(denominator) if notation == Notation::Latex => format!(r"{sign}\tfrac{{{numerator}}}{{{denominator}}}"),
        Some(denominator) => format!("{sign}{numerator}/{denominator}"),
    }
}

impl Notation {
    fn of(self, ascii: &'static str, unicode: &'static str, latex: &'static str) -> &'static str {
        match self {
            Notation::Ascii => ascii,
            Notation::Unicode => unicode,
            Notation::Latex => latex,
        }
    }

    pub(super) fn star(self) -> &'static str {
        self.of("*", "∗", r"{\ast}")
    }

    /// The signs around a literal.
    pub(super) fn signs(self) -> [&'static str; 2] {
        [self.of("<", "{", r"\{"), self.of(">", "}", r"\}")]
    }

    /// The bar of this width in the middle of a literal.
    pub(super) fn bar(self, width: usize) -> &'static str {
        match width {
            0 | 1 => self.of("|", "|", r" \mid "),
            2 => self.of("||", "||", r" \,\|\, "),
            3 => self.of("|||", "|||", r" \,|\|\, "),
            _ => self.of("||||", "||||", r" \,\|\|\, "),
        }
    }

    pub(super) fn switch(self) -> &'static str {
        self.of("+-", "±", r"\pm ")
    }

    /// Between a sum of number, ups and star and a switch.
    pub(super) fn plus_switch(self) -> &'static str {
        self.of(" + +-", " + ±", r" \pm ")
    }

    /// Before and after the argument. In LaTeX as in *Winning Ways*: a plus or minus with a subscript.
    pub(super) fn tiny(self) -> [&'static str; 2] {
        [self.of("tiny(", "tiny(", "{+}_{"), self.of(")", ")", "}")]
    }

    pub(super) fn miny(self) -> [&'static str; 2] {
        [self.of("miny(", "miny(", "{-}_{"), self.of(")", ")", "}")]
    }

    /// A loopy constant, or `pass`.
    pub(super) fn constant(self, name: &str) -> String {
        if self == Notation::Latex { format!(r"\mathbf{{{name}}}") } else { name.to_string() }
    }

    /// The sum of all powers of up.
    pub(super) fn upon(self) -> &'static str {
        self.of("up_sum(on)", "↑^[on]", r"{\uparrow}^{[\mathbf{on}]}")
    }

    /// The power of up to on.
    pub(super) fn up_to_on(self) -> &'static str {
        self.of("up^on", "↑^on", r"{\uparrow}^{\mathbf{on}}")
    }

    /// Between an onside and an offside.
    pub(super) fn sides(self) -> &'static str {
        self.of(" & ", " & ", r" \mathbin{\&} ")
    }

    /// In front of a literal with a label.
    pub(super) fn loop_word(self) -> &'static str {
        self.of("loop ", "loop ", r"\operatorname{loop} ")
    }

    pub(super) fn dots(self) -> &'static str {
        self.of("...", "…", r"\ldots")
    }

    /// The n-th power of up.
    pub(super) fn up_power(self, n: u64) -> String {
        match self {
            Notation::Ascii => format!("up^{n}"),
            Notation::Unicode => {
                let raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
                let digits = n.to_string();
                let digits = digits.bytes().map(|digit| raised[usize::from(digit.wrapping_sub(b'0')) % 10]);
                std::iter::once('↑').chain(digits).collect()
            }
            Notation::Latex => format!(r"{{\uparrow}}^{{{n}}}"),
        }
    }

    /// The sum of up and its powers to the n-th, `up_sum(n)`; only LaTeX has a sign for it.
    pub(super) fn up_sum(self, n: u64) -> Option<String> {
        (self == Notation::Latex).then(|| format!(r"{{\uparrow}}^{{[{n}]}}"))
    }

    /// Adds a factor in front of a game, unless it is 1.
    pub(super) fn write_factor(self, out: &mut String, factor: &UBig) {
        if *factor != UBig::ONE {
            let _ = write!(out, "{factor}{}", self.of("*", "·", r" \cdot "));
        }
    }

    /// Adds a multiple of up, which is not 0.
    pub(super) fn write_ups(self, out: &mut String, ups: &IBig) {
        let (size, down) = magnitude(ups);
        let (single, double) = match (self, down) {
            (Notation::Ascii, false) => ("up", None),
            (Notation::Ascii, true) => ("down", None),
            (Notation::Unicode, false) => ("↑", Some("⇑")),
            (Notation::Unicode, true) => ("↓", Some("⇓")),
            (Notation::Latex, false) => (r"{\uparrow}", Some(r"{\Uparrow}")),
            (Notation::Latex, true) => (r"{\downarrow}", Some(r"{\Downarrow}")),
        };
        match double {
            Some(double) if size == UBig::from(2u8) => out.push_str(double),
            _ => {
                self.write_factor(out, &size);
                out.push_str(single);
            }
        }
    }

    /// Adds a nimber, which is not 0.
    pub(super) fn write_nimber(self, out: &mut String, star: u64) {
        out.push_str(self.star());
        if star != 1 {
            let _ = write!(out, "{star}");
        }
    }
}

/// The absolute value, and whether the number is negative.
pub(super) fn magnitude(n: &IBig) -> (UBig, bool) {
    let negative = *n < IBig::ZERO;
    (UBig::try_from(if negative { -n } else { n.clone() }).unwrap_or_default(), negative)
}
