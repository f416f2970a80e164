//! Sums of infinitely many heaps, `sum(conj, nim(n) for n in naturals)` (Smith 1966, sections 6 and 10).
//!
//! The sum is known by values that follow from those of all heaps. What is true of every heap is read off the rule: a heap of
//! Nim, one of a code with finitely many digits, or one of a game whose rule is known as data.

use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::errors::PlayError;
use crate::eval::{EvalError, Session, as_position, call_given, heaps_by_law};
use crate::value::{Value, report};
use cg_engine::games::{Fault, Player};
use cg_engine::heaps::{Rule, Splits};
use cg_engine::laws::{Compared, Measure, Paired, Progression};
use cg_engine::notation::Notation;
use cg_engine::ordinals::{GammaValue, Length, Ordinal};
use cg_engine::positions::{About, Convention, PositionId, Question, heaps_of_nim};
use cg_engine::questions;
use cg_engine::rulesets::component::{Values, endless_compound};
use cg_engine::rulesets::compound::Kind;

/// Heaps r(0), r(1), .., whose sizes are equal or grow by a step.
struct EndlessHeaps {
    /// r(0) and r(1).
    first: [PositionId; 2],
    /// The function n -> r(n).
    member: Value,
    known: HeapKnowledge,
}

/// The knowledge about all the heaps.
enum HeapKnowledge {
    /// They are equal.
    Equal,
    /// They grow, and any number may be taken from them, as in Nim.
    TakenAtWill,
    /// They are heaps of a code with finitely many digits; the size of the first, and the step.
    Coded(Rule, u64, u64),
    /// They are positions of a rule that is known as data.
    Law(Arc<Paired>, Progression),
}

/// Returns the components that a family of heaps stands for in a compound: one with known values, or those that have moves.
pub(super) fn components(cx: &mut Session, kind: Kind, family: &report::Family) -> Result<Vec<PositionId>, EvalError> {
    if !matches!(kind, Kind::Disj | Kind::Conj) {
        return Err(PlayError::EndlessKind { kind: kind.name() }.into());
    }
    let heaps = EndlessHeaps::read(cx, family)?;
    let text = heaps.text(cx)?;
    if kind == Kind::Disj {
        return match heaps.with_moves(cx)? {
            Some(few) => Ok(few),
            None => {
                let endless = || Some(Length::Endless);
                let gamma = Some(GammaValue::Infinite(Default::default()));
                let values =
                    Values { distance: endless(), remoteness: endless(), gamma, misere: endless(), success: None };
                Ok(vec![endless_compound(kind, text, values, cx)])
            }
        };
    }
    let least = |cx: &mut Session, about, convention| match heaps.least(cx, about, convention) {
        Ok(least) => Ok(Some(least)),
        Err(EvalError::Fault(Fault::None(_))) => Ok(None),
        Err(error) => Err(error),
    };
    let distance = least(cx, About::Distance, Convention::Normal)?;
    let remoteness = least(cx, About::Remoteness, Convention::Normal)?;
    let misere = least(cx, About::Remoteness, Convention::Misere)?;
    let values = Values { distance, remoteness, gamma: None, misere, success: None };
    Ok(vec![endless_compound(kind, text, values, cx)])
}

impl EndlessHeaps {
    fn read(cx: &mut Session, family: &report::Family) -> Result<EndlessHeaps, EvalError> {
        let unknown = |cx: &mut Session, value: &Value| PlayError::EndlessHeaps { got: cx.describe(value) };
        if !matches!(family.base, Value::Nothing | Value::Ruleset(_)) {
            return Err(unknown(cx, &family.base).into());
        }
        let (Some(p), Some(q)) = (as_position(cx, &family.first)?, as_position(cx, &family.second)?) else {
            return Err(unknown(cx, &family.first).into());
        };
        let known = match knowledge(cx, p, q) {
            Some(known) => known,
            None => return Err(unknown(cx, &Value::Position(q)).into()),
        };
        Ok(EndlessHeaps { first: [p, q], member: family.member.clone(), known })
    }

    /// Returns r(n).
    fn member(&self, cx: &mut Session, n: u64) -> Result<PositionId, EvalError> {
        if let Some(&p) = self.first.get(n as usize) {
            return Ok(p);
        }
        let made = call_given(cx, &self.member, vec![Value::integer(n.into())])?;
        match as_position(cx, &made)? {
            Some(p) => Ok(p),
            None => Err(PlayError::EndlessHeaps { got: cx.describe(&made) }.into()),
        }
    }

