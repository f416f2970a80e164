//! Theorems about a compound by its parts (Smith 1966, sections 6 to 9; On Numbers and Games, ch. 14; Winning Ways, ch.
//! 9). If none of them applies, the product of the parts is searched.

use super::{Compound, Kind};
use crate::games::{Fault, Player};
use crate::graphs::{Foreclosed, Verdict};
use crate::ordinals::{GammaValue, Length, Ordinal};
use crate::positions::{
    About, Answer, Claim, Context, Convention, Finding, Parts, PositionId, Question, Theorem, Topic, by_gamma,
    by_parity, heaps_of_nim, is_impartial,
};
use crate::rulesets::nim::nim;

const CONJ_DISTANCE: Theorem = Theorem { says: Claim::Equals("the least of"), source: "Smith 1966, eq. 8" };
const CONJ: Theorem = Theorem { says: Claim::Equals("the least of"), source: "Smith 1966, eq. 9" };
const CONJ_MISERE: Theorem = Theorem { says: Claim::Equals("the least of"), source: "Smith 1966, section 8" };
/// All parts that end together end with the same player to move, so they count the same.
const CONJ_SUCCESS: Theorem = Theorem { says: Claim::Equals("the least of"), source: "Smith 1966, sections 5 and 6" };
const PARITY: Theorem =
    Theorem { says: Claim::Because("by the parity of the remoteness"), source: "Smith 1966, section 4" };
const NO_DRAWN_ENDS: Theorem =
    Theorem { says: Claim::Because("as the remoteness, for no end is drawn:"), source: "Smith 1966, section 5" };
const SUM_DISTANCE: Theorem = Theorem { says: Claim::Equals("the sum of"), source: "Smith 1966, eq. 12" };
const SHORT_DISTANCE: Theorem = Theorem {
    says: Claim::Equals("the sum, less 1 for each part, plus 1, of"),
    source: "the first part that ends makes the last move",
};
const LONG_DISTANCE: Theorem =
    Theorem { says: Claim::Equals("the greatest of"), source: "all parts are played at once" };
const SEL_EVEN: Theorem = Theorem { says: Claim::Equals("the sum of"), source: "Smith 1966, eq. 13a" };
const SEL_ODD: Theorem =
    Theorem { says: Claim::Equals("the sum, less 1 for each odd one, plus 1, of"), source: "Smith 1966, eq. 13b" };
const SEL_ENDLESS: Theorem =
    Theorem { says: Claim::Follows("infinite, as one is, of"), source: "Smith 1966, section 7" };
const SEL: Theorem = Theorem {
    says: Claim::Follows("lost if all parts are, drawn if one is, else won:"),
    source: "Smith 1966, section 7",
};
const SEL_MISERE: Theorem = Theorem {
    says: Claim::Because("as under normal play, with two parts not ended:"),
    source: "Smith 1966, section 8",
};
const SEL_LAST: Theorem =
    Theorem { says: Claim::Because("as of the one part not ended:"), source: "Smith 1966, section 8" };
const ALL_ENDED: Theorem = Theorem { says: Claim::Because("as all parts have ended"), source: "by definition" };
const LONGEST_PART: Theorem = Theorem { says: Claim::Equals("the greatest of"), source: "Winning Ways, ch. 9" };
const LONG_WINNER: Theorem =
    Theorem { says: Claim::Because("by who wins the part of greatest suspense:"), source: "Winning Ways, ch. 9" };
const SHORT_ENDED: Theorem = Theorem { says: Claim::Because("as a part has ended"), source: "by definition" };
const SHORT_WON: Theorem = Theorem { says: Claim::Because("as one move ends a part:"), source: "Winning Ways, ch. 9" };
const SEL_SHORT: Theorem = Theorem {
    says: Claim::Because("by the selective compound of the parts without the moves that end one:"),
    source: "Winning Ways, ch. 9; Smith 1966, eq. 13",
};
const DISJ_SHORT: Theorem = Theorem {
    says: Claim::Because("by the sum of the foreclosed nim-values of the parts:"),
    source: "Winning Ways, ch. 9",
};
/// Whoever loses that Nim must come to an end, or to a heap that the other ends; the winner never needs to.
const DISJ_SHORT_NIM: Theorem = Theorem {
    says: Claim::Follows("2 more than that of Nim with a counter less in each heap:"),
    source: "On Numbers and Games, ch. 14",
};

