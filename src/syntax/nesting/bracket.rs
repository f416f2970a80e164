//! Closing brackets and literals.

use super::frame::{Frame, Open, Segment};
use super::{Lexed, Lexeme, Pass, Token};
use crate::syntax::error::SyntaxError;

impl Pass<'_> {
    /// Reads a closing sign, whatever is expected. The present lexeme is consumed.
    pub(super) fn close(&mut self, lexeme: Lexed) {
        if !fits(lexeme.kind, self.open()) {
            let found = self.frames.iter().skip(1).rposition(|f| fits(lexeme.kind, f.open));
            match found {
                Some(index) if lexeme.kind != Lexeme::Greater => {
                    let open = self.frame().span;
                    self.report(SyntaxError::UnclosedBefore { open, closing: self.span_of(lexeme) });
                    while self.frames.len() > index + 2 {
                        self.ifs.retain(|i| i.frames < self.frames.len());
                        self.pop();
                    }
                    self.operand = false;
                }
                _ if lexeme.kind != Lexeme::Greater && self.frames.len() > 1 => {
                    // Taken for the sign that was meant.
                    let open = self.frame().span;
                    self.report(SyntaxError::WrongClosing { at: self.span_of(lexeme), open });
                    self.pop();
                    self.emit_operand(Token::Missing, 1);
                    return;
                }
                _ => {
                    self.unmatched(lexeme);
                    self.at += 1;
                    return;
                }
            }
        }
        if self.operand {
            self.check_end_of_member(lexeme);
        }
        let Some(frame) = self.pop() else {
            self.at += 1;
            return;
        };
        if let Some(sides) = frame.colon.filter(|_| !frame.bars && !frame.form && !self.is_exponent(&frame)) {
            self.report(SyntaxError::Colon { sides, is_index: frame.open == Open::Index });
        }
        match frame.open {
            Open::Group => self.close_group(frame),
            Open::Call => self.emit_operand(Token::CloseParen, 1),
            Open::Script => {
                if self.tokens.len() == frame.token + 1 {
                    self.report(SyntaxError::EmptyParentheses(frame.span));
                }
                self.emit_operand(Token::CloseParen, 1);
            }
            Open::List | Open::Index => {
                self.emit_operand(Token::CloseSquare, 1);
            }
            Open::Brace if self.is_exponent(&frame) => {
                self.tokens[frame.token].0 = Token::Paren;
                self.emit_operand(Token::CloseParen, 1);
            }
            Open::Brace => {
                if frame.bars || frame.form {
                    self.tokens[frame.token].0 = Token::BraceGame;
                }
                self.emit_operand(Token::CloseBrace, 1);
            }
            Open::Angle | Open::Graph | Open::Hackenbush => {
                self.emit_operand(Token::CloseAngle, 1);
                if frame.segment == Segment::Filter {
                    self.closed_in_filter = Some(Box::new((frame, self.tokens.len() - 1)));
                }
            }
            Open::Ground => {}
        }
    }

    /// Reads the `)` of a group: parameters of a function when `->` follows, else one expression.
    fn close_group(&mut self, frame: Frame) {
        let arrow = self.next().is_some_and(|l| l.kind == Lexeme::Arrow);
        let graph = self.open() == Open::Graph && !matches!(self.frame().segment, Segment::Source | Segment::Filter);
        let empty = self.tokens.len() == frame.token + 1;
        if arrow && !graph {
            let inside = &mut self.tokens[frame.token + 1..];
            let names =
                inside.iter().enumerate().all(|(i, t)| t.0 == if i % 2 == 0 { Token::Name } else { Token::Comma });
            if names {
                inside.iter_mut().step_by(2).for_each(|t| t.0 = Token::Binder);
                self.tokens[frame.token].0 = Token::LambdaParen;
                self.emit(Token::CloseParen, 1);
                self.emit_operator(Token::LambdaArrow, 1);
                return;
            }
        }
        let switch = frame.token > self.piece_start && self.tokens[frame.token - 1].0 == Token::Switch;
        if empty {
            self.report(SyntaxError::EmptyParentheses(frame.span));
        } else if frame.commas > 0 && !switch {
            self.report(SyntaxError::Tuple(frame.span));
        }
        self.emit_operand(Token::CloseParen, 1);
        if frame.closed {
            self.uncallable = self.tokens.len();
        }
    }

    /// Returns `true` if braces contain one value after `^`, as LaTeX writes powers, and so are no set.
    fn is_exponent(&self, frame: &Frame) -> bool {
        let power = frame.token > self.piece_start && self.tokens[frame.token - 1].0 == Token::Power;
        let one = frame.commas == 0 && !frame.bars && !frame.form && frame.segment == Segment::Body;
        power && one && self.tokens.len() > frame.token + 1
    }

    /// Checks that a closing sign or a bar may come where an operand is expected: after an opening sign or a bar.
    pub(super) fn check_end_of_member(&mut self, lexeme: Lexed) {
        match self.previous() {
            Some(Token::Comma) => self.report(SyntaxError::TrailingComma(self.previous_span())),
            Some(Token::Bar(_) | Token::Separator) => {}
            Some(_) if self.tokens.len() == self.frame().token + 1 && self.frames.len() > 1 => {
                if self.open() == Open::Index {
                    self.missing_operand_before(lexeme);
                }
            }
            _ => self.missing_operand_before(lexeme),
        }
    }
}

fn fits(closing: Lexeme, open: Open) -> bool {
    match closing {
        Lexeme::RightParen => matches!(open, Open::Group | Open::Call),
        Lexeme::RightSquare => matches!(open, Open::List | Open::Index),
        Lexeme::RightBrace => matches!(open, Open::Brace | Open::Script),
        Lexeme::Greater => matches!(open, Open::Angle | Open::Graph | Open::Hackenbush),
        _ => false,
    }
}
