//! What is known of the positions of a game whose options have no end, from its rule as data.

use dashu_int::{IBig, UBig};

use super::rules::GameRules;
use super::{Session, state};
use crate::value::Value;
use cg_engine::games::{Fault, Player};
use cg_engine::laws::{Arguments, Choices, Compared, Law, Measure, Progression};
use cg_engine::ordinals::{Form, GammaValue, Length, Ordinal};
use cg_engine::positions::{
    About, Alike, Answer, Claim, Context, Convention, Finding, Known, Numbered, Options, Parts, PositionId, Question,
    RulesetId, Theorem, Theory, Way, by_parity, halved_heaps,
};
use cg_engine::rulesets::nim::TransfiniteNim;

/// Lengths of play go on as they began, by the rule.
static BY_RULE: Theorem =
    Theorem { says: Claim::Because("by transfinite induction along the rule"), source: "Smith 1966, section 11" };

impl GameRules {
    /// The rule as data, and the numbers it is asked about.
    fn numbers(&self, state: &[u32], cx: &Session) -> Option<(&Law, Arguments)> {
        let law = self.law.as_ref()?;
        let number = |argument: Value| argument.as_integer().filter(|n| *n >= IBig::ZERO);
        Some((law, state::arguments(cx, state).map(number).collect::<Option<_>>()?))
    }

    /// The arguments and which of them are heaps, if the game is one of Nim.
    fn nim(&self, state: &[u32], cx: &Session) -> Option<(Vec<Ordinal>, Vec<usize>)> {
        let heaps = self.law.as_ref()?.rule.heaps()?;
        let ordinal = |argument: Value| match argument {
            Value::Ordinal(ordinal) => Some((*ordinal).clone()),
            other => UBig::try_from(other.as_integer()?).ok().map(Ordinal::finite),
        };
        Some((state::arguments(cx, state).map(ordinal).collect::<Option<_>>()?, heaps))
    }

