//! The comparison of two positions by who wins their difference, for values that are out of reach.

use std::rc::Rc;

use super::compare::conclusion;
use super::story::{Story, moves_of, player_value, relation, said_position};
use crate::eval::{Comparand, EvalError, Session};
use crate::syntax::ast::Relation;
use crate::value::{Report, Value, report};
use Player::{Left, Right};
use cg_engine::games::{Fault, Order, Player};
use cg_engine::positions::{Convention, PositionId};
use cg_engine::questions;

/// Moves of a player that are answered one by one.
const MOST: usize = 200;

/// Reports a comparison by play, or returns `None` if there are values to compare.
pub(super) fn compare(cx: &mut Session, games: [&Comparand; 2]) -> Result<Option<Rc<Report>>, EvalError> {
    let mut position = |game: &Comparand| match game {
        Comparand::Position(p) => Some(*p),
        Comparand::Value(value) => Some(match value.short() {
            Some(g) => cx.positions.of_value(g),
            None => cx.positions.of_loopy(*value),
        }),
        Comparand::Number(_) => None,
    };
    let (Some(p), Some(q)) = (position(games[0]), position(games[1])) else { return Ok(None) };
    match questions::order_by_play(p, q, cx) {
        Ok(Some(order)) => by_search(cx, p, q, order).map(Some),
        Ok(None) | Err(Fault::LargeNimber { .. }) => Ok(None),
        Err(Fault::Loopy) => {
            let sides = [questions::sides(p, cx)?, questions::sides(q, cx)?];
            match sides.iter().all(|sides| sides.value().is_some()) {
                true => Ok(None),
                false => as_proved(cx, p, q).map(Some),
            }
        }
        Err(fault) => Err(fault.into()),
    }
}

/// Returns the two positions as they are written.
fn names(cx: &mut Session, p: PositionId, q: PositionId) -> Result<[String; 2], EvalError> {
    Ok([said_position(cx, p)?, said_position(cx, q)?])
}

fn by_search(cx: &mut Session, p: PositionId, q: PositionId, order: Order) -> Result<Rc<Report>, EvalError> {
    let relation = relation(order);
    let winners = match order {
        Order::Less => [Right, Right],
        Order::Equal => [Right, Left],
        Order::Greater => [Left, Left],
        Order::Confused => [Left, Right],
    };
    let names = names(cx, p, q)?;
    let mut story = Story::new();
    story.answer(format!("{} {} {}", names[0], relation.sign(), names[1]));
    story.step("Play the first game less the second, in which the players change sides. Their values were not needed.");
    let negative = cx.positions.negative(q);
    let mut duel = Duel { games: [p, q], names, difference: cx.positions.sum(&[p, negative]), replies: Vec::new() };
    let left = duel.tell(cx, Left, winners[0], &mut story)?;
    let right = duel.tell(cx, Right, winners[1], &mut story)?;
    story.step(conclusion(order));
    let difference = Value::Position(duel.difference);
    let text = story.report(Value::Nothing, 1).text().to_string();
    let replies = Value::list(duel.replies);
    Ok(report::Comparison { text, relation, difference, left, right, replies, strategy: None, refutation: None }.into())
}

/// Two positions and their difference.
struct Duel {
    games: [PositionId; 2],
    names: [String; 2],
    difference: PositionId,
    replies: Vec<Value>,
}

impl Duel {
    /// Tells how play goes if a player starts: a move that wins, or an answer to each. Returns the winning move.
    fn tell(
        &mut self,
        cx: &mut Session,
        starter: Player,
        winner: Player,
        story: &mut Story,
    ) -> Result<Value, EvalError> {
        if starter == winner {
            let to = questions::winning_move(self.difference, Convention::Normal, starter, cx)?;
            let Some(to) = to else { return Ok(Value::list(Vec::new())) };
            let (text, data) = self.told(cx, self.games, starter, to)?;
            story.step(format!("{starter} starts and wins, for instance by moving {text}."));
            return Ok(Value::list(vec![data]));
        }
        let moves = moves_of(cx, self.difference)?.of(starter).to_vec();
        if moves.is_empty() {
            story.step(format!("{starter} starts, has no move and loses."));
            return Ok(Value::list(Vec::new()));
        }
        if moves.len() > MOST {
            story.step(format!("{starter} starts and loses. There are too many moves to list."));
            return Ok(Value::list(Vec::new()));
        }
        story.step(format!("{starter} starts and loses. {winner} answers:"));
        for to in moves {
            let Some(reply) = questions::winning_move(to, Convention::Normal, winner, cx)? else { continue };
            let (text, first) = self.told(cx, self.games, starter, to)?;
            let games = self.after(cx, starter, to)?;
            let (answer, second) = self.told(cx, games, winner, reply)?;
            story.under(format!("{text}: {answer}"));
            self.replies.push(Value::list(vec![player_value(starter), first, second]));
        }
        Ok(Value::list(Vec::new()))
    }

