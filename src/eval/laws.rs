//! What is known of the positions of a game whose options have no end, from its rule as data.

use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::globals::Global;
use super::rules::GameRules;
use super::{Session, state};
use crate::value::Value;
use cg_engine::games::{Fault, Player};
use cg_engine::graphs::Foreclosed;
use cg_engine::laws::{Arguments, Choices, Compared, Heaps, Measure, OrdinalLaw, Paired, Progression, Wanted};
use cg_engine::ordinals::{Form, GammaValue, Length, Ordinal};
use cg_engine::positions::{
    About, Alike, Answer, Claim, Context, Convention, Finding, Known, Numbered, Options, Parts, PositionId, Question,
    RulesetId, Theorem, Theory, Way, by_parity, halved_heaps, heaps_of_nim, with,
};
use cg_engine::questions;
use cg_engine::rulesets::compound::{Kind, compound};
use cg_engine::rulesets::nim::{TransfiniteNim, nim};

/// Lengths of play go on as they began, by the rule.
static BY_RULE: Theorem =
    Theorem { says: Claim::Because("by transfinite induction along the rule"), source: "Smith 1966, section 11" };

/// The moves are the same.
static JOINT_HEAPS: Theorem =
    Theorem { says: Claim::Follows("as of the compound of heaps that it is:"), source: "by definition" };

impl GameRules {
    /// The rule as data on numbers, and the numbers it is asked about; nothing for infinite heaps of Nim.
    fn numbers(&self, state: &[u32], cx: &Session) -> Option<(Arc<Paired>, Arguments)> {
        let law = self.law.as_ref()?;
        let ordinals = ordinals(state, cx)?;
        if ordinals.iter().any(|ordinal| !ordinal.is_finite()) && law.rule.heaps().is_some() {
            return None;
        }
        law.at(&ordinals).ok()
    }

    /// The arguments and which of them are heaps, if the game is one of Nim.
    fn nim(&self, state: &[u32], cx: &Session) -> Option<(Vec<Ordinal>, Vec<usize>)> {
        let Heaps::One(heaps) = self.law.as_ref()?.rule.heaps()? else { return None };
        Some((ordinals(state, cx)?, heaps))
    }

    /// The heaps of Nim of which a move makes all or any smaller, as arguments and as a compound.
    fn joint_heaps(&self, state: &[u32], cx: &mut Session) -> Option<(Vec<usize>, Result<PositionId, Fault>)> {
        let (kind, heaps) = match self.law.as_ref()?.rule.heaps()? {
            Heaps::One(_) => return None,
            Heaps::All(heaps) => (Kind::Conj, heaps),
            Heaps::Any(heaps) => (Kind::Sel, heaps),
        };
        let arguments = ordinals(state, cx)?;
        let parts: Result<Vec<PositionId>, Fault> =
            heaps.iter().map(|&i| nim(vec![arguments[i].clone()], cx)).collect();
        Some((heaps, parts.map(|parts| compound(cx, kind, &parts))))
    }

    /// The moves that win by the theorems about such a compound.
    fn winning_in_joint_heaps(
        &self,
        here: RulesetId,
        state: &[u32],
        (convention, player): (Convention, Player),
        cx: &mut Session,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let (heaps, p) = self.joint_heaps(state, cx)?;
        let arguments = ordinals(state, cx)?;
        let moves = || {
            let moves = questions::winning_moves(p?, convention, player, cx)?;
            let mut found = Vec::with_capacity(moves.len());
            for q in moves {
                cx.games.budget.tick()?;
                let mut next = arguments.clone();
                let parts = with(q, cx, |rules, _, state, _| rules.theory().parts(state)).unwrap_or_default();
                for (&i, part) in heaps.iter().zip(parts) {
                    let heap = heaps_of_nim(part, cx).and_then(|heaps| heaps.into_iter().next());
                    next[i] = heap.unwrap_or_default();
                }
                found.push(position_at(cx, here, next.into_iter().map(Value::ordinal)));
            }
            Ok(found)
        };
        Some(moves())
    }

    /// The moves in heaps that `choose` finds, as positions.
    fn in_heaps(
        &self,
        here: RulesetId,
        state: &[u32],
        cx: &mut Session,
        choose: impl FnOnce(&TransfiniteNim) -> Result<Vec<(usize, Ordinal)>, Fault>,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let (arguments, heaps) = self.nim(state, cx)?;
        let nim = TransfiniteNim::new(heaps.iter().map(|&i| arguments[i].clone()).collect());
        Some(nim.and_then(|nim| choose(&nim)).map(|moves| {
            let mut place = |(heap, smaller): (usize, Ordinal)| {
                let mut next = arguments.clone();
                next[heaps[heap]] = smaller;
                position_at(cx, here, next.into_iter().map(Value::ordinal))
            };
            moves.into_iter().map(&mut place).collect()
        }))
    }

