//! How long play lasts, components of which only values are known, and explanations. The numbers are Smith's (Graphs
//! and composite games, 1966) or were found by hand from the definitions.

use cg_engine::games::{Budget, Games, Player};
use cg_engine::ordinals::Length;
use cg_engine::positions::{self, About, Context, Convention, Engine, Question, position};
use cg_engine::rulesets::nim::Nim;

use crate::language::{check, run, session};

#[test]
fn lengths_of_play() {
    check(&[
        ("distance(nim(3, 4))", "7"),
        ("distance(nim(3) + nim(4))", "7"),
        ("distance(nim(omega, omega, 5))", "omega*2 + 5"),
        ("distance(nim(10^6, 10^6))", "2000000"),
        ("[remoteness(nim(n)) for n in 0..3]", "[0, 1, 1, 1]"),
        ("[remoteness(nim(n), misere) for n in 0..3]", "[1, 2, 3, 3]"),
        ("[suspense(nim(n)) for n in 0..3]", "[0, 1, 1, 1]"),
        ("[suspense(nim(n), misere) for n in 0..3]", "[1, 2, 3, 3]"),
        ("remoteness(nim(omega, omega))", "omega"),
        ("remoteness(nim(omega) + *5, misere)", "11"),
        ("outcome(nim(100) + nim(200) + *300, misere)", "N"),
        ("outcome(nim(omega) + nim(omega), misere)", "P"),
        ("remoteness(nim(omega + 1, omega))", "omega + 1"),
        // Smith 1966, section 4.
        ("g := graph <a -> b; b -> a, t; t>; [distance(v) for v in [g.a, g.b, g.t]]", "[inf(), inf(), 0]"),
        ("g := graph <a -> b; b -> a, t; t>; [remoteness(v) for v in [g.a, g.b, g.t]]", "[2, 1, 0]"),
        ("g := graph <a -> b; b -> a, t; t>; [outcome(v) for v in [g.a, g.b, g.t]]", "[P, N, P]"),
        // From a the winner goes to b and back as often as he likes, and wins all the same.
        ("g := graph <a -> b; b -> a, t; t>; [suspense(v) for v in [g.a, g.b, g.t]]", "[inf(), inf(), 0]"),
        ("g := graph <a -> b; b -> a, t; t>; remoteness(g.b, misere)", "inf()"),
        ("g := graph <a -> b; b -> a>; [distance(g.a), remoteness(g.a), suspense(g.a)]", "[inf(), inf(), inf()]"),
        // The players move in turn, so a walk along one player's arrows is no play.
        ("g := graph <a -L> b; b -L> c; c>; distance(g.a)", "[1, 0]"),
        ("g := graph <a -L> b; b -L> c; c>; distance(g.a, L)", "1"),
        ("remoteness(form <0|*>)", "[1, 2]"),
        ("remoteness(form <0|*>, misere)", "[2, 3]"),
        ("remoteness(form <0|*>, misere, R)", "3"),
        ("remoteness(form <0|*>, R)", "2"),
        ("remoteness(up)", "??value::forgets-play [1, 2]"),
        ("remoteness(-form <0|*>)", "[2, 1]"),
        ("remoteness(*3)", "1"),
        ("distance(*3 + nim(2))", "5"),
        ("remoteness(nim(3), L, R)", "!!call::kind"),
        ("g := graph <a -> t; t : N>; remoteness(g.a)", "!!graph::terminal-class"),
        ("g := graph <a -> t; t : N>; outcome(g.a + nim(1))", "!!graph::terminal-class"),
        ("g := graph <a -> t; t : N>; outcome(sum(sel, g.a, nim(1)))", "!!graph::terminal-class"),
        ("g := graph <a -L> t; t : L>; outcomes(-g.a)", "[R, R]"),
    ]);
}

