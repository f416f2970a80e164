//! Errors of evaluation as data: an enum for each family, with its wording.

use std::io;

use super::error_family;
use super::kind::ValueKind;
use crate::diagnostic::counted;
use crate::source::Span;

/// Returns "1 to 3 arguments", for a call that takes from `least` to `most`.
pub(crate) fn arguments_wanted(least: usize, most: Option<usize>) -> String {
    let count = |n: usize| counted(n, "argument");
    match most {
        Some(most) if most == least => count(least),
        Some(most) => format!("{least} to {}", count(most)),
        None => format!("at least {}", count(least)),
    }
}

error_family! {
    /// A member, a letter, a cell, a key or a field that is not there.
    pub(crate) enum IndexError {
        NoPlace { got: String } => CallKind, "a place on a board is `[r, c]`, not {got}", here: "no place",
            help: "a row and a column, both counted from 0: the first cell is `b[[0, 0]]`";
        NoCell { rows: usize, columns: usize, place: String } => ListIndex,
            "a board of {rows} by {columns} has no cell {place}", here: "outside of the board",
            help: (match rows {
                0 => "`cells(b)` lists the places of the board, here none".into(),
                _ => format!("rows go from 0 to {}, columns from 0 to {}", rows - 1, columns - 1),
            });
        NoMembers { got: String, call: Option<String> } => CallKind,
            "{got} has no members to index",
            help: (match call {
                Some(call) => format!("a call takes parentheses: `{call}`"),
                None => "lists, texts, dictionaries, graphs and boards have: `xs[0]`, `d[\"a\"]`, `b[[0, 1]]`".into(),
            });
        BeyondList { len: u64 } => ListIndex, "the members asked for go beyond a list of {len}",
            help: "members are counted from 0: the first three are `xs[0..2]`";
        OfList { got: String } => CallKind, "an index is an integer, not {got}",
            help: "members are counted from 0: the first is `xs[0]`";
        NoReportField { name: String, fields: String } => CallField, "this report has no field `{name}`",
            help: "it has {fields}";
        FieldOfMembers { name: String, member: String, all: String } => CallField, "the members of this list have a field `{name}`, not the list",
            help: "write `{member}`, or `{all}`";
        NoField { got: String, name: String } => CallField, "{got} has no field `{name}`",
            help: "graphs and reports have fields; a function is called as `{name}(...)`";
        OfText { got: String } => CallKind, "an index is an integer, not {got}",
            help: "letters are counted from 0: the first is `s[0]`, the first three are `s[0..2]`";
        EmptyList { index: i64 } => ListIndex, "there is no member {index}, for the list is empty",
            help: "check `len(xs) > 0` first";
        NoMember { index: i64, len: u64 } => ListIndex,
            (format!("there is no member {index} in a list of {}", counted(len as usize, "member"))),
            help: (format!("members are counted from 0, so the last one is {}", len - 1));
        Range { got: String } => CallKind, "a range runs through integers, not {got}",
            help: "other steps come from a list: `[k/2 for k in 0..6]`";
        NoStep => ListStep, "a range by 0 has no end", help: "give a step other than 0";
        KeyAsField { got: String, name: String } => CallField, "{got} has no field `{name}`",
            help: "the value of a key is asked for by `d[\"{name}\"]`";
        FunctionAsField { got: String, name: String, call: String } => CallField, "{got} has no field `{name}`",
            help: "here it is written `{call}`";
        BeyondText { index: Option<i64>, letters: usize } => ListIndex,
            (match index {
                Some(i) => format!("there is no letter {i}: it has {}", counted(letters, "letter")),
                None => format!("the letters asked for go beyond the text: it has {}", counted(letters, "letter")),
            }),
            help: (match letters {
                0 => "check `len(s) > 0` first".into(),
                _ => format!("letters are counted from 0, so the last one is {}", letters - 1),
            });
        NoKey { key: String } => DictKey, "the dictionary has no key {key}",
            help: "ask with a value for keys that it lacks: `get(d, {key}, 0)`; `keys(d)` lists all";
        NearKeys { key: String, near: String } => DictKey, "the dictionary has no key {key}", help: "it has {near}";
        EmptyDictionary { key: String } => DictKey, "the dictionary has no key {key}", here: "it is empty",
            help: "put an entry into it: `put(d, key, value)`";
        RangeAsKey { key: String, entries: String } => DictKey, "the dictionary has no key {key}",
            help: "its entries, in order of their keys, are a list: `{entries}`";
    }
}

