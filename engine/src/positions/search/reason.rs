//! The reason why a search need not go on: the data that decides a position without its moves, for explanations.

use super::parts::{Bound, Memory};
use super::weights::UP;
use super::{Region, Rulebook};
use crate::games::{Dyadic, Fault, GameId, Player};
use crate::positions::Context;

/// The reason why a position is decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The winner.
    pub winner: Player,
    /// Values whose sum is no better for the winner than the position: those of its pieces, or of the rest of a piece
    /// without some moves that the winner gives up.
    pub values: Vec<GameId>,
    /// `true` if the winner gives up moves, so that the position may be better for him than the sum.
    pub is_tied: bool,
    /// The property of the values that decides.
    pub by: Telling,
}

/// The property of some values that decides who wins their sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Telling {
    /// The sum itself.
    Sum(GameId),
    /// Its mean: who is ahead by it and moves first wins.
    Mean,
    /// Its atomic weight, by which the winner is ahead by this at least: who is ahead by two wins whoever starts, and who is
    /// ahead at all wins by moving first. It is that of all pieces, those without a value among them.
    Weight(Dyadic),
    /// Its mean and the temperature: the player who is ahead by more than the highest temperature wins whoever starts.
    Temperature,
}

/// Returns the reason why the sum of regions, each in normal form or the negative of one, and a value is decided with
/// `mover` to move. `None` if it takes a look at the moves.
pub(crate) fn reason(
    book: &mut dyn Rulebook,
    memory: &mut Memory,
    regions: &[Region],
    value: GameId,
    mover: Player,
    cx: &mut dyn Context,
) -> Result<Option<Reason>, Fault> {
    let mut values = Vec::new();
    if value != GameId::ZERO {
        values.push(memory.bound(value, cx.games())?);
    }
    let mut weights = if book.facts().is_all_small { memory.weight_of_value(value, cx.games())? } else { None };
    let mut between: Vec<[Option<Bound>; 2]> = Vec::new();
    for (state, negated) in without_pairs(regions) {
        let facts = memory.facts(state, book, cx)?;
        if let Some(others) = weights {
            let weight = memory.weight_of_region(state, &facts, book, cx)?;
            weights = weight.map(|weight| others.plus(weight.negative_if(negated)));
        }
        match facts.value {
            Some(known) => {
                let g = known.unpack().game(cx.games())?;
                let g = cx.games().negative_if(negated, g)?;
                values.push(memory.bound(g, cx.games())?);
            }
            None => {
                let mut sides = [None; 2];
                for player in [Player::Left, Player::Right] {
                    let whose = if negated { player.other() } else { player };
                    let mut values = Vec::new();
                    if !memory.values_of_strips(state, whose, &mut values, book, cx)? {
                        continue;
                    }
                    let Some(value) = memory.sum_of(&values, cx.games())? else { continue };
                    let value = cx.games().negative_if(negated, value)?;
                    sides[player as usize] = Some(memory.bound(value, cx.games())?);
                }
                between.push(sides);
            }
        }
    }
    for winner in [Player::Left, Player::Right] {
        let bounds: Option<Vec<Bound>> = between.iter().map(|sides| sides[winner as usize]).collect();
        let Some(bounds) = bounds else { continue };
        let all: Vec<Bound> = values.iter().copied().chain(bounds).collect();
        if let Some(by) = told(memory, &all, winner, mover, cx)? {
            let values = all.iter().map(|bound| bound.value).collect();
            return Ok(Some(Reason { winner, values, is_tied: !between.is_empty(), by }));
        }
    }
    Ok(weights.and_then(|weight| {
        let winner = weight.winner(mover)?;
        let ahead = if winner == Player::Left { weight.low } else { -weight.high };
        let values = values.iter().map(|bound| bound.value).collect();
        Some(Reason { winner, values, is_tied: false, by: Telling::Weight(Dyadic::new(ahead.into(), UP.ilog2())) })
    }))
}

/// Returns the regions without those that cancel each other.
fn without_pairs(regions: &[Region]) -> Vec<(&[u32], bool)> {
    let mut kept: Vec<(&[u32], bool)> = Vec::new();
    for (state, negated) in regions {
        match kept.iter().position(|(other, sign)| other == state && sign != negated) {
            Some(i) => drop(kept.swap_remove(i)),
            None => kept.push((state, *negated)),
        }
    }
    kept
}

/// Returns the property of these values by which `winner` wins their sum.
fn told(
    memory: &mut Memory,
    values: &[Bound],
    winner: Player,
    mover: Player,
    cx: &mut dyn Context,
) -> Result<Option<Telling>, Fault> {
    let ids: Vec<GameId> = values.iter().map(|bound| bound.value).collect();
    if let Some(sum) = memory.sum_of(&ids, cx.games())? {
        let games = cx.games();
        let (low, high) = if winner == Player::Left { (GameId::ZERO, sum) } else { (sum, GameId::ZERO) };
        let wins = if winner == mover { !games.less_or_equal(high, low)? } else { games.less_or_equal(low, high)? };
        return Ok(wins.then_some(Telling::Sum(sum)));
    }
    let sign = if winner == Player::Left { 1 } else { -1 };
    let mean = values.iter().try_fold(0, |mean, bound| Some(mean + sign * bound.mast?.mean));
    let temperature = values.iter().try_fold(0, |most, bound| Some(bound.mast?.temperature.max(most)));
    Ok(match (mean, temperature) {
        (Some(mean), _) if winner == mover && mean > 0 => Some(Telling::Mean),
        (Some(mean), Some(temperature)) if mean > temperature => Some(Telling::Temperature),
        _ => None,
    })
}
