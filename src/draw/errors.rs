//! Errors of pictures, with their wording.

use super::SIZES;
use super::encoding::as_svg;
use crate::eval::error_family;

error_family! {
    /// A value without a picture, or a picture that cannot be written.
    pub(crate) enum DrawError {
        Width { width: u64 } => CallKind,
            (format!("a picture is {} to {} units wide, not {width}", SIZES.start(), SIZES.end())),
            help: "a slide has room for about `width=800`";
        NoPicture { got: String } => ValueNone, "there is no picture of {got}", here: "nothing to draw",
            help: "what has a picture: games and positions, `thermograph(G)`, graphs, rulesets, boards, lists of \
                 numbers or pairs",
            argument: 0;
        NoBar { key: String, got: String } => ValueNone, "the key {key} has {got}, and no number, so it has no bar",
            here: "nothing to draw", help: "a dictionary of numbers is drawn as bars, such as `tally(xs)`", argument: 0;
        NoRow { member: usize, got: String } => ValueNone,
            "member {member} of the list is {got}, and no list like those before it", here: "nothing to draw",
            help: "lists of numbers, of pairs, of rows and of series `[\"name\", xs]` are drawn", argument: 0;
        NoPoint { member: usize, series: String, got: String } => ValueNone,
            "member {member} of the series \"{series}\" is {got}, and neither a number nor a pair of numbers",
            here: "nothing to plot", help: "a series is a list of numbers, or of pairs `[x, y]`", argument: 0;
        ManyValues { count: u64, shades: usize } => ValueNone,
            "the cells hold {count} different values that are not all numbers, and {shades} shades are told apart",
            here: "nothing to draw",
            help: "draw a number of each: `table(f, rows, columns)` with `temperature`, `mean` or `nim_value` in `f`",
            argument: 0;
        NoNumber { member: usize, got: String } => ValueNone, "member {member} of the list is {got}, and no number",
            here: "nothing to plot", help: "a list of numbers or of pairs is plotted, such as `sequence(kayles, 60)`",
            argument: 0;
        LargeNumber { member: usize } => ValueNone, "member {member} of the list is too large to be drawn to scale",
            here: "nothing to plot", help: "the members of a list can be drawn up to 10^150, up or down", argument: 0;
        ManyHeaps { name: String, heaps: usize } => ValueNone, "`{name}` takes {heaps} heaps, and a picture is flat",
            here: "nothing to plot", help: "`p_positions({name}, 10)` lists what the previous player wins", argument: 0;
        NamelessFile => PictureFile, "the file has no name", here: "this file",
            help: "name it: `draw(..., \"picture.svg\")`", argument: 1;
        NoEnding { path: String, argument: usize } => PictureFile, "`{path}` has no ending that says what picture to write",
            here: "this file", help: (as_svg(&path)), argument: argument;
        Ending { path: String, ending: String, argument: usize } => PictureFile, "pictures are not written as `.{ending}`",
            here: "this file", help: (as_svg(&path)), argument: argument;
        NotBuiltIn { path: String, encoding: &'static str } => PictureFile,
            "this program was built without {encoding}", here: "this file",
            // Who has no shell did not build the program.
            help: (match cfg!(feature = "shell") {
                true => "`cargo install --path . --features pdf` builds one that writes PNG and PDF".into(),
                false => as_svg(&path),
            }),
            argument: 1;
        Thin { path: String, encoding: &'static str } => PictureFile, "this picture is too long and thin for {encoding}",
            here: "this file", help: (as_svg(&path)), argument: 1;
    }
}