    /// Returns the heaps as they are written: the one number in which r(0) and r(1) differ changes with n.
    fn text(&self, cx: &mut Session) -> Result<String, EvalError> {
        let [first, second] = self.first.map(|p| cx.written(&Value::Position(p), Notation::Ascii));
        Ok(format!("{} for n in naturals", growing(&first?, &second?)))
    }

    /// Returns the heaps that have moves, or `None` if they are infinitely many.
    fn with_moves(&self, cx: &mut Session) -> Result<Option<Vec<PositionId>>, EvalError> {
        match &self.known {
            HeapKnowledge::TakenAtWill => Ok(None),
            HeapKnowledge::Equal => Ok(if has_moves(cx, self.first[0])? { None } else { Some(Vec::new()) }),
            HeapKnowledge::Coded(rule, start, step) => {
                let all = like_all_larger(rule);
                let mut few = Vec::new();
                for n in 0.. {
                    cx.games.budget.tick()?;
                    let p = self.member(cx, n)?;
                    let moves = has_moves(cx, p)?;
                    if start + step * n >= all {
                        return Ok((!moves).then_some(few));
                    }
                    few.extend(moves.then_some(p));
                }
                Ok(None)
            }
            HeapKnowledge::Law(law, family) => {
                let kinds = law.law.kinds(family, &[(Measure::Distance, Compared::Zero)], &[], &mut cx.games.budget)?;
                let mut few = Vec::new();
                for kind in kinds {
                    let zero = law.law.measure(&kind.family.start, Measure::Distance, &mut cx.games.budget)?.is_zero();
                    match (zero, kind.is_one()) {
                        (true, _) => {}
                        (false, false) => return Ok(None),
                        (false, true) => few.push(self.member(cx, place(family, &kind.family.start))?),
                    }
                }
                Ok(Some(few))
            }
        }
    }

    /// Returns the least length of play among all heaps.
    fn least(&self, cx: &mut Session, about: About, convention: Convention) -> Result<Length, EvalError> {
        match &self.known {
            HeapKnowledge::Equal => length(cx, self.first[0], about, convention),
            // From a heap of 2 on all is taken, or all but 1, and the longest play grows.
            HeapKnowledge::TakenAtWill => {
                let mut least = length(cx, self.first[0], about, convention)?;
                for n in 1..=2 {
                    let p = self.member(cx, n)?;
                    least = least.min(length(cx, p, about, convention)?);
                }
                Ok(least)
            }
            HeapKnowledge::Coded(rule, start, step) => {
                let mut least = Length::Endless;
                for n in 0.. {
                    cx.games.budget.tick()?;
                    let heap = start + step * n;
                    if least.ends().and_then(Ordinal::to_u64).is_some_and(|moves| heap > reached(cx, rule, moves)) {
                        break;
                    }
                    let p = self.member(cx, n)?;
                    least = least.min(length(cx, p, about, convention)?);
                }
                Ok(least)
            }
            HeapKnowledge::Law(law, family) => {
                let measure = match (about, convention) {
                    (About::Distance, _) => Measure::Distance,
                    (_, Convention::Normal) => Measure::Remoteness,
                    (_, Convention::Misere) => Measure::MisereRemoteness,
                };
                let mut least = law.law.measure(&family.start, measure, &mut cx.games.budget)?;
                let enough = [least.clone()];
                for kind in law.law.kinds(family, &[(measure, Compared::Itself)], &enough, &mut cx.games.budget)? {
                    least = least.min(law.law.measure(&kind.family.start, measure, &mut cx.games.budget)?);
                }
                Ok(Length::Ends(least))
            }
        }
    }
}

/// Returns what is known of heaps that begin with `p` and `q`, or `None` if nothing is known of all of them.
fn knowledge(cx: &mut Session, p: PositionId, q: PositionId) -> Option<HeapKnowledge> {
    if p == q {
        return Some(HeapKnowledge::Equal);
    }
    if let (Some(p), Some(q)) = (heaps_of_nim(p, cx), heaps_of_nim(q, cx)) {
        return (p.len() <= 1 && q.len() == 1 && p < q).then_some(HeapKnowledge::TakenAtWill);
    }
    let [of_p, of_q] = [p, q].map(|p| cx.positions.rules_of(p).heap_of_rule(cx.positions.state(p)));
    if let (Some((rule, p)), Some((other, q))) = (of_p, of_q) {
        let (start, next) = (u64::try_from(&p).ok()?, u64::try_from(&q).ok()?);
        if rule != other || start >= next {
            return None;
        }
        if is_taken_at_will(&rule) {
            return Some(HeapKnowledge::TakenAtWill);
        }
        let is_finite = rule.splits() == Splits::Coded && rule.code().last().is_some();
        return is_finite.then(|| HeapKnowledge::Coded(rule, start, next - start));
    }
    let (law, family) = heaps_by_law(p, q, cx)?;
    Some(HeapKnowledge::Law(law, family))
}

