//! Cutcake: Left cuts a rectangular cake along a line between two columns, Right between two rows (Conway 1977).
//!
//! State: the rows and the columns, two words each.

use crate::games::{Dyadic, Fault, LIST_OF_OPTIONS, Player};
use crate::positions::{Context, Known, Options, Pack, PositionId, Rules, RulesetId, Term, Theory};

/// Cuts of one cake beyond which they are not listed.
const MOST_CUTS: u64 = 10_000_000;

/// The game of Cutcake.
struct Cutcake;

/// The position of one cake. Both sizes are at least 1.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::Engine;
/// use cg_engine::questions;
/// use cg_engine::rulesets::cutcake::cake;
///
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
/// let p = cake(5, 10, &mut engine);
/// let value = questions::value(p, &mut engine)?.game(&mut engine)?;
/// # use cg_engine::positions::Context;
/// assert_eq!(value, engine.games().integer(1));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn cake<C: Context>(rows: u64, columns: u64, cx: &mut C) -> PositionId {
    let ruleset = cx.positions().ruleset("cutcake", || Cutcake);
    cx.positions().intern(ruleset, &packed(rows, columns))
}

fn packed(rows: u64, columns: u64) -> Vec<u32> {
    let mut words = Vec::with_capacity(4);
    vec![rows, columns].pack(&mut words);
    words
}

fn unpacked(state: &[u32]) -> [u64; 2] {
    [u64::unpack(&state[..2]), u64::unpack(&state[2..])]
}

/// The value of a cake that is not higher than wide (Conway 1977, table 1): for Left as many moves as lines between
/// the columns, once those are halved as often as the rows can be.
fn value(rows: u64, columns: u64) -> Dyadic {
    Dyadic::new(((columns >> rows.ilog2()) - 1).into(), 0)
}

impl<C: Context> Rules<C> for Cutcake {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault> {
        let [rows, columns] = unpacked(state);
        let cuts = (rows - 1).saturating_add(columns - 1);
        if cuts > MOST_CUTS {
            let size = cuts.to_string();
            return Err(Fault::TooLarge { what: LIST_OF_OPTIONS, size, limit: MOST_CUTS.to_string() });
        }
        for (player, lines) in [(Player::Left, columns), (Player::Right, rows)] {
            for line in 1..lines {
                cx.games().budget.tick()?;
                let pieces = match player {
                    Player::Left => [[rows, line], [rows, columns - line]],
                    Player::Right => [[line, columns], [rows - line, columns]],
                };
                let pieces = pieces.map(|[m, n]| cx.positions().intern(here, &packed(m, n)));
                let next = cx.positions().sum(&pieces);
                if player == Player::Left { &mut out.left } else { &mut out.right }.push(next);
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &C) -> Term {
        let sizes = unpacked(state).map(|n| Term::Number(Box::new(n.into())));
        Term::Call("cutcake".into(), sizes.to_vec())
    }

    fn theory(&self) -> &dyn Theory<C> {
        self
    }
}

impl<C: Context> Theory<C> for Cutcake {
    fn value(&self, _: RulesetId, state: &[u32], cx: &mut C) -> Option<Result<Known, Fault>> {
        let [rows, columns] = unpacked(state);
        let value = if rows <= columns { value(rows, columns) } else { -value(columns, rows) };
        let g = cx.games().number(&value);
        Some(Ok(Known::of(g, cx)))
    }
}
