//! Games in which points decide, drawn ends, and moves that say where or by whom the next one is made.

use dashu_ratio::RBig;

use super::errors::PlayError;
use super::positions::play;
use crate::eval::{EvalError, Place, Reasons, Session, Subject, builtins, score_of};
use crate::show::move_name;
use crate::value::{Value, report};
use cg_engine::games::{Fault, Outcome, Player};
use cg_engine::notation::Notation;
use cg_engine::positions::{Convention, PositionId};
use cg_engine::questions::{self, PointsPlay};

builtins! {
    /// Points.
    POINTS, "Points";

    /// A position without moves at which Left has k points more than Right.
    ///
    /// Play for points ends when the player to move has no move in the whole sum; each part then counts the points that it has
    /// reached, 0 if none (Milnor 1953; Hanner 1959). So `p + points(k)` adds k to whatever p comes to. A literal with points
    /// in it is kept as written. A position with points prints as its score and has no normal-play value. The bare name
    /// is a convention: `best_moves(p, points)`, `solve(p, points)`, `play(p, points)`; `scoring` is Fraenkel's game.
    /// score(<points(3)|points(-3)> + <points(2)|points(-1)>, L)  #=> 2
    /// points(2) + points(1/2) == points(5/2)  #=> true
    /// outcome(<points(1)|points(0)>, points)  #=> Nhat
    /// See: score, solve, tie, again
    #[role = Points]
    points(k: RBig) -> Place = |cx: &mut Session, k: RBig| Ok(Place(cx.positions.points(&k)));

    /// What Left has more than Right at the end, if both play for points.
    ///
    /// `score(p, L)` if Left begins, `score(p, R)` if Right does; `score(p)` is the list of both, or one number where they are
    /// equal (Milnor 1953).
    /// score(<points(3)|points(-3)>)  #=> [3, -3]
    /// score(<points(3)|points(-3)>, R)  #=> -3
    /// See: points, solve, best_moves
    #[role = Question(Reasons::Points)]
    score(p: Subject, starter: Option<Player>) -> Value = score;

    /// A position without moves that nobody wins.
    ///
    /// Play that ends with a tie among the parts is drawn.
    /// outcome(tie)  #=> D
    /// outcome(<tie|0>)  #=> Ncheck
    /// See: outcome, solve, points
    #[role = Binding]
    tie -> Place = |cx: &mut Session| Ok(Place(cx.positions.tie()));

    /// The position after a move to q by which the same player moves once more.
    ///
    /// It stands among options: a complimenting move (Winning Ways, ch. 12). The next move is made in q or, in a sum, anywhere.
    /// outcome(<again(0)>)  #=> P
    /// outcome(<again(*)>)  #=> N
    /// See: entail, nimstring, dots_and_boxes, loony
    #[role = Binding]
    again(q: Place) -> Place = |cx: &mut Session, q: Place| Ok(Place(cx.positions.again(q.0)));

    /// The position after a move to q that the opponent has to answer in q.
    ///
    /// It stands among options: an entailing move (Winning Ways, ch. 12). Who cannot answer has lost normal play and won misère
    /// play; where points decide, or beside a `tie`, play ends. In impartial play values are nimbers, or `loony` (Larsson, Nowakowski and Santos 2021).
    /// outcome(<entail(*)> + *5)  #=> N
    /// nim_value(<*2, entail(<0>)>)  #=> 0
    /// See: again, top_entails, loony
    #[role = Binding]
    entail(q: Place) -> Place = |cx: &mut Session, q: Place| Ok(Place(cx.positions.entail(q.0)));

    /// The value that the next player wins whatever is played beside.
    ///
    /// It is no nimber: a sum with it is loony, too (Winning Ways, ch. 12).
    /// nim_value(<entail(0)>) == loony  #=> true
    /// loony + *3 == loony  #=> true
    /// See: nimstring, entail, nim_value
    loony -> Place = |cx: &mut Session| Ok(Place(cx.positions.loony()));
}

fn score(cx: &mut Session, p: Subject, starter: Option<Player>) -> Result<Value, EvalError> {
    if let Subject::Value(Value::Loopy(_) | Value::Gamma(_)) = p {
        return Err(Fault::Loopy.into());
    }
    let p = play(cx, p, Convention::Normal)?;
    match starter {
        Some(starter) => Ok(Value::number(questions::score(p, starter, cx)?)),
        None => Ok(score_of(cx, p)?),
    }
}

/// Returns the player who gets more if Left starts, and if Right does.
pub(super) fn outcomes(cx: &mut Session, subject: Subject) -> Result<[Outcome; 2], EvalError> {
    let p = play(cx, subject, Convention::Normal)?;
    let winner = |score: &RBig| match score.cmp(&RBig::ZERO) {
        std::cmp::Ordering::Greater => Outcome::L,
        std::cmp::Ordering::Less => Outcome::R,
        std::cmp::Ordering::Equal => Outcome::D,
    };
    let [left, right] = questions::scores(p, cx)?;
    Ok([winner(&left), winner(&right)])
}

/// Returns the moves that are best for points.
pub(super) fn best_moves(cx: &mut Session, p: PositionId, player: Player) -> Result<Value, EvalError> {
    let (moves, _) = questions::best_for_points(p, player, cx)?;
    Ok(Value::list(moves.into_iter().map(Value::Position).collect()))
}

/// Reports the score, the best move and a line of play.
pub(super) fn solve(cx: &mut Session, p: PositionId, starter: Player) -> Result<Value, EvalError> {
    let PointsPlay { line, score } = questions::points_play(p, starter, cx)?;
    let mut text = format!("if {starter} starts, {}", ahead_by(cx, &score)?);
    let to = line.get(1).copied();
    if let Some(to) = to {
        text += &format!(" by {}", move_name(cx, p, to, starter)?.text);
    }
    let line = Value::list(line.into_iter().map(Value::Position).collect());
    let starter = Value::Outcome(super::strategy::won_by(starter));
    let score = Value::number(score);
    Ok(Value::Report(report::PointsSolution { text, starter, score, r#move: to.map(Value::Position), line }.into()))
}

/// Says who gets more: "Left gets 3 more".
pub(crate) fn ahead_by(cx: &mut Session, score: &RBig) -> Result<String, EvalError> {
    let (player, more) = match *score > RBig::ZERO {
        true => (Player::Left, score.clone()),
        false => (Player::Right, -score.clone()),
    };
    if more == RBig::ZERO {
        return Ok("neither player gets more".into());
    }
    let more = cx.written(&Value::number(more), Notation::Ascii)?;
    Ok(format!("{player} gets {more} more"))
}

/// Returns the error of a question that is not defined for play for points.
pub(super) fn no_points(name: &'static str) -> EvalError {
    PlayError::NoPoints { name }.into()
}
