//! Reports: thermographs, the period of a sequence, misère theory of a ruleset.

use std::rc::Rc;

use super::story::{Story, listed, said};
use crate::eval::{EvalError, Session};
use crate::library::misere::letter;
use crate::value::{Report, Topic, Value};

/// What a report says and what proves it; `None` for a report without reasons.
pub(super) fn tell(cx: &mut Session, report: &Report) -> Result<Option<Rc<Report>>, EvalError> {
    let mut story = Story::new();
    story.answer(report.text.clone());
    let answer = match report.topic {
        Topic::Thermograph => {
            let game = report.field("game").cloned().unwrap_or(Value::Nothing);
            return cx.as_game(&game)?.map(|g| super::hot::thermograph(cx, g)).transpose();
        }
        Topic::Period => {
            period(cx, report, &mut story)?;
            "period"
        }
        Topic::Ferguson => {
            ferguson(cx, report, &mut story)?;
            "bouton"
        }
        Topic::Quotient => {
            quotient(cx, report, &mut story)?;
            "order"
        }
        Topic::Annihilation
        | Topic::Genus
        | Topic::Strategy
        | Topic::Security
        | Topic::Line
        | Topic::Comparison
        | Topic::Explanation => return Ok(None),
    };
    Ok(Some(story.report(report.field(answer).cloned().unwrap_or(Value::Nothing), 1)))
}

/// Which inequality is behind a period that is proved.
fn period(cx: &mut Session, report: &Report, story: &mut Story) -> Result<(), EvalError> {
    let number = |name: &str| match report.field(name) {
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
    if let Some(exceptions) = report.field("exceptions") {
        let text = said(cx, exceptions)?;
        story.step(format!("The heaps below {preperiod} that break the pattern: {text}."));
    }
    match report.field("proved") {
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
fn ferguson(cx: &mut Session, report: &Report, story: &mut Story) -> Result<(), EvalError> {
    match report.field("violations") {
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
    let bouton = matches!(report.field("bouton"), Some(Value::Boolean(true)));
    story.step(if bouton {
        "So misère play is won as in Nim: play as in normal play until only nim-values 0 and 1 are left, then leave an odd number of ones (Ferguson 1974, theorem 2)."
    } else {
        "Bouton's rule does not solve misère play of these heaps: `misere_quotient` may."
    });
    Ok(())
}

/// A misère quotient: what generates it, the words of the heaps, which elements are lost, and why that is right.
fn quotient(cx: &mut Session, report: &Report, story: &mut Story) -> Result<(), EvalError> {
    let mut list = |name: &str| -> Result<Vec<Value>, EvalError> {
        Ok(match report.field(name) {
            Some(value) => cx.members(value)?.unwrap_or_default(),
            None => Vec::new(),
        })
    };
    let [generators, values, lost] = [list("generators")?, list("values")?, list("p")?];
    let mut names = Vec::new();
    for (i, heap) in generators.iter().enumerate() {
        let heap = match heap {
            Value::Nothing => Value::text("a part of a heap"),
            heap => heap.clone(),
        };
        let text = if matches!(heap, Value::Text(_)) { said(cx, &heap)? } else { format!("heap {}", said(cx, &heap)?) };
        names.push(format!("{} is {text}", letter(i)));
        story.row_always(Value::list(vec![Value::text("generator"), Value::text(letter(i)), heap]));
    }
    if !names.is_empty() {
        story.step(format!("Heaps for which no sum of smaller ones can stand generate it: {}.", listed(&names)));
    }
    let mut words = Vec::new();
    for (heap, value) in values.iter().enumerate() {
        cx.games.budget.tick()?;
        words.push(format!("{heap} is {}", said(cx, value)?));
        story.row_always(Value::list(vec![Value::text("heap"), Value::Integer(heap as i64), value.clone()]));
    }
    story.step(format!("Beside any sum a heap counts as a word: {}.", listed(&words)));
    let order = report.field("order").cloned().unwrap_or(Value::Nothing);
    let (order, presentation) = (
        said(cx, &order)?,
        match report.field("presentation") {
            Some(Value::Text(text)) => text.to_string(),
            _ => String::new(),
        },
    );
    story.step(format!("Words are multiplied in any order, by {presentation}: that leaves {order} of them."));
    let mut texts = Vec::new();
    for value in &lost {
        texts.push(said(cx, value)?);
        story.row_always(Value::list(vec![Value::text("lost"), value.clone()]));
    }
    story.step(format!(
        "The player to move loses a sum just where the product of its heaps is one of {}.",
        listed(&texts)
    ));
    story.step("Proof: from a lost product no move leads to a lost one, and from any other, while a heap is left, some move does;");
    story.under("this was checked for every product with all that the moves from its sums can reach (Plambeck and Siegel 2008).");
    if matches!(report.field("complete"), Some(Value::Boolean(false))) {
        story.step("The next heap makes it larger than what is searched, so nothing is said of that one.");
    }
    Ok(())
}
