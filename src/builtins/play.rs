//! How long play lasts, components of which only values are known, and how an answer was found.

use std::rc::Rc;

use super::positions::{play, warn_if_it_forgets};
use crate::digraphs::Verdict;
use crate::games::{Outcome, Player};
use crate::language::{IntoValue, Place, Report, Session, Subject, Terms, Trouble, Value, builtins};
use crate::notation::Notation;
use crate::ordinals::{GammaValue, Length};
use crate::positions::{self, About, Answer, Convention, PositionId, Question, Step, Way};
use crate::rulesets::component::{self, Values};

/// Steps that `explain` tells.
const MOST_STEPS: usize = 200;

/// Positions written out in a line of `explain`, in characters.
const WIDEST: usize = 60;

builtins! {
    /// How long play lasts, and why an answer holds.
    PLAY, "Play";

    /// The terminal distance D: the length of the longest play.
    ///
    /// `inf()` where some play need not end. The players move in turn; a last argument `L` or `R` says who starts, and
    /// without it a partizan position answers `[if Left starts, if Right starts]` (Smith 1966, section 3).
    /// distance(nim(3, 4))  #=> 7
    /// g := graph <a -> b; b -> a, t; t>; distance(g.a)  #=> inf()
    /// distance(nim(omega, 2))  #=> omega + 2
    /// See: remoteness, suspense
    distance(p: Subject, starter: Option<Player>) -> Value = |cx: &mut Session, p, starter| {
        length(cx, p, About::Distance, None, starter)
    };

    /// The remoteness R: how long play lasts when the winner hurries.
    ///
    /// The loser delays. Odd where the next player wins, even where he loses, `inf()` in a draw. In misère play a position
    /// without moves has remoteness 1. A last argument `L` or `R` says who starts (Smith 1966, sections 4 and 8).
    /// remoteness(nim(2, 2))  #=> 4
    /// remoteness(nim(1), misere)  #=> 2
    /// remoteness(domineering(2, 3))  #=> [1, 3]
    /// remoteness(sum(conj, nim(2, 2), nim(5)))  #=> 1
    /// See: suspense, distance, outcome, conj
    remoteness(p: Subject, c: Option<Terms>, starter: Option<Player>) -> Value = |cx: &mut Session, p, c, starter| {
        length(cx, p, About::Remoteness, c, starter)
    };

    /// The suspense: how long play lasts when the loser hurries.
    ///
    /// The winner delays the end, but keeps his win. `inf()` in a draw, and where the winner can delay the end as long as
    /// he likes. In misère play a position without moves has suspense 1 (Winning Ways, ch. 9).
    /// suspense(nim(2, 2))  #=> 2
    /// remoteness(nim(2, 2))  #=> 4
    /// suspense(sum(conj_long, nim(2, 2), nim(1)))  #=> 2
    /// See: remoteness, conj_long
    suspense(p: Subject, c: Option<Terms>, starter: Option<Player>) -> Value = |cx: &mut Session, p, c, starter| {
        length(cx, p, About::Suspense, c, starter)
    };

    /// A component that is known by some of its values alone.
    ///
    /// D, the terminal distance; R, the remoteness; G, the nim-value or γ-value; R_misere; Q, the list `[Q1, Q0, Q-1]`.
    /// Lengths are numbers, ordinals or `inf()`. Questions about it and about compounds with it are answered by the
    /// theorems that need no more (Smith 1966, sections 6 to 12); it has no moves.
    /// remoteness(sum(conj, component(R = omega + 1), component(R = omega + 2)))  #=> omega + 1
    /// outcome(sum(sel, component(R = 4), nim(2, 2)))  #=> P
    /// nim_value(component(G = 3) + nim(5))  #=> 6
    /// See: sum, conj, sel, remoteness
    component(D: Option<Length>, R: Option<Length>, G: Option<GammaValue>, R_misere: Option<Length>, Q: Option<Vec<Length>>)
        -> Place = component;

    /// How an answer was found, step by step.
    ///
    /// Who wins, by which theorem and from which values of the parts, or by search through how many positions.
    /// `explain(p, misere)` for misère play. The steps are data: `.steps` holds `[position, question, answer]` of each.
    /// explain(nim(3)).steps  #=> [[nim(3), "outcome", N]]
    /// [s[2] for s in explain(sum(conj, nim(2, 2), nim(5))).steps]  #=> [N, 1, 4, 1]
    /// See: outcome, remoteness, sum
    explain(p: Subject, c: Option<Convention>) -> Rc<Report> = explain;
}

