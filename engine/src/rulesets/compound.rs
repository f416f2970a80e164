//! Compounds: several positions played as one, by the rule for where a move is made and when play ends.
//!
//! The disjunctive sum is the spine's own (`positions::SUM`); here are the other five of Conway's dozen (On Numbers
//! and Games, ch. 14; Winning Ways, ch. 9; Smith 1966, sections 6 to 9). State: the components in the order written.
//! A component has ended for a mover who has no move in it.

mod nim_values;
mod theorems;

use crate::annihilation::{Meeting, of_tokens};
use crate::games::hashing::FastSet;
use crate::games::{Budget, Fault};
use crate::ordinals::GammaValue;
use crate::positions::{
    self, Context, Facts, Finding, Here, JointRule, Options, Parts, PositionId, Question, Rules, Term, Word,
};

/// Moves of a compound beyond which they are not listed.
const MAX_MOVES: u64 = 10_000_000;

/// The ways to play several positions at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A move in exactly one component; the play ends when all have ended.
    Disj,
    /// Like `Disj`, but the play ends when the first component ends: diminished disjunctive.
    DisjShort,
    /// A move in every component; the play ends when the first ends: conjunctive, rapid join.
    Conj,
    /// A move in every component not ended: continued conjunctive, slow join.
    ConjLong,
    /// A move in any non-empty set of components: selective, union.
    Sel,
    /// Like `Sel`, but the play ends when the first component ends: shortened selective, urgent union.
    SelShort,
    /// Tokens on one graph, with the rule for those that meet: see [`annihilation`](crate::annihilation).
    Tokens(Meeting),
}

impl Kind {
    /// The kinds of sums of any positions.
    pub const ALL: [Kind; 6] = [Kind::Disj, Kind::DisjShort, Kind::Conj, Kind::ConjLong, Kind::Sel, Kind::SelShort];

    /// Returns the name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Disj => "disj",
            Kind::DisjShort => "disj_short",
            Kind::Conj => "conj",
            Kind::ConjLong => "conj_long",
            Kind::Sel => "sel",
            Kind::SelShort => "sel_short",
            Kind::Tokens(meeting) => meeting.name(),
        }
    }

    /// Returns `true` if the end of the first component is the end of play.
    fn is_short(self) -> bool {
        matches!(self, Kind::DisjShort | Kind::Conj | Kind::SelShort)
    }

    /// Returns `true` if a mover may leave a component with moves as it is.
    fn may_rest(self) -> bool {
        !matches!(self, Kind::Conj | Kind::ConjLong)
    }

    /// Returns `true` if a mover may move in several components.
    fn may_join(self) -> bool {
        !matches!(self, Kind::Disj | Kind::DisjShort | Kind::Tokens(_))
    }
}

/// Returns the compound of these components.
pub fn compound(cx: &mut dyn Context, kind: Kind, components: &[PositionId]) -> PositionId {
    if kind == Kind::Disj {
        return cx.positions().sum(components);
    }
    if let Kind::Tokens(meeting) = kind {
        return of_tokens(cx, meeting, &[components.to_vec(), Vec::new()]);
    }
    let ruleset = cx.positions().add_rules(Compound(kind));
    let state: Vec<u32> = components.iter().map(|p| p.0).collect();
    cx.positions().intern(ruleset, &state)
}

#[derive(PartialEq, Eq, Hash)]
struct Compound(Kind);

