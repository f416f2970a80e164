//! Errors of coins, pictures, cakes and seats.

use std::ops::Range;

use crate::eval::error_family;
use cg_engine::rulesets::hackenbush::Colour;

const BOTH: &str = "for instance `seating(2, 5, L, R)` or `seating(2, \"L5R\")`";
const WRITTEN_ROW: &str = "write the left end, the number of empty seats and the right end: `\"L5R\"`";

error_family! {
    /// Coins or pieces that cannot stand so, and families that cannot be joined.
    pub(crate) enum CoinError {
        CoinRows => BoardShape, "the coins of a family lie in one row",
            help: "a board of coins is that of two families: `product(ruler, ruler, \"HT/TH\")`";
        Coins { name: String, got: String } => CallKind,
            "a row of coins is a text or the number of a coin, not {got}", here: "no coins",
            help: "for instance `{name}(\"HTTH\")` or `{name}(4)`";
        PartizanFactor { name: &'static str, argument: usize } => PositionNotImpartial,
            "`{name}` multiplies impartial games, and here the players have different moves",
            help: "`conway(G, H)` is the product of any games", argument: argument, place: "this game";
        StripRows => BoardShape, "a strip is one row", help: "add strips: `silver_dollar(\"..$\") + silver_dollar(\".$\")`";
        PartOfName { text: String, names: String } => RulesetArgument, "several words make the name of a family, not `{text}` alone",
            here: "no family", help: "write {names}", argument: 0;
        Singular { text: String } => RulesetArgument, "`{text}` is no family", here: "not in the plural",
            help: "write `{text}s`", argument: 0;
        BadFamily { why: &'static str, text: String, at: Range<usize> } => RulesetArgument, "`{text}` is no family: {why}",
            here: "no code", help: "a family is a bare word such as `turtles`, or a code: `\"1-3\"`, `\"3C(5)\"`, `\"1+S\"`, `\"4FS\"`",
            argument: 0, bytes: at;
        NoBoardOfCoins { name: &'static str, rows: String, columns: String } => RulesetArgument,
            "two families need coins", help: "write a board of coins: `{name}({rows}, {columns}, \"HT/TH\")`";
        NoFamilies { name: &'static str } => RulesetArgument, "a board of coins is played by two families",
            help: "for instance `{name}(ruler, twins, \"HT/TH\")`; positions need no board";
        NoRows { name: &'static str } => RulesetArgument, "`{name}` crosses rows of coins",
            help: "for instance `{name}(ruler(\"TH\"), twins(\"TTH\"))`";
        SharedSquare { row: usize, square: u64 } => RulesetArgument, "both pieces of row {row} stand on square {square}",
            help: "give each piece a square of its own: Left's first, then Right's";
        ShortRow { squares: u64, largest: u64, needed: u64 } => RulesetArgument,
            "a row of {squares} squares has no square {largest}",
            help: "squares are counted from 0; a row needs at least {needed} of them";
    }
}

error_family! {
    /// A position of Sprouts that cannot be.
    pub(crate) enum SproutsError {
        Sign { sign: char, at: Range<usize> } => BoardShape,
            (format!("`{}` cannot stand here in a position of Sprouts", sign.escape_debug())), here: "this sign",
            help: "spots are `0`, `1`, `2` or letters; `.` ends a boundary, `}}` a region", argument: 0, bytes: at;
        Letter { letter: char } => BoardShape, "the spot `{letter}` does not stand twice",
            help: "a letter is a spot with two corners; one that has a single corner is `2`", argument: 0;
        Open => BoardShape, "the position does not end with a region", here: "not ended",
            help: "write `.` behind each boundary and `}}` behind each region", argument: 0;
        Large { most: usize } => LimitSize, "Sprouts is played with {most} spots at most", help: "give fewer", argument: 0;
        NoSpots { got: String } => CallKind, "Sprouts is played on a number of spots or a text, not {got}",
            help: "for instance `sprouts(4)` or `sprouts(\"0.1aa1.}}\")`", argument: 0;
        NoCrosses { got: String } => CallKind,
            "Brussels Sprouts is played on a number of crosses or a list of regions, not {got}",
            help: "for instance `brussels_sprouts(2)` or `brussels_sprouts([[4, 2], [3]])`", argument: 0;
        ManyCrosses { crosses: usize, ends: u64 } => LimitSize,
            "Brussels Sprouts is played with {crosses} crosses, or {ends} free ends, at most", help: "give fewer", argument: 0;
    }
}

error_family! {
    /// A stalk, a cake or a row of seats that cannot be.
    pub(crate) enum PictureError {
        Stalk { letter: char, edge: usize, at: Range<usize> } => BoardShape,
            (format!("`{}` is not an edge of a stalk", letter.escape_debug())), here: "edge {edge}",
            help: (match Colour::of_letter(letter.to_ascii_uppercase()) {
                _ if "le".contains(letter) => "edges `l`, `r`, `e` of other programs are `B`, `R`, `G` here".into(),
                Some(_) => format!("edges are capital letters: `{}`", letter.to_ascii_uppercase()),
                None => "an edge is `B` (blue), `R` (red) or `G` (green)".into(),
            }),
            argument: 0, bytes: at, place: "edge {edge}";
        NoPicture { got: String } => CallKind, "a picture is a text of edges or a list of them, not {got}",
            help: "for instance `hackenbush(\"BRG\")` or `hackenbush([[0, \"B\", 1], [1, \"R\", 2]])`";
        NoEdge { got: String } => CallKind, "`{got}` is no edge", here: "no list of edges",
            help: "an edge is `[0, \"B\", 1]`: a vertex, a colour `B`, `R` or `G`, a vertex; vertices are numbers or names",
            argument: 0;
        CakeSize { name: &'static str, what: &'static str, got: String } => CallKind,
            "`{name}` takes the number of {what}, not {got}", help: "for instance `{name}(2, 3)`: two rows, three columns";
        Seats { got: String } => CallKind, "a row of seats is a text or a number, not {got}", help: (BOTH);
        NoCake { what: &'static str } => RulesetArgument, "a cake without {what} is no cake",
            help: "rows and columns are at least 1";
        NegativeCake { number: String, what: &'static str, least: u8 } => RulesetArgument,
            "a cake cannot have {number} {what}", help: "rows and columns are at least {least}";
        LargeCake { what: &'static str } => RulesetArgument, "a cake of so many {what} is too large",
            help: (format!("rows and columns are at most {}", u64::MAX));
        SmallFamily { members: u64 } => RulesetArgument, "a family of {members} cannot be seated",
            help: "families have at least 2 members, couples 2";
        EndsTwice { text: String } => RulesetArgument, "the ends of the row are said twice: in `\"{text}\"` and after it",
            help: (BOTH);
        NegativeSeats { seats: i64 } => RulesetArgument, "a row of {seats} seats cannot be",
            help: "the number of seats is at least 0";
        NoEnds { seats: i64 } => RulesetArgument, "a row of {seats} seats needs both its ends: whom each is reserved for",
            help: (BOTH);
        RowStart { text: String } => BoardShape,
            (format!("the row `{}` does not begin with `L` or `R`, whom its left end is reserved for", text.escape_debug())),
            help: (WRITTEN_ROW), argument: 1, bytes: 0..text.len();
        RowEnd { text: String } => BoardShape,
            (format!("the row `{}` does not end with `L` or `R`, whom its right end is reserved for", text.escape_debug())),
            help: (WRITTEN_ROW), argument: 1, bytes: 0..text.len();
        RowWithoutSeats { text: String } => BoardShape,
            (format!("the row `{}` does not say how many seats are empty", text.escape_debug())), help: (WRITTEN_ROW),
            argument: 1, bytes: 0..text.len();
        LongRow { text: String } => BoardShape, (format!("the row `{}` has too many seats", text.escape_debug())),
            help: (WRITTEN_ROW), argument: 1, bytes: 0..text.len();
        RowLetter { letter: char, at: usize } => BoardShape,
            (format!("the row has `{}` where the number of empty seats stands", letter.escape_debug())),
            help: (WRITTEN_ROW), argument: 1, bytes: at..at + letter.len_utf8();
    }
}