    /// The options by the rule as data; nothing where it is none.
    pub(super) fn lawful_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        cx: &mut Session,
        out: &mut Options,
    ) -> Option<Result<(), Fault>> {
        let Some((law, arguments)) = self.numbers(state, cx) else {
            let law = self.law.as_ref()?;
            let Some(ordinals) = ordinals(state, cx) else {
                return Some(Err(Fault::None(format!("`{}` is played with ordinals", self.name))));
            };
            let Some(Heaps::One(heaps) | Heaps::All(heaps) | Heaps::Any(heaps)) = law.rule.heaps() else {
                let why = law.at(&ordinals).err().unwrap_or_default();
                return Some(Err(Fault::None(format!("nothing is known of `{}` here: {why}", self.name))));
            };
            let heap = heaps.iter().map(|&i| &ordinals[i]).max()?;
            let why = format!("there are infinitely many moves: `{heap}` can become any smaller ordinal");
            return Some(Err(Fault::None(why)));
        };
        let moves = match law.law.rule.moves(&arguments, &mut cx.games.budget) {
            Ok(moves) => moves,
            Err(fault) => return Some(Err(fault)),
        };
        out.impartial = true;
        for option in &moves.listed {
            match position_of(cx, here, &law, option) {
                Ok(position) => out.left.push(position),
                Err(fault) => return Some(Err(fault)),
            }
        }
        Some(match &moves.families[..] {
            [] => Ok(()),
            families => Err(Fault::None(format!("there are infinitely many moves: {}", self.told(&law, families)))),
        })
    }

    /// Families as a person would write them: ``to `e(0, 2*n + 1)`, for every n from 0 on``.
    fn told(&self, law: &Paired, families: &[Progression]) -> String {
        let one = |family: &Progression| format!("`{}`", self.family(law, family).pieces.join("n"));
        let all: Vec<String> = families.iter().map(one).collect();
        format!("to {}, for every n from 0 on", all.join(" and "))
    }

    fn family(&self, law: &Paired, family: &Progression) -> Numbered {
        let mut pieces = vec![format!("{}(", self.name)];
        for (i, [high, low]) in law.parts(family).iter().enumerate() {
            if i > 0 {
                add(&mut pieces, ", ");
            }
            let is_none = |(start, step): &(IBig, IBig)| start.is_zero() && step.is_zero();
            if !is_none(high) {
                let is_one = high.0 == IBig::ONE && high.1.is_zero();
                let [before, after] = match (is_one, high.1.is_zero()) {
                    (true, _) => ["omega", ""],
                    (false, true) => ["omega*", ""],
                    (false, false) => ["omega*(", ")"],
                };
                add(&mut pieces, before);
                if !is_one {
                    add_number(&mut pieces, high);
                }
                add(&mut pieces, after);
                if is_none(low) {
                    continue;
                }
                add(&mut pieces, " + ");
            }
            add_number(&mut pieces, low);
        }
        add(&mut pieces, ")");
        Numbered { pieces, range: "from 0 on".into(), is_endless: true }
    }

    /// The moves of the one heap of a game of Nim, as kinds.
    fn kinds_of_heaps(
        &self,
        here: RulesetId,
        arguments: &[Ordinal],
        heaps: &[usize],
        foreclosed: &[Ordinal],
        cx: &mut Session,
    ) -> Option<Result<Vec<Alike>, Fault>> {
        let &[heap] = heaps else { return None };
        let mut pieces = vec![format!("{}(", self.name)];
        for (i, argument) in arguments.iter().enumerate() {
            let text = pieces.last_mut()?;
            text.push_str(if i > 0 { ", " } else { "" });
            match i == heap {
                true => pieces.push(String::new()),
                false => text.push_str(&argument.text(Form::Ascii)),
            }
        }
        pieces.last_mut()?.push(')');
        Some(Alike::in_a_heap(&arguments[heap], foreclosed, &pieces, |size| {
            let mut next = arguments.to_vec();
            next[heap] = size.clone();
            Ok(position_at(cx, here, next.into_iter().map(Value::ordinal)))
        }))
    }

    /// The chosen moves as positions, if there is an end to them.
    fn listed(
        &self,
        here: RulesetId,
        law: &Paired,
        mut moves: Choices,
        cx: &mut Session,
    ) -> Result<Vec<PositionId>, Fault> {
        let Choices { listed, families } = &mut moves;
        // One just before a family belongs to it.
        for family in families.iter_mut() {
            while let Some(at) = listed.iter().position(|one| *one == family.member(&(-1).into())) {
                cx.games.budget.tick()?;
                family.start = listed.swap_remove(at);
            }
        }
        let single =
            |one: &Arguments| format!(" and to `{}`", self.family(law, &Progression::one(one.clone())).pieces.join(""));
        match families[..] {
            [] => listed.iter().map(|one| position_of(cx, here, law, one)).collect(),
            _ => {
                let more: String = listed.iter().map(single).collect();
                Err(Fault::None(format!("there are infinitely many such moves: {}{more}", self.told(law, families))))
            }
        }
    }
}

