//! The text of surreal numbers, with the signs of a notation.

use std::fmt;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::{ConwayTerm, Surreal};
use crate::ordinals::OrdinalSigns;

impl Surreal {
    /// Returns this number with the signs of a notation; `fraction` writes its rational coefficients.
    pub fn text(&self, signs: &OrdinalSigns, fraction: &dyn Fn(&RBig) -> String) -> String {
        let mut out = String::new();
        SurrealWriter { signs, fraction }.number(&mut out, self);
        out
    }
}

impl fmt::Display for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&OrdinalSigns::ASCII, &|x| x.to_string()))
    }
}

struct SurrealWriter<'a> {
    signs: &'a OrdinalSigns,
    fraction: &'a dyn Fn(&RBig) -> String,
}

impl SurrealWriter<'_> {
    /// Calls itself on exponents only, whose depth is limited.
    fn number(&self, out: &mut String, x: &Surreal) {
        if let Some(x) = x.as_rational() {
            return out.push_str(&(self.fraction)(x));
        }
        for (i, term) in x.terms().iter().enumerate() {
            let is_negative = term.coefficient < RBig::ZERO;
            out.push_str(match (i, is_negative) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            });
            let size = if is_negative { -term.coefficient.clone() } else { term.coefficient.clone() };
            self.term(out, &ConwayTerm { exponent: term.exponent.clone(), coefficient: size });
        }
    }

    /// Writes a term with a positive coefficient.
    fn term(&self, out: &mut String, term: &ConwayTerm) {
        if term.exponent.is_zero() {
            return out.push_str(&(self.fraction)(&term.coefficient));
        }
        if self.signs.exponent.is_some() {
            self.power(out, &term.exponent);
            if term.coefficient != RBig::ONE {
                out.push_str(self.signs.times);
                out.push_str(&(self.fraction)(&term.coefficient));
            }
            return;
        }
        // In a line of signs everything stands over one stroke: omega*3/2, 3/(omega^2*2).
        let (above, below) = (term.coefficient.numerator().clone(), IBig::from(term.coefficient.denominator().clone()));
        let whole = |n: IBig| (self.fraction)(&RBig::from(n));
        if term.exponent.signum() > 0 {
            self.power(out, &term.exponent);
            if above != IBig::ONE {
                out.push_str(self.signs.times);
                out.push_str(&whole(above));
            }
            if below != IBig::ONE {
                out.push('/');
                out.push_str(&whole(below));
            }
            return;
        }
        out.push_str(&whole(above));
        out.push('/');
        let product = below != IBig::ONE;
        out.push_str(if product { "(" } else { "" });
        self.power(out, &-term.exponent.clone());
        if product {
            out.push_str(self.signs.times);
            out.push_str(&whole(below));
            out.push(')');
        }
    }

    /// Writes a power of ω, the exponent of which is not 0.
    fn power(&self, out: &mut String, exponent: &Surreal) {
        out.push_str(self.signs.omega);
        let natural = exponent.as_rational().filter(|x| x.is_int() && **x > RBig::ZERO);
        match (natural, self.signs.exponent) {
            (Some(n), _) if *n == RBig::ONE => {}
            (Some(n), _) if self.signs.raises_digits => {
                let raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
                let digits = n.to_string();
                out.extend(digits.bytes().map(|digit| raised[usize::from(digit.wrapping_sub(b'0')) % 10]));
            }
            (_, Some([open, close])) => {
                out.push_str(open);
                self.number(out, exponent);
                out.push_str(close);
            }
            (natural, None) => {
                out.push('^');
                let is_plain = natural.is_some() || *exponent == Surreal::omega();
                out.push_str(if is_plain { "" } else { "(" });
                self.number(out, exponent);
                out.push_str(if is_plain { "" } else { ")" });
            }
        }
    }
}
