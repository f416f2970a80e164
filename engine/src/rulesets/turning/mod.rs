//! Coin turning games: coins lie in a row, or in the rows and columns of a board (Winning Ways, ch. 14; Lenstra 1982).
//!
//! In a row a move turns a set of coins that the [`Family`] allows, the last one from heads to tails. On a board two
//! families are played at once: for a set of rows that one of them allows and a set of columns that the other allows, the
//! coins where these cross are turned, the last one from heads to tails. That is their product; in their acrostic product
//! a move turns coins of one row or of one column alone.
//!
//! Every coin with heads up is worth the same whatever the others show, so a position is worth the nim-sum of its coins.
//!
//! State: the rows and the columns of the board, then a bit for each coin, row by row.

mod families;
mod sets;

use std::any::Any;
use std::sync::Arc;

use crate::games::Cache;

use families::Lexicode;
pub use families::{BadFamily, Family, named_families};

use crate::games::hashing::FastSet;
use crate::games::{Budget, Fault};
use crate::graphs::Verdict;
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::{
    About, Claim, Content, Context, Convention, EndOfPlay, Facts, Finding, Here, Options, Parts, PositionId, Question,
    Rules, RulesetId, Term, Theorem, View, too_many,
};
use crate::rulesets::board::{Alphabet, Board};

/// Words of all options of one position beyond which they are not listed.
const MOST_WORDS: u128 = 100_000_000;

static COINS: Theorem = Theorem {
    says: Claim::Because("by the nim-sum of the coins that show heads, each worth what it is alone"),
    source: "Winning Ways, ch. 14",
};
static TARTAN: Theorem = Theorem {
    says: Claim::Because(
        "by the Tartan theorem: a coin is worth the nim-product of the coins of its row and its column",
    ),
    source: "Winning Ways, ch. 14",
};

/// The letters of coins.
pub const LETTERS: Alphabet = Alphabet {
    letters: &[('H', "heads"), ('T', "tails")],
    sizes: &[(32, 32), (16, 64), (8, 128), (4, 256), (2, 512), (1, 1024)],
};

/// The game that is played with the coins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Coins {
    /// A family, in one row.
    Row(Family),
    /// The product of two families: the first chooses rows, the second columns.
    Product(Family, Family),
    /// Their acrostic product.
    Acrostic(Family, Family),
}

#[derive(PartialEq, Eq, Hash)]
struct Turning {
    coins: Coins,
    /// The known values of single coins: of rows, and of columns.
    codes: Cache<[Lexicode; 2]>,
}

/// Returns the position of a board of coins, which for a family is one row.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Engine, Known};
/// use cg_engine::questions;
/// use cg_engine::rulesets::board::Board;
/// use cg_engine::rulesets::turning::{Coins, Family, LETTERS, turning};
///
/// let mut engine = Engine::default();
/// let ruler = Family::of_name("ruler").unwrap();
/// let p = turning(Coins::Row(ruler), &Board::read("TTTHT", &LETTERS).unwrap(), &mut engine);
/// assert_eq!(questions::value(p, &mut engine)?, Known::Nim(4));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn turning(coins: Coins, board: &Board, cx: &mut dyn Context) -> PositionId {
    let ruleset = ruleset(coins, cx);
    // No coins lie in no columns.
    let mut state = vec![board.rows as u32, (board.cells.len() / board.rows) as u32];
    state.resize(2 + board.cells.len().div_ceil(32), 0);
    for (coin, _) in board.cells.iter().enumerate().filter(|(_, letter)| **letter == 'H') {
        turn(&mut state, coin);
    }
    cx.positions().intern(ruleset, &state)
}

fn ruleset(coins: Coins, cx: &mut dyn Context) -> RulesetId {
    cx.positions().add_rules(Turning { coins, codes: Cache::default() })
}

/// Returns the family and the coins of a position in one row, or `None` if it is none.
pub fn row_of(p: PositionId, cx: &dyn Context) -> Option<(Family, Board)> {
    let here = cx.positions_ref().ruleset_of(p);
    let rules: Arc<dyn Any + Send + Sync> = cx.positions_ref().rules(here);
    let Coins::Row(family) = &rules.downcast_ref::<Turning>()?.coins else { return None };
    Some((family.clone(), board(cx.positions_ref().state(p))))
}

/// Returns the board of a product of two rows: heads where both show heads.
pub fn crossed(rows: &Board, columns: &Board) -> Board {
    let letter = |row, column| if (row, column) == (&'H', &'H') { 'H' } else { 'T' };
    let cells = rows.cells.iter().flat_map(|row| columns.cells.iter().map(move |column| letter(row, column)));
    Board { rows: rows.cells.len(), columns: columns.cells.len(), cells: cells.collect() }
}

fn turn(state: &mut [u32], coin: usize) {
    state[2 + coin / 32] ^= 1 << (coin % 32);
}

/// Returns the coins that show heads, by row and column.
fn heads(state: &[u32]) -> impl Iterator<Item = [usize; 2]> {
    let (columns, bits) = (state[1] as usize, &state[2..]);
    let coins = 0..state[0] as usize * columns;
    coins.filter(|coin| bits[coin / 32] >> (coin % 32) & 1 == 1).map(move |coin| [coin / columns, coin % columns])
}

fn board(state: &[u32]) -> Board {
    let (rows, columns) = (state[0] as usize, state[1] as usize);
    let mut cells = vec!['T'; rows * columns];
    heads(state).for_each(|[row, column]| cells[row * columns + column] = 'H');
    Board { rows, columns, cells }
}

impl Coins {
    /// Returns the number of moves that turn this coin as the last one.
    fn count(&self, [row, column]: [usize; 2]) -> u128 {
        match self {
            Coins::Row(family) => family.count(column),
            Coins::Product(rows, columns) => rows.count(row).saturating_mul(columns.count(column)),
            Coins::Acrostic(rows, columns) => rows.count(row).saturating_add(columns.count(column)),
        }
    }

