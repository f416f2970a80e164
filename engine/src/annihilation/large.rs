//! Misère play on heaps of any size, by Ferguson's theory of all heaps of their rule.

use std::sync::Arc;

use dashu_int::UBig;

use super::board;
use super::ferguson::{AllHeaps, Side};
use super::nim::LARGE;
use crate::games::Fault;
use crate::heaps::Rule;
use crate::positions::{Context, PositionId};

/// The largest heap from which all that can be reached is searched.
const MAX_SEARCHED_HEAP: u64 = 1 << 20;

/// Heaps of one rule.
struct RuleHeaps {
    rule: Rule,
    sizes: Vec<UBig>,
}

impl RuleHeaps {
    fn of(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<RuleHeaps>, Fault> {
        let mut heaps: Option<RuleHeaps> = None;
        for &token in tokens {
            cx.games().budget.tick()?;
            let positions = cx.positions_ref();
            let heap = positions.rules_of(token).heap_of_rule(positions.state(token));
            let Some((rule, size)) = heap else { return Ok(None) };
            match &mut heaps {
                None => heaps = Some(RuleHeaps { rule, sizes: vec![size] }),
                Some(heaps) if heaps.rule == rule => heaps.sizes.push(size),
                Some(_) => return Ok(None),
            }
        }
        Ok(heaps)
    }

    fn is_any_large(&self) -> bool {
        self.sizes.iter().any(|size| *size >= UBig::from(LARGE))
    }
}

/// The theory of large heaps, and the place of the position in it.
pub(super) struct Known {
    pub(super) all: Arc<AllHeaps>,
    pub(super) side: Side,
    /// The number of them that are in the reduced graph.
    pub(super) high: usize,
}

impl Known {
    /// Returns the theory for tokens on large heaps, or `None` if Ferguson's theory does not cover all heaps.
    pub(super) fn of(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Known>, Fault> {
        let Some(heaps) = RuleHeaps::of(tokens, cx)?.filter(RuleHeaps::is_any_large) else { return Ok(None) };
        let Some(all) = board::all_heaps(&heaps.rule, cx)? else { return Ok(None) };
        if let Some(side) = all.side(&heaps.sizes) {
            let high = heaps.sizes.iter().filter(|heap| all.nim_value(heap) > 1).count();
            return Ok(Some(Known { all, side, high }));
        }
        match heaps.sizes.iter().max().filter(|size| **size > UBig::from(MAX_SEARCHED_HEAP)) {
            Some(size) => Err(Fault::TooLarge {
                what: "heap that no theorem solves",
                size: size.to_string(),
                limit: MAX_SEARCHED_HEAP.to_string(),
            }),
            None => Ok(None),
        }
    }

    /// Returns `true` if the mover loses with these tokens, or `None` if one is on no heap of the rule.
    pub(super) fn is_lost(&self, tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<bool>, Fault> {
        let heaps = RuleHeaps::of(tokens, cx)?.map_or_else(Vec::new, |heaps| heaps.sizes);
        let known = (heaps.len() == tokens.len()).then(|| self.all.side(&heaps)).flatten();
        Ok(known.map(|side| side != Side::Neither))
    }
}
