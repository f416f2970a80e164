//! γ-values and counters against their definitions and against play.

use cg_engine::games::Budget;
use cg_engine::games::Outcome;
use cg_engine::graphs::{Convention, Digraph, GammaTable, gamma, remoteness};
use cg_engine::ordinals::GammaValue;

use crate::random_graph::Random;

fn table(lists: &[Vec<u32>]) -> GammaTable {
    let mut budget = Budget::unlimited();
    gamma(&Digraph::from_lists(lists, &mut budget).unwrap(), &mut budget).unwrap()
}

/// Smith's definition, word by word: as long as some vertex can be given the mex of its followers so that all
/// other followers have a way back to that value, give it.
pub fn literal(lists: &[Vec<u32>]) -> Vec<Option<u32>> {
    let mut values: Vec<Option<u32>> = vec![None; lists.len()];
    let has = |values: &[Option<u32>], v: u32, k| lists[v as usize].iter().any(|&w| values[w as usize] == Some(k));
    loop {
        let next = (0..lists.len() as u32).filter(|&u| values[u as usize].is_none()).find_map(|u| {
            let k = (0..).find(|&k| !has(&values, u, k))?;
            let safe = lists[u as usize]
                .iter()
                .all(|&v| values[v as usize].is_some_and(|value| value < k) || has(&values, v, k));
            safe.then_some((u, k))
        });
        match next {
            Some((u, k)) => values[u as usize] = Some(k),
            None => return values,
        }
    }
}

/// The graph of the sum: one move in either component.
pub fn product(a: &[Vec<u32>], b: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let width = b.len() as u32;
    let mut lists = Vec::new();
    for (i, left) in a.iter().enumerate() {
        for (j, right) in b.iter().enumerate() {
            let mut moves: Vec<u32> = left.iter().map(|&x| x * width + j as u32).collect();
            moves.extend(right.iter().map(|&y| i as u32 * width + y));
            lists.push(moves);
        }
    }
    lists
}

/// Outcomes by going through all vertices until nothing changes.
pub fn naive_outcomes(lists: &[Vec<u32>]) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::D; lists.len()];
    loop {
        let mut changed = false;
        for u in 0..lists.len() {
            if outcomes[u] != Outcome::D {
                continue;
            }
            if lists[u].iter().any(|&v| outcomes[v as usize] == Outcome::P) {
                outcomes[u] = Outcome::N;
                changed = true;
            } else if lists[u].iter().all(|&v| outcomes[v as usize] == Outcome::N) {
                outcomes[u] = Outcome::P;
                changed = true;
            }
        }
        if !changed {
            return outcomes;
        }
    }
}

#[test]
fn values_are_those_of_the_definition() {
    let mut random = Random(1);
    let (mut finite, mut infinite) = (0, 0);
    for _ in 0..20_000 {
        let lists = random.lists(8);
        let table = table(&lists);
        let expected = literal(&lists);
        for (v, &value) in expected.iter().enumerate() {
            assert_eq!(table.finite(v as u32), value, "vertex {v} of {lists:?}");
            match value {
                Some(_) => finite += 1,
                None => infinite += 1,
            }
        }
    }
    assert!(finite > 10_000 && infinite > 10_000, "{finite} finite, {infinite} infinite");
}

#[test]
fn a_sum_is_won_as_its_value_says() {
    let mut random = Random(2);
    let mut draws = 0;
    for _ in 0..1500 {
        let (a, b) = (random.lists(7), random.lists(7));
        let (left, right) = (table(&a), table(&b));
        let sum = product(&a, &b);
        let whole = table(&sum);
        let play = naive_outcomes(&sum);
        for i in 0..a.len() {
            for j in 0..b.len() {
                let at = i * b.len() + j;
                let value = left.value(i as u32).sum(&right.value(j as u32)).unwrap();
                assert_eq!(value.outcome(), play[at], "({i},{j}) of {a:?} and {b:?}");
                assert_eq!(whole.value(at as u32).outcome(), play[at]);
                assert!(value.as_finite().is_none() || value == whole.value(at as u32));
                draws += usize::from(play[at] == Outcome::D);
            }
        }
    }
    assert!(draws > 5000, "{draws} draws");
}

