//! Reports: the period of a sequence, misère theory of a ruleset.

use std::rc::Rc;

use super::story::{Story, said};
use crate::language::{Report, Session, Trouble, Value};

/// A field of a report.
fn field<'a>(report: &'a Report, name: &str) -> Option<&'a Value> {
    report.fields.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// What a report says and what proves it; `None` for a report without reasons.
pub(super) fn tell(cx: &mut Session, report: &Report) -> Result<Option<Rc<Report>>, Trouble> {
    if field(report, "temperature").is_some()
        && let Some(game) = field(report, "game").cloned()
        && let Some(g) = cx.as_game(&game)?
    {
        return super::hot::thermograph(cx, g).map(Some);
    }
    let mut story = Story::new();
    story.answer(report.text.clone());
    if field(report, "preperiod").is_some() {
        period(cx, report, &mut story)?;
        return Ok(Some(story.report(field(report, "period").cloned().unwrap_or(Value::Nothing), 1)));
    }
    if field(report, "violations").is_some() && field(report, "bouton").is_some() {
        ferguson(cx, report, &mut story)?;
        return Ok(Some(story.report(field(report, "bouton").cloned().unwrap_or(Value::Nothing), 1)));
    }
    Ok(None)
}

/// Which inequality is behind a period that is proved.
fn period(cx: &mut Session, report: &Report, story: &mut Story) -> Result<(), Trouble> {
    let number = |name: &str| match field(report, name) {
        Some(Value::Integer(n)) => Some(*n),
        _ => None,
    };
    let (Some(preperiod), Some(period), Some(saltus)) = (number("preperiod"), number("period"), number("saltus"))
    else {
        story.step("No period was found among the heaps looked at. That does not say that there is none.");
        return Ok(());
    };
    let more = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
    story.step(format!("For every heap n >= {preperiod} that was looked at, G(n + {period}) = G(n){more}."));
    story.row(vec![Value::text("repeats"), Value::Integer(preperiod), Value::Integer(period), Value::Integer(saltus)]);
    if let Some(exceptions) = field(report, "exceptions") {
        let text = said(cx, exceptions)?;
        story.step(format!("The heaps below {preperiod} that break the pattern: {text}."));
    }
    match field(report, "proved") {
        Some(Value::Boolean(true)) => {
            story.step("Proof: let every move take at most t and leave at most J heaps. If the pattern holds for all n from n0");
            story.under(
                "to below J*n0 + (J-1)*p + t, it holds for ever: in every move from a later n one heap is at least n0,",
            );
            story.under("and with p more or less in it the moves from n and n + p pair off with equal values (Guy and Smith 1956).");
            story.under(format!(
                "Here n0 = {preperiod} and p = {period}, and the values up to that bound were compared."
            ));
        }
        _ => story.step("This is what the heaps looked at show; no theorem says that it goes on."),
    }
    Ok(())
}

/// Ferguson's conditions, and what they mean for misère play.
fn ferguson(cx: &mut Session, report: &Report, story: &mut Story) -> Result<(), Trouble> {
    match field(report, "violations") {
        Some(Value::List(list)) if !list.is_empty() => {
            let first = list.get(0).unwrap_or(Value::Nothing);
            let text = said(cx, &first)?;
            story.step(format!("The conditions A1 to A5 are broken {} times, first by {text}.", list.len()));
            for row in list.iter() {
                cx.games.budget.tick()?;
                story.row_always(row);
            }
        }
        _ => story.step("Every heap looked at keeps the conditions A1 to A5."),
    }
    let bouton = matches!(field(report, "bouton"), Some(Value::Boolean(true)));
    story.step(if bouton {
        "So misère play is won as in Nim: play as in normal play until only nim-values 0 and 1 are left, then leave an odd number of ones (Ferguson 1974, theorem 2)."
    } else {
        "Bouton's rule does not solve misère play of these heaps: `misere_quotient` may."
    });
    Ok(())
}
