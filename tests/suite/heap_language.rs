//! Games on heaps as a person asks for them: codes and their errors, sequences, P-positions, packed lists.
//!
//! Values come from the literature (Guy and Smith 1956; Winning Ways, ch. 4; Ferguson 1974; Fraenkel's Scenic trails) or
//! from plain searches written here from the definitions.

use std::collections::HashMap;
use std::rc::Rc;

use cg::eval::Session;
use cg::value::{Integers, List, Value};

use crate::language::{run, session};
use crate::random_graph::Random;

#[test]
fn codes_that_are_none() {
    let many = "7".repeat(5_000);
    assert_eq!(
        run(&mut session(), &format!("nim_value(code(\"0.{many}\", 40))")),
        run(&mut session(), "nim_value(code(\"0.[7]\", 40))")
    );
}

#[test]
fn a_million_values_take_a_megabyte() {
    let mut session = session();
    run(&mut session, "s := sequence(kayles, 10^6)");
    match session.variable("s") {
        Some(Value::List(list)) => assert_eq!(list.numbers().map(Integers::bytes), Some(1_000_000)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_last_zero_is_asked_about() {
    let mut session = session();
    let source = session.sources.add("test", "code(\"0.770\", 5)");
    let prepared = session.prepare(&source);
    let ran = session.execute(&prepared.statements[0]);
    assert!(ran.warnings[0].message.contains("Kayles"), "{:?}", ran.warnings);
    assert!(ran.warnings[0].help.as_deref().is_some_and(|help| help.contains("`\"0.[770]\"`")), "{:?}", ran.warnings);
}

/// The moves of a game: from heaps to heaps.
type Moves = fn(&[u64]) -> Vec<Vec<u64>>;

/// Who wins, by the definition: P-positions of a game of a fixed number of heaps.
struct Search {
    moves: Moves,
    misere: bool,
    lost: HashMap<Vec<u64>, bool>,
}

impl Search {
    fn is_lost(&mut self, heaps: &[u64]) -> bool {
        if let Some(&lost) = self.lost.get(heaps) {
            return lost;
        }
        let options = (self.moves)(heaps);
        let lost = if options.is_empty() { !self.misere } else { options.iter().all(|option| !self.is_lost(option)) };
        self.lost.insert(heaps.to_vec(), lost);
        lost
    }

    fn all(moves: Moves, misere: bool, most: u64, heaps: usize) -> Vec<Vec<u64>> {
        let mut search = Search { moves, misere, lost: HashMap::new() };
        let mut all = vec![vec![]];
        for _ in 0..heaps {
            all = all
                .into_iter()
                .flat_map(|parts: Vec<u64>| (0..=most).map(move |p| [&parts[..], &[p]].concat()))
                .collect();
        }
        all.retain(|parts| search.is_lost(parts));
        all
    }
}

fn with(heaps: &[u64], at: usize, heap: u64) -> Vec<u64> {
    let mut next = heaps.to_vec();
    next[at] = heap;
    next
}

fn nim(heaps: &[u64]) -> Vec<Vec<u64>> {
    (0..heaps.len()).flat_map(|i| (0..heaps[i]).map(move |h| with(heaps, i, h))).collect()
}

fn wythoff(heaps: &[u64]) -> Vec<Vec<u64>> {
    let both = (1..=heaps[0].min(heaps[1])).map(|k| vec![heaps[0] - k, heaps[1] - k]);
    nim(heaps).into_iter().chain(both).collect()
}

/// Two heaps that are not alike: from the first one or two, from the second one or three.
fn lopsided(heaps: &[u64]) -> Vec<Vec<u64>> {
    let moves = [(0, 1), (0, 2), (1, 1), (1, 3)];
    moves.iter().filter(|(i, k)| heaps[*i] >= *k).map(|&(i, k)| with(heaps, i, heaps[i] - k)).collect()
}

fn subtraction(heaps: &[u64]) -> Vec<Vec<u64>> {
    [1, 3, 4].iter().filter(|&&k| heaps[0] >= k).map(|k| vec![heaps[0] - k]).collect()
}

#[test]
fn p_positions_against_a_plain_search() {
    let definitions =
        "game W(a, b) := <W(a-k, b) for k in 1..a, W(a, b-k) for k in 1..b, W(a-k, b-k) for k in 1..min(a, b)>
        game T(a, b) := <T(a-k, b) for k in 1..2 if k <= a, T(a, b-k) for k in [1, 3] if k <= b>\n";
    for misere in [false, true] {
        let convention = if misere { "misere" } else { "normal" };
        let cases: [(&str, Moves, u64, usize, bool); 5] = [
            ("nim", nim, 7, 2, true),
            ("nim", nim, 5, 3, true),
            ("W", wythoff, 14, 2, true),
            ("T", lopsided, 9, 2, false),
            ("subtraction({1,3,4})", subtraction, 40, 1, false),
        ];
        for (rule, moves, most, heaps, symmetric) in cases {
            let mut wanted = Search::all(moves, misere, most, heaps);
            if symmetric {
                wanted.retain(|parts| parts.is_sorted());
            }
            let written: Vec<String> = wanted
                .iter()
                .map(|parts| if heaps == 1 { parts[0].to_string() } else { format!("{parts:?}") })
                .collect();
            let asked = format!("{definitions}p_positions({rule}, {most}, {convention}, {heaps})");
            assert_eq!(run(&mut session(), &asked), format!("[{}]", written.join(", ")), "{rule} {convention}");
        }
    }
}

fn both(session: &mut Session, numbers: &[u64]) {
    let packed: Integers = numbers.iter().copied().collect();
    let plain = numbers.iter().map(|&n| Value::integer(n.into())).collect();
    session.set_variable("packed", Value::List(Rc::new(List::packed(packed))));
    session.set_variable("plain", Value::list(plain));
}

#[test]
fn packed_lists_are_lists() {
    let questions = [
        "xs",
        "len(xs)",
        "max(xs)",
        "min(xs)",
        "sum_list(xs)",
        "xs[0]",
        "xs[len(xs) - 1]",
        "xs[len(xs)]",
        "xs[1..3]",
        "xs[0..-1]",
        "contains(xs, 3)",
        "contains(xs, 300)",
        "contains(xs, 70000)",
        "contains(xs, -1)",
        "contains(xs, 1/2)",
        "sort(xs)",
        "reverse(xs)",
        "unique(xs)",
        "mex(xs)",
        "xs + xs",
        "xs + [1/2]",
        "[x + 1 for x in xs if x < 5]",
        "{x for x in xs}",
        "map(x -> x + 1, xs)",
        "filter(x -> x < 5, xs)",
        "{xs, [1, 2]}",
        "text(xs)",
        "f(ys) := len(ys); f(xs)",
        "game g(ys, n) := <g(ys, n-1) for k in 1..n if k == 1>; g(xs, 3)",
    ];
    let mut random = Random(1);
    for below in [4, 300, 70_000, 5_000_000_000] {
        for len in [0, 1, 2, 5, 40] {
            let numbers: Vec<u64> = (0..len).map(|_| random.next() % below).collect();
            for question in questions {
                let [packed, plain] = ["packed", "plain"].map(|list| {
                    let mut session = session();
                    both(&mut session, &numbers);
                    run(&mut session, &question.replace("xs", list)).replace(list, "xs")
                });
                assert_eq!(packed, plain, "{question} of {numbers:?}");
            }
            let mut session = session();
            both(&mut session, &numbers);
            check_true(&mut session, "packed == plain and plain == packed and packed == packed");
            check_true(&mut session, "len({packed, plain}) == 1 and unique([packed, plain]) == [plain]");
            check_true(&mut session, "f(ys) := len(ys); f(packed) == f(plain)");
            check_true(
                &mut session,
                "packed + [1] != packed and sort([packed + [1], plain]) == sort([plain + [1], packed])",
            );
        }
    }
}

fn check_true(session: &mut Session, text: &str) {
    assert_eq!(run(session, text), "true", "{text}");
}

#[test]
fn integers_take_as_many_bytes_as_they_need() {
    for (largest, bytes) in
        [(0u64, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4), (u32::MAX as u64, 4), (1 << 32, 8)]
    {
        let integers: Integers = [1, 0, largest, 7].into_iter().collect();
        assert_eq!(integers.bytes(), 4 * bytes);
        assert_eq!(integers.iter().collect::<Vec<_>>(), [1, 0, largest, 7]);
        assert_eq!(integers.sum(), 8 + largest as u128);
    }
}
