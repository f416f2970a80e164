//! Annihilation games: tokens on the positions of one graph or one heap ruleset, at most one on each. A move moves one
//! token; two tokens that meet both vanish (Conway; Fraenkel–Yesha 1982; Ferguson 1984). A loop is a pass, in which
//! the token does not meet itself.
//!
//! State: the tokens in the order written; positions that moves lead to list them in the order of their graph.
//! Ferguson's graphs have no moves that split a heap. Here such a move takes the token away and puts one on each of the
//! heaps, and again two on one heap vanish.
//!
//! `fraenkel` is the theory of normal play on any graph, `ferguson` that of misère play on graphs without cycles; the
//! other files are the ruleset that plays by them.

mod board;
mod ferguson;
mod fraenkel;
mod memory;
mod misere;
mod nim;
mod normal;
mod rules;
mod vertices;

pub use ferguson::{FergusonCondition, FergusonTheorem, MisereTheory, Reduced, Side, Violation};
pub use fraenkel::{Annihilation, FullAnnihilation, Move, Strategy};
pub use memory::Memory;

use crate::games::Fault;
use crate::games::hashing::FastSet;
use crate::positions::{self, Context, NEGATIVE, PositionId, RulesetId, SUM, State};

use rules::AnnihilationRules;
use vertices::Vertices;

/// Vertices that are looked at before a game is made, to see that both players have the same moves.
const LOOKED_AT: usize = 10_000;

/// Why positions cannot be tokens of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Two tokens on this vertex.
    Twice(PositionId),
    /// These two are not on one graph.
    Apart(PositionId, PositionId),
    /// From here, or from somewhere play may lead to, the players have different moves.
    Partizan(PositionId),
    /// The graph has terminal classes other than P.
    Classes,
    /// A disjunctive sum is several games, and no place for a token.
    Sum(PositionId),
    /// An infinite heap.
    Infinite(PositionId),
}

/// The annihilation game with these tokens; games among them give their tokens.
///
/// # Errors
/// What the rules of the tokens say; a limit. The inner error says why they do not make a game.
pub fn annihilation<C: Context>(cx: &mut C, parts: &[PositionId]) -> Result<Result<PositionId, Misfit>, Fault> {
    let here = ruleset(cx);
    let mut tokens: Vec<PositionId> = Vec::new();
    for &part in parts {
        cx.games().budget.tick()?;
        let mut part = part;
        while cx.positions().ruleset_of(part) == NEGATIVE {
            part = PositionId(cx.positions().state(part)[0]);
        }
        let of = cx.positions().ruleset_of(part);
        let state = cx.positions().state(part).to_vec();
        if of == SUM && !state.is_empty() {
            return Ok(Err(Misfit::Sum(part)));
        } else if of == here || of == SUM {
            tokens.extend(state.into_iter().map(PositionId));
        } else {
            tokens.extend(positions::tokens(part, cx));
        }
    }
    if let Some(misfit) = misfit(&tokens, cx)? {
        return Ok(Err(misfit));
    }
    Ok(Ok(of_tokens(cx, &tokens)))
}

/// The game with these tokens, which are known to stand on different vertices of one graph.
pub fn of_tokens<C: Context>(cx: &mut C, tokens: &[PositionId]) -> PositionId {
    let here = ruleset(cx);
    let state: State = tokens.iter().map(|p| p.0).collect();
    cx.positions().intern(here, &state)
}

fn ruleset<C: Context>(cx: &mut C) -> RulesetId {
    cx.positions().ruleset("annihilation", || AnnihilationRules)
}

fn misfit<C: Context>(tokens: &[PositionId], cx: &mut C) -> Result<Option<Misfit>, Fault> {
    let Some(&first) = tokens.first() else { return Ok(None) };
    let of = cx.positions().ruleset_of(first);
    let is_impartial = |of, cx: &mut C| cx.positions().rules(of).theory().is_impartial();
    let mut seen = FastSet::default();
    for &token in tokens {
        cx.games().budget.tick()?;
        let heaps = positions::heaps_of_nim(token, cx);
        if heaps.is_some_and(|heaps| heaps.iter().any(|heap| !heap.is_finite())) {
            return Ok(Some(Misfit::Infinite(token)));
        }
        let other = cx.positions().ruleset_of(token);
        if other != of && (is_impartial(of, cx) || is_impartial(other, cx)) {
            return Ok(Some(Misfit::Apart(first, token)));
        }
        if !seen.insert(token) {
            return Ok(Some(Misfit::Twice(token)));
        }
    }
    for &token in tokens {
        if cx.positions().has_classes(token) {
            return Ok(Some(Misfit::Classes));
        }
    }
    if is_impartial(of, cx) {
        return Ok(None);
    }
    let mut explored = Vertices::default();
    explored.extend(tokens, LOOKED_AT, cx)?;
    if let Some(p) = explored.partizan {
        return Ok(Some(Misfit::Partizan(p)));
    }
    // A rule may lead to positions of other rules, such as forms to values; those are on its graph.
    let mixed = tokens.iter().any(|&token| cx.positions().ruleset_of(token) != of);
    Ok(explored.apart(tokens).filter(|_| mixed).map(|token| Misfit::Apart(first, token)))
}

fn tokens(state: &[u32]) -> Vec<PositionId> {
    state.iter().map(|&p| PositionId(p)).collect()
}
