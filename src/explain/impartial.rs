//! Nim-values by the mex rule, sums by the nim-sum, γ-values by what can be taken back.

use std::collections::BTreeMap;

use super::boards::{BoardOptions, Drawn};
use super::story::{MANY, Story, as_data, listed, moves_of, said, said_gamma, said_position};
use crate::eval::{EvalError, IntoValue, Session, gamma_value};
use crate::value::Value;
use cg_engine::games::Player;
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::{self, Known, PositionId};
use cg_engine::questions;

/// Moves that are looked at one by one.
const MOST_MOVES: u64 = 5_000;

/// Options and their γ-values, those of one value together.
type ByValue = BTreeMap<Option<Ordinal>, Vec<(PositionId, GammaValue)>>;

/// Tells the components of an impartial sum and their nim-sum.
pub(super) fn tell_sum(
    cx: &mut Session,
    p: PositionId,
    parts: &[PositionId],
    story: &mut Story,
) -> Result<(), EvalError> {
    let total = questions::gamma(p, cx)?;
    head(cx, p, &total, story)?;
    let mut summands = Vec::new();
    let mut sizes = Vec::new();
    let mut loopy = 0;
    for &part in parts {
        cx.games.budget.tick()?;
        let gamma = questions::gamma(part, cx)?;
        match gamma.as_finite() {
            Some(size) => sizes.push(size.clone()),
            None => loopy += 1,
        }
        let (name, text) = (said_position(cx, part)?, said_gamma(cx, &gamma)?);
        // Of a nimber its name says it.
        if cx.positions.as_value(part).is_none() {
            story.step(format!("{name} has the nim-value {text}."));
        }
        summands.push(text);
        let value = gamma.into_value(cx)?;
        story.row(vec![as_data(cx, part), value]);
    }
    let text = said_gamma(cx, &total)?;
    match loopy {
        0 => tell_addition(cx, "nim-values", &sizes, story)?,
        1 => story.step(format!(
            "The sum of {} is {text}: the finite ones are added to each member of the set.",
            listed(&summands)
        )),
        _ => story.step(format!("The sum of {} is {text}: two infinite values have the sum inf().", listed(&summands))),
    }
    who_wins(cx, p, &total, story)
}

fn head(cx: &mut Session, p: PositionId, gamma: &GammaValue, story: &mut Story) -> Result<(), EvalError> {
    let value = gamma_value(&mut cx.games, gamma.clone())?;
    let (name, value) = (said_position(cx, p)?, said(cx, &value)?);
    story.answer(format!("{name} = {value}"));
    Ok(())
}

/// Tells who wins by the value, with the moves that win.
fn who_wins(cx: &mut Session, p: PositionId, gamma: &GammaValue, story: &mut Story) -> Result<(), EvalError> {
    let text = said_gamma(cx, gamma)?;
    let zero = Ordinal::default();
    let line = match gamma {
        GammaValue::Finite(n) if *n == zero => {
            let is_loopy = !matches!(questions::value(p, cx), Ok(Known::Nim(_)));
            let taken_back = if is_loopy { ", or can be taken back" } else { "" };
            story.step(format!(
                "Nim-value 0: the player who starts loses. Every move goes to another value{taken_back}."
            ));
            return Ok(());
        }
        GammaValue::Infinite(reach) if !reach.contains(&zero) => {
            story.step(format!("0 is not in {text}: nobody can force a win, play goes on for ever."));
            return Ok(());
        }
        GammaValue::Finite(_) => "not 0: the player who starts wins by a move to nim-value 0".to_string(),
        GammaValue::Infinite(_) => "0 is in it: the player who starts wins by a move to nim-value 0".to_string(),
    };
    if positions::heaps_of_nim(p, cx).is_none() && !is_small(cx, p) {
        story.step(format!("Nim-value {text}, {line}."));
        return Ok(());
    }
    let moves = questions::winning_moves(p, positions::Convention::Normal, Player::Left, cx);
    let texts = match moves {
        Ok(moves) => moves.into_iter().map(|q| said_position(cx, q)).collect::<Result<Vec<_>, _>>()?,
        Err(cg_engine::games::Fault::None(_) | cg_engine::games::Fault::TooLarge { .. }) => Vec::new(),
        Err(fault) => return Err(fault.into()),
    };
    story.step(if texts.is_empty() {
        format!("Nim-value {text}, {line}.")
    } else {
        format!("Nim-value {text}, {line}: {}.", listed(&texts))
    });
    Ok(())
}

