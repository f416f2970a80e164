//! Sheep: a player parts a herd; some of it, not all, go as far as they can over empty cells in one of six directions, those of
//! a board of hexagons that is drawn as a rectangle (F. Rotta's Battle Sheep; MCGS, University of Alberta). A herd of one is a
//! wall.
//!
//! State: the columns, then the herds row by row, twice their size and one more for Right's.

use crate::games::{Fault, Player};
use crate::positions::{Cell, Content, Context, EndOfPlay, Here, Options, PositionId, Rules, Sketch, Term, View};
use crate::rulesets::stepping::StoneStep;

/// The directions in which herds go, in the order in which moves are listed.
const DIRECTIONS: [StoneStep; 6] = [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]];

/// The largest herd.
pub const MAX_HERD: i64 = 255;
/// The most rows or columns.
pub const MAX_SIDE: usize = 32;

/// The rules of Sheep.
#[derive(PartialEq, Eq, Hash)]
struct Sheep;

/// Returns the position of a pasture of `columns` columns: Left's herds are positive, Right's negative, at most
/// [`MAX_HERD`].
pub fn position(cx: &mut dyn Context, columns: usize, herds: &[i64]) -> PositionId {
    let here = cx.positions().add_rules(Sheep);
    let packed = herds.iter().map(|&herd| herd.unsigned_abs() as u32 * 2 + u32::from(herd < 0));
    let state: Vec<u32> = std::iter::once(columns as u32).chain(packed).collect();
    cx.positions().intern(here, &state)
}

/// Returns the herds, row by row.
fn rows(state: &[u32]) -> impl Iterator<Item = Vec<i64>> + '_ {
    let herd = |&word: &u32| if word % 2 == 1 { -i64::from(word / 2) } else { i64::from(word / 2) };
    state[1..].chunks(state[0].max(1) as usize).map(move |row| row.iter().map(herd).collect())
}

impl Rules for Sheep {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let (columns, herds) = (here.state[0] as isize, &here.state[1..]);
        let height = herds.len() as isize / columns.max(1);
        for (at, &herd) in herds.iter().enumerate().filter(|&(_, &herd)| herd > 3) {
            let list = if herd % 2 == 0 { &mut out.left } else { &mut out.right };
            for step in DIRECTIONS {
                let [down, right] = step.map(isize::from);
                let (mut row, mut column, mut end) = (at as isize / columns, at as isize % columns, None);
                loop {
                    (row, column) = (row + down, column + right);
                    let is_inside = (0..height).contains(&row) && (0..columns).contains(&column);
                    if !is_inside || herds[(row * columns + column) as usize] != 0 {
                        break;
                    }
                    end = Some((row * columns + column) as usize);
                }
                let Some(end) = end else { continue };
                for gone in 1..herd / 2 {
                    cx.games().budget.tick()?;
                    let mut after = here.state.to_vec();
                    after[1 + at] -= 2 * gone;
                    after[1 + end] = 2 * gone + herd % 2;
                    list.push(cx.positions().intern(here.id, &after));
                }
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let number = |herd: i64| Term::Number(Box::new(herd.into()));
        let rows = rows(state).map(|row| Term::List(row.into_iter().map(number).collect())).collect();
        Term::Call("sheep".into(), vec![Term::List(rows)])
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn view(&self, state: &[u32], _: &dyn Context) -> Option<View> {
        let cell = |herd: i64| {
            let mark = match herd {
                0 => Content::Empty,
                1.. => Content::Piece(Player::Left),
                _ => Content::Piece(Player::Right),
            };
            // A herd of more than nine is shown as many.
            let letter = char::from_digit(herd.unsigned_abs() as u32, 10).unwrap_or('+');
            Cell { mark, letter: if herd == 0 { '.' } else { letter } }
        };
        Some(View::Board(Sketch::new(rows(state).map(|row| row.into_iter().map(cell).collect()).collect())))
    }
}
