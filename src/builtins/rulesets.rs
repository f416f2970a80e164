//! Rulesets that are built in.

use crate::language::{Count, Place, Rest, Session, Trouble, Value, builtins};
use crate::ordinals::Ordinal;
use crate::positions::{Closed, position};
use crate::rulesets::domineering::{BadBoard, Domineering};
use crate::rulesets::nim::{self, Nim};
use crate::rulesets::subtraction::Subtraction;

builtins! {
    /// Rulesets.
    RULESETS, "Rulesets";

    /// Nim: take any number of counters from one heap.
    ///
    /// Bouton 1901: the nim-value is the sum of the heaps without carrying. Heaps may be ordinals.
    /// nim_value(nim(3, 4, 5))  #=> 2
    /// nim(omega, 1)  #=> *(omega + 1)
    /// nim(2)  #=> *2
    /// See: nim_sum, *, subtraction
    nim [] (heaps: Rest<Ordinal>) -> Place = |cx: &mut Session, heaps: Rest<Ordinal>| {
        let Some(finite) = heaps.0.iter().map(Ordinal::to_u64).collect::<Option<Vec<u64>>>() else {
            return Ok(Place(nim::transfinite(heaps.0, cx)?));
        };
        let ruleset = cx.positions.ruleset("nim", || Closed(Nim));
        Ok(Place(position(cx, ruleset, &finite)))
    };

    /// Subtraction game: take one of the numbers of S from the heap.
    ///
    /// Winning Ways, ch. 4; Ferguson 1974, section 5.1.
    /// [nim_value(subtraction({1,3,4}, n)) for n in 0..9]  #=> [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    /// See: nim, game
    subtraction [S: Vec<Count>] (n: Count) -> Place = |cx: &mut Session, set: Vec<Count>, n: Count| {
        let set: Vec<u64> = set.into_iter().map(|s| s.0).collect();
        if set.contains(&0) {
            return Err(Trouble::said("ruleset::argument", "a subtraction set holds positive numbers; taking 0 is no move")
                .help("leave 0 out; a pass is a loop in a graph"));
        }
        let rules = Subtraction::new(set.clone());
        let ruleset = cx.positions.ruleset(&format!("subtraction {set:?}"), || Closed(rules));
        Ok(Place(position(cx, ruleset, &n.0)))
    };

    /// Domineering: Left places vertical dominoes, Right horizontal ones.
    ///
    /// `domineering(rows, columns)` is an empty board, `domineering("..#/...")` any board: rows from top to bottom, `.`
    /// an empty cell, `#` a taken one (Göran Andersson; Conway 1977).
    /// domineering(2, 2)  #=> +-1
    /// domineering("../.#")  #=> *
    /// See: stops, switch
    domineering(board: Value, columns: Option<Count>) -> Place = domineering;
}

fn domineering(cx: &mut Session, board: Value, columns: Option<Count>) -> Result<Place, Trouble> {
    let cells = match (&board, columns) {
        (Value::Integer(rows), Some(columns)) => Domineering::empty((*rows).max(0) as u64, columns.0),
        (Value::Integer(_), None) => {
            return Err(Trouble::said("board::shape", "an empty board needs both its sizes")
                .help("write `domineering(rows, columns)`"));
        }
        (Value::Text(text), None) => Domineering::read(text),
        (other, _) => {
            let got = cx.describe(other);
            return Err(Trouble::said("call::kind", format!("a board is a text or two sizes, not {got}"))
                .help("for instance `domineering(4, 4)` or `domineering(\"..#/...\")`"));
        }
    };
    let cells = cells.map_err(bad_board)?;
    let ruleset = cx.positions.ruleset("domineering", || Closed(Domineering));
    Ok(Place(position(cx, ruleset, &cells)))
}

fn bad_board(bad: BadBoard) -> Trouble {
    let said = |message: String, help: &str| Trouble::said("board::shape", message).help(help);
    match bad {
        BadBoard::Empty => said("this board has no cells".into(), "give it at least one row and one column"),
        BadBoard::TooLarge { rows, columns } => {
            said(format!("a board of {rows} by {columns} is too large"), "boards have at most 8 rows and 8 columns")
        }
        BadBoard::Letter(letter, at) => said(
            format!("`{}`, character {} of the board, is not a cell", letter.escape_debug(), at + 1),
            "a cell is `.` (empty) or `#` (taken), rows are separated by `/`",
        ),
        BadBoard::Ragged(row, wanted, got) => said(
            format!("row {row} of the board has {got} cells, the first row has {wanted}"),
            "make all rows equally long; `#` is a cell that is taken",
        ),
    }
}
