//! Misère annihilation games by Ferguson 1984: conditions, theorems, Table I.

mod all_heaps;
mod wording;

use std::rc::Rc;

use super::annihilation::token_error;
use super::errors::{HeapError, TokenError};
use super::graphs::graph_of_moves;
use crate::eval::{Count, EvalError, Session, apply, as_position, builtins, reserve_list};
use crate::value::{Report, Ruleset, Value, report};
use cg_engine::annihilation::{FergusonCondition, MisereTheory, Violation};
use cg_engine::annihilation::{Meeting, Misfit, annihilation};
use cg_engine::games::Fault;
use cg_engine::graphs::Digraph;
use cg_engine::heaps::Subtractions;
use cg_engine::positions::PositionId;
use cg_engine::questions;

builtins! {
    /// Misère annihilation games.
    ANNIHILATION_THEORY, "Misère annihilation";

    /// Ferguson's theory of misère annihilation on heaps or on a graph.
    ///
    /// `annihilation_theory(r)` is about tokens on all heaps of a game that takes from one heap: nim-values, sets W and R are
    /// proved to repeat from heap `.preperiod` on with `.period`, and the sets and violations listed are those of heaps less
    /// than `.preperiod + 2*.period`. `annihilation_theory(r, n)` is about heaps 0 to n-1, `annihilation_theory(g)` about a
    /// graph in which play ends, `annihilation_theory(g, n)` about what its first n vertices reach. Fields: `.conditions` and
    /// whether each holds, `.violations`, `.sets` (the W), `.rest` (R), `.reduced` (the graph of nim-values from 2 on),
    /// `.theorem` (3 to 6, or nothing) and, where one holds, `.q1` and `.q0`: the P-positions of nim-values 1 and 0. Where
    /// none holds for all heaps, one holds for those less than `.holds_below`. Ferguson 1984.
    /// annihilation_theory(subtraction({1,3,4})).sets  #=> [{4, 5, 6}, {11, 12, 13}]
    /// annihilation_theory(subtraction({1,2,4,6})).holds_below  #=> 7
    /// annihilation_theory(subtraction({1,3,4}), 21).sets  #=> [{4, 5, 6}, {11, 12, 13}, {18, 19, 20}]
    /// annihilation_theory(nim, 8).theorem  #=> 3
    /// annihilation_theory(subtraction({2,4,5,6}), 20).violations  #=> [["B", 12], ["B", 14], ["C2", 14], ["C'", 12]]
    /// See: annihilation, additions, outcome
    annihilation_theory(r: Rc<Ruleset>, n: Option<Count>) -> Rc<Report> = theory;

    /// Numbers that a subtraction set can take in with the same nim-values.
    ///
    /// k can be added to S if no heaps n and n + k have one nim-value (Ferguson 1984, Table I). Given are those less than
    /// the preperiod and the period together, S left out; from the preperiod on they repeat with the period.
    /// `additions(S, most)` gives all up to `most`.
    /// additions({1,3,4})  #=> {6}
    /// additions({2,4,7}, 20)  #=> {10, 13, 16, 19}
    /// See: subtraction, annihilation_theory
    additions(S: Vec<Count>, most: Option<Count>) -> Value = additions;
}

fn additions(cx: &mut Session, set: Vec<Count>, most: Option<Count>) -> Result<Value, EvalError> {
    let set: Vec<u64> = set.into_iter().map(|s| s.0).collect();
    if set.contains(&0) {
        return Err(HeapError::TakesNothing { set: "a subtraction set" }.into());
    }
    let game = Subtractions::new(&set, &mut cx.games.budget)?;
    let most = most.map_or(game.preperiod() + game.period() - 1, |most| most.0);
    let found = game.additions(most, &mut cx.games.budget)?;
    reserve_list(&mut cx.games.budget, found.len() as u64)?;
    Ok(Value::set(found.into_iter().map(|k| Value::integer(k.into())).collect()))
}

