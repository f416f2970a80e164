//! Reports: thermographs, the period of a sequence, misère theory of a ruleset.

use std::rc::Rc;

use dashu_int::IBig;

use super::story::{Story, listed, said};
use crate::eval::{EvalError, FromValue, Session, as_game, at_heaps, members_of};
use crate::library::misere::letter;
use crate::value::report::{Comparison, Ferguson, Genus, Labels, Period, Quotient, Tameness};
use crate::value::{Report, Value};
use cg_engine::games::Player;
use cg_engine::misere::Class;

/// Tells the contents of a report and their proof. `None` if the report has no reasons.
pub(super) fn tell(cx: &mut Session, report: &Report) -> Result<Option<Rc<Report>>, EvalError> {
    let mut story = Story::new();
    story.answer(report.text().to_string());
    let answer = match report {
        Report::Thermograph(thermograph) => {
            return as_game(cx, &thermograph.game)?.map(|g| super::hot::thermograph(cx, g)).transpose();
        }
        Report::Period(found) => {
            period(cx, found, &mut story)?;
            found.period.map_or(Value::Nothing, |n| Value::integer(n.into()))
        }
        Report::Ferguson(conditions) => {
            ferguson(cx, conditions, &mut story)?;
            Value::Boolean(conditions.bouton)
        }
        Report::Quotient(found) => {
            quotient(cx, found, &mut story)?;
            Value::Integer(found.order)
        }
        Report::Labels(found) => {
            labels(cx, found, &mut story)?;
            found.threshold.clone()
        }
        Report::PointsSolution(found) => {
            let first = members_of(&mut cx.games.budget, &found.line)?.and_then(|line| line.first().cloned());
            let Some(Value::Position(p)) = first else { return Ok(None) };
            let starter = Player::from_value(&found.starter, cx)?;
            return super::points::tell(cx, p, starter).map(Some);
        }
        Report::Solution(found) => return super::line::solutions(cx, &[found]).map(Some),
        Report::Genus(found) => {
            genus(cx, found, &mut story)?;
            Value::text(found.class.to_string())
        }
        Report::Comparison(found) => {
            comparison(found, &mut story);
            Value::text(found.relation.sign())
        }
        Report::Line(found) => {
            super::strategies::line(cx, found, &mut story)?;
            found.winner.clone()
        }
        Report::Annihilation(_)
        | Report::Strategy(_)
        | Report::Security(_)
        | Report::MisereDay(_)
        | Report::Identification(_)
        | Report::Labelling(_)
        | Report::Call(_)
        | Report::Family(_)
        | Report::Explanation(_) => return Ok(None),
    };
    Ok(Some(story.report(answer, 1)))
}

/// Adds the rows of a comparison: the first moves that win for each player, and the replies to those that lose.
pub(super) fn comparison(found: &Comparison, story: &mut Story) {
    for (name, list) in [("left", &found.left), ("right", &found.right), ("replies", &found.replies)] {
        story.row(vec![Value::text(name), list.clone()]);
    }
}

/// Tells which inequality proves a period.
fn period(cx: &mut Session, found: &Period, story: &mut Story) -> Result<(), EvalError> {
    let (Some(preperiod), Some(period), Some(saltus)) = (found.preperiod, found.period, found.saltus) else {
        story.step("No period was found among the heaps looked at. That does not say that there is none.");
        return Ok(());
    };
    let more = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
    story.step(format!("For every heap n >= {preperiod} that was looked at, G(n + {period}) = G(n){more}."));
    let number = |n: u64| Value::integer(n.into());
    story.row(vec![Value::text("repeats"), number(preperiod), number(period), number(saltus)]);
    if let Some(exceptions) = found.exceptions.as_ref().filter(|list| !matches!(list, Value::List(l) if l.is_empty())) {
        let text = said(cx, exceptions)?;
        story.step(format!("The heaps below {preperiod} that break the pattern: {text}."));
    }
    match found.proved {
        true if saltus > 0 => {
            story.step(
                "Proof: any number, or any but a few, may be taken, so the values below are met by taking, and it was",
            );
            story.under("checked that heaps larger by the period meet the same values and those larger by the saltus, and no other.");
        }
        true if let Some((digits, length)) = repeating_digits(cx, &found.rule) => {
            let (after, more) = match digits {
                0 => (String::new(), String::new()),
                _ => (format!(" after the first {digits}"), format!(" that takes more than {digits}")),
            };
            story.step(format!("Proof: the digits repeat with length {length}{after}. Let p be a multiple of {length} and of the"));
            story.under("period, and let every move leave at most J heaps. If the pattern holds for all n from n0 to below");
            story.under(format!("J*(n0 + p) + {digits}, it holds for ever: a move{more} from a later n leaves the same heaps as"));
            story.under("one from n + p that takes p more, and all other moves from n and n + p leave a heap of at least n0 and pair");
            story.under(format!("off, with p more or less in it, with equal values (after Guy and Smith 1956). Here n0 = {preperiod}."));
        }
        true => {
            story.step("Proof: let every move take at most t and leave at most J heaps. If the pattern holds for all n from n0");
            story.under(
                "to below J*n0 + (J-1)*p + t, it holds for ever: in every move from a later n one heap is at least n0,",
            );
            story.under("and with p more or less in it the moves from n and n + p pair off with equal values (Guy and Smith 1956).");
            story.under(format!(
                "Here n0 = {preperiod} and p = {period}, and the values up to that bound were compared."
            ));
        }
        false => story.step("This is what the heaps looked at show; no theorem says that it goes on, and moves that only larger heaps have do not show."),
    }
    Ok(())
}

