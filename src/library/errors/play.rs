//! Errors of questions about play.

use crate::eval::error_family;

error_family! {
    /// A question about play that has no answer.
    pub(crate) enum PlayError {
        EndlessReach { size: String } => ValueNone, "the moves reach every nim-value below {size}, too many for a set",
            here: "asked here", help: "`nim_value(p)` is the least that they do not reach";
        NoGamma { text: String } => PositionNotImpartial, "`{text}` is no nimber, so it has no γ-value", here: "partizan",
            help: "`outcome` and `compare` answer for every game";
        NoMove { place: String } => CallKind, "the strategy gives no move at `{place}`",
            help: "let it give an option of every position in which its player has to move, as `best_moves` does";
        WrongMove { place: String, to: String } => CallKind,
            "the strategy moves from `{place}` to `{to}`, which is no move there",
            help: "a strategy gives one of the options: `p -> options(p)[0]`";
        Strategy { got: String } => CallKind, "a strategy is a function of a position, or of a position and those before it, not {got}",
            help: "write a function such as `p -> options(p)[0]`, `best_moves`, or `strategy(p)`";
        Arguments { name: &'static str } => CallArity, "only a ruleset takes arguments here",
            help: "write `{name}(p)` for a position, `{name}(clobber)(\"xo\")` for a ruleset";
        NoNimValue { text: String, is_heap: bool } => PositionNotImpartial,
            "`{text}` is no nimber, so it has no nim-value", here: "partizan",
            help: (match is_heap {
                true => format!("a heap of {text} is `nim({text})`: `nim_value(nim({text}))`"),
                false => "`outcome` and `compare` answer for every game".into(),
            });
        TwoSides { text: String } => GameLoopy,
            "`{text}` has two sides, and games that have these sides differ in their moves",
            here: "has no moves to look at",
            help: "ask one of the sides: `onside(G)` or `offside(G)`; a position that has this value knows its moves";
        NoMoves { got: String } => CallKind, "{got} has no moves to look at",
            help: "give a position or a game, such as `nim(3)` or `<0|1>`";
        Component { got: String, compound: Option<&'static str> } => CallKind, "a component must be a position, not {got}",
            help: (match compound {
                Some(kind) => format!("the kind of compound stands first, without quotes: `sum({kind}, nim(1), nim(3))`"),
                None => "give positions, games or lists of them: `sum(nim(1), nim(3))`".into(),
            });
        EndlessKind { kind: &'static str } => ValueNone, "nothing is known of `{kind}` of infinitely many components",
            here: "no end of components",
            help: "`disj` and `conj` are known of them; elsewhere play need not end though that in every part does, and Smith (1966) \
                   treats finitely many";
        EndlessHeaps { got: String } => ValueNone, "{got} is no heap of which every larger one is known",
            help: "such components are heaps of Nim, of a code with finitely many digits, or of a game with `for n in naturals` in its \
                   rule: `sum(conj, kayles(2*n + 1) for n in naturals)`";
        TwoStarters { name: &'static str } => CallKind, "`{name}` is told twice who starts",
            help: "write `{name}(p, misere, L)`, or `{name}(p, L)` in normal play";
        NoPoints { name: &'static str } => CallKind, "`{name}` is not known of play for points",
            help: "ask `score(p)`, `solve(p, points)` or `best_moves(p, points)`";
        GoodMoves { size: String, limit: String } => LimitSize,
            "there are {size} good moves, too many to list; the limit is {limit}", here: "asked for here",
            help: "`solve(p)` gives one of them as `.move`; or ask about the components one by one";
        PayoffTerm { got: String } => CallKind, "`q_values` takes a payoff, `L` or `R` after the position, not {got}",
            help: "write `q_values(p)`, `q_values(p, R)` or `q_values(p, 5)`";
        NumberOfSuccesses { given: usize } => RulesetArgument,
            "Q is a list of the three values Q1, Q0, Q-1, not of {given}",
            help: "write for instance `component(Q = [3, 3, 1])`";
        EmptyComponent => RulesetArgument, "a component needs at least one value",
            help: "give what is known of it, for instance `component(D = 5, R = 3)`";
        Conflict { why: String } => RulesetArgument, "no position has these values: {why}",
            help: "leave one of the two out, or correct it";
        Limit { why: String, argument: usize } => CallKind, (why), here: "this limit", argument: argument;
    }
}
