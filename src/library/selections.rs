//! Folds, exchanges, subsets and permutations of lists.

use std::rc::Rc;

use super::errors::ListError;
use crate::eval::{
    Callable, Count, EvalError, FromValue, Members, Session, Sort, ValueKind, builtins, call_given, gathered,
    no_member, reserve_list, run_through,
};
use crate::value::{List, Value};
use cg_engine::games::Fault;

/// The number of members in all listed subsets or permutations, one more for each.
const MAX_MEMBERS: u64 = 50_000_000;

builtins! {
    /// Lists made of lists.
    SELECTIONS, "Lists and text";

    /// Combines a value with each member in turn by a function.
    ///
    /// `fold(f, start, [a, b])` is `f(f(start, a), b)`, and `start` if the list is empty.
    /// fold((s, x) -> s + x, 0, [1, 2, 3])  #=> 6
    /// fold((s, c) -> c + s, "", "abc")  #=> "cba"
    /// See: sum_list, map, put
    #[effect = Pure]
    #[role = Fold]
    fold(f: Callable, start: Value, xs: Members) -> Value = |cx: &mut Session, f: Callable, start: Value, xs: Members| {
        let mut value = start;
        for x in xs.0.iter() {
            cx.games.budget.tick()?;
            value = call_given(cx, &f.0, vec![value, x])?;
        }
        Ok(value)
    };

    /// The list or the text with two members or letters exchanged.
    ///
    /// The given list stays as it is; places are counted from 0.
    /// exchange([3, 1, 4], 0, 2)  #=> [4, 1, 3]
    /// exchange("xo.", 1, 2)  #=> "x.o"
    /// See: replace_at, permutations
    #[effect = Pure]
    exchange(xs: Sequence, i: i64, j: i64) -> Value = |cx: &mut Session, xs: Sequence, i: i64, j: i64| {
        let len = xs.members.len();
        let mut places = [0; 2];
        for (place, index) in places.iter_mut().zip([i, j]) {
            *place = usize::try_from(index).ok().filter(|&at| (at as u64) < len).ok_or_else(|| no_member(index, len))?;
        }
        let mut members = gathered(&mut cx.games.budget, &xs.members)?;
        members.swap(places[0], places[1]);
        if xs.is_text {
            let letters = members.iter().filter_map(|letter| if let Value::Text(letter) = letter { Some(&***letter) } else { None });
            return Ok(Value::text(letters.collect::<String>()));
        }
        Ok(Value::list(members))
    };

    /// The lists of some members, or of k of them.
    ///
    /// Shorter lists come first, and members stay in their order. The subsets of a set are sets.
    /// subsets([1, 2, 3])  #=> [[], [1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]]
    /// subsets({1, 2, 4}, 2)  #=> [{1, 2}, {1, 4}, {2, 4}]
    /// See: permutations, splits
    #[effect = Pure]
    subsets(xs: Value, k: Option<Count>) -> Value = subsets;

    /// The members in every order.
    ///
    /// They come in the lexicographic order of the places; equal members count as different.
    /// permutations([1, 2, 3])  #=> [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]
    /// len(permutations(1..5))  #=> 120
    /// See: subsets, shuffle
    #[effect = Pure]
    permutations(xs: Members) -> Value = permutations;
}

fn too_many(what: &'static str, len: u64) -> EvalError {
    Fault::TooLarge { what, size: format!("{len} members"), limit: format!("{MAX_MEMBERS} members in all") }.into()
}

fn subsets(cx: &mut Session, xs: Value, k: Option<Count>) -> Result<Value, EvalError> {
    let is_set = matches!(xs, Value::Set(_));
    let Some(list) = run_through(cx, &xs)? else {
        return Err(ListError::Subsets { got: cx.describe(&xs) }.into());
    };
    let len = list.len();
    let sizes = match k {
        Some(Count(k)) if k > len => return Ok(Value::list(Vec::new())),
        Some(Count(k)) => k..=k,
        None => 0..=len,
    };
    // The number of members in all subsets, before any is made.
    let mut all = 0u64;
    for size in sizes.clone() {
        let members = binomial(len, size).and_then(|count| count.checked_mul(size + 1));
        all = members
            .and_then(|members| all.checked_add(members))
            .filter(|all| *all <= MAX_MEMBERS)
            .ok_or_else(|| too_many("list of subsets", len))?;
    }
    reserve_list(&mut cx.games.budget, all)?;
    let members = cx.games.budget.gather(list.iter())?;
    let mut found = Vec::new();
    for size in sizes {
        let size = size as usize;
        let mut places: Vec<usize> = (0..size).collect();
        loop {
            cx.games.budget.charge(size + 1)?;
            let chosen = places.iter().map(|&place| members[place].clone()).collect();
            let chosen = Rc::new(List::new(chosen));
            found.push(if is_set { Value::Set(chosen) } else { Value::List(chosen) });
            let Some(last) = (0..size).rev().find(|&i| places[i] < members.len() - size + i) else { break };
            places[last] += 1;
            for i in last + 1..size {
                places[i] = places[i - 1] + 1;
            }
        }
    }
    Ok(Value::list(found))
}

/// Returns the number of ways to choose `k` of `n` things, or `None` if it exceeds [`MAX_MEMBERS`].
fn binomial(n: u64, k: u64) -> Option<u64> {
    let k = k.min(n - k);
    let mut ways = 1u64;
    for i in 0..k {
        ways = ways.checked_mul(n - i)? / (i + 1);
        if ways > MAX_MEMBERS {
            return None;
        }
    }
    Some(ways)
}

/// The members of a list or a set, or the letters of a text.
struct Sequence {
    members: Rc<List>,
    is_text: bool,
}

impl FromValue for Sequence {
    const KIND: ValueKind = ValueKind::new("a list, a set or a text", &[Sort::List, Sort::Text]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        let members = run_through(cx, value)?;
        Ok(members.map(|members| Sequence { members, is_text: matches!(value, Value::Text(_)) }))
    }
}

fn permutations(cx: &mut Session, xs: Members) -> Result<Value, EvalError> {
    let len = xs.0.len();
    let count = (1..=len).try_fold(1u64, |count, n| count.checked_mul(n).filter(|count| *count <= MAX_MEMBERS));
    let all = count.and_then(|count| count.checked_mul(len + 1)).filter(|all| *all <= MAX_MEMBERS);
    reserve_list(&mut cx.games.budget, all.ok_or_else(|| too_many("list of permutations", len))?)?;
    let members = cx.games.budget.gather(xs.0.iter())?;
    let mut places: Vec<usize> = (0..members.len()).collect();
    let mut found = Vec::new();
    loop {
        cx.games.budget.charge(members.len() + 1)?;
        found.push(Value::list(places.iter().map(|&place| members[place].clone()).collect()));
        // The next order of the places: the one before the longest falling tail is raised.
        let Some(at) = (1..places.len()).rev().find(|&i| places[i - 1] < places[i]) else { break };
        let above = (at..places.len()).rev().find(|&i| places[i] > places[at - 1]).unwrap_or(at);
        places.swap(at - 1, above);
        places[at..].reverse();
    }
    Ok(Value::list(found))
}
