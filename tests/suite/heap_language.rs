//! Games on heaps as a person asks for them: codes and their errors, sequences, P-positions, packed lists.
//!
//! Values come from the literature (Guy and Smith 1956; Winning Ways, ch. 4; Ferguson 1974; Fraenkel's Scenic trails) or
//! from plain searches written here from the definitions.

use std::collections::HashMap;
use std::rc::Rc;

use cg::eval::Session;
use cg::value::{Integers, List, Value};

use crate::language::{check, run, session};
use crate::random_graph::Random;

#[test]
fn first_values() {
    check(&[
        ("sequence(kayles, 21)", "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]"),
        ("sequence(octal(\"0.07\"), 21)", "[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]"),
        ("sequence(dawson_kayles, 21) == sequence(octal(\"0.07\"), 21)", "true"),
        ("sequence(dawson, 50) == sequence(n -> *nim_value(dawson_kayles(n+1)), 50)", "true"),
        ("sequence(grundy_game, 21)", "[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]"),
        ("sequence(code(\"0.3F\"), 21)", "[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11]"),
        (
            "[nim_value(treblecross(n)) == nim_value(octal(\"0.007\", n + 2)) for n in 0..40] == [true for n in 0..40]",
            "true",
        ),
        ("sequence(subtraction({1,3,4}), 15)", "[0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0]"),
        ("sequence(nim, 6)", "[0, 1, 2, 3, 4, 5]"),
        ("sequence(kayles, 0)", "[]"),
        ("values(kayles, 6)", "[0, *, *2, *3, *, *4]"),
        ("values(n -> cutcake(2, n + 1), 6)", "[-1, 0, 0, 1, 1, 2]"),
    ]);
}

#[test]
fn sequences_of_rules_of_ones_own() {
    let kayles = "K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>; ";
    let partizan = "game J(n) := <J(n-1) for k in 1..n if k == 1|J(n-2) for k in 2..n if k == 2>; ";
    let loopy = "game F(n) := <F(n), F(n-1) for k in 1..n if k == 1>; ";
    check(&[
        (&format!("{kayles}sequence(K, 12)"), "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]"),
        (&format!("{kayles}values(K, 6)"), "[0, *, *2, *3, *, *4]"),
        (&format!("game {kayles}sequence(K, 12)"), "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]"),
        (&format!("game {kayles}values(K, 6)"), "[0, *, *2, *3, *, *4]"),
        (&format!("{partizan}sequence(J, 3)"), "!!position::not-impartial"),
        // From one counter only Left can move; from two she leaves 1, and he nothing.
        (&format!("{partizan}values(J, 3)"), "[0, 1, <1|0>]"),
        // A heap with a pass never ends: its moves are to itself and to heaps of γ-value inf(...).
        (&format!("{loopy}sequence(F, 2)"), "[inf(), inf()]"),
        (
            "g := graph <n -> (n - k for k in {1,3,4} if k <= n) for n in 0..20>; sequence(g, 9)",
            "[0, 1, 0, 1, 2, 3, 2, 0, 1]",
        ),
        ("game S(T, n) := <S(T, n-k) for k in T if k <= n>; sequence(S({1,3,4}), 9)", "[0, 1, 0, 1, 2, 3, 2, 0, 1]"),
        ("sequence(n -> n, 5)", "!!position::not-impartial"),
        ("values(n -> n, 5)", "[0, 1, 2, 3, 4]"),
        ("values(n -> text(n), 5)", "!!call::kind"),
    ]);
}

#[test]
fn positions_print_as_they_were_made() {
    check(&[
        ("options(kayles(2))", "[kayles(1), kayles(0)]"),
        ("options(kayles(3))", "[kayles(2), kayles(1) + kayles(1), kayles(1)]"),
        ("options(octal(\"0.77\", 2))", "[octal(\"0.77\", 1), octal(\"0.77\", 0)]"),
        ("options(code(\".77\", 2))", "[code(\"0.77\", 1), code(\"0.77\", 0)]"),
        (
            "options(code(\"4.\" + \"0\", 5))",
            "[code(\"4.0\", 1) + code(\"4.0\", 4), code(\"4.0\", 2) + code(\"4.0\", 3)]",
        ),
        (
            "options(code(\"0.[770]\", 4))",
            "[code(\"0.[770]\", 3), code(\"0.[770]\", 1) + code(\"0.[770]\", 2), code(\"0.[770]\", 2), code(\"0.[770]\", 1) + code(\"0.[770]\", 1), code(\"0.[770]\", 0)]",
        ),
        ("options(code(\"0.[1]\", 3))", "[code(\"0.[1]\", 0)]"),
        ("options(code(\"0.[1]\", 10^18))", "[code(\"0.[1]\", 0)]"),
        (
            "options(code(\"0.00F\", 6))",
            "[code(\"0.00F\", 3), code(\"0.00F\", 1) + code(\"0.00F\", 2), code(\"0.00F\", 1) + code(\"0.00F\", 1) + code(\"0.00F\", 1)]",
        ),
        ("options(grundy_game(6))", "[grundy_game(1) + grundy_game(5), grundy_game(2) + grundy_game(4)]"),
        ("options(dawson(5))", "[dawson(3), dawson(2), dawson(1) + dawson(1)]"),
        ("options(treblecross(6))", "[treblecross(3), treblecross(2), treblecross(1)]"),
        ("options(treblecross(1))", "[treblecross(0)]"),
        ("[kayles, octal(\"0.77\"), grundy_game]", "[kayles, octal(\"0.77\"), grundy_game]"),
        ("winning_moves(kayles(5))", "[kayles(2) + kayles(2)]"),
    ]);
}