    /// Returns the sets of coins that a move may turn with this one as the last: rows and columns that cross.
    fn crossings(&self, [row, column]: [usize; 2], budget: &mut Budget) -> Result<Vec<[Vec<usize>; 2]>, Fault> {
        let (rows, columns) = match self {
            Coins::Row(family) => (vec![vec![row]], family.sets(column, budget)?),
            Coins::Product(first, second) | Coins::Acrostic(first, second) => {
                (first.sets(row, budget)?, second.sets(column, budget)?)
            }
        };
        if let Coins::Acrostic(..) = self {
            let (of_column, of_row) = (rows, columns);
            let of_row = of_row.into_iter().map(|columns| [vec![row], columns]);
            // A coin turned alone is one move, though both families may allow it.
            let alone = |rows: &Vec<usize>| rows.len() == 1;
            let twice = of_row.clone().any(|[_, columns]| alone(&columns));
            let of_column = of_column.into_iter().filter(|rows| !(twice && alone(rows)));
            return Ok(of_row.chain(of_column.map(|rows| [rows, vec![column]])).collect());
        }
        let pairs = rows.iter().flat_map(|rows| columns.iter().map(move |columns| [rows.clone(), columns.clone()]));
        Ok(pairs.collect())
    }
}

impl Turning {
    /// Returns the nim-value, by the values of single coins.
    fn nim_value(&self, state: &[u32], budget: &mut Budget) -> Result<Ordinal, Fault> {
        let codes = &mut *self.codes.write();
        let mut sum = Ordinal::default();
        match &self.coins {
            Coins::Row(family) => {
                let mut total = 0;
                for [_, column] in heads(state) {
                    total ^= family.value(column, &mut codes[1], budget)?;
                }
                sum = Ordinal::from(total);
            }
            Coins::Product(rows, columns) => {
                for [row, column] in heads(state) {
                    let of_row = Ordinal::from(rows.value(row, &mut codes[0], budget)?);
                    let of_column = Ordinal::from(columns.value(column, &mut codes[1], budget)?);
                    sum = sum.nim_sum(&of_row.nim_product(&of_column, budget)?)?;
                }
            }
            Coins::Acrostic(..) => sum = Ordinal::from(self.searched(state, budget)?),
        }
        Ok(sum)
    }

    /// Returns the nim-value by that of every single coin up to the last ones, each the least that no move leads to.
    fn searched(&self, state: &[u32], budget: &mut Budget) -> Result<u64, Fault> {
        let last = |axis: usize| heads(state).map(|coin| coin[axis] + 1).max().unwrap_or(0);
        let (rows, columns) = (last(0), last(1));
        let mut values = vec![vec![0u64; columns]; rows];
        for row in 0..rows {
            for column in 0..columns {
                let mut seen = FastSet::default();
                for [with_rows, with_columns] in self.coins.crossings([row, column], budget)? {
                    budget.tick()?;
                    let crossings = with_rows.iter().flat_map(|&r| with_columns.iter().map(move |&c| [r, c]));
                    let others = crossings.filter(|&other| other != [row, column]);
                    seen.insert(others.fold(0, |sum, [r, c]| sum ^ values[r][c]));
                }
                values[row][column] = (0..).find(|n| !seen.contains(n)).unwrap_or_default();
            }
        }
        Ok(heads(state).fold(0, |sum, [row, column]| sum ^ values[row][column]))
    }
}

impl Rules for Turning {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        out.impartial = true;
        let count = heads(here.state).fold(0u128, |count, coin| count.saturating_add(self.coins.count(coin)));
        if count.saturating_mul(here.state.len() as u128) > MOST_WORDS {
            return Err(too_many(count));
        }
        let columns = here.state[1] as usize;
        for coin in heads(here.state) {
            for [rows, crossed] in self.coins.crossings(coin, &mut cx.games().budget)? {
                cx.games().budget.tick()?;
                let mut next = here.state.to_vec();
                for row in rows {
                    crossed.iter().for_each(|column| turn(&mut next, row * columns + column));
                }
                out.left.push(cx.positions().intern(here.id, &next));
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let name = |family: &Family| match family.is_named {
            true => Term::Name(family.name.clone()),
            false => Term::Text(family.name.clone()),
        };
        let (ruleset, mut arguments) = match &self.coins {
            Coins::Row(family) => ("turning", vec![name(family)]),
            Coins::Product(rows, columns) => ("product", vec![name(rows), name(columns)]),
            Coins::Acrostic(rows, columns) => ("acrostic", vec![name(rows), name(columns)]),
        };
        let text = if state.len() > 2 { board(state).text() } else { String::new() };
        arguments.push(Term::Text(text.into()));
        Term::Call(ruleset.into(), arguments)
    }

    fn facts(&self) -> Facts<'_> {
        Facts { impartial: true, memory: Some(&self.codes), ..Facts::default() }
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn gamma(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        Some(self.nim_value(here.state, &mut cx.games().budget).map(GammaValue::Finite))
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        _: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        if question.about != About::Outcome || question.convention != Convention::Normal {
            return Ok(None);
        }
        let value = self.nim_value(here.state, &mut cx.games().budget)?;
        let verdict = Verdict::won(!value.is_zero());
        let theorem = if let Coins::Product(..) = &self.coins { &TARTAN } else { &COINS };
        Ok(Some(Finding::told(verdict, theorem)))
    }

    fn view(&self, state: &[u32], _: &dyn Context) -> Option<View> {
        (state.len() > 2).then(|| View::Board(board(state).sketch(|_| Content::Letter)))
    }
}
