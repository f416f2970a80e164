//! How two games compare, and the moves that show it.

use std::rc::Rc;

use super::story::{Story, listed, player_value, said, sign};
use crate::eval::{EvalError, Session};
use crate::value::{Report, Value, report};
use Player::{Left, Right};
use cg_engine::games::{Fault, Order, Player};
use cg_engine::loopy::{Sided, Stopper};
use cg_engine::positions::Context;

/// Options of either game beyond which moves are not listed.
const MOST: usize = 1_000;

/// A move in G - H: in G or in H, and what that becomes. A move in H is one of the opponent's there.
#[derive(Clone, Copy)]
struct Move {
    in_second: bool,
    to: Stopper,
}

/// Who wins the difference of two games, and how.
struct Duel {
    games: [Stopper; 2],
    names: [String; 2],
}

pub(super) fn compare(cx: &mut Session, g: Sided, h: Sided) -> Result<Rc<Report>, EvalError> {
    let relation = match cx.loopy().compare(g, h)? {
        Order::Less => "<",
        Order::Equal => "==",
        Order::Greater => ">",
        Order::Confused => "||",
    };
    let names = [said_value(cx, g)?, said_value(cx, h)?];
    let difference = difference(cx, g, h)?;
    let mut story = Story::new();
    story.answer(format!("{} {} {}", names[0], sign(cx, relation), names[1]));
    let text = if difference == Value::Nothing { "not known".into() } else { said(cx, &difference)? };
    story.step(format!(
        "Play the first game less the second: their difference is {text}. In the second the players change sides."
    ));
    let (Some(a), Some(b)) = (g.stopper(), h.stopper()) else {
        story.step("Of values with two sides the onsides are compared, and the offsides; both must agree.");
        let text = story.report(Value::Nothing, 1).text().to_string();
        let [left, right, replies] = std::array::from_fn(|_| Value::list(Vec::new()));
        return Ok(report::Comparison { text, relation, difference, left, right, replies }.into());
    };
    let duel = Duel { games: [a, b], names };
    let mut replies = Vec::new();
    let left = duel.tell(cx, Left, &mut replies, &mut story)?;
    let right = duel.tell(cx, Right, &mut replies, &mut story)?;
    story.step(match relation {
        "<" => "Right wins whoever starts, so the first game is less.",
        ">" => "Left wins whoever starts, so the first game is greater.",
        "==" => "Whoever starts loses, so the games are equal.",
        _ => "Whoever starts wins, so the games are confused: neither is at least the other.",
    });
    let text = story.report(Value::Nothing, 1).text().to_string();
    Ok(report::Comparison { text, relation, difference, left, right, replies: Value::list(replies) }.into())
}

/// The first game less the second; nothing where no stopper is found for a side.
fn difference(cx: &mut Session, g: Sided, h: Sided) -> Result<Value, EvalError> {
    let negative = cx.loopy().negative(h)?;
    let sides = cx.loopy().sided_sum(g, negative)?;
    match cx.sides_value(sides) {
        Err(EvalError::Fault(Fault::NoSides)) => Ok(Value::Nothing),
        difference => difference,
    }
}

fn said_value(cx: &mut Session, value: impl Into<Sided>) -> Result<String, EvalError> {
    let value = cx.loopy_value(value);
    said(cx, &value)
}

impl Duel {
    /// The moves of a player in a game, and in the other one those of the opponent there; with what the opponent left.
    fn moves(&self, cx: &mut Session, player: Player, at: [Stopper; 2]) -> Result<Option<Vec<Move>>, EvalError> {
        let mut moves = Vec::new();
        for (in_second, player) in [(false, player), (true, player.other())] {
            let game = at[in_second as usize];
            if game.short().is_some_and(|g| cx.games.option_count(g, player) > MOST as u64) {
                return Ok(None);
            }
            let options = cx.loopy().options(game, player)?;
            moves.extend(options.into_iter().map(|to| Move { in_second, to }));
        }
        Ok(Some(moves))
    }

    fn after(at: [Stopper; 2], played: Move) -> [Stopper; 2] {
        if played.in_second { [at[0], played.to] } else { [played.to, at[1]] }
    }

    /// Whether the player, moving second, does not lose.
    fn holds(cx: &mut Session, player: Player, [g, h]: [Stopper; 2]) -> Result<bool, EvalError> {
        Ok(match player {
            Left => cx.loopy().at_least(g, h)?,
            Right => cx.loopy().at_least(h, g)?,
        })
    }

    /// Whether the player, moving second, wins: no move of the other one holds.
    fn wins_second(&self, cx: &mut Session, player: Player, at: [Stopper; 2]) -> Result<bool, EvalError> {
        if at.iter().all(|game| game.short().is_some()) {
            return Duel::holds(cx, player, at);
        }
        let opponent = player.other();
        for answer in self.moves(cx, opponent, at)?.unwrap_or_default() {
            cx.games.budget.tick()?;
            if Duel::holds(cx, opponent, Duel::after(at, answer))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn said(&self, cx: &mut Session, played: Move) -> Result<String, EvalError> {
        let to = said_value(cx, played.to)?;
        Ok(format!("{} to {to}", self.names[played.in_second as usize]))
    }

    fn data(cx: &mut Session, played: Move) -> Value {
        Value::list(vec![Value::text(if played.in_second { "H" } else { "G" }), cx.loopy_value(played.to)])
    }

    /// What happens if a player starts: the moves that win, or an answer to each.
    fn tell(
        &self,
        cx: &mut Session,
        player: Player,
        replies: &mut Vec<Value>,
        story: &mut Story,
    ) -> Result<Value, EvalError> {
        let opponent = player.other();
        let Some(moves) = self.moves(cx, player, self.games)? else {
            let wins = !Duel::holds(cx, opponent, self.games)?;
            let winner = if wins { player } else { opponent };
            story.step(format!("{player} starts: {winner} wins. There are too many moves to list."));
            return Ok(Value::list(Vec::new()));
        };
        let mut winning = Vec::new();
        for &first in &moves {
            cx.games.budget.tick()?;
            if self.wins_second(cx, player, Duel::after(self.games, first))? {
                winning.push(first);
            }
        }
        if !winning.is_empty() {
            let texts = winning.iter().map(|&m| self.said(cx, m)).collect::<Result<Vec<_>, _>>()?;
            story.step(format!("{player} starts and wins, by moving {}.", listed(&texts)));
            return Ok(Value::list(winning.into_iter().map(|m| Duel::data(cx, m)).collect()));
        }
        if moves.is_empty() {
            story.step(format!("{player} starts, has no move and loses."));
            return Ok(Value::list(Vec::new()));
        }
        let is_short = self.games.iter().all(|game| game.short().is_some());
        let fate = if is_short { "loses" } else { "does not win" };
        story.step(format!("{player} starts and {fate}. {opponent} answers:"));
        for first in moves {
            let at = Duel::after(self.games, first);
            let mut reply = None;
            for second in self.moves(cx, opponent, at)?.unwrap_or_default() {
                cx.games.budget.tick()?;
                if Duel::holds(cx, opponent, Duel::after(at, second))? {
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
            let row = vec![player_value(player), Duel::data(cx, first), Duel::data(cx, reply)];
            replies.push(Value::list(row));
        }
        Ok(Value::list(Vec::new()))
    }
}
