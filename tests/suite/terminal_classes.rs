//! Graphs with terminal classes other than P, and what is made of them: every question is refused or right.

use std::collections::BTreeMap;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

const REFUSED: &str = "!!graph::terminal-class";

/// The graph of these tests, and a ruleset that leads to it without having it in a position.
const GRAPH: &str = "k := graph <a -> b, t; b -> t; t : N>; game f(n) := <k.a>";

/// Positions whose play is that of the graph.
const ALONE: [&str; 7] = ["k.a", "-k.a", "form <k.a>", "form <k.b|-k.a>", "f(1)", "-f(1)", "sum(disj, [k.a])"];

/// Compounds of every kind, nested ones too.
fn compounds() -> Vec<String> {
    let mut all: Vec<String> =
        ["k.a + nim(1)", "nim(1) + k.a", "k.a + k.b", "-k.a + nim(2)", "2*k.b", "k.a - k.a"].map(String::from).to_vec();
    for kind in ["disj_short", "conj", "conj_long", "sel", "sel_short"] {
        for parts in ["k.a", "k.a, nim(1)", "nim(1), -k.a", "k.t, nim(1)", "form <k.a>, nim(1)", "f(1), nim(1)"] {
            all.push(format!("sum({kind}, {parts})"));
        }
        all.push(format!("sum({kind}, sum(conj, k.b, nim(2)), nim(1))"));
        all.push(format!("sum({kind}, nim(1), k.a) + nim(3)"));
        all.push(format!("form <sum({kind}, k.a, nim(2))>"));
        all.push(format!("-sum({kind}, k.a, nim(2))"));
        all.push(format!("sum({kind}, nim(3), k.a + nim(1))"));
    }
    all.extend(["form <k.a> + nim(1)", "f(1) + f(2)", "f(1) + nim(1)"].map(String::from));
    all.extend(["geography(k.a)", "sum(annihilation, k.a)", "geography(k.a) + nim(1)"].map(String::from));
    all
}

/// The questions of a value or a position, with `p` for it: those that ask for more than who wins.
const OF_VALUE: [&str; 76] = [
    "value(p)",
    "left(p)",
    "right(p)",
    "canonical(p)",
    "stops(p)",
    "left_stop(p)",
    "right_stop(p)",
    "mean(p)",
    "temperature(p)",
    "thermograph(p)",
    "mean_bounds(p, 2)",
    "cool(p, 1)",
    "heat(p, 1)",
    "overheat(p, 1, 1)",
    "freeze(p)",
    "atomic_weight(p)",
    "is_atomic(p)",
    "birthday(p)",
    "left_incentives(p)",
    "right_incentives(p)",
    "incentives(p)",
    "reduced(p)",
    "norton(p, up)",
    "conway(p, *)",
    "ordinal_sum(p, *)",
    "tiny(p)",
    "miny(p)",
    "is_number(p)",
    "is_integer(p)",
    "is_nimber(p)",
    "is_infinitesimal(p)",
    "is_all_small(p)",
    "is_uptimal(p)",
    "followers(p)",
    "remote_star(p)",
    "companion(p)",
    "p == p",
    "p == 0",
    "0 == p",
    "p <= *",
    "p || 0",
    "p < 1",
    "p > 0",
    "p >= p",
    "p : *",
    "* : p",
    "<p|0>",
    "<p>",
    "nim_value(p)",
    "grundy(p)",
    "gamma(p)",
    "reach(p)",
    "counter(p)",
    "distance(p)",
    "remoteness(p)",
    "remoteness(p, misere)",
    "remoteness(p, L)",
    "suspense(p)",
    "suspense(p, misere)",
    "is_impartial(p)",
    "genus(p)",
    "misere_form(p)",
    "is_tame(p)",
    "mate(p)",
    "bouton(p)",
    "compare(p, *)",
    "mex([p])",
    "nim_sum(p, 1)",
    "max(p, 0)",
    "sensible(p)",
    "dominated(form <p|0>)",
    "reversible(form <p|0>)",
    "explain(p, gamma)",
    "explain(p, thermograph)",
    "explain(p, remoteness)",
    "explain(p, suspense)",
];

