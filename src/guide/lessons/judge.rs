//! Whether an answer is right, and if not, how it differs.

use crate::eval::Session;
use crate::guide::expected;
use crate::source::Span;
use crate::value::Value;

/// Where a message says that the solution stands.
const SOLUTION: &str = "<solution>";

/// Compares the last result of a session with the text of the solution's value. `None` is right; otherwise a sentence
/// says how they differ, without giving the solution away.
pub fn difference(session: &mut Session, answer: &Value, solution: &str, any_of: bool) -> Option<String> {
    let Some((wanted, span)) = evaluated(session, solution) else {
        return Some("The solution cannot be read, so nothing can be said of your answer.".into());
    };
    let list = |value: &Value| match value {
        Value::List(list) | Value::Set(list) => Some(list.clone()),
        _ => None,
    };
    if any_of && let Some(all) = list(&wanted) {
        let right = all.iter().any(|w| agree(session, answer, &w, span))
            // All of them at once are fine, too, and so is one in brackets.
            || list(answer).is_some_and(|mine| {
                !mine.is_empty() && mine.iter().all(|m| all.iter().any(|w| agree(session, &m, &w, span)))
            });
        let first = all.iter().next();
        return (!right).then(|| match first {
            Some(first) if first.kind() != answer.kind() => another_kind(session, answer, &first),
            _ => "That is not one of the right answers.".into(),
        });
    }
    if agree(session, answer, &wanted, span) {
        return None;
    }
    Some(match (list(answer), list(&wanted)) {
        (Some(mine), Some(right)) if answer.kind() == wanted.kind() => {
            if mine.len() != right.len() {
                let members = if mine.len() == 1 { "member" } else { "members" };
                return Some(format!("Your answer has {} {members}, the right one has {}.", mine.len(), right.len()));
            }
            let agrees = |session: &mut Session, i| match (mine.get(i), right.get(i)) {
                (Some(m), Some(r)) => agree(session, &m, &r, span),
                _ => false,
            };
            let wrong = (0..mine.len()).find(|i| !agrees(session, *i)).unwrap_or(0);
            format!("The members are not all right: look at number {}.", wrong + 1)
        }
        // One answer in brackets is meant.
        (Some(mine), None) if mine.len() == 1 && mine.iter().all(|m| agree(session, &m, &wanted, span)) => return None,
        (None, Some(right)) if right.len() == 1 && right.iter().all(|r| agree(session, answer, &r, span)) => {
            return None;
        }
        _ if matches!((answer, &wanted), (Value::Position(_), Value::Position(_))) => {
            "That is another position.".into()
        }
        _ if kind(session, answer) != kind(session, &wanted) => another_kind(session, answer, &wanted),
        _ => ordered(session, solution).unwrap_or_else(|| "That is not the right answer.".into()),
    })
}

/// What a text is worth, if it is an expression.
fn evaluated(session: &mut Session, text: &str) -> Option<(Value, Span)> {
    let source = session.sources.add(SOLUTION, text);
    let prepared = session.prepare(&source);
    let [statement] = &prepared.statements[..] else { return None };
    if prepared.has_errors() || statement.is_definition() {
        return None;
    }
    let value = session.execute(statement).result.ok()?;
    Some((value, statement.span))
}

/// Whether an answer has the value that is wanted; where a position is wanted, it must be that position.
fn agree(session: &mut Session, answer: &Value, wanted: &Value, span: Span) -> bool {
    let wants_position = matches!(wanted, Value::Position(_));
    answer == wanted
        || !(wants_position && matches!(answer, Value::Position(_)))
            && expected::same_worth(session, answer, wanted, span).unwrap_or(false)
}

/// The kind of an answer as it is called here: nimbers are told from numbers and other games.
fn kind(session: &Session, value: &Value) -> &'static str {
    match session.kind(value) {
        "number" => "a number",
        "nimber" => "a nimber, written with a star",
        "game" => "a game that is no number",
        "ordinal" => "an infinite ordinal",
        "gamma" => "a γ-value",
        "position" => "a position",
        "outcome" => "an outcome class",
        "boolean" => "true or false",
        "text" => "a text in quotes",
        "list" => "a list in square brackets",
        "set" => "a set in braces",
        "table" => "a table",
        "report" => "a report",
        "function" => "a function without its arguments",
        "ruleset" => "a ruleset without a heap",
        _ => "nothing",
    }
}

fn another_kind(session: &Session, answer: &Value, wanted: &Value) -> String {
    format!("That is {}. The answer is {}.", kind(session, answer), kind(session, wanted))
}

/// How the last result compares with the solution, if both are games.
fn ordered(session: &mut Session, solution: &str) -> Option<String> {
    let (Value::Text(sign), _) = evaluated(session, &format!("compare(_, {solution}).relation"))? else { return None };
    Some(match sign.as_str() {
        "<" => "That is less than the right answer.".into(),
        ">" => "That is greater than the right answer.".into(),
        _ => "That is confused with the right answer: neither of them is greater.".into(),
    })
}
