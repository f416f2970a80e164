//! Errors of games of tokens.

use crate::eval::error_family;
use cg_engine::annihilation::Meeting;

error_family! {
    /// Tokens that cannot stand so on one graph.
    pub(crate) enum TokenError {
        Loopy => GameLoopy,
            "Ferguson's theory is about graphs in which play ends, and in this one a token can go round in circles",
            here: "loopy", help: "single positions have answers: `outcome(sum(annihilation, g.a, g.b), misere)`";
        NoHeap { rule: String } => CallKind, "`{rule}` makes no position of one heap",
            help: "give a ruleset of heaps, such as `nim` or `subtraction({{1,3}})`";
        SplitsHeap { heap: usize, rule: String, parts: usize } => RulesetArgument,
            "a move from heap {heap} of `{rule}` leaves {parts} heaps, and Ferguson's theory is about tokens that \
                 each move to one place",
            help: "give a game whose moves leave one heap, such as `nim` or `subtraction({{1,3,4}})`";
        TwoLists => CallKind, "`sum(electrons, ..)` takes two lists, of the places of electrons and of positrons",
            help: "for instance `sum(electrons, [g.a, g.c], [g.b])`; a list may be empty";
        NoPlace { got: String, meeting: Meeting } => CallKind,
            "a token stands on a position, not on {got}",
            help: (match meeting {
                Meeting::Electrons => "give vertices of one graph in two lists: `sum(electrons, [g.a], [g.b])`".into(),
                _ => format!("give vertices of one graph or heaps of one game: `sum({}, g.a, g.b)`", meeting.name()),
            });
        Classes => GraphTerminalClass,
            "a game of tokens ends when no token can move, so its graph has no terminal classes other than P",
            help: "leave the classes out: `outcome` answers for one vertex of the graph as it is";
        NoGraph { got: String } => CallKind, "`annihilation_graph` takes a graph, not {got}",
            help: "give a graph: `annihilation_graph(graph <a -> b; b -> a>)`";
        TooManySets { vertices: usize, most: usize } => LimitSize,
            "a graph of {vertices} vertices has 2^{vertices} sets of tokens; the limit is 2^{most}", here: "asked for here",
            help: "ask for single positions, which need not all be listed: `gamma(sum(annihilation, g.a, g.b))`";
        Basis { got: String } => CallKind, "`annihilation_basis` takes a graph or an annihilation game, not {got}",
            help: "give a graph: `annihilation_basis(graph <a -> b; b -> a>)`";
        Splits => RulesetArgument, "a move here splits a heap, and the theory is about tokens that each move to one place",
            help: "`gamma` answers for single positions: `gamma(sum(annihilation, kayles(3), kayles(4)))`";
        AllHeaps { rule: String } => CallArity, "no period tells Ferguson's theory of all heaps of `{rule}`",
            help: "say how many heaps to look at: `annihilation_theory({rule}, 30)` is about heaps 0 to 29";
        Twice { place: String, meeting: Meeting } => RulesetArgument,
            "two tokens are put on `{place}`",
            help: (match meeting {
                Meeting::Annihilation => "give each vertex at most one; two tokens that meet have vanished, so leave both out",
                Meeting::Welter => "give each vertex at most one",
                Meeting::Electrons => "give each vertex at most one, of whatever kind",
            });
        Apart { first: String, second: String } => RulesetArgument,
            "`{first}` and `{second}` are not on one graph, so tokens on them cannot meet",
            help: "make one game of each graph and join them by `+`";
        Partizan { place: String } => RulesetArgument,
            "the players have different moves from `{place}`, and tokens are moved by both alike",
            help: "give heaps such as `nim(3)`, or vertices whose arrows are for both players, `->`";
        Sum { place: String, meeting: Meeting } => RulesetArgument,
            "`{place}` is a sum of several games, and a token stands in one place",
            help: (match meeting {
                Meeting::Electrons => "give the places one by one; games of electrons are added by `+` outside",
                _ => "give its parts one by one, `sum(annihilation, p, q)`; or add such games by `+` outside",
            });
        Infinite { place: String } => RulesetArgument, "`{place}` is an infinite heap, and tokens stand on finite ones",
            help: "give a finite heap, `nim(3)`";
    }
}
