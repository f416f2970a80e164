//! Take-and-break games by their code: Kayles, Dawson's games and all others (Winning Ways, ch. 4).

use crate::games::{Fault, Player};
use crate::heaps::Code;
use crate::positions::{Moves, Ruleset, Term};

/// The game of a code.
pub struct TakeAndBreak {
    code: Code,
}

impl TakeAndBreak {
    /// The game of this code.
    pub fn new(code: Code) -> TakeAndBreak {
        TakeAndBreak { code }
    }
}

impl Ruleset for TakeAndBreak {
    type State = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, &heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        let most = self.code.most_heaps();
        let last = self.code.last().unwrap_or(heap).min(heap);
        for taken in 0..=last {
            for count in (0..most).filter(|&j| self.code.allows(taken, j)) {
                out.expect(out.len() as u64)?;
                split(heap - taken, count, 1, &mut Vec::new(), out)?;
            }
        }
        Ok(())
    }

    fn term(&self, heap: &u64) -> Term {
        let code = Term::Text(self.code.to_string().into());
        Term::Call("code".into(), vec![code, Term::Number(Box::new((*heap).into()))])
    }
}

/// The moves that leave `total` counters in `count` heaps, none smaller than `least`. As deep as there are heaps: five.
fn split(total: u64, count: u32, least: u64, before: &mut Vec<u64>, out: &mut Moves<u64>) -> Result<(), Fault> {
    match count {
        0 if total == 0 => out.to_sum(before.iter().copied()),
        0 => {}
        1 if total >= least => {
            out.expect(out.len() as u64)?;
            out.to_sum(before.iter().copied().chain([total]));
        }
        1 => {}
        _ => {
            for heap in least..=total / count as u64 {
                before.push(heap);
                split(total - heap, count - 1, heap, before, out)?;
                before.pop();
            }
        }
    }
    Ok(())
}
