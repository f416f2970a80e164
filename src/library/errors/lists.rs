//! Errors of lists, sets, texts, dictionaries and files of rows.

use crate::eval::error_family;

error_family! {
    /// A call about lists, sets, texts or dictionaries that has no answer.
    pub(crate) enum ListError {
        Part { got: String } => CallKind, "a text has texts as its parts, not {got}",
            help: "put the part in quotes: `\"ab\" in \"abc\"`";
        Container { got: String } => CallKind,
            "members are looked for in a list, a set, a text or a dictionary, not in {got}",
            help: "the list comes first: `contains([1, 3, 4], 3)`";
        OneRange { name: String, m: u64 } => CallArity, "`{name}` takes 2 heaps, and only one range is given",
            help: "give the range of the second heap too: `nim_value_table({name}, {m}, {m})`";
        NoPeriod => CallKind, "a table has at least one column", here: "no column", help: "`periodic_table(xs, 3)` has rows of three", argument: 1;
        NoLast => ListEmpty, "an empty list has no last member", here: "nothing to choose from",
            help: "make sure that the list has members: `if len(xs) > 0 then last(xs)`";
        Truth { name: &'static str, got: String, member: u64 } => CallKind,
            "`{name}` takes what is true or false, not {got}", here: "member {member}",
            help: "say what is asked of each member: `{name}([x > 0 for x in [1, 2]])`";
        Length { got: String } => CallKind,
            "`len` counts the members of a list, a set, a text or a dictionary, not of {got}",
            help: "the moves of a position are a list: `len(left_options(nim(3)))`";
        NothingToPut => CallArity, "`replace_at` is not told what to put into the list", here: "in this call",
            help: "give the new member too: `replace_at(xs, i, x)`";
        Reversed { got: String } => CallKind, "`reverse` turns round a list or a text, not {got}",
            help: "for instance `reverse([1, 2, 3])`";
        FunctionAndList { name: &'static str, f: String, xs: String } => CallKind,
            "`{name}` takes a function and a list, not {f} and {xs}", help: "give a function and a list";
        RangesOfRows => CallKind, "a table of given rows has no ranges besides",
            help: "the function comes first: `table(f, 1..8, 1..12)`";
        NoRange => CallKind, "a table of a function needs the range of its arguments",
            help: "for instance `table((m, n) -> m*n, 1..3, 1..4)`";
        Table { got: String } => CallKind, "`table` takes rows, or a function and its ranges, not {got}",
            help: "for instance `table((m, n) -> m*n, 1..3, 1..4)` or `table([[1, 2], [3, 4]])`";
        Subsets { got: String } => CallKind, "`subsets` takes a list or a set, not {got}",
            help: "for instance `subsets(1..4, 2)`";
        TooFewToChoose { wanted: u64, len: u64 } => ListIndex, "{wanted} members cannot be chosen out of {len}",
            here: "more than there are",
            help: "choose at most {len}, or numbers that may repeat: `random_list({wanted}, n, seed)`";
        NothingToChoose => ListEmpty, "there is no integer from 0 to -1 to choose", here: "nothing to choose from",
            help: "the integers are those below `n`: `random_list(10, 6, seed)` throws a die ten times";
        NoNumber { got: String } => TextNumber, "{got} is no number", here: "read here",
            help: "a number is written `12`, `-3`, `5/8` or `0.375`, and only blanks stand around it";
        NoSeparator => TextSeparator, "the separator is empty, so it stands everywhere", here: "nothing to split at",
            help: "the letters of a text are `[c for c in s]`; without a separator a text is parted at blanks";
        Pair { got: String } => CallKind, "a dictionary is made of pairs, not of {got}",
            here: "no pair of a key and its value",
            help: "put each key into a list with its value: `dict([[\"a\", 1], [\"b\", 2]])`";
        Rows { got: String } => CallKind, "a file of rows holds a table or a list of lists, not {got}",
            help: "put each row into a list: `[[n, f(n)] for n in 1..9]`";
        Extremum { which: &'static str } => ListEmpty, "an empty list has no {which} member",
            help: "check `len(xs) > 0` first";
    }
}
