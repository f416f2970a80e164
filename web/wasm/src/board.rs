//! A board to click: a position, its moves, and what each of them leads to.
//!
//! Nothing is kept from one request to the next: a position is known by its text, so that a page can go back and forth, and
//! begin again after a computation was stopped.

use std::time::{Duration, Instant};

use cg::contest;
use cg::engine::games::{Fault, Player};
use cg::engine::graphs::Verdict;
use cg::engine::notation::Notation;
use cg::engine::ordinals::Length;
use cg::engine::play::{Contest, Ending, MoveList};
use cg::engine::positions::{Convention, PositionId, Question, Topic};
use cg::engine::questions;
use cg::eval::{EvalError, Room, Session, as_position, worth_of};
use cg::show::{move_name, move_names, outcome_words, written_out};
use cg::source::Span;
use cg::value::{Report, Value};
use serde_json::{Value as Json, json};

use crate::look::Look;
use crate::page::{Exchange, refusal};

/// The seconds that a search takes if the page asks for no other time, and the most that it may ask for.
const DEFAULT_SECONDS: f64 = 4.0;
const MAX_SECONDS: f64 = 3600.0;
/// The time for each other question about a position.
const QUESTION_TIME: Duration = Duration::from_secs(2);
/// The number of moves that are listed.
const MAX_MOVES: usize = 300;
/// The number of bytes that a written position may have.
const MAX_TEXT: usize = 1 << 16;

/// A position on the table and who moves there.
pub struct Table {
    text: String,
    convention: Convention,
    mover: Player,
    /// `true` if values are written on the vertices of graphs.
    notes: bool,
    /// The time for the verdicts or the lengths of all moves.
    time: Duration,
}

impl Table {
    /// Reads the table of a request.
    pub fn read(request: &Json) -> Table {
        Table {
            text: request["text"].as_str().unwrap_or_default().into(),
            convention: if request["misere"] == true { Convention::Misere } else { Convention::Normal },
            mover: if request["mover"] == "R" { Player::Right } else { Player::Left },
            notes: request["notes"] != false,
            time: Duration::from_secs_f64(
                request["seconds"].as_f64().unwrap_or(DEFAULT_SECONDS).clamp(0.0, MAX_SECONDS),
            ),
        }
    }
}

/// Returns the position with its moves, without anything that has to be searched for.
pub fn board(page: &mut Exchange<'_>, table: &Table) -> Json {
    at(page, table, |cx, p| {
        let contest = Contest::new(p, table.convention, table.mover, cx);
        let look = Look::of(cx, p)?;
        let mut seen = json!({ "ok": true, "text": written(cx, p)?, "parts": look.json(cx, table.notes)? });
        match contest.moves(cx)? {
            MoveList::Described(what) => {
                seen["described"] = json!(what);
                seen["moves"] = json!([]);
            }
            MoveList::Listed(list) => {
                seen["more"] = json!(list.len().saturating_sub(MAX_MOVES));
                seen["moves"] = moves(cx, table, p, &look, &list)?;
            }
        }
        seen["ending"] = json!(contest.ending(cx)?.map(|ending| ended(&ending, table.mover)));
        Ok(seen)
    })
}

/// Returns what each move leads to, in the order of [`board`].
pub fn verdicts(page: &mut Exchange<'_>, table: &Table) -> Json {
    of_moves(page, table, "verdicts", |cx, table, q, left| {
        let who_wins = Question::new(Topic::OUTCOME, table.convention, table.mover.other());
        let found = tried_for(cx, left, |cx| questions::ask(q, who_wins, cx))?;
        Ok(json!(found.map(|finding| verdict_before(finding.answer))))
    })
}

/// Returns how many moves play lasts after each move of a decided game, in the order of [`board`]; the move is counted.
pub fn lengths(page: &mut Exchange<'_>, table: &Table) -> Json {
    of_moves(page, table, "lengths", |cx, table, q, left| {
        let how_long = Question::new(Topic::REMOTENESS, table.convention, table.mover.other());
        // One long answer should not take the time of all others.
        let found = tried_for(cx, left / 4, |cx| questions::ask(q, how_long, cx))?;
        let after = found.and_then(|finding| moves_in(&finding.answer, table.convention));
        Ok(json!(after.map(|moves| moves + 1)))
    })
}

