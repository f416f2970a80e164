//! Graphs: files, graphs made of graphs, and the answers about their vertices.

mod adjoin;
mod derived;
pub(crate) mod families;
mod labels;
mod of_position;

pub use derived::graph_of_moves;

use std::collections::BTreeSet;
use std::rc::Rc;

use super::grounds::{GraphArrows, net_of, read_graph};
use crate::eval::{
    Count, EvalError, Place, Reasons, Rest, Session, Subject, builtins, gamma_value, nimber_size, reserve_list,
};
use crate::formats;
use crate::library::errors::{GraphError, PlayError};
use crate::value::{Graph, Report, Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::ordinals::{GammaValue, Length, Ordinal};
use cg_engine::positions::{self, PositionId};
use cg_engine::questions;
use cg_engine::rulesets::board::{Alphabet, Board};
use cg_engine::rulesets::grid::STONES;
use cg_engine::rulesets::ground::{FREE, Net};
use cg_engine::rulesets::weighted_arc_kayles::MAX_WEIGHT;
use cg_engine::rulesets::{
    arc_kayles, digraph_placement, geography, node_kayles, partizan_arc_kayles, weighted_arc_kayles,
};

builtins! {
    /// Graphs.
    GRAPHS, "Graphs";

    /// The graph in a file: Graphviz DOT, or a list of edges.
    ///
    /// `.dot`, `.gv`: a digraph; `player=L` of an edge, `class=N` of a terminal vertex. `.csv`, `.tsv`: a line
    /// `from,to` or `from,to,player` for each edge, a vertex without edges alone. The path is taken from the script's folder.
    /// save_graph(graph <a -> b; b -> c>, "abc.csv"); load_graph("abc.csv").b  #=> *
    /// See: graph, save_graph
    #[effect = World]
    load_graph(path: Rc<String>) -> Value = |cx: &mut Session, path: Rc<String>| formats::load_graph(cx, &path);

    /// Writes a graph into a file, with what is known of each vertex.
    ///
    /// As DOT (`.dot`, `.gv`) with outcome, remoteness, distance, γ-value and counter as labels, to be drawn by
    /// Graphviz; or as a list of edges (`.csv`, `.tsv`). `load_graph` reads it back as the same graph. A file that was
    /// not saved from here is replaced by `save_graph(g, "file.dot", replace)`.
    /// save_graph(graph <a -> b; b -> c>, "abc.dot")  #=> "3 vertices and 2 arrows written to abc.dot"
    /// See: graph, load_graph, replace
    #[effect = World]
    save_graph(g: Rc<Ruleset>, path: Rc<String>, replace: Option<bool>) -> String =
        |cx: &mut Session, g: Rc<Ruleset>, path: Rc<String>, replace: Option<bool>| {
            let graph = graph_of(cx, &g, "save_graph")?;
            formats::save_graph(cx, &graph, &path, replace.unwrap_or(false))
        };

    /// The vertices of a graph as positions, in the order they have there.
    ///
    /// g := graph <a -> b, c; b -> c>; [p for p in vertices(g) if outcome(p) == P]  #=> [g.c]
    /// See: graph, outcome
    vertices(g: Rc<Ruleset>) -> Value = |cx: &mut Session, g: Rc<Ruleset>| {
        let graph = graph_of(cx, &g, "vertices")?;
        derived::vertices(cx, &graph)
    };

    /// The graph without its terminal vertices.
    ///
    /// Who cannot move there has only moves to the end in the whole graph: normal play on the pruned graph is misère
    /// play on the whole (Fraenkel, Scenic trails, section 6).
    /// g := graph <a -> b; b -> c; c -> d>; outcome(g.a, misere) == outcome(prune(g).a)  #=> true
    /// See: graph, misere
    prune(g: Rc<Ruleset>) -> Value = |cx: &mut Session, g: Rc<Ruleset>| {
        let graph = graph_of(cx, &g, "prune")?;
        derived::pruned(cx, &graph)
    };

    /// The game-graph of a position: all that can be reached, as a graph.
    ///
    /// The position is the first vertex. Vertices are called by their labels, heaps by their sizes, tokens on one graph by the
    /// set of theirs, and other positions as they are written. Misère play is normal play on the pruned game-graph
    /// (Fraenkel, Scenic trails, section 6).
    /// outcome(prune(position_graph(kayles(5)))) == outcome(kayles(5), misere)  #=> true
    /// g := graph <a -> b; b -> a>; gamma(position_graph(sum(annihilation, g.a, g.b))[{"a", "b"}])  #=> *
    /// len(vertices(position_graph(nim(2, 2))))  #=> 9
    /// See: graph, prune, followers, draw
    position_graph(p: Place) -> Value = |cx: &mut Session, p: Place| of_position::of_position(cx, p.0);

    /// The ruleset with its P-positions as moves; of a graph, the graph.
    ///
    /// A move may also take a whole P-position away, heap by heap: from Wythoff's game comes W₂ (Fraenkel, Scenic trails,
    /// section 6). Of rulesets in which it does not depend on the heaps what may be taken, nim-values are found for all smaller
    /// heaps at once. `adjoin(r)(3, 5)` is `adjoin(r, 3, 5)`; a graph needs numbers or lists of numbers as vertices.
    /// [nim_value(adjoin(wythoff, 3, n)) for n in 0..6]  #=> [3, 0, 5, 1, 2, 4, 8]
    /// [outcome(adjoin(nim, 1, n)) for n in 0..3]  #=> [N, N, P, N]
    /// game S(n) := <S(n-k) for k in {1,3} if k <= n>; [nim_value(adjoin(S)(n)) for n in 0..4]  #=> [0, 1, 2, 3, 4]
    /// See: game, nim, prune
    #[role = Adjoin]
    adjoin(r: Rc<Ruleset>, heaps: Rest<Count>) -> Value = |cx: &mut Session, r: Rc<Ruleset>, heaps: Rest<Count>| {
        let heaps: Vec<u64> = heaps.0.into_iter().map(|heap| heap.0).collect();
        adjoin::adjoin(cx, &r, &heaps)
    };

    /// Geography: a token goes along the arrows; the vertex it leaves is gone.
    ///
    /// Who cannot move loses. A second argument lists the vertices that are gone to begin with. On a graph of edges,
    /// `graph <a -- b>`, the player to move wins if all largest matchings cover the token's vertex (Fraenkel, Scheinerman
    /// and Ullman 1993); on others it is PSPACE-complete who wins.
    /// g := graph <a -> b, c; b -> c; c -> a>; outcome(geography(g.a))  #=> N
    /// g := graph <a -- b -- c>; [outcome(geography(g.a)), outcome(geography(g.b))]  #=> [P, N]
    /// g := graph <a -> b; b -> a>; options(geography(g.a))  #=> [geography(g.b, {g.a})]
    /// See: edge_geography, graph, kotzig, node_kayles
    geography / vertex_geography (p: Place, gone: Option<Vec<Place>>) -> Place = geography;

    /// Edge geography: a token goes along the arrows, which are gone then.
    ///
    /// Who cannot move loses. A second argument lists the arrows that are gone to begin with, as pairs of vertices. If all
    /// arrows of the graph go both ways, `graph <a -- b>`, an edge is gone for both; if it also has two sides, linear
    /// algebra tells who wins (Fraenkel, Scheinerman and Ullman 1993). In general it is PSPACE-complete.
    /// g := graph <a -- b -- c -- d -- a>; [outcome(edge_geography(g.a)), outcome(geography(g.a))]  #=> [P, N]
    /// g := graph <a -> b; b -> a, c>; options(edge_geography(g.a))  #=> [edge_geography(g.b, {[g.a, g.b]})]
    /// See: geography, graph
    edge_geography(p: Place, gone: Option<Vec<Vec<Place>>>) -> Place = edge_geography;

    /// Node Kayles: take a vertex of a graph and all vertices beside it.
    ///
    /// The graph has edges, `graph <a -- b; b -- c>`; a text may say of each vertex, in their order, whether it is there,
    /// `.`, or gone, `#`. A path of n vertices is a heap of n in Dawson's Chess, 0.137 (Schaefer 1978).
    /// node_kayles(graph <a -- b; b -- c; c -- d>)  #=> 0
    /// path(n) := graph <k -- k + 1 for k in 1..n-1>; [nim_value(node_kayles(path(n))) for n in 2..8]  #=> [1, 2, 0, 3, 1, 1, 0]
    /// See: arc_kayles, graph, dawson
    #[role = OnGraphs]
    node_kayles(g: Rc<Ruleset>, letters: Option<Rc<String>>) -> Place =
        |cx: &mut Session, g: Rc<Ruleset>, letters: Option<Rc<String>>| {
            let (net, board) = played_on(cx, "node_kayles", &FREE, &g, letters, GraphArrows::Edges)?;
            Ok(Place(node_kayles::position(cx, &net, &board)))
        };

    /// Arc Kayles: take two vertices of a graph that are joined.
    ///
    /// The graph has edges, `graph <a -- b; b -- c>`; a text may say of each vertex, in their order, whether it is there,
    /// `.`, or gone, `#`. A loop `a -- a` lets its vertex be taken alone. A path of n vertices is a heap of n in Dawson's
    /// Kayles, 0.07 (Schaefer 1978).
    /// arc_kayles(graph <a -- b; b -- c; c -- a>)  #=> *
    /// path(n) := graph <k -- k + 1 for k in 1..n-1>; [nim_value(arc_kayles(path(n))) for n in 2..8]  #=> [1, 1, 2, 0, 3, 1, 1]
    /// See: node_kayles, graph, cram, dawson_kayles
    #[role = OnGraphs]
    arc_kayles(g: Rc<Ruleset>, letters: Option<Rc<String>>) -> Place =
        |cx: &mut Session, g: Rc<Ruleset>, letters: Option<Rc<String>>| {
            let (net, board) = played_on(cx, "arc_kayles", &FREE, &g, letters, GraphArrows::Edges)?;
            Ok(Place(arc_kayles::position(cx, Some(&net), &board)))
        };

    /// Partizan Arc Kayles: take two vertices that an edge of yours joins.
    ///
    /// `a -L> b` is an edge of Left's, `a -R> b` of Right's, `a -- b` of both; a text may say of each vertex, in their order,
    /// whether it is there, `.`, or gone, `#` (CGSuite).
    /// partizan_arc_kayles(graph <a -L> b>)  #=> 1
    /// partizan_arc_kayles(graph <a -L> b; b -L> c; c -L> d>)  #=> 2
    /// partizan_arc_kayles(graph <a -L> b; b -R> c>)  #=> *
    /// See: arc_kayles, weighted_arc_kayles, graph
    partizan_arc_kayles(g: Rc<Ruleset>, letters: Option<Rc<String>>) -> Place =
        |cx: &mut Session, g: Rc<Ruleset>, letters: Option<Rc<String>>| {
            let (net, board) = played_on(cx, "partizan_arc_kayles", &FREE, &g, letters, GraphArrows::OfPlayers)?;
            Ok(Place(partizan_arc_kayles::position(cx, &net, &board)))
        };

    /// Weighted Arc Kayles: take a counter from both ends of an edge.
    ///
    /// The list has the number of counters on each vertex, in their order, from 0 to 35. With one on each it is Arc Kayles; a
    /// loop `a -- a` lets one counter of its vertex be taken alone (CGSuite).
    /// weighted_arc_kayles(path_graph(2), [2, 3])  #=> 0
    /// nim_value(weighted_arc_kayles(path_graph(8), [1 for k in 1..8])) == nim_value(arc_kayles(path_graph(8)))  #=> true
    /// See: arc_kayles, partizan_arc_kayles, graph
    weighted_arc_kayles(g: Rc<Ruleset>, weights: Vec<Count>) -> Place = weighted_arc_kayles;

    /// Digraph placement: take a vertex of yours and all its followers.
    ///
    /// The vertices have letters, `x` for those of Left, `o` for those of Right, `.` for those that both may take, `#` for
    /// those that are gone. With a vertex go all to which an arrow leads from it (arXiv 2407.12219).
    /// digraph_placement(graph <a -> b>, "xo")  #=> 1/2
    /// digraph_placement(graph <a -- b>, "xo")  #=> *
    /// nim_value(digraph_placement(path_graph(7))) == nim_value(node_kayles(path_graph(7)))  #=> true
    /// See: node_kayles, graph
    digraph_placement(g: Rc<Ruleset>, letters: Option<Rc<String>>) -> Place =
        |cx: &mut Session, g: Rc<Ruleset>, letters: Option<Rc<String>>| {
            let (net, board) = played_on(cx, "digraph_placement", &STONES, &g, letters, GraphArrows::Arrows)?;
            Ok(Place(digraph_placement::position(cx, &net, &board)))
        };

    /// The finite γ-values of the moves from an impartial position.
    ///
    /// Smith's set J (1966, section 10); of `inf(K)` it is K.
    /// g := graph <a -> a, b, c; b -> c; c>; reach(g.a)  #=> {0, 1}
    /// reach(nim(3))  #=> {0, 1, 2}
    /// See: gamma, counter
    #[role = Reach]
    reach(p: Subject) -> Value = reach;

    /// Smith's counter H: how far play is from its end, at best.
    ///
    /// Of a vertex the least counter there is; of a sum the natural sum of those of the parts; `inf()` where the γ-value is
    /// infinite. Who keeps the γ-value 0 and lets H fall wins in the end (Smith 1966, section 10). Of a game with infinitely
    /// many positions that always ends it is the terminal distance D, which is a counter too (section 11).
    /// g := graph <a -> b; b -> a, c; c>; [counter(g.a), counter(g.b), counter(g.a + g.b)]  #=> [2, 3, 5]
    /// counter(*4)  #=> 4
    /// [counter(nim(omega)), counter(dollars(1, 1) + dollars(1, 2))]  #=> [omega, omega*2 + 3]
    /// See: gamma, reach
    #[role = Question(Reasons::Counter)]
    counter(p: Subject) -> Value = counter;

    /// Whether numbers on the vertices of a graph are its nim-values.
    ///
    /// A number for each vertex, in the order of `vertices(g)`: each must be the least that no follower has, a
    /// Sprague-Grundy function in the wide sense (Smith 1966, eq. 16a). With `inf()` among them they must be the
    /// γ-values. A second list has counters: then both must be a pair (G, H), by conditions 23a to 23e and 26.
    /// A report with `.holds`; `.strict`, whether they are the γ-values, of which there is one for each vertex; `.vertex`,
    /// the first where they fail.
    /// g := graph <a -> b; b -> a>; check_values(g, [1, 0]).holds  #=> true
    /// g := graph <a -> b; b -> a>; check_values(g, [1, 0]).strict  #=> false
    /// h := graph <a -> b, c; b -> c; c>; [check_values(h, [1, 1, 0]).vertex]  #=> [h.a]
    /// g := graph <a -> b; b -> c; c>; check_values(g, [0, 1, 0], [2, 1, 0]).holds  #=> true
    /// See: grundy_functions, gamma, counter
    check_values(g: Rc<Ruleset>, values: Vec<GammaValue>, counters: Option<Vec<Length>>) -> Rc<Report>
        = |cx: &mut Session, g: Rc<Ruleset>, values: Vec<GammaValue>, counters: Option<Vec<Length>>| {
            let graph = graph_of(cx, &g, "check_values")?;
            labels::check(cx, &graph, &values, counters.as_deref())
        };

    /// All ways to number a graph such that each number is the mex of the next.
    ///
    /// Every vertex has the least number that no follower has: the Sprague-Grundy functions in the wide sense (Smith 1966,
    /// section 10), lists in the order of `vertices(g)`. Without cycles there is one; with cycles there may be none or several.
    /// grundy_functions(graph <a -> b, c; b -> c; c>)  #=> [[2, 1, 0]]
    /// grundy_functions(graph <a -> b; b -> a>)  #=> [[0, 1], [1, 0]]
    /// grundy_functions(graph <a -> a>)  #=> []
    /// See: check_values, nim_value, gamma
    grundy_functions(g: Rc<Ruleset>) -> Vec<Value> = |cx: &mut Session, g: Rc<Ruleset>| {
        let graph = graph_of(cx, &g, "grundy_functions")?;
        labels::all(cx, &graph)
    };
}

/// Returns the graph that is meant.
pub(super) fn graph_of(cx: &mut Session, ruleset: &Rc<Ruleset>, name: &'static str) -> Result<Rc<Graph>, EvalError> {
    match &**ruleset {
        Ruleset::Graph(graph) => Ok(graph.clone()),
        _ => Err(GraphError::NoGraph { name, got: cx.describe(&Value::Ruleset(ruleset.clone())) }.into()),
    }
}

/// Returns the graph that a game is played on, and the letters of its vertices.
fn played_on(
    cx: &mut Session,
    name: &'static str,
    alphabet: &Alphabet,
    graph: &Rc<Ruleset>,
    letters: Option<Rc<String>>,
    arrows: GraphArrows,
) -> Result<(Net, Board), EvalError> {
    let graph = graph_of(cx, graph, name)?;
    read_graph(name, alphabet, &graph, letters.as_deref().map(String::as_str), arrows, cx)
}

fn weighted_arc_kayles(cx: &mut Session, graph: Rc<Ruleset>, weights: Vec<Count>) -> Result<Place, EvalError> {
    let graph = graph_of(cx, &graph, "weighted_arc_kayles")?;
    let net = net_of("weighted_arc_kayles", &graph, GraphArrows::Edges, cx)?;
    if weights.len() != graph.len() as usize {
        let (found, vertices) = (weights.len(), graph.len() as usize);
        return Err(GraphError::Labels { found, what: "weights", vertices }.into());
    }
    if let Some(&Count(weight)) = weights.iter().find(|weight| weight.0 > MAX_WEIGHT) {
        return Err(GraphError::Weight { weight, most: MAX_WEIGHT }.into());
    }
    let weights: Vec<u8> = weights.into_iter().map(|Count(weight)| weight as u8).collect();
    Ok(Place(weighted_arc_kayles::position(cx, &net, &weights)))
}

fn geography(cx: &mut Session, p: Place, gone: Option<Vec<Place>>) -> Result<Place, EvalError> {
    let gone: Vec<PositionId> = gone.unwrap_or_default().into_iter().map(|p| p.0).collect();
    geography::vertex_geography(cx, p.0, &gone).map(Place).map_err(|fault| no_geography(fault, "geography"))
}

fn edge_geography(cx: &mut Session, p: Place, gone: Option<Vec<Vec<Place>>>) -> Result<Place, EvalError> {
    let mut pairs = Vec::new();
    for pair in gone.unwrap_or_default() {
        cx.games.budget.tick()?;
        let [from, to] = pair[..] else {
            return Err(GraphError::GoneArrow.into());
        };
        pairs.push([from.0, to.0]);
    }
    geography::edge_geography(cx, p.0, &pairs).map(Place).map_err(|fault| no_geography(fault, "edge_geography"))
}

fn no_geography(fault: Fault, name: &'static str) -> EvalError {
    match fault {
        Fault::Partizan => GraphError::PartizanGeography.into(),
        fault => EvalError::unanswered(fault, &format!("give a vertex of a graph: `{name}(g.a)`")),
    }
}

fn reach(cx: &mut Session, subject: Subject) -> Result<Value, EvalError> {
    let reach = match subject {
        Subject::Value(Value::Gamma(gamma)) => match &*gamma {
            GammaValue::Infinite(reach) => reach.clone(),
            GammaValue::Finite(_) => {
                return Err(PlayError::NoGamma { text: cx.short(&Value::Gamma(gamma.clone())) }.into());
            }
        },
        Subject::Position(p) => match positions::heaps_of_nim(p, cx).as_deref() {
            Some([heap]) => below(cx, heap)?,
            _ => questions::reach(p, cx)?,
        },
        Subject::Value(value) => {
            let size = nimber(cx, &value)?;
            below(cx, &size)?
        }
    };
    reserve_list(&mut cx.games.budget, reach.len() as u64)?;
    Ok(Value::set(reach.into_iter().map(Value::ordinal).collect()))
}

/// Returns the ordinals below `size`.
fn below(cx: &mut Session, size: &Ordinal) -> Result<BTreeSet<Ordinal>, EvalError> {
    let Some(n) = size.to_u64() else { return Err(PlayError::EndlessReach { size: size.to_string() }.into()) };
    reserve_list(&mut cx.games.budget, n)?;
    Ok((0..n).map(Ordinal::finite).collect())
}

fn counter(cx: &mut Session, subject: Subject) -> Result<Value, EvalError> {
    let counter = match subject {
        Subject::Value(Value::Gamma(_)) => None,
        Subject::Position(p) => questions::counter(p, cx)?,
        Subject::Value(value) => Some(nimber(cx, &value)?),
    };
    match counter {
        Some(counter) => Ok(Value::ordinal(counter)),
        None => gamma_value(&mut cx.games, GammaValue::Infinite(Default::default())),
    }
}

/// Returns the size of a nimber: a heap of Nim.
fn nimber(cx: &mut Session, value: &Value) -> Result<Ordinal, EvalError> {
    match nimber_size(&cx.games, value) {
        Some(size) => Ok(size),
        None => Err(PlayError::NoGamma { text: cx.short(value) }.into()),
    }
}