/// The questions about who wins, which a graph by itself answers.
const OF_PLAY: [&str; 20] = [
    "outcome(p)",
    "outcome(p, misere)",
    "outcome(p, L)",
    "outcomes(p)",
    "outcomes(p, misere)",
    "who_wins(p)",
    "who_wins(p, misere)",
    "q_values(p)",
    "q_values(p, R)",
    "q_values(p, 1)",
    "security(p)",
    "winning_moves(p)",
    "winning_moves(p, misere)",
    "best_moves(p)",
    "best_moves(p, misere)",
    "strategy(p)",
    "strategy(p, misere)",
    "is_loopy(p)",
    "explain(p)",
    "explain(p, outcome)",
];

fn ask(question: &str, p: &str) -> String {
    // A name of one letter, so that no other letter of the question is replaced.
    let text = match question.contains("form <p|0>") {
        true => format!("{GRAPH}; q := {p}; {}", question.replace("<p|", "<q|")),
        false => {
            let words: Vec<&str> = question.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
            let is_p = |word: &&str| word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_') == "p";
            let named: String =
                words.iter().map(|w| if is_p(w) { w.replacen('p', "q", 1) } else { w.to_string() }).collect();
            format!("{GRAPH}; q := {p}; {named}")
        }
    };
    run(&mut session(), &text)
}

