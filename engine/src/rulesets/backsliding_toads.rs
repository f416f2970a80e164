//! Backsliding Toads and Frogs: as Toads and Frogs, but an animal may also slide one cell back (*Winning Ways*, chapter 11).
//!
//! State: the letters of the lane.

use super::toads_frogs::{Animals, ToadsFrogs};
use crate::games::Fault;
use crate::games::Player;
use crate::positions::{Cell, Content, Context, Here, Options, PositionId, Rules, Sketch, Term, View};
use crate::rulesets::board::{Alphabet, Board};

/// The letters of a lane.
pub const LETTERS: Alphabet = ToadsFrogs::LETTERS;

/// The rules of Backsliding Toads and Frogs.
#[derive(PartialEq, Eq, Hash)]
pub struct BackslidingToads;

const NAME: &str = "backsliding_toads";

/// Returns the position of a board of one row.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    let here = cx.positions().add_rules(BackslidingToads);
    let state: Vec<u32> = board.cells.iter().map(|&letter| letter as u32).collect();
    cx.positions().intern(here, &state)
}

impl Rules for BackslidingToads {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let empty = '_' as u32;
        let is = |at: Option<usize>, letter: u32| at.and_then(|at| here.state.get(at)) == Some(&letter);
        for (animal, other, forward, list) in
            [('T' as u32, 'F' as u32, 1, &mut out.left), ('F' as u32, 'T' as u32, -1, &mut out.right)]
        {
            for at in (0..here.state.len()).filter(|&at| here.state[at] == animal) {
                cx.games().budget.tick()?;
                let to = |steps: isize| at.checked_add_signed(forward * steps);
                let jumps = is(to(1), other) && is(to(2), empty);
                for end in [to(1), to(2).filter(|_| jumps), to(-1)].into_iter().flatten() {
                    if is(Some(end), empty) {
                        let mut after = here.state.to_vec();
                        after.swap(at, end);
                        list.push(cx.positions().intern(here.id, &after));
                    }
                }
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let lane: String = letters(state).collect();
        Term::Call(NAME.into(), vec![Term::Text(lane.into())])
    }

    fn view(&self, state: &[u32], _: &dyn Context) -> Option<View> {
        let cell = |letter: char| {
            let mark = match letter {
                'T' => Content::Piece(Player::Left),
                'F' => Content::Piece(Player::Right),
                _ => Content::Empty,
            };
            Cell { mark, letter }
        };
        Some(View::Board(Sketch::new(vec![letters(state).map(cell).collect()])))
    }
}

fn letters(state: &[u32]) -> impl Iterator<Item = char> + '_ {
    state.iter().map(|&cell| char::from_u32(cell).unwrap_or('_'))
}
