//! What the language does, case by case: text in, text out, or `!!code` for an error and `??code` for a warning.
//!
//! The right-hand sides come from the theory (Conway, On Numbers and Games; Winning Ways; Smith 1966; Fraenkel's
//! Scenic trails) and from the reference of the language, not from running the program.

use cg::builtins;
use cg::eval::{Quiet, Session};
use cg_engine::notation::Notation;

/// Runs a text and gives what its last statement shows, or the code of the first error.
pub fn run(session: &mut Session, text: &str) -> String {
    let source = session.sources.add("test", text);
    let prepared = session.prepare(&source);
    if let Some(error) = prepared.diagnostics.iter().find(|d| d.is_error()) {
        return format!("!!{}", error.code);
    }
    let mut last = String::new();
    let mut warned = prepared.diagnostics.first().map(|w| w.code);
    for statement in &prepared.statements {
        let ran = session.execute(statement);
        warned = warned.or(ran.warnings.first().map(|w| w.code));
        let value = match ran.result {
            Ok(value) => value,
            Err(error) => return format!("!!{}", error.code),
        };
        last = match session.show(&value, Notation::Ascii, statement.span) {
            Ok(text) => text,
            Err(error) => return format!("!!{}", error.code),
        };
    }
    match warned {
        Some(code) => format!("??{code} {last}"),
        None => last,
    }
}

pub fn session() -> Session {
    Session::new(builtins::all(), Box::new(Quiet::default()))
}

