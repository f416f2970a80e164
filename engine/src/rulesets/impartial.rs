//! The impartial version of a game: both players have the moves of both, in the position and ever after.
//!
//! State: the position. Of a sum it is the sum of the impartial versions, and a position and its negative have the same one.

use crate::games::Fault;
use crate::positions::{Context, EndOfPlay, Facts, Here, Known, Options, PositionId, Rules, Term, Word, options, with};

/// The ruleset of impartial versions.
#[derive(PartialEq, Eq, Hash)]
struct Impartial;

/// Returns the position in which both players have the moves of both.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Context, Engine, Known};
/// use cg_engine::questions;
/// use cg_engine::rulesets::impartial::impartial;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().form(&[], &[]);
/// let one = engine.positions().form(&[zero], &[]);
/// let star = impartial(one, &mut engine);
/// assert_eq!(questions::value(star, &mut engine)?, Known::Nim(1));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn impartial(p: PositionId, cx: &mut dyn Context) -> PositionId {
    let parts = cx.positions().parts(p);
    if parts[..] != [p] {
        let parts: Vec<PositionId> = parts.into_iter().map(|part| impartial(part, cx)).collect();
        return cx.positions().sum(&parts);
    }
    let (p, _) = cx.positions().without_sign(p);
    if cx.positions_ref().rules_of(p).facts().impartial {
        return p;
    }
    let here = cx.positions().add_rules(Impartial);
    cx.positions().intern(here, &[p.index()])
}

impl Rules for Impartial {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let mut moves = Options::default();
        options(PositionId::of_word(here.state[0]), cx, &mut moves)?;
        out.impartial = true;
        let of_right = if moves.impartial { &[] } else { &moves.right[..] };
        for &option in moves.left.iter().chain(of_right) {
            cx.games().budget.tick()?;
            let option = impartial(option, cx);
            out.left.push(option);
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Call("impartial".into(), vec![Term::Position(PositionId::of_word(state[0]))])
    }

    fn facts(&self) -> Facts<'_> {
        Facts::impartial()
    }

    fn end_of_play(&self, state: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::With(vec![PositionId::of_word(state[0])])
    }

    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let p = PositionId::of_word(here.state[0]);
        let found = with(p, cx, |rules, here, cx| rules.closed()?.value_of_impartial(here, cx))?;
        Some(found.map(Known::Nim))
    }
}
