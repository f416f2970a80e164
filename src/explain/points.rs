//! Play for points: the score after each move, and in boxes and coins the chains, the loops and who keeps control.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::story::{Story, listed, player_value, said};
use crate::diagnostic::counted;
use crate::eval::{EvalError, Session};
use crate::library::points::ahead_by;
use crate::show::move_names;
use crate::value::{Report, Value};
use cg_engine::games::{Fault, Player};
use cg_engine::positions::{Binding, PositionId};
use cg_engine::questions::{self, PointsMove};
use cg_engine::rulesets::dots_and_boxes;
use cg_engine::rulesets::strings_and_coins::{self, CoinPart, CoinString, GROUND, lead};

/// Explains the score of a position, for one starter or both.
pub(super) fn tell(cx: &mut Session, p: PositionId, starter: Option<Player>) -> Result<Rc<Report>, EvalError> {
    let mut story = Story::new();
    let mut scores = Vec::new();
    for player in [Player::Left, Player::Right] {
        if starter.is_some_and(|starter| starter != player) {
            continue;
        }
        let score = questions::score(p, player, cx)?;
        story.answer(format!("{player} starts: {}", ahead_by(cx, &score)?));
        tell_strings(cx, p, player, &mut story)?;
        tell_moves(cx, p, player, &mut story)?;
        scores.push(Value::number(score));
    }
    scores.dedup();
    let answer = if scores.len() == 1 { scores.remove(0) } else { Value::list(scores) };
    Ok(story.report(answer, 2))
}

/// Tells the moves of a player, those to the best score first, and how play goes on.
fn tell_moves(cx: &mut Session, p: PositionId, player: Player, story: &mut Story) -> Result<(), EvalError> {
    let moves = questions::points_moves(p, player, cx)?;
    let all: Vec<PositionId> = moves.iter().map(|made| made.to).collect();
    let names = move_names(cx, p, &all, player, all.len())?;
    let mut by_score: Vec<(PointsMove, String)> =
        moves.into_iter().zip(names.into_iter().map(|name| name.text)).collect();
    by_score
        .sort_by(|(a, _), (b, _)| if player == Player::Left { b.score.cmp(&a.score) } else { a.score.cmp(&b.score) });
    let Some(best) = by_score.first().map(|(made, _)| made.score.clone()) else {
        story
            .step(format!("{player} has no move, so play has ended; each part counts the points that it has reached."));
        return Ok(());
    };
    let (good, others): (Vec<_>, Vec<_>) = by_score.into_iter().partition(|(made, _)| made.score == best);
    for (made, _) in good.iter().chain(&others) {
        story.row(vec![player_value(player), Value::Position(made.to), Value::number(made.score.clone())]);
    }
    let names =
        |moves: &[(PointsMove, String)]| listed(&moves.iter().map(|(_, name)| name.clone()).collect::<Vec<_>>());
    let text = said(cx, &Value::number(best))?;
    story.step(format!("Best for {player}, to a score of {text}: {}.", names(&good)));
    if let Some((next, _)) = others.first() {
        let text = said(cx, &Value::number(next.score.clone()))?;
        let next: Vec<(PointsMove, String)> =
            others.iter().filter(|(made, _)| made.score == next.score).cloned().collect();
        story.step(format!("The next best, to {text}: {}.", names(&next)));
    }
    if matches!(cx.positions.turn(good[0].0.to), Some(Binding::Again(_))) {
        story.step(format!("After such a move {player} moves again."));
    }
    Ok(())
}

