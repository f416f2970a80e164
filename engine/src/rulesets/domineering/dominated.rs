//! Moves that another one dominates whatever the rest of the board is like, found by bit tricks.
//!
//! Told for Left, whose dominoes stand; for Right everything lies. Second players who copy what the first one does show
//! three things, A being the other empty cells:
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

use super::{FIRST_COLUMN, LAST_COLUMN, WIDTH};

/// What each cell sees in the next row.
const fn next(b: u64) -> u64 {
    b >> WIDTH
}

/// What each cell sees in the row before.
const fn before(b: u64) -> u64 {
    b << WIDTH
}

/// The cells where those moves of Left begin that are surely dominated. Of moves that dominate each other one is left:
/// none goes because of one that is gone already, nor do two go at once because of each other.
pub(super) fn dominated(cells: u64) -> u64 {
    let no_west = cells & !(cells << 1 & !FIRST_COLUMN);
    let no_east = cells & !(cells >> 1 & !LAST_COLUMN);
    let for_left = no_west & no_east;
    let both = |b: u64| b & next(b);
    let two = both(cells);
    let (is_first, is_last) = (!before(cells), !next(next(cells)));

    let three = two & next(next(cells));
    let upper = three & !next(next(next(cells))) & for_left;
    let lower = three & is_first & next(next(for_left)) & !upper;
    let mut gone = upper | before(lower);

    let tight = two & (is_first & (is_last | next(next(for_left))) | is_last & before(for_left));
    let one = tight & !gone;
    if one != 0 {
        gone |= both(for_left) & !(one & one.wrapping_neg());
    }
    // The tight domino is in the next column, level with the other one, a row further or a row before.
    let east = (tight & !gone) >> 1 & !LAST_COLUMN;
    gone |= both(no_west) & (east | next(east) & no_east | before(east) & next(no_east));
    let west = (tight & !gone) << 1 & !FIRST_COLUMN;
    gone |= both(no_east) & (west | next(west) & no_west | before(west) & next(no_west));
    gone
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hashing::FastMap;
    use crate::games::{Budget, GameId, Games, Player};
    use crate::rulesets::domineering::starts;

    /// The value by all moves of boards that are not taken apart.
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
}
