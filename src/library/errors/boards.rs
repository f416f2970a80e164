//! Errors of boards.

use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, error_family};
use cg_engine::rulesets::board::{Alphabet, BadBoard};

error_family! {
    /// A board, or a part of one, that cannot be.
    pub(crate) enum BoardError {
        Sizes { text: String, name: &'static str, rows: String, columns: String } => BoardShape,
            "`{text}` is no row of cells", here: "two sizes",
            help: "an empty board is given by its sizes, without quotes: `{name}({rows}, {columns})`", argument: 0;
        OneSize { name: &'static str } => BoardShape, "a board without a text needs both its sizes",
            here: "the number of columns is missing", help: "give rows and columns, for instance `{name}(2, 3)`";
        ColouringRule { argument: usize } => RulesetArgument, "the cells that a player may colour are `.`, `x` and `o`",
            here: "another letter", help: "for instance `gen_col(\".o\", \".x\", \"....\")`, which is Col",
            argument: argument;
        Foxes { foxes: usize } => BoardShape, "there is one fox on a board, not {foxes}", here: "counted here",
            help: "write `F` in one cell: `fox_geese(\"G.G./..F.\")`", argument: 0;
        NoJump => RulesetArgument, "a jump goes over one animal at least", here: "0 among the jumps",
            help: "for instance `jumps = 1..2`", argument: 1;
        PastureRow { row: usize, got: usize, columns: usize } => BoardShape,
            "row {row} of the pasture has {got} cells instead of {columns}", help: "give every row as many numbers",
            argument: 0;
        LargePasture { limit: usize } => LimitSize, "a pasture has at most {limit} rows and {limit} columns",
            help: "give a smaller one", argument: 0;
        LargeHerd { herd: i64, limit: i64 } => RulesetArgument, "a herd of {herd} is too large",
            help: "a herd has at most {limit} sheep", argument: 0;
        Ties => BoardShape, "cells are held together by letters, or by pairs of letters", here: "not a list of pairs",
            help: "for instance `parts(b, \".xo\")`, or `parts(b, [\"..\", \".x\", \".o\"])`", argument: 1;
        Letter { letter: char, argument: usize, at: usize, place: String } => BoardShape,
            (format!("`{}` cannot stand in a cell of a board", letter.escape_debug())), here: "no letter of a board",
            help: "a cell holds one letter, digit or sign of ASCII; `/` stands between rows", argument: argument,
            bytes: at..at + letter.len_utf8(), place: (place);
        NoLetter { name: &'static str, argument: usize } => BoardShape, "no letter is given", here: "an empty text",
            help: "name the letters, as in `{name}(..., \"xo\")`", argument: argument;
        Direction { got: String } => CallKind, "a direction is `[dr, dc]`, not {got}", here: "no direction",
            help: "by how many rows and columns a step goes: `[0, 1]` is to the right, `[1, 0]` down", argument: 2;
        Chessman => CallKind, "cells are connected along their sides, or by the steps of a chessman", here: "no chessman",
            help: "leave it out, or write `king` for cells that touch at corners too, or `knight`", argument: 2;
        Changes { got: String } => CallKind, "what changes on a board is a list of pairs `[p, letter]`, not {got}",
            here: "no changes",
            help: "for instance `replace_at(b, [[p, \".\"], [q, \"x\"]])`, or `replace_at(b, p, \"x\")` for one cell",
            argument: 1;
        CellText { got: String, argument: usize } => BoardShape, "a cell holds a text of one letter, not {got}",
            here: "no letter", help: "for instance `replace_at(b, p, \"x\")`; the letters are those of ASCII but `/`",
            argument: argument;
        LettersOfGraph { vertices: String, given: String } => BoardShape, "the graph has {vertices}, and this text {given}",
            here: "no letter for each vertex",
            help: "write one row, a letter for each vertex in the order in which the graph names them", argument: 1;
        OnePlayersArrows { name: &'static str } => PositionNotImpartial,
            "`{name}` is played on edges, and arrows of one player are none",
            help: "join vertices by edges: `graph <a -- b; b -- c>`", argument: 0, place: "this graph";
        ClassesOfGround { name: &'static str } => GraphTerminalClass,
            "`{name}` is played on edges, and terminal classes have no meaning there", help: "leave the classes away",
            argument: 0, place: "this graph";
        OneWay { name: &'static str, from: String, to: String } => CallKind,
            "`{name}` is played on edges, and there is an arrow from `{from}` to `{to}` alone", here: "this graph",
            help: "join vertices by edges: `graph <a -- b; b -- c>`", argument: 0;
        TextAndSize => CallKind, "the text of a board says itself how many columns there are",
            here: "one argument too many", help: "leave it out", argument: 1;
        NoBoard { name: &'static str, got: String } => CallKind, "a board is a text or two sizes, not {got}",
            here: "no board", help: "for instance `{name}(4, 4)` or `{name}(\"../..\")`", argument: 0;
        NoOwnBoard { got: String } => CallKind, "a board is made of a text or of two sizes, not of {got}", here: "no board",
            help: "for instance `board(\"xo./.#.\")` or `board(3, 4)`", argument: 0;
        NoGround { name: &'static str, got: String } => CallKind, "`{name}` is played on a board or a graph, not on {got}",
            here: "no board", help: "for instance `{name}(4, 4)`, `{name}(\"../..\")` or `{name}(graph <a -- b>)`",
            argument: 0;
        NoColumns { name: &'static str, got: String } => CallKind,
            "behind the rows of a board stand its columns, an integer, not {got}", here: "no number",
            help: "write `{name}(rows, columns)`, or `{name}(graph <a -- b>, \"x.\")` on a graph", argument: 1;
        NoLettersOfGraph { name: &'static str, got: String } => CallKind,
            "the vertices of a graph have their letters as a text, not {got}", here: "no letters",
            help: "write a letter for each vertex: `{name}(graph <a -- b>, \"x.\")`", argument: 1;
        BarOfOneSize => BoardShape, "a bar has rows and columns", here: "the number of columns is missing",
            help: "write `chomp(rows, columns)`, or the lengths of the rows as a list";
        BarAndSize => CallKind, "a list of rows says itself how many columns there are", here: "one argument too many",
            help: "leave the number of columns out";
        NoBar { got: String } => CallKind, "a bar is two sizes or a list of rows, not {got}", here: "no bar",
            help: "for instance `chomp(3, 4)` or `chomp([4,2,1])`";
        EmptyBar => BoardShape, "this bar has no squares",
            help: "give it one row and one column at least: the poisoned square";
        LongerRow { row: usize, squares: u64, above: u64 } => BoardShape,
            "row {row} has {squares} squares, but the row above it only {above}",
            help: "write the rows from the longest down: a bite takes all below and to the right";
    }
}

/// Returns `a, b or c`.
fn one_of(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        words => words.concat(),
    }
}

/// Returns the error of a bad board that is argument number `argument`.
pub(crate) fn bad_board(bad: BadBoard, name: &str, alphabet: &Alphabet, argument: usize) -> EvalError {
    let said = |message: String| EvalError::said(ErrorCode::BoardShape, message);
    let cells = |n: usize| if n == 1 { "1 cell".to_string() } else { format!("{n} cells") };
    let letters: Vec<String> = alphabet.letters.iter().map(|(letter, what)| format!("`{letter}` ({what})")).collect();
    let letters = one_of(&letters);
    match bad {
        BadBoard::NoCells(None) => said("this board has no cells".into())
            .here("no cell")
            .help(format!("a cell is {letters}"))
            .inside(argument, 0..0, ""),
        BadBoard::NoCells(Some((rows, columns))) => said(format!("a board of {rows} by {columns} has no cells"))
            .here("in this call")
            .help("give it at least one row and one column"),
        BadBoard::TooLarge { rows, columns } => {
            let sizes: Vec<String> =
                alphabet.sizes.iter().map(|(rows, columns)| format!("{rows} by {columns}")).collect();
            let most = format!("a board of `{name}` fits into {} cells (rows by columns)", one_of(&sizes));
            said(format!("a board of {rows} by {columns} is too large")).here("too large").help(most).inside(
                argument,
                0..0,
                "",
            )
        }
        BadBoard::Letter { letter: '|', row, column, at } if !alphabet.letters.iter().any(|known| known.0 == '|') => {
            said("`|` does not part the rows of a board here".into())
                .here(format!("behind row {row}"))
                .help("write `/` between rows, as in `\"../..\"`")
                .inside(argument, at, format!("row {row}, column {column}"))
        }
        BadBoard::Letter { letter, row, column, at } => {
            said(format!("`{}` is not a cell of this board", letter.escape_debug()))
                .here(format!("row {row}, column {column}"))
                .help(format!("a cell is {letters}; rows are separated by `/`"))
                .inside(argument, at, format!("row {row}, column {column}"))
        }
        BadBoard::Ragged { row, got: 0, at, .. } => said(format!("row {row} of the board is empty"))
            .here("no cell")
            .help("`/` stands between two rows; leave it out at the ends of the text")
            .inside(argument, at, ""),
        BadBoard::Ragged { row, wanted, got, at } => {
            said(format!("row {row} of the board has {}, the first row has {wanted}", cells(got)))
                .here(cells(got))
                .help(match alphabet.letters.iter().any(|(letter, _)| *letter == '#') {
                    true => "make all rows equally long; `#` is a cell that nobody can use",
                    false => "make all rows equally long",
                })
                .inside(argument, at, "")
        }
    }
}
