//! A component of which only values are known: those that Smith's theorems need, without moves. They are given, or those of a
//! compound of infinitely many heaps, which has more moves than can be listed.
//!
//! State: empty; each component is a ruleset with one position.

use crate::games::{Fault, Outcome, Player};
use crate::graphs::Verdict;
use crate::ordinals::{GammaValue, Length, Ordinal};
use crate::positions::{
    About, Answer, Claim, Context, Convention, Facts, Finding, Here, Known, Options, Parts, PositionId, Question,
    Rules, StandsFor, Term, Theorem, by_gamma, by_parity,
};
use crate::rulesets::compound::Kind;

/// The values that are given; any may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Values {
    /// Smith's D, the terminal distance.
    pub distance: Option<Length>,
    /// R, the remoteness under normal play.
    pub remoteness: Option<Length>,
    /// G, the nim-value or γ-value.
    pub gamma: Option<GammaValue>,
    /// R′, the remoteness under misère play.
    pub misere: Option<Length>,
    /// Q₁, Q₀, Q₋₁ (Smith 1966, sections 5 and 12).
    pub success: Option<[Length; 3]>,
}

impl Values {
    /// Returns the reason why no position has these values together, if a theorem forbids it.
    pub fn conflict(&self) -> Option<String> {
        let Values { distance, remoteness, gamma, misere, .. } = self;
        let g = gamma.as_ref().and_then(GammaValue::as_finite);
        if let (Some(d), Some(r)) = (distance, remoteness)
            && r > d
        {
            return Some(format!(
                "R = {r} is greater than D = {d}, and no play is longer than the longest (Smith 1966, eq. 7)"
            ));
        }
        if let (Some(d), Some(g)) = (distance, g)
            && Length::Ends(g.clone()) > *d
        {
            return Some(format!("G = {g} is greater than D = {d} (Smith 1966, eq. 17)"));
        }
        if let (Some(Length::Ends(d)), Some(gamma @ GammaValue::Infinite(_))) = (distance, gamma) {
            return Some(format!("D = {d} says that play ends, and G = {gamma} that it need not"));
        }
        if let (Some(r), Some(gamma)) = (remoteness, gamma)
            && by_parity(r) != by_gamma(gamma)
        {
            return Some(format!("R = {r} and G = {gamma} disagree about who wins"));
        }
        if misere.as_ref().is_some_and(Length::is_zero) {
            return Some("R_misere is at least 1, its value at the end of play (Smith 1966, section 8)".into());
        }
        let ends = [
            ("D = 0", "D", distance.as_ref().map(Length::is_zero)),
            ("R = 0", "R", remoteness.as_ref().map(Length::is_zero)),
            ("R_misere = 1", "R_misere", misere.as_ref().map(|r| *r == Length::from(1))),
        ];
        let ended = ends.iter().find(|(_, _, ended)| *ended == Some(true));
        let goes_on = ends.iter().find(|(_, _, ended)| *ended == Some(false));
        if let (Some((says, _, _)), Some((_, name, _))) = (ended, goes_on) {
            return Some(format!("{says} says that play has ended, and {name} that it has not"));
        }
        self.conflict_of_success()
    }

    /// Returns the reason why no position has these Q functions together, if there is one. With Left to move, Q_r is
    /// odd when she can force an end worth at least r to her, even when Right can force any other end, and infinite
    /// when neither can.
    fn conflict_of_success(&self) -> Option<String> {
        let success = self.success.as_ref()?;
        let [win, draw, end] = success;
        let is_odd = |q: &Length| q.is_odd() == Some(true);
        let is_even = |q: &Length| q.is_odd() == Some(false);
        if is_even(end) {
            return Some(format!("Q-1 = {end} is even, as if Right could reach an end that is none"));
        }
        for (better, q, worse, other) in [("Q1", win, "Q0", draw), ("Q0", draw, "Q-1", end)] {
            if is_odd(q) && !(is_odd(other) && other <= q) {
                return Some(format!(
                    "{better} = {q} says that Left can force such an end within {q} moves, so {worse} is odd and at most {q}, \
                     not {other} (Smith 1966, section 12)"
                ));
            }
        }
        if is_even(draw) && !(is_even(win) && win <= draw) {
            return Some(format!(
                "Q0 = {draw} says that Right can force a loss of Left within {draw} moves, so Q1 is even and at most \
                 {draw}, not {win} (Smith 1966, section 12)"
            ));
        }
        let one = Length::from(1);
        if success.iter().any(Length::is_zero) && !(*end == one && (draw.is_zero() || *draw == one)) {
            return Some(
                "a Q function is 0 at the end of play alone, where Q is [0, 0, 1], [0, 1, 1] or [1, 1, 1]".into(),
            );
        }
        let ended = self.distance.as_ref().is_some_and(Length::is_zero);
        if ended && success.iter().any(|q| *q > one) {
            return Some("D = 0 says that play has ended, and Q that it has not".into());
        }
        if let Some(longest) = self.distance.as_ref().and_then(Length::ends).and_then(Ordinal::to_u64)
            && let Some(q) = success.iter().find(|q| **q > Length::Ends(Ordinal::finite(longest.saturating_add(1))))
        {
            return Some(format!("Q has {q}, and D = {longest} says that play ends sooner"));
        }
        None
    }
}

