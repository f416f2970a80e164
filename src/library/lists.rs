//! Lists, sets, texts, and other needs of scripts.

use std::rc::Rc;

use super::cells;
use super::errors::ListError;
use crate::eval::errors::OperandError;
use crate::eval::{
    AnyOrText, Callable, Count, EvalError, FromValue, Members, Rest, Room, Session, Sort, ValueKind, add, builtins,
    call_given, entry_of, gathered, no_member, print, reserve_list, run_through, stand_in, unique, without_stand_ins,
};
use crate::value::{Board, List, Value, order};

builtins! {
    /// Lists and texts.
    LISTS, "Lists and text";

    /// The number of members of a list, a set, a text or a dictionary.
    ///
    /// len([3, 1, 4])  #=> 3
    /// len("up")  #=> 2
    /// See: list, sum_list
    #[effect = Pure]
    #[role = Length]
    len(xs: AnyOrText) -> Count = len;

    /// The sum of the members of a list, games and positions included.
    ///
    /// sum_list([1/2, *, up])  #=> 1/2 + up + *
    /// See: sum, map
    #[effect = Pure]
    #[role = SumOfList]
    sum_list(xs: Members) -> Value = |cx: &mut Session, xs: Members| {
        if let Some(numbers) = xs.0.numbers() {
            cx.games.budget.charge(numbers.len())?;
            return Ok(Value::integer(numbers.sum().into()));
        }
        // Sums of halves, if there are many: few positions of many parts are stored.
        let is_short = xs.0.len() < LONG_SUM;
        let mut sums: Vec<(u32, Value)> = Vec::new();
        for x in xs.0.iter() {
            cx.games.budget.tick()?;
            sums.push((0, x));
            while let [.., (depth, _), (last, _)] = sums[..]
                && (is_short || depth == last)
            {
                add_last_two(&mut sums, cx)?;
            }
        }
        while sums.len() > 1 {
            add_last_two(&mut sums, cx)?;
        }
        Ok(sums.pop().map_or(Value::Integer(0), |(_, sum)| sum))
    };

    /// The list of what a function gives for each member.
    ///
    /// map(n -> n^2, 1..4)  #=> [1, 4, 9, 16]
    /// See: filter, ->
    #[effect = Pure]
    #[role = Map]
    map(f: Callable, xs: Value) -> Value = map;

    /// The members for which a function gives true.
    ///
    /// filter(n -> mod(n, 3) == 0, 1..10)  #=> [3, 6, 9]
    /// See: map, ->
    #[effect = Pure]
    #[role = Filter]
    filter(f: Callable, xs: Value) -> Value = filter;

    /// The integers from a to b as a list; the same as `a..b`.
    ///
    /// range(2, 5)  #=> [2, 3, 4, 5]
    /// See: .., list
    #[effect = Pure]
    range(a: i64, b: i64) -> Value = |_: &mut Session, a: i64, b: i64| {
        let len = (b as i128 - a as i128 + 1).clamp(0, u64::MAX as i128) as u64;
        Ok(Value::List(Rc::new(List::range(a, 1, len))))
    };

    /// The members in increasing order, or in that of f(x).
    ///
    /// Numbers are ordered by size, other things by kind. Members with equal f(x) keep their order.
    /// sort([3, 1/2, 2])  #=> [1/2, 2, 3]
    /// sort(["star", "up", "on"], len)  #=> ["up", "on", "star"]
    /// sort(1..4, n -> -n)  #=> [4, 3, 2, 1]
    /// See: reverse, unique, group
    #[effect = Pure]
    sort(xs: Members, f: Option<Callable>) -> Value = sort;

    /// The members, each once, in the order of their first appearance.
    ///
    /// unique([2, 1, 2])  #=> [2, 1]
    /// See: sort, set
    #[effect = Pure]
    unique(xs: Members) -> Value = |cx: &mut Session, xs: Members| {
        let xs = gathered(&mut cx.games.budget, &xs.0)?;
        Ok(Value::list(unique(cx, xs)?))
    };

    /// The members in the opposite order; of a text a text.
    ///
    /// reverse([1, 2, 3])  #=> [3, 2, 1]
    /// reverse("abc")  #=> "cba"
    /// See: sort, last
    #[effect = Pure]
    reverse(xs: Value) -> Value = reverse;

    /// Whether a list or a set has a member; `x in xs` is the same.
    ///
    /// Positions are compared as positions, games by value. A text has parts, a dictionary keys.
    /// contains({1, 3, 4}, 3)  #=> true
    /// 3 in [1, 3, 4]  #=> true
    /// "ab" in "abc"  #=> true
    /// 5 not in 1..4  #=> true
    /// See: filter, set, in
    #[effect = Pure]
    #[role = Contains]
    contains(xs: Value, x: Value) -> bool = |cx: &mut Session, xs: Value, x: Value| match &xs {
        Value::Set(set) => {
            let mut found = order::is_in_set(&x, set, cx)?;
            for other in [without_stand_ins(cx, &x)?, stand_in(cx, &x)?].into_iter().flatten() {
                found = found || order::is_in_set(&other, set, cx)?;
            }
            Ok(found)
        }
        Value::List(list) if !list.holds_values() => {
            let x = without_stand_ins(cx, &x)?.unwrap_or(x);
            Ok(list.finds(&x).unwrap_or(false))
        }
        Value::List(list) => {
            let x = without_stand_ins(cx, &x)?.unwrap_or(x);
            for member in list.iter() {
                let member = without_stand_ins(cx, &member)?.unwrap_or(member);
                if order::same(&member, &x, cx)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Dict(dict) => Ok(entry_of(cx, dict, &x)?.is_some()),
        Value::Text(text) => {
            let Value::Text(part) = &x else {
                return Err(ListError::Part { got: cx.describe(&x) }.into());
            };
            cx.games.budget.charge(text.len() + part.len())?;
            Ok(text.contains(part.as_str()))
        }
        other => Err(ListError::Container { got: cx.describe(other) }.into()),
    };

    /// Whether every member is true.
    ///
    /// Of no members it is. The members of a list that is written in the call are asked one after the other, up to the first
    /// that is false: those behind it are not evaluated, so that nothing can be wrong with them.
    /// all([1/n > 0 for n in [2, -1, 0]])  #=> false
    /// all([n^2 >= n for n in 0..9])  #=> true
    /// all([])  #=> true
    /// See: any, check
    #[effect = Pure]
    #[role = All]
    all(xs: Members) -> bool = |cx: &mut Session, xs: Members| Ok(!contains_boolean(cx, "all", &xs, false)?);

    /// Whether some member is true.
    ///
    /// Of no members none is. The members of a list that is written in the call are asked one after the other, up to the first
    /// that is true.
    /// any([1/n > 0 for n in [-1, 2, 0]])  #=> true
    /// any([nim_value(kayles(n)) == 0 for n in 1..50])  #=> false
    /// See: all, contains
    #[effect = Pure]
    #[role = Any]
    any(xs: Members) -> bool = |cx: &mut Session, xs: Members| contains_boolean(cx, "any", &xs, true);

    /// How often something is a member of a list or a set.
    ///
    /// Positions are compared as positions, games by value.
    /// count([1, 2, 1], 1)  #=> 2
    /// count(sequence(kayles, 1000), 0)  #=> 1
    /// See: len, contains, filter
    #[effect = Pure]
    count(xs: Members, x: Value) -> Count = |cx: &mut Session, xs: Members, x: Value| {
        let mut found = 0;
        let x = without_stand_ins(cx, &x)?.unwrap_or(x);
        for member in xs.0.iter() {
            cx.games.budget.tick()?;
            let member = without_stand_ins(cx, &member)?.unwrap_or(member);
            found += u64::from(member == x);
        }
        Ok(Count(found))
    };

    /// The pairs of members at the same place of two lists.
    ///
    /// They end with the shorter list.
    /// zip(1..3, ["a", "b", "c"])  #=> [[1, "a"], [2, "b"], [3, "c"]]
    /// See: map, table
    #[effect = Pure]
    zip(xs: Members, ys: Members) -> Value = |cx: &mut Session, xs: Members, ys: Members| {
        let len = xs.0.len().min(ys.0.len());
        reserve_list(&mut cx.games.budget, len.saturating_mul(3))?;
        let mut pairs = Vec::with_capacity(len as usize);
        for (x, y) in xs.0.iter().zip(ys.0.iter()) {
            cx.games.budget.tick()?;
            pairs.push(Value::list(vec![x, y]));
        }
        Ok(Value::list(pairs))
    };

    /// The list, the text or the board with something else in a place.
    ///
    /// The given one stays as it is. On a board several letters are replaced at once by a list of pairs.
    /// replace_at([3, 1, 4], 1, 0)  #=> [3, 0, 4]
    /// replace_at("xo.", 2, "x")  #=> "xox"
    /// replace_at(board("xo."), [0, 2], "x")  #=> board("xox")
    /// replace_at(board("xo."), [[[0, 0], "."], [[0, 1], "x"]])  #=> board(".x.")
    /// See: list, last, board
    #[effect = Pure]
    #[role = ReplaceAt]
    replace_at(xs: Replaceable, i: Value, x: Option<Value>) -> Value = replace_at;

    /// The last member of a list.
    ///
    /// last([3, 1, 4])  #=> 4
    /// See: list, reverse
    #[effect = Pure]
    #[role = Last]
    last(xs: Members) -> Value = |_: &mut Session, xs: Members| {
        xs.0.len().checked_sub(1).and_then(|at| xs.0.get(at)).ok_or_else(|| ListError::NoLast.into())
    };

    /// One text of several, with a separator between them.
    ///
    /// Members that are no texts are written as `print` shows them.
    /// join(["a", "b", "c"], "-")  #=> "a-b-c"
    /// join(1..3, ", ")  #=> "1, 2, 3"
    /// See: text, print
    #[effect = Pure]
    join(texts: Members, separator: Rc<String>) -> String = join;

    /// The ways to split a heap of n into k non-empty heaps.
    ///
    /// Two heaps when k is not given; each split in increasing order.
    /// splits(5)  #=> [[1, 4], [2, 3]]
    /// splits(6, 3)  #=> [[1, 1, 4], [1, 2, 3], [2, 2, 2]]
    /// See: range, game
    #[effect = Pure]
    splits(n: Count, k: Option<Count>) -> Value = splits;

    /// Prints its arguments, separated by blanks; texts without their quotes.
    ///
    /// print("K(5) is", *4)  #=> K(5) is *4
    /// See: text, for
    #[effect = World]
    print(xs: Rest<AnyOrText>) -> () = |cx: &mut Session, xs: Rest<AnyOrText>| {
        let mut words = Vec::new();
        for x in &xs.0 {
            words.push(text(cx, &x.0)?);
        }
        cx.games.budget.reserve(words.iter().map(String::len).sum())?;
        let mut line = words.join(" ");
        line.push('\n');
        print(&mut *cx.host, &line)
    };

    /// A value as a text.
    ///
    /// text(1/2) + "!"  #=> "1/2!"
    /// See: print
    #[effect = Pure]
    text(x: Value) -> String = |cx: &mut Session, x: Value| cx.within(Room::WHOLE, |cx| text(cx, &x));
}

/// Returns the text that `print` shows: texts bare, positions as they are written.
pub(crate) fn text(cx: &mut Session, value: &Value) -> Result<String, EvalError> {
    match value {
        Value::Text(text) => {
            cx.games.budget.reserve(text.len())?;
            Ok(text.to_string())
        }
        Value::Position(_) => cx.written(value, cx.printer.notation),
        value => cx.text(value, cx.printer.notation),
    }
}

/// Returns `true` if some member equals `wanted`, and stops there. A member before it that is no boolean is an error.
fn contains_boolean(cx: &mut Session, name: &'static str, xs: &Members, wanted: bool) -> Result<bool, EvalError> {
    for (i, member) in xs.0.iter().enumerate() {
        cx.games.budget.tick()?;
        match member {
            Value::Boolean(truth) if truth == wanted => return Ok(true),
            Value::Boolean(_) => {}
            other => return Err(ListError::Truth { name, got: cx.describe(&other), member: i as u64 }.into()),
        }
    }
    Ok(false)
}

/// The number of members from which a sum is computed by halves, so that few long sums are stored.
const LONG_SUM: u64 = 16;

/// Replaces the last two entries of `sums` by their sum, one level deeper.
fn add_last_two(sums: &mut Vec<(u32, Value)>, cx: &mut Session) -> Result<(), EvalError> {
    if let (Some((_, second)), Some((depth, first))) = (sums.pop(), sums.pop()) {
        sums.push((depth + 1, add(cx, first, second)?));
    }
    Ok(())
}

fn join(cx: &mut Session, texts: Members, separator: Rc<String>) -> Result<String, EvalError> {
    cx.within(Room::WHOLE, |cx| {
        let mut joined = String::new();
        for (i, x) in texts.0.iter().enumerate() {
            cx.games.budget.tick()?;
            let text = text(cx, &x)?;
            let more = text.len() + separator.len();
            if joined.capacity() - joined.len() < more {
                // Growing holds the old text and one of twice its size.
                cx.games.budget.reserve(2 * joined.len() + more)?;
            }
            joined.push_str(if i > 0 { &separator } else { "" });
            joined.push_str(&text);
        }
        Ok(joined)
    })
}

fn len(cx: &mut Session, AnyOrText(xs): AnyOrText) -> Result<Count, EvalError> {
    match &xs {
        Value::List(list) | Value::Set(list) => Ok(Count(list.len())),
        Value::Text(text) => {
            cx.games.budget.charge(text.len() / 16)?;
            Ok(Count(text.chars().count() as u64))
        }
        Value::Dict(dict) => Ok(Count(dict.len())),
        other => Err(ListError::Length { got: cx.describe(other) }.into()),
    }
}

/// A list (not a set), a text or a board.
enum Replaceable {
    Text(Rc<String>),
    List(Rc<List>),
    Board(Rc<Board>),
}

impl FromValue for Replaceable {
    const KIND: ValueKind = ValueKind::new("a list, a text or a board", &[Sort::List, Sort::Text]);

    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match value {
            Value::List(list) => Some(Replaceable::List(list.clone())),
            Value::Text(text) => Some(Replaceable::Text(text.clone())),
            Value::Board(board) => Some(Replaceable::Board(board.clone())),
            _ => None,
        })
    }
}

