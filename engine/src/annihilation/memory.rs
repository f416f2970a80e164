//! The memory of a winner in an annihilation game on a board that is too large for exact counters.

use std::sync::Arc;

use super::board::{ALL, Board};
use super::fraenkel::{Annihilation, Strategy};
use super::meeting::{ruleset, tokens};
use super::moves::toggle;
use crate::games::Fault;
use crate::positions::{Context, PositionId, State};
use crate::questions;

/// The memory of a player who has moved to a position of value 0. His answers win: a counter that only the memory knows
/// falls with each of them (Fraenkel and Yesha 1982).
pub struct Memory {
    board: Board,
    strategy: Strategy<Arc<Annihilation>>,
    at: PositionId,
}

impl Memory {
    /// Returns the memory from this position on, or `None` if the position alone determines how to win, or is not won.
    ///
    /// # Errors
    /// The errors of the tokens' rules.
    pub fn new(at: PositionId, cx: &mut dyn Context) -> Result<Option<Memory>, Fault> {
        if cx.positions().ruleset_of(at) != ruleset(cx) {
            return Ok(None);
        }
        match questions::value(at, cx) {
            Ok(_) => return Ok(None),
            Err(Fault::Loopy) => {}
            Err(fault) => return Err(fault),
        }
        let set = tokens(cx.positions().state(at));
        let board = Board::new(&set, None, cx)?;
        let Some(numbers) = board.numbers(&set).filter(|_| !board.vertices.splits && board.active() > ALL) else {
            return Ok(None);
        };
        let budget = &mut cx.games().budget;
        let game = Arc::new(Annihilation::of_few(&board.graph, 4, budget)?);
        let strategy = Strategy::new(game, &numbers, budget)?;
        Ok(strategy.map(|strategy| Memory { board, strategy, at }))
    }

    /// Returns the position after the player's last move.
    pub fn at(&self) -> PositionId {
        self.at
    }

    /// Returns the answer to the opponent's move to `q`.
    ///
    /// # Errors
    /// [`Fault::None`] if it is no move.
    pub fn answer(&mut self, q: PositionId, cx: &mut dyn Context) -> Result<PositionId, Fault> {
        let (before, after) = (tokens(cx.positions().state(self.at)), tokens(cx.positions().state(q)));
        let gone: Vec<PositionId> = before.iter().copied().filter(|p| !after.contains(p)).collect();
        let come: Vec<PositionId> = after.iter().copied().filter(|p| !before.contains(p)).collect();
        let number = |p: &PositionId| self.board.vertices.numbers.get(p).copied().unwrap_or(u32::MAX);
        let is_edge = |&(from, to): &(u32, u32)| {
            from < self.board.graph.vertices() && self.board.graph.followers(from).contains(&to)
        };
        let candidates: Vec<(u32, u32)> = match (&gone[..], &come[..]) {
            ([from], [to]) => vec![(number(from), number(to))],
            ([a, b], []) => vec![(number(a), number(b)), (number(b), number(a))],
            ([], []) => before.iter().map(|p| (number(p), number(p))).collect(),
            _ => Vec::new(),
        };
        let made = candidates.into_iter().find(is_edge);
        let made = made.ok_or_else(|| Fault::None("the play has left the remembered one".into()))?;
        let (from, to) = self.strategy.answer(made, &mut cx.games().budget)?;
        let mut next = after;
        if from != to {
            for v in [from, to] {
                toggle(&mut next, self.board.vertices.all[v as usize]);
            }
        }
        cx.positions().sort_as_set(&mut next);
        let state: State = next.iter().map(|p| p.0).collect();
        let here = ruleset(cx);
        self.at = cx.positions().intern(here, &state);
        Ok(self.at)
    }
}
