//! Random choices by a seed, which gives the same numbers on every machine.

use super::errors::ListError;
use crate::eval::{Count, EvalError, Members, Session, builtins, reserve_list};
use crate::value::Value;
use cg_engine::games::Random;

builtins! {
    /// Chance.
    CHANCE, "Chance";

    /// A list of k random integers from 0 to n-1, the same for the same seed.
    ///
    /// Every integer is as likely as any other; another seed gives other numbers, on every machine the same.
    /// len(random_list(1000, 6, 1))  #=> 1000
    /// all([0 <= x and x < 6 for x in random_list(1000, 6, 1)])  #=> true
    /// random_list(3, 1, 7)  #=> [0, 0, 0]
    /// See: shuffle, sample, random_game
    #[effect = Pure]
    random_list(k: Count, n: Count, seed: i64) -> Value = random_list;

    /// The members in random order, the same for the same seed.
    ///
    /// sort(shuffle(1..5, 3))  #=> [1, 2, 3, 4, 5]
    /// See: random_list, sample, permutations
    #[effect = Pure]
    shuffle(xs: Members, seed: i64) -> Value = |cx: &mut Session, xs: Members, seed: i64| {
        let count = xs.0.len();
        chosen(cx, &xs, count, seed)
    };

    /// A list of k members chosen at random, the same for the same seed.
    ///
    /// Each place of the list is chosen once at most.
    /// len(sample(1..1000, 5, 1))  #=> 5
    /// sort(sample(1..5, 5, 2))  #=> [1, 2, 3, 4, 5]
    /// See: shuffle, random_list
    #[effect = Pure]
    sample(xs: Members, k: Count, seed: i64) -> Value = |cx: &mut Session, xs: Members, k: Count, seed: i64| {
        if k.0 > xs.0.len() {
            let (wanted, len) = (k.0, xs.0.len());
            return Err(ListError::TooFewToChoose { wanted, len }.into());
        }
        chosen(cx, &xs, k.0, seed)
    };
}

fn random_list(cx: &mut Session, k: Count, n: Count, seed: i64) -> Result<Value, EvalError> {
    if n.0 == 0 && k.0 > 0 {
        return Err(ListError::NothingToChoose.into());
    }
    reserve_list(&mut cx.games.budget, k.0)?;
    let mut random = Random::new(seed as u64);
    let mut all = Vec::with_capacity(k.0 as usize);
    for _ in 0..k.0 {
        cx.games.budget.tick()?;
        let x = random.below(n.0);
        all.push(i64::try_from(x).map_or_else(|_| Value::integer(x.into()), Value::Integer));
    }
    Ok(Value::list(all))
}

/// Chooses `count` members of a list in random order (Fisher and Yates), without copying the list.
fn chosen(cx: &mut Session, xs: &Members, count: u64, seed: i64) -> Result<Value, EvalError> {
    let len = xs.0.len();
    reserve_list(&mut cx.games.budget, count.saturating_mul(4))?;
    let mut random = Random::new(seed as u64);
    let mut all = Vec::with_capacity(count as usize);
    // The places whose member was exchanged, with the place that it came from.
    let mut moved: rustc_hash::FxHashMap<u64, u64> = rustc_hash::FxHashMap::default();
    for at in 0..count {
        cx.games.budget.tick()?;
        let place = at + random.below(len - at);
        let here = moved.remove(&at).unwrap_or(at);
        let taken = if place == at { here } else { moved.insert(place, here).unwrap_or(place) };
        all.push(xs.0.get(taken).unwrap_or_default());
    }
    Ok(Value::list(all))
}
