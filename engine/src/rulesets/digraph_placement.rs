//! Digraph placement: a player takes a vertex of their own colour away, and all vertices to which an arrow leads from it go
//! with it (cgt by T. Maciosowski; arXiv 2407.12219).
//!
//! State: the vertices that are left, by their colours; one without a colour may be taken by both.

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, NetEdge, PositionId, Ruleset, Term, View};
use crate::rulesets::board::Board;
use crate::rulesets::cells::Cells;
use crate::rulesets::grid::{Frame, Grid, Square, on_cells_of, placed};
use crate::rulesets::ground::{Ground, Net, key};

const NAME: &str = "digraph_placement";

/// The game of digraph placement.
#[derive(PartialEq, Eq, Hash)]
pub struct DigraphPlacement<C> {
    ground: Ground<C>,
    /// Each vertex with those to which its arrows lead.
    taken_with: Vec<C>,
}

/// Returns the position of a graph whose vertices have the letters of a board of one row.
pub fn position(cx: &mut dyn Context, net: &Net, board: &Board) -> PositionId {
    on_cells_of!(board, Set => {
        let arrows = net.rules.left();
        let taken = |v: u32| Set::of(arrows.followers(v).iter().copied().chain([v]).map(|v| v as usize));
        let taken_with = (0..arrows.vertices()).map(taken).collect();
        let rules = DigraphPlacement { ground: Ground::of(Some(net)), taken_with };
        let start = Grid { frame: Frame::row::<Set>(), ..Grid::of(board) };
        placed(cx, &key(NAME, Some(net)), rules, &start)
    })
}

impl<C: Square> Ruleset for DigraphPlacement<C> {
    type State = Grid<C>;

    fn moves(&self, grid: &Grid<C>, player: Player, out: &mut Moves<Grid<C>>) -> Result<(), Fault> {
        for vertex in (if player == Player::Left { grid.not_right } else { grid.not_left }).each() {
            out.to(grid.only(grid.cells().without(self.taken_with[vertex.start()])));
        }
        Ok(())
    }

    fn parts(&self, grid: &Grid<C>, found: &mut dyn FnMut(Grid<C>)) {
        for part in grid.cells().regions(|cells| self.ground.neighbours(grid.frame, cells)) {
            found(grid.only(part));
        }
    }

    fn normal_form(&self, grid: Grid<C>) -> (Grid<C>, bool) {
        let (frame, [not_right, not_left]) = self.ground.least_image(grid.frame, [grid.not_right, grid.not_left]);
        (Grid { frame, not_right, not_left }, false)
    }

    fn term(&self, grid: &Grid<C>) -> Term {
        self.ground.term(NAME, grid.frame, grid.cells(), letter(*grid))
    }

    fn view(&self, grid: &Grid<C>) -> Option<View> {
        let mut view = self.ground.view(grid.frame, grid.cells(), letter(*grid));
        if let View::Graph(net) = &mut view {
            let is_there = |v: u32| grid.cells().meets(C::cell(v as usize));
            let others = |v: u32| self.taken_with[v as usize].places().map(|to| to as u32).filter(move |&to| to != v);
            let arrows = (0..self.taken_with.len() as u32).flat_map(|v| others(v).map(move |to| [v, to]));
            net.edges = arrows.filter(|ends| ends.iter().all(|&v| is_there(v))).map(NetEdge::from).collect();
            net.is_directed = true;
        }
        Some(view)
    }
}

/// Returns the letters of the vertices.
fn letter<C: Square>(grid: Grid<C>) -> impl Fn(C) -> char {
    move |cell| match (grid.not_right.meets(cell), grid.not_left.meets(cell)) {
        (true, true) => '.',
        (true, false) => 'x',
        (false, true) => 'o',
        (false, false) => '#',
    }
}
