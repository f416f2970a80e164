//! Games on ordered sets: poset games, Hackendot and the power-set game.

use std::rc::Rc;
use std::sync::Arc;

use super::errors::OrderError;
use super::graphs::graph_of;
use crate::eval::{Count, EvalError, Members, Place, Room, Session, bare, builtins};
use crate::show::graph_text;
use crate::value::graph::{is_label, label_value, with_label};
use crate::value::{Graph, List, Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::notation::Notation;
use cg_engine::positions::Term;
use cg_engine::rulesets::graph::Labels;
use cg_engine::rulesets::poset::{self, Given, MOST_POINTS, NoForest};

builtins! {
    /// Games on ordered sets.
    ORDERS, "Ordered sets";

    /// Poset game: take an element and all above it.
    ///
    /// The order is a set of chains: `{[1,2], [1,3,4]}` has 1 < 2 and 1 < 3 < 4, `[5]` an element by itself; or a graph in
    /// which `a -> b` says a < b. What follows from these holds too. A second argument lists elements that are taken, with
    /// all above them (Gale 1974; Fraenkel, Scenic trails, section 7).
    /// nim_value(poset({[1,2], [1,3], [2,4], [5]}))  #=> 5
    /// options(poset({["a","b"]}))  #=> [poset({["a", "b"]}, {"a"}), poset({["a", "b"]}, {"b"})]
    /// poset(graph <a -> c; b -> c>)  #=> *2
    /// See: chomp, hackendot, subset_takeaway
    poset(order: Value, taken: Option<Members>) -> Place = poset_game;

    /// Hackendot: take a vertex and all vertices on its way to the root.
    ///
    /// Von Neumann's game on a forest, whose arrows lead away from the roots: the poset game in which each root is above
    /// its tree, played in polynomial time (Úlehla 1980). A second argument lists vertices that are taken, with all on
    /// their ways.
    /// forest := graph <r -> a, b; a -> c, d; s -> t>; outcome(hackendot(forest))  #=> N
    /// forest := graph <r -> a; a -> b; s -> t>; winning_moves(hackendot(forest))  #=> [hackendot(forest, {"r"})]
    /// See: poset, hackenbush, graph
    hackendot(forest: Rc<Ruleset>, taken: Option<Members>) -> Place = hackendot;

    /// The power-set game: name a subset that contains none named before.
    ///
    /// Of {1, .., n}, neither empty nor all of it; it is also called subset take-away. A second argument lists the sets that
    /// were named. Gale's conjecture that the second player wins fails at n = 7 (Gale and Neyman 1982; Brouwer and
    /// Christensen 2018).
    /// [outcome(subset_takeaway(n)) for n in 1..5]  #=> [P, P, P, P, P]
    /// winning_moves(subset_takeaway(3, {{1}}))  #=> [subset_takeaway(3, {{1}, {2, 3}})]
    /// See: poset, chomp
    subset_takeaway / power_set_game (n: Count, named: Option<Vec<Vec<Count>>>) -> Place = subset_takeaway;
}

/// The elements of an order, each with its number.
#[derive(Default)]
struct Elements(Labels);

impl Elements {
    /// Returns the number of an element, which may be new.
    fn number(&mut self, value: &Value, cx: &mut Session) -> Result<u32, EvalError> {
        if !is_label(value) {
            return Err(OrderError::Element { got: cx.describe(value) }.into());
        }
        Ok(with_label(value, |label| self.0.insert(label, &cx.games.budget))?)
    }

    /// Returns the numbers of elements that are taken.
    fn taken(&self, taken: Option<Members>, of: Option<&Graph>, cx: &mut Session) -> Result<Vec<u32>, EvalError> {
        let mut found = Vec::new();
        for value in taken.iter().flat_map(|members| members.0.iter()) {
            cx.games.budget.tick()?;
            let element = match (&value, of) {
                (Value::Position(p), Some(graph)) if cx.positions.ruleset_of(*p) == graph.ruleset => {
                    Some(cx.positions.state(*p)[0])
                }
                _ if is_label(&value) => with_label(&value, |label| self.0.find(label)),
                _ => None,
            };
            found.push(element.ok_or_else(|| OrderError::NoElement { text: cx.short(&value) })?);
        }
        Ok(found)
    }

    fn terms(&self) -> Arc<[Term]> {
        (0..self.0.len()).map(|element| self.0.get(element).term()).collect()
    }
}

fn poset_game(cx: &mut Session, order: Value, taken: Option<Members>) -> Result<Place, EvalError> {
    match &order {
        Value::List(chains) | Value::Set(chains) => of_chains(cx, &order, chains, taken),
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Graph(graph) => of_graph(cx, graph, taken),
            _ => Err(OrderError::Order { got: cx.describe(&order) }.into()),
        },
        _ => Err(OrderError::Order { got: cx.describe(&order) }.into()),
    }
}

