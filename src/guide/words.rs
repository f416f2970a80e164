//! The words of the language that are no names.

/// Words of the language, with their purposes.
pub const KEYWORDS: [(&str, &str); 22] = [
    ("and", "both hold"),
    ("by", "the step of a range: 1..9 by 2"),
    ("check", "fails a script when it does not hold"),
    ("do", "begins the body of `for`"),
    ("else", "the other branch"),
    ("end", "closes `for ... do`"),
    ("false", "the boolean"),
    ("for", "once for each member"),
    ("form", "a game kept as it is written"),
    ("game", "defines a ruleset, whose literal is the moves"),
    ("graph", "a graph by its arrows"),
    ("hackenbush", "a Hackenbush picture by its edges"),
    ("if", "if c then a else b; or a filter"),
    ("import", "runs another script first"),
    ("in", "for k in 1..5"),
    ("not", "does not hold"),
    ("or", "one of both holds"),
    ("then", "what follows if it holds"),
    ("true", "the boolean"),
    ("with", "what is claimed of a game: with symmetry"),
    ("misere", "the last player to move loses"),
    ("normal", "the last player to move wins"),
];
