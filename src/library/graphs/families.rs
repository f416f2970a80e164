//! Graphs to play on that have a name: paths, cycles, the graphs of chessmen, and others.

use crate::eval::{Count, EvalError, Session, built_graph, builtins, graph_named, graph_value, reserve_list};
use crate::library::errors::GraphError;
use crate::value::Value;
use crate::value::graph::with_label;
use cg_engine::games::{Fault, Random};
use cg_engine::rulesets::graph::{GraphBuilder, Label};

/// The largest number of vertices and edges together.
const MAX_SIZE: u64 = 10_000_000;

/// The steps along a row or a column, one way each.
const STRAIGHT: [[i64; 2]; 2] = [[0, 1], [1, 0]];
/// The steps of a king, one way each.
const KING: [[i64; 2]; 4] = [[0, 1], [1, -1], [1, 0], [1, 1]];
/// The steps of a knight, one way each.
const KNIGHT: [[i64; 2]; 4] = [[1, -2], [1, 2], [2, -1], [2, 1]];

builtins! {
    /// Graphs with a name.
    GRAPH_FAMILIES, "Graphs";

    /// The path of n vertices: 1 -- 2 -- .. -- n.
    ///
    /// [nim_value(node_kayles(path_graph(n))) for n in 1..8]  #=> [1, 1, 2, 0, 3, 1, 1, 0]
    /// [path_graph(3)]  #=> [graph <1 -- 2; 2 -- 3>]
    /// See: cycle_graph, grid_graph, graph, node_kayles
    path_graph(n: Count) -> Value = |cx: &mut Session, n: Count| {
        let joined = (1..n.0).map(|v| [v - 1, v]);
        numbered(cx, format!("path_graph({})", n.0), n.0, n.0, joined)
    };

    /// The cycle of n vertices, at least three: 1 -- 2 -- .. -- n -- 1.
    ///
    /// [nim_value(node_kayles(cycle_graph(n))) for n in 3..8]  #=> [1, 0, 0, 0, 1, 0]
    /// [cycle_graph(3)]  #=> [graph <1 -- 2, 3; 2 -- 3>]
    /// See: path_graph, complete_graph, graph, node_kayles
    cycle_graph(n: Count) -> Value = |cx: &mut Session, Count(n): Count| {
        if n < 3 {
            return Err(GraphError::ShortCycle { n }.into());
        }
        numbered(cx, format!("cycle_graph({n})"), n, n, (0..n).map(|v| [v, (v + 1) % n]))
    };

    /// The complete graph: n vertices, each joined to all others.
    ///
    /// [nim_value(arc_kayles(complete_graph(n))) for n in 1..7]  #=> [0, 1, 1, 0, 0, 1, 1]
    /// [complete_graph(2)]  #=> [graph <1 -- 2>]
    /// See: complete_bipartite, cycle_graph, graph, arc_kayles
    complete_graph(n: Count) -> Value = |cx: &mut Session, Count(n): Count| {
        let joined = (0..n).flat_map(|v| (v + 1..n).map(move |w| [v, w]));
        numbered(cx, format!("complete_graph({n})"), n, pairs(n), joined)
    };

    /// The complete bipartite graph: each of m vertices joined to each of n.
    ///
    /// Vertices 1 to m are on one side, m + 1 to m + n on the other.
    /// nim_value(node_kayles(complete_bipartite(2, 3)))  #=> 2
    /// [complete_bipartite(1, 2)]  #=> [graph <1 -- 2, 3>]
    /// See: complete_graph, graph, snort
    complete_bipartite(m: Count, n: Count) -> Value = |cx: &mut Session, Count(m): Count, Count(n): Count| {
        let joined = (0..m).flat_map(|v| (m..m.saturating_add(n)).map(move |w| [v, w]));
        let name = format!("complete_bipartite({m}, {n})");
        numbered(cx, name, m.saturating_add(n), m.saturating_mul(n), joined)
    };

    /// The grid of m rows and n columns: cells joined along their sides.
    ///
    /// Vertices are `[r, c]`, row and column from 0, as the places of a board.
    /// value(snort(grid_graph(2, 3))) == value(snort(2, 3))  #=> true
    /// value(arc_kayles(grid_graph(3, 3))) == value(cram(3, 3))  #=> true
    /// See: king_graph, rook_graph, path_graph, board, graph
    grid_graph(m: Count, n: Count) -> Value = |cx: &mut Session, m, n| chessboard(cx, "grid_graph", m, n, &STRAIGHT, false);

    /// The graph of a king's moves on m rows and n columns.
    ///
    /// Vertices are `[r, c]`, row and column from 0, as the places of a board.
    /// nim_value(node_kayles(king_graph(2, 3)))  #=> 2
    /// See: queen_graph, knight_graph, grid_graph, king, graph
    king_graph(m: Count, n: Count) -> Value = |cx: &mut Session, m, n| chessboard(cx, "king_graph", m, n, &KING, false);

    /// The graph of a queen's moves on m rows and n columns.
    ///
    /// Node Kayles on it is the game of queens that do not attack each other (Noon and Van Brummelen 2006; OEIS A344227).
    /// [nim_value(node_kayles(queen_graph(n, n))) for n in 1..6]  #=> [1, 1, 2, 1, 3, 1]
    /// See: rook_graph, king_graph, knight_graph, node_kayles, graph
    queen_graph(m: Count, n: Count) -> Value = |cx: &mut Session, m, n| chessboard(cx, "queen_graph", m, n, &KING, true);

    /// The graph of a rook's moves on m rows and n columns.
    ///
    /// Node Kayles on it lasts as many moves as the board has rows or columns, whichever are fewer.
    /// [nim_value(node_kayles(rook_graph(3, n))) for n in 1..5]  #=> [1, 0, 1, 1, 1]
    /// See: queen_graph, grid_graph, node_kayles, graph
    rook_graph(m: Count, n: Count) -> Value = |cx: &mut Session, m, n| chessboard(cx, "rook_graph", m, n, &STRAIGHT, true);

    /// The graph of a knight's moves on m rows and n columns.
    ///
    /// Vertices are `[r, c]`, row and column from 0, as the places of a board.
    /// nim_value(arc_kayles(knight_graph(3, 3))) == nim_value(arc_kayles(cycle_graph(8)))  #=> true
    /// See: king_graph, queen_graph, knight, graph
    knight_graph(m: Count, n: Count) -> Value = |cx: &mut Session, m, n| chessboard(cx, "knight_graph", m, n, &KNIGHT, false);

    /// The hypercube: words of d digits 0 and 1, joined if one digit differs.
    ///
    /// nim_value(node_kayles(hypercube(3)))  #=> 0
    /// [hypercube(2)]  #=> [graph <"00" -- "01", "10"; "01" -- "11"; "10" -- "11">]
    /// See: grid_graph, cycle_graph, graph
    hypercube(d: Count) -> Value = hypercube;

    /// The Petersen graph: a cycle of 5 vertices joined to a star of 5.
    ///
    /// Vertices 1 to 5 are the outer cycle; 6 to 10 the inner ones, joined to 1 to 5 in turn.
    /// nim_value(node_kayles(petersen_graph()))  #=> 1
    /// See: complete_bipartite, hypercube, graph
    petersen_graph() -> Value = |cx: &mut Session| {
        let joined = (0..5).flat_map(|v| [[v, (v + 1) % 5], [v, v + 5], [v + 5, (v + 2) % 5 + 5]]);
        numbered(cx, "petersen_graph()".to_string(), 10, 15, joined)
    };

    /// A graph of n vertices and m edges at random, the same for the same seed.
    ///
    /// Every set of m edges is as likely as any other, without loops and double edges.
    /// len(vertices(random_graph(9, 12, 1)))  #=> 9
    /// [random_graph(3, 3, 1)]  #=> [graph <1 -- 2, 3; 2 -- 3>]
    /// See: complete_graph, random_list, graph
    random_graph(n: Count, m: Count, seed: i64) -> Value = random_graph;
}

