//! Gathering a graph vertex by vertex and arrow by arrow.

use super::{GraphRules, Label, Labels};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault, Player};
use crate::graphs::Digraph;
use crate::positions::{Term, TerminalClass};

/// The reason why no graph can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// This vertex was given two terminal classes.
    TwoClasses(u32),
    /// This vertex has a terminal class and moves.
    ClassWithMoves(u32),
}

/// A graph under construction: eight bytes an arrow until it is finished.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::rulesets::graph::{GraphBuilder, Label};
/// let mut budget = Budget::unlimited();
/// let mut builder = GraphBuilder::default();
/// let a = builder.vertex(Label::Text("a"), &budget)?;
/// let b = builder.vertex(Label::Text("b"), &budget)?;
/// builder.arrow(a, b, None, &budget)?;
/// let rules = builder.finish(&mut budget)?.expect("nothing contradicts");
/// assert_eq!(rules.left().followers(a), [b]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Default)]
pub struct GraphBuilder {
    labels: Labels,
    arrows: Vec<(u32, u32)>,
    /// The owner of each arrow; empty while all are both players'.
    players: Vec<Option<Player>>,
    classes: FastMap<u32, TerminalClass>,
}

impl GraphBuilder {
    /// Returns the number of the vertex with this label, which exists from now on.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn vertex(&mut self, label: Label<'_>, budget: &Budget) -> Result<u32, Fault> {
        self.labels.insert(label, budget)
    }

    /// Returns the labels so far.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Gives a vertex its terminal class. The same one may be given again.
    ///
    /// # Errors
    /// [`Contradiction::TwoClasses`].
    pub fn class(&mut self, vertex: u32, class: TerminalClass) -> Result<(), Contradiction> {
        match self.classes.insert(vertex, class.clone()) {
            Some(old) if old != class => Err(Contradiction::TwoClasses(vertex)),
            _ => Ok(()),
        }
    }

    /// Adds a move of one player or of both; a repeated move counts once.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn arrow(&mut self, from: u32, to: u32, player: Option<Player>, budget: &Budget) -> Result<(), Fault> {
        budget.room_to_push(&self.arrows)?;
        budget.room_to_push(&self.players)?;
        if player.is_some() && self.players.is_empty() {
            budget.reserve(self.arrows.len())?;
            self.players = vec![None; self.arrows.len()];
        }
        if player.is_some() || !self.players.is_empty() {
            self.players.push(player);
        }
        self.arrows.push((from, to));
        Ok(())
    }

    /// Returns the rules, or why there are none, with the label of the vertex.
    pub fn finish(mut self, budget: &mut Budget) -> Result<Result<GraphRules, (Contradiction, Term)>, Fault> {
        let n = self.labels.len();
        self.labels.shrink();
        let (left, right) = if self.players.is_empty() {
            (Digraph::from_edges(n, &self.arrows, budget)?, None)
        } else {
            let of = |player| {
                let pairs = self.arrows.iter().zip(&self.players);
                pairs.filter(move |(_, p)| **p != Some(player)).map(|(arrow, _)| *arrow)
            };
            let left = Digraph::from_edge_iterator(n, of(Player::Right), budget)?;
            let right = Digraph::from_edge_iterator(n, of(Player::Left), budget)?;
            (left, Some(right))
        };
        self.arrows = Vec::new();
        let rules = GraphRules::new(self.labels, left, right, self.classes);
        let odd = rules.analysis().classes().map(|(v, _)| v).find(|&v| !rules.is_terminal(v));
        Ok(match odd {
            Some(v) => Err((Contradiction::ClassWithMoves(v), rules.labels().get(v).term())),
            None => Ok(rules),
        })
    }
}
