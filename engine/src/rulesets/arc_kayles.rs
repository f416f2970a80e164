//! Arc Kayles: a player takes two vertices away that are joined by an edge (Schaefer 1978). Cram is Arc Kayles on a
//! board: a domino takes two cells that touch (Gardner 1974).
//!
//! State: the cells that are left. A loop joins a vertex to itself, so that it may be taken alone: then paths are
//! Kayles, as those without loops are Dawson's Kayles.

use dashu_int::UBig;

use crate::games::{Fault, Player};
use crate::positions::{Claim, Context, Convention, Facts, Moves, PositionId, Ruleset, Term, Theorem, Theorems, View};
use crate::rulesets::board::Board;
use crate::rulesets::grid::{Square, middle_of_half_turn, on_cells_of, placed};
use crate::rulesets::ground::{Free, Ground, Net, key};

static HALF_TURN: Theorem = Theorem {
    says: Claim::Because("by symmetry: each domino is answered by its image under a half-turn of the board"),
    source: "Gardner 1974",
};

static MIDDLE: Theorem = Theorem {
    says: Claim::Because("by symmetry: after a domino in the middle each is answered by its image under a half-turn"),
    source: "Gardner 1974",
};

/// The game of Arc Kayles.
#[derive(PartialEq, Eq, Hash)]
pub struct ArcKayles<C> {
    ground: Ground<C>,
    name: &'static str,
}

/// Returns the position of a board, as Cram, or of a graph whose vertices have the letters of a board of one row.
pub fn position(cx: &mut dyn Context, net: Option<&Net>, board: &Board) -> PositionId {
    on_cells_of!(board, Set => {
        let rules = ArcKayles::<Set>::on(net);
        let start = Free::of(board, &rules.ground);
        placed(cx, &key(rules.name, net), rules, &start)
    })
}

impl<C: Square> ArcKayles<C> {
    /// Returns the number of middle cells of a board that a half-turn does not change. There a domino may meet its
    /// image.
    fn middle(&self, free: &Free<C>) -> Option<usize> {
        match self.ground {
            Ground::Board => middle_of_half_turn(free.frame, free.cells).map(|middle| middle.count()),
            _ => None,
        }
    }

    /// Returns `true` if there is a move in a region: a cell alone, without a loop, cannot be taken.
    fn can_be_played(&self, part: Free<C>) -> bool {
        part.cells.count() > 1 || self.ground.loops().meets(part.cells)
    }

    /// Returns the game on boards, or on a graph.
    pub fn on(net: Option<&Net>) -> ArcKayles<C> {
        ArcKayles { ground: Ground::of(net), name: if net.is_some() { "arc_kayles" } else { "cram" } }
    }
}

impl<C: Square> Ruleset for ArcKayles<C> {
    type State = Free<C>;

    fn facts(&self) -> Facts<'_, Free<C>> {
        Facts { impartial: true, theorems: Some(self), theorem: Some(&HALF_TURN), ..Facts::default() }
    }

    fn moves(&self, free: &Free<C>, _: Player, out: &mut Moves<Free<C>>) -> Result<(), Fault> {
        let mut others = free.cells;
        for cell in free.cells.each() {
            if self.ground.loops().meets(cell) {
                out.to(free.without(cell));
            }
            others ^= cell;
            for other in (self.ground.neighbours(free.frame, cell) & others).each() {
                out.to(free.without(cell | other));
            }
        }
        Ok(())
    }

    fn move_count(&self, free: &Free<C>, _: Player) -> Option<usize> {
        Some(self.ground.pairs(free.frame, free.cells))
    }

    fn parts(&self, free: &Free<C>, found: &mut dyn FnMut(Free<C>)) {
        free.regions(&self.ground, &mut |part| {
            if self.can_be_played(part) {
                found(part);
            }
        });
    }

    fn parts_after(&self, before: &Free<C>, after: &Free<C>, found: &mut dyn FnMut(Free<C>)) {
        after.regions_after(*before, &self.ground, &mut |part| {
            if self.can_be_played(part) {
                found(part);
            }
        });
    }

    fn normal_form(&self, free: Free<C>) -> (Free<C>, bool) {
        (free.normal_form(&self.ground), false)
    }

    fn term(&self, free: &Free<C>) -> Term {
        free.term(self.name, &self.ground)
    }

    fn view(&self, free: &Free<C>) -> Option<View> {
        Some(free.view(&self.ground))
    }
}

impl<C: Square> Theorems<Free<C>> for ArcKayles<C> {
    fn nim_value(&self, free: &Free<C>) -> Option<UBig> {
        (self.middle(free)? == 0).then_some(UBig::ZERO)
    }

    fn wins(&self, free: &Free<C>, convention: Convention) -> Option<(bool, &'static Theorem)> {
        (convention == Convention::Normal && self.middle(free)? == 2).then_some((true, &MIDDLE))
    }
}