/// Returns `true` if the moves of a position are few enough to look at, or if their number is not known before they
/// are listed.
fn is_small(cx: &mut Session, p: PositionId) -> bool {
    if let Some(heaps) = positions::heaps_of_nim(p, cx) {
        let sizes = heaps.iter().map(|h| h.to_u64().unwrap_or(u64::MAX));
        return sizes.fold(0, u64::saturating_add) <= MOST_MOVES;
    }
    let rules = cx.positions.rules_of(p);
    rules.sequence(cx.positions.state(p)).is_none_or(|(_, at)| at <= (MOST_MOVES / 2).into())
}

/// Returns the heaps of Nim, if none is infinite.
fn heaps_of_nim(cx: &mut Session, p: PositionId) -> Option<Vec<u64>> {
    positions::heaps_of_nim(p, cx)?.iter().map(Ordinal::to_u64).collect()
}

/// Tells numbers in binary and their nim-sum (Bouton 1901). `what` is the noun for them.
fn tell_heaps(what: &str, heaps: &[u64], story: &mut Story) {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let places = heaps.iter().map(|heap| heap.checked_ilog2().map_or(1, |log| log as usize + 1)).max().unwrap_or(1);
    let binary = |n: u64| format!("{n:0places$b}");
    let written: Vec<String> = heaps.iter().map(|&heap| format!("{heap} = {}", binary(heap))).collect();
    story.step(format!("In binary the {what} are {}.", listed(&written)));
    for &heap in heaps {
        story.row(vec![Value::integer(heap.into()), Value::text(binary(heap))]);
    }
    story.step(format!("Added without carrying they give {}, the nim-sum {sum}.", binary(sum)));
    story.row(vec![Value::text("nim-sum"), Value::integer(sum.into())]);
}

/// Tells the nim-sum of numbers, which may be infinite. `what` is the noun for them.
pub(super) fn tell_addition(
    cx: &mut Session,
    what: &str,
    sizes: &[Ordinal],
    story: &mut Story,
) -> Result<(), EvalError> {
    if let Some(heaps) = sizes.iter().map(Ordinal::to_u64).collect::<Option<Vec<u64>>>() {
        tell_heaps(what, &heaps, story);
        return Ok(());
    }
    let mut sum = Ordinal::default();
    for size in sizes {
        sum = sum.nim_sum(size)?;
    }
    let value = Value::ordinal(sum);
    let text = said(cx, &value)?;
    story.step(match sizes.iter().all(|size| size.as_finite().is_some()) {
        true => format!("Written in binary and added without carrying they give {text}."),
        false => format!(
            "Written as sums of powers of omega, their coefficients are added in binary without carrying: {text}."
        ),
    });
    story.row(vec![Value::text("nim-sum"), value]);
    Ok(())
}

/// Says how the value of a large heap follows from a proved period. `None` if none is proved or the heap is below it.
fn repeating(cx: &mut Session, p: PositionId) -> Option<String> {
    let (values, heap) = cx.positions.rules_of(p).sequence(cx.positions.state(p))?;
    let values = values.read();
    let period = values.proved_period()?;
    if heap < period.preperiod.into() {
        return None;
    }
    let m = heap - period.preperiod;
    let (like, rounds) = (&m % period.period + period.preperiod, &m / period.period);
    let more = match period.saltus {
        0 => String::new(),
        saltus => format!(", less {rounds}*{saltus}"),
    };
    Some(format!(
        "but the values repeat with period {} from heap {} on, which is proved: heap {like} is worth as much{more}",
        period.period, period.preperiod
    ))
}

