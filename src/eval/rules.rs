//! A person's `game` as a ruleset like any other.
//!
//! The layout of the arguments in the state of a position is described in `state`.

use std::any::Any;
use std::sync::Arc;

use super::errors::GameError;
use super::globals::{Definition, Global};
use super::laws::{measures_of_foreclosed, ordinals, position_of, sizes_of_heaps};
use super::machine::whole;
use super::worth::{as_position, sum_of};
use super::{Session, Sort, claims, machine, state};
use crate::eval::EvalError;
use crate::eval::machine::Request;
use crate::value::code::Op;
use crate::value::{Value, term};
use cg_engine::games::hashing::FastMap;
use cg_engine::games::{Fault, Forget, Player};
use cg_engine::graphs::Foreclosed;
use cg_engine::heaps::ReplyCount;
use cg_engine::laws::{Compared, Measure, OrdinalLaw, Progression, Wanted};
use cg_engine::ordinals::{GammaValue, Length, Ordinal};
use cg_engine::positions::{
    About, Alike, Answer, Claim, Context, Convention, EndOfPlay, Facts, Finding, Here, Marks, MoveGoal, Options, Parts,
    PositionId, Question, Rules, RulesetId, Target, Term, Theorem, by_parity, halved_heaps,
};
use cg_engine::questions;
use cg_engine::rulesets::nim::TransfiniteNim;

/// The law of the rule gives lengths of play of any size.
static BY_RULE: Theorem =
    Theorem { says: Claim::Because("by transfinite induction along the rule"), source: "Smith 1966, section 11" };

/// The position has the moves of a compound of heaps.
static JOINT_HEAPS: Theorem =
    Theorem { says: Claim::Follows("as of the compound of heaps that it is:"), source: "by definition" };

pub(crate) struct GameRules {
    pub slot: u32,
    pub name: Arc<str>,
    /// The rule as data, if its options have no end.
    pub law: Option<OrdinalLaw>,
    /// `true` if the rule is known as data of impartial moves.
    pub is_impartial: bool,
    /// `true` if the game has no moves of its own: see [`Definition::hands_on`].
    pub hands_on: bool,
}

impl GameRules {
    /// Returns the rules of the game of this name, by its definition.
    pub fn new(slot: u32, definition: &Definition) -> GameRules {
        GameRules {
            slot,
            name: (*definition.name).into(),
            law: definition.law.clone().map(OrdinalLaw::new),
            is_impartial: definition.is_data() || definition.descents.is_impartial,
            hands_on: definition.hands_on(),
        }
    }
}

/// Positions kept at most with those that are solved in their place.
const MOST_STAND_INS: usize = 1 << 18;

/// The positions that are solved in place of others, whose game has no moves of its own.
#[derive(Default)]
struct StandIns(FastMap<PositionId, PositionId>);

