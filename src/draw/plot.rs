//! Plots of lists of numbers, and of rulesets by their nim-values.

use super::errors::DrawError;
use super::{Wish, about};
use dashu_ratio::RBig;

use crate::eval::{Count, EvalError, Session, heaps_wanted};
use crate::library::sequences;
use crate::picture::{Drawing, Plot, Points, Stretch};
use crate::value::report::Period;
use crate::value::{List, Value};
use cg_engine::positions::Convention;

/// The heaps that are looked at for a period. One that is longer would not be seen in the picture.
const LOOKED_AT: u64 = 1000;

/// Draws the plot of a list of numbers.
pub(super) fn of_list(cx: &mut Session, x: &Value, list: &List, wish: Wish) -> Result<Drawing, EvalError> {
    let numbers = numbers(cx, list, wish)?;
    if numbers.is_empty() {
        return Err(super::none(cx, x));
    }
    let more = (list.len() as usize).saturating_sub(numbers.len());
    let mut drawing = Plot { name: "a list of numbers".into(), numbers, ..Plot::default() }.draw(wish.medium);
    if more > 0 {
        drawing.more = Some(format!("{more} more numbers are not shown"));
    }
    Ok(drawing)
}

/// Draws the P-positions of two heaps.
fn of_two_heaps(cx: &mut Session, rule: &Value, wish: Wish) -> Result<Drawing, EvalError> {
    let name = format!("the P-positions of {}", cx.short(rule));
    let lost = sequences::found(cx, rule, Points::room(wish.medium), 2, Convention::Normal)?;
    let points = lost.iter().map(|parts| (parts[0] as f64, parts[1] as f64)).collect();
    Ok(Points { name, points }.draw(wish.medium))
}

/// Returns the numbers of a list, as many as there is room for.
fn numbers(cx: &mut Session, list: &List, wish: Wish) -> Result<Vec<f64>, EvalError> {
    let mut numbers = Vec::new();
    for (i, member) in list.iter().take(Plot::room(wish.medium)).enumerate() {
        cx.games.budget.tick()?;
        match member.as_number() {
            Some(x) => numbers.push(place(i, &x)?),
            None => return Err(DrawError::NoNumber { member: i, got: cx.describe(&member) }.into()),
        }
    }
    Ok(numbers)
}

/// Returns the height at which a number of the list is drawn.
fn place(member: usize, x: &RBig) -> Result<f64, DrawError> {
    about(x).ok_or(DrawError::LargeNumber { member })
}

/// Draws the nim-values of a ruleset, its period marked.
pub(super) fn of_ruleset(cx: &mut Session, rule: &Value, wish: Wish) -> Result<Drawing, EvalError> {
    match heaps_wanted(&cx.globals, rule) {
        (2, _) => return of_two_heaps(cx, rule, wish),
        (heaps @ 3.., _) => return Err(DrawError::ManyHeaps { name: cx.short(rule), heaps }.into()),
        _ => {}
    }
    let period = sequences::period(cx, rule.clone(), Some(Count(LOOKED_AT)))?;
    of_period(cx, &period, wish)
}

/// Draws the nim-values whose period was reported, marked as the report says.
pub(super) fn of_period(cx: &mut Session, period: &Period, wish: Wish) -> Result<Drawing, EvalError> {
    let rule = &period.rule;
    let name = cx.short(rule);
    let whole = |n: Option<u64>| usize::try_from(n?).ok();
    let room = Plot::room(wish.medium);
    let found = whole(period.preperiod).zip(whole(period.period));
    let count = match found {
        Some((before, long)) => before.saturating_add(long.max(1).saturating_mul(2)).max(40).min(room),
        None => room.min(120),
    };
    let sequence = sequences::sequence(cx, rule.clone(), Count(count as u64))?;
    let Value::List(list) = &sequence else { return Err(super::none(cx, rule)) };
    let mut plot =
        Plot { name: format!("the nim-values of {name}"), numbers: numbers(cx, list, wish)?, ..Plot::default() };
    let mut more = None;
    if let Some((before, long)) = found {
        if before > 0 {
            plot.stretches.push(Stretch { from: 0, to: before, name: format!("preperiod {before}") });
        }
        let saltus = match whole(period.saltus) {
            Some(saltus) if saltus > 0 => format!(", saltus {saltus}"),
            _ => String::new(),
        };
        let end = before.saturating_add(long);
        plot.stretches.push(Stretch { from: before, to: end, name: format!("period {long}{saltus}") });
        if end > count {
            more = Some(format!("the period, of heaps {before} to {}, is not shown to its end", end - 1));
        }
        if let Some(Value::List(exceptions)) = &period.exceptions {
            plot.exceptions =
                exceptions.iter().take(room).filter_map(|x| usize::try_from(x.as_integer()?).ok()).collect();
        }
    } else {
        plot.remark = period.text.clone();
    }
    let mut drawing = plot.draw(wish.medium);
    drawing.more = more.or(drawing.more);
    Ok(drawing)
}
