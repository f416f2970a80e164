//! Signs written as a backslash and a word, which Tab, a blank and the end of a line replace.

use std::borrow::Cow;

use rustyline::{Cmd, ConditionalEventHandler, Event, EventContext, RepeatCount};

use crate::guide::completion::{in_comment, open_text};
use crate::guide::help::{sign_by_word, sign_word};
use crate::syntax::lexer::lex;
use crate::syntax::token::Lexeme;

/// A blank after `\up` ends the word, as in LaTeX: the sign stands there, and no blank.
pub struct Blank;

impl ConditionalEventHandler for Blank {
    fn handle(&self, _: &Event, count: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let before = context.line().get(..context.pos())?;
        let (_, word) = sign_word(before)?;
        sign_by_word(word).filter(|_| count == 1)?;
        (open_text(before).is_none() && !in_comment(before)).then_some(Cmd::Complete)
    }
}

/// Returns a text in which the words that the language does not read, such as `\up`, have become their signs. Those of
/// LaTeX that it does read stay, and so do texts and comments.
pub fn expanded(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    let (mut out, mut done) = (String::with_capacity(text.len()), 0);
    let unread = lex(text).into_iter().filter(|lexeme| lexeme.kind == Lexeme::Invalid);
    for range in unread.map(|lexeme| lexeme.range()) {
        for (at, _) in text[range.clone()].match_indices('\\') {
            let at = range.start + at;
            let rest = &text[at + 1..];
            let end = match rest.strip_prefix('^') {
                Some(_) => 2,
                None => rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len()),
            };
            if let Some(sign) = rest.get(..end).and_then(sign_by_word) {
                out += &text[done..at];
                out += sign;
                done = at + 1 + end;
            }
        }
    }
    out += &text[done..];
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_signs_outside_texts_and_comments() {
        assert_eq!(expanded("2 + \\up == \\Up # \\up"), "2 + ↑ == ⇑ # \\up");
        assert_eq!(expanded("print(\"\\up\") + \\up\\half"), "print(\"\\up\") + ↑½");
        assert_eq!(expanded("\\up\\^2 \\what \\"), "↑² \\what \\");
        assert_eq!(expanded("\\frac12"), "½");
        // The language reads these itself.
        for latex in ["{\\ast}3", "{\\uparrow}^{[3]} + \\tfrac{1}{2}", "\\{0 \\mid \\ast\\}", "\\infty"] {
            assert_eq!(expanded(latex), latex);
        }
    }
}
