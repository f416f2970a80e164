//! Annihilation games: tokens on one graph, of which two that meet vanish.

use std::rc::Rc;

use super::graphs::graph_of_moves;
use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, Place, Session, builtins};
use crate::value::{Ruleset, Value};
use cg_engine::annihilation::{Misfit, annihilation};
use cg_engine::positions::{self, Options, PositionId};
use cg_engine::rulesets::compound::Kind;

/// Vertices of a graph whose annihilation graph is made.
const MOST: usize = 16;

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
    /// See: sum, annihilation_graph, annihilation_theory
    annihilation -> Kind = |_: &mut Session| Ok(Kind::Annihilation);

    /// The graph whose vertices are the sets of tokens on a graph.
    ///
    /// A graph of n vertices has 2^n sets of tokens, labelled as sets (Fraenkel, Scenic trails, section 4): the empty
    /// set `{}` first. Its γ-values are those of the annihilation game.
    /// g := graph <a -> b; b -> a>; h := annihilation_graph(g); gamma(h[{"a", "b"}])  #=> *
    /// g := graph <a -> b; b>; options(annihilation_graph(g)[{"a"}])  #=> [graph[{"b"}]]
    /// See: annihilation, graph
    annihilation_graph(g: Rc<Ruleset>) -> Value = annihilation_graph;
}

/// The position of an annihilation game, from arguments of `sum`.
pub(crate) fn tokens(cx: &mut Session, all: Vec<Value>) -> Result<Place, EvalError> {
    let mut parts = Vec::new();
    for value in all {
        let members = cx.members(&value)?.unwrap_or_else(|| vec![value]);
        for member in members {
            match cx.as_position(&member)? {
                Some(p) => parts.push(p),
                None => {
                    let got = cx.describe(&member);
                    return Err(EvalError::said(
                        ErrorCode::CallKind,
                        format!("a token stands on a position, not on {got}"),
                    )
                    .help("give vertices of one graph or heaps of one game: `sum(annihilation, g.a, g.b)`"));
                }
            }
        }
    }
    match annihilation(cx, &parts)? {
        Ok(p) => Ok(Place(p)),
        Err(misfit) => Err(told(cx, misfit)),
    }
}

pub(crate) fn told(cx: &mut Session, misfit: Misfit) -> EvalError {
    let mut name = |p: PositionId| cx.short(&Value::Position(p));
    let said = |message: String, help: &str| EvalError::said(ErrorCode::RulesetArgument, message).help(help);
    match misfit {
        Misfit::Twice(p) => said(
            format!("two tokens are put on `{}`", name(p)),
            "give each vertex at most one; two tokens that meet have vanished, so leave both out",
        ),
        Misfit::Apart(p, q) => said(
            format!("`{}` and `{}` are not on one graph, so tokens on them cannot meet", name(p), name(q)),
            "make one annihilation game of each graph and join them by `+`",
        ),
        Misfit::Partizan(p) => said(
            format!("the players have different moves from `{}`, and tokens are moved by both alike", name(p)),
            "give heaps such as `nim(3)`, or vertices whose arrows are for both players, `->`",
        ),
        Misfit::Classes => EvalError::said(
            ErrorCode::GraphTerminalClass,
            "an annihilation game ends when no token can move, so its graph has no terminal classes other than P",
        )
        .help("leave the classes out: `outcome` answers for one vertex of the graph as it is"),
        Misfit::Sum(p) => said(
            format!("`{}` is a sum of several games, and a token stands in one place", name(p)),
            "give its parts one by one, `sum(annihilation, p, q)`; or add annihilation games by `+` outside",
        ),
        Misfit::Infinite(p) => said(
            format!("`{}` is an infinite heap, and tokens stand on finite ones", name(p)),
            "give a finite heap, `nim(3)`",
        ),
    }
}

fn annihilation_graph(cx: &mut Session, g: Rc<Ruleset>) -> Result<Value, EvalError> {
    let Ruleset::Graph(graph) = &*g else {
        let got = cx.describe(&Value::Ruleset(g.clone()));
        return Err(EvalError::said(ErrorCode::CallKind, format!("`annihilation_graph` takes a graph, not {got}"))
            .help("give a graph: `annihilation_graph(graph <a -> b; b -> a>)`"));
    };
    let n = graph.len() as usize;
    if n > MOST {
        let message = format!("a graph of {n} vertices has 2^{n} sets of tokens; the limit is 2^{MOST}");
        return Err(EvalError::said(ErrorCode::LimitSize, message)
            .here("asked for here")
            .help("ask for single positions, which need not all be listed: `gamma(sum(annihilation, g.a, g.b))`"));
    }
    let all: Vec<PositionId> = (0..n as u32).map(|v| cx.positions.intern(graph.ruleset, &[v])).collect();
    for &p in &all {
        // A token alone tells whether the graph is one for this game.
        if let Err(misfit) = annihilation(cx, &[p])? {
            return Err(told(cx, misfit));
        }
    }
    let mut followers: Vec<Vec<u32>> = Vec::with_capacity(n);
    let mut moves = Options::default();
    for &p in &all {
        positions::options(p, cx, &mut moves)?;
        followers.push(moves.left.iter().map(|&q| cx.positions.state(q)[0]).collect());
    }
    cx.reserve_list((1 + n as u64) << n)?;
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
