//! Typesets names, texts, tables and reports.

use super::{Piece, call, members};
use crate::eval::{EvalError, Session};
use crate::value::{Function, Report, Ruleset, Table, Value};
use crate::visible;
use cg_engine::notation::{Notation, Typeset};
use cg_engine::positions::Convention;

/// The width of the longest line of prose that is not broken, in characters.
const MAX_LINE: usize = 80;

/// Returns an argument of a ruleset as a piece of the text.
fn argument(value: &Value, typeset: &Typeset) -> Piece {
    match value {
        Value::Text(text) => Piece::Owned((typeset.typed)(&visible::text(text))),
        value => Piece::Value(value.clone()),
    }
}

/// Typesets a report: a thermograph as an array of its fields, a genus as a power, others as sentences.
fn typeset_report(
    cx: &mut Session,
    report: &Report,
    notation: Notation,
    typeset: &Typeset,
) -> Result<String, EvalError> {
    match report {
        Report::Thermograph(_) => {
            let mut fields = Vec::new();
            for (name, value) in report.fields() {
                fields.push((name.replace('_', " "), cx.written(&value, notation)?));
            }
            Ok((typeset.fields)(&fields))
        }
        Report::Genus(genus) => {
            let (normal, misere) = genus.text.split_once('^').unwrap_or((&genus.text, ""));
            let [open, close] = typeset.exponent;
            Ok(if misere.is_empty() { normal.to_string() } else { format!("{normal}{open}{misere}{close}") })
        }
        _ if report.text().contains('\n') || report.text().chars().count() > MAX_LINE => {
            Ok((typeset.lines)(&visible::text(report.text())))
        }
        _ => Ok((typeset.sentence)(&visible::text(report.text()))),
    }
}

/// Writes a value that is neither a game nor a number. Returns `false` for values that all notations write alike.
pub(crate) fn write_typeset(
    cx: &mut Session,
    value: &Value,
    notation: Notation,
    typeset: &Typeset,
    out: &mut String,
    stack: &mut Vec<Piece>,
) -> Result<bool, EvalError> {
    let written = match value {
        Value::Nothing => (typeset.prose)("nothing"),
        Value::Boolean(b) => (typeset.prose)(if *b { "true" } else { "false" }),
        Value::Outcome(outcome) => {
            let name = outcome.to_string();
            let (letter, accent) = name.split_at(1);
            (typeset.outcome)(letter, accent)
        }
        Value::Convention(c) => (typeset.function)(if *c == Convention::Normal { "normal" } else { "misere" }),
        Value::Compound(c) => (typeset.function)(c.name()),
        Value::Text(t) => {
            cx.games.budget.charge(t.len())?;
            cx.games.budget.reserve(2 * t.len())?;
            (typeset.text)(&visible::text(t))
        }
        Value::List(list) => match list.long_range().and(list.as_range()) {
            Some((from, step)) => {
                let last = from + step * (list.len() - 1) as i64;
                format!("[{from}, {}, {}, {last}]", from + step, notation.signs().dots)
            }
            None => return Ok(false),
        },
        Value::Set(set) => {
            let [open, close] = notation.signs().barless_literal;
            members(stack, open, close, set);
            return Ok(true);
        }
        Value::Function(f) => match &**f {
            Function::Builtin(_, name) => (typeset.function)(name),
            Function::Defined(_, name) => (typeset.function)(name),
            Function::Closure { .. } | Function::Local(..) => (typeset.prose)(&cx.written(value, Notation::Ascii)?),
        },
        Value::Ruleset(r) => match &**r {
            Ruleset::Builtin(_, name, first) => {
                call(stack, &(typeset.function)(name), first.iter().map(|value| argument(value, typeset)).collect());
                return Ok(true);
            }
            Ruleset::Defined(_, name, first) => {
                call(stack, &(typeset.function)(name), first.iter().map(|value| argument(value, typeset)).collect());
                return Ok(true);
            }
            Ruleset::Optioned(_, written, _) => (typeset.typed)(written),
            Ruleset::Graph(graph) => match graph.rules.name() {
                Some(name) => (typeset.label)(name),
                None => (typeset.prose)(&format!("a graph of {} vertices", graph.len())),
            },
        },
        Value::Report(r) => typeset_report(cx, r, notation, typeset)?,
        Value::Board(board) => {
            cx.games.budget.charge(board.cells().len())?;
            cx.games.budget.reserve(4 * board.cells().len())?;
            call(stack, &(typeset.function)("board"), vec![Piece::Owned((typeset.typed)(&board.text()))]);
            return Ok(true);
        }
        Value::Dict(dict) => {
            let pairs = Value::List(dict.pairs(&mut cx.games.budget)?);
            call(stack, &(typeset.function)("dict"), vec![Piece::Value(pairs)]);
            return Ok(true);
        }
        Value::Table(t) => {
            call(stack, &(typeset.function)("table"), t.arguments().into_iter().map(Piece::Value).collect());
            return Ok(true);
        }
        Value::Integer(_)
        | Value::Number(_)
        | Value::Game(_)
        | Value::Ordinal(_)
        | Value::Surreal(_)
        | Value::Nimber(_)
        | Value::Gamma(_)
        | Value::Loopy(_)
        | Value::Position(_) => return Ok(false),
    };
    out.push_str(&written);
    Ok(true)
}

/// Typesets a table as an array, with a line of text below it.
pub(crate) fn typeset_table(
    cx: &mut Session,
    table: &Table,
    below: Option<&str>,
    notation: Notation,
    typeset: &Typeset,
) -> Result<String, EvalError> {
    let mut rows = Vec::with_capacity(table.len() + 1);
    let head = table.head();
    if !head.is_empty() {
        let head = head.iter().map(|cell| match &cell {
            Value::Text(text) if text.as_str() == "gamma" => Ok(typeset.gamma.to_string()),
            Value::Text(text) if text.chars().count() == 1 => Ok((typeset.label)(text)),
            cell => typeset_cell(cx, cell, notation, typeset),
        });
        rows.push(head.collect::<Result<Vec<_>, _>>()?);
    }
    for row in table.rows() {
        cx.games.budget.tick()?;
        rows.push(row.iter().map(|cell| typeset_cell(cx, &cell, notation, typeset)).collect::<Result<Vec<_>, _>>()?);
    }
    Ok((typeset.table)(&rows, !head.is_empty(), below))
}

fn typeset_cell(cx: &mut Session, cell: &Value, notation: Notation, typeset: &Typeset) -> Result<String, EvalError> {
    match cell {
        Value::Nothing => Ok(String::new()),
        Value::List(_) => Ok((typeset.guarded)(&cx.written(cell, notation)?)),
        Value::Text(name) if super::is_name(name) && name.chars().count() == 1 => Ok((typeset.label)(name)),
        cell => cx.written(cell, notation),
    }
}
