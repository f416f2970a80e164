//! Comparing and sorting under the limits against the plain order of values.

use cg::value::{List, Value, order};
use cg_engine::games::Budget;
use proptest::prelude::*;
use std::rc::Rc;

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