const PARTS_END: Theorem = Theorem { says: Claim::Follows("for its parts must end:"), source: "by definition" };
const MOVES_IN_ALL: Theorem =
    Theorem { says: Claim::Follows("whether there is a move in every part:"), source: "by definition" };
const MOVES_IN_SOME: Theorem =
    Theorem { says: Claim::Follows("whether there is a move in some part:"), source: "by definition" };

/// The answer of a theorem, or `None` if none applies or an answer that it needs is not known yet.
type TheoremAnswer = Result<Option<Finding>, Fault>;

impl Compound {
    pub(super) fn by_theorem(
        &self,
        here: PositionId,
        parts: &[PositionId],
        question: Question,
        known: &mut Parts,
        cx: &mut dyn Context,
    ) -> TheoremAnswer {
        match (self.0, question.about) {
            (_, About::CanMove) => self.can_move(parts, question, known, cx),
            (_, About::Ends) => self.ends(parts, question, known, cx),
            // Every part is moved in by both players in turn: its positions with their mover are all that counts.
            (Kind::Conj, About::Outcome) => {
                let remoteness = known.ask(here, question.with(Topic::REMOTENESS), cx);
                Ok(remoteness.and_then(|remoteness| known.by(&PARITY, by_parity(&remoteness))))
            }
            (Kind::Conj, about @ (About::Distance | About::Remoteness | About::Success(_))) => {
                let theorem = match (about, question.convention) {
                    (About::Distance, _) => &CONJ_DISTANCE,
                    (About::Success(_), _) => &CONJ_SUCCESS,
                    (_, Convention::Normal) => &CONJ,
                    (_, Convention::Misere) => &CONJ_MISERE,
                };
                let Some(all) = known.all(parts, question.typed(), cx) else { return Ok(None) };
                let least = all.into_iter().min().unwrap_or_else(|| no_parts(question));
                Ok(known.by(theorem, least))
            }
            (Kind::Conj, _) => Ok(None),
            // No end is drawn, so not to lose is to win.
            (_, About::Success(0 | 1)) => {
                let remoteness = known.ask(here, question.with(Topic::REMOTENESS), cx);
                Ok(remoteness.and_then(|remoteness| known.by(&NO_DRAWN_ENDS, remoteness)))
            }
            (kind, about @ (About::Distance | About::Remoteness | About::Suspense | About::Outcome)) => {
                // The search of a part tells whether it is impartial, so it comes first.
                if let (Kind::Sel, About::Remoteness, Convention::Normal) = (kind, about, question.convention) {
                    if known.all(parts, question, cx).is_none() {
                        return Ok(None);
                    }
                    known.clear_used();
                }
                // In the others a player may move twice running in one part.
                for &p in parts {
                    if !is_impartial(p, cx)? {
                        return Ok(None);
                    }
                }
                match (kind, about) {
                    (_, About::Distance) => self.distance(parts, question, known, cx),
                    (Kind::Sel, About::Remoteness | About::Outcome) => selective(parts, question, known, cx),
                    (Kind::ConjLong, About::Suspense | About::Outcome) => continued(parts, question, known, cx),
                    (Kind::SelShort | Kind::DisjShort, About::Remoteness | About::Outcome) => {
                        self.shortened(parts, question, known, cx)
                    }
                    _ => Ok(None),
                }
            }
            // No theorem is known for the rest.
            _ => Ok(None),
        }
    }

    /// Decides if there is a move, without a list of the moves, which may be long.
    fn can_move(
        &self,
        parts: &[PositionId],
        question: Question,
        known: &mut Parts,
        cx: &mut dyn Context,
    ) -> TheoremAnswer {
        let Some(all) = known.all(parts, question.with(Topic::CAN_MOVE), cx) else { return Ok(None) };
        let mut can = all.into_iter();
        let can = if self.0.is_short() { !parts.is_empty() && can.all(|yes| yes) } else { can.any(|yes| yes) };
        Ok(known.by(if self.0.is_short() { &MOVES_IN_ALL } else { &MOVES_IN_SOME }, can))
    }

