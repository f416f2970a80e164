//! Questions about play, and their answers: the types that rulesets, the store of positions and the callers share.
//!
//! A ruleset may know an answer from the answers to other questions ([`Rules::theorem`](super::Rules::theorem)): a
//! compound from those of its parts. Answers that it needs and that are not known yet are noted among the [`Parts`].

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::{Answer, AnswerType, Convention, Known, Line, PositionId, Prospects};
use crate::games::{Outcome, Player};
use crate::graphs::{Foreclosed, Verdict};
use crate::ordinals::{GammaValue, Length};

/// The questions about play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// Smith's D: the length of the longest play (Smith 1966, section 3).
    Distance,
    /// Smith's R: the length when the winner hurries and the loser delays (section 4).
    Remoteness,
    /// The length when the winner delays and the loser hurries (Winning Ways, ch. 9).
    Suspense,
    /// The result that the starter can force.
    Outcome,
    /// The fact that the starter has a move, or not.
    CanMove,
    /// The fact that play must end, whoever moves, or not.
    Ends,
    /// The fact that somebody wins from here and from everywhere that can be reached, or not; for impartial positions.
    Decided,
    /// The value that is left if nobody ends the position (see [`Foreclosed`]); for impartial positions.
    Foreclosed,
    /// Smith's Q_r: remoteness where success for Left is an end worth at least r to her: 1 a win, 0 a draw, -1 any end,
    /// 2 none (sections 5 and 12).
    Success(i8),
    /// The moves of the starter that win and finish the win: all that lead to a position which the next player loses, but of
    /// those that can be taken back only the quickest.
    WinningMoves,
    /// One move of the starter that wins and makes progress, if there is one: that which is soonest found.
    WinningMove,
    /// The moves of the starter that keep the best outcome, the best first, with that outcome.
    BestMoves,
    /// One of them, with the outcome: by all play if that is small, else the move of [`About::ProofMove`].
    GoodMove,
    /// The move by which a search for the winner goes on, with the outcome: one that wins, or if all moves lose the one
    /// whose answer is hardest to find. There is none if the winner is known in another way.
    ProofMove,
    /// The moves of a play in which the winner makes winning moves and the loser his first one.
    Line,
    /// A best move wherever the starter has to move while he keeps to it.
    Strategy,
}

/// A subject of questions with the type of its answers: [`Topic::OUTCOME`] asks for a [`Verdict`], [`Topic::ENDS`] for a
/// `bool`.
#[derive(Debug, PartialEq, Eq)]
pub struct Topic<A = Answer> {
    about: About,
    answers: PhantomData<fn() -> A>,
}

impl<A> Topic<A> {
    const fn of(about: About) -> Topic<A> {
        Topic { about, answers: PhantomData }
    }
}

/// Names the topics, each with the type of its answers.
macro_rules! topics {
    ($($topic:ident: $type:ty = $about:ident;)+) => {
        $(impl Topic<$type> {
            #[doc = concat!("Asks for [`About::", stringify!($about), "`].")]
            pub const $topic: Topic<$type> = Topic::of(About::$about);
        })+

        impl About {
            /// Returns `true` if the answer is of the type of those to this question.
            pub(super) fn is_answered_by(self, answer: &Answer) -> bool {
                match self {
                    About::Success(_) => Length::is(answer),
                    $(About::$about => <$type>::is(answer),)+
                }
            }
        }
    };
}

topics! {
    DISTANCE: Length = Distance;
    REMOTENESS: Length = Remoteness;
    SUSPENSE: Length = Suspense;
    OUTCOME: Verdict = Outcome;
    CAN_MOVE: bool = CanMove;
    ENDS: bool = Ends;
    DECIDED: bool = Decided;
    FORECLOSED: Foreclosed = Foreclosed;
    WINNING_MOVES: Vec<PositionId> = WinningMoves;
    WINNING_MOVE: Vec<PositionId> = WinningMove;
    BEST_MOVES: Box<Prospects> = BestMoves;
    GOOD_MOVE: Box<Prospects> = GoodMove;
    PROOF_MOVE: Box<Prospects> = ProofMove;
    LINE: Vec<PositionId> = Line;
    STRATEGY: Vec<Line> = Strategy;
}

impl Topic<Length> {
    /// Asks for [`About::Success`].
    pub const fn success(least: i8) -> Topic<Length> {
        Topic::of(About::Success(least))
    }
}

impl From<About> for Topic {
    fn from(about: About) -> Topic {
        Topic::of(about)
    }
}

