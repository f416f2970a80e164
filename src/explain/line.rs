//! The line of play that a search found, and why it need not go on at the end of it.

use std::rc::Rc;
use std::time::Duration;

use super::story::{Story, listed, moves_of, relation, said_game, said_position, sign};
use crate::eval::{EvalError, Session, game_value, members_of};
use crate::show::name_on_board;
use crate::value::{Report, Value, report};
use Player::{Left, Right};
use cg_engine::games::{Dyadic, Fault, GameId, Outcome, Player};
use cg_engine::positions::{self, Known, PositionId, Reason, Telling};
use cg_engine::questions;

/// Moves that are written out.
const MOST: usize = 12;
/// The time to look for the value of an impartial position.
const GLANCE: Duration = Duration::from_millis(500);

/// Explains the answers of `solve`, for each starter.
pub(super) fn solutions(cx: &mut Session, found: &[&report::Solution]) -> Result<Rc<Report>, EvalError> {
    let mut story = Story::new();
    let mut winners = Vec::new();
    for found in found {
        story.answer(found.text.clone());
        solution(cx, found, &mut story)?;
        winners.push(found.winner.clone());
    }
    let answer = if winners.len() == 1 { winners.remove(0) } else { Value::list(winners) };
    Ok(story.report(answer, 2))
}

fn solution(cx: &mut Session, found: &report::Solution, story: &mut Story) -> Result<(), EvalError> {
    let positions = members_of(&mut cx.games.budget, &found.line)?.unwrap_or_default();
    let line: Vec<PositionId> = positions
        .iter()
        .filter_map(|position| match position {
            Value::Position(p) => Some(*p),
            _ => None,
        })
        .collect();
    let starter = match &found.starter {
        Some(Value::Outcome(Outcome::R)) => Right,
        _ => Left,
    };
    let winner = match found.winner {
        Value::Outcome(Outcome::L) => Some(Left),
        Value::Outcome(Outcome::R) => Some(Right),
        Value::Outcome(Outcome::N) => Some(starter),
        Value::Outcome(Outcome::P) => Some(starter.other()),
        _ => None,
    };
    if found.way == report::FoundBy::Theorem {
        story.step(
            "A theorem tells who wins; `explain(p, outcome)` names it, for misère play `explain(p, outcome, misere)`.",
        );
    }
    tell(cx, &line, starter, winner, story)
}

