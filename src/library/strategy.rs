//! Good moves, and the results that each player can secure.

use std::rc::Rc;

use super::errors::PlayError;
use super::points;
use super::positions::play;
use crate::diagnostic::counted;
use crate::eval::{EvalError, Place, Reasons, Session, Subject, Terms, builtins, winning_moves_by_rule};
use crate::show::name_on_board;
use crate::value::report::FoundBy;
use crate::value::{Table, Value, report};
use cg_engine::games::{Fault, LIST_OF_GOOD_MOVES, Outcome, Player};
use cg_engine::graphs::Verdict;
use cg_engine::notation::Notation;
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::{Convention, PositionId, Way};
use cg_engine::questions::{self, Goal, Guarantee, Solution};

builtins! {
    /// Strategies.
    STRATEGY, "Strategies";

    /// The moves that win, as positions.
    ///
    /// Every move after which the next player loses, and that really leads to the end: of moves that can be taken back
    /// only the quickest (Smith 1966, sections 4 and 10). None if there is no win.
    /// For a position in which the players differ, `[Left's, Right's]`; a last argument `L` or `R` says who starts.
    /// Large sums are answered by the values of their components, compounds such as `conj` and `sel` by who wins the parts and
    /// how soon; of a list too long to print, `solve(p)` gives one move.
    /// `winning_moves(p, points)` are the moves that are best for points.
    /// Where play may come to a value of two sides `S & T`, these tell who wins there (Winning Ways, ch. 11).
    /// winning_moves(nim(3, 4, 5))  #=> [nim(1, 4, 5)]
    /// winning_moves(nim(1, 2), misere)  #=> [nim(1, 0)]
    /// winning_moves(sum(sel, nim(20), nim(30)))  #=> [sum(sel, nim(0), nim(0))]
    /// g := graph <a -> b; b -> a, t; t>; winning_moves(g.b)  #=> [g.t]
    /// See: best_moves, strategy, outcome
    #[role = Question(Reasons::Moves)]
    winning_moves(p: Subject, c: Option<Terms>, starter: Option<Player>) -> Value = |cx: &mut Session, p, c, starter| {
        if matches!(c, Some(Terms::Points)) {
            return best_for_points(cx, p, starter);
        }
        let (convention, starter) = read_terms("winning_moves", c, starter)?;
        let p = play(cx, p, convention)?;
        let list = |moves: Vec<PositionId>| Value::list(moves.into_iter().map(Value::Position).collect());
        if let Some(moves) = winning_moves_by_rule(cx, p, convention)? {
            return Ok(list(moves));
        }
        of_each(cx, p, starter, |cx, p, player| {
            Ok(list(questions::winning_moves(p, convention, player, cx).map_err(endless_choice)?))
        })
    };

    /// The moves that keep the best outcome, the best of them first.
    ///
    /// The quickest win comes first, or the longest defence where all is lost; of a draw all moves that keep it. Where
    /// play ends with payoffs the best outcome is the greatest payoff that can be secured, and endless play counts as
    /// 0.
    /// In play for points they are those that lead to the best score, in the order of the options.
    /// best_moves(nim(2, 2))  #=> [nim(1, 2), nim(2, 1), nim(0, 2), nim(2, 0)]
    /// g := graph <a -> b; b -> a, t; t>; best_moves(g.b)  #=> [g.t, g.a]
    /// h := graph <a -> s, t; s : 5; t : 7>; best_moves(h.a, R)  #=> [h.s]
    /// See: winning_moves, strategy, outcome
    #[role = Question(Reasons::Moves)]
    best_moves(p: Subject, c: Option<Terms>, starter: Option<Player>) -> Value = |cx: &mut Session, p, c, starter| {
        if matches!(c, Some(Terms::Points)) {
            return best_for_points(cx, p, starter);
        }
        of_starters(cx, "best_moves", p, c, starter, |cx, p, convention, player| {
            let moves = questions::best_moves(p, convention, player, cx).map_err(endless_choice)?;
            Ok(Value::list(moves.into_iter().map(Value::Position).collect()))
        })
    };

    /// What to do from a position on: a best move wherever one has to move.
    ///
    /// A report that prints as a table, with every position that the starter can be brought to while he keeps to it.
    /// Its fields are `.moves`, a list of `[position, move]`, and `.remoteness`, that of `remoteness(p)`: in normal play the
    /// number of moves until the end, `inf()` for a draw.
    /// strategy(nim(1, 2)).moves  #=> [[nim(1, 2), nim(1, 1)], [nim(1, 0), nim(0, 0)], [nim(0, 1), nim(0, 0)]]
    /// g := graph <a -> b; b -> a, t; t>; strategy(g.b).remoteness  #=> 1
    /// See: best_moves, winning_moves
    strategy(p: Subject, c: Option<Terms>, starter: Option<Player>) -> Value = |cx: &mut Session, p, c, starter| {
        of_starters(cx, "strategy", p, c, starter, strategy)
    };

    /// Who wins, by which move, and a line of play that shows it.
    ///
    /// A move on a board is named by its squares, columns by letters and rows by numbers from the top: `b2-b3`.
    /// By a theorem, by the value, or by a search that stops where the values of small parts tell: so it answers boards
    /// whose values are out of reach. A report with `.starter`, who moves first where that matters; `.winner`, an outcome;
    /// `.move`, the position that it leads to; `.line`, in which the winner makes such moves; `.nodes`, the positions that
    /// were searched; `.way`.
    /// A last argument `L` or `R` says who starts; without it a position in which the players differ answers for both.
    /// `solve(p, points)` has `.score`, what Left gets more than Right, with `.move` and `.line`.
    /// solve(<points(3)|points(-3)>, points, L).score  #=> 3
    /// solve(domineering(4, 4), L).winner  #=> L
    /// [solve(nim(1, 2)).move]  #=> [nim(1, 1)]
    /// [solve(nim(1, 2)).winner, solve(nim(1, 2), R).winner]  #=> [N, R]
    /// solve(clobber("xo"), R).line  #=> [clobber("xo"), clobber("o.")]
    /// See: outcome, winning_moves, play
    solve(p: Subject, c: Option<Terms>, starter: Option<Player>) -> Value = |cx: &mut Session, p, c, starter| {
        if matches!(c, Some(Terms::Points)) {
            let p = play(cx, p, Convention::Normal)?;
            return of_each(cx, p, starter, points::solve);
        }
        let (convention, starter) = read_terms("solve", c, starter)?;
        let p = play(cx, p, convention)?;
        solve(cx, p, convention, starter)
    };

    /// Smith's Q functions: how soon a win, a draw or an end can be forced.
    ///
    /// `q_values(p)` is `[Q1, Q0, Q-1]` for Left to move: odd if she can force a win, at least a draw, or any end; even
    /// if Right can prevent that by an end; `inf()` if only by endless play. `q_values(p, R)` is `[Q0, Q1, Q2]` for
    /// Right to move: odd if he can force a win, a draw or an end.
    /// `q_values(p, v)` is `[Qv]`: odd if Left can force v or more; a win counts 1, a draw 0, a loss -1.
    /// g := graph <a -> b, d; b -> t; t : N; d : D>; q_values(g.a)  #=> [3, 1, 1]
    /// h := graph <a -> s, t; s : 5; t : 7>; q_values(h.a, 6)  #=> [1]
    /// See: security, outcome, graph
    q_values(p: Place, v: Option<Value>, starter: Option<Player>) -> Value = q_values;

    /// What each player can secure, however the other plays.
    ///
    /// Smith 1966, section 12: `bounded` within a number of moves known beforehand, `terminated` in the end,
    /// `unterminated` perhaps by endless play; a win is always terminated. Where two levels are given he may choose.
    /// A report with `.left` and `.right` in words and the Q functions `.q_left` `[Q1, Q0, Q-1]` and `.q_right` `[Q0,
    /// Q1, Q2]`. Left moves first; `security(p, R)` is for Right to move. "nothing" is for a player who can neither
    /// avoid defeat nor make play end.
    /// security(nim(1)).left  #=> "bounded win"
    /// g := graph <a -> b, t; b -> a; t : R>; security(g.a).left  #=> "unterminated draw, or bounded loss"
    /// See: q_values, outcome, dollars
    security(p: Place, starter: Option<Player>) -> Value = security;
}

