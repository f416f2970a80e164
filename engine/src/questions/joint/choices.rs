//! The choices in each part of a compound, and the test that a theorem decides their results.

use std::rc::Rc;

use dashu_int::UBig;

use super::marks::{Live, Mark, State};
use super::product::Choice;
use crate::games::{Fault, Player, deep};
use crate::graphs::{Foreclosed, Verdict};
use crate::ordinals::{GammaValue, Length, Ordinal};
use crate::positions::{
    About, Alike, AnswerType, Context, Convention, Joint, JointRule, Options, PositionId, Question, Topic, by_parity,
    heaps_of_nim, is_impartial, options, too_many, with,
};
use crate::questions::all_play::once;
use crate::questions::ask::ask;

/// Moves of heaps of Nim beyond which they are not looked at one by one.
const MANY_MOVES: u32 = 10_000;

/// The approximate size of the stack frame of a compound within a compound, in bytes.
const FRAME: usize = 4 << 10;

/// The data from which the mark of a part is read.
#[derive(Clone, Copy)]
struct Marking {
    rule: JointRule,
    convention: Convention,
    /// The player who moves next.
    mover: Player,
    /// `true` if all other parts may have ended by then.
    may_be_alone: bool,
}

impl Marking {
    /// Returns the questions about a part from which its mark is read off.
    fn questions(self) -> Vec<Question> {
        let about: &[About] = match (self.rule, self.convention) {
            (JointRule::Least, _) => &[About::Remoteness],
            (JointRule::Greatest, _) => &[About::Suspense, About::Outcome],
            (JointRule::Any, _) => &[About::Outcome],
            (JointRule::AnyShort, _) => &[About::Remoteness, About::CanMove],
            (JointRule::OneShort, _) => &[About::Foreclosed],
        };
        let mut questions: Vec<Question> =
            about.iter().map(|&about| Question::new(about, self.convention, self.mover)).collect();
        if (self.rule, self.convention) == (JointRule::Any, Convention::Misere) {
            questions.push(Question::new(About::Outcome, Convention::Normal, self.mover));
            questions.push(Question::new(About::CanMove, self.convention, self.mover));
        }
        questions
    }

    fn of(self, q: PositionId, cx: &mut dyn Context) -> Result<Mark, Fault> {
        let normal = Marking { convention: Convention::Normal, ..self };
        Ok(match (self.rule, self.convention) {
            (JointRule::Least, _) => Mark::Least(self.answer(q, Topic::REMOTENESS, cx)?),
            (JointRule::Greatest, _) => {
                Mark::Greatest(self.answer(q, Topic::SUSPENSE, cx)?, self.answer(q, Topic::OUTCOME, cx)?)
            }
            (JointRule::Any, Convention::Normal) => Mark::Any(self.answer(q, Topic::OUTCOME, cx)?.into()),
            (JointRule::Any, Convention::Misere) => Mark::AnyLosing(if !self.answer(q, Topic::CAN_MOVE, cx)? {
                Live::None
            } else {
                let alone = if self.may_be_alone { Some(self.answer(q, Topic::OUTCOME, cx)?) } else { None };
                Live::One(normal.answer(q, Topic::OUTCOME, cx)?.into(), alone)
            }),
            (JointRule::OneShort, _) => Mark::OneShort(self.answer(q, Topic::FORECLOSED, cx)?),
            (JointRule::AnyShort, _) => Mark::Any(if !self.answer(q, Topic::CAN_MOVE, cx)? {
                State::Ended
            } else {
                match self.answer(q, Topic::REMOTENESS, cx)? {
                    remoteness if remoteness == Length::from(1) => State::Final,
                    remoteness => by_parity(&remoteness).into(),
                }
            }),
        })
    }

    fn answer<A: AnswerType>(self, q: PositionId, topic: Topic<A>, cx: &mut dyn Context) -> Result<A, Fault> {
        Ok(ask(q, Question::new(topic, self.convention, self.mover), cx)?.answer)
    }
}

