//! Annihilation games: tokens on one graph, of which two that meet vanish.

use std::rc::Rc;

use super::errors::TokenError;
use super::graphs::graph_of_moves;
use crate::eval::{EvalError, Place, Session, as_position, builtins, members_of, reserve_list};
use crate::value::{Ruleset, Value};
use cg_engine::annihilation::{Meeting, Misfit, annihilation, on_one_graph};
use cg_engine::positions::{self, Options, PositionId};
use cg_engine::rulesets::compound::Kind;

/// Vertices of a graph whose annihilation graph is made.
const MAX_VERTICES: usize = 16;

builtins! {
    /// Annihilation games.
    ANNIHILATION, "Annihilation";

    /// Kind of compound: tokens on one graph; two that meet vanish.
    ///
    /// `sum(annihilation, g.a, g.c)` puts tokens on vertices of one graph or heaps of one ruleset, `nim(3,5)` being two
    /// tokens. A move moves one; who cannot move loses. A loop is a pass. Two such sums joined by `+` do not meet, one
    /// inside the other is the same game. Fraenkel, Scenic trails, section 4; Ferguson 1984 for misère play.
    /// g := graph <1 -> 2; 2 -> 3; 3 -> 4; 4 -> 1>; outcome(sum(annihilation, g[1], g[3]))  #=> P
    /// g := graph <1 -> 2; 2 -> 3; 3 -> 4; 4 -> 1>; outcome(g[1] + g[3])  #=> D
    /// outcome(sum(annihilation, nim(10, 20, 21, 11)), misere)  #=> N
    /// See: sum, electrons, welter, annihilation_graph, annihilation_basis, annihilation_theory
    annihilation -> Kind = |_: &mut Session| Ok(Kind::Tokens(Meeting::Annihilation));

    /// Kind of compound: electrons and positrons on one graph.
    ///
    /// `sum(electrons, [g.a, g.c], [g.b])` puts electrons on a and c and a positron on b. A move moves one particle. Two of a kind
    /// never share a vertex: such a move is not allowed. An electron and a positron that meet vanish. Particles of one kind
    /// play Welter's game, `sum(welter, g.a, g.c)`. Matter and antimatter: Fraenkel, Scenic trails, section 4.
    /// g := graph <a -> b; b -> c; c -> a>; options(sum(electrons, [g.a], [g.b]))  #=> [sum(electrons, [], []), sum(electrons, [g.a], [g.c])]
    /// g := graph <a -> b; b -> c; c -> a>; [outcome(sum(electrons, [g.a], [g.b])), outcome(sum(electrons, [g.a, g.b], []))]  #=> [N, D]
    /// outcome(sum(electrons, [nim(1), nim(4)], [nim(2)]), misere)  #=> N
    /// See: sum, annihilation, welter
    electrons -> Kind = |_: &mut Session| Ok(Kind::Tokens(Meeting::Electrons));

    /// The graph whose vertices are the sets of tokens on a graph.
    ///
    /// A graph of n vertices has 2^n sets of tokens, labelled as sets (Fraenkel, Scenic trails, section 4): the empty
    /// set `{}` first. Its γ-values are those of the annihilation game.
    /// g := graph <a -> b; b -> a>; h := annihilation_graph(g); gamma(h[{"a", "b"}])  #=> *
    /// g := graph <a -> b; b>; options(annihilation_graph(g)[{"a"}])  #=> [graph[{"b"}]]
    /// See: annihilation, graph
    annihilation_graph(g: Rc<Ruleset>) -> Value = annihilation_graph;
}

/// Returns the position of tokens on one graph, from arguments of `sum`.
pub(crate) fn tokens(cx: &mut Session, meeting: Meeting, all: Vec<Value>) -> Result<Place, EvalError> {
    let mut kinds = [Vec::new(), Vec::new()];
    if meeting == Meeting::Electrons {
        if all.len() > 2 || !all.iter().all(|kind| matches!(kind, Value::List(_) | Value::Set(_))) {
            return Err(TokenError::TwoLists.into());
        }
        for (value, places) in all.into_iter().zip(&mut kinds) {
            add_places(cx, meeting, value, places)?;
        }
    } else {
        for value in all {
            add_places(cx, meeting, value, &mut kinds[0])?;
        }
    }
    match on_one_graph(cx, meeting, kinds.each_ref().map(Vec::as_slice))? {
        Ok(p) => Ok(Place(p)),
        Err(misfit) => Err(token_error(cx, meeting, misfit).into()),
    }
}

/// Adds the places that a position, or a list of them, gives.
fn add_places(cx: &mut Session, meeting: Meeting, value: Value, places: &mut Vec<PositionId>) -> Result<(), EvalError> {
    let members = members_of(&mut cx.games.budget, &value)?.unwrap_or_else(|| vec![value]);
    for member in members {
        match as_position(cx, &member)? {
            Some(p) => places.push(p),
            None => return Err(TokenError::NoPlace { got: cx.describe(&member), meeting }.into()),
        }
    }
    Ok(())
}

/// Returns the error for positions that are no tokens of one game.
pub(crate) fn token_error(cx: &mut Session, meeting: Meeting, misfit: Misfit) -> TokenError {
    let mut name = |p: PositionId| cx.short(&Value::Position(p));
    match misfit {
        Misfit::Twice(p) => TokenError::Twice { place: name(p), meeting },
        Misfit::Apart(p, q) => TokenError::Apart { first: name(p), second: name(q) },
        Misfit::Partizan(p) => TokenError::Partizan { place: name(p) },
        Misfit::Classes => TokenError::Classes,
        Misfit::Sum(p) => TokenError::Sum { place: name(p), meeting },
        Misfit::Infinite(p) => TokenError::Infinite { place: name(p) },
    }
}

fn annihilation_graph(cx: &mut Session, g: Rc<Ruleset>) -> Result<Value, EvalError> {
    let Ruleset::Graph(graph) = &*g else {
        return Err(TokenError::NoGraph { got: cx.describe(&Value::Ruleset(g.clone())) }.into());
    };
    let n = graph.len() as usize;
    if n > MAX_VERTICES {
        return Err(TokenError::TooManySets { vertices: n, most: MAX_VERTICES }.into());
    }
    let all: Vec<PositionId> = (0..n as u32).map(|v| cx.positions.intern(graph.ruleset, &[v])).collect();
    for &p in &all {
        // A token alone tells whether the graph is one for this game.
        if let Err(misfit) = annihilation(cx, &[p])? {
            return Err(token_error(cx, Meeting::Annihilation, misfit).into());
        }
    }
    let mut followers: Vec<Vec<u32>> = Vec::with_capacity(n);
    let mut moves = Options::default();
    for &p in &all {
        positions::plain_options(p, cx, &mut moves)?;
        followers.push(moves.left.iter().map(|&q| cx.positions.state(q)[0]).collect());
    }
    reserve_list(&mut cx.games.budget, (1 + n as u64) << n)?;
    let (mut labels, mut lists) = (Vec::with_capacity(1 << n), Vec::with_capacity(1 << n));
    for set in 0..1u32 << n {
        cx.games.budget.tick()?;
        let on = || (0..n).filter(move |v| set >> v & 1 == 1);
        labels.push(Value::set(on().map(|v| graph.label(v as u32)).collect()));
        let mut list: Vec<u32> = Vec::new();
        for v in on() {
            for &w in &followers[v] {
                let next = if w as usize == v { set } else { set ^ 1 << v ^ 1 << w };
                if !list.contains(&next) {
                    list.push(next);
                }
            }
        }
        lists.push(list);
    }
    graph_of_moves(cx, &labels, &lists)
}
