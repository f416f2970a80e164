//! The text of ordinals and γ-values, with the signs of a notation.

use std::fmt::{self, Write};

use dashu_int::UBig;

use super::{CantorTerm, GammaValue, Ordinal};

/// The signs of a notation that ordinals and γ-values are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrdinalSigns {
    /// The star of a nimber.
    pub star: &'static str,
    /// The first infinite ordinal.
    pub omega: &'static str,
    /// The signs around the values that an infinite γ-value can reach.
    pub infinity: [&'static str; 2],
    /// An infinite γ-value with an empty set.
    pub bare_infinity: &'static str,
    /// The sign between a power of omega and its coefficient.
    pub times: &'static str,
    /// The signs around every exponent, or `None` if an exponent follows a `^`, in parentheses only if it needs them.
    pub exponent: Option<[&'static str; 2]>,
    /// `true` if digits of exponents are raised: `ω²`.
    pub raises_digits: bool,
}

impl OrdinalSigns {
    /// `omega^2*3 + omega + 5`
    pub const ASCII: OrdinalSigns = OrdinalSigns {
        star: "*",
        omega: "omega",
        infinity: ["inf(", ")"],
        bare_infinity: "inf()",
        times: "*",
        exponent: None,
        raises_digits: false,
    };
}

impl Ordinal {
    /// Returns this ordinal in Cantor normal form with the signs of a notation.
    ///
    /// ```
    /// use cg_engine::notation::Notation;
    /// use cg_engine::ordinals::Ordinal;
    /// let omega = Ordinal::omega();
    /// let x = omega.natural_product(&omega)?.natural_sum(&Ordinal::finite(1u64))?;
    /// assert_eq!(x.text(&Notation::Ascii.signs().ordinals), "omega^2 + 1");
    /// assert_eq!(x.text(&Notation::Unicode.signs().ordinals), "ω² + 1");
    /// assert_eq!(x.text(&Notation::Latex.signs().ordinals), r"\omega^{2} + 1");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn text(&self, signs: &OrdinalSigns) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = write_ordinal(&mut out, self, signs);
        out
    }
}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_ordinal(f, self, &OrdinalSigns::ASCII)
    }
}

impl GammaValue {
    /// Returns this value with the signs of a notation: a nimber (`0`, `*`, `*4`, `*(omega + 1)`) or an infinity (`inf(0,2)`).
    ///
    /// ```
    /// use cg_engine::notation::Notation;
    /// use cg_engine::ordinals::GammaValue;
    /// let loopy = GammaValue::infinite([0u64, 2]);
    /// assert_eq!(loopy.text(&Notation::Ascii.signs().ordinals), "inf(0,2)");
    /// assert_eq!(loopy.text(&Notation::Unicode.signs().ordinals), "∞(0,2)");
    /// assert_eq!(GammaValue::nimber(4u64).text(&Notation::Ascii.signs().ordinals), "*4");
    /// ```
    pub fn text(&self, signs: &OrdinalSigns) -> String {
        let mut out = String::new();
        let _ = write_gamma(&mut out, self, signs);
        out
    }
}

impl fmt::Display for GammaValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_gamma(f, self, &OrdinalSigns::ASCII)
    }
}

fn write_gamma(out: &mut impl Write, value: &GammaValue, signs: &OrdinalSigns) -> fmt::Result {
    match value {
        GammaValue::Finite(n) if n.is_zero() => out.write_char('0'),
        GammaValue::Finite(n) => {
            out.write_str(signs.star)?;
            match n.as_finite() {
                Some(n) if n.is_one() => Ok(()),
                None if *n != Ordinal::omega() => parenthesised(out, n, signs),
                _ => write_ordinal(out, n, signs),
            }
        }
        GammaValue::Infinite(reach) if reach.is_empty() => out.write_str(signs.bare_infinity),
        GammaValue::Infinite(reach) => {
            out.write_str(signs.infinity[0])?;
            for (i, n) in reach.iter().enumerate() {
                if i > 0 {
                    out.write_char(',')?;
                }
                write_ordinal(out, n, signs)?;
            }
            out.write_str(signs.infinity[1])
        }
    }
}

fn parenthesised(out: &mut impl Write, n: &Ordinal, signs: &OrdinalSigns) -> fmt::Result {
    out.write_char('(')?;
    write_ordinal(out, n, signs)?;
    out.write_char(')')
}

/// Calls itself on exponents only, whose depth is limited by `DEPTH_LIMIT`.
fn write_ordinal(out: &mut impl Write, ordinal: &Ordinal, signs: &OrdinalSigns) -> fmt::Result {
    if let Some(n) = ordinal.as_finite() {
        return write!(out, "{n}");
    }
    for (i, term) in ordinal.terms().iter().enumerate() {
        if i > 0 {
            out.write_str(" + ")?;
        }
        write_term(out, term, signs)?;
    }
    Ok(())
}

fn write_term(out: &mut impl Write, term: &CantorTerm, signs: &OrdinalSigns) -> fmt::Result {
    if term.exponent.is_zero() {
        return write!(out, "{}", term.coefficient);
    }
    out.write_str(signs.omega)?;
    match (term.exponent.as_finite(), signs.exponent) {
        (Some(n), _) if n.is_one() => {}
        (Some(n), _) if signs.raises_digits => superscript(out, n)?,
        (_, Some([open, close])) => {
            out.write_str(open)?;
            write_ordinal(out, &term.exponent, signs)?;
            out.write_str(close)?;
        }
        (Some(n), None) => write!(out, "^{n}")?,
        (None, None) if term.exponent == Ordinal::omega() => {
            out.write_char('^')?;
            write_ordinal(out, &term.exponent, signs)?;
        }
        (None, None) => {
            out.write_char('^')?;
            parenthesised(out, &term.exponent, signs)?;
        }
    }
    if !term.coefficient.is_one() {
        write!(out, "{}{}", signs.times, term.coefficient)?;
    }
    Ok(())
}

fn superscript(out: &mut impl Write, n: &UBig) -> fmt::Result {
    for digit in n.to_string().bytes() {
        let raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        out.write_char(raised[usize::from(digit.wrapping_sub(b'0')) % 10])?;
    }
    Ok(())
}
