//! Tokens that repel. In Welter's game on a graph no two tokens share a vertex: a move to one that is taken is not allowed.
//! With electrons and positrons, like ones never share a vertex, and unlike ones that meet vanish (Fraenkel, Scenic trails,
//! section 4).

use super::board::partizan;
use super::meeting::{Meeting, Repulsion, of_tokens};
use super::moves::room;
use super::pieces;
use super::vertices::tokens_of;
use crate::games::Fault;
use crate::games::hashing::FastSet;
use crate::ordinals::{GammaValue, Ordinal, welter_function};
use crate::positions::{
    self, About, Claim, Context, Convention, Facts, Finding, Here, Known, Options, Parts, PositionId, Question, Rules,
    Term, Theorem, Word,
};

/// The theorem for heaps of Nim, which are the squares of a strip.
static MATING: Theorem = Theorem {
    says: Claim::Because("by the Welter function: heaps are mated by the power of 2 that divides their difference"),
    source: "Welter 1954; ONAG ch. 13",
};

/// Returns the tokens of one kind and those of the other after a token of the first, already taken away, comes to these
/// vertices, or `None` if like tokens would meet.
fn arrived(
    mut like: Vec<PositionId>,
    mut unlike: Vec<PositionId>,
    at: &[PositionId],
) -> Option<(Vec<PositionId>, Vec<PositionId>)> {
    for (i, part) in at.iter().enumerate() {
        if like.contains(part) || at[..i].contains(part) {
            return None;
        }
        match unlike.iter().position(|token| token == part) {
            Some(there) => {
                unlike.remove(there);
            }
            None => like.push(*part),
        }
    }
    Some((like, unlike))
}

impl Repulsion {
    /// Returns the nim-value where all tokens are of one kind and stand on heaps of Nim.
    fn by_mating(&self, state: &[u32], cx: &mut dyn Context) -> Result<Option<Ordinal>, Fault> {
        let [electrons, positrons] = self.0.kinds(state);
        let tokens = if electrons.is_empty() {
            positrons
        } else if positrons.is_empty() {
            electrons
        } else {
            return Ok(None);
        };
        let mut squares = Vec::with_capacity(tokens.len());
        for token in tokens {
            cx.games().budget.tick()?;
            match positions::heaps_of_nim(token, cx).as_deref() {
                Some([heap]) if let Some(n) = heap.as_finite() => squares.push(n.clone()),
                _ => return Ok(None),
            }
        }
        Ok(Some(Ordinal::finite(welter_function(&squares))))
    }
}

impl Rules for Repulsion {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        out.impartial = true;
        let kinds = self.0.kinds(here.state);
        let mut moves = Options::default();
        let mut seen = FastSet::default();
        for kind in 0..2 {
            for (i, &token) in kinds[kind].iter().enumerate() {
                positions::plain_options(token, cx, &mut moves)?;
                if !moves.impartial {
                    return Err(partizan());
                }
                for &option in &moves.left {
                    room(here.state.len() + 1, cx)?;
                    let mut like = kinds[kind].clone();
                    like.remove(i);
                    let at = tokens_of(option, cx)?;
                    let Some((like, unlike)) = arrived(like, kinds[1 - kind].clone(), &at) else { continue };
                    let mut next = if kind == 0 { [like, unlike] } else { [unlike, like] };
                    next.iter_mut().for_each(|tokens| cx.positions().sort_as_set(tokens));
                    let p = of_tokens(cx, self.0, &next);
                    if seen.insert(p) {
                        out.left.push(p);
                    }
                }
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], index: usize) -> Word {
        match self.0 {
            Meeting::Electrons if index == 0 => Word::Plain,
            Meeting::Electrons => Word::Position,
            _ => Word::Member,
        }
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let [electrons, positrons] = self.0.kinds(state).map(|kind| kind.into_iter().map(Term::Position).collect());
        let mut arguments = vec![Term::Name(self.0.name().into())];
        match self.0 {
            Meeting::Electrons => arguments.extend([Term::List(electrons), Term::List(positrons)]),
            _ => arguments.extend(electrons),
        }
        Term::Call("sum".into(), arguments)
    }

    fn facts(&self) -> Facts<'_> {
        Facts::impartial()
    }

    /// Computes the value by the Welter function, or as the sum of the pieces of the graph.
    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        match self.by_mating(here.state, cx) {
            Ok(Some(value)) => Some(Known::of_ordinal(&value)),
            Ok(None) => pieces::value(self.0, here.state, cx).transpose(),
            Err(fault) => Some(Err(fault)),
        }
    }

    /// Returns the γ-value, for positions that are large or in which play can go round in circles.
    fn gamma(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        match self.by_mating(here.state, cx) {
            Ok(Some(value)) => Some(Ok(GammaValue::Finite(value))),
            Ok(None) => pieces::gamma(self.0, here.state, cx).transpose(),
            Err(fault) => Some(Err(fault)),
        }
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        parts: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let Some(value) = self.by_mating(here.state, cx)? else {
            return pieces::finding(self.0, here.state, question, parts, cx);
        };
        if question.about != About::Outcome || question.convention != Convention::Normal {
            return Ok(None);
        }
        let verdict = positions::by_gamma(&GammaValue::Finite(value));
        Ok(Some(Finding::told(verdict, &MATING)))
    }
}