/// One component.
#[derive(PartialEq, Eq, Hash)]
pub struct Component {
    values: Values,
    /// The kind of compound, and its infinitely many heaps as they are written. `None` if the values are given.
    compound: Option<(Kind, String)>,
}

const DISJ_ENDLESS: Theorem =
    Theorem { says: Claim::Because("as infinitely many parts have moves"), source: "Smith 1966, section 10" };
const CONJ_ENDLESS: Theorem =
    Theorem { says: Claim::Because("as the least of all parts"), source: "Smith 1966, section 6" };

/// Returns the component with these values.
pub fn component(values: Values, cx: &mut dyn Context) -> PositionId {
    of(Component { values, compound: None }, cx)
}

/// Returns the compound of infinitely many heaps, `nim(n) for n in naturals`, of which these values are known.
pub fn endless_compound(kind: Kind, heaps: String, values: Values, cx: &mut dyn Context) -> PositionId {
    of(Component { values, compound: Some((kind, heaps)) }, cx)
}

fn of(component: Component, cx: &mut dyn Context) -> PositionId {
    let ruleset = cx.positions().add_rules(component);
    cx.positions().intern(ruleset, &[])
}

impl Component {
    fn text(&self) -> String {
        match &self.compound {
            Some((kind, heaps)) => format!("sum({}, {heaps})", kind.name()),
            None => format!("component({})", self.fields().join(", ")),
        }
    }

    /// Returns a finding of what is given, or of what a theorem says of infinitely many parts.
    fn finding(&self, answer: impl Into<Answer>) -> Finding {
        match &self.compound {
            Some((Kind::Disj, _)) => Finding::told(answer, &DISJ_ENDLESS),
            Some(_) => Finding::told(answer, &CONJ_ENDLESS),
            None => Finding::given(answer),
        }
    }

    fn fields(&self) -> Vec<String> {
        let Values { distance, remoteness, gamma, misere, success } = &self.values;
        let length = |name: &str, value: &Option<Length>| value.as_ref().map(|v| format!("{name} = {}", written(v)));
        let gamma = gamma.as_ref().map(|g| match g {
            GammaValue::Finite(n) => format!("G = {}", n),
            infinite => format!("G = {infinite}"),
        });
        let success = success.as_ref().map(|q| format!("Q = [{}]", q.each_ref().map(written).join(", ")));
        let all = [length("D", distance), length("R", remoteness), gamma, length("R_misere", misere), success];
        all.into_iter().flatten().collect()
    }

    fn untold(&self, name: &str) -> Fault {
        Fault::None(match self.compound {
            Some(_) => format!("`{}` has infinitely many parts, and no theorem tells its {name}", self.text()),
            None => format!("`{}` has no moves to search, and its values do not tell its {name}", self.text()),
        })
    }

    fn missing(&self, names: &str) -> Fault {
        Fault::None(match self.compound {
            Some(_) => {
                format!("`{}` has infinitely many parts, and this needs its {names}, which is not known", self.text())
            }
            None => format!("`{}` has no moves to search, and this needs its {names}, which is not given", self.text()),
        })
    }

    /// Returns `true` if play has ended, or `None` if no value decides it.
    fn ended(&self) -> Option<bool> {
        let Values { distance, remoteness, gamma, misere, .. } = &self.values;
        let zero = |length: &Option<Length>| length.as_ref().map(Length::is_zero);
        zero(distance)
            .or(zero(remoteness))
            .or(misere.as_ref().map(|r| *r == Length::from(1)))
            .or(gamma.as_ref().filter(|g| g.as_finite().is_none_or(|n| !n.is_zero())).map(|_| false))
    }