/// Tells the moves of a line up to a position that is decided, and why that one is.
pub(super) fn tell(
    cx: &mut Session,
    line: &[PositionId],
    starter: Player,
    winner: Option<Player>,
    story: &mut Story,
) -> Result<(), EvalError> {
    let mover = |i: usize| if i.is_multiple_of(2) { starter } else { starter.other() };
    let Some(&last) = line.last() else { return Ok(()) };
    // Values tell nothing of misère play, where a player who cannot move has won, and nothing of a draw.
    let stuck = match moves_of(cx, last) {
        Ok(moves) => moves.of(mover(line.len() - 1)).is_empty(),
        Err(EvalError::Fault(Fault::TooLarge { .. } | Fault::None(_))) => false,
        Err(trouble) => return Err(trouble),
    };
    let values_tell = winner.is_some() && !(stuck && winner == Some(mover(line.len() - 1)));
    let impartial = line.first().is_some_and(|&p| positions::is_impartial(p, cx).unwrap_or(false));
    let mut why = None;
    let mut end = line.len() - 1;
    for (i, &p) in line.iter().enumerate() {
        if values_tell && let Some(said) = decided(cx, p, mover(i), impartial)? {
            (why, end) = (Some(said), i);
            break;
        }
    }
    let name = |i: usize| match (impartial, i.is_multiple_of(2)) {
        (false, _) => mover(i).to_string(),
        (true, true) => "the player who starts".to_string(),
        (true, false) => "the other one".to_string(),
    };
    for (i, pair) in line[..=end].windows(2).enumerate() {
        if i == MOST && end > MOST + 1 {
            story.step(format!("... {} more moves.", end - MOST));
        }
        let to = match name_on_board(cx, pair[0], pair[1], mover(i))? {
            Some(name) => name,
            None => format!("to {}", said_position(cx, pair[1])?),
        };
        if i < MOST || end <= MOST + 1 {
            story.step(format!("{} moves {to}.", capital(&name(i))));
        }
        story.row_always(Value::list(vec![Value::text("move"), Value::Position(pair[1])]));
    }
    if why.is_none() && stuck {
        let who = if impartial { "Nobody can".to_string() } else { format!("{} cannot", mover(end)) };
        let row = vec![Value::text("end"), Value::Position(last)];
        why = Some(Said { text: format!("{who} move there, and play is over."), row });
    }
    if let Some(Said { text, row }) = why {
        story.step(if end == 0 { text.replacen("There ", "Here ", 1) } else { text });
        story.row_always(Value::list(row));
    }
    Ok(())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The reason why a position is decided, in words and as data.
struct Said {
    text: String,
    row: Vec<Value>,
}

/// Returns the reason why a position needs no search, or `None` if it needs one.
fn decided(cx: &mut Session, p: PositionId, mover: Player, impartial: bool) -> Result<Option<Said>, EvalError> {
    if impartial {
        return match cx.attempt(GLANCE, |cx| questions::value(p, cx)) {
            Ok(Known::Nim(n)) => {
                let text = match n {
                    0 => "There the nim-value is 0: the player to move loses.".to_string(),
                    n => format!("There the nim-value is {n}, not 0: the player to move wins."),
                };
                Ok(Some(Said { text, row: vec![Value::text("nim-value"), Value::integer(n.into())] }))
            }
            Err(fault @ (Fault::Interrupted | Fault::Foreign(_))) => Err(fault.into()),
            _ => Ok(None),
        };
    }
    match questions::reason(p, mover, cx) {
        Ok(Some(reason)) => told(cx, &reason, mover).map(Some),
        Ok(None)
        | Err(Fault::Loopy | Fault::TwoSides | Fault::LargeNimber { .. } | Fault::None(_) | Fault::Refused(_)) => {
            Ok(None)
        }
        Err(fault) => Err(fault.into()),
    }
}

/// Returns a reason in words.
fn told(cx: &mut Session, reason: &Reason, mover: Player) -> Result<Said, EvalError> {
    let Reason { winner, values, is_tied, by } = reason;
    let texts = values.iter().map(|&g| said_game(cx, g)).collect::<Result<Vec<_>, _>>()?;
    let pieces = match (is_tied, texts.len()) {
        (_, 0) => "There nothing is left".to_string(),
        (true, _) => format!("There {winner} may give up some moves (one hand tied), which leaves {}", listed(&texts)),
        // A value that is cut says less than its sign.
        (false, 1) if texts[0].ends_with("...") => {
            let order = cx.games.compare(values[0], GameId::ZERO)?;
            let sign = sign(cx, relation(order));
            format!("There the value is {sign} 0")
        }
        (false, 1) => format!("There the value is {}", texts[0]),
        (false, _) => format!("There the pieces are worth {}", listed(&texts)),
    };
    let ahead = format!("{winner} wins, {mover} to move");
    let (text, name, datum) = match by {
        Telling::Sum(sum) => {
            let value = said_game(cx, *sum)?;
            let together = if values.len() > 1 { format!(", together {value}") } else { String::new() };
            (format!("{pieces}{together}: {ahead}."), "value", game_value(&cx.games, *sum))
        }
        Telling::Weight(lead) => {
            let rule = if *lead < Dyadic::from(2) { "who is ahead and moves wins" } else { "by the two-ahead rule" };
            let lead = cx.games.number(lead);
            let size = said_game(cx, lead)?;
            let text = format!("There the atomic weights put {winner} ahead by at least {size}: {rule}. {ahead}.");
            (text, "atomic weight", game_value(&cx.games, lead))
        }
        Telling::Mean | Telling::Temperature => {
            let (mean, temperature) = mean_and_temperature(cx, values)?;
            let why = match by {
                Telling::Mean => format!("who is ahead by the mean, {mean}, and moves wins"),
                _ => format!("the mean {mean} is more than the temperature {temperature}"),
            };
            let mean = cx.games.number(&mean);
            (format!("{pieces}: {why}. {ahead}."), "mean", game_value(&cx.games, mean))
        }
    };
    let values = Value::list(values.iter().map(|&g| game_value(&cx.games, g)).collect());
    Ok(Said { text, row: vec![Value::text(name), values, datum] })
}

/// Returns the mean of a sum, and the highest temperature of its parts.
fn mean_and_temperature(cx: &mut Session, values: &[GameId]) -> Result<(Dyadic, Dyadic), EvalError> {
    let (mut mean, mut highest) = (Dyadic::ZERO, Dyadic::from(-1));
    for &g in values {
        mean = &mean + &cx.games.mean(g)?;
        let temperature = cx.games.temperature(g)?;
        highest = if temperature > highest { temperature } else { highest };
    }
    Ok((mean, highest))
}