#[test]
fn codes_that_are_none() {
    check(&[
        ("octal(\"0.8\")", "!!ruleset::argument"),
        ("octal(\"0.8\", 3)", "!!ruleset::argument"),
        ("octal(0.77)", "!!ruleset::argument"),
        ("octal(0.77, 5)", "!!ruleset::argument"),
        ("code(\".\", 5)", "!!ruleset::argument"),
        ("code(\"\", 5)", "!!ruleset::argument"),
        ("code(\"77\", 5)", "!!ruleset::argument"),
        ("code(\"0.77x\", 5)", "!!ruleset::argument"),
        ("code(\"0.3f\", 5)", "!!ruleset::argument"),
        ("code(\"1.7\", 5)", "!!ruleset::argument"),
        ("code(\"44.7\", 5)", "!!ruleset::argument"),
        ("code(\"0.[]\", 5)", "!!ruleset::argument"),
        ("code(\"0.[7\", 5)", "!!ruleset::argument"),
        ("code(\"0.[7]7\", 5)", "!!ruleset::argument"),
        ("code([7, 7], 5)", "!!call::kind"),
        ("code(\"0.770\", 5)", "??ruleset::last-zero *4"),
        ("code(\"0.0\", 5)", "0"),
        ("code(\"0.[0]\", 5)", "0"),
        ("kayles(-1)", "!!call::kind"),
        ("options(kayles(10^18))", "!!limit::size"),
        ("options(code(\"0.[770]\", 10^18))", "!!limit::size"),
        ("options(code(\"4.\" + \"Z\", 10^18))", "!!limit::size"),
        ("sequence(kayles, 10^12)", "!!limit::size"),
        ("sequence(kayles, -1)", "!!call::kind"),
        ("sequence(kayles(4), 5)", "!!call::kind"),
        ("sequence(subtraction, 5)", "!!call::kind"),
        ("sequence(cutcake, 5)", "!!call::kind"),
        ("sequence(7, 5)", "!!call::kind"),
        ("p_positions(nim, 10^9)", "!!limit::size"),
        ("p_positions(kayles, 5, normal, 2)", "!!call::kind"),
    ]);
    let many = "7".repeat(5_000);
    assert_eq!(
        run(&mut session(), &format!("nim_value(code(\"0.{many}\", 40))")),
        run(&mut session(), "nim_value(code(\"0.[7]\", 40))")
    );
}

#[test]
fn periods() {
    let kayles = "preperiod 71, period 12, saltus 0, exceptions [0, 3, 6, ...], ";
    let own = "(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>; ";
    check(&[
        ("period(kayles)", &format!("{kayles}proved")),
        ("period(octal(\"0.77\"), 10^9)", &format!("{kayles}proved")),
        // Guy and Smith 1956; Winning Ways, ch. 4.
        ("period(kayles).exceptions", "[0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]"),
        ("period(dawson).exceptions", "[0, 14, 16, 17, 31, 34, 51]"),
        ("p := period(dawson_kayles); [p.preperiod, p.period, p.saltus, p.proved]", "[53, 34, 0, true]"),
        ("p := period(octal(\"0.127\")); [p.preperiod, p.period, p.proved]", "[46578, 4, true]"),
        ("p := period(octal(\"0.644\")); [p.preperiod, p.period, p.proved]", "[3256, 442, true]"),
        // Flammenkamp's tables of octal games, without a word on how far to look.
        ("p := period(octal(\"0.376\")); [p.preperiod, p.period, p.proved]", "[2268248, 4, true]"),
        // Ferguson 1974: the last exception is 156.
        ("p := period(code(\"0.[770]\")); [p.preperiod, p.period]", "[157, 3]"),
        ("p := period(code(\"0.3F\"), 1000); [p.preperiod, p.period, p.saltus, p.proved]", "[0, 6, 3, false]"),
        ("period(treblecross, 2000)", "not periodic up to 2000"),
        ("period(grundy_game, 2000)", "not periodic up to 2000"),
        ("period(grundy_game, 2000).period", "nothing"),
        ("period(grundy_game, 2000).proved", "false"),
        ("period(kayles, 100).proved", "false"),
        (&format!("K{own}period(K, 300)"), &format!("{kayles}observed up to 300")),
        (&format!("game K{own}period(K, 300)"), &format!("{kayles}observed up to 300")),
        (&format!("game K{own}period(K, 100)"), "not periodic up to 100"),
        ("period(subtraction({1,3,4}), 200)", "preperiod 0, period 7, saltus 0, exceptions [], proved"),
        ("period(nim, 200)", "preperiod 0, period 1, saltus 1, exceptions [], observed up to 200"),
        // Loops: every heap is worth inf().
        (
            "game F(n) := <F(n), F(n-1) for k in 1..n if k == 1>; period(F, 40)",
            "preperiod 0, period 1, saltus 0, exceptions [], observed up to 40",
        ),
        ("game J(n) := <J(n-1) for k in 1..n if k == 1|>; period(J)", "!!position::not-impartial"),
        ("period(kayles(3))", "!!call::kind"),
        ("period(nim, 10^12)", "!!limit::size"),
    ]);
}

