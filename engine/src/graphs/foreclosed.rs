//! Play that ends as soon as one of several components does: the graph without blunders.

use super::{Convention, Digraph, gamma};
use crate::games::{Budget, Fault};
use crate::ordinals::{GammaValue, Ordinal};

/// A component of a short compound, in which the first component that ends is the end of play (Winning Ways, ch. 9:
/// foreclosed values).
///
/// Normal play: whoever ends a component wins, so nobody moves to a vertex from which the other can end it, unless
/// he must. Misère play: whoever ends a component loses. Without those moves the play that remains is lost by the
/// player who has none of it left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Foreclosed {
    /// The component has ended.
    Ended,
    /// A position that one move ends under normal play: a win for the player to move.
    Won,
    /// Neither: the γ-value in the play that remains.
    Open(GammaValue),
}

impl Foreclosed {
    /// Returns the value that is counted by a number: 0 and 1 are no nim-values, all others are 2 more than one.
    pub fn counted(number: Ordinal) -> Foreclosed {
        match number.as_finite().map(|n| (n, u8::try_from(n))) {
            Some((_, Ok(0))) => Foreclosed::Ended,
            Some((_, Ok(1))) => Foreclosed::Won,
            Some((n, _)) => Foreclosed::Open(GammaValue::Finite(Ordinal::finite(n - 2u8))),
            None => Foreclosed::Open(GammaValue::Finite(number)),
        }
    }
}

/// Returns the foreclosed value of vertex `v`.
///
/// ```
/// use cg_engine::graphs::{Convention, Digraph, Foreclosed, foreclosed};
/// use cg_engine::games::Budget;
/// use cg_engine::ordinals::GammaValue;
/// let mut budget = Budget::unlimited();
/// // Play along a line: 3 goes to 2, 2 to 1, 1 ends at 0.
/// let line = Digraph::from_lists(&[vec![], vec![0], vec![1], vec![2]], &mut budget)?;
/// assert_eq!(foreclosed(&line, 1, Convention::Normal, &mut budget)?, Foreclosed::Won);
/// let open = Foreclosed::Open(GammaValue::nimber(1u64));
/// assert_eq!(foreclosed(&line, 3, Convention::Normal, &mut budget)?, open);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn foreclosed(graph: &Digraph, v: u32, convention: Convention, budget: &mut Budget) -> Result<Foreclosed, Fault> {
    let ends = |w: u32| graph.is_terminal(w);
    let won = |w: u32| convention == Convention::Normal && graph.followers(w).iter().any(|&x| ends(x));
    if ends(v) {
        return Ok(Foreclosed::Ended);
    }
    if won(v) {
        return Ok(Foreclosed::Won);
    }
    let mut kept = Vec::with_capacity(graph.vertices() as usize);
    for w in 0..graph.vertices() {
        budget.tick()?;
        kept.push(!ends(w) && !won(w));
    }
    let mut edges = Vec::new();
    for w in (0..graph.vertices()).filter(|&w| kept[w as usize]) {
        budget.tick()?;
        edges.extend(graph.followers(w).iter().filter(|&&x| kept[x as usize]).map(|&x| (w, x)));
    }
    let left = Digraph::from_edges(graph.vertices(), &edges, budget)?;
    Ok(Foreclosed::Open(gamma(&left, budget)?.value(v)))
}