fn sort(cx: &mut Session, xs: Members, f: Option<Callable>) -> Result<Value, EvalError> {
    let Some(f) = f else {
        let mut xs = gathered(&mut cx.games.budget, &xs.0)?;
        order::sort(&mut xs, cx)?;
        return Ok(Value::list(xs));
    };
    Ok(Value::list(sorted_by(cx, &xs, &f)?.into_iter().map(|(_, member)| member).collect()))
}

/// Returns the pairs `(f(x), x)`, sorted by `f(x)`.
pub(super) fn sorted_by(cx: &mut Session, xs: &Members, f: &Callable) -> Result<Vec<(Value, Value)>, EvalError> {
    let mut placed = Vec::new();
    reserve_list(&mut cx.games.budget, xs.0.len().saturating_mul(2))?;
    for member in xs.0.iter() {
        cx.games.budget.tick()?;
        let key = call_given(cx, &f.0, vec![member.clone()])?;
        let key = without_stand_ins(cx, &key)?.unwrap_or(key);
        placed.push((key, member));
    }
    Ok(order::sort_pairs(placed, cx)?)
}

fn replace_at(cx: &mut Session, xs: Replaceable, i: Value, x: Option<Value>) -> Result<Value, EvalError> {
    if let Replaceable::Board(board) = xs {
        return cells::replaced(cx, board, &i, x);
    }
    let Value::Integer(i) = i else {
        return Err(EvalError::Kind {
            argument: 1,
            wanted: ValueKind::new("an integer", &[Sort::Integer]),
            got: cx.describe(&i),
            given: i,
        });
    };
    let Some(x) = x else {
        return Err(ListError::NothingToPut.into());
    };
    let index = |len: u64| u64::try_from(i).ok().filter(|&i| i < len).ok_or_else(|| no_member(i, len));
    match (xs, x) {
        (Replaceable::List(mut xs), x) => {
            let index = index(xs.len())?;
            if Rc::get_mut(&mut xs).is_none_or(|list| !list.replace(index, &x)) {
                reserve_list(&mut cx.games.budget, xs.len())?;
                let members = xs.iter().zip(0..).map(|(member, at)| if at == index { x.clone() } else { member });
                xs = Rc::new(List::new(cx.games.budget.gather(members)?));
            }
            Ok(Value::List(xs))
        }
        (Replaceable::Text(text), Value::Text(part)) => {
            cx.games.budget.charge(text.len())?;
            cx.games.budget.reserve(text.len() + part.len())?;
            let index = index(text.chars().count() as u64)? as usize;
            let (before, after) = text.split_at(text.char_indices().nth(index).map_or(text.len(), |(at, _)| at));
            let after = after.strip_prefix(|_| true).unwrap_or_default();
            Ok(Value::text(format!("{before}{part}{after}")))
        }
        (_, x) => {
            let wanted = ValueKind::new("a text", &[Sort::Text]);
            Err(EvalError::Kind { argument: 2, wanted, got: cx.describe(&x), given: x })
        }
    }
}

