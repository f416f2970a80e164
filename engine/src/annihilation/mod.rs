//! Tokens on the positions of one graph or one heap ruleset. A move moves one token. Two tokens that meet both vanish
//! (annihilation: Conway; Fraenkel–Yesha 1982; Ferguson 1984), or a token never goes where another is (Welter's game), or
//! like tokens repel and unlike ones vanish (electrons and positrons: Fraenkel, Scenic trails, section 4). A loop is a
//! pass, in which the token does not meet itself.
//!
//! State: the tokens in the order written; positions after a move list them in the order of their graph. Ferguson's
//! graphs have no moves that split a heap. Here a splitting move takes the token away and puts one on each of the
//! heaps, and there they meet others as after any move.
//!
//! `fraenkel` is the theory of normal play of annihilation on any graph, `ferguson` that of misère play on graphs without
//! cycles; `rules` and `repulsion` are the rulesets, `pieces` plays on a graph in several pieces as on several graphs.

mod board;
mod extended;
mod ferguson;
mod fraenkel;
mod large;
mod meeting;
mod memory;
mod misere;
mod moves;
mod nim;
mod normal;
mod pieces;
mod repulsion;
mod rules;
mod vertices;

pub use extended::{ExtendedGamma, extended_gamma};
pub use ferguson::{AllHeaps, FergusonCondition, FergusonTheorem, MisereTheory, Reduced, Side, Violation};
pub use fraenkel::{Annihilation, FullAnnihilation, Move, Strategy};
pub use meeting::{Meeting, of_tokens};
pub use memory::Memory;

use crate::games::Fault;
use crate::games::hashing::FastSet;
use crate::positions::{self, Context, NEGATIVE, PositionId, SUM};

use meeting::{ruleset, tokens};
use vertices::Vertices;

/// Vertices that are examined before a game is made, to see that both players have the same moves.
const LOOKED_AT: usize = 10_000;

/// The reason why positions cannot be tokens of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Two tokens on this vertex.
    Twice(PositionId),
    /// These two are not on one graph.
    Apart(PositionId, PositionId),
    /// A position from which, or from a follower of which, the players have different moves.
    Partizan(PositionId),
    /// The graph has terminal classes other than P.
    Classes,
    /// A disjunctive sum is several games, and no place for a token.
    Sum(PositionId),
    /// An infinite heap.
    Infinite(PositionId),
}

/// Returns the annihilation game with these tokens; games among them give their tokens.
pub fn annihilation(cx: &mut dyn Context, parts: &[PositionId]) -> Result<Result<PositionId, Misfit>, Fault> {
    on_one_graph(cx, Meeting::Annihilation, [parts, &[]])
}

/// Returns the game with tokens in these positions, which are the electrons and the positrons; elsewhere there are none
/// of the second kind. Games of the same kind among them give their tokens, but where there are two kinds.
///
/// # Errors
/// The errors of the tokens' rules. The inner error is the reason why they do not make a game.
pub fn on_one_graph(
    cx: &mut dyn Context,
    meeting: Meeting,
    parts: [&[PositionId]; 2],
) -> Result<Result<PositionId, Misfit>, Fault> {
    let mut kinds = [Vec::new(), Vec::new()];
    for (parts, tokens) in parts.into_iter().zip(&mut kinds) {
        if let Err(misfit) = gather(cx, meeting, parts, tokens)? {
            return Ok(Err(misfit));
        }
    }
    let all: Vec<PositionId> = kinds.concat();
    if let Some(misfit) = misfit(&all, cx)? {
        return Ok(Err(misfit));
    }
    Ok(Ok(of_tokens(cx, meeting, &kinds)))
}

/// Adds the tokens of these positions.
fn gather(
    cx: &mut dyn Context,
    meeting: Meeting,
    parts: &[PositionId],
    tokens: &mut Vec<PositionId>,
) -> Result<Result<(), Misfit>, Fault> {
    let here = meeting.ruleset(cx);
    for &part in parts {
        cx.games().budget.tick()?;
        let mut part = part;
        while cx.positions().ruleset_of(part) == NEGATIVE {
            part = PositionId::of_word(cx.positions().state(part)[0]);
        }
        let of = cx.positions().ruleset_of(part);
        let state = cx.positions().state(part).to_vec();
        if of == SUM && !state.is_empty() || of == here && meeting == Meeting::Electrons {
            return Ok(Err(Misfit::Sum(part)));
        } else if of == here || of == SUM {
            tokens.extend(state.into_iter().map(PositionId::of_word));
        } else {
            tokens.extend(positions::tokens(part, cx));
        }
    }
    Ok(Ok(()))
}

/// Returns the tokens of an annihilation game, or `None` for any other position.
pub fn tokens_in(p: PositionId, cx: &mut dyn Context) -> Option<Vec<PositionId>> {
    let here = ruleset(cx);
    (cx.positions().ruleset_of(p) == here).then(|| tokens(cx.positions().state(p)))
}

fn misfit(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Misfit>, Fault> {
    let Some(&first) = tokens.first() else { return Ok(None) };
    let of = cx.positions().ruleset_of(first);
    let is_impartial = |of, cx: &mut dyn Context| cx.positions().rules(of).facts().impartial;
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
    let apart = explored.apart(tokens, &mut cx.games().budget)?;
    Ok(apart.filter(|_| mixed).map(|token| Misfit::Apart(first, token)))
}
