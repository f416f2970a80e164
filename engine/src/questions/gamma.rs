//! Nim-values and γ-values of impartial positions.

use std::collections::BTreeSet;

use super::explore::explore_impartial;
use super::value;
use crate::games::Fault;
use crate::graphs;
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::{Context, Known, NEGATIVE, Options, PositionId, Status, options, with};

/// Returns the nim-value of an impartial position, or its γ-value where play can go round in circles.
///
/// # Errors
/// [`Fault::Partizan`] if the two players' moves differ somewhere and the value is no nimber.
pub fn gamma(p: PositionId, cx: &mut dyn Context) -> Result<GammaValue, Fault> {
    match value(p, cx) {
        Ok(Known::Nim(n)) => return Ok(GammaValue::Finite(Ordinal::finite(n))),
        Ok(Known::Game(_)) => return Err(Fault::Partizan),
        Err(Fault::Loopy | Fault::LargeNimber { .. }) => {}
        Err(fault) => return Err(fault),
    }
    let mut total = GammaValue::Finite(Ordinal::finite(0u64));
    for part in cx.positions().parts(p) {
        total = total.sum(&gamma_of_part(part, cx)?)?;
    }
    Ok(total)
}

pub(super) fn gamma_of_part(p: PositionId, cx: &mut dyn Context) -> Result<GammaValue, Fault> {
    match value(p, cx) {
        Ok(Known::Nim(n)) => return Ok(GammaValue::Finite(Ordinal::finite(n))),
        Ok(Known::Game(_)) => return Err(Fault::Partizan),
        Err(Fault::Loopy | Fault::LargeNimber { .. }) => {}
        Err(fault) => return Err(fault),
    }
    if matches!(cx.positions().status(p), Status::Open) {
        return Err(Fault::None("the moves of this position depend on its own value".into()));
    }
    if let Some(gamma) = cx.positions().gammas().get(&p) {
        return Ok(gamma.clone());
    }
    if let Some(gamma) = by_rules(p, cx) {
        let gamma = gamma?;
        cx.positions().gammas().insert(p, gamma.clone());
        return Ok(gamma);
    }
    let rules = cx.positions_ref().rules(cx.positions_ref().ruleset_of(p));
    if let Some(whole) = rules.facts().graph.filter(|whole| whole.right().is_none()) {
        let v = cx.positions_ref().state(p)[0];
        return Ok(whole.gammas(&mut cx.games().budget)?.value(v));
    }
    let explored = explore_impartial(p, cx)?;
    let table = graphs::gamma(&explored.left, &mut cx.games().budget)?;
    let gamma = table.value(0);
    cx.positions().gammas().insert(p, gamma.clone());
    Ok(gamma)
}

/// Returns the γ-value that the rules of a position know; it is that of the negative too.
fn by_rules(mut p: PositionId, cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
    while cx.positions().ruleset_of(p) == NEGATIVE {
        p = PositionId::of_word(cx.positions().state(p)[0]);
    }
    with(p, cx, |rules, here, cx| rules.gamma(here, cx))
}

/// Returns the finite γ-values of the moves from an impartial position: Smith's set J (1966, section 10).
pub fn reach(p: PositionId, cx: &mut dyn Context) -> Result<BTreeSet<Ordinal>, Fault> {
    gamma(p, cx)?;
    let mut moves = Options::default();
    options(p, cx, &mut moves)?;
    if !moves.impartial {
        return Err(Fault::Partizan);
    }
    let mut reach = BTreeSet::new();
    for option in moves.left {
        cx.games().budget.tick()?;
        if let GammaValue::Finite(n) = gamma(option, cx)? {
            reach.insert(n);
        }
    }
    Ok(reach)
}
