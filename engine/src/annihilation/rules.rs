//! The moves of tokens, and the choice of the theorem for each question.

use super::board::{ALL, on_board, partizan};
use super::fraenkel::Annihilation;
use super::meeting::{AnnihilationRules, Meeting, tokens};
use super::moves::after_move;
use super::normal::{moves_to_zero, nim_sum, normal_theorem};
use super::{misere, pieces};
use crate::games::hashing::FastSet;
use crate::games::{Fault, Outcome};
use crate::graphs::Verdict;
use crate::heaps::ReplyCount;
use crate::ordinals::GammaValue;
use crate::positions::{
    self, About, Context, Convention, Facts, Finding, Here, Known, MoveGoal, Options, Parts, PositionId, Question,
    Rules, Term, Way, Word,
};
use crate::questions;

/// The largest number of moves between sets of tokens in a table for misère play; larger games are searched.
const TABLE: u128 = 50_000_000;

impl Rules for AnnihilationRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        out.impartial = true;
        let set = tokens(here.state);
        let mut moves = Options::default();
        let mut seen = FastSet::default();
        for &token in &set {
            positions::plain_options(token, cx, &mut moves)?;
            if !moves.impartial {
                return Err(partizan());
            }
            for &option in &moves.left {
                let p = after_move(here.id, &set, token, option, cx)?;
                if seen.insert(p) {
                    out.left.push(p);
                }
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Member
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let kind = Term::Name("annihilation".into());
        Term::Call("sum".into(), std::iter::once(kind).chain(tokens(state).into_iter().map(Term::Position)).collect())
    }

    fn facts(&self) -> Facts<'_> {
        Facts::impartial()
    }

    /// Computes the value if no token can go round in circles: the game is won as the sum is, for two equal nim-values
    /// cancel (Fraenkel, Scenic trails, section 4).
    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        nim_sum(&tokens(here.state), cx).and_then(|sum| sum.as_ref().map(Known::of_ordinal).transpose()).transpose()
    }

    /// Computes γ by the sum, or by the theory of Fraenkel and Yesha.
    fn gamma(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        let tokens = tokens(here.state);
        if tokens.is_empty() {
            return Some(Ok(GammaValue::nimber(0u64)));
        }
        match nim_sum(&tokens, cx) {
            Ok(Some(sum)) => return Some(Ok(GammaValue::Finite(sum))),
            Ok(None) | Err(Fault::Loopy) => {}
            Err(fault) => return Some(Err(fault)),
        }
        let answer = pieces::gamma(Meeting::Annihilation, here.state, cx);
        if !matches!(answer, Ok(None)) {
            return answer.transpose();
        }
        let answer = on_board(&tokens, cx, |board, numbers, cx| {
            if board.vertices.splits {
                return Ok(None);
            }
            Ok(Some(board.game(&mut cx.games().budget)?.gamma(numbers)))
        });
        answer.transpose()
    }

    /// Finds the winner: in normal play by the value; in misère play by Ferguson's theorems, or by a search of his
    /// reduced graph. If his Condition A fails, few tokens are solved by a table of all sets of their number. On a
    /// graph in several pieces, everything else is as for the sum.
    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        parts: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let tokens = tokens(here.state);
        if tokens.is_empty() {
            return Ok(None);
        }
        if question.about != About::Outcome {
            return pieces::finding(Meeting::Annihilation, here.state, question, parts, cx);
        }
        if question.convention == Convention::Normal {
            let p = cx.positions().intern(here.id, here.state);
            let Some(theorem) = normal_theorem(p, &tokens, cx)? else { return Ok(None) };
            let verdict = positions::by_gamma(&questions::gamma(p, cx)?);
            return Ok(Some(Finding::told(verdict, theorem)));
        }
        if let Some(finding) = misere::finding(&tokens, cx)? {
            return Ok(Some(finding));
        }
        if pieces::split(Meeting::Annihilation, here.state, cx)?.is_some() {
            return pieces::finding(Meeting::Annihilation, here.state, question, parts, cx);
        }
        on_board(&tokens, cx, |board, numbers, cx| {
            let budget = &mut cx.games().budget;
            let wanted = board.wanted(numbers.len());
            let (sets, moves) = Annihilation::size(&board.graph, wanted);
            let by_table = |outcome: Outcome, sets: usize| {
                let verdict = match outcome {
                    Outcome::N => Verdict::Win,
                    Outcome::P => Verdict::Loss,
                    _ => Verdict::Draw,
                };
                Finding { answer: verdict.into(), way: Way::Search(sets) }
            };
            if board.vertices.splits {
                return Ok(None);
            }
            if board.active() <= ALL {
                let outcome = board.full(budget)?.misere_outcome(numbers, budget)?;
                return Ok(Some(by_table(outcome, 1 << board.active())));
            }
            if numbers.len() > wanted || sets.max(moves) > TABLE {
                return Ok(None);
            }
            let outcome = board.table(numbers.len(), budget)?.misere_outcome(numbers, budget)?;
            Ok(outcome.map(|outcome| by_table(outcome, sets as usize)))
        })
    }

    fn find_moves(
        &self,
        here: Here<'_>,
        goal: MoveGoal<'_>,
        count: ReplyCount,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        match goal {
            MoveGoal::Win(Convention::Normal, _) => moves_to_zero(here, count, cx).transpose(),
            MoveGoal::Win(Convention::Misere, _) => misere::moves_to_lost(here, cx).transpose(),
            MoveGoal::Value(_) => None,
            // Some moves of the first token that has too many to list.
            MoveGoal::Any(_) => {
                let set = tokens(here.state);
                let of_token = MoveGoal::Any(None);
                let some = |&token| Some((token, positions::find_moves(token, of_token, ReplyCount::One, cx)?));
                let (token, some) = set.iter().find_map(some)?;
                Some(
                    some.and_then(|some| some.into_iter().map(|to| after_move(here.id, &set, token, to, cx)).collect()),
                )
            }
        }
    }
}
