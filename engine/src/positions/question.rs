//! Questions about play, and their answers: what rulesets, the store of positions and those who ask have in common.
//!
//! A ruleset may know an answer from the answers to other questions ([`Theory::theorem`](super::Theory::theorem)): a
//! compound from those of its parts. Such an answer that is not there yet is noted among the [`Parts`].

use std::fmt;

use super::{Context, Convention, Known, PositionId};
use crate::games::{Outcome, Player};
use crate::graphs::{Foreclosed, Verdict};
use crate::ordinals::{GammaValue, Length};

/// What can be asked about play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// Smith's D: the length of the longest play (Smith 1966, section 3).
    Distance,
    /// Smith's R: the length when the winner hurries and the loser delays (section 4).
    Remoteness,
    /// The length when the winner delays and the loser hurries (Winning Ways, ch. 9).
    Suspense,
    /// What the starter can force.
    Outcome,
    /// Whether the starter has a move.
    CanMove,
    /// Whether play must end, whoever moves.
    Ends,
    /// Whether somebody wins from here and from everywhere that can be reached; for impartial positions.
    Decided,
    /// What is left when nobody ends the position (see [`Foreclosed`]); for impartial positions.
    Foreclosed,
    /// Smith's Q_r: remoteness where success for Left is an end worth at least r to her: 1 a win, 0 a draw, -1 any end,
    /// 2 none (sections 5 and 12).
    Success(i8),
}

/// A question about play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// What is asked.
    pub about: About,
    /// Who wins when play ends.
    pub convention: Convention,
    /// Who makes the first move.
    pub starter: Player,
}

impl Question {
    /// This question; where the convention does not matter it is the normal one.
    pub fn new(about: About, convention: Convention, starter: Player) -> Question {
        let convention = match about {
            About::Distance | About::CanMove | About::Ends => Convention::Normal,
            _ => convention,
        };
        Question { about, convention, starter }
    }

    /// The same with something else asked.
    pub fn with(self, about: About) -> Question {
        Question::new(about, self.convention, self.starter)
    }

    /// What is asked, in words.
    pub fn name(self) -> &'static str {
        match (self.about, self.convention) {
            (About::Distance, _) => "terminal distance",
            (About::Remoteness, Convention::Normal) => "remoteness",
            (About::Remoteness, Convention::Misere) => "misère remoteness",
            (About::Suspense, Convention::Normal) => "suspense",
            (About::Suspense, Convention::Misere) => "misère suspense",
            (About::Outcome, Convention::Normal) => "outcome",
            (About::Outcome, Convention::Misere) => "misère outcome",
            (About::CanMove, _) => "can move",
            (About::Ends, _) => "must end",
            (About::Decided, _) => "always decided",
            (About::Foreclosed, _) => "foreclosed value",
            (About::Success(_), _) => "Q",
        }
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A number of moves.
    Length(Length),
    /// Who wins, for the starter.
    Verdict(Verdict),
    /// Yes or no.
    Yes(bool),
    /// A foreclosed value.
    Foreclosed(Foreclosed),
}

impl Answer {
    /// The number of moves; endless where something else was answered.
    pub fn length(&self) -> Length {
        match self {
            Answer::Length(length) => length.clone(),
            _ => Length::Endless,
        }
    }

    /// Who wins; a draw where something else was answered.
    pub fn verdict(&self) -> Verdict {
        match self {
            Answer::Verdict(verdict) => *verdict,
            _ => Verdict::Draw,
        }
    }

    /// Whether the answer is yes.
    pub fn is_yes(&self) -> bool {
        matches!(self, Answer::Yes(true))
    }
}

impl From<Length> for Answer {
    fn from(length: Length) -> Answer {
        Answer::Length(length)
    }
}

impl From<Verdict> for Answer {
    fn from(verdict: Verdict) -> Answer {
        Answer::Verdict(verdict)
    }
}

