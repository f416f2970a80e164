//! The annihilation graph itself: all 2^n sets of tokens.

use std::sync::OnceLock;

use super::{Board, GONE_VERTEX};
use crate::games::{Budget, Fault, Outcome};
use crate::graphs::{Convention, Digraph, GammaTable, Remoteness, gamma, remoteness};
use crate::ordinals::GammaValue;

/// Vertices beyond which not all sets are listed.
const MAX_VERTICES: u32 = 24;

/// The γ-values and counters of all 2^n sets of tokens on n vertices, tokens without moves left out.
///
/// With Smith's counter function a player who moves to the value 0 with a smaller counter each time has won when the
/// counter is used up; the position alone says which move that is.
///
/// ```
/// use cg_engine::annihilation::FullAnnihilation;
/// use cg_engine::graphs::Digraph;
/// use cg_engine::games::Budget;
/// let budget = &mut Budget::unlimited();
/// let cycle = Digraph::from_lists(&[vec![1], vec![2], vec![3], vec![0]], budget)?;
/// let all = FullAnnihilation::new(&cycle, budget)?;
/// assert_eq!(all.counter(&[0, 2], budget)?, Some(2));
/// assert_eq!(all.winning_moves(&[0, 1], budget)?, [(0, 1), (1, 2)]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub struct FullAnnihilation {
    board: Board,
    table: GammaTable,
    misere: OnceLock<Remoteness>,
}

impl FullAnnihilation {
    /// Returns the theory of all sets of tokens on this graph.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] before anything is built.
    pub fn new(graph: &Digraph, budget: &mut Budget) -> Result<FullAnnihilation, Fault> {
        let board = Board::new(graph);
        let n = board.len();
        if n > MAX_VERTICES {
            let size = format!("2^{n}");
            return Err(Fault::TooLarge { what: "annihilation graph", size, limit: format!("2^{MAX_VERTICES}") });
        }
        let degrees: usize = board.moves.iter().map(Vec::len).sum();
        let edges = degrees << n.saturating_sub(1);
        budget.reserve(12 * edges + (48 << n))?;
        let sets = Digraph::from_rows(1 << n, edges, budget, |set, row| {
            for u in (0..n).filter(|u| set >> u & 1 == 1) {
                row.extend(board.moves[u as usize].iter().map(|&w| after(set, (u, w))));
            }
        })?;
        let table = gamma(&sets, budget)?;
        Ok(FullAnnihilation { board, table, misere: OnceLock::new() })
    }

    fn set(&self, tokens: &[u32]) -> u32 {
        self.board.bits(tokens)[0] as u32
    }

    /// Returns the γ-value of a set of tokens.
    pub fn gamma(&self, tokens: &[u32]) -> GammaValue {
        self.table.value(self.set(tokens))
    }

    /// Returns Smith's least counter of a set of tokens, or `None` if γ is infinite.
    pub fn counter(&self, tokens: &[u32], budget: &mut Budget) -> Result<Option<u32>, Fault> {
        self.table.counter(self.set(tokens), budget)
    }

    /// Returns the outcome of misère play, in which a player who cannot move wins.
    pub fn misere_outcome(&self, tokens: &[u32], budget: &mut Budget) -> Result<Outcome, Fault> {
        if self.misere.get().is_none() {
            let table = remoteness(self.table.graph(), Convention::Misere, budget)?;
            self.misere.get_or_init(|| table);
        }
        Ok(self.misere.get().map_or(Outcome::D, |table| table.outcome(self.set(tokens))))
    }

    /// Returns the moves to the value 0, as vertices from and to, least counter first: a player who always takes the
    /// first one wins.
    pub fn winning_moves(&self, tokens: &[u32], budget: &mut Budget) -> Result<Vec<(u32, u32)>, Fault> {
        let set = self.set(tokens);
        let mut found = Vec::new();
        for u in (0..self.board.len()).filter(|u| set >> u & 1 == 1) {
            for &w in &self.board.moves[u as usize] {
                budget.tick()?;
                let next = after(set, (u, w));
                if self.table.finite(next) == Some(0) {
                    found.push((self.table.counter(next, budget)?, (u, w)));
                }
            }
        }
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, m)| self.board.on_graph(m)).collect())
    }
}

/// Returns the set after a move.
fn after(set: u32, (u, w): (u32, u32)) -> u32 {
    match w {
        GONE_VERTEX => set ^ 1 << u,
        w if w == u => set,
        w => set ^ 1 << u ^ 1 << w,
    }
}
