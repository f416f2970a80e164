//! Texts taken apart and read.

use std::rc::Rc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, Session, builtins};
use crate::value::Value;

/// Letters of a text that is read as a number, at most.
const MAX_DIGITS: usize = 100_000;

builtins! {
    /// Texts.
    TEXTS, "Texts";

    /// The parts of a text between a separator.
    ///
    /// Without a separator the text is parted at blanks, of which several count as one.
    /// split("a,b", ",")  #=> ["a", "b"]
    /// split("1;2;;3", ";")  #=> ["1", "2", "", "3"]
    /// split("  two words ")  #=> ["two", "words"]
    /// [number(x) for x in split("3 5/8")]  #=> [3, 5/8]
    /// See: join, number, text
    #[effect = Pure]
    split(s: Rc<String>, separator: Option<Rc<String>>) -> Value = split;

    /// The number that a text writes.
    ///
    /// An integer, a fraction or a decimal number, with a sign or not.
    /// number("5/8")  #=> 5/8
    /// number("-0.25")  #=> -1/4
    /// See: split, text, digits
    #[effect = Pure]
    number(s: Rc<String>) -> RBig = |cx: &mut Session, s: Rc<String>| {
        cx.games.budget.charge(s.len())?;
        match number(&s) {
            Some(x) => Ok(x),
            None => {
                let got = cx.short(&Value::Text(s));
                Err(EvalError::said(ErrorCode::TextNumber, format!("{got} is no number"))
                    .here("read here")
                    .help("a number is written `12`, `-3`, `5/8` or `0.375`, with nothing around it"))
            }
        }
    };
}

fn split(cx: &mut Session, s: Rc<String>, separator: Option<Rc<String>>) -> Result<Value, EvalError> {
    cx.games.budget.charge(s.len())?;
    // A part takes about as much as its letters and a value.
    cx.reserve_list(s.len() as u64 + 1)?;
    let parts: Vec<Value> = match separator {
        None => s.split_whitespace().map(Value::text).collect(),
        Some(separator) if separator.is_empty() => {
            return Err(EvalError::said(ErrorCode::TextSeparator, "the separator is empty, so it stands everywhere")
                .here("nothing to split at")
                .help("the letters of a text are `[c for c in s]`; without a separator a text is parted at blanks"));
        }
        Some(separator) => s.split(separator.as_str()).map(Value::text).collect(),
    };
    Ok(Value::list(parts))
}

/// Reads an integer, a fraction or a decimal number.
pub(crate) fn number(text: &str) -> Option<RBig> {
    let text = text.trim();
    if text.len() > MAX_DIGITS {
        return None;
    }
    let (negative, digits) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let x = if let Some((above, below)) = digits.split_once('/') {
        let (above, below) = (above.trim(), below.trim());
        if !are_digits(above) || !are_digits(below) || below.bytes().all(|byte| byte == b'0') {
            return None;
        }
        RBig::from_parts(above.parse::<IBig>().ok()?, below.parse().ok()?)
    } else if let Some((whole, part)) = digits.split_once('.') {
        let both = format!("{whole}{part}");
        if !are_digits(&both) {
            return None;
        }
        RBig::from_parts(both.parse::<IBig>().ok()?, dashu_int::UBig::from(10u8).pow(part.len()))
    } else {
        if !are_digits(digits) {
            return None;
        }
        RBig::from(digits.parse::<IBig>().ok()?)
    };
    Some(if negative { -x } else { x })
}