impl Compound {
    /// Returns all ways to move, given each component's moves; a component left alone stays as it is.
    fn combine(
        &self,
        parts: &[PositionId],
        moves: &[&[PositionId]],
        budget: &Budget,
    ) -> Result<Vec<Vec<PositionId>>, Fault> {
        let kind = self.0;
        if moves.iter().all(|m| m.is_empty()) || kind.is_short() && moves.iter().any(|m| m.is_empty()) {
            return Ok(Vec::new());
        }
        if !kind.may_join() {
            let one = |(i, m): (usize, &&[PositionId])| m.iter().map(|&q| replaced(parts, i, q)).collect::<Vec<_>>();
            return Ok(moves.iter().enumerate().flat_map(one).collect());
        }
        let choices = moves.iter().map(|m| m.len() as u64 + (m.is_empty() || kind.may_rest()) as u64);
        let count = choices.fold(1u64, u64::saturating_mul);
        if count > MAX_MOVES {
            let size = if count == u64::MAX { "more than 10^19".into() } else { count.to_string() };
            return Err(Fault::TooLarge { what: "list of joint moves", size, limit: MAX_MOVES.to_string() });
        }
        // Those of all components but the last are given back late.
        let way = size_of::<Vec<PositionId>>() + size_of_val(parts).next_power_of_two();
        budget.reserve((count as usize).saturating_mul(2 * way))?;
        let mut all = vec![Vec::new()];
        for (&part, moves) in parts.iter().zip(moves) {
            let rest = (moves.is_empty() || kind.may_rest()).then_some(&part);
            let extended = |chosen: &Vec<PositionId>| {
                let choices = moves.iter().chain(rest);
                choices.map(|&q| chosen.iter().copied().chain([q]).collect()).collect::<Vec<Vec<_>>>()
            };
            all = all.iter().flat_map(extended).collect();
        }
        if kind.may_rest() {
            // Only in the very last way does every component rest, and that is no move. A loop, which leaves a
            // component as it is, is a move all the same, so the ways are distinguished by their place and not by their
            // results.
            all.pop();
        }
        Ok(all)
    }
}

fn replaced(parts: &[PositionId], i: usize, q: PositionId) -> Vec<PositionId> {
    let mut next = parts.to_vec();
    next[i] = q;
    next
}

impl Rules for Compound {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let parts: Vec<PositionId> = here.state.iter().map(|&p| PositionId::of_word(p)).collect();
        let mut moves = Vec::with_capacity(parts.len());
        for &part in &parts {
            let mut of_part = Options::default();
            positions::plain_options(part, cx, &mut of_part)?;
            // Ways to join moves are as many as the product of these, so none of them counts twice.
            for list in [&mut of_part.left, &mut of_part.right] {
                let mut seen = FastSet::default();
                list.retain(|&q| seen.insert(q));
            }
            moves.push(of_part);
        }
        out.impartial = moves.iter().all(|m| m.impartial);
        let left: Vec<&[PositionId]> = moves.iter().map(|m| &m.left[..]).collect();
        let right: Vec<&[PositionId]> = moves.iter().map(|m| m.right()).collect();
        for (of_mover, list) in
            [(left, &mut out.left), (right, &mut out.right)].into_iter().take(2 - out.impartial as usize)
        {
            for next in self.combine(&parts, &of_mover, &cx.games().budget)? {
                cx.games().budget.tick()?;
                let state: Vec<u32> = next.iter().map(|p| p.0).collect();
                list.push(cx.positions().intern(here.id, &state));
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let kind = Term::Name(self.0.name().into());
        Term::Call(
            "sum".into(),
            std::iter::once(kind).chain(state.iter().map(|&p| Term::Position(PositionId::of_word(p)))).collect(),
        )
    }

    fn facts(&self) -> Facts<'_> {
        let joint = match self.0 {
            Kind::Conj => Some(JointRule::Least),
            Kind::ConjLong => Some(JointRule::Greatest),
            Kind::Sel => Some(JointRule::Any),
            Kind::SelShort => Some(JointRule::AnyShort),
            Kind::DisjShort => Some(JointRule::OneShort),
            Kind::Disj | Kind::Tokens(_) => None,
        };
        Facts { joint, ..Facts::default() }
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        parts: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let p = cx.positions().intern(here.id, here.state);
        let components: Vec<PositionId> = here.state.iter().map(|&p| PositionId::of_word(p)).collect();
        self.by_theorem(p, &components, question, parts, cx)
    }

    fn gamma(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        Some(nim_values::nim_value(self.0, &self.parts(here.state)?, cx)?.map(GammaValue::Finite))
    }

    fn parts(&self, state: &[u32]) -> Option<Vec<PositionId>> {
        Some(state.iter().map(|&p| PositionId::of_word(p)).collect())
    }
}
