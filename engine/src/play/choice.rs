//! The moves of a good player, with reasons: the data that was used.

use dashu_ratio::RBig;

use super::{Contest, MoveList};
use crate::games::Fault;
use crate::graphs::Verdict;
use crate::ordinals::Ordinal;
use crate::positions::{self, Context, Convention, Finding, PositionId, Prospects, Question, Topic};
use crate::questions;

/// The reason for a move.
#[derive(Clone, Debug)]
pub enum Because {
    /// It is the only move.
    Only,
    /// The nim-sum of the heaps after it (Bouton 1901).
    NimSum(Ordinal),
    /// The winner after the move, with the way it was found.
    Found(Finding<Verdict>),
    /// All play from here was searched.
    Searched,
    /// The answer of the second player's strategy, which remembers the play (Fraenkel and Yesha 1982).
    Remembered,
    /// It is the move of the temperature policy, in the hottest component (Conway 1977).
    Hottest,
    /// A look this many moves ahead; of the moves that do not lose within them it leaves its player the most moves.
    Ahead(u32),
}

/// A move that a good player makes.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The target.
    pub to: PositionId,
    /// The result that its player can force, or `None` if that was not found.
    pub verdict: Option<Verdict>,
    /// The largest number of moves that the play lasts after it, when the winner hurries and the loser delays.
    pub within: Option<u32>,
    /// If ends have payoffs: the least that Left receives, if she moves here, or the most, if Right does.
    pub payoff: Option<RBig>,
    /// The reason.
    pub because: Because,
}

/// Returns the best move of the player to move: it wins if a win can be forced, and makes progress; it keeps a draw; in
/// a lost position it delays the end. `None` if there is no move.
///
/// ```
/// use cg_engine::play::{Contest, choose};
/// use cg_engine::graphs::Verdict;
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let two = engine.positions().impartial_form(&[zero, star]);
/// let contest = Contest::new(two, Convention::Misere, Player::Left, &mut engine);
/// let choice = choose(&contest, &mut engine)?.expect("there are moves");
/// assert_eq!((choice.to, choice.verdict, choice.within), (star, Some(Verdict::Win), Some(1)));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// The limits, if the answer lies too deep.
pub fn choose(contest: &Contest, cx: &mut dyn Context) -> Result<Option<Choice>, Fault> {
    match contest.moves(cx)? {
        MoveList::Listed(list) => match list[..] {
            [] => Ok(None),
            [_, _, ..] if contest.is_for_points() => for_points(contest, cx),
            [to] => Ok(Some(Choice { to, verdict: None, within: None, payoff: None, because: Because::Only })),
            _ => by_question(contest, Topic::GOOD_MOVE, cx),
        },
        MoveList::Described(_) => unlisted(contest, cx).map(Some),
    }
}

/// Returns the first of the moves that are best for points.
fn for_points(contest: &Contest, cx: &mut dyn Context) -> Result<Option<Choice>, Fault> {
    let (moves, score) = questions::best_for_points(contest.position(), contest.mover(), cx)?;
    let because = Because::Searched;
    let choice =
        |&to| Choice { to, verdict: None, within: None, payoff: Some(score.clone()), because: because.clone() };
    Ok(moves.first().map(choice))
}

/// Returns the first of the moves that a question about them is answered with.
pub(super) fn by_question(
    contest: &Contest,
    topic: Topic<Box<Prospects>>,
    cx: &mut dyn Context,
) -> Result<Option<Choice>, Fault> {
    let convention = contest.convention();
    let question = Question::new(topic, convention, contest.mover());
    let found = questions::ask(contest.position(), question, cx)?.answer;
    let Some(&to) = found.moves.first() else { return Ok(None) };
    // An end is one move from the success of a player who would have to move there.
    let within = found.remoteness.map(|moves| moves.saturating_sub(1 + u32::from(convention == Convention::Misere)));
    let because = match found.payoff {
        Some(_) => Because::Searched,
        None => because(contest, to, cx)?,
    };
    Ok(Some(Choice { to, verdict: Some(found.verdict), within, payoff: found.payoff, because }))
}

/// Returns a winning move by a theorem or by the values of components, for positions too large to be searched for the
/// best one, or `None` if there is no win.
///
/// ```
/// use cg_engine::play::{Contest, choose_winning};
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let contest = Contest::new(star, Convention::Normal, Player::Left, &mut engine);
/// assert_eq!(choose_winning(&contest, &mut engine)?.map(|choice| choice.to), Some(zero));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn choose_winning(contest: &Contest, cx: &mut dyn Context) -> Result<Option<Choice>, Fault> {
    let winning = questions::winning_moves(contest.position(), contest.convention(), contest.mover(), cx)?;
    let Some(&to) = winning.first() else { return Ok(None) };
    let because = because(contest, to, cx)?;
    Ok(Some(Choice { to, verdict: Some(Verdict::Win), within: None, payoff: None, because }))
}

/// Chooses among moves that cannot be listed: a theorem knows the winning ones.
fn unlisted(contest: &Contest, cx: &mut dyn Context) -> Result<Choice, Fault> {
    let (p, player, convention) = (contest.position(), contest.mover(), contest.convention());
    let winning = match questions::winning_moves(p, convention, player, cx) {
        // Infinitely many, if there are any; then one does as well as another.
        Err(Fault::None(_)) => Vec::new(),
        winning => winning?,
    };
    let to = match winning.first() {
        Some(&to) => to,
        None => {
            let some = questions::some_moves(p, player, cx)?;
            *some.first().ok_or_else(|| Fault::None("no move is known here".into()))?
        }
    };
    let because = because(contest, to, cx)?;
    let verdict = match winning.is_empty() {
        false => Verdict::Win,
        true => questions::ask(p, Question::new(Topic::OUTCOME, convention, player), cx)?.answer,
    };
    Ok(Choice { to, verdict: Some(verdict), within: None, payoff: None, because })
}

/// Returns the reason why the position after a move is good or bad.
fn because(contest: &Contest, to: PositionId, cx: &mut dyn Context) -> Result<Because, Fault> {
    let convention = contest.convention();
    if convention == Convention::Normal
        && let Some(heaps) = positions::heaps_of_nim(to, cx)
        && heaps.len() > 1
    {
        let mut sum = Ordinal::default();
        for heap in &heaps {
            sum = sum.nim_sum(heap)?;
        }
        return Ok(Because::NimSum(sum));
    }
    let question = Question::new(Topic::OUTCOME, convention, contest.mover().other());
    questions::ask(to, question, cx).map(Because::Found)
}