/// Returns one answer if the starter is given, or if both players have the same moves and the same answer; else Left's and
/// Right's.
pub(super) fn of_starters(
    cx: &mut Session,
    name: &'static str,
    subject: Subject,
    terms: Option<Terms>,
    starter: Option<Player>,
    answer: impl Fn(&mut Session, PositionId, Convention, Player) -> Result<Value, EvalError>,
) -> Result<Value, EvalError> {
    let (convention, starter) = read_terms(name, terms, starter)?;
    let p = play(cx, subject, convention)?;
    of_each(cx, p, starter, |cx, p, player| answer(cx, p, convention, player))
}

/// Like [`of_starters`], for a known position and convention.
fn of_each(
    cx: &mut Session,
    p: PositionId,
    starter: Option<Player>,
    answer: impl Fn(&mut Session, PositionId, Player) -> Result<Value, EvalError>,
) -> Result<Value, EvalError> {
    if let Some(player) = starter {
        return answer(cx, p, player);
    }
    let left = answer(cx, p, Player::Left)?;
    let right = answer(cx, p, Player::Right)?;
    let same = match (&left, &right) {
        (Value::Report(left), Value::Report(right)) => left.fields() == right.fields(),
        (left, right) => left == right,
    };
    Ok(if same && questions::has_same_moves(p, cx)? { left } else { Value::list(vec![left, right]) })
}

