//! Everything that is a value prints in a form that the language itself reads back as the same value.

use cg::eval::{Builtin, IntoValue, Place, Session, game_value, loopy_value};
use cg::show::{worth_or_outcome, written_out};
use cg::value::Value;
use cg_engine::games::GameId;
use cg_engine::notation::Notation;
use cg_engine::positions::{Context, Options, options};

use crate::certificate::random_draft;
use crate::engine_laws::born_by;
use crate::language::session;
use crate::random_graph::{Random, rounds};

/// The value of a text.
fn read(session: &mut Session, text: &str) -> Value {
    let source = session.sources.add("printed", text);
    let prepared = session.prepare(&source);
    assert!(!prepared.has_errors(), "{text}: {:?}", prepared.diagnostics);
    let mut last = Value::Nothing;
    for statement in &prepared.statements {
        last = session.execute(statement).result.unwrap_or_else(|e| panic!("{text}: {}", e.message));
    }
    last
}

fn reads_back(session: &mut Session, value: &Value) {
    for notation in [Notation::Ascii, Notation::Unicode] {
        let text = session.written(value, notation).unwrap();
        let again = read(session, &text);
        assert!(again == *value, "{text} reads back as {:?}", session.written(&again, notation));
    }
}

#[test]
fn all_games_born_by_day_3() {
    let mut session = session();
    let (values, _) = born_by(&mut session.games, 3);
    assert_eq!(values.len(), 1474);
    for g in values {
        let value = game_value(&session.games, g);
        reads_back(&mut session, &value);
    }
}

#[test]
fn loopy_values_at_random() {
    let mut session = session();
    let mut random = Random(41);
    let (mut loopy, mut sided) = (0, 0);
    for round in 0..rounds(3000) {
        let draft = random_draft(&mut random, 1 + round as u64 % 6, &mut session.loopy());
        for sides in session.loopy().sides(&draft).unwrap() {
            let Some(value) = sides.value() else { continue };
            let value = loopy_value(&session.games, value);
            if let Value::Loopy(value) = value {
                loopy += 1;
                sided += usize::from(value.stopper().is_none());
            }
            reads_back(&mut session, &value);
        }
    }
    assert!(loopy > rounds(1000) && sided > rounds(100), "{loopy} loopy values, {sided} of two sides");
}

#[test]
fn larger_games_at_random() {
    let mut session = session();
    let (values, _) = born_by(&mut session.games, 3);
    let mut random = Random(3);
    let mut pool: Vec<GameId> = values;
    for _ in 0..rounds(1500) {
        let mut any = |pool: &[GameId]| pool[random.below(pool.len() as u64) as usize];
        let (a, b, c, d) = (any(&pool), any(&pool), any(&pool), any(&pool));
        let g = match random.below(4) {
            0 => session.games.sum(a, b).unwrap(),
            1 => session.games.from_options(&[a, b], &[c]).unwrap(),
            2 => session.games.from_options(&[a], &[c, d]).unwrap(),
            _ => session.games.multiple(&3.into(), a).unwrap(),
        };
        let value = game_value(&session.games, g);
        if session.written(&value, Notation::Ascii).unwrap().contains("too large") {
            continue;
        }
        reads_back(&mut session, &value);
        pool.push(g);
    }
}