    /// Returns the move of a player to a difference: `true` if it is made in the second game, and the position that
    /// this becomes.
    fn found(
        cx: &mut Session,
        [g, h]: [PositionId; 2],
        player: Player,
        to: PositionId,
    ) -> Result<Option<(bool, PositionId)>, EvalError> {
        let wanted = cx.positions.normal_order(to);
        for (in_second, game, player) in [(false, g, player), (true, h, player.other())] {
            for option in moves_of(cx, game)?.of(player).to_vec() {
                cx.games.budget.tick()?;
                let [x, y] = if in_second { [g, option] } else { [option, h] };
                let negative = cx.positions.negative(y);
                let sum = cx.positions.sum(&[x, negative]);
                if cx.positions.normal_order(sum) == wanted {
                    return Ok(Some((in_second, option)));
                }
            }
        }
        Ok(None)
    }

    /// Returns the two games after a move.
    fn after(&self, cx: &mut Session, player: Player, to: PositionId) -> Result<[PositionId; 2], EvalError> {
        let [g, h] = self.games;
        Ok(match Duel::found(cx, self.games, player, to)? {
            Some((true, option)) => [g, option],
            Some((false, option)) => [option, h],
            None => [g, h],
        })
    }

    /// Returns a move in words and as data.
    fn told(
        &self,
        cx: &mut Session,
        games: [PositionId; 2],
        player: Player,
        to: PositionId,
    ) -> Result<(String, Value), EvalError> {
        let Some((in_second, option)) = Duel::found(cx, games, player, to)? else {
            return Ok((format!("to {}", said_position(cx, to)?), Value::Position(to)));
        };
        let from = games[in_second as usize];
        let name = match from == self.games[in_second as usize] {
            true => self.names[in_second as usize].clone(),
            false => said_position(cx, from)?,
        };
        let text = format!("{name} to {}", said_position(cx, option)?);
        let data = vec![Value::text(if in_second { "H" } else { "G" }), Value::Position(option)];
        Ok((text, Value::list(data)))
    }
}

/// Reports the relations that are proved of two loopy positions of which one has no value.
fn as_proved(cx: &mut Session, p: PositionId, q: PositionId) -> Result<Rc<Report>, EvalError> {
    let proved = questions::order_as_proved(p, q, cx)?;
    let relation = match proved {
        [Some(true), Some(true)] => Relation::Equal,
        [Some(true), Some(false)] => Relation::Greater,
        [Some(false), Some(true)] => Relation::Less,
        [Some(false), Some(false)] => Relation::Confused,
        [Some(true), None] => Relation::GreaterOrEqual,
        [None, Some(true)] => Relation::LessOrEqual,
        [Some(false), None] => Relation::LessOrConfused,
        [None, Some(false)] => Relation::GreaterOrConfused,
        [None, None] => return Err(Fault::NoSides.into()),
    };
    let names = names(cx, p, q)?;
    let mut story = Story::new();
    story.answer(format!("{} {} {}", names[0], relation.sign(), names[1]));
    story.step(
        "For one of them no stopper was found for a side, so the play on their difference was looked at: a player who \
         moves second holds it if he always has an answer, and in endless play moves for ever where draws are his.",
    );
    if proved.contains(&None) {
        story
            .step("More is not proved: without sides it is not known how to show that such an answer must be missing.");
    }
    let text = story.report(Value::Nothing, 1).text().to_string();
    let negative = cx.positions.negative(q);
    let difference = Value::Position(cx.positions.sum(&[p, negative]));
    let [left, right, replies] = std::array::from_fn(|_| Value::list(Vec::new()));
    Ok(report::Comparison { text, relation, difference, left, right, replies, strategy: None, refutation: None }.into())
}
