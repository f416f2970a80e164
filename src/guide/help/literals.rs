//! Literals and other notation.

use super::topic::topics;

topics! {
    /// Literals.
    LITERALS, "Literals";

    /// Exact numbers: integers, fractions, decimal fractions.
    ///
    /// A number whose denominator is a power of two is a game. `1/3` is a number, too, but no game is born with it in
    /// finitely many days, and it says so where a game is wanted.
    /// 5/8 + 0.375  #=> 1
    /// 1/3 + 1/6  #=> 1/2
    /// ½ == <0|1>  #=> true
    "0, -3, 5/8, 0.375, ½": "number" "numbers" "fraction" "dyadic" "integer" "½" "0";

    /// Star and the nimbers, the heaps of Nim.
    ///
    /// `*n` has the options 0, `*`, ..., `*(n-1)` for both players. After the star comes a number, a name with its
    /// calls and indices, or parentheses. Glued to what stands before and followed by a blank, a comma, a bar or an
    /// end it is plus star: `2*` is 2 + star. Between operands it multiplies.
    /// *3 + *5  #=> *6
    /// *(1+2)  #=> *3
    /// <2*|2> == 2 + down  #=> true
    /// See: nim_sum, nim_value, mex
    "*, *5, *k, *(a+b)": "*" "star" "nimber" "nimbers" "∗" "⋆";

    /// Up, its multiples, and up plus a nimber.
    ///
    /// `^` is {0|*}; `^3` three of them; a nimber is glued on: `^*2` is up + *2, `^^*` is two ups and star. The arrows
    /// `↑ ↓ ⇑ ⇓` are read too. Between operands `^` is a power, so `2^*` and `up*2` are refused with both readings.
    /// ^^ == 2*up  #=> true
    /// ^3*2 == 3*up + *2  #=> true
    /// ^* == <0,*|0>  #=> true
    /// See: up, down
    "up, ^, ^^, ^3, ^*2": "^" "^^" "↑" "↓" "⇑" "⇓" "^*" "ups" "arrow";

    /// Switches: `+-G` is {G|-G}.
    ///
    /// Whoever moves first takes it. Several options go into parentheses: `±(G, H)` is {G, H|-G, -H}. `+-` takes a
    /// whole fraction. Between operands `±` adds the switch and `+-` is plus and minus.
    /// +-1  #=> +-1
    /// +-1 + +-1  #=> 0
    /// 3±1  #=> <4|2>
    /// 3+-1  #=> 2
    /// See: switch, stops
    "+-1, ±1, ±(G, H)": "+-" "±" "switch" "hot";

    /// The game with Left's options before the bar and Right's after it.
    ///
    /// Either side may be empty: `<|>` is 0. Braces do as well: `{0|1}`. More bars bind looser: `<7|5||4|1>` is
    /// `<<7|5>|<4|1>>`. A comparison among options needs parentheses. The literal is evaluated to its canonical form;
    /// put `form` before it to keep it as written (Conway, On Numbers and Games, ch. 7).
    /// <|>  #=> 0
    /// <0|1>  #=> 1/2
    /// {1|11/8}  #=> 5/4
    /// <7|5||4|1> == <<7|5>|<4|1>>  #=> true
    /// <0|*> == up  #=> true
    /// See: form, <A,B,C>, left, right
    "<L, ... | R, ...>": "<L|R>" "{L|R}" "<|>" "{|}" "|" "||" "<" ">" "literal" "game literal" "bar";

    /// The impartial game: both players have these options.
    ///
    /// Without a bar. Its value is a nimber, the mex of the options' nimbers.
    /// <0,*,*4>  #=> *2
    /// <>  #=> 0
    /// See: <L|R>, mex
    "<A, B, C>": "<A,B,C>" "<>" "impartial";

    /// Options, members or moves by rule.
    ///
    /// Any number of `for` and `if`, the first `for` being the outer loop, mixed freely with plain members. It covers
    /// the expression just before it: in `<A, B(k) for k in S>` only `B(k)` is repeated. In a literal the condition
    /// may use `==`, `!=`, `<=`, `>=` and `<` bare; `>` needs parentheses. As an argument of a call it is a list:
    /// `f(e for x in xs)` is `f([e for x in xs])`.
    /// [n^2 for n in 1..5 if n != 3]  #=> [1, 4, 16, 25]
    /// {mod(n, 3) for n in 0..9}  #=> {0, 1, 2}
    /// <*k for k in {0, 1, 3}>  #=> *2
    /// sum(nim(n) for n in 1..3)  #=> 0
    /// See: .., map, filter
    "e for x in xs if c": "for" "if" "in" "comprehension";

    /// A set: each member once, in order.
    ///
    /// Where a game is meant, a set of options is written `<0, *>`.
    /// {3, 1, 1}  #=> {1, 3}
    /// len({3, 1, 1})  #=> 2
    /// See: contains, list, <A,B,C>
    "{1, 3, 4}": "{}" "set" "sets" "{";

    /// A list.
    ///
    /// Indices count from 0; `+` joins lists.
    /// [1, 2] + [*]  #=> [1, 2, *]
    /// [5, 6, 7][0]  #=> 5
    /// See: xs[i], len, map, sort
    "[1, 2]": "[]" "list" "lists" "[";

    /// The integers from a to b, both included, or every s-th of them.
    ///
    /// `0..-1` is empty, so a rule about heaps needs no special case for 0.
    /// 1..5  #=> [1, 2, 3, 4, 5]
    /// 1..9 by 4  #=> [1, 5, 9]
    /// 0..-1  #=> []
    /// See: range, for
    "a..b by s": ".." "by" "range" "ranges";

    /// A text.
    ///
    /// `\"`, `\\`, `\n` and `\t` stand for a quote, a backslash, a new line and a tab, `\u{1b}` for the sign with that
    /// number in Unicode; `+` joins texts.
    /// "no" + "on"  #=> "noon"
    /// len("up")  #=> 2
    /// See: text, print
    "\"text\"": "\"" "text" "texts" "string";

    /// The two truth values.
    /// 1/2 < 1 and * || 0  #=> true
    /// See: and, or, not, check
    "true, false": "true" "false" "boolean" "truth";

    /// Ordinals, other surreal numbers, and transfinite nimbers.
    ///
    /// Finite sums of powers of omega with rational coefficients and exponents of the same kind (Conway, On Numbers and
    /// Games). `+`, `-` and `*` are exact, between ordinals the natural sum and product; one may divide by a number of one
    /// term. `:` is the ordinary sum of ordinals, and a star before one makes a nimber. All compare with games: by number
    /// avoidance each positive one exceeds every infinitesimal short game, and over.
    /// 1 + omega == omega + 1  #=> true
    /// 1 : omega  #=> omega
    /// omega^2*3 + 5  #=> omega^2*3 + 5
    /// *(omega+1) + *1  #=> *omega
    /// omega/2 - omega^(1/2) > 1/omega  #=> true
    /// 1/omega > 1000*up  #=> true
    /// See: omega, sign_expansion, expansion, G : H
    "omega^2*3 + omega + 5": "omega" "ω" "ordinal" "ordinals" "transfinite" "surreal";

    /// γ-values of impartial positions whose play can go round in circles.
    ///
    /// `inf(K)`: no finite nim-value, and K is the set of finite values that can be reached in one move. A sum with one
    /// such part is inf of K shifted by the rest; the sum of two is `inf()` (Smith 1966; Fraenkel, Scenic trails).
    /// inf(0,2) + *2  #=> inf(0,2)
    /// inf(1) + inf(2)  #=> inf()
    /// outcome(inf(0,2))  #=> N
    /// See: inf, gamma, graph
    "inf(0,2), ∞(0,2)": "inf" "∞" "γ" "γ-value" "gamma-value" "loopy";

    /// A game literal that leads back to itself, by `pass` or by a label.
    ///
    /// `pass` means the innermost literal, also one that wider bars imply: `<0||0|0,pass>`. `loop a <...>` gives a literal a
    /// name inside it. The value is a stopper, or has two sides, an onside and an offside (Winning Ways, ch. 11).
    /// <0|pass>  #=> over
    /// loop a <<|a>|>  #=> 1 & 0
    /// <0||0|0,pass>  #=> up^on
    /// See: on, over, &, onside, form
    "<0|pass>, loop a <L|R>": "pass" "loop" "label" "loops";

    /// A game literal kept exactly as written: a position.
    ///
    /// Dominated and reversible options are still there, at every depth, so misère play and the number of moves can be
    /// asked.
    /// form <0,+-1|2>  #=> 1
    /// left_options(form <0,+-1|2>)  #=> [0, +-1]
    /// outcome(form <<0>>, misere)  #=> N
    /// See: value, <L|R>, left_options, game
    "form <...>, form {...}": "form" "forms";

    /// A move graph by its arrows: every vertex is a position.
    ///
    /// `->` is a move for both players, `-L>` for Left, `-R>` for Right; `--` is an edge, a move there and back, and edges
    /// may follow each other: `a -- b -- c`. Moves are parted by commas, vertices by semicolons. A vertex alone has no
    /// move. `t : N` gives a vertex without moves a meaning: P the previous player wins (the default), N the next
    /// one wins, D drawn, L or R that player wins, a number what Left is paid. The graph itself prints as a table of its
    /// vertices: terminal distance, remoteness, outcome, γ-value, counter (Smith 1966).
    /// g := graph <a -> b, c; b -> a, t; c -> t; t>; g.b  #=> *
    /// g := graph <a -L> b; a -R> c; b -> c>; g.a == down  #=> true
    /// g := graph <a -> b; b -> a, t; t : N>; outcome(g.a)  #=> D
    /// node_kayles(graph <a -- b -- c>)  #=> *2
    /// See: graph by rule, g.a, gamma, inf, is_loopy, node_kayles
    "graph <a -> b, c; b -> a; c>": "graph" "->" "-L>" "-R>" "--" "arrows" "digraph" "vertex";

    /// A move graph by rule.
    ///
    /// The targets stand in parentheses as a comprehension, and `for` behind them runs through the vertices, which may
    /// be numbers, texts or lists.
    /// s := graph <n -> (n - k for k in {1,3,4} if k <= n) for n in 0..20>; nim_value(s[20])  #=> 2
    /// See: graph, subtraction
    "graph <v -> (e for x in xs if c) for v in vs>": "graph by rule";

    /// A Hackenbush picture by its edges.
    ///
    /// `-B-`, `-R-` and `-G-` are blue, red and green edges: Left cuts blue, Right red, both green; what is no longer
    /// joined to the ground, vertex 0, falls (Winning Ways, ch. 1). To value several colours on common cycles is NP-hard;
    /// `help hackenbush` says which sizes to expect. A name that no `for` behind the edges and no parameter binds is a
    /// label; a difference stands in parentheses, `(n-1) -B- n`.
    /// hackenbush <0 -B- 1; 1 -R- 2>  #=> 1/2
    /// hackenbush <n -B- n+1 for n in 0..2; n -R- n+3 for n in 1..3>  #=> 7/8
    /// hackenbush <0 -G- a; a -G- b; b -G- 0>  #=> *
    /// See: hackenbush
    "hackenbush <0 -B- 1; 1 -R- 2>": "hackenbush" "-B-" "-R-" "-G-" "picture";
}
