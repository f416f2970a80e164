//! Staircase Nim: any number of counters on one step go down to the next (Winning Ways, ch. 3; Sprague 1937).
//!
//! The Silver Dollar game is the same on a strip: a coin moves to the left over empty squares and passes no other, so the
//! empty squares before it go behind it. They are the counters, and the squares before the last coin the first step.
//!
//! State: the counters of each step, from the lowest; of a strip the squares behind the last coin first, which never move.

use dashu_int::UBig;

use super::several::{call, counters, nim_sum, sizes, width};
use crate::games::{Fault, Player};
use crate::heaps::ReplyCount;
use crate::positions::{
    Claim, Content, Context, Facts, HeapTheory, Moves, PositionId, Ruleset, Term, Theorem, Theorems, TheoryMoves, View,
    too_many,
};
use crate::rulesets::board::{Alphabet, Board};

static ODD_STEPS: Theorem = Theorem {
    says: Claim::Because("by the heaps of the first, the third and every other step, for the others are moved on"),
    source: "Winning Ways, ch. 3",
};
static GAPS: Theorem = Theorem {
    says: Claim::Because("by the gaps before the last coin and every other one from it, for the others are passed on"),
    source: "Winning Ways, ch. 3",
};

/// The letters of a strip.
pub const LETTERS: Alphabet = Alphabet { letters: &[('$', "a coin"), ('.', "empty")], sizes: &[(1, 1024)] };

/// Counters that go down, step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Staircase {
    /// A staircase; counters leave it from the lowest step.
    Steps,
    /// A strip with coins.
    Strip,
}

/// Returns the position of a strip.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Engine, Known};
/// use cg_engine::questions;
/// use cg_engine::rulesets::board::Board;
/// use cg_engine::rulesets::staircase::{LETTERS, strip};
///
/// let mut engine = Engine::default();
/// let p = strip(&mut engine, &Board::read("..$.$", &LETTERS).unwrap());
/// assert_eq!(questions::value(p, &mut engine)?, Known::Nim(1));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn strip(cx: &mut dyn Context, board: &Board) -> PositionId {
    let gaps = board.cells.split(|&cell| cell == '$');
    let steps: Vec<u64> = gaps.rev().map(|gap| gap.len() as u64).collect();
    cx.positions().add_lasting("silver_dollar", Staircase::Strip).at(&steps, cx)
}

impl Staircase {
    /// Returns the number of steps that are the ground.
    fn ground(self) -> usize {
        usize::from(self == Staircase::Strip)
    }

    /// Returns the strip: the squares before the first coin, the coin, and so on.
    fn board(steps: &[u64]) -> Board {
        let gaps: Vec<String> = steps.iter().rev().map(|&gap| ".".repeat(gap as usize)).collect();
        let cells: Vec<char> = gaps.join("$").chars().collect();
        Board { rows: 1, columns: cells.len().max(1), cells }
    }

    /// Returns the heaps of Nim: every other step, from the first above the ground.
    fn heaps(self, steps: &[UBig]) -> Vec<UBig> {
        steps.iter().skip(self.ground()).step_by(2).cloned().collect()
    }
}

/// Returns the steps with some counters of one moved on to the next.
fn moved(steps: &[UBig], from: usize, left: &UBig) -> Vec<UBig> {
    let mut next = steps.to_vec();
    let down = std::mem::replace(&mut next[from], left.clone()) - left;
    if from > 0 {
        next[from - 1] += down;
    }
    next
}

impl Ruleset for Staircase {
    type State = Vec<u64>;

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts {
            impartial: true,
            heaps: Some(self),
            theorem: Some(if *self == Staircase::Steps { &ODD_STEPS } else { &GAPS }),
            ..Facts::default()
        }
    }

    fn moves(&self, steps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        let first = self.ground();
        out.expect_wide(steps.iter().skip(first).map(|&n| u128::from(n)).sum::<u128>(), width(steps))?;
        for from in first..steps.len() {
            for down in 1..=steps[from] {
                let mut next = steps.clone();
                next[from] -= down;
                if from > 0 {
                    next[from - 1] += down;
                }
                out.to(next);
            }
        }
        Ok(())
    }

    fn term(&self, steps: &Vec<u64>) -> Term {
        HeapTheory::term(self, &sizes(steps))
    }

    fn view(&self, steps: &Vec<u64>) -> Option<View> {
        let board = (*self == Staircase::Strip).then(|| Staircase::board(steps))?;
        Some(View::Board(board.sketch(|letter| if letter == '$' { Content::Neutral } else { Content::Empty })))
    }
}

impl Theorems<[UBig]> for Staircase {
    /// Returns the nim-value. A move between a step of Nim and one of the others changes one heap, and a move that
    /// makes it larger can be undone.
    fn nim_value(&self, steps: &[UBig]) -> Option<UBig> {
        Some(nim_sum(&self.heaps(steps)))
    }
}

impl HeapTheory for Staircase {
    fn moves(&self, steps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        Err(too_many(counters(&steps[self.ground()..])))
    }

    /// Returns the moves to `nim_value`: one heap of Nim becomes smaller by a move from it, or larger by one from the step above.
    fn moves_to<'a>(&'a self, steps: &'a [UBig], nim_value: &UBig, _: ReplyCount) -> Option<TheoryMoves<'a>> {
        let change = nim_sum(&self.heaps(steps)) ^ nim_value;
        let heaps = (self.ground()..steps.len()).step_by(2);
        Some(TheoryMoves::new(heaps.filter_map(move |step| {
            let wanted = &steps[step] ^ &change;
            if wanted < steps[step] {
                return Some(moved(steps, step, &wanted));
            }
            let up = wanted - &steps[step];
            let above = steps.get(step + 1).filter(|above| !up.is_zero() && up <= **above)?;
            Some(moved(steps, step + 1, &(above - up)))
        })))
    }

    fn any_move(&self, steps: &[UBig]) -> Option<Vec<UBig>> {
        let step = (self.ground()..steps.len()).max_by_key(|&step| &steps[step])?;
        (!steps[step].is_zero()).then(|| moved(steps, step, &(&steps[step] / 2u8)))
    }

    fn term(&self, steps: &[UBig]) -> Term {
        match self {
            Staircase::Steps => call("staircase", Vec::new(), steps),
            Staircase::Strip => {
                let short: Vec<u64> = steps.iter().map(|gap| gap.try_into().unwrap_or(u64::MAX)).collect();
                Staircase::board(&short).term("silver_dollar")
            }
        }
    }
}