/// Who wins by the parity of a remoteness or suspense.
pub fn by_parity(length: &Length) -> Verdict {
    match length.is_odd() {
        Some(true) => Verdict::Win,
        Some(false) => Verdict::Loss,
        None => Verdict::Draw,
    }
}

/// Who wins normal play: 0 is lost for the mover, other nimbers are won, and ∞(K) is won if 0 is in K, else drawn.
pub fn by_gamma(gamma: &GammaValue) -> Verdict {
    match gamma.outcome() {
        Outcome::P => Verdict::Loss,
        Outcome::N => Verdict::Win,
        _ => Verdict::Draw,
    }
}

/// What a theorem says of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Why it holds: "by the nim-sum".
    Because(&'static str),
    /// What it is of the answers to others: "the least of".
    Equals(&'static str),
    /// How it follows from the answers to others: "lost if all parts are".
    Follows(&'static str),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Claim::Because(text) | Claim::Equals(text) | Claim::Follows(text)) = self;
        f.write_str(text)
    }
}

/// A theorem that answers a question from the answers to others.
#[derive(Debug, PartialEq, Eq)]
pub struct Theorem {
    /// What it says of the answer.
    pub says: Claim,
    /// Where it stands: "Smith 1966, eq. 9".
    pub source: &'static str,
}

/// How an answer was found: the data that was used.
#[derive(Clone, Debug)]
pub enum Way {
    /// A theorem, with the questions whose answers it took.
    Theorem(&'static Theorem, Vec<(PositionId, Question)>),
    /// The value in normal play.
    Value(Known),
    /// The γ-value.
    Gamma(GammaValue),
    /// All positions that can be reached, so many.
    Search(usize),
    /// A search for the winner of normal play, through so many sums of regions and values.
    Winner(u64),
    /// It was given with the position.
    Given,
}

/// An answer and how it was found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The answer.
    pub answer: Answer,
    /// How it was found.
    pub way: Way,
}

impl Finding {
    /// What was given with the position.
    pub fn given(answer: impl Into<Answer>) -> Finding {
        Finding { answer: answer.into(), way: Way::Given }
    }

    /// What a theorem tells by itself, without the answers to other questions.
    pub fn told(answer: impl Into<Answer>, theorem: &'static Theorem) -> Finding {
        Finding { answer: answer.into(), way: Way::Theorem(theorem, Vec::new()) }
    }
}

/// The answers that a theorem asks for.
#[derive(Default)]
pub struct Parts {
    /// Asked and not known yet.
    missing: Vec<(PositionId, Question)>,
    /// Asked and answered, in order.
    used: Vec<(PositionId, Question)>,
}

impl Parts {
    /// The answer about another position; nothing if it is not known yet. Then the theorem gives up, and is asked
    /// again when it is.
    pub fn ask(&mut self, p: PositionId, question: Question, cx: &mut dyn Context) -> Option<Answer> {
        match cx.positions().findings().get(&(p, question)) {
            Some(finding) => {
                self.used.push((p, question));
                Some(finding.answer.clone())
            }
            None => {
                self.missing.push((p, question));
                None
            }
        }
    }

    /// The answers about several positions, if all are known.
    pub fn all(&mut self, parts: &[PositionId], question: Question, cx: &mut dyn Context) -> Option<Vec<Answer>> {
        let answers: Vec<Option<Answer>> = parts.iter().map(|&p| self.ask(p, question, cx)).collect();
        answers.into_iter().collect()
    }

    /// What was asked for and is not known yet.
    pub(crate) fn take_missing(&mut self) -> Vec<(PositionId, Question)> {
        std::mem::take(&mut self.missing)
    }

    /// From here on the theorem uses other answers than those asked for so far.
    pub fn start_anew(&mut self) {
        self.used.clear();
    }

    /// The answer of a theorem from all that was asked.
    pub fn by(&mut self, theorem: &'static Theorem, answer: impl Into<Answer>) -> Option<Finding> {
        Some(Finding { answer: answer.into(), way: Way::Theorem(theorem, std::mem::take(&mut self.used)) })
    }
}
