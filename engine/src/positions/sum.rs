//! Disjunctive sums and negatives of positions.
//!
//! A sum's state lists its components in the order written; a negative's is the one position it negates.

use dashu_ratio::RBig;

use super::{
    About, Claim, Context, Convention, Finding, Here, Options, Parts, PositionId, Question, Rules, Settled, Term,
    Theorem, Topic, Word, heaps_of_nim, is_impartial, without_pairs,
};
use crate::games::Fault;
use crate::graphs::Verdict;
use crate::ordinals::{Length, Ordinal};

/// Distances add up.
const SUM_OF_DISTANCES: Theorem = Theorem { says: Claim::Equals("the sum of"), source: "Smith 1966, eq. 15" };
/// The other player answers each move in a pair by the same one.
const IMITATION: Theorem = Theorem {
    says: Claim::Because("as each move in one of two components can be imitated in the other"),
    source: "Fraenkel, Scenic trails, section 7",
};
const BESIDE_PAIRS: Theorem = Theorem {
    says: Claim::Because("as without pairs of components in which each move can be imitated:"),
    source: "Fraenkel, Scenic trails, section 7",
};
/// The negative is the same play with the players exchanged.
const EXCHANGED: Theorem = Theorem { says: Claim::Because("as with the players exchanged:"), source: "by definition" };

pub(super) struct SumRules;

impl Rules for SumRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let parts = all(here.state);
        let mut impartial = true;
        let mut moves = Vec::new();
        for &part in &parts {
            let mut of_part = Options::default();
            super::options(part, cx, &mut of_part)?;
            impartial &= of_part.impartial;
            moves.push(of_part);
        }
        out.impartial = impartial;
        let mut next = parts.clone();
        for (i, of_part) in moves.iter().enumerate() {
            let sides = [(&of_part.left[..], &mut out.left), (of_part.right(), &mut out.right)];
            for (options, list) in sides.into_iter().take(if impartial { 1 } else { 2 }) {
                for &option in options {
                    // Each is as long as the sum.
                    let bytes = cx.positions_ref().bytes_for(next.len());
                    cx.games().budget.charge(next.len())?;
                    cx.games().budget.reserve(bytes)?;
                    next[i] = option;
                    list.push(cx.positions().sum(&next));
                }
            }
            next[i] = parts[i];
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Sum(all(state))
    }

    fn settled(&self, here: Here<'_>, _: &mut dyn Context) -> Result<Option<Settled>, Fault> {
        Ok(Some(Settled { points: RBig::ZERO, rest: all(here.state) }))
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        parts: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let components = all(here.state);
        if question.about == About::Outcome && question.convention == Convention::Normal {
            return by_imitation(&components, question, parts, cx);
        }
        if question.about != About::Distance {
            return Ok(None);
        }
        for &p in &components {
            // In a partizan sum a player may move twice running in a component, and that play may be longer.
            if !is_impartial(p, cx)? {
                return Ok(None);
            }
        }
        let Some(distances) = parts.all(&components, question.with(Topic::DISTANCE), cx) else { return Ok(None) };
        let mut sum = Length::from(0);
        for distance in distances {
            sum = sum.sum(&distance)?;
        }
        Ok(parts.by(&SUM_OF_DISTANCES, sum))
    }

    fn heaps(&self, state: &[u32], cx: &mut dyn Context) -> Option<Vec<Ordinal>> {
        let mut heaps = Vec::new();
        for p in all(state) {
            heaps.extend(heaps_of_nim(p, cx)?);
        }
        Some(heaps)
    }

    fn parts(&self, state: &[u32]) -> Option<Vec<PositionId>> {
        Some(all(state))
    }
}

/// Finds who wins from the components without pairs, or `None` if there are no pairs.
fn by_imitation(
    components: &[PositionId],
    question: Question,
    parts: &mut Parts,
    cx: &mut dyn Context,
) -> Result<Option<Finding>, Fault> {
    let Some(rest) = without_pairs(components, cx)? else { return Ok(None) };
    if rest.is_empty() {
        return Ok(Some(Finding::told(Verdict::Loss, &IMITATION)));
    }
    let rest = cx.positions().sum(&rest);
    Ok(parts.ask(rest, question, cx).and_then(|answer| parts.by(&BESIDE_PAIRS, answer)))
}

fn all(state: &[u32]) -> Vec<PositionId> {
    state.iter().map(|&p| PositionId::of_word(p)).collect()
}

pub(super) struct NegativeRules;

impl Rules for NegativeRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        super::options(PositionId::of_word(here.state[0]), cx, out)?;
        for list in [&mut out.left, &mut out.right] {
            for p in list.iter_mut() {
                *p = cx.positions().negative(*p);
            }
        }
        if !out.impartial {
            std::mem::swap(&mut out.left, &mut out.right);
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Negative(PositionId::of_word(state[0]))
    }

    fn settled(&self, here: Here<'_>, cx: &mut dyn Context) -> Result<Option<Settled>, Fault> {
        let found = super::with(PositionId::of_word(here.state[0]), cx, |rules, here, cx| rules.settled(here, cx))?;
        Ok(found.map(|Settled { points, rest }| {
            let rest = rest.into_iter().map(|p| cx.positions().negative(p)).collect();
            Settled { points: -points, rest }
        }))
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        parts: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let about = match question.about {
            // Here Left has r or more just where she has not 1 - r or more there.
            About::Success(least) => About::Success(1 - least),
            about => about,
        };
        let exchanged = question.with(about).started_by(question.starter.other());
        let Some(answer) = parts.ask(PositionId::of_word(here.state[0]), exchanged, cx) else { return Ok(None) };
        Ok(parts.by(&EXCHANGED, answer))
    }

    fn parts(&self, state: &[u32]) -> Option<Vec<PositionId>> {
        Some(all(state))
    }
}