    fn outcome(&self, convention: Convention) -> Option<Verdict> {
        let Values { remoteness, gamma, misere, .. } = &self.values;
        match convention {
            Convention::Normal => remoteness
                .as_ref()
                .map(by_parity)
                .or(gamma.as_ref().map(by_gamma))
                .or(self.ended().filter(|ended| *ended).map(|_| Verdict::Loss)),
            Convention::Misere => {
                misere.as_ref().map(by_parity).or(self.ended().filter(|ended| *ended).map(|_| Verdict::Win))
            }
        }
    }

    fn remoteness(&self, convention: Convention) -> Option<Length> {
        let Values { remoteness, gamma, misere, .. } = &self.values;
        let drawn = |g: &GammaValue| g.outcome() == Outcome::D;
        match convention {
            Convention::Normal => remoteness
                .clone()
                .or(gamma.as_ref().filter(|g| drawn(g)).map(|_| Length::Endless))
                .or(self.ended().filter(|ended| *ended).map(|_| Length::from(0))),
            Convention::Misere => misere.clone().or(self.ended().filter(|ended| *ended).map(|_| Length::from(1))),
        }
    }
}

fn written(length: &Length) -> String {
    match length {
        Length::Ends(moves) => moves.to_string(),
        Length::Endless => "inf()".into(),
    }
}

impl Rules for Component {
    fn options(&self, _: Here<'_>, _: &mut dyn Context, _: &mut Options) -> Result<(), Fault> {
        Err(Fault::None(match self.compound {
            Some(_) => format!("`{}` has infinitely many parts, so its moves cannot be listed", self.text()),
            None => format!("`{}` has no moves to search, and no theorem answers this from values", self.text()),
        }))
    }

    fn term(&self, _: &[u32], _: &dyn Context) -> Term {
        let name = |text: String| Term::Name(text.into());
        match &self.compound {
            Some((kind, heaps)) => Term::Call("sum".into(), vec![name(kind.name().into()), name(heaps.clone())]),
            None => Term::Call("component".into(), self.fields().into_iter().map(name).collect()),
        }
    }

    fn facts(&self) -> Facts<'_> {
        Facts { impartial: true, stands_for: StandsFor::Given, ..Facts::default() }
    }

    fn value(&self, _: Here<'_>, _: &mut dyn Context) -> Option<Result<Known, Fault>> {
        Some(match &self.values.gamma {
            Some(GammaValue::Finite(n)) => Known::of_ordinal(n),
            Some(GammaValue::Infinite(_)) => Err(Fault::Loopy),
            None if self.ended() == Some(true) => Ok(Known::Nim(0)),
            None => Err(self.missing("nim-value G")),
        })
    }

    fn gamma(&self, _: Here<'_>, _: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        self.values.gamma.clone().map(Ok)
    }

    fn theorem(
        &self,
        _: Here<'_>,
        question: Question,
        _: &mut Parts,
        _: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let misere = question.convention == Convention::Misere;
        let found: (Option<Answer>, &str) = match question.about {
            About::Distance => {
                let ended = self.ended().filter(|ended| *ended).map(|_| Length::from(0));
                (self.values.distance.clone().or(ended).map(Answer::from), "terminal distance D")
            }
            About::Ends => {
                let ends = self.values.distance.as_ref().map(|d| Answer::Yes(*d != Length::Endless));
                (ends, "terminal distance D")
            }
            About::Remoteness if misere => {
                (self.remoteness(Convention::Misere).map(Answer::from), "misère remoteness R_misere")
            }
            About::Remoteness => (self.remoteness(Convention::Normal).map(Answer::from), "remoteness R"),
            About::Outcome if misere => {
                (self.outcome(Convention::Misere).map(Answer::from), "misère remoteness R_misere")
            }
            About::Outcome => (self.outcome(Convention::Normal).map(Answer::from), "remoteness R or nim-value G"),
            About::CanMove => (self.ended().map(|ended| Answer::Yes(!ended)), "terminal distance D or remoteness R"),
            About::Success(_) if question.starter == Player::Right => (None, "Q functions for Right to move"),
            About::Success(least) => {
                let index = usize::try_from(1 - i32::from(least)).ok();
                let given = self.values.success.as_ref().zip(index).map(|(q, index)| Answer::from(q[index].clone()));
                (given, if least == 2 { "Q2" } else { "Q" })
            }
            // It is asked on the way to a suspense.
            About::Decided => return Err(self.untold("suspense")),
            _ => return Err(self.untold(question.name())),
        };
        match found {
            (Some(answer), _) => Ok(Some(self.finding(answer))),
            (None, name) => Err(self.missing(name)),
        }
    }
}