fn length(
    cx: &mut Session,
    p: Subject,
    about: About,
    c: Option<Terms>,
    starter: Option<Player>,
) -> Result<Value, Trouble> {
    let (convention, starter) = match (c, starter) {
        (Some(Terms::Starter(_)), Some(_)) => {
            let name = name(Question::new(about, Convention::Normal, Player::Left));
            return Err(Trouble::said("call::kind", format!("`{name}` is told twice who starts"))
                .help(format!("write `{name}(p, misere, L)`, or `{name}(p, L)` in normal play")));
        }
        (Some(Terms::Starter(starter)), None) => (Convention::Normal, Some(starter)),
        (Some(Terms::Convention(c)), starter) => (c, starter),
        (None, starter) => (Convention::Normal, starter),
    };
    let p = position(cx, p, convention)?;
    let mut of = |starter| -> Result<Value, Trouble> {
        let length = positions::length(p, Question::new(about, convention, starter), cx)?;
        length.into_value(cx)
    };
    match starter {
        Some(starter) => of(starter),
        None => {
            let left = of(Player::Left)?;
            if positions::is_impartial(p, cx)? {
                return Ok(left);
            }
            let right = positions::length(p, Question::new(about, convention, Player::Right), cx)?;
            Ok(Value::list(vec![left, right.into_value(cx)?]))
        }
    }
}

/// The position to ask about; a value is warned about, whatever the convention.
fn position(cx: &mut Session, p: Subject, convention: Convention) -> Result<PositionId, Trouble> {
    if let (Subject::Value(value), Convention::Normal) = (&p, convention) {
        warn_if_it_forgets(cx, value);
    }
    play(cx, p, convention)
}

fn component(
    cx: &mut Session,
    distance: Option<Length>,
    remoteness: Option<Length>,
    gamma: Option<GammaValue>,
    misere: Option<Length>,
    q: Option<Vec<Length>>,
) -> Result<Place, Trouble> {
    let wrong = |message: String, help: &str| Err(Trouble::said("ruleset::argument", message).help(help));
    let success = match q.map(<[Length; 3]>::try_from) {
        None => None,
        Some(Ok(all)) => Some(all),
        Some(Err(some)) => {
            return wrong(
                format!("Q is a list of the three values Q1, Q0, Q-1, not of {}", some.len()),
                "write for instance `component(Q = [3, 3, 1])`",
            );
        }
    };
    let values = Values { distance, remoteness, gamma, misere, success };
    if values == Values::default() {
        return wrong(
            "a component needs at least one value".into(),
            "give what is known of it, for instance `component(D = 5, R = 3)`",
        );
    }
    if let Some(conflict) = values.conflict() {
        return wrong(format!("no position has these values: {conflict}"), "leave one of the two out, or correct it");
    }
    Ok(Place(component::component(values, cx)))
}

fn explain(cx: &mut Session, p: Subject, c: Option<Convention>) -> Result<Rc<Report>, Trouble> {
    let convention = c.unwrap_or_default();
    let p = play(cx, p, convention)?;
    let impartial = match positions::is_impartial(p, cx) {
        Ok(impartial) => impartial,
        Err(crate::games::Fault::Refused(_)) => false,
        Err(fault) => return Err(fault.into()),
    };
    let mut lines: Vec<String> = Vec::new();
    let mut data = Vec::new();
    for starter in [Player::Left, Player::Right].into_iter().take(2 - impartial as usize) {
        if !impartial {
            lines.push(format!("{} starts:", if starter == Player::Left { "Left" } else { "Right" }));
        }
        let question = Question::new(About::Outcome, convention, starter);
        let steps = positions::steps(p, question, MOST_STEPS, cx)?;
        for step in &steps {
            let (line, row) = told(cx, step, impartial)?;
            lines.push(format!("{}{line}", "  ".repeat(step.depth + !impartial as usize)));
            data.push(row);
        }
        if steps.len() == MOST_STEPS {
            lines.push("...".into());
        }
    }
    let text = lines.join("\n");
    Ok(Rc::new(Report { text, fields: vec![("steps", Value::list(data))] }))
}

