//! Misère quotients, and how their elements are written.

use std::rc::Rc;

use super::ferguson::of_how_many;
use super::heap_game;
use crate::eval::{Count, EvalError, Session};
use crate::library::sequences::rule_of;
use crate::value::{Ruleset, Value, report};
use cg_engine::heaps::Splits;
use cg_engine::misere::{Limits, Quotient, Stop};

/// Heaps among which a period of the quotient is looked for.
const MOST_HEAPS: usize = 8000;

pub(super) fn misere_quotient(cx: &mut Session, ruleset: Rc<Ruleset>, n: Option<Count>) -> Result<Value, EvalError> {
    let Some(n) = n else { return quotient_of_all(cx, ruleset) };
    let game = heap_game(cx, "misere_quotient", &ruleset, n.0.saturating_add(1))?;
    let quotient = Quotient::of(&game.moves, Limits::NONE, &mut cx.games.budget)?;
    // Heaps of the ruleset, all of whose parts have an element.
    let known = |heaps: &&Vec<u32>| heaps.iter().all(|&h| (h as usize) < quotient.heaps());
    let values: Vec<u32> = game
        .positions
        .iter()
        .take_while(known)
        .map(|heaps| heaps.iter().fold(0, |product, &h| quotient.times(product, quotient.value(h))))
        .collect();
    let (order, p_portion, proved_to) = (quotient.order(), quotient.p_portion(), values.len() as i64 - 1);
    let mut text = format!("order {order}, P-portion {p_portion}, proved for heaps 0 to {proved_to}");
    if let Some(stop) = quotient.stop() {
        text += &halted(stop, proved_to + 1);
    }
    // A generator is a heap of the ruleset, but where that is made of others it may be a part of one.
    let heap_of = |g: u32| game.positions.iter().position(|heaps| heaps[..] == [g]);
    let generators =
        quotient.generators().iter().map(|&g| heap_of(g).map_or(Value::Nothing, |h| Value::Integer(h as i64)));
    let complete = values.len() == game.positions.len();
    Ok(quotient_report(&quotient, text, (Some(proved_to), complete), generators.collect(), &values))
}

/// Returns the quotient of all heaps of a take-and-break game, or of as many as are found to have a small one.
fn quotient_of_all(cx: &mut Session, ruleset: Rc<Ruleset>) -> Result<Value, EvalError> {
    let rule = rule_of(ruleset.clone(), cx).filter(|rule| rule.splits() == Splits::Coded);
    let Some(rule) = rule else { return Err(of_how_many(cx, "misere_quotient", ruleset, 8)) };
    let quotient = Quotient::of_rule(&rule, MOST_HEAPS, Limits::SMALL, &mut cx.games.budget)?;
    let (order, p_portion) = (quotient.order(), quotient.p_portion());
    let largest = quotient.heaps() as i64 - 1;
    let (known, how) = match quotient.period() {
        Some(period) => {
            let (preperiod, period) = (period.preperiod, period.period);
            (preperiod + period, format!("proved for all heaps: preperiod {preperiod}, period {period}"))
        }
        None if quotient.heaps() == MOST_HEAPS => {
            (quotient.heaps() as u64, format!("proved for heaps 0 to {largest}, among which no period is proved"))
        }
        None => {
            let why = quotient.stop().map_or_else(String::new, |stop| halted(stop, largest + 1));
            (quotient.heaps() as u64, format!("proved for heaps 0 to {largest}{why}"))
        }
    };
    let text = format!("order {order}, P-portion {p_portion}, {how}");
    let values: Vec<u32> = (0..known).map(|heap| quotient.value(heap as u32)).collect();
    let generators = quotient.generators().iter().map(|&heap| Value::Integer(heap.into())).collect();
    let all = quotient.period().is_some();
    Ok(quotient_report(&quotient, text, ((!all).then_some(largest), all), generators, &values))
}

/// Returns the reason why a quotient covers fewer heaps.
fn halted(stop: Stop, heap: i64) -> String {
    match stop {
        Stop::Large => format!("; heap {heap} makes it larger than what is searched"),
        Stop::Time => format!("; at heap {heap} the time was up"),
        Stop::Memory => format!("; at heap {heap} the memory was full"),
    }
}

fn quotient_report(
    quotient: &Quotient,
    text: String,
    (proved_to, complete): (Option<i64>, bool),
    generators: Vec<Value>,
    values: &[u32],
) -> Value {
    let element = |e: u32| Value::text(word(quotient.word(e)));
    let report = report::Quotient {
        text,
        order: quotient.order() as i64,
        p_portion: quotient.p_portion() as i64,
        proved_to,
        complete,
        preperiod: quotient.period().map(|period| period.preperiod),
        period: quotient.period().map(|period| period.period),
        generators: Value::list(generators),
        presentation: presentation(quotient),
        values: Value::list(values.iter().copied().map(element).collect()),
        p: Value::list(quotient.p().map(element).collect()),
    };
    Value::Report(report.into())
}

/// Returns the name of a generator: a, b, ..., z, then x27, x28, ...
pub(crate) fn letter(i: usize) -> String {
    match u8::try_from(i) {
        Ok(i @ 0..26) => char::from(b'a' + i).to_string(),
        _ => format!("x{}", i + 1),
    }
}

/// Returns a word in the generators: `ab^2`, the empty one `1`.
pub(crate) fn word(copies: &[u32]) -> String {
    let mut text = String::new();
    for (i, &n) in copies.iter().enumerate().filter(|(_, n)| **n > 0) {
        text += &letter(i);
        if n > 1 {
            text += &format!("^{n}");
        }
    }
    if text.is_empty() { "1".into() } else { text }
}

fn presentation(quotient: &Quotient) -> String {
    let generators: Vec<String> = (0..quotient.generators().len()).map(letter).collect();
    let relations: Vec<String> =
        quotient.relations().iter().map(|(a, b)| format!("{} = {}", word(a), word(b))).collect();
    format!("<{} | {}>", generators.join(", "), relations.join(", "))
}
