//! Misère play on heaps of any size, by what Ferguson's theory says of all heaps of their rule.

use std::sync::Arc;

use dashu_int::UBig;

use super::misere::{REPEATING, by_theorem};
use super::{board, nim, tokens};
use crate::annihilation::{AllHeaps, Side};
use crate::games::Fault;
use crate::heaps::Rule;
use crate::positions::{self, Context, Finding, Options, PositionId, RulesetId};

/// The least heap for which the theory of all heaps is made; of smaller ones that of the heaps they reach does.
pub(super) const LARGE: u64 = 100;
/// The largest heap from which all that can be reached is searched.
const SEARCHED: u64 = 1 << 20;

/// Heaps of one rule.
struct Heaps {
    rule: Rule,
    sizes: Vec<UBig>,
}

impl Heaps {
    fn of(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Heaps>, Fault> {
        let mut heaps: Option<Heaps> = None;
        for &token in tokens {
            cx.games().budget.tick()?;
            let positions = cx.positions_ref();
            let heap = positions.rules_of(token).theory().heap_of_rule(positions.state(token));
            let Some((rule, size)) = heap else { return Ok(None) };
            match &mut heaps {
                None => heaps = Some(Heaps { rule, sizes: vec![size] }),
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

/// What is known of large heaps.
struct Known {
    all: Arc<AllHeaps>,
    side: Side,
    /// How many of them are in the reduced graph.
    high: usize,
}

impl Known {
    /// `None` where Ferguson says nothing of all heaps.
    fn of(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Known>, Fault> {
        let Some(heaps) = Heaps::of(tokens, cx)?.filter(Heaps::is_any_large) else { return Ok(None) };
        let Some(all) = board::all_heaps(&heaps.rule, cx)? else { return Ok(None) };
        if let Some(side) = all.side(&heaps.sizes) {
            let high = heaps.sizes.iter().filter(|heap| all.nim_value(heap) > 1).count();
            return Ok(Some(Known { all, side, high }));
        }
        match heaps.sizes.iter().max().filter(|size| **size > UBig::from(SEARCHED)) {
            Some(size) => Err(Fault::TooLarge {
                what: "heap that no theorem solves",
                size: size.to_string(),
                limit: SEARCHED.to_string(),
            }),
            None => Ok(None),
        }
    }
}

/// Who wins, if a token stands on a large heap.
pub(super) fn finding(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Finding>, Fault> {
    if let Some(finding) = nim::finding(tokens, cx)? {
        return Ok(Some(finding));
    }
    let known = Known::of(tokens, cx)?;
    Ok(known.map(|known| by_theorem(&REPEATING, known.all.theorem(), known.side, known.high)))
}

/// The moves to P-positions, in the order of the options, if a token stands on a large heap.
pub(super) fn winning_moves(
    here: RulesetId,
    state: &[u32],
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let set = tokens(state);
    if let Some(moves) = nim::winning_moves(here, &set, cx)? {
        return Ok(Some(moves));
    }
    let Some(Known { all, .. }) = Known::of(&set, cx)? else { return Ok(None) };
    let p = cx.positions().intern(here, state);
    let mut moves = Options::default();
    positions::options(p, cx, &mut moves)?;
    let mut found = Vec::new();
    for &option in &moves.left {
        cx.games().budget.tick()?;
        let after = tokens(cx.positions().state(option));
        let heaps = Heaps::of(&after, cx)?.map_or_else(Vec::new, |heaps| heaps.sizes);
        if heaps.len() < after.len() {
            return Ok(None);
        }
        match all.side(&heaps) {
            Some(Side::Neither) => {}
            Some(_) => found.push(option),
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}
