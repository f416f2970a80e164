//! Nim: heaps of counters, finite or not; a move takes any number from one heap (Bouton 1901).

use crate::digraphs::Verdict;
use crate::games::{Fault, Player};
use crate::ordinals::{Form, Length, Ordinal};
use crate::positions::{
    About, Answer, Context, Convention, Finding, Known, Moves, Options, Parts, PositionId, Question, Rules, Ruleset,
    RulesetId, Term, Theorem, Way,
};

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

    /// Bouton: the nim-value is the sum without carrying.
    fn closed_form(&self, heaps: &Vec<u64>) -> Option<Known> {
        Some(Known::Nim(heaps.iter().fold(0, |sum, h| sum ^ h)))
    }

    fn answer(&self, heaps: &Vec<u64>, question: Question) -> Result<Option<Finding>, Fault> {
        let heaps: Vec<Ordinal> = heaps.iter().map(|&h| Ordinal::finite(h)).collect();
        answer(&heaps, question)
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

    fn theorem(
        &self,
        _: RulesetId,
        _: &[u32],
        question: Question,
        _: &mut Parts,
        _: &mut C,
    ) -> Result<Option<Finding>, Fault> {
        answer(&self.heaps, question)
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

const COUNTERS: Theorem = Theorem { says: "the counters taken one by one", source: "Smith 1966, eq. 15" };
const BOUTON: Theorem =
    Theorem { says: "by the nim-sum, or while no heap is above 1 by the number of heaps", source: "Bouton 1901" };
const ONE_HEAP: Theorem = Theorem { says: "by taking the whole heap, or all but 1", source: "Bouton 1901" };
const TWO_HEAPS: Theorem = Theorem { says: "by keeping two heaps equal", source: "Bouton 1901" };

/// What is known of heaps without looking at their moves.
fn answer(heaps: &[Ordinal], question: Question) -> Result<Option<Finding>, Fault> {
    let misere = question.convention == Convention::Misere;
    let one = Ordinal::finite(1u64);
    let mut live: Vec<&Ordinal> = heaps.iter().filter(|h| !h.is_zero()).collect();
    live.sort_unstable();
    let found = |theorem, answer: Answer| Ok(Some(Finding { answer, way: Way::Theorem(theorem, Vec::new()) }));
    let length = |theorem, moves: Ordinal| found(theorem, Length::Ends(moves).into());
    match question.about {
        About::CanMove => found(&COUNTERS, Answer::Yes(!live.is_empty())),
        About::Distance => {
            let mut sum = Ordinal::default();
            for heap in live {
                sum = sum.natural_sum(heap)?;
            }
            length(&COUNTERS, sum)
        }
        About::Outcome if misere => {
            let mut sum = Ordinal::default();
            for heap in &live {
                sum = sum.nim_sum(heap)?;
            }
            let large = live.last().is_some_and(|&largest| *largest > one);
            let won = sum.is_zero() != large;
            found(&BOUTON, if won { Verdict::Win } else { Verdict::Loss }.into())
        }
        About::Remoteness => match live[..] {
            [] => length(&ONE_HEAP, Ordinal::finite(misere as u32)),
            [heap] if misere => length(&ONE_HEAP, Ordinal::finite(if *heap == one { 2u32 } else { 3 })),
            [_] => length(&ONE_HEAP, one),
            [a, _] if misere && *a == one => length(&TWO_HEAPS, Ordinal::finite(3u32)),
            [a, b] => {
                let twice = Ordinal::finite(2u32).ordinary_product(a)?;
                length(&TWO_HEAPS, if a == b { twice } else { twice.natural_sum(&one)? })
            }
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}
