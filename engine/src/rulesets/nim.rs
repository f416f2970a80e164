//! Nim: heaps of counters, finite or not; a move takes any number from one heap (Bouton 1901).

use dashu_int::UBig;

use super::several::{call, counters, nim_sum, one_by_one, one_heap, sizes, smaller, with};
use crate::games::{Fault, Player};
use crate::heaps::{Code, ReplyCount, Rule, Vectors};
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::{
    Alike, Context, Convention, EndOfPlay, Facts, HeapTheory, Here, MoveGoal, Moves, Options, PositionId, Question,
    Rules, Ruleset, Term, Theorems, TheoryMoves, halved_heaps, kinds_in_heaps, too_many,
};

/// Heaps of Nim played as one position.
#[derive(PartialEq, Eq, Hash)]
pub struct Nim;

impl Ruleset for Nim {
    type State = Vec<u64>;

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts { impartial: true, heaps: Some(self), is_nim: true, ..Facts::default() }
    }

    fn moves(&self, heaps: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        one_heap(heaps, out)
    }

    fn term(&self, heaps: &Vec<u64>) -> Term {
        HeapTheory::term(self, &sizes(heaps))
    }
}

impl Theorems<[UBig]> for Nim {
    /// Returns the sum without carrying (Bouton).
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        Some(nim_sum(heaps))
    }
}

impl HeapTheory for Nim {
    fn rule(&self) -> Option<Rule> {
        Some(Rule::from("0.[3]".parse::<Code>().ok()?))
    }

    fn vectors(&self, heaps: &[u64]) -> Option<Vectors> {
        Some(Vectors { rays: one_by_one(heaps.len()), single: Vec::new() })
    }

    fn moves(&self, heaps: &[UBig], _: Player) -> Result<TheoryMoves<'_>, Fault> {
        Err(too_many(counters(heaps)))
    }

    fn moves_to<'a>(&'a self, heaps: &'a [UBig], nim_value: &UBig, _: ReplyCount) -> Option<TheoryMoves<'a>> {
        Some(TheoryMoves::new(smaller(heaps, nim_value)))
    }

    /// Returns the winning moves (Bouton): in misère play as in normal play until one heap of several counters is left;
    /// that one becomes a heap of 1 or nothing, so that the number of heaps of 1 is odd.
    fn winning_moves<'a>(
        &'a self,
        heaps: &'a [UBig],
        convention: Convention,
        _: ReplyCount,
    ) -> Option<TheoryMoves<'a>> {
        Some(match (convention, ones(heaps, &UBig::ONE)) {
            (Convention::Misere, Some((large, ones))) => {
                let moves = misere(heaps, large, ones, [UBig::ZERO, UBig::ONE]);
                TheoryMoves::new(moves.into_iter().map(|(i, left)| with(heaps, i, left)))
            }
            _ => TheoryMoves::new(smaller(heaps, &UBig::ZERO)),
        })
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call("nim", Vec::new(), heaps)
    }
}

/// Returns the place of the only heap above 1, if there is one, and the number of heaps of 1. `None` if several heaps
/// are above 1.
fn ones<H: Ord>(heaps: &[H], one: &H) -> Option<(Option<usize>, usize)> {
    let mut large = heaps.iter().enumerate().filter(|(_, h)| *h > one).map(|(i, _)| i);
    let first = large.next();
    large.next().is_none().then(|| (first, heaps.iter().filter(|h| *h == one).count()))
}

/// Finds the winning moves in misère play with at most one heap above 1: the place of the heap and its new size.
fn misere<H: Clone + Ord>(heaps: &[H], large: Option<usize>, ones: usize, [zero, one]: [H; 2]) -> Vec<(usize, H)> {
    match large {
        Some(i) => vec![(i, if ones.is_multiple_of(2) { one } else { zero })],
        None if ones % 2 == 1 => Vec::new(),
        None => (0..heaps.len()).filter(|&i| heaps[i] == one).map(|i| (i, zero.clone())).collect(),
    }
}

/// The approximate number of bytes that an infinite heap takes in the key of its ruleset.
const BYTES_IN_KEY: usize = 16;

/// Heaps of Nim of which at least one is infinite. They have one state; its moves are described, never listed.
#[derive(PartialEq, Eq, Hash)]
pub struct TransfiniteNim {
    heaps: Vec<Ordinal>,
    sum: Ordinal,
}

