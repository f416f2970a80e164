//! Rulesets whose positions are the vertices of one finite graph: analysed once, for all vertices.

use std::sync::OnceLock;

use dashu_ratio::RBig;

use super::Convention;
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault, Outcome, Player};
use crate::graphs::{
    self, Digraph, GammaTable, Remoteness, Seed, TwoPlayerRemoteness, remoteness_with, two_player_remoteness_with,
};

/// The result of play that ends at a position without moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The result from the point of view of the player to move, whoever it is.
    Mover(Seed),
    /// This player wins.
    Winner(Player),
}

impl End {
    /// Returns the result from the point of view of `player`, who has to move.
    pub fn seed(self, player: Player) -> Seed {
        match self {
            End::Mover(seed) => seed,
            End::Winner(winner) if winner == player => Seed::NextWins,
            End::Winner(_) => Seed::PreviousWins,
        }
    }

    /// Returns the result with the players exchanged.
    pub(super) fn negative(self) -> End {
        match self {
            End::Mover(seed) => End::Mover(seed),
            End::Winner(winner) => End::Winner(winner.other()),
        }
    }
}

/// The result at a terminal vertex that is not simply the end of play (class P).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminalClass {
    /// P: the player who moved there wins; N: the next player wins; D: drawn; L, R: that player wins.
    Outcome(Outcome),
    /// The payoff to Left.
    Payoff(RBig),
}

/// The moves of a ruleset whose position with state `[v]` is vertex v of a graph, and the results about all vertices.
///
/// Each analysis is made when first asked for and kept; it takes a few words a vertex.
pub struct Whole {
    left: Digraph,
    right: Option<Digraph>,
    classes: FastMap<u32, TerminalClass>,
    distances: OnceLock<Vec<Option<u32>>>,
    gammas: OnceLock<GammaTable>,
    /// The play under normal and under misère play.
    plays: [OnceLock<WholePlay>; 2],
}

/// The remoteness of every vertex and mover.
enum WholePlay {
    Impartial(Remoteness),
    Partizan(TwoPlayerRemoteness),
}

impl Whole {
    /// Returns the graph with these moves of Left, of Right if they differ from Left's, and these classes of terminal
    /// vertices.
    pub fn new(left: Digraph, right: Option<Digraph>, classes: FastMap<u32, TerminalClass>) -> Whole {
        let same = |right: &Digraph| (0..left.vertices()).all(|v| left.followers(v) == right.followers(v));
        let right = right.filter(|right| !same(right));
        let (distances, gammas) = (OnceLock::new(), OnceLock::new());
        Whole { left, right, classes, distances, gammas, plays: Default::default() }
    }

    /// Returns Left's moves.
    pub fn left(&self) -> &Digraph {
        &self.left
    }

    /// Returns Right's moves, or `None` if they are the same.
    pub fn right(&self) -> Option<&Digraph> {
        self.right.as_ref()
    }

    /// Returns the class of a terminal vertex, if one was given.
    pub fn class(&self, v: u32) -> Option<&TerminalClass> {
        self.classes.get(&v)
    }

    /// Returns the classes that were given, by vertex.
    pub fn classes(&self) -> impl Iterator<Item = (u32, &TerminalClass)> {
        let mut all: Vec<_> = self.classes.iter().map(|(&v, class)| (v, class)).collect();
        all.sort_unstable_by_key(|(v, _)| *v);
        all.into_iter()
    }

    /// Returns `true` if some class is other than P, so that play may end otherwise than by the convention.
    pub fn has_special_classes(&self) -> bool {
        self.classes.values().any(|class| *class != TerminalClass::Outcome(Outcome::P))
    }

    /// Returns the result if play ends at a vertex.
    ///
    /// # Errors
    /// [`Fault::Refused`] for misère play, which exchanges P and N and has no meaning for the other classes.
    pub fn end(&self, v: u32, convention: Convention) -> Result<End, Fault> {
        let misere = convention == Convention::Misere;
        Ok(match self.class(v) {
            None | Some(TerminalClass::Outcome(Outcome::P)) => End::Mover(convention.seed()),
            Some(TerminalClass::Outcome(Outcome::N)) => {
                End::Mover(if misere { Seed::PreviousWins } else { Seed::NextWins })
            }
            _ if misere => {
                return Err(Fault::Refused(
                    "misère play exchanges P and N; it does not apply to the classes D, L, R and payoffs",
                ));
            }
            Some(TerminalClass::Outcome(Outcome::L)) => End::Winner(Player::Left),
            Some(TerminalClass::Outcome(Outcome::R)) => End::Winner(Player::Right),
            Some(TerminalClass::Outcome(_)) => End::Mover(Seed::Draw),
            Some(TerminalClass::Payoff(x)) if *x > RBig::ZERO => End::Winner(Player::Left),
            Some(TerminalClass::Payoff(x)) if *x < RBig::ZERO => End::Winner(Player::Right),
            Some(TerminalClass::Payoff(_)) => End::Mover(Seed::Draw),
        })
    }

    /// Returns the payoff to Left if play ends at a vertex, or `None` if it has none.
    pub fn payoff(&self, v: u32) -> Option<&RBig> {
        match self.class(v) {
            Some(TerminalClass::Payoff(x)) => Some(x),
            _ => None,
        }
    }

    /// Returns Smith's terminal distance of a vertex, whoever moves, or `None` if some play need not end.
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

    /// Returns the γ-values and counters of all vertices.
    ///
    /// # Errors
    /// [`Fault::Partizan`] if the players' moves differ.
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

    /// Returns the remoteness of a vertex when `mover` moves, or `None` for a draw.
    pub fn remoteness(
        &self,
        v: u32,
        mover: Player,
        convention: Convention,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Fault> {
        let cell = &self.plays[convention as usize];
        let play = match cell.get() {
            Some(play) => play,
            None => {
                let play = self.play(convention, budget)?;
                cell.get_or_init(|| play)
            }
        };
        Ok(match play {
            WholePlay::Impartial(table) => table.get(v),
            WholePlay::Partizan(table) => table.get(v, mover),
        })
    }

    fn play(&self, convention: Convention, budget: &mut Budget) -> Result<WholePlay, Fault> {
        // Only ends of play are asked about, and only once; the first failure stands for all.
        let mut failed = None;
        let mut impartial = self.right.is_none();
        for v in 0..self.left.vertices() {
            budget.tick()?;
            if self.left.is_terminal(v) && self.right.as_ref().is_none_or(|right| right.is_terminal(v)) {
                impartial &= matches!(self.end(v, convention)?, End::Mover(_));
            }
        }
        let mut seed = |v, mover| match self.end(v, convention) {
            Ok(end) => end.seed(mover),
            Err(fault) => {
                failed.get_or_insert(fault);
                Seed::Draw
            }
        };
        let play = if impartial {
            WholePlay::Impartial(remoteness_with(&self.left, |v| seed(v, Player::Left), budget)?)
        } else {
            let right = self.right.as_ref().unwrap_or(&self.left);
            WholePlay::Partizan(two_player_remoteness_with(&self.left, right, seed, budget)?)
        };
        failed.map_or(Ok(play), Err)
    }
}
