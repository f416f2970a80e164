//! Geography by the deletion of what the token goes over, and matchings by trying all sets of edges.

use std::collections::BTreeSet;

use cg_engine::games::Budget;
use cg_engine::graphs::{Digraph, Matching};

use crate::language::{run, session};
use crate::random_graph::Random;

/// Random edges between some vertices, each once; loops now and then.
fn edges(random: &mut Random, n: u64, most: u64, with_sides: bool, with_loops: bool) -> Vec<(u32, u32)> {
    let mut all = BTreeSet::new();
    for _ in 0..random.below(most + 1) {
        let (a, b) = (random.below(n) as u32, random.below(n) as u32);
        if (a != b || with_loops) && (!with_sides || a % 2 != b % 2) {
            all.insert((a.min(b), a.max(b)));
        }
    }
    all.into_iter().collect()
}

fn graph(n: u64, edges: &[(u32, u32)], arrow: &str) -> String {
    let vertices = (0..n).map(|v| v.to_string());
    let lines = edges.iter().map(|(a, b)| format!("{a} {arrow} {b}"));
    format!("g := graph <{}>", vertices.chain(lines).collect::<Vec<_>>().join("; "))
}

fn list<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    format!("[{}]", all.into_iter().map(|x| x.to_string()).collect::<Vec<_>>().join(", "))
}

/// The nim-value of edge geography, and whether the player to move wins misère play. An arrow is a pair; of edges, both
/// arrows are deleted.
fn edge_geography(arrows: &mut Vec<(u32, u32)>, token: u32, both: bool) -> (u32, bool) {
    let ways: Vec<(u32, u32)> = arrows.iter().copied().filter(|&(from, _)| from == token).collect();
    let mut followers = Vec::new();
    for (from, to) in ways {
        let before = arrows.clone();
        arrows.retain(|&arrow| arrow != (from, to) && !(both && arrow == (to, from)));
        followers.push(edge_geography(arrows, to, both));
        *arrows = before;
    }
    let mex = (0..).find(|k| followers.iter().all(|(value, _)| value != k)).unwrap();
    (mex, followers.is_empty() || followers.iter().any(|(_, wins)| !wins))
}

fn outcome(won: bool) -> &'static str {
    if won { "N" } else { "P" }
}

#[test]
fn edge_geography_deletes_what_the_token_goes_along() {
    let mut random = Random(171);
    for round in 0..500 {
        let n = 1 + random.below(6);
        let both = round % 2 == 0;
        let lines = edges(&mut random, n, 9, round % 4 == 0, round % 5 == 0);
        let mut arrows = lines.clone();
        let mut is_two_way = !lines.iter().any(|(a, b)| a != b);
        if both {
            arrows.extend(lines.iter().map(|&(a, b)| (b, a)));
            arrows.sort_unstable();
            arrows.dedup();
            is_two_way = true;
        }
        let mut s = session();
        run(&mut s, &graph(n, &lines, if both { "--" } else { "->" }));
        let answers: Vec<(u32, bool)> = (0..n as u32).map(|v| edge_geography(&mut arrows, v, is_two_way)).collect();
        let asked =
            |question: &str| format!("[{} for v in 0..{}]", question.replace("it", "edge_geography(g[v])"), n - 1);
        let values = list(answers.iter().map(|(value, _)| value));
        assert_eq!(run(&mut s, &asked("nim_value(it)")), values, "{both} {lines:?}");
        let mut fresh = session();
        run(&mut fresh, &graph(n, &lines, if both { "--" } else { "->" }));
        let normal = list(answers.iter().map(|(value, _)| outcome(*value != 0)));
        assert_eq!(run(&mut fresh, &asked("outcome(it)")), normal, "{both} {lines:?}");
        let misere = list(answers.iter().map(|(_, won)| outcome(*won)));
        assert_eq!(run(&mut fresh, &asked("outcome(it, misere)")), misere, "{both} {lines:?}");
        // Every winning move leads to a position that is lost, and every other move does not.
        let moves = asked("[q for q in options(it) if nim_value(q) == 0] == winning_moves(it)");
        assert_eq!(run(&mut fresh, &moves), list((0..n).map(|_| "true")), "{both} {lines:?}");
    }
}

/// Whether the token's mover wins vertex geography.
fn vertex_geography(lines: &[(u32, u32)], token: u32, gone: &mut BTreeSet<u32>) -> bool {
    gone.insert(token);
    let ends = lines.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    let to: BTreeSet<u32> = ends.filter(|&(from, to)| from == token && !gone.contains(&to)).map(|(_, to)| to).collect();
    let won = to.into_iter().any(|to| !vertex_geography(lines, to, gone));
    gone.remove(&token);
    won
}

#[test]
fn vertex_geography_on_edges_by_matchings() {
    let mut random = Random(172);
    for round in 0..500 {
        let n = 1 + random.below(8);
        let lines = edges(&mut random, n, 14, round % 4 == 0, round % 5 == 0);
        let mut s = session();
        run(&mut s, &graph(n, &lines, "--"));
        let answers: Vec<bool> = (0..n as u32).map(|v| vertex_geography(&lines, v, &mut BTreeSet::new())).collect();
        let asked = |question: &str| format!("[{} for v in 0..{}]", question.replace("it", "geography(g[v])"), n - 1);
        let wanted = list(answers.iter().map(|won| outcome(*won)));
        assert_eq!(run(&mut s, &asked("outcome(it)")), wanted, "{lines:?}");
        let moves = asked("[q for q in options(it) if nim_value(q) == 0] == winning_moves(it)");
        assert_eq!(run(&mut s, &moves), list((0..n).map(|_| "true")), "{lines:?}");
    }
}

/// The most edges of which no two share a vertex.
fn largest(lines: &[(u32, u32)], is_there: &dyn Fn(u32) -> bool) -> usize {
    let Some((&(a, b), others)) = lines.split_first() else { return 0 };
    let without = largest(others, is_there);
    if a == b || !is_there(a) || !is_there(b) {
        return without;
    }
    without.max(1 + largest(others, &|v| v != a && v != b && is_there(v)))
}

#[test]
fn largest_matchings_of_random_graphs() {
    let mut random = Random(173);
    let mut covered = 0;
    for round in 0..3000 {
        let n = 1 + random.below(10);
        let lines = edges(&mut random, n, 15, false, round % 5 == 0);
        let arrows: Vec<(u32, u32)> = lines.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        let graph = Digraph::from_edges(n as u32, &arrows, &mut Budget::unlimited()).unwrap();
        let gone = random.below(n) as u32;
        let is_there = |v: u32| round % 3 > 0 || v != gone;
        assert_eq!(Matching::maximum(&graph, is_there).edges(), largest(&lines, &is_there), "{lines:?}");
        for v in (0..n as u32).filter(|&v| is_there(v)) {
            let others = |w: u32| w != v && is_there(w);
            let mut matching = Matching::maximum(&graph, others);
            let in_all = matching.augment(v, is_there);
            assert_eq!(in_all, largest(&lines, &is_there) > largest(&lines, &others), "{lines:?}, {v}");
            assert_eq!(matching.edges(), largest(&lines, &is_there));
            covered += usize::from(in_all);
        }
    }
    assert!(covered > 3000);
}
