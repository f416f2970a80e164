//! Numbers on the vertices of a graph: checks that they are Sprague–Grundy values, and all numberings of this kind.
//!
//! In the wide sense every number is the least that no follower has (Smith 1966, eq. 16a). A graph with cycles may have
//! no such numbering or several. In the strict sense there are counters too, and a vertex without a value is infinite
//! (conditions 23a to 23e and 26); these values are unique.

use super::Digraph;
use super::csr::tick_list;
use super::order::{Cycles, followers_first};
use crate::games::{Budget, Fault};

/// Ways to number the vertices beyond which they are not listed.
const MAX_NUMBERINGS: usize = 10_000;

/// A reason why the number of a vertex is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// No follower has this smaller value; or, where counters are given, none with a smaller counter (23c).
    Missing(u32),
    /// This follower has the same value (16a, 23d).
    Same(u32),
    /// The move to this follower, which is infinite or has a counter that is no smaller, cannot be answered by a move
    /// back to the value, or not with a counter that is smaller by 2 (23e).
    Unanswered(u32),
    /// An infinite vertex could have this value: every move to an infinite one is answered (26).
    HasValue(u32),
    /// The answers to moves never come to an end: there is no counter.
    NoCounter,
    /// A terminal vertex has value 0 and counter 0 (23b), and value and counter are finite together (23a).
    NotTogether,
}

/// Returns the first vertex with a value that is not the least that no follower has (Smith 1966, eq. 16a).
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::graphs::{Digraph, Flaw, flaw_in_wide_sense};
/// let mut budget = Budget::unlimited();
/// let two = Digraph::from_lists(&[vec![1], vec![0]], &mut budget)?;
/// assert_eq!(flaw_in_wide_sense(&two, &[Some(1), Some(0)], &mut budget)?, None);
/// assert_eq!(flaw_in_wide_sense(&two, &[Some(0), Some(0)], &mut budget)?, Some((0, Flaw::Same(1))));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn flaw_in_wide_sense(
    graph: &Digraph,
    values: &[Option<u32>],
    budget: &mut Budget,
) -> Result<Option<(u32, Flaw)>, Fault> {
    for (v, value) in (0..).zip(values) {
        let Some(value) = *value else { continue };
        if let Some(flaw) = flaw_of_mex(graph, values, v, value, budget)? {
            return Ok(Some((v, flaw)));
        }
    }
    Ok(None)
}

/// Checks that a value is the least that no follower has. Followers without a value do not count.
fn flaw_of_mex(
    graph: &Digraph,
    values: &[Option<u32>],
    v: u32,
    value: u32,
    budget: &mut Budget,
) -> Result<Option<Flaw>, Fault> {
    tick_list(budget, graph.followers(v).len())?;
    if let Some(&w) = graph.followers(v).iter().find(|&&w| values[w as usize] == Some(value)) {
        return Ok(Some(Flaw::Same(w)));
    }
    let least = mex(graph, v, |w| values[w as usize]);
    Ok((least < value).then_some(Flaw::Missing(least)))
}

/// Returns the least number that no follower has.
fn mex(graph: &Digraph, v: u32, value: impl Fn(u32) -> Option<u32>) -> u32 {
    let mut met: Vec<u32> = graph.followers(v).iter().filter_map(|&w| value(w)).collect();
    met.sort_unstable();
    met.dedup();
    (0..).zip(&met).take_while(|(n, m)| n == *m).count() as u32
}

