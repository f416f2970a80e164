//! Strategies as objects: played against each other, and tried against every reply.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::errors::PlayError;
use super::positions::play as position_of;
use super::strategy::{endless_choice, read_terms};
use crate::eval::{
    Count, EvalError, Reasons, Role, Session, Subject, Terms, as_position, builtins, call_given, heaps_wanted,
    reserve_list, role_of,
};
use crate::value::{Report, Value, report};
use cg_engine::games::{Fault, Outcome, Player};
use cg_engine::graphs::Verdict;
use cg_engine::positions::{self, Context, Convention, Options, PositionId};
use cg_engine::questions::{self, Close, Duel, Sight};

/// Positions of a play that are printed.
const POSITIONS_SHOWN: usize = 40;

builtins! {
    /// Strategies against each other and against every reply.
    DUELS, "Duels";

    /// Plays one strategy against another, and tells the line and who wins.
    ///
    /// The first one moves first. A strategy is a function from a position to one of its options, such as `p -> options(p)[0]`
    /// or `best_moves`, of whose list the first is taken; or what `strategy(p)` gives. The convention and who starts, `L` or
    /// `R`, may follow. Play that comes back goes round for ever, and is a draw. A function with two parameters looks at the
    /// whole play (a strategy in the wide sense, Smith 1966, section 1): its second one is the list of the earlier positions,
    /// the oldest first. Then play may return and go on in another way; it is followed for `moves` moves. A report like that
    /// of `play`, with `.winner` (`L` is who starts, unless `R` says otherwise; `D` for a draw) and `.positions`.
    /// first(p) := options(p)[0]; versus(nim(1, 2), best_moves, first).winner  #=> L
    /// versus(nim(1, 2), p -> options(p)[0], best_moves).positions  #=> [nim(1, 2), nim(0, 2), nim(0, 0)]
    /// g := graph <a -> b; b -> a>; versus(g.a, best_moves, best_moves).winner  #=> D
    /// g := graph <a -> b; b -> a, t>; f(p, old) := options(p)[if p in old then 1 else 0]; versus(g.b, f, f).winner  #=> L
    /// See: is_good, refutation, strategy, best_moves, play
    versus(p: Subject, s: Value, t: Value, c: Option<Terms>, starter: Option<Player>, moves: Option<Count>) -> Rc<Report>
        = versus;

    /// Whether a strategy keeps the best outcome, however the other plays.
    ///
    /// It wins where a win can be forced, in the end and not just for ever nearly so, and never loses what is drawn; where
    /// all is lost any strategy is good. Where play ends with payoffs it gets the greatest that can be secured. A strategy is written as for `versus`. It is for who moves first: Left, or `R`. Of one
    /// that looks at the whole play every play is followed, for at most `moves` moves; a longer one counts as a draw.
    /// is_good(nim(1, 2), best_moves)  #=> true
    /// is_good(nim(1, 2), p -> options(p)[0])  #=> false
    /// g := graph <a -> b; b -> a, t; t>; is_good(g.b, p -> g.a)  #=> false
    /// See: refutation, versus, strategy, best_moves
    #[role = IsGood]
    is_good(p: Subject, s: Value, c: Option<Terms>, starter: Option<Player>, moves: Option<Count>) -> bool =
        |cx: &mut Session, p, s, c, starter, moves| Ok(refuted(cx, "is_good", p, s, c, starter, moves)?.is_none());

    /// A line of play in which a strategy gets less than can be forced.
    ///
    /// Nothing if the strategy is good. A report like that of `versus`: play that comes back to a position, where a win can
    /// be forced, or that ends badly.
    /// refutation(nim(1, 2), p -> options(p)[0]).positions  #=> [nim(1, 2), nim(0, 2), nim(0, 0)]
    /// g := graph <a -> b; b -> a, t; t>; refutation(g.b, p -> g.a).positions  #=> [g.b, g.a, g.b]
    /// [refutation(nim(1, 2), best_moves)]  #=> [nothing]
    /// See: is_good, versus, strategy
    #[role = Refutation]
    refutation(p: Subject, s: Value, c: Option<Terms>, starter: Option<Player>, moves: Option<Count>) -> Value = refutation;

    /// What Left receives when both play well, for each starter.
    ///
    /// `[if Left starts, if Right starts]`. Each player can secure this much, however the other plays: the greatest v such
    /// that Left can force v or more (Smith 1966, section 5). An end without a payoff counts 1, 0 or -1, as Left wins, draws
    /// or loses, and endless play 0. A last argument `L` or `R` says who starts.
    /// g := graph <a -> b, s; b -> u, v; s : 5; u : 2; v : 9>; payoff(g.a)  #=> [5, 5]
    /// g := graph <b -> u, v; u : 2; v : 9>; payoff(g.b, R)  #=> 2
    /// payoff(nim(3))  #=> [1, -1]
    /// See: q_values, best_moves, security, graph
    payoff(p: Subject, starter: Option<Player>) -> Value = payoff;
}

