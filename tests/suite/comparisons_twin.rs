//! Comparisons of literals, whose signs are alike, written together with the trees that they must be read as.

use crate::random_graph::{Random, rounds};
use crate::tree::tree;

/// A text and its tree.
type Written = (String, String);

/// Signs that compare, and those among them that do in a filter of a literal, where `>` and bars belong to the literal.
const SIGNS: &[(&str, &str)] = &[
    ("<", "<"),
    ("<=", "<="),
    (">=", ">="),
    ("==", "=="),
    ("!=", "!="),
    ("∥", "||"),
    (">", ">"),
    ("||", "||"),
    ("|>", "|>"),
    ("<|", "<|"),
];
const IN_FILTERS: usize = 6;

struct Writer(Random);

impl Writer {
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.0.below(all.len() as u64) as usize]
    }

    fn is_one_in(&mut self, n: u64) -> bool {
        self.0.below(n) == 0
    }

    fn value(&mut self, depth: u64) -> Written {
        match self.0.below(if depth == 0 { 4 } else { 12 }) {
            0..4 => {
                let (text, tree) = self.pick(&[("1", "1"), ("n", "n"), ("*", "*"), ("1/2", "(1 / 2)")]);
                (text.into(), tree.into())
            }
            4 => {
                let (text, tree) = self.sum(depth - 1);
                (format!("f({text})"), format!("(call f {tree})"))
            }
            5 => self.graph(depth - 1),
            6 => self.list(depth - 1),
            _ => self.literal(depth - 1),
        }
    }

    fn sum(&mut self, depth: u64) -> Written {
        let (a, b) = (self.value(depth), self.value(0));
        match self.is_one_in(6) {
            true => (format!("{} + {}", a.0, b.0), format!("({} + {})", a.1, b.1)),
            false => a,
        }
    }

    fn comparison(&mut self, depth: u64, signs: usize) -> Written {
        let (a, b) = (self.sum(depth), self.sum(depth));
        let (sign, name) = self.pick(&SIGNS[..signs]);
        let blank = self.pick(&["", " "]);
        (format!("{}{blank}{sign}{blank}{}", a.0, b.0), format!("({} {name} {})", a.1, b.1))
    }

    fn condition(&mut self, depth: u64, signs: usize) -> Written {
        let one = self.comparison(depth, signs);
        match self.0.below(6) {
            0 => {
                let two = self.comparison(depth, SIGNS.len());
                (format!("({})", two.0), two.1)
            }
            1 => {
                let two = self.comparison(depth, signs);
                (format!("{} and {}", one.0, two.0), format!("({} and {})", one.1, two.1))
            }
            _ => one,
        }
    }

    /// A member with what stands behind it, which may have these signs.
    fn member(&mut self, (text, tree): Written, depth: u64, signs: usize) -> Written {
        let (mut whole, mut clauses) = (text, String::new());
        if self.is_one_in(3) {
            whole += " for i in 1..2";
            clauses += " (for (i) (.. 1 2))";
        }
        if self.is_one_in(2) {
            let condition = self.condition(depth, signs);
            whole += &format!(" if {}", condition.0);
            clauses += &format!(" (if {})", condition.1);
        }
        let tree = if clauses.is_empty() { tree } else { format!("(each {tree}{clauses})") };
        (whole, tree)
    }

    fn options(&mut self, depth: u64) -> Written {
        let all: Vec<Written> = (0..self.pick(&[0, 1, 1, 2]))
            .map(|_| {
                let option = self.sum(depth);
                self.member(option, depth, IN_FILTERS)
            })
            .collect();
        joined(&all, ", ")
    }

    fn literal(&mut self, depth: u64) -> Written {
        let [a, b, c] = std::array::from_fn(|_| self.options(depth));
        match self.0.below(4) {
            0 => {
                let option = self.sum(depth);
                let (text, tree) = self.member(option, depth, IN_FILTERS);
                (format!("<{text}>"), format!("<{tree}>"))
            }
            1 => (format!("<{}||{} |{}>", a.0, b.0, c.0), format!("<{}|<{}|{}>>", a.1, b.1, c.1)),
            _ => (format!("<{}|{}>", a.0, b.0), format!("<{}|{}>", a.1, b.1)),
        }
    }

    fn graph(&mut self, depth: u64) -> Written {
        let (text, tree) = match self.is_one_in(2) {
            true => self.member(("0 -> 1".into(), "[0 -> 1]".into()), depth, IN_FILTERS),
            false => ("0 -L> 1".into(), "[0 -L> 1]".into()),
        };
        let tree = match tree.strip_prefix("(each [0 -> 1]") {
            Some(clauses) => format!("[0 -> 1{}]", &clauses[..clauses.len() - 1]),
            None => tree,
        };
        (format!("(graph <{text}>)"), format!("(graph {tree})"))
    }

    fn list(&mut self, depth: u64) -> Written {
        let all: Vec<Written> = (0..1 + self.0.below(3))
            .map(|_| {
                let signs = SIGNS.len();
                let member = if self.is_one_in(4) { self.sum(depth) } else { self.comparison(depth, signs) };
                self.member(member, depth, signs)
            })
            .collect();
        let separator = self.pick(&[", ", ",\n"]);
        let (text, tree) = joined(&all, separator);
        (format!("[{text}]"), format!("[{tree}]"))
    }
}

fn joined(all: &[Written], separator: &str) -> Written {
    let texts: Vec<&str> = all.iter().map(|one| &*one.0).collect();
    let trees: Vec<&str> = all.iter().map(|one| &*one.1).collect();
    (texts.join(separator), trees.join(" "))
}

#[test]
fn every_sign_of_a_comparison_is_read_as_it_was_meant() {
    let mut writer = Writer(Random(17));
    for _ in 0..rounds(64_000) {
        let (text, wanted) = match writer.is_one_in(2) {
            true => writer.list(2),
            false => writer.comparison(2, SIGNS.len()),
        };
        assert_eq!(tree(&text), wanted, "{text}");
    }
}