/// Asks about the position after each move. `ask` gets the time that is left.
fn of_moves(
    page: &mut Exchange<'_>,
    table: &Table,
    name: &str,
    mut ask: impl FnMut(&mut Session, &Table, PositionId, Duration) -> Result<Json, EvalError>,
) -> Json {
    at(page, table, |cx, p| {
        let MoveList::Listed(list) = Contest::new(p, table.convention, table.mover, cx).moves(cx)? else {
            return Ok(json!({ "ok": true, name: [] }));
        };
        let end = Instant::now() + table.time;
        let mut found = Vec::new();
        for &q in list.iter().take(MAX_MOVES) {
            found.push(ask(cx, table, q, end.saturating_duration_since(Instant::now()))?);
        }
        Ok(json!({ "ok": true, name: found }))
    })
}

/// Returns what a verdict for the replier means for the mover before.
fn verdict_before(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "loss",
        Verdict::Loss => "win",
        Verdict::Draw => "draw",
    }
}

/// Returns the number of moves of a play with this remoteness: in misère play an end has remoteness 1.
fn moves_in(remoteness: &Length, convention: Convention) -> Option<u64> {
    match remoteness {
        Length::Ends(moves) => moves.to_u64()?.checked_sub(u64::from(convention == Convention::Misere)),
        _ => None,
    }
}

/// Returns what is known of the position as a whole: who wins and how soon, value, mean, temperature and thermograph, each
/// if it is found soon.
pub fn about(page: &mut Exchange<'_>, table: &Table) -> Json {
    at(page, table, |cx, p| {
        let outcomes = tried(cx, |cx| questions::outcomes(p, table.convention, cx))?;
        let who_wins = Question::new(Topic::OUTCOME, table.convention, table.mover);
        let verdict = tried(cx, |cx| questions::ask(p, who_wins, cx))?.map(|finding| match finding.answer {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
        });
        let how_long = Question::new(Topic::REMOTENESS, table.convention, table.mover);
        let length = tried(cx, |cx| questions::ask(p, how_long, cx))?
            .and_then(|finding| moves_in(&finding.answer, table.convention));
        let mut seen = json!({
            "ok": true,
            "outcome": outcomes.map(|both| outcome_words(questions::class(both))),
            "verdict": verdict,
            "length": length,
        });
        if table.convention == Convention::Misere {
            return Ok(seen);
        }
        if let Some(worth) = tried(cx, |cx| worth_of(cx, p))? {
            seen["value"] = value(cx, &worth)?;
            seen["heat"] = heat(cx, table)?;
        }
        Ok(seen)
    })
}

/// Returns a value as text and, if it fits into a line, as LaTeX.
pub(crate) fn value(cx: &mut Session, worth: &Value) -> Result<Json, EvalError> {
    let mut write = |notation| tried(cx, |cx| cx.within(Room::Whole(Some(2_000)), |cx| cx.written(worth, notation)));
    Ok(json!({ "text": write(Notation::Unicode)?, "latex": write(Notation::Latex)? }))
}

/// Returns mean, temperature and thermograph of a position whose value has them.
fn heat(cx: &mut Session, table: &Table) -> Result<Json, EvalError> {
    let found = tried(cx, |cx| {
        let walls = cx.evaluate(&format!("thermograph({})", table.text)).map_err(EvalError::Placed)?;
        let Value::Report(report) = &walls else { return Ok(None) };
        let Report::Thermograph(known) = &**report else { return Ok(None) };
        let [mean, temperature] = [&known.mean, &known.temperature].map(|x| cx.written(x, Notation::Unicode));
        let picture = cg::draw::portrait(cx, &walls)?;
        Ok::<_, EvalError>(Some(json!({ "mean": mean?, "temperature": temperature?, "picture": picture })))
    })?;
    Ok(json!(found.flatten()))
}

