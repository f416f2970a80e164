//! Coins that are turned, in rows and on boards, and pieces that move along strips and rows.

use std::rc::Rc;

use super::errors::{CoinError, bad_board};
use super::heaps::{Bound, Heap, of_heaps};
use crate::eval::{
    AnyOrText, BoardSymmetry, EvalError, FromValue, Place, Rest, Role, Session, Sort, ValueKind, at_heaps, builtins,
    heaps_wanted, role_of,
};
use crate::value::Value;
use cg_engine::games::Fault;
use cg_engine::positions::{self, Context, PositionId};
use cg_engine::questions;
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::northcott::{self, MOST_SQUARES, USUAL};
use cg_engine::rulesets::product::product;
use cg_engine::rulesets::staircase::{self, Staircase};
use cg_engine::rulesets::turning::{Coins, Family, LETTERS, crossed, named_families, row_of, turning};

builtins! {
    /// Coins, strips and rows.
    COINS, "Rulesets";

    /// A coin turning game: some coins of a row, the last from heads to tails.
    ///
    /// The family says which coins may be turned together: `turtles`, `ruler`, `sym` or another, or a code as in CGSuite: how
    /// many coins, `2`, `1-3` or `1+`, then `C` side by side, `C(5)` out of five side by side, `E` at equal distances, `S`
    /// symmetric, `F` with the first coin of the row; several parts have commas between them. `H` is heads, `T` tails; a number
    /// is the coin of that number alone, counted from the left: from 0 in `mock_turtles`, `twins`, `triplets`, `moebius`, `mogul`
    /// and `moidores`, as in Winning Ways, and from 1 in all others (CGSuite counts from 1 everywhere). A row is worth the nim-sum
    /// of its coins with heads (Winning Ways, ch. 14).
    /// turning(mock_turtles, "TTHH")  #=> *3
    /// options(turning(twins, "HTH"))  #=> [turning(twins, "TTT"), turning(twins, "HHT")]
    /// sequence(turning(ruler), 9)  #=> [0, 1, 2, 1, 4, 1, 2, 1, 8]
    /// sequence(turning("2-3,6C"), 7)  #=> [0, 0, 1, 2, 4, 7, 8]
    /// See: turtles, mock_turtles, ruler, motley, turnips, grunt, sym, product, acrostic
    #[role = CoinFamily]
    turning [family: AnyFamily] (coins: AnyOrText) -> Place = |cx: &mut Session, family: AnyFamily, coins: AnyOrText| {
        row(cx, family.0, &coins, 1)
    };

    /// Turning Turtles: turn one or two coins.
    ///
    /// Coin n, counted from 1, is a heap of n in Nim (Winning Ways, ch. 14).
    /// sequence(turtles, 6)  #=> [0, 1, 2, 3, 4, 5]
    /// turtles("HTTH")  #=> *5
    /// See: turning, mock_turtles, nim
    #[role = CoinFamily]
    turtles [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "turtles", &coins);

    /// Mock Turtles: turn one, two or three coins.
    ///
    /// Coin n, counted from 0, is worth the odious one of 2n and 2n + 1, which has an odd number of binary digits 1
    /// (Winning Ways, ch. 14).
    /// sequence(mock_turtles, 8)  #=> [1, 2, 4, 7, 8, 11, 13, 14]
    /// See: turning, turtles, moebius
    #[role = CoinFamily]
    mock_turtles [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "mock_turtles", &coins);

    /// Ruler: turn any number of coins that lie side by side.
    ///
    /// Coin n, counted from 1, is worth the largest power of 2 that divides n (Winning Ways, ch. 14).
    /// sequence(ruler, 9)  #=> [0, 1, 2, 1, 4, 1, 2, 1, 8]
    /// product(ruler("TH"), ruler("TTTH"))  #=> *8
    /// See: turning, product
    #[role = CoinFamily]
    ruler [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "ruler", &coins);

    /// Twins: turn exactly two coins.
    ///
    /// Coin n, counted from 0, is a heap of n in Nim (Winning Ways, ch. 14).
    /// sequence(twins, 6)  #=> [0, 1, 2, 3, 4, 5]
    /// See: turning, turtles, triplets
    #[role = CoinFamily]
    twins [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "twins", &coins);

    /// Triplets: turn exactly three coins.
    ///
    /// Coins 0 and 1 are worth nothing, coin n + 2 as much as coin n of Mock Turtles (Winning Ways, ch. 14).
    /// sequence(triplets, 8)  #=> [0, 0, 1, 2, 4, 7, 8, 11]
    /// See: turning, twins, mock_turtles
    #[role = CoinFamily]
    triplets [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "triplets", &coins);

    /// Moebius: turn up to five coins.
    ///
    /// Coins are counted from 0. Their values are those of up to four coins, doubled and made odious by the last binary
    /// digit: the Mock Turtle theorem (Winning Ways, ch. 14).
    /// sequence(moebius, 10)  #=> [1, 2, 4, 8, 16, 31, 32, 64, 103, 128]
    /// See: turning, mock_turtles, mogul
    #[role = CoinFamily]
    moebius [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "moebius", &coins);

    /// Mogul: turn up to seven coins.
    ///
    /// As Moebius, with up to six in place of four (Winning Ways, ch. 14).
    /// sequence(mogul, 10)  #=> [1, 2, 4, 8, 16, 32, 64, 127, 128, 256]
    /// See: turning, moebius, moidores
    #[role = CoinFamily]
    mogul [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "mogul", &coins);

    /// Moidores: turn up to nine coins.
    ///
    /// As Moebius, with up to eight in place of four (Winning Ways, ch. 14).
    /// sequence(moidores, 11)  #=> [1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512]
    /// See: turning, moebius, mogul
    #[role = CoinFamily]
    moidores [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "moidores", &coins);

    /// Motley: turn any coins.
    ///
    /// Coin n, counted from 1, is worth 2^(n-1) (Winning Ways, ch. 14; code `1+`).
    /// motley("TTH")  #=> *4
    /// sequence(motley, 6)  #=> [0, 1, 2, 4, 8, 16]
    /// See: turning, turtles, ruler
    #[role = CoinFamily]
    motley [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "motley", &coins);

    /// Mock Turtle Fives: up to three coins out of five side by side.
    ///
    /// Coins are counted from 1 (Winning Ways, ch. 14; code `1-3C(5)`).
    /// mock_turtle_fives("TTTH")  #=> *7
    /// sequence(mock_turtle_fives, 8)  #=> [0, 1, 2, 4, 7, 8, 1, 2]
    /// See: turning, mock_turtles, triplet_fives, ruler_fives
    #[role = CoinFamily]
    mock_turtle_fives [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "mock_turtle_fives", &coins);

    /// Triplet Fives: exactly three coins out of five side by side.
    ///
    /// Coins are counted from 1 (Winning Ways, ch. 14; code `3C(5)`).
    /// triplet_fives("TTTTH")  #=> *4
    /// sequence(triplet_fives, 8)  #=> [0, 0, 0, 1, 2, 4, 0, 0]
    /// See: turning, triplets, mock_turtle_fives
    #[role = CoinFamily]
    triplet_fives [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "triplet_fives", &coins);

    /// Ruler Fives: up to five coins side by side.
    ///
    /// Coins are counted from 1 (Winning Ways, ch. 14; code `1-5C`).
    /// ruler_fives("TTTH")  #=> *4
    /// sequence(ruler_fives, 9)  #=> [0, 1, 2, 1, 4, 1, 2, 1, 4]
    /// See: turning, ruler, mock_turtle_fives
    #[role = CoinFamily]
    ruler_fives [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "ruler_fives", &coins);

    /// Turnips: turn three coins at equal distances.
    ///
    /// Coins are counted from 1 (Winning Ways, ch. 14; code `3E`).
    /// turnips("TTH")  #=> *
    /// sequence(turnips, 9)  #=> [0, 0, 0, 1, 0, 0, 1, 2, 2]
    /// See: turning, triplets, grunt
    #[role = CoinFamily]
    turnips [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "turnips", &coins);

    /// Grunt: turn four coins, symmetric, the first of all among them.
    ///
    /// Coin n, counted from 1, is worth what a heap of n - 1 is in Grundy's game (Winning Ways, ch. 14; code `4FS`).
    /// grunt("TTTTTH")  #=> *2
    /// sequence(grunt, 9) == [0] + sequence(grundy_game, 8)  #=> true
    /// See: turning, grundy_game, sym
    #[role = CoinFamily]
    grunt [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "grunt", &coins);

    /// Sym: turn any coins that look the same from both ends.
    ///
    /// The first and the last coin that are turned are as far from the middle as each other, and so are all between. Coins are
    /// counted from 1 (Winning Ways, ch. 14; code `1+S`).
    /// sym("TTH")  #=> *4
    /// sequence(sym, 9)  #=> [0, 1, 2, 4, 3, 6, 7, 8, 16]
    /// See: turning, sympler, grunt
    #[role = CoinFamily]
    sym [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "sym", &coins);

    /// Sympler: as Sym, with the first coin of the row.
    ///
    /// Coins are counted from 1 (Winning Ways, ch. 14; code `1+FS`).
    /// [options(sympler(1)), options(sympler(3))]  #=> [[turning(sympler, "T")], [turning(sympler, "HTT"), turning(sympler, "HHT")]]
    /// See: turning, sym
    #[role = CoinFamily]
    sympler [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| of_name(cx, "sympler", &coins);

    /// The product of two impartial games: a move in both at once.
    ///
    /// From p and q to the sum of p'q, pq' and p'q'. Of two rows of coins it is a board: a set of rows and a set of columns
    /// are chosen, and the coins where they cross are turned. `product(f, g, "HT/TH")` is any board for two families, the
    /// first of which chooses rows. Two rulers make Rugs. The nim-value is the nim-product: the Tartan theorem (Winning
    /// Ways, ch. 14).
    /// product(nim(2), kayles(5))  #=> *8
    /// product(turtles("TH"), mock_turtles("TH"))  #=> *3
    /// product(ruler, twins, "HH/TH")  #=> *3
    /// See: nim_product, turning, acrostic, conway
    product(p: Value, q: Value, coins: Option<Rc<String>>) -> Place = |cx: &mut Session, p, q, coins| {
        of_two(cx, "product", Some(product), Coins::Product, p, q, coins)
    };

    /// The acrostic product: coins of one row or of one column are turned.
    ///
    /// The coins are crossed as by `product`: two rows of coins make a board, and `acrostic(f, g, "HT/TH")` is any board. The
    /// first family says which coins of a column may be turned, the second which of a row. No theorem tells the values
    /// (Winning Ways, ch. 14).
    /// acrostic(turtles("TTH"), turtles("TTTH"))  #=> *2
    /// acrostic(mock_turtles, ruler, "TT/TH")  #=> *
    /// See: product, turning
    acrostic(p: Value, q: Value, coins: Option<Rc<String>>) -> Place = |cx: &mut Session, p, q, coins| {
        of_two(cx, "acrostic", None, Coins::Acrostic, p, q, coins)
    };

    /// Staircase Nim: any number of counters go one step down.
    ///
    /// The steps from the lowest; what leaves that one is gone. The nim-value is the nim-sum of the first, the third and
    /// every other step (Winning Ways, ch. 3).
    /// staircase(1, 5, 3)  #=> *2
    /// options(staircase(0, 2))  #=> [staircase(1, 1), staircase(2, 0)]
    /// winning_moves(staircase(1, 5, 3))  #=> [staircase(3, 3, 3), staircase(1, 7, 1)]
    /// See: nim, silver_dollar
    staircase [] (steps: Rest<Heap>) -> Place = |cx: &mut Session, steps: Rest<Heap>| {
        Ok(of_heaps("staircase", Staircase::Steps, steps.0, cx))
    };

    /// The Silver Dollar game: coins go to the left and pass no other.
    ///
    /// `$` is a coin, `.` an empty square. A coin moves any number of squares to the left, without passing a coin; who
    /// cannot move loses. The gaps before the last coin and every other one from it are heaps of Nim (Winning Ways, ch. 3).
    /// silver_dollar("..$.$")  #=> *
    /// winning_moves(silver_dollar("..$.$"))  #=> [silver_dollar("..$$.")]
    /// See: staircase, welter, draw
    #[role = Board(BoardSymmetry::Direction)]
    silver_dollar(strip: Rc<String>) -> Place = silver_dollar;

    /// Northcott's game: pieces of Left and Right approach in their rows.
    ///
    /// For each row the square of Left's piece and that of Right's, from 0; rows have 8 squares, or as many as the second
    /// argument says. A piece goes any number of squares along its row, forward or back, but not past the other. Play can
    /// come back, but who draws back is followed: the spaces are heaps of Nim (Winning Ways, ch. 3).
    /// northcott([[1, 5], [2, 3]])  #=> *3
    /// winning_moves(northcott([[1, 5], [2, 3]]), R)  #=> [northcott([[1, 2], [2, 3]]), northcott([[1, 5], [2, 6]])]
    /// See: nim, is_loopy, draw
    northcott(rows: Vec<Pieces>, squares: Option<Bound>) -> Place = northcott;
}

/// Makes one position of two.
type Product = fn(PositionId, PositionId, &mut dyn Context) -> Result<PositionId, Fault>;

/// A family of coin turning games.
struct AnyFamily(Family);

impl FromValue for AnyFamily {
    const KIND: ValueKind =
        ValueKind::new("a family such as `turtles` or `ruler`, or its code", &[Sort::Shown, Sort::Text]);

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<AnyFamily>, EvalError> {
        match value {
            // `turning` alone is no family yet.
            Value::Ruleset(_)
                if role_of(&cx.globals, value) == Some(Role::CoinFamily) && heaps_wanted(&cx.globals, value).0 == 1 =>
            {
                let no_coins = at_heaps(cx, value, vec![Value::text("")])?;
                let Value::Position(p) = no_coins else { return Ok(None) };
                Ok(row_of(p, cx).map(|(family, _)| AnyFamily(family)))
            }
            Value::Text(text) => match Family::of_name(text).map_or_else(|| Family::of_code(text), Ok) {
                Ok(family) => Ok(Some(AnyFamily(family))),
                Err(_) if Family::of_name(&format!("{text}s")).is_some() => {
                    Err(CoinError::Singular { text: text.to_string() }.into())
                }
                Err(_) if let near @ [_, ..] = &*families_with(text) => {
                    Err(CoinError::PartOfName { text: text.to_string(), names: near.join(", ") }.into())
                }
                Err(bad) => Err(CoinError::BadFamily { why: bad.why, text: text.to_string(), at: bad.at }.into()),
            },
            _ => Ok(None),
        }
    }
}

/// Returns the names of families that have `text` as one of their words.
fn families_with(text: &str) -> Vec<String> {
    let names = named_families().filter(|family| family.name.split('_').any(|word| word == text));
    names.map(|family| format!("`{}`", family.name)).collect()
}

/// Returns the position of these coins in a family that has a name.
fn of_name(cx: &mut Session, name: &'static str, coins: &AnyOrText) -> Result<Place, EvalError> {
    row(cx, Family::of_name(name).expect("a family of our own"), coins, 0)
}

/// Coins as a text, or the one coin of a number with heads up; they are the argument of this number.
fn row(cx: &mut Session, family: Family, AnyOrText(coins): &AnyOrText, argument: usize) -> Result<Place, EvalError> {
    let name = family.name.to_string();
    if let Value::Text(text) = coins {
        let board = coins_of(text, &name, argument)?;
        if board.rows() > 1 {
            return Err(CoinError::CoinRows.into());
        }
        return Ok(Place(turning(Coins::Row(family), &board, cx)));
    }
    let Some(number) = Heap::from_value(coins, cx)? else {
        return Err(CoinError::Coins { name, got: cx.describe(coins) }.into());
    };
    let most = LETTERS.sizes.iter().map(|(_, columns)| *columns).max().unwrap_or_default();
    let columns = usize::try_from(&number.0).ok().and_then(|n| (n + 1).checked_sub(family.first)).unwrap_or(usize::MAX);
    if columns > most {
        let (size, limit) = (cx.short(coins), (most - 1 + family.first).to_string());
        return Err(Fault::TooLarge { what: "number of a coin", size, limit }.into());
    }
    let mut cells = vec!['T'; columns];
    cells.iter_mut().last().into_iter().for_each(|coin| *coin = 'H');
    Ok(Place(turning(Coins::Row(family), &Board::row(cells), cx)))
}

/// Returns the coins of a text; none of an empty one.
fn coins_of(text: &str, name: &str, argument: usize) -> Result<Board, EvalError> {
    match text {
        "" => Ok(Board::row(Vec::new())),
        text => Board::read(text, &LETTERS).map_err(|bad| bad_board(bad, name, &LETTERS, argument)),
    }
}

/// Crosses two rows of coins, or two families on a board. Other positions are joined by `of_others`, if there is one.
fn of_two(
    cx: &mut Session,
    name: &'static str,
    of_others: Option<Product>,
    kind: fn(Family, Family) -> Coins,
    p: Value,
    q: Value,
    coins: Option<Rc<String>>,
) -> Result<Place, EvalError> {
    let family = |value: &Value, cx: &mut Session| match value {
        Value::Text(text) => Ok(Family::of_name(text).or_else(|| Family::of_code(text).ok()).map(AnyFamily)),
        other => AnyFamily::from_value(other, cx),
    };
    let families = family(&p, cx)?.zip(family(&q, cx)?);
    let board = match (families, coins) {
        (Some((rows, columns)), Some(text)) => (rows.0, columns.0, coins_of(&text, name, 2)?),
        (Some((rows, columns)), None) => {
            let (rows, columns) = (rows.0.name.to_string(), columns.0.name.to_string());
            return Err(CoinError::NoBoardOfCoins { name, rows, columns }.into());
        }
        (None, Some(_)) => return Err(CoinError::NoFamilies { name }.into()),
        (None, None) => {
            let (p, q) = (factor(cx, name, 0, &p)?, factor(cx, name, 1, &q)?);
            match (row_of(p, cx), row_of(q, cx)) {
                (Some((rows, of_rows)), Some((columns, of_columns))) => (rows, columns, crossed(&of_rows, &of_columns)),
                _ if let Some(join) = of_others => return Ok(Place(join(p, q, cx)?)),
                _ => return Err(CoinError::NoRows { name }.into()),
            }
        }
    };
    let (rows, columns, coins) = board;
    Ok(Place(turning(kind(rows, columns), &coins, cx)))
}

/// Returns an impartial position, from which play ends.
fn factor(cx: &mut Session, name: &'static str, argument: usize, value: &Value) -> Result<PositionId, EvalError> {
    let Some(Place(p)) = Place::from_value(value, cx)? else {
        let got = cx.describe(value);
        return Err(EvalError::Kind {
            argument,
            wanted: ValueKind::new("a position", &[Sort::Position]),
            got,
            given: value.clone(),
        });
    };
    if !positions::is_impartial(p, cx)? {
        return Err(CoinError::PartizanFactor { name, argument }.into());
    }
    if questions::is_loopy(p, cx)? { Err(Fault::Loopy.into()) } else { Ok(p) }
}

fn silver_dollar(cx: &mut Session, text: Rc<String>) -> Result<Place, EvalError> {
    let letters = &staircase::LETTERS;
    let board = match text.as_str() {
        "" => Board::row(Vec::new()),
        text => Board::read(text, letters).map_err(|bad| bad_board(bad, "silver_dollar", letters, 0))?,
    };
    if board.rows() > 1 {
        return Err(CoinError::StripRows.into());
    }
    Ok(Place(staircase::strip(cx, &board)))
}

/// The squares of the two pieces of a row.
struct Pieces([u64; 2]);

impl FromValue for Pieces {
    const KIND: ValueKind = ValueKind::new("a pair of squares such as `[1, 5]`", &[Sort::Shown]);

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Pieces>, EvalError> {
        let Some(squares) = Vec::<Bound>::from_value(value, cx)? else { return Ok(None) };
        Ok(match squares[..] {
            [left, right] if matches!(value, Value::List(_)) => Some(Pieces([left.0, right.0])),
            _ => None,
        })
    }
}

fn northcott(cx: &mut Session, rows: Vec<Pieces>, squares: Option<Bound>) -> Result<Place, EvalError> {
    let largest = rows.iter().flat_map(|pieces| pieces.0).max().unwrap_or(0);
    let needed = largest.saturating_add(1);
    let squares = squares.map_or(needed.max(USUAL.into()), |squares| squares.0);
    if let Some(row) = rows.iter().position(|Pieces([left, right])| left == right) {
        let square = rows[row].0[0];
        return Err(CoinError::SharedSquare { row: row + 1, square }.into());
    }
    if squares < needed {
        return Err(CoinError::ShortRow { squares, largest, needed }.into());
    }
    let Some(squares) = u32::try_from(squares).ok().filter(|squares| *squares <= MOST_SQUARES) else {
        let (size, limit) = (squares.to_string(), MOST_SQUARES.to_string());
        return Err(Fault::TooLarge { what: "row of squares", size, limit }.into());
    };
    let rows: Vec<[u32; 2]> = rows.iter().map(|pieces| pieces.0.map(|square| square as u32)).collect();
    Ok(Place(northcott::northcott(squares, &rows, cx)))
}
