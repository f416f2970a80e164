//! Errors of heaps: rulesets, sequences of values, misère theories.

use std::ops::Range;

use dashu_int::UBig;

use crate::diagnostic::counted;
use crate::eval::error_family;

error_family! {
    /// A ruleset of heaps or a heap that cannot be.
    pub(crate) enum HeapError {
        OctalDigit { digit: char, at: usize, text: String } => RulesetArgument,
            "an octal code has the digits 0 to 7, and `{digit}` is none of them",
            help: (match text.len() {
                0..=40 => format!("`code(\"{text}\")` takes the digits 0-9 and A-Z"),
                _ => "`code` in place of `octal` takes the digits 0-9 and A-Z".into(),
            }),
            argument: 0, bytes: at..at + 1;
        ArgumentsOfBase => RulesetArgument, "this ruleset was given positions or games",
            help: "give a ruleset that is called with numbers, texts and lists";
        NoHeaps { got: String, heaps: usize } => GameNotAPosition,
            (format!("the ruleset gives {got} for {}", counted(heaps, "heap"))),
            help: "give a ruleset that takes as many heaps";
        CrossRows => BoardShape, "Treblecross is played on one row", here: "several rows",
            help: "add rows: `treblecross(\"..x..\") + treblecross(5)`", argument: 0;
        NearCrosses { first: usize, second: usize } => BoardShape,
            "the crosses in squares {first} and {second} are so near each other that who moves next wins at once",
            here: "no row to play on", help: "leave two squares or more between crosses", argument: 0;
        NoRow { got: String } => CallKind, "a row is a number of squares or a text, not {got}",
            help: "for instance `treblecross(9)` or `treblecross(\"..x.....\")`", argument: 0;
        CodeAsNumber { name: &'static str, meant: String, argument: usize } => RulesetArgument,
            "a code is a text, not a number",
            help: (match argument {
                0 => format!("write it in quotes: `{name}(\"{meant}\")`"),
                _ => format!("write it in quotes: `\"{meant}\"`"),
            }),
            argument: argument;
        TakesNothing { set: &'static str } => RulesetArgument, "{set} holds positive numbers; taking 0 is no move",
            help: "leave 0 out; a pass is a loop in a graph";
        MoveZero { name: &'static str } => RulesetArgument, "the moves of `{name}` are counted from 1",
            help: "`{name}` with a number alone is the start, before move 1";
        NoNumbers { name: &'static str, got: String } => CallKind,
            "`{name}` takes a number or a list of numbers, not {got}", here: "no numbers",
            help: "for instance 3, or `[2, [1, 3]]` and then 3 for a 2 and three copies of 1 before move 3";
        Cyclic => RulesetArgument, "h is at least 1: fewer than h counters may be taken from all heaps",
            help: "`cyclic_nimhoff(1, ..)` is Nim";
        Moore => RulesetArgument, "k is at least 1: a move changes at least one heap and at most k",
            help: "`moore(1, ..)` is Nim";
        BadCode { why: String, text: String, at: Range<usize>, argument: usize } => RulesetArgument,
            (why),
            help: (match text.get(at.clone()).is_some_and(|c| matches!(c.as_bytes(), [b'a'..=b'f'])) {
                true if text.len() <= 40 => format!("digits above 9 are capitals: `\"{}\"`", text.to_uppercase()),
                true => "digits above 9 are capitals, A to Z".into(),
                false => "a code is `\"0.77\"`: a digit for each number of counters taken, after the point".into(),
            }),
            argument: argument, bytes: at;
        Euclid => RulesetArgument, "the numbers of Euclid are positive", help: "`euclid(1, 1)` is the least end";
        VectorLength { vector: String, numbers: String, heaps: String } => RulesetArgument,
            "the vector {vector} has {numbers} for {heaps}",
            help: "give every vector one number for each heap, 0 where nothing is taken";
        VectorOfZeros { vector: String } => RulesetArgument, "the vector {vector} takes nothing, which is no move",
            help: "leave it out; a pass is a loop in a graph";
        SharedSquare { square: UBig } => RulesetArgument, "two coins stand on square {square}",
            help: "give every coin a square of its own; heaps that may be equal are those of `nim`";
        NoPlaces => RulesetArgument, "a circle has at least one place",
            help: "give the number of places first: `kotzig(12, {{1,2}})`";
        NoStep => RulesetArgument, "a step goes at least one place on; 0 is no step", help: "leave 0 out of the set";
        Unreachable { place: u64, unit: u64 } => RulesetArgument,
            "the counter never comes to place {place}: its steps lead to multiples of {unit}",
            help: "name only places that can be reached from place 0";
        NoSuchPlace { place: u64, last: u64 } => RulesetArgument, "there is no place {place}",
            help: "the places are 0 to {last}";
    }
}

error_family! {
    /// A sequence of values that does not exist.
    pub(crate) enum SequenceError {
        NoRulesetYet { name: String, asked: &'static str, ruleset: String } => CallKind, "`{name}` is no ruleset yet",
            help: "give it what stands before the heap: `{asked}({ruleset}, 10)`";
        SeveralHeaps { name: String, heaps: String, asked: &'static str } => CallKind,
            "`{name}` takes {heaps}, and `{asked}` gives it one at a time",
            help: "`p_positions(r, n)` looks at several heaps; `n -> r(3, n)` keeps one of them";
        NoHeaps { name: String } => CallKind, "a position of `{name}` is not given by the size of a heap",
            help: "name a ruleset on heaps such as `kayles`, or a function of the size: `n -> cram(2, n + 1)`";
        Position { asked: &'static str, name: String } => CallKind, "`{asked}` takes a ruleset, not the position `{name}`",
            help: "leave the heap off: `kayles` is a ruleset, `kayles(5)` a position";
        NoRuleset { asked: &'static str, got: String } => CallKind, "`{asked}` takes a ruleset, not {got}",
            help: "a ruleset is `kayles`, `octal(\"0.77\")`, or a game of your own";
        NoNimValues { got: String } => CallKind,
            "`identify` takes nim-values or a ruleset, not {got}",
            help: "nim-values are integers from 0 or nimbers, from heap 0 on: `identify([0, 1, 2, 3, 1, 4])`";
        EmptySequence => CallKind, "there are no nim-values to identify", here: "no heap",
            help: "give the values of some heaps, from heap 0 on: `identify([0, 1, 2, 3, 1, 4])`";
        NoGame { heap: u64, got: String } => CallKind, "for the heap {heap} comes {got}, which is no game",
            help: "`[f(n) for n in 0..9]` lists whatever a function gives";
        NumberOfHeaps { rule: String, takes: String, count: u64 } => CallKind, "`{rule}` takes {takes}, not {count}",
            help: "leave the number of heaps off, or give what comes before the heaps: `moore(2)`";
        NoPosition { got: String } => CallKind, "{got} is no position",
            help: "`p_positions` takes a ruleset such as `wythoff`, or a function that gives games";
        PartizanPosition { got: String, name: String } => PositionNotImpartial,
            "`{got}` is partizan: its value is no nimber", here: "nim-values asked for here",
            help: "`values({name}, n)` gives canonical forms";
        NumberAsNimber { heap: u64, got: String } => PositionNotImpartial,
            "for the heap {heap} comes `{got}`, which is a number and no nimber", here: "nim-values asked for here",
            help: "a nimber is written with a star: `*3`";
        NoNimber { heap: u64, got: String, name: String } => PositionNotImpartial,
            "for the heap {heap} comes `{got}`, which is no nimber", here: "nim-values asked for here",
            help: "`values({name}, n)` gives games of every kind";
    }
}

error_family! {
    /// A search for positions that cannot be made.
    pub(crate) enum FindError {
        NoValue { got: String } => CallKind, "`find` looks for a value, not for {got}",
            help: "a value is `1/4` or `tiny(2)`; a function asks more: `find(domineering, p -> temperature(p) >= 1)`";
        HolesAlone => CallKind, "`#` alone leaves no cell", here: "these letters",
            help: "`#` is a cell that is not there; give the letters of the others too: `letters = \".x#\"`";
        NoBoards { got: String } => CallKind, "`letters` are those of boards, and {got} has none", here: "looked for here",
            help: "leave `letters` off";
        NoTruth { got: String } => CallKind, "the function given to `find` gives {got}, not true or false",
            help: "for instance `p -> temperature(p) >= 1`";
    }
}

error_family! {
    /// A theory of misère play that does not cover the game.
    pub(crate) enum MisereError {
        Partizan { thing: &'static str } => PositionNotImpartial,
            "the players have different moves here, and only where both have the same is there a {thing}", here: "partizan",
            help: "`outcome(p, misere)` tells who wins misère play";
        Loopy { thing: &'static str } => GameLoopy, "play from this position can go round in circles, so it has no {thing}",
            here: "loopy", help: "`outcome(p, misere)` tells who wins misère play";
        NoLink => ValueNone, "no game leaves both of these lost, for one equals an option of the other", here: "asked here",
            help: "`distinguisher(p, q)` finds a game that leaves just one of them lost";
        SameForm => ValueNone, "nothing distinguishes these, for they have the same misère canonical form", here: "asked here",
            help: "`misere_form(p)` writes it, and `same(misere_form(p), misere_form(q))` compares";
        NoDifference => ValueNone, "the second position is no part of the first one in misère play", here: "asked here",
            help: "`misere_parts(p)` lists the parts";
        NoUniverse { name: String } => CallKind, "no universe of games is called \"{name}\"",
            help: "one of `\"all\"`, `\"blocking\"`, `\"dead-ending\"`, `\"dicot\"`", argument: 2;
        OutsideUniverse { universe: String, argument: usize } => ValueNone,
            "this is no {universe} game, and only those are compared modulo {universe} games",
            here: "not {universe}", help: "`misere_compare(G, H)` compares modulo all games", argument: argument;
        Undecided => ValueNone, "no theorem compares these modulo blocking games", here: "asked here",
            help: "modulo dead-ending games the answer is another than modulo all games: ask for `\"dead-ending\"` or `\"all\"`";
        LateDay { day: u64 } => LimitSize, "the misère forms born by day {day} are too many to count",
            here: "there are 4171780 by day 5", help: "ask for a day from 0 to 5: `misere_day(4).forms`";
        LargeHeap { thing: &'static str } => LimitSize,
            "no theorem tells the {thing} of so large a heap, and it has too many moves to look at",
            here: "Bouton's rule is not proved for its rule, nor a finite quotient by misère nim-values",
            help: "`outcome(p, misere)` tells who wins it where all heaps have a proved misère quotient";
        Graph { name: &'static str } => CallKind, "`{name}` takes a game on heaps, and a graph has vertices",
            help: "write the moves as a rule: `game g(n) := <g(n-1), g(n-2)>`";
        NoPosition { heap: u64, got: String } => CallKind, "heap {heap} of this ruleset is {got}, not a position",
            help: "give a ruleset whose only argument is the heap, such as `kayles` or `subtraction({{1,2}})`";
        PartizanHeaps { name: &'static str } => PositionNotImpartial,
            "`{name}` is for games in which both players have the same moves",
            help: "`outcome(p, misere)` answers for positions of other games";
        LoopyHeaps { name: &'static str } => GameLoopy,
            "`{name}` is for games that end, and play from these heaps can go round in circles",
            help: "`outcome(p, misere)` answers for positions of such games";
        AllHeaps { name: &'static str, rule: String, heaps: u64 } => CallArity,
            "no theorem tells `{name}` of all heaps of `{rule}`",
            help: "say how many heaps to look at: `{name}({rule}, {heaps})`";
    }
}