fn of_chains(cx: &mut Session, order: &Value, chains: &List, taken: Option<Members>) -> Result<Place, EvalError> {
    let mut elements = Elements::default();
    let mut below = Vec::new();
    for chain in chains.iter() {
        let chain = match &chain {
            Value::List(chain) => chain.iter().collect(),
            Value::Set(_) => return Err(OrderError::SetAsChain.into()),
            alone => vec![alone.clone()],
        };
        let mut last = None;
        for value in chain {
            cx.games.budget.tick()?;
            let next = elements.number(&value, cx)?;
            below.push([last.unwrap_or(next), next]);
            last = Some(next);
        }
    }
    let taken = elements.taken(taken, None, cx)?;
    let literal = cx.within(Room::WHOLE, |cx| cx.written(order, Notation::Ascii))?;
    let arguments = vec![Term::Name(literal.as_str().into())];
    play(cx, Given { name: "poset", arguments, literal, elements: elements.terms(), below }, &elements, &taken)
}

fn of_graph(cx: &mut Session, graph: &Graph, taken: Option<Members>) -> Result<Place, EvalError> {
    let Plain { written, literal, elements } = plain("poset", graph, cx)?;
    let taken = elements.taken(taken, Some(graph), cx)?;
    let mut below = Vec::new();
    for low in 0..graph.len() {
        cx.games.budget.tick()?;
        below.extend(graph.rules.left().followers(low).iter().map(|&high| [low, high]));
    }
    let arguments = vec![Term::Name(written)];
    play(cx, Given { name: "poset", arguments, literal, elements: elements.terms(), below }, &elements, &taken)
}

fn play(cx: &mut Session, given: Given, elements: &Elements, taken: &[u32]) -> Result<Place, EvalError> {
    match poset::position(cx, given, taken)? {
        Ok(position) => Ok(Place(position)),
        Err(element) => {
            let element = bare(cx, &label_value(elements.0.get(element)));
            Err(OrderError::Circle { element }.into())
        }
    }
}

/// A graph whose arrows both players have, and no more.
struct Plain {
    written: Arc<str>,
    literal: String,
    elements: Elements,
}

fn plain(name: &'static str, graph: &Graph, cx: &mut Session) -> Result<Plain, EvalError> {
    if !graph.rules.is_impartial() {
        return Err(OrderError::PartizanOrder { name }.into());
    }
    if graph.rules.analysis().classes().next().is_some() {
        return Err(OrderError::ClassesOfOrder { name }.into());
    }
    if graph.len() > poset::MOST_ELEMENTS {
        let (size, limit) = (graph.len().to_string(), poset::MOST_ELEMENTS.to_string());
        return Err(Fault::TooLarge { what: "graph", size, limit }.into());
    }
    let mut elements = Elements::default();
    for v in 0..graph.len() {
        elements.number(&graph.label(v), cx)?;
    }
    let literal = cx.within(Room::WHOLE, |cx| graph_text(cx, graph))?;
    let written = graph.rules.name().map_or_else(|| literal.as_str().into(), Arc::from);
    Ok(Plain { written, literal, elements })
}

fn hackendot(cx: &mut Session, forest: Rc<Ruleset>, taken: Option<Members>) -> Result<Place, EvalError> {
    let graph = graph_of(cx, &forest, "hackendot")?;
    let Plain { written, literal, elements } = plain("hackendot", &graph, cx)?;
    let taken = elements.taken(taken, Some(&graph), cx)?;
    match poset::hackendot(cx, written, &literal, graph.rules.left(), elements.terms(), &taken)? {
        Ok(position) => Ok(Place(position)),
        Err(trouble) => {
            let (v, why) = match trouble {
                NoForest::TwoWays(v) => (v, "two arrows lead to"),
                NoForest::Cycle(v) => (v, "a circle of arrows goes through"),
            };
            Err(OrderError::NoForest { why, vertex: bare(cx, &graph.label(v)) }.into())
        }
    }
}

fn subset_takeaway(cx: &mut Session, n: Count, named: Option<Vec<Vec<Count>>>) -> Result<Place, EvalError> {
    let points = u32::try_from(n.0).ok().filter(|n| *n <= MOST_POINTS).ok_or_else(|| {
        let (size, limit) = (n.0.to_string(), MOST_POINTS.to_string());
        Fault::TooLarge { what: "set", size, limit }
    })?;
    let mut sets = Vec::new();
    for members in named.unwrap_or_default() {
        cx.games.budget.tick()?;
        let mut set = 0u32;
        for Count(point) in members {
            if point == 0 || point > n.0 {
                return Err(OrderError::NoPoint { point, points }.into());
            }
            set |= 1 << (point - 1);
        }
        if set == 0 || set.count_ones() == points {
            return Err(OrderError::NamedWhole.into());
        }
        sets.push(set);
    }
    Ok(Place(poset::subset_takeaway(cx, points, &sets)?))
}
