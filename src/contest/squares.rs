//! Squares of a board as a person types them.

use cg_engine::positions::{BoardMove, BoardSquare};

/// A square as typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TypedSquare<'a> {
    /// The square; no board has a row and column of that number if it is `None`.
    pub at: Option<BoardSquare>,
    /// The text that was typed.
    pub text: &'a str,
}

/// Reads squares such as `b2-b3`, `c3-b2/a1` or `(2,2) (3,2)`, row and column from 1.
///
/// Returns `None` if the line holds anything else, or no square.
pub(super) fn read(line: &str) -> Option<Vec<TypedSquare<'_>>> {
    let mut squares = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        let first = rest.chars().next()?;
        if let Some(words) = rest.strip_prefix("to ") {
            at = line.len() - words.len();
        } else if first.is_whitespace() || "-/,>\u{2013}\u{2192}".contains(first) {
            at += first.len_utf8();
        } else {
            let (square, length) = if first == '(' { pair(rest)? } else { letters_and_digits(rest)? };
            squares.push(TypedSquare { at: square, text: &rest[..length] });
            at += length;
        }
    }
    (!squares.is_empty()).then_some(squares)
}

/// Reads a square such as `b2` at the start of `text`. Returns it with its length in bytes.
fn letters_and_digits(text: &str) -> Option<(Option<BoardSquare>, usize)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    if letters == 0 || digits == 0 {
        return None;
    }
    let column = BoardSquare::column_of(&text[..letters].to_ascii_lowercase());
    let square = column.zip(from_one(&text[letters..letters + digits]));
    Some((square.map(|(column, row)| BoardSquare { row, column }), letters + digits))
}

/// Reads a square such as `(2, 3)` at the start of `text`. Returns it with its length in bytes.
fn pair(text: &str) -> Option<(Option<BoardSquare>, usize)> {
    let end = text.find(')')?;
    let (row, column) = text[1..end].split_once(',')?;
    let [row, column] = [row.trim(), column.trim()];
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(row) || !is_number(column) {
        return None;
    }
    let square = from_one(row).zip(from_one(column)).map(|(row, column)| BoardSquare { row, column });
    Some((square, end + 1))
}

fn from_one(digits: &str) -> Option<usize> {
    digits.parse::<usize>().ok()?.checked_sub(1)
}

/// Returns `true` if the squares `typed` name the move `on_board`. Only of a step their order matters.
pub(super) fn name(typed: &[TypedSquare<'_>], on_board: &BoardMove) -> bool {
    let Some(mut typed) = typed.iter().map(|typed| typed.at).collect::<Option<Vec<BoardSquare>>>() else {
        return false;
    };
    let mut squares = on_board.squares.clone();
    if !on_board.is_step {
        typed.sort_unstable();
        squares.sort_unstable();
    }
    typed == squares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(line: &str) -> Option<Vec<Option<[usize; 2]>>> {
        let typed = read(line)?;
        Some(typed.iter().map(|typed| typed.at.map(|at| [at.row, at.column])).collect())
    }

    #[test]
    fn squares_are_read_in_letters_and_in_pairs() {
        for line in [
            "c3-b2/a1",
            "C3 b2 a1",
            "c3b2a1",
            "(3,3) (2,2) (1,1)",
            "(3, 3)-(2,2)/( 1 ,1 )",
            "c3 to b2, a1",
            "c3 -> b2/a1",
        ] {
            assert_eq!(squares(line), Some(vec![Some([2, 2]), Some([1, 1]), Some([0, 0])]), "{line}");
        }
        assert_eq!(squares("aa12"), Some(vec![Some([11, 26])]));
        // These are squares, though no board has them.
        assert_eq!(squares("a0"), Some(vec![None]));
        assert_eq!(squares("(1,99999999999999999999)"), Some(vec![None]));
        assert_eq!(squares("zzzzzzzzzzzzzzzzzzzzzzzzz1"), Some(vec![None]));
        for line in ["", "b", "2", "nim(2)", "(1)", "(1,2", "b2=x", "*2", "b2 + c3", "(a,b)", "\u{e9}1"] {
            assert_eq!(squares(line), None, "{line}");
        }
    }
}