    /// Decides if play ends. Play in all parts at once ends with the first that does; otherwise the parts must end, or
    /// a search decides.
    fn ends(&self, parts: &[PositionId], question: Question, known: &mut Parts, cx: &mut dyn Context) -> TheoremAnswer {
        let Some(all) = known.all(parts, question.with(Topic::ENDS), cx) else { return Ok(None) };
        let mut ends = all.into_iter();
        let is_certain = if self.0 == Kind::Conj { ends.any(|yes| yes) } else { ends.all(|yes| yes) };
        if !is_certain {
            known.clear_used();
            return Ok(None);
        }
        Ok(known.by(&PARTS_END, true))
    }

    fn distance(
        &self,
        parts: &[PositionId],
        question: Question,
        known: &mut Parts,
        cx: &mut dyn Context,
    ) -> TheoremAnswer {
        let Some(all) = known.all(parts, question.with(Topic::DISTANCE), cx) else { return Ok(None) };
        if self.0 == Kind::ConjLong {
            return Ok(known.by(&LONG_DISTANCE, all.into_iter().max().unwrap_or(Length::from(0))));
        }
        if !self.0.is_short() {
            let sum = sum(all.iter().cloned())?;
            return Ok(known.by(&SUM_DISTANCE, sum));
        }
        if all.is_empty() || all.iter().any(Length::is_zero) {
            known.clear_used();
            return Ok(known.by(&SHORT_ENDED, Length::from(0)));
        }
        if all.iter().any(|d| d.ends().is_some_and(|d| !d.is_finite())) {
            return Ok(None);
        }
        let sum = sum(all.iter().map(|d| less(d, 1)))?;
        Ok(known.by(&SHORT_DISTANCE, sum.sum(&Length::from(1))?))
    }

    /// Answers questions about play that ends with the first part: without the moves that nobody makes unless he must, it
    /// is the selective or the disjunctive compound under normal play, and two more moves end it.
    fn shortened(
        &self,
        parts: &[PositionId],
        question: Question,
        known: &mut Parts,
        cx: &mut dyn Context,
    ) -> TheoremAnswer {
        if self.0 == Kind::SelShort {
            return shortened_selective(parts, question, known, cx);
        }
        let Some(all) = known.all(parts, question.with(Topic::FORECLOSED), cx) else { return Ok(None) };
        let outcome = question.about == About::Outcome;
        let answer = |remoteness: Length| match outcome {
            true => Answer::from(by_parity(&remoteness)),
            false => Answer::from(remoteness),
        };
        let mut total = GammaValue::nimber(0u64);
        let mut won = false;
        for value in all {
            match value {
                Foreclosed::Open(gamma) => total = total.sum(&gamma)?,
                Foreclosed::Won => won = true,
                Foreclosed::Ended => {
                    known.clear_used();
                    return Ok(known.by(&SHORT_ENDED, answer(terminal(question))));
                }
            }
        }
        if parts.is_empty() {
            return Ok(known.by(&SHORT_ENDED, answer(terminal(question))));
        }
        if won {
            return Ok(known.by(&SHORT_WON, answer(Length::from(1))));
        }
        if outcome {
            return Ok(known.by(&DISJ_SHORT, by_gamma(&total)));
        }
        known.clear_used();
        let Some(rest) = without_last_counters(parts, question.convention, cx)? else { return Ok(None) };
        let normal = Question::new(Topic::REMOTENESS, Convention::Normal, question.starter);
        match known.ask(rest, normal, cx) {
            Some(remoteness) => Ok(known.by(&DISJ_SHORT_NIM, remoteness.sum(&Length::from(2))?)),
            None => Ok(None),
        }
    }
}

