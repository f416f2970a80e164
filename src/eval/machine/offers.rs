//! Advice for arguments of the wrong kind: the call as it was written with an argument that fits, or else an example.

use std::panic::resume_unwind;
use std::time::Duration;

use super::operators::nimber_size;
use super::{Session, Value};
use crate::diagnostic::{ErrorCode, filled, homonym};
use crate::eval::builtin::arguments;
use crate::eval::globals::Global;
use crate::eval::{Builtin, Effect, Quiet, Sort, ValueKind, guard};
use crate::source::Span;
use crate::syntax::Reading;
use crate::syntax::lexer::{Lexeme, lex};
use crate::value::{Function, Ruleset};

/// The length of the longest call that is offered, in bytes.
const MAX_OFFER: usize = 80;

/// The sorts of what is written without quotes.
const READ: &[Sort] = &[Sort::Game, Sort::Position, Sort::Integer, Sort::Number, Sort::Ruleset, Sort::Shown];

/// An argument of the wrong kind.
pub(super) struct Misfit {
    /// Its number, from 0.
    pub place: usize,
    /// The kind that the parameter takes.
    pub wanted: ValueKind,
    /// The value that was given.
    pub given: Value,
}

/// The longest time for which an offer is tried.
const TRIAL: Duration = Duration::from_millis(200);

/// Returns advice for a `call` of `row` with a misfit among the arguments written at `places`: the first offer that runs, or
/// else an example. `None` if there is nothing to offer.
pub(super) fn of_kind(cx: &mut Session, row: &Builtin, misfit: &Misfit, places: &[Span], call: Span) -> Option<String> {
    let Misfit { place, wanted, ref given } = *misfit;
    let argument = *places.get(place)?;
    let source = cx.sources.get(call.source).filter(|_| argument.source == call.source)?.clone();
    let written = source.slice(argument);
    let between = |from: u32, to: u32| source.text.get(from as usize..to as usize).unwrap_or("");
    // An integer below the least one is as wrong in another place.
    let may_be_exchanged = !(matches!(given, Value::Integer(_)) && wanted.is_any_of(&[Sort::Natural]));
    let others = places.iter().filter(|other| may_be_exchanged && **other != argument);
    let exchanged = others.map(|&other| {
        let [first, second] = if other.start < argument.start { [other, argument] } else { [argument, other] };
        let [before, middle, behind] =
            [[call.start, first.start], [first.end, second.start], [second.end, call.end]].map(|[a, b]| between(a, b));
        let text = format!("{before}{}{middle}{}{behind}", source.slice(second), source.slice(first));
        (text, "two arguments are exchanged", false)
    });
    let mut offers: Vec<(String, &str, bool)> = exchanged.collect();
    offers.extend(fitting(cx, wanted, given, written).map(|(instead, why)| {
        let [before, behind] = [between(call.start, argument.start), between(argument.end, call.end)];
        (format!("{before}{instead}{behind}"), why, true)
    }));
    let is_sound = |cx: &mut Session, (text, _, if_unknown): &(String, &str, bool)| {
        text.len() <= MAX_OFFER && !text.contains('\n') && runs(cx, text).unwrap_or(*if_unknown)
    };
    let written: Vec<&str> = places.iter().map(|place| source.slice(*place)).collect();
    let elsewhere = homonym(row.name).and_then(|here| filled(here, &written));
    offers.extend(elsewhere.map(|text| (text, "here it is written", false)));
    match offers.into_iter().find(|offer| is_sound(cx, offer)) {
        Some((text, why, _)) => Some(format!("{why}: `{text}`")),
        None if wanted.is_any_of(&[Sort::Ruleset]) && matches!(given, Value::Function(_)) => {
            Some("rules of your own begin with `game`: `game f(n) := <f(n-k) for k in 1..min(n, 2)>`".into())
        }
        None => row.whole_example(place).map(|example| format!("it takes {wanted}: `{example}`")),
    }
}

/// Returns `true` if a call runs, and `None` if this is not known: it acts on the world, names something that is local to a
/// function, takes long, or stands in another trial.
fn runs(cx: &mut Session, text: &str) -> Option<bool> {
    let rows = &cx.globals.builtins;
    let acts = |name: &str| rows.find(name).is_some_and(|row| rows.row(row).effect == Effect::World);
    if cx.machine.running.is_trying || lex(text).iter().any(|lexeme| text.get(lexeme.range()).is_some_and(acts)) {
        return None;
    }
    let host = std::mem::replace(&mut cx.host, Box::new(Quiet::default()));
    cx.machine.running.is_trying = true;
    let tried = guard(|| cx.attempt(TRIAL, |cx| cx.evaluate(text)));
    cx.machine.running.is_trying = false;
    cx.host = host;
    match tried.unwrap_or_else(|panic| resume_unwind(Box::new(panic))) {
        Ok(_) => Some(true),
        Err(error) if matches!(error.code, ErrorCode::LimitTime | ErrorCode::NameUnknown) => None,
        Err(_) => Some(false),
    }
}

