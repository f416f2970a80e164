//! Reads values: all that ASCII notation writes, and literals of any shape.

use std::fmt;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::games::{Dyadic, Fault, GameId, Games, Ups, Uptimal, deep};

/// Bytes of the stack that one level of brackets takes.
const LEVEL: usize = 1 << 10;

/// A mistake in the text of a value.
#[derive(Debug)]
#[non_exhaustive]
pub enum BadText {
    /// Something else should stand there.
    Expected {
        /// The byte where it should stand.
        at: usize,
        /// The expected thing, for instance "a value".
        wanted: &'static str,
    },
    /// Bars of one width stand side by side in a literal, as in `<1|2|3>`.
    Ambiguous {
        /// The byte of the second one.
        at: usize,
    },
    /// The text names a value that passes a limit.
    Limit(Fault),
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadText::Expected { at, wanted } => write!(f, "expected {wanted} at byte {at}"),
            BadText::Ambiguous { at } => {
                write!(f, "a second bar of the same width at byte {at}: write `<<1|2>|3>` or `<1||2|3>`")
            }
            BadText::Limit(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for BadText {}

impl From<Fault> for BadText {
    fn from(fault: Fault) -> BadText {
        BadText::Limit(fault)
    }
}

/// Reads the value that a text names: numbers, nimbers, `up`, `down`, `up^2`, `tiny(x)`, `miny(x)`, `+-x`, literals such as
/// `{0,*|1}` or `<2||1|0>`, their sums, differences and multiples; `2*` is 2 + *.
///
/// ```
/// # use cg_engine::games::*;
/// # use cg_engine::notation::*;
/// let mut games = Games::new(Budget::unlimited());
/// let half = read("{0,*|1}", &mut games)?;
/// assert_eq!(half, read("1/2", &mut games)?);
/// assert_eq!(read("<0|*>", &mut games)?, read("up", &mut games)?);
/// assert!(matches!(read("1/3", &mut games), Err(BadText::Expected { at: 2, wanted: "a power of 2" })));
/// # Ok::<(), BadText>(())
/// ```
///
/// # Errors
/// [`BadText`], with the place of the mistake.
pub fn read(text: &str, games: &mut Games) -> Result<GameId, BadText> {
    let mut reader = TextReader { text, at: 0, games };
    let value = reader.sum()?;
    reader.blank();
    if reader.at < text.len() { Err(reader.expected("the end")) } else { Ok(value) }
}

struct TextReader<'a> {
    text: &'a str,
    at: usize,
    games: &'a mut Games,
}

impl TextReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blank(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn expected(&self, wanted: &'static str) -> BadText {
        BadText::Expected { at: self.at, wanted }
    }

    /// Goes past `sign`, if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        self.blank();
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len() } else { 0 };
        is_next
    }

    fn demand(&mut self, sign: &str, wanted: &'static str) -> Result<(), BadText> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(wanted)) }
    }

    fn digits(&mut self) -> Option<UBig> {
        let len = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let digits = self.rest()[..len].parse().ok();
        self.at += len;
        digits
    }

    /// Reads terms with `+` and `-` between them.
    fn sum(&mut self) -> Result<GameId, BadText> {
        let mut sum = GameId::ZERO;
        let mut is_negative = !self.is_switch() && self.take("-");
        loop {
            let term = self.term()?;
            let term = self.games.negative_if(is_negative, term)?;
            sum = self.games.sum(sum, term)?;
            is_negative = match () {
                () if self.take("-") => true,
                () if self.take("+") => false,
                () => return Ok(sum),
            };
        }
    }

    fn is_switch(&mut self) -> bool {
        self.blank();
        self.rest().starts_with("+-")
    }

    /// Reads a number, a multiple, or a value without a factor.
    fn term(&mut self) -> Result<GameId, BadText> {
        self.blank();
        let Some(numerator) = self.digits() else { return self.factor() };
        let mut x = Dyadic::new(IBig::from(numerator.clone()), 0);
        let is_fraction = self.take("/");
        if is_fraction {
            self.blank();
            let at = self.at;
            let denominator = self.digits().filter(|n| !n.is_zero());
            let quotient =
                denominator.and_then(|n| Dyadic::from_rational(&RBig::from_parts(numerator.clone().into(), n)));
            x = quotient.ok_or(BadText::Expected { at, wanted: "a power of 2" })?;
        }
        let number = self.games.number(&x);
        if !self.take("*") {
            return Ok(number);
        }
        // `3*up` is a multiple, `3*` and `1/2*` are sums of a number and a star.
        let is_factor = |sign: char| sign.is_ascii_alphanumeric() || "<{(*".contains(sign);
        if !is_fraction && (self.is_switch() || self.rest().starts_with(is_factor)) {
            let game = self.factor()?;
            return Ok(self.games.multiple(&numerator.into(), game)?);
        }
        Ok(self.games.sum(number, GameId::STAR)?)
    }

    /// Reads a value that binds closer than `*`.
    fn factor(&mut self) -> Result<GameId, BadText> {
        self.blank();
        if self.take("+-") {
            let left = self.factor_or_list()?;
            let right = left.iter().map(|&g| self.games.negative(g)).collect::<Result<Vec<_>, _>>()?;
            return Ok(self.games.from_options(&left, &right)?);
        }
        if self.take("*") {
            let size = self
                .digits()
                .map_or(Ok(1), |size| u64::try_from(&size).map_err(|_| self.expected("a smaller nimber")))?;
            return Ok(self.games.nimber(size)?);
        }
        for (open, close) in [("<", ">"), ("{", "}")] {
            if self.take(open) {
                return self.nested(|reader| {
                    let end = reader.closing(close)?;
                    let value = reader.literal(end)?;
                    reader.demand(close, "the end of the literal")?;
                    Ok(value)
                });
            }
        }
        if self.take("(") {
            let value = self.nested(Self::sum)?;
            self.demand(")", "`)`")?;
            return Ok(value);
        }
        self.blank();
        if let Some(n) = self.digits() {
            return Ok(self.games.number(&Dyadic::new(n.into(), 0)));
        }
        let len = self.rest().bytes().take_while(u8::is_ascii_alphabetic).count();
        let word = self.rest()[..len].to_string();
        let start = self.at;
        self.at += len;
        match &*word {
            "up" | "down" => {
                let power = if self.take("^") { self.digits().and_then(|n| u64::try_from(&n).ok()) } else { Some(1) };
                let power = power.filter(|&n| n > 0).ok_or_else(|| self.expected("a power from 1"))?;
                let ups = Ups::power(power).times(&IBig::from(if word == "up" { 1 } else { -1 }));
                Ok(self.games.uptimal(Uptimal { number: Dyadic::ZERO, ups, star: 0 })?)
            }
            "tiny" | "miny" => {
                self.demand("(", "`(`")?;
                let x = self.nested(Self::sum)?;
                self.demand(")", "`)`")?;
                let x = self.games.negative(x)?;
                let right = self.games.from_options(&[GameId::ZERO], &[x])?;
                let tiny = self.games.from_options(&[GameId::ZERO], &[right])?;
                Ok(self.games.negative_if(word == "miny", tiny)?)
            }
            _ => {
                self.at = start;
                Err(self.expected("a value"))
            }
        }
    }

    /// Reads the operand of `+-`: one value, or several in parentheses.
    fn factor_or_list(&mut self) -> Result<Vec<GameId>, BadText> {
        if !self.take("(") {
            return Ok(vec![self.term()?]);
        }
        let end = self.closing(")")?;
        let all = self.nested(|reader| reader.list(end))?;
        self.demand(")", "`)`")?;
        Ok(all)
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, BadText>) -> Result<T, BadText> {
        self.games.budget.tick()?;
        deep::level(LEVEL, || read(self))?
    }

    /// Returns the place of the bracket that closes the open one.
    fn closing(&self, close: &str) -> Result<usize, BadText> {
        let mut depth = 0_usize;
        for (i, sign) in self.rest().char_indices() {
            match sign {
                '<' | '{' | '(' => depth += 1,
                '>' | '}' | ')' if depth > 0 => depth -= 1,
                '>' | '}' | ')' if self.rest()[i..].starts_with(close) => return Ok(self.at + i),
                '>' | '}' | ')' => {
                    return Err(BadText::Expected { at: self.at + i, wanted: "the bracket that was opened" });
                }
                _ => {}
            }
        }
        Err(BadText::Expected { at: self.text.len(), wanted: "a closing bracket" })
    }

    /// Reads a literal without its brackets. Its widest bar divides the options of Left from those of Right.
    fn literal(&mut self, end: usize) -> Result<GameId, BadText> {
        let bars = self.bars(end);
        let Some(&(bar, width)) = bars.iter().rev().max_by_key(|(_, width)| *width) else {
            return Err(BadText::Expected { at: end, wanted: "a bar" });
        };
        if let Some(&(at, _)) = bars.iter().find(|(at, other)| *other == width && *at > bar) {
            return Err(BadText::Ambiguous { at });
        }
        let left = self.side(bar)?;
        self.at = bar + width;
        let right = self.side(end)?;
        Ok(self.games.from_options(&left, &right)?)
    }

    /// Returns the places and widths of the bars up to `end` outside of brackets.
    fn bars(&self, end: usize) -> Vec<(usize, usize)> {
        let (mut bars, mut depth) = (Vec::<(usize, usize)>::new(), 0_usize);
        for (i, sign) in self.text[self.at..end].bytes().enumerate().map(|(i, sign)| (self.at + i, sign)) {
            match sign {
                b'<' | b'{' | b'(' => depth += 1,
                b'>' | b'}' | b')' => depth = depth.saturating_sub(1),
                b'|' if depth == 0 => match bars.last_mut().filter(|(at, width)| at + *width == i) {
                    Some((_, width)) => *width += 1,
                    None => bars.push((i, 1)),
                },
                _ => {}
            }
        }
        bars
    }

    /// Reads the options of one player: a list, or one literal whose brackets the wider bar beside it replaces.
    fn side(&mut self, end: usize) -> Result<Vec<GameId>, BadText> {
        if self.bars(end).is_empty() {
            return self.list(end);
        }
        let value = self.nested(|reader| reader.literal(end))?;
        if self.at < end { Err(self.expected("a bar")) } else { Ok(vec![value]) }
    }

    /// Reads values with commas between them, or none.
    fn list(&mut self, end: usize) -> Result<Vec<GameId>, BadText> {
        let mut all = Vec::new();
        self.blank();
        if self.at == end {
            return Ok(all);
        }
        loop {
            all.push(self.sum()?);
            self.blank();
            if self.at == end {
                return Ok(all);
            }
            self.demand(",", "`,`, `|` or the end of the literal")?;
        }
    }
}
