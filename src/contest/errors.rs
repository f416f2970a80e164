//! Errors of games against the machine, with their wording.

use crate::eval::error_family;

error_family! {
    /// A game against the machine that cannot begin.
    pub(crate) enum ContestError {
        UnderWay => PlayHere, "another game is being played already", here: "asked in the middle of a game",
            help: "finish this one, or leave it with `quit`";
        Nobody => PlayHere, "there is nobody here to ask for moves", here: "played here",
            help: "play in a terminal with `cg play`, or let the machine play both sides: `play(p, \"auto\")`";
        Term { got: String } => CallKind,
            "`play` is told how to play by `misere`, `R`, \"second\", \"easy\" or \"auto\", not by {got}",
            help: "`play(p, misere, \"second\")` lets the machine begin; `cg help play` lists all";
        Twice { got: String } => CallKind, "`play` is told this twice, the second time by {got}",
            help: "leave one of the two out";
    }
}