/// Equations 8, 9, 12, 13 and 15 of Smith 1966, and the suspense of Winning Ways, ch. 9.
#[test]
fn compounds_by_theorem() {
    check(&[
        ("distance(sum(conj, nim(3), nim(5)))", "3"),
        ("distance(sum(sel, nim(3), nim(5)))", "8"),
        ("distance(sum(conj_long, nim(3), nim(5)))", "5"),
        ("distance(sum(disj_short, nim(3), nim(5)))", "7"),
        ("remoteness(sum(conj, nim(2, 2), nim(3, 3)))", "4"),
        ("remoteness(sum(sel, nim(2, 2), nim(3, 3)))", "10"),
        ("remoteness(sum(sel, nim(2, 2), nim(3), nim(5)))", "5"),
        ("remoteness(sum(conj, nim(2), nim(3)), misere)", "3"),
        ("suspense(sum(conj_long, nim(2, 2), nim(1)))", "2"),
        ("outcome(sum(sel, nim(1), nim(1)), misere)", "N"),
        ("outcome(sum(sel, nim(2, 2), nim(1, 1)), misere)", "P"),
        ("g := graph <a -> b; b -> a>; outcome(sum(sel, g.a, nim(3)))", "D"),
        ("g := graph <a -> b; b -> a>; outcome(sum(conj, g.a, nim(3)))", "N"),
        // Foreclosed: a Kayles heap is won at 1 and 2, and play is in what is left.
        ("outcome(sum(disj_short, nim(1), nim(5)))", "N"),
        ("outcome(sum(conj, nim(0), nim(5)))", "P"),
        ("outcome(sum(sel_short, nim(0), nim(5)), misere)", "N"),
        // Smith's rule for last-player-losing play is false with cycles: these have a true draw.
        (
            "a := graph <0; 1 -> 2, 3; 2; 3 -> 1; 4 -> 0, 1, 2, 4>; b := graph <0; 1 -> 1, 2, 3; 2 -> 2; 3 -> 0, 2, 3>; \
             outcome(sum(sel, a[1], b[3]), misere)",
            "D",
        ),
        // One hundred thousand parts, and a hundred compounds inside one another.
        ("remoteness(sum(conj, [nim(2, 2) for k in 1..100000]))", "4"),
        (
            "f(n) := if n == 0 then nim(3, 3) else sum(if mod(n, 2) == 0 then sel else conj, f(n-1), nim(2, 2)); remoteness(f(100))",
            "8",
        ),
    ]);
}

#[test]
fn components_by_their_values() {
    check(&[
        // Smith 1966, section 11: $1.01 and $1.02, with even exchange.
        ("remoteness(sum(conj, component(R = omega + 1), component(R = omega + 2)))", "omega + 1"),
        ("outcome(sum(conj, component(R = omega + 1), component(R = omega + 2)))", "N"),
        ("remoteness(sum(sel, component(R = omega + 1), component(R = omega*2 + 3)))", "omega*3 + 3"),
        ("remoteness(sum(sel, component(R = 3), component(R = inf())))", "inf()"),
        ("distance(component(D = omega) + component(D = omega + 1))", "omega*2 + 1"),
        ("distance(sum(conj, component(D = omega), component(D = inf())))", "omega"),
        ("remoteness(sum(conj, component(R_misere = 4), component(R_misere = 3)), misere)", "3"),
        ("component(G = 3) + nim(5)", "*6"),
        ("gamma(component(G = inf(0,2)) + component(G = *3))", "inf(1,3)"),
        ("gamma(component(G = omega) + nim(omega, 1))", "*"),
        ("outcome(component(G = omega) + nim(omega))", "P"),
        ("outcome(component(G = inf(1)))", "D"),
        ("component(R = 3)", "N"),
        ("component(D = 3)", "component(D = 3)"),
        ("[component(D = omega, R_misere = 4)]", "[component(D = omega, R_misere = 4)]"),
        ("remoteness(component(D = 4))", "!!value::none"),
        ("suspense(component(R = 4))", "!!value::none"),
        ("options(component(R = 4))", "!!value::none"),
        ("remoteness(component(R = 4) + nim(2))", "!!value::none"),
        ("component()", "!!ruleset::argument"),
        ("component(D = 3, R = 5)", "!!ruleset::argument"),
        ("component(R = 3, G = 0)", "!!ruleset::argument"),
        ("component(D = 0, R_misere = 2)", "!!ruleset::argument"),
        ("component(Q = [1, 2])", "!!ruleset::argument"),
        ("component(R = -1)", "!!call::kind"),
    ]);
}

