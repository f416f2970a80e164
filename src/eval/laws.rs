//! Theorems about the positions of a game whose options have no end, from its rule as data.

use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::rules::GameRules;
use super::{Session, state};
use crate::value::Value;
use cg_engine::games::{Fault, Player};
use cg_engine::laws::{Arguments, Choices, Heaps, Paired, Progression, heap_of_size, size_of_heap};
use cg_engine::ordinals::Ordinal;
use cg_engine::positions::{Alike, Convention, Here, Numbered, Options, PositionId, RulesetId, heaps_of_nim, with};
use cg_engine::questions;
use cg_engine::rulesets::compound::{Kind, compound};
use cg_engine::rulesets::nim::{TransfiniteNim, nim};

/// Returns the rule as data of which `p` and `q` are positions, and the positions that begin with these. `None` if they are of no
/// such rule, or do not grow.
pub(crate) fn heaps_by_law(p: PositionId, q: PositionId, cx: &Session) -> Option<(Arc<Paired>, Progression)> {
    let rules: &dyn std::any::Any = cx.positions.rules_of(p);
    let rules: &GameRules = rules.downcast_ref()?;
    if cx.positions.ruleset_of(p) != cx.positions.ruleset_of(q) {
        return None;
    }
    let (law, start) = rules.numbers(cx.positions.state(p), cx)?;
    let (other, next) = rules.numbers(cx.positions.state(q), cx)?;
    let step: Arguments = next.iter().zip(&start).map(|(next, start)| next - start).collect();
    let grows = step.iter().all(|step| *step >= IBig::ZERO);
    (Arc::ptr_eq(&law, &other) && grows).then_some((law, Progression { start, step }))
}

impl GameRules {
    /// Returns the rule as data on numbers, and the numbers it is asked about, or `None` for infinite heaps of Nim.
    pub(super) fn numbers(&self, state: &[u32], cx: &Session) -> Option<(Arc<Paired>, Arguments)> {
        let law = self.law.as_ref()?;
        let ordinals = ordinals(state, cx)?;
        if ordinals.iter().any(|ordinal| !ordinal.is_finite()) && law.rule.heaps().is_some() {
            return None;
        }
        law.at(&ordinals).ok()
    }

    /// Returns the arguments and which of them are the heaps, if the game is one of Nim.
    pub(super) fn nim(&self, state: &[u32], cx: &Session) -> Option<(Vec<Ordinal>, Vec<Vec<usize>>)> {
        let Heaps::One(heaps) = self.law.as_ref()?.rule.heaps()? else { return None };
        Some((ordinals(state, cx)?, heaps))
    }