/// Returns `true` if any number may be taken from a heap, whether one is left or none.
fn is_taken_at_will(rule: &Rule) -> bool {
    let code = rule.code();
    code.repeats().is_some_and(|(before, period)| (1..=before + period).all(|k| code.digit(k) & 3 == 3))
}

/// Returns the place of a member among those of a family.
fn place(family: &Progression, member: &[IBig]) -> u64 {
    let steps = family.start.iter().zip(&family.step).zip(member);
    let n =
        steps.filter(|((_, step), _)| !step.is_zero()).map(|((start, step), member)| (member - start) / step).next();
    n.and_then(|n| u64::try_from(n).ok()).unwrap_or(0)
}

/// Returns a heap size from which on all heaps have moves, or none has.
fn like_all_larger(rule: &Rule) -> u64 {
    rule.code().last().unwrap_or(0) + u64::from(rule.code().most_heaps()) + 2
}

/// Returns the size of the largest heap that this many moves may end: each move takes at most as much as the code has digits,
/// and leaves no more heaps than its digits allow; those left at the end have no moves.
fn reached(cx: &mut Session, rule: &Rule, moves: u64) -> u64 {
    let is_stuck = |heap: &u64| rule.moves(*heap as u32, &mut cx.games.budget).is_ok_and(|moves| moves.is_empty());
    let stuck = (0..=like_all_larger(rule)).rev().find(is_stuck).unwrap_or(0);
    let (taken, parts) = (rule.code().last().unwrap_or(0), u64::from(rule.code().most_heaps()).saturating_sub(2));
    moves.saturating_mul(taken).saturating_add(stuck.saturating_mul(moves.saturating_mul(parts).saturating_add(1)))
}

fn has_moves(cx: &mut Session, p: PositionId) -> Result<bool, EvalError> {
    Ok(questions::ask(p, Question::new(About::CanMove, Convention::Normal, Player::Left), cx)?.answer.read())
}

fn length(cx: &mut Session, p: PositionId, about: About, convention: Convention) -> Result<Length, EvalError> {
    Ok(questions::ask(p, Question::new(about, convention, Player::Left), cx)?.answer.read())
}

/// Returns the text of r(n) from those of r(0) and r(1), which differ in one number. A summand 0 and a factor 1 are not written:
/// `omega` and `omega + 2`, `omega` and `omega*2`.
fn growing(first: &str, second: &str) -> String {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| {
        pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>()
    };
    let before = same(&mut first.chars().zip(second.chars()));
    // Numbers are not cut.
    let is_within = [first, second].iter().any(|text| text[before..].starts_with(is_digit));
    let before = if is_within { first[..before].trim_end_matches(is_digit) } else { &first[..before] };
    let [of_first, of_second] = [first, second].map(|text| &text[before.len()..]);
    let after = same(&mut of_first.chars().rev().zip(of_second.chars().rev()));
    let after = of_first[of_first.len() - after..].trim_start_matches(is_digit);
    let [a, b] = [of_first, of_second].map(|text| &text[..text.len() - after.len()]);
    let number = |text: &str| text.parse::<UBig>().ok();
    let (sign, numbers) = match (b.strip_prefix(" + "), b.strip_prefix('*')) {
        (Some(b), _) => (" + ", Some(UBig::ZERO).zip(number(b))),
        (_, Some(b)) => ("*", Some(UBig::ONE).zip(number(b))),
        _ => ("", number(a).zip(number(b))),
    };
    let Some((start, next)) = numbers.filter(|(start, next)| start < next) else { return first.into() };
    let before = format!("{before}{sign}");
    format!("{before}{}{after}", linear(&start, &(next - &start), before.ends_with('*')))
}

/// Writes `start + step*n` as a person would, in brackets if it is a factor.
fn linear(start: &UBig, step: &UBig, is_factor: bool) -> String {
    let changing = if *step == UBig::ONE { "n".to_string() } else { format!("{step}*n") };
    match (start.is_zero(), is_factor) {
        (true, _) => changing,
        (false, true) => format!("({changing} + {start})"),
        (false, false) => format!("{changing} + {start}"),
    }
}