error_family! {
    /// A call that cannot be made, or a name without a value.
    pub(crate) enum CallError {
        ListForMembers { wanted: ValueKind, got: String, argument: usize } => CallKind,
            "{wanted} is wanted here, not {got}", here: "members in brackets",
            help: "write the members one by one, without the brackets", argument: argument;
        Member { wanted: ValueKind, got: String, is_range: bool } => CallKind,
            "every member must be {wanted}, not {got}",
            help: (match is_range {
                true => "a range is a list by itself: write `1..3`, without brackets around it",
                false => "let every member be of this kind",
            });
        Failed { name: String, definition: Span } => NameUnknown, "`{name}` has no value: its definition failed",
            help: "mend the definition", cause: definition;
        NotYet { name: String } => NameUnknown, "`{name}` has not been defined yet",
            help: "define `{name}` before this runs";
        NeedsItself { name: String, arguments: String, parameters: String } => NameCircular,
            "`{name}({arguments})` needs its own value before it has one", here: "asked for again here",
            help: "let it call itself for something smaller; if play can return, write `game {name}({parameters}) := \
                 ...`; a move that changes nothing is `pass`";
        Graph => CallNotCallable, "a graph is not called", help: "a vertex is `g.a` or `g[e]`";
        NoFunction { got: String, has_members: bool } => CallNotCallable, "{got} cannot be called", here: "called here",
            help: (match has_members {
                true => "an index stands in square brackets: `xs[0]`",
                false => "to multiply, write `*` between the factors",
            });
        Arity { what: String, least: usize, most: Option<usize>, given: usize } => CallArity,
            (format!("{what} takes {}, not {given}", arguments_wanted(least, most))), here: "in this call",
            help: (if given < least { "give the missing ones too" } else { "leave out what is too much" });
    }
}

