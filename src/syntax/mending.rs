//! Corrections for errors of syntax, where the text says how one is written.

use super::advice::{ascii, between, closing, foreign_replacement, function_for, scientific};
use super::error::{Joint, SyntaxError};
use super::lexer::{Lexeme, lex};
use crate::diagnostic::Fix;
use crate::source::Span;

impl SyntaxError {
    /// Returns the texts that may stand instead, the likeliest first; `text` is the source that the error is in.
    pub(super) fn fixes(&self, text: &str) -> Vec<Fix> {
        let whole = |span: Span| text.get(span.range()).unwrap_or("");
        let replace = |span: Span, text: &str| vec![Fix { span, text: text.into() }];
        let before = |span: Span, text: &str| replace(Span { end: span.start, ..span }, text);
        let behind = |span: Span, text: &str| replace(Span { start: span.end, ..span }, text);
        let either = |span: Span, texts: &[&str]| -> Vec<Fix> {
            texts.iter().map(|text| Fix { span, text: (*text).into() }).collect()
        };
        match self {
            SyntaxError::UnknownSigns(at) => ascii(whole(*at)).map_or(Vec::new(), |sign| replace(*at, &sign)),
            SyntaxError::Unclosed { at, .. } => {
                behind(rest_of_line(text, *at), closing(whole(*at)).encode_utf8(&mut [0; 4]))
            }
            SyntaxError::UnclosedBefore { open, closing: here } => {
                before(*here, closing(whole(*open)).encode_utf8(&mut [0; 4]))
            }
            SyntaxError::WrongClosing { at, open } => replace(*at, closing(whole(*open)).encode_utf8(&mut [0; 4])),
            SyntaxError::NothingToClose(at) | SyntaxError::TrailingComma(at) | SyntaxError::EndWithoutFor(at) => {
                replace(*at, "")
            }
            SyntaxError::WordAsName(at) => replace(*at, &format!("{}_", whole(*at))),
            SyntaxError::NoColour(at) => match whole(*at) {
                "b" | "r" | "g" => replace(*at, &whole(*at).to_ascii_uppercase()),
                _ => Vec::new(),
            },
            SyntaxError::SemicolonInside { at, .. } => replace(*at, ","),
            SyntaxError::TwoReadings { at, readings: [one, other] } => either(*at, &[one, other]),
            SyntaxError::ForeignWord(at) => foreign_replacement(whole(*at)).map_or(Vec::new(), |word| match word {
                "" => replace(with_blanks(text, *at), ""),
                word => replace(*at, word),
            }),
            SyntaxError::MissingOperator { left, still_open: Some(open), .. } => {
                behind(*left, closing(whole(*open)).encode_utf8(&mut [0; 4]))
            }
            SyntaxError::MissingOperator { left, at, joint, still_open: None } => match joint {
                Joint::Nimber => replace(Span { start: left.end, end: at.start, ..*at }, ""),
                Joint::MixedNumber => before(*at, " + "),
                Joint::Product => match scientific(whole(*at)) {
                    Some(digits) => replace(*at, &format!("*10^{digits}")),
                    None => before(*at, "*"),
                },
                Joint::Sizes(second) => replace(Span { start: left.end, end: second.start, ..*at }, ", "),
                Joint::Members | Joint::Arguments(_) => behind(*left, ","),
                Joint::Games => before(*at, "+ "),
                _ => Vec::new(),
            },
            SyntaxError::TwoStars { at, follows: true, .. } => either(Span { end: at.start + 2, ..*at }, &["^", " * "]),
            SyntaxError::GluedNimbers { right, .. } => before(*right, " + "),
            SyntaxError::LessOrGreater { at, .. } => either(*at, &["||", "!="]),
            SyntaxError::MisspeltComparison { at, .. } if whole(*at) == "=>" => either(*at, &[">=", "->"]),
            SyntaxError::MisspeltComparison { at, meant, .. } => replace(*at, meant),
            SyntaxError::Transcript { at, .. } => replace(with_blanks(text, *at), ""),
            SyntaxError::BothWays(at) => replace(*at, "--"),
            SyntaxError::Equals { at, defines: true, .. } => either(*at, &[":=", "=="]),
            SyntaxError::Equals { at, .. } => replace(*at, "=="),
            SyntaxError::ChainedComparison { at, operands, .. } => {
                before(*at, &format!("and {} ", whole(operands[1]).trim()))
            }
            SyntaxError::NumberDot { number, name, arguments: None }
                if function_for(whole(*number), whole(*name), None).is_none() =>
            {
                replace(number.to(*name), &format!("{}*{}", whole(*number), whole(*name)))
            }
            SyntaxError::ThreeDots { at, .. } => replace(*at, ".."),
            SyntaxError::WordSlip { at, meant } => replace(*at, meant),
            SyntaxError::MissingIn { word: Some(word), .. } => replace(*word, between(whole(*word))),
            _ => Vec::new(),
        }
    }
}

/// Returns the span from a place to the end of its line; comments are left out.
fn rest_of_line(text: &str, at: Span) -> Span {
    let rest = text.get(at.start as usize..).unwrap_or("");
    let line = rest.split('\n').next().unwrap_or("");
    let signs = lex(line).into_iter().rfind(|l| !matches!(l.kind, Lexeme::Comment | Lexeme::Expected));
    Span { end: signs.map_or(at.end, |l| at.start + l.end), ..at }
}

/// Returns a word and the blanks behind it.
fn with_blanks(text: &str, word: Span) -> Span {
    let rest = text.get(word.end as usize..).unwrap_or("");
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    Span { end: word.end + blanks as u32, ..word }
}
