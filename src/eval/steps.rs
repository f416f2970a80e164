//! Games of one heap that moves up and down by fixed steps: their play by a period that is proved.

use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::rules::GameRules;
use super::{Session, globals::Global, laws::ordinals};
use cg_engine::games::{Budget, Cache, Fault};
use cg_engine::graphs::StepGame;
use cg_engine::laws::{LinearRule, Range};
use cg_engine::ordinals::{GammaValue, Length};
use cg_engine::positions::{
    About, Answer, Claim, Finding, Here, MoveGoal, Options, PositionId, Question, Rules, Theorem, by_parity,
};
use cg_engine::questions;

/// The largest step, and the number of members of a range, that are read.
const MAX_STEP: i64 = 256;
/// The largest number before which the options are not yet those of all later ones.
const MAX_SETTLED: usize = 1000;

static BY_PERIOD: Theorem = Theorem {
    says: Claim::Because("by a period that the moves prove for all heaps"),
    source: "after Fraenkel and Tassa 1975",
};

static RUNS_ON: Theorem =
    Theorem { says: Claim::Because("as a move can be made again and again"), source: "by the rule" };

/// The rule of a game whose options are at fixed steps, one of them up.
#[derive(Debug)]
pub(crate) struct StepRule {
    rule: LinearRule,
    /// The number from which on the steps are all options.
    settled: usize,
    steps: Vec<i64>,
    game: Cache<Option<Arc<StepGame>>>,
}

impl StepRule {
    /// Returns the rule, or `None` if it is of another kind.
    pub fn of(rule: LinearRule) -> Option<StepRule> {
        let is_short = |range: &Range| match range {
            Range::Between(from, to) => match (from.as_constant(), to.as_constant()) {
                (Some(from), Some(to)) => to - from <= IBig::from(MAX_STEP),
                _ => false,
            },
            _ => false,
        };
        if !rule.clauses.iter().all(|clause| clause.ranges.iter().all(|(range, _)| is_short(range))) {
            return None;
        }
        let (settled, steps) = rule.steps(&mut Budget::unlimited()).ok()??;
        let steps = steps.iter().map(|step| i64::try_from(step).ok().filter(|step| step.abs() <= MAX_STEP));
        let steps = steps.collect::<Option<Vec<i64>>>()?;
        let deepest = steps.iter().map(|step| step.min(&0).unsigned_abs() as usize).max()?;
        let settled = usize::try_from(settled).ok()?.max(deepest);
        (settled <= MAX_SETTLED && steps.iter().any(|step| *step > 0)).then_some(StepRule {
            rule,
            settled,
            steps,
            game: Cache::default(),
        })
    }

    fn game(&self, budget: &mut Budget) -> Result<Arc<StepGame>, Fault> {
        if let Some(game) = &*self.game.read() {
            return Ok(game.clone());
        }
        let mut small = Vec::new();
        for n in 0..self.settled {
            let options = self.rule.moves(&[IBig::from(n)], budget)?.listed;
            small.push(options.iter().filter_map(|option| u32::try_from(&option[0]).ok()).collect());
        }
        let game = Arc::new(StepGame::new(small, self.steps.clone()));
        *self.game.write() = Some(game.clone());
        Ok(game)
    }
}

impl GameRules {
    /// Returns the game of steps and the number that the position stands for, or `None` if it is of another kind.
    fn step_game(&self, state: &[u32], cx: &mut Session) -> Option<Result<(Arc<StepGame>, UBig), Fault>> {
        let Global::Game(definition, _) = cx.globals.get(self.slot).clone() else { return None };
        let steps = definition.steps.as_ref()?;
        let [n] = &ordinals(state, cx)?[..] else { return None };
        let n = n.as_finite()?.clone();
        Some(steps.game(&mut cx.games.budget).map(|game| (game, n)))
    }

    fn no_period(&self) -> Fault {
        Fault::None(format!(
            "no period of `{}` is proved: its heaps go on without end, and what was found does not repeat",
            self.name
        ))
    }

    /// Returns `true` if play from a heap that moves by fixed steps can return to an earlier one.
    pub(super) fn returns_by_steps(&self, state: &[u32], cx: &Session) -> bool {
        let Global::Game(definition, _) = cx.globals.get(self.slot) else { return false };
        let (Some(steps), Some(heaps)) = (&definition.steps, ordinals(state, cx)) else { return false };
        let budget = &mut cx.games.budget.clone();
        let n = heaps.first().and_then(|n| n.as_finite());
        n.is_some_and(|n| steps.game(budget).and_then(|game| game.may_return(n, budget)).unwrap_or(false))
    }

    /// Returns the γ-value of a heap that moves by fixed steps.
    pub(super) fn gamma_by_steps(&self, state: &[u32], cx: &mut Session) -> Option<Result<GammaValue, Fault>> {
        let found = self.step_game(state, cx)?;
        Some(found.and_then(|(game, n)| game.gamma(&n, &mut cx.games.budget)?.ok_or_else(|| self.no_period())))
    }

    /// Answers who wins a heap that moves by fixed steps, and how soon.
    pub(super) fn answer_by_steps(
        &self,
        state: &[u32],
        question: Question,
        cx: &mut Session,
    ) -> Result<Option<Finding>, Fault> {
        let Global::Game(definition, _) = cx.globals.get(self.slot).clone() else { return Ok(None) };
        let Some(found) = self.step_game(state, cx).filter(|_| question.about != About::CanMove) else {
            return Ok(None);
        };
        match question.about {
            About::Outcome | About::Remoteness => {}
            about if definition.descents.runs_on(state, cx).is_none() && about != About::Distance => return Ok(None),
            About::Ends | About::Decided => return Ok(Some(Finding::told(Answer::Yes(false), &RUNS_ON))),
            About::Distance if definition.descents.runs_on(state, cx).is_some() => {
                return Ok(Some(Finding::told(Length::Endless, &RUNS_ON)));
            }
            About::Distance => return Ok(None),
            _ => {
                let why = format!("play of `{}` has no end, and no theorem tells its {}", self.name, question.name());
                return Err(Fault::None(why));
            }
        }
        let (game, n) = found?;
        let length = game.remoteness(&n, question.convention, &mut cx.games.budget)?;
        let length: Length = length.ok_or_else(|| self.no_period())?;
        let answer: Answer = match question.about {
            About::Outcome => by_parity(&length).into(),
            _ => length.into(),
        };
        Ok(Some(Finding::told(answer, &BY_PERIOD)))
    }

    /// Returns the moves of a heap that moves by fixed steps to heaps that the mover wants.
    pub(super) fn moves_by_steps(
        &self,
        here: Here<'_>,
        goal: MoveGoal<'_>,
        cx: &mut Session,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        self.step_game(here.state, cx)?.ok()?;
        let is_wanted = |p: PositionId, cx: &mut Session| match goal {
            MoveGoal::Value(nim_value) => {
                Ok(questions::gamma(p, cx)?.as_finite().is_some_and(|value| value == nim_value))
            }
            MoveGoal::Win(convention, player) => {
                let question = Question::new(About::Remoteness, convention, player);
                let length: Length = questions::ask(p, question, cx)?.answer.read();
                Ok(length.is_odd() == Some(false))
            }
            MoveGoal::Any(_) => Ok(true),
        };
        let list = |cx: &mut Session| {
            let mut options = Options::default();
            self.options(here, cx, &mut options)?;
            let mut found = Vec::new();
            for p in options.left {
                if is_wanted(p, cx)? {
                    found.push(p);
                }
            }
            Ok(found)
        };
        Some(list(cx))
    }
}
