//! Nim: heaps of counters, finite or not; a move takes any number from one heap (Bouton 1901).

use crate::games::{Fault, Player};
use crate::ordinals::{Form, Ordinal};
use crate::positions::{Context, Known, Moves, Options, PositionId, Rules, Ruleset, RulesetId, Term};

/// Heaps of Nim played as one position.
pub struct Nim;

impl Ruleset for Nim {
    type State = Vec<u64>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        out.expect(heaps.iter().fold(0u64, |sum, h| sum.saturating_add(*h)))?;
        for (i, &heap) in heaps.iter().enumerate() {
            for left in 0..heap {
                let mut next = heaps.clone();
                next[i] = left;
                out.to(next);
            }
        }
        Ok(())
    }

    fn tokens(&self, heaps: &Vec<u64>) -> Vec<Vec<u64>> {
        heaps.iter().map(|&heap| vec![heap]).collect()
    }

    /// Bouton: the nim-value is the sum without carrying.
    fn closed_form(&self, heaps: &Vec<u64>) -> Option<Known> {
        Some(Known::Nim(heaps.iter().fold(0, |sum, h| sum ^ h)))
    }

    fn heaps(&self, heaps: &Vec<u64>) -> Option<Vec<Ordinal>> {
        Some(heaps.iter().map(|&h| Ordinal::finite(h)).collect())
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        Term::Call("nim".into(), heaps.iter().map(|&h| Term::Number(Box::new(h.into()))).collect())
    }
}

/// Heaps of Nim of which at least one is infinite. They have one state; its moves are described, never listed.
pub struct TransfiniteNim {
    heaps: Vec<Ordinal>,
    sum: Ordinal,
}

impl TransfiniteNim {
    /// These heaps.
    ///
    /// # Errors
    /// A limit on ordinals.
    pub fn new(heaps: Vec<Ordinal>) -> Result<TransfiniteNim, Fault> {
        let mut sum = Ordinal::finite(0u64);
        for heap in &heaps {
            sum = sum.nim_sum(heap)?;
        }
        Ok(TransfiniteNim { heaps, sum })
    }
}

/// The position of heaps of which at least one is infinite.
///
/// # Errors
/// A limit on ordinals.
pub fn transfinite<C: Context>(heaps: Vec<Ordinal>, cx: &mut C) -> Result<PositionId, Fault> {
    let names: Vec<String> = heaps.iter().map(|h| h.text(Form::Ascii)).collect();
    let rules = TransfiniteNim::new(heaps)?;
    let ruleset = cx.positions().ruleset(&format!("nim {names:?}"), || rules);
    Ok(cx.positions().intern(ruleset, &[]))
}

impl<C: Context> Rules<C> for TransfiniteNim {
    fn options(&self, _: RulesetId, _: &[u32], _: &mut C, _: &mut Options) -> Result<(), Fault> {
        let heap = self.heaps.iter().max().map_or_else(String::new, |h| h.text(Form::Ascii));
        Err(Fault::None(format!("there are infinitely many moves: the heap `{heap}` can become any smaller ordinal")))
    }

    fn term(&self, _: &[u32], _: &C) -> Term {
        let heaps = self.heaps.iter().map(|h| Term::Name(h.text(Form::Ascii).into())).collect();
        Term::Call("nim".into(), heaps)
    }

    fn known(&self, _: RulesetId, _: &[u32], _: &mut C) -> Option<Result<Known, Fault>> {
        Some(match self.sum.to_u64() {
            Some(n) => Ok(Known::Nim(n)),
            None => Err(Fault::Transfinite),
        })
    }

    fn transfinite(&self, _: &[u32]) -> Option<Ordinal> {
        Some(self.sum.clone())
    }

    fn heaps(&self, _: &[u32], _: &mut C) -> Option<Vec<Ordinal>> {
        Some(self.heaps.clone())
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
