//! The comparison of two games, with the moves that show it.

use std::cmp::Ordering;
use std::rc::Rc;

use super::compare_play;
use super::story::{Story, listed, player_value, relation, said, sign};
use crate::eval::{Comparand, EvalError, Session, as_sided, loopy_value, order_to_number, sides_value};
use crate::value::{Report, Value, report};
use Player::{Left, Right};
use cg_engine::games::{Fault, Order, Player};
use cg_engine::loopy::{Attack, DifferenceMove, Reply, Sided, Stopper};
use cg_engine::positions::Context;
use cg_engine::surreals::Surreal;

/// Options of either game beyond which moves are not listed.
const MOST: usize = 1_000;
/// Replies of the longest strategy.
const LONGEST: usize = 10_000;

/// Two games whose difference is played.
struct Duel {
    games: [Stopper; 2],
    names: [String; 2],
}

/// Compares two games: positions by play if that is sooner, and everything else by values.
pub(super) fn compare(cx: &mut Session, g: Comparand, h: Comparand) -> Result<Rc<Report>, EvalError> {
    if let (Comparand::Position(_), _) | (_, Comparand::Position(_)) = (&g, &h)
        && let Some(report) = compare_play::compare(cx, [&g, &h])?
    {
        return Ok(report);
    }
    let value = |cx: &mut Session, game| match game {
        Comparand::Value(value) => Ok(Ok(value)),
        Comparand::Number(x) => Ok(Err(x)),
        Comparand::Position(p) => as_sided(cx, &Value::Position(p))?.map(Ok).ok_or(EvalError::Fault(Fault::NoSides)),
    };
    let (g, h) = match (value(cx, g)?, value(cx, h)?) {
        (Ok(g), Ok(h)) => (g, h),
        (g, h) => return compare_numbers(cx, g, h),
    };
    let order = cx.loopy().compare(g, h)?;
    let relation = relation(order);
    let names = [said_value(cx, g)?, said_value(cx, h)?];
    let difference = difference(cx, g, h)?;
    let mut story = Story::new();
    story.answer(format!("{} {} {}", names[0], sign(cx, relation), names[1]));
    let text = if difference == Value::Nothing { "not known".into() } else { said(cx, &difference)? };
    story.step(format!(
        "Play the first game less the second: their difference is {text}. In the second the players change sides."
    ));
    let strategy = strategy(cx, g, h, order)?;
    let refutation = refutation(cx, g, h, order)?;
    let (Some(a), Some(b)) = (g.stopper(), h.stopper()) else {
        story.step("Of values with two sides the onsides are compared, and the offsides; both must agree.");
        let text = story.report(Value::Nothing, 1).text().to_string();
        let [left, right, replies] = std::array::from_fn(|_| Value::list(Vec::new()));
        let found = report::Comparison { text, relation, difference, left, right, replies, strategy, refutation };
        return Ok(found.into());
    };
    let duel = Duel { games: [a, b], names };
    let mut replies = Vec::new();
    let left = duel.tell(cx, Left, &mut replies, &mut story)?;
    let right = duel.tell(cx, Right, &mut replies, &mut story)?;
    // Play that goes on for ever holds for whoever moves second.
    story.step(match order {
        Order::Equal => "Whoever starts does not win, so the games are equal.",
        order => conclusion(order),
    });
    let text = story.report(Value::Nothing, 1).text().to_string();
    let replies = Value::list(replies);
    Ok(report::Comparison { text, relation, difference, left, right, replies, strategy, refutation }.into())
}

/// Compares two numbers, or a number with a game, where a number is no short game.
fn compare_numbers(
    cx: &mut Session,
    g: Result<Sided, Surreal>,
    h: Result<Sided, Surreal>,
) -> Result<Rc<Report>, EvalError> {
    let value = |game: &Result<Sided, Surreal>| match game {
        Ok(game) => loopy_value(&cx.games, *game),
        Err(x) => Value::surreal(x.clone()),
    };
    let values = [value(&g), value(&h)];
    let numbers = [values[0].as_surreal(), values[1].as_surreal()];
    let names = [said(cx, &values[0])?, said(cx, &values[1])?];
    let mut story = Story::new();
    let (order, difference) = match (&numbers, g, h) {
        ([Some(x), Some(y)], ..) => {
            let order = match x.cmp(y) {
                Ordering::Less => Order::Less,
                Ordering::Equal => Order::Equal,
                Ordering::Greater => Order::Greater,
            };
            (order, Value::surreal(x.difference(y)?))
        }
        (_, Ok(game), Err(x)) => (order_to_number(cx, game, &x)?, Value::Nothing),
        (_, Err(x), Ok(game)) => (order_to_number(cx, game, &x)?.reversed(), Value::Nothing),
        _ => return Err(Fault::NoSides.into()),
    };
    let relation = relation(order);
    story.answer(format!("{} {} {}", names[0], sign(cx, relation), names[1]));
    match (&numbers, &values) {
        ([Some(_), Some(_)], _) => {
            let text = said(cx, &difference)?;
            story.step(format!("The sign of the first coefficient of their difference decides: {text}."));
        }
        ([number, _], [first, second]) => {
            let (game, x) = if number.is_some() { (second, &names[0]) } else { (first, &names[1]) };
            let Some(value) = as_sided(cx, game)? else { return Err(Fault::NoSides.into()) };
            let mut stop = |stopper, player| {
                let stop = cx.loopy().stop(stopper, player)?;
                said_value(cx, stop)
            };
            let stops = [stop(value.onside, Left)?, stop(value.offside, Right)?];
            story.step(format!(
                "Nobody has to move in the number {x} while the game can be played, so its stops decide."
            ));
            story.step(format!("It stops at {} if Left starts, and at {} if Right starts.", stops[0], stops[1]));
            story.step(conclusion(order));
        }
    }
    let text = story.report(Value::Nothing, 1).text().to_string();
    let [left, right, replies] = std::array::from_fn(|_| Value::list(Vec::new()));
    let (strategy, refutation) = (None, None);
    Ok(report::Comparison { text, relation, difference, left, right, replies, strategy, refutation }.into())
}