/// Tells the trees, chains and loops of a position and, if nothing else is left, who keeps control.
fn tell_strings(cx: &mut Session, p: PositionId, player: Player, story: &mut Story) -> Result<(), EvalError> {
    let mut components = Vec::new();
    for part in cx.positions.parts(p) {
        let (part, _) = cx.positions.without_sign(part);
        let found = strings_and_coins::strings_of(part, cx).or_else(|| dots_and_boxes::strings_of(part, cx));
        let Some(strings) = found else { return Ok(()) };
        components.extend(strings_and_coins::components(&strings));
    }
    if components.is_empty() {
        return Ok(());
    }
    let parts: Option<Vec<CoinPart>> = components.iter().map(|part| CoinPart::read(part)).collect();
    let Some(parts) = parts else {
        let named: Vec<String> = components.iter().map(|part| name_of(part)).collect();
        story.step(format!("Apart from one another: {}.", listed(&named)));
        // Coins of two boards may have the same numbers.
        let coins: usize = components.iter().map(|part| coins_of(part).len()).sum();
        let strings: usize = components.iter().map(Vec::len).sum();
        let parity = if (strings + coins).is_multiple_of(2) { "odd" } else { "even" };
        story.step(format!(
            "The long chain rule: {} and {} are left, so {player} gets control if an {parity} number of long chains is left \
             when all else is gone; each string that takes two coins at once counts as one chain more (Winning Ways, ch. 16).",
            counted(strings, "string"),
            counted(coins, "coin"),
        ));
        return Ok(());
    };
    let (trees, closed): (Vec<CoinPart>, Vec<CoinPart>) = parts.iter().partition(|part| part.is_tree());
    let names = |parts: &[CoinPart]| listed(&parts.iter().map(|part| part_name(*part)).collect::<Vec<_>>());
    let mut opener = player;
    if !trees.is_empty() {
        let coins: u32 = trees.iter().map(|tree| tree.coins()).sum();
        story.step(format!(
            "The leaves of a tree can be taken one after the other. Here {player} can take {}.",
            names(&trees)
        ));
        let rest = lead(&closed, &mut cx.games.budget)?;
        match trees.iter().filter_map(|tree| tree.price()).min() {
            _ if closed.is_empty() => story.step(format!("Nothing else is left, so {player} takes all {coins}.")),
            Some(price) if i64::from(price) + rest < 0 => {
                opener = player.other();
                story.step(format!(
                    "{player} takes {} and leaves the last {price} to {opener}, who must then open what else there is: control is worth more than {price} coins.",
                    coins - price
                ));
            }
            _ => story.step(format!("{player} takes all {coins}, and then has to open what else there is.")),
        }
    }
    if closed.is_empty() {
        return Ok(());
    }
    let other = opener.other();
    story.step(match trees.is_empty() {
        true => format!("There are only long chains and loops: {}.", names(&closed)),
        false => format!("Beside the trees there are only long chains and loops: {}.", names(&closed)),
    });
    story.step(format!("So each move of {opener} is loony: it opens one of them, and {other} may take all of it."));
    let value = -lead(&closed, &mut cx.games.budget)?;
    let keeps = match closed.iter().filter_map(|part| part.price()).max() {
        Some(4) => "the last 2 of a chain, or 4 of a loop",
        _ => "the last 2",
    };
    story.step(format!(
        "{other} keeps control by leaving {keeps}, for then {opener} must open the next; without that {other} takes all and moves next."
    ));
    story.step(format!("A chain of n opened is worth n - 2 + |v - 2| to {other}, a loop n - 4 + |v - 4|, where the rest is worth v; {opener} opens the least: {value} (Winning Ways, ch. 16)."));
    Ok(())
}

fn part_name(part: CoinPart) -> String {
    match part {
        CoinPart::Chain(coins) => format!("a chain of {coins}"),
        CoinPart::Loop(coins) => format!("a loop of {coins}"),
        CoinPart::Tree(1, _) => "a single coin".into(),
        CoinPart::Tree(coins, _) => format!("a tree of {coins}"),
    }
}

fn name_of(part: &[CoinString]) -> String {
    if let Some(part) = CoinPart::read(part) {
        return part_name(part);
    }
    format!("{} on {}", counted(coins_of(part).len(), "coin"), counted(part.len(), "string"))
}

fn coins_of(strings: &[CoinString]) -> BTreeSet<u16> {
    strings.iter().flatten().copied().filter(|&coin| coin != GROUND).collect()
}

/// The steps of a look at a position for the reason why it has no value.
const SHORT_LOOK: u64 = 1 << 14;

/// Returns the reason why a position has no value, as far as a short look tells. Theorems decide positions whose values are
/// out of reach.
pub(super) fn refusal(cx: &mut Session, p: PositionId) -> Option<Fault> {
    let allowance = cx.games.budget.begin_try(SHORT_LOOK);
    let found = questions::value(p, cx);
    cx.games.budget.end_try(allowance);
    found.err()
}