/// Values of all kinds, positions of every ruleset among them.
const VALUES: &[&str] = &[
    "1/3",
    "omega^(omega - 1)*3 - 1/(omega^(1/2)*2)",
    "-7/12",
    "omega^(omega + 1)*2 + omega^2 + 7",
    "*(omega^2 + 3)",
    "inf()",
    "inf(0,2)",
    "N",
    "Phat",
    "misere",
    "disj",
    "\"a \\\"quoted\\\" text\\n\"",
    "[1, [up, {2, 3}], \"x\"]",
    "{1/2, *2, tiny(1)}",
    "true",
    "nim",
    "-(1/2)",
    "subtraction({1, 3, 4})",
    "[]",
    "{}",
    "1..5000",
    "nim(3, 5) + nim(2)",
    "form <0,form <1|>|*>",
    "-form <1|2>",
    "domineering(\"..#/...\")",
    "toads_frogs(\"T_F/TT_\")",
    "clobber(\"xo./#x.\")",
    "konane(\"..x/o.x\")",
    "col(\"..x/o#.\")",
    "snort(\"..x/o#.\")",
    "nogo(\"..x/o#.\")",
    "amazons(\"..x/o#.\")",
    "fission(\"..x/.#x\")",
    "cram(\"..#/.#.\")",
    "cannibal_clobber(\"xxo/#x.\")",
    "elephants(\"x..o/o.x\")",
    "toppling_dominoes(\"LRE/EL\")",
    "toppling_dominoes(\"\")",
    "col(graph <a -- b; b -- c>, \"x.#\")",
    "snort(graph <1 -- 2, 3>)",
    "turning(mock_turtles, \"THHT\")",
    "turning(ruler, \"\")",
    "product(ruler, twins, \"HT/TH\")",
    "product(nim(2), kayles(3))",
    "acrostic(moebius, turtles, \"HT/TH\")",
    "staircase(1, 0, 2)",
    "silver_dollar(\".$..$.\")",
    "northcott([[0, 3], [4, 1]])",
    "northcott([[0, 3]], 9)",
    "euclid(3, 5)",
    "fibonacci_nim(9)",
    "fibonacci_nim(9, 2)",
    "maundy_cake(4, 6)",
    "eatcake(4, 2)",
    "partizan_code(\"0.3\", \"0.7\", 5)",
    "impartial(clobber)",
    "impartial(partizan_subtraction({1}, {2}))",
    "node_kayles(graph <\"a b\" -- b; c>, \".#.\")",
    "arc_kayles(graph <a -> a, b; b -> a>)",
    "node_kayles(graph <>)",
    "poset({[1, 2], [1, 3]}, {3})",
    "poset([[\"a\", \"b\", \"c\"], [[1, 2]]])",
    "poset(graph <a -> b; c>, {\"b\"})",
    "poset({})",
    "hackendot(graph <r -> a, b; a -> c>, {\"a\"})",
    "subset_takeaway(3, {{1}, {2, 3}})",
    "kotzig(100, {1, 2}, [0, 2])",
    "form <*2> + *3",
    "hackenbush <0 -B- 1; 1 -R- 2>",
    "-(form <|> + form <1|>)",
    "backsliding_toads(\"T_F/_T\")",
    "fox_geese(\"G.G./..F.\", 2)",
    "all_but({1, 2}, 5)",
    "lasker(4)",
    "sprague_even(4)",
    "sprague_any(4)",
    "split_or_take(4, 5)",
    "scoring(3, 7)",
    "nimania([2, [1, 3]], 4)",
    "f(k) := k + 1; hydra(f, [2, [1, 3]], 4)",
    "hydra(n -> 2*n, 3)",
    "hydra(n -> if n < 3 then 1 # few\n else 2, [2, [1, 3]], 4)",
    "hydra(subtraction, 0)",
    "f(k, xs) := n -> k*n + sum(xs); hydra(f(3, [1, 2]), 2)",
    "f(k) := n -> m -> k*n + m; f(3)(4)",
    "n -> <n | (m -> m + 1)(n)>",
    "(x, y) -> [x, y, \"#\"]",
    "game w(f, n) := <w(f, m) for m below n>; [w(n -> n, 3), w(nim, 2), w(subtraction({1, 2}), 1), w(misere, 1), w(disj, 1)]",
    "wythoff(3, 5)",
    "wythoff3(1, 2, 3)",
    "heap_join(kayles, subtraction({3}), 7)",
    "partizan_join(octal(\"0.77\"), nim, 4)",
    "cake_product(nim(2), kayles(3) + nim(1))",
    "take({[1, 0], [1, 1]}, 2, 3)",
    "cyclic_nimhoff(3, 2, 4)",
    "power_nimhoff(2, 3, 5)",
    "welter(0, 2, 5)",
    "moore(2, 3, 4, 5)",
    "chomp([3, 2, 2])",
    "turtles(\"HT\")",
    "sum(sel, nim(2), nim(3))",
    "component(R = 4)",
    "dollars(2, 3)",
    "octal(\"0.137\", 5)",
    "dawson(5)",
    "dawson_kayles(5)",
    "treblecross(7)",
    "grundy_game(5)",
    "mock_turtles(\"HHT\")",
    "ruler(\"HT\")",
    "twins(\"HTH\")",
    "triplets(\"HTHH\")",
    "moebius(\"HTHHTH\")",
    "mogul(\"HT\")",
    "moidores(\"HT\")",
    "hackenbush(\"BRG\")",
    "cutcake(3, 4)",
    "seating(2, \"L5R\")",
    "g := graph <a -> b, c; b -> a>; geography(g.a)",
    "g := graph <a -> b, c; b -> a>; edge_geography(g.a)",
    "g := graph <a -> b; b -> a>; without_repetition(g.a)",
    "form <points(5/2)|points(-3)> + points(1)",
    "form <again(nim(2)),entail(nim(1))>",
    "dots_and_boxes(\"+-+ +/|   |/+ +-+\")",
    "strings_and_coins([[0, 1], [1, 2]])",
    "nimstring([[0, 1], [1, 2]])",
    "top_entails(4)",
    "tie",
    "loony",
    "kings(\"xo./#.x\")",
    "knights(\"xo./#.x\")",
    "mem(4, 2)",
    "gen_mem((m, j) -> j != m, 4, 2)",
    "rooks(\"xo./#.x\")",
    "queens(\"xo./#.x\")",
    "clobber(\"xo./#.x\", steps = king)",
    "clobber(\"xo./..x\", steps = [[0, 1], [1, 1]])",
    "anti_clobber(\"xo./#.x\")",
    "king_dirt(\"xo./#.x\", steps = knight)",
    "quelhas(\"..#/...\")",
    "ski_jumps(\"L.r/R.l/...\")",
    "sheep([[3, 0], [0, -12]])",
    "toads_frogs(\"TFF_\", jumps = 1..2)",
    "hot_clobber(\"xo./#.x\")",
    "dicotic(domineering(2, 3))",
    "-twisted(domineering(2, 3))",
    "dicotic(clobber)",
    "twisted(partizan_subtraction({1}, {2}))",
    "turn_and_eatcake(4, 2)",
    "partizan_euclid(7, 5)",
    "take_away(3/2, 9, 2)",
    "take_away(m -> m + 1, 9, 2)",
    "turning(\"2-3,6C\", \"THHT\")",
    "turning(\"sym\", \"THHT\")",
    "motley(\"HT\")",
    "mock_turtle_fives(\"HT\")",
    "triplet_fives(\"HTHH\")",
    "ruler_fives(\"HT\")",
    "turnips(\"HTHTH\")",
    "grunt(\"HTHH\")",
    "sym(\"HTHT\")",
    "sympler(\"HTHT\")",
    "hackenbush([[0, \"B\", 1], [1, \"R\", \"top\"], [1, \"G\", 3]])",
    "treblecross(\".....x.....\")",
    "sprouts(3)",
    "sprouts(\"0.1aa1.}bc.}bc.}\")",
    "brussels_sprouts(2)",
    "brussels_sprouts([[4, 2], [3]])",
    "node_kayles(path_graph(3), \".#.\")",
    "fjords(\"x../o#.\")",
    "fjords(path_graph(3), \"x.o\")",
    "gen_col(\".o\", \".xo\", \"x../o#.\")",
    "gen_col(\".\", \"\", path_graph(3), \"x.o\")",
    "partizan_arc_kayles(graph <a -L> b; b -R> c; c -- d>, \"..#.\")",
    "weighted_arc_kayles(path_graph(3), [2, 0, 3])",
    "digraph_placement(graph <a -> b; b -> c>, \"xo#\")",
    "childish_hackenbush(\"BRG\")",
    "childish_hackenbush([[0, \"B\", \"a\"], [\"a\", \"R\", 0]])",
];