/// The measures of these foreclosed values, and those that are no nim-values.
fn measures_of_foreclosed(values: &[Ordinal]) -> Result<Vec<Ordinal>, Fault> {
    let two = Ordinal::finite(2u64);
    let mut all = vec![Ordinal::finite(1u64)];
    for value in values {
        all.push(two.ordinary_sum(value)?);
    }
    Ok(all)
}

/// The arguments as ordinals, if they are.
fn ordinals(state: &[u32], cx: &Session) -> Option<Vec<Ordinal>> {
    let ordinal = |argument: Value| match argument {
        Value::Ordinal(ordinal) => Some((*ordinal).clone()),
        other => UBig::try_from(other.as_integer()?).ok().map(Ordinal::finite),
    };
    state::arguments(cx, state).map(ordinal).collect()
}

/// More text behind the last piece.
fn add(pieces: &mut [String], text: &str) {
    if let Some(last) = pieces.last_mut() {
        last.push_str(text);
    }
}

/// A number that grows by a step with n, which then stands between two pieces.
fn add_number(pieces: &mut Vec<String>, (start, step): &(IBig, IBig)) {
    if step.is_zero() {
        return add(pieces, &start.to_string());
    }
    if *step != IBig::ONE {
        add(pieces, &format!("{step}*"));
    }
    pieces.push(if start.is_zero() { String::new() } else { format!(" + {start}") });
}

/// The position of a game with the arguments that are these numbers.
fn position_of(cx: &mut Session, here: RulesetId, law: &Paired, numbers: &[IBig]) -> Result<PositionId, Fault> {
    Ok(position_at(cx, here, law.ordinals(numbers)?.into_iter().map(Value::ordinal)))
}

/// The position of a game with these arguments.
fn position_at(cx: &mut Session, here: RulesetId, arguments: impl Iterator<Item = Value>) -> PositionId {
    let mut words = Vec::new();
    arguments.for_each(|argument| state::put_argument(&mut cx.machine, &argument, &mut words));
    cx.positions.intern(here, &words)
}

impl Theory for GameRules {
    /// Returns an empty list if the game has a law and the longest play by it has a length, as in Nim.
    fn ends_with(&self, state: &[u32], cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
        let Some(law) = &self.law else { return Ok(None) };
        let cx = Session::of(cx);
        let is_nim = law.rule.heaps().is_some() && ordinals(state, cx).is_some();
        if !is_nim {
            let (law, arguments) = self.numbers(state, cx).ok_or_else(|| Fault::None("no length is known".into()))?;
            law.law.measure(&arguments, Measure::Distance, &mut cx.games.budget)?;
        }
        Ok(Some(Vec::new()))
    }

    fn is_impartial(&self) -> bool {
        self.law.is_some()
    }

    fn heaps(&self, state: &[u32], cx: &mut dyn Context) -> Option<Vec<Ordinal>> {
        let cx = Session::of(cx);
        let (arguments, heaps) = self.nim(state, cx)?;
        Some(heaps.into_iter().map(|i| arguments[i].clone()).collect())
    }

    fn value(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let cx = Session::of(cx);
        let gamma = self.gamma(here, state, cx)?;
        Some(gamma.and_then(|gamma| Known::of_ordinal(gamma.as_finite().unwrap_or(&Ordinal::default()))))
    }

    fn gamma(&self, _: RulesetId, state: &[u32], cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        let cx = Session::of(cx);
        if let Some(heaps) = self.heaps(state, cx) {
            return Some(TransfiniteNim::new(heaps).map(|nim| GammaValue::Finite(nim.sum().clone())));
        }
        if let Some((_, p)) = self.joint_heaps(state, cx) {
            return Some(p.and_then(|p| questions::gamma(p, cx)));
        }
        let (law, arguments) = self.numbers(state, cx)?;
        Some(law.law.measure(&arguments, Measure::NimValue, &mut cx.games.budget).map(GammaValue::Finite))
    }

