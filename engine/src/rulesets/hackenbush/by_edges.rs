//! All pictures with a given number of edges, each once up to the names of vertices.

use std::collections::BTreeSet;

use super::Colour;
use crate::games::{Budget, Fault};

/// An edge by its ends, the lesser one first, and its colour. The ground is 0.
pub type PictureEdge = (u8, u8, Colour);

/// The pictures that hold on to the ground, those with fewer edges first. Several edges may join two vertices. An edge from a
/// vertex to itself is not among them: it is played like one to a vertex of its own.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::rulesets::hackenbush::PicturesByEdges;
///
/// let mut pictures = PicturesByEdges::default();
/// let mut counts = Vec::new();
/// for _ in 0..3 {
///     counts.push(pictures.grow(&mut Budget::unlimited())?.len());
/// }
/// // No edge; one of each colour; two in a row, beside each other or side by side.
/// assert_eq!(counts, [1, 3, 9 + 6 + 6]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Debug, Default)]
pub struct PicturesByEdges {
    /// The pictures with as many edges as were last asked for; none before the first question.
    pictures: BTreeSet<Vec<PictureEdge>>,
}

impl PicturesByEdges {
    /// The largest number of edges.
    pub const MAX_EDGES: usize = 7;

    /// Returns the pictures with one edge more than the last ones, at first the one without edges.
    pub fn grow(&mut self, budget: &mut Budget) -> Result<&BTreeSet<Vec<PictureEdge>>, Fault> {
        if self.pictures.is_empty() {
            self.pictures.insert(Vec::new());
            return Ok(&self.pictures);
        }
        let mut larger = BTreeSet::new();
        for picture in &self.pictures {
            // A new edge joins two vertices, or one with a new vertex.
            let count = picture.iter().map(|edge| edge.1 + 1).max().unwrap_or(1);
            let ends = (0..count).flat_map(|a| (a + 1..=count).map(move |b| (a, b)));
            for (a, b) in ends {
                for colour in [Colour::Blue, Colour::Red, Colour::Green] {
                    let mut edges = picture.clone();
                    edges.push((a, b, colour));
                    if larger.insert(first_image(&edges, count.max(b + 1), budget)?) {
                        budget.reserve(64 + edges.len() * size_of::<PictureEdge>())?;
                    }
                }
            }
        }
        self.pictures = larger;
        Ok(&self.pictures)
    }
}

/// Returns the least list of edges that a picture has under a numbering of its vertices, in which the ground stays 0.
fn first_image(edges: &[PictureEdge], count: u8, budget: &mut Budget) -> Result<Vec<PictureEdge>, Fault> {
    let mut least: Option<Vec<PictureEdge>> = None;
    let mut open: Vec<Vec<u8>> = vec![vec![0]];
    while let Some(numbers) = open.pop() {
        budget.tick()?;
        if numbers.len() < usize::from(count) {
            let free = (1..count).filter(|number| !numbers.contains(number));
            open.extend(free.map(|number| [&numbers[..], &[number]].concat()));
            continue;
        }
        let number = |v: u8| numbers[usize::from(v)];
        let mut image: Vec<PictureEdge> =
            edges.iter().map(|&(a, b, colour)| (number(a).min(number(b)), number(a).max(number(b)), colour)).collect();
        image.sort_unstable();
        if least.as_ref().is_none_or(|least| image < *least) {
            least = Some(image);
        }
    }
    Ok(least.unwrap_or_default())
}
