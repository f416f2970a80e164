//! Plots of lists of numbers, and of rulesets by their nim-values.

use super::{Wish, about};
use crate::builtins::sequences;
use crate::language::{Count, List, Session, Trouble, Value};
use crate::picture::{Drawing, Plot, Span};

/// The heaps that are looked at for a period. One that is longer would not be seen in the picture.
const LOOKED_AT: u64 = 1000;

/// The plot of a list of numbers.
pub(super) fn of_list(cx: &mut Session, x: &Value, list: &List, wish: Wish) -> Result<Drawing, Trouble> {
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

/// The numbers of a list that there is room for.
fn numbers(cx: &mut Session, list: &List, wish: Wish) -> Result<Vec<f64>, Trouble> {
    let mut numbers = Vec::new();
    for (i, member) in list.iter().take(Plot::room(wish.medium)).enumerate() {
        cx.games.budget.tick()?;
        match member.as_number() {
            Some(x) => numbers.push(about(&x)),
            None => {
                let got = cx.describe(&member);
                return Err(Trouble::said("value::none", format!("member {i} of the list is {got}, and no number"))
                    .here("nothing to plot")
                    .help("a list of numbers is plotted, such as `sequence(kayles, 60)`")
                    .inside(0, 0..0, ""));
            }
        }
    }
    Ok(numbers)
}

/// The nim-values of a ruleset, its period marked.
pub(super) fn of_ruleset(cx: &mut Session, rule: &Value, wish: Wish) -> Result<Drawing, Trouble> {
    let name = cx.short(rule);
    let period = sequences::period(cx, rule.clone(), Some(Count(LOOKED_AT)))?;
    let field = |name: &str| period.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value);
    let whole = |name: &str| match field(name) {
        Some(Value::Integer(n)) => usize::try_from(*n).ok(),
        _ => None,
    };
    let room = Plot::room(wish.medium);
    let found = whole("preperiod").zip(whole("period"));
    let count = match found {
        Some((before, long)) => before.saturating_add(long.max(1).saturating_mul(2)).max(40).min(room),
        None => room.min(120),
    };
    let sequence = sequences::sequence(cx, rule.clone(), Count(count as u64))?;
    let Value::List(list) = &sequence else { return Err(super::none(cx, rule)) };
    let mut plot =
        Plot { name: format!("the nim-values of {name}"), numbers: numbers(cx, list, wish)?, ..Plot::default() };
    if let Some((before, long)) = found {
        if before > 0 {
            plot.spans.push(Span { from: 0, to: before, name: format!("preperiod {before}") });
        }
        plot.spans.push(Span { from: before, to: before + long, name: format!("period {long}") });
        if let Some(Value::List(exceptions)) = field("exceptions") {
            plot.exceptions =
                exceptions.iter().take(room).filter_map(|x| usize::try_from(x.as_integer()?).ok()).collect();
        }
    }
    Ok(plot.draw(wish.medium))
}
