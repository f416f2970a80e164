//! NoGo: each player puts stones of their own on empty cells, and after every move each block of stones of one colour
//! still touches an empty cell: stones are never captured (C. Chou, O. Teytaud and S. Yen, Revisiting Monte-Carlo tree
//! search on a normal form game: NoGo, 2011). Left has the stones `x`, Right `o`.
//!
//! State: the board.

use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, PositionId, Ruleset, Term, View};
use crate::rulesets::board::Board;
use crate::rulesets::grid::{Grid, Square, on_cells_of, placed};

const NAME: &str = "nogo";

/// The game of NoGo.
#[derive(PartialEq, Eq, Hash)]
pub struct NoGo<C>(PhantomData<C>);

impl<C> Default for NoGo<C> {
    fn default() -> Self {
        NoGo(PhantomData)
    }
}

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    on_cells_of!(board, Cells => placed(cx, NAME, NoGo::<Cells>::default(), &Grid::of(board)))
}

/// Returns `true` if stones of its colour join every stone to one that touches an empty cell.
fn breathes<C: Square>(grid: &Grid<C>) -> bool {
    let shore = grid.frame.neighbours(grid.empty());
    [Player::Left, Player::Right].into_iter().all(|player| {
        let stones = grid.stones(player);
        let mut reached = stones & shore;
        loop {
            let grown = (reached | grid.frame.neighbours(reached)) & stones;
            if grown == reached {
                return reached == stones;
            }
            reached = grown;
        }
    })
}

/// Returns a row in which each block has one stone: its ends alone can touch an empty cell.
fn shortened<C: Square>(grid: Grid<C>) -> Grid<C> {
    let is_long = |player| grid.frame.neighbours(grid.stones(player)).meets(grid.stones(player));
    if ![Player::Left, Player::Right].into_iter().any(is_long) {
        return grid;
    }
    let Board { rows, columns, mut cells } = grid.board();
    if rows > 1 && columns > 1 {
        return grid;
    }
    cells.dedup_by(|next, before| next == before && *next != '.');
    Grid::of(&Board { rows: 1, columns: cells.len(), cells })
}

impl<C: Square> Ruleset for NoGo<C> {
    type State = Grid<C>;

    fn moves(&self, grid: &Grid<C>, player: Player, out: &mut Moves<Grid<C>>) -> Result<(), Fault> {
        for cell in grid.empty().each() {
            let next = grid.with(player, cell);
            if breathes(&next) {
                out.to(next);
            }
        }
        Ok(())
    }

    /// Finds the regions. A move matters to the block that it joins and to those that lose an empty cell by it. So
    /// stones of different colours do not join their neighbours. A block without an empty cell beside it forbids every
    /// move.
    fn parts(&self, grid: &Grid<C>, found: &mut dyn FnMut(Grid<C>)) {
        if !breathes(grid) {
            return;
        }
        let (left, right) = (grid.stones(Player::Left), grid.stones(Player::Right));
        let beside = |cells| grid.frame.neighbours(cells);
        let joined = |part: C| {
            let (of_left, of_right) = (beside(part & left), beside(part & right));
            beside(part & grid.empty()) | of_left.without(right) | of_right.without(left)
        };
        for part in grid.cells().regions(joined) {
            found(grid.only(part));
        }
    }

    fn normal_form(&self, grid: Grid<C>) -> (Grid<C>, bool) {
        shortened(grid).normal_form()
    }

    fn is_own_negative(&self, grid: &Grid<C>) -> bool {
        grid.is_own_negative()
    }

    fn term(&self, grid: &Grid<C>) -> Term {
        grid.board().term(NAME)
    }

    fn view(&self, grid: &Grid<C>) -> Option<View> {
        Some(View::Board(grid.sketch()))
    }
}
