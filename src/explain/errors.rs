//! Errors of explanations, with their wording.

use crate::eval::error_family;

error_family! {
    /// A thing that `explain` has no reasons for.
    pub(crate) enum ExplainError {
        Depth { n: i64, most: usize } => CallKind, "`explain` goes 1 to {most} levels deep, not {n}",
            help: "write `explain(x, 2)`, or `explain` an option by itself";
        Question { got: String } => CallKind, "`explain` cannot answer about {got}", here: "this call",
            help: "name a question by its function, as in `explain(p, remoteness)`, or write `explain(p, misere)`";
        NoReasons { name: &'static str } => CallKind, "`explain` has no reasons for `{name}`", here: "asked here",
            help: "it knows value, outcome, winning_moves, remoteness, suspense, distance, counter, thermograph, \
                 stops, atomic_weight and period";
        Nothing { got: String } => CallKind, "`explain` does not know what to say about {got}",
            help: "give a position or a game, such as `explain(form <0,*|*>)`";
        Report { got: String } => CallKind, "`explain` does not know what to say about {got}",
            help: "of reports it knows those of `solve`, `compare`, `thermograph`, `period`, `ferguson`, `genus` and \
                 `misere_quotient`";
        Truth { got: String } => CallKind, "`explain` does not know what to say about {got}",
            help: "give the comparison itself, as in `explain(G <= H)`, or ask `compare(G, H)`";
        Rule { got: String } => CallKind, "`explain` does not know what to say about {got}",
            help: "give it a heap, as in `explain(kayles(5))`";
    }
}