impl Rules for GameRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let cx = Session::of(cx);
        if let Some(moves) = self.lawful_moves(here, cx, out) {
            return moves;
        }
        let mut targets = Options::default();
        self.moves(here, cx, &mut targets, false, None)?;
        for (targets, list) in [(&targets.left, &mut out.left), (&targets.right, &mut out.right)] {
            cx.games.budget.reserve(targets.len() * size_of::<PositionId>())?;
            list.reserve_exact(targets.len());
            for &target in targets {
                list.push(at_target(cx, target)?);
            }
        }
        out.impartial = targets.impartial;
        Ok(())
    }

    fn targets(
        &self,
        here: Here<'_>,
        wanted: Option<Player>,
        cx: &mut dyn Context,
        out: &mut Options<Target>,
    ) -> Result<bool, Fault> {
        let cx = Session::of(cx);
        if self.law.is_some() {
            let mut options = Options::default();
            self.options(here, cx, &mut options)?;
            out.extend(options);
            return Ok(true);
        }
        let is_solved = self.has_claims(cx);
        let are_all = self.moves(here, cx, out, is_solved, wanted)?;
        let may_stand = !cx.machine.running.is_checking;
        for target in out.left.iter_mut().chain(&mut out.right).filter(|_| may_stand) {
            if let Err(p) = target.components() {
                *target = given_for(p, cx)?.into();
            }
        }
        Ok(are_all)
    }

    fn count(&self, here: Here<'_>, cx: &mut dyn Context) -> Result<Option<[usize; 2]>, Fault> {
        let cx = Session::of(cx);
        if self.law.is_some() {
            return Ok(None);
        }
        let is_solved = self.has_claims(cx);
        let request = Request { slot: self.slot, ruleset: here.id, state: here.state, is_solved, wanted: None };
        whole(cx, |cx| Ok(machine::count_moves(cx, request)))
    }

    fn term(&self, state: &[u32], cx: &dyn Context) -> Term {
        let cx = Session::read(cx);
        Term::Call(self.name.clone(), state::arguments(cx, state).map(|argument| term(&argument)).collect())
    }

    fn facts(&self) -> Facts<'_> {
        Facts {
            impartial: self.is_impartial,
            memory: self.law.as_ref().map(|law| law as &dyn Forget),
            ..Facts::default()
        }
    }

    /// Returns a rule by which play can go on for ever has no law.
    fn end_of_play(&self, state: &[u32], cx: &dyn Context) -> EndOfPlay {
        let cx = Session::read(cx);
        let Global::Game(definition, _) = cx.globals.get(self.slot) else { return EndOfPlay::Unknown };
        if definition.descents.surely_end(state, cx) {
            // A game is imitated only where its play comes to no other ends than usual.
            let is_plain = state::arguments(cx, state).all(|argument| !may_stand_for_play(&argument))
                && has_plain_options(cx, definition, self.slot);
            return if is_plain { EndOfPlay::SURE } else { EndOfPlay::Unknown };
        }
        if let Some(law) = &self.law {
            let is_nim = law.rule.heaps().is_some() && ordinals(state, cx).is_some();
            // Play by other rules ends if the longest one has a length.
            let has_length = || {
                let (law, arguments) = self.numbers(state, cx)?;
                law.law.measure(&arguments, Measure::Distance, &mut cx.games.budget.clone()).ok()
            };
            return if is_nim || has_length().is_some() { EndOfPlay::SURE } else { EndOfPlay::Unknown };
        }
        let returns = self.returns_by_steps(state, cx);
        match definition.descents.runs_on(state, cx) {
            Some(fault) => EndOfPlay::RunsOn { fault, returns },
            None if returns => EndOfPlay::Returns,
            None => EndOfPlay::Unknown,
        }
    }

    fn heaps(&self, state: &[u32], cx: &mut dyn Context) -> Option<Vec<Ordinal>> {
        let cx = Session::of(cx);
        let (arguments, heaps) = self.nim(state, cx)?;
        sizes_of_heaps(&arguments, &heaps).ok()
    }

    fn gamma(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        let cx = Session::of(cx);
        if let Some(heaps) = self.heaps(here.state, cx) {
            return Some(TransfiniteNim::new(heaps).map(|nim| GammaValue::Finite(nim.sum().clone())));
        }
        if let Some((_, p)) = self.joint_heaps(here.state, cx) {
            return Some(p.and_then(|p| questions::gamma(p, cx)));
        }
        if let Some(gamma) = self.gamma_by_steps(here.state, cx) {
            return Some(gamma);
        }
        let (law, arguments) = self.numbers(here.state, cx)?;
        Some(law.law.measure(&arguments, Measure::NimValue, &mut cx.games.budget).map(GammaValue::Finite))
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        known: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let cx = Session::of(cx);
        if let Some((_, p)) = self.joint_heaps(here.state, cx) {
            let answer = known.ask(p?, question, cx);
            return Ok(answer.and_then(|answer| known.by(&JOINT_HEAPS, answer)));
        }
        let Some((law, arguments)) = self.numbers(here.state, cx) else {
            return self.answer_by_steps(here.state, question, cx);
        };
        let measure = match (question.about, question.convention) {
            (About::Distance | About::Ends | About::Decided | About::CanMove, _) => Measure::Distance,
            // There are no draws, for a rule that can go on for ever is refused.
            (About::Remoteness | About::Outcome | About::Success(0 | 1), Convention::Normal) => Measure::Remoteness,
            (About::Remoteness | About::Outcome, Convention::Misere) => Measure::MisereRemoteness,
            (About::Suspense, Convention::Normal) => Measure::Suspense,
            (About::Suspense, Convention::Misere) => Measure::MisereSuspense,
            (About::Foreclosed, Convention::Normal) => Measure::Foreclosed,
            (About::Foreclosed, Convention::Misere) => Measure::MisereForeclosed,
            (About::Success(least), Convention::Normal) => match (least < 0) == (question.starter == Player::Left) {
                true => Measure::Hurried,
                false => Measure::Delayed,
            },
            _ => return Ok(None),
        };
        let found = law.law.measure(&arguments, measure, &mut cx.games.budget)?;
        if question.about == About::Foreclosed {
            return Ok(Some(Finding::told(Foreclosed::counted(found), &BY_RULE)));
        }
        let length = Length::Ends(found);
        let answer = match question.about {
            About::Outcome => by_parity(&length).into(),
            About::Ends | About::Decided => Answer::Yes(true),
            About::CanMove => Answer::Yes(!length.is_zero()),
            _ => length.into(),
        };
        Ok(Some(Finding::told(answer, &BY_RULE)))
    }

    fn find_moves(
        &self,
        here: Here<'_>,
        goal: MoveGoal<'_>,
        _: ReplyCount,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let cx = Session::of(cx);
        if let Some(moves) = self.moves_by_steps(here, goal, cx) {
            return Some(moves);
        }
        match goal {
            MoveGoal::Value(nim_value) => self.moves_to(here, nim_value, cx),
            MoveGoal::Win(convention, player) => self.moves_that_win(here, (convention, player), cx),
            MoveGoal::Any(wanted) => self.some_moves(here, wanted, cx),
        }
    }

    fn kinds_of_moves(
        &self,
        here: Here<'_>,
        questions: &[Question],
        enough: &[Ordinal],
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<Alike>, Fault>> {
        let cx = Session::of(cx);
        let mut measures = Vec::with_capacity(questions.len());
        for question in questions {
            measures.push(match (question.about, question.convention) {
                (About::Remoteness, Convention::Normal) => (Measure::Remoteness, Compared::Itself),
                (About::Remoteness, Convention::Misere) => (Measure::MisereRemoteness, Compared::Itself),
                (About::Suspense, Convention::Normal) => (Measure::Suspense, Compared::Itself),
                (About::Suspense, Convention::Misere) => (Measure::MisereSuspense, Compared::Itself),
                (About::Outcome, Convention::Normal) => (Measure::Remoteness, Compared::Parity),
                (About::Outcome, Convention::Misere) => (Measure::MisereRemoteness, Compared::Parity),
                (About::CanMove, _) => (Measure::Distance, Compared::Zero),
                (About::Foreclosed, Convention::Normal) => (Measure::Foreclosed, Compared::Itself),
                (About::Foreclosed, Convention::Misere) => (Measure::MisereForeclosed, Compared::Itself),
                _ => return None,
            });
        }
        let is_foreclosed = questions.iter().any(|question| question.about == About::Foreclosed);
        if let Some((arguments, heaps)) = self.nim(here.state, cx)
            && heaps.iter().all(|heap| heap.len() == 1)
        {
            let [heap] = heaps.concat()[..] else { return None };
            return self.kinds_of_heap(here.id, &arguments, heap, if is_foreclosed { enough } else { &[] }, cx);
        }
        let measured: Vec<Ordinal>;
        let enough = match is_foreclosed {
            true => {
                measured = match measures_of_foreclosed(enough) {
                    Ok(all) => all,
                    Err(fault) => return Some(Err(fault)),
                };
                &measured
            }
            false => enough,
        };
        let (law, arguments) = self.numbers(here.state, cx)?;
        let moves = match law.law.rule.moves(&arguments, &mut cx.games.budget) {
            Ok(moves) => moves,
            Err(fault) => return Some(Err(fault)),
        };
        let mut kinds: Vec<(Progression, bool)> =
            moves.listed.into_iter().map(|one| (Progression::one(one), false)).collect();
        for family in &moves.families {
            match law.law.kinds(family, &measures, enough, &mut cx.games.budget) {
                Ok(finer) => kinds.extend(finer.into_iter().map(|kind| (kind.family, kind.grows))),
                Err(fault) => return Some(Err(fault)),
            }
        }
        let alike = |(family, grows): (Progression, bool)| {
            let all = family.step.iter().any(|step| !step.is_zero()).then(|| self.family(&law, &family));
            Ok(Alike { first: position_of(cx, here.id, &law, &family.start)?, all, grows })
        };
        Some(kinds.into_iter().map(alike).collect())
    }
}

