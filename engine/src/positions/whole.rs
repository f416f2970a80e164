//! Rulesets whose positions are the vertices of one finite graph: analysed once, for all vertices.

use std::cell::OnceCell;

use super::{Context, Convention, End, PositionId};
use crate::games::{Budget, Fault, Player};
use crate::graphs::{
    self, Digraph, GammaTable, Remoteness, Seed, TwoPlayerRemoteness, remoteness_with, two_player_remoteness_with,
};

/// The moves of a ruleset whose position with state `[v]` is vertex v of a graph, and what is known of all vertices.
///
/// Each analysis is made when first asked for and kept; it takes a few words a vertex.
pub struct Whole {
    left: Digraph,
    right: Option<Digraph>,
    distances: OnceCell<Vec<Option<u32>>>,
    gammas: OnceCell<GammaTable>,
    /// Under normal and under misère play.
    plays: [OnceCell<Play>; 2],
}

/// The remoteness of every vertex and mover.
enum Play {
    Impartial(Remoteness),
    Partizan(TwoPlayerRemoteness),
}

impl Whole {
    /// Left's moves, and Right's where they are not the same.
    pub fn new(left: Digraph, right: Option<Digraph>) -> Whole {
        let same = |right: &Digraph| (0..left.vertices()).all(|v| left.followers(v) == right.followers(v));
        let right = right.filter(|right| !same(right));
        Whole { left, right, distances: OnceCell::new(), gammas: OnceCell::new(), plays: Default::default() }
    }

    /// Left's moves.
    pub fn left(&self) -> &Digraph {
        &self.left
    }

    /// Right's moves; `None` when they are the same.
    pub fn right(&self) -> Option<&Digraph> {
        self.right.as_ref()
    }

    /// Smith's terminal distance of a vertex, whoever moves; `None` where some play need not end.
    ///
    /// # Errors
    /// Limits.
    pub fn distance(&self, v: u32, budget: &mut Budget) -> Result<Option<u32>, Fault> {
        let all = match self.distances.get() {
            Some(all) => all,
            None => {
                let both;
                let graph = match &self.right {
                    None => &self.left,
                    Some(right) => {
                        both = self.left.union(right, budget)?;
                        &both
                    }
                };
                let all = graphs::distances(graph, budget)?;
                self.distances.get_or_init(|| all)
            }
        };
        Ok(all.get(v as usize).copied().flatten())
    }

    /// The γ-values and counters of all vertices.
    ///
    /// # Errors
    /// [`Fault::Partizan`] when the players' moves differ; limits.
    pub fn gammas(&self, budget: &mut Budget) -> Result<&GammaTable, Fault> {
        if self.right.is_some() {
            return Err(Fault::Partizan);
        }
        match self.gammas.get() {
            Some(table) => Ok(table),
            None => {
                let table = graphs::gamma(&self.left, budget)?;
                Ok(self.gammas.get_or_init(|| table))
            }
        }
    }

    /// The remoteness of a vertex when `mover` moves; `None` for a draw. `end` says what the end of play means at a
    /// vertex; it is asked at the first question under each convention, and must always say the same.
    ///
    /// # Errors
    /// Those of `end`; limits.
    pub fn remoteness(
        &self,
        v: u32,
        mover: Player,
        convention: Convention,
        end: impl Fn(u32) -> Result<End, Fault>,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Fault> {
        let cell = &self.plays[convention as usize];
        let play = match cell.get() {
            Some(play) => play,
            None => {
                let play = self.play(end, budget)?;
                cell.get_or_init(|| play)
            }
        };
        Ok(match play {
            Play::Impartial(table) => table.get(v),
            Play::Partizan(table) => table.get(v, mover),
        })
    }

    fn play(&self, end: impl Fn(u32) -> Result<End, Fault>, budget: &mut Budget) -> Result<Play, Fault> {
        // Only ends of play are asked about, and only once; the first failure stands for all.
        let mut failed = None;
        let mut impartial = self.right.is_none();
        for v in 0..self.left.vertices() {
            budget.tick()?;
            if self.left.is_terminal(v) && self.right.as_ref().is_none_or(|right| right.is_terminal(v)) {
                impartial &= matches!(end(v)?, End::Mover(_));
            }
        }
        let mut seed = |v, mover| match end(v) {
            Ok(end) => end.seed(mover),
            Err(fault) => {
                failed.get_or_insert(fault);
                Seed::Draw
            }
        };
        let play = if impartial {
            Play::Impartial(remoteness_with(&self.left, |v| seed(v, Player::Left), budget)?)
        } else {
            let right = self.right.as_ref().unwrap_or(&self.left);
            Play::Partizan(two_player_remoteness_with(&self.left, right, seed, budget)?)
        };
        failed.map_or(Ok(play), Err)
    }
}

/// The remoteness of a position whose ruleset is one graph, for each starter; `None` for a draw. Nothing for other
/// positions, and where the whole graph does not admit the convention but a part of it may.
///
/// # Errors
/// Limits.
pub(super) fn remoteness<C: Context>(
    p: PositionId,
    convention: Convention,
    cx: &mut C,
) -> Result<Option<[Option<u32>; 2]>, Fault> {
    let here = cx.positions().ruleset_of(p);
    let rules = cx.positions().rules(here);
    let Some(whole) = rules.whole() else { return Ok(None) };
    let v = cx.positions().state(p)[0];
    let end = |v| rules.end(&[v], convention);
    let budget = &mut cx.games().budget;
    let mut both = [None; 2];
    for (mover, of_mover) in [Player::Left, Player::Right].into_iter().zip(&mut both) {
        match whole.remoteness(v, mover, convention, end, budget) {
            Ok(remoteness) => *of_mover = remoteness,
            Err(Fault::Refused(_)) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
    Ok(Some(both))
}
