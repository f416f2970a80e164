//! Remoteness and outcomes, for impartial and for two-coloured play.

use super::retrograde::{Labels, Play, analyse};
use super::{Csr, Digraph, INFINITE};
use crate::games::{Budget, Fault, Outcome, Player};

/// The result for a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// He loses.
    #[default]
    Normal,
    /// He wins.
    Misere,
}

impl Convention {
    /// Returns the result of a terminal position under this convention.
    pub fn seed(self) -> Seed {
        match self {
            Convention::Normal => Seed::PreviousWins,
            Convention::Misere => Seed::NextWins,
        }
    }
}

/// The result of a terminal position, for games that end in several ways (Smith 1966, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seed {
    /// The player who cannot move loses: remoteness 0.
    PreviousWins,
    /// The player who cannot move wins: remoteness 1.
    NextWins,
    /// Nobody wins.
    Draw,
}

/// The result that the player to move can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The opponent wins.
    Loss,
    /// Neither player can force a win.
    Draw,
    /// The player to move wins.
    Win,
}

impl Verdict {
    /// Returns the verdict for a game without draws.
    pub fn won(wins: bool) -> Verdict {
        if wins { Verdict::Win } else { Verdict::Loss }
    }

    /// Returns the verdict of a remoteness, with `None` for infinity: odd for a win, even for a loss (Smith 1966,
    /// section 4).
    pub fn of(remoteness: Option<u32>) -> Verdict {
        match remoteness {
            None => Verdict::Draw,
            Some(d) if d % 2 == 1 => Verdict::Win,
            Some(_) => Verdict::Loss,
        }
    }

    /// Returns the result that the other player can force: a loss for a win, a win for a loss.
    pub fn reversed(self) -> Verdict {
        match self {
            Verdict::Win => Verdict::Loss,
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
        }
    }
}

/// The remoteness of every position of an impartial game.
pub struct Remoteness(Labels);

impl Remoteness {
    /// Returns the remoteness of `v`, or `None` for infinity, a draw.
    pub fn get(&self, v: u32) -> Option<u32> {
        self.0.get(v as usize)
    }

    /// Returns N for odd, P for even, D for infinite remoteness.
    pub fn outcome(&self, v: u32) -> Outcome {
        match Verdict::of(self.get(v)) {
            Verdict::Win => Outcome::N,
            Verdict::Loss => Outcome::P,
            Verdict::Draw => Outcome::D,
        }
    }
}

struct ImpartialPlay<'a> {
    forward: &'a Csr,
    reverse: &'a Csr,
}

impl Play for ImpartialPlay<'_> {
    fn nodes(&self) -> u32 {
        self.forward.len()
    }
    fn moves(&self, node: u32) -> u32 {
        self.forward.row(node).len() as u32
    }
    fn before(&self, node: u32) -> (&[u32], u32) {
        (self.reverse.row(node), 0)
    }
}

/// Remoteness (Smith 1966, section 4; Steinhaus): the number of moves play lasts when the winner wants it short and
/// the loser long. Under misère play a terminal position has remoteness 1 (Smith's R′).
///
/// ```
/// use cg_engine::graphs::{Convention, Digraph, remoteness};
/// use cg_engine::games::Budget;
/// let mut budget = Budget::unlimited();
/// let graph = Digraph::from_lists(&[vec![], vec![0], vec![1, 3], vec![2]], &mut budget)?;
/// let table = remoteness(&graph, Convention::Normal, &mut budget)?;
/// assert_eq!([0, 1, 2, 3].map(|v| table.get(v)), [Some(0), Some(1), None, None]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn remoteness(graph: &Digraph, convention: Convention, budget: &mut Budget) -> Result<Remoteness, Fault> {
    remoteness_with(graph, |_| convention.seed(), budget)
}

/// Like [`remoteness`], where `seed` gives the result of each terminal vertex.
pub fn remoteness_with(
    graph: &Digraph,
    seed: impl FnMut(u32) -> Seed,
    budget: &mut Budget,
) -> Result<Remoteness, Fault> {
    let play = ImpartialPlay { forward: graph.forward(), reverse: graph.reverse(budget)? };
    analyse(&play, seed, budget).map(Remoteness)
}

/// Returns the outcome of every position of an impartial game.
///
/// ```
/// use cg_engine::graphs::{Convention, Digraph, outcomes};
/// use cg_engine::games::Budget;
/// use cg_engine::games::Outcome;
/// let mut budget = Budget::unlimited();
/// let graph = Digraph::from_lists(&[vec![], vec![0]], &mut budget)?;
/// assert_eq!(outcomes(&graph, Convention::Misere, &mut budget)?, [Outcome::N, Outcome::P]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn outcomes(graph: &Digraph, convention: Convention, budget: &mut Budget) -> Result<Vec<Outcome>, Fault> {
    let table = remoteness(graph, convention, budget)?;
    Ok((0..graph.vertices()).map(|v| table.outcome(v)).collect())
}

/// Computes the suspense (Winning Ways, ch. 9): the number of moves play lasts when the winner wants it long and the
/// loser short. `None` if nobody wins, or if the winner can delay the end for ever. Under misère play a terminal
/// position has suspense 1.
///
/// ```
/// use cg_engine::graphs::{Convention, Digraph, suspense};
/// use cg_engine::games::Budget;
/// let mut budget = Budget::unlimited();
/// // From 3 the winner goes to 2, which is the longer way, and not to 0.
/// let graph = Digraph::from_lists(&[vec![], vec![0], vec![1], vec![0, 2]], &mut budget)?;
/// let all = suspense(&graph, Convention::Normal, &mut budget)?;
/// assert_eq!(all, [Some(0), Some(1), Some(2), Some(3)]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn suspense(graph: &Digraph, convention: Convention, budget: &mut Budget) -> Result<Vec<Option<u32>>, Fault> {
    let play = ImpartialPlay { forward: graph.forward(), reverse: graph.reverse(budget)? };
    let remoteness = analyse(&play, |_| convention.seed(), budget)?;
    let labels = super::suspense::suspense(&play, &remoteness, |_| convention.seed(), budget)?;
    Ok(labels.into_iter().map(|label| Some(label).filter(|&d| d != INFINITE)).collect())
}

