//! Moves of heaps that have too many to list, found from the period of a label of all heaps of their rule.

use dashu_int::UBig;

use crate::games::{Fault, LIST_OF_GOOD_MOVES};
use crate::heaps::{MOST_REPLIES, Pattern, Replies, ReplyCount, ReplyGoal, Rule, Splits};
use crate::positions::{Context, Options, PositionId, options, position_of_heaps, with};

/// The least heap whose moves are not listed one by one, for rules whose moves leave at most two heaps, more, or any number.
const LARGE_HEAPS: [u64; 3] = [1_000_000, 2_000, 60];

/// Returns the rule and the size of a heap that has too many moves to list, or `None` for other positions.
pub(super) fn large_heap(part: PositionId, cx: &mut dyn Context) -> Option<(Rule, UBig)> {
    let positions = cx.positions_ref();
    let heap = positions.rules_of(part).heap_of_rule(positions.state(part));
    heap.filter(|(rule, heap)| {
        let kind = match rule.splits() {
            Splits::Coded => usize::from(rule.code().most_heaps() > 3),
            Splits::Even | Splits::Any => 2,
        };
        *heap >= UBig::from(LARGE_HEAPS[kind])
    })
}

/// Returns the nim-values of all heaps of the ruleset of `part`, or `None` if no period is proved.
pub(super) fn nim_values(part: PositionId, cx: &mut dyn Context) -> Result<Option<Pattern>, Fault> {
    with(part, cx, |rules, here, cx| rules.pattern(here.state, cx))
}

/// Lists the moves of an impartial component, or returns `None` if they are too many.
pub(super) fn all_moves(part: PositionId, cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    let mut moves = Options::default();
    match options(part, cx, &mut moves) {
        Ok(()) => Ok(Some(moves.left)),
        Err(Fault::TooLarge { .. }) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Finds the moves of a large heap to heaps whose values meet `goal`, each as the position that it leads to. `None` if `part` is
/// no large heap, or its rule is of a kind that is not covered.
///
/// # Errors
/// [`Fault::TooLarge`] for more moves than can be listed.
pub(super) fn replies(
    part: PositionId,
    pattern: &Pattern,
    goal: &ReplyGoal,
    wanted: ReplyCount,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let Some((rule, heap)) = large_heap(part, cx) else { return Ok(None) };
    let moves = match pattern.replies(&rule, &heap, goal, wanted, &mut cx.games().budget)? {
        Replies::Found(moves) => moves,
        Replies::Unknown => return Ok(None),
        Replies::TooMany => {
            return Err(Fault::TooLarge {
                what: LIST_OF_GOOD_MOVES,
                size: format!("more than {MOST_REPLIES}"),
                limit: MOST_REPLIES.to_string(),
            });
        }
    };
    let here = cx.positions().ruleset_of(part);
    let mut found = Vec::with_capacity(moves.len());
    for left in moves {
        cx.games().budget.tick()?;
        let room = cx.positions().bytes_for(1 + left.len());
        cx.games().budget.reserve(room)?;
        let heaps: Vec<PositionId> =
            left.iter().map(|heap| position_of_heaps(cx, here, std::slice::from_ref(heap))).collect();
        found.push(cx.positions().sum(&heaps));
    }
    Ok(Some(found))
}