/// Returns the number of digits before those that repeat in the code of a ruleset, and the number that repeat, if any do.
fn repeating_digits(cx: &mut Session, rule: &Value) -> Option<(u64, u64)> {
    let Ok(Value::Position(p)) = at_heaps(cx, rule, vec![Value::Integer(1)]) else { return None };
    let (rule, _) = cx.positions.rules_of(p).heap_of_rule(cx.positions.state(p))?;
    rule.code().repeats()
}

/// Tells how the labels of an annihilation game give its values.
fn labels(cx: &mut Session, found: &Labels, story: &mut Story) -> Result<(), EvalError> {
    let threshold = said(cx, &found.threshold)?;
    story.step(
        "A set of tokens is a vector of 0 and 1. Those of finite γ form a space, and on it γ is linear: values add",
    );
    story.under("without carrying. Sets of at most four tokens span it (Fraenkel and Yesha 1982).");
    story.step(format!(
        "It has a basis of {} sets. The values that occur are all below t = {threshold}.",
        found.dimension
    ));
    if let Value::List(list) = &found.basis {
        for pair in list.iter() {
            story.row(vec![Value::text("basis"), pair]);
        }
    }
    story.step("Each vertex that leads no set of the basis is labelled with t, 2t, 4t, ...; each other one with the sum of the");
    story.under("other labels of its set and the value. So labels add up to the value of a set, or to t and more where it is infinite.");
    if let (Some(label), Some(gamma)) = (&found.label, &found.gamma) {
        let (label, gamma) = (said(cx, label)?, said(cx, gamma)?);
        story.step(format!("Here the labels of the tokens add up to {label}, so γ is {gamma}."));
    }
    Ok(())
}

/// Ferguson's conditions, and what they mean for misère play.
fn ferguson(cx: &mut Session, conditions: &Ferguson, story: &mut Story) -> Result<(), EvalError> {
    match &conditions.violations {
        Value::List(list) if !list.is_empty() => {
            let first = list.get(0).unwrap_or(Value::Nothing);
            let text = said(cx, &first)?;
            let times = if list.len() == 1 { "once".into() } else { format!("{} times", list.len()) };
            story.step(format!("The conditions A1 to A5 are broken {times}, first by {text}."));
            for row in list.iter() {
                cx.games.budget.tick()?;
                story.row_always(row);
            }
        }
        _ if conditions.all_heaps => story.step("Every heap keeps the conditions A1 to A5."),
        _ => story.step("Every heap looked at keeps the conditions A1 to A5."),
    }
    story.step(if conditions.bouton {
        "So misère play is won as in Nim: play as in normal play until only nim-values 0 and 1 are left, then leave an odd number of ones (Ferguson 1974, theorem 2)."
    } else {
        "Bouton's rule does not solve misère play of these heaps: `misere_quotient` may."
    });
    Ok(())
}

