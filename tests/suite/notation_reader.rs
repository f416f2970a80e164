//! Reads what is printed, sharing no code with the language: the other half of the test that prints read back.

use cg_engine::games::{Dyadic, GameId, Games};

/// A reader of exactly the printed grammar, by descent: sums of signed atoms, literals with bars.
struct Reader<'a> {
    games: &'a mut Games,
    text: Vec<char>,
    at: usize,
}

/// The value of a text in ASCII or Unicode; panics if it is not of the printed grammar.
pub fn read(games: &mut Games, text: &str) -> GameId {
    // The two notations differ in signs that have one meaning each.
    let ascii = text.replace('∗', "*").replace('±', "+-").replace('·', "*");
    let ascii = ascii.replace('⇑', "2*up").replace('⇓', "2*down").replace('↑', "up").replace('↓', "down");
    let (mut plain, mut raised) = (String::new(), false);
    for c in ascii.chars() {
        let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|d| d == c);
        if digit.is_some() && !raised {
            plain.push('^');
        }
        raised = digit.is_some();
        match digit {
            Some(d) => plain.push_str(&d.to_string()),
            None => plain.push(if c == '{' {
                '<'
            } else if c == '}' {
                '>'
            } else {
                c
            }),
        }
    }
    let mut reader = Reader { games, text: plain.chars().collect(), at: 0 };
    let value = reader.sum();
    assert_eq!(reader.at, reader.text.len(), "all of {text} is read");
    value
}

impl Reader<'_> {
    fn next(&mut self, sign: &str) -> bool {
        let found = self.text[self.at..].starts_with(&sign.chars().collect::<Vec<_>>());
        if found {
            self.at += sign.len();
        }
        found
    }

    fn sum(&mut self) -> GameId {
        let mut total = self.signed();
        loop {
            let minus = match () {
                () if self.next(" + ") => false,
                () if self.next(" - ") => true,
                () => return total,
            };
            let mut term = self.signed();
            if minus {
                term = self.games.negative(term).unwrap();
            }
            total = self.games.sum(total, term).unwrap();
        }
    }

    fn signed(&mut self) -> GameId {
        let minus = self.next("-");
        let mut value = self.atom();
        // `2*`, the star glued to its left.
        if self.text.get(self.at) == Some(&'*') {
            self.at += 1;
            value = self.games.sum(value, GameId::STAR).unwrap();
        }
        if minus { self.games.negative(value).unwrap() } else { value }
    }

    fn up(&mut self, ups: i64) -> GameId {
        if !self.next("^") {
            return self.games.number_up_star(&Dyadic::ZERO, ups, 0).unwrap();
        }
        // up^n by its definition.
        let mut sum = self.games.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
        let n = self.digits();
        for power in 2.. {
            let right = self.games.difference(GameId::STAR, sum).unwrap();
            let next = self.games.from_options(&[GameId::ZERO], &[right]).unwrap();
            if power == n {
                return next;
            }
            sum = self.games.sum(sum, next).unwrap();
        }
        unreachable!()
    }

    fn digits(&mut self) -> i64 {
        let start = self.at;
        while self.text.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        self.text[start..self.at].iter().collect::<String>().parse().unwrap()
    }

    fn number(&mut self) -> Dyadic {
        let negative = self.next("-");
        let mut x = Dyadic::from(self.digits());
        if self.next("/") {
            for _ in 0..self.digits().ilog2() {
                x = x.half();
            }
        }
        if negative { -&x } else { x }
    }

    fn argument(&mut self) -> GameId {
        let value = self.sum();
        assert!(self.next(")"));
        value
    }

    fn atom(&mut self) -> GameId {
        if self.next("<") {
            let value = self.inside();
            assert!(self.next(">"));
            return value;
        }
        if self.next("+-(") {
            let left = self.list();
            assert!(self.next(")"));
            let right: Vec<GameId> = left.iter().map(|&g| self.games.negative(g).unwrap()).collect();
            return self.games.from_options(&left, &right).unwrap();
        }
        if self.next("+-") {
            let x = self.number();
            let (left, right) = (self.games.number(&x), self.games.number(&-&x));
            return self.games.from_options(&[left], &[right]).unwrap();
        }
        if self.next("tiny(") {
            let g = self.argument();
            let end = self.games.negative(g).unwrap();
            let threat = self.games.from_options(&[GameId::ZERO], &[end]).unwrap();
            return self.games.from_options(&[GameId::ZERO], &[threat]).unwrap();
        }
        if self.next("miny(") {
            let g = self.argument();
            let threat = self.games.from_options(&[g], &[GameId::ZERO]).unwrap();
            return self.games.from_options(&[threat], &[GameId::ZERO]).unwrap();
        }
        if self.next("up") {
            return self.up(1);
        }
        if self.next("down") {
            return self.up(-1);
        }
        if self.next("*") {
            let glued = self.text.get(self.at).is_some_and(char::is_ascii_digit);
            let k = if glued { self.digits() as u64 } else { 1 };
            return self.games.nimber(k).unwrap();
        }
        let x = self.number();
        let product = self.text.get(self.at + 1).is_some_and(|c| c.is_ascii_alphabetic());
        if product && self.next("*") {
            let up = self.atom();
            return self.games.multiple(&x.numerator(), up).unwrap();
        }
        self.games.number(&x)
    }

    fn list(&mut self) -> Vec<GameId> {
        let mut list = vec![self.sum()];
        while self.next(",") {
            list.push(self.sum());
        }
        list
    }

    /// `L|R` with bars of any width: lists and widths in turn, then the split at the widest.
    fn inside(&mut self) -> GameId {
        let (mut lists, mut widths) = (vec![self.list()], vec![]);
        while self.text.get(self.at) == Some(&'|') {
            let mut width = 0;
            while self.next("|") {
                width += 1;
            }
            widths.push(width);
            lists.push(self.list());
        }
        self.split(&lists, &widths)
    }

    fn split(&mut self, lists: &[Vec<GameId>], widths: &[usize]) -> GameId {
        let widest = *widths.iter().max().expect("a bar");
        let at: Vec<usize> = (0..widths.len()).filter(|&i| widths[i] == widest).collect();
        assert_eq!(at.len(), 1, "one widest bar");
        let mut side = |lists: &[Vec<GameId>], widths: &[usize]| match widths {
            [] => lists[0].clone(),
            _ => vec![self.split(lists, widths)],
        };
        let left = side(&lists[..=at[0]], &widths[..at[0]]);
        let right = side(&lists[at[0] + 1..], &widths[at[0] + 1..]);
        self.games.from_options(&left, &right).unwrap()
    }
}
