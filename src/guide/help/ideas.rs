//! The few ideas that the rest leans on.

use super::topic::topics;

topics! {
    /// Ideas.
    IDEAS, "Ideas";

    /// A game under normal play with its canonical form: what can be added.
    ///
    /// A value is a number, a nimber, any short partizan game, an ordinal or transfinite nimber, or the γ-value
    /// `inf(K)` of a loopy impartial position. Two games with the same value can stand for each other in every sum,
    /// those with the same γ-value in every sum of impartial games. So a value has forgotten how it is played; `form`
    /// keeps that. A literal `<L|R>` is a value. It prints as the shortest standard name, which reads back as the same
    /// value (Conway, On Numbers and Games, ch. 7 to 10).
    /// <0|1>  #=> 1/2
    /// <0,*,*4>  #=> *2
    /// See: position, form, <L|R>
    "value": "value" "values" "kinds";

    /// A place to move from, kept as it stands: heap, board, vertex, sum.
    ///
    /// At top level a position prints its value if it has one, else its outcome; inside a list it prints as it is
    /// written. Where a value is wanted it is evaluated; `+`, `-` and `n *` with a position give a position, so that
    /// misère play can still be asked of the sum. `==` compares values, `same` compares positions.
    /// nim(3) + nim(5)  #=> *6
    /// [nim(3) + nim(5)]  #=> [nim(3) + nim(5)]
    /// See: value, ruleset, options, outcome, same
    "position": "position" "positions";

    /// What makes positions: built in, a graph, or your own `game`.
    ///
    /// One call gives a position. With the heaps left off it is the ruleset itself, which can be given a heap later.
    /// subtraction({1,3,4})  #=> subtraction({1, 3, 4})
    /// subtraction({1,3,4})(6)  #=> *2
    /// See: game, graph
    "ruleset": "ruleset" "rulesets";

    /// Who wins: N, P, L or R, and D where neither can force a win.
    ///
    /// N: the next player; P: the previous player, so the one to move loses; L and R: Left or Right, whoever starts.
    /// Play that can go on for ever may be drawn: D. With moves of one player only, a player may win as one starter
    /// and draw as the other: `Nhat` and `Phat` (Left wins as next, as previous player), `Ncheck` and `Pcheck`
    /// (Right does).
    /// outcome(1)  #=> L
    /// outcome(*)  #=> N
    /// See: outcome, outcomes, who_wins
    "N P L R D": "outcome" "outcomes" "class" "classes";

    /// Whether a player who cannot move loses (normal) or wins (misere).
    ///
    /// Values belong to normal play. Misère play is asked of positions, as a second argument; it is found by a theorem where one
    /// holds, such as Bouton's for Nim, else by search.
    /// outcome(nim(1) + nim(1), normal)  #=> P
    /// outcome(nim(1) + nim(1), misere)  #=> N
    /// See: outcome, form
    "normal, misere": "convention" "misère" "misere" "normal";

    /// How tightly things bind, from the tightest.
    ///
    /// call, `xs[i]`, `g.a` · `^` power, to the right · unary `-` · `*` and `/` · `:` ordinal sum, to the right · `+`
    /// and `-` · `..` · `==` `!=` `<` `<=` `>` `>=` `||` `<|` `|>`, not chained · `not` · `and` · `or` · `if`, `->`.
    ///
    /// Options of a literal are sums: a comparison inside one needs parentheses.
    /// -2^2  #=> -4
    /// not 1 == 2 and true  #=> true
    /// See: operators
    "a + b * c": "precedence" "priority" "binding";
}