/// The least solution of Smith's conditions 23c and 23e, raised from 0 until nothing changes.
pub fn naive_counters(lists: &[Vec<u32>], values: &[Option<u32>]) -> Vec<u64> {
    let mut counters = vec![0u64; lists.len()];
    loop {
        let mut changed = false;
        for u in 0..lists.len() {
            let Some(value) = values[u] else { continue };
            let least = |v: usize, k: u32| {
                lists[v].iter().filter(|&&w| values[w as usize] == Some(k)).map(|&w| counters[w as usize]).min()
            };
            let mut h = 0;
            for k in 0..value {
                h = h.max(least(u, k).unwrap() + 1);
            }
            for &v in &lists[u] {
                let near = values[v as usize].map(|_| counters[v as usize] + 1);
                let far = least(v as usize, value).map(|c| c + 2);
                h = h.max(near.into_iter().chain(far).min().unwrap());
            }
            if h > counters[u] {
                assert!(h < 1000);
                counters[u] = h;
                changed = true;
            }
        }
        if !changed {
            return counters;
        }
    }
}

#[test]
fn counters_satisfy_smiths_conditions_and_are_least() {
    let mut random = Random(3);
    let mut budget = Budget::unlimited();
    let mut checked = 0;
    for _ in 0..8000 {
        let lists = random.lists(9);
        let table = table(&lists);
        let values: Vec<_> = (0..lists.len() as u32).map(|v| table.finite(v)).collect();
        let counters: Vec<_> = (0..lists.len() as u32).map(|v| table.counter(v, &mut budget).unwrap()).collect();
        let least = naive_counters(&lists, &values);
        for u in 0..lists.len() {
            assert_eq!(values[u].is_some(), counters[u].is_some(), "23a");
            let (Some(value), Some(h)) = (values[u], counters[u]) else { continue };
            checked += 1;
            assert_eq!(u64::from(h), least[u], "vertex {u} of {lists:?}");
            assert!(!lists[u].is_empty() || h == 0, "23b");
            let smaller = |v: u32, bound: u32| counters[v as usize].is_some_and(|c| c < bound);
            for k in 0..value {
                assert!(lists[u].iter().any(|&v| values[v as usize] == Some(k) && smaller(v, h)), "23c {lists:?}");
            }
            for &v in &lists[u] {
                if smaller(v, h) {
                    assert_ne!(values[v as usize], Some(value), "23d {lists:?}");
                } else {
                    let back = |w: &u32| values[*w as usize] == Some(value) && smaller(*w, h - 1);
                    assert!(lists[v as usize].iter().any(back), "23e {lists:?}");
                }
            }
        }
    }
    assert!(checked > 20_000, "{checked}");
}

#[test]
fn counters_add_up_and_bound_remoteness() {
    let mut random = Random(4);
    let mut budget = Budget::unlimited();
    for _ in 0..800 {
        let (a, b) = (random.lists(5), random.lists(5));
        let (left, right) = (table(&a), table(&b));
        let sum = Digraph::from_lists(&product(&a, &b), &mut budget).unwrap();
        let whole = gamma(&sum, &mut budget).unwrap();
        let moves = remoteness(&sum, Convention::Normal, &mut budget).unwrap();
        for at in 0..sum.vertices() {
            let (i, j) = (at / b.len() as u32, at % b.len() as u32);
            let parts = (left.counter(i, &mut budget).unwrap(), right.counter(j, &mut budget).unwrap());
            if let (Some(x), Some(y)) = parts {
                let counter = whole.counter(at, &mut budget).unwrap().unwrap();
                assert!(counter <= x + y, "the least counter of the whole is at most the sum");
                assert!(moves.get(at).unwrap() <= counter, "H >= R");
            }
        }
    }
}

