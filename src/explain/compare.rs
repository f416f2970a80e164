//! How two games compare, and the moves that show it.

use std::rc::Rc;

use super::story::{Story, listed, player_value, said, said_game};
use crate::eval::{EvalError, Session};
use crate::value::{Report, Value, report};
use Player::{Left, Right};
use cg_engine::games::{GameId, Order, Player};

/// Options of either game beyond which moves are not listed.
const MOST: u64 = 1_000;

/// A move in G - H: in G or in H, and what that becomes. A move in H is one of the opponent's there.
#[derive(Clone, Copy)]
struct Move {
    in_second: bool,
    to: GameId,
}

/// Who wins the difference of two games, and how.
struct Duel {
    games: [GameId; 2],
    names: [String; 2],
}

pub(super) fn compare(cx: &mut Session, g: GameId, h: GameId) -> Result<Rc<Report>, EvalError> {
    let relation = match cx.games.compare(g, h)? {
        Order::Less => "<",
        Order::Equal => "==",
        Order::Greater => ">",
        Order::Confused => "||",
    };
    let duel = Duel { games: [g, h], names: [said_game(cx, g)?, said_game(cx, h)?] };
    let difference = cx.games.difference(g, h)?;
    let difference = cx.game_value(difference);
    let mut story = Story::new();
    story.answer(format!("{} {relation} {}", duel.names[0], duel.names[1]));
    let text = said(cx, &difference)?;
    story.step(format!(
        "Play the first game less the second: their difference is {text}. In the second the players change sides."
    ));
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

impl Duel {
    /// The moves of a player in a game, and in the other one those of the opponent there; with what the opponent left.
    fn moves(&self, cx: &mut Session, player: Player, at: [GameId; 2]) -> Result<Option<Vec<Move>>, EvalError> {
        let mut moves = Vec::new();
        for (in_second, player) in [(false, player), (true, player.other())] {
            let game = at[in_second as usize];
            if cx.games.option_count(game, player) > MOST {
                return Ok(None);
            }
            moves.extend(cx.games.options(game, player)?.into_iter().map(|to| Move { in_second, to }));
        }
        Ok(Some(moves))
    }

    fn after(at: [GameId; 2], played: Move) -> [GameId; 2] {
        if played.in_second { [at[0], played.to] } else { [played.to, at[1]] }
    }

    /// Whether the player wins as the second one.
    fn wins_second(cx: &mut Session, player: Player, [g, h]: [GameId; 2]) -> Result<bool, EvalError> {
        Ok(match player {
            Left => cx.games.less_or_equal(h, g)?,
            Right => cx.games.less_or_equal(g, h)?,
        })
    }

    fn said(&self, cx: &mut Session, played: Move) -> Result<String, EvalError> {
        let to = said_game(cx, played.to)?;
        Ok(format!("{} to {to}", self.names[played.in_second as usize]))
    }

    fn data(cx: &mut Session, played: Move) -> Value {
        Value::list(vec![Value::text(if played.in_second { "H" } else { "G" }), cx.game_value(played.to)])
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
            let wins = !Duel::wins_second(cx, opponent, self.games)?;
            let winner = if wins { player } else { opponent };
            story.step(format!("{player} starts: {winner} wins. There are too many moves to list."));
            return Ok(Value::list(Vec::new()));
        };
        let mut winning = Vec::new();
        for &first in &moves {
            cx.games.budget.tick()?;
            if Duel::wins_second(cx, player, Duel::after(self.games, first))? {
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
        story.step(format!("{player} starts and loses. {opponent} answers:"));
        for first in moves {
            let at = Duel::after(self.games, first);
            let mut reply = None;
            for second in self.moves(cx, opponent, at)?.unwrap_or_default() {
                cx.games.budget.tick()?;
                if Duel::wins_second(cx, opponent, Duel::after(at, second))? {
                    reply = Some(second);
                    break;
                }
            }
            let Some(reply) = reply else { continue };
            let first_text = self.said(cx, first)?;
            let mut names = self.names.clone();
            names[first.in_second as usize] = said_game(cx, first.to)?;
            let reply_text = Duel { games: at, names }.said(cx, reply)?;
            story.under(format!("{first_text}: {reply_text}"));
            let row = vec![player_value(player), Duel::data(cx, first), Duel::data(cx, reply)];
            replies.push(Value::list(row));
        }
        Ok(Value::list(Vec::new()))
    }
}
