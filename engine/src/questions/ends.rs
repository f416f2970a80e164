//! Ends of play that count as a success, and their payoffs.

use dashu_ratio::RBig;

use super::Explored;
use crate::games::{Fault, Player};
use crate::graphs::Seed;
use crate::ordinals::Length;
use crate::positions::{Context, Convention, End, Question, Topic, payoff};

/// The ends of play that are a success for Left. All others are one for Right.
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
    /// Returns the question about play for this goal, or `None` for a payoff.
    pub(super) fn question(&self, starter: Player) -> Option<Question<Length>> {
        let least = match self {
            Goal::Win => 1,
            Goal::Draw => 0,
            Goal::End => -1,
            Goal::Never => 2,
            Goal::AtLeast(_) => return None,
        };
        Some(Question::new(Topic::success(least), Convention::Normal, starter))
    }

    /// Returns the goal in play whose ends are wins, draws and losses alone.
    pub(super) fn without_payoffs(&self) -> Goal {
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

    /// Returns the remoteness for either starter at the position explored, where success for Left is to reach the goal.
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
        let table = explored.remoteness(seed, &mut cx.games().budget)?;
        Ok([Player::Left, Player::Right].map(|starter| Length::of(table.get(0, starter))))
    }

    /// Returns the payoff of Left if play has ended at `v` and `mover` is to move.
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