/// The vertices that a theory is about.
struct TheorySubject {
    /// The graph with the labels, or `None` if vertices are heaps.
    labels: Option<Rc<crate::value::Graph>>,
    /// The name, for the head of the report.
    name: String,
}

/// The subject of the question, its moves, and the number of its vertices.
type TheoryQuestion = (TheorySubject, Digraph, u32);

impl TheorySubject {
    fn label(&self, v: u32) -> Value {
        self.labels.as_ref().map_or_else(|| Value::Integer(v.into()), |graph| graph.label(v))
    }

    fn number(&self, v: u32) -> Option<u64> {
        match self.label(v) {
            Value::Integer(n) => u64::try_from(n).ok(),
            _ => None,
        }
    }
}

fn theory(cx: &mut Session, ruleset: Rc<Ruleset>, n: Option<Count>) -> Result<Rc<Report>, EvalError> {
    let (subject, graph, count) = match (&*ruleset, n) {
        (Ruleset::Graph(graph), n) => of_graph(cx, graph, n)?,
        (_, Some(n)) => of_heaps(cx, &ruleset, n)?,
        (_, None) => return all_heaps::report(cx, &ruleset),
    };
    let mut theory = match MisereTheory::from(&graph, 0..count, &mut cx.games.budget) {
        Err(Fault::Loopy) => return Err(TokenError::Loopy.into()),
        theory => theory?,
    };
    theory.name_heaps(|v| subject.number(v), &mut cx.games.budget)?;
    report(cx, &subject, &theory)
}

fn of_graph(cx: &mut Session, graph: &Rc<crate::value::Graph>, n: Option<Count>) -> Result<TheoryQuestion, EvalError> {
    let all = u64::from(graph.len());
    let count = n.map_or(all, |n| n.0.min(all)) as u32;
    // A token alone tells whether the graph is one for this game.
    if graph.rules.analysis().has_special_classes() || !graph.rules.is_impartial() {
        for v in 0..graph.len() {
            let p = cx.positions.intern(graph.ruleset, &[v]);
            if let Err(misfit) = annihilation(cx, &[p])? {
                return Err(token_error(cx, Meeting::Annihilation, misfit).into());
            }
        }
    }
    let name = match graph.rules.name() {
        Some(name) => format!("the graph `{name}`"),
        None => "this graph".into(),
    };
    let name = if u64::from(count) < all { format!("what the first {count} vertices of {name} reach") } else { name };
    Ok((TheorySubject { labels: Some(graph.clone()), name }, graph.rules.left().clone(), count))
}

fn of_heaps(cx: &mut Session, ruleset: &Rc<Ruleset>, Count(n): Count) -> Result<TheoryQuestion, EvalError> {
    let short = cx.short(&Value::Ruleset(ruleset.clone()));
    reserve_list(&mut cx.games.budget, 4 * n)?;
    let mut heaps: Vec<PositionId> = Vec::with_capacity(n as usize);
    for heap in 0..n {
        cx.games.budget.tick()?;
        let made = apply(cx, ruleset, vec![Value::Integer(heap as i64)])?;
        match as_position(cx, &made)? {
            Some(p) => heaps.push(p),
            None => return Err(TokenError::NoHeap { rule: short }.into()),
        }
    }
    let moves = match questions::heap_moves(&heaps, cx) {
        Err(Fault::Partizan) => {
            let last = heaps.last().copied();
            return Err(last.map_or(Fault::Partizan.into(), |p| {
                token_error(cx, Meeting::Annihilation, Misfit::Partizan(p)).into()
            }));
        }
        moves => {
            moves.map_err(|fault| EvalError::unanswered(fault, "give a ruleset whose moves leave one smaller heap"))?
        }
    };
    let first_end = (0..moves.len()).find(|&heap| moves.moves(heap).next().is_none()).unwrap_or(moves.len()) as u32;
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for heap in 0..moves.len() {
        for left in moves.moves(heap) {
            cx.games.budget.tick()?;
            match left {
                [] => edges.push((heap as u32, first_end)),
                [one] => edges.push((heap as u32, *one)),
                several => return Err(TokenError::SplitsHeap { heap, rule: short, parts: several.len() }.into()),
            }
            if edges.len() == edges.capacity() {
                cx.games.budget.reserve(8 * edges.len())?;
            }
        }
    }
    let count = moves.len() as u32;
    let graph = Digraph::from_edges(count + u32::from(first_end == count), &edges, &mut cx.games.budget)?;
    let name = match n {
        0 => format!("no heaps of `{short}`"),
        n => format!("heaps 0 to {} of `{short}`", n - 1),
    };
    Ok((TheorySubject { labels: None, name }, graph, count))
}

