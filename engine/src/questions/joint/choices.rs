//! What may be done in each part of a compound, and whether a theorem tells what that comes to.

use super::marks::Marking;
use super::product::Choice;
use crate::games::{Fault, Player, deep};
use crate::graphs::Verdict;
use crate::positions::{
    About, Context, Convention, Joint, JointRule, Options, PositionId, Question, is_impartial, options,
};
use crate::questions::strategy::once;
use crate::questions::{ask, winning_moves};

/// About what a compound within a compound takes of the stack, in bytes.
const FRAME: usize = 4 << 10;

/// Whether the theorem about this compound holds of these parts, and so of all that they can become.
pub(super) fn holds(
    joint: &Joint,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<bool, Fault> {
    if joint.rule == JointRule::Least {
        return Ok(true);
    }
    // In the others a player may move twice running in one part.
    for &part in &joint.parts {
        if !is_impartial(part, cx)? {
            return Ok(false);
        }
    }
    let question = |about| Question::new(about, convention, player);
    match (joint.rule, convention) {
        (JointRule::Greatest, _) => {
            for &part in &joint.parts {
                if !ask(part, question(About::Decided), cx)?.answer.is_yes() {
                    return Ok(false);
                }
            }
        }
        (JointRule::Any, Convention::Misere) => {
            let live = live(&joint.parts, player, cx)?;
            for &part in live.iter().filter(|_| live.len() > 1) {
                if !ask(part, question(About::Ends), cx)?.answer.is_yes() {
                    return Ok(false);
                }
            }
        }
        _ => {}
    }
    Ok(true)
}

/// The parts that have not ended.
pub(super) fn live(parts: &[PositionId], player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let question = Question::new(About::CanMove, Convention::Normal, player);
    let mut live = Vec::with_capacity(parts.len());
    for &part in parts {
        if ask(part, question, cx)?.answer.is_yes() {
            live.push(part);
        }
    }
    Ok(live)
}

/// What `player` may do in each part, with what it leads to; nothing in any of them where the play has ended.
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
    let mut lists = Vec::with_capacity(joint.parts.len());
    for &part in &joint.parts {
        let mut moves = Options::default();
        match options(part, cx, &mut moves) {
            Ok(()) => lists.push(once(moves.of(player).iter().copied())),
            // A selective compound is won by winning all parts that are not lost.
            Err(Fault::TooLarge { .. } | Fault::None(_)) if is_any && verdict == Verdict::Win => {
                lists.push(deep::level(FRAME, || winning_moves(part, convention, player, cx))??);
            }
            Err(fault) => return Err(fault),
        }
    }
    let other = player.other();
    let mut may_end = Vec::with_capacity(lists.len());
    for list in &lists {
        let mut may = list.is_empty();
        if joint.rule == JointRule::Any && convention == Convention::Misere {
            for &q in list {
                may = may || !ask(q, Question::new(About::CanMove, convention, other), cx)?.answer.is_yes();
            }
        }
        may_end.push(may);
    }
    let never_ending = may_end.iter().filter(|may| !**may).count();
    let mut all = Vec::with_capacity(lists.len());
    for ((list, &part), may_end) in lists.into_iter().zip(&joint.parts).zip(may_end) {
        let may_be_alone = never_ending - usize::from(!may_end) == 0;
        let marking = Marking { rule: joint.rule, convention, mover: other, may_be_alone };
        let rests = joint.rule.may_rest() || list.is_empty();
        let mut of_part = Vec::with_capacity(list.len() + 1);
        for q in list {
            cx.games().budget.tick()?;
            of_part.push(Choice { to: q, mark: marking.of(q, cx)?, is_move: true });
        }
        if rests {
            of_part.push(Choice { to: part, mark: marking.of(part, cx)?, is_move: false });
        }
        all.push(of_part);
    }
    Ok(all)
}
