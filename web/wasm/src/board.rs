//! A board to click: a position, its moves, and what each of them leads to.
//!
//! Nothing is kept from one request to the next: a position is known by its text, so that a page can go back and forth, and
//! begin anew after a computation was stopped.

use std::time::{Duration, Instant};

use cg::contest;
use cg::engine::games::{Fault, Player};
use cg::engine::graphs::Verdict;
use cg::engine::notation::Notation;
use cg::engine::ordinals::Length;
use cg::engine::play::{Contest, Ending, MoveList};
use cg::engine::positions::{Convention, PositionId, Question, Topic};
use cg::engine::questions;
use cg::eval::{EvalError, Room, Session};
use cg::source::Span;
use serde_json::{Value as Json, json};

use crate::look::Look;
use crate::page::{Page, refusal};

/// How long is spent on what all moves lead to, and on each other thing that is told.
const ON_MOVES: Duration = Duration::from_secs(4);
const ON_REST: Duration = Duration::from_secs(2);
/// Moves shown at most.
const MOST: usize = 300;
/// Bytes of the longest position that is written.
const LONGEST: usize = 1 << 16;

/// A position on the table and who moves there.
pub struct Table {
    text: String,
    convention: Convention,
    mover: Player,
}

impl Table {
    /// What a request says of it.
    pub fn read(request: &Json) -> Table {
        Table {
            text: request["text"].as_str().unwrap_or_default().into(),
            convention: if request["misere"] == true { Convention::Misere } else { Convention::Normal },
            mover: if request["mover"] == "R" { Player::Right } else { Player::Left },
        }
    }
}

/// The position with its moves.
pub fn board(page: &mut Page, table: &Table) -> Json {
    at(page, table, |cx, p| {
        let contest = Contest::new(p, table.convention, table.mover, cx);
        let mut seen = json!({ "ok": true, "text": written(cx, p)? });
        let look = Look::of(cx, p)?;
        let (kind, shown) = look.json(cx, p)?;
        seen[kind] = shown;
        match contest.moves(cx)? {
            MoveList::Described(what) => {
                seen["described"] = json!(what);
                seen["moves"] = json!([]);
            }
            MoveList::Listed(list) => {
                seen["more"] = json!(list.len().saturating_sub(MOST));
                seen["moves"] = moves(cx, table, p, &look, &list)?;
            }
        }
        seen["ending"] = json!(contest.ending(cx)?.map(|ending| ended(&ending, table.mover)));
        about(cx, table, p, &mut seen)?;
        Ok(seen)
    })
}

/// The move that the machine makes, and why.
pub fn advise(page: &mut Page, table: &Table) -> Json {
    at(page, table, |cx, p| {
        let Some(advice) = contest::advise(cx, p, table.convention, table.mover)? else {
            return Ok(json!({ "ok": true, "text": null, "why": "there is no move" }));
        };
        let label = cx.move_name(p, advice.to, table.mover)?.text;
        Ok(json!({ "ok": true, "text": written(cx, advice.to)?, "label": label, "why": advice.why }))
    })
}

/// Does something at the position that the table names.
fn at(page: &mut Page, table: &Table, work: impl FnOnce(&mut Session, PositionId) -> Result<Json, EvalError>) -> Json {
    let session = &mut page.session;
    session.settle();
    let answer = session.examine(Span::default(), |cx| {
        let value = cx.evaluate(&table.text).map_err(EvalError::Placed)?;
        match cx.as_position(&value)? {
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

/// What is found in the time there is; nothing where it does not suffice or there is no answer.
pub(crate) fn tried<T, E: Into<EvalError>>(
    cx: &mut Session,
    ask: impl FnOnce(&mut Session) -> Result<T, E>,
) -> Result<Option<T>, EvalError> {
    tried_for(cx, ON_REST, ask)
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

fn written(cx: &mut Session, p: PositionId) -> Result<String, EvalError> {
    cx.within(Room::Whole(Some(LONGEST)), |cx| cx.written_out(p))
}

/// Describes the first moves: the position after each, its name, the places that it changes, and its verdict.
fn moves(cx: &mut Session, table: &Table, p: PositionId, look: &Look, list: &[PositionId]) -> Result<Json, EvalError> {
    let end = Instant::now() + ON_MOVES;
    let names = cx.move_names(p, list, table.mover, MOST)?;
    let mut all = Vec::new();
    for (&q, name) in list.iter().zip(names) {
        let places = match cx.placed_move(p, q, table.mover) {
            Some(placed) => placed.places(),
            None => look.changed(cx, q)?,
        };
        let left = end.saturating_duration_since(Instant::now());
        let replier = table.mover.other();
        let who_wins = Question::new(Topic::OUTCOME, table.convention, replier);
        let how_long = Question::new(Topic::REMOTENESS, table.convention, replier);
        let found = tried_for(cx, left, |cx| questions::ask(q, who_wins, cx))?;
        let verdict = found.map(|finding| match finding.answer {
            Verdict::Win => "loss",
            Verdict::Loss => "win",
            Verdict::Draw => "draw",
        });
        let length = match verdict {
            Some("win" | "loss") => {
                tried_for(cx, left / 4, |cx| questions::ask(q, how_long, cx))?.map(|finding| finding.answer)
            }
            _ => None,
        };
        let length = match length {
            Some(Length::Ends(moves)) => moves.to_u64().map(|moves| moves + 1),
            _ => None,
        };
        let label = name.text;
        let text = written(cx, q)?;
        all.push(json!({ "text": text, "label": label, "places": places, "verdict": verdict, "length": length }));
    }
    Ok(json!(all))
}

/// Value, outcome and thermograph, each if it is found soon.
fn about(cx: &mut Session, table: &Table, p: PositionId, seen: &mut Json) -> Result<(), EvalError> {
    let outcomes = tried(cx, |cx| questions::outcomes(p, table.convention, cx))?;
    seen["outcome"] = json!(outcomes.map(|both| Session::outcome_words(questions::class(both))));
    if table.convention == Convention::Misere {
        return Ok(());
    }
    let worth = tried(cx, |cx| cx.worth(p))?;
    if let Some(worth) = worth {
        let mut write =
            |notation| tried(cx, |cx| cx.within(Room::Whole(Some(2_000)), |cx| cx.written(&worth, notation)));
        let (text, latex) = (write(Notation::Unicode)?, write(Notation::Latex)?);
        seen["value"] = json!({ "text": text, "latex": latex });
        let walls = tried(cx, |cx| {
            let walls = cx.evaluate(&format!("thermograph({})", table.text)).map_err(EvalError::Placed)?;
            cg::draw::portrait(cx, &walls)
        })?;
        seen["thermograph"] = json!(walls.flatten());
    }
    Ok(())
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
