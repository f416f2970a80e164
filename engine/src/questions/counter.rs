//! Smith's counter H of impartial positions, by which a win is finished where play can go round in circles.

use super::explore::explore_impartial;
use super::gamma::gamma;
use super::{ask, value};
use crate::games::{Fault, Player};
use crate::graphs;
use crate::ordinals::{Length, Ordinal};
use crate::positions::{Context, Convention, Known, PositionId, Question, Topic, VALUE};

/// Returns Smith's counter H of an impartial position (1966, section 10): the least counter on the graph of its moves,
/// for a sum the natural sum of those of the parts. `None` if the γ-value is infinite.
///
/// For a graph that cannot be laid out, because it is infinite or that of a very large heap of Nim, it is the terminal
/// distance D if all play ends: D satisfies the conditions on H too (section 11).
pub fn counter(p: PositionId, cx: &mut dyn Context) -> Result<Option<Ordinal>, Fault> {
    let mut total = Ordinal::default();
    for part in cx.positions().parts(p) {
        match counter_of_part(part, cx)? {
            Some(counter) => total = total.natural_sum(&counter)?,
            None => return Ok(None),
        }
    }
    Ok(Some(total))
}

fn counter_of_part(p: PositionId, cx: &mut dyn Context) -> Result<Option<Ordinal>, Fault> {
    let by_distance = |fault, cx: &mut dyn Context| match ask(
        p,
        Question::new(Topic::DISTANCE, Convention::Normal, Player::Left),
        cx,
    )?
    .answer
    {
        Length::Ends(distance) => Ok(Some(distance)),
        Length::Endless => Err(fault),
    };
    let here = cx.positions_ref().ruleset_of(p);
    match value(p, cx) {
        // From a heap every move goes to a smaller one.
        Ok(Known::Nim(n)) if here == VALUE => return Ok(Some(Ordinal::finite(n))),
        Err(fault @ (Fault::LargeNimber { .. } | Fault::None(_))) => return by_distance(fault, cx),
        _ => {}
    }
    match gamma(p, cx) {
        Ok(gamma) if gamma.as_finite().is_none() => return Ok(None),
        Err(fault @ Fault::None(_)) => return by_distance(fault, cx),
        gamma => gamma?,
    };
    let rules = cx.positions_ref().rules(here);
    if let Some(whole) = rules.facts().graph.filter(|whole| whole.right().is_none()) {
        let v = cx.positions_ref().state(p)[0];
        let budget = &mut cx.games().budget;
        return Ok(whole.gammas(budget)?.counter(v, budget)?.map(Ordinal::from));
    }
    let explored = match explore_impartial(p, cx) {
        Err(fault @ Fault::None(_)) => return by_distance(fault, cx),
        explored => explored?,
    };
    let budget = &mut cx.games().budget;
    Ok(graphs::gamma(&explored.left, budget)?.counter(0, budget)?.map(Ordinal::from))
}
