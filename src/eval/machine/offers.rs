//! Advice for arguments of the wrong kind: the call as it was written with an argument that fits, or else an example.

use super::{Session, Value};
use crate::eval::globals::Global;
use crate::eval::{Builtin, Sort, ValueKind};
use crate::source::Span;
use crate::syntax::Reading;
use crate::syntax::lexer::{Lexeme, lex};
use crate::value::Ruleset;

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

/// Returns advice for a `call` of `row` with a misfit written at `argument`, or `None` if there is nothing to offer.
pub(super) fn of_kind(cx: &mut Session, row: &Builtin, misfit: &Misfit, argument: Span, call: Span) -> Option<String> {
    let Misfit { place, wanted, ref given } = *misfit;
    let source = cx.sources.get(call.source).filter(|_| argument != call && argument.source == call.source)?.clone();
    let written = source.slice(argument);
    let offer = fitting(cx, wanted, given, written).map(|(instead, why)| {
        let [before, behind] = [call.start..argument.start, argument.end..call.end]
            .map(|range| source.text.get(range.start as usize..range.end as usize).unwrap_or(""));
        (format!("{before}{instead}{behind}"), why)
    });
    match offer.filter(|(text, _)| text.len() <= MAX_OFFER && !text.contains('\n')) {
        Some((text, why)) => Some(format!("{why}: `{text}`")),
        None => row.example(place).map(|example| format!("it takes {wanted}: `{example}`")),
    }
}

/// Returns an argument of the kind `wanted` that was probably meant by `written`, and the reason that is given for it.
fn fitting(cx: &mut Session, wanted: ValueKind, given: &Value, written: &str) -> Option<(String, &'static str)> {
    let wants = |sorts: &[Sort]| wanted.is_any_of(sorts);
    match given {
        Value::Ruleset(ruleset) if wants(&[Sort::Game, Sort::Position]) => Some((
            example_position(cx, ruleset)?,
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
        given if wants(&[Sort::Natural]) && written.starts_with('*') => {
            let size = cx.nimber_size(given)?;
            Some((size.to_string(), "a heap is given by its size"))
        }
        Value::Integer(_) | Value::Number(_) | Value::Game(_) if wants(&[Sort::List]) => {
            Some((format!("[{written}]"), "a list stands in square brackets"))
        }
        _ => None,
    }
}

/// Returns an example of a position of `ruleset`, as text. `None` if the ruleset has parameters or no example.
fn example_position(cx: &Session, ruleset: &Ruleset) -> Option<String> {
    match ruleset {
        Ruleset::Builtin(row, _, parameters) if parameters.is_empty() => {
            cx.globals.builtins.row(*row).example(0).map(String::from)
        }
        Ruleset::Defined(slot, name, first) if first.is_empty() => match cx.globals.get(*slot) {
            Global::Game(definition, _) => {
                Some(format!("{name}({})", vec!["3"; definition.parameters.len()].join(", ")))
            }
            _ => None,
        },
        _ => None,
    }
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
