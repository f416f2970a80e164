//! Literals that may begin further on, found by their signs.

use super::frame::Open;
use super::{Lexed, Lexeme, Pass};

/// The number of signs that are examined for the end of a literal.
const NEAR_SIGNS: usize = 64;

/// The signs of a literal, as far as they are on one line.
#[derive(Clone, Copy)]
pub(super) struct Literal {
    /// The `>` that closes it.
    pub end: usize,
    pub has_bar: bool,
    /// `true` if it has a bar that is no part of a sign that compares.
    pub has_lone_bar: bool,
}

impl Pass<'_> {
    /// Returns the `>` that closes the literal opened by a `<` at `index`, or `None` if no literal with a bar begins there.
    pub(super) fn literal_at(&self, index: usize) -> Option<usize> {
        self.closing_at(index).filter(|literal| literal.has_bar).map(|literal| literal.end)
    }

    /// Returns `true` if the present `<`, which stands behind a value, opens a literal: as comparisons, its bars or its `>`
    /// would have no operands.
    pub(super) fn opens_literal(&self) -> bool {
        let Some(literal) = self.closing_at(self.at).filter(|literal| literal.has_bar) else { return false };
        let frame = &self.frames[self.frames.len() - 1];
        let goes_on = |l: &&Lexed| frame.open == Open::Ground || !matches!(l.kind, Lexeme::Newline | Lexeme::Comment);
        let next = self.lexemes[literal.end + 1..].iter().find(goes_on);
        let is_equal = self.touching_behind(literal.end) == Some(Lexeme::Equal);
        // A `>` that closes a bracket may be followed by anything, and brackets may go on where the text ends so far.
        let is_ground = frame.open == Open::Ground;
        let has_operand = is_equal || frame.is_angle() || next.map_or(!is_ground, |l| l.kind.starts_operand());
        literal.has_lone_bar || !has_operand
    }

    /// Returns `true` if the two `<` from here on are one sign too many: up to the end of the statement there is no `>` that
    /// could close a literal.
    pub(super) fn is_doubled_less(&self) -> bool {
        let ends = |i: usize| self.lexemes[i].kind == Lexeme::Newline && self.statement_starts(i + 1);
        let closes = |i: usize| self.lexemes[i].kind == Lexeme::Greater && !self.is_operand_alone(i + 1);
        let last = (self.at + 2..self.lexemes.len()).take(NEAR_SIGNS).find(|&i| ends(i) || closes(i));
        last.map_or(self.lexemes.len() <= self.at + 2 + NEAR_SIGNS, ends)
    }

    /// Returns `true` if the lexeme at `index` begins an operand and cannot follow one.
    fn is_operand_alone(&self, index: usize) -> bool {
        use Lexeme::{Caret, If, LeftSquare, Less, Minus, PlusMinus, Star, UpArrow};
        self.lexemes.get(index).is_some_and(|&lexeme| {
            let follows = matches!(lexeme.kind, Caret | If | LeftSquare | Less | Minus | PlusMinus | Star | UpArrow)
                || matches!(self.slice(lexeme), "by" | "with");
            lexeme.kind.starts_operand() && !follows
        })
    }

    /// Finds the `>` on the same line that would close a literal opened by a `<` at `index`.
    pub(super) fn closing_at(&self, index: usize) -> Option<Literal> {
        self.lexemes.get(index).filter(|_| self.is_opening_less(index))?;
        // The open brackets, each with `true` if a filter is being read in it.
        let mut open: Vec<(usize, bool)> = Vec::new();
        let mut literal = Literal { end: index, has_bar: false, has_lone_bar: false };
        for (i, lexeme) in self.lexemes.iter().enumerate().skip(index).take(NEAR_SIGNS) {
            let (top, in_filter) = open.last().copied().unwrap_or((index, false));
            let in_angle = self.lexemes[top].kind == Lexeme::Less;
            match lexeme.kind {
                Lexeme::Less if !self.is_opening_less(i) => {}
                Lexeme::Less | Lexeme::LeftParen | Lexeme::LeftSquare | Lexeme::LeftBrace => open.push((i, false)),
                Lexeme::Greater if in_angle && self.compares_within(i, top, in_filter) => {}
                Lexeme::Greater if !in_angle => return None,
                Lexeme::RightParen | Lexeme::RightSquare | Lexeme::RightBrace if in_angle => return None,
                Lexeme::Greater | Lexeme::RightParen | Lexeme::RightSquare | Lexeme::RightBrace => drop(open.pop()),
                Lexeme::Newline | Lexeme::Semicolon | Lexeme::Comment => return None,
                Lexeme::And | Lexeme::Or | Lexeme::Then | Lexeme::Else if open.len() == 1 => return None,
                Lexeme::Parallel if in_filter => {}
                kind => {
                    let is_bar = matches!(kind, Lexeme::Bar | Lexeme::Parallel);
                    literal.has_bar |= is_bar && open.len() == 1;
                    literal.has_lone_bar |= is_bar && open.len() == 1 && !self.may_compare(i);
                    let ends = is_bar || matches!(kind, Lexeme::Comma | Lexeme::For);
                    if let Some(last) = open.last_mut() {
                        last.1 = !ends && (in_filter || kind == Lexeme::If);
                    }
                }
            }
            if open.is_empty() {
                return Some(Literal { end: i, ..literal });
            }
        }
        None
    }

    /// Returns `true` if the `>` at `index` does not close the literal opened at `start`: it compares in a filter, or ends an
    /// arrow of a graph.
    fn compares_within(&self, index: usize, start: usize, in_filter: bool) -> bool {
        let is_graph = start > 0 && self.lexemes[start - 1].kind == Lexeme::Graph;
        let is_arrow = is_graph
            && [self.touching_before(index - 1), self.touching_before(index)]
                == [Some(Lexeme::Minus), Some(Lexeme::Name)]
            && matches!(self.slice(self.lexemes[index - 1]), "L" | "R");
        let is_equal = self.touching_behind(index) == Some(Lexeme::Equal);
        is_arrow || in_filter && (is_equal || self.is_operand_alone(index + 1))
    }

    /// Returns `true` if the bar at `index` may belong to a sign that compares: `||`, `∥`, `<|` or `|>`.
    fn may_compare(&self, index: usize) -> bool {
        use Lexeme::{Bar, Greater, Less};
        match (self.touching_before(index), self.touching_behind(index)) {
            _ if self.lexemes[index].kind == Lexeme::Parallel => true,
            (Some(Bar), Some(Bar)) => false,
            (before, behind) => matches!(before, Some(Less | Bar)) || matches!(behind, Some(Greater | Bar)),
        }
    }

    /// Returns `true` if the lexeme at `index` is a `<` that is not the first sign of `<=`.
    fn is_opening_less(&self, index: usize) -> bool {
        self.lexemes[index].kind == Lexeme::Less && self.touching_behind(index) != Some(Lexeme::Equal)
    }

    fn touching_before(&self, index: usize) -> Option<Lexeme> {
        let before = self.lexemes.get(index.checked_sub(1)?)?;
        (before.end == self.lexemes[index].start).then_some(before.kind)
    }

    fn touching_behind(&self, index: usize) -> Option<Lexeme> {
        let behind = self.lexemes.get(index + 1)?;
        (behind.start == self.lexemes[index].end).then_some(behind.kind)
    }
}