/// Says what it means for the order who wins the difference.
pub(super) fn conclusion(order: Order) -> &'static str {
    match order {
        Order::Less => "Right wins whoever starts, so the first game is less.",
        Order::Greater => "Left wins whoever starts, so the first game is greater.",
        Order::Equal => "Whoever starts loses, so the games are equal.",
        Order::Confused => "Whoever starts wins, so the games are confused: neither is at least the other.",
    }
}

/// Returns the first game less the second, or `Nothing` if no stopper is found for a side.
fn difference(cx: &mut Session, g: Sided, h: Sided) -> Result<Value, EvalError> {
    let negative = cx.loopy().negative(h)?;
    let sides = cx.loopy().sided_sum(g, negative)?;
    match sides_value(&cx.games, sides) {
        Err(EvalError::Fault(Fault::NoSides)) => Ok(Value::Nothing),
        difference => difference,
    }
}

/// Returns the proofs that the first value is at least the second, and at most the second, if that is so: of the
/// onsides, then what the offsides add. `None` if they are too long.
fn strategy(cx: &mut Session, g: Sided, h: Sided, order: Order) -> Result<Option<Value>, EvalError> {
    let mut rows = Vec::new();
    for (player, holds) in
        [(Left, matches!(order, Order::Greater | Order::Equal)), (Right, matches!(order, Order::Less | Order::Equal))]
    {
        let mut proof: Vec<Reply> = Vec::new();
        for pair in [[g.onside, h.onside], [g.offside, h.offside]].iter().filter(|_| holds) {
            let start = if player == Left { *pair } else { [pair[1], pair[0]] };
            let Some(more) = cx.loopy().proof_of_at_least(start, LONGEST)? else { return Ok(None) };
            cx.games.budget.charge(more.len())?;
            match proof.is_empty() {
                true => proof = more,
                false => {
                    let known: std::collections::HashSet<[Stopper; 2]> = proof.iter().map(|reply| reply.at).collect();
                    proof.extend(more.into_iter().filter(|reply| !known.contains(&reply.at)));
                }
            }
        }
        for reply in proof {
            cx.games.budget.tick()?;
            // That the first game is at most the second is a proof about H - G.
            rows.push(row(cx, player, reply.at, &[reply.to, reply.answer], player == Right));
        }
    }
    Ok((rows.len() <= LONGEST).then(|| Value::list(rows)))
}

/// Returns the proofs that the first value is not at least, and not at most, the second, if that is so: of the
/// onsides, or of the offsides if the onsides do not show it. `None` if they are too long.
fn refutation(cx: &mut Session, g: Sided, h: Sided, order: Order) -> Result<Option<Value>, EvalError> {
    let mut rows = Vec::new();
    for (player, fails) in [
        (Right, matches!(order, Order::Less | Order::Confused)),
        (Left, matches!(order, Order::Greater | Order::Confused)),
    ] {
        if !fails {
            continue;
        }
        let is_turned = player == Left;
        let [a, b] = if is_turned { [h, g] } else { [g, h] };
        let holds_onside = cx.loopy().at_least(a.onside, b.onside)?;
        let pair = if holds_onside { [a.offside, b.offside] } else { [a.onside, b.onside] };
        let Some(attacks) = cx.loopy().refutation_of_at_least(pair, LONGEST)? else { return Ok(None) };
        for Attack { at, to } in attacks {
            cx.games.budget.tick()?;
            rows.push(row(cx, player, at, &[to], is_turned));
        }
    }
    Ok((rows.len() <= LONGEST).then(|| Value::list(rows)))
}

