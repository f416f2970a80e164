//! Atoms of one token, and the text in them.

use std::borrow::Cow;
use std::ops::Range;

use chumsky::prelude::*;
use dashu_int::IBig;

use super::builder::plain_name;
use super::{Expr, ExprId, Name, Rule, Token, make, name, text};
use crate::syntax::ast::Argument;

/// The number of digits that a number in base 2 or 16 may have.
const MAX_DIGITS: usize = 100_000;

/// Returns a name that is bound.
pub(super) fn binder<'t>() -> Rule<'t, Name> {
    select! { Token::Binder = e => name(e) }.boxed()
}

/// Returns a number, text, boolean, name or star.
pub(super) fn leaf<'t>() -> Rule<'t, ExprId> {
    select! {
        Token::Name = e => { let name = plain_name(text(e)); make(Expr::Name(name.into()), e) },
        Token::Number = e => { let digits = decimal(text(e)); make(Expr::Number(digits.into()), e) },
        Token::Fraction = e => { let number = fraction(text(e)); make(Expr::Number(number.into()), e) },
        Token::Text = e => { let inner = unescape(text(e)); make(Expr::Text(inner), e) },
        Token::True = e => make(Expr::Boolean(true), e),
        Token::False = e => make(Expr::Boolean(false), e),
        Token::Star = e => make(Expr::Nimber(None), e),
        Token::UpToOn = e => {
            let (up, on) = (make(Expr::Name("up".into()), e), make(Expr::Name("on".into()), e));
            make(Expr::Power(up, on), e)
        },
        Token::UpSum = e => {
            let digits: String = text(e).chars().filter(|c| is_digit(*c)).collect();
            let callee = make(Expr::Name("up_sum".into()), e);
            let value = match digits.is_empty() {
                true => make(Expr::Name("on".into()), e),
                false => make(Expr::Number(digits.into()), e),
            };
            make(Expr::Call { callee, arguments: vec![Argument { name: None, value }] }, e)
        },
    }
    .boxed()
}

/// Converts `0x1f` and `0b101` to base 10.
pub(super) fn decimal(text: &str) -> Cow<'_, str> {
    let base = match text.as_bytes() {
        [b'0', b'x', ..] => 16,
        [b'0', b'b', ..] => 2,
        _ => return text.into(),
    };
    let digits = &text[2..];
    if digits.len() > MAX_DIGITS {
        // Any number that is too long in base 10 too, so that it is refused for that reason.
        return "9".repeat(text.len()).into();
    }
    IBig::from_str_radix(digits, base).map_or(text.into(), |n| n.to_string().into())
}

/// Returns `½` as `1/2`, and so `\tfrac{1}{2}`.
pub(in crate::syntax) fn fraction(sign: &str) -> Cow<'static, str> {
    let known = match sign {
        "¼" => "1/4",
        "½" => "1/2",
        "¾" => "3/4",
        "⅐" => "1/7",
        "⅑" => "1/9",
        "⅒" => "1/10",
        "⅓" => "1/3",
        "⅔" => "2/3",
        "⅕" => "1/5",
        "⅖" => "2/5",
        "⅗" => "3/5",
        "⅘" => "4/5",
        "⅙" => "1/6",
        "⅚" => "5/6",
        "⅛" => "1/8",
        "⅜" => "3/8",
        "⅝" => "5/8",
        "⅞" => "7/8",
        // `\tfrac{3}{4}`
        _ => {
            let parts: Vec<&str> = sign.split(['{', '}']).filter(|part| part.starts_with(is_digit)).collect();
            return parts.join("/").into();
        }
    };
    known.into()
}

fn is_digit(sign: char) -> bool {
    sign.is_ascii_digit()
}

/// Returns the number a run of superscripts stands for: its digits, and `true` if it is negative.
pub(super) fn superscript(text: &str) -> (String, bool) {
    const DIGITS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    if text.starts_with('^') {
        return (text.chars().filter(char::is_ascii_digit).collect(), text.contains('-'));
    }
    let digits = text.chars().filter_map(|c| DIGITS.chars().position(|d| d == c));
    (digits.map(|d| char::from(b'0' + d as u8)).collect(), text.starts_with('⁻'))
}

/// Returns the number of ups in `^^`, `^3`, `⇓`, `↓3`, `{\downarrow}3`.
pub(super) fn ups(text: &str) -> i64 {
    if let Some((_, command)) = text.split_once('\\') {
        let arrow = match &command[..1] {
            "u" => "↑",
            "U" => "⇑",
            "d" => "↓",
            _ => "⇓",
        };
        return ups(&format!("{arrow}{}", command.trim_start_matches(|c| !is_digit(c))));
    }
    let signs: i64 = text
        .chars()
        .map(|c| match c {
            '^' | '↑' => 1,
            '⇑' => 2,
            '↓' => -1,
            '⇓' => -2,
            _ => 0,
        })
        .sum();
    let digits = text.trim_start_matches(['^', '↑', '⇑', '↓', '⇓']);
    if digits.is_empty() { signs } else { signs.saturating_mul(digits.parse().unwrap_or(i64::MAX)) }
}

/// Returns where a text in quotes has a backslash that means nothing, with the sign behind it.
pub(in crate::syntax) fn unknown_escapes(quoted: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + quoted.get(at..)?.find('\\')?;
            let behind = &quoted[start + 1..];
            let sign = behind.chars().next()?;
            at = start + 1 + sign.len_utf8();
            if !matches!(sign, 'n' | 't' | '"' | '\\') && (sign != 'u' || numbered(&behind[1..]).is_none()) {
                return Some(start..at);
            }
        }
    })
}

/// Returns the text between the quotes, `\n`, `\t`, `\"`, `\\` and `\u{1b}` undone; others are reported before, and stand for
/// the escaped sign.
pub(super) fn unescape(quoted: &str) -> Box<str> {
    let inner = quoted.strip_prefix('"').unwrap_or(quoted);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    if !inner.contains('\\') {
        return inner.into();
    }
    let mut text = String::with_capacity(inner.len());
    let mut signs = inner.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => match signs.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('u') => match numbered(signs.as_str()) {
                    Some((sign, rest)) => {
                        text.push(sign);
                        signs = rest.chars();
                    }
                    None => text.push('u'),
                },
                Some(other) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    text.into()
}

/// Returns the sign whose number stands in braces at the beginning, `{1b}`, and the rest of the text.
fn numbered(text: &str) -> Option<(char, &str)> {
    let (number, rest) = text.strip_prefix('{')?.split_once('}')?;
    let is_number = (1..=6).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_hexdigit());
    let sign = u32::from_str_radix(number, 16).ok().filter(|_| is_number).and_then(char::from_u32)?;
    Some((sign, rest))
}
