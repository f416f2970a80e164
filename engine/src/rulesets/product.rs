//! The product of two impartial games, in which one moves in both at once.
//!
//! From p x q one moves to p' x q + p x q' + p' x q', for a move to p' and a move to q'. With a coin for p x q it is the
//! product of coin turning games, and by the Tartan theorem its nim-value is the nim-product of those of p and q (Winning
//! Ways, ch. 14; On Numbers and Games, ch. 6). A product of sums is the sum of the products of their parts.
//!
//! State: the two positions.

use crate::games::{Fault, deep};
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::{
    self, Context, EndOfPlay, Facts, Here, Known, Options, PositionId, Rules, Term, Word, too_many, with,
};
use crate::rulesets::turning::{Coins, crossed, row_of, turning};

/// Sums of three products beyond which they are not listed as options of one product.
const MAX_SUMS: usize = 3_000_000;

/// The approximate size of the stack frame of a product within a product, in bytes.
const FRAME: usize = 2 << 10;

/// Products of two positions.
#[derive(PartialEq, Eq, Hash)]
struct ProductRules;

/// Returns the product of two impartial positions from which play always ends. That of two rows of coins is a board of
/// coins.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Context, Engine, Known};
/// use cg_engine::questions;
/// use cg_engine::rulesets::product::product;
///
/// let mut engine = Engine::default();
/// let [two, three] = [2, 3].map(|n| engine.games().nimber(n).unwrap()).map(|g| engine.positions().of_value(g));
/// let p = product(two, three, &mut engine)?;
/// assert_eq!(questions::value(p, &mut engine)?, Known::Nim(1));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn product(p: PositionId, q: PositionId, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    distributed(p, q, of_parts, cx)
}

/// Returns the sum of the products of the parts of p and q.
pub(super) fn distributed(
    p: PositionId,
    q: PositionId,
    of_parts: fn(PositionId, PositionId, &mut dyn Context) -> PositionId,
    cx: &mut dyn Context,
) -> Result<PositionId, Fault> {
    let (of_p, of_q) = (cx.positions().parts(p), cx.positions().parts(q));
    let count = of_p.len().saturating_mul(of_q.len());
    cx.games().budget.reserve(count.saturating_mul(size_of::<PositionId>()))?;
    let mut parts = Vec::with_capacity(count);
    for &p in &of_p {
        for &q in &of_q {
            cx.games().budget.tick()?;
            parts.push(of_parts(p, q, cx));
        }
    }
    Ok(cx.positions().sum(&parts))
}

fn of_parts(p: PositionId, q: PositionId, cx: &mut dyn Context) -> PositionId {
    // An impartial position is its own negative.
    let [p, q] = [p, q].map(|p| cx.positions().without_sign(p).0);
    if let (Some((rows, of_rows)), Some((columns, of_columns))) = (row_of(p, cx), row_of(q, cx)) {
        return turning(Coins::Product(rows, columns), &crossed(&of_rows, &of_columns), cx);
    }
    let here = cx.positions().add_rules(ProductRules);
    cx.positions().intern(here, &[p.index(), q.index()])
}

/// Returns the moves of an impartial position.
fn moves(p: PositionId, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let mut options = Options::default();
    positions::plain_options(p, cx, &mut options)?;
    if options.impartial || options.left == options.right { Ok(options.left) } else { Err(Fault::Partizan) }
}

/// Returns the nim-value, or `None` if no theorem gives it.
fn nim_value(p: PositionId, cx: &mut dyn Context) -> Result<Option<Ordinal>, Fault> {
    let known = deep::level(FRAME, || with(p, cx, |rules, here, cx| rules.value(here, cx)))?;
    match known {
        Some(Ok(Known::Nim(n))) => Ok(Some(n.into())),
        Some(Err(Fault::LargeNimber { .. })) => {
            let gamma = with(p, cx, |rules, here, cx| rules.gamma(here, cx));
            Ok(match gamma.transpose()? {
                Some(GammaValue::Finite(value)) => Some(value),
                _ => None,
            })
        }
        Some(Err(fault)) => Err(fault),
        Some(Ok(Known::Game(_))) | None => Ok(None),
    }
}

/// Returns the nim-product, or `None` if no theorem gives the nim-value of one of them.
fn by_theorem(state: &[u32], cx: &mut dyn Context) -> Result<Option<Ordinal>, Fault> {
    let Some(first) = nim_value(PositionId::of_word(state[0]), cx)? else { return Ok(None) };
    let Some(second) = nim_value(PositionId::of_word(state[1]), cx)? else { return Ok(None) };
    first.nim_product(&second, &mut cx.games().budget).map(Some)
}

impl Rules for ProductRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let (p, q) = (PositionId::of_word(here.state[0]), PositionId::of_word(here.state[1]));
        let (of_p, of_q) = (moves(p, cx)?, moves(q, cx)?);
        out.impartial = true;
        let count = of_p.len().saturating_mul(of_q.len());
        if count > MAX_SUMS {
            return Err(too_many(count));
        }
        for &first in &of_p {
            for &second in &of_q {
                let parts = [(first, q), (p, second), (first, second)];
                let mut next = Vec::with_capacity(parts.len());
                for (first, second) in parts {
                    next.push(product(first, second, cx)?);
                }
                out.left.push(cx.positions().sum(&next));
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Call("product".into(), state.iter().map(|&p| Term::Position(PositionId::of_word(p))).collect())
    }

    fn facts(&self) -> Facts<'_> {
        Facts::impartial()
    }

    /// Returns that play ends, for all games in the product do.
    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn gamma(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        let value = by_theorem(here.state, cx).transpose()?;
        Some(value.map(GammaValue::Finite))
    }
}
