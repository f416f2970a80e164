//! Dictionaries: keys with their values, counts and groups of members.

use std::rc::Rc;

use super::errors::ListError;
use super::lists::sorted_by;
use crate::eval::{
    Callable, EvalError, Members, Pairs, Session, bounded_dict, builtins, entry_of, reserve_list, without_stand_ins,
};
use crate::value::{Dict, List, Value, order};

builtins! {
    /// Dictionaries.
    DICTIONARIES, "Dictionaries";

    /// The dictionary of these pairs of a key and its value.
    ///
    /// It stands in the order of its keys; of several pairs with one key the last counts. A key may be anything: positions are
    /// told apart as positions, games by value. `d[k]` is the value of a key, `k in d` asks for it, and `for [k, v] in d` runs
    /// through the pairs. In JSON it is an object if all keys are texts, else a list of pairs.
    /// dict([["b", 2], ["a", 1]])  #=> dict([["a", 1], ["b", 2]])
    /// d := dict([["a", 1], ["b", 2]]); d["a"]  #=> 1
    /// d := dict([["a", 1], ["b", 2]]); [k for [k, v] in d if v > 1]  #=> ["b"]
    /// See: get, put, keys, entries, tally, group
    #[effect = Pure]
    #[role = Dictionary]
    dict(pairs: Pairs) -> Rc<Dict> = dict;

    /// The value of a key, or another value if it is no key.
    ///
    /// get(dict([["a", 1]]), "z", 0)  #=> 0
    /// See: dict, put
    #[effect = Pure]
    #[role = Get]
    get(d: Rc<Dict>, key: Value, otherwise: Value) -> Value = |cx: &mut Session, d: Rc<Dict>, key: Value, otherwise: Value| {
        Ok(entry_of(cx, &d, &key)?.unwrap_or(otherwise))
    };

    /// The dictionary with one value put in or exchanged.
    ///
    /// The given dictionary stays as it is.
    /// put(dict([["a", 1]]), "b", 2)  #=> dict([["a", 1], ["b", 2]])
    /// fold((d, n) -> put(d, mod(n, 2), n), dict([]), 1..5)  #=> dict([[0, 4], [1, 5]])
    /// See: dict, get, fold
    #[effect = Pure]
    #[role = Put]
    put(d: Rc<Dict>, key: Value, value: Value) -> Rc<Dict> = |cx: &mut Session, d: Rc<Dict>, key: Value, value: Value| {
        let key = without_stand_ins(cx, &key)?.unwrap_or(key);
        let changed = d.put(key, value, cx)?;
        bounded_dict(&changed)?;
        Ok(Rc::new(changed))
    };

    /// The keys of a dictionary, in order.
    ///
    /// keys(dict([["b", 2], ["a", 1]]))  #=> ["a", "b"]
    /// See: dict, entries
    #[effect = Pure]
    #[role = Keys]
    keys(d: Rc<Dict>) -> Value = |cx: &mut Session, d: Rc<Dict>| {
        reserve_list(&mut cx.games.budget, d.len())?;
        Ok(Value::list(cx.games.budget.gather(d.iter().map(|(key, _)| key.clone()))?))
    };

    /// The pairs of a dictionary, in the order of their keys.
    ///
    /// entries(dict([["b", 2], ["a", 1]]))  #=> [["a", 1], ["b", 2]]
    /// See: dict, keys
    #[effect = Pure]
    #[role = Entries]
    entries(d: Rc<Dict>) -> Value = |cx: &mut Session, d: Rc<Dict>| Ok(Value::List(d.pairs(&mut cx.games.budget)?));

    /// The number of times that each member occurs, as a dictionary.
    ///
    /// `draw(tally(xs))` draws the numbers as bars.
    /// tally(["b", "a", "b"])  #=> dict([["a", 1], ["b", 2]])
    /// tally(sequence(kayles, 12))  #=> dict([[0, 1], [1, 3], [2, 3], [3, 2], [4, 2], [6, 1]])
    /// See: dict, group, count, draw
    #[effect = Pure]
    #[role = Tally]
    tally(xs: Members) -> Rc<Dict> = tally;

    /// The members in lists by the results of a function, as a dictionary.
    ///
    /// The members of each list stay in their order.
    /// group(1..7, n -> mod(n, 3))  #=> dict([[0, [3, 6]], [1, [1, 4, 7]], [2, [2, 5]]])
    /// See: dict, tally, filter
    #[effect = Pure]
    group(xs: Members, f: Callable) -> Rc<Dict> = group;
}

fn dict(cx: &mut Session, pairs: Pairs) -> Result<Rc<Dict>, EvalError> {
    reserve_list(&mut cx.games.budget, pairs.0.len().saturating_mul(2))?;
    let mut entries = Vec::with_capacity(pairs.0.len() as usize);
    for pair in pairs.0.iter() {
        cx.games.budget.tick()?;
        let members = match &pair {
            Value::List(list) if list.len() == 2 => list.get(0).zip(list.get(1)),
            _ => None,
        };
        let Some((key, value)) = members else {
            return Err(ListError::Pair { got: cx.describe(&pair) }.into());
        };
        let key = without_stand_ins(cx, &key)?.unwrap_or(key);
        entries.push((key, value));
    }
    finished(cx, entries)
}

fn finished(cx: &mut Session, entries: Vec<(Value, Value)>) -> Result<Rc<Dict>, EvalError> {
    let dict = Dict::new(entries, cx)?;
    bounded_dict(&dict)?;
    Ok(Rc::new(dict))
}

fn tally(cx: &mut Session, xs: Members) -> Result<Rc<Dict>, EvalError> {
    let mut members = Vec::new();
    reserve_list(&mut cx.games.budget, xs.0.len())?;
    for member in xs.0.iter() {
        cx.games.budget.tick()?;
        members.push(match member {
            Value::Integer(_) | Value::Text(_) => member,
            other => without_stand_ins(cx, &other)?.unwrap_or(other),
        });
    }
    order::sort(&mut members, cx)?;
    let mut counts: Vec<(Value, Value)> = Vec::new();
    for member in members {
        match counts.last_mut() {
            Some((last, Value::Integer(count))) if order::same(last, &member, cx)? => *count += 1,
            _ => {
                cx.games.budget.room_to_push(&counts)?;
                counts.push((member, Value::Integer(1)));
            }
        }
    }
    let dict = Dict::of_increasing(counts, &mut cx.games.budget)?;
    bounded_dict(&dict)?;
    Ok(Rc::new(dict))
}

fn group(cx: &mut Session, xs: Members, f: Callable) -> Result<Rc<Dict>, EvalError> {
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for (key, member) in sorted_by(cx, &xs, &f)? {
        match groups.last_mut() {
            Some((last, members)) if order::same(last, &key, cx)? => {
                cx.games.budget.room_to_push(members)?;
                members.push(member);
            }
            _ => groups.push((key, vec![member])),
        }
    }
    let entries = groups.into_iter().map(|(key, members)| (key, Value::List(Rc::new(List::new(members)))));
    let entries = cx.games.budget.gather(entries)?;
    let dict = Dict::of_increasing(entries, &mut cx.games.budget)?;
    bounded_dict(&dict)?;
    Ok(Rc::new(dict))
}