/// Demands of every text that its last statement shows what stands beside it.
pub fn check(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let got = run(&mut session(), text);
        if got != *expected {
            wrong.push(format!("{text}\n    expected {expected}\n    got      {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn numbers_and_games() {
    check(&[
        ("<0,*|1>", "1/2"),
        ("*3 + up", "up + *3"),
        ("<9223372036854775807|>", "9223372036854775808"),
        ("<-9223372036854775808|>", "0"),
        ("<|-9223372036854775808>", "-9223372036854775809"),
        ("1/3", "1/3"),
        ("0.375", "3/8"),
        ("1/3 + 2/3", "1"),
        ("<2*|1>", "<2*|1>"),
        ("3* < 4", "true"),
        ("^*2", "up + *2"),
        ("-^3*2", "3*down + *2"),
        ("2^10", "1024"),
        ("2^-2", "1/4"),
        ("0^0", "1"),
        ("up^2 == <0|down*>", "true"),
        ("up^2 + *", "up^2 + *"),
        ("1 + up^2", "1 + up^2"),
        ("up^3 + *2", "up^3 + *2"),
        ("*2 - up^2", "-up^2 + *2"),
        ("up^2 == <0|down + *>", "true"),
        ("up²", "up^2"),
        ("±1/2", "+-1/2"),
        ("3±1", "<4|2>"),
        ("3+-1", "2"),
        ("+-(2, 1*)", "+-2"),
        ("<7|5||4|1>", "<7|5||4|1>"),
        ("<0|||1||2|3>", "1"),
        ("<0,*,*4>", "*2"),
        ("<>", "0"),
        ("<|>", "0"),
        ("{0|*}", "up"),
        ("{0,*} + 1", "!!call::kind"),
        ("{-1|99}", "0"),
        ("{1|11/8}", "5/4"),
        ("{1/4|1}", "1/2"),
        ("{0,+-1|2}", "1"),
        ("{-13,-20|-1,-4,-7}", "-8"),
        ("*3 + *5", "*6"),
        ("1/2 : 1/4", "9/16"),
        ("*5 : *6", "*11"),
        ("form <*|*> : 3 == up + up^2 + up^3", "true"),
        ("<0|up> == up + up + *", "true"),
        ("tiny(2)", "tiny(2)"),
        ("-tiny(1)", "miny(1)"),
        ("2 + +-1", "<3|1>"),
        ("<10^30|>", "1000000000000000000000000000001"),
        ("3 * up - 3*up", "0"),
        ("-3 * (+-1)", "+-1"),
        ("10^18 * *", "0"),
        ("(10^18 + 1) * *3", "*3"),
        ("2 * *3", "0"),
        ("2**3", "!!syntax::habit"),
        ("[1..5]", "!!syntax::range"),
        ("[1..5, 7]", "[[1, 2, 3, 4, 5], 7]"),
        ("[x for x in 1..3]", "[1, 2, 3]"),
        ("[1..3][0..1]", "!!syntax::range"),
    ]);
}

#[test]
fn relations() {
    check(&[
        ("0 || *", "true"),
        ("up || *", "true"),
        ("up > *2", "true"),
        ("up > 0 and up < 1/1024", "true"),
        ("1 <| *", "false"),
        ("-1 < *", "true"),
        ("* |> 0", "true"),
        ("+-1 || 1", "true"),
        ("+-1 || 2", "false"),
        ("*3 == 3", "??value::compared-with-number false"),
        ("*0 == 0", "true"),
        ("up <= up + *", "false"),
        ("2*up >= *", "true"),
        ("omega > 10^100", "true"),
        ("up < omega", "true"),
        ("inf(0,2) == inf(2,0)", "true"),
        ("inf(1) < inf(2)", "!!call::kind"),
        ("\"a\" < 1", "!!call::kind"),
        ("compare(up, *).relation", "\"||\""),
        ("-1 < 0 < 1", "!!syntax::chained-comparison"),
    ]);
}

#[test]
fn ordinals_and_gamma_values() {
    check(&[
        ("omega^2*3 + omega + 5", "omega^2*3 + omega + 5"),
        ("1 + omega", "omega + 1"),
        ("1 : omega", "omega"),
        ("omega : 1", "omega + 1"),
        ("[outcome(omega), outcomes(omega)]", "[L, [L, L]]"),
        ("[2 * inf(1), -1 * inf(1), 0 * inf(1)]", "[inf(), inf(1), 0]"),
        ("[*omega * 2, 3 * *omega]", "[0, *omega]"),
        ("nim_sum(omega + 1, omega)", "1"),
        ("*(omega+1) + *omega", "*"),
        ("omega - 1", "!!call::kind"),
        ("-omega", "!!number::surreal"),
        ("inf(0,2) + *2", "inf(0,2)"),
        ("-inf(1)", "inf(1)"),
        ("inf(1) + inf(2)", "inf()"),
        ("5 < inf()", "true"),
        ("5 + inf() == inf()", "true"),
    ]);
}

#[test]
fn lists_sets_and_functions() {
    check(&[
        ("{3,1,1}", "{1, 3}"),
        ("0..-1", "[]"),
        ("1..9 by 2", "[1, 3, 5, 7, 9]"),
        ("9..1 by -4", "[9, 5, 1]"),
        ("1..3 by 0", "!!list::step"),
        ("[x^2 for x in 1..5 if x != 3]", "[1, 4, 16, 25]"),
        ("[[a,b] for a in 1..2 for b in a..2]", "[[1, 1], [1, 2], [2, 2]]"),
        ("[a + b for (a, b) in [[1,2],[3,4]]]", "[3, 7]"),
        ("[0, x for x in 1..2, 9]", "[0, 1, 2, 9]"),
        ("[x for x in 1..3 for y in x..3 if y == 3 if x > 1]", "[2, 3]"),
        ("((x, y) -> x * y)(3, 4)", "12"),
        ("k := 2; f(x) := x + k; f(1); k := 5; f(1)", "6"),
        ("a := x -> y -> x + y; a(1)(2)", "3"),
        ("map(nim, [1, 2])", "[nim(1), nim(2)]"),
        ("[1,2,3][3]", "!!list::index"),
        ("len(1..10^12)", "1000000000000"),
        ("[x for x in 1..10^12]", "!!limit::size"),
        ("splits(6, 3)", "[[1, 1, 4], [1, 2, 3], [2, 2, 2]]"),
        ("splits(3, 4)", "[]"),
        ("fib(n) := if n < 2 then n else fib(n-1) + fib(n-2); fib(90)", "2880067194370816120"),
        (
            "even(n) := if n == 0 then true else odd(n-1); odd(n) := if n == 0 then false else even(n-1); even(10)",
            "true",
        ),
        ("f(n) := f(n); f(1)", "!!name::circular"),
        ("abs(1, 2)", "!!call::arity"),
        ("f(a) := a; f(1, 2)", "!!call::arity"),
        ("f(a, a) := a", "!!name::repeated"),
        ("3(4)", "!!syntax::missing-operator"),
        ("sum_list([1/2, *, up]) == 1/2 + * + up", "true"),
        ("f(n) := if n == 0 then [] else [f(n-1)]; f(5000)", "!!limit::nesting"),
    ]);
}

#[test]
fn functions_give_values_and_games_give_positions() {
    let kayles = "(n) := <k(a) + k(n-j-a) for j in 1..2 for a in 0..n-j>; ";
    check(&[
        (&format!("k{kayles}k(5)"), "*4"),
        (&format!("k{kayles}[k(n) for n in 0..11]"), "[0, *, *2, *3, *, *4, *3, *2, *, *4, *2, *6]"),
        (&format!("game k{kayles}k(5)"), "*4"),
        (&format!("game k{kayles}[k(5), k(2) + k(2)]"), "[k(5), k(2) + k(2)]"),
        (&format!("game k{kayles}nim_value(k(20))"), "1"),
        (&format!("game k{kayles}options(k(2))"), "[k(0) + k(1), k(1) + k(0), k(0) + k(0)]"),
        // Misere Kayles: 1 and 4 are P, and 9 is not (Winning Ways, ch. 13: P at 1, 4, 9, 12, 20).
        (&format!("game k{kayles}[n for n in 1..12 if outcome(k(n), misere) == P]"), "[1, 4, 9, 12]"),
        ("game f(n) := <f(n)>; f(1)", "inf()"),
        ("game f(n) := <f(n), 0>; gamma(f(1))", "inf(0)"),
        ("game f(n) := <f(n)>; is_loopy(f(1))", "true"),
        ("game g(n) := if n == 0 then nim(3) else g(n-1); g(5)", "*3"),
        ("game g(n) := if n == 0 then 0 else <g(n-1)|>; value(g(7))", "7"),
        ("game g(n) := if n > 0 then <g(n-1)>; nim_value(g(3))", "1"),
        (
            "game s(t, n) := <s(t, n-k) for k in t if k <= n>; [nim_value(s({1,3,4}, n)) for n in 0..7]",
            "[0, 1, 0, 1, 2, 3, 2, 0]",
        ),
        ("game s(t, n) := <s(t, n-k) for k in t if k <= n>; r := s({1,3}); [r, r(5)]", "[s({1, 3}), s({1, 3}, 5)]"),
        ("game g(n) := \"text\"; g(1) + 0", "!!game::not-a-position"),
        ("game g(n) := <g(n-1)/0>; g(1)", "!!call::kind"),
        ("game g(n) := <1/(n-5), g(n-1)>; g(7)", "!!number::division-by-zero"),
        // A rule that asks for the value of another position while it is being valued.
        ("game g(n) := if n == 0 then <> else if value(g(n-1)) == 0 then <0> else <>; g(9)", "*"),
        ("game g(n) := <value(g(n))>; g(1)", "!!value::none"),
        ("game g(n) := <g(n), g(n+1)>; g(0)", "!!limit::depth"),
    ]);
}

#[test]
fn forms_keep_what_is_written() {
    check(&[
        ("form <0,+-1|2>", "1"),
        ("[form <0,+-1|2>]", "[form <0,+-1|2>]"),
        ("[form <<0|>|{1|2}>]", "[form <<0|>|<1|2>>]"),
        ("left_options(form <0,+-1|2>)", "[0, +-1]"),
        ("[form <1|> + nim(2)]", "[form <1|> + nim(2)]"),
        ("[-form <1|>]", "[-form <1|>]"),
        ("-form <1|>", "-2"),
        ("form <*2, *3>", "0"),
        ("same(form <0>, form <0|0>)", "false"),
        ("form <0> == form <0|0>", "true"),
        ("outcome(form <form <0>>, misere)", "N"),
        ("outcome(up, misere)", "??value::forgets-play R"),
        ("outcome(*2, misere)", "N"),
        ("value(form <0|1> + form <0|1>)", "1"),
        ("G := +-3; <left(G)|right(G)> == G", "true"),
    ]);
}

#[test]
fn sums_and_misere_play() {
    check(&[
        ("nim(1) + nim(2)", "*3"),
        ("[nim(1) + nim(2)]", "[nim(1) + nim(2)]"),
        ("same(nim(1) + nim(2), nim(2) + nim(1))", "true"),
        ("same(nim(1, 2), nim(3))", "false"),
        ("nim(1) == *", "true"),
        ("outcome(nim(1, 1, 1), misere)", "P"),
        ("outcome(nim(1, 1), misere)", "N"),
        ("outcome(nim(2, 2), misere)", "P"),
        ("outcome(nim(2) + nim(2) + nim(1), misere)", "N"),
        ("outcome(nim(0), misere)", "N"),
        ("[2 * nim(3)]", "[nim(3) + nim(3)]"),
        ("2 * nim(3)", "0"),
        ("outcomes(up)", "[L, L]"),
        ("outcome(*, normal, L)", "L"),
        ("sum([nim(1), nim(2)], nim(4))", "*7"),
        ("10^7 * nim(3)", "!!limit::size"),
        ("[sum(conj, nim(2), sum(sel, nim(1), nim(3)))]", "[sum(conj, nim(2), sum(sel, nim(1), nim(3)))]"),
        // Smith 1966: conjunctive play has the least remoteness of its parts; that of nim(2) is 1, of nim(0) 0.
        ("outcome(sum(conj, nim(2), nim(0)))", "P"),
        ("outcome(sum(conj, up, nim(1)))", "??value::forgets-play N"),
        ("outcome(sum(conj, *2, nim(1)))", "N"),
        ("outcome(sum(conj, nim(2), nim(7)))", "N"),
        ("outcome(sum(conj_long, nim(2), nim(0)))", "N"),
        // A selective compound is P when all components are.
        ("outcome(sum(sel, nim(1, 1), nim(2, 2)))", "P"),
        ("outcome(sum(sel, nim(1, 1), nim(2)))", "N"),
        ("sum(sel, nim(5), nim(6))", "*11"),
        ("outcome(sum(sel, nim(1), nim(1)), misere)", "N"),
        ("g := graph <a -> b; b -> a, t; t>; outcome(sum(conj, g.a, g.b))", "N"),
        ("g := graph <a -> a, b; b -> a; t>; outcome(sum(sel, g.a, nim(1)))", "D"),
    ]);
}

#[test]
fn graphs() {
    check(&[
        ("g := graph <a -> b; b -> a, t; t>; [g.a, g[\"b\"]]", "[g.a, g.b]"),
        ("g := graph <a -> b; b -> a, t; t>; g.a", "0"),
        ("g := graph <a -> b; b -> a, t; t>; nim_value(g.b)", "1"),
        // Smith 1966: V1 <-> V2 -> V3 has outcomes P, N, P.
        ("g := graph <a -> b; b -> a, t; t>; [outcome(p) for p in [g.a, g.b, g.t]]", "[P, N, P]"),
        // Fraenkel, figure 7: 8 has value inf(1), 11 and 12 have inf(0), 1 has inf().
        ("g := graph <8 -> 7, 9; 7 -> 6; 9 -> 8>; g[8]", "inf(1)"),
        ("g := graph <11 -> 12, 10; 12 -> 11, 10>; gamma(g[11])", "inf(0)"),
        ("g := graph <4 -> 3, 5; 5 -> 4>; h := graph <8 -> 7, 9; 7 -> 6; 9 -> 8>; g[4] + h[8]", "inf(0)"),
        ("g := graph <4 -> 3, 5; 5 -> 4>; h := graph <8 -> 7, 9; 7 -> 6; 9 -> 8>; outcome(g[4] + h[8])", "N"),
        (
            "s := graph <n -> (n - k for k in {1,3,4} if k <= n) for n in 0..20>; [nim_value(s[n]) for n in 0..7]",
            "[0, 1, 0, 1, 2, 3, 2, 0]",
        ),
        ("p := graph <a -L> b; a -R> c; b -> c>; outcome(p.a)", "R"),
        ("p := graph <a -L> b; a -R> c; b -> c>; value(p.a)", "down"),
        ("h := graph <a -> b; b -> a, t; t : N>; outcome(h.a)", "D"),
        ("h := graph <b -> t; t : N>; nim_value(h.b)", "!!graph::terminal-class"),
        ("h := graph <b -> t; t : L>; outcome(h.b)", "L"),
        ("h := graph <b -> t; t : L>; outcome(h.b, misere)", "!!graph::terminal-class"),
        ("h := graph <a -> a; a -L> t; t : L>; outcome(h.a)", "L"),
        ("h := graph <a -L> t; a -R> b; b -> b; t : L>; outcome(h.a)", "Nhat"),
        ("h := graph <a -> b; a : N; b>", "!!graph::terminal-class"),
        ("g := graph <a -> b>; g.c", "!!graph::vertex"),
        ("graph <a -> b> + *", "0"),
    ]);
}

#[test]
fn who_starts_may_stand_alone() {
    check(&[
        ("outcome(*, L)", "L"),
        ("outcome(*, R)", "R"),
        ("outcome(*, misere, L)", "R"),
        ("outcome(*, L, R)", "!!call::kind"),
        ("f(x) := outcome(x, R); f(*)", "R"),
    ]);
}

#[test]
fn questions_about_values_take_every_number() {
    check(&[
        ("[is_number(1/3), is_number(omega), is_number(*omega)]", "[true, true, false]"),
        ("[is_integer(1/3), is_integer(omega), is_nimber(*omega)]", "[false, false, true]"),
        ("[is_infinitesimal(*omega), is_infinitesimal(1/3)]", "[true, false]"),
        ("is_number(\"a\")", "!!call::kind"),
        ("[is_all_small(g) for g in [0, 1, up, *3 + up, tiny(2)]]", "[true, false, true, true, false]"),
        ("[left_stop(<2|-1>), right_stop(<2|-1>)]", "[2, -1]"),
    ]);
}

#[test]
fn transfinite_heaps() {
    check(&[
        ("nim(omega)", "*omega"),
        ("nim(omega + 1, omega)", "*"),
        ("[nim(omega, 3)]", "[nim(omega, 3)]"),
        ("nim_value(nim(omega, 3))", "omega + 3"),
        ("nim(omega) + nim(3)", "*(omega + 3)"),
        ("nim(omega) - nim(omega)", "0"),
        ("*omega + nim(1)", "*(omega + 1)"),
        ("nim(omega) == *omega", "true"),
        ("outcome(nim(omega, omega), misere)", "P"),
        ("outcome(nim(omega), misere)", "N"),
        ("is_loopy(nim(omega))", "false"),
        ("options(nim(omega))", "!!value::none"),
        ("left(nim(omega))", "!!game::transfinite"),
        ("g := graph <a -> a, t; t>; g.a + nim(omega)", "inf(omega)"),
        ("nim(-1)", "!!call::kind"),
    ]);
}

#[test]
fn kinds_of_compound_have_names() {
    check(&[
        ("[disj, disj_short, conj, conj_long, sel]", "[disj, disj_short, conj, conj_long, sel]"),
        ("sum(conj, nim(1), nim(2))", "*"),
        ("f(conj) := conj + 1; f(2)", "3"),
    ]);
}

#[test]
fn tables_and_differences_as_written() {
    check(&[
        ("table([[1, up], [2, *]])", "| 1 | up |\n| 2 | *  |"),
        ("table([[1, 2]], [\"a\", \"b\"])", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("[1 - nim(2)]", "[1 - nim(2)]"),
        ("[form <1|> - form <2|0>]", "[form <1|> - form <2|0>]"),
        ("[(graph <a -> b>).a]", "[graph.a]"),
    ]);
}

#[test]
fn names_and_slips() {
    check(&[
        ("kayls(3)", "!!name::unknown"),
        ("f(n) := g(n)", "!!name::unknown"),
        ("f(n) := g(n); g(n) := n + 1; f(1)", "2"),
        ("f(1); f(n) := n", "!!name::unknown"),
        ("N := 3", "!!name::reserved"),
        ("on := 3", "!!name::reserved"),
        ("f(over) := over + 1; f(2)", "3"),
        ("f(N) := N + 1; f(2)", "3"),
        ("[N for N in 1..2]", "[1, 2]"),
        ("on", "!!name::reserved"),
        ("mean(5) := 3", "!!syntax::parameter"),
        ("x = 3", "!!syntax::equals"),
        ("3.up", "!!syntax::number-dot"),
        ("7|5||4|1", "!!syntax::bar-outside"),
        ("{x | x in {1,2}}", "!!syntax::set-builder"),
        ("up*2", "!!syntax::two-readings"),
        ("1/0", "!!number::division-by-zero"),
        ("<1/3|>", "!!number::not-a-game"),
        ("*99999999999999999999", "*99999999999999999999"),
        ("2^(10^9)", "!!limit::size"),
        ("check 1 + 1 == 3", "!!check::failed"),
        ("check 1 + 1 == 2; 5", "5"),
        ("import \"nowhere.cg\"", "!!import::missing"),
        ("birthday(n) := n; birthday(3)", "??name::shadows 3"),
    ]);
}

#[test]
fn redefinition_forgets_what_was_computed() {
    let mut s = session();
    assert_eq!(run(&mut s, "f(n) := n; g(n) := f(n) + 1; g(3)"), "4");
    assert_eq!(run(&mut s, "f(n) := 10*n; g(3)"), "31");
    assert_eq!(run(&mut s, "game a(n) := <a(n-1) for i in 1..1 if (n > 0)>; p := a(3); p"), "*");
    assert_eq!(run(&mut s, "game a(n) := <0 for i in 1..1 if n == 9>; p"), "0");
}

#[test]
fn failures_keep_every_binding() {
    let mut s = session();
    assert_eq!(run(&mut s, "x := +-3; y := [x, up]; p := nim(3) + form <x|0>"), "nothing");
    assert_eq!(run(&mut s, "f(n) := <n|f(n-1)>; [f(k) for k in 1..9 if 2^(10^9) == k]"), "!!limit::size");
    assert_eq!(run(&mut s, "z := tiny(7) + 1/0"), "!!number::division-by-zero");
    assert_eq!(run(&mut s, "z"), "!!name::unknown");
    assert_eq!(run(&mut s, "[x, y]"), "[+-3, [+-3, up]]");
    assert_eq!(run(&mut s, "[p]"), "[nim(3) + form <+-3|0>]");
    assert_eq!(run(&mut s, "w := tiny(7); [w, x + w == tiny(7) + x]"), "[tiny(7), true]");
}

#[test]
fn compaction_keeps_what_names_reach() {
    let mut s = session();
    run(&mut s, "x := +-3; f(n) := <n|-n>; y := [x, tiny(f(3))]; g := graph <a -> b>; c := (n -> x)");
    run(
        &mut s,
        "p := form <x, f(4)|nim(2) + *3>; game k(t, n) := <k(t, n-i) for i in t if i <= n>; q := k({1, 2}, 7) + p",
    );
    let before = run(&mut s, "[x, y, p, q, g.a, c(1), {up, x, *3, 1/2}]");
    run(&mut s, "[f(n) + f(n+1) for n in 1..200]; value(q); sum_list([f(n) for n in 1..9])");
    let (games, positions) = (s.games.len(), s.positions.len());
    s.compact();
    assert!(s.games.len() < games / 4, "{} of {games} values kept", s.games.len());
    assert!(s.positions.len() <= positions);
    assert_eq!(run(&mut s, "[x, y, p, q, g.a, c(1), {up, x, *3, 1/2}]"), before);
    assert_eq!(run(&mut s, "[nim_value(k({1, 2}, n)) for n in 0..5]"), "[0, 1, 2, 0, 1, 2]");
    assert_eq!(run(&mut s, "value(p) == <x, f(4)|nim(2) + *3>"), "true");
}

/// A world whose every write is a mistake.
struct Trap;

impl cg::eval::Host for Trap {
    fn write(&mut self, _text: &str) -> std::io::Result<()> {
        panic!("the trap has closed")
    }

    fn read_file(&mut self, _path: &str) -> std::io::Result<String> {
        Err(std::io::ErrorKind::NotFound.into())
    }
}

#[test]
fn a_panic_is_an_error_and_the_session_goes_on() {
    let mut session = Session::new(builtins::all(), Box::new(Trap));
    assert_eq!(run(&mut session, "x := <0|1> + *7; f(n) := <f(a) for a in 0..n-1>; f(5)"), "*5");
    assert_eq!(run(&mut session, "sum_list([+-n for n in 1..8]); print(1)"), "!!internal::panic");
    assert_eq!(
        run(&mut session, "game g(n) := <g(n-k) for k in 1..2 if k <= n>; [outcome(g(7)), print(2)]"),
        "!!internal::panic"
    );
    assert_eq!(run(&mut session, "x + f(9)"), "1/2 + *14");
    assert_eq!(run(&mut session, "outcome(g(7))"), "N");
}

#[test]
fn what_an_interrupt_leaves_is_freed_later_and_all_is_as_it_was() {
    use std::sync::atomic::Ordering;
    let mut session = session();
    assert_eq!(
        run(&mut session, "x := [[1, 2], [3]]; f(n) := [n, f(n-1)][0]; game S(T, n) := <S([n, 1], n+1) for k in T>"),
        "nothing"
    );
    for long in ["[[y, x] for y in 1..10^7]", "f(10^9)", "outcome(S([1, 2], 1))"] {
        let flag = session.budget().interrupt_flag();
        let timer = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(200));
            flag.store(true, Ordering::SeqCst);
        });
        assert_eq!(run(&mut session, long), "!!limit::interrupted", "{long}");
        timer.join().unwrap();
        session.budget().interrupt_flag().store(false, Ordering::SeqCst);
        assert_eq!(run(&mut session, "x"), "[[1, 2], [3]]", "{long}");
    }
}