/// Returns `true` if the theorem for this compound applies to its parts. It then applies to all their followers.
pub(super) fn holds(
    joint: &Joint,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<bool, Fault> {
    if joint.rule == JointRule::Least {
        return Ok(true);
    }
    // In the others a player may move twice running in one part, and a sum needs nim-values.
    for &part in &joint.parts {
        if !is_impartial(part, cx)? {
            return Ok(false);
        }
    }
    let question = |about| Question::new(about, convention, player);
    match (joint.rule, convention) {
        (JointRule::Greatest, _) => {
            for &part in &joint.parts {
                if !ask(part, question(Topic::DECIDED), cx)?.answer {
                    return Ok(false);
                }
            }
        }
        (JointRule::Any, Convention::Misere) => {
            let live = live(&joint.parts, player, cx)?;
            for &part in live.iter().filter(|_| live.len() > 1) {
                if !ask(part, question(Topic::ENDS), cx)?.answer {
                    return Ok(false);
                }
            }
        }
        _ => {}
    }
    Ok(true)
}

/// Returns the parts that have not ended.
pub(super) fn live(parts: &[PositionId], player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let question = Question::new(Topic::CAN_MOVE, Convention::Normal, player);
    let mut live = Vec::with_capacity(parts.len());
    for &part in parts {
        if ask(part, question, cx)?.answer {
            live.push(part);
        }
    }
    Ok(live)
}

/// Returns the choices of `player` in each part, with their results; none in any part if play has ended.
pub(super) fn choices(
    joint: &Joint,
    convention: Convention,
    player: Player,
    verdict: Verdict,
    cx: &mut dyn Context,
) -> Result<Vec<Vec<Choice>>, Fault> {
    let live = live(&joint.parts, player, cx)?.len();
    if live == 0 || joint.rule.is_short() && live < joint.parts.len() {
        return Ok(vec![Vec::new(); joint.parts.len()]);
    }
    let is_any = (joint.rule, convention) == (JointRule::Any, Convention::Normal);
    let other = player.other();
    let marking = Marking { rule: joint.rule, convention, mover: other, may_be_alone: true };
    let mut lists: Vec<Result<Vec<PositionId>, Fault>> = Vec::with_capacity(joint.parts.len());
    for &part in &joint.parts {
        if let Some(counters) = large_heaps(part, cx)
            && kinds_of(part, marking, &[], cx)?.is_some()
        {
            lists.push(Err(too_many(counters)));
            continue;
        }
        let mut moves = Options::default();
        lists.push(match options(part, cx, &mut moves) {
            Ok(()) => Ok(once(moves.of(player).iter().copied())),
            Err(fault @ (Fault::TooLarge { .. } | Fault::None(_))) => Err(fault),
            Err(fault) => return Err(fault),
        });
    }
    let enough = enough(joint, &lists, marking, cx)?;
    let mut kinds: Vec<Vec<Rc<Alike>>> = Vec::with_capacity(lists.len());
    for (list, &part) in lists.into_iter().zip(&joint.parts) {
        cx.games().budget.tick()?;
        kinds.push(match list {
            Ok(list) => list.into_iter().map(|q| Rc::new(Alike::one(q))).collect(),
            Err(fault) => match kinds_of(part, marking, &enough, cx)? {
                Some(kinds) => kinds.into_iter().map(Rc::new).collect(),
                // A selective compound is won by winning all parts that are not lost.
                None if is_any && verdict == Verdict::Win => {
                    let winning = Question::new(Topic::WINNING_MOVES, convention, player);
                    let winning = deep::level(FRAME, || ask(part, winning, cx))??.answer;
                    winning.into_iter().map(|q| Rc::new(Alike::one(q))).collect()
                }
                None => return Err(fault),
            },
        });
    }
    of_kinds(joint, convention, other, kinds, cx)
}

/// Returns the counters of finite heaps of Nim that have more moves than are examined one by one.
fn large_heaps(part: PositionId, cx: &mut dyn Context) -> Option<UBig> {
    let heaps = heaps_of_nim(part, cx)?;
    let mut counters = UBig::ZERO;
    for heap in &heaps {
        counters += heap.as_finite()?;
    }
    (counters > UBig::from(MANY_MOVES)).then_some(counters)
}

/// Returns the choices that these kinds of moves in each part are.
fn of_kinds(
    joint: &Joint,
    convention: Convention,
    other: Player,
    kinds: Vec<Vec<Rc<Alike>>>,
    cx: &mut dyn Context,
) -> Result<Vec<Vec<Choice>>, Fault> {
    let mut may_end = Vec::with_capacity(kinds.len());
    for of_part in &kinds {
        let mut may = of_part.is_empty();
        if joint.rule == JointRule::Any && convention == Convention::Misere {
            for kind in of_part {
                may = may || !ask(kind.first, Question::new(Topic::CAN_MOVE, convention, other), cx)?.answer;
            }
        }
        may_end.push(may);
    }
    let never_ending = may_end.iter().filter(|may| !**may).count();
    let mut all = Vec::with_capacity(kinds.len());
    // The limit part and the parity of lengths of play that grow, and in which part.
    let mut growing: Vec<(usize, Ordinal, bool)> = Vec::new();
    for (i, ((of_part, &part), may_end)) in kinds.into_iter().zip(&joint.parts).zip(may_end).enumerate() {
        let may_be_alone = never_ending - usize::from(!may_end) == 0;
        let marking = Marking { rule: joint.rule, convention, mover: other, may_be_alone };
        let rests = joint.rule.may_rest() || of_part.is_empty();
        let mut choices = Vec::with_capacity(of_part.len() + 1);
        for kind in of_part {
            cx.games().budget.tick()?;
            let mark = marking.of(kind.first, cx)?;
            if let (true, Some(length)) = (kind.grows, mark.length()) {
                let (limit, is_even) = (length.limit_part(), length.is_even());
                if growing.iter().any(|(j, other, even)| *j != i && *other == limit && *even != is_even) {
                    return Err(two_numbers());
                }
                growing.push((i, limit, is_even));
            }
            choices.push(Choice {
                to: kind.first,
                mark,
                is_move: true,
                stands_for: kind.all.is_some().then_some(kind),
            });
        }
        if rests {
            choices.push(Choice { to: part, mark: marking.of(part, cx)?, is_move: false, stands_for: None });
        }
        all.push(choices);
    }
    Ok(all)
}

/// Returns the moves of a part that has too many to list.
fn kinds_of(
    part: PositionId,
    marking: Marking,
    enough: &[Ordinal],
    cx: &mut dyn Context,
) -> Result<Option<Vec<Alike>>, Fault> {
    let questions = marking.questions();
    with(part, cx, |rules, here, cx| rules.kinds_of_moves(here, &questions, enough, cx)).transpose()
}

/// Returns the limits that are compared with the results of infinitely many moves. If the shortest part decides or the
/// longest, these are lengths of play: after moves that can be listed, and after infinitely many that are alike. If the
/// sum of the parts decides, they are the nim-values that balance the others.
fn enough(
    joint: &Joint,
    lists: &[Result<Vec<PositionId>, Fault>],
    marking: Marking,
    cx: &mut dyn Context,
) -> Result<Vec<Ordinal>, Fault> {
    let mut enough = Vec::new();
    if marking.rule == JointRule::OneShort && lists.iter().any(Result::is_err) {
        return balancing(joint, marking, cx);
    }
    if !matches!(marking.rule, JointRule::Least | JointRule::Greatest) || lists.iter().all(Result::is_ok) {
        return Ok(enough);
    }
    let mut first: Vec<PositionId> = lists.iter().flatten().flatten().copied().collect();
    for (list, &part) in lists.iter().zip(&joint.parts) {
        if list.is_err() {
            let kinds = kinds_of(part, marking, &[], cx)?.unwrap_or_default();
            first.extend(kinds.into_iter().map(|kind| kind.first));
        }
    }
    for q in first {
        enough.extend(marking.of(q, cx)?.length().cloned());
    }
    // Among those with one limit part the greatest is enough.
    enough.sort_unstable_by(|a, b| b.cmp(a));
    enough.dedup_by_key(|length| length.limit_part());
    Ok(enough)
}

/// Returns the nim-values of each part with which the whole would be lost for the player who moves next, or drawn; none
/// where a part that was not moved in wins for him.
fn balancing(joint: &Joint, marking: Marking, cx: &mut dyn Context) -> Result<Vec<Ordinal>, Fault> {
    let mut values = Vec::with_capacity(joint.parts.len());
    for &part in &joint.parts {
        values.push(marking.of(part, cx)?);
    }
    let mut balancing = Vec::new();
    for i in 0..values.len() {
        let others = values.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, value)| value);
        let mut total = Mark::OneShort(Foreclosed::Open(GammaValue::nimber(0u64)));
        for value in others {
            cx.games().budget.tick()?;
            total = total.with(value)?;
        }
        match total {
            Mark::OneShort(Foreclosed::Open(GammaValue::Finite(value))) => balancing.push(value),
            Mark::OneShort(Foreclosed::Open(GammaValue::Infinite(reach))) => balancing.extend(reach),
            _ => {}
        }
    }
    balancing.sort_unstable();
    balancing.dedup();
    Ok(balancing)
}

fn two_numbers() -> Fault {
    let says = "there are infinitely many moves, and which of them are good depends on two numbers at once: the part that \
                decides must be lost for the player who moves next";
    Fault::None(says.into())
}
