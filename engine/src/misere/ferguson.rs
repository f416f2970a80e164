//! Conditions under which Bouton's rule for misère Nim holds for other games (Ferguson 1974).

use std::fmt;

use crate::games::{Budget, Fault};
use crate::heaps::HeapMoves;

/// The conditions of Ferguson 1974, section 4. Small is a nim-value of 0 or 1, large one from 2 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// A heap of nim-value 0 that is not terminal has a move to nim-value 1.
    A1,
    /// A move from a heap of nim-value 0 to nim-value 1 leaves no large heap.
    A2,
    /// A move from a heap of nim-value 1 to nim-value 0 leaves no large heap.
    A3,
    /// A large heap has a move to nim-value 1 and no large heap, or to nim-value 0 and a large heap.
    A4,
    /// A large heap has a move to nim-value 0 and no large heap, or to nim-value 1 and a large heap.
    A5,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Returns the conditions that a heap breaks, in their order; `values` are the nim-values of the heaps up to it.
///
/// If no heap that can be reached breaks one, the positions that the previous player wins are those of [`is_bouton`]
/// (Ferguson 1974, theorem 2). Conversely, where sums of any heaps of the game are played, each condition is necessary: the
/// first heap with a move has nim-value 1 and terminal followers, and with it beside a heap that breaks A2 or A5, or with
/// a heap that breaks A1, A3 or A4 alone, the rule says something false.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::HeapMoves;
/// use cg_engine::misere::{Condition, conditions};
///
/// let mut game = HeapMoves::default();
/// game.push(&[]);
/// game.push(&[vec![]]);
/// game.push(&[vec![1]]);
/// game.push(&[vec![2]]);
/// let values = game.nim_values(&mut Budget::unlimited())?;
/// assert_eq!(conditions(&game, &values, 3, &mut Budget::unlimited())?, []);
/// // A heap that can only be split into two heaps of Nim `*2`.
/// game.push(&[vec![1], vec![]]);
/// game.push(&[vec![4, 4]]);
/// let values = game.nim_values(&mut Budget::unlimited())?;
/// assert_eq!(conditions(&game, &values, 5, &mut Budget::unlimited())?, [Condition::A3]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn conditions(game: &HeapMoves, values: &[u64], heap: usize, budget: &mut Budget) -> Result<Vec<Condition>, Fault> {
    broken(values, heap, game.moves(heap), budget)
}

/// Returns the conditions that a heap with these moves breaks.
pub(super) fn broken<'a>(
    values: &[u64],
    heap: usize,
    moves: impl Iterator<Item = &'a [u32]>,
    budget: &mut Budget,
) -> Result<Vec<Condition>, Fault> {
    // Followers by nim-value 0 or 1, and by whether a large heap is left.
    let (mut met, mut terminal) = ([[false; 2]; 2], true);
    for left in moves {
        budget.tick()?;
        terminal = false;
        let value = left.iter().fold(0, |sum, &h| sum ^ values[h as usize]);
        let large = left.iter().any(|&h| values[h as usize] > 1);
        if value < 2 {
            met[value as usize][usize::from(large)] = true;
        }
    }
    let [[to_zero, to_large_zero], [to_one, to_large_one]] = met;
    let broken = match values[heap] {
        0 => [!terminal && !to_one && !to_large_one, to_large_one, false, false, false],
        1 => [false, false, to_large_zero, false, false],
        _ => [false, false, false, !to_one && !to_large_zero, !to_zero && !to_large_one],
    };
    let all = [Condition::A1, Condition::A2, Condition::A3, Condition::A4, Condition::A5];
    Ok(all.into_iter().zip(broken).filter(|(_, broken)| *broken).map(|(condition, _)| condition).collect())
}

/// Returns `true` if a heap keeps the criterion by which Ferguson decides Lasker's Nim (1974, section 5.2): if it has moves,
/// one of them leaves no heap with moves; and if not all do, another leaves one heap whose moves all do.
///
/// If all heaps that can be reached keep it, they keep all of [`conditions`].
///
/// ```
/// use cg_engine::heaps::HeapMoves;
/// use cg_engine::misere::keeps_criterion;
///
/// let mut nim = HeapMoves::default();
/// nim.push(&[]);
/// nim.push(&[vec![]]);
/// nim.push(&[vec![], vec![1]]);
/// // From this one nothing but `*2` is left.
/// nim.push(&[vec![2]]);
/// assert_eq!([0, 1, 2, 3].map(|heap| keeps_criterion(&nim, heap)), [true, true, true, false]);
/// ```
pub fn keeps_criterion(game: &HeapMoves, heap: usize) -> bool {
    let ends_at_once = |heap: usize| game.moves(heap).all(<[u32]>::is_empty);
    let is_last = |left: &[u32]| matches!(left, &[one] if ends_at_once(one as usize));
    ends_at_once(heap) || game.moves(heap).any(<[u32]>::is_empty) && game.moves(heap).any(is_last)
}

/// Returns `true` if heaps of these nim-values are in Bouton's set B: nim-sum 0 with some heap large, or nim-sum 1 with
/// none.
///
/// Bouton's rule says that the previous player wins these in misère play (Bouton 1901; Ferguson 1974, section 4).
///
/// ```
/// use cg_engine::misere::is_bouton;
///
/// assert!(is_bouton([2, 2]) && is_bouton([1, 1, 1]) && !is_bouton([1, 1]) && !is_bouton([]));
/// ```
pub fn is_bouton(values: impl IntoIterator<Item = u64>) -> bool {
    let (mut sum, mut large) = (0, false);
    for value in values {
        sum ^= value;
        large |= value > 1;
    }
    sum == u64::from(!large)
}