/// Large values: the complete acyclic graph has value v at vertex v, and with a cycle hung on it as well.
#[test]
fn values_beyond_one_word() {
    let n = 200u32;
    let mut lists: Vec<Vec<u32>> = (0..n).map(|v| (0..v).collect()).collect();
    assert_eq!(table(&lists).finite(n - 1), Some(n - 1));
    // n goes everywhere and to n + 1, which goes back to n and to all others but the last ten.
    lists.push((0..n).chain([n + 1]).collect());
    lists.push((0..n - 10).chain([n]).collect());
    let table = table(&lists);
    assert_eq!(table.finite(n + 1), literal(&lists)[n as usize + 1]);
    assert_eq!(table.finite(n), literal(&lists)[n as usize]);
    let values: Vec<_> = (0..n + 2).map(|v| table.finite(v)).collect();
    for (v, &counter) in naive_counters(&lists, &values).iter().enumerate() {
        let expected = values[v].map(|_| counter as u32);
        assert_eq!(table.counter(v as u32, &mut Budget::unlimited()).unwrap(), expected);
    }
}

/// Fraenkel, Scenic trails ascending from sea-level Nim to alpine chess (1996), figure 7.
#[test]
fn fraenkel_figure_7() {
    let mut budget = Budget::unlimited();
    let edges =
        [(1, 2), (2, 1), (4, 5), (4, 3), (7, 6), (8, 7), (8, 9), (9, 8), (11, 12), (12, 11), (11, 10), (12, 10)];
    let graph = Digraph::from_edges(13, &edges, &mut budget).unwrap();
    let table = gamma(&graph, &mut budget).unwrap();
    let text: Vec<String> = (1..13).map(|v| table.value(v).to_string()).collect();
    assert_eq!(text, ["inf()", "inf()", "0", "*", "0", "0", "*", "inf(1)", "inf()", "0", "inf(0)", "inf(0)"]);
    let sum = |a, b| table.value(a).sum(&table.value(b)).unwrap();
    assert_eq!(sum(4, 8), GammaValue::infinite([0u64]));
    assert_eq!(sum(4, 8).outcome(), Outcome::N);
    assert_eq!(sum(11, 12), GammaValue::infinite([0u64; 0]));
    assert_eq!(sum(8, 12).outcome(), Outcome::D);
    assert_eq!(sum(4, 7).outcome(), Outcome::P);
}

/// The same survey, figure 8: 0 + 1 + 2 + ∞(2,3) = ∞(0,1).
#[test]
fn fraenkel_figure_8() {
    let start = GammaValue::infinite([2u64, 3]);
    let sum = [0u64, 1, 2].into_iter().fold(start, |sum, n| sum.sum(&GammaValue::nimber(n)).unwrap());
    assert_eq!(sum, GammaValue::infinite([0u64, 1]));
    assert_eq!(sum.outcome(), Outcome::N);
}

#[test]
fn deep_graphs_and_strange_vertices() {
    let mut budget = Budget::unlimited();
    let n = 300_000u32;
    let edges: Vec<(u32, u32)> = (1..n).map(|v| (v, v - 1)).collect();
    let path = Digraph::from_edges(n, &edges, &mut budget).unwrap();
    let table = gamma(&path, &mut budget).unwrap();
    assert_eq!(table.finite(n - 1), Some((n - 1) % 2));
    assert_eq!(table.counter(n - 2, &mut budget).unwrap(), Some(n - 2));
    assert_eq!(table.value(u32::MAX), GammaValue::nimber(0u64));
    assert!(Digraph::from_edges(2, &[(0, 1), (1, 2)], &mut budget).is_err());
    assert!(Digraph::from_lists(&[vec![1]], &mut budget).is_err());
    let nothing = Digraph::from_edges(0, &[], &mut budget).unwrap();
    assert_eq!(gamma(&nothing, &mut budget).unwrap().finite(0), Some(0));
}

#[test]
fn an_interrupt_stops_the_labelling() {
    let mut random = Random(5);
    let mut budget = Budget::unlimited();
    let graph = Digraph::from_lists(&random.lists_of(20_000), &mut budget).unwrap();
    budget.interrupt_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(gamma(&graph, &mut budget).is_err());
}
