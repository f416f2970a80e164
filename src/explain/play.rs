//! Explanations of who wins and how long it takes: theorems with their conditions, and the moves that decide.

use std::rc::Rc;

use super::story::{Story, as_data, listed, moves_of, relation, said, said_position, sign};
use super::{Asked, position_of};
use crate::eval::{EvalError, IntoValue, Session, Subject, gamma_value};
use crate::library::misere::{letter, word};
use crate::show::names_among_all;
use crate::value::{Report, Value};
use cg_engine::games::{Fault, GameId, Order, Outcome, Player};
use cg_engine::graphs::{Foreclosed, Verdict};
use cg_engine::ordinals::Length;
use cg_engine::positions::{
    self, About, Answer, AnswerType, Claim, Convention, Finding, Known, PositionId, Question, Topic, Way,
};
use cg_engine::questions::{self, Step};

/// Chooses the lengths that are listed together.
type Wanted<'a> = &'a dyn Fn(&Length) -> bool;

/// The largest number of steps.
const MOST_STEPS: usize = 200;

/// Returns `true` if both players have the same moves; `false` if they cannot be compared.
fn is_impartial(cx: &mut Session, p: PositionId) -> Result<bool, EvalError> {
    match positions::is_impartial(p, cx) {
        Ok(impartial) => Ok(impartial),
        Err(Fault::Refused(_)) => Ok(false),
        Err(fault) => Err(fault.into()),
    }
}

/// Explains who wins and why, and if `with_moves` by which moves.
pub(super) fn outcome(
    cx: &mut Session,
    subject: Subject,
    asked: &Asked,
    with_moves: bool,
) -> Result<Rc<Report>, EvalError> {
    let convention = asked.convention.unwrap_or_default();
    let p = position_of(cx, subject, convention)?;
    let mut story = Story::new();
    tell_outcome(cx, p, convention, asked.starter, with_moves, &mut story)?;
    let outcome = questions::class(questions::outcomes(p, convention, cx)?);
    Ok(story.report(Value::Outcome(outcome), 10))
}

/// Tells the steps to who wins, for each starter if that matters.
pub(super) fn tell_outcome(
    cx: &mut Session,
    p: PositionId,
    convention: Convention,
    starter: Option<Player>,
    with_moves: bool,
    story: &mut Story,
) -> Result<(), EvalError> {
    let impartial = is_impartial(cx, p)?;
    for player in [Player::Left, Player::Right].into_iter().take(2 - impartial as usize) {
        if starter.is_some_and(|starter| starter != player && !impartial) {
            continue;
        }
        let question = Question::new(Topic::OUTCOME, convention, player);
        if impartial {
            tell_winner(cx, p, question, impartial, with_moves, story)?;
        } else {
            story.answer(format!("{player} starts:"));
            story.inside_same(|story| tell_winner(cx, p, question, impartial, with_moves, story))?;
        }
    }
    if let Some(starter) = starter.filter(|_| impartial) {
        let question = Question::new(Topic::OUTCOME, convention, starter);
        story.line(match questions::ask(p, question, cx)?.answer {
            Verdict::Win => format!("{starter} starts, so {starter} wins."),
            Verdict::Loss => format!("{starter} starts, so {} wins.", starter.other()),
            Verdict::Draw => format!("{starter} starts, and nobody can force a win."),
        });
    }
    Ok(())
}

/// Tells who wins if one player starts. Adds the moves that decide if a search found the answer or if `with_moves`.
fn tell_winner(
    cx: &mut Session,
    p: PositionId,
    question: Question<Verdict>,
    impartial: bool,
    with_moves: bool,
    story: &mut Story,
) -> Result<(), EvalError> {
    let first = tell_steps(cx, p, question, impartial, story)?;
    match first.way {
        Way::Search(_) => tell_deciding_moves(cx, p, question, first.answer, story)?,
        Way::Winner(_) => {
            let found = questions::solve(p, question.convention, question.starter, cx)?;
            let winner = match found.verdict {
                Verdict::Win => Some(question.starter),
                Verdict::Loss => Some(question.starter.other()),
                Verdict::Draw => None,
            };
            story.inside_same(|story| super::line::tell(cx, &found.line, question.starter, winner, story))?;
        }
        _ if with_moves => tell_deciding_moves(cx, p, question, first.answer, story)?,
        _ => {}
    }
    Ok(())
}