/// Returns the number of pairs of `n` things.
fn pairs(n: u64) -> u64 {
    u64::try_from(u128::from(n) * u128::from(n.saturating_sub(1)) / 2).unwrap_or(u64::MAX)
}

/// Returns the graph with these labels and edges, which are counted beforehand; `name` is the call that makes it.
fn graph(
    cx: &mut Session,
    name: String,
    [vertices, edges]: [u64; 2],
    label: impl Fn(u64) -> Value,
    joined: impl Iterator<Item = [u64; 2]>,
) -> Result<Value, EvalError> {
    if vertices.saturating_add(edges) > MAX_SIZE {
        let (size, limit) = (vertices.saturating_add(edges).to_string(), MAX_SIZE.to_string());
        return Err(Fault::TooLarge { what: "number of vertices and edges", size, limit }.into());
    }
    // One call is one graph, so that what is printed of it reads back.
    if !name.is_empty()
        && let Some(known) = graph_named(&cx.positions, &name, true)
    {
        return Ok(known);
    }
    let mut builder = GraphBuilder::default();
    for v in 0..vertices {
        cx.games.budget.tick()?;
        with_label(&label(v), |label: Label<'_>| builder.vertex(label, &cx.games.budget))?;
    }
    for [v, w] in joined {
        cx.games.budget.tick()?;
        builder.arrow(v as u32, w as u32, None, &cx.games.budget)?;
        builder.arrow(w as u32, v as u32, None, &cx.games.budget)?;
    }
    let rules = built_graph(cx, builder)?;
    if !name.is_empty() {
        rules.set_name(name.into());
    }
    Ok(graph_value(&mut cx.positions, rules, true))
}

/// Returns the graph whose vertices are numbered from 1: vertex 0 would be the ground in Strings and Coins. `joined`
/// counts them from 0. A graph without a name is written by its edges.
pub(crate) fn numbered(
    cx: &mut Session,
    name: String,
    vertices: u64,
    edges: u64,
    joined: impl Iterator<Item = [u64; 2]>,
) -> Result<Value, EvalError> {
    graph(cx, name, [vertices, edges], |v| Value::Integer(v as i64 + 1), joined)
}

/// Returns the graph of the cells of a board, joined by these steps, or by any number of them in one direction.
fn chessboard(
    cx: &mut Session,
    name: &str,
    Count(rows): Count,
    Count(columns): Count,
    steps: &[[i64; 2]],
    slides: bool,
) -> Result<Value, EvalError> {
    let vertices = rows.saturating_mul(columns);
    let longest = if slides { rows.max(columns) } else { 1 };
    // A bound: cells at the edge have fewer.
    let edges = vertices.saturating_mul(longest).saturating_mul(steps.len() as u64);
    let (name, label) = (format!("{name}({rows}, {columns})"), move |v: u64| {
        let place = [v / columns, v % columns].map(|x| Value::Integer(x as i64));
        Value::list(place.to_vec())
    });
    let inside = move |y: i64, x: i64| 0 <= y && y < rows as i64 && 0 <= x && x < columns as i64;
    let beside = move |v: u64, [down, right]: [i64; 2]| {
        let (y, x) = ((v / columns) as i64, (v % columns) as i64);
        let line = (1..=longest as i64).map(move |k| (y + k * down, x + k * right));
        line.take_while(move |&(y, x)| inside(y, x)).map(move |(y, x)| [v, y as u64 * columns + x as u64])
    };
    let joined = (0..vertices).flat_map(move |v| steps.iter().flat_map(move |&step| beside(v, step)));
    graph(cx, name, [vertices, edges], label, joined)
}

fn hypercube(cx: &mut Session, Count(d): Count) -> Result<Value, EvalError> {
    let vertices = u32::try_from(d).ok().and_then(|d| 1u64.checked_shl(d)).unwrap_or(u64::MAX);
    let label = |v: u64| Value::text((0..d).rev().map(|i| if v >> i & 1 == 1 { '1' } else { '0' }).collect::<String>());
    let joined = (0..vertices).flat_map(|v| (0..d).rev().map(move |i| [v, v ^ 1 << i]).filter(|[v, w]| v < w));
    graph(cx, format!("hypercube({d})"), [vertices, vertices.saturating_mul(d) / 2], label, joined)
}

fn random_graph(cx: &mut Session, Count(n): Count, Count(m): Count, seed: i64) -> Result<Value, EvalError> {
    let all = pairs(n);
    if m > all {
        return Err(GraphError::TooManyEdges { n, m, all }.into());
    }
    if n.saturating_add(m) <= MAX_SIZE {
        reserve_list(&mut cx.games.budget, m.saturating_mul(4))?;
    }
    let mut random = Random::new(seed as u64);
    let mut chosen = std::collections::BTreeSet::new();
    // Each edge is chosen once at most (Floyd): of the first `last + 1` pairs one, or the last where that is taken.
    for last in all - m.min(MAX_SIZE)..all {
        cx.games.budget.tick()?;
        let pair = random.below(last + 1);
        if !chosen.insert(pair) {
            chosen.insert(last);
        }
    }
    // Pair number w (w - 1) / 2 + v joins v and w, where v < w.
    let joined = chosen.into_iter().map(|pair| {
        let mut w = ((8.0 * pair as f64 + 1.0).sqrt() as u64).div_ceil(2);
        while pairs(w) > pair {
            w -= 1;
        }
        while pairs(w + 1) <= pair {
            w += 1;
        }
        [pair - pairs(w), w]
    });
    numbered(cx, format!("random_graph({n}, {m}, {seed})"), n, m, joined)
}