/// Returns the Nim that is left of heaps of Nim when nobody ends a part before he must, where that is Nim again: of
/// single heaps in misère play, and of pairs of heaps under normal play.
fn without_last_counters(
    parts: &[PositionId],
    convention: Convention,
    cx: &mut dyn Context,
) -> Result<Option<PositionId>, Fault> {
    let heaps_of_a_part = if convention == Convention::Misere { 1 } else { 2 };
    let mut rest = Vec::with_capacity(heaps_of_a_part * parts.len());
    for &part in parts {
        let Some(mut heaps) = heaps_of_nim(part, cx) else { return Ok(None) };
        heaps.retain(|heap| !heap.is_zero());
        if heaps.len() != heaps_of_a_part {
            return Ok(None);
        }
        rest.extend(heaps.into_iter().map(|heap| heap.without_one()));
    }
    nim(rest, cx).map(Some)
}

/// Answers questions like the function above, if a move may be made in any parts. A part alone is won by the same rule,
/// so its remoteness is 2 more than without the moves that nobody makes unless he must; an infinite remoteness stays.
fn shortened_selective(
    parts: &[PositionId],
    question: Question,
    known: &mut Parts,
    cx: &mut dyn Context,
) -> TheoremAnswer {
    let Some(can_move) = known.all(parts, question.with(Topic::CAN_MOVE), cx) else { return Ok(None) };
    let answer = |remoteness: Length| match question.about {
        About::Outcome => Answer::from(by_parity(&remoteness)),
        _ => Answer::from(remoteness),
    };
    if parts.is_empty() || !can_move.into_iter().all(|can| can) {
        known.clear_used();
        return Ok(known.by(&SHORT_ENDED, answer(terminal(question))));
    }
    known.clear_used();
    let Some(all) = known.all(parts, question.with(Topic::REMOTENESS), cx) else { return Ok(None) };
    let one = Length::from(1);
    if all.contains(&one) {
        return Ok(known.by(&SHORT_WON, answer(one)));
    }
    let is_finite = |length: &Length| length.ends().is_some_and(Ordinal::is_finite);
    let foreclosed: Vec<Length> =
        all.into_iter().map(|length| if is_finite(&length) { less(&length, 2) } else { length }).collect();
    let remoteness = selected(&foreclosed)?.1;
    let remoteness = if is_finite(&remoteness) { remoteness.sum(&Length::from(2))? } else { remoteness };
    Ok(known.by(&SEL_SHORT, answer(remoteness)))
}

fn terminal(question: Question) -> Length {
    Length::from((question.convention == Convention::Misere) as u32)
}

/// Returns the length of play without parts: it has ended before it began.
fn no_parts(question: Question) -> Length {
    match question.about {
        About::Distance => Length::from(0),
        // The end is one move from the success of the player who would have to move.
        About::Success(least) => {
            let is_success = least == -1 || least < 2 && question.starter == Player::Right;
            Length::from((is_success == (question.starter == Player::Left)) as u32)
        }
        _ => terminal(question),
    }
}

fn sum(lengths: impl Iterator<Item = Length>) -> Result<Length, Fault> {
    let mut total = Length::from(0);
    for length in lengths {
        total = total.sum(&length)?;
    }
    Ok(total)
}

/// Returns a length less its last `moves` moves, which its finite part must have.
fn less(length: &Length, moves: u64) -> Length {
    let Length::Ends(ordinal) = length else { return Length::Endless };
    let limit = ordinal.terms().iter().filter(|t| !t.exponent.is_zero()).cloned().collect::<Vec<_>>();
    let finite = Ordinal::finite(ordinal.finite_part() - moves);
    let limit = limit.into_iter().try_fold(finite, |sum, term| {
        let power = Ordinal::omega_power(term.exponent)?;
        power.natural_product(&Ordinal::finite(term.coefficient)).and_then(|x| sum.natural_sum(&x))
    });
    limit.map_or(Length::Endless, Length::Ends)
}

/// Computes the remoteness of the selective compound of parts with these lengths (Smith's equations 13).
fn selected(lengths: &[Length]) -> Result<(&'static Theorem, Length), Fault> {
    if lengths.contains(&Length::Endless) {
        return Ok((&SEL_ENDLESS, Length::Endless));
    }
    let odd = |length: &Length| length.is_odd() == Some(true);
    let total = sum(lengths.iter().map(|length| if odd(length) { less(length, 1) } else { length.clone() }))?;
    match lengths.iter().any(odd) {
        true => Ok((&SEL_ODD, total.sum(&Length::from(1))?)),
        false => Ok((&SEL_EVEN, total)),
    }
}