fn name(question: Question) -> &'static str {
    match (question.about, question.convention) {
        (About::Distance, _) => "terminal distance",
        (About::Remoteness, Convention::Normal) => "remoteness",
        (About::Remoteness, Convention::Misere) => "misère remoteness",
        (About::Suspense, Convention::Normal) => "suspense",
        (About::Suspense, Convention::Misere) => "misère suspense",
        (About::Outcome, Convention::Normal) => "outcome",
        (About::Outcome, Convention::Misere) => "misère outcome",
        (About::CanMove, _) => "can move",
        (About::Decided, _) => "always decided",
        (About::Foreclosed, _) => "foreclosed value",
        (About::Success(_), _) => "Q",
    }
}

/// An answer as a value.
fn answer(cx: &mut Session, question: Question, answer: &Answer, impartial: bool) -> Result<Value, Trouble> {
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
        Answer::Foreclosed(value) => match value {
            crate::digraphs::Foreclosed::Ended => Value::text("ended"),
            crate::digraphs::Foreclosed::Won => Value::text("one move ends it"),
            crate::digraphs::Foreclosed::Open { gamma, .. } => cx.gamma_value(gamma.clone())?,
        },
    })
}

/// One step as a line and as data.
fn told(cx: &mut Session, step: &Step, impartial: bool) -> Result<(String, Value), Trouble> {
    let Step { position, question, finding, .. } = step;
    let value = answer(cx, *question, &finding.answer, impartial)?;
    let place = short(cx, *position)?;
    let head = format!("{place}: {} {}", name(*question), plain(cx, &value)?);
    let line = match &finding.way {
        Way::Theorem(theorem, parts) => {
            let mut answers = Vec::new();
            for &(p, q) in parts.iter().take(20) {
                let part = positions::ask(p, q, cx)?.answer.clone();
                let part = answer(cx, q, &part, impartial)?;
                answers.push(plain(cx, &part)?);
            }
            if parts.len() > 20 {
                answers.push(format!("... ({} in all)", parts.len()));
            }
            let answers = if answers.is_empty() { String::new() } else { format!(" {}", answers.join(", ")) };
            let join = if theorem.says.starts_with("the ") { " =" } else { "," };
            format!("{head}{join} {}{answers} ({})", theorem.says, theorem.source)
        }
        Way::Value(known) => {
            let known = known.into_value(cx)?;
            let of = if cx.positions.parts(*position).len() > 1 {
                "the sum of the values of its parts"
            } else {
                "its value"
            };
            format!("{head}, since {of} is {}", plain(cx, &known)?)
        }
        Way::Gamma(gamma) => {
            let gamma = cx.gamma_value(gamma.clone())?;
            format!("{head}, since its γ-value is {} (Smith 1966, sections 9 and 10)", plain(cx, &gamma)?)
        }
        Way::Search(1) => format!("{head}, from its moves"),
        Way::Search(count) => format!("{head}, by search through {count} positions"),
        Way::Given => format!("{head}, as given"),
    };
    Ok((line, Value::list(vec![Value::Position(*position), Value::text(name(*question)), value])))
}

fn plain(cx: &mut Session, value: &Value) -> Result<String, Trouble> {
    Ok(match value {
        Value::Text(text) => text.to_string(),
        value => cx.written(value, Notation::Ascii)?,
    })
}

fn short(cx: &mut Session, p: PositionId) -> Result<String, Trouble> {
    let text = cx.written(&Value::Position(p), Notation::Ascii)?;
    Ok(match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    })
}
