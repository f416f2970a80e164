//! Partizan Arc Kayles: a player takes two vertices away that an edge of that player's joins (CGSuite).
//!
//! State: the vertices that are left. An arrow of one player in either direction is an edge of that player's; a loop lets its
//! vertex be taken alone.

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, PositionId, Ruleset, Term, View};
use crate::rulesets::board::Board;
use crate::rulesets::cells::Cells;
use crate::rulesets::grid::{Square, on_cells_of, placed};
use crate::rulesets::ground::{Free, Ground, Net, arrows, key};

const NAME: &str = "partizan_arc_kayles";

/// The game of Partizan Arc Kayles.
#[derive(PartialEq, Eq, Hash)]
pub struct PartizanArcKayles<C> {
    ground: Ground<C>,
    /// The ends of each edge of Left's, and of Right's.
    edges: [Vec<C>; 2],
}

/// Returns the position of a graph whose vertices have the letters of a board of one row.
pub fn position(cx: &mut dyn Context, net: &Net, board: &Board) -> PositionId {
    on_cells_of!(board, Set => {
        let edges = [net.rules.left(), net.rules.right()].map(|of| {
            let mut edges: Vec<Set> = arrows(of).map(|ends| Set::of(ends.map(|v| v as usize))).collect();
            edges.sort_unstable();
            edges.dedup();
            edges
        });
        let rules = PartizanArcKayles { ground: Ground::of(Some(net)), edges };
        let start = Free::of(board, &rules.ground);
        placed(cx, &key(NAME, Some(net)), rules, &start)
    })
}

impl<C: Square> Ruleset for PartizanArcKayles<C> {
    type State = Free<C>;

    fn moves(&self, free: &Free<C>, player: Player, out: &mut Moves<Free<C>>) -> Result<(), Fault> {
        let edges = &self.edges[usize::from(player == Player::Right)];
        edges.iter().filter(|ends| ends.without(free.cells).is_empty()).for_each(|ends| out.to(free.without(*ends)));
        Ok(())
    }

    fn parts(&self, free: &Free<C>, found: &mut dyn FnMut(Free<C>)) {
        free.regions(&self.ground, found);
    }

    fn normal_form(&self, free: Free<C>) -> (Free<C>, bool) {
        (free.normal_form(&self.ground), false)
    }

    fn term(&self, free: &Free<C>) -> Term {
        free.term(NAME, &self.ground)
    }

    fn view(&self, free: &Free<C>) -> Option<View> {
        Some(free.view(&self.ground))
    }
}