/// Returns the first vertex at which these values, with `None` for infinity, are not those of the strict sense. All
/// counters are tried at once: the least ones that 23c and 23e admit.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::graphs::{Digraph, Flaw, flaw_in_strict_sense};
/// let mut budget = Budget::unlimited();
/// let two = Digraph::from_lists(&[vec![1], vec![0]], &mut budget)?;
/// assert_eq!(flaw_in_strict_sense(&two, &[None, None], &mut budget)?, None);
/// assert_eq!(flaw_in_strict_sense(&two, &[Some(1), Some(0)], &mut budget)?, Some((0, Flaw::NoCounter)));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn flaw_in_strict_sense(
    graph: &Digraph,
    values: &[Option<u32>],
    budget: &mut Budget,
) -> Result<Option<(u32, Flaw)>, Fault> {
    if let Some(flaw) = flaw_in_wide_sense(graph, values, budget)? {
        return Ok(Some(flaw));
    }
    for v in 0..graph.vertices() {
        let flaw = match values[v as usize] {
            Some(value) => unanswered(graph, values, v, value, budget)?.map(Flaw::Unanswered),
            None => flaw_of_infinity(graph, values, v, budget)?,
        };
        if let Some(flaw) = flaw {
            return Ok(Some((v, flaw)));
        }
    }
    // A round finds all vertices whose debts the rounds before have paid.
    let mut counters: Vec<Option<u32>> = vec![None; values.len()];
    for h in 0.. {
        let mut new = Vec::new();
        for v in 0..graph.vertices() {
            let is_open = values[v as usize].is_some() && counters[v as usize].is_none();
            if is_open && flaw_of_counter(graph, values, &counters, v, h, budget)?.is_none() {
                new.push(v);
            }
        }
        // Answers are two moves later, so that one empty round is not the end.
        if new.is_empty() && counters.iter().flatten().all(|&before| before + 1 < h) {
            break;
        }
        for v in new {
            counters[v as usize] = Some(h);
        }
    }
    let without = (0..).zip(values.iter().zip(&counters)).find(|(_, (value, h))| value.is_some() && h.is_none());
    Ok(without.map(|(v, _)| (v, Flaw::NoCounter)))
}

/// Returns the first vertex at which values and counters are not those of a pair (G, H) (Smith 1966, conditions 23a to
/// 23e, and 26 where both are infinite, that is `None`).
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::graphs::{Digraph, Flaw, flaw_of_pair};
/// let mut budget = Budget::unlimited();
/// let line = Digraph::from_lists(&[vec![], vec![0]], &mut budget)?;
/// assert_eq!(flaw_of_pair(&line, &[Some(0), Some(1)], &[Some(0), Some(3)], &mut budget)?, None);
/// let flaw = flaw_of_pair(&line, &[Some(0), Some(1)], &[Some(0), Some(0)], &mut budget)?;
/// assert_eq!(flaw, Some((1, Flaw::Missing(0))));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn flaw_of_pair(
    graph: &Digraph,
    values: &[Option<u32>],
    counters: &[Option<u32>],
    budget: &mut Budget,
) -> Result<Option<(u32, Flaw)>, Fault> {
    for v in 0..graph.vertices() {
        let flaw = match (values[v as usize], counters[v as usize]) {
            (Some(0), Some(0)) if graph.is_terminal(v) => None,
            (None, None) if !graph.is_terminal(v) => flaw_of_infinity(graph, values, v, budget)?,
            (Some(_), Some(h)) if !graph.is_terminal(v) => flaw_of_counter(graph, values, counters, v, h, budget)?,
            _ => Some(Flaw::NotTogether),
        };
        if let Some(flaw) = flaw {
            return Ok(Some((v, flaw)));
        }
    }
    Ok(None)
}

/// Checks that a vertex of finite value may have the counter `h` beside these (23c, 23d, 23e).
fn flaw_of_counter(
    graph: &Digraph,
    values: &[Option<u32>],
    counters: &[Option<u32>],
    v: u32,
    h: u32,
    budget: &mut Budget,
) -> Result<Option<Flaw>, Fault> {
    tick_list(budget, graph.followers(v).len())?;
    let value = values[v as usize].unwrap_or(0);
    let is_below = |w: u32, less: u32| counters[w as usize].is_some_and(|c| c < h.saturating_sub(less));
    let seen = |w: u32| values[w as usize].filter(|_| is_below(w, 0));
    if let Some(&w) = graph.followers(v).iter().find(|&&w| seen(w) == Some(value)) {
        return Ok(Some(Flaw::Same(w)));
    }
    let least = mex(graph, v, seen);
    if least < value {
        return Ok(Some(Flaw::Missing(least)));
    }
    for &w in graph.followers(v) {
        if is_below(w, 0) {
            continue;
        }
        tick_list(budget, graph.followers(w).len())?;
        if !graph.followers(w).iter().any(|&x| values[x as usize] == Some(value) && is_below(x, 1)) {
            return Ok(Some(Flaw::Unanswered(w)));
        }
    }
    Ok(None)
}