/// Returns the moves that are best for points, for one player or both.
fn best_for_points(cx: &mut Session, p: Subject, starter: Option<Player>) -> Result<Value, EvalError> {
    let p = play(cx, p, Convention::Normal)?;
    of_each(cx, p, starter, points::best_moves)
}

/// Returns the convention, and the starter if it is given.
pub(super) fn read_terms(
    name: &'static str,
    terms: Option<Terms>,
    starter: Option<Player>,
) -> Result<(Convention, Option<Player>), EvalError> {
    match (terms, starter) {
        (Some(Terms::Starter(_)), Some(_)) => Err(PlayError::TwoStarters { name }.into()),
        (Some(Terms::Starter(starter)), None) => Ok((Convention::Normal, Some(starter))),
        (Some(Terms::Points), _) => Err(points::no_points(name)),
        (Some(Terms::Convention(c)), starter) => Ok((c, starter)),
        (None, starter) => Ok((Convention::Normal, starter)),
    }
}

fn strategy(cx: &mut Session, p: PositionId, convention: Convention, player: Player) -> Result<Value, EvalError> {
    let lines = questions::strategy(p, convention, player, cx).map_err(endless_choice)?;
    let number = |remoteness: Option<u32>| or_endless(remoteness.map(Ordinal::from));
    // Who cannot move wins misère play as if by one more move (Smith 1966).
    let of_end = u32::from(convention == Convention::Misere);
    let remoteness = number(lines.first().map_or(Some(of_end), |line| line.remoteness));
    let mut rows = Vec::with_capacity(lines.len());
    let mut moves = Vec::with_capacity(lines.len());
    for line in lines {
        cx.games.budget.tick()?;
        let (from, to) = (Value::Position(line.from), Value::Position(line.to));
        moves.push(Value::list(vec![from.clone(), to.clone()]));
        rows.push(vec![from, to, number(line.remoteness)]);
    }
    let head = ["position", "move", "remoteness"].map(Value::text).to_vec();
    let text = match rows.is_empty() {
        true => "there is no move to make".to_string(),
        false => cx.text(&Value::Table(Rc::new(Table::new(head, rows))), Notation::Ascii)?,
    };
    Ok(Value::Report(report::Strategy { text, moves: Value::list(moves), remoteness }.into()))
}

