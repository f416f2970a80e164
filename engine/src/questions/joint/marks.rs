//! What a part tells of a compound after a move, and what several parts tell together.

use crate::games::{Fault, Player};
use crate::graphs::{Foreclosed, Verdict};
use crate::ordinals::{Length, Ordinal};
use crate::positions::{
    About, AnswerType, Context, Convention, JointRule, PositionId, Question, Topic, by_gamma, by_parity,
};
use crate::questions::ask;

/// What one part, or several of them, mean for the player who moves next. Marks of one compound are of one variant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    /// The least remoteness (Smith 1966, eq. 9).
    Least(Length),
    /// The greatest suspense, and who wins the parts of endless suspense (Winning Ways, ch. 9).
    Greatest(Length, Verdict),
    /// The part that matters most (Smith 1966, section 7; Winning Ways, ch. 9).
    Any(State),
    /// The same where the last player loses: one part alone is played by its own misère play (Smith 1966, section 8).
    AnyLosing(Live),
    /// What is left when nobody ends a part (Winning Ways, ch. 9).
    OneShort(Foreclosed),
}

/// A part of a selective compound; where several are played, what is greater decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum State {
    Lost,
    Won,
    Drawn,
    /// One move ends the part, and with it the play.
    Final,
    /// The part has ended, and with it the play.
    Ended,
}

/// Parts that have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Live {
    None,
    /// In normal and, if that may matter, in misère play.
    One(State, Option<Verdict>),
    Several(State),
}

impl From<Verdict> for State {
    fn from(verdict: Verdict) -> State {
        match verdict {
            Verdict::Loss => State::Lost,
            Verdict::Win => State::Won,
            Verdict::Draw => State::Drawn,
        }
    }
}

impl State {
    fn verdict(self, convention: Convention) -> Verdict {
        match (self, convention) {
            (State::Lost, _) | (State::Ended, Convention::Normal) => Verdict::Loss,
            (State::Won | State::Final, _) | (State::Ended, Convention::Misere) => Verdict::Win,
            (State::Drawn, _) => Verdict::Draw,
        }
    }
}

impl Mark {
    /// The length of play by which the part that decides is known, if it ends.
    pub(super) fn length(&self) -> Option<&Ordinal> {
        match self {
            Mark::Least(length) | Mark::Greatest(length, _) => length.ends(),
            Mark::Any(_) | Mark::AnyLosing(_) | Mark::OneShort(_) => None,
        }
    }

    /// What two groups of parts mean together.
    pub(super) fn with(&self, other: &Mark) -> Result<Mark, Fault> {
        Ok(match (self, other) {
            (Mark::Least(a), Mark::Least(b)) => Mark::Least(a.min(b).clone()),
            (Mark::Greatest(a, first), Mark::Greatest(b, second)) => match a.cmp(b) {
                std::cmp::Ordering::Greater => self.clone(),
                std::cmp::Ordering::Less => other.clone(),
                // Whoever can delay the end in one part keeps the other from winning in another.
                std::cmp::Ordering::Equal if first == second => self.clone(),
                std::cmp::Ordering::Equal => Mark::Greatest(a.clone(), Verdict::Draw),
            },
            (Mark::Any(a), Mark::Any(b)) => Mark::Any(*a.max(b)),
            (Mark::AnyLosing(a), Mark::AnyLosing(b)) => Mark::AnyLosing(a.with(*b)),
            (Mark::OneShort(a), Mark::OneShort(b)) => Mark::OneShort(match (a, b) {
                (Foreclosed::Ended, _) | (_, Foreclosed::Ended) => Foreclosed::Ended,
                (Foreclosed::Won, _) | (_, Foreclosed::Won) => Foreclosed::Won,
                (Foreclosed::Open(a), Foreclosed::Open(b)) => Foreclosed::Open(a.sum(b)?),
            }),
            _ => unreachable!("marks of one compound are of one variant"),
        })
    }