/// Returns `true` if the options that the rule of a game writes are its own positions and numbers, so that play comes to no ties,
/// points or moves that bind.
fn has_plain_options(cx: &Session, definition: &Definition, slot: u32) -> bool {
    let is_plain = |slot| matches!(cx.globals.get(slot), Global::Variable(value) if !may_stand_for_play(value));
    let is_option = |op: &Op| match *op {
        Op::CallGlobal(called, _) | Op::CallNamed(called, _) => called == slot,
        Op::Global(other) => other == slot || is_plain(other),
        Op::Builtin(row) | Op::CallBuiltin(row, _) | Op::CallMany(row) | Op::Each(row, _) => {
            !cx.globals.builtins.row(row).result.is_any_of(&[Sort::Position])
        }
        Op::Constant(i) => !may_stand_for_play(&definition.code.constants[i as usize]),
        Op::Call(_) | Op::Captured(_) | Op::Closure(_) | Op::Delay(_) | Op::Field(_) => false,
        Op::Graph { .. } | Op::Vertex(_) | Op::Loop { .. } => false,
        _ => true,
    };
    definition.defaults.iter().all(|&slot| is_plain(slot)) && definition.code.ops.iter().all(is_option)
}

/// Returns `true` unless a value is made of numbers, texts and the like: positions may be options, and functions give them.
fn may_stand_for_play(value: &Value) -> bool {
    match value {
        Value::Integer(_)
        | Value::Number(_)
        | Value::Boolean(_)
        | Value::Text(_)
        | Value::Board(_)
        | Value::Game(_) => false,
        Value::List(list) | Value::Set(list) => {
            list.holds_values() && list.iter().any(|member| may_stand_for_play(&member))
        }
        _ => true,
    }
}