/// Returns an infinite follower from which no move leads to this value.
fn unanswered(
    graph: &Digraph,
    values: &[Option<u32>],
    v: u32,
    value: u32,
    budget: &mut Budget,
) -> Result<Option<u32>, Fault> {
    for &w in graph.followers(v) {
        tick_list(budget, graph.followers(w).len())?;
        let is_answered = || graph.followers(w).iter().any(|&x| values[x as usize] == Some(value));
        if values[w as usize].is_none() && !is_answered() {
            return Ok(Some(w));
        }
    }
    Ok(None)
}

/// Checks that a vertex is infinite: some move to an infinite one cannot be answered by a move to the least number that
/// no follower has (26).
fn flaw_of_infinity(
    graph: &Digraph,
    values: &[Option<u32>],
    v: u32,
    budget: &mut Budget,
) -> Result<Option<Flaw>, Fault> {
    let least = mex(graph, v, |w| values[w as usize]);
    Ok(match unanswered(graph, values, v, least, budget)? {
        Some(_) => None,
        None => Some(Flaw::HasValue(least)),
    })
}

/// Returns all ways to number the vertices such that every number is the least that no follower has: the Sprague–Grundy
/// functions in the wide sense (Smith 1966, section 10), in the order of the numbers of the first vertices. There may
/// be none.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::graphs::{Digraph, wide_values};
/// let mut budget = Budget::unlimited();
/// let two = Digraph::from_lists(&[vec![1], vec![0]], &mut budget)?;
/// assert_eq!(wide_values(&two, &mut budget)?, [[0, 1], [1, 0]]);
/// let three = Digraph::from_lists(&[vec![1], vec![2], vec![0]], &mut budget)?;
/// assert!(wide_values(&three, &mut budget)?.is_empty());
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::TooLarge`] for more than ten thousand of them.
pub fn wide_values(graph: &Digraph, budget: &mut Budget) -> Result<Vec<Vec<u32>>, Fault> {
    let order = followers_first(graph, 0..graph.vertices(), Cycles::Cut, budget)?;
    let reverse = graph.reverse(budget)?;
    let mut values: Vec<Option<u32>> = vec![None; order.len()];
    let mut found = Vec::new();
    // The number to be tried next at each vertex so far.
    let mut next = vec![0u32];
    while let Some(at) = next.len().checked_sub(1) {
        budget.tick()?;
        let Some(&v) = order.get(at) else {
            if found.len() == MAX_NUMBERINGS {
                let size = format!("more than {MAX_NUMBERINGS}");
                return Err(Fault::TooLarge { what: "list of functions", size, limit: MAX_NUMBERINGS.to_string() });
            }
            budget.reserve(4 * values.len())?;
            found.push(values.iter().map(|value| value.unwrap_or(0)).collect());
            next.pop();
            continue;
        };
        values[v as usize] = None;
        if next[at] > graph.followers(v).len() as u32 {
            next.pop();
            continue;
        }
        values[v as usize] = Some(next[at]);
        next[at] += 1;
        let mut fits = may_fit(graph, &values, v, budget)?;
        for &u in reverse.row(v) {
            fits = fits && may_fit(graph, &values, u, budget)?;
        }
        if fits {
            next.push(0);
        } else {
            values[v as usize] = None;
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Returns `true` if the number of a vertex, if it has one, can still be the least that no follower has.
fn may_fit(graph: &Digraph, values: &[Option<u32>], v: u32, budget: &mut Budget) -> Result<bool, Fault> {
    let Some(value) = values[v as usize] else { return Ok(true) };
    let followers = graph.followers(v);
    tick_list(budget, followers.len())?;
    let mut smaller: Vec<u32> = Vec::new();
    let mut open = 0;
    for &w in followers {
        match values[w as usize] {
            Some(other) if other == value => return Ok(false),
            Some(other) if other < value => smaller.push(other),
            Some(_) => {}
            None => open += 1,
        }
    }
    smaller.sort_unstable();
    smaller.dedup();
    Ok(smaller.len() + open >= value as usize)
}
