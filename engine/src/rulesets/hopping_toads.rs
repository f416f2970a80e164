//! Toads and Frogs with other slides and jumps than one cell and one animal: Backsliding Toads and Frogs, in which an animal may
//! also slide one cell back (*Winning Ways*, chapter 11), and long jumps (MCGS, University of Alberta; CGSuite, Siegel).
//!
//! State: the letters of the lane.

use super::toads_frogs::{Animals, ToadsFrogs};
use crate::games::Fault;
use crate::games::Player;
use crate::positions::{Cell, Content, Context, EndOfPlay, Here, Options, PositionId, Rules, Sketch, Term, View};
use crate::rulesets::board::{Alphabet, Board};

/// The letters of a lane.
pub const LETTERS: Alphabet = ToadsFrogs::LETTERS;

/// The rules of animals that slide over empty cells and jump over the other kind.
#[derive(PartialEq, Eq, Hash)]
pub struct Hopping {
    name: &'static str,
    /// `true` if an animal may slide one cell back.
    slides_back: bool,
    /// The numbers of animals of the other kind that may be jumped over, in ascending order.
    jumps: Vec<usize>,
}

impl Hopping {
    /// Returns the rules of Backsliding Toads and Frogs.
    pub fn backsliding() -> Hopping {
        Hopping { name: "backsliding_toads", slides_back: true, jumps: vec![1] }
    }

    /// Returns the rules of Toads and Frogs with jumps over these numbers of animals, in ascending order.
    pub fn jumping(jumps: Vec<usize>) -> Hopping {
        Hopping { name: "toads_frogs", slides_back: false, jumps }
    }

    /// Returns the position of a board of one row.
    pub fn position(self, cx: &mut dyn Context, board: &Board) -> PositionId {
        let here = cx.positions().add_rules(self);
        let state: Vec<u32> = board.cells.iter().map(|&letter| letter as u32).collect();
        cx.positions().intern(here, &state)
    }

    /// Returns the distances that an animal goes if it jumps over as many animals as stand before it.
    fn jump(&self, others: usize) -> Option<isize> {
        self.jumps.binary_search(&others).is_ok().then_some(others as isize + 1)
    }
}

impl Rules for Hopping {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let empty = '_' as u32;
        let is = |at: Option<usize>, letter: u32| at.and_then(|at| here.state.get(at)) == Some(&letter);
        for (animal, other, forward, list) in
            [('T' as u32, 'F' as u32, 1, &mut out.left), ('F' as u32, 'T' as u32, -1, &mut out.right)]
        {
            for at in (0..here.state.len()).filter(|&at| here.state[at] == animal) {
                cx.games().budget.tick()?;
                let to = |steps: isize| at.checked_add_signed(forward * steps);
                let others = (1..).take_while(|&steps| is(to(steps), other)).count();
                let jump = self.jump(others).filter(|_| others > 0);
                for steps in [Some(1), jump, self.slides_back.then_some(-1)].into_iter().flatten() {
                    if let Some(end) = to(steps).filter(|&end| is(Some(end), empty)) {
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
        let mut arguments = vec![Term::Text(lane.into())];
        if !self.slides_back {
            let jumps: Vec<String> = self.jumps.iter().map(usize::to_string).collect();
            arguments.push(Term::Name(format!("jumps = [{}]", jumps.join(", ")).into()));
        }
        Term::Call(self.name.into(), arguments)
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        if self.slides_back { EndOfPlay::Unknown } else { EndOfPlay::SURE }
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
