//! The theory of Fraenkel and Yesha on one graph: labels, threshold and basis.

use std::rc::Rc;

use dashu_int::IBig;

use super::annihilation::token_error;
use super::errors::TokenError;
use crate::eval::{EvalError, Session, bare, builtins, gamma_value, reserve_list, set_of};
use crate::value::graph::label_value;
use crate::value::{Report, Ruleset, Table, Value, report};
use cg_engine::annihilation::{ExtendedGamma, Meeting, annihilation, extended_gamma, tokens_in};
use cg_engine::positions::{self, PositionId, Term};
use cg_engine::questions;
use cg_engine::rulesets::graph::Label;

/// Vertices, and sets of the basis, that a report shows.
const VERTICES_SHOWN: usize = 24;

builtins! {
    /// The linear theory of annihilation games.
    ANNIHILATION_BASIS, "Annihilation";

    /// Fraenkel's extended γ of annihilation: labels, threshold and basis.
    ///
    /// Of a graph, or of a position `sum(annihilation, ..)` and what it can reach. The labels of a set of tokens add up without
    /// carrying: below the threshold t to its γ-value, and from t on it is infinite. Fields: `.labels` (a table of vertex,
    /// label, γ of a token alone), `.threshold`, `.basis` (sets that span those of finite γ, with their values), and of a
    /// position `.label` and `.gamma`. Tokens that cannot move are left out. Fraenkel, Scenic trails, section 4, Figure 13.
    /// g := graph <1 -> 2; 2 -> 3; 3 -> 4; 4 -> 1>; annihilation_basis(g).basis  #=> [[{1, 2}, 1], [{1, 3}, 0], [{1, 4}, 1]]
    /// y := graph <0 -> 3, 4; 3 -> 2; 2 -> 1; 1 -> 0, 4; 4 -> 2, 3>; annihilation_basis(y).threshold  #=> 2
    /// See: annihilation, annihilation_graph, gamma, explain
    annihilation_basis(p: Value) -> Rc<Report> = basis;
}

fn basis(cx: &mut Session, of: Value) -> Result<Rc<Report>, EvalError> {
    let (tokens, asked, name) = match &of {
        Value::Ruleset(ruleset) if let Ruleset::Graph(graph) = &**ruleset => {
            let all: Vec<PositionId> = (0..graph.len()).map(|v| cx.positions.intern(graph.ruleset, &[v])).collect();
            for &p in &all {
                // A token alone tells whether the graph is one for this game.
                cx.games.budget.tick()?;
                if let Err(misfit) = annihilation(cx, &[p])? {
                    return Err(token_error(cx, Meeting::Annihilation, misfit).into());
                }
            }
            (all, None, graph.rules.name().map_or("this graph".into(), |name| format!("the graph `{name}`")))
        }
        Value::Position(p) if let Some(tokens) = tokens_in(*p, cx) => {
            (tokens, Some(*p), "what these tokens can reach".into())
        }
        other => return Err(TokenError::Basis { got: cx.describe(other) }.into()),
    };
    if tokens.is_empty() {
        let labels = ExtendedGamma { labels: vec![], alone: vec![], threshold: 1u8.into(), basis: vec![] };
        return report(cx, &name, &labels, asked.map(|p| (p, vec![])));
    }
    match extended_gamma(&tokens, cx)? {
        Some(found) => report(cx, &name, &found, asked.map(|p| (p, tokens))),
        None => Err(TokenError::Splits.into()),
    }
}

/// Returns a vertex by its label, any other place as it is.
fn place(cx: &Session, p: PositionId) -> Value {
    match positions::term(p, cx) {
        Term::Vertex(_, label) => label_value(Label::of(&label)),
        _ => Value::Position(p),
    }
}

fn report(
    cx: &mut Session,
    name: &str,
    found: &ExtendedGamma,
    asked: Option<(PositionId, Vec<PositionId>)>,
) -> Result<Rc<Report>, EvalError> {
    reserve_list(&mut cx.games.budget, 8 * (found.labels.len() + found.basis.len()) as u64)?;
    let threshold = Value::integer(IBig::from(found.threshold.clone()));
    let mut rows = Vec::with_capacity(found.labels.len());
    for ((p, label), alone) in found.labels.iter().zip(&found.alone) {
        cx.games.budget.tick()?;
        let alone = gamma_value(&mut cx.games, alone.clone())?;
        rows.push(vec![place(cx, *p), Value::integer(IBig::from(label.clone())), alone]);
    }
    let mut basis = Vec::with_capacity(found.basis.len());
    for (set, value) in &found.basis {
        reserve_list(&mut cx.games.budget, set.len() as u64)?;
        let members = set.iter().map(|&p| place(cx, p)).collect();
        let set = set_of(cx, members)?;
        basis.push(Value::list(vec![set, Value::integer((*value).into())]));
    }
    let mut lines = vec![format!("extended γ of annihilation on {name}, threshold t = {}", found.threshold)];
    for row in rows.iter().take(VERTICES_SHOWN) {
        let [vertex, label, alone] = [0, 1, 2].map(|i| bare(cx, &row[i]));
        lines.push(format!("  {vertex}: label {label}, alone {alone}"));
    }
    if rows.len() > VERTICES_SHOWN {
        lines.push(format!("  ... {} vertices in all", rows.len()));
    }
    lines.push(format!("sets of finite γ: a space of dimension {} in {}, with the basis", basis.len(), rows.len()));
    for pair in basis.iter().take(VERTICES_SHOWN) {
        lines.push(format!("  {}", cx.short(pair)));
    }
    if basis.len() > VERTICES_SHOWN {
        lines.push(format!("  ... {} sets in all", basis.len()));
    }
    let (mut label, mut gamma) = (None, None);
    if let Some((p, tokens)) = asked {
        let of_tokens = found.labels.iter().filter(|(p, _)| tokens.contains(p));
        let sum = of_tokens.fold(dashu_int::UBig::ZERO, |sum, (_, label)| sum ^ label);
        let worth = questions::gamma(p, cx)?;
        let worth = gamma_value(&mut cx.games, worth)?;
        let (text, side) = (cx.short(&worth), if sum < found.threshold { "below t" } else { "not below t" });
        lines.push(format!("the labels of the tokens add up to {sum}, {side}: γ is {text}"));
        (label, gamma) = (Some(Value::integer(sum.into())), Some(worth));
    }
    let head = ["vertex", "label", "alone"].map(Value::text).to_vec();
    let table = Rc::new(Table::new(head, rows));
    let dimension = found.basis.len() as u64;
    let (text, labels, basis) = (lines.join("\n"), Value::Table(table), Value::list(basis));
    Ok(report::Labels { text, labels, threshold, basis, dimension, label, gamma }.into())
}
