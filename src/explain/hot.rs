//! Thermographs from those of the options, atomic weights by their recursion.

use std::rc::Rc;

use super::story::{Story, listed, player_value, said, said_game};
use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, Session, Summands, game_value};
use crate::library::temperature;
use crate::value::{Report, Value};
use cg_engine::games::{Dyadic, Fault, GameId, LIST_OF_OPTIONS, Player, Point, Uptimal};

/// Options of a game that are looked at one by one.
const MOST: u64 = 1_000;

/// The largest number of summands that are listed one by one.
const MAX_LISTED_SUMMANDS: usize = 20;

fn demand_few(cx: &mut Session, g: GameId) -> Result<(), EvalError> {
    let most = cx.games.option_count(g, Player::Left).max(cx.games.option_count(g, Player::Right));
    if most > MOST {
        return Err(Fault::TooLarge { what: LIST_OF_OPTIONS, size: most.to_string(), limit: MOST.to_string() }.into());
    }
    Ok(())
}

fn points(wall: &[Point]) -> String {
    wall.iter().map(|(t, x)| format!("[{t}, {x}]")).collect::<Vec<_>>().join(", ")
}

fn number(x: &Dyadic) -> Value {
    Value::number(x.to_rational())
}

/// Explains the walls of a thermograph by those of the options.
pub(super) fn thermograph(cx: &mut Session, g: GameId) -> Result<Rc<Report>, EvalError> {
    demand_few(cx, g)?;
    let walls = cx.games.thermograph(g)?;
    let (mean, temperature) = (walls.mean().clone(), walls.temperature().clone());
    let mut story = Story::new();
    let text = said_game(cx, g)?;
    story.answer(format!("{text}: mean {mean}, temperature {temperature}"));
    let answer = Value::list(vec![number(&mean), number(&temperature)]);
    if let Some(x) = cx.games.as_number(g) {
        story.step(if x.is_integer() {
            "An integer is a mast: its walls stand together from temperature -1 on.".to_string()
        } else {
            format!("A number is a mast; {x} is no integer, so its temperature is -1 over its denominator.")
        });
        return Ok(story.report(answer, 1));
    }
    story.step("A move costs t: Left's wall is the best right wall of her options less t, Right's the best left wall of his options plus t.");
    for player in [Player::Left, Player::Right] {
        for option in cx.games.options(g, player)? {
            let name = said_game(cx, option)?;
            let of_option = cx.games.thermograph(option)?;
            let (side, wall) = match player {
                Player::Left => ("right", &of_option.right),
                Player::Right => ("left", &of_option.left),
            };
            // A number that is no integer has walls of its own below its temperature.
            let from = wall.first().filter(|(t, _)| *t > Dyadic::from(-1));
            let from = from.map_or(String::new(), |(t, _)| format!(" from t = {t} on"));
            story.step(format!(
                "{player}'s option {name} has the {side} wall {}{from}, as points [t, x].",
                points(wall)
            ));
            let wall = wall.iter().map(|(t, x)| Value::list(vec![number(t), number(x)])).collect();
            let row = vec![player_value(player), game_value(&cx.games, option), Value::list(wall)];
            story.row(row);
        }
    }
    story.step(format!("Left's wall is {}.", points(&walls.left)));
    story.step(format!("Right's wall is {}.", points(&walls.right)));
    story.step(format!("They meet at t = {temperature}, the temperature, and stand at {mean}, the mean value."));
    let (left, right) = (cx.games.left_stop(g), cx.games.right_stop(g));
    story.step(format!("At t = 0 they show the stops: {left} if Left starts, {right} if Right starts."));
    Ok(story.report(answer, 1))
}

/// Explains the mean and the temperature of a sum by those of its summands.
pub(super) fn summands(cx: &mut Session, x: &Value, summands: Summands) -> Result<Rc<Report>, EvalError> {
    let count = summands.0.len();
    let values = temperature::values(cx, summands)?;
    let hottest = temperature::cooled_last(cx, values.clone())?;
    let mut mean = Dyadic::ZERO;
    let mut measured = Vec::new();
    for &value in &values {
        cx.games.budget.tick()?;
        let own = cx.games.mean(value)?;
        mean = &mean + &own;
        measured.push((value, own, cx.games.temperature(value)?));
    }
    let temperature = hottest.temperature;
    let mut story = Story::new();
    story.answer(format!("{}: mean {mean}, temperature {temperature}", said(cx, x)?));
    for (i, (value, own, warmth)) in measured.into_iter().enumerate() {
        if i < MAX_LISTED_SUMMANDS {
            story.step(format!("{} has the mean {own} and the temperature {warmth}.", said_game(cx, value)?));
        }
        let row = vec![game_value(&cx.games, value), number(&own), number(&warmth)];
        story.row(row);
    }
    if values.len() > MAX_LISTED_SUMMANDS {
        story.step(format!("So have {} more summands theirs.", values.len() - MAX_LISTED_SUMMANDS));
    }
    if values.len() < count {
        story.step("Summands that cancel each other are left out.");
    }
    story.step(format!("The means of summands are added: {mean}."));
    let hot = said_game(cx, hottest.sum)?;
    story.step(match hottest.count {
        _ if values.is_empty() => format!("Nothing is left but 0, whose temperature is {temperature}."),
        1 if values.len() == 1 => format!("Only {hot} is left: its temperature {temperature} is that of the sum."),
        1 => format!("{hot} is hotter than every other: its temperature {temperature} is that of the sum."),
        n if n == values.len() => format!("Together they are {hot}, whose temperature is {temperature}."),
        n => format!(
            "The {n} hottest together are {hot}. No other is as hot, so its temperature {temperature} is that of the sum."
        ),
    });
    Ok(story.report(Value::list(vec![number(&mean), number(&temperature)]), 1))
}

