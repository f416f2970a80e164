//! Members of lists, vertices of graphs and fields of reports.

use std::rc::Rc;

use super::literals::function_for;
use super::{EvalError, Session, Value};
use crate::diagnostic::{filled, nearest};
use crate::eval::errors::IndexError;
use crate::eval::phrases::is_short;
use crate::eval::{cells, vertex_at, without_stand_ins};
use crate::value::{Dict, List, Ruleset};
use crate::visible::quoted;

/// Evaluates `xs[i]`: a member of a list, a letter of a board, a vertex of a graph.
pub(super) fn index(cx: &mut Session, target: &Value, index: &Value) -> Result<Value, EvalError> {
    if let Value::Ruleset(ruleset) = target
        && let Ruleset::Graph(graph) = &**ruleset
    {
        return vertex_at(cx, graph, index);
    }
    if let Value::Board(board) = target {
        return cells::letter_at(cx, board, index);
    }
    if let Value::Dict(dict) = target {
        return match entry_of(cx, dict, index)? {
            Some(value) => Ok(value),
            None => Err(no_key(cx, dict, index).into()),
        };
    }
    if let Value::Text(text) = target {
        return part_of_text(cx, text, index);
    }
    let (Value::List(list) | Value::Set(list)) = target else {
        let got = cx.describe(target);
        let written = written_here(cx).strip_suffix(']').and_then(|text| text.split_once('['));
        let call = written.filter(|_| matches!(target, Value::Ruleset(_) | Value::Function(_)));
        let call = call.filter(|(callee, index)| callee.len() + index.len() <= 40 && !index.contains(['[', '\n']));
        return Err(
            IndexError::NoMembers { got, call: call.map(|(callee, index)| format!("{callee}({index})")) }.into()
        );
    };
    if let Value::List(range) = index
        && let Some((from, 1)) = range.as_range()
    {
        if range.is_empty() {
            return Ok(Value::list(Vec::new()));
        }
        let from = u64::try_from(from).ok().filter(|&from| from.saturating_add(range.len()) <= list.len());
        return match from {
            Some(from) => {
                let part = match list.as_values() {
                    Some(values) => {
                        let part = &values[from as usize..][..range.len() as usize];
                        List::new(cx.games.budget.gather(part.iter().cloned())?)
                    }
                    None => {
                        cx.games.budget.charge(list.packed_bytes() / 8)?;
                        cx.games.budget.reserve(list.packed_bytes())?;
                        list.slice(from, from + range.len())
                    }
                };
                Ok(Value::List(Rc::new(part)))
            }
            None => Err(IndexError::BeyondList { len: list.len() }.into()),
        };
    }
    let Value::Integer(i) = index else {
        return Err(IndexError::OfList { got: cx.describe(index) }.into());
    };
    match u64::try_from(*i).ok().and_then(|i| list.get(i)) {
        Some(value) => Ok(value),
        None => Err(no_member(*i, list.len())),
    }
}

/// Evaluates `x.field`, a field of a report or a vertex of a graph.
pub(super) fn field(cx: &mut Session, target: &Value, name: &str) -> Result<Value, EvalError> {
    match target {
        Value::Ruleset(ruleset) if matches!(&**ruleset, Ruleset::Graph(_)) => {
            let Ruleset::Graph(graph) = &**ruleset else { unreachable!("matched above") };
            vertex_at(cx, graph, &Value::text(name))
        }
        Value::Report(report) => match report.field(name) {
            Some(value) => Ok(value),
            None => {
                let names: Vec<String> = report.fields().iter().map(|(n, _)| format!("`.{n}`")).collect();
                Err(IndexError::NoReportField { name: name.into(), fields: names.join(", ") }.into())
            }
        },
        Value::List(list)
            if list.iter().take(1).any(|x| matches!(x, Value::Report(report) if report.field(name).is_some())) =>
        {
            let list = written_here(cx).strip_suffix(name).and_then(|text| text.trim_end().strip_suffix('.'));
            let list = list.filter(|text| is_short(text)).unwrap_or("xs");
            let (member, all) = (format!("{list}[0].{name}"), format!("[x.{name} for x in {list}]"));
            Err(IndexError::FieldOfMembers { name: name.into(), member, all }.into())
        }
        other => {
            let got = cx.describe(other);
            // A function of a list `xs` is no advice for values that are not run through.
            let is_list = matches!(other, Value::List(_) | Value::Set(_) | Value::Text(_) | Value::Dict(_));
            let name = name.to_string();
            Err(match function_for(&cx.globals, &name).filter(|call| is_list || !call.contains("xs")) {
                Some(call) => {
                    let target =
                        written_here(cx).strip_suffix(&*name).and_then(|text| text.trim_end().strip_suffix('.'));
                    let target = target.filter(|text| is_short(text));
                    let filled = |target| filled(&call, &[target]).or_else(|| filled(&call, &[target, "n"]));
                    let call = target.and_then(filled).unwrap_or(call);
                    IndexError::FunctionAsField { got, name, call }
                }
                None if matches!(other, Value::Dict(_)) => IndexError::KeyAsField { got, name },
                None => IndexError::NoField { got, name },
            }
            .into())
        }
    }
}

