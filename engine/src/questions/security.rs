//! What each player can secure where play can end in several ways (Smith 1966, sections 5 and 12).

use dashu_ratio::RBig;

use super::search::note_classes;
use super::{Explored, ask, explore};
use crate::games::{Fault, Player};
use crate::graphs::{Seed, two_player_remoteness_with};
use crate::ordinals::{Length, Ordinal};
use crate::positions::{Context, Convention, End, PositionId, Question, Topic, Way, payoff};

/// Which ends of play are a success for Left; all others are one for Right.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// A win, or a positive payoff: Smith's Q₁.
    Win,
    /// A draw or a win: Q₀.
    Draw,
    /// Every end: Q₋₁.
    End,
    /// No end: Q₂.
    Never,
    /// Ends in which Left receives at least this: 1 for a win, 0 for a draw, -1 for a loss where no payoff is given.
    AtLeast(RBig),
}

impl Goal {
    /// The question about play that it is; none for a payoff.
    fn question(&self, starter: Player) -> Option<Question<Length>> {
        let least = match self {
            Goal::Win => 1,
            Goal::Draw => 0,
            Goal::End => -1,
            Goal::Never => 2,
            Goal::AtLeast(_) => return None,
        };
        Some(Question::new(Topic::success(least), Convention::Normal, starter))
    }

    /// The same goal where all ends are wins, draws and losses.
    fn without_payoffs(&self) -> Goal {
        match self {
            Goal::AtLeast(x) if *x > RBig::ONE => Goal::Never,
            Goal::AtLeast(x) if *x > RBig::ZERO => Goal::Win,
            Goal::AtLeast(x) if *x > -RBig::ONE => Goal::Draw,
            Goal::AtLeast(_) => Goal::End,
            goal => goal.clone(),
        }
    }
}

/// The numbers of a win, a draw and a loss where play ends without a payoff.
pub(super) struct Ends<'a> {
    payoffs: Vec<Option<RBig>>,
    seeds: &'a [End],
}

impl<'a> Ends<'a> {
    pub(super) fn new(explored: &'a Explored, cx: &mut dyn Context) -> Result<Ends<'a>, Fault> {
        let mut payoffs = Vec::with_capacity(explored.positions.len());
        for &p in &explored.positions {
            cx.games().budget.tick()?;
            payoffs.push(payoff(p, cx));
        }
        Ok(Ends { payoffs, seeds: &explored.seeds })
    }

    pub(super) fn have_payoffs(&self) -> bool {
        self.payoffs.iter().any(Option::is_some)
    }

    /// The remoteness for either starter at the position explored, where success for Left is to reach the goal.
    pub(super) fn remoteness(
        &self,
        explored: &Explored,
        goal: &Goal,
        cx: &mut dyn Context,
    ) -> Result<[Length; 2], Fault> {
        let seed = |v, mover| {
            let success = match goal {
                Goal::Win => self.payoff(v, mover) > RBig::ZERO,
                Goal::Draw => self.payoff(v, mover) >= RBig::ZERO,
                Goal::End => true,
                Goal::Never => false,
                Goal::AtLeast(least) => self.payoff(v, mover) >= *least,
            };
            if success == (mover == Player::Left) { Seed::NextWins } else { Seed::PreviousWins }
        };
        let right = explored.right.as_ref().unwrap_or(&explored.left);
        let table = two_player_remoteness_with(&explored.left, right, seed, &mut cx.games().budget)?;
        Ok([Player::Left, Player::Right].map(|starter| Length::of(table.get(0, starter))))
    }

    /// What Left receives when play has ended at `v` and `mover` is to move.
    pub(super) fn payoff(&self, v: u32, mover: Player) -> RBig {
        if let Some(payoff) = &self.payoffs[v as usize] {
            return payoff.clone();
        }
        match (self.seeds[v as usize].seed(mover), mover) {
            (Seed::Draw, _) => RBig::ZERO,
            (Seed::NextWins, Player::Left) | (Seed::PreviousWins, Player::Right) => RBig::ONE,
            _ => -RBig::ONE,
        }
    }
}

/// Smith's Q functions, one for each goal, when `starter` makes the first move: the remoteness of the game in which Left
/// wins just where the goal is reached. Odd when the starter can force his success, even when the other can force his,
/// nothing for infinity, when neither can. An end is one move from the success of a player who would have to move there.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions::{self, Goal};
///
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let q = questions::q_values(star, Player::Left, &[Goal::End, Goal::Never], &mut engine)?;
/// assert_eq!(q, [Some(1u64.into()), Some(2u64.into())]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Limits; what the rules say.
pub fn q_values(
    p: PositionId,
    starter: Player,
    goals: &[Goal],
    cx: &mut dyn Context,
) -> Result<Vec<Option<Ordinal>>, Fault> {
    let mut all = Vec::with_capacity(goals.len());
    for goal in goals {
        let length = match goal.question(starter) {
            Some(question) => ask(p, question, cx)?.answer,
            None => at_least(p, starter, goal, cx)?,
        };
        all.push(match length {
            Length::Ends(moves) => Some(moves),
            Length::Endless => None,
        });
    }
    Ok(all)
}

/// Keeps Smith's Q functions of a position, from one look at all that can be reached.
pub(super) fn all_successes(p: PositionId, cx: &mut dyn Context) -> Result<(), Fault> {
    let explored = explore(p, Convention::Normal, cx)?;
    note_classes(p, &explored, cx)?;
    let ends = Ends::new(&explored, cx)?;
    for (least, goal) in [(1, Goal::Win), (0, Goal::Draw), (-1, Goal::End), (2, Goal::Never)] {
        let both = ends.remoteness(&explored, &goal, cx)?;
        for (starter, length) in [Player::Left, Player::Right].into_iter().zip(both) {
            let question = Question::new(Topic::success(least), Convention::Normal, starter);
            cx.positions().keep(p, question, length, Way::Search(explored.positions.len()));
        }
    }
    Ok(())
}

/// The Q function of a payoff. Where moves cannot be listed no payoffs are given, and a win counts 1, a loss -1.
fn at_least(p: PositionId, starter: Player, goal: &Goal, cx: &mut dyn Context) -> Result<Length, Fault> {
    let explored = match explore(p, Convention::Normal, cx) {
        Err(Fault::None(why)) => {
            let Some(question) = goal.without_payoffs().question(starter) else { return Err(Fault::None(why)) };
            return Ok(ask(p, question, cx)?.answer);
        }
        explored => explored?,
    };
    let [left, right] = Ends::new(&explored, cx)?.remoteness(&explored, goal, cx)?;
    Ok(if starter == Player::Left { left } else { right })
}

/// Something a player can make sure of, however the other plays (Smith 1966, Table 1); "or better" is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// To win within a number of moves known beforehand.
    BoundedWin,
    /// To win in the end.
    Win,
    /// A draw, or a win, within a number of moves known beforehand.
    BoundedDraw,
    /// A draw by the rules, or a win, in the end.
    TerminatedDraw,
    /// Not to lose, if only because play need not end.
    UnterminatedDraw,
    /// That play ends within a number of moves known beforehand.
    BoundedLoss,
    /// That play ends.
    Loss,
}

