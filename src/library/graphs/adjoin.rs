//! A ruleset with its P-positions as moves: W₂ from Wythoff's game (Fraenkel, Scenic trails, section 6).
//!
//! State: the heaps, a word each. A move is one of the ruleset's own, or takes a whole P-position of its normal play
//! away: from (7, 9) over (3, 5) to (4, 4). The P-positions are found for a box of heaps and kept until rules change.

use std::rc::Rc;

use super::derived::adjoined_graph;
use crate::eval::{EvalError, Role, Session, ruleset_with};
use crate::library::errors::GraphError;
use crate::library::heap_moves::{HeapBase, state_of, without_repeats};
use crate::value::{Graph, Ruleset, Value};
use cg_engine::games::{Fault, Outcome};
use cg_engine::heaps::{KnownPPositions, NimValues, Vectors};
use cg_engine::positions::{
    self, About, Context, Convention, Finding, Here, Known, Options, Parts, PositionId, Question, Rules, RulesetId,
    Term,
};
use cg_engine::questions;

/// Positions whose outcomes may be asked.
const MAX_POSITIONS: u64 = 10_000_000;

/// A ruleset that has the moves of its base, and the P-positions of that.
#[derive(PartialEq, Eq, Hash)]
struct Adjoined {
    base: HeapBase,
}

/// P-positions of the base among all vectors up to some heaps.
#[derive(Default)]
struct Lost {
    bounds: Vec<u32>,
    lost: Vec<Vec<u32>>,
}

/// The results that are kept from one question to the next.
#[derive(Default)]
struct AdjoinMemory {
    /// The lost positions of the base, for each number of heaps.
    base: Vec<Lost>,
    lost: KnownPPositions,
    values: NimValues,
}

/// Returns the ruleset or the graph in which the P-positions are moves too; with heaps, a position of it.
///
/// # Errors
/// A ruleset whose positions are not made of heaps.
pub fn adjoin(cx: &mut Session, ruleset: &Rc<Ruleset>, heaps: &[u64]) -> Result<Value, EvalError> {
    if let Ruleset::Graph(graph) = &**ruleset {
        let graph: &Graph = graph;
        if heaps.is_empty() {
            return adjoined_graph(cx, graph);
        }
        return Err(GraphError::HeapsOfGraph.into());
    }
    if heaps.is_empty() {
        return Ok(ruleset_with(&cx.globals, Role::Adjoin, vec![Value::Ruleset(ruleset.clone())]));
    }
    let state = state_of(heaps)?;
    let base = HeapBase::kept(cx, ruleset, &state)?;
    let here = cx.positions.add_rules(Adjoined { base });
    Ok(Value::Position(cx.positions.intern(here, &state)))
}

impl Adjoined {
    /// Returns the P-positions other than 0 that fit into these heaps.
    fn fitting(&self, here: RulesetId, heaps: &[u32], cx: &mut Session) -> Result<Vec<Vec<u32>>, Fault> {
        let mut memory: Box<AdjoinMemory> = cx.positions.take_table(here);
        let at = memory.base.iter().position(|known| known.bounds.len() == heaps.len());
        let mut known = at.map(|at| memory.base.swap_remove(at)).unwrap_or_default();
        if known.bounds.len() != heaps.len() || known.bounds.iter().zip(heaps).any(|(bound, heap)| bound < heap) {
            let old = (!known.bounds.is_empty()).then(|| known.bounds.clone());
            let mut bounds = heaps.to_vec();
            for (bound, old) in bounds.iter_mut().zip(&known.bounds) {
                *bound = (*bound).max(*old);
            }
            self.find(&bounds, old.as_deref(), &mut known.lost, cx)?;
            known.bounds = bounds;
        }
        let fits = |p: &&Vec<u32>| p.iter().zip(heaps).all(|(x, heap)| x <= heap);
        let fitting = known.lost.iter().filter(fits).cloned().collect();
        memory.base.push(known);
        cx.positions.put_table(here, memory);
        Ok(fitting)
    }

    /// Adds the P-positions up to the bounds, those up to the old ones being there.
    fn find(
        &self,
        bounds: &[u32],
        old: Option<&[u32]>,
        lost: &mut Vec<Vec<u32>>,
        cx: &mut Session,
    ) -> Result<(), Fault> {
        let count = bounds.iter().fold(1u64, |n, &bound| n.saturating_mul(u64::from(bound) + 1));
        if count > MAX_POSITIONS {
            return Err(Fault::TooLarge {
                what: "set of heaps",
                size: count.to_string(),
                limit: MAX_POSITIONS.to_string(),
            });
        }
        let wide: Vec<u64> = bounds.iter().map(|&bound| bound.into()).collect();
        if let Some(all) = self.base_lost(&wide, cx)? {
            let narrow = |heaps: Vec<u64>| heaps.into_iter().map(|heap| heap as u32).collect();
            *lost = all.into_iter().map(narrow).collect();
            return Ok(());
        }
        let mut heaps = vec![0; bounds.len()];
        loop {
            cx.games.budget.tick()?;
            let is_old = old.is_some_and(|old| heaps.iter().zip(old).all(|(heap, bound)| heap <= bound));
            if !is_old && heaps.iter().any(|&heap| heap > 0) {
                let p = self.base.position(&heaps, cx)?;
                let outcome = questions::class(questions::outcomes(p, Convention::Normal, cx)?);
                if outcome == Outcome::P {
                    lost.push(heaps.clone());
                }
            }
            // The next vector, the last heap running fastest.
            let Some(at) = (0..heaps.len()).rev().find(|&at| heaps[at] < bounds[at]) else { return Ok(()) };
            heaps[at] += 1;
            heaps[at + 1..].fill(0);
        }
    }
}

