//! Take-and-break games by codes as CGSuite reads them: digits that say for each number of heaps whether they may be left, and
//! whether they have to be unequal or equal, and digits before the point, by which counters are added (Siegel, CGSuite).
//!
//! State: the heap. Codes whose digits are plain are those of [`Code`](crate::heaps::Code).

use std::fmt;

use crate::games::{Fault, Player};
use crate::heaps::BadCode;
use crate::positions::{Facts, Moves, Ruleset, Term};

/// The largest number of heaps that a code names.
const MAX_HEAPS: usize = 63;
/// Counters that may be added at most.
const MAX_ADDED: usize = 1024;

/// A demand on the sizes of the heaps that a move leaves, from two heaps on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Sizes {
    /// Any sizes.
    Any,
    /// No two the same: `!`.
    Unequal,
    /// Not all the same: `?`.
    NotAllEqual,
    /// All the same: `=`.
    Equal,
}

impl Sizes {
    fn of_sign(sign: char) -> Option<Sizes> {
        Some(match sign {
            '!' => Sizes::Unequal,
            '?' => Sizes::NotAllEqual,
            '=' => Sizes::Equal,
            _ => return None,
        })
    }

    fn sign(self) -> &'static str {
        match self {
            Sizes::Any => "",
            Sizes::Unequal => "!",
            Sizes::NotAllEqual => "?",
            Sizes::Equal => "=",
        }
    }
}

/// A digit: which numbers of heaps a move may leave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Digit {
    /// For each number of heaps what is demanded of them, or `None` if it is not allowed. The last differs from `more`.
    heaps: Vec<Option<Sizes>>,
    /// The demand on all larger numbers of heaps.
    more: Option<Sizes>,
}

impl Digit {
    fn new(mut heaps: Vec<Option<Sizes>>, more: Option<Sizes>) -> Digit {
        // Of no heap and of one nothing is demanded.
        for sizes in heaps.iter_mut().take(2) {
            *sizes = sizes.map(|_| Sizes::Any);
        }
        while heaps.len() > 2 && heaps.last() == Some(&more) {
            heaps.pop();
        }
        if more.is_none() {
            while heaps.last() == Some(&None) {
                heaps.pop();
            }
        }
        Digit { heaps, more }
    }

    /// Returns the demand on `heaps` heaps, or `None` if a move may not leave them.
    fn sizes(&self, heaps: u64) -> Option<Sizes> {
        usize::try_from(heaps).ok().and_then(|heaps| self.heaps.get(heaps)).copied().unwrap_or(self.more)
    }

    fn is_zero(&self) -> bool {
        self.heaps.is_empty() && self.more.is_none()
    }

    /// Returns what is demanded of all numbers from two on that are allowed, or `None` if it is not the same.
    fn common(&self) -> Option<Sizes> {
        let mut all = self.heaps.iter().skip(2).chain([&self.more]).flatten();
        let first = all.next().copied().unwrap_or(Sizes::Any);
        all.all(|&sizes| sizes == first).then_some(first)
    }

    /// Returns the digit 0 to Z that it is, if it is one.
    fn plain(&self) -> Option<char> {
        if self.more.is_some() || self.common() != Some(Sizes::Any) || self.heaps.len() > 6 {
            return None;
        }
        let bits = self.heaps.iter().enumerate().map(|(heaps, sizes)| u32::from(sizes.is_some()) << heaps).sum();
        char::from_digit(bits, 36).map(|digit| digit.to_ascii_uppercase())
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let common = self.common();
        let bare = Digit {
            heaps: self.heaps.iter().map(|sizes| sizes.map(|_| Sizes::Any)).collect(),
            more: self.more.map(|_| Sizes::Any),
        };
        let sign = common.map_or("", Sizes::sign);
        if let (Some(_), Some(digit)) = (common, bare.plain()) {
            return write!(f, "{digit}{sign}");
        }
        if common.is_some() && self.more.is_some() && self.heaps.iter().all(Option::is_some) {
            return write!(f, "*{sign}");
        }
        let own = |sizes: Sizes| if common.is_some() { "" } else { sizes.sign() };
        let listed = self.heaps.iter().enumerate().filter_map(|(heaps, sizes)| Some((heaps, (*sizes)?)));
        let mut items: Vec<String> = listed.map(|(heaps, sizes)| format!("{heaps}{}", own(sizes))).collect();
        if let Some(sizes) = self.more {
            items.push(format!("{}{}+", self.heaps.len(), own(sizes)));
        }
        write!(f, "{{{}}}{sign}", items.join(","))
    }
}

