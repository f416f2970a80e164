//! The moves of both players from a position.

use super::PositionId;
use crate::games::Player;

/// The moves of both players from one position, each by the position that it leads to.
#[derive(Debug)]
pub struct Options<T = PositionId> {
    /// Left's, or everybody's when `impartial`.
    pub left: Vec<T>,
    /// Right's; empty and unused when `impartial`.
    pub right: Vec<T>,
    /// Both players have the moves in `left`.
    pub impartial: bool,
}

/// The target of a move: a position, or the sum of two that are no sums. A sum can be valued without being interned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target(PositionId, PositionId);

impl Target {
    /// Stands where there is no second component.
    const NONE: PositionId = PositionId::of_word(u32::MAX);

    /// Returns the sum of two positions, neither of them a sum.
    pub fn sum(first: PositionId, second: PositionId) -> Target {
        Target(first, second)
    }

    /// Returns the components, if it is a sum.
    pub fn components(self) -> Result<[PositionId; 2], PositionId> {
        if self.1 == Target::NONE { Err(self.0) } else { Ok([self.0, self.1]) }
    }
}

impl From<PositionId> for Target {
    fn from(p: PositionId) -> Target {
        Target(p, Target::NONE)
    }
}

impl Options<Target> {
    /// Adds the moves of `options`, and takes over from it whether both players have the same ones.
    pub fn extend(&mut self, options: Options) {
        self.left.extend(options.left.into_iter().map(Target::from));
        self.right.extend(options.right.into_iter().map(Target::from));
        self.impartial = options.impartial;
    }
}

impl<T> Default for Options<T> {
    fn default() -> Self {
        Options { left: Vec::new(), right: Vec::new(), impartial: false }
    }
}

impl<T: Copy + Ord> Options<T> {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.left.clear();
        self.right.clear();
        self.impartial = false;
    }

    /// Returns the moves of a player.
    pub fn of(&self, player: Player) -> &[T] {
        if player == Player::Left { &self.left } else { self.right() }
    }

    /// Returns Right's moves, whichever way they are kept.
    pub fn right(&self) -> &[T] {
        if self.impartial { &self.left } else { &self.right }
    }

    /// Recognises the same moves, written in any order and any of them twice, as impartial.
    pub fn settle(&mut self) {
        if self.impartial {
            return;
        }
        // Unlike lists rarely have the same least and greatest member.
        let is_alike =
            || self.left.iter().min() == self.right.iter().min() && self.left.iter().max() == self.right.iter().max();
        if self.left == self.right || is_alike() && sorted(&self.left) == sorted(&self.right) {
            self.impartial = true;
            self.right.clear();
        }
    }
}

/// Returns the members in order, each once.
fn sorted<T: Copy + Ord>(ids: &[T]) -> Vec<T> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    ids
}
