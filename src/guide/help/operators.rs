//! Signs and words between operands.

use super::topic::topics;

topics! {
    /// Operators, from the tightest.
    OPERATORS, "Operators";

    /// A call, with arguments in order or by name.
    /// nim_sum(3, 5)  #=> 6
    /// domineering(board = "../.#")  #=> *
    /// See: :=, ->
    "f(a, b), f(name = a)": "()" "call" "named arguments" "arguments";

    /// A member of a list, a letter of a text, the value of a key.
    ///
    /// Members and letters are counted from 0.
    /// [5, 6, 7][2]  #=> 7
    /// "abc"[1]  #=> "b"
    /// dict([["a", 1]])["a"]  #=> 1
    /// See: xs[a..b], list, dict, len
    "xs[i]": "[]" "xs[i]" "index" "indexing";

    /// A slice: the members or letters a to b of a list or a text.
    ///
    /// Both ends belong to it; if b is less than a it is empty.
    /// [5, 6, 7, 8][1..2]  #=> [6, 7]
    /// "abc"[0..1]  #=> "ab"
    /// [5, 6, 7][1..0]  #=> []
    /// See: xs[i], len
    "xs[a..b]": "slice" "slices" "xs[a..b]" "sublist" "substring";

    /// Whether something is a member.
    ///
    /// Of a list, a set or a range; a part of a text, a key of a dictionary. `x in xs` is `contains(xs, x)`, but the members of a
    /// list that is written there are computed one by one, up to the first that is equal.
    /// 3 in 1..5  #=> true
    /// "ab" in "abc"  #=> true
    /// [n for n in 1..6 if n not in {2, 3, 5}]  #=> [1, 4, 6]
    /// See: contains, for
    "x in xs, x not in xs": "in" "not in" "member" "membership" "element";

    /// The position at a vertex of a graph.
    ///
    /// A name stands behind a point; anything else goes into brackets.
    /// g := graph <a -> b; b -> c>; g.a  #=> 0
    /// g := graph <n -> (n - k for k in {1, 2} if k <= n) for n in 0..5>; len(options(g[5]))  #=> 2
    /// See: graph
    "g.a, g[e]": "." "g.a" "g[e]" "dot";

    /// A power; between operands only. Groups to the right.
    ///
    /// Of numbers, of ordinals, and of up: every power of up is infinitely smaller than the one before, `up^2` being
    /// {0|down + *} (Winning Ways, ch. 8). At the place of an operand `^` is up.
    /// 2^10  #=> 1024
    /// omega^2 > omega*1000  #=> true
    /// up^2 == <0|down + *>  #=> true
    /// See: ^, omega
    "x ^ n": "^" "power" "²";

    /// The value with onside S and offside T.
    ///
    /// It is worth S if Left wins all draws, and T if Right does.
    /// The onside is at least the offside; both are stoppers. It binds looser than `+` and tighter than `==` (Winning Ways,
    /// ch. 11). A few loopy games have a side that no stopper is known to equal. They are printed with themselves as that
    /// side, and still have outcomes, sums and an order.
    /// 1 & 0 + 1  #=> 1
    /// loop a <-1,<1*|1,<<1|a>|-1>>|1>  #=> loop a <-1,<1*|1,<<1|a>|-1>>|1> & 0
    /// over - over == (over & under)  #=> true
    /// See: onside, offside, dud
    "S & T": "&" "sides";

    /// The negative: the players exchanged.
    /// -up == down  #=> true
    /// -<2|0>  #=> <0|-2>
    /// See: G - H
    "-G": "-" "negative" "minus" "−";

    /// n copies of a game, or the product of numbers.
    ///
    /// One of the factors must be an integer, or both must be numbers or ordinals.
    /// 3*up == up + up + up  #=> true
    /// 3/4 * 1/2  #=> 3/8
    /// 2 * *3  #=> 0
    /// See: /, omega
    "n * G, x * y": "*" "·" "times" "product" "multiple" "multiplication";

    /// The quotient of two numbers.
    /// 3/4 / 2  #=> 3/8
    /// 1/3 * 3  #=> 1
    /// See: div, mod
    "x / y": "/" "quotient" "division";

    /// The ordinal sum: a move in G ends H, a move in H leaves G.
    ///
    /// Groups to the right.
    /// It depends on the form of G: values are taken in canonical form, forms as written. On ordinals it is the
    /// ordinary sum (Winning Ways, ch. 7).
    /// 1 : -1  #=> 1/2
    /// * : 1 == up + *  #=> true
    /// 1 : omega  #=> omega
    /// See: G + H, hackenbush
    "G : H": ":" "ordinal sum";

    /// The disjunctive sum: a move is a move in exactly one of the parts.
    ///
    /// Of values a value, with a position among them a position. It joins lists and texts, too, and is the natural sum of
    /// ordinals (Conway, On Numbers and Games, ch. 7).
    /// *3 + *5  #=> *6
    /// up + up + * == <0|up>  #=> true
    /// nim(3) + nim(3)  #=> 0
    /// "up" + "on"  #=> "upon"
    /// See: sum, nim_sum, G - H
    "G + H": "+" "plus" "disjunctive sum" "addition";

    /// The sum of G and the negative of H.
    ///
    /// `G == H` holds exactly when the second player wins `G - H`.
    /// 1 - 3/4  #=> 1/4
    /// outcome(up - *)  #=> N
    /// See: G + H, -G
    "G - H": "-" "−" "difference" "subtraction sign";

    /// The nim-sum of numbers or nimbers: addition without carrying.
    /// 5 ⊕ 3  #=> 6
    /// See: nim_sum
    "a ⊕ b": "⊕" "nim-sum" "xor";

    /// Equality and order.
    ///
    /// Of games, `G <= H` says that Left, moving second, survives in `H - G`; it is a partial order. Comparisons are not
    /// chained: write `0 < x and x < 1`. Impartial positions whose play can go round in circles are equal if their γ-values
    /// are; `compare` compares them as games. Numbers and texts and lists compare as such; a number compared with a nimber
    /// warns.
    /// <0|1> == 1/2  #=> true
    /// up > 0  #=> true
    /// up >= * or up <= *  #=> false
    /// See: ||, compare, same
    "==, !=, <, <=, >, >=": "==" "!=" "<" "<=" ">" ">=" "≠" "≤" "≥" "=" "equal" "equality" "order" "comparison";

    /// Confused, less than or confused, greater than or confused.
    ///
    /// `G || H`: whoever starts wins `G - H`. `G <| H`: Right does not survive as second player, that is, not `G >= H`.
    /// * || 0  #=> true
    /// * <| up  #=> true
    /// up |> *  #=> true
    /// See: ==, compare, outcome
    "G || H, G <| H, G |> H": "||" "<|" "|>" "∥" "confused" "fuzzy" "incomparable";

    /// Truth: not binds tightest, then and, then or.
    ///
    /// The right side is looked at only when it matters.
    /// not 1 == 2  #=> true
    /// 1 < 2 and 2 < 3  #=> true
    /// See: if, true
    "not a, a and b, a or b": "not" "and" "or";

    /// One of two expressions.
    /// if up > 0 then "Left wins" else "look again"  #=> "Left wins"
    /// See: and, for
    "if c then a else b": "if" "then" "else" "condition";

    /// A function without a name.
    ///
    /// Several parameters go into parentheses.
    /// map(n -> *n, 0..3)  #=> [0, *, *2, *3]
    /// f := (a, b) -> a + b; f(up, *) == ^*  #=> true
    /// See: :=, map, filter
    "x -> e, (x, y) -> e": "->" "lambda" "function" "functions";
}