#[test]
fn compounds_refuse_every_question() {
    let mut wrong = Vec::new();
    let step = 8 / rounds(8);
    for (i, p) in compounds().iter().enumerate() {
        for question in OF_VALUE.iter().chain(&OF_PLAY).skip(i % step).step_by(step) {
            let found = ask(question, p);
            // What can never be asked of a position is refused for that reason.
            if found != REFUSED && !["!!call::kind", "!!call::operands"].contains(&&found[..]) {
                wrong.push(format!("{question} of {p}: {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} answers:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_graph_alone_tells_who_wins_and_nothing_else() {
    let mut wrong = Vec::new();
    for p in ALONE {
        for question in OF_VALUE {
            let found = ask(question, p);
            if found != REFUSED && !["!!call::kind", "!!call::operands"].contains(&&found[..]) {
                wrong.push(format!("{question} of {p}: {found}"));
            }
        }
        for question in OF_PLAY {
            let found = ask(question, p);
            if found.starts_with("!!") {
                wrong.push(format!("{question} of {p}: {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} answers:\n{}", wrong.len(), wrong.join("\n"));
}

/// What Left receives at the end of each class when `left` says whether Left has to move.
fn payoff(class: &str, left: bool) -> i32 {
    match class {
        "P" => {
            if left {
                -1
            } else {
                1
            }
        }
        "N" => {
            if left {
                1
            } else {
                -1
            }
        }
        "L" => 1,
        "R" => -1,
        "D" => 0,
        number => number.parse().unwrap(),
    }
}

/// A graph whose arrows lead to greater vertices, and the class of each vertex without any.
struct Graph {
    moves: Vec<[Vec<usize>; 2]>,
    classes: BTreeMap<usize, &'static str>,
}

impl Graph {
    fn random(random: &mut Random) -> Graph {
        let n = 5;
        let mut moves = vec![[vec![], vec![]]; n];
        for (v, of_v) in moves.iter_mut().enumerate() {
            for w in v + 1..n {
                match random.below(5) {
                    0 => of_v[0].push(w),
                    1 => of_v[1].push(w),
                    2 => of_v.iter_mut().for_each(|list| list.push(w)),
                    _ => {}
                }
            }
        }
        let ended = (0..n).filter(|&v| moves[v].iter().all(Vec::is_empty));
        let classes = ["P", "N", "L", "R", "D", "2", "-3"];
        let classes = ended.map(|v| (v, classes[random.below(7) as usize])).collect();
        Graph { moves, classes }
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = (0..self.moves.len()).map(|v| format!("v{v}")).collect();
        for (v, [left, right]) in self.moves.iter().enumerate() {
            lines.extend(left.iter().map(|w| format!("v{v} -L> v{w}")));
            lines.extend(right.iter().map(|w| format!("v{v} -R> v{w}")));
        }
        lines.extend(self.classes.iter().map(|(v, class)| format!("v{v} : {class}")));
        format!("graph <{}>", lines.join("; "))
    }

    /// What Left receives from `v` on: all that can happen is tried. One who cannot move while the other can has lost.
    fn value(&self, v: usize, left: bool) -> i32 {
        let mover = usize::from(!left);
        let results = self.moves[v][mover].iter().map(|&w| self.value(w, !left));
        let best = if left { results.max() } else { results.min() };
        best.unwrap_or_else(|| payoff(self.classes.get(&v).unwrap_or(&"P"), left))
    }
}

fn class([left, right]: [i32; 2]) -> String {
    let of = |value: i32| match value.signum() {
        1 => "L",
        -1 => "R",
        _ => "D",
    };
    format!("[{}, {}]", of(left), of(right))
}

#[test]
fn vertices_their_negatives_and_forms_of_them_by_trying_everything() {
    let mut random = Random(62);
    for _ in 0..60 {
        let graph = Graph::random(&mut random);
        let values = |v: usize| [graph.value(v, true), graph.value(v, false)];
        let negative = |[left, right]: [i32; 2]| [-right, -left];
        let mut asked = Vec::new();
        let mut expected = Vec::new();
        for v in 0..5 {
            asked.push(format!("outcomes(k.v{v})"));
            expected.push(class(values(v)));
            asked.push(format!("outcomes(-k.v{v})"));
            expected.push(class(negative(values(v))));
            asked.push(format!("outcomes(form <k.v{v}|-k.v0>)"));
            expected.push(class([values(v)[1], negative(values(0))[0]]));
            for (sign, [left, _]) in [("", values(v)), ("-", negative(values(v)))] {
                asked.push(format!("mod(q_values({sign}k.v{v})[0], 2) == 1"));
                expected.push((left > 0).to_string());
                asked.push(format!("mod(q_values({sign}k.v{v}, 2)[0], 2) == 1"));
                expected.push((left >= 2).to_string());
            }
        }
        let text = format!("k := {}; [{}]", graph.text(), asked.join(", "));
        assert_eq!(run(&mut session(), &text), format!("[{}]", expected.join(", ")), "{text}");
    }
}

/// The rules for Q functions against those of random positions, and triples that no position has.
#[test]
fn components_have_q_functions_that_some_position_has() {
    let mut random = Random(12);
    for _ in 0..200 {
        let n = 2 + random.below(5) as usize;
        let mut lines: Vec<String> = (0..n).map(|v| format!("v{v}")).collect();
        let mut ended = vec![true; n];
        for (v, ended) in ended.iter_mut().enumerate() {
            for w in 0..n {
                let arrow = ["->", "-L>", "-R>"][random.below(3) as usize];
                if random.below(4) == 0 {
                    lines.push(format!("v{v} {arrow} v{w}"));
                    *ended = false;
                }
            }
        }
        for v in (0..n).filter(|&v| ended[v]) {
            lines.push(format!("v{v} : {}", ["P", "N", "L", "R", "D"][random.below(5) as usize]));
        }
        let text =
            format!("k := graph <{}>; q := q_values(k.v0); [q_values(component(Q = q)) == q, q]", lines.join("; "));
        let found = run(&mut session(), &text);
        assert!(found.starts_with("[true, "), "{text}: {found}");
    }
}
