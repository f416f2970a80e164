//! Amazons: a player moves a queen of theirs as in chess, then it shoots an arrow the way a queen goes, which burns the
//! cell where it lands (Zamkauskas 1988; Berlekamp, Sums of 2 × N Amazons, 2000). Queens and arrows pass over empty
//! cells only. Left has the queens `x`, Right `o`; `#` is burnt.
//!
//! State: the board.

use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, PositionId, Ruleset, Term, View};
use crate::rulesets::board::{Alphabet, Board};
use crate::rulesets::grid::{Direction, Frame, Grid, STONES, Square, on_cells_of, placed};

const NAME: &str = "amazons";

/// The letters of a board.
pub const LETTERS: Alphabet = Alphabet {
    letters: &[('x', "Left's queen"), ('o', "Right's queen"), ('.', "empty"), ('#', "burnt, or no cell")],
    sizes: STONES.sizes,
};

/// The game of Amazons.
#[derive(PartialEq, Eq, Hash)]
pub struct Amazons<C>(PhantomData<C>);

impl<C> Default for Amazons<C> {
    fn default() -> Self {
        Amazons(PhantomData)
    }
}

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    on_cells_of!(board, Cells => placed(cx, NAME, Amazons::<Cells>::default(), &Grid::of(board)))
}

/// The eight ways of a queen: a step in each direction, and one aslant.
const WAYS: [(Direction, Option<Direction>); 8] = [
    (Direction::Up, Some(Direction::Left)),
    (Direction::Up, None),
    (Direction::Up, Some(Direction::Right)),
    (Direction::Left, None),
    (Direction::Right, None),
    (Direction::Down, Some(Direction::Left)),
    (Direction::Down, None),
    (Direction::Down, Some(Direction::Right)),
];

fn step<C: Square>(frame: Frame, (first, aslant): (Direction, Option<Direction>), cells: C) -> C {
    let straight = frame.step(first, cells);
    aslant.map_or(straight, |aslant| frame.step(aslant, straight))
}

/// Returns the cells that a queen on `from` reaches over empty cells.
fn reached<C: Square>(frame: Frame, from: C, empty: C) -> C {
    WAYS.iter().fold(C::NONE, |all, &way| {
        let (mut ray, mut at) = (C::NONE, from);
        loop {
            at = step(frame, way, at) & empty;
            if at.is_empty() {
                return all | ray;
            }
            ray = ray | at;
        }
    })
}

impl<C: Square> Ruleset for Amazons<C> {
    type State = Grid<C>;

    fn moves(&self, grid: &Grid<C>, player: Player, out: &mut Moves<Grid<C>>) -> Result<(), Fault> {
        for queen in grid.stones(player).each() {
            let left = grid.cleared(queen);
            for to in reached(grid.frame, queen, grid.empty()).each() {
                for arrow in reached(grid.frame, to, left.empty().without(to)).each() {
                    let next = left.with(player, to);
                    out.to(next.only(!arrow));
                }
            }
        }
        Ok(())
    }

    /// Queens and empty cells that touch along a side or at a corner, if a queen is among them that may move.
    fn parts(&self, grid: &Grid<C>, found: &mut dyn FnMut(Grid<C>)) {
        let around = |cells: C| WAYS.iter().fold(C::NONE, |all, &way| all | step(grid.frame, way, cells));
        let (empty, queens) = (grid.empty(), grid.stones(Player::Left) | grid.stones(Player::Right));
        for part in grid.cells().regions(around) {
            if part.meets(empty) && part.meets(queens) {
                found(grid.only(part));
            }
        }
    }

    fn normal_form(&self, grid: Grid<C>) -> (Grid<C>, bool) {
        grid.normal_form()
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
