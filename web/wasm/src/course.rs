//! Lessons as data, and answers to their exercises.

use cg::builtins;
use cg::eval::{Quiet, Session};
use cg::guide::lessons::format::{self, Paragraph};
use cg::guide::lessons::{AnswerKey, LESSONS, title};
use cg::value::Value;
use serde_json::{Value as Json, json};

use crate::cells::evaluate_with;
use crate::page::{Exchange, refusal};

/// Returns the titles of the lessons, in order.
pub fn titles() -> Json {
    let titles: Vec<_> = (1..=LESSONS.len()).filter_map(title).collect();
    json!({ "ok": true, "titles": titles })
}

/// Returns lesson `number`, counted from 1, in steps, each with its text, its statements and its exercise.
pub fn lesson(number: u64) -> Json {
    let lesson = usize::try_from(number).ok().and_then(|n| LESSONS.get(n.checked_sub(1)?));
    let Some((name, text)) = lesson else {
        return refusal(&format!("there is no lesson {number}"), &format!("the lessons are 1 to {}", LESSONS.len()));
    };
    let mut session = Session::new(builtins::all(), Box::new(Quiet::default()));
    let source = session.sources.add(name, text);
    let prepared = session.prepare(&source);
    let lesson = format::read(&source, &prepared.statements);
    let steps: Vec<Json> = lesson
        .steps
        .iter()
        .map(|step| {
            let text: Vec<Json> = step
                .text
                .iter()
                .map(|paragraph| match paragraph {
                    Paragraph::Filled(text) => json!({ "text": text, "kept": false }),
                    Paragraph::Kept(text) => json!({ "text": text, "kept": true }),
                })
                .collect();
            let statements = &prepared.statements[step.statements.clone()];
            let code: Vec<&str> = statements.iter().map(|s| source.slice(s.span).trim()).collect();
            let solution = statements.last().and_then(|s| s.expected.as_ref()).map(|e| e.text.trim());
            let exercise = step.exercise.as_ref().map(|exercise| {
                json!({
                    "any_of": exercise.any_of,
                    "hints": exercise.hints,
                    "solution": solution,
                    "question": exercise.question,
                })
            });
            json!({ "text": text, "code": code, "exercise": exercise })
        })
        .collect();
    json!({ "ok": true, "number": number, "title": lesson.title, "steps": steps })
}

/// Evaluates an answer and compares it with the solution of an exercise.
pub fn judge(page: &mut Exchange<'_>, text: &str, exercise: &Json) -> Json {
    let solution = exercise["solution"].as_str().unwrap_or_default();
    let key = AnswerKey::new(page.session, solution, exercise["any_of"] == true, exercise["question"].as_str());
    let typed = key.spelled(text);
    let (answers, value) = evaluate_with(page, &typed);
    let ok = answers.iter().all(|answer| answer["ok"] == true);
    // Definitions alone are no answer yet.
    let answer = value.filter(|value| !matches!(value, Value::Nothing));
    let judged = answer.map(|value| key.difference(page.session, &value, &typed));
    page.shown.take();
    let right = matches!(judged, Some(None));
    json!({ "ok": ok, "answers": answers, "right": right, "difference": judged.flatten() })
}