    /// Returns the heaps of Nim of which a move makes all or any smaller, as arguments and as a compound.
    pub(super) fn joint_heaps(
        &self,
        state: &[u32],
        cx: &mut Session,
    ) -> Option<(Vec<usize>, Result<PositionId, Fault>)> {
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

    /// Returns the moves that win by the theorems about a compound of heaps.
    pub(super) fn winning_in_joint_heaps(
        &self,
        here: Here<'_>,
        (convention, player): (Convention, Player),
        cx: &mut Session,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let (heaps, p) = self.joint_heaps(here.state, cx)?;
        let arguments = ordinals(here.state, cx)?;
        let moves = || {
            let moves = questions::winning_moves(p?, convention, player, cx)?;
            let mut found = Vec::with_capacity(moves.len());
            for q in moves {
                cx.games.budget.tick()?;
                let mut next = arguments.clone();
                let parts = with(q, cx, |rules, here, _| rules.parts(here.state)).unwrap_or_default();
                for (&i, part) in heaps.iter().zip(parts) {
                    let heap = heaps_of_nim(part, cx).and_then(|heaps| heaps.into_iter().next());
                    next[i] = heap.unwrap_or_default();
                }
                found.push(position_at(cx, here.id, next.into_iter().map(Value::ordinal)));
            }
            Ok(found)
        };
        Some(moves())
    }

    /// Returns the moves in heaps that `choose` finds, as positions.
    pub(super) fn in_heaps(
        &self,
        here: Here<'_>,
        cx: &mut Session,
        choose: impl FnOnce(&TransfiniteNim) -> Result<Vec<(usize, Ordinal)>, Fault>,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let (arguments, heaps) = self.nim(here.state, cx)?;
        let nim = sizes_of_heaps(&arguments, &heaps).and_then(TransfiniteNim::new);
        let mut place = |(heap, smaller): (usize, Ordinal)| {
            let mut next = arguments.clone();
            let left = heap_of_size(&of_heap(&arguments, &heaps[heap]), &smaller)?;
            heaps[heap].iter().zip(left).for_each(|(&i, argument)| next[i] = argument);
            Ok(position_at(cx, here.id, next.into_iter().map(Value::ordinal)))
        };
        Some(nim.and_then(|nim| choose(&nim)).and_then(|moves| moves.into_iter().map(&mut place).collect()))
    }

    /// Returns the options by the rule as data, or `None` if it is none.
    pub(super) fn lawful_moves(
        &self,
        here: Here<'_>,
        cx: &mut Session,
        out: &mut Options,
    ) -> Option<Result<(), Fault>> {
        let Some((law, arguments)) = self.numbers(here.state, cx) else {
            let law = self.law.as_ref()?;
            let Some(ordinals) = ordinals(here.state, cx) else {
                return Some(Err(Fault::None(format!("`{}` is played with ordinals", self.name))));
            };
            let heaps = match law.rule.heaps() {
                Some(Heaps::One(heaps)) => heaps.concat(),
                Some(Heaps::All(heaps) | Heaps::Any(heaps)) => heaps,
                None => {
                    let why = law.at(&ordinals).err().unwrap_or_default();
                    return Some(Err(Fault::None(format!("nothing is known of `{}` here: {why}", self.name))));
                }
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
            match position_of(cx, here.id, &law, option) {
                Ok(position) => out.left.push(position),
                Err(fault) => return Some(Err(fault)),
            }
        }
        Some(match &moves.families[..] {
            [] => Ok(()),
            families => Err(Fault::None(format!("there are infinitely many moves: {}", self.told(&law, families)))),
        })
    }

    /// Writes families as a person would: ``to `e(0, 2*n + 1)`, for every n from 0 on``.
    fn told(&self, law: &Paired, families: &[Progression]) -> String {
        let one = |family: &Progression| format!("`{}`", self.family(law, family).pieces.join("n"));
        let all: Vec<String> = families.iter().map(one).collect();
        format!("to {}, for every n from 0 on", all.join(" and "))
    }

    pub(super) fn family(&self, law: &Paired, family: &Progression) -> Numbered {
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

    /// Returns the moves of the one heap of a game of Nim, as kinds.
    pub(super) fn kinds_of_heap(
        &self,
        here: RulesetId,
        arguments: &[Ordinal],
        heap: usize,
        foreclosed: &[Ordinal],
        cx: &mut Session,
    ) -> Option<Result<Vec<Alike>, Fault>> {
        let mut pieces = vec![format!("{}(", self.name)];
        for (i, argument) in arguments.iter().enumerate() {
            let text = pieces.last_mut()?;
            text.push_str(if i > 0 { ", " } else { "" });
            match i == heap {
                true => pieces.push(String::new()),
                false => text.push_str(&argument.to_string()),
            }
        }
        pieces.last_mut()?.push(')');
        Some(Alike::in_a_heap(&arguments[heap], foreclosed, &pieces, |size| {
            let mut next = arguments.to_vec();
            next[heap] = size.clone();
            Ok(position_at(cx, here, next.into_iter().map(Value::ordinal)))
        }))
    }

    /// Returns the chosen moves as positions, if there is an end to them.
    pub(super) fn listed(
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

/// Returns the measures of these foreclosed values, and those that are no nim-values.
pub(super) fn measures_of_foreclosed(values: &[Ordinal]) -> Result<Vec<Ordinal>, Fault> {
    let two = Ordinal::finite(2u64);
    let mut all = vec![Ordinal::finite(1u64)];
    for value in values {
        all.push(two.ordinary_sum(value)?);
    }
    Ok(all)
}

/// Returns the arguments that are a heap.
fn of_heap(arguments: &[Ordinal], heap: &[usize]) -> Vec<Ordinal> {
    heap.iter().map(|&i| arguments[i].clone()).collect()
}

/// Returns the sizes of heaps of Nim.
pub(super) fn sizes_of_heaps(arguments: &[Ordinal], heaps: &[Vec<usize>]) -> Result<Vec<Ordinal>, Fault> {
    heaps.iter().map(|heap| size_of_heap(&of_heap(arguments, heap))).collect()
}

/// Returns the arguments as ordinals, if they are.
pub(super) fn ordinals(state: &[u32], cx: &Session) -> Option<Vec<Ordinal>> {
    let ordinal = |argument: Value| match argument {
        Value::Ordinal(ordinal) => Some((*ordinal).clone()),
        other => UBig::try_from(other.as_integer()?).ok().map(Ordinal::finite),
    };
    state::arguments(cx, state).map(ordinal).collect()
}

/// Adds text behind the last piece.
fn add(pieces: &mut [String], text: &str) {
    if let Some(last) = pieces.last_mut() {
        last.push_str(text);
    }
}

/// Adds a number that grows by a step with n, which then stands between two pieces.
fn add_number(pieces: &mut Vec<String>, (start, step): &(IBig, IBig)) {
    if step.is_zero() {
        return add(pieces, &start.to_string());
    }
    if *step != IBig::ONE {
        add(pieces, &format!("{step}*"));
    }
    pieces.push(if start.is_zero() { String::new() } else { format!(" + {start}") });
}

/// Returns the position of a game with the arguments that are these numbers.
pub(super) fn position_of(
    cx: &mut Session,
    here: RulesetId,
    law: &Paired,
    numbers: &[IBig],
) -> Result<PositionId, Fault> {
    Ok(position_at(cx, here, law.ordinals(numbers)?.into_iter().map(Value::ordinal)))
}

/// Returns the position of a game with these arguments.
fn position_at(cx: &mut Session, here: RulesetId, arguments: impl Iterator<Item = Value>) -> PositionId {
    let mut words = Vec::new();
    arguments.for_each(|argument| state::put_argument(&mut cx.machine, &argument, &mut words));
    cx.positions.intern(here, &words)
}