/// Explains a position that is no sum by the nim-values of its options and the number that is missing among them.
pub(super) fn tell_options(cx: &mut Session, p: PositionId, story: &mut Story, depth: usize) -> Result<(), EvalError> {
    let gamma = questions::gamma(p, cx)?;
    head(cx, p, &gamma, story)?;
    if !is_small(cx, p) {
        let why = repeating(cx, p).unwrap_or_else(|| "but the value is known by the rule of the game".into());
        story.step(format!("There are too many moves to list, {why}."));
        return who_wins(cx, p, &gamma, story);
    }
    match heaps_of_nim(cx, p).as_deref() {
        Some(&[heap]) if heap > MANY as u64 => {
            story.step(format!(
                "The moves lead to all smaller heaps, of nim-values 0 to {}; the least number that is not among them is \
                 {heap} (mex rule).",
                heap - 1
            ));
            return who_wins(cx, p, &gamma, story);
        }
        Some(heaps @ [_, _, ..]) => {
            tell_heaps("heaps", heaps, story);
            return who_wins(cx, p, &gamma, story);
        }
        _ => {}
    }
    let moves = moves_of(cx, p)?;
    let mut by_value = ByValue::new();
    for &q in &moves.left {
        cx.games.budget.tick()?;
        let gamma = questions::gamma(q, cx)?;
        let group = by_value.entry(gamma.as_finite().cloned()).or_default();
        if group.iter().all(|(met, _)| *met != q) {
            group.push((q, gamma));
        }
    }
    if moves.left.is_empty() {
        story.step("There is no move: nim-value 0, and the player to move has lost.");
        return Ok(());
    }
    let loopy = by_value.remove(&None).unwrap_or_default();
    let mut least = 0u64;
    for value in by_value.keys().flatten() {
        least += u64::from(value.to_u64() == Some(least));
    }
    let is_larger = |value: &Option<Ordinal>| value.as_ref().and_then(Ordinal::to_u64).is_none_or(|n| n > least);
    let larger = by_value.iter().filter(|(value, _)| is_larger(value)).map(|(_, options)| options.len());
    let is_counted = loopy.is_empty() && larger.sum::<usize>() > MANY;
    let mut counted = Vec::new();
    let is_drawn = tell_boards(cx, p, &moves.left, &by_value, least, story)?;
    for (value, options) in &by_value {
        let is_larger = is_larger(value);
        let value = value.clone().unwrap_or_default();
        for (q, _) in options {
            story.row(vec![as_data(cx, *q), Value::ordinal(value.clone())]);
        }
        let text = said(cx, &Value::ordinal(value))?;
        if is_larger && is_counted {
            counted.push(format!("{text} ({})", options.len()));
        } else if is_larger || !is_drawn {
            let texts = options.iter().map(|(q, _)| said_position(cx, *q)).collect::<Result<Vec<_>, _>>()?;
            story.step(format!("Moves to nim-value {text}: {}.", listed(&texts)));
        }
    }
    if !counted.is_empty() {
        story.step(format!("Moves to larger nim-values, which do not matter: {}.", counted.join(", ")));
    }
    if !loopy.is_empty() {
        let mut texts = Vec::new();
        for (q, gamma) in &loopy {
            texts.push(format!("{} ({})", said_position(cx, *q)?, said_gamma(cx, gamma)?));
            let value = gamma.clone().into_value(cx)?;
            story.row(vec![as_data(cx, *q), value]);
        }
        story.step(format!("Moves to infinite values: {}.", listed(&texts)));
    }
    let mut larger: Vec<(PositionId, GammaValue)> = Vec::new();
    for (value, options) in &by_value {
        if value.as_ref().and_then(Ordinal::to_u64).is_none_or(|n| n > least) {
            larger.extend(options.iter().cloned());
        }
    }
    match &gamma {
        GammaValue::Finite(n) if n.to_u64() == Some(least) => {
            story.step(format!("The least number that is not among them is {least} (mex rule)."));
            story.row(vec![Value::text("mex"), Value::integer(least.into())]);
            larger.extend(loopy);
            let is_loopy = !matches!(questions::value(p, cx), Ok(Known::Nim(_)));
            if is_loopy && !larger.is_empty() {
                tell_reverting(cx, &larger, least, story)?;
                if let Some(counter) = questions::counter(p, cx)? {
                    story.step(format!("The counter, which falls as play goes on, is {counter} here."));
                }
            }
        }
        GammaValue::Finite(_) => story.step("The options go through all smaller ordinals (mex rule)."),
        GammaValue::Infinite(_) => {
            story.step(format!("The least number not among them, {least}, would be its value if every move to a greater one could be taken back."));
            tell_endless(cx, &loopy, least, story)?;
        }
    }
    who_wins(cx, p, &gamma, story)?;
    if depth > 1 {
        for &q in &moves.left {
            story.inside(|story| super::tell_position(cx, q, story, depth - 1))?;
        }
    }
    Ok(())
}