/// Returns a line of a proof as data. In a proof about H - G the two have changed places.
fn row(cx: &mut Session, player: Player, at: [Stopper; 2], moves: &[DifferenceMove], is_turned: bool) -> Value {
    let [x, y] = if is_turned { [at[1], at[0]] } else { at };
    let at = Value::list(vec![loopy_value(&cx.games, x), loopy_value(&cx.games, y)]);
    let mut row = vec![player_value(player), at];
    row.extend(moves.iter().map(|m| data(cx, DifferenceMove { in_second: m.in_second ^ is_turned, ..*m })));
    Value::list(row)
}

fn said_value(cx: &mut Session, value: impl Into<Sided>) -> Result<String, EvalError> {
    let value = loopy_value(&cx.games, value);
    said(cx, &value)
}

fn data(cx: &mut Session, played: DifferenceMove) -> Value {
    Value::list(vec![Value::text(if played.in_second { "H" } else { "G" }), loopy_value(&cx.games, played.to)])
}

impl Duel {
    /// Returns the moves of a player in the difference, or `None` if there are too many to list.
    fn moves(cx: &mut Session, player: Player, at: [Stopper; 2]) -> Result<Option<Vec<DifferenceMove>>, EvalError> {
        for (game, player) in at.into_iter().zip([player, player.other()]) {
            if game.short().is_some_and(|g| cx.games.option_count(g, player) > MOST as u64) {
                return Ok(None);
            }
        }
        Ok(Some(cx.loopy().difference_moves(at, player)?))
    }

    /// Returns `true` if the player, moving second, does not lose.
    fn holds(cx: &mut Session, player: Player, [g, h]: [Stopper; 2]) -> Result<bool, EvalError> {
        Ok(match player {
            Left => cx.loopy().at_least(g, h)?,
            Right => cx.loopy().at_least(h, g)?,
        })
    }

    /// Returns `true` if the player, moving second, wins: no move of the opponent avoids a loss.
    fn wins_second(cx: &mut Session, player: Player, at: [Stopper; 2]) -> Result<bool, EvalError> {
        if at.iter().all(|game| game.short().is_some()) {
            return Duel::holds(cx, player, at);
        }
        let opponent = player.other();
        for answer in Duel::moves(cx, opponent, at)?.unwrap_or_default() {
            cx.games.budget.tick()?;
            if Duel::holds(cx, opponent, answer.after(at))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn said(&self, cx: &mut Session, played: DifferenceMove) -> Result<String, EvalError> {
        let (to, name) = (said_value(cx, played.to)?, &self.names[played.in_second as usize]);
        let which = match self.names[0] == self.names[1] {
            true => ["the first ", "the second "][played.in_second as usize],
            false => "",
        };
        Ok(match played.to == self.games[played.in_second as usize] {
            true => format!("{which}{name} to itself, by a pass"),
            false => format!("{which}{name} to {to}"),
        })
    }

    /// Tells how play goes if a player starts: the moves that win, or an answer to each. Returns the winning moves.
    fn tell(
        &self,
        cx: &mut Session,
        player: Player,
        replies: &mut Vec<Value>,
        story: &mut Story,
    ) -> Result<Value, EvalError> {
        let opponent = player.other();
        let Some(moves) = Duel::moves(cx, player, self.games)? else {
            let wins = !Duel::holds(cx, opponent, self.games)?;
            let winner = if wins { player } else { opponent };
            story.step(format!("{player} starts: {winner} wins. There are too many moves to list."));
            return Ok(Value::list(Vec::new()));
        };
        let mut winning = Vec::new();
        for &first in &moves {
            cx.games.budget.tick()?;
            if Duel::wins_second(cx, player, first.after(self.games))? {
                winning.push(first);
            }
        }
        if !winning.is_empty() {
            let texts = winning.iter().map(|&m| self.said(cx, m)).collect::<Result<Vec<_>, _>>()?;
            story.step(format!("{player} starts and wins, by moving {}.", listed(&texts)));
            return Ok(Value::list(winning.into_iter().map(|m| data(cx, m)).collect()));
        }
        if moves.is_empty() {
            story.step(format!("{player} starts, has no move and loses."));
            return Ok(Value::list(Vec::new()));
        }
        let fate = if Duel::wins_second(cx, opponent, self.games)? { "loses" } else { "does not win" };
        story.step(format!("{player} starts and {fate}. {opponent} answers:"));
        for first in moves {
            let at = first.after(self.games);
            let mut reply = None;
            for second in Duel::moves(cx, opponent, at)?.unwrap_or_default() {
                cx.games.budget.tick()?;
                if Duel::holds(cx, opponent, second.after(at))? {
                    reply = Some(second);
                    break;
                }
            }
            let Some(reply) = reply else { continue };
            let first_text = self.said(cx, first)?;
            let mut names = self.names.clone();
            names[first.in_second as usize] = said_value(cx, first.to)?;
            let reply_text = Duel { games: at, names }.said(cx, reply)?;
            story.under(format!("{first_text}: {reply_text}"));
            let row = vec![player_value(player), data(cx, first), data(cx, reply)];
            replies.push(Value::list(row));
        }
        Ok(Value::list(Vec::new()))
    }
}