/// Reports who wins if `starter` moves first. Without a starter there is one report if it holds for both, else two.
fn solve(cx: &mut Session, p: PositionId, convention: Convention, starter: Option<Player>) -> Result<Value, EvalError> {
    let solution = |cx: &mut Session, player| questions::solve(p, convention, player, cx).map_err(endless_choice);
    if let Some(starter) = starter {
        let solution = solution(cx, starter)?;
        return report_of(cx, p, solution, Some(starter), "");
    }
    let first = solution(cx, Player::Left)?;
    if first.holds_for_both(convention, cx)? {
        return report_of(cx, p, first, None, "");
    }
    let second = solution(cx, Player::Right)?;
    if first.verdict == second.verdict && first.to == second.to && questions::has_same_moves(p, cx)? {
        return report_of(cx, p, first, None, "");
    }
    let mut reports = Vec::with_capacity(2);
    for (solution, starter) in [(first, Player::Left), (second, Player::Right)] {
        reports.push(report_of(cx, p, solution, Some(starter), &format!("if {starter} starts, "))?);
    }
    Ok(Value::list(reports))
}

/// Reports a solution of `p` in a text that begins with `intro`. With a `starter` the winner is Left or Right, without one
/// the next or the previous player.
fn report_of(
    cx: &mut Session,
    p: PositionId,
    solution: Solution,
    starter: Option<Player>,
    intro: &str,
) -> Result<Value, EvalError> {
    let Solution { verdict, to, line, way } = solution;
    let winner = match (verdict, starter) {
        (Verdict::Draw, _) => Outcome::D,
        (Verdict::Win, None) => Outcome::N,
        (Verdict::Loss, None) => Outcome::P,
        (Verdict::Win, Some(starter)) => won_by(starter),
        (Verdict::Loss, Some(starter)) => won_by(starter.other()),
    };
    let nodes = match way {
        Way::Search(nodes) => nodes as u64,
        Way::Winner(nodes) => nodes,
        Way::Theorem(..) | Way::Given | Way::Value(_) | Way::Gamma(_) => 0,
    };
    let is_known = matches!(way, Way::Search(0));
    let way = FoundBy::from(&way);
    let mut text = intro.to_string();
    text += match winner {
        Outcome::L => "Left wins",
        Outcome::R => "Right wins",
        Outcome::N => "the player who moves wins",
        Outcome::P => "the player who does not move wins",
        _ => "nobody can force a win",
    };
    if let Some(to) = to {
        let to = match name_on_board(cx, p, to, starter.unwrap_or(Player::Left))? {
            Some(name) => name,
            None => cx.written(&Value::Position(to), Notation::Ascii)?,
        };
        text += &if verdict == Verdict::Draw { format!("; {to} keeps the draw") } else { format!(" by {to}") };
    }
    if verdict == Verdict::Draw && line.len() > 1 {
        let moves = line.len() - 1;
        text += &format!(", a tie after {}", counted(moves, "move"));
    }
    text += &match (way, nodes) {
        (FoundBy::Theorem, _) => "; by a theorem".to_string(),
        (FoundBy::Value, _) => "; by its value".to_string(),
        (FoundBy::Search, 0) if is_known => "; known from an earlier search".to_string(),
        (FoundBy::Search, 0) => "; by the values of its pieces".to_string(),
        (FoundBy::Search, 1) => "; 1 position searched".to_string(),
        (FoundBy::Search, nodes) => format!("; {nodes} positions searched"),
    };
    let line = Value::list(line.into_iter().map(Value::Position).collect());
    let to = to.map(Value::Position);
    let starter = starter.map(|starter| Value::Outcome(won_by(starter)));
    Ok(Value::Report(
        report::Solution { text, starter, winner: Value::Outcome(winner), r#move: to, line, nodes, way }.into(),
    ))
}

pub(super) fn won_by(player: Player) -> Outcome {
    if player == Player::Left { Outcome::L } else { Outcome::R }
}

/// Returns the error that moves cannot be listed.
pub(super) fn endless_choice(fault: Fault) -> EvalError {
    match fault {
        Fault::TooLarge { what: LIST_OF_GOOD_MOVES, size, limit } => PlayError::GoodMoves { size, limit }.into(),
        fault => EvalError::unanswered(fault, "`outcome(p)` and `nim_value(p)` answer without listing the moves"),
    }
}

fn or_endless(x: Option<Ordinal>) -> Value {
    match x {
        Some(x) => Value::ordinal(x),
        None => Value::Gamma(Rc::new(GammaValue::Infinite(Default::default()))),
    }
}

fn q_values(cx: &mut Session, p: Place, v: Option<Value>, starter: Option<Player>) -> Result<Value, EvalError> {
    let (payoff, starter) = match (v.as_ref().map(|v| (v, v.as_number())), starter) {
        (None, starter) => (None, starter),
        (Some((_, Some(payoff))), starter) => (Some(payoff), starter),
        (Some((Value::Outcome(Outcome::L), _)), None) => (None, Some(Player::Left)),
        (Some((Value::Outcome(Outcome::R), _)), None) => (None, Some(Player::Right)),
        (Some((other, _)), _) => return Err(PlayError::PayoffTerm { got: cx.describe(other) }.into()),
    };
    let starter = starter.unwrap_or(Player::Left);
    let goals = match (payoff, starter) {
        (Some(payoff), _) => vec![Goal::AtLeast(payoff)],
        (None, Player::Left) => vec![Goal::Win, Goal::Draw, Goal::End],
        (None, Player::Right) => vec![Goal::Draw, Goal::Win, Goal::Never],
    };
    let q = questions::q_values(p.0, starter, &goals, cx).map_err(endless_choice)?;
    Ok(Value::list(q.into_iter().map(or_endless).collect()))
}

fn security(cx: &mut Session, p: Place, starter: Option<Player>) -> Result<Value, EvalError> {
    let starter = starter.unwrap_or(Player::Left);
    let mut q = |goals: &[Goal]| questions::q_values(p.0, starter, goals, cx);
    let all = q(&[Goal::Win, Goal::Draw, Goal::End]).map_err(endless_choice)?;
    let [win, draw, end] = [0, 1, 2].map(|i: usize| all[i].clone());
    // Q2 of a component is not given, and the result that Right can secure is not known.
    let never = match q(&[Goal::Never]) {
        Ok(never) => Some(never[0].clone()),
        Err(Fault::None(_)) => None,
        Err(fault) => return Err(fault.into()),
    };
    let for_left = [win.clone(), draw.clone(), end];
    let for_right = never.map(|never| [draw, win, never]);
    let level = |q: &[Option<Ordinal>; 3], player| questions::guarantees(q, starter == player);
    let left = level(&for_left, Player::Left);
    let right = for_right.as_ref().map(|q| level(q, Player::Right));
    let list = |q: [Option<Ordinal>; 3]| Value::list(q.into_iter().map(or_endless).collect());
    let of_right = match &right {
        Some(right) => format!("Right of {}", with_article(right)),
        None => "what Right is sure of is not known".to_string(),
    };
    let text = format!("{starter} to move: Left is sure of {}, {of_right}", with_article(&left));
    let (left, right) = (in_words(&left), right.map(|right| in_words(&right)));
    let report = report::Security { text, left, right, q_left: list(for_left), q_right: for_right.map(list) };
    Ok(Value::Report(report.into()))
}

fn in_words(level: &[Guarantee]) -> String {
    any_of(level, |words| words.to_string())
}

/// Returns "a win, or a bounded draw".
fn with_article(level: &[Guarantee]) -> String {
    any_of(level, |words| format!("{} {words}", if words.starts_with('u') { "an" } else { "a" }))
}

fn any_of(level: &[Guarantee], worded: impl Fn(&str) -> String) -> String {
    let words: Vec<String> = level.iter().map(|guarantee| worded(guarantee.words())).collect();
    if words.is_empty() { "nothing".into() } else { words.join(", or ") }
}