/// A question about play, whose answers are of type `A`. If that is [`Answer`], they are of the type that `about` says.
///
/// A question for an answer of another type does not compile:
///
/// ```compile_fail,E0308
/// # use cg_engine::positions::{Convention, Engine, PositionId, Question, Topic};
/// # use cg_engine::{games::{Fault, Player}, ordinals::Length, questions::ask};
/// fn length(p: PositionId, engine: &mut Engine) -> Result<Length, Fault> {
///     Ok(ask(p, Question::new(Topic::OUTCOME, Convention::Normal, Player::Left), engine)?.answer)
/// }
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Question<A = Answer> {
    /// The subject.
    pub about: About,
    /// The convention, which decides who wins when play ends.
    pub convention: Convention,
    /// The player who makes the first move.
    pub starter: Player,
    answers: PhantomData<fn() -> A>,
}

// Derived, these would demand the same of the answers.
impl<A> Clone for Topic<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Topic<A> {}

impl<A> Clone for Question<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Question<A> {}

impl<A> Hash for Question<A> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.about, self.convention, self.starter).hash(state);
    }
}

impl<A> Question<A> {
    /// Returns a question about a topic, or about an [`About`]. If the convention does not matter, it becomes the
    /// normal one.
    pub fn new(topic: impl Into<Topic<A>>, convention: Convention, starter: Player) -> Question<A> {
        let about = topic.into().about;
        let convention = match about {
            About::Distance | About::CanMove | About::Ends => Convention::Normal,
            _ => convention,
        };
        Question { about, convention, starter, answers: PhantomData }
    }

    /// Asks about something else, of the same convention and starter.
    pub fn with<B>(self, topic: impl Into<Topic<B>>) -> Question<B> {
        Question::new(topic, self.convention, self.starter)
    }

    /// Returns this question for another starter.
    pub fn started_by(self, starter: Player) -> Question<A> {
        Question { starter, ..self }
    }

    /// Forgets the type of the answers.
    pub fn untyped(self) -> Question {
        self.typed()
    }

    /// Takes the answers to be of type `B`. If they are not, reading one panics.
    pub fn typed<B>(self) -> Question<B> {
        Question { about: self.about, convention: self.convention, starter: self.starter, answers: PhantomData }
    }

    /// Returns the name of the question.
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
            (About::WinningMoves, _) => "winning moves",
            (About::WinningMove, _) => "winning move",
            (About::BestMoves, _) => "best moves",
            (About::GoodMove, _) => "good move",
            (About::ProofMove, _) => "move of the proof",
            (About::Line, _) => "line of play",
            (About::Strategy, _) => "strategy",
        }
    }
}

/// Returns the result given by the parity of a remoteness or suspense.
pub fn by_parity(length: &Length) -> Verdict {
    match length.is_odd() {
        Some(true) => Verdict::Win,
        Some(false) => Verdict::Loss,
        None => Verdict::Draw,
    }
}

/// Returns the result of normal play: 0 is lost for the mover, other nimbers are won, and ∞(K) is won if 0 is in K,
/// else drawn.
pub fn by_gamma(gamma: &GammaValue) -> Verdict {
    match gamma.outcome() {
        Outcome::P => Verdict::Loss,
        Outcome::N => Verdict::Win,
        _ => Verdict::Draw,
    }
}

/// The claim of a theorem about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The reason why it holds: "by the nim-sum".
    Because(&'static str),
    /// The relation to the answers to others: "the least of".
    Equals(&'static str),
    /// The way it follows from the answers to others: "lost if all parts are".
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
    /// The claim about the answer.
    pub says: Claim,
    /// The source: "Smith 1966, eq. 9".
    pub source: &'static str,
}

/// The way an answer was found: the data that was used.
#[derive(Clone, Debug)]
pub enum Way {
    /// A theorem, with the questions whose answers it took.
    Theorem(&'static Theorem, Vec<(PositionId, Question)>),
    /// The value in normal play.
    Value(Known),
    /// The γ-value.
    Gamma(GammaValue),
    /// A search of all positions that can be reached, by their number; 0 if it was that of a position before them.
    Search(usize),
    /// A search for the winner of normal play, by the number of sums of regions and values that it visited.
    Winner(u64),
    /// The answer was given with the position.
    Given,
}

/// An answer and how it was found.
#[derive(Clone, Debug)]
pub struct Finding<A = Answer> {
    /// The answer.
    pub answer: A,
    /// The way it was found.
    pub way: Way,
}

impl Finding {
    /// Returns a finding that was given with the position.
    pub fn given(answer: impl Into<Answer>) -> Finding {
        Finding { answer: answer.into(), way: Way::Given }
    }

    /// Returns a finding by a theorem that needs no answers to other questions.
    pub fn told(answer: impl Into<Answer>, theorem: &'static Theorem) -> Finding {
        Finding { answer: answer.into(), way: Way::Theorem(theorem, Vec::new()) }
    }

    /// Reads the answer as one of type `A`.
    ///
    /// # Panics
    /// If it is of another type, as [`Answer::read`].
    #[track_caller]
    pub fn typed<A: AnswerType>(self) -> Finding<A> {
        Finding { answer: self.answer.read(), way: self.way }
    }
}