#[test]
fn other_values() {
    let mut session = session();
    for text in VALUES {
        let value = read(&mut session, text);
        reads_back(&mut session, &value);
    }
}

/// A misère form stands for itself where a literal stands for its value. Read back it is the literal with the same moves,
/// whose misère form it is.
const FORMS: [&str; 2] = ["misere_form", "mate"];
/// A call of each function that makes a misère form of two.
const FORMS_OF_TWO: [&str; 3] = [
    "misere_link(nim(2), form <*3>)",
    "distinguisher(form <form <*2>, 0>, form <form <*2>, *>)",
    "misere_minus(form <form <*2>>, form <*2>)",
];

#[test]
fn misere_forms() {
    let mut session = session();
    let texts = ["nim(2, 2)", "nim(3) + kayles(4)", "octal(\"0.35\", 8)", "kayles(9)", "nim(2, 2, 3)"];
    let calls = texts.iter().flat_map(|text| FORMS.map(|name| format!("{name}({text})")));
    for call in calls.chain(FORMS_OF_TWO.map(String::from)) {
        let form = read(&mut session, &call);
        let written = session.written(&form, Notation::Ascii).unwrap();
        let again = read(&mut session, &format!("misere_form({written})"));
        assert!(again == form, "{written} of {call}");
    }
}

/// What holds functions without a name is told apart by where it lies; it is written all the same, unless it is too long.
#[test]
fn functions_of_functions() {
    let mut session = session();
    let deep = "g(h) := n -> h(n) + 1; x := k -> k; for i in 1..5 do x := g(x) end;";
    let written = |session: &mut Session, text: &str| {
        let value = read(session, text);
        session.written(&value, Notation::Ascii).unwrap()
    };
    let text = written(&mut session, &format!("{deep} [hydra(x, 2)]"));
    assert_eq!(written(&mut session, &text), text);
    let function = written(&mut session, "x");
    assert_eq!(written(&mut session, &format!("({function})(7)")), "12");
    let text = written(&mut session, "for i in 1..5000 do x := g(x) end; [x, x]");
    assert!(text.len() < 200_000 && text.contains("..."), "{} bytes", text.len());
}