impl Adjoined {
    /// Returns the position of the base with these heaps.
    fn base_position(&self, heaps: &[u64], cx: &mut Session) -> Result<Option<PositionId>, Fault> {
        let Ok(heaps) = state_of(heaps) else { return Ok(None) };
        self.base.position(&heaps, cx).map(Some)
    }

    /// Returns the P-positions of the base up to these heaps but 0, where they are found all at once.
    fn base_lost(&self, heaps: &[u64], cx: &mut Session) -> Result<Option<Vec<Vec<u64>>>, Fault> {
        let Ruleset::Builtin(..) = &*self.base.ruleset(cx) else { return Ok(None) };
        let Some(p) = self.base_position(heaps, cx)? else { return Ok(None) };
        let lost = questions::p_positions_up_to(p, heaps, Convention::Normal, cx)?;
        Ok(lost.map(|lost| lost.all().filter(|heaps| heaps.iter().any(|&heap| heap > 0)).collect()))
    }

    /// Returns the amounts that a move may take: those of the base, and its P-positions.
    fn vectors(&self, heaps: &[u64], cx: &mut Session) -> Result<Option<Vectors>, Fault> {
        let Some(lost) = self.base_lost(heaps, cx)? else { return Ok(None) };
        let Some(p) = self.base_position(heaps, cx)? else { return Ok(None) };
        let mut vectors = questions::vectors(p, heaps, cx)?.unwrap_or_default();
        vectors.single.extend(lost);
        Ok(Some(vectors))
    }
}

impl Adjoined {
    fn nim_value(&self, here: RulesetId, state: &[u32], cx: &mut Session) -> Result<Option<Known>, Fault> {
        let heaps: Vec<u64> = state.iter().map(|&heap| heap.into()).collect();
        let mut memory: Box<AdjoinMemory> = cx.positions.take_table(here);
        // The kept results are for heaps whose moves are vectors, so no other question is needed.
        let value = match memory.values.get(&heaps) {
            Some(value) => Ok(Some(value)),
            None => self.find_nim_value(&heaps, &mut memory.values, cx),
        };
        cx.positions.put_table(here, memory);
        Ok(value?.map(|n| Known::Nim(n.into())))
    }

    /// Returns the nim-value of heaps for which none is kept, those of many others with it.
    fn find_nim_value(&self, heaps: &[u64], values: &mut NimValues, cx: &mut Session) -> Result<Option<u32>, Fault> {
        let Some(p) = self.base_position(heaps, cx)? else { return Ok(None) };
        if questions::vectors(p, &vec![0; heaps.len()], cx)?.is_none() {
            return Ok(None);
        }
        let Some(bounds) = values.wanted(heaps) else { return Ok(None) };
        let vectors = self.vectors(&bounds, cx)?.unwrap_or_default();
        values.find(&bounds, &vectors, &mut cx.games.budget)?;
        Ok(values.get(heaps))
    }
}

impl Rules for Adjoined {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let cx = Session::of(cx);
        *out = self.base.options(here.id, here.state, cx)?;
        for taken in self.fitting(here.id, here.state, cx)? {
            let heaps: Vec<u32> = here.state.iter().zip(&taken).map(|(heap, taken)| heap - taken).collect();
            let to = cx.positions.intern(here.id, &heaps);
            out.left.push(to);
            if !out.impartial {
                out.right.push(to);
            }
        }
        // A move may be both the ruleset's own and a P-position.
        without_repeats(out);
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let heaps = state.iter().map(|&heap| Term::Number(Box::new(heap.into())));
        Term::Call("adjoin".into(), std::iter::once(Term::Name(self.base.name.clone())).chain(heaps).collect())
    }

    fn vectors(&self, _: Here<'_>, heaps: &[u64], cx: &mut dyn Context) -> Option<Result<Vectors, Fault>> {
        self.vectors(heaps, Session::of(cx)).transpose()
    }

    /// Returns the nim-value, by those of all smaller heaps.
    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        self.nim_value(here.id, here.state, Session::of(cx)).transpose()
    }

    /// Finds the winner by the P-positions up to these heaps.
    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        _: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        if question.about != About::Outcome {
            return Ok(None);
        }
        let cx = Session::of(cx);
        let heaps: Vec<u64> = here.state.iter().map(|&heap| heap.into()).collect();
        let Some(p) = self.base_position(&heaps, cx)? else { return Ok(None) };
        if questions::vectors(p, &vec![0; heaps.len()], cx)?.is_none() {
            return Ok(None);
        }
        let mut memory: Box<AdjoinMemory> = cx.positions.take_table(here.id);
        let vectors =
            |heaps: &[u64], cx: &mut dyn Context| Ok(self.vectors(heaps, Session::of(cx))?.unwrap_or_default());
        let found = positions::by_p_positions(&mut memory.lost, &heaps, question.convention, vectors, cx);
        cx.positions.put_table(here.id, memory);
        found
    }
}
