//! Play in which no position may come again: positional superko, as in some rules of Go (Fraenkel, Scenic trails, section 4).
//!
//! A player who can move only to positions that were there before has no move. The mover is no part of a position, and a pass
//! is a repetition. So every play ends.
//!
//! State: the present position, then the other visited ones, sorted by id. Positions that play has left for good are forgotten, so
//! a game that never repeats has as many positions as before.

use crate::games::Fault;
use crate::games::hashing::FastMap;
use crate::graphs::components::components;
use crate::positions::{
    Context, Here, Options, PositionId, Rules, RulesetId, State, Term, Word, demand_end, options, plain_options,
};

/// The largest number of reachable positions whose strongly connected components are computed.
const MAX_POSITIONS: usize = 1_000_000;

/// The ruleset of all games without repetition.
#[derive(PartialEq, Eq, Hash)]
struct WithoutRepetition;

/// The strongly connected component of each known position: two are in one if each can be reached from the other.
#[derive(Default)]
struct ComponentTable {
    of: FastMap<PositionId, u32>,
    count: u32,
}

/// Returns the play of a position in which it and these others may not come again.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Context, Engine, Known};
/// use cg_engine::questions;
/// use cg_engine::rulesets::without_repetition::without_repetition;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().form(&[], &[]);
/// let star = engine.positions().form(&[zero], &[zero]);
/// let once = without_repetition(star, &[], &mut engine);
/// assert_eq!(questions::value(once, &mut engine)?, Known::Nim(1));
/// let gone = without_repetition(star, &[zero], &mut engine);
/// assert_eq!(questions::value(gone, &mut engine)?, Known::Nim(0));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn without_repetition(p: PositionId, visited: &[PositionId], cx: &mut dyn Context) -> PositionId {
    let here = cx.positions().normal_order(p);
    let mut others: Vec<PositionId> = visited.iter().map(|&q| cx.positions().normal_order(q)).collect();
    others.retain(|&q| q != here);
    intern(here, others, cx)
}

fn ruleset(cx: &mut dyn Context) -> RulesetId {
    cx.positions().add_rules(WithoutRepetition)
}

fn intern(here: PositionId, mut visited: Vec<PositionId>, cx: &mut dyn Context) -> PositionId {
    visited.sort_unstable();
    visited.dedup();
    let ruleset = ruleset(cx);
    // Play without repetition never repeats: to forbid it once more makes no difference.
    if visited.is_empty() && cx.positions_ref().ruleset_of(here) == ruleset {
        return here;
    }
    let state: State = std::iter::once(here).chain(visited).map(|p| p.0).collect();
    cx.positions().intern(ruleset, &state)
}

/// Returns the number of the strongly connected component of a position.
fn component_of(p: PositionId, cx: &mut dyn Context) -> Result<u32, Fault> {
    let ruleset = ruleset(cx);
    let table: Box<ComponentTable> = cx.positions().take_table(ruleset);
    let known = table.of.get(&p).copied();
    cx.positions().put_table(ruleset, table);
    if let Some(known) = known {
        return Ok(known);
    }
    // The table is back in its place, since `explore` may ask positions of this ruleset for moves, and they look into it.
    let (met, found) = explore(p, cx)?;
    let mut table: Box<ComponentTable> = cx.positions().take_table(ruleset);
    let first = table.count;
    for (&q, component) in met.iter().zip(found) {
        table.of.insert(q, first + component);
        table.count = table.count.max(first + component + 1);
    }
    let found = table.of[&p];
    cx.positions().put_table(ruleset, table);
    Ok(found)
}

/// Lists all positions that can be reached, and the number of the component of each.
fn explore(p: PositionId, cx: &mut dyn Context) -> Result<(Vec<PositionId>, Vec<u32>), Fault> {
    let mut numbers = FastMap::default();
    numbers.insert(p, 0u32);
    let (mut met, mut edges): (Vec<PositionId>, Vec<Vec<u32>>) = (vec![p], Vec::new());
    let mut moves = Options::default();
    while let Some(&here) = met.get(edges.len()) {
        demand_end(here, edges.len(), cx)?;
        cx.games().budget.count_position();
        options(here, cx, &mut moves)?;
        let mut list = Vec::with_capacity(moves.left.len());
        let right = if moves.impartial { &[][..] } else { &moves.right };
        for &option in moves.left.iter().chain(right) {
            cx.games().budget.tick()?;
            let option = cx.positions().normal_order(option);
            list.push(*numbers.entry(option).or_insert_with(|| {
                met.push(option);
                met.len() as u32 - 1
            }));
        }
        edges.push(list);
        if met.len() > MAX_POSITIONS {
            let size = format!("more than {MAX_POSITIONS}");
            return Err(Fault::TooLarge { what: "set of positions", size, limit: MAX_POSITIONS.to_string() });
        }
    }
    let found = components(met.len(), |v, i| edges[v as usize].get(i).copied(), &mut cx.games().budget)?;
    Ok((met, found))
}

impl Rules for WithoutRepetition {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let p = PositionId::of_word(here.state[0]);
        let mut visited: Vec<PositionId> = here.state.iter().map(|&p| PositionId::of_word(p)).collect();
        visited.sort_unstable();
        let mut moves = Options::default();
        plain_options(p, cx, &mut moves)?;
        out.impartial = moves.impartial;
        let lists = [(&moves.left, &mut out.left), (&moves.right, &mut out.right)];
        for (list, out) in lists.into_iter().take(2 - usize::from(moves.impartial)) {
            for &option in list {
                cx.games().budget.tick()?;
                let option = cx.positions().normal_order(option);
                if visited.binary_search(&option).is_ok() {
                    continue;
                }
                let bytes = cx.positions().bytes_for(1 + visited.len());
                cx.games().budget.reserve(bytes)?;
                let mut kept = visited.clone();
                let here = component_of(p, cx)?;
                if component_of(option, cx)? != here {
                    // There is no way back into the component of `p`.
                    kept.clear();
                    for &q in &visited {
                        if component_of(q, cx)? != here {
                            kept.push(q);
                        }
                    }
                }
                let next = intern(option, kept, cx);
                if !out.contains(&next) {
                    out.push(next);
                }
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let mut all = state.iter().map(|&p| Term::Position(PositionId::of_word(p)));
        let here: Vec<Term> = all.by_ref().take(1).collect();
        let visited: Vec<Term> = all.collect();
        let visited = (!visited.is_empty()).then_some(Term::Set(visited));
        Term::Call("without_repetition".into(), here.into_iter().chain(visited).collect())
    }
}
