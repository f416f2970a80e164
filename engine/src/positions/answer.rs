//! Answers to questions about play, and their types.

use dashu_ratio::RBig;

use super::PositionId;
use crate::graphs::{Foreclosed, Verdict};
use crate::ordinals::Length;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A number of moves.
    Length(Length),
    /// The result for the player who moves first.
    Verdict(Verdict),
    /// `true` for yes.
    Yes(bool),
    /// A foreclosed value.
    Foreclosed(Foreclosed),
    /// Moves, as the positions that they lead to.
    Moves(Vec<PositionId>),
    /// Moves with the outcome that they lead to.
    Prospects(Box<Prospects>),
    /// The lines of a strategy.
    Strategy(Vec<Line>),
}

/// A type of answers to questions.
pub trait AnswerType: Into<Answer> {
    /// Returns the answer if it is of this type.
    ///
    /// # Errors
    /// The answer of another type.
    fn from_answer(answer: Answer) -> Result<Self, Answer>;

    /// Returns `true` if the answer is of this type.
    fn is(answer: &Answer) -> bool;
}

impl AnswerType for Answer {
    fn from_answer(answer: Answer) -> Result<Answer, Answer> {
        Ok(answer)
    }

    fn is(_: &Answer) -> bool {
        true
    }
}

/// Implements [`AnswerType`] for the type of each kind of answer.
macro_rules! answers {
    ($($answer:ident($type:ty);)+) => {$(
        impl From<$type> for Answer {
            fn from(answer: $type) -> Answer {
                Answer::$answer(answer)
            }
        }

        impl AnswerType for $type {
            fn from_answer(answer: Answer) -> Result<$type, Answer> {
                match answer {
                    Answer::$answer(answer) => Ok(answer),
                    answer => Err(answer),
                }
            }

            fn is(answer: &Answer) -> bool {
                matches!(answer, Answer::$answer(_))
            }
        }
    )+};
}

answers! {
    Length(Length);
    Verdict(Verdict);
    Yes(bool);
    Foreclosed(Foreclosed);
    Moves(Vec<PositionId>);
    Prospects(Box<Prospects>);
    Strategy(Vec<Line>);
}

impl Answer {
    /// Reads an answer of type `A`.
    ///
    /// # Panics
    /// If it is of another type: the answer does not fit the question.
    #[track_caller]
    pub fn read<A: AnswerType>(self) -> A {
        A::from_answer(self).unwrap_or_else(|other| panic!("{other:?} is no {}", std::any::type_name::<A>()))
    }
}

/// The best moves of the player to move, and the outcome that they lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospects {
    /// His moves that keep the best outcome, the best first.
    pub moves: Vec<PositionId>,
    /// The best outcome that he can force; where ends have payoffs, a win is a payoff in his favour.
    pub verdict: Verdict,
    /// The number of moves until the end when the winner hurries and the loser delays; `None` in a draw, and if play was not
    /// searched to its end.
    pub remoteness: Option<u32>,
    /// The least that Left receives, if the player is Left, or the most, if he is Right. `None` if ends have no payoffs.
    pub payoff: Option<RBig>,
}

/// One line of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// A position in which the player has to move.
    pub from: PositionId,
    /// His move.
    pub to: PositionId,
    /// The number of moves until the end when the winner hurries and the loser delays; `None` for a draw.
    pub remoteness: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_what_was_asked_for() {
        let answer = Answer::from(Verdict::Win);
        assert_eq!(answer.clone().read::<Verdict>(), Verdict::Win);
        assert_eq!(bool::from_answer(answer.clone()), Err(answer));
    }

    #[test]
    #[should_panic(expected = "is no ")]
    fn a_length_is_not_read_off_an_outcome() {
        Answer::from(Verdict::Win).read::<Length>();
    }
}