/// Tells the steps to the answer and returns the finding about the position itself.
fn tell_steps<A: AnswerType>(
    cx: &mut Session,
    p: PositionId,
    question: Question<A>,
    impartial: bool,
    story: &mut Story,
) -> Result<Finding<A>, EvalError> {
    let steps = questions::steps(p, question.untyped(), MOST_STEPS, cx)?;
    for step in &steps {
        let (line, row) = told(cx, step, impartial)?;
        story.line(format!("{}{line}", "  ".repeat(step.depth)));
        story.row_always(row);
    }
    if steps.len() == MOST_STEPS {
        story.line("...");
    }
    for step in steps.iter().filter(|step| is_by_quotient(step)) {
        tell_quotient(cx, step, story)?;
    }
    Ok(steps[0].finding.clone().typed())
}

fn is_by_quotient(step: &Step) -> bool {
    matches!(&step.finding.way, Way::Theorem(theorem, _) if **theorem == questions::PLAMBECK)
}

/// Tells the words of the components, their product, and who loses.
fn tell_quotient(cx: &mut Session, step: &Step, story: &mut Story) -> Result<(), EvalError> {
    let Some(found) = questions::by_quotient(step.position, cx)? else { return Ok(()) };
    let indent = "  ".repeat(step.depth + 1);
    let mut names = Vec::new();
    for (i, &p) in found.generators.iter().enumerate() {
        names.push(format!("{} = {}", letter(i), said_position(cx, p)?));
        story.row_always(Value::list(vec![Value::text("generator"), Value::text(letter(i)), as_data(cx, p)]));
    }
    story.line(format!("{indent}The quotient has {} elements, products of {}.", found.order, listed(&names)));
    let mut words = Vec::new();
    for (p, copies) in &found.components {
        words.push(format!("{} is {}", said_position(cx, *p)?, word(copies)));
        story.row_always(Value::list(vec![Value::text("heap"), as_data(cx, *p), Value::text(word(copies))]));
    }
    story.line(format!("{indent}Here {}.", listed(&words)));
    let product = word(&found.product);
    story.row_always(Value::list(vec![Value::text("product"), Value::text(product.clone())]));
    let is_lost = found.lost.contains(&found.product);
    let lost: Vec<String> = found.lost.iter().map(|copies| word(copies)).collect();
    let list = Value::list(lost.iter().map(|word| Value::text(word.clone())).collect());
    story.row_always(Value::list(vec![Value::text("lost"), list]));
    let among = if is_lost { "one" } else { "none" };
    let all = lost.len();
    story.line(format!(
        "{indent}The product is {product}, {among} of the {all} that the player to move loses: {}.",
        listed(&lost)
    ));
    Ok(())
}

/// Tells after a search which moves win, or that none does.
fn tell_deciding_moves(
    cx: &mut Session,
    p: PositionId,
    question: Question<Verdict>,
    verdict: Verdict,
    story: &mut Story,
) -> Result<(), EvalError> {
    match verdict {
        Verdict::Win => {
            let moves = match questions::winning_moves(p, question.convention, question.starter, cx) {
                Ok(moves) => moves,
                Err(Fault::None(_) | Fault::TooLarge { .. } | Fault::Refused(_)) => return Ok(()),
                Err(fault) => return Err(fault.into()),
            };
            let mover = question.starter;
            let names = names_among_all(cx, p, &moves, mover)?;
            if let Some(first) = names.first() {
                let by = if first.is_some() { "by" } else { "by moving to" };
                let text = |(name, &q): (Option<String>, &PositionId)| name.map_or_else(|| said_position(cx, q), Ok);
                let texts = names.into_iter().zip(&moves).map(text).collect::<Result<Vec<_>, _>>()?;
                story.line(format!("  won {by} {}", listed(&texts)));
            }
        }
        Verdict::Loss => story.line("  every move leaves a position that the other player wins"),
        Verdict::Draw => {}
    }
    Ok(())
}

/// Explains the length of play.
pub(super) fn length(
    cx: &mut Session,
    subject: Subject,
    topic: Topic<Length>,
    asked: &Asked,
) -> Result<Rc<Report>, EvalError> {
    let convention = asked.convention.unwrap_or_default();
    let p = position_of(cx, subject, convention)?;
    let impartial = is_impartial(cx, p)?;
    let mut story = Story::new();
    let mut answers = Vec::new();
    for starter in [Player::Left, Player::Right].into_iter().take(2 - impartial as usize) {
        if asked.starter.is_some_and(|asked| asked != starter && !impartial) {
            continue;
        }
        let question = Question::new(topic, convention, starter);
        let Finding { answer: length, way } = questions::ask(p, question, cx)?;
        if !impartial {
            story.line(format!("{starter} starts:"));
        }
        if matches!(way, Way::Search(_)) {
            by_moves(cx, p, question, &length, &mut story)?;
        } else {
            tell_steps(cx, p, question, impartial, &mut story)?;
        }
        answers.push(length.into_value(cx)?);
    }
    let answer = if answers.len() == 1 { answers.remove(0) } else { Value::list(answers) };
    Ok(story.report(answer, 2))
}