/// The facts about a theory that a report lists.
struct TheoryFacts<'a> {
    theory: &'a MisereTheory,
    sets: Vec<Vec<u32>>,
    rest: Vec<u32>,
    violations: Vec<Violation>,
    /// The vertices of the reduced graph.
    high: Vec<u32>,
    /// The continuation of the lists: all heaps have sets like these.
    goes_on: Option<all_heaps::GoesOn>,
}

fn report(cx: &mut Session, subject: &TheorySubject, theory: &MisereTheory) -> Result<Rc<Report>, EvalError> {
    let sets = theory.sets(&mut cx.games.budget)?;
    let (rest, high) = (theory.rest(), theory.reduced());
    tell(
        cx,
        subject,
        &TheoryFacts { theory, sets, rest, violations: theory.violations().to_vec(), high, goes_on: None },
    )
}

fn tell(cx: &mut Session, subject: &TheorySubject, told: &TheoryFacts) -> Result<Rc<Report>, EvalError> {
    let theory = told.theory;
    reserve_list(&mut cx.games.budget, 4 * (told.violations.len() + told.high.len()) as u64)?;
    let set_of = |set: &[u32]| Value::set(set.iter().map(|&v| subject.label(v)).collect());
    let (q1, q0) = wording::words(theory, &told.sets);
    let condition = |condition: &FergusonCondition| {
        Value::list(vec![Value::text(condition.name()), Value::Boolean(!theory.is_broken(*condition))])
    };
    let violation = |violation: &Violation| {
        let vertex = subject.label(violation.vertex);
        let broken = match violation.other {
            Some(other) => Value::list(vec![vertex, subject.label(other)]),
            None => vertex,
        };
        Value::list(vec![Value::text(violation.condition.name()), broken])
    };
    let text = wording::text(cx, subject, told, [&q1, &q0]);
    let repeats = told.goes_on.as_ref().and_then(|on| on.repeats);
    let report = report::Annihilation {
        text,
        sets: Value::list(told.sets.iter().map(|set| set_of(set)).collect()),
        rest: set_of(&told.rest),
        reduced: reduced(cx, subject, theory, &told.high)?,
        conditions: Value::list(theory.examined().iter().map(condition).collect()),
        violations: Value::list(told.violations.iter().map(violation).collect()),
        theorem: theory.theorem().map(|theorem| i64::from(theorem.number())),
        preperiod: repeats.map(|[preperiod, _]| preperiod as i64),
        period: repeats.map(|[_, period]| period as i64),
        holds_below: told.goes_on.as_ref().and_then(|on| on.holds_below).map(|heap| heap as i64),
        q0,
        q1,
    };
    Ok(report.into())
}

/// Returns the reduced graph, its vertices named as before.
fn reduced(cx: &mut Session, subject: &TheorySubject, theory: &MisereTheory, high: &[u32]) -> Result<Value, EvalError> {
    let labels: Vec<Value> = high.iter().map(|&v| subject.label(v)).collect();
    let mut lists = Vec::with_capacity(high.len());
    for &v in high {
        cx.games.budget.tick()?;
        let number = |w: u32| high.binary_search(&w).map_or(0, |at| at as u32);
        lists.push(theory.high_followers(v).map(number).collect());
    }
    graph_of_moves(cx, &labels, &lists)
}