/// Returns the members, the letters or the entries in the opposite order.
fn reverse(cx: &mut Session, xs: Value) -> Result<Value, EvalError> {
    if let Value::Text(text) = &xs {
        cx.games.budget.charge(text.len())?;
        cx.games.budget.reserve(text.len())?;
        return Ok(Value::text(text.chars().rev().collect::<String>()));
    }
    let Some(list) = run_through(cx, &xs)? else {
        return Err(ListError::Reversed { got: cx.describe(&xs) }.into());
    };
    let mut members = gathered(&mut cx.games.budget, &list)?;
    members.reverse();
    Ok(Value::list(members))
}

/// Returns the function or ruleset, then the list; takes them in either order.
fn function_and_list(
    cx: &mut Session,
    name: &'static str,
    Callable(f): Callable,
    xs: Value,
) -> Result<(Value, Rc<List>), EvalError> {
    let (f, xs) = match matches!(xs, Value::Function(_) | Value::Ruleset(_)) {
        true => (xs, f),
        false => (f, xs),
    };
    match (matches!(f, Value::Function(_) | Value::Ruleset(_)), run_through(cx, &xs)?) {
        (true, Some(list)) => Ok((f, list)),
        _ => {
            let (f, xs) = (cx.describe(&f), cx.describe(&xs));
            Err(ListError::FunctionAndList { name, f, xs }.into())
        }
    }
}

