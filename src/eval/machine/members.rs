//! Members of lists, vertices of graphs and fields of reports.

use std::rc::Rc;

use super::{EvalError, Session, Value};
use crate::diagnostic::{ErrorCode, filled};
use crate::eval::cells;
use crate::eval::phrases::is_short;
use crate::value::{List, Ruleset};

/// Evaluates `xs[i]`: a member of a list, a letter of a board, a vertex of a graph.
pub(super) fn index(cx: &mut Session, target: &Value, index: &Value) -> Result<Value, EvalError> {
    if let Value::Ruleset(ruleset) = target
        && let Ruleset::Graph(graph) = &**ruleset
    {
        return cx.vertex(graph, index);
    }
    if let Value::Board(board) = target {
        return cells::letter_at(cx, board, index);
    }
    let (Value::List(list) | Value::Set(list)) = target else {
        let got = cx.describe(target);
        let written = written_here(cx).strip_suffix(']').and_then(|text| text.split_once('['));
        let call = written.filter(|_| matches!(target, Value::Ruleset(_) | Value::Function(_)));
        let help = match call.filter(|(callee, index)| callee.len() + index.len() <= 40 && !index.contains(['[', '\n']))
        {
            Some((callee, index)) => format!("a call takes parentheses: `{callee}({index})`"),
            None => "lists, graphs and boards have: `xs[0]`, `g[3]`, `b[[0, 1]]`".into(),
        };
        return Err(EvalError::said(ErrorCode::CallKind, format!("{got} has no members to index")).help(help));
    };
    if let Value::List(range) = index
        && let Some((from, 1)) = range.as_range()
    {
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
            None => Err(EvalError::said(
                ErrorCode::ListIndex,
                format!("the members asked for go beyond a list of {}", list.len()),
            )
            .help("members are counted from 0: the first three are `xs[0..2]`")),
        };
    }
    let Value::Integer(i) = index else {
        let got = cx.describe(index);
        return Err(EvalError::said(ErrorCode::CallKind, format!("an index is an integer, not {got}"))
            .help("members are counted from 0: the first is `xs[0]`"));
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
            cx.vertex(graph, &Value::text(name))
        }
        Value::Report(report) => match report.field(name) {
            Some(value) => Ok(value),
            None => {
                let names: Vec<String> = report.fields().iter().map(|(n, _)| format!("`.{n}`")).collect();
                Err(EvalError::said(ErrorCode::CallField, format!("this report has no field `{name}`"))
                    .help(format!("it has {}", names.join(", "))))
            }
        },
        other => {
            let got = cx.describe(other);
            // A function of a list `xs` is no advice for other values.
            let is_list = matches!(other, Value::List(_) | Value::Set(_));
            let help = match cx.function_for(name).filter(|call| is_list || !call.contains("xs")) {
                Some(call) => {
                    let target = written_here(cx).strip_suffix(name).and_then(|text| text.trim_end().strip_suffix('.'));
                    let target = target.filter(|text| is_short(text));
                    let call = target.and_then(|target| filled(&call, &[target])).unwrap_or(call);
                    format!("here it is written `{call}`")
                }
                None => format!("graphs and reports have fields; a function is called as `{name}(...)`"),
            };
            Err(EvalError::said(ErrorCode::CallField, format!("{got} has no field `{name}`")).help(help))
        }
    }
}

/// Returns the text of the expression that is being evaluated.
fn written_here(cx: &Session) -> &str {
    let frame = cx.machine.frames.last();
    let span = frame.and_then(|frame| frame.code.spans.get(frame.pc.saturating_sub(1))).copied().unwrap_or_default();
    cx.sources.get(span.source).map_or("", |source| source.slice(span))
}

/// Words the error for an index without a member.
pub fn no_member(index: i64, len: u64) -> EvalError {
    if len == 0 {
        return EvalError::said(ErrorCode::ListIndex, format!("there is no member {index}, for the list is empty"))
            .help("check `len(xs) > 0` first");
    }
    let members = if len == 1 { "member" } else { "members" };
    EvalError::said(ErrorCode::ListIndex, format!("there is no member {index} in a list of {len} {members}"))
        .help(format!("members are counted from 0, so the last one is {}", len - 1))
}
