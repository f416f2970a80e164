//! The vertices of a move graph as positions. Play may go round in circles.
//!
//! State: the number of the vertex.

use std::cell::OnceCell;
use std::rc::Rc;

use dashu_ratio::RBig;

use crate::digraphs::Seed;
use crate::games::{Fault, Outcome, Player};
use crate::positions::{Context, Convention, End, Options, Rules, RulesetId, Term};

/// What a terminal vertex means, where it is not simply the end of play (class P).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    /// P: the player who moved there wins; N: the next player wins; D: drawn; L, R: that player wins.
    Outcome(Outcome),
    /// What Left receives.
    Payoff(RBig),
}

/// The moves of a graph.
pub struct GraphRules {
    labels: Vec<Term>,
    left: Vec<Vec<u32>>,
    right: Vec<Vec<u32>>,
    classes: Vec<Option<Class>>,
    name: OnceCell<Rc<str>>,
}

impl GraphRules {
    /// A graph by its labels and each player's moves from every vertex.
    pub fn new(
        labels: Vec<Term>,
        left: Vec<Vec<u32>>,
        right: Vec<Vec<u32>>,
        classes: Vec<Option<Class>>,
    ) -> GraphRules {
        GraphRules { labels, left, right, classes, name: OnceCell::new() }
    }

    /// The name that its vertices are written with, `g.a`; only the first one given counts.
    pub fn set_name(&self, name: Rc<str>) {
        let _ = self.name.set(name);
    }

    /// The terminal class of a vertex, if it was given one.
    pub fn class(&self, vertex: u32) -> Option<&Class> {
        self.classes[vertex as usize].as_ref()
    }
}

impl<C: Context> Rules<C> for GraphRules {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault> {
        let vertex = state[0] as usize;
        for (moves, list) in [(&self.left[vertex], &mut out.left), (&self.right[vertex], &mut out.right)] {
            list.extend(moves.iter().map(|&to| cx.positions().intern(here, &[to])));
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &C) -> Term {
        let label = self.labels[state[0] as usize].clone();
        let name = self.name.get().cloned().unwrap_or_else(|| "graph".into());
        Term::Vertex(name, Box::new(label))
    }

    fn end(&self, state: &[u32], convention: Convention) -> Result<End, Fault> {
        let misere = convention == Convention::Misere;
        Ok(match self.class(state[0]) {
            None => End::Mover(convention.seed()),
            Some(Class::Outcome(Outcome::P)) => End::Mover(convention.seed()),
            Some(Class::Outcome(Outcome::N)) => End::Mover(if misere { Seed::PreviousWins } else { Seed::NextWins }),
            _ if misere => {
                return Err(Fault::Refused(
                    "misere play exchanges P and N; it does not apply to the classes D, L, R and payoffs",
                ));
            }
            Some(Class::Outcome(Outcome::L)) => End::Winner(Player::Left),
            Some(Class::Outcome(Outcome::R)) => End::Winner(Player::Right),
            Some(Class::Outcome(_)) => End::Mover(Seed::Draw),
            Some(Class::Payoff(x)) if *x > RBig::ZERO => End::Winner(Player::Left),
            Some(Class::Payoff(x)) if *x < RBig::ZERO => End::Winner(Player::Right),
            Some(Class::Payoff(_)) => End::Mover(Seed::Draw),
        })
    }

    fn payoff(&self, state: &[u32]) -> Option<RBig> {
        match self.class(state[0]) {
            Some(Class::Payoff(x)) => Some(x.clone()),
            _ => None,
        }
    }

    fn refusal(&self) -> Option<&'static str> {
        let plain = |c: &Option<Class>| matches!(c, None | Some(Class::Outcome(Outcome::P)));
        (!self.classes.iter().all(plain))
            .then_some("a graph with terminal classes other than P has outcomes, but no values")
    }
}