/// Draws a board for each nim-value below `least` that the options have. Returns `false` if they are on no boards.
fn tell_boards(
    cx: &mut Session,
    p: PositionId,
    options: &[PositionId],
    by_value: &ByValue,
    least: u64,
    story: &mut Story,
) -> Result<bool, EvalError> {
    let Some(boards) = BoardOptions::of(cx, p, options, Player::Left)? else { return Ok(false) };
    let place = |q: &PositionId| options.iter().position(|option| option == q);
    let mut drawn = Vec::new();
    for (value, group) in by_value.iter().take(least as usize) {
        let alike: Vec<usize> = group.iter().filter_map(|(q, _)| place(q)).collect();
        let Some(&option) = alike.first() else { continue };
        let worth = said(cx, &Value::ordinal(value.clone().unwrap_or_default()))?;
        drawn.push(Drawn { option, alike, worth });
    }
    if !drawn.is_empty() {
        story.step(format!("A move to each smaller nim-value, of {} moves:", boards.len()));
        boards.draw(cx, &drawn, story)?;
    }
    Ok(true)
}

/// Returns a move of `q` to this nim-value, or `None` if there is none.
fn move_to(cx: &mut Session, q: PositionId, value: u64) -> Result<Option<PositionId>, EvalError> {
    let moves = moves_of(cx, q)?;
    let mut best: Option<(Option<Ordinal>, PositionId)> = None;
    for r in moves.left {
        cx.games.budget.tick()?;
        if questions::gamma(r, cx)?.as_finite().and_then(Ordinal::to_u64) == Some(value) {
            let counter = questions::counter(r, cx)?;
            if best.as_ref().is_none_or(|(least, _)| counter < *least) {
                best = Some((counter, r));
            }
        }
    }
    Ok(best.map(|(_, r)| r))
}

/// Tells the moves by which each option of a greater value is taken back.
fn tell_reverting(
    cx: &mut Session,
    larger: &[(PositionId, GammaValue)],
    value: u64,
    story: &mut Story,
) -> Result<(), EvalError> {
    let mut texts = Vec::new();
    for (q, _) in larger {
        if let Some(back) = move_to(cx, *q, value)? {
            let row = vec![Value::text("back"), as_data(cx, *q), as_data(cx, back)];
            story.row(row);
            texts.push(format!("{} by {}", said_position(cx, *q)?, said_position(cx, back)?));
        }
    }
    story.step(format!("Moves to greater values are taken back to nim-value {value}: {}.", listed(&texts)));
    Ok(())
}

/// Tells the infinite options that cannot be taken back: no move leads from them to the value.
fn tell_endless(
    cx: &mut Session,
    loopy: &[(PositionId, GammaValue)],
    value: u64,
    story: &mut Story,
) -> Result<(), EvalError> {
    let mut texts = Vec::new();
    for (q, gamma) in loopy {
        let back = match gamma {
            GammaValue::Infinite(reach) => reach.contains(&Ordinal::finite(value)),
            GammaValue::Finite(_) => true,
        };
        if !back {
            let row = vec![Value::text("endless"), as_data(cx, *q)];
            story.row(row);
            texts.push(said_position(cx, *q)?);
        }
    }
    story.under(format!("No move goes from {} to {value}, so the value is infinite.", listed(&texts)));
    Ok(())
}
