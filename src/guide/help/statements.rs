//! The parts of a script.

use super::topic::topics;

topics! {
    /// Statements.
    STATEMENTS, "Statements";

    /// Defines a variable, or a function whose literal is evaluated to a value.
    ///
    /// A variable is computed at once. A function is pure and remembers what it has computed; its body sees the latest
    /// definitions, and may use names that are defined further down, at the prompt also by a later line. No options means
    /// 0, so a rule about heaps needs no base case.
    /// x := <0|1>; x + x  #=> 1
    /// K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>; K(5)  #=> *4
    /// See: game, ->, =
    "x := e, f(a, b) := e": ":=" "=" "definition" "define" "let" "variable";

    /// Defines a ruleset: its literal is the moves of a position.
    ///
    /// The body may be the very one that serves a function. Misère play, options and loopy play can be asked of the
    /// positions. The body may also be any expression that gives a position.
    /// game K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>; outcome(K(5), misere)  #=> N
    /// game f(n) := <f(n)>; f(1)  #=> inf()
    /// game S(T, n) := <S(T, n-k) for k in T if k <= n>; nim_value(S({1,3}, 5))  #=> 1
    /// See: :=, position, form, outcome
    "game f(n) := <...>": "game" "ruleset";

    /// Names for parts of a body, behind it.
    ///
    /// It stands behind the body of a function or a game, and behind any expression in parentheses, that of `x -> ...` among
    /// them. Each name is computed when it is first needed, and only once. It may use the parameters and the other names, in any
    /// order, and is not known outside. A line that begins with `where` continues the one before. A line that is
    /// typed at the prompt runs at once; end it with `where`, and the prompt waits for the names.
    /// f(n) := d*d + e where d := div(n, 2), e := mod(n, 2); f(7)  #=> 10
    /// map(x -> (d*d where d := x + 1), [1, 2])  #=> [4, 9]
    /// game t(b) := <t(replace_at(b, p, "x")) for p in free> where free := cells(b, "."); t(board("..."))  #=> *
    /// See: :=, game, ->
    "e where a := 1, b := a + 1": "where" "let" "local" "local names";

    /// Parameters that a call may leave out.
    ///
    /// They stand last. The default is computed when the function is defined. Calls may name their arguments.
    /// power(n, k = 2) := n^k; [power(3), power(3, 4), power(3, k = 4)]  #=> [9, 81, 81]
    /// See: :=, ->
    "f(n, k = 2) := e": "default" "defaults" "optional" "keyword";

    /// Claims that images of a board are worth the same, so that one is solved.
    ///
    /// `with symmetry` says that turning and mirroring the board changes no value, `with mirror` that exchanging the letters
    /// x and o negates it, `with mirror("LR", "RL")` the same of other letters; `with symmetry and mirror` says both. A claim
    /// is made use of for the one board among the arguments and is not proved: `check_symmetry` compares values by search.
    /// game g(b) := <g(replace_at(b, p, "x")) for p in cells(b, ".")> with symmetry; g(board(3, 3))  #=> *
    /// See: check_symmetry, game, board
    "game f(b) := <...> with symmetry": "with" "symmetry" "mirror" "claim";

    /// Fails the script unless a condition holds, and shows both of its sides.
    /// check *3 + *5 == *6; 1  #=> 1
    /// See: #=>
    "check a == b": "check" "assert";

    /// The expected result of a statement, compared by `cg test`.
    ///
    /// It stands behind the statement, or below it on lines of its own; it is compared with the result as ASCII text.
    /// `cg run` passes over it.
    /// 2 + 2  #=> 4
    /// See: check, cg test
    "e  #=> result": "#=>" "expected" "expectation" "test";

    /// Runs statements for each member of a list or a set.
    ///
    /// The loop has no result; `print` shows things on the way.
    /// for n in 0..2 do check *n + *n == 0 end; 1  #=> 1
    /// See: print, .., comprehension
    "for x in xs do ... end": "for" "do" "end" "loop";

    /// Runs another script and takes over its definitions.
    ///
    /// The path is taken from the folder of the script that imports. A script runs once in a session, however many
    /// others import it, and again when its file has changed; a circle of imports is an error.
    /// See: :load
    "import \"rules.cg\"": "import";

    /// Ends a statement, as a new line does.
    ///
    /// A new line does not end one inside brackets and literals, nor after an operator, a comma, a bar or `:=`.
    /// x := 1; y := 2; x + y  #=> 3
    "a; b": ";" "semicolon" "newline";

    /// The rest of the line is a comment.
    /// 2 + 2  # is four  #=> 4
    /// See: #=>
    "# comment": "#" "comment" "comments";

    /// The last result, in the shell.
    ///
    /// Results are numbered, too: `_1` is the first, `_2` the second. The last hundred are kept; `:history` shows them.
    /// See: :vars, :history
    "_": "_" "_1" "_2" "last result" "results";
}