/// Tells what the digits of a genus are, who wins by them, and what the class means.
fn genus(cx: &mut Session, found: &Genus, story: &mut Story) -> Result<(), EvalError> {
    let normal = said(cx, &found.normal)?;
    let digits = members_of(&mut cx.games.budget, &found.misere)?.unwrap_or_default();
    let all = digits.iter().map(|digit| said(cx, digit)).collect::<Result<Vec<_>, _>>()?;
    let winner = |value: &Value| match *value == Value::Integer(0) {
        true => "the previous player wins",
        false => "the next player wins",
    };
    story.step(format!("The nim-value is {normal}: in normal play {}.", winner(&found.normal)));
    story.row_always(Value::list(vec![Value::text("normal"), found.normal.clone()]));
    let misere = digits.first().cloned().unwrap_or(Value::Nothing);
    let alone = all.first().cloned().unwrap_or_default();
    story.step(format!("The misère nim-value is {alone}: in misère play {}.", winner(&misere)));
    story.under("It is 1 where there is no move, else the least number that no option has.");
    story.step(format!(
        "Beside none, one, two, ... heaps of 2 the misère nim-values are {}, and the last two",
        all.join(", ")
    ));
    story.under("alternate for ever (Conway, On Numbers and Games, ch. 12).");
    story.row_always(Value::list(vec![Value::text("misere"), found.misere.clone()]));
    let by_quotient = match (found.order, found.preperiod, found.period) {
        (Some(order), Some(preperiod), Some(period)) => Some([IBig::from(order), preperiod.into(), period.into()]),
        _ => None,
    };
    if let Some(numbers) = &by_quotient {
        let row = numbers.iter().map(|n| Value::integer(n.clone()));
        story.row_always(Value::list([Value::text("quotient")].into_iter().chain(row).collect()));
    }
    story.step(match found.class {
        Tameness::Known(Class::Nim) => "In misère play, too, it is equal to a heap of Nim, whatever is played beside it.".to_owned(),
        Tameness::Known(Class::Tame) => "It is tame: beside other tame games it is played like a position of Nim with these two values.".to_owned(),
        Tameness::Known(Class::Restive) => format!(
            "It is restive: beside heaps of 0, 1, {alone} and the neighbour of {alone} alone it is like a heap of {alone}, and else like one of {normal}."
        ),
        Tameness::Untold => match &by_quotient {
            Some([order, preperiod, period]) => {
                let apart = match found.ceiling {
                    Some(ceiling) => format!("by misère nim-values below {ceiling}"),
                    None => "by misère nim-values".to_owned(),
                };
                format!(
                    "That is told by a quotient of {order} elements: sums of any heaps, with Nim heaps of 1 and 2, are one where no such sum tells them apart {apart}. From heap {preperiod} on the elements of heaps have period {period} (Plambeck 2005; Plambeck and Siegel 2008, there of who wins)."
                )
            }
            None => "That is told by Bouton's rule, which holds for all heaps (Ferguson 1974, theorem 2).".to_owned(),
        },
        Tameness::Known(Class::Wild) => "It is wild: what is played beside it may matter in other ways. `misere_quotient` may tell of sums.".to_owned(),
    });
    if found.hereditary && matches!(found.class, Tameness::Known(Class::Tame | Class::Restive)) {
        story.under("It is so in the sense of On Numbers and Games, ch. 12, too: no move of its misère canonical form needs an answer.");
    }
    Ok(())
}

/// Explains a misère quotient: its generators, the words of the heaps, which elements are lost, and why that is
/// right.
fn quotient(cx: &mut Session, found: &Quotient, story: &mut Story) -> Result<(), EvalError> {
    let mut list = |list: &Value| Ok::<_, EvalError>(members_of(&mut cx.games.budget, list)?.unwrap_or_default());
    let [generators, values, lost] = [list(&found.generators)?, list(&found.values)?, list(&found.p)?];
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
        story.step(format!("It is generated by the heaps that equal no sum of smaller ones: {}.", listed(&names)));
    }
    let mut words = Vec::new();
    for (heap, value) in values.iter().enumerate() {
        cx.games.budget.tick()?;
        words.push(format!("{heap} is {}", said(cx, value)?));
        story.row_always(Value::list(vec![Value::text("heap"), Value::Integer(heap as i64), value.clone()]));
    }
    story.step(format!("Beside any sum a heap counts as a word: {}.", listed(&words)));
    let (order, presentation) = (found.order, &found.presentation);
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
    story.under("this was checked for each product, and each set of products that the moves from its sums can lead to (Plambeck and Siegel 2008).");
    if !found.complete {
        story.step("The next heap makes it larger than what is searched, so nothing is said of that one.");
    }
    Ok(())
}