impl GameRules {
    /// Returns the moves by which a player wins.
    fn moves_that_win(
        &self,
        here: Here<'_>,
        (convention, player): (Convention, Player),
        cx: &mut Session,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        if let Some(moves) = self.in_heaps(here, cx, |nim| nim.winning(convention)) {
            return Some(moves);
        }
        if let Some(moves) = self.winning_in_joint_heaps(here, (convention, player), cx) {
            return Some(moves);
        }
        let (law, arguments) = self.numbers(here.state, cx)?;
        let measure = match convention {
            Convention::Normal => Measure::Remoteness,
            Convention::Misere => Measure::MisereRemoteness,
        };
        let chosen = law.law.chosen(&arguments, measure, Wanted::Even, &mut cx.games.budget);
        Some(chosen.and_then(|moves| self.listed(here.id, &law, moves, cx)))
    }

    /// Returns the first member of each family of moves, and `wanted` if it is a move.
    fn some_moves(
        &self,
        here: Here<'_>,
        wanted: Option<PositionId>,
        cx: &mut Session,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let Some((law, arguments)) = self.numbers(here.state, cx) else { return halved_heaps(self, here, cx) };
        let moves = match law.law.rule.moves(&arguments, &mut cx.games.budget) {
            Ok(moves) if moves.families.is_empty() => return None,
            Ok(moves) => moves,
            Err(fault) => return Some(Err(fault)),
        };
        let mut found = Vec::new();
        for arguments in moves.listed.into_iter().chain(moves.families.iter().map(|family| family.start.clone())) {
            match position_of(cx, here.id, &law, &arguments) {
                Ok(position) => found.push(position),
                Err(fault) => return Some(Err(fault)),
            }
        }
        let wanted = wanted.filter(|&q| {
            let positions = &cx.positions;
            positions.ruleset_of(q) == here.id
                && ordinals(positions.state(q), cx)
                    .and_then(|q| law.numbers(&q))
                    .is_some_and(|q| moves.families.iter().any(|f| f.contains(&q)))
        });
        found.extend(wanted.filter(|q| !found.contains(q)));
        Some(Ok(found))
    }

    /// Returns the moves to this nim-value.
    fn moves_to(
        &self,
        here: Here<'_>,
        nim_value: &Ordinal,
        cx: &mut Session,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        if let Some(replies) = self.in_heaps(here, cx, |nim| nim.replies(nim_value)) {
            return Some(replies);
        }
        let (law, arguments) = self.numbers(here.state, cx)?;
        let chosen = law.law.chosen(&arguments, Measure::NimValue, Wanted::Value(nim_value), &mut cx.games.budget);
        Some(chosen.and_then(|moves| self.listed(here.id, &law, moves, cx)))
    }

    /// Returns `true` if a solver may take one position for another.
    fn has_claims(&self, cx: &Session) -> bool {
        let is_claimed = match cx.globals.get(self.slot) {
            Global::Game(definition, _) => !definition.claims.is_empty(),
            _ => false,
        };
        is_claimed && !cx.machine.running.is_checking
    }

