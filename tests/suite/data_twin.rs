//! Texts and dictionaries of the machine beside a literal evaluator: random programs whose names are joined, cut, put and asked in
//! turn, the older ones again after the newer. As statements their names are values; behind `where` they stay words.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

use cg_engine::games::Random;

use crate::interpreter_twin::answer;
use crate::random_graph::rounds;

/// A value, in the order of the language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Data {
    Boolean(bool),
    Integer(i64),
    Text(String),
    List(Vec<Data>),
    Dict(BTreeMap<Data, Data>),
}

use Data::{Boolean, Dict, Integer, List, Text};

fn list(members: impl IntoIterator<Item = Data>) -> Data {
    List(members.into_iter().collect())
}

fn pair((key, value): (&Data, &Data)) -> Data {
    list([key.clone(), value.clone()])
}

impl Display for Data {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Boolean(holds) => write!(f, "{holds}"),
            Integer(n) => write!(f, "{n}"),
            Text(text) => write!(f, "\"{text}\""),
            List(members) => {
                let members: Vec<String> = members.iter().map(Data::to_string).collect();
                write!(f, "[{}]", members.join(", "))
            }
            Dict(entries) => write!(f, "dict({})", list(entries.iter().map(pair))),
        }
    }
}

/// The names so far, each with its expression and its value.
struct Draft {
    random: Random,
    names: Vec<(String, Data)>,
}

impl Draft {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }

    /// One of the names whose values are of a kind, a late one more often, and its value.
    fn one<T: Clone>(&mut self, kind: impl Fn(&Data) -> Option<T>) -> (String, T) {
        let all: Vec<(usize, T)> =
            self.names.iter().enumerate().filter_map(|(i, (_, data))| Some((i, kind(data)?))).collect();
        let (one, other) = (self.below(all.len()), self.below(all.len()));
        let (i, value) = all[one.max(other)].clone();
        (format!("x{i}"), value)
    }

    fn text(&mut self) -> (String, Vec<char>) {
        self.one(|data| if let Text(text) = data { Some(text.chars().collect()) } else { None })
    }

    fn dict(&mut self) -> (String, BTreeMap<Data, Data>) {
        self.one(|data| if let Dict(entries) = data { Some(entries.clone()) } else { None })
    }

    /// A value that may be a key.
    fn key(&mut self) -> (String, Data) {
        let n = Integer(self.below(4) as i64);
        match self.below(4) {
            0 => (n.to_string(), n),
            1 => {
                let (name, text) = self.text();
                (name, Text(text.into_iter().collect()))
            }
            2 => {
                let key = list([n, Text("b".into())]);
                (key.to_string(), key)
            }
            _ => {
                let letters = ["a", "b", "é", "/", "ab", ""];
                let key = Text(letters[self.below(letters.len())].into());
                (key.to_string(), key)
            }
        }
    }

    /// An expression of earlier names, and its value.
    fn next(&mut self) -> (String, Data) {
        let text = |letters: &[char]| Text(letters.iter().collect());
        match self.below(16) {
            0 | 1 => {
                let ((a, x), (b, y)) = (self.text(), self.text());
                (format!("{a} + {b}"), text(&[x, y].concat()))
            }
            2 => {
                let (a, x) = self.text();
                let from = self.below(x.len() + 1);
                let end = from + self.below(x.len() - from + 1);
                (format!("{a}[{from}..{}]", end as i64 - 1), text(&x[from..end]))
            }
            3 => {
                let (a, x) = self.text();
                match self.below(x.len() + 1).checked_sub(1) {
                    Some(i) => (format!("{a}[{i}]"), text(&[x[i]])),
                    None => (format!("len({a})"), Integer(x.len() as i64)),
                }
            }
            4 => {
                let (a, x) = self.text();
                let letters = x.iter().map(|&letter| list([text(&[letter]), Boolean(letter == 'a')]));
                (format!("[[c, c == \"a\"] for c in {a}]"), list(letters))
            }
            5 => {
                let ((a, x), (b, y)) = (self.text(), self.text());
                let is_part = y.is_empty() || x.windows(y.len()).any(|part| part == y);
                (format!("[{b} in {a}, {a} == {b}]"), list([Boolean(is_part), Boolean(x == y)]))
            }
            6 => {
                let (a, x) = self.text();
                let mut counts = BTreeMap::new();
                for letter in x {
                    let count = counts.entry(text(&[letter])).or_insert(Integer(0));
                    *count = Integer(if let Integer(n) = count { *n + 1 } else { 1 });
                }
                match self.below(2) {
                    0 => (format!("tally([c for c in {a}])"), Dict(counts)),
                    _ => (format!("fold((d, c) -> put(d, c, get(d, c, 0) + 1), dict([]), {a})"), Dict(counts)),
                }
            }
            7 => {
                let ((d, x), (k, key)) = (self.dict(), self.key());
                let value = x.get(&key).cloned().unwrap_or(Integer(-1));
                (format!("[{k} in {d}, get({d}, {k}, -1)]"), list([Boolean(x.contains_key(&key)), value]))
            }
            8 => {
                let (d, x) = self.dict();
                let found = x.iter().map(|(key, value)| list([value.clone(), key.clone()]));
                (format!("[[v, k] for [k, v] in {d}]"), list(found))
            }
            9 => {
                let (d, x) = self.dict();
                let all = [list(x.keys().cloned()), list(x.iter().map(pair)), Integer(x.len() as i64)];
                (format!("[keys({d}), entries({d}), len({d})]"), list(all))
            }
            10 => {
                let ((d, x), (e, y)) = (self.dict(), self.dict());
                (
                    format!("[{d} == {e}, {d} == put({d}, 0, 0)]"),
                    list([Boolean(x == y), Boolean(x.get(&Integer(0)) == Some(&Integer(0)))]),
                )
            }
            _ => {
                let ((d, mut x), (k, key)) = (self.dict(), self.key());
                let at = self.below(self.names.len());
                let (v, value) = (format!("x{at}"), self.names[at].1.clone());
                // Dictionaries within dictionaries grow twofold.
                let (v, value) = if value.to_string().len() > 60 { ("7".into(), Integer(7)) } else { (v, value) };
                x.insert(key, value);
                (format!("put({d}, {k}, {v})"), Dict(x))
            }
        }
    }
}

#[test]
fn texts_and_dictionaries_are_those_of_a_literal_evaluator() {
    for round in 0..rounds(600) {
        let mut draft = Draft { random: Random::new(round as u64), names: Vec::new() };
        let first = [Text("ab日a".into()), Text("é".into()), Dict(BTreeMap::new())];
        draft.names.extend(first.map(|data| (data.to_string(), data)));
        for _ in 0..20 {
            let next = draft.next();
            draft.names.push(next);
        }
        let all: Vec<String> = (0..draft.names.len()).map(|i| format!("x{i}")).collect();
        let bound: Vec<String> =
            all.iter().zip(&draft.names).map(|(name, (text, _))| format!("{name} := {text}")).collect();
        let wanted = list(draft.names.iter().map(|(_, data)| data.clone())).to_string();
        let statements = format!("{}\n[{}]", bound.join("\n"), all.join(", "));
        assert_eq!(answer(&statements), wanted, "{round}: {statements}");
        let local = format!("f(n) := [{}] where {}\nf(0)", all.join(", "), bound.join(", "));
        assert_eq!(answer(&local), wanted, "{round}: {local}");
    }
}