fn selective(parts: &[PositionId], question: Question, known: &mut Parts, cx: &mut dyn Context) -> TheoremAnswer {
    if question.convention == Convention::Misere {
        return selective_misere(parts, question, known, cx);
    }
    if question.about == About::Outcome {
        let all = known.all(parts, question.with(Topic::OUTCOME), cx);
        return Ok(all.and_then(|all| known.by(&SEL, selected_verdict(&all))));
    }
    let Some(lengths) = known.all(parts, question.with(Topic::REMOTENESS), cx) else { return Ok(None) };
    let (theorem, remoteness) = selected(&lengths)?;
    Ok(known.by(theorem, remoteness))
}

fn selected_verdict(all: &[Verdict]) -> Verdict {
    if all.contains(&Verdict::Draw) {
        Verdict::Draw
    } else if all.iter().all(|&verdict| verdict == Verdict::Loss) {
        Verdict::Loss
    } else {
        Verdict::Win
    }
}

/// Decides last-player-losing play by Smith's rule. It is for parts that must end: with cycles it fails.
fn selective_misere(
    parts: &[PositionId],
    question: Question,
    known: &mut Parts,
    cx: &mut dyn Context,
) -> TheoremAnswer {
    let can_move = question.with(Topic::CAN_MOVE);
    let Some(live) = known.all(parts, can_move, cx) else { return Ok(None) };
    let live: Vec<PositionId> = parts.iter().zip(live).filter(|(_, can)| *can).map(|(&p, _)| p).collect();
    known.clear_used();
    match live[..] {
        [] if question.about == About::Outcome => Ok(known.by(&ALL_ENDED, Verdict::Win)),
        [] => Ok(known.by(&ALL_ENDED, Length::from(1))),
        [p] => Ok(known.ask(p, question, cx).and_then(|answer| known.by(&SEL_LAST, answer))),
        _ if question.about == About::Remoteness => Ok(None),
        _ => {
            let Some(ends) = known.all(&live, question.with(Topic::ENDS), cx) else { return Ok(None) };
            if !ends.into_iter().all(|ends| ends) {
                return Ok(None);
            }
            known.clear_used();
            let normal = Question::new(Topic::OUTCOME, Convention::Normal, question.starter);
            let Some(all) = known.all(&live, normal, cx) else { return Ok(None) };
            Ok(known.by(&SEL_MISERE, selected_verdict(&all)))
        }
    }
}

/// Decides who wins: the winner of each part makes it last, and the part that lasts longest decides. If the winner of a
/// part can delay its end for ever he does not lose, and wins if nobody else can do the same.
fn continued(parts: &[PositionId], question: Question, known: &mut Parts, cx: &mut dyn Context) -> TheoremAnswer {
    let Some(decided) = known.all(parts, question.with(Topic::DECIDED), cx) else { return Ok(None) };
    known.clear_used();
    // If a part can come to a draw, somebody may prefer that to winning the part.
    if !decided.into_iter().all(|decided| decided) {
        return Ok(None);
    }
    let Some(outcomes) = known.all(parts, question.with(Topic::OUTCOME), cx) else { return Ok(None) };
    known.clear_used();
    let Some(all) = known.all(parts, question.with(Topic::SUSPENSE), cx) else { return Ok(None) };
    let greatest = all.iter().max().cloned().unwrap_or_else(|| terminal(question));
    if question.about == About::Suspense {
        return Ok(known.by(&LONGEST_PART, greatest));
    }
    let mut longest = outcomes.iter().zip(&all).filter(|(_, s)| **s == Length::Endless).map(|(&verdict, _)| verdict);
    let verdict = match longest.next() {
        None => by_parity(&greatest),
        Some(first) if longest.all(|other| other == first) => first,
        Some(_) => Verdict::Draw,
    };
    Ok(known.by(&LONG_WINNER, verdict))
}
