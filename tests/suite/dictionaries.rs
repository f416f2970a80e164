//! Dictionaries, selections and texts beside slow literal twins.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use cg::value::{Dict, Value};
use cg_engine::games::hashing::FastMap;
use cg_engine::games::{Budget, Random};

use crate::language::{check, run};
use crate::random_graph::rounds;

/// A dictionary made entry by entry is that of a map of the standard library, however it came to be.
#[test]
fn entries_are_those_of_a_map() {
    let mut random = Random::new(1);
    let mut budget = Budget::unlimited();
    for _ in 0..rounds(400) {
        let (mut dict, mut map) = (Dict::default(), BTreeMap::new());
        let (size, count) = (1 + random.below(60), random.below(200));
        for _ in 0..count {
            let (key, value) = (random.below(size) as i64, random.below(5) as i64);
            dict = dict.put(Value::Integer(key), Value::Integer(value), &mut budget).expect("no limit");
            map.insert(key, value);
        }
        let wanted: Vec<(Value, Value)> = map.iter().map(|(k, v)| (Value::Integer(*k), Value::Integer(*v))).collect();
        let found: Vec<(Value, Value)> = dict.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
        assert_eq!(found, wanted);
        assert_eq!(dict.len() as usize, map.len());
        for key in 0..size as i64 {
            let value = dict.get(&Value::Integer(key), &mut budget).expect("no limit").cloned();
            assert_eq!(value, map.get(&key).map(|value| Value::Integer(*value)));
        }
        let sorted = Dict::of_sorted(wanted);
        let hasher = FastMap::<u8, u8>::default().hasher().clone();
        assert!(dict == sorted && hasher.hash_one(&dict) == hasher.hash_one(&sorted));
        if let Some((key, value)) = map.first_key_value() {
            let other = dict.put(Value::Integer(*key), Value::Integer(value + 1), &mut budget).expect("no limit");
            assert!(other != dict && dict == sorted);
        }
    }
}

/// A dictionary of a million entries is made, passed on and dropped without recursion on its size.
#[test]
fn chains_of_dictionaries_are_dropped() {
    check(&[
        ("len(fold((d, n) -> put(d, n, d), dict([]), 1..300))", "!!limit::size"),
        ("fold((d, n) -> dict([[n, d]]), 0, 1..2000)", "!!limit::nesting"),
        ("len(dict([[n, n] for n in 1..100000]))", "100000"),
    ]);
}

/// Subsets are those of the bits of a number; permutations are in order, and as many as n!.
#[test]
fn selections_are_complete() {
    for n in 0..7u32 {
        let mut subsets: Vec<Vec<u32>> =
            (0..1 << n).map(|bits| (0..n).filter(|i| bits >> i & 1 == 1).collect()).collect();
        subsets.sort_by_key(|subset| (subset.len(), subset.clone()));
        let mut session = cg::eval::Session::new(cg::builtins::all(), Box::new(cg::eval::Quiet::default()));
        let all = if n == 0 { "[]".to_string() } else { format!("0..{}", n - 1) };
        assert_eq!(run(&mut session, &format!("subsets({all})")), format!("{subsets:?}"));
        let orders =
            run(&mut session, &format!("ps := permutations({all}); [len(ps), len({{p for p in ps}}), ps == sort(ps)]"));
        let count: u32 = (1..=n).product();
        assert_eq!(orders, format!("[{count}, {count}, true]"));
    }
}

/// Primes are those of a sieve.
#[test]
fn primes_are_those_of_a_sieve() {
    let mut is_composite = vec![false; 2000];
    let mut primes = Vec::new();
    for n in 2..2000 {
        if !is_composite[n] {
            primes.push(n);
            (n * n..2000).step_by(n).for_each(|m| is_composite[m] = true);
        }
    }
    let mut session = cg::eval::Session::new(cg::builtins::all(), Box::new(cg::eval::Quiet::default()));
    assert_eq!(run(&mut session, "[n for n in 0..1999 if is_prime(n)] == 0..0").as_str(), "false");
    assert_eq!(run(&mut session, "[n for n in 0..1999 if is_prime(n)]"), format!("{primes:?}"));
}

/// Names behind `where` give what the same text gives with their values in their places.
#[test]
fn local_names_are_their_values() {
    let mut random = Random::new(5);
    for _ in 0..rounds(300) {
        let mut names: Vec<(String, String, String)> = Vec::new();
        let mut term = |names: &[(String, String, String)]| -> (String, String) {
            let mut one = || match random.below(4) {
                0 => ("n".to_string(), "n".to_string()),
                1 => {
                    let k = random.below(5).to_string();
                    (k.clone(), k)
                }
                _ => match names.get(random.below(names.len().max(1) as u64) as usize) {
                    Some((name, _, value)) => (name.clone(), format!("({value})")),
                    None => ("n".into(), "n".into()),
                },
            };
            let ((a, x), (b, y), (c, z)) = (one(), one(), one());
            match random.below(5) {
                0 => (format!("{a} + {b}*{c}"), format!("{x} + {y}*{z}")),
                1 => (format!("if {a} > {b} then {c} else {a} - 1"), format!("if {x} > {y} then {z} else {x} - 1")),
                2 => (format!("sum_list([{a} + i for i in 0..2])"), format!("sum_list([{x} + i for i in 0..2])")),
                3 => (format!("sum_list(map(i -> i*{a}, [1, 2]))"), format!("sum_list(map(i -> i*{x}, [1, 2]))")),
                _ => (format!("({a} - {b})"), format!("({x} - {y})")),
            }
        };
        for i in 0..4 {
            let (with, without) = term(&names);
            names.push((format!("v{i}"), with, without));
        }
        let (body, literal) = term(&names);
        // In another order than that in which they need one another.
        let order = [2, 0, 3, 1].map(|i: usize| format!("{} := {}", names[i].0, names[i].1));
        let text =
            format!("f(n) := {body} where {}; g(n) := {literal}; [f(n) == g(n) for n in 0..4]", order.join(", "));
        let mut session = cg::eval::Session::new(cg::builtins::all(), Box::new(cg::eval::Quiet::default()));
        assert_eq!(run(&mut session, &text), "[true, true, true, true, true]", "{text}");
    }
}
