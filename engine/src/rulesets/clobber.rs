//! Clobber: a stone moves onto a stone of the other colour beside it, which vanishes (Albert, Grossman, Nowakowski and
//! Wolfe, An introduction to Clobber, 2005). Left has the stones `x`, Right `o`.
//!
//! State: the board. Every position is all-small, for a move is there for one player just when it is for the other. With
//! cannibals it is not: [`cannibal_clobber`](crate::rulesets::cannibal_clobber).

use std::hash::Hash;
use std::marker::PhantomData;

use crate::games::{Budget, Cache, Fault, Player};
use crate::positions::{Context, Facts, Moves, PositionId, Ruleset, Term, Theorems, View};
use crate::rulesets::board::Board;
use crate::rulesets::clobber_rows::RowValues;
use crate::rulesets::grid::{DIRECTIONS, Grid, Square, on_cells_of, placed};

/// The differences between games of clobbering.
pub trait ClobberRule: Eq + Hash + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// `true` if a stone may take one of its own colour too.
    const CANNIBALS: bool;
}

/// The rule of Clobber.
#[derive(PartialEq, Eq, Hash)]
pub struct Clobber;

impl ClobberRule for Clobber {
    const NAME: &'static str = "clobber";
    const CANNIBALS: bool = false;
}

/// A game of stones that take stones beside them.
#[derive(PartialEq, Eq, Hash)]
pub struct Clobbering<K, C> {
    rule: PhantomData<(K, C)>,
    /// The nim-values of rows in the impartial game.
    rows: Cache<RowValues>,
}

impl<K, C> Default for Clobbering<K, C> {
    fn default() -> Self {
        Clobbering { rule: PhantomData, rows: Cache::default() }
    }
}

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    placed_by::<Clobber>(cx, board)
}

pub(super) fn placed_by<K: ClobberRule>(cx: &mut dyn Context, board: &Board) -> PositionId {
    on_cells_of!(board, Cells => placed(cx, K::NAME, Clobbering::<K, Cells>::default(), &Grid::of(board)))
}

impl<K: ClobberRule, C: Square> Ruleset for Clobbering<K, C> {
    type State = Grid<C>;

    fn facts(&self) -> Facts<'_, Grid<C>> {
        Facts { all_small: !K::CANNIBALS, theorems: Some(self), memory: Some(&self.rows), ..Facts::default() }
    }

    fn moves(&self, grid: &Grid<C>, player: Player, out: &mut Moves<Grid<C>>) -> Result<(), Fault> {
        let (mine, others) = (grid.stones(player), grid.stones(player.other()));
        let taken = if K::CANNIBALS { mine | others } else { others };
        for stone in mine.each() {
            for direction in DIRECTIONS {
                let to = grid.frame.step(direction, stone) & taken;
                if !to.is_empty() {
                    out.to(grid.cleared(stone).with(player, to));
                }
            }
        }
        Ok(())
    }

    fn move_count(&self, grid: &Grid<C>, player: Player) -> Option<usize> {
        let (mine, others) = (grid.stones(player), grid.stones(player.other()));
        let taken = if K::CANNIBALS { mine | others } else { others };
        Some(DIRECTIONS.iter().map(|&direction| (grid.frame.step(direction, mine) & taken).count()).sum())
    }

    /// Stones that touch, if one may take another.
    fn parts(&self, grid: &Grid<C>, found: &mut dyn FnMut(Grid<C>)) {
        let (left, right) = (grid.stones(Player::Left), grid.stones(Player::Right));
        for part in (left | right).regions(|cells| grid.frame.neighbours(cells)) {
            let alive = if K::CANNIBALS { part.count() > 1 } else { part.meets(left) && part.meets(right) };
            if alive {
                found(Grid { not_right: left & part, not_left: right & part, ..*grid });
            }
        }
    }

    fn normal_form(&self, grid: Grid<C>) -> (Grid<C>, bool) {
        grid.normal_form()
    }

    fn has_few_regions(&self, grid: &Grid<C>) -> bool {
        grid.is_row()
    }

    fn is_own_negative(&self, grid: &Grid<C>) -> bool {
        grid.is_own_negative()
    }

    fn term(&self, grid: &Grid<C>) -> Term {
        grid.board().term(K::NAME)
    }

    fn view(&self, grid: &Grid<C>) -> Option<View> {
        Some(View::Board(grid.sketch()))
    }
}

impl<K: ClobberRule, C: Square> Theorems<Grid<C>> for Clobbering<K, C> {
    fn nim_value_of_impartial(&self, grid: &Grid<C>, budget: &mut Budget) -> Option<Result<u64, Fault>> {
        if !grid.is_row() {
            return None;
        }
        let (left, right) = (grid.stones(Player::Left), grid.stones(Player::Right));
        let places: Vec<usize> = (left | right).places().collect();
        let width = grid.frame.width();
        let is_upright = places.first().map(|place| place / width) != places.last().map(|place| place / width);
        let step = if is_upright { width } else { 1 };
        let colour = |&place: &usize| if !K::CANNIBALS && right.meets(C::cell(place)) { 2 } else { 1 };
        let mut known = self.rows.write();
        let mut rows = places.chunk_by(|place, next| place + step == *next);
        Some(
            rows.try_fold(0, |sum, row| {
                Ok(sum ^ known.nim_value(row.iter().map(colour).collect(), K::CANNIBALS, budget)?)
            }),
        )
    }
}