/// The way in which a player chooses moves.
enum MovePlan {
    /// A function of the position; of the position and those before it; or of position, convention and player.
    Function(Value, Sight),
    /// The move for each position, in normal order.
    Table(FxHashMap<PositionId, PositionId>),
}

impl MovePlan {
    /// Returns a strategy for `player`.
    fn read(cx: &mut Session, value: &Value, player: Player) -> Result<MovePlan, EvalError> {
        match value {
            Value::Function(_) | Value::Ruleset(_) => {
                let (least, most) = heaps_wanted(&cx.globals, value);
                let is_own = role_of(&cx.globals, value).is_none();
                if is_own && least > 2 {
                    return Err(no_strategy(cx, value));
                }
                let is_of_play = is_own && most.is_some_and(|most| most >= 2);
                Ok(MovePlan::Function(value.clone(), if is_of_play { Sight::Play } else { Sight::Position }))
            }
            Value::Report(report) => match &**report {
                Report::Strategy(found) => MovePlan::table(cx, &found.moves),
                _ => Err(no_strategy(cx, value)),
            },
            // The result of `strategy` if the players differ.
            Value::List(both) if both.len() == 2 && both.iter().all(|one| matches!(one, Value::Report(_))) => {
                let own = both.iter().nth(player as usize).unwrap_or_default();
                MovePlan::read(cx, &own, player)
            }
            Value::List(_) => MovePlan::table(cx, value),
            _ => Err(no_strategy(cx, value)),
        }
    }

    /// Reads a plan from a list of pairs.
    fn table(cx: &mut Session, moves: &Value) -> Result<MovePlan, EvalError> {
        let mut table = FxHashMap::default();
        let Value::List(rows) = moves else { return Err(no_strategy(cx, moves)) };
        for row in rows.iter() {
            cx.games.budget.tick()?;
            let pair = match &row {
                Value::List(pair) if pair.len() == 2 => pair.iter().collect::<Vec<_>>(),
                _ => return Err(no_strategy(cx, moves)),
            };
            let (Some(from), Some(to)) = (as_position(cx, &pair[0])?, as_position(cx, &pair[1])?) else {
                return Err(no_strategy(cx, moves));
            };
            let from = cx.positions.normal_order(from);
            table.entry(from).or_insert(to);
        }
        Ok(MovePlan::Table(table))
    }

    /// Returns the part of a play on which it depends.
    fn sight(&self) -> Sight {
        match self {
            MovePlan::Function(_, sight) => *sight,
            MovePlan::Table(_) => Sight::Position,
        }
    }

    /// Returns the move at the end of a play, which is one of the options there.
    fn choose(
        &self,
        play: &[PositionId],
        convention: Convention,
        player: Player,
        cx: &mut Session,
    ) -> Result<PositionId, EvalError> {
        let (&p, past) = play.split_last().expect("a play has a first position");
        let to = match self {
            MovePlan::Table(table) => {
                let key = cx.positions.normal_order(p);
                table.get(&key).copied()
            }
            MovePlan::Function(function, sight) => {
                let mut arguments = vec![Value::Position(p)];
                if *sight == Sight::Play {
                    arguments.push(Value::list(past.iter().map(|&p| Value::Position(p)).collect()));
                } else if role_of(&cx.globals, function) == Some(Role::Question(Reasons::Moves)) {
                    // Functions of this kind take the convention and the player too.
                    arguments.extend([Value::Convention(convention), player_value(player)]);
                }
                let given = call_given(cx, function, arguments)?;
                let first = match &given {
                    Value::List(list) if list.is_empty() => None,
                    Value::List(list) => list.iter().next(),
                    _ => Some(given.clone()),
                };
                match first {
                    None | Some(Value::Nothing) => None,
                    Some(to) => match as_position(cx, &to)? {
                        Some(to) => Some(to),
                        None => return Err(no_move(cx, p, &to)),
                    },
                }
            }
        };
        match to {
            Some(to) => as_option(cx, p, player, to),
            None => Err(PlayError::NoMove { place: cx.short(&Value::Position(p)) }.into()),
        }
    }
}

/// Returns the option that a strategy means, up to the order of components.
fn as_option(cx: &mut Session, p: PositionId, player: Player, to: PositionId) -> Result<PositionId, EvalError> {
    let mut moves = Options::default();
    match positions::options(p, cx, &mut moves) {
        Ok(()) => {}
        Err(Fault::TooLarge { .. } | Fault::None(_)) => {
            return match questions::leads_to(p, player, to, cx)? {
                true => Ok(to),
                false => Err(no_move(cx, p, &Value::Position(to))),
            };
        }
        Err(fault) => return Err(fault.into()),
    }
    if moves.of(player).contains(&to) {
        return Ok(to);
    }
    let wanted = cx.positions.normal_order(to);
    for &option in moves.of(player) {
        cx.games.budget.tick()?;
        if cx.positions.normal_order(option) == wanted {
            return Ok(option);
        }
    }
    Err(no_move(cx, p, &Value::Position(to)))
}

