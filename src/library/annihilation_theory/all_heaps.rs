//! Ferguson's theory of all heaps of a ruleset.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{TheoryFacts, TheorySubject, tell};
use crate::eval::{EvalError, Session};
use crate::library::errors::TokenError;
use crate::library::sequences::rule_of;
use crate::value::{Report, Ruleset, Value};
use cg_engine::annihilation::{AllHeaps, MisereTheory, Violation};
use cg_engine::graphs::Digraph;
use cg_engine::heaps::{Code, Rule};

/// Heaps of Nim whose sets W are listed.
const OF_NIM: u32 = 10;

/// The continuation of lists about some heaps to all heaps.
pub(super) struct GoesOn {
    /// Preperiod and period; `None` if nim-values grow.
    pub(super) repeats: Option<[u64; 2]>,
    /// Heaps that have a theorem together, where all have none: all smaller ones.
    pub(super) holds_below: Option<u64>,
    /// The first members of sets that do not end.
    pub(super) endless: BTreeSet<u32>,
    /// `true` if there are sets W without end.
    pub(super) more_sets: bool,
}

pub(super) fn report(cx: &mut Session, ruleset: &Rc<Ruleset>) -> Result<Rc<Report>, EvalError> {
    let short = cx.short(&Value::Ruleset(ruleset.clone()));
    let name = format!("all heaps of `{short}`");
    let rule = rule_of(ruleset.clone(), cx);
    if rule == Some(Rule::from(Code::taking_all_but(&[]))) {
        return of_nim(cx, name);
    }
    let all = match rule {
        Some(rule) => AllHeaps::of(&rule, &mut cx.games.budget)?,
        None => None,
    };
    let Some(all) = all else {
        return Err(TokenError::AllHeaps { rule: short }.into());
    };
    let theory = all.theory();
    let end = (all.preperiod() + 2 * all.period()) as u32;
    let mut sets = theory.sets(&mut cx.games.budget)?;
    sets.retain(|set| set[0] < end);
    let last = theory.vertices().len() as u64 - all.period();
    let goes_on = |set: &[u32]| set.last().is_some_and(|&heap| u64::from(heap) >= last);
    let mut endless: BTreeSet<u32> = sets.iter().filter(|set| goes_on(set)).map(|set| set[0]).collect();
    sets.iter_mut().for_each(|set| set.retain(|&heap| heap < end));
    let below = |heaps: Vec<u32>| heaps.into_iter().filter(|&heap| heap < end).collect::<Vec<u32>>();
    let (rest, high) = (below(theory.rest()), below(theory.reduced()));
    // A pair that breaks C3 may be far apart.
    let first = |v: &Violation| theory.violations().iter().find(|other| other.condition == v.condition) == Some(v);
    let violations = theory.violations().iter().filter(|v| v.vertex < end || first(v)).copied().collect();
    endless.extend(theory.rest().first().filter(|_| goes_on(&theory.rest())));
    let moved = |t: u32| u64::from(t) >= all.preperiod() && !all.is_lasting(t);
    let more_sets = sets.iter().any(|set| moved(set[0]));
    let repeats = Some([all.preperiod(), all.period()]);
    let holds_below = all.holds_below(&mut cx.games.budget)?;
    let subject = TheorySubject { labels: None, name };
    let goes_on = Some(GoesOn { repeats, holds_below, endless, more_sets });
    tell(cx, &subject, &TheoryFacts { theory, sets, rest, violations, high, goes_on })
}

/// Returns the report on Nim, whose sets W are {2j, 2j + 1}: a heap can become any smaller one, so B1 holds (Ferguson
/// 1984, section 3).
fn of_nim(cx: &mut Session, name: String) -> Result<Rc<Report>, EvalError> {
    let budget = &mut cx.games.budget;
    let graph = Digraph::from_rows(OF_NIM, (OF_NIM * OF_NIM) as usize, budget, |heap, row| row.extend(0..heap))?;
    let theory = MisereTheory::new(&graph, budget)?;
    let sets = theory.sets(budget)?;
    let goes_on = GoesOn { repeats: None, holds_below: None, endless: BTreeSet::new(), more_sets: true };
    let subject = TheorySubject { labels: None, name };
    let (rest, high) = (theory.rest(), theory.reduced());
    let told = TheoryFacts { theory: &theory, sets, rest, violations: Vec::new(), high, goes_on: Some(goes_on) };
    tell(cx, &subject, &told)
}
