//! Poset games: a player takes an element of a finite partially ordered set, and all elements above it go with it.
//!
//! Chomp is the game on a rectangle without its least element, Hackendot the game on a forest whose roots are on top, and
//! the power-set game that on the proper subsets of a set (Gale 1974; Gale and Neyman 1982; Fraenkel, Scenic trails,
//! section 7). Who wins is PSPACE-complete to tell in general (Grier 2013).
//!
//! State: the elements that are left, a set that contains every element below its members.

mod grundy;
mod hackendot;
mod subsets;

use std::sync::Arc;

use dashu_int::UBig;

use crate::games::{Budget, Fault, Player};
use crate::positions::{
    Cell, Claim, Content, Context, Convention, Facts, Moves, NetEdge, NetSketch, PositionId, Ruleset, Term, Theorem,
    Theorems, View,
};
use crate::rulesets::board::Board;
use crate::rulesets::cells::Cells;
use crate::rulesets::grid::{on_cells_of, placed};
pub use hackendot::{NoForest, hackendot};
use subsets::Symmetry;
pub use subsets::{MOST_POINTS, subset_takeaway};

/// Elements of the largest set that is played on.
pub const MOST_ELEMENTS: u32 = 1024;

static LEAST_ELEMENT: Theorem = Theorem {
    says: Claim::Because("as there is a least element, which takes all others with it"),
    source: "Gale 1974",
};
static STEALING: Theorem = Theorem {
    says: Claim::Because("by strategy stealing: taking the greatest element wins, or the reply that beats it does"),
    source: "Gale 1974",
};
static SERIES_PARALLEL: Theorem = Theorem {
    says: Claim::Because("by the nim-values of the parts that stand beside and above each other"),
    source: "Deuber and Thomassé 1996",
};

/// An ordered set as it was given.
pub struct Given {
    /// The name of the ruleset.
    pub name: &'static str,
    /// The arguments that give the set.
    pub arguments: Vec<Term>,
    /// The whole set as a text, by which sets are distinguished.
    pub literal: String,
    /// Its elements.
    pub elements: Arc<[Term]>,
    /// Pairs of elements by their numbers, the first one below the second one; an element may be paired with itself.
    pub below: Vec<[u32; 2]>,
}

/// The game on one ordered set.
#[derive(PartialEq, Eq, Hash)]
struct Poset<C> {
    name: &'static str,
    arguments: Vec<Term>,
    elements: Arc<[Term]>,
    /// The elements that go with each element: itself and all above it.
    above: Vec<C>,
    /// The elements that each element can be compared with, itself among them.
    related: Vec<C>,
    symmetry: Option<Symmetry>,
}

/// Returns the position in which these elements are taken, with all above them.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Engine, Known, Term};
/// use cg_engine::questions;
/// use cg_engine::rulesets::poset::{Given, position};
///
/// let mut engine = Engine::default();
/// let elements = [1, 2, 3].map(|n| Term::Number(Box::new(n.into()))).into();
/// let given = Given { name: "poset", arguments: Vec::new(), literal: "1 < 2, 3".into(), elements, below: vec![[0, 1], [0, 2]] };
/// let p = position(&mut engine, given, &[])?.unwrap();
/// assert_eq!(questions::value(p, &mut engine)?, Known::Nim(1));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::TooLarge`]; an element that would be below itself, as the inner error.
pub fn position(cx: &mut dyn Context, given: Given, taken: &[u32]) -> Result<Result<PositionId, u32>, Fault> {
    played(cx, given, taken, None)
}

fn played(
    cx: &mut dyn Context,
    given: Given,
    taken: &[u32],
    symmetry: Option<Symmetry>,
) -> Result<Result<PositionId, u32>, Fault> {
    let n = given.elements.len();
    if n > MOST_ELEMENTS as usize {
        let (size, limit) = (n.to_string(), MOST_ELEMENTS.to_string());
        return Err(Fault::TooLarge { what: "ordered set", size, limit });
    }
    let row = Board { rows: 1, columns: n.max(1), cells: vec!['.'; n] };
    on_cells_of!(&row, Set => {
        let above = match closed::<Set>(n, &given.below, &mut cx.games().budget)? {
            Ok(above) => above,
            Err(element) => return Ok(Err(element)),
        };
        let mut left = Set::up_to(n);
        for &element in taken {
            left = left.without(above[element as usize]);
        }
        let key = format!("{} {}", given.name, given.literal);
        let rules = Poset::of(given, above, symmetry);
        Ok(Ok(placed(cx, &key, rules, &left)))
    })
}

