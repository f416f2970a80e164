//! Errors of names, definitions and calls that are found before anything runs, with their wording.

use crate::eval::error_family;

error_family! {
    /// A name that has no value here, or that cannot be given one.
    pub(super) enum NameError {
        Glued { number: String, name: String } => SyntaxMissingOperator, "nothing joins `{number}` and `{name}`",
            here: "a number and a name", help: "write `{number}*{name}`";
        Unknown { name: String } => NameUnknown, "`{name}` is not defined", here: "unknown name";
        NoStart { name: String } => NameUnknown, "`{name}` is not defined", here: "unknown name",
            help: "it has no value to begin with: define it first, `{name} := ...`";
        Later { name: String } => NameUnknown, "`{name}` is not defined", here: "unknown name",
            help: "`{name}` is defined further down; move its definition up";
        Failed { name: String } => NameUnknown, "`{name}` is not defined", here: "unknown name",
            help: "its definition failed, so it has no value: `{name} := ...`";
        InDefault { name: String } => NameUnknown, "`{name}` is not defined", here: "a parameter of this function",
            help: "a default is worked out once, where the function is defined; leave it out here, and give the argument in each call";
        WithField { name: String, field: String, call: String } => NameUnknown, "`{name}` is not defined",
            here: "unknown name", help: "define it first: `{name} := ...`; then `{name}.{field}` is written `{call}` here";
        Pass => SyntaxPass, "`pass` stands outside of a literal, so there is nothing to pass in", here: "no literal here",
            help: "among options it is the literal itself: `<0|pass>`; in the body of a `game`, the position";
        Constant { name: String } => NameReserved, "`{name}` always means the same and cannot be redefined",
            here: "a constant", help: "take another name; parameters and loop names may be called so";
        Result { name: String } => NameReserved, "`{name}` is a result and cannot be redefined", here: "reserved",
            help: "take another name; parameters and loop names may be called so";
        Move { name: String } => NameReserved, "`{name}` is a move in a literal and cannot be redefined", here: "reserved",
            help: "take another name; parameters and loop names may be called so";
        TwoParameters { name: String } => NameRepeated, "`{name}` is the name of two parameters", here: "again",
            help: "give each parameter a name of its own";
        TwoMembers { name: String } => NameRepeated, "`{name}` is the name of two members", here: "again",
            help: "give each member a name of its own";
        LoopName { name: String } => NameLoop, "`{name}` is the name of a loop around this", here: "defined here",
            help: "give what is defined a name of its own: the loop gives `{name}` its value in each round";
        TwoValues { name: String } => NameRepeated, "`{name}` gets two values behind one `where`", here: "again",
            help: "give each of them a name of its own";
        CallsItself { name: String } => NameCircular, "`{name}` calls itself behind `where`",
            here: "asked for before it is known",
            help: "a function that calls itself is defined by a statement of its own: `{name}(n) := ...`";
        NeedsItself { name: String } => NameCircular, "`{name}` needs its own value", here: "asked for before it is known",
            help: "behind `where` a name means itself, not one outside; take another name";
        Circle { name: String, rest: String } => NameCircular, "`{name}` needs {rest}, which needs `{name}` again",
            here: "asked for before it is known", help: "give one of them a value that needs none of the others";
    }
}

error_family! {
    /// A statement that defines or imports something that cannot be defined or imported.
    pub(super) enum DefinitionError {
        DefaultInLoop => SyntaxParameter, "a function that is defined inside `for` has no defaults", here: "a default",
            help: "define the function before the loop";
        NoDefault { name: String } => SyntaxParameter, "`{name}` has no default and stands behind one that has",
            here: "no default", help: "put the parameters with a default last";
        ImportInLoop => ImportInside, "`import` stands at the top of a script, not inside `for`", here: "here",
            help: "move it before the loop";
        Mirror => GameClaim, "`mirror` takes two texts, the letters and what each is exchanged for",
            here: "no exchange of letters", help: "name each letter once in both: `mirror(\"LR\", \"RL\")`";
        Claim { name: String } => GameClaim, "`{name}` is nothing that can be claimed of a game", here: "not known",
            help: "claim `symmetry`, `mirror` or `mirror(\"LR\", \"RL\")`";
        EndlessRule { why: String } => GameEndless, "a rule with options without end must be one that can be reckoned with",
            here: (why),
            help: "a rule of this kind: `game e(d, c) := <e(d, c-1) if 0 < c, e(d-1, 2*n+1) for n in naturals if c == \
                 0 and 0 < d>`";
        NoGround { vertex: String } => PictureGround, "no edge of this picture stands on the ground",
            here: "the ground is vertex 0", help: "write `0` for the ground, or join `{vertex}` to it: `0 -B- {vertex}`";
    }
}