    fn theorem(
        &self,
        _: RulesetId,
        state: &[u32],
        question: Question,
        known: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let cx = Session::of(cx);
        if let Some((_, p)) = self.joint_heaps(state, cx) {
            let answer = known.ask(p?, question, cx);
            return Ok(answer.and_then(|answer| known.by(&JOINT_HEAPS, answer)));
        }
        let Some((law, arguments)) = self.numbers(state, cx) else { return Ok(None) };
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
            let answer = Answer::Foreclosed(Foreclosed::counted(found));
            return Ok(Some(Finding { answer, way: Way::Theorem(&BY_RULE, Vec::new()) }));
        }
        let length = Length::Ends(found);
        let answer = match question.about {
            About::Outcome => by_parity(&length).into(),
            About::Ends | About::Decided => Answer::Yes(true),
            About::CanMove => Answer::Yes(!length.is_zero()),
            _ => length.into(),
        };
        Ok(Some(Finding { answer, way: Way::Theorem(&BY_RULE, Vec::new()) }))
    }

    fn moves_to(
        &self,
        here: RulesetId,
        state: &[u32],
        nim_value: &Ordinal,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let cx = Session::of(cx);
        if let Some(replies) = self.in_heaps(here, state, cx, |nim| nim.replies(nim_value)) {
            return Some(replies);
        }
        let (law, arguments) = self.numbers(state, cx)?;
        let chosen = law.law.chosen(&arguments, Measure::NimValue, Wanted::Value(nim_value), &mut cx.games.budget);
        Some(chosen.and_then(|moves| self.listed(here, &law, moves, cx)))
    }

    fn kinds_of_moves(
        &self,
        here: RulesetId,
        state: &[u32],
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
        if let Some((arguments, heaps)) = self.nim(state, cx) {
            return self.kinds_of_heaps(here, &arguments, &heaps, if is_foreclosed { enough } else { &[] }, cx);
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
        let (law, arguments) = self.numbers(state, cx)?;
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
            Ok(Alike { first: position_of(cx, here, &law, &family.start)?, all, grows })
        };
        Some(kinds.into_iter().map(alike).collect())
    }

    /// Of each family the first member, and the one that is wanted.
    fn some_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        wanted: Option<PositionId>,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let cx = Session::of(cx);
        let Some((law, arguments)) = self.numbers(state, cx) else { return halved_heaps(self, here, state, cx) };
        let moves = match law.law.rule.moves(&arguments, &mut cx.games.budget) {
            Ok(moves) if moves.families.is_empty() => return None,
            Ok(moves) => moves,
            Err(fault) => return Some(Err(fault)),
        };
        let mut found = Vec::new();
        for arguments in moves.listed.into_iter().chain(moves.families.iter().map(|family| family.start.clone())) {
            match position_of(cx, here, &law, &arguments) {
                Ok(position) => found.push(position),
                Err(fault) => return Some(Err(fault)),
            }
        }
        let wanted = wanted.filter(|&q| {
            let positions = &cx.positions;
            positions.ruleset_of(q) == here
                && ordinals(positions.state(q), cx)
                    .and_then(|q| law.numbers(&q))
                    .is_some_and(|q| moves.families.iter().any(|f| f.contains(&q)))
        });
        found.extend(wanted.filter(|q| !found.contains(q)));
        Some(Ok(found))
    }

    fn winning_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        player: Player,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let cx = Session::of(cx);
        if let Some(moves) = self.in_heaps(here, state, cx, |nim| nim.winning(convention)) {
            return Some(moves);
        }
        if let Some(moves) = self.winning_in_joint_heaps(here, state, (convention, player), cx) {
            return Some(moves);
        }
        let (law, arguments) = self.numbers(state, cx)?;
        let measure = match convention {
            Convention::Normal => Measure::Remoteness,
            Convention::Misere => Measure::MisereRemoteness,
        };
        let chosen = law.law.chosen(&arguments, measure, Wanted::Even, &mut cx.games.budget);
        Some(chosen.and_then(|moves| self.listed(here, &law, moves, cx)))
    }

    fn runs_on(&self, state: &[u32], cx: &dyn Context) -> Option<Fault> {
        let cx = Session::read(cx);
        match cx.globals.get(self.slot) {
            Global::Game(definition, _) => definition.descents.runs_on(state, cx),
            _ => None,
        }
    }

    fn give_back(&self) {
        self.law.iter().for_each(OrdinalLaw::give_back);
    }
}
