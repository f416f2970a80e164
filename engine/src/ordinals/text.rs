//! The text of ordinals and γ-values. ASCII and Unicode are read back by `cg`; LaTeX is for papers.

use std::fmt::{self, Write};

use dashu_int::UBig;

use super::{CantorTerm, GammaValue, Ordinal};

/// How mathematics is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Form {
    /// `omega^2*3 + omega + 5`
    #[default]
    Ascii,
    /// `ω²·3 + ω + 5`
    Unicode,
    /// `\omega^{2} \cdot 3 + \omega + 5`
    Latex,
}

impl Ordinal {
    /// This ordinal in Cantor normal form, in the form asked for.
    ///
    /// ```
    /// use cg_engine::ordinals::{Form, Ordinal};
    /// let omega = Ordinal::omega();
    /// let x = omega.natural_product(&omega)?.natural_sum(&Ordinal::finite(1u64))?;
    /// assert_eq!(x.text(Form::Ascii), "omega^2 + 1");
    /// assert_eq!(x.text(Form::Unicode), "ω² + 1");
    /// assert_eq!(x.text(Form::Latex), r"\omega^{2} + 1");
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn text(&self, form: Form) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = write_ordinal(&mut out, self, form);
        out
    }
}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_ordinal(f, self, Form::Ascii)
    }
}

impl GammaValue {
    /// This value in the form asked for: a nimber (`0`, `*`, `*4`, `*(omega + 1)`) or an infinity (`inf(0,2)`).
    ///
    /// ```
    /// use cg_engine::ordinals::{Form, GammaValue};
    /// let loopy = GammaValue::infinite([0u64, 2]);
    /// assert_eq!(loopy.text(Form::Ascii), "inf(0,2)");
    /// assert_eq!(loopy.text(Form::Unicode), "∞(0,2)");
    /// assert_eq!(GammaValue::nimber(4u64).text(Form::Ascii), "*4");
    /// ```
    pub fn text(&self, form: Form) -> String {
        let mut out = String::new();
        let _ = write_gamma(&mut out, self, form);
        out
    }
}

impl fmt::Display for GammaValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_gamma(f, self, Form::Ascii)
    }
}

fn write_gamma(out: &mut impl Write, value: &GammaValue, form: Form) -> fmt::Result {
    match value {
        GammaValue::Finite(n) if n.is_zero() => out.write_char('0'),
        GammaValue::Finite(n) => {
            out.write_str(match form {
                Form::Ascii => "*",
                Form::Unicode => "∗",
                Form::Latex => r"{\ast}",
            })?;
            match n.as_finite() {
                Some(n) if n.is_one() => Ok(()),
                None if *n != Ordinal::omega() => parenthesised(out, n, form),
                _ => write_ordinal(out, n, form),
            }
        }
        GammaValue::Infinite(reach) if form == Form::Latex && reach.is_empty() => out.write_str(r"\infty"),
        GammaValue::Infinite(reach) => {
            out.write_str(match form {
                Form::Ascii => "inf(",
                Form::Unicode => "∞(",
                Form::Latex => r"\infty(",
            })?;
            for (i, n) in reach.iter().enumerate() {
                if i > 0 {
                    out.write_char(',')?;
                }
                write_ordinal(out, n, form)?;
            }
            out.write_char(')')
        }
    }
}

fn parenthesised(out: &mut impl Write, n: &Ordinal, form: Form) -> fmt::Result {
    out.write_char('(')?;
    write_ordinal(out, n, form)?;
    out.write_char(')')
}

/// Calls itself on exponents only, whose depth is limited by `DEPTH_LIMIT`.
fn write_ordinal(out: &mut impl Write, ordinal: &Ordinal, form: Form) -> fmt::Result {
    if let Some(n) = ordinal.as_finite() {
        return write!(out, "{n}");
    }
    for (i, term) in ordinal.terms().iter().enumerate() {
        if i > 0 {
            out.write_str(" + ")?;
        }
        write_term(out, term, form)?;
    }
    Ok(())
}

fn write_term(out: &mut impl Write, term: &CantorTerm, form: Form) -> fmt::Result {
    if term.exponent.is_zero() {
        return write!(out, "{}", term.coefficient);
    }
    out.write_str(match form {
        Form::Ascii => "omega",
        Form::Unicode => "ω",
        Form::Latex => r"\omega",
    })?;
    match (term.exponent.as_finite(), form) {
        (Some(n), _) if n.is_one() => {}
        (Some(n), Form::Unicode) => superscript(out, n)?,
        (_, Form::Latex) => {
            out.write_str("^{")?;
            write_ordinal(out, &term.exponent, form)?;
            out.write_char('}')?;
        }
        (Some(n), Form::Ascii) => write!(out, "^{n}")?,
        (None, _) if term.exponent == Ordinal::omega() => {
            out.write_char('^')?;
            write_ordinal(out, &term.exponent, form)?;
        }
        (None, _) => {
            out.write_char('^')?;
            parenthesised(out, &term.exponent, form)?;
        }
    }
    if !term.coefficient.is_one() {
        let sign = match form {
            Form::Ascii => "*",
            Form::Unicode => "·",
            Form::Latex => r" \cdot ",
        };
        write!(out, "{sign}{}", term.coefficient)?;
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