/// Returns the move that the machine makes, and the reason.
pub fn advise(page: &mut Exchange<'_>, table: &Table) -> Json {
    at(page, table, |cx, p| {
        let Some(advice) = contest::advise(cx, p, table.convention, table.mover)? else {
            return Ok(json!({ "ok": true, "text": null, "why": "there is no move" }));
        };
        let label = match Look::of(cx, p)?.label(cx, p, advice.to)? {
            Some(label) => label,
            None => move_name(cx, p, advice.to, table.mover)?.text,
        };
        Ok(json!({ "ok": true, "text": written(cx, advice.to)?, "label": label, "why": advice.why }))
    })
}

/// Answers by `work` at the position on the table, or refuses a value that cannot be played.
pub(crate) fn at(
    page: &mut Exchange<'_>,
    table: &Table,
    work: impl FnOnce(&mut Session, PositionId) -> Result<Json, EvalError>,
) -> Json {
    let session = &mut page.session;
    session.settle();
    let answer = session.examine(Span::default(), |cx| {
        let value = cx.evaluate(&table.text).map_err(EvalError::Placed)?;
        match as_position(cx, &value)? {
            Some(p) => work(cx, p),
            None => {
                let what = cx.describe(&value);
                let help = "a board shows a position or a game, such as `nim(3, 5)` or `domineering(3, 3)`";
                Ok(refusal(&format!("{what} cannot be played"), help))
            }
        }
    });
    page.shown.take();
    answer.unwrap_or_else(|d| refusal(&d.message, d.help.as_deref().unwrap_or_default()))
}

/// Returns the answer to a question, or `None` if there is none within [`QUESTION_TIME`].
pub(crate) fn tried<T, E: Into<EvalError>>(
    cx: &mut Session,
    ask: impl FnOnce(&mut Session) -> Result<T, E>,
) -> Result<Option<T>, EvalError> {
    tried_for(cx, QUESTION_TIME, ask)
}

fn tried_for<T, E: Into<EvalError>>(
    cx: &mut Session,
    time: Duration,
    ask: impl FnOnce(&mut Session) -> Result<T, E>,
) -> Result<Option<T>, EvalError> {
    match cx.attempt(time, ask).map_err(Into::into) {
        Ok(found) => Ok(Some(found)),
        Err(fault @ EvalError::Fault(Fault::Interrupted | Fault::Foreign(_))) => Err(fault),
        Err(_) => Ok(None),
    }
}

pub(crate) fn written(cx: &mut Session, p: PositionId) -> Result<String, EvalError> {
    cx.within(Room::Whole(Some(MAX_TEXT)), |cx| written_out(cx, p))
}

/// Describes the first moves: the position after each, its name, and the ways to click it.
fn moves(cx: &mut Session, table: &Table, p: PositionId, look: &Look, list: &[PositionId]) -> Result<Json, EvalError> {
    let names = move_names(cx, p, list, table.mover, MAX_MOVES)?;
    let mut all = Vec::new();
    for (&q, name) in list.iter().zip(names) {
        let ways = look.ways(cx, p, q, table.mover)?;
        let label = look.label(cx, p, q)?.unwrap_or(name.text);
        let text = written(cx, q)?;
        all.push(json!({ "text": text, "label": label, "ways": ways }));
    }
    Ok(json!(all))
}

fn ended(ending: &Ending, mover: Player) -> String {
    let stuck = format!("{mover} cannot move");
    match ending {
        Ending::Won(player) => format!("{stuck}: {player} wins."),
        Ending::Drawn => format!("{stuck}: a draw."),
        Ending::Payoff(x) => format!("{stuck}: Left receives {x}."),
        Ending::Told(Some(player)) => format!("A value of two sides has no moves of its own: {player} wins."),
        Ending::Told(None) => "A value of two sides has no moves of its own: a draw.".into(),
    }
}
