//! The moves of both players from a position.

use super::{Context, PositionId, with};
use crate::games::Fault;

/// The moves of both players from one position.
#[derive(Default, Debug)]
pub struct Options {
    /// Left's, or everybody's when `impartial`.
    pub left: Vec<PositionId>,
    /// Right's; empty and unused when `impartial`.
    pub right: Vec<PositionId>,
    /// Both players have the moves in `left`.
    pub impartial: bool,
}

impl Options {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.left.clear();
        self.right.clear();
        self.impartial = false;
    }

    /// Right's moves, whichever way they are kept.
    pub fn right(&self) -> &[PositionId] {
        if self.impartial { &self.left } else { &self.right }
    }

    /// Recognises equal lists, written in any order, as impartial.
    pub fn settle(&mut self) {
        if self.impartial || self.left.len() != self.right.len() {
            return;
        }
        if self.left == self.right || sorted(&self.left) == sorted(&self.right) {
            self.impartial = true;
            self.right.clear();
        }
    }
}

fn sorted(ids: &[PositionId]) -> Vec<PositionId> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids
}

/// The moves of both players from a position.
///
/// # Errors
/// What its rules say, or a limit; [`Fault::Refused`] for a compound of positions with terminal classes.
pub fn options<C: Context>(p: PositionId, cx: &mut C, out: &mut Options) -> Result<(), Fault> {
    out.clear();
    cx.positions().demand_play(p)?;
    with(p, cx, |rules, here, state, cx| rules.options(here, state, cx, out))?;
    out.settle();
    Ok(())
}
