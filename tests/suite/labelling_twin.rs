//! Numbers on the vertices of graphs against Smith's conditions, tried on all numberings of small graphs.

use cg_engine::games::Budget;
use cg_engine::graphs::{Digraph, flaw_in_strict_sense, flaw_in_wide_sense, flaw_of_pair, gamma, wide_values};

use crate::random_graph::Random;

/// All lists of `n` members below `most`, and nothing besides.
fn lists(n: usize, most: u32) -> Vec<Vec<Option<u32>>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let longer = |list: &Vec<Option<u32>>| {
            let list = list.clone();
            [None].into_iter().chain((0..most).map(Some)).map(move |x| [&list[..], &[x]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Eq. 16a: the least number that is not the value of a follower.
fn is_wide(graph: &Digraph, values: &[Option<u32>]) -> bool {
    (0..graph.vertices()).all(|v| {
        let has = |n: u32| graph.followers(v).iter().any(|&w| values[w as usize] == Some(n));
        values[v as usize].is_some_and(|value| !has(value) && (0..value).all(has))
    })
}

/// Conditions 23a to 23e, and 26 for what is infinite.
fn is_pair(graph: &Digraph, g: &[Option<u32>], h: &[Option<u32>]) -> bool {
    let value = |v: u32| g[v as usize];
    let counter = |v: u32| h[v as usize];
    (0..graph.vertices()).all(|v| {
        let followers = graph.followers(v);
        let (Some(own), Some(count)) = (value(v), counter(v)) else {
            let least = (0..).find(|&n| followers.iter().all(|&w| value(w) != Some(n)));
            let is_endless = |&w: &u32| value(w).is_none() && graph.followers(w).iter().all(|&x| value(x) != least);
            return value(v).is_none()
                && counter(v).is_none()
                && !followers.is_empty()
                && followers.iter().any(is_endless);
        };
        let is_below = |w: u32| counter(w).is_some_and(|c| c < count);
        let returns = |w: u32| {
            graph.followers(w).iter().any(|&x| value(x) == Some(own) && counter(x).is_some_and(|c| c + 1 < count))
        };
        (!followers.is_empty() || (own, count) == (0, 0))
            && (0..own).all(|y| followers.iter().any(|&w| value(w) == Some(y) && is_below(w)))
            && followers.iter().all(|&w| if is_below(w) { value(w) != Some(own) } else { returns(w) })
    })
}

#[test]
fn all_numberings_of_small_graphs() {
    let mut random = Random(71);
    let budget = &mut Budget::unlimited();
    let (mut wide, mut infinite) = (0, 0);
    for _ in 0..250 {
        let graph = Digraph::from_lists(&random.lists(4), budget).unwrap();
        let n = graph.vertices() as usize;
        let known = gamma(&graph, budget).unwrap();
        let strict: Vec<Option<u32>> = (0..n as u32).map(|v| known.finite(v)).collect();
        infinite += usize::from(strict.contains(&None));
        let mut functions = Vec::new();
        for values in lists(n, 4) {
            if is_wide(&graph, &values) {
                functions.push(values.iter().flatten().copied().collect::<Vec<_>>());
            }
            if !values.contains(&None) {
                let flaw = flaw_in_wide_sense(&graph, &values, budget).unwrap();
                assert_eq!(flaw.is_none(), is_wide(&graph, &values), "{values:?} on {graph:?}");
            }
            let flaw = flaw_in_strict_sense(&graph, &values, budget).unwrap();
            assert_eq!(flaw.is_none(), values == strict, "{values:?} on {graph:?}: {flaw:?}");
        }
        functions.sort_unstable();
        wide += functions.len();
        assert_eq!(wide_values(&graph, budget).unwrap(), functions, "{graph:?}");
    }
    assert!(wide > 100 && infinite > 50, "{wide} functions, {infinite} graphs with infinite values");
}

#[test]
fn pairs_of_values_and_counters() {
    let mut random = Random(72);
    let budget = &mut Budget::unlimited();
    let mut pairs = 0;
    for _ in 0..150 {
        let graph = Digraph::from_lists(&random.lists(3), budget).unwrap();
        let n = graph.vertices();
        let known = gamma(&graph, budget).unwrap();
        let strict: Vec<Option<u32>> = (0..n).map(|v| known.finite(v)).collect();
        let least: Vec<Option<u32>> = (0..n).map(|v| known.counter(v, budget).unwrap()).collect();
        assert_eq!(flaw_of_pair(&graph, &strict, &least, budget).unwrap(), None, "{graph:?}");
        let wrong: Vec<Option<u32>> = strict.iter().map(|value| value.map_or(Some(0), |n| Some(n + 1))).collect();
        for values in [strict.clone(), wrong] {
            for counters in lists(n as usize, 5) {
                let flaw = flaw_of_pair(&graph, &values, &counters, budget).unwrap();
                let holds = is_pair(&graph, &values, &counters);
                assert_eq!(flaw.is_none(), holds, "{values:?} {counters:?} on {graph:?}: {flaw:?}");
                // The values of a pair are unique, and no counter is below the least.
                if holds {
                    pairs += 1;
                    assert_eq!(values, strict);
                    assert!(counters.iter().zip(&least).all(|(h, least)| h >= least));
                }
            }
        }
    }
    assert!(pairs > 300, "{pairs} pairs");
}
