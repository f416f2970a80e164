//! Ski-Jumps: Left's skiers go to the right, Right's to the left, any number of empty cells and off the slope at its end; a
//! jumper jumps over a skier of the other side on the cell below to the empty cell behind, and that skier is a slipper from
//! then on, who jumps no more (Winning Ways, ch. 1).
//!
//! State: the columns, then the letters of the cells, row by row.

use crate::games::{Fault, Player};
use crate::positions::{Content, Context, EndOfPlay, Here, Options, PositionId, Rules, Term, View};
use crate::rulesets::board::{Alphabet, Board};

/// The letters of a slope.
pub const LETTERS: Alphabet = Alphabet {
    letters: &[
        ('L', "Left's jumper"),
        ('l', "Left's slipper"),
        ('R', "Right's jumper"),
        ('r', "Right's slipper"),
        ('.', "empty"),
    ],
    sizes: &[(32, 32)],
};

/// The rules of Ski-Jumps.
#[derive(PartialEq, Eq, Hash)]
struct SkiJumps;

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    let here = cx.positions().add_rules(SkiJumps);
    let letters = board.cells.iter().map(|&letter| letter as u32);
    let state: Vec<u32> = std::iter::once(board.columns as u32).chain(letters).collect();
    cx.positions().intern(here, &state)
}

fn board(state: &[u32]) -> Board {
    let cells: Vec<char> = state[1..].iter().map(|&cell| char::from_u32(cell).unwrap_or('.')).collect();
    let columns = state[0] as usize;
    Board { rows: (cells.len() / columns).max(1), columns, cells }
}

impl Rules for SkiJumps {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let Board { columns, cells, .. } = board(here.state);
        for (jumper, slipper, [other_jumper, other_slipper], on, list) in
            [('L', 'l', ['R', 'r'], 1, &mut out.left), ('R', 'r', ['L', 'l'], -1, &mut out.right)]
        {
            let mut goes = |changes: &[(usize, char)], cx: &mut dyn Context| {
                let mut after = here.state.to_vec();
                changes.iter().for_each(|&(cell, letter)| after[1 + cell] = letter as u32);
                list.push(cx.positions().intern(here.id, &after));
            };
            for from in (0..cells.len()).filter(|&cell| cells[cell] == jumper || cells[cell] == slipper) {
                cx.games().budget.tick()?;
                let (row, skier) = (from / columns, cells[from]);
                let mut to = (from % columns).checked_add_signed(on);
                loop {
                    let Some(column) = to.filter(|&column| column < columns) else {
                        goes(&[(from, '.')], cx);
                        break;
                    };
                    let cell = row * columns + column;
                    if cells[cell] != '.' {
                        break;
                    }
                    goes(&[(from, '.'), (cell, skier)], cx);
                    to = column.checked_add_signed(on);
                }
                let (over, behind) = (from + columns, from + 2 * columns);
                if skier == jumper
                    && cells.get(behind) == Some(&'.')
                    && [other_jumper, other_slipper].contains(&cells[over])
                {
                    goes(&[(from, '.'), (over, other_slipper), (behind, jumper)], cx);
                }
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        board(state).term("ski_jumps")
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn view(&self, state: &[u32], _: &dyn Context) -> Option<View> {
        Some(View::Board(board(state).sketch(|letter| match letter {
            'L' | 'l' => Content::Piece(Player::Left),
            'R' | 'r' => Content::Piece(Player::Right),
            _ => Content::Empty,
        })))
    }
}