/// A code of a take-and-break game with any digits that CGSuite reads.
///
/// ```
/// use cg_engine::rulesets::general_code::GeneralCode;
///
/// let code: GeneralCode = "0.{0,2!,3!+}".parse()?;
/// assert_eq!(code.to_string(), "0.{0,2+}!");
/// let plain: GeneralCode = "0.{2,3}".parse()?;
/// assert_eq!(plain.plain().as_deref(), Some("0.C"));
/// # Ok::<(), cg_engine::heaps::BadCode>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GeneralCode {
    /// By how many counters are added, from one on.
    adding: Vec<Digit>,
    /// By how many are taken, from none on.
    taking: Vec<Digit>,
    /// The digits that repeat after these.
    repeating: Vec<Digit>,
}

impl GeneralCode {
    /// Returns the code as plain digits, if one of them stands before the point.
    pub fn plain(&self) -> Option<String> {
        if !self.adding.is_empty() {
            return None;
        }
        let plain = |digits: &[Digit]| digits.iter().map(Digit::plain).collect::<Option<String>>();
        let (first, rest) = self.taking.split_first()?;
        let repeating =
            if self.repeating.is_empty() { String::new() } else { format!("[{}]", plain(&self.repeating)?) };
        Some(format!("{}.{}{repeating}", first.plain()?, plain(rest)?))
    }

    /// Returns the digit by which `taken` counters are taken.
    fn digit(&self, taken: u64) -> Option<&Digit> {
        match usize::try_from(taken).ok()?.checked_sub(self.taking.len()) {
            None => self.taking.get(taken as usize),
            Some(_) if self.repeating.is_empty() => None,
            Some(beyond) => self.repeating.get(beyond % self.repeating.len()),
        }
    }
}

impl fmt::Display for GeneralCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.adding.iter().rev().try_for_each(|digit| write!(f, "{digit}"))?;
        for (taken, digit) in self.taking.iter().enumerate() {
            write!(f, "{digit}{}", if taken == 0 { "." } else { "" })?;
        }
        if self.taking.len() == 1 && self.repeating.is_empty() {
            write!(f, "0")?;
        }
        if !self.repeating.is_empty() {
            write!(f, "[")?;
            self.repeating.iter().try_for_each(|digit| write!(f, "{digit}"))?;
            write!(f, "]")?;
        }
        Ok(())
    }
}

/// Reads digits from the signs of a code, each with its place.
struct CodeReader<'t> {
    text: &'t str,
    at: usize,
}

impl CodeReader<'_> {
    fn bad<T>(&self, from: usize, why: &str) -> Result<T, BadCode> {
        Err(BadCode { at: from..self.at.max(from + 1).min(self.text.len()), why: why.to_string() })
    }

    fn sign(&mut self) -> Option<char> {
        let sign = self.text[self.at..].chars().next()?;
        self.at += sign.len_utf8();
        Some(sign)
    }

    /// Reads `!`, `?` or `=`, if one of them stands here.
    fn sizes(&mut self) -> Sizes {
        let sizes = self.text[self.at..].chars().next().and_then(Sizes::of_sign);
        self.at += usize::from(sizes.is_some());
        sizes.unwrap_or(Sizes::Any)
    }

    fn digit(&mut self, sign: char, from: usize) -> Result<Digit, BadCode> {
        match sign {
            '*' => {
                let sizes = self.sizes();
                Ok(Digit::new(vec![Some(Sizes::Any); 2], Some(sizes)))
            }
            '{' => self.braces(from),
            '0'..='9' | 'A'..='Z' => {
                let bits = sign.to_digit(36).unwrap_or(0);
                let sizes = self.sizes();
                Ok(Digit::new((0..6).map(|heaps| (bits >> heaps & 1 == 1).then_some(sizes)).collect(), None))
            }
            other => self.bad(from, &format!("`{other}` is no digit")),
        }
    }

    /// Reads `0,2!,3+}` and what is demanded of all of them.
    fn braces(&mut self, from: usize) -> Result<Digit, BadCode> {
        let Some(length) = self.text[self.at..].find('}') else {
            self.at = self.text.len();
            return self.bad(from, "the brace is not closed");
        };
        let list = &self.text[self.at..self.at + length];
        self.at += length + 1;
        let of_all = self.sizes();
        let (list, goes_on) = list.strip_suffix('+').map_or((list, false), |list| (list, true));
        let (mut heaps, mut last) = (Vec::new(), (0, Sizes::Any));
        for item in list.split(',') {
            let own = item.chars().last().and_then(Sizes::of_sign);
            let number = if own.is_some() { &item[..item.len() - 1] } else { item };
            let Some(count) = number.parse::<usize>().ok().filter(|&count| count <= MAX_HEAPS) else {
                return self
                    .bad(from, &format!("numbers of heaps, from 0 to {MAX_HEAPS}, stand in braces: `{{1,2,3+}}`"));
            };
            if own.is_some() && of_all != Sizes::Any {
                return self.bad(from, "a sign stands behind a number or behind the brace, not both");
            }
            let sizes = own.unwrap_or(of_all);
            heaps.resize(heaps.len().max(count + 1), None);
            heaps[count] = Some(sizes);
            if count >= last.0 {
                last = (count, sizes);
            }
        }
        Ok(Digit::new(heaps, goes_on.then_some(last.1)))
    }
}