#[test]
fn explanations_name_the_theorem_and_its_data() {
    let text = run(&mut session(), "explain(sum(conj, component(R = 5), component(R = 3), component(R = inf())))");
    assert!(text.contains("remoteness 3 = the least of 5, 3, inf() (Smith 1966, eq. 9)"), "{text}");
    let text = run(&mut session(), "explain(kayles(8), misere)");
    assert!(text.contains("by search through "), "{text}");
    let text = run(&mut session(), "explain(nim(2, 1) + form <0, *>, misere)");
    assert!(text.contains("by Bouton's rule, since conditions A1 to A5 hold (Ferguson 1974, theorem 2)"), "{text}");
    check(&[
        (
            "[s[1] for s in explain(sum(conj, nim(2, 2), nim(5))).steps]",
            "[\"outcome\", \"remoteness\", \"remoteness\", \"remoteness\"]",
        ),
        (
            "explain(up, outcome)",
            "Left starts:\n  up: outcome L, since its value is up\nRight starts:\n  up: outcome L, since its value is up",
        ),
    ]);
}

/// Deep and wide compounds, whose moves nobody could list.
#[test]
fn large_compounds() {
    let tower = "f(n) := if n == 0 then nim(3, 3) else sum(if mod(n, 2) == 0 then sel else conj, f(n-1), nim(2, 2)); ";
    check(&[
        (&format!("{tower}remoteness(f(20000))"), "8"),
        (&format!("{tower}outcome(f(20000), misere)"), "P"),
        (&format!("{tower}distance(f(20000))"), "8"),
        (&format!("{tower}len(options(f(5000)))"), "!!limit::size"),
        ("f(n) := if n == 0 then nim(3) else sum(conj_long, f(n-1), nim(1)); len(options(f(20000)))", "3"),
        ("remoteness(sum(sel, [nim(2, 2) for k in 1..1000]))", "4000"),
        ("sum(sel, [nim(2, 2) for k in 1..1000])", "P"),
        ("outcome(sum(sel_short, [nim(2) for k in 1..1000]))", "N"),
        ("remoteness(sum(conj_long, [nim(5, 6) for k in 1..30]))", "!!limit::size"),
        ("suspense(sum(conj_long, [nim(2, 2) for k in 1..30]))", "2"),
    ]);
}

/// Bouton's rule, and the lengths known for one and two heaps, against a search that knows neither.
#[test]
fn nim_by_its_rules() {
    fn twin(heaps: &[u64; 3], misere: bool) -> u32 {
        let mut odd: Option<u32> = None;
        let mut even: Option<u32> = None;
        for i in 0..3 {
            for left in 0..heaps[i] {
                let mut next = *heaps;
                next[i] = left;
                let after = twin(&next, misere);
                if after.is_multiple_of(2) {
                    even = Some(even.map_or(after, |e| e.min(after)));
                } else {
                    odd = Some(odd.map_or(after, |o| o.max(after)));
                }
            }
        }
        even.or(odd).map_or(misere as u32, |after| after + 1)
    }
    let mut engine = Engine::new(Games::new(Budget::unlimited()));
    let ruleset = engine.positions().ruleset("nim", || positions::Closed(Nim));
    for heaps in (0..64u64).map(|i| [i % 4, i / 4 % 4, i / 16]) {
        let p = position(&mut engine, ruleset, &heaps.to_vec());
        for convention in [Convention::Normal, Convention::Misere] {
            let question = Question::new(About::Remoteness, convention, Player::Left);
            let expected = twin(&heaps, convention == Convention::Misere);
            assert_eq!(positions::length(p, question, &mut engine).unwrap(), Length::from(expected), "{heaps:?}");
            let outcome = question.with(About::Outcome);
            let verdict = positions::ask(p, outcome, &mut engine).unwrap().answer.verdict();
            assert_eq!(verdict, positions::by_parity(&Length::from(expected)), "{heaps:?}, {convention:?}");
        }
    }
}
