//! Fox and Geese: four geese try to trap a fox (*Winning Ways*, chapter 20; Siegel, Coping with cycles, section 7).
//!
//! Left's geese step diagonally down the board, Right's fox diagonally any way, as many empty cells as his range. A fox with
//! no goose above him has escaped: he can move for ever, so the position is `off`.
//!
//! State: the numbers of rows and columns and the cell of the fox in one word, the range, the cells of the geese in order,
//! two in a word.

use crate::games::Fault;
use crate::games::Player;
use crate::positions::{
    Cell, Content, Context, Here, Options, PositionId, Rules, RulesetId, Sketch, State, Term, View,
};
use crate::rulesets::board::{Alphabet, Board};

/// The letters of a board of Fox and Geese.
pub const LETTERS: Alphabet =
    Alphabet { letters: &[('G', "a goose"), ('F', "the fox"), ('.', "an empty cell")], sizes: &[(64, 64)] };

/// The rules of Fox and Geese.
#[derive(PartialEq, Eq, Hash)]
pub struct FoxGeese;

const NAME: &str = "fox_geese";

/// Returns the position of a board with one fox.
///
/// # Panics
/// If there is no fox.
pub fn position(cx: &mut dyn Context, board: &Board, range: u32) -> Result<PositionId, Fault> {
    let here = cx.positions().add_rules(FoxGeese);
    let cells = |wanted: char| (0..).zip(&board.cells).filter(move |(_, letter)| **letter == wanted).map(|(at, _)| at);
    let fox = cells('F').next().expect("a board with one fox");
    let (rows, columns) = (board.rows as u32, board.columns as u32);
    Chase { rows, columns, range, fox, geese: cells('G').collect() }.settled(here, cx, &mut State::new())
}

/// A fox and the geese on a board of at most 64 rows and columns, so that a cell takes half a word.
struct Chase {
    rows: u32,
    columns: u32,
    range: u32,
    fox: u32,
    /// The geese in order.
    geese: State,
}

impl Chase {
    /// Stands for no goose where one is missing in a word.
    const NONE: u32 = 0xFFFF;

    fn read(state: &[u32]) -> Chase {
        let (rows, columns, fox) = (state[0] & 0xFF, state[0] >> 8 & 0xFF, state[0] >> 16);
        let geese =
            state[2..].iter().flat_map(|pair| [pair & 0xFFFF, pair >> 16]).filter(|&goose| goose != Chase::NONE);
        Chase { rows, columns, range: state[1], fox, geese: geese.collect() }
    }

    fn write(&self, state: &mut State) {
        state.clear();
        state.extend([self.rows | self.columns << 8 | self.fox << 16, self.range]);
        state.extend(self.geese.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&Chase::NONE) << 16));
    }

    /// Returns the position, off if the fox has escaped. Its state is written into a list that is used again.
    fn settled(&self, here: RulesetId, cx: &mut dyn Context, state: &mut State) -> Result<PositionId, Fault> {
        let row = |cell: u32| cell / self.columns;
        if self.geese.first().is_none_or(|&goose| row(goose) >= row(self.fox)) {
            let off = cx.loopy().off()?;
            return Ok(cx.positions().of_loopy(off.into()));
        }
        self.write(state);
        Ok(cx.positions().intern(here, state))
    }

    /// Returns the cell one row down or up and one column right or left, if it is on the board and empty.
    fn beside(&self, at: u32, [down, right]: [i32; 2]) -> Option<u32> {
        let row = (at / self.columns).checked_add_signed(down).filter(|&row| row < self.rows)?;
        let column = (at % self.columns).checked_add_signed(right).filter(|&column| column < self.columns)?;
        let to = row * self.columns + column;
        (to != self.fox && !self.geese.contains(&to)).then_some(to)
    }

    /// Returns the letters of the board, row by row.
    fn letters(&self) -> Vec<Vec<char>> {
        let mut rows = vec![vec!['.'; self.columns as usize]; self.rows as usize];
        let pieces = self.geese.iter().map(|&goose| (goose, 'G')).chain([(self.fox, 'F')]);
        for (cell, letter) in pieces {
            rows[(cell / self.columns) as usize][(cell % self.columns) as usize] = letter;
        }
        rows
    }
}

impl Rules for FoxGeese {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let (mut chase, mut after) = (Chase::read(here.state), State::new());
        let geese = chase.geese.clone();
        for (i, &goose) in geese.iter().enumerate() {
            for right in [-1, 1] {
                cx.games().budget.tick()?;
                if let Some(to) = chase.beside(goose, [1, right]) {
                    chase.geese[i] = to;
                    chase.geese.sort_unstable();
                    out.left.push(chase.settled(here.id, cx, &mut after)?);
                    chase.geese.copy_from_slice(&geese);
                }
            }
        }
        let den = chase.fox;
        for direction in [[-1, -1], [-1, 1], [1, -1], [1, 1]] {
            for _ in 0..chase.range {
                cx.games().budget.tick()?;
                let Some(next) = chase.beside(chase.fox, direction) else { break };
                chase.fox = next;
                out.right.push(chase.settled(here.id, cx, &mut after)?);
            }
            chase.fox = den;
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let chase = Chase::read(state);
        let text: Vec<String> = chase.letters().into_iter().map(String::from_iter).collect();
        let mut arguments = vec![Term::Text(text.join("/").into())];
        if chase.range != 1 {
            arguments.push(Term::Number(Box::new(u64::from(chase.range).into())));
        }
        Term::Call(NAME.into(), arguments)
    }

    fn view(&self, state: &[u32], _: &dyn Context) -> Option<View> {
        let cell = |letter: char| {
            let mark = match letter {
                'G' => Content::Piece(Player::Left),
                'F' => Content::Piece(Player::Right),
                _ => Content::Empty,
            };
            Cell { mark, letter }
        };
        let rows = Chase::read(state).letters().into_iter();
        Some(View::Board(Sketch::new(rows.map(|row| row.into_iter().map(cell).collect()).collect())))
    }
}