    /// The moves in heaps that `choose` finds, as positions.
    fn in_heaps(
        &self,
        here: RulesetId,
        state: &[u32],
        cx: &mut Session,
        choose: impl FnOnce(&TransfiniteNim) -> Result<Vec<Vec<Ordinal>>, Fault>,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let (arguments, heaps) = self.nim(state, cx)?;
        let nim = TransfiniteNim::new(heaps.iter().map(|&i| arguments[i].clone()).collect());
        Some(nim.and_then(|nim| choose(&nim)).map(|moves| {
            let mut place = |smaller: Vec<Ordinal>| {
                let mut next = arguments.clone();
                heaps.iter().zip(smaller).for_each(|(&i, heap)| next[i] = heap);
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
            let kind = if law.rule.heaps().is_some() { "ordinals" } else { "natural numbers" };
            let Some((arguments, heaps)) = self.nim(state, cx) else {
                return Some(Err(Fault::None(format!("`{}` is played with {kind}", self.name))));
            };
            let heap = heaps.iter().map(|&i| &arguments[i]).max()?;
            let why = format!("there are infinitely many moves: `{heap}` can become any smaller ordinal");
            return Some(Err(Fault::None(why)));
        };
        let moves = match law.rule.moves(&arguments, &mut cx.games.budget) {
            Ok(moves) => moves,
            Err(fault) => return Some(Err(fault)),
        };
        out.impartial = true;
        out.left.extend(
            moves.listed.into_iter().map(|option| position_at(cx, here, option.into_iter().map(Value::integer))),
        );
        Some(match &moves.families[..] {
            [] => Ok(()),
            families => Err(Fault::None(format!("there are infinitely many moves: {}", self.told(families)))),
        })
    }

    /// Families as a person would write them: ``to `e(0, 2*n + 1)`, for every n from 0 on``.
    fn told(&self, families: &[Progression]) -> String {
        let one = |family: &Progression| format!("`{}`", self.family(family).pieces.join("n"));
        let all: Vec<String> = families.iter().map(one).collect();
        format!("to {}, for every n from 0 on", all.join(" and "))
    }

    fn family(&self, family: &Progression) -> Numbered {
        let mut pieces = vec![format!("{}(", self.name)];
        for (i, (start, step)) in family.start.iter().zip(&family.step).enumerate() {
            let text = pieces.last_mut().expect("there is a first");
            if i > 0 {
                text.push_str(", ");
            }
            if step.is_zero() {
                text.push_str(&start.to_string());
                continue;
            }
            if *step != IBig::ONE {
                text.push_str(&format!("{step}*"));
            }
            pieces.push(if start.is_zero() { String::new() } else { format!(" + {start}") });
        }
        pieces.last_mut().expect("there is a first").push(')');
        Numbered { pieces, range: "from 0 on".into() }
    }

    /// The moves of the one heap of a game of Nim, as kinds.
    fn kinds_of_heaps(
        &self,
        here: RulesetId,
        arguments: &[Ordinal],
        heaps: &[usize],
        cx: &mut Session,
    ) -> Option<Vec<Alike>> {
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
        Some(Alike::in_a_heap(&arguments[heap], pieces, |size| {
            let mut next = arguments.to_vec();
            next[heap] = Ordinal::finite(size);
            position_at(cx, here, next.into_iter().map(Value::ordinal))
        }))
    }

    /// The chosen moves as positions, if there is an end to them.
    fn listed(&self, here: RulesetId, mut moves: Choices, cx: &mut Session) -> Result<Vec<PositionId>, Fault> {
        let Choices { listed, families } = &mut moves;
        // One just before a family belongs to it.
        for family in families.iter_mut() {
            while let Some(at) = listed.iter().position(|one| *one == family.member(&(-1).into())) {
                cx.games.budget.tick()?;
                family.start = listed.swap_remove(at);
            }
        }
        let single =
            |one: &Arguments| format!(" and to `{}`", self.family(&Progression::one(one.clone())).pieces.join(""));
        match families[..] {
            [] => Ok(listed.drain(..).map(|m| position_at(cx, here, m.into_iter().map(Value::integer))).collect()),
            _ => {
                let more: String = listed.iter().map(single).collect();
                Err(Fault::None(format!("there are infinitely many such moves: {}{more}", self.told(families))))
            }
        }
    }
}

/// The position of a game with these arguments.
fn position_at(cx: &mut Session, here: RulesetId, arguments: impl Iterator<Item = Value>) -> PositionId {
    let mut words = Vec::new();
    arguments.for_each(|argument| state::put_argument(&mut cx.machine, &argument, &mut words));
    cx.positions.intern(here, &words)
}

impl Theory for GameRules {
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
        let (law, arguments) = self.numbers(state, cx)?;
        Some(law.measure(&arguments, Measure::NimValue, &mut cx.games.budget).map(GammaValue::Finite))
    }

    fn theorem(
        &self,
        _: RulesetId,
        state: &[u32],
        question: Question,
        _: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let cx = Session::of(cx);
        let Some((law, arguments)) = self.numbers(state, cx) else { return Ok(None) };
        let measure = match (question.about, question.convention) {
            (About::Distance | About::Ends | About::Decided | About::CanMove, _) => Measure::Distance,
            // There are no draws, for a rule that can go on for ever is refused.
            (About::Remoteness | About::Outcome | About::Success(0 | 1), Convention::Normal) => Measure::Remoteness,
            (About::Remoteness | About::Outcome, Convention::Misere) => Measure::MisereRemoteness,
            (About::Suspense, Convention::Normal) => Measure::Suspense,
            (About::Suspense, Convention::Misere) => Measure::MisereSuspense,
            (About::Success(least), Convention::Normal) => match (least < 0) == (question.starter == Player::Left) {
                true => Measure::Hurried,
                false => Measure::Delayed,
            },
            _ => return Ok(None),
        };
        let length = Length::Ends(law.measure(&arguments, measure, &mut cx.games.budget)?);
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
        let chosen = law.chosen(&arguments, Measure::NimValue, |n| n == nim_value, &mut cx.games.budget);
        Some(chosen.and_then(|moves| self.listed(here, moves, cx)))
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
                _ => return None,
            });
        }
        if let Some((arguments, heaps)) = self.nim(state, cx) {
            return self.kinds_of_heaps(here, &arguments, &heaps, cx).map(Ok);
        }
        let (law, arguments) = self.numbers(state, cx)?;
        let moves = match law.rule.moves(&arguments, &mut cx.games.budget) {
            Ok(moves) => moves,
            Err(fault) => return Some(Err(fault)),
        };
        let mut kinds: Vec<(Progression, bool)> =
            moves.listed.into_iter().map(|one| (Progression::one(one), false)).collect();
        for family in &moves.families {
            match law.kinds(family, &measures, enough, &mut cx.games.budget) {
                Ok(finer) => kinds.extend(finer.into_iter().map(|kind| (kind.family, kind.grows))),
                Err(fault) => return Some(Err(fault)),
            }
        }
        let alike = |(family, grows): (Progression, bool)| {
            let all = family.step.iter().any(|step| !step.is_zero()).then(|| self.family(&family));
            Alike { first: position_at(cx, here, family.start.into_iter().map(Value::integer)), all, grows }
        };
        Some(Ok(kinds.into_iter().map(alike).collect()))
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
        let moves = match law.rule.moves(&arguments, &mut cx.games.budget) {
            Ok(moves) if moves.families.is_empty() => return None,
            Ok(moves) => moves,
            Err(fault) => return Some(Err(fault)),
        };
        let mut found = Vec::new();
        for arguments in moves.listed.into_iter().chain(moves.families.iter().map(|family| family.start.clone())) {
            found.push(position_at(cx, here, arguments.into_iter().map(Value::integer)));
        }
        let wanted = wanted.filter(|&q| {
            let positions = &cx.positions;
            positions.ruleset_of(q) == here
                && self
                    .numbers(positions.state(q), cx)
                    .is_some_and(|(_, q)| moves.families.iter().any(|f| f.contains(&q)))
        });
        found.extend(wanted.filter(|q| !found.contains(q)));
        Some(Ok(found))
    }

    fn winning_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        _: Player,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let cx = Session::of(cx);
        if let Some(moves) = self.in_heaps(here, state, cx, |nim| nim.winning(convention)) {
            return Some(moves);
        }
        let (law, arguments) = self.numbers(state, cx)?;
        let measure = match convention {
            Convention::Normal => Measure::Remoteness,
            Convention::Misere => Measure::MisereRemoteness,
        };
        let chosen = law.chosen(&arguments, measure, Ordinal::is_even, &mut cx.games.budget);
        Some(chosen.and_then(|moves| self.listed(here, moves, cx)))
    }

    fn give_back(&self) {
        self.law.iter().for_each(Law::give_back);
    }
}
