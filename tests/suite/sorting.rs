//! Comparing and sorting under the limits against the plain order of values.

use cg::value::{List, Value, order};
use cg_engine::games::{Budget, Player};
use cg_engine::rulesets::graph::{GraphBuilder, GraphRules, Label};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        (-3i64..4).prop_map(Value::Integer),
        "[ab]{0,3}".prop_map(Value::text),
        any::<bool>().prop_map(Value::Boolean),
        (0i64..3, 1i64..3, 0u64..4).prop_map(|(from, step, len)| Value::List(Rc::new(List::range(from, step, len)))),
        proptest::collection::vec(0u64..400, 0..4)
            .prop_map(|all| Value::List(Rc::new(List::packed(all.into_iter().collect())))),
    ];
    leaf.prop_recursive(3, 40, 4, |inner| proptest::collection::vec(inner, 0..4).prop_map(Value::list))
}

proptest! {
    #[test]
    fn the_order_is_that_of_values(a in value(), b in value()) {
        let mut budget = Budget::unlimited();
        prop_assert_eq!(order::order(&a, &b, &mut budget).unwrap(), a.cmp(&b));
        prop_assert_eq!(order::same(&a, &b, &mut budget).unwrap(), a == b);
    }

    #[test]
    fn sorting_is_that_of_the_library(all in proptest::collection::vec(value(), 0..60)) {
        let mut budget = Budget::unlimited();
        let mut sorted = all.clone();
        order::sort(&mut sorted, &mut budget).unwrap();
        let mut plain = all.clone();
        plain.sort();
        prop_assert_eq!(&sorted, &plain);
        order::drop_repeated(&mut sorted, &mut budget).unwrap();
        plain.dedup();
        prop_assert_eq!(&sorted, &plain);
        let mut first: Vec<Value> = Vec::new();
        for x in &all {
            if !first.contains(x) {
                first.push(x.clone());
            }
        }
        prop_assert_eq!(order::first_of_each(all, None, &mut budget).unwrap(), first);
    }
}

#[test]
fn many_are_sorted_in_parts() {
    let mut budget = Budget::unlimited();
    let mut all: Vec<Value> = (0..40_000).map(|k: i64| Value::Integer(k * 7919 % 10_007)).collect();
    let mut plain = all.clone();
    plain.sort();
    order::sort(&mut all, &mut budget).unwrap();
    assert_eq!(all, plain);
    // Heavy members are compared one pair at a time.
    let heavy = |k: i64| Value::list((0..100_000).map(Value::Integer).chain([Value::Integer(k)]).collect());
    let mut all = vec![heavy(3), heavy(1), heavy(2), heavy(1)];
    order::sort(&mut all, &mut budget).unwrap();
    assert_eq!(all, [heavy(1), heavy(1), heavy(2), heavy(3)]);
}

