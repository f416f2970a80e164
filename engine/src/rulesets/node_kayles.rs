//! Node Kayles: a player takes a vertex away, and all vertices beside it go with it (Schaefer 1978).
//!
//! State: the vertices that are left. On a path it is Dawson's Kayles with heaps one larger: 0.137.

use crate::games::{Fault, Player};
use crate::positions::{Context, Facts, Moves, PositionId, Ruleset, Term, View};
use crate::rulesets::board::Board;
use crate::rulesets::grid::{Square, on_cells_of, placed};
use crate::rulesets::ground::{Free, Ground, Net, key};

const NAME: &str = "node_kayles";

/// The game of Node Kayles.
#[derive(PartialEq, Eq, Hash)]
pub struct NodeKayles<C>(Ground<C>);

/// Returns the position of a graph whose vertices have the letters of a board of one row.
pub fn position(cx: &mut dyn Context, net: &Net, board: &Board) -> PositionId {
    on_cells_of!(board, Set => {
        let ground = Ground::<Set>::of(Some(net));
        let start = Free::of(board, &ground);
        placed(cx, &key(NAME, Some(net)), NodeKayles(ground), &start)
    })
}

impl<C: Square> Ruleset for NodeKayles<C> {
    type State = Free<C>;

    fn facts(&self) -> Facts<'_, Free<C>> {
        Facts::impartial()
    }

    fn moves(&self, free: &Free<C>, _: Player, out: &mut Moves<Free<C>>) -> Result<(), Fault> {
        for vertex in free.cells.places() {
            out.to(free.without(C::cell(vertex) | self.0.beside(free.frame, vertex)));
        }
        Ok(())
    }

    fn parts(&self, free: &Free<C>, found: &mut dyn FnMut(Free<C>)) {
        free.regions(&self.0, found);
    }

    fn normal_form(&self, free: Free<C>) -> (Free<C>, bool) {
        (free.normal_form(&self.0), false)
    }

    fn term(&self, free: &Free<C>) -> Term {
        free.term(NAME, &self.0)
    }

    fn view(&self, free: &Free<C>) -> Option<View> {
        Some(free.view(&self.0))
    }
}
