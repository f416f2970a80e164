//! Games on ordered sets against their rules: sets of elements as bits, each move by the relation itself.

use std::collections::HashMap;

use cg_engine::games::{Budget, Outcome};
use cg_engine::graphs::Digraph;
use cg_engine::positions::{Convention, Engine, Known, Options, PositionId, Term, options};
use cg_engine::questions;
use cg_engine::rulesets::poset::{Given, hackendot, position, subset_takeaway};

use crate::random_graph::Random;

/// Play in which a move of each element that is left takes some elements away.
struct Twin {
    takes: Vec<u64>,
    values: HashMap<u64, u64>,
    won: HashMap<u64, bool>,
}

impl Twin {
    fn new(takes: Vec<u64>) -> Twin {
        Twin { takes, values: HashMap::new(), won: HashMap::new() }
    }

    fn moves(&self, left: u64) -> Vec<u64> {
        let each = (0..self.takes.len()).filter(|element| left >> element & 1 == 1);
        each.map(|element| left & !self.takes[element]).collect()
    }

    fn value(&mut self, left: u64) -> u64 {
        if let Some(&value) = self.values.get(&left) {
            return value;
        }
        let seen: Vec<u64> = self.moves(left).into_iter().map(|next| self.value(next)).collect();
        let value = (0..).find(|n| !seen.contains(n)).unwrap();
        self.values.insert(left, value);
        value
    }

    /// Whether the player to move wins misère play.
    fn wins_misere(&mut self, left: u64) -> bool {
        if let Some(&won) = self.won.get(&left) {
            return won;
        }
        let won = left == 0 || self.moves(left).into_iter().any(|next| !self.wins_misere(next));
        self.won.insert(left, won);
        won
    }
}

fn engine() -> Engine {
    Engine::default()
}

fn numbers(n: usize) -> Vec<Term> {
    (0..n).map(|i| Term::Number(Box::new(i.into()))).collect()
}

fn wins(p: PositionId, convention: Convention, engine: &mut Engine) -> bool {
    questions::outcomes(p, convention, engine).unwrap()[0] == Outcome::L
}

fn agree(p: PositionId, twin: &mut Twin, left: u64, engine: &mut Engine, told: &dyn Fn() -> String) {
    let value = twin.value(left);
    assert_eq!(wins(p, Convention::Normal, engine), value != 0, "{}", told());
    assert_eq!(questions::value(p, engine).unwrap(), Known::Nim(value), "{}", told());
    assert_eq!(wins(p, Convention::Misere, engine), twin.wins_misere(left), "{}", told());
    let mut each = Options::default();
    options(p, engine, &mut each).unwrap();
    let mut found = Vec::new();
    for option in each.left {
        found.push(questions::value(option, engine).unwrap());
    }
    let wanted: Vec<Known> = twin.moves(left).into_iter().map(|next| Known::Nim(twin.value(next))).collect();
    assert_eq!(found, wanted, "{}", told());
}

/// What goes with each element by the pairs alone: itself, and whatever a chain of pairs leads to.
fn closure(n: usize, below: &[[u32; 2]]) -> Vec<u64> {
    let mut takes: Vec<u64> = (0..n).map(|element| 1 << element).collect();
    for _ in 0..n {
        for &[low, high] in below {
            takes[low as usize] |= takes[high as usize];
        }
    }
    takes
}

