//! Moves that another one dominates whatever the rest of the board is like, found by bit tricks.
//!
//! The rules are written for Left, whose dominoes stand; for Right everything lies. Copying strategies of the second
//! player prove three facts, A being the other empty cells:
//!
//! - A cell without a neighbour in its row serves only Left: A and it are worth at least A. One without a neighbour in its
//!   column serves only Right: A and it are worth at most A.
//! - A domino is *safe* if its cells have no neighbours in their rows: A and they are worth at least A + 1.
//! - A domino is *tight* if its cells have no neighbours in their column, or one neighbour, which serves only Left: A and
//!   they are worth at most A + 1. (Left may cover that neighbour too, but then leaves a cell to Right and has lost one.)
//!
//! So a domino is dominated by a tight one if it is safe once that is placed: the first leaves A and the tight one, the
//! second A and the safe one. And of the two dominoes on three cells in a column, one is dominated by the other if the
//! cell that it leaves serves only Right then, and the cell that the other leaves only Left.

use std::ops::{BitAnd, BitOr, Not};

use super::{FIRST_COLUMN, LAST_COLUMN, WIDTH};

/// A set of cells. Each cell sees those beside it: the content of a neighbour is read at the cell's own place.
pub(super) trait Plane:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + Default + PartialEq
{
    /// Returns the content of the next row at each cell.
    fn next(self) -> Self;
    /// Returns the content of the row before at each cell.
    fn before(self) -> Self;
    /// Returns the content of the next column at each cell.
    fn east(self) -> Self;
    /// Returns the content of the column before at each cell.
    fn west(self) -> Self;
    /// Returns one of its cells alone.
    fn one(self) -> Self;
}

impl Plane for u64 {
    #[inline]
    fn next(self) -> u64 {
        self >> WIDTH
    }

    #[inline]
    fn before(self) -> u64 {
        self << WIDTH
    }

    #[inline]
    fn east(self) -> u64 {
        self >> 1 & !LAST_COLUMN
    }

    #[inline]
    fn west(self) -> u64 {
        self << 1 & !FIRST_COLUMN
    }

    #[inline]
    fn one(self) -> u64 {
        self & self.wrapping_neg()
    }
}

/// Returns the cells where those moves of Left begin that are surely dominated. Of moves that dominate each other one
/// is left: none goes because of one that is gone already, nor do two go at once because of each other.
pub(super) fn dominated<P: Plane>(cells: P) -> P {
    let no_west = cells & !cells.west();
    let no_east = cells & !cells.east();
    let for_left = no_west & no_east;
    let both = |b: P| b & b.next();
    let two = both(cells);
    let (is_first, is_last) = (!cells.before(), !cells.next().next());

    let three = two & cells.next().next();
    let upper = three & !cells.next().next().next() & for_left;
    let lower = three & is_first & for_left.next().next() & !upper;
    let mut gone = upper | lower.before();

    let tight = two & (is_first & (is_last | for_left.next().next()) | is_last & for_left.before());
    let one = tight & !gone;
    if one != P::default() {
        gone = gone | both(for_left) & !one.one();
    }
    // The tight domino is in the next column, level with the other one, a row further or a row before.
    let east = (tight & !gone).east();
    gone = gone | both(no_west) & (east | east.next() & no_east | east.before() & no_east.next());
    let west = (tight & !gone).west();
    gone | both(no_east) & (west | west.next() & no_west | west.before() & no_west.next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hashing::FastMap;
    use crate::games::{Budget, GameId, Games, Player};
    use crate::rulesets::domineering::medium::RowsPlane;
    use crate::rulesets::domineering::starts;

    /// Returns the value by all moves of boards that are not taken apart.
    fn value(cells: u64, games: &mut Games, known: &mut FastMap<u64, GameId>) -> GameId {
        if let Some(&value) = known.get(&cells) {
            return value;
        }
        let [left, right] = [(Player::Left, WIDTH), (Player::Right, 1)].map(|(player, step)| {
            let starts = starts(cells, player);
            let moves = (0..64).map(|i| 1 << i).filter(|start| starts & start != 0);
            moves.map(|start| value(cells & !(start | start << step), games, known)).collect::<Vec<_>>()
        });
        let value = games.from_options(&left, &right).expect("no limit");
        known.insert(cells, value);
        value
    }

    #[test]
    fn a_move_is_dropped_only_if_one_that_is_kept_is_as_good() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut games, mut known) = (Games::new(Budget::unlimited()), FastMap::default());
        let (mut dropped, mut at_the_edge) = (0, 0);
        for round in 0..400 {
            // Four rows and five columns, in a corner or at the opposite edges.
            let shift = if round % 2 == 0 { 0 } else { 4 * WIDTH + 3 };
            let cells = ((random.u64(..) | random.u64(..)) & 0x1f1f_1f1f) << shift;
            let gone = dominated(cells);
            let all = starts(cells, Player::Left);
            assert_eq!(gone & !all, 0, "{cells:#x}");
            let mut after = |start: u64| {
                let left = cells & !(start | start << WIDTH);
                (start, value(left, &mut games, &mut known))
            };
            let moves: Vec<_> = (0..64).map(|i| 1 << i).filter(|start| all & start != 0).map(&mut after).collect();
            for &(start, worse) in moves.iter().filter(|(start, _)| gone & start != 0) {
                let mut kept = moves.iter().filter(|(start, _)| gone & start == 0);
                let is_dominated = kept.any(|&(_, better)| games.less_or_equal(worse, better).expect("no limit"));
                assert!(is_dominated, "{cells:#x}, {start:#x}");
                dropped += 1;
                at_the_edge += u32::from(shift > 0);
            }
        }
        assert!(dropped > 100 && at_the_edge > 40, "{dropped}, {at_the_edge}");
    }

    #[test]
    fn it_does_not_matter_how_cells_are_kept() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..1000 {
            let cells = random.u64(..) | random.u64(..);
            let rows = |cells: u64, at: usize| {
                let bytes = cells.to_le_bytes();
                RowsPlane(std::array::from_fn(|y| u16::from(bytes.get(y.wrapping_sub(at)).copied().unwrap_or(0)) << at))
            };
            for at in [0, 3, 8] {
                assert!(dominated(rows(cells, at)) == rows(dominated(cells), at), "{cells:#x}, {at}");
            }
        }
    }
}
