//! Nim-values and γ-values of impartial positions.

use std::rc::Rc;

use super::store::Status;
use super::{Context, Convention, Known, NEGATIVE, PositionId, explore, value};
use crate::digraphs;
use crate::games::Fault;
use crate::ordinals::{GammaValue, Ordinal};

/// The nim-value of an impartial position, or its γ-value where play can go round in circles.
///
/// # Errors
/// [`Fault::Partizan`] when the two players' moves differ somewhere and the value is no nimber; limits; what its
/// rules say.
pub fn gamma<C: Context>(p: PositionId, cx: &mut C) -> Result<GammaValue, Fault> {
    match value(p, cx) {
        Ok(Known::Nim(n)) => return Ok(GammaValue::Finite(Ordinal::finite(n))),
        Ok(Known::Game(_)) => return Err(Fault::Partizan),
        Err(Fault::Loopy | Fault::Transfinite) => {}
        Err(fault) => return Err(fault),
    }
    let mut total = GammaValue::Finite(Ordinal::finite(0u64));
    for part in cx.positions().parts(p) {
        total = total.sum(&*gamma_of_part(part, cx)?)?;
    }
    Ok(total)
}

pub(super) fn gamma_of_part<C: Context>(p: PositionId, cx: &mut C) -> Result<Rc<GammaValue>, Fault> {
    match value(p, cx) {
        Ok(Known::Nim(n)) => return Ok(Rc::new(GammaValue::Finite(Ordinal::finite(n)))),
        Ok(Known::Game(_)) => return Err(Fault::Partizan),
        Err(Fault::Loopy | Fault::Transfinite) => {}
        Err(fault) => return Err(fault),
    }
    if matches!(cx.positions().status(p), Status::Open) {
        return Err(Fault::None("the moves of this position depend on its own value".into()));
    }
    if let Some(gamma) = cx.positions().gammas().get(&p) {
        return Ok(gamma.clone());
    }
    if let Some(gamma) = by_rules(p, cx) {
        let gamma = Rc::new(gamma?);
        cx.positions().gammas().insert(p, gamma.clone());
        return Ok(gamma);
    }
    let explored = explore(p, Convention::Normal, cx)?;
    if explored.right.is_some() {
        return Err(Fault::Partizan);
    }
    let table = digraphs::gamma(&explored.left, &mut cx.games().budget)?;
    let gamma = Rc::new(table.value(0));
    cx.positions().gammas().insert(p, gamma.clone());
    Ok(gamma)
}

/// The γ-value that the rules of a position know; it is that of the negative too.
fn by_rules<C: Context>(mut p: PositionId, cx: &mut C) -> Option<Result<GammaValue, Fault>> {
    while cx.positions().ruleset_of(p) == NEGATIVE {
        p = PositionId(cx.positions().state(p)[0]);
    }
    let here = cx.positions().ruleset_of(p);
    let state = cx.positions().state(p).to_vec();
    cx.positions().rules(here).gamma(here, &state, cx)
}

/// The nim-value of a position that its rules know to be an infinite ordinal.
pub(super) fn transfinite<C: Context>(mut p: PositionId, cx: &C) -> Option<Ordinal> {
    let positions = cx.positions_ref();
    while positions.ruleset_of(p) == NEGATIVE {
        p = PositionId(positions.state(p)[0]);
    }
    positions.rules(positions.ruleset_of(p)).transfinite(positions.state(p))
}
