//! Fox and Geese: four geese try to trap a fox (*Winning Ways*, chapter 20; Siegel, Coping with cycles, section 7).
//!
//! Left's geese step diagonally down the board, Right's fox diagonally any way, as many empty cells as his range. A fox with
//! no goose above him has escaped: he can move for ever, so the position is `off`.
//!
//! State: the range, the number of columns, the cells.

use crate::games::Fault;
use crate::games::Player;
use crate::positions::{Cell, Content, Context, Options, PositionId, Rules, RulesetId, Sketch, State, Term, View};
use crate::rulesets::board::{Alphabet, Board};

/// The letters of a board of Fox and Geese.
pub const LETTERS: Alphabet =
    Alphabet { letters: &[('G', "a goose"), ('F', "the fox"), ('.', "an empty cell")], sizes: &[(64, 64)] };

/// The rules of Fox and Geese.
pub struct FoxGeese;

const NAME: &str = "fox_geese";

/// The position of a board with one fox.
///
/// # Errors
/// Those of the budget.
pub fn position(cx: &mut dyn Context, board: &Board, range: u32) -> Result<PositionId, Fault> {
    let here = cx.positions().ruleset(NAME, || FoxGeese);
    let mut state = vec![range, board.columns as u32];
    state.extend(board.cells.iter().map(|&letter| letter as u32));
    settled(here, state, cx)
}

/// The position of a state: off if the fox has escaped.
fn settled(here: RulesetId, state: State, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    let columns = state[1] as usize;
    let row = |letter: char| state[2..].iter().position(|&cell| cell == letter as u32).map(|at| at / columns);
    let is_free = match (row('F'), row('G')) {
        (Some(fox), Some(goose)) => goose >= fox,
        _ => true,
    };
    if is_free {
        let off = cx.loopy().off()?;
        return Ok(cx.positions().of_loopy(off.into()));
    }
    Ok(cx.positions().intern(here, &state))
}

/// The cell so many rows down and columns right of a cell, if it is on the board.
fn beside(at: usize, [down, right]: [isize; 2], cells: usize, columns: usize) -> Option<usize> {
    let row = (at / columns).checked_add_signed(down)?;
    let column = (at % columns).checked_add_signed(right).filter(|&column| column < columns)?;
    Some(row * columns + column).filter(|&to| to < cells)
}

impl Rules for FoxGeese {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let (range, columns, cells) = (state[0], state[1] as usize, &state[2..]);
        let moved = |from: usize, to: usize| {
            let mut after = state.to_vec();
            after.swap(2 + from, 2 + to);
            after
        };
        for at in 0..cells.len() {
            cx.games().budget.tick()?;
            if cells[at] == 'G' as u32 {
                for right in [-1, 1] {
                    let to = beside(at, [1, right], cells.len(), columns);
                    if let Some(to) = to.filter(|&to| cells[to] == '.' as u32) {
                        out.left.push(settled(here, moved(at, to), cx)?);
                    }
                }
            } else if cells[at] == 'F' as u32 {
                for direction in [[-1, -1], [-1, 1], [1, -1], [1, 1]] {
                    let mut end = at;
                    for _ in 0..range {
                        let next = beside(end, direction, cells.len(), columns);
                        let Some(next) = next.filter(|&to| cells[to] == '.' as u32) else { break };
                        end = next;
                        out.right.push(settled(here, moved(at, end), cx)?);
                    }
                }
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let text: Vec<String> = rows(state).into_iter().map(String::from_iter).collect();
        let mut arguments = vec![Term::Text(text.join("/").into())];
        if state[0] != 1 {
            arguments.push(Term::Number(Box::new(u64::from(state[0]).into())));
        }
        Term::Call(NAME.into(), arguments)
    }

    fn view(&self) -> &dyn View {
        self
    }
}

impl View for FoxGeese {
    fn sketch(&self, state: &[u32]) -> Option<Sketch> {
        let cell = |letter: char| {
            let mark = match letter {
                'G' => Content::Piece(Player::Left),
                'F' => Content::Piece(Player::Right),
                _ => Content::Empty,
            };
            Cell { mark, letter }
        };
        Some(Sketch { rows: rows(state).into_iter().map(|row| row.into_iter().map(cell).collect()).collect() })
    }
}

fn rows(state: &[u32]) -> Vec<Vec<char>> {
    let letter = |&cell: &u32| char::from_u32(cell).unwrap_or('.');
    state[2..].chunks(state[1] as usize).map(|row| row.iter().map(letter).collect()).collect()
}