/// Returns an argument of the kind `wanted` that was probably meant by `written`, and the reason that is given for it.
fn fitting(cx: &mut Session, wanted: ValueKind, given: &Value, written: &str) -> Option<(String, &'static str)> {
    let wants = |sorts: &[Sort]| wanted.is_any_of(sorts);
    match given {
        Value::Ruleset(_) | Value::Function(_) if wants(&[Sort::Game, Sort::Position]) => Some((
            example_position(cx, given, written)?,
            "a ruleset becomes a position by what stands in parentheses behind it",
        )),
        Value::Position(_) if wants(&[Sort::Ruleset]) => {
            let name = written.split_once('(')?.0;
            let row = cx.globals.builtins.row(cx.globals.builtins.find(name)?);
            (row.ruleset == Some(0)).then(|| (name.to_string(), "give the ruleset alone"))
        }
        Value::Text(text) if wants(READ) => {
            let is_readable = written.starts_with('"') && reads_as(cx, text, wanted);
            is_readable.then(|| (text.to_string(), "what stands in them is not read, so leave the quotes away"))
        }
        Value::Set(_) if wants(&[Sort::Game, Sort::Position]) => {
            let options = written.strip_prefix('{')?.strip_suffix('}')?;
            Some((format!("<{options}>"), "braces without a bar make a set; a game stands in `<` and `>`"))
        }
        given if wants(&[Sort::Natural]) && written.starts_with('*') => {
            let size = nimber_size(&cx.games, given)?;
            Some((size.to_string(), "a heap is given by its size"))
        }
        Value::Integer(_) | Value::Number(_) | Value::Game(_) if wants(&[Sort::List]) => {
            Some((format!("[{written}]"), "a list stands in square brackets"))
        }
        _ => None,
    }
}

/// Returns an example of a position of the ruleset `given`, as text: the call `written`, with heaps or a board, if it has
/// parameters. `None` if there is no example.
fn example_position(cx: &Session, given: &Value, written: &str) -> Option<String> {
    let (row, held, is_alone) = match given {
        Value::Function(function) => match **function {
            Function::Builtin(row, _) => (row, 0, true),
            _ => return None,
        },
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Builtin(row, _, parameters) => (*row, parameters.len(), parameters.is_empty()),
            Ruleset::Optioned(row, ..) => (*row, 0, false),
            Ruleset::Defined(slot, name, first) if first.is_empty() => match cx.globals.get(*slot) {
                Global::Game(definition, _) => {
                    return Some(format!("{name}({})", vec!["3"; definition.parameters.len()].join(", ")));
                }
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    let row = cx.globals.builtins.row(row);
    let example = row.example(held).filter(|_| row.result.is_any_of(&[Sort::Position]))?;
    let rest = arguments(example).get(held..)?.join(", ");
    match written.strip_suffix(')') {
        _ if is_alone => Some(example.to_string()),
        _ if rest.is_empty() => None,
        Some(open) if held > 0 && open.starts_with(row.name) => Some(format!("{open}, {rest})")),
        _ => Some(format!("{written}({rest})")),
    }
}

/// Returns advice for an operator behind the name of a function, as in `abs -3`, or `None` if something else is written.
pub(super) fn of_operands(cx: &mut Session, written: &str) -> Option<String> {
    let end = written.find(|sign: char| !(sign.is_alphanumeric() || sign == '_'))?;
    let (name, rest) = written.split_at(end);
    let row = cx.globals.builtins.find(name).map(|row| cx.globals.builtins.row(row));
    let call = Some(format!("{name}({})", rest.trim())).filter(|call| {
        rest.trim_start().starts_with(['-', '+']) && call.len() <= MAX_OFFER && runs(cx, call) == Some(true)
    });
    let call = call.or_else(|| row?.whole_example(0).map(String::from))?;
    Some(format!("call the function first: `{call}`"))
}

/// Returns `true` if `text` can be read as something of the kind `wanted` and all names in it are known. A number has no names
/// in it, and a ruleset is a single name.
fn reads_as(cx: &Session, text: &str, wanted: ValueKind) -> bool {
    let is_function =
        |name: &str| cx.globals.builtins.find(name).is_some_and(|row| !cx.globals.builtins.row(row).constant);
    let is_known = |name: &str| cx.globals.is_defined(name) || cx.globals.builtins.find(name).is_some();
    let lexemes = lex(text);
    let names: Vec<&str> =
        lexemes.iter().filter(|l| l.kind == Lexeme::Name).filter_map(|l| text.get(l.range())).collect();
    let is_sound = lexemes
        .iter()
        .all(|lexeme| !matches!(lexeme.kind, Lexeme::Invalid | Lexeme::OpenText | Lexeme::Newline | Lexeme::Comment));
    let is_number = wanted.is_any_of(&[Sort::Integer, Sort::Number]);
    let fits = match names[..] {
        [] if is_number => text.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b' '),
        [] => !Reading::new(text).is_incomplete(),
        [name] if lexemes.len() == 1 => is_function(name) == wanted.is_any_of(&[Sort::Ruleset]),
        _ => !is_number && !Reading::new(text).is_incomplete(),
    };
    is_sound && fits && !lexemes.is_empty() && names.iter().all(|name| is_known(name))
}