impl TransfiniteNim {
    /// Returns these heaps.
    pub fn new(heaps: Vec<Ordinal>) -> Result<TransfiniteNim, Fault> {
        let mut sum = Ordinal::finite(0u64);
        for heap in &heaps {
            sum = sum.nim_sum(heap)?;
        }
        Ok(TransfiniteNim { heaps, sum })
    }

    /// Returns the nim-sum.
    pub fn sum(&self) -> &Ordinal {
        &self.sum
    }

    /// Finds the moves that win (Bouton 1901): the place of the heap and its new size.
    pub fn winning(&self, convention: Convention) -> Result<Vec<(usize, Ordinal)>, Fault> {
        let [zero, one] = [0u64, 1].map(Ordinal::finite);
        match (convention, ones(&self.heaps, &one)) {
            (Convention::Misere, Some((large, ones))) => Ok(misere(&self.heaps, large, ones, [zero, one])),
            _ => self.replies(&zero),
        }
    }

    /// Finds the moves to heaps of this nim-value: the place of the heap and its new size.
    pub fn replies(&self, nim_value: &Ordinal) -> Result<Vec<(usize, Ordinal)>, Fault> {
        let change = self.sum.nim_sum(nim_value)?;
        let mut all = Vec::new();
        for (i, heap) in self.heaps.iter().enumerate() {
            let smaller = heap.nim_sum(&change)?;
            if smaller < *heap {
                all.push((i, smaller));
            }
        }
        Ok(all)
    }

    /// Interns the positions after `moves`. Each has a ruleset of its own, in whose key all heaps are written.
    fn positions(&self, moves: Vec<(usize, Ordinal)>, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
        let bytes = self.heaps.len() * (size_of::<Ordinal>() + BYTES_IN_KEY);
        let mut found = Vec::new();
        for (i, heap) in moves {
            cx.games().budget.charge(bytes)?;
            cx.games().budget.reserve(bytes)?;
            found.push(nim(with(&self.heaps, i, heap), cx)?);
        }
        Ok(found)
    }
}

/// Returns the position of any heaps.
pub fn nim(heaps: Vec<Ordinal>, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    match heaps.iter().map(|heap| heap.as_finite().cloned()).collect::<Option<Vec<UBig>>>() {
        Some(finite) => Ok(cx.positions().add_lasting("nim", Nim).at_heaps(&finite, cx)),
        None => transfinite(heaps, cx),
    }
}

/// Returns the position of heaps of which at least one is infinite.
fn transfinite(heaps: Vec<Ordinal>, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    let rules = TransfiniteNim::new(heaps)?;
    let ruleset = cx.positions().add_rules(rules);
    Ok(cx.positions().intern(ruleset, &[]))
}

impl Rules for TransfiniteNim {
    fn options(&self, _: Here<'_>, _: &mut dyn Context, _: &mut Options) -> Result<(), Fault> {
        let heap = self.heaps.iter().max().map_or_else(String::new, |h| h.to_string());
        Err(Fault::None(format!("there are infinitely many moves: the heap `{heap}` can become any smaller ordinal")))
    }

    fn term(&self, _: &[u32], _: &dyn Context) -> Term {
        let heaps = self.heaps.iter().map(|h| Term::Ordinal(Box::new(h.clone()))).collect();
        Term::Call("nim".into(), heaps)
    }

    fn facts(&self) -> Facts<'_> {
        Facts::impartial()
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn gamma(&self, _: Here<'_>, _: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        Some(Ok(GammaValue::Finite(self.sum.clone())))
    }

    fn heaps(&self, _: &[u32], _: &mut dyn Context) -> Option<Vec<Ordinal>> {
        Some(self.heaps.clone())
    }

    fn find_moves(
        &self,
        here: Here<'_>,
        goal: MoveGoal<'_>,
        _: ReplyCount,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let moves = match goal {
            MoveGoal::Value(nim_value) => self.replies(nim_value),
            MoveGoal::Win(convention, _) => self.winning(convention),
            MoveGoal::Any(_) => return halved_heaps(self, here, cx),
        };
        Some(moves.and_then(|moves| self.positions(moves, cx)))
    }

    fn kinds_of_moves(
        &self,
        _: Here<'_>,
        questions: &[Question],
        enough: &[Ordinal],
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<Alike>, Fault>> {
        kinds_in_heaps("nim", &self.heaps, questions, enough, |heaps| nim(heaps, cx))
    }
}