    /// What the player can force who moves next.
    pub(super) fn verdict(&self, convention: Convention) -> Verdict {
        match self {
            Mark::Least(remoteness) => by_parity(remoteness),
            Mark::Greatest(Length::Endless, verdict) => *verdict,
            Mark::Greatest(suspense, _) => by_parity(suspense),
            Mark::Any(state) => state.verdict(convention),
            Mark::AnyLosing(Live::None) => Verdict::Win,
            Mark::AnyLosing(Live::One(_, alone)) => alone.unwrap_or(Verdict::Draw),
            Mark::AnyLosing(Live::Several(state)) => state.verdict(Convention::Normal),
            Mark::OneShort(Foreclosed::Ended) => State::Ended.verdict(convention),
            Mark::OneShort(Foreclosed::Won) => State::Final.verdict(convention),
            Mark::OneShort(Foreclosed::Open(gamma)) => by_gamma(gamma),
        }
    }
}

impl Live {
    fn state(self) -> Option<State> {
        match self {
            Live::None => None,
            Live::One(state, _) | Live::Several(state) => Some(state),
        }
    }

    fn with(self, other: Live) -> Live {
        match (self.state(), other.state()) {
            (None, _) => other,
            (_, None) => self,
            (Some(a), Some(b)) => Live::Several(a.max(b)),
        }
    }
}

/// What the mark of a part is read off.
#[derive(Clone, Copy)]
pub(super) struct Marking {
    pub(super) rule: JointRule,
    pub(super) convention: Convention,
    /// Who moves next.
    pub(super) mover: Player,
    /// Whether all other parts may have ended by then.
    pub(super) may_be_alone: bool,
}

impl Marking {
    /// The questions about a part from which its mark is read off.
    pub(super) fn questions(self) -> Vec<Question> {
        let about: &[About] = match (self.rule, self.convention) {
            (JointRule::Least, _) => &[About::Remoteness],
            (JointRule::Greatest, _) => &[About::Suspense, About::Outcome],
            (JointRule::Any, _) => &[About::Outcome],
            (JointRule::AnyShort, _) => &[About::Remoteness, About::CanMove],
            (JointRule::OneShort, _) => &[About::Foreclosed],
        };
        let mut questions: Vec<Question> =
            about.iter().map(|&about| Question::new(about, self.convention, self.mover)).collect();
        if (self.rule, self.convention) == (JointRule::Any, Convention::Misere) {
            questions.push(Question::new(About::Outcome, Convention::Normal, self.mover));
            questions.push(Question::new(About::CanMove, self.convention, self.mover));
        }
        questions
    }

    pub(super) fn of(self, q: PositionId, cx: &mut dyn Context) -> Result<Mark, Fault> {
        let normal = Marking { convention: Convention::Normal, ..self };
        Ok(match (self.rule, self.convention) {
            (JointRule::Least, _) => Mark::Least(self.answer(q, Topic::REMOTENESS, cx)?),
            (JointRule::Greatest, _) => {
                Mark::Greatest(self.answer(q, Topic::SUSPENSE, cx)?, self.answer(q, Topic::OUTCOME, cx)?)
            }
            (JointRule::Any, Convention::Normal) => Mark::Any(self.answer(q, Topic::OUTCOME, cx)?.into()),
            (JointRule::Any, Convention::Misere) => Mark::AnyLosing(if !self.answer(q, Topic::CAN_MOVE, cx)? {
                Live::None
            } else {
                let alone = if self.may_be_alone { Some(self.answer(q, Topic::OUTCOME, cx)?) } else { None };
                Live::One(normal.answer(q, Topic::OUTCOME, cx)?.into(), alone)
            }),
            (JointRule::OneShort, _) => Mark::OneShort(self.answer(q, Topic::FORECLOSED, cx)?),
            (JointRule::AnyShort, _) => Mark::Any(if !self.answer(q, Topic::CAN_MOVE, cx)? {
                State::Ended
            } else {
                match self.answer(q, Topic::REMOTENESS, cx)? {
                    remoteness if remoteness == Length::from(1) => State::Final,
                    remoteness => by_parity(&remoteness).into(),
                }
            }),
        })
    }

    fn answer<A: AnswerType>(self, q: PositionId, topic: Topic<A>, cx: &mut dyn Context) -> Result<A, Fault> {
        Ok(ask(q, Question::new(topic, self.convention, self.mover), cx)?.answer)
    }
}
