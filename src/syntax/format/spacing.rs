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
        Relation(_) | Member(_) | Arrow(_) | LambdaArrow | Edge(_) | Define | And | Or => SignSpacing::Both(true),
        Bar(_) if before.is_some_and(Sign::opens) || after.is_some_and(Sign::closes) => SignSpacing::Both(false),
        Plus | Minus | NimSum | Times | Over | Power | Ordinal | Class | DotDot | ArgumentIs | Bar(_) => as_written(),
        _ if is_word(&line[i]) => SignSpacing::Word,
        _ => SignSpacing::Plain,
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
    if matches!(one, Some(Separator)) || before.kind == Kind::Semicolon {
        return true;
    }
    match (left, right) {
        (SignSpacing::Both(wide), _) | (_, SignSpacing::Both(wide)) => wide,
        (SignSpacing::Word, _) | (_, SignSpacing::Word) => true,
        _ => after.gap,
    }
}