#[test]
fn poset_games_on_random_orders() {
    let mut random = Random(161);
    for round in 0..2000 {
        let n = 1 + random.below(if round % 50 == 0 { 11 } else { 7 }) as usize;
        // From antichains to chains, and the numbers of the elements say nothing of their order.
        let density = random.below(8);
        let turn = random.below(n as u64) as u32;
        let mut below = Vec::new();
        for low in 0..n as u32 {
            for high in low + 1..n as u32 {
                if random.below(10) < density {
                    below.push([(low + turn) % n as u32, (high + turn) % n as u32]);
                }
            }
        }
        let taken: Vec<u32> = (0..random.below(2)).map(|_| random.below(n as u64) as u32).collect();
        let takes = closure(n, &below);
        let left = taken.iter().fold((1u64 << n) - 1, |left, &element| left & !takes[element as usize]);
        let given = Given {
            name: "poset",
            arguments: Vec::new(),
            literal: "one".into(),
            elements: numbers(n).into(),
            below: below.clone(),
        };
        let engine = &mut engine();
        let p = position(engine, given, &taken).unwrap().unwrap();
        agree(p, &mut Twin::new(takes), left, engine, &|| format!("{n}: {below:?}, {taken:?}"));
    }
}

#[test]
fn an_order_has_no_circles() {
    let mut random = Random(162);
    let mut circles = 0;
    for _ in 0..500 {
        let n = 1 + random.below(6) as usize;
        let below: Vec<[u32; 2]> =
            (0..random.below(9)).map(|_| [0, 1].map(|_| random.below(n as u64) as u32)).collect();
        let strict: Vec<[u32; 2]> = below.iter().copied().filter(|[low, high]| low != high).collect();
        let takes = closure(n, &strict);
        let is_circular = |element: u32| {
            let from = strict.iter().filter(|[low, _]| *low == element);
            from.clone().any(|[_, high]| takes[*high as usize] >> element & 1 == 1)
        };
        let elements = numbers(n).into();
        let given = Given { name: "poset", arguments: Vec::new(), literal: "one".into(), elements, below };
        match position(&mut engine(), given, &[]).unwrap() {
            Ok(_) => assert!(!(0..n as u32).any(is_circular), "{strict:?}"),
            Err(element) => {
                assert!(is_circular(element), "{strict:?}: {element}");
                circles += 1;
            }
        }
    }
    assert!(circles > 50);
}

#[test]
fn hackendot_by_its_moves() {
    let mut random = Random(163);
    for _ in 0..1000 {
        let n = 1 + random.below(9) as u32;
        // Each vertex hangs on a later one, or is a root.
        let parent: Vec<Option<u32>> = (0..n)
            .map(|v| (v + 1 < n && random.below(4) > 0).then(|| v + 1 + random.below(u64::from(n - v - 1)) as u32))
            .collect();
        let takes = (0..n).map(|v| {
            let way = std::iter::successors(Some(v), |v| parent[*v as usize]);
            way.fold(0u64, |all, v| all | 1 << v)
        });
        let edges: Vec<(u32, u32)> = (0..n).filter_map(|v| Some((parent[v as usize]?, v))).collect();
        let forest = Digraph::from_edges(n, &edges, &mut Budget::unlimited()).unwrap();
        let engine = &mut engine();
        let labels = numbers(n as usize).into();
        let p = hackendot(engine, "g".into(), "one", &forest, labels, &[]).unwrap().unwrap();
        agree(p, &mut Twin::new(takes.collect()), (1 << n) - 1, engine, &|| format!("{parent:?}"));
    }
}

#[test]
fn subset_takeaway_by_its_moves() {
    let mut random = Random(164);
    for points in 0..=4u32 {
        let sets: Vec<u32> = (1..(1u32 << points).max(2) - 1).collect();
        let over =
            |set: u32| (0..sets.len()).filter(move |&i| (i as u32 + 1) & set == set).fold(0u64, |all, i| all | 1 << i);
        let mut twin = Twin::new(sets.iter().map(|&set| over(set)).collect());
        let all = (1u64 << sets.len()) - 1;
        for _ in 0..40 {
            let named: Vec<u32> = sets.iter().copied().filter(|_| random.below(6) == 0).collect();
            let left = named.iter().fold(all, |left, &set| left & !over(set));
            let engine = &mut engine();
            let p = subset_takeaway(engine, points, &named).unwrap();
            agree(p, &mut twin, left, engine, &|| format!("{points}: {named:?}"));
        }
    }
}