/// Tells the lengths of the moves, and which of them is chosen.
fn by_moves(
    cx: &mut Session,
    p: PositionId,
    question: Question<Length>,
    length: &Length,
    story: &mut Story,
) -> Result<(), EvalError> {
    let (name, here) = (question.name(), said_position(cx, p)?);
    let own = said_length(cx, length)?;
    story.answer(format!("{here}: {name} {own}"));
    let moves = moves_of(cx, p)?;
    let list = if question.starter == Player::Left { moves.left.clone() } else { moves.right().to_vec() };
    if list.is_empty() {
        story.step("There is no move: play has ended.");
        return Ok(());
    }
    let next = question.started_by(question.starter.other());
    let mut after = Vec::new();
    for q in list {
        cx.games.budget.tick()?;
        let length = questions::ask(q, next, cx)?.answer;
        if after.iter().any(|(met, _)| *met == q) {
            continue;
        }
        let value = length.clone().into_value(cx)?;
        story.row(vec![as_data(cx, q), value]);
        after.push((q, length));
    }
    let texts = |cx: &mut Session, wanted: Wanted| -> Result<Vec<String>, EvalError> {
        let chosen = after.iter().filter(|(_, l)| wanted(l));
        chosen.map(|(q, l)| Ok(format!("{} ({})", said_position(cx, *q)?, said_length(cx, l)?))).collect()
    };
    let endless: (&str, Wanted) = ("from which play need not end", &|l: &Length| l.is_odd().is_none());
    // The parity of the longest play says nothing of who wins.
    let groups: &[(&str, Wanted)] = match question.about {
        About::Distance => &[("from which play must end", &|l: &Length| l.is_odd().is_some()), endless],
        _ => &[
            ("that the next player loses", &|l: &Length| l.is_odd() == Some(false)),
            ("that the next player wins", &|l: &Length| l.is_odd() == Some(true)),
            endless,
        ],
    };
    for &(what, wanted) in groups {
        let texts = texts(cx, wanted)?;
        if !texts.is_empty() {
            story.step(format!("Moves to positions {what}, with their {name}: {}.", listed(&texts)));
        }
    }
    if length.ends().is_none() {
        story.step(match question.about {
            About::Distance => "One of them need not end, so play need not end.",
            About::Suspense => "The player who chooses here can delay the end for ever.",
            _ => "No move is to an even number and one has no end: the player to move keeps the draw.",
        });
        return Ok(());
    }
    let chosen: Vec<String> = {
        let before = |l: &Length| l.sum(&Length::from(1)).is_ok_and(|l| l == *length);
        texts(cx, &before)?
    };
    let rule = match (question.about, length.is_odd() == Some(true)) {
        (About::Distance, _) => "The longest play is one move longer than the longest after a move",
        (About::Remoteness, true) => "The player to move wins and hurries: one more than the least even number",
        (About::Remoteness, false) => "The player to move loses and delays: one more than the greatest number",
        (About::Suspense, true) => "The player to move wins and delays: one more than the greatest even number",
        _ => "The player to move loses and hurries: one more than the least number",
    };
    story.step(format!("{rule}, by {}: {own}.", listed(&chosen)));
    Ok(())
}

/// Returns `true` if neither player has a move.
fn is_over(cx: &mut Session, p: PositionId) -> Result<bool, EvalError> {
    let moves = moves_of(cx, p)?;
    Ok(moves.left.is_empty() && moves.right().is_empty())
}

/// Returns `true` for an answer that says in words that a part has ended, or that one move ends it.
fn is_said_of_ends(answer: &Answer) -> bool {
    matches!(answer, Answer::Foreclosed(Foreclosed::Ended | Foreclosed::Won))
}

fn said_length(cx: &mut Session, length: &Length) -> Result<String, EvalError> {
    let value = length.clone().into_value(cx)?;
    said(cx, &value)
}

