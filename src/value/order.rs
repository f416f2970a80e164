//! Comparing and sorting under the limits: lists may have millions of members, and members of members.

use std::cmp::Ordering;
use std::rc::Rc;

use super::list::List;
use super::{Ruleset, Value};
use cg_engine::games::{Budget, Fault};

/// Members that may be sorted at one go.
const BLOCK: usize = 1 << 12;
/// Steps of a nanosecond that this may take.
const PIECE: usize = 1 << 19;

/// Lists of which the members before `next` are the same.
struct Pair {
    left: Rc<List>,
    right: Rc<List>,
    next: u64,
}

/// The knowledge of a session that an order of values needs.
pub trait Ranking {
    /// Returns the limits.
    fn budget(&mut self) -> &mut Budget;

    /// Returns the order of two values of one kind that are different ids: games, loopy values or positions. It must depend on
    /// nothing but the two values, and not change while they exist. Positions are equal if only the order of components differs.
    fn order_of_ids(&mut self, a: &Value, b: &Value) -> Result<Ordering, Fault>;
}

/// The order by ids, which is enough to tell plain values apart.
impl Ranking for Budget {
    fn budget(&mut self) -> &mut Budget {
        self
    }
    fn order_of_ids(&mut self, a: &Value, b: &Value) -> Result<Ordering, Fault> {
        Ok(a.cmp(b))
    }
}

/// Returns the order of two values, by which sets keep them.
pub fn order(a: &Value, b: &Value, ranking: &mut impl Ranking) -> Result<Ordering, Fault> {
    walk(a, b, false, ranking)
}

/// Returns `true` if two values are the same.
pub fn same(a: &Value, b: &Value, ranking: &mut impl Ranking) -> Result<bool, Fault> {
    Ok(walk(a, b, true, ranking)?.is_eq())
}

/// Sorts the values; equal ones stay in their order. After an error some of them are lost.
pub fn sort(values: &mut [Value], ranking: &mut impl Ranking) -> Result<(), Fault> {
    sort_by(values, &|value| value, ranking)
}

/// Sorts pairs by their first members. Pairs with equal first members keep their order.
pub fn sort_pairs<T: Default>(
    mut pairs: Vec<(Value, T)>,
    ranking: &mut impl Ranking,
) -> Result<Vec<(Value, T)>, Fault> {
    sort_by(&mut pairs, &|pair| &pair.0, ranking)?;
    Ok(pairs)
}

/// Sorts whatever stands for values: by halves, until a part is so light that it is sorted at one go. Values with ids are compared
/// one by one.
fn sort_by<T: Default>(all: &mut [T], value: &impl Fn(&T) -> &Value, ranking: &mut impl Ranking) -> Result<(), Fault> {
    if all.len() < 2 {
        return Ok(());
    }
    if all.len() <= BLOCK && all.iter().all(|x| value(x).extent().2) {
        let cost = all.iter().map(|x| cost(value(x))).fold(0, usize::saturating_add);
        let cost = cost.saturating_mul(all.len().ilog2() as usize);
        ranking.budget().charge(cost.min(PIECE))?;
        if cost <= PIECE {
            all.sort_by(|x, y| value(x).cmp(value(y)));
            return Ok(());
        }
    }
    let half = all.len() / 2;
    sort_by(&mut all[..half], value, ranking)?;
    sort_by(&mut all[half..], value, ranking)?;
    if order(value(&all[half - 1]), value(&all[half]), ranking)?.is_le() {
        return Ok(());
    }
    let first = ranking.budget().gather(all[..half].iter_mut().map(std::mem::take))?;
    let mut first = first.into_iter().peekable();
    let (mut next, mut to) = (half, 0);
    while let Some(left) = first.peek() {
        if next == all.len() || order(value(left), value(&all[next]), ranking)?.is_le() {
            all[to] = first.next().unwrap_or_default();
        } else {
            all.swap(to, next);
            next += 1;
        }
        to += 1;
    }
    Ok(())
}

/// Keeps the first of each run of equal values.
pub fn drop_repeated(values: &mut Vec<Value>, ranking: &mut impl Ranking) -> Result<(), Fault> {
    let mut kept = 0;
    for i in 1..values.len() {
        if !same(&values[kept], &values[i], ranking)? {
            kept += 1;
            values.swap(kept, i);
        }
    }
    values.truncate(kept + 1);
    Ok(())
}

/// Returns the values, each once, in the order of their first appearance; with `keys`, of equal keys the value of the
/// first.
pub fn first_of_each(
    mut values: Vec<Value>,
    keys: Option<&[Value]>,
    ranking: &mut impl Ranking,
) -> Result<Vec<Value>, Fault> {
    let mut placed = ranking.budget().gather(keys.unwrap_or(&values).iter().cloned().zip(0..))?;
    sort_by(&mut placed, &|(value, _): &(Value, usize)| value, ranking)?;
    let mut repeated = ranking.budget().gather(std::iter::repeat_n(false, values.len()))?;
    for pair in placed.windows(2) {
        repeated[pair[1].1] = same(&pair[0].0, &pair[1].0, ranking)?;
    }
    let mut repeated = repeated.into_iter();
    values.retain(|_| !repeated.next().unwrap_or(false));
    Ok(values)
}

