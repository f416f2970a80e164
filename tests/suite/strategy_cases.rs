//! Good moves, security levels, dollars and cents as a person asks for them. The right-hand sides come from Smith 1966,
//! Fraenkel's Scenic trails and Bouton, or can be found by hand.

use crate::language::check;

#[test]
fn in_the_language() {
    check(&[
        // Smith 1966, section 4: both v1 and v3 are lost for the next player, but only v3 ends play.
        ("g := graph <v1 -> v2; v2 -> v1, v3; v3>; winning_moves(g.v2)", "[g.v3]"),
        ("g := graph <v1 -> v2; v2 -> v1, v3; v3>; best_moves(g.v2)", "[g.v3, g.v1]"),
        ("g := graph <v1 -> v2; v2 -> v1, v3; v3>; [winning_moves(g.v1), best_moves(g.v1)]", "[[], [g.v2]]"),
        // Bouton; large heaps are not run through.
        ("winning_moves(nim(10^18, 10^17, 3)) == [nim(nim_sum(10^17, 3), 10^17, 3)]", "true"),
        ("winning_moves(nim(10^9) + nim(5))", "[nim(5) + nim(5)]"),
        ("winning_moves(nim(10^9) - nim(5))", "[nim(5) - nim(5)]"),
        ("len(winning_moves(sum_list([nim(k) for k in 1..300])))", "45"),
        ("winning_moves(nim(10^9, 10^9))", "[]"),
        ("winning_moves(nim(10^9, 1, 1), misere)", "[nim(1, 1, 1)]"),
        ("winning_moves(nim(omega, 4, omega^2))", "[nim(omega, 4, omega + 4)]"),
        ("best_moves(nim(10^9, 10^9))", "!!limit::size"),
        // Fraenkel, Scenic trails, figure 7: 4 has value 1 and 8 has inf(1), so from 8 one goes to 7 of value 1.
        (
            "h := graph <1 -> 2; 2 -> 1; 3; 5 -> 4; 4 -> 5, 3; 6; 7 -> 6; 8 -> 7, 9; 9 -> 8; 10; 11 -> 12, 10; 12 -> 11, 10>; \
             winning_moves(h[4] + h[8])",
            "[h[4] + h[7]]",
        ),
        // Figures 10, 13, 14 as reconstructed: the one winning move of the whole is from y4 to y3.
        ("g := graph <y0 -> y3, y4; y3 -> y2; y2 -> y1; y1 -> y0, y4; y4 -> y2, y3>; winning_moves(g.y4 + g.y4)", "[]"),
        // A drawn sum too large to search: two parts without a value, and moves that keep them both.
        (
            "g := graph <n -> mod(n + 1, 3001) for n in 0..3000>; best_moves(g[17] + g[18])",
            "[g[18] + g[18], g[17] + g[19]]",
        ),
        // Partizan: the players differ.
        ("winning_moves(form <0,+-1|2>)", "[[0], []]"),
        ("winning_moves(form <0,+-1|2>, L)", "[0]"),
        ("winning_moves(form <0,+-1|2>, R)", "[]"),
        ("best_moves(form <0,1|2>, R)", "[2]"),
        ("winning_moves(form <0,1|2>, misere, L, R)", "!!call::arity"),
        ("winning_moves(nim(3), L, R)", "!!call::kind"),
        ("winning_moves(omega)", "!!call::kind"),
        ("winning_moves(0)", "[]"),
        // Compounds.
        (
            "winning_moves(sum(conj, nim(2), nim(3)))",
            "[sum(conj, nim(0), nim(0)), sum(conj, nim(0), nim(1)), sum(conj, nim(0), nim(2)), sum(conj, nim(1), nim(0))]",
        ),
        // Terminal classes: Smith 1966, section 5, cases (i) to (iv).
        (
            "g := graph <a -> b, c; b -> t; c -> u; t : N; u : D>; [q_values(g.a), q_values(g.a, R)]",
            "[[3, 3, 3], [3, 3, 3]]",
        ),
        (
            "g := graph <a -> s, t; s : 5; t : -3>; [best_moves(g.a), q_values(g.a, 5), q_values(g.a, 6), q_values(g.a, 5, R)]",
            "[[[g.s], [g.t]], [1], [2], [1]]",
        ),
        (
            "g := graph <a -> s, t; s : 5; t : -3>; [security(g.a).left, security(g.a, R).left]",
            "[\"bounded win\", \"bounded loss\"]",
        ),
        (
            "g := graph <a -> b; b -> a>; security(g.a)",
            "Left to move: Left is sure of an unterminated draw, Right of an unterminated draw",
        ),
        (
            "g := graph <a -> b, t; b -> a; t : R>; [security(g.a).left, security(g.a).right, security(g.a).q_left]",
            "[\"unterminated draw, or bounded loss\", \"unterminated draw\", [inf(), inf(), 1]]",
        ),
        ("q_values(nim(3), *)", "!!call::kind"),
        ("q_values(nim(3), P)", "!!call::kind"),
        // Smith 1966, section 11.
        ("[security(dollars(1, 1)).left, security(dollars(1, 1)).right]", "[\"win\", \"bounded loss\"]"),
        ("q_values(dollars(1, 2))", "[omega + 2, omega + 2, 5]"),
        ("q_values(dollars(1, 2), R)", "[omega + 2, omega + 2, 5]"),
        ("security(dollars(3, 0)).right", "\"win\""),
        ("[outcome(dollars(10^9, 7)), outcome(dollars(10^9, 8)), outcome(dollars(10^9, 8), misere)]", "[N, P, N]"),
        ("dollars(2, 3)", "*"),
        ("nim_value(dollars(1, 0) + dollars(0, 1))", "1"),
        ("options(dollars(1, 0))", "!!value::none"),
        ("options(dollars(1, 0, 100))", "[dollars(0, 99, 100)]"),
        ("winning_moves(dollars(1, 1))", "[dollars(1, 0)]"),
        ("dollars(1, 1, 0)", "!!ruleset::argument"),
        ("[is_impartial(dollars(1, 0)), is_loopy(dollars(1, 0))]", "[true, false]"),
        ("security(nim(omega, 3))", "!!value::none"),
    ]);
}