impl std::str::FromStr for GeneralCode {
    type Err = BadCode;

    fn from_str(text: &str) -> Result<GeneralCode, BadCode> {
        let mut reader = CodeReader { text, at: 0 };
        let (mut before, mut after, mut repeating) = (Vec::new(), Vec::new(), Vec::new());
        // Before the point, behind it, in brackets, behind them.
        let mut stage = 0;
        loop {
            let from = reader.at;
            let Some(sign) = reader.sign() else { break };
            match (sign, stage) {
                (_, 3) => return reader.bad(from, "nothing can follow digits that repeat for ever"),
                ('.', 0) => stage = 1,
                ('.', _) => return reader.bad(from, "there is a second point"),
                ('[', 1) => stage = 2,
                (']', 2) if !repeating.is_empty() => stage = 3,
                _ => {
                    let digit = reader.digit(sign, from)?;
                    [&mut before, &mut after, &mut repeating][stage].push(digit);
                }
            }
        }
        match stage {
            0 => return reader.bad(0, "the code has no point"),
            1 if before.is_empty() && after.is_empty() => {
                return reader.bad(0, "no digits stand before or after the point");
            }
            2 => return reader.bad(0, "the bracket is not closed"),
            _ => {}
        }
        let first = before.pop().unwrap_or_default();
        if first.heaps.iter().take(2).any(Option::is_some) || (first.more.is_some() && first.heaps.len() < 2) {
            return reader.bad(0, "the digit before the point would allow a move that changes nothing");
        }
        before.reverse();
        while before.last().is_some_and(Digit::is_zero) {
            before.pop();
        }
        if before.len() > MAX_ADDED {
            return reader.bad(0, "too many digits stand before the point");
        }
        if repeating.iter().all(Digit::is_zero) {
            repeating.clear();
            while after.last().is_some_and(Digit::is_zero) {
                after.pop();
            }
        }
        after.insert(0, first);
        Ok(GeneralCode { adding: before, taking: after, repeating })
    }
}

/// The game of a general code.
#[derive(PartialEq, Eq, Hash)]
pub struct GeneralTakeAndBreak {
    /// The function that a heap is written with.
    name: &'static str,
    code: GeneralCode,
}

impl GeneralTakeAndBreak {
    /// Returns the game of this code, written with this name.
    pub fn new(name: &'static str, code: GeneralCode) -> GeneralTakeAndBreak {
        GeneralTakeAndBreak { name, code }
    }

    /// Returns a move from a heap that leaves one no smaller, so that moves like it can be made again and again. The heaps beside
    /// that one are as small as its digit allows.
    fn growing(&self, heap: u64) -> Option<Vec<u64>> {
        let added = (1..).zip(&self.code.adding);
        let mut moves = added.flat_map(|(added, digit)| (1..=added + 1).map(move |heaps| (added, digit, heaps)));
        moves.find_map(|(added, digit, heaps)| {
            let total = heap.checked_add(added)?;
            let sizes = digit.sizes(heaps)?;
            let mut left: Vec<u64> = match sizes {
                Sizes::Unequal => (1..heaps).collect(),
                Sizes::Equal if total.is_multiple_of(heaps) => vec![total / heaps; heaps as usize - 1],
                Sizes::Equal => return None,
                Sizes::Any | Sizes::NotAllEqual => vec![1; heaps as usize - 1],
            };
            let last = total.checked_sub(left.iter().sum())?;
            let is_allowed = match sizes {
                Sizes::Unequal => last >= heaps,
                Sizes::NotAllEqual => heaps == 1 || last > 1,
                // A larger heap may not be parted into equal ones.
                Sizes::Equal => heaps == 1 || last == heap,
                Sizes::Any => true,
            };
            left.push(last);
            (last >= heap && is_allowed).then_some(left)
        })
    }