/// Returns the text of the expression that is being evaluated.
fn written_here(cx: &Session) -> &str {
    let span = cx.here();
    cx.sources.get(span.source).map_or("", |source| source.slice(span))
}

/// Evaluates `"abc"[1]` and `"abc"[0..1]`: letters of a text.
fn part_of_text(cx: &mut Session, text: &str, index: &Value) -> Result<Value, EvalError> {
    let (from, len) = match index {
        Value::Integer(i) => (*i, 1),
        Value::List(range) if let Some((from, 1)) = range.as_range() => (from, range.len()),
        other => return Err(IndexError::OfText { got: cx.describe(other) }.into()),
    };
    if len == 0 {
        return Ok(Value::text(""));
    }
    // A byte is a letter in most texts, and looking at 32 of them at once is quick.
    cx.games.budget.charge(1 + text.len() / 32)?;
    let part = usize::try_from(from).ok().zip(usize::try_from(len).ok()).and_then(|(from, len)| {
        if text.is_ascii() {
            return text.get(from..from.checked_add(len)?);
        }
        let mut places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let start = places.nth(from)?;
        Some(&text[start..places.nth(len - 1)?])
    });
    if !text.is_ascii() {
        cx.games.budget.charge(text.len())?;
    }
    match part {
        Some(part) => {
            cx.games.budget.reserve(part.len())?;
            Ok(match part.as_bytes() {
                [byte] if byte.is_ascii() => cx.machine.boards.letter(*byte),
                _ => Value::text(part),
            })
        }
        None => {
            Err(IndexError::BeyondText { index: index.as_integer().map(|_| from), letters: text.chars().count() }
                .into())
        }
    }
}

/// Returns the error for a key that a dictionary does not have.
fn no_key(cx: &mut Session, dict: &Dict, key: &Value) -> IndexError {
    let written = cx.short(key);
    if let Some((dict, range)) = written_here(cx).strip_suffix(']').and_then(|text| text.split_once('['))
        && matches!(key, Value::List(key) if key.as_range().is_some())
        && range.contains("..")
        && is_short(dict)
    {
        return IndexError::RangeAsKey { key: written, entries: format!("entries({dict})[{range}]") };
    }
    if dict.is_empty() {
        return IndexError::EmptyDictionary { key: written };
    }
    match near_keys(cx, dict, key).join(", ") {
        near if near.is_empty() => IndexError::NoKey { key: written },
        near => IndexError::NearKeys { key: written, near },
    }
}

/// Returns up to three keys that are like this one, as they are written.
fn near_keys(cx: &mut Session, dict: &Dict, key: &Value) -> Vec<String> {
    const LOOKED_AT: usize = 10_000;
    const NEAR: usize = 3;
    if let Value::Text(wanted) = key {
        let mut texts = dict.iter().take(LOOKED_AT).filter_map(|(known, _)| match known {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        });
        if let Some(near) = nearest(wanted, texts.by_ref()) {
            return vec![quoted(near)];
        }
    }
    // Those before and after it in order.
    let after = dict.iter().take(LOOKED_AT).position(|(known, _)| known > key).unwrap_or(dict.len() as usize);
    let from = after.saturating_sub(NEAR - 1).min((dict.len() as usize).saturating_sub(NEAR));
    let near: Vec<Value> = dict.iter().skip(from).take(NEAR).map(|(known, _)| known.clone()).collect();
    near.iter().map(|known| cx.short(known)).collect()
}

/// Returns the value of a key, or `None` if it is no key. Positions are compared as positions, games by value.
///
/// # Errors
/// Limits.
pub(crate) fn entry_of(cx: &mut Session, dict: &Dict, key: &Value) -> Result<Option<Value>, EvalError> {
    let plain = without_stand_ins(cx, key)?;
    let found = dict.get(plain.as_ref().unwrap_or(key), cx)?.cloned();
    Ok(found)
}

/// Returns the error for an index without a member.
pub fn no_member(index: i64, len: u64) -> EvalError {
    if len == 0 {
        return IndexError::EmptyList { index }.into();
    }
    IndexError::NoMember { index, len }.into()
}
