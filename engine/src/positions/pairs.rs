//! Pairs of components of a disjunctive sum that cancel in normal play: a component and its negative, and an impartial
//! one twice. The player who must move in a pair loses it, since the other imitates each move in the other component
//! (Fraenkel, Scenic trails, sections 5 and 7). Imitation wins only if play ends; if it need not, imitation may draw.

use super::{Context, PositionId, RulesetId, ending};
use crate::games::Fault;
use crate::games::hashing::FastMap;
use crate::positions::search::Region;

/// A key that is the same for two components if they are equal or each other's negatives.
#[derive(PartialEq, Eq, Hash)]
enum PairShape {
    /// The component without its sign.
    Position(PositionId),
    /// The regions in normal form, of rulesets that can be searched together.
    Regions(RulesetId, Vec<Region>),
}

/// Removes the pairs of components that cancel and returns the others, or `None` if there is no such pair.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Context, Engine, without_pairs};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().form(&[], &[]);
/// let one = engine.positions().form(&[zero], &[]);
/// let minus_one = engine.positions().negative(one);
/// assert_eq!(without_pairs(&[one, one, minus_one], &mut engine)?, Some(vec![one]));
/// assert_eq!(without_pairs(&[one, one], &mut engine)?, None);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn without_pairs(parts: &[PositionId], cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    let mut rest = parts.to_vec();
    take_pairs(&mut rest, cx, as_written)?;
    take_pairs(&mut rest, cx, in_normal_form)?;
    Ok((rest.len() < parts.len()).then_some(rest))
}

/// Removes the pairs whose members have one shape.
fn take_pairs(
    parts: &mut Vec<PositionId>,
    cx: &mut dyn Context,
    shape: impl Fn(PositionId, &mut dyn Context) -> Option<(PairShape, bool)>,
) -> Result<(), Fault> {
    // By shape, the places and signs of components that have no partner so far.
    let mut single: FastMap<PairShape, Vec<(usize, bool)>> = FastMap::default();
    let mut is_paired = vec![false; parts.len()];
    for (i, &part) in parts.iter().enumerate() {
        cx.games().budget.tick()?;
        let Some((shape, negated)) = shape(part, cx) else { continue };
        let others = single.entry(shape).or_default();
        // The parts without a partner are alike: partizan ones have one sign, and there is at most one impartial one.
        if let Some(&(other, sign)) = others.last()
            && let Some(ending) = ending(part, cx)?
            && (ending.is_impartial || sign != negated)
        {
            others.pop();
            [is_paired[i], is_paired[other]] = [true; 2];
        } else {
            others.push((i, negated));
        }
    }
    let mut is_paired = is_paired.into_iter();
    parts.retain(|_| is_paired.next() == Some(false));
    Ok(())
}

/// Returns a component without its sign, and whether that was negative.
fn as_written(part: PositionId, cx: &mut dyn Context) -> Option<(PairShape, bool)> {
    let (q, negated) = cx.positions().without_sign(part);
    Some((PairShape::Position(cx.positions().normal_order(q)), negated))
}

/// Returns the regions of a component, so signed that its negative has the same ones, and whether all signs were changed.
fn in_normal_form(part: PositionId, cx: &mut dyn Context) -> Option<(PairShape, bool)> {
    let positions = cx.positions_ref();
    let (q, negated) = positions.without_sign(part);
    let (rules, state) = (positions.rules_of(q), positions.state(q));
    let closed = rules.closed().filter(|_| rules.sequence(state).is_none())?;
    let (family, mut regions) = (closed.family(positions.ruleset_of(q)), closed.regions(state)?);
    let mut reversed: Vec<Region> = regions.iter().map(|(state, sign)| (state.clone(), !sign)).collect();
    regions.sort_unstable();
    reversed.sort_unstable();
    let is_reversed = reversed < regions;
    Some((PairShape::Regions(family, if is_reversed { reversed } else { regions }), negated ^ is_reversed))
}