/// Returns an answer as a value.
fn answer(cx: &mut Session, question: Question, answer: &Answer, impartial: bool) -> Result<Value, EvalError> {
    Ok(match answer {
        Answer::Length(length) => length.clone().into_value(cx)?,
        Answer::Verdict(Verdict::Draw) => Value::Outcome(Outcome::D),
        Answer::Verdict(verdict) => Value::Outcome(match (impartial, *verdict == Verdict::Win, question.starter) {
            (true, won, _) => {
                if won {
                    Outcome::N
                } else {
                    Outcome::P
                }
            }
            (false, true, Player::Left) | (false, false, Player::Right) => Outcome::L,
            (false, ..) => Outcome::R,
        }),
        Answer::Yes(yes) => Value::Boolean(*yes),
        Answer::Moves(moves) => positions(moves),
        Answer::Prospects(found) => positions(&found.moves),
        Answer::Strategy(lines) => positions(&lines.iter().map(|line| line.to).collect::<Vec<_>>()),
        Answer::Foreclosed(value) => match value {
            Foreclosed::Ended => Value::text("it has ended"),
            Foreclosed::Won => Value::text("one move ends it"),
            Foreclosed::Open(gamma) => gamma_value(&mut cx.games, gamma.clone())?,
        },
    })
}

fn positions(moves: &[PositionId]) -> Value {
    Value::list(moves.iter().map(|&p| Value::Position(p)).collect())
}

/// Returns one step as a line and as data.
fn told(cx: &mut Session, step: &Step, impartial: bool) -> Result<(String, Value), EvalError> {
    let Step { position, question, finding, .. } = step;
    let value = answer(cx, *question, &finding.answer, impartial)?;
    let place = said_position(cx, *position)?;
    let head = match value {
        // The starter is given, so these are no classes.
        Value::Outcome(Outcome::L) if !impartial => format!("{place}: Left wins"),
        Value::Outcome(Outcome::R) if !impartial => format!("{place}: Right wins"),
        Value::Text(_) if is_said_of_ends(&finding.answer) => format!("{place}: {}", said(cx, &value)?),
        _ => format!("{place}: {} {}", question.name(), said(cx, &value)?),
    };
    let line = match &finding.way {
        Way::Theorem(theorem, parts) => {
            let mut answers = Vec::new();
            for &(p, q) in parts.iter().take(20) {
                let part = questions::ask(p, q, cx)?.answer.clone();
                if is_said_of_ends(&part) {
                    continue;
                }
                let part = answer(cx, q, &part, impartial)?;
                answers.push(said(cx, &part)?);
            }
            if parts.len() > 20 {
                answers.push(format!("... ({} in all)", parts.len()));
            }
            let join = if matches!(theorem.says, Claim::Equals(_)) { " =" } else { "," };
            let says = theorem.says.to_string();
            let says = match answers.is_empty() {
                true => says.trim_end_matches(':').to_string(),
                false => format!("{says} {}", answers.join(", ")),
            };
            format!("{head}{join} {says} ({})", theorem.source)
        }
        Way::Value(known) => {
            let beside_zero = match *known {
                Known::Nim(0) => String::new(),
                Known::Nim(_) => ", not 0".into(),
                Known::Game(g) => match cx.games.compare(g, GameId::ZERO)? {
                    Order::Equal => String::new(),
                    order => format!(" {} 0", sign(cx, relation(order))),
                },
            };
            let known = known.into_value(cx)?;
            let of = if cx.positions.parts(*position).len() > 1 {
                "the sum of the values of its parts"
            } else {
                "its value"
            };
            format!("{head}, since {of} is {}{beside_zero}", said(cx, &known)?)
        }
        Way::Gamma(gamma) => {
            let gamma = gamma_value(&mut cx.games, gamma.clone())?;
            format!("{head}, since its γ-value is {} (Smith 1966, sections 9 and 10)", said(cx, &gamma)?)
        }
        Way::Search(0) => format!("{head}, by search"),
        Way::Search(1) if is_over(cx, *position)? => format!("{head}, as it has no moves"),
        Way::Search(1) => format!("{head}, from its moves"),
        Way::Search(count) => format!("{head}, by search through {count} positions"),
        Way::Winner(0) => format!("{head}, by the values of its pieces"),
        Way::Winner(count) => {
            let positions = if *count == 1 { "position" } else { "positions" };
            format!("{head}, by a search with values of small parts, {count} {positions}")
        }
        Way::Given => format!("{head}, as given"),
    };
    Ok((line, Value::list(vec![Value::Position(*position), Value::text(question.name()), value])))
}
