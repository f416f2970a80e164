//! The graph of all that can be reached from a position.

use crate::eval::{EvalError, Room, Session, built_graph, graph_value, reserve_list, set_of};
use crate::library::errors::GraphError;
use crate::value::Value;
use crate::value::graph::{is_label, label_value, with_label};
use cg_engine::annihilation::Meeting;
use cg_engine::games::Player;
use cg_engine::notation::Notation;
use cg_engine::positions::{self, Convention, PositionId, Term};
use cg_engine::questions;
use cg_engine::rulesets::graph::{GraphBuilder, Label};

/// The ways in which tokens on one graph meet.
const MEETINGS: [Meeting; 3] = [Meeting::Annihilation, Meeting::Electrons, Meeting::Welter];

/// Positions that may be reached.
const MAX_POSITIONS: usize = 1_000_000;

/// Returns the game-graph of a position, which is its first vertex.
///
/// # Errors
/// Terminal classes other than P, points, ties, moves that restrict the next one.
pub fn of_position(cx: &mut Session, p: PositionId) -> Result<Value, EvalError> {
    let explored = questions::explore_within(p, Convention::Normal, MAX_POSITIONS, cx)?;
    if explored.positions.iter().any(|&q| cx.positions.has_classes(q)) {
        return Err(GraphError::ClassesReached.into());
    }
    explored.positions.iter().try_for_each(|&q| cx.positions.demand_value(q))?;
    let names = names(cx, &explored.positions)?;
    let mut builder = GraphBuilder::default();
    for name in &names {
        cx.games.budget.tick()?;
        with_label(name, |label| builder.vertex(label, &cx.games.budget))?;
    }
    for v in 0..explored.left.vertices() {
        let left = explored.left.followers(v);
        let right = explored.right.as_ref().map_or(left, |right| right.followers(v));
        for &to in left {
            cx.games.budget.tick()?;
            let player = right.binary_search(&to).is_err().then_some(Player::Left);
            builder.arrow(v, to, player, &cx.games.budget)?;
        }
        for &to in right.iter().filter(|to| left.binary_search(to).is_err()) {
            cx.games.budget.tick()?;
            builder.arrow(v, to, Some(Player::Right), &cx.games.budget)?;
        }
    }
    let rules = built_graph(cx, builder)?;
    Ok(graph_value(&mut cx.positions, rules, false))
}

/// Returns the names of the vertices: short, if that distinguishes all of them, else as the positions are written.
fn names(cx: &mut Session, all: &[PositionId]) -> Result<Vec<Value>, EvalError> {
    reserve_list(&mut cx.games.budget, 2 * all.len() as u64)?;
    let ruleset = cx.positions.ruleset_of(all[0]);
    let mut short = Vec::with_capacity(all.len());
    for &p in all {
        cx.games.budget.tick()?;
        let name = name(cx, p).filter(|name| cx.positions.ruleset_of(p) == ruleset && is_label(name));
        let Some(name) = name else { return written(cx, all) };
        short.push(name);
    }
    let different = set_of(cx, short.clone())?;
    let told_apart = matches!(&different, Value::Set(set) if set.len() == all.len() as u64);
    if told_apart { Ok(short) } else { written(cx, all) }
}

fn written(cx: &mut Session, all: &[PositionId]) -> Result<Vec<Value>, EvalError> {
    let mut names = Vec::with_capacity(all.len());
    for &p in all {
        cx.games.budget.tick()?;
        let text = cx.within(Room::WHOLE, |cx| cx.written(&Value::Position(p), Notation::Ascii))?;
        cx.games.budget.reserve(text.len())?;
        names.push(Value::text(text));
    }
    Ok(names)
}

/// Returns the short name of a position: of a vertex its label, of heaps their sizes, of tokens on one graph the set of
/// their names.
fn name(cx: &Session, p: PositionId) -> Option<Value> {
    let of = |term: &Term| match term {
        Term::Position(p) => name_of_vertex(cx, *p),
        _ => None,
    };
    let set = |terms: &[Term]| Some(Value::set(terms.iter().map(of).collect::<Option<_>>()?));
    match positions::term(p, cx) {
        Term::Call(_, arguments) => match &arguments[..] {
            [Term::Name(kind), tokens @ ..] => {
                match (MEETINGS.into_iter().find(|meeting| *meeting.name() == **kind), tokens) {
                    (Some(Meeting::Electrons), [Term::List(electrons), Term::List(positrons)]) => {
                        Some(Value::list(vec![set(electrons)?, set(positrons)?]))
                    }
                    (Some(Meeting::Annihilation | Meeting::Welter), tokens) => set(tokens),
                    _ => name_of_vertex(cx, p),
                }
            }
            _ => name_of_vertex(cx, p),
        },
        _ => name_of_vertex(cx, p),
    }
}

fn name_of_vertex(cx: &Session, p: PositionId) -> Option<Value> {
    let label = |term: &Term| label_value(Label::of(term));
    match positions::term(p, cx) {
        Term::Vertex(_, name) => Some(label(&name)),
        Term::Call(_, heaps) if heaps.iter().all(|heap| matches!(heap, Term::Number(_))) => match &heaps[..] {
            [heap] => Some(label(heap)),
            heaps => Some(Value::list(heaps.iter().map(label).collect())),
        },
        _ => None,
    }
}
