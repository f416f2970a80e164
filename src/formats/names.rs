//! The names of vertices in files.
//!
//! A name is the text itself, but an integer, a fraction, a text in quotes or a list of those, in the notation of JSON,
//! and `1/2`, is that value. So every label can be written in a form that reads back.

use std::borrow::Cow;
use std::fmt::Write;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::visible;
use cg_engine::positions::Term;
use cg_engine::rulesets::graph::Label;

/// Digits of a number beyond which it is a text.
const DIGITS: usize = 1000;

/// Calls back with the label that a name in a file stands for.
#[inline]
pub fn read<T>(name: &str, then: impl FnOnce(Label<'_>) -> T) -> T {
    match name.as_bytes().first() {
        Some(b'0'..=b'9' | b'-') => match integer(name.as_bytes()) {
            Some(n) => then(Label::Number(n)),
            None => match number(name) {
                Some(x) => then(Label::of(&Term::Number(Box::new(x)))),
                None => then(Label::Text(name)),
            },
        },
        Some(b'"' | b'[') => match serde_json::from_str(name).ok().as_ref().and_then(term) {
            Some(term) => then(Label::of(&term)),
            None => then(Label::Text(name)),
        },
        _ => then(Label::Text(name)),
    }
}

/// Returns an integer in its one form: no plus, no leading zeros.
fn integer(bytes: &[u8]) -> Option<i64> {
    let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let negative = digits.len() < bytes.len();
    if digits.is_empty() || digits.len() > 18 || digits[0] == b'0' && (digits.len() > 1 || negative) {
        return None;
    }
    let mut n = 0i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        n = 10 * n + i64::from(digit - b'0');
    }
    Some(if negative { -n } else { n })
}

/// Returns a long integer or a fraction in its one form.
fn number(name: &str) -> Option<RBig> {
    if name.len() > DIGITS || !name.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'/')) {
        return None;
    }
    let (above, below) = name.split_once('/').unwrap_or((name, "1"));
    let (above, below): (IBig, IBig) = (above.parse().ok()?, below.parse().ok()?);
    if below <= IBig::ZERO {
        return None;
    }
    let x = RBig::from(above) / RBig::from(below);
    (x.to_string() == name).then_some(x)
}

/// Returns a label of JSON: an integer, a text, or a list of labels. serde_json bounds the depth.
fn term(json: &serde_json::Value) -> Option<Term> {
    match json {
        serde_json::Value::Number(n) => Some(Term::Number(Box::new(n.as_i64()?.into()))),
        serde_json::Value::String(text) => Some(Term::Text(text.as_str().into())),
        serde_json::Value::Array(members) => members.iter().map(term).collect::<Option<_>>().map(Term::List),
        _ => None,
    }
}

/// Returns a label as a name that reads back as the same label. Sets, and fractions in lists, read back as texts.
pub fn written(label: Label<'_>) -> Cow<'_, str> {
    match label {
        Label::Number(n) => n.to_string().into(),
        Label::Text(text) => {
            let plain =
                !text.contains(|c: char| c == '\\' || visible::is_hidden(c)) && text.trim() == text && !text.is_empty();
            match plain && read(text, |label| matches!(label, Label::Text(same) if same == text)) {
                true => text.into(),
                false => quoted(text).into(),
            }
        }
        Label::Other(term) => {
            let mut out = String::new();
            write_term(term, &mut out);
            out.into()
        }
    }
}

/// Returns a text as JSON without a quotation mark or a backslash before one, so that DOT leaves it as it is.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => _ = write!(out, "\\u{:04x}", c as u32),
            c if visible::is_hidden(c) => _ = write!(out, "\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn write_term(term: &Term, out: &mut String) {
    let mut sequence = |open, members: &[Term], close| {
        out.push(open);
        for (i, member) in members.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            write_term(member, out);
        }
        out.push(close);
    };
    match term {
        Term::List(members) => sequence('[', members, ']'),
        Term::Set(members) => sequence('{', members, '}'),
        Term::Number(x) => _ = write!(out, "{x}"),
        Term::Text(text) => out.push_str(&quoted(text)),
        Term::Name(name) => out.push_str(name),
        _ => {}
    }
}

/// Returns a label that is a number.
pub fn as_number(label: Label<'_>) -> Option<RBig> {
    match label {
        Label::Number(n) => Some(n.into()),
        Label::Other(Term::Number(x)) => Some((**x).clone()),
        _ => None,
    }
}
