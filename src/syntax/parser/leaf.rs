//! Atoms of one token, and the text in them.

use chumsky::prelude::*;

use super::builder::plain_name;
use super::{Expr, ExprId, Name, Rule, Token, make, name, text};

/// A name that is bound.
pub(super) fn binder<'t>() -> Rule<'t, Name> {
    select! { Token::Binder = e => name(e) }.boxed()
}

/// A number, text, boolean, name or star.
pub(super) fn leaf<'t>() -> Rule<'t, ExprId> {
    select! {
        Token::Name = e => { let name = plain_name(text(e)); make(Expr::Name(name.into()), e) },
        Token::Number = e => { let digits = text(e); make(Expr::Number(digits.into()), e) },
        Token::Fraction = e => { let number = fraction(text(e)); make(Expr::Number(number.into()), e) },
        Token::Text = e => { let inner = unescape(text(e)); make(Expr::Text(inner), e) },
        Token::True = e => make(Expr::Boolean(true), e),
        Token::False = e => make(Expr::Boolean(false), e),
        Token::Star = e => make(Expr::Nimber(None), e),
    }
    .boxed()
}

/// `½` as `1/2`.
pub(in crate::syntax) fn fraction(sign: &str) -> &'static str {
    match sign {
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
        _ => "7/8",
    }
}

/// The number a run of superscripts stands for: its digits, and whether it is negative.
pub(super) fn superscript(text: &str) -> (String, bool) {
    const DIGITS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let digits = text.chars().filter_map(|c| DIGITS.chars().position(|d| d == c));
    (digits.map(|d| char::from(b'0' + d as u8)).collect(), text.starts_with('⁻'))
}

/// How many ups `^^`, `^3`, `⇓`, `↓3` are.
pub(super) fn ups(text: &str) -> i64 {
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

/// The text between the quotes, `\n`, `\t`, `\"`, `\\` undone; another escaped sign stands for itself.
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
                Some(other) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    text.into()
}