impl Guarantee {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Guarantee::BoundedWin => "bounded win",
            Guarantee::Win => "win",
            Guarantee::BoundedDraw => "bounded draw",
            Guarantee::TerminatedDraw => "terminated draw",
            Guarantee::UnterminatedDraw => "unterminated draw",
            Guarantee::BoundedLoss => "bounded loss",
            Guarantee::Loss => "loss",
        }
    }
}

/// The security level of a player from his three Q functions, for a win, a draw and any end: those guarantees of which
/// none implies another, his choice. Empty when he can neither avoid defeat nor make play end. The printed table has a
/// row `even, even, even` for this; in truth the third function is then infinite.
///
/// ```
/// use cg_engine::ordinals::Ordinal;
/// use cg_engine::questions::{Guarantee, guarantees};
/// let q = [Some(Ordinal::from(2u64)), None, Some(Ordinal::from(3u64))];
/// let level = guarantees(&q, true);
/// assert_eq!(level, [Guarantee::UnterminatedDraw, Guarantee::BoundedLoss]);
/// ```
pub fn guarantees(q: &[Option<Ordinal>; 3], is_starter: bool) -> Vec<Guarantee> {
    let success = |q: &Option<Ordinal>| q.as_ref().filter(|q| q.is_even() != is_starter).map(Ordinal::is_finite);
    let [win, draw, end] = q.each_ref().map(success);
    let loss = match end {
        Some(true) => Some(Guarantee::BoundedLoss),
        Some(false) => Some(Guarantee::Loss),
        None => None,
    };
    let bounded_loss = loss.filter(|&loss| loss == Guarantee::BoundedLoss);
    let mut all = Vec::new();
    match (win, draw, &q[1]) {
        (Some(true), ..) => all.push(Guarantee::BoundedWin),
        (Some(false), Some(true), _) => all.extend([Guarantee::Win, Guarantee::BoundedDraw]),
        (Some(false), ..) => all.extend([Guarantee::Win].into_iter().chain(bounded_loss)),
        (None, Some(true), _) => all.push(Guarantee::BoundedDraw),
        (None, Some(false), _) => all.extend([Guarantee::TerminatedDraw].into_iter().chain(bounded_loss)),
        (None, None, None) => all.extend([Guarantee::UnterminatedDraw].into_iter().chain(loss)),
        (None, None, Some(_)) => all.extend(loss),
    }
    all
}
