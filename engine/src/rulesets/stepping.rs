//! Games of stones that step as chessmen do, by data: Clobber by a king's or a knight's steps, of rooks and of queens;
//! Anti-Clobber, Clobber played backwards (CGSuite, Siegel); King-dirt, whose kings burn the cells that they leave (MCGS,
//! University of Alberta).
//!
//! State: the board. Clobber along rows and columns itself is [`clobber`](crate::rulesets::clobber).

use std::marker::PhantomData;
use std::sync::Arc;

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, PositionId, Ruleset, Term, View};
use crate::rulesets::board::Board;
use crate::rulesets::grid::{Frame, Grid, Square, on_cells_of, placed};

/// A step: by how many rows down and columns to the right.
pub type StoneStep = [i8; 2];

/// The steps along rows and columns, in the order in which moves are listed.
pub const ALONG: [StoneStep; 4] = [[-1, 0], [0, -1], [0, 1], [1, 0]];
/// The steps of a king.
pub const KING: [StoneStep; 8] = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

/// The steps of a knight.
pub const KNIGHT: [StoneStep; 8] = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];

/// The cell on which a move ends, and what it leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The stone takes one of the other colour and leaves its own cell empty.
    Takes,
    /// The stone goes to an empty cell and leaves one of the other colour behind.
    Spawns,
    /// The stone goes to an empty cell and its own cell is gone.
    Burns,
}

/// The rule of a game of stepping stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SteppingRule {
    /// The name of the game.
    pub name: &'static str,
    /// The effect of a move.
    pub effect: Effect,
    /// The steps of every stone.
    pub steps: Vec<StoneStep>,
    /// `true` if a stone repeats a step over empty cells as often as it likes.
    pub slides: bool,
    /// The argument that names the steps, if the name of the game does not.
    pub written: Option<Arc<str>>,
}

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, rule: SteppingRule, board: &Board) -> PositionId {
    let key = format!("{} by {:?}", rule.name, rule.steps);
    on_cells_of!(board, Cells => {
        placed(cx, &key, Stepping::<Cells>::new(rule), &Grid::of(board))
    })
}

/// A game of stepping stones.
#[derive(PartialEq, Eq, Hash)]
pub struct Stepping<C> {
    rule: SteppingRule,
    /// `true` if the steps are the same in all eight images of a square.
    is_symmetric: bool,
    cells: PhantomData<C>,
}

impl<C: Square> Stepping<C> {
    /// Returns the game of a rule.
    pub fn new(rule: SteppingRule) -> Stepping<C> {
        let has = |step: StoneStep| rule.steps.contains(&step);
        let is_symmetric = rule.steps.iter().all(|&[down, right]| has([right, down]) && has([-down, right]));
        Stepping { rule, is_symmetric, cells: PhantomData }
    }

    /// Returns the cell where a stone ends after one step, or after all that a slide allows: the first that is not empty
    /// in a game of taking, each empty one in others.
    fn ends(&self, grid: &Grid<C>, stone: C, step: StoneStep, found: &mut dyn FnMut(C)) {
        let (frame, empty) = (grid.frame, grid.empty());
        let mut to = shifted(frame, step, stone) & grid.cells();
        loop {
            if to.is_empty() {
                return;
            }
            let is_empty = to.meets(empty);
            if is_empty != (self.rule.effect == Effect::Takes) {
                found(to);
            }
            if !is_empty || !self.rule.slides {
                return;
            }
            to = shifted(frame, step, to) & grid.cells();
        }
    }

    /// Returns the cells one step from these, forward or back.
    fn beside(&self, frame: Frame, cells: C) -> C {
        self.rule.steps.iter().fold(C::NONE, |all, &[down, right]| {
            all | shifted(frame, [down, right], cells) | shifted(frame, [-down, -right], cells)
        })
    }
}

/// Returns all these cells after a step; those that it takes off the board fall away.
fn shifted<C: Square>(frame: Frame, [down, right]: StoneStep, cells: C) -> C {
    use crate::rulesets::grid::Direction::{Down, Left, Right, Up};
    let times = |cells: C, by: i8, [back, on]: [crate::rulesets::grid::Direction; 2]| {
        let direction = if by < 0 { back } else { on };
        (0..by.unsigned_abs()).fold(cells, |cells, _| frame.step(direction, cells))
    };
    times(times(cells, down, [Up, Down]), right, [Left, Right])
}

impl<C: Square> Ruleset for Stepping<C> {
    type State = Grid<C>;

    fn moves(&self, grid: &Grid<C>, player: Player, out: &mut Moves<Grid<C>>) -> Result<(), Fault> {
        let others = grid.stones(player.other());
        for stone in grid.stones(player).each() {
            for &step in &self.rule.steps {
                self.ends(grid, stone, step, &mut |to| match self.rule.effect {
                    Effect::Takes if !to.meets(others) => {}
                    Effect::Takes => out.to(grid.cleared(stone).with(player, to)),
                    Effect::Spawns => out.to(grid.with(player, to).with(player.other(), stone)),
                    Effect::Burns => out.to(grid.with(player, to).only(grid.cells().without(stone))),
                });
            }
        }
        Ok(())
    }

    /// Stones and empty cells that a step joins, at least one of them empty; in Clobber stones that a step joins. The board
    /// of stones that slide stays whole.
    fn parts(&self, grid: &Grid<C>, found: &mut dyn FnMut(Grid<C>)) {
        let (left, right) = (grid.stones(Player::Left), grid.stones(Player::Right));
        let (frame, empty) = (grid.frame, grid.empty());
        if self.rule.slides {
            if !(left.is_empty() || right.is_empty()) {
                found(*grid);
            }
            return;
        }
        if self.rule.effect == Effect::Takes {
            for part in (left | right).regions(|cells| self.beside(frame, cells)) {
                if part.meets(left) && part.meets(right) {
                    found(Grid { not_right: left & part, not_left: right & part, ..*grid });
                }
            }
            return;
        }
        // Two stones never meet: only through an empty cell does one matter to the other.
        let joined = |cells: C| self.beside(frame, cells & empty) | self.beside(frame, cells) & empty;
        for part in grid.cells().regions(joined) {
            if part.meets(empty) && part.meets(left | right) {
                found(grid.only(part));
            }
        }
    }

    fn normal_form(&self, grid: Grid<C>) -> (Grid<C>, bool) {
        if self.is_symmetric { grid.normal_form() } else { (grid, false) }
    }

    fn is_own_negative(&self, grid: &Grid<C>) -> bool {
        self.is_symmetric && grid.is_own_negative()
    }

    fn term(&self, grid: &Grid<C>) -> Term {
        let mut arguments = vec![Term::Text(grid.board().text().into())];
        arguments.extend(self.rule.written.clone().map(Term::Name));
        Term::Call(self.rule.name.into(), arguments)
    }

    fn view(&self, grid: &Grid<C>) -> Option<View> {
        Some(View::Board(grid.sketch()))
    }
}