/// Returns for each of `n` elements itself and all above it, or an element that would be below itself.
fn closed<C: Cells>(n: usize, below: &[[u32; 2]], budget: &mut Budget) -> Result<Result<Vec<C>, u32>, Fault> {
    let mut lower: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut waits = vec![0u32; n];
    for &[low, high] in below.iter().filter(|[low, high]| low != high) {
        budget.tick()?;
        lower[high as usize].push(low);
        waits[low as usize] += 1;
    }
    // From the top down: an element is complete when all that it waits for are.
    let mut above: Vec<C> = (0..n).map(C::cell).collect();
    let mut ready: Vec<u32> = (0..n as u32).filter(|&element| waits[element as usize] == 0).collect();
    while let Some(high) = ready.pop() {
        for &low in &lower[high as usize] {
            budget.tick()?;
            above[low as usize] = above[low as usize] | above[high as usize];
            waits[low as usize] -= 1;
            if waits[low as usize] == 0 {
                ready.push(low);
            }
        }
    }
    Ok(match on_a_cycle(&lower, &waits) {
        None => Ok(above),
        Some(element) => Err(element),
    })
}

/// Returns an element on a cycle. One that still waits, waits for another one that does: whoever goes on comes back.
fn on_a_cycle(lower: &[Vec<u32>], waits: &[u32]) -> Option<u32> {
    let mut higher = vec![None; waits.len()];
    for (high, lows) in lower.iter().enumerate().filter(|(high, _)| waits[*high] > 0) {
        lows.iter().for_each(|&low| higher[low as usize] = Some(high));
    }
    let mut here = waits.iter().position(|&waits| waits > 0)?;
    for _ in 0..waits.len() {
        here = higher[here]?;
    }
    Some(here as u32)
}

impl<C: Cells> Poset<C> {
    fn of(given: Given, above: Vec<C>, symmetry: Option<Symmetry>) -> Poset<C> {
        let mut related = above.clone();
        for (element, over) in above.iter().enumerate() {
            over.each().for_each(|other| related[other.start()] = related[other.start()] | C::cell(element));
        }
        let Given { name, arguments, elements, .. } = given;
        Poset { name, arguments, elements, above, related, symmetry }
    }

    /// Returns the elements below one, itself aside.
    fn under(&self, element: usize) -> C {
        self.related[element].without(self.above[element])
    }
}

impl<C: Cells> Ruleset for Poset<C> {
    type State = C;

    fn facts(&self) -> Facts<'_, C> {
        Facts { impartial: true, theorems: Some(self), theorem: Some(&SERIES_PARALLEL), ..Facts::default() }
    }

    fn moves(&self, left: &C, _: Player, out: &mut Moves<C>) -> Result<(), Fault> {
        for element in left.each() {
            out.to(left.without(self.above[element.start()]));
        }
        Ok(())
    }

    fn parts(&self, left: &C, found: &mut dyn FnMut(C)) {
        left.regions(|some| grundy::neighbours(some, &self.related)).for_each(found);
    }

    fn normal_form(&self, left: C) -> (C, bool) {
        let image = self.symmetry.as_ref().map_or(left, |symmetry| symmetry.image(left));
        (image, false)
    }

    /// Writes the taken elements by the least of them, which determine the rest.
    fn term(&self, left: &C) -> Term {
        let taken = C::up_to(self.elements.len()).without(*left);
        let least = taken.each().filter(|element| !self.under(element.start()).meets(taken));
        let least: Vec<Term> = least.map(|element| self.elements[element.start()].clone()).collect();
        let mut arguments = self.arguments.clone();
        if !least.is_empty() {
            arguments.push(Term::Set(least));
        }
        Term::Call(self.name.into(), arguments)
    }

    /// Returns the diagram of the order: an edge for two elements without another one between them.
    fn view(&self, left: &C) -> Option<View> {
        let cell = |element: usize| match left.meets(C::cell(element)) {
            true => Cell { mark: Content::Empty, letter: '.' },
            false => Cell { mark: Content::Blocked, letter: '#' },
        };
        let vertices = self.elements.iter().enumerate().map(|(i, label)| (label.clone(), cell(i))).collect();
        let mut edges = Vec::new();
        for low in left.each() {
            let over = self.above[low.start()].without(low) & *left;
            let next = over.each().filter(|high| !self.under(high.start()).meets(over));
            edges.extend(next.map(|high| NetEdge::from([low.start() as u32, high.start() as u32])));
        }
        Some(View::Graph(NetSketch { vertices, edges, is_directed: false }))
    }
}

impl<C: Cells> Theorems<C> for Poset<C> {
    fn nim_value(&self, left: &C) -> Option<UBig> {
        grundy::value(*left, &self.above, &self.related).map(UBig::from)
    }

    fn wins(&self, left: &C, convention: Convention) -> Option<(bool, &'static Theorem)> {
        if convention == Convention::Misere {
            return None;
        }
        let mut each = left.each().map(Cells::start);
        if each.any(|element| left.without(self.above[element]).is_empty()) {
            return Some((true, &LEAST_ELEMENT));
        }
        let mut each = left.each();
        each.any(|element| left.without(self.under(element.start())) == element).then_some((true, &STEALING))
    }
}
