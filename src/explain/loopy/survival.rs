//! The reasons why a game is equal to the stopper that names it: its dominated and reversible options, and the play
//! on the difference of the two, in which whoever moves second never runs out of moves.

use crate::eval::{EvalError, Session, loopy_value};
use crate::explain::story::{Story, liked_less, player_value, said, sign};
use crate::value::Value;
use Player::{Left, Right};
use cg_engine::games::Player;
use cg_engine::loopy::Stopper;
use cg_engine::positions::Context;

/// The values of Left's moves and of Right's, `None` for a pass.
pub(super) type Worths = [Vec<Option<Stopper>>; 2];

/// The largest number of lines with answers to moves of the difference.
const LINES: usize = 12;

/// Tells it of a game with these options, the value of which is known.
pub(super) fn tell(cx: &mut Session, options: &Worths, value: Stopper, story: &mut Story) -> Result<(), EvalError> {
    let has_form = [Left, Right].map(|player| {
        let mut given: Vec<Stopper> = options[player as usize].iter().map(|worth| worth.unwrap_or(value)).collect();
        given.sort();
        given
    });
    let mut is_canonical = true;
    for player in [Left, Right] {
        let mut own = cx.loopy().options(value, player)?;
        own.sort();
        is_canonical &= own == has_form[player as usize];
    }
    if is_canonical {
        return Ok(());
    }
    for player in [Left, Right] {
        for i in 0..options[player as usize].len() {
            tell_option(cx, options, value, player, i, story)?;
        }
    }
    tell_difference(cx, options, value, story)
}

/// Returns `true` if `player` likes `a` at least as well as `b`.
fn likes(cx: &mut Session, player: Player, a: Stopper, b: Stopper) -> Result<bool, EvalError> {
    Ok(match player {
        Left => cx.loopy().at_least(a, b)?,
        Right => cx.loopy().at_least(b, a)?,
    })
}

fn text(cx: &mut Session, stopper: Stopper) -> Result<String, EvalError> {
    let value = loopy_value(&cx.games, stopper);
    said(cx, &value)
}

/// Tells whether an option is dominated or reversible, and by which one.
fn tell_option(
    cx: &mut Session,
    options: &Worths,
    value: Stopper,
    player: Player,
    i: usize,
    story: &mut Story,
) -> Result<(), EvalError> {
    let all = &options[player as usize];
    let Some(option) = all[i] else { return Ok(()) };
    let name = text(cx, option)?;
    let data = loopy_value(&cx.games, option);
    for (j, by) in all.iter().enumerate().filter(|(j, _)| *j != i) {
        let Some(by) = *by else { continue };
        if likes(cx, player, by, option)? && (j < i || !likes(cx, player, option, by)?) {
            let other = text(cx, by)?;
            let relation = sign(cx, liked_less(player));
            story.step(format!("{player}'s option {name} is dominated: {name} {relation} {other}."));
            let by = loopy_value(&cx.games, by);
            story.row(vec![Value::text("dominated"), player_value(player), data, by]);
            return Ok(());
        }
    }
    for through in cx.loopy().options(option, player.other())? {
        if !likes(cx, player, value, through)? {
            continue;
        }
        let other = text(cx, through)?;
        let relation = sign(cx, liked_less(player));
        let rival = player.other();
        story.step(format!(
            "{player}'s option {name} is reversible: {rival} answers with {other}, and {other} {relation} {}, the whole \
             game.",
            text(cx, value)?
        ));
        let mut behind = Vec::new();
        for replacement in cx.loopy().options(through, player)? {
            behind.push(loopy_value(&cx.games, replacement));
        }
        let through = loopy_value(&cx.games, through);
        let row = vec![Value::text("reversible"), player_value(player), data, through, Value::list(behind)];
        story.row(row);
        return Ok(());
    }
    Ok(())
}

/// Tells every first move of the difference of the game and its value, with an answer after which its second player
/// still holds it.
fn tell_difference(cx: &mut Session, options: &Worths, value: Stopper, story: &mut Story) -> Result<(), EvalError> {
    let name = text(cx, value)?;
    let mut lines = Vec::new();
    for starter in [Left, Right] {
        let rival = starter.other();
        // In the game the starter moves as himself, in its value with the sides changed.
        let in_game: Vec<Option<Stopper>> = options[starter as usize].clone();
        let in_value = cx.loopy().options(value, rival)?;
        let first = in_game.into_iter().map(|to| (false, to)).chain(in_value.into_iter().map(|to| (true, Some(to))));
        for (is_in_value, to) in first {
            cx.games.budget.tick()?;
            let worth = to.unwrap_or(value);
            let at = if is_in_value { [value, worth] } else { [worth, value] };
            let Some(answer) = answer(cx, options, to.is_some() && !is_in_value, at, value, rival)? else {
                return Ok(());
            };
            let first = said_move(cx, starter, is_in_value.then_some(value), to)?;
            let (in_value, reply) = answer;
            let is_untouched = !in_value && (is_in_value || to.is_none());
            let reply = said_move(cx, rival, (!is_untouched).then_some(at[in_value as usize]), reply)?;
            lines.push(format!("{first}: {reply}."));
        }
    }
    if lines.is_empty() || lines.len() > LINES {
        return Ok(());
    }
    story.step(format!(
        "It is {name}: play the game less {name}, where the players change sides. Whoever moves second has an answer, \
         again and again:"
    ));
    lines.into_iter().for_each(|line| story.under(line));
    Ok(())
}

/// Names a move from a value, or from the game as it is written. `None` stands for a pass.
fn said_move(
    cx: &mut Session,
    player: Player,
    from: Option<Stopper>,
    to: Option<Stopper>,
) -> Result<String, EvalError> {
    let place = match from {
        Some(from) => text(cx, from)?,
        None => "the game".into(),
    };
    Ok(match to {
        Some(to) if from != Some(to) => format!("{player} moves {place} to {}", text(cx, to)?),
        _ => format!("{player} passes in {place}"),
    })
}

/// Returns a move of the player in the difference after which he holds it as second player, best one that makes the
/// two equal: `true` if it is made in the value, and the stopper to which it leads, `None` for a pass. While the game
/// has not been moved in, its moves are the options as they are written.
fn answer(
    cx: &mut Session,
    options: &Worths,
    is_moved: bool,
    at: [Stopper; 2],
    value: Stopper,
    player: Player,
) -> Result<Option<(bool, Option<Stopper>)>, EvalError> {
    let in_game = match is_moved {
        true => cx.loopy().options(at[0], player)?.into_iter().map(Some).collect(),
        false => options[player as usize].clone(),
    };
    let in_value = cx.loopy().options(at[1], player.other())?;
    let moves: Vec<(bool, Option<Stopper>)> =
        in_game.into_iter().map(|to| (false, to)).chain(in_value.into_iter().map(|to| (true, Some(to)))).collect();
    let after = |(in_value, to): (bool, Option<Stopper>)| {
        let to = to.unwrap_or(value);
        if in_value { [at[0], to] } else { [to, at[1]] }
    };
    if let Some(found) = moves.iter().find(|m| after(**m)[0] == after(**m)[1]) {
        return Ok(Some(*found));
    }
    for found in moves {
        let [game, name] = after(found);
        if likes(cx, player, game, name)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}
