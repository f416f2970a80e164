//! The length of play, and components of which only values are known.

use super::errors::PlayError;
use super::positions::{play, warn_if_it_forgets};
use super::strategy::read_terms;
use crate::eval::{EvalError, IntoValue, Place, Reasons, Session, Subject, Terms, builtins};
use crate::value::Value;
use cg_engine::games::Player;
use cg_engine::ordinals::{GammaValue, Length};
use cg_engine::positions::{self, Convention, PositionId, Question, Topic};
use cg_engine::questions;
use cg_engine::rulesets::component::{self, Values};

builtins! {
    /// The length of play.
    PLAY, "Play";

    /// The terminal distance D: the length of the longest play.
    ///
    /// `inf()` where some play need not end. The players move in turn; a last argument `L` or `R` says who starts, and
    /// without it a partizan position answers `[if Left starts, if Right starts]` (Smith 1966, section 3).
    /// distance(nim(3, 4))  #=> 7
    /// g := graph <a -> b; b -> a, t; t>; distance(g.a)  #=> inf()
    /// distance(nim(omega, 2))  #=> omega + 2
    /// See: remoteness, suspense
    #[role = Question(Reasons::Length(Topic::DISTANCE))]
    distance(p: Subject, starter: Option<Player>) -> Value = |cx: &mut Session, p, starter| {
        length(cx, "distance", p, Topic::DISTANCE, None, starter)
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
    #[role = Question(Reasons::Length(Topic::REMOTENESS))]
    remoteness(p: Subject, c: Option<Terms>, starter: Option<Player>) -> Value = |cx: &mut Session, p, c, starter| {
        length(cx, "remoteness", p, Topic::REMOTENESS, c, starter)
    };

    /// The suspense: how long play lasts when the loser hurries.
    ///
    /// The winner delays the end, but keeps his win. `inf()` in a draw, and where the winner can delay the end as long as
    /// he likes. In misère play a position without moves has suspense 1 (Winning Ways, ch. 9). Where one of infinitely many
    /// options settles how long play lasts, it is an infinite ordinal.
    /// suspense(nim(2, 2))  #=> 2
    /// remoteness(nim(2, 2))  #=> 4
    /// suspense(sum(conj_long, nim(2, 2), nim(1)))  #=> 2
    /// suspense(dollars(1, 0), misere)  #=> omega + 1
    /// See: remoteness, conj_long
    #[role = Question(Reasons::Length(Topic::SUSPENSE))]
    suspense(p: Subject, c: Option<Terms>, starter: Option<Player>) -> Value = |cx: &mut Session, p, c, starter| {
        length(cx, "suspense", p, Topic::SUSPENSE, c, starter)
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
}

/// Answers a question about the length of play, for a row of this name.
pub(super) fn length(
    cx: &mut Session,
    name: &'static str,
    p: Subject,
    topic: Topic<Length>,
    c: Option<Terms>,
    starter: Option<Player>,
) -> Result<Value, EvalError> {
    let (convention, starter) = read_terms(name, c, starter)?;
    let p = position(cx, p, convention)?;
    let mut of = |starter| -> Result<Value, EvalError> {
        let length = questions::ask(p, Question::new(topic, convention, starter), cx)?.answer;
        length.into_value(cx)
    };
    match starter {
        Some(starter) => of(starter),
        None => {
            let left = of(Player::Left)?;
            if positions::is_impartial(p, cx)? {
                return Ok(left);
            }
            let right = questions::ask(p, Question::new(topic, convention, Player::Right), cx)?.answer;
            Ok(Value::list(vec![left, right.into_value(cx)?]))
        }
    }
}

/// Returns the position to ask about; a value is warned about, whatever the convention.
fn position(cx: &mut Session, p: Subject, convention: Convention) -> Result<PositionId, EvalError> {
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
) -> Result<Place, EvalError> {
    let success = match q.map(<[Length; 3]>::try_from) {
        None => None,
        Some(Ok(all)) => Some(all),
        Some(Err(some)) => return Err(PlayError::NumberOfSuccesses { given: some.len() }.into()),
    };
    let values = Values { distance, remoteness, gamma, misere, success };
    if values == Values::default() {
        return Err(PlayError::EmptyComponent.into());
    }
    if let Some(why) = values.conflict() {
        return Err(PlayError::Conflict { why }.into());
    }
    Ok(Place(component::component(values, cx)))
}
