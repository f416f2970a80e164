//! The vertices of a move graph as positions. Play may go round in circles.
//!
//! State: the number of the vertex. All questions about the vertices of one graph are answered by one analysis of the
//! whole graph, which is kept with it.

mod build;
mod labels;

use std::cell::OnceCell;
use std::rc::Rc;

use dashu_ratio::RBig;

use crate::games::hashing::FastMap;
use crate::games::{Fault, Outcome, Player};
use crate::graphs::{Digraph, Seed};
use crate::positions::{Context, Convention, End, Known, Options, Rules, RulesetId, Term, Whole};

pub use build::{Contradiction, GraphBuilder};
pub use labels::{Label, Labels};

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
    labels: Labels,
    whole: Whole,
    classes: FastMap<u32, Class>,
    /// Some class is other than P.
    special: bool,
    name: OnceCell<Rc<str>>,
}

impl GraphRules {
    /// A graph by its labels and each player's moves; `None` where Right has those of Left.
    pub fn new(labels: Labels, left: Digraph, right: Option<Digraph>, classes: FastMap<u32, Class>) -> GraphRules {
        let special = classes.values().any(|class| *class != Class::Outcome(Outcome::P));
        GraphRules { labels, whole: Whole::new(left, right), classes, special, name: OnceCell::new() }
    }

    /// The name that its vertices are written with, `g.a`; only the first one given counts.
    pub fn set_name(&self, name: Rc<str>) {
        let _ = self.name.set(name);
    }

    /// The name that was given to it.
    pub fn name(&self) -> Option<&str> {
        self.name.get().map(|name| &**name)
    }

    /// Its labels, by vertex.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// How many vertices it has.
    pub fn len(&self) -> u32 {
        self.labels.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Left's moves.
    pub fn left(&self) -> &Digraph {
        self.whole.left()
    }

    /// Right's moves.
    pub fn right(&self) -> &Digraph {
        self.whole.right().unwrap_or(self.whole.left())
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        self.whole.right().is_none()
    }

    /// Whether nobody can move from a vertex.
    pub fn is_terminal(&self, v: u32) -> bool {
        self.left().is_terminal(v) && self.right().is_terminal(v)
    }

    /// The terminal class of a vertex, if it was given one.
    pub fn class(&self, vertex: u32) -> Option<&Class> {
        self.classes.get(&vertex)
    }

    /// All terminal classes that were given, the least vertex first.
    pub fn classes(&self) -> impl Iterator<Item = (u32, &Class)> {
        let mut all: Vec<_> = self.classes.iter().map(|(&v, class)| (v, class)).collect();
        all.sort_unstable_by_key(|(v, _)| *v);
        all.into_iter()
    }

    /// Whether some vertex has a terminal class other than P.
    pub fn has_special_classes(&self) -> bool {
        self.special
    }

    /// All that is known of all vertices.
    pub fn analysis(&self) -> &Whole {
        &self.whole
    }

    /// What the end of play means at a vertex.
    ///
    /// # Errors
    /// [`Fault::Refused`] for misère play where a class is neither P nor N.
    pub fn end_at(&self, vertex: u32, convention: Convention) -> Result<End, Fault> {
        let misere = convention == Convention::Misere;
        Ok(match self.class(vertex) {
            None => End::Mover(convention.seed()),
            Some(Class::Outcome(Outcome::P)) => End::Mover(convention.seed()),
            Some(Class::Outcome(Outcome::N)) => End::Mover(if misere { Seed::PreviousWins } else { Seed::NextWins }),
            _ if misere => {
                return Err(Fault::Refused(
                    "misère play exchanges P and N; it does not apply to the classes D, L, R and payoffs",
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
}

impl<C: Context> Rules<C> for GraphRules {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault> {
        let sides = [(self.left(), &mut out.left), (self.right(), &mut out.right)];
        out.impartial = self.is_impartial();
        for (moves, list) in sides.into_iter().take(2 - usize::from(out.impartial)) {
            for &to in moves.followers(state[0]) {
                cx.games().budget.tick()?;
                list.push(cx.positions().intern(here, &[to]));
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &C) -> Term {
        let name = self.name.get().cloned().unwrap_or_else(|| "graph".into());
        Term::Vertex(name, Box::new(self.labels.get(state[0]).term()))
    }

    /// Of an impartial graph, from the table of all γ-values; where a cycle can be reached there is no value.
    fn known(&self, _: RulesetId, state: &[u32], cx: &mut C) -> Option<Result<Known, Fault>> {
        self.is_impartial().then(|| {
            let budget = &mut cx.games().budget;
            if self.whole.distance(state[0], budget)?.is_none() {
                return Err(Fault::Loopy);
            }
            let gammas = self.whole.gammas(budget)?;
            Ok(Known::Nim(gammas.finite(state[0]).map_or(0, u64::from)))
        })
    }

    fn end(&self, state: &[u32], convention: Convention) -> Result<End, Fault> {
        self.end_at(state[0], convention)
    }

    fn payoff(&self, state: &[u32]) -> Option<RBig> {
        match self.class(state[0]) {
            Some(Class::Payoff(x)) => Some(x.clone()),
            _ => None,
        }
    }

    fn is_impartial(&self) -> bool {
        self.whole.right().is_none()
    }

    fn has_classes(&self) -> bool {
        self.special
    }

    fn whole(&self) -> Option<&Whole> {
        Some(&self.whole)
    }
}