    /// Lists the ways to leave `rest` counters by this digit.
    fn leaves(&self, digit: &Digit, rest: u64, out: &mut Moves<u64>) -> Result<(), Fault> {
        let most = if digit.more.is_some() { rest } else { rest.min(digit.heaps.len() as u64) };
        out.expect(most)?;
        for count in 0..=most {
            out.expect(out.len() as u64 + 1)?;
            if let Some(sizes) = digit.sizes(count) {
                parted(rest, count, sizes, out)?;
            }
        }
        Ok(())
    }
}

/// Lists the ways to part `rest` counters into `count` heaps, none empty, in ascending order.
fn parted(rest: u64, count: u64, sizes: Sizes, out: &mut Moves<u64>) -> Result<(), Fault> {
    match count {
        0 => {
            if rest == 0 {
                out.to(0);
            }
            return Ok(());
        }
        1 if rest > 0 => {
            out.to(rest);
            return Ok(());
        }
        _ if sizes == Sizes::Equal => {
            if rest > 0 && rest.is_multiple_of(count) {
                out.expect(out.len() as u64 + count)?;
                out.to_sum(std::iter::repeat_n(rest / count, count as usize));
            }
            return Ok(());
        }
        _ => {}
    }
    let apart = u64::from(sizes == Sizes::Unequal);
    // The heaps so far; the last one is found from the others.
    let mut heaps: Vec<u64> = Vec::new();
    let (mut next, mut left) = (1, rest);
    loop {
        let open = count - heaps.len() as u64;
        // The least that these heaps come to if the next one is `next`.
        let least =
            u128::from(next) * u128::from(open) + u128::from(apart) * u128::from(open) * u128::from(open - 1) / 2;
        if least > u128::from(left) {
            // The heap before has to be larger.
            let Some(before) = heaps.pop() else { return Ok(()) };
            (next, left) = (before + 1, left + before);
        } else if open == 1 {
            let is_even = heaps.first() == Some(&left);
            if !(sizes == Sizes::NotAllEqual && is_even) {
                out.expect(out.len() as u64 + 1)?;
                out.to_sum(heaps.iter().copied().chain([left]));
            }
            let Some(before) = heaps.pop() else { return Ok(()) };
            (next, left) = (before + 1, left + before);
        } else {
            heaps.push(next);
            left -= next;
            next += apart;
        }
    }
}

impl Ruleset for GeneralTakeAndBreak {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts::impartial()
    }

    fn moves(&self, &heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        if heap > 0 {
            for (before, digit) in self.code.adding.iter().enumerate().rev() {
                self.leaves(digit, heap.saturating_add(before as u64 + 1), out)?;
            }
        }
        let last = if self.code.repeating.is_empty() { (self.code.taking.len() as u64 - 1).min(heap) } else { heap };
        out.expect(if self.code.repeating.is_empty() { 0 } else { heap / self.code.repeating.len() as u64 })?;
        for taken in 0..=last {
            if let Some(digit) = self.code.digit(taken) {
                self.leaves(digit, heap - taken, out)?;
            }
        }
        Ok(())
    }

    fn runs_on(&self, &heap: &u64) -> Option<Fault> {
        let grown = self.growing(heap).filter(|_| heap > 0)?;
        let written = |code: &GeneralCode, heap: u64| format!("{}(\"{code}\", {heap})", self.name);
        let option: Vec<String> = grown.into_iter().map(|heap| written(&self.code, heap)).collect();
        let stopped = written(&GeneralCode { adding: Vec::new(), ..self.code.clone() }, heap);
        Some(Fault::RunsOn { option: format!("`{}`", option.join(" + ")), stopped: format!("`{stopped}`") })
    }

    fn term(&self, heap: &u64) -> Term {
        let code = Term::Text(self.code.to_string().into());
        Term::Call(self.name.into(), vec![code, Term::Number(Box::new((*heap).into()))])
    }
}