fn no_move(cx: &mut Session, p: PositionId, to: &Value) -> EvalError {
    PlayError::WrongMove { place: cx.short(&Value::Position(p)), to: cx.short(to) }.into()
}

fn no_strategy(cx: &mut Session, value: &Value) -> EvalError {
    PlayError::Strategy { got: cx.describe(value) }.into()
}

fn player_value(player: Player) -> Value {
    Value::Outcome(if player == Player::Left { Outcome::L } else { Outcome::R })
}

fn versus(
    cx: &mut Session,
    subject: Subject,
    s: Value,
    t: Value,
    c: Option<Terms>,
    starter: Option<Player>,
    moves: Option<Count>,
) -> Result<Rc<Report>, EvalError> {
    let (convention, starter) = read_terms("versus", c, starter)?;
    let starter = starter.unwrap_or(Player::Left);
    let p = position_of(cx, subject, convention)?;
    let plans = [MovePlan::read(cx, &s, starter)?, MovePlan::read(cx, &t, starter.other())?];
    let choose = |play: &[PositionId], mover, cx: &mut dyn Context| {
        plans[usize::from(mover != starter)].choose(play, convention, mover, Session::of(cx))
    };
    let sight = if plans.iter().any(|plan| plan.sight() == Sight::Play) { Sight::Play } else { Sight::Position };
    let duel = questions::duel(p, convention, starter, sight, most_moves(moves), choose, cx)?;
    line(cx, &duel)
}

fn refuted(
    cx: &mut Session,
    name: &'static str,
    subject: Subject,
    s: Value,
    c: Option<Terms>,
    starter: Option<Player>,
    moves: Option<Count>,
) -> Result<Option<Duel>, EvalError> {
    let (convention, starter) = read_terms(name, c, starter)?;
    let player = starter.unwrap_or(Player::Left);
    let p = position_of(cx, subject, convention)?;
    let plan = MovePlan::read(cx, &s, player)?;
    let choose = |play: &[PositionId], cx: &mut dyn Context| plan.choose(play, convention, player, Session::of(cx));
    questions::refutation(p, convention, player, plan.sight(), most_moves(moves), choose, cx)
}

/// Returns the number of moves after which play is broken off, where `moves` is what was asked for.
fn most_moves(moves: Option<Count>) -> usize {
    moves.map_or(questions::MAX_MOVES, |moves| usize::try_from(moves.0).unwrap_or(usize::MAX))
}

fn refutation(
    cx: &mut Session,
    subject: Subject,
    s: Value,
    c: Option<Terms>,
    starter: Option<Player>,
    moves: Option<Count>,
) -> Result<Value, EvalError> {
    Ok(match refuted(cx, "refutation", subject, s, c, starter, moves)? {
        Some(duel) => Value::Report(line(cx, &duel)?),
        None => Value::Nothing,
    })
}

/// Returns a play as a report.
fn line(cx: &mut Session, duel: &Duel) -> Result<Rc<Report>, EvalError> {
    let (winner, ending) = match duel.close {
        Close::Won(Player::Left) => (Value::Outcome(Outcome::L), "Left wins"),
        Close::Won(Player::Right) => (Value::Outcome(Outcome::R), "Right wins"),
        Close::Drawn => (Value::Outcome(Outcome::D), "a draw"),
        Close::Returned => (Value::Outcome(Outcome::D), "a draw, for play comes back to where it was"),
        Close::Unfinished => (Value::Nothing, "not finished"),
    };
    reserve_list(&mut cx.games.budget, duel.positions.len() as u64)?;
    let mut text = String::new();
    for &p in duel.positions.iter().take(POSITIONS_SHOWN) {
        text += &cx.short(&Value::Position(p));
        text += " -> ";
    }
    text.truncate(text.len() - " -> ".len());
    if duel.positions.len() > POSITIONS_SHOWN {
        text += &format!(" -> ... ({} moves in all)", duel.positions.len() - 1);
    }
    text += &format!(": {ending}");
    let positions = Value::list(duel.positions.iter().map(|&p| Value::Position(p)).collect());
    Ok(report::Line { text, winner, positions }.into())
}

fn payoff(cx: &mut Session, subject: Subject, starter: Option<Player>) -> Result<Value, EvalError> {
    let p = position_of(cx, subject, Convention::Normal)?;
    let mut of = |player| -> Result<Value, EvalError> {
        let found = questions::prospects(p, Convention::Normal, player, cx).map_err(endless_choice)?;
        Ok(match (found.payoff, found.verdict) {
            (Some(payoff), _) => Value::number(payoff),
            (None, Verdict::Draw) => Value::Integer(0),
            (None, verdict) if (verdict == Verdict::Win) == (player == Player::Left) => Value::Integer(1),
            (None, _) => Value::Integer(-1),
        })
    };
    match starter {
        Some(player) => of(player),
        None => Ok(Value::list(vec![of(Player::Left)?, of(Player::Right)?])),
    }
}