    /// Lists the moves as the rule gives them, only those of `wanted` if given. If `is_solved`, each leads to the position
    /// that is solved in place of the one reached. Returns `true` if the moves of both players are listed.
    fn moves(
        &self,
        here: Here<'_>,
        cx: &mut Session,
        out: &mut Options<Target>,
        is_solved: bool,
        wanted: Option<Player>,
    ) -> Result<bool, Fault> {
        let Global::Game(definition, _) = cx.globals.get(self.slot).clone() else {
            return Err(Fault::None(format!("`{}` is no longer a game", self.name)));
        };
        let request = Request { slot: self.slot, ruleset: here.id, state: here.state, is_solved, wanted };
        let is_listed = whole(cx, |cx| self.run(&definition, request, cx, out))?;
        if is_solved && !is_listed {
            claims::take_normal_forms(cx, here.id, &definition.claims, out)?;
        }
        Ok(!is_listed || wanted.is_none() || out.impartial)
    }

    /// Runs the rule. Returns `true` if the moves are those that the solver wants, and `false` if they are those that
    /// the rule gives.
    fn run(
        &self,
        definition: &Definition,
        request: Request<'_>,
        cx: &mut Session,
        out: &mut Options<Target>,
    ) -> Result<bool, Fault> {
        let span = definition.code.spans.first().copied().unwrap_or_default();
        let result = machine::run_rule(cx, &definition.code, request).map_err(|d| Fault::Foreign(d))?;
        if let Some(moves) = cx.machine.moves.take() {
            *out = moves;
            return Ok(true);
        }
        match as_position(cx, &result) {
            Ok(Some(p)) => {
                let mut options = Options::default();
                machine::pass_on(cx, p, &mut options)?;
                let here = cx.positions.intern(request.ruleset, request.state);
                cx.positions.hand_on(here, p);
                out.extend(options);
                Ok(false)
            }
            Ok(None) => {
                let got = cx.describe(&result);
                let trouble = EvalError::from(GameError::NoPosition { name: self.name.to_string(), got });
                Err(trouble.into_fault(span))
            }
            Err(trouble) => Err(trouble.into_fault(span)),
        }
    }
}

/// Returns the position that is solved in place of one whose game has no moves of its own.
fn given_for(p: PositionId, cx: &mut Session) -> Result<PositionId, Fault> {
    let Some(&GameRules { slot, hands_on: true, .. }) = game_rules(cx, p) else { return Ok(p) };
    let Global::Game(definition, ruleset) = cx.globals.get(slot).clone() else { return Ok(p) };
    let mut known: Box<StandIns> = cx.positions.take_table(ruleset);
    let found = match known.0.get(&p) {
        Some(&q) => Ok(q),
        None => found_for(p, slot, &definition, ruleset, cx),
    };
    if let Ok(q) = found {
        if known.0.len() >= MOST_STAND_INS {
            known.0.clear();
        }
        known.0.insert(p, q);
    }
    cx.positions.put_table(ruleset, known);
    found
}

/// Runs the body of a game without moves of its own: it gives another position, each part of which is taken as the one of
/// its class.
fn found_for(
    p: PositionId,
    slot: u32,
    definition: &Definition,
    ruleset: RulesetId,
    cx: &mut Session,
) -> Result<PositionId, Fault> {
    let state = cx.positions.state(p).to_vec();
    let request = Request { slot, ruleset, state: &state, is_solved: false, wanted: None };
    let given = whole(cx, |cx| machine::run_rule(cx, &definition.code, request)).map_err(|d| Fault::Foreign(d))?;
    // A result that is no position is reported when its moves are listed.
    let Ok(Some(q)) = as_position(cx, &given) else { return Ok(p) };
    if cx.positions.marks(q) != Marks::NONE {
        return Ok(p);
    }
    let mut parts = cx.positions.parts(q).to_vec();
    for part in &mut parts {
        let Some(&GameRules { slot, .. }) = game_rules(cx, *part) else { continue };
        if let Global::Game(definition, ruleset) = cx.globals.get(slot).clone() {
            *part = claims::normal_form(cx, ruleset, &definition.claims, *part);
        }
    }
    Ok(cx.positions.sum(&parts))
}

/// Returns the rules of a position of a person's game.
fn game_rules(cx: &Session, p: PositionId) -> Option<&GameRules> {
    (cx.positions.rules_of(p) as &dyn Any).downcast_ref()
}

/// Returns the position that a move leads to.
pub(super) fn at_target(cx: &mut Session, target: Target) -> Result<PositionId, Fault> {
    match target.components() {
        Ok(components) => sum_of(cx, &components),
        Err(p) => Ok(p),
    }
}
