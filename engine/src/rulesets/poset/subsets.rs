//! Subset take-away, the power-set game of Gale and Neyman 1982: the players name proper subsets of {1, .., n} that are
//! not empty, none of which contains one that was named before.
//!
//! Gale conjectured that the second player always wins. So it is up to n = 6 (Christensen and Tilford 1997), and for
//! n = 7 it is not (Brouwer and Christensen 2018).

use super::{Given, played};
use crate::games::Fault;
use crate::positions::{Context, PositionId, Term};
use crate::rulesets::cells::Cells;

/// The most points: these have 1022 proper subsets.
pub const MOST_POINTS: u32 = 10;

/// The exchange of points, which changes no play.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Symmetry {
    points: usize,
}

/// Returns the position of subset take-away on `points` points after these subsets were named, as bits: point 1 is bit
/// 0.
///
/// # Errors
/// [`Fault::TooLarge`] for more than [`MOST_POINTS`] points.
pub fn subset_takeaway(cx: &mut dyn Context, points: u32, named: &[u32]) -> Result<PositionId, Fault> {
    if points > MOST_POINTS {
        return Err(Fault::TooLarge { what: "set", size: points.to_string(), limit: MOST_POINTS.to_string() });
    }
    let number = |n: u32| Term::Number(Box::new(n.into()));
    let members = |set: u32| (0..points).filter(move |point| set >> point & 1 == 1);
    let sets = 1..(1u32 << points).max(2) - 1;
    let elements = sets.clone().map(|set| Term::Set(members(set).map(|point| number(point + 1)).collect())).collect();
    let larger = |set: u32| (0..points).map(move |point| set | 1 << point);
    // The element of a set has the number that is one less than its bits.
    let pairs = sets.clone().flat_map(|set| larger(set).map(move |over| [set - 1, over - 1]));
    let below = pairs.filter(|[_, over]| sets.contains(&(over + 1))).collect();
    let (arguments, literal) = (vec![number(points)], points.to_string());
    let given = Given { name: "subset_takeaway", arguments, literal, elements, below };
    let taken: Vec<u32> = named.iter().map(|set| set - 1).collect();
    let symmetry = Symmetry { points: points as usize };
    let position = played(cx, given, &taken, Some(symmetry))?;
    Ok(position.expect("sets are ordered by inclusion"))
}

impl Symmetry {
    /// Returns the image under the exchange that sorts the points by how many sets of each size contain them. Sets that
    /// differ by the names of their points mostly become equal; those that do not are only valued twice.
    pub(super) fn image<C: Cells>(&self, left: C) -> C {
        let mut looks = vec![[0u16; MOST_POINTS as usize]; self.points];
        for set in left.places().map(|element| element + 1) {
            let size = set.count_ones() as usize;
            (0..self.points).filter(|point| set >> point & 1 == 1).for_each(|point| looks[point][size] += 1);
        }
        let mut order: Vec<usize> = (0..self.points).collect();
        order.sort_by_key(|&point| looks[point]);
        let image = |set: usize| order.iter().enumerate().fold(0, |all, (to, from)| all | (set >> from & 1) << to);
        left.each().fold(C::NONE, |all, element| all | C::cell(image(element.start() + 1) - 1))
    }
}