/// A name may have got another meaning since.
#[test]
fn functions_of_names_that_have_changed() {
    let mut session = session();
    for (text, same) in [
        ("(n -> 2*n) == (n -> 2*n)", true),
        ("(n -> 2*n) == (n -> 3*n)", false),
        ("(n -> 2*n) == (m -> 2*m)", false),
        ("f(k) := n -> k*n; f(3) == f(3)", true),
        ("f(3) == f(4)", false),
        ("x := n -> n + tiny(1); x == (n -> n+tiny(1))", true),
        ("tiny(n) := n; x == (n -> n + tiny(1))", false),
        ("k := 5; (n -> k*n) == f(5)", false),
    ] {
        assert!(read(&mut session, text) == Value::Boolean(same), "{text}");
    }
}

#[test]
fn every_ruleset_is_among_the_values() {
    let position = <Place as IntoValue>::KIND;
    let makes_form =
        |name: &str| FORMS.contains(&name) || FORMS_OF_TWO.iter().any(|call| call.split('(').next() == Some(name));
    let makes_positions = |row: &&Builtin| row.result == position && !row.constant && !makes_form(row.name);
    let is_there = |row: &&Builtin| VALUES.iter().any(|text| text.contains(&format!("{}(", row.name)));
    let missing: Vec<&str> =
        cg::builtins::all().filter(makes_positions).filter(|row| !is_there(row)).map(|row| row.name).collect();
    assert!(missing.is_empty(), "these make positions, and none of theirs stands among the `VALUES`: {missing:?}");
}

/// A board in the browser knows a position by its text alone, whatever it was made of.
#[test]
fn positions_on_graphs_without_a_name() {
    let own = "f(g, h) := sum(conj, g.a, g.b, h.a);";
    for (text, whole) in [
        ("(graph <a -> b>).a", "(graph <a -> b>).a"),
        ("(graph <1 -> 2; 2 -> 3>)[1]", "(graph <1 -> 2; 2 -> 3>)[1]"),
        ("(graph <a -> b>).a + nim(2)", "(graph_1 -> graph_1.a + nim(2))(graph <a -> b>)"),
        ("-(graph <a -L> b>).a", "(graph_1 -> -graph_1.a)(graph <a -L> b>)"),
        ("sum(annihilation, (graph <a -> b, c>).a)", "(graph_1 -> sum(annihilation, graph_1.a))(graph <a -> b, c>)"),
        (
            "f(graph <a -> b; b -> a>, graph <a -> c>)",
            "((graph_1, graph_2) -> sum(conj, graph_1.a, graph_1.b, graph_2.a))(graph <a -- b>, graph <a -> c>)",
        ),
        ("geography((graph <a -> b, c>).a)", "(graph_1 -> geography(graph_1.a))(graph <a -> b, c>)"),
        ("edge_geography((graph <a -> b, c>).a)", "(graph_1 -> edge_geography(graph_1.a))(graph <a -> b, c>)"),
        ("nim(2, 3)", "nim(2, 3)"),
    ] {
        let mut first = session();
        read(&mut first, own);
        let Value::Position(p) = read(&mut first, text) else { panic!("{text} is no position") };
        let written = written_out(&mut first, p).expect("a text");
        assert_eq!(written, whole);
        let mut second = session();
        let Value::Position(same) = read(&mut second, &written) else { panic!("{written} is no position") };
        assert_eq!(written_out(&mut second, same).expect("a text"), written);
        let worth = |session: &mut Session, p| {
            let worth = worth_or_outcome(session, p).expect("a value");
            session.written(&worth, Notation::Ascii).expect("a text")
        };
        assert_eq!(worth(&mut first, p), worth(&mut second, same), "{text}");
        // After a move, too.
        let mut moves = Options::default();
        options(p, &mut first, &mut moves).expect("moves");
        for q in moves.left.into_iter().chain(moves.right) {
            let written = written_out(&mut first, q).expect("a text");
            let Value::Position(same) = read(&mut second, &written) else { continue };
            assert_eq!(worth(&mut first, q), worth(&mut second, same), "{written}");
        }
    }
}

/// A name that means another graph by now does not lead back to the position.
#[test]
fn positions_on_graphs_that_have_lost_their_name() {
    let mut session = session();
    let Value::Position(p) = read(&mut session, "g := graph <a -> b>; g.a") else { panic!("a position") };
    assert_eq!(written_out(&mut session, p).expect("a text"), "g.a");
    read(&mut session, "g := graph <a -> b; b -> c>; graph_1 := 7");
    assert_eq!(written_out(&mut session, p).expect("a text"), "(graph <a -> b>).a");
    let Value::Position(p) = read(&mut session, "_p := p -> p + nim(1); _p((graph <x -> y>).x)") else { return };
    assert_eq!(written_out(&mut session, p).expect("a text"), "(graph_2 -> graph_2.x + nim(1))(graph <x -> y>)");
}
