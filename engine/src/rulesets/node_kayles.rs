//! Node Kayles: a player takes a vertex away, and all vertices beside it go with it (Schaefer 1978).
//!
//! State: the vertices that are left. On a path it is Dawson's Kayles with heaps one larger: 0.137.
//!
//! Most graphs that a search comes to have few vertices. Their nim-values stand in one table, by their edges.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering};

use dashu_int::UBig;

use crate::games::{Fault, Player};
use crate::positions::{Context, Facts, Moves, PositionId, Ruleset, Term, Theorems, View};
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
        Facts { theorems: Some(self), ..Facts::impartial() }
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
        if free.cells.count() <= MOST_OF_FEW {
            return (free, false);
        }
        (free.normal_form(&self.0), false)
    }

    fn term(&self, free: &Free<C>) -> Term {
        free.term(NAME, &self.0)
    }

    fn view(&self, free: &Free<C>) -> Option<View> {
        Some(free.view(&self.0))
    }
}

impl<C: Square> Theorems<Free<C>> for NodeKayles<C> {
    fn nim_value(&self, free: &Free<C>) -> Option<UBig> {
        if free.cells.count() > MOST_OF_FEW {
            return None;
        }
        let mut graph = FewVertices::default();
        for (i, vertex) in free.cells.places().enumerate() {
            let beside = self.0.beside(free.frame, vertex) & free.cells;
            for (j, _) in free.cells.places().take(i).enumerate().filter(|(_, other)| beside.meets(C::cell(*other))) {
                graph.join(j, i);
            }
            graph.count += 1;
        }
        Some(graph.nim_value().into())
    }
}

/// Vertices of the largest graph whose nim-value stands in the table.
const MOST_OF_FEW: usize = 7;

/// The nim-values of graphs of a few vertices, each plus 1, or 0 if it is not known yet. The graphs of k vertices stand behind
/// those of fewer, in the order of their pairs as a number.
static NIM_VALUES_OF_FEW: LazyLock<Box<[AtomicU8]>> =
    LazyLock::new(|| (0..FewVertices::start(MOST_OF_FEW + 1)).map(|_| AtomicU8::new(0)).collect());

/// A graph of at most [`MOST_OF_FEW`] vertices.
#[derive(Clone, Copy, Default)]
struct FewVertices {
    count: usize,
    /// The pairs of a vertex and an earlier one that are joined, a bit each, in the order of the later ones.
    pairs: u32,
}

impl FewVertices {
    /// Returns the number of graphs of fewer vertices than `count`.
    fn start(count: usize) -> usize {
        (0..count).map(|fewer| 1 << (fewer * fewer.saturating_sub(1) / 2)).sum()
    }

    /// Joins a vertex to a later one.
    fn join(&mut self, earlier: usize, later: usize) {
        self.pairs |= 1 << (later * (later - 1) / 2 + earlier);
    }

    fn are_joined(self, v: usize, w: usize) -> bool {
        let (earlier, later) = (v.min(w), v.max(w));
        earlier != later && self.pairs >> (later * (later - 1) / 2 + earlier) & 1 == 1
    }

    /// Returns the graph without a vertex and those beside it.
    fn after(self, taken: usize) -> FewVertices {
        let mut left = FewVertices::default();
        let mut places = [0; MOST_OF_FEW];
        for v in (0..self.count).filter(|&v| v != taken && !self.are_joined(v, taken)) {
            for (earlier, _) in places[..left.count].iter().enumerate().filter(|(_, w)| self.are_joined(**w, v)) {
                left.join(earlier, left.count);
            }
            places[left.count] = v;
            left.count += 1;
        }
        left
    }

    /// Returns the nim-value, by the mex of those after each move.
    fn nim_value(self) -> u8 {
        let kept = &NIM_VALUES_OF_FEW[FewVertices::start(self.count) + self.pairs as usize];
        if let Some(known) = kept.load(Ordering::Relaxed).checked_sub(1) {
            return known;
        }
        let after = (0..self.count).fold(0_u8, |after, taken| after | 1 << self.after(taken).nim_value());
        let value = after.trailing_ones() as u8;
        kept.store(value + 1, Ordering::Relaxed);
        value
    }
}
