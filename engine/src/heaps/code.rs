//! Codes of take-and-break games (Guy and Smith 1956; Winning Ways, ch. 4).

use std::fmt;
use std::ops::Range;

/// A code `d0.d1d2d3...`: bit j of digit k says that k counters may be taken from a heap so that exactly j heaps are
/// left, none of them empty. Digits go from 0 to 9 and from A to Z; those in brackets repeat for ever. None need stand
/// before the point, nor after it if one stands before.
///
/// ```
/// use cg_engine::heaps::Code;
///
/// let kayles: Code = "0.77".parse()?;
/// assert!(kayles.allows(2, 0) && kayles.allows(1, 2) && !kayles.allows(3, 1));
/// let repeating: Code = "0.[770]".parse()?;
/// assert!(repeating.allows(4, 2) && !repeating.allows(6, 1));
/// assert_eq!("4.".parse::<Code>()?, "4.0".parse()?);
/// assert!("0.7x".parse::<Code>().is_err());
/// # Ok::<(), cg_engine::heaps::BadCode>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// Digit 0: breaking without taking.
    first: u8,
    /// Digits 1, 2, ..., without zeros at the end if nothing repeats.
    digits: Vec<u8>,
    /// The digits that repeat after them; empty if the code ends.
    repeating: Vec<u8>,
}

/// The reason why a text is no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadCode {
    /// The bytes that are wrong.
    pub at: Range<usize>,
    /// A description of the mistake.
    pub why: String,
}

impl fmt::Display for BadCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.why)
    }
}

impl std::error::Error for BadCode {}

impl Code {
    /// Returns the code of the game that takes one of these positive numbers; it has as many digits as the largest.
    ///
    /// ```
    /// # use cg_engine::heaps::Code;
    /// assert_eq!(Code::taking(&[1, 3, 4]).to_string(), "0.3033");
    /// assert_eq!(Code::taking_all_but(&[1, 2]).to_string(), "0.00[3]");
    /// ```
    pub fn taking(set: &[usize]) -> Code {
        let mut digits = vec![0; set.iter().copied().max().unwrap_or(0)];
        set.iter().for_each(|&taken| digits[taken - 1] = 3);
        Code { first: 0, digits, repeating: Vec::new() }
    }

    /// Returns the code of the game that takes any number but these positive ones.
    pub fn taking_all_but(set: &[usize]) -> Code {
        let Code { first, digits, .. } = Code::taking(set);
        Code { first, digits: digits.into_iter().map(|digit| 3 - digit).collect(), repeating: vec![3] }
    }

    /// Returns the largest digit.
    pub fn largest_digit(&self) -> u8 {
        self.digits.iter().chain(&self.repeating).copied().fold(self.first, u8::max)
    }

    /// Returns digit k.
    pub fn digit(&self, k: u64) -> u8 {
        let Some(k) = k.checked_sub(1) else { return self.first };
        match k.checked_sub(self.digits.len() as u64) {
            None => self.digits[k as usize],
            Some(_) if self.repeating.is_empty() => 0,
            Some(k) => self.repeating[(k % self.repeating.len() as u64) as usize],
        }
    }

    /// Returns `true` if k counters may be taken from a heap so that exactly j heaps are left.
    pub fn allows(&self, k: u64, j: u32) -> bool {
        j < 8 && self.digit(k) >> j & 1 == 1
    }

    /// Returns the number of the last digit that is not 0, or `None` if the code goes on for ever.
    pub fn last(&self) -> Option<u64> {
        self.repeating.is_empty().then_some(self.digits.len() as u64)
    }

    /// Returns the number of digits before those that repeat, and the number that repeat. `None` if the code ends.
    pub fn repeats(&self) -> Option<(u64, u64)> {
        (!self.repeating.is_empty()).then_some((self.digits.len() as u64, self.repeating.len() as u64))
    }

    /// Returns the most heaps that a move can leave.
    pub fn most_heaps(&self) -> u32 {
        8 - self.largest_digit().leading_zeros()
    }
}

fn digit_of(c: char) -> Option<u8> {
    match c {
        '0'..='9' => Some(c as u8 - b'0'),
        'A'..='Z' => Some(c as u8 - b'A' + 10),
        _ => None,
    }
}

impl std::str::FromStr for Code {
    type Err = BadCode;

    fn from_str(text: &str) -> Result<Code, BadCode> {
        let bad = |at: Range<usize>, why: &str| Err(BadCode { at, why: why.to_string() });
        let Some(point) = text.find('.') else { return bad(0..text.len(), "the code has no point") };
        let mut first = 0;
        for (at, c) in text[..point].char_indices() {
            match digit_of(c) {
                Some(digit) => first = digit,
                None => return bad(at..at + c.len_utf8(), &format!("`{c}` is no digit")),
            }
        }
        if first & 3 != 0 {
            let digit = text[..point].chars().last().unwrap_or('0');
            return bad(0..point, &format!("`{digit}` before the point would allow a move that changes nothing"));
        }
        if text[..point].chars().count() > 1 {
            return bad(0..point, "only one digit stands before the point");
        }
        let (mut digits, mut repeating, mut bracket) = (Vec::new(), Vec::new(), None);
        for (at, c) in text[point + 1..].char_indices().map(|(i, c)| (point + 1 + i, c)) {
            let here = at..at + c.len_utf8();
            match (c, bracket) {
                (_, Some((_, true))) => return bad(here, "nothing can follow digits that repeat for ever"),
                ('[', None) => bracket = Some((at, false)),
                (']', Some((from, false))) if repeating.is_empty() => {
                    return bad(from..at + 1, "no digits stand in the brackets");
                }
                (']', Some((from, false))) => bracket = Some((from, true)),
                _ => match (digit_of(c), bracket) {
                    (Some(digit), None) => digits.push(digit),
                    (Some(digit), _) => repeating.push(digit),
                    (None, _) => return bad(here, &format!("`{c}` is no digit")),
                },
            }
        }
        match bracket {
            Some((from, false)) => return bad(from..text.len(), "the bracket is not closed"),
            None if text.len() == 1 => return bad(0..1, "no digits stand before or after the point"),
            _ => {}
        }
        if repeating.iter().all(|&digit| digit == 0) {
            repeating.clear();
            while digits.last() == Some(&0) {
                digits.pop();
            }
        }
        Ok(Code { first, digits, repeating })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |&digit: &u8| char::from_digit(digit as u32, 36).expect("a digit").to_ascii_uppercase();
        write!(f, "{}.", letter(&self.first))?;
        let text: String = self.digits.iter().map(letter).collect();
        write!(f, "{}", if text.is_empty() && self.repeating.is_empty() { "0" } else { &text })?;
        if self.repeating.is_empty() {
            return Ok(());
        }
        write!(f, "[{}]", self.repeating.iter().map(letter).collect::<String>())
    }
}