/// A graph by its vertices and the moves between them, of one player or of both.
type DrawnGraph = (Vec<&'static str>, Vec<(&'static str, &'static str, Option<Player>)>);

fn built((vertices, moves): &DrawnGraph) -> GraphRules {
    let budget = &mut Budget::unlimited();
    let mut builder = GraphBuilder::default();
    for v in vertices {
        builder.vertex(Label::Text(v), budget).expect("no limit");
    }
    for &(from, to, player) in moves {
        let [from, to] = [from, to].map(|v| builder.vertex(Label::Text(v), budget).expect("no limit"));
        builder.arrow(from, to, player, budget).expect("no limit");
    }
    builder.finish(budget).expect("no limit").expect("no contradiction")
}

/// Graphs are equal just if they have the same first vertex, the same vertices and the same moves of each player.
#[test]
fn graphs_are_equal_by_their_moves() {
    let mut random = Random(1914);
    let mut graphs: Vec<DrawnGraph> = Vec::new();
    while graphs.len() < 120 {
        let mut vertices = vec!["a", "b", "c"];
        vertices.rotate_left(random.below(2) as usize);
        vertices.truncate(2 + random.below(2) as usize);
        let count = vertices.len() as u64;
        let end = |random: &mut Random| random.below(count) as usize;
        let moves = (0..random.below(4)).map(|_| {
            let player = [None, Some(Player::Left), Some(Player::Right)][random.below(3) as usize];
            (vertices[end(&mut random)], vertices[end(&mut random)], player)
        });
        let moves = moves.collect::<Vec<_>>();
        // Adds each graph again, with its moves and later vertices in another order.
        let mut others = (vertices.clone(), moves.clone());
        others.0[1..].reverse();
        others.1.reverse();
        graphs.extend([(vertices, moves), others]);
    }
    let moves_of = |graph: &DrawnGraph, player| {
        let own = graph.1.iter().filter(|(.., of)| of.is_none() || *of == Some(player));
        own.map(|&(from, to, _)| (from, to)).collect::<BTreeSet<_>>()
    };
    let by_definition = |graph: &DrawnGraph| {
        let vertices: BTreeSet<_> = graph.0.iter().copied().collect();
        (graph.0[0], vertices, [Player::Left, Player::Right].map(|player| moves_of(graph, player)))
    };
    let rules: Vec<GraphRules> = graphs.iter().map(built).collect();
    let mut equal = 0;
    for (one, g) in graphs.iter().zip(&rules) {
        for (two, h) in graphs.iter().zip(&rules) {
            assert_eq!(g.order(h).is_eq(), by_definition(one) == by_definition(two), "{one:?} {two:?}");
            assert_eq!(g.order(h), h.order(g).reverse(), "{one:?} {two:?}");
            equal += usize::from(g.order(h).is_eq());
        }
    }
    assert!(equal > graphs.len() && equal < graphs.len() * 60, "{equal}");
}

/// Values of all kinds that are known to a session by their ids, and some that are not.
const THINGS: [&str; 20] = [
    "*",
    "*2",
    "*5",
    "*10",
    "up",
    "down",
    "2*up + *",
    "<3|0>",
    "<2|*>",
    "<1|-1>",
    "tiny(2)",
    "on",
    "over",
    "nim(3)",
    "nim(20)",
    "kayles(2)",
    "nim(1) + kayles(4)",
    "own(3)",
    "1/2",
    "\"a\"",
];

/// Ids of a session depend on its history; no order may show it.
#[test]
fn no_order_depends_on_what_was_asked_before() {
    let mut random = Random(1913);
    let mut expected: Option<Vec<String>> = None;
    for _ in 0..rounds(320) {
        let mut session = session();
        run(&mut session, "game own(n) := <own(n-1) if 0 < n>");
        let mut order: Vec<&str> = THINGS.to_vec();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i as u64 + 1) as usize);
        }
        // Some are made before, so that their ids are not in the order of the list either.
        for thing in &order[..10] {
            run(&mut session, thing);
        }
        order.rotate_left(random.below(20) as usize);
        let pairs: Vec<String> = order.iter().map(|thing| format!("[{thing}, {thing}]")).collect();
        let all = order.join(", ");
        let half = order[..8].join(", ");
        let found = [
            format!("sort([{all}])"),
            format!("{{{all}}}"),
            format!("tally([{all}])"),
            format!("dict([{}])", pairs.join(", ")),
            format!("keys(fold((d, x) -> put(d, x, 0), dict([]), [{all}]))"),
            format!("[x for x in union({{{half}}}, {{{all}}})]"),
            format!("group([{all}], x -> x)"),
            format!("sort([[x, 1] for x in [{all}]])"),
            format!(
                "[{{{half}}} == {{{}, {half}}}, difference({{{all}}}, {{{half}}}) == {{{}}}]",
                order[3],
                order[8..].join(", ")
            ),
            format!(
                "all([x in {{{all}}} for x in [{half}]]) and not any([x in {{{half}}} for x in [{}]])",
                order[8..].join(", ")
            ),
            format!("is_subset({{{half}}}, {{{all}}})"),
            format!("[dict([{}])[x] == x for x in [{half}]]", pairs.join(", ")),
        ];
        let found: Vec<String> = found.iter().map(|line| run(&mut session, line)).collect();
        assert_eq!(*expected.get_or_insert_with(|| found.clone()), found, "made in the order {order:?}");
        assert_eq!(found[8], "[true, true]");
        assert_eq!(found[9], "true");
    }
    let sorted = expected.expect("some round").swap_remove(0);
    assert_eq!(
        sorted,
        "[1/2, *, *2, *5, up, *10, +-1, down, <2|*>, <3|0>, tiny(2), 2*up + *, \"a\", nim(3), own(3), nim(20), \
         kayles(2), nim(1) + kayles(4), on, over]"
    );
}

/// Strategies name positions as they were written, and choose among equal moves by what is written first.
#[test]
fn no_strategy_depends_on_what_was_asked_before() {
    let graphs = "g := graph <a -> a, e; b -> c, e; c -> a, c, e; d -> a, c, d; e -> a, b>; \
                  h := graph <a -L> c; b -> c; c>";
    let sums = [
        ["kayles(2)", "lasker(1)"],
        ["kayles(3)", "nim(2)"],
        ["g.b", "h.a"],
        ["g.d", "g.e"],
        ["h.b", "nim(1)"],
        ["toads_frogs(\"T_F\")", "nim(2)"],
    ];
    let questions = |[p, q]: [&str; 2]| {
        [
            format!("strategy({p} + {q}, L)"),
            format!("strategy({p} + {q}, misere, R)"),
            format!("best_moves({p} + {q}, L)"),
        ]
    };
    for (i, sum) in sums.into_iter().enumerate() {
        let mut fresh = session();
        run(&mut fresh, graphs);
        let alone: Vec<String> = questions(sum).iter().map(|line| run(&mut fresh, line)).collect();
        for others in [[sum[1], sum[0]], sums[(i + 1) % sums.len()]] {
            let mut session = session();
            run(&mut session, graphs);
            run(&mut session, &format!("options({} + {})", others[1], others[0]));
            questions(others).iter().for_each(|line| drop(run(&mut session, line)));
            let after: Vec<String> = questions(sum).iter().map(|line| run(&mut session, line)).collect();
            assert_eq!(after, alone, "{sum:?} after {others:?}");
        }
    }
}
