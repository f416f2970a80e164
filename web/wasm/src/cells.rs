//! Cells: statements and what comes of them.

use cg::diagnostic::Diagnostic;
use cg::draw;
use cg::engine::games::Player;
use cg::engine::notation::Notation;
use cg::eval::{BoardGame, EvalError, ReadyStatement, Session};
use cg::guide::answers::{Answer, FailureAnswer, Problem, ResultAnswer};
use cg::guide::reply::{Evaluated, Reply, WrittenResult};
use cg::show::written_out;
use cg::value::Value;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::page::Exchange;

/// The name of a cell's text in messages about others.
pub(crate) const CELL: &str = "<cell>";
/// The number of bytes up to which LaTeX is typeset; a longer one fits on no line.
const LONGEST_LATEX: usize = 2_000;

/// The answer to a statement of a cell.
#[derive(Serialize)]
struct CellAnswer<'a> {
    #[serde(flatten)]
    answer: Answer<'a>,
    /// The place of the statement in the cell, in bytes.
    statement: [u32; 2],
    definition: bool,
    #[serde(flatten)]
    looks: Looks,
    /// The files that it wrote.
    files: Vec<Json>,
    /// The game that it put on the board.
    play: Option<Json>,
}

/// The looks of a result besides its text.
#[derive(Default, Serialize)]
struct Looks {
    latex: Option<String>,
    pictures: Vec<String>,
    /// The position as it is written, if there is a board to play on.
    position: Option<String>,
}

/// Evaluates the statements of a text up to the first that fails. Returns their answers and the last result.
pub fn evaluate_with(page: &mut Exchange<'_>, text: &str) -> (Vec<Json>, Option<Value>) {
    page.session.settle();
    let source = page.session.sources.add(CELL, text);
    let prepared = page.session.prepare_line(&source);
    let (errors, warnings): (Vec<_>, Vec<_>) = prepared.diagnostics.into_iter().partition(Diagnostic::is_error);
    let problem = |d: &Diagnostic| Problem::of(d, Some(source.id), &page.session.sources);
    let refused = |d: &Diagnostic| {
        json!(FailureAnswer { id: None, ok: false, expr: None, problem: problem(d), printed: "", warnings: Vec::new() })
    };
    if !errors.is_empty() {
        return (errors.iter().map(refused).collect(), None);
    }
    let mut answers: Vec<Json> = warnings.iter().map(|d| warning(problem(d))).collect();
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

/// Evaluates a text and returns the answers to its statements.
pub fn evaluate(page: &mut Exchange<'_>, text: &str) -> Json {
    let (answers, _) = evaluate_with(page, text);
    let ok = answers.iter().all(|answer| answer["ok"] == true);
    json!({ "ok": ok, "answers": answers, "names": page.session.definitions() })
}

/// Runs a statement. Returns its answer, and its result unless it failed.
fn perform(page: &mut Exchange<'_>, statement: &ReadyStatement) -> (Json, Option<Value>) {
    let session = &mut page.session;
    let ran = session.execute_and(statement, |session, value| {
        let answer = WrittenResult::shown(session, value)?;
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
    let cell = CellAnswer {
        answer: reply.answer(&page.session.sources),
        statement: [statement.span.start, statement.span.end],
        definition: statement.is_definition(),
        looks,
        files: page.shown.take_files().into_iter().map(|(name, bytes)| file(&name, bytes)).collect(),
        play: page.shown.take_board().map(|game| opened(&game)),
    };
    let json = json!(cell);
    let value = evaluated.result.ok().map(|answer| answer.value);
    if let Some(value) = value.as_ref().filter(|value| !matches!(value, Value::Nothing)) {
        // As at the prompt, the last result.
        page.session.set_variable("_", value.clone());
    }
    (json, value)
}

/// Describes a file: its text, or its bytes if it is none.
fn file(name: &str, bytes: Vec<u8>) -> Json {
    match String::from_utf8(bytes) {
        Ok(text) => json!({ "name": name, "text": text }),
        Err(error) => json!({ "name": name, "bytes": error.into_bytes() }),
    }
}

fn opened(game: &BoardGame) -> Json {
    let letter = |player| if player == Player::Left { "L" } else { "R" };
    json!({
        "position": game.position,
        "misere": game.misere,
        "points": game.is_for_points,
        "mover": letter(game.starter),
        "machine": game.machine.map(letter),
    })
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
        looks.position = Some(written_out(session, *p)?);
    }
    Ok(looks)
}

/// Returns an answer with nothing but a warning about the whole text.
fn warning(problem: Problem) -> Json {
    json!(ResultAnswer {
        ok: true,
        kind: "nothing",
        text: Some(""),
        warnings: vec![problem],
        ..ResultAnswer::default()
    })
}
