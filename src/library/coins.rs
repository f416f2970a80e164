//! Coins that are turned, in rows and on boards, and pieces that move along strips and rows.

use std::rc::Rc;

use super::errors::{CoinError, bad_board};
use super::heaps::{Bound, Heap, of_heaps};
use crate::eval::{AnyOrText, EvalError, FromValue, Place, Rest, Role, Session, Sort, ValueKind, builtins};
use crate::value::Value;
use cg_engine::games::Fault;
use cg_engine::positions::{self, Context, PositionId};
use cg_engine::questions;
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::northcott::{self, MOST_SQUARES, USUAL};
use cg_engine::rulesets::product::product;
use cg_engine::rulesets::staircase::{self, Staircase};
use cg_engine::rulesets::turning::{
    Coins, Family, LETTERS, MOCK_TURTLES, MOEBIUS, MOGUL, MOIDORES, RULER, TRIPLETS, TURTLES, TWINS, crossed, row_of,
    turning,
};

builtins! {
    /// Coins, strips and rows.
    COINS, "Rulesets";

    /// A coin turning game: some coins of a row, the last from heads to tails.
    ///
    /// The family says which coins may be turned together: `turtles`, `mock_turtles`, `ruler`, `twins`, `triplets`,
    /// `moebius`, `mogul` or `moidores`. `H` is heads, `T` tails; a number is the coin of that number alone, counted from
    /// the left as the family counts. A row is worth the nim-sum of its coins with heads (Winning Ways, ch. 14).
    /// turning(mock_turtles, "TTHH")  #=> *3
    /// options(turning(twins, "HTH"))  #=> [turning(twins, "TTT"), turning(twins, "HHT")]
    /// sequence(turning(ruler), 9)  #=> [0, 1, 2, 1, 4, 1, 2, 1, 8]
    /// See: turtles, mock_turtles, ruler, product, acrostic
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
    turtles [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| row(cx, &TURTLES, &coins, 0);

    /// Mock Turtles: turn one, two or three coins.
    ///
    /// Coin n, counted from 0, is worth the odious one of 2n and 2n + 1, which has an odd number of binary digits 1
    /// (Winning Ways, ch. 14).
    /// sequence(mock_turtles, 8)  #=> [1, 2, 4, 7, 8, 11, 13, 14]
    /// See: turning, turtles, moebius
    #[role = CoinFamily]
    mock_turtles [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| row(cx, &MOCK_TURTLES, &coins, 0);

    /// Ruler: turn any number of coins that lie side by side.
    ///
    /// Coin n, counted from 1, is worth the largest power of 2 that divides n (Winning Ways, ch. 14).
    /// sequence(ruler, 9)  #=> [0, 1, 2, 1, 4, 1, 2, 1, 8]
    /// product(ruler("TH"), ruler("TTTH"))  #=> *8
    /// See: turning, product
    #[role = CoinFamily]
    ruler [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| row(cx, &RULER, &coins, 0);

    /// Twins: turn exactly two coins.
    ///
    /// Coin n, counted from 0, is a heap of n in Nim (Winning Ways, ch. 14).
    /// sequence(twins, 6)  #=> [0, 1, 2, 3, 4, 5]
    /// See: turning, turtles, triplets
    #[role = CoinFamily]
    twins [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| row(cx, &TWINS, &coins, 0);

    /// Triplets: turn exactly three coins.
    ///
    /// Coins 0 and 1 are worth nothing, coin n + 2 as much as coin n of Mock Turtles (Winning Ways, ch. 14).
    /// sequence(triplets, 8)  #=> [0, 0, 1, 2, 4, 7, 8, 11]
    /// See: turning, twins, mock_turtles
    #[role = CoinFamily]
    triplets [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| row(cx, &TRIPLETS, &coins, 0);

    /// Moebius: turn up to five coins.
    ///
    /// Coins are counted from 0. Their values are those of up to four coins, doubled and made odious by the last binary
    /// digit: the Mock Turtle theorem (Winning Ways, ch. 14).
    /// sequence(moebius, 10)  #=> [1, 2, 4, 8, 16, 31, 32, 64, 103, 128]
    /// See: turning, mock_turtles, mogul
    #[role = CoinFamily]
    moebius [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| row(cx, &MOEBIUS, &coins, 0);

    /// Mogul: turn up to seven coins.
    ///
    /// As Moebius, with up to six in place of four (Winning Ways, ch. 14).
    /// sequence(mogul, 10)  #=> [1, 2, 4, 8, 16, 32, 64, 127, 128, 256]
    /// See: turning, moebius, moidores
    #[role = CoinFamily]
    mogul [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| row(cx, &MOGUL, &coins, 0);

    /// Moidores: turn up to nine coins.
    ///
    /// As Moebius, with up to eight in place of four (Winning Ways, ch. 14).
    /// sequence(moidores, 11)  #=> [1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512]
    /// See: turning, moebius, mogul
    #[role = CoinFamily]
    moidores [] (coins: AnyOrText) -> Place = |cx: &mut Session, coins: AnyOrText| row(cx, &MOIDORES, &coins, 0);

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
struct AnyFamily(&'static Family);

impl FromValue for AnyFamily {
    const KIND: ValueKind = ValueKind::new("a family such as `turtles` or `ruler`", &[Sort::Shown]);

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<AnyFamily>, EvalError> {
        match value {
            // `turning` alone is no family yet.
            Value::Ruleset(_) if cx.role_of(value) == Some(Role::CoinFamily) && cx.heaps_wanted(value).0 == 1 => {
                let no_coins = cx.at_heaps(value, vec![Value::text("")])?;
                let Value::Position(p) = no_coins else { return Ok(None) };
                Ok(row_of(p, cx).map(|(family, _)| AnyFamily(family)))
            }
            Value::Text(text) => match Family::of_name(text) {
                Some(_) => Err(CoinError::QuotedFamily { family: text.to_string() }.into()),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }
}

/// Coins as a text, or the one coin of a number with heads up; they are the argument of this number.
fn row(
    cx: &mut Session,
    family: &'static Family,
    AnyOrText(coins): &AnyOrText,
    argument: usize,
) -> Result<Place, EvalError> {
    let name = family.name;
    if let Value::Text(text) = coins {
        let board = coins_of(text, name, argument)?;
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
fn coins_of(text: &str, name: &'static str, argument: usize) -> Result<Board, EvalError> {
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
    kind: fn(&'static Family, &'static Family) -> Coins,
    p: Value,
    q: Value,
    coins: Option<Rc<String>>,
) -> Result<Place, EvalError> {
    let families = AnyFamily::from_value(&p, cx)?.zip(AnyFamily::from_value(&q, cx)?);
    let board = match (families, coins) {
        (Some((rows, columns)), Some(text)) => (rows.0, columns.0, coins_of(&text, name, 2)?),
        (Some((rows, columns)), None) => {
            let (rows, columns) = (rows.0.name, columns.0.name);
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
