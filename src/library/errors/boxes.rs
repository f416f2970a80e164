//! Errors of Dots and Boxes and of Strings and Coins.

use crate::eval::error_family;

error_family! {
    /// A board of dots, or strings, that cannot be.
    pub(crate) enum BoxesError {
        Large { limit: usize } => BoardShape, "a board of dots has from 0 to {limit} rows and columns of boxes",
            here: "no such size", help: "for instance `dots_and_boxes(2, 3)`", argument: 0;
        Length { row: usize } => BoardShape, "row {row} of the board has another length than a row of dots",
            here: "rows of different length",
            help: "a row of dots and lines is as long as a row of lines and boxes: `\"+-+ +/|   |/+ +-+\"`", argument: 0;
        Rows { rows: usize } => BoardShape, "a board begins and ends with dots, and this one has {rows} rows",
            here: "a row is missing", help: "write rows of dots and rows of boxes in turns: `\"+-+/| |/+ +\"`", argument: 0;
        Sign { row: usize, column: usize } => BoardShape, "what stands in row {row}, column {column} does not belong there",
            here: "no dot, line or box",
            help: "a dot is `+`, a line `-` or `|`, its owner is written in a box as `L` or `R`, all else is blank", argument: 0;
        Open { row: usize, column: usize } => BoardShape, "the box in row {row}, column {column} has an owner, but not all its lines",
            here: "a line is missing", help: "draw its four lines, or leave it blank", argument: 0;
        NoBoard { got: String } => CallKind, "a board of dots is a text or two sizes, not {got}", here: "no board",
            help: "for instance `dots_and_boxes(2, 3)` or `dots_and_boxes(\"+-+/| |/+ +\")`", argument: 0;
        Strings { name: &'static str } => CallKind, "a list of strings has pairs of vertices, numbered from 0",
            here: "not a list of pairs", help: "for instance `{name}([[0, 1], [1, 2]])`; 0 is the ground", argument: 0;
        NoStrings { name: &'static str, got: String } => CallKind, "`{name}` is played on a graph or a list of strings, not on {got}",
            here: "no strings", help: "for instance `{name}(graph <0 -- a; a -- b>)` or `{name}([[0, 1], [1, 2]])`",
            argument: 0;
    }
}
