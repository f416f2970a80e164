//! Cells: statements and what comes of them.

use cg::diagnostic::Diagnostic;
use cg::draw;
use cg::engine::notation::Notation;
use cg::eval::{EvalError, ReadyStatement, Session};
use cg::guide::reply::{self, Answer, Evaluated, Reply};
use cg::source::SourceId;
use cg::value::Value;
use serde_json::{Value as Json, json};

use crate::Page;

/// The name of a cell's text in messages about others.
pub(crate) const CELL: &str = "<cell>";
/// LaTeX longer than this is not typeset: no line holds it.
const LONGEST_LATEX: usize = 2_000;

/// What a page shows of a result besides its text.
#[derive(Default)]
struct Looks {
    latex: Option<String>,
    pictures: Vec<String>,
    /// The position as it is written, if there is a board to play on.
    position: Option<String>,
}

/// The answers to the statements of a text, up to the first that fails; also the last result.
pub fn evaluate_with(page: &mut Page, text: &str) -> (Vec<Json>, Option<Value>) {
    page.session.settle();
    let source = page.session.sources.add(CELL, text);
    let prepared = page.session.prepare_line(&source);
    let (errors, warnings): (Vec<_>, Vec<_>) = prepared.diagnostics.into_iter().partition(Diagnostic::is_error);
    let refused = |d: &Diagnostic| parsed(&reply::refusal(None, d, source.id, &page.session.sources));
    if !errors.is_empty() {
        return (errors.iter().map(refused).collect(), None);
    }
    let mut answers: Vec<Json> = warnings.iter().map(|d| warning(&page.session, d, source.id)).collect();
    let mut last = None;
    for statement in &prepared.statements {
        let (answer, value) = perform(page, statement);
        answers.push(answer);
        last = value;
        if last.is_none() {
            break;
        }
    }
    (answers, last)
}

/// The answers to the statements of a text.
pub fn evaluate(page: &mut Page, text: &str) -> Json {
    let (answers, _) = evaluate_with(page, text);
    let ok = answers.iter().all(|answer| answer["ok"] == true);
    json!({ "ok": ok, "answers": answers, "names": page.session.definitions() })
}

/// Runs a statement: its answer, and its result if it has gone well.
fn perform(page: &mut Page, statement: &ReadyStatement) -> (Json, Option<Value>) {
    let session = &mut page.session;
    let ran = session.execute_and(statement, |session, value| {
        let answer = Answer::shown(session, value)?;
        let looks = looks(session, &answer.value)?;
        Ok((answer, looks))
    });
    let (result, mut looks) = match ran.result {
        Ok((answer, looks)) => (Ok(answer), looks),
        Err(diagnostic) => (Err(diagnostic), Looks::default()),
    };
    let (printed, drawn) = page.shown.take();
    looks.pictures.splice(0..0, drawn);
    let evaluated = Evaluated { result, warnings: ran.warnings, printed };
    let reply = Reply { id: None, echo: None, evaluated: &evaluated, span: statement.span, most: None };
    let mut json = parsed(&reply.json(&page.session.sources));
    json["statement"] = json!([statement.span.start, statement.span.end]);
    json["definition"] = json!(statement.is_definition());
    json["latex"] = json!(looks.latex);
    json["pictures"] = json!(looks.pictures);
    json["position"] = json!(looks.position);
    let value = evaluated.result.ok().map(|answer| answer.value);
    if let Some(value) = value.as_ref().filter(|value| !matches!(value, Value::Nothing)) {
        // As at the prompt, the last result.
        page.session.set_variable("_", value.clone());
    }
    (json, value)
}

fn looks(session: &mut Session, value: &Value) -> Result<Looks, EvalError> {
    let mut looks = Looks::default();
    if matches!(value, Value::Nothing | Value::Text(_) | Value::Report(_) | Value::Table(_)) {
        looks.pictures.extend(draw::portrait(session, value)?);
        return Ok(looks);
    }
    looks.latex = Some(session.text(value, Notation::Latex)?).filter(|latex| latex.len() <= LONGEST_LATEX);
    looks.pictures.extend(draw::portrait(session, value)?);
    if let Value::Position(p) = value {
        looks.position = Some(session.written_out(*p)?);
    }
    Ok(looks)
}

/// A warning about the text as a whole, as an answer with nothing else.
fn warning(session: &Session, diagnostic: &Diagnostic, source: SourceId) -> Json {
    let mut said = parsed(&reply::refusal(None, diagnostic, source, &session.sources));
    said["ok"] = json!(true);
    json!({ "ok": true, "kind": "nothing", "text": "", "warnings": [said] })
}

fn parsed(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or(Json::Null)
}
