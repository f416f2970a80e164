//! Treblecross: both players write crosses into a row of squares; who completes three in a row wins (Winning Ways, ch. 4).
//!
//! A cross beside or next but one to another one loses at once, so a cross takes its square and two on either side away,
//! and who cannot write another one so has lost. A row of n squares is a heap of n + 2 in the game 0.007.

use crate::games::Cache;

use dashu_int::UBig;

use super::several::call;
use crate::games::{Fault, Player};
use crate::heaps::{Code, Sequence};
use crate::positions::{Facts, HeapTheory, Moves, Ruleset, Term, Theorems, TheoryMoves, too_many};
use crate::rulesets::board::Alphabet;

/// The letters of a row with crosses.
pub const CROSSES: Alphabet = Alphabet { letters: &[('x', "a cross"), ('.', "free")], sizes: &[(1, 1 << 20)] };

/// Returns the lengths of the stretches of free squares that are not beside or next but one to a cross; 0 alone if there
/// are none, or if three crosses stand in a row, so that the game is over.
///
/// # Errors
/// The squares, from 1, of two crosses so near to each other that who moves completes three in a row.
pub fn free_stretches(row: &[char]) -> Result<Vec<u64>, [usize; 2]> {
    let crosses: Vec<usize> = (0..row.len()).filter(|&square| row[square] == 'x').collect();
    if crosses.windows(3).any(|three| three[2] - three[0] == 2) {
        return Ok(vec![0]);
    }
    // In a row of two squares nobody completes three.
    if let Some(near) = crosses.windows(2).find(|pair| pair[1] - pair[0] <= 2 && row.len() > 2) {
        return Err([near[0] + 1, near[1] + 1]);
    }
    // The squares from `start` on are free of the cross before them.
    let (mut start, mut stretches) = (0, Vec::new());
    for cross in crosses {
        stretches.push((cross.saturating_sub(2)).saturating_sub(start) as u64);
        start = cross + 3;
    }
    stretches.push(row.len().saturating_sub(start) as u64);
    stretches.retain(|&squares| squares > 0);
    if stretches.is_empty() {
        stretches.push(0);
    }
    Ok(stretches)
}

/// Treblecross, without the moves that lose at once.
#[derive(PartialEq, Eq, Hash)]
pub struct Treblecross {
    values: Cache<Sequence>,
}

impl Default for Treblecross {
    fn default() -> Self {
        let code: Code = "0.007".parse().expect("a code");
        Treblecross { values: Cache::new(Sequence::new(code)) }
    }
}

impl Ruleset for Treblecross {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts { impartial: true, heaps: Some(self), sequence: Some((&self.values, 2)), ..Facts::default() }
    }

    fn moves(&self, &squares: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        out.expect(squares.div_ceil(2))?;
        for left in 0..squares.div_ceil(2) {
            let sides = [left.saturating_sub(2), (squares - 1 - left).saturating_sub(2)];
            match sides {
                [0, right] => out.to(right),
                sides => out.to_sum(sides),
            }
        }
        Ok(())
    }

    fn term(&self, squares: &u64) -> Term {
        HeapTheory::term(self, &[(*squares).into()])
    }
}

impl Theorems<[UBig]> for Treblecross {}

impl HeapTheory for Treblecross {
    fn moves(&self, squares: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        Err(too_many((&squares[0] + 1u8) / 2u8))
    }

    fn term(&self, squares: &[UBig]) -> Term {
        call("treblecross", Vec::new(), squares)
    }
}