/// Explains the stops of a game by those of its options.
pub(super) fn stops(cx: &mut Session, g: GameId) -> Result<Rc<Report>, EvalError> {
    demand_few(cx, g)?;
    let (left, right) = (cx.games.left_stop(g), cx.games.right_stop(g));
    let mut story = Story::new();
    let text = said_game(cx, g)?;
    story.answer(format!("{text}: left stop {left}, right stop {right}"));
    let answer = Value::list(vec![number(&left), number(&right)]);
    if cx.games.as_number(g).is_some() {
        story.step("Play stops at a number: it is its own stop, whoever moves next.");
        return Ok(story.report(answer, 1));
    }
    story.step("The players move in turn until a number is reached; Left wants it to be large, Right small.");
    for (player, stop, best) in [(Player::Left, left, "greatest"), (Player::Right, right, "least")] {
        let mut texts = Vec::new();
        for option in cx.games.options(g, player)? {
            cx.games.budget.tick()?;
            let then = match player {
                Player::Left => cx.games.right_stop(option),
                Player::Right => cx.games.left_stop(option),
            };
            texts.push(format!("{} (then {then})", said_game(cx, option)?));
            let row = vec![player_value(player), game_value(&cx.games, option), number(&then)];
            story.row(row);
        }
        story.step(format!("{player} starts by a move to {}: the {best} stop is {stop}.", listed(&texts)));
    }
    Ok(story.report(answer, 1))
}

/// Explains the atomic weight: the recursion, the remote star, and the weight.
pub(super) fn atomic_weight(cx: &mut Session, g: GameId) -> Result<Rc<Report>, EvalError> {
    demand_few(cx, g)?;
    let help = "all games whose stops are 0 can be asked; `is_atomic(G)` says which have one";
    let weight = cx
        .games
        .atomic_weight(g)
        .map_err(|fault| EvalError::unanswered(fault, help).coded(ErrorCode::GameNotAtomic))?;
    let mut story = Story::new();
    let (text, own) = (said_game(cx, g)?, said_game(cx, weight)?);
    story.answer(format!("{text}: atomic weight {own}"));
    let answer = game_value(&cx.games, weight);
    if let Some(Uptimal { ups, star, .. }) = cx.games.as_uptimal(g) {
        let count = ups.coefficient(1);
        story.step(match (ups.highest(), star) {
            (0, _) => "A nimber has atomic weight 0.".to_string(),
            (1, 0) => format!("The atomic weight counts ups, and down as -1: {count}."),
            (1, _) => format!("The atomic weight counts ups, {count}; a nimber has weight 0."),
            (_, 0) => format!("The atomic weight counts ups, {count}; the higher powers of up have weight 0."),
            _ => format!("The atomic weight counts ups, {count}; a nimber and the higher powers of up have weight 0."),
        });
        return Ok(story.report(answer, 1));
    }
    if !cx.games.is_all_small(g)? {
        story.step("Numbers in the game are threats: they count as very many ups in the recursion, and the outcome does not depend on them.");
        story.step(format!(
            "It passes the definition: the game less {own} times up lies between down and up, a remote star added."
        ));
        return Ok(story.report(answer, 1));
    }
    let two = cx.games.integer(2);
    let mut lists: [Vec<GameId>; 2] = Default::default();
    for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
        for option in cx.games.options(g, player)? {
            let of_option = cx.games.atomic_weight(option)?;
            let shifted = match player {
                Player::Left => cx.games.difference(of_option, two)?,
                Player::Right => cx.games.sum(of_option, two)?,
            };
            let [name, weight, after] = [said_game(cx, option)?, said_game(cx, of_option)?, said_game(cx, shifted)?];
            let sign = if player == Player::Left { "less" } else { "plus" };
            story.step(format!("{player}'s option {name} has weight {weight}; {sign} 2 that is {after}."));
            let row = vec![player_value(player), game_value(&cx.games, option), game_value(&cx.games, of_option)];
            story.row(row);
            list.push(shifted);
        }
    }
    let first = cx.games.from_options(&lists[0], &lists[1])?;
    let between = said_game(cx, first)?;
    if cx.games.as_number(first).is_none_or(|x| !x.is_integer()) {
        story.step(format!("The game of these is {between}. It is no integer, so it is the atomic weight."));
        return Ok(story.report(answer, 1));
    }
    story.step(format!("The game of these is the integer {between}, so a remote star decides which integer it is."));
    let far = cx.games.remote_star(g)?;
    let star = cx.games.nimber(far)?;
    let (above, below) = (cx.games.less_or_equal(star, g)?, cx.games.less_or_equal(g, star)?);
    let name = said_game(cx, star)?;
    story.row(vec![Value::text("remote star"), Value::integer(far.into())]);
    story.step(match (above, below) {
        (true, _) => {
            format!("The game is at least {name}, which is remote: the greatest integer that fits between, {own}.")
        }
        (_, true) => {
            format!("The game is at most {name}, which is remote: the least integer that fits between, {own}.")
        }
        _ => format!("The game is confused with {name}, which is remote: the weight is 0."),
    });
    Ok(story.report(answer, 1))
}