/// The remoteness of every position and mover of a partizan game.
pub struct TwoPlayerRemoteness {
    labels: Labels,
    vertices: u32,
}

impl TwoPlayerRemoteness {
    /// Returns the remoteness of `v` with `mover` to move, or `None` for infinity, a draw.
    pub fn get(&self, v: u32, mover: Player) -> Option<u32> {
        if v >= self.vertices {
            return None;
        }
        let offset = if mover == Player::Left { 0 } else { self.vertices };
        self.labels.get((v + offset) as usize)
    }

    /// Returns the result that `mover` can force from `v` with the move.
    pub fn result(&self, v: u32, mover: Player) -> Verdict {
        Verdict::of(self.get(v, mover))
    }
}

/// Node v is v with Left to move, node v + n is v with Right to move.
struct TwoColoured<'a> {
    left: (&'a Csr, &'a Csr),
    right: (&'a Csr, &'a Csr),
    vertices: u32,
}

impl Play for TwoColoured<'_> {
    fn nodes(&self) -> u32 {
        2 * self.vertices
    }
    fn moves(&self, node: u32) -> u32 {
        let (forward, v) =
            if node < self.vertices { (self.left.0, node) } else { (self.right.0, node - self.vertices) };
        forward.row(v).len() as u32
    }
    fn before(&self, node: u32) -> (&[u32], u32) {
        if node < self.vertices {
            (self.right.1.row(node), self.vertices)
        } else {
            (self.left.1.row(node - self.vertices), 0)
        }
    }
}

/// Remoteness in partizan play on one set of vertices, where Left moves along the edges of `left` and Right along
/// those of `right`. A player without a move loses under normal, wins under misère play.
///
/// ```
/// use cg_engine::graphs::{Convention, Digraph, Verdict, two_player_remoteness};
/// use cg_engine::games::Player;
/// use cg_engine::games::Budget;
/// let mut budget = Budget::unlimited();
/// let left = Digraph::from_edges(2, &[(1, 0)], &mut budget)?;
/// let right = Digraph::from_edges(2, &[], &mut budget)?;
/// let one = two_player_remoteness(&left, &right, Convention::Normal, &mut budget)?;
/// assert_eq!(one.result(1, Player::Left), Verdict::Win);
/// assert_eq!(one.get(1, Player::Right), Some(0));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::None`] if the graphs have different numbers of vertices.
pub fn two_player_remoteness(
    left: &Digraph,
    right: &Digraph,
    convention: Convention,
    budget: &mut Budget,
) -> Result<TwoPlayerRemoteness, Fault> {
    two_player_remoteness_with(left, right, |_, _| convention.seed(), budget)
}

/// Like [`two_player_remoteness`], where `seed` gives the result when the mover cannot move from a vertex.
pub fn two_player_remoteness_with(
    left: &Digraph,
    right: &Digraph,
    mut seed: impl FnMut(u32, Player) -> Seed,
    budget: &mut Budget,
) -> Result<TwoPlayerRemoteness, Fault> {
    let vertices = left.vertices();
    let play = two_coloured(left, right, budget)?;
    let seed = |node| if node < vertices { seed(node, Player::Left) } else { seed(node - vertices, Player::Right) };
    Ok(TwoPlayerRemoteness { labels: analyse(&play, seed, budget)?, vertices })
}

/// The suspense of every position and mover of a partizan game.
pub struct TwoPlayerSuspense {
    labels: Vec<u32>,
    vertices: u32,
}

impl TwoPlayerSuspense {
    /// Returns the suspense of `v` with `mover` to move. `None` if nobody wins, or if the winner can delay the end for
    /// ever.
    pub fn get(&self, v: u32, mover: Player) -> Option<u32> {
        let offset = if mover == Player::Left { 0 } else { self.vertices };
        let label = self.labels.get((v.checked_add(offset)?) as usize).copied();
        label.filter(|&d| d != INFINITE && v < self.vertices)
    }
}

/// Like [`suspense`], for partizan play.
pub fn two_player_suspense(
    left: &Digraph,
    right: &Digraph,
    convention: Convention,
    budget: &mut Budget,
) -> Result<TwoPlayerSuspense, Fault> {
    let play = two_coloured(left, right, budget)?;
    let remoteness = analyse(&play, |_| convention.seed(), budget)?;
    let labels = super::suspense::suspense(&play, &remoteness, |_| convention.seed(), budget)?;
    Ok(TwoPlayerSuspense { labels, vertices: left.vertices() })
}

fn two_coloured<'a>(left: &'a Digraph, right: &'a Digraph, budget: &mut Budget) -> Result<TwoColoured<'a>, Fault> {
    let vertices = left.vertices();
    if right.vertices() != vertices {
        return Err(Fault::None(format!("Left's graph has {vertices} vertices and Right's has {}", right.vertices())));
    }
    let left = (left.forward(), left.reverse(budget)?);
    let right = (right.forward(), right.reverse(budget)?);
    Ok(TwoColoured { left, right, vertices })
}
