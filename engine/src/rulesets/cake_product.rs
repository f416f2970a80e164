//! The cake product of two games: Left moves in one, Right in the other (CGSuite).
//!
//! From p x q Left moves to p' x q, for a move of hers to p', Right to p x q', for one of his to q'. A product of sums is the sum
//! of the products of their parts, so a move that breaks p cuts the product like a cake: Cutcake is the product of two heaps,
//! each of which is broken into two.
//!
//! State: the two positions.

use super::product::distributed;
use crate::games::{Fault, Player};
use crate::positions::{self, Context, EndOfPlay, Here, Options, PositionId, Rules, Term, Word};

/// Cake products of two positions.
#[derive(PartialEq, Eq, Hash)]
struct CakeProduct;

/// Returns the cake product of two positions, of which Left plays the first.
///
/// ```
/// use cg_engine::positions::{Context, Engine, Known};
/// use cg_engine::questions;
/// use cg_engine::rulesets::cake_product::cake_product;
/// use cg_engine::rulesets::nim::nim;
///
/// let mut engine = Engine::default();
/// let [two, none] = [2u32, 0].map(|n| nim(vec![n.into()], &mut engine).unwrap());
/// // Left takes two counters, one by one; Right has no move.
/// let p = cake_product(two, none, &mut engine)?;
/// let worth = engine.games().integer(2);
/// assert_eq!(questions::value(p, &mut engine)?, Known::Game(worth));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn cake_product(p: PositionId, q: PositionId, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    distributed(p, q, of_parts, cx)
}

fn of_parts(p: PositionId, q: PositionId, cx: &mut dyn Context) -> PositionId {
    let here = cx.positions().add_rules(CakeProduct);
    cx.positions().intern(here, &[p.index(), q.index()])
}

/// Returns the moves of a player.
fn moves(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let mut options = Options::default();
    positions::plain_options(p, cx, &mut options)?;
    Ok(options.of(player).to_vec())
}

impl Rules for CakeProduct {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let (p, q) = (PositionId::of_word(here.state[0]), PositionId::of_word(here.state[1]));
        for next in moves(p, Player::Left, cx)? {
            out.left.push(cake_product(next, q, cx)?);
        }
        for next in moves(q, Player::Right, cx)? {
            out.right.push(cake_product(p, next, cx)?);
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Call("cake_product".into(), state.iter().map(|&p| Term::Position(PositionId::of_word(p))).collect())
    }

    fn end_of_play(&self, state: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::With(state.iter().map(|&p| PositionId::of_word(p)).collect())
    }
}