/// Returns `true` if a value is a member of a set.
pub fn is_in_set(value: &Value, set: &List, ranking: &mut impl Ranking) -> Result<bool, Fault> {
    if let Some(found) = set.finds(value) {
        return Ok(found);
    }
    let (mut from, mut to) = (0, set.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let Some(member) = set.get(middle) else { break };
        match order(&member, value, ranking)? {
            Ordering::Equal => return Ok(true),
            Ordering::Less => from = middle + 1,
            Ordering::Greater => to = middle,
        }
    }
    Ok(false)
}

/// Returns the order of two values. With `lengths`, lists of different lengths merely differ.
fn walk(a: &Value, b: &Value, lengths: bool, ranking: &mut impl Ranking) -> Result<Ordering, Fault> {
    let mut inside: Vec<Pair> = Vec::new();
    let mut found = look(a, b, lengths, &mut inside, ranking)?;
    while found.is_eq()
        && let Some(Pair { left, right, next }) = inside.last_mut()
    {
        let members = (left.get(*next), right.get(*next));
        *next += 1;
        found = match members {
            (Some(x), Some(y)) => look(&x, &y, lengths, &mut inside, ranking)?,
            (x, y) => {
                inside.pop();
                x.is_some().cmp(&y.is_some())
            }
        };
    }
    Ok(found)
}

/// Returns the order of two values as far as it is seen without looking at members; these are still to be examined.
fn look(
    a: &Value,
    b: &Value,
    lengths: bool,
    inside: &mut Vec<Pair>,
    ranking: &mut impl Ranking,
) -> Result<Ordering, Fault> {
    let budget = ranking.budget();
    match (a, b) {
        (Value::Dict(a), Value::Dict(b)) => {
            if Rc::ptr_eq(a, b) {
                return Ok(Ordering::Equal);
            }
            if lengths && a.len() != b.len() {
                return Ok(Ordering::Less);
            }
            let [mut keys, mut values] = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
            for (i, dict) in [a, b].into_iter().enumerate() {
                budget.reserve(2 * dict.len() as usize * size_of::<Value>())?;
                for (key, value) in dict.iter() {
                    budget.tick()?;
                    keys[i].push(key.clone());
                    values[i].push(value.clone());
                }
            }
            for [left, right] in [values, keys] {
                let list = |members| Rc::new(List::new(members));
                inside.push(Pair { left: list(left), right: list(right), next: 0 });
            }
            Ok(Ordering::Equal)
        }
        (Value::Table(a), Value::Table(b)) => {
            let [a, b] = [a, b].map(|table| Value::List(table.lines().clone()));
            look(&a, &b, lengths, inside, ranking)
        }
        (Value::Integer(a), Value::Integer(b)) => {
            budget.tick()?;
            Ok(a.cmp(b))
        }
        (Value::List(a), Value::List(b)) | (Value::Set(a), Value::Set(b)) => {
            if Rc::ptr_eq(a, b) {
                return Ok(Ordering::Equal);
            }
            if lengths && a.len() != b.len() {
                return Ok(Ordering::Less);
            }
            budget.charge(1 + a.packed_bytes().min(b.packed_bytes()) / 8)?;
            if let Some(order) = a.order_at_once(b) {
                return Ok(order);
            }
            inside.push(Pair { left: a.clone(), right: b.clone(), next: 0 });
            Ok(Ordering::Equal)
        }
        (Value::Ruleset(one), Value::Ruleset(two))
            if let (Ruleset::Graph(one), Ruleset::Graph(two)) = (&**one, &**two) =>
        {
            budget.charge(one.rules.len() as usize)?;
            Ok(one.rules.order(&two.rules))
        }
        (Value::Game(_), Value::Game(_))
        | (Value::Loopy(_), Value::Loopy(_))
        | (Value::Position(_), Value::Position(_)) => {
            budget.tick()?;
            if a == b { Ok(Ordering::Equal) } else { ranking.order_of_ids(a, b) }
        }
        _ => {
            budget.charge(cost(a).min(cost(b)))?;
            Ok(a.cmp(b))
        }
    }
}

/// Returns the number of steps of a nanosecond that looking at a whole value takes, its copies, comparisons and hashes.
pub fn cost(value: &Value) -> usize {
    match value {
        Value::Number(x) => {
            use dashu_int::ops::BitTest;
            1 + (x.numerator().bit_len() + x.denominator().bit_len()) / 64
        }
        Value::Text(text) => 1 + text.len() / 8,
        Value::List(list) | Value::Set(list) => 1 + list.weight() as usize + list.packed_bytes() / 8,
        Value::Ordinal(x) | Value::Nimber(x) => 1 + x.size().saturating_mul(x.size()),
        Value::Surreal(x) => 1 + x.size().saturating_mul(x.size()),
        Value::Board(board) => 1 + board.cells().len() / 8,
        // Passing a dictionary on does not visit its entries.
        Value::Dict(_) => 1,
        Value::Table(table) => 1 + table.lines().weight() as usize,
        Value::Report(report) => 1 + report.text().len() / 8,
        Value::Function(function) => function.compared().iter().map(cost).fold(1, usize::saturating_add),
        Value::Nothing
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::Game(_)
        | Value::Gamma(_)
        | Value::Loopy(_)
        | Value::Outcome(_)
        | Value::Convention(_)
        | Value::Compound(_)
        | Value::Ruleset(_)
        | Value::Position(_) => 1,
    }
}