error_family! {
    /// A call whose arguments do not fit.
    pub(crate) enum ArgumentError {
        Field { field: String, call: Option<String> } => CallField,
            "`{field}` is called behind a dot, where only fields stand", here: "no field",
            help: (match call {
                Some(call) => format!("here it is written `{call}`"),
                None => format!("a function is called as `f(x)`; look for it with `:search {field}`"),
            });
        NamedForValue => CallNamedArgument, "a function that is a value takes no named arguments", here: "named here",
            help: "give the arguments in order";
        Constant { name: &'static str, advice: String } => CallNotCallable, "`{name}` is a constant, not a function",
            here: "called here", help: (advice);
        Missing { name: String, parameter: String, shape: String } => CallArity,
            "`{name}` needs its argument `{parameter}`", here: "in this call", help: "it is called as `{shape}`";
        Number { name: String, wanted: String, given: usize, shape: String } => CallArity,
            "`{name}` takes {wanted}, not {given}", here: "in this call", help: "it is called as `{shape}`";
        Misspelt { name: String, argument: String, near: String } => CallNamedArgument,
            "`{name}` has no argument named `{argument}`", here: "unknown argument", help: "did you mean `{near}`?";
        Unknown { name: String, argument: String, known: String } => CallNamedArgument,
            "`{name}` has no argument named `{argument}`", here: "unknown argument", help: "its arguments are {known}";
        Twice { name: String, argument: String } => CallNamedArgument,
            "`{argument}` is given twice in this call of `{name}`", here: "the second time",
            help: "give it once, by its place or by its name";
    }
}

error_family! {
    /// A value that an operator or a statement does not take.
    pub(crate) enum OperandError {
        Filter { got: String } => CallKind, "the function of `filter` must say true or false, not {got}",
            help: "for instance `filter(n -> n > 2, 1..5)`";
        Below { got: String, is_infinite: bool } => CallKind,
            (match is_infinite {
                true => format!("infinitely many ordinals are below {got}"),
                false => format!("`below` takes an ordinal, not {got}"),
            }),
            help: "take a finite ordinal; an infinite one stands in a rule of heaps, where each option makes one \
                 parameter any smaller and leaves the others: `game v(a, b) := <v(c, b) for c below a, v(a, c) for c below b>`";
        Option { got: String, is_truth: bool } => GameNotAnOption,
            "an option must be a game, not {got}",
            help: (match is_truth {
                true => "let it choose between options: `if a > b then 1 else 0`",
                false => "options are numbers, nimbers, games, positions, or lists of them",
            });
        RunThrough { got: String } => CallKind,
            "`for` runs through a list, a set, a range, a text or a dictionary, not {got}",
            help: "a range is written `0..n`";
        TakenApart { count: usize, got: String } => CallKind, "a list of {count} members is taken apart here, not {got}",
            help: "give each of the {count} names a member";
        False => CheckFailed, "this check is false", here: "false";
        Check { got: String } => CallKind, "`check` takes something true or false, not {got}",
            help: "compare it with what it should be: `check K(5) == *4`";
        Unequal { left: String, right: String } => CheckFailed,
            "this check is false: the left side is {left}, the right side is {right}",
            here: "{left} on the left, {right} on the right";
        DeepList { most: u32 } => LimitNesting, "lists are nested at most {most} deep",
            help: "keep what grows in one flat list";
        LongDivisor { x: String, y: String } => NumberSurreal, "the quotient of `{x}` by `{y}` may have infinitely many terms",
            here: "a divisor of several terms", help: "its first terms are `expansion({x}, {y}, 4)`";
        NoNumber => NumberSurreal, "this is no number, for not every option on the left is below each on the right",
            here: "options born after all finite days",
            help: "games with such options are kept only if they are numbers";
        EndlessOptions => NumberSurreal, "options without end are answered where they are nimbers of both players, or where the game is a number",
            here: "for all natural numbers",
            help: "such options are `n`, `b^n` and what sums, products and quotients make of one of them: `<0|1/2^n for n in naturals>`, `<*(2*n) for n in naturals>`";
        NoNegative { kind: &'static str } => CallKind, "{kind} has no negative", help: "numbers, games and positions have: `-up`";
        Switch { got: String } => CallKind, "a switch is made of games, not of {got}",
            help: "give a number or a game: `+-3`, `+-(2, up)`";
        Power => CallKind, "only numbers, `omega` and games such as {{0|H}} have powers here",
            help: "`up^2`, `tiny(2)^(7/4)`, `up^on`; every game has `G^[x]`, and products are `conway(G, H)`, `norton(G, U)`";
        Base { got: String } => CallKind, "a game is wanted here, not {got}", help: "write a game such as `up` or `form <*|*>`";
        Exponent { got: String } => CallKind, "`{got}` is no exponent of a game",
            help: "an exponent is a number from 1, or `on`, `x + over`, `x + under` for such a number: `up^3`, `up^(7/4)`";
        SizeOfNimber { got: String } => CallKind, "the size of a nimber is an integer from 0 or an ordinal, not {got}",
            here: "`*` starts a nimber here", help: "to multiply, write `*` between two operands";
        Condition { got: String } => CallKind, "true or false is wanted here, not {got}", here: "a condition",
            help: "compare it with something: `x == 0`, `g > 0`";
    }
}

error_family! {
    /// A rule or a claim of a game that does not hold.
    pub(crate) enum GameError {
        NoClaim { got: String } => GameClaim, "nothing is claimed of {got}", here: "no claim to check",
            help: "claim it where the game is defined: `game f(b) := <...|...> with symmetry`", argument: 0;
        BoardAlone { got: String } => CallKind, "a board alone makes {got}, no position", here: "in this call",
            help: "give the game all that stands before its board: `check_symmetry(f(3), b)`";
        WrongClaim { name: String, claim: &'static str, value: String, p: String, relation: &'static str,
            found: String, q: String, place: String } => GameClaim,
            "`{name}` has no {claim}: the value {value} of `{p}` {relation} {found}, that of `{q}`",
            here: "the board {place}", help: "define `{name}` without `with {claim}`, or mend its rule";
        NoPosition { name: String, got: String } => GameNotAPosition, "the rule of `{name}` gives {got}, not a position",
            help: "let it end in a literal such as `<g(n-1), g(n-2)>`, or in a position such as `nim(n)`";
        Growth { got: String, stage: u64 } => RulesetArgument,
            "the growth gives {got} at move {stage}, not a number of copies", help: "for instance `hydra(k -> 2*k, 3)`";
        TakeAwayCondition { got: String, taken: i64, take: i64 } => RulesetArgument,
            "the condition gives {got} for {take} counters after {taken}, not true or false",
            help: "for instance `gen_mem((m, j) -> j >= m, 10, 1)`";
        TakeAwayLimit { got: String, taken: i64 } => RulesetArgument,
            "the limit gives {got} after {taken} counters were taken, not a number",
            help: "for instance `take_away(m -> 2*m, 10, 1)`";
    }
}

error_family! {
    /// A graph or a vertex that cannot be.
    pub(crate) enum VertexError {
        TwoClasses { label: String } => GraphTerminalClass, "vertex `{label}` is given two terminal classes",
            here: "in this graph", help: "keep the one that is meant";
        ClassWithMoves { label: String } => GraphTerminalClass, "vertex `{label}` has a terminal class and moves",
            here: "in this graph", help: "a class is for vertices without arrows; leave the class or the arrows away";
        Unknown { label: String, vertices: String } => GraphVertex,
            "the graph has no vertex `{label}`",
            help: (match vertices.is_empty() {
                true => "it has no vertices".into(),
                false => format!("its vertices are {vertices}"),
            });
        NoFirst { what: &'static str } => GraphVertex, "{what} has no first vertex",
            help: "name the vertex where play begins: `g[3]`";
        Class { got: String } => GraphTerminalClass, "a terminal class is N, P, D, L, R or a payoff to Left, not {got}",
            help: "write `t : P` where the player to move loses, `t : N` where that player wins";
        Label { got: String } => GraphVertex, "a vertex is a number, a text or a short list of those, not {got}",
            help: "name it by a number or a text: `graph <1 -> 2>`, `graph <a -> b>`";
        OfPicture { got: String } => GraphVertex, "a vertex of a picture is a number from 0 on or a name, not {got}",
            help: "the ground is 0: `hackenbush <n -B- n+1 for n in 0..3>`";
    }
}

error_family! {
    /// A loopy value that does not exist, or that an operation is not for.
    pub(crate) enum SidesError {
        Truth => CallKind, "`&` joins the two sides of a game, not true and false", help: "write `and`";
        Nested => GameSidesOrder, "a side is a stopper, not itself a value of two sides",
            help: "take one of its sides: `onside(G)`, `offside(G)`";
        Order { onside: String, offside: String, is_reversed: bool } => GameSidesOrder,
            "the onside `{onside}` is not at least the offside `{offside}`", here: "no value has these sides",
            help: (match is_reversed {
                true => format!("exchange them: `{offside} & {onside}`"),
                false => "the greater one comes first; these two are confused with each other".into(),
            });
        NoStopper { text: String, name: &'static str } => GameLoopy, "`{text}` has two sides", here: "not a stopper",
            help: "ask one of them, `onside(G)` or `offside(G)`: `{name}` takes a value with one side";
        NoDegree { text: String } => GameDegree,
            "the onside of G - G is `{text}`, which is not its own double, so G has no degree", here: "no degree",
            help: "`onside(G - G)` is that game itself";
        NotStable => GameNotStable, "the variety from above and the one from below differ, so this game has none",
            help: "ask for its sides and its degree instead";
        Loopy { text: String } => GameLoopy,
            "`{text}` is a loopy game, and of those no theory of this is settled: it is known for games that end",
            here: "play need not end",
            help: "loopy games have sums, an order, `outcome`, `stops`, `onside`, `offside`, `degree` and `variety`";
    }
}

error_family! {
    /// A file that cannot be written, or a terminal that does not answer.
    pub(crate) enum StreamError {
        Output { error: io::Error } => IoWrite, "the output cannot be written: {error}", here: "printed here",
            help: "see where the output goes: is the disk full, or the file read-only?";
        Interrupted => LimitInterrupted, "the game was interrupted", here: "played here",
            help: "everything defined so far is kept; `quit` leaves a game without this message";
        NoAnswer { error: io::Error } => IoRead, "no answer can be read: {error}", here: "asked here",
            help: "see where the input comes from";
        Exists { path: String, own: &'static str, again: String, argument: usize } => IoExists,
            "there is a file `{path}` already{own}", here: "this file", help: "to replace it: `{again}`",
            argument: argument;
        NoFolder { path: String, argument: usize } => IoWrite, "there is no folder for `{path}`", here: "this file",
            help: "make the folder first", argument: argument;
        Nameless { argument: usize } => IoWrite, "a file needs a name", here: "an empty name",
            help: "the end of the name tells what is written: `\"data.csv\"`, `\"data.json\"`, `\"notes.txt\"`",
            argument: argument;
        Directory { path: String, argument: usize } => IoWrite, "`{path}` is a directory", here: "this file",
            help: "name a file in it", argument: argument;
        Forbidden { path: String, argument: usize } => IoWrite, "`{path}` may not be written", here: "this file",
            help: "choose another folder", argument: argument;
        Unwritable { path: String, error: String, argument: usize } => IoWrite, "`{path}` cannot be written: {error}",
            here: "this file", help: "choose another place", argument: argument;
    }
}
