//! Fox and Geese: four geese try to trap a fox (*Winning Ways*, chapter 20; Siegel, Coping with cycles, section 7).
//!
//! Left's geese step diagonally down the board, Right's fox diagonally any way, as many empty cells as his range. A fox with
//! no goose above him has escaped: he can move for ever, so the position is `off`.
//!
//! State: the range, the numbers of rows and columns, the cell of the fox, those of the geese in order.

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

/// Where the geese stand in a state; what says the size of the board and the range comes first, then the fox.
const GEESE: usize = 4;

/// The position of a board with one fox.
///
/// # Errors
/// Those of the budget.
pub fn position(cx: &mut dyn Context, board: &Board, range: u32) -> Result<PositionId, Fault> {
    let here = cx.positions().ruleset(NAME, || FoxGeese);
    let cells = |wanted: char| (0..).zip(&board.cells).filter(move |(_, letter)| **letter == wanted).map(|(at, _)| at);
    let mut state = vec![range, board.rows as u32, board.columns as u32];
    state.extend(cells('F').chain(cells('G')));
    settled(here, &state, cx)
}

/// The position of a state: off if the fox has escaped.
fn settled(here: RulesetId, state: &[u32], cx: &mut dyn Context) -> Result<PositionId, Fault> {
    let row = |cell: u32| cell / state[2];
    let is_free = state.get(GEESE).is_none_or(|&goose| row(goose) >= row(state[3]));
    if is_free {
        let off = cx.loopy().off()?;
        return Ok(cx.positions().of_loopy(off.into()));
    }
    Ok(cx.positions().intern(here, state))
}

/// The cell one row down or up and one column right or left, if it is on the board and empty.
fn beside(at: u32, [down, right]: [i32; 2], state: &[u32]) -> Option<u32> {
    let (rows, columns) = (state[1], state[2]);
    let row = (at / columns).checked_add_signed(down).filter(|&row| row < rows)?;
    let column = (at % columns).checked_add_signed(right).filter(|&column| column < columns)?;
    let to = row * columns + column;
    (to != state[3] && state[GEESE..].binary_search(&to).is_err()).then_some(to)
}

impl Rules for FoxGeese {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let mut after = State::with_capacity(state.len());
        for (i, &goose) in state[GEESE..].iter().enumerate() {
            for right in [-1, 1] {
                cx.games().budget.tick()?;
                if let Some(to) = beside(goose, [1, right], state) {
                    after.clear();
                    after.extend_from_slice(state);
                    after[GEESE + i] = to;
                    after[GEESE..].sort_unstable();
                    out.left.push(settled(here, &after, cx)?);
                }
            }
        }
        for direction in [[-1, -1], [-1, 1], [1, -1], [1, 1]] {
            let mut end = state[3];
            for _ in 0..state[0] {
                cx.games().budget.tick()?;
                let Some(next) = beside(end, direction, state) else { break };
                end = next;
                after.clear();
                after.extend_from_slice(state);
                after[3] = end;
                out.right.push(settled(here, &after, cx)?);
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
    let mut rows = vec![vec!['.'; state[2] as usize]; state[1] as usize];
    for (i, &cell) in state[3..].iter().enumerate() {
        rows[(cell / state[2]) as usize][(cell % state[2]) as usize] = if i == 0 { 'F' } else { 'G' };
    }
    rows
}
