//! Sets joined and compared; a list stands for the set of its members.

use crate::eval::{EvalError, Members, Rest, Session, builtins, reserve_list, set_of};
use crate::value::{Value, order};

builtins! {
    /// Sets.
    SETS, "Sets";

    /// The set of all members of some sets.
    ///
    /// A list stands for the set of its members; positions are compared as positions, games by value.
    /// union({1, 3}, {3, 4})  #=> {1, 3, 4}
    /// union([2, 1], 4..5, {})  #=> {1, 2, 4, 5}
    /// See: intersection, difference, set
    #[role = Union]
    union(sets: Rest<Members>) -> Value = |cx: &mut Session, sets: Rest<Members>| {
        let mut all = Vec::new();
        for set in sets.0 {
            all.append(&mut members(cx, &set)?);
        }
        set_of(cx, all)
    };

    /// The set of what is a member of all of some sets.
    ///
    /// A list stands for the set of its members.
    /// intersection({1, 3, 4}, {3, 4, 5})  #=> {3, 4}
    /// intersection(1..20, [n^2 for n in 1..9], {4, 5, 9})  #=> {4, 9}
    /// See: union, difference, contains
    #[role = Intersection]
    intersection(a: Members, others: Rest<Members>) -> Value = |cx: &mut Session, a, others| chosen(cx, &a, others, true);

    /// The set of the members of the first set that are in none of the others.
    ///
    /// A list stands for the set of its members.
    /// difference({1, 3, 4}, {3})  #=> {1, 4}
    /// difference(1..9, [2*n for n in 1..4], [3*n for n in 1..3])  #=> {1, 5, 7}
    /// See: union, intersection, mex
    #[role = Difference]
    difference(a: Members, others: Rest<Members>) -> Value = |cx: &mut Session, a, others| chosen(cx, &a, others, false);

    /// Whether every member of the first set is a member of the second.
    ///
    /// A list stands for the set of its members.
    /// is_subset({1, 3}, 1..5)  #=> true
    /// is_subset({1, 6}, 1..5)  #=> false
    /// See: contains, difference
    is_subset(a: Members, b: Members) -> bool = |cx: &mut Session, a: Members, b: Members| {
        let b = as_set(cx, &b)?;
        for member in a.0.iter() {
            cx.games.budget.tick()?;
            if !holds(cx, &b, &member)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
}

fn members(cx: &mut Session, set: &Members) -> Result<Vec<Value>, EvalError> {
    reserve_list(&mut cx.games.budget, set.0.len())?;
    Ok(cx.games.budget.gather(set.0.iter())?)
}

fn as_set(cx: &mut Session, set: &Members) -> Result<Value, EvalError> {
    let all = members(cx, set)?;
    set_of(cx, all)
}

fn holds(cx: &mut Session, set: &Value, member: &Value) -> Result<bool, EvalError> {
    let Value::Set(set) = set else { return Ok(false) };
    Ok(order::is_in_set(member, set, cx)?)
}

/// Returns the members of `a` that are in all of the others, or in none of them.
fn chosen(cx: &mut Session, a: &Members, others: Rest<Members>, wanted: bool) -> Result<Value, EvalError> {
    let mut sets = Vec::new();
    for set in &others.0 {
        sets.push(as_set(cx, set)?);
    }
    let all = members(cx, a)?;
    cx.games.budget.charge(all.len().saturating_mul(sets.len()))?;
    let mut kept = Vec::new();
    'members: for member in all {
        for set in &sets {
            if holds(cx, set, &member)? != wanted {
                continue 'members;
            }
        }
        kept.push(member);
    }
    set_of(cx, kept)
}
