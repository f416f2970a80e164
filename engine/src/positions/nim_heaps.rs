//! Heaps of Nim in positions of any ruleset: which they are, and moves of heaps too large for all to be listed.

use super::{About, Alike, Context, Convention, Here, MoveGoal, PositionId, Question, Rules, position_of_heaps, with};
use crate::games::Fault;
use crate::heaps::ReplyCount;
use crate::ordinals::Ordinal;

/// Returns the heaps of Nim that a position is, of any size.
pub fn heaps_of_nim(p: PositionId, cx: &mut dyn Context) -> Option<Vec<Ordinal>> {
    with(p, cx, |rules, here, cx| rules.heaps(here.state, cx))
}

/// Returns the places where tokens can stand: each heap of a position of Nim, if all are finite; any other position as
/// it is.
pub fn tokens(p: PositionId, cx: &mut dyn Context) -> Vec<PositionId> {
    let heaps = heaps_of_nim(p, cx).filter(|heaps| heaps.len() != 1);
    let finite = heaps.and_then(|heaps| heaps.iter().map(|heap| heap.as_finite().cloned()).collect::<Option<Vec<_>>>());
    let here = cx.positions().ruleset_of(p);
    match finite {
        Some(heaps) => heaps.iter().map(|heap| position_of_heaps(cx, here, std::slice::from_ref(heap))).collect(),
        None => vec![p],
    }
}

/// Returns some moves of heaps of Nim: each takes half of the last counters of a heap. `None` if no heap has a counter.
pub fn halved_heaps(rules: &dyn Rules, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Vec<PositionId>, Fault>> {
    let heaps = rules.heaps(here.state, cx)?;
    let mut all = || {
        let mut sum = Ordinal::default();
        for heap in &heaps {
            sum = sum.nim_sum(heap)?;
        }
        let mut found = Vec::new();
        for heap in heaps.iter().filter(|heap| !heap.is_zero()) {
            let target = sum.nim_sum(heap)?.nim_sum(&halved(heap)?)?;
            if let Some(replies) = rules.find_moves(here, MoveGoal::Value(&target), ReplyCount::All, cx) {
                found.extend(replies?);
            }
        }
        Ok(found)
    };
    Some(all()).filter(|found| !matches!(found, Ok(found) if found.is_empty()))
}

/// Returns the moves in heaps of Nim as kinds: of one heap alone, and of two as far as they are foreclosed under normal
/// play. Those that leave a foreclosed value of `enough` stand apart. `place` makes the position of heaps that are
/// written `name(..)`.
pub fn kinds_in_heaps(
    name: &str,
    heaps: &[Ordinal],
    questions: &[Question],
    enough: &[Ordinal],
    mut place: impl FnMut(Vec<Ordinal>) -> Result<PositionId, Fault>,
) -> Option<Result<Vec<Alike>, Fault>> {
    let are_about = |about: &[About]| questions.iter().all(|question| about.contains(&question.about));
    let are_normal = questions.iter().all(|question| question.convention == Convention::Normal);
    let foreclosed = match heaps {
        [_] if are_about(&[About::Remoteness, About::Suspense, About::Outcome, About::CanMove]) => &[],
        [_] if are_about(&[About::Foreclosed]) => enough,
        [a, b] if are_about(&[About::Foreclosed]) && are_normal && !a.is_zero() && !b.is_zero() => enough,
        _ => return None,
    };
    let mut of_heap = |i: usize| {
        let mut pieces = [format!("{name}("), ")".to_owned()];
        let mut wanted = foreclosed.to_vec();
        for (j, other) in heaps.iter().enumerate().filter(|(j, _)| *j != i) {
            let text = other.to_string();
            match j < i {
                true => pieces[0] += &format!("{text}, "),
                false => pieces[1] = format!(", {text})"),
            }
            // Like Nim with a counter less in each heap.
            let less = other.without_one();
            for value in &mut wanted {
                *value = value.nim_sum(&less)?;
            }
        }
        Alike::in_a_heap(&heaps[i], &wanted, &pieces, |size| {
            let mut next = heaps.to_vec();
            next[i] = size.clone();
            place(next)
        })
    };
    let kinds: Result<Vec<Vec<Alike>>, Fault> = (0..heaps.len()).map(&mut of_heap).collect();
    Some(kinds.map(|kinds| kinds.concat()))
}

/// Halves the finite part of a heap, and makes a heap without one empty. From ω on the successors of an ordinal differ
/// in the finite part alone, and so do nim-sums.
fn halved(heap: &Ordinal) -> Result<Ordinal, Fault> {
    let last = heap.finite_part();
    if last == 0u8.into() {
        return Ok(Ordinal::default());
    }
    heap.nim_sum(&Ordinal::finite(last.clone()))?.nim_sum(&Ordinal::finite(last / 2u8))
}
