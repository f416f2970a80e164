//! Misère quotients, and how their elements are written.

use std::rc::Rc;

use super::ferguson::{no_ruleset, of_how_many};
use super::{heap_game, no_heap_game};
use crate::eval::{Count, EvalError, Session, Sort, as_position};
use crate::library::sequences::rule_of;
use crate::value::{Ruleset, Value, report};
use cg_engine::heaps::Splits;
use cg_engine::misere::{Limits, Quotient, Stop};
use cg_engine::positions::PositionId;
use cg_engine::questions::HeapGame;

/// Heaps among which a period of the quotient is looked for.
const MOST_HEAPS: usize = 8000;

pub(super) fn misere_quotient(cx: &mut Session, r: Value, n: Option<Count>) -> Result<Value, EvalError> {
    match (&r, n) {
        (Value::Ruleset(ruleset), None) if !matches!(&**ruleset, Ruleset::Graph(_)) => {
            quotient_of_all(cx, ruleset.clone())
        }
        (Value::Ruleset(ruleset), Some(n)) => quotient_of_heaps(cx, ruleset, n),
        (Value::Function(_), _) | (_, Some(_)) => Err(no_ruleset(cx, r, "a ruleset", &[Sort::Ruleset])),
        _ => match as_position(cx, &r)? {
            Some(p) => quotient_of_position(cx, p),
            None => Err(no_ruleset(cx, r, "a ruleset or a position", &[Sort::Ruleset, Sort::Position])),
        },
    }
}

/// Returns the quotient of all sums of what can be reached from a position.
fn quotient_of_position(cx: &mut Session, p: PositionId) -> Result<Value, EvalError> {
    let (game, components) = HeapGame::reached_from(p, cx).map_err(|fault| no_heap_game(fault, "misere_quotient"))?;
    let components: Vec<Value> = components.into_iter().map(Value::Position).collect();
    quotient_of_game(cx, &game, &components, |known| match known == components.len() {
        true => (None, "what can be reached from this position".into(), "another".into()),
        false => (None, format!("{known} of {} positions that can be reached", components.len()), "the next".into()),
    })
}

fn quotient_of_heaps(cx: &mut Session, ruleset: &Rc<Ruleset>, n: Count) -> Result<Value, EvalError> {
    let game = heap_game(cx, "misere_quotient", ruleset, n.0.saturating_add(1))?;
    let heaps: Vec<Value> = (0..game.positions.len()).map(|heap| Value::Integer(heap as i64)).collect();
    quotient_of_game(cx, &game, &heaps, |known| {
        let last = known as i64 - 1;
        (Some(last), format!("heaps 0 to {last}"), format!("heap {known}"))
    })
}

/// Returns the quotient of the positions of a game, which have these names. `words` says for how many it is proved: the last, all in
/// words, and the next in words.
fn quotient_of_game(
    cx: &mut Session,
    game: &HeapGame,
    names: &[Value],
    words: impl Fn(usize) -> (Option<i64>, String, String),
) -> Result<Value, EvalError> {
    let quotient = Quotient::of(&game.moves, Limits::NONE, &mut cx.games.budget)?;
    // Heaps of the ruleset, all of whose parts have an element.
    let known = |heaps: &&Vec<u32>| heaps.iter().all(|&h| (h as usize) < quotient.heaps());
    let values: Vec<u32> = game
        .positions
        .iter()
        .take_while(known)
        .map(|heaps| heaps.iter().fold(0, |product, &h| quotient.times(product, quotient.value(h))))
        .collect();
    let (order, p_portion) = (quotient.order(), quotient.p_portion());
    let (proved_to, proved, next) = words(values.len());
    let mut text = format!("order {order}, P-portion {p_portion}, proved for {proved}");
    if let Some(stop) = quotient.stop() {
        text += &format!("; {}", halted(stop, &next));
    }
    // A generator is a heap of the ruleset, but where that is made of others it may be a part of one.
    let name_of = |g: u32| game.positions.iter().position(|heaps| heaps[..] == [g]).map(|i| names[i].clone());
    let generators = quotient.generators().iter().map(|&g| name_of(g).unwrap_or(Value::Nothing)).collect();
    let complete = values.len() == game.positions.len();
    Ok(quotient_report(&quotient, text, (proved_to, complete), generators, &values))
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
            let why = quotient
                .stop()
                .map_or_else(String::new, |stop| format!("; {}", halted(stop, &format!("heap {}", largest + 1))));
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
fn halted(stop: Stop, component: &str) -> String {
    match stop {
        Stop::Large => format!("{component} makes it larger than what is searched"),
        Stop::Time => format!("at {component} the time was up"),
        Stop::Memory => format!("at {component} the memory was full"),
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