#[test]
fn heaps_beyond_all_computing() {
    check(&[
        // 10^18 leaves 4 on division by 12, and Kayles repeats 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7.
        ("nim_value(kayles(10^18))", "1"),
        ("nim_value(octal(\"0.77\", 10^18 + 1))", "4"),
        ("kayles(10^18) + kayles(10^18 + 1)", "*5"),
        ("outcome(kayles(10^18))", "N"),
        ("outcome(kayles(10^18) + kayles(10^18))", "P"),
        ("nim_value(dawson(10^18)) == nim_value(dawson_kayles(10^18 + 1))", "true"),
        ("max(sequence(kayles, 10^6))", "8"),
        ("len(sequence(kayles, 10^6))", "1000000"),
        ("sequence(kayles, 10^6) == sequence(code(\"0.77\"), 10^6)", "true"),
        ("p_positions(kayles, 10^6)", "[0]"),
        ("values(kayles, 10^5)[99999] == *nim_value(kayles(99999))", "true"),
        // More or less known sequences inside compounds, searches and explanations.
        ("remoteness(kayles(2))", "1"),
        ("outcome(kayles(4), misere)", "P"),
        ("outcome(sum(conj, kayles(2), kayles(5)))", "N"),
        ("who_wins(kayles(10^18))", "\"the next player wins\""),
    ]);
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

/// What a message offers, as one text.
fn told(text: &str) -> String {
    let mut session = session();
    let source = session.sources.add("test", text);
    let prepared = session.prepare(&source);
    let mut said = String::new();
    for statement in &prepared.statements {
        let ran = session.execute(statement);
        let error = ran.result.err().map(|e| *e);
        for diagnostic in ran.warnings.into_iter().chain(error) {
            said += &format!("{} / {}\n", diagnostic.message, diagnostic.help.unwrap_or_default());
        }
    }
    said
}

#[test]
fn slips_are_answered_with_the_thing_meant() {
    for (slip, offered) in [
        ("octal(0.77)", "`octal(\"0.77\")`"),
        ("octal(0.007, 5)", "`octal(\"0.007\")`"),
        ("code(4.3, 5)", "`code(\"4.3\")`"),
        ("octal(77)", "`octal(\"0.77\")`"),
        ("octal(\"0.8\")", "`code(\"0.8\")`"),
        ("code(\"0.3f\", 5)", "`\"0.3F\"`"),
        ("code(\"0.770\", 5)", "Kayles"),
        ("code(\"0.770\", 5)", "`\"0.[770]\"`"),
        ("sequence(subtraction, 5)", "`sequence(subtraction(S), 10)`"),
        ("sequence(kayles(3), 5)", "`kayles` is a ruleset"),
        ("game J(n) := <J(n-1) for k in 1..n if k == 1|>; sequence(J, 3)", "`values(J, n)`"),
    ] {
        assert!(told(slip).contains(offered), "{slip}: {}", told(slip));
    }
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

#[test]
fn p_positions_of_the_literature() {
    check(&[
        // Wythoff 1907: floor(k phi), floor(k phi^2).
        (
            "game W(a, b) := <W(a-k, b) for k in 1..a, W(a, b-k) for k in 1..b, W(a-k, b-k) for k in 1..min(a, b)>; p_positions(W, 13)",
            "[[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13]]",
        ),
        ("p_positions(subtraction({1,3,4}), 15)", "[0, 2, 7, 9, 14]"),
        ("p_positions(kayles, 100)", "[0]"),
        // Winning Ways, ch. 13: single rows of Kayles that the mover loses in misère play.
        ("p_positions(kayles, 12, misere)", "[1, 4, 9, 12]"),
        // Dawson's Kayles: the heaps of value 0 below 34 and the exceptions.
        ("p_positions(dawson_kayles, 34)", "[0, 1, 5, 9, 15, 21, 25, 29]"),
        // Nim with at most one heap above 1 is exchanged in misère play (Bouton 1901).
        ("p_positions(nim, 1, misere)", "[[0, 1]]"),
        ("p_positions(nim, 1)", "[[0, 0], [1, 1]]"),
        // Of a function that gives values: the games equal to 0. Conway's table of Cutcake begins with row 1.
        ("p_positions((m, n) -> cutcake(m + 1, n + 1), 3)", "[[0, 0], [1, 1], [1, 2], [2, 2], [3, 3]]"),
    ]);
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
