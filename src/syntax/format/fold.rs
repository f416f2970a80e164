//! Places to break a line that is too long.

use super::WIDTH;
use super::signs::Sign;
use crate::syntax::ast;
use crate::syntax::token::Token;

/// A tail shorter than this should not stand alone.
const TAIL: usize = 20;

/// Neither should so few columns to the left of a fold.
const STUB: usize = 12;

/// Weight of one level of brackets: outer places come first.
const LEVEL: usize = 10;

/// A line begun under an opening bracket further right than this would leave little room.
const MAX_MARGIN: usize = 40;

/// The brackets that are open.
#[derive(Default)]
pub struct Open {
    brackets: Vec<Bracket>,
}

/// An open bracket.
#[derive(Clone, Copy)]
struct Bracket {
    /// The column of its first sign.
    inside: usize,
    /// `true` if it is still empty.
    fresh: bool,
    /// `true` if the present member has a clause already.
    clause: bool,
    /// `true` if it contains the parameters of a definition, which stay on its line.
    parameters: bool,
}

impl Bracket {
    fn open(sign: &Sign, column: usize) -> Bracket {
        let parameters = sign.token() == Some(Token::DefineParen);
        Bracket { inside: column + sign.width, fresh: true, clause: false, parameters }
    }

    fn pass(&mut self, sign: &Sign, column: usize) {
        if self.fresh {
            self.inside = column;
            self.fresh = false;
        }
        match sign.token() {
            Some(Token::Comma | Token::Separator | Token::Bar(_)) => self.clause = false,
            Some(Token::For | Token::Filter) => self.clause = true,
            _ => {}
        }
    }
}

impl Open {
    /// Forgets all brackets: a statement begins.
    pub fn clear(&mut self) {
        self.brackets.clear();
    }

    /// Goes past a sign that stands at this column.
    pub fn pass(&mut self, sign: &Sign, column: usize) {
        if let Some(innermost) = self.brackets.last_mut() {
            innermost.pass(sign, column);
        }
        if sign.opens() {
            self.brackets.push(Bracket::open(sign, column));
        } else if sign.closes() {
            self.brackets.pop();
        }
    }
}

/// A place to break a line, and the margin of the next one.
pub struct Fold {
    /// First sign of the new line.
    pub at: usize,
    /// Its column.
    pub margin: usize,
}

/// Returns the best fold of signs that stand at `columns` and end at `end`, in a statement indented by `base`.
pub fn fold(signs: &[Sign], columns: impl Fn(usize) -> usize, end: usize, base: usize, open: &Open) -> Option<Fold> {
    let mut inner = Inner { outer: &open.brackets, own: Vec::new() };
    let mut best: Option<(usize, Fold)> = None;
    for (i, sign) in signs.iter().enumerate().skip(1) {
        let before = &signs[i - 1];
        inner.pass(before, columns(i - 1));
        let column = columns(i);
        let fits = column <= WIDTH;
        if !fits && best.is_some() {
            break;
        }
        let parted = column > columns(i - 1) + before.width;
        let Some(weight) = weight(before, sign, parted, &inner) else { continue };
        let margin = inner.margin(base);
        if column <= margin {
            continue;
        }
        let tail = if end - column < TAIL { 3 * LEVEL } else { 0 };
        let stub = if column - margin < STUB { LEVEL } else { 0 };
        let weight = weight + tail + stub;
        if best.as_ref().is_none_or(|(least, _)| weight <= *least) {
            best = Some((weight, Fold { at: i, margin }));
        }
    }
    best.map(|(_, fold)| fold)
}

/// Returns the cost of a break between two signs, or `None` if there must be none.
fn weight(before: &Sign, after: &Sign, parted: bool, inner: &Inner) -> Option<usize> {
    use Token::*;
    let depth = inner.depth();
    let (one, two) = (before.token()?, after.token()?);
    let kind = match (one, two) {
        (_, Bar(_)) if depth > 0 && parted => 0,
        (Separator, _) if depth > 0 => 1,
        (Comma, _) if depth > 0 && !inner.innermost().is_some_and(|b| b.parameters) => 2,
        (_, Where) => 1,
        (_, Then | Else) | (Or, _) => 2,
        (And, _) => 3,
        (_, For | Filter) if depth > 0 => 4 + usize::from(inner.innermost().is_some_and(|b| b.clause)),
        // At the end of a line `>` would close a literal.
        (Relation(ast::Relation::Greater), _) => return None,
        (Relation(_) | Member(_), _) => 5,
        (Plus | Minus | NimSum, _) if parted => 6,
        (Times | Over, _) if parted => 7,
        (Define | LambdaArrow, _) => LEVEL + 5,
        _ => return None,
    };
    Some(depth * LEVEL + kind)
}

/// The brackets open at a place of a line: those open before it, and those that it has looked into.
struct Inner<'o> {
    outer: &'o [Bracket],
    own: Vec<Bracket>,
}

impl Inner<'_> {
    fn pass(&mut self, sign: &Sign, column: usize) {
        if self.own.is_empty()
            && let Some((last, rest)) = self.outer.split_last()
        {
            // The innermost of those before becomes one that can be changed.
            self.own.push(*last);
            self.outer = rest;
        }
        if let Some(innermost) = self.own.last_mut() {
            innermost.pass(sign, column);
        }
        if sign.opens() {
            self.own.push(Bracket::open(sign, column));
        } else if sign.closes() {
            self.own.pop();
        }
    }

    fn depth(&self) -> usize {
        self.outer.len() + self.own.len()
    }

    fn innermost(&self) -> Option<&Bracket> {
        self.own.last().or_else(|| self.outer.last())
    }

    fn margin(&self, base: usize) -> usize {
        match self.innermost() {
            Some(bracket) if bracket.inside <= MAX_MARGIN => bracket.inside.max(base + 2),
            _ => base + 4,
        }
    }
}