fn map(cx: &mut Session, f: Callable, xs: Value) -> Result<Value, EvalError> {
    let (f, xs) = function_and_list(cx, "map", f, xs)?;
    reserve_list(&mut cx.games.budget, xs.len())?;
    let mut all = Vec::with_capacity(xs.len() as usize);
    for x in xs.iter() {
        cx.games.budget.tick()?;
        all.push(call_given(cx, &f, vec![x])?);
    }
    Ok(Value::list(all))
}

fn filter(cx: &mut Session, f: Callable, xs: Value) -> Result<Value, EvalError> {
    let (f, xs) = function_and_list(cx, "filter", f, xs)?;
    let mut kept = Vec::new();
    for x in xs.iter() {
        cx.games.budget.tick()?;
        match call_given(cx, &f, vec![x.clone()])? {
            Value::Boolean(true) => {
                cx.games.budget.room_to_push(&kept)?;
                kept.push(x);
            }
            Value::Boolean(false) => {}
            other => return Err(OperandError::Filter { got: cx.describe(&other) }.into()),
        }
    }
    Ok(Value::list(kept))
}

fn splits(cx: &mut Session, n: Count, k: Option<Count>) -> Result<Value, EvalError> {
    let (n, k) = (n.0, k.map_or(2, |k| k.0));
    let mut all = Vec::new();
    if k == 0 || k > n {
        // An empty heap has exactly one split into 0 heaps.
        all.extend((n == 0 && k == 0).then(|| Value::list(Vec::new())));
        return Ok(Value::list(all));
    }
    let k = usize::try_from(k).unwrap_or(usize::MAX);
    reserve_list(&mut cx.games.budget, k as u64)?;
    // The parts chosen so far, in increasing order; the last one takes the rest.
    let mut parts = vec![1u64; k - 1];
    loop {
        cx.games.budget.charge(k)?;
        let sum: u64 = parts.iter().sum();
        let last = parts.last().copied().unwrap_or(1);
        if sum < n && n - sum >= last {
            let split = parts.iter().copied().chain([n - sum]).collect();
            all.push(Value::List(Rc::new(List::packed(split))));
            reserve_list(&mut cx.games.budget, all.len() as u64)?;
            match parts.last_mut() {
                Some(last) => *last += 1,
                None => break,
            }
            continue;
        }
        // This prefix is exhausted: raise the last part before whose least completion still fits.
        loop {
            parts.pop();
            let Some(before) = parts.last_mut() else { return Ok(Value::list(all)) };
            *before += 1;
            let from = *before;
            let fixed: u128 = parts.iter().map(|&part| part as u128).sum();
            if fixed + from as u128 * (k - parts.len()) as u128 <= n as u128 {
                parts.resize(k - 1, from);
                break;
            }
        }
    }
    Ok(Value::list(all))
}
