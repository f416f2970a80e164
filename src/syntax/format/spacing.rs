//! The blanks between signs.

use super::signs::{Kind, Sign};
use crate::syntax::token::Token;

/// The spacing of a sign between its neighbours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SignSpacing {
    /// A blank on both sides or on none.
    Both(bool),
    /// A word: blanks around it, brackets aside.
    Word,
    /// No matter.
    Plain,
}

/// Returns for each sign of a line from the second on `true` if a blank stands before it.
pub fn blanks(line: &[Sign]) -> Vec<bool> {
    let manners: Vec<SignSpacing> = (0..line.len()).map(|i| manner(line, i)).collect();
    (1..line.len()).map(|i| blank(&line[i - 1], manners[i - 1], &line[i], manners[i])).collect()
}

fn manner(line: &[Sign], i: usize) -> SignSpacing {
    use Token::*;
    let Some(token) = line[i].token() else { return SignSpacing::Plain };
    let before = i.checked_sub(1).map(|j| &line[j]);
    let after = line.get(i + 1);
    let as_written = || {
        let gap = line[i].gap || after.is_some_and(|a| a.gap);
        let beside_word = [before, after].into_iter().flatten().any(is_word);
        SignSpacing::Both(gap || beside_word)
    };
    match token {
        Plus | Minus if (before.is_some_and(Sign::closes) || has_brackets(&line[i + 1..])) && !is_in_range(line, i) => {
            SignSpacing::Both(true)
        }
        Relation(_) | Member(_) | Arrow(_) | LambdaArrow | Edge(_) | Define | And | Or => SignSpacing::Both(true),
        Bar(_) if before.is_some_and(Sign::opens) || after.is_some_and(Sign::closes) => SignSpacing::Both(false),
        Plus | Minus | NimSum | Times | Over | Power | Ordinal | Class | DotDot | ArgumentIs | Bar(_) => as_written(),
        _ if is_word(&line[i]) => SignSpacing::Word,
        _ => SignSpacing::Plain,
    }
}

/// Returns `true` if the operator at a place belongs to an end of a range, whose `..` binds less and has no blanks.
fn is_in_range(line: &[Sign], at: usize) -> bool {
    use Token::*;
    let reaches_range =
        |signs: &mut dyn Iterator<Item = &Sign>, opens: fn(&Sign) -> bool, closes: fn(&Sign) -> bool| {
            let mut depth = 0;
            for sign in signs {
                if closes(sign) {
                    depth -= 1;
                }
                match sign.token() {
                    _ if depth < 0 => return false,
                    _ if depth > 0 => {}
                    Some(DotDot) => return true,
                    Some(Comma | Separator | Bar(_) | Relation(_) | Define | LambdaArrow) | None => return false,
                    _ if is_word(sign) => return false,
                    _ => {}
                }
                if opens(sign) {
                    depth += 1;
                }
            }
            false
        };
    reaches_range(&mut line[..at].iter().rev(), Sign::closes, Sign::opens)
        || reaches_range(&mut line[at + 1..].iter(), Sign::opens, Sign::closes)
}

/// Returns `true` if an operand begins with a bracket, or with a name and a bracket: `(n)`, `f(n)`, `xs[n]`.
fn has_brackets(operand: &[Sign]) -> bool {
    match operand {
        [first, ..] if first.opens() => true,
        [first, second, ..] => first.kind == Kind::Token(Token::Name) && second.opens(),
        _ => false,
    }
}

fn is_word(sign: &Sign) -> bool {
    use Token::*;
    sign.token().is_some_and(|token| {
        matches!(
            token,
            And | Or
                | Not
                | If
                | Then
                | Else
                | For
                | Filter
                | In
                | Below
                | By
                | ForStatement
                | Do
                | Game
                | With
                | Where
                | Check
                | Import
                | Form
                | Missing
        )
    })
}

fn blank(before: &Sign, left: SignSpacing, after: &Sign, right: SignSpacing) -> bool {
    use Token::*;
    let (one, two) = (before.token(), after.token());
    if before.opens() || after.closes() {
        return false;
    }
    if matches!(two, Some(Comma | Separator | Call | Index | Dot | Field | DefineParen | Superscript | PlusStar))
        || matches!(two, Some(UpStar | UpStarOf))
        || after.kind == Kind::Semicolon
        || matches!(one, Some(Dot | Negate | Switch | StarOf | UpStarOf))
    {
        return false;
    }
    if matches!(one, Some(Comma)) && !before.in_game || matches!(one, Some(Separator)) || before.kind == Kind::Semicolon
    {
        return true;
    }
    match (left, right) {
        (SignSpacing::Both(wide), _) | (_, SignSpacing::Both(wide)) => wide,
        (SignSpacing::Word, _) | (_, SignSpacing::Word) => true,
        _ => after.gap,
    }
}
