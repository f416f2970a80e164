//! Cakes: Left cuts a rectangular cake along its columns, Right along its rows, and each piece is then a cake of its own.
//!
//! In Cutcake a cut makes two pieces (Conway 1977), in Maundy Cake any number of equal ones (Winning Ways, ch. 2), and in
//! Eatcake, also called Bynum's game, a line of squares is eaten out of the cake; in Turn-and-Eatcake the pieces are then turned
//! by a quarter (Winning Ways, ch. 8).
//!
//! State: the rows and the columns, two words each.

use dashu_int::IBig;

use crate::games::{Budget, Dyadic, Fault, LIST_OF_OPTIONS, Player};
use crate::heaps::ReplyCount;
use crate::positions::{Context, Convention, EndOfPlay, Here, Known, MoveGoal, Options, Pack, PositionId, Rules, Term};

/// Pieces of all options of one cake beyond which they are not listed.
const MOST_PIECES: u64 = 10_000_000;

/// The rule for cutting a cake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cake {
    /// Into two pieces.
    Cutcake,
    /// Into equal pieces, at least two.
    Maundy,
    /// A cut around a line of squares, which is eaten; the rest on either side is a piece.
    Eatcake,
    /// Like Eatcake, but Left eats rows and Right columns, and the pieces are turned by a quarter.
    TurnAndEatcake,
}

/// Returns the position of one cake. A side of Cutcake is at least 1. Of the others it may be 0: there is no cake to
/// eat, but the other side is cut all the same.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions;
/// use cg_engine::rulesets::cakes::{Cake, cake};
///
/// let mut engine = Engine::default();
/// let p = cake(Cake::Cutcake, 5, 10, &mut engine);
/// let value = questions::value(p, &mut engine)?.game(engine.games())?;
/// assert_eq!(value, engine.games().integer(1));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn cake(kind: Cake, rows: u64, columns: u64, cx: &mut dyn Context) -> PositionId {
    let ruleset = cx.positions().add_rules(kind);
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

impl Cake {
    /// Returns the name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Cake::Cutcake => "cutcake",
            Cake::Maundy => "maundy_cake",
            Cake::Eatcake => "eatcake",
            Cake::TurnAndEatcake => "turn_and_eatcake",
        }
    }

    /// Returns the ways to cut along a side of `side` squares: the lengths of the pieces, which may be 0 in Eatcake.
    fn cuts(self, side: u64, budget: &mut Budget) -> Result<Vec<Vec<u64>>, Fault> {
        let too_large = |pieces: u64| {
            let (size, limit) = (pieces.to_string(), MOST_PIECES.to_string());
            Fault::TooLarge { what: LIST_OF_OPTIONS, size, limit }
        };
        let lines = if self == Cake::Cutcake { side.saturating_sub(1) } else { side };
        if lines > MOST_PIECES {
            return Err(too_large(lines));
        }
        let mut all = Vec::new();
        for line in 1..=lines {
            budget.tick()?;
            all.push(match self {
                Cake::Cutcake => vec![line, side - line],
                Cake::Eatcake | Cake::TurnAndEatcake => vec![line - 1, side - line],
                Cake::Maundy if line > 1 && side.is_multiple_of(line) => vec![side / line; line as usize],
                Cake::Maundy => continue,
            });
        }
        Ok(all)
    }

    /// Returns the value of a cake if it is known to be an integer.
    fn number(self, rows: u64, columns: u64, cx: &mut dyn Context) -> Option<Result<IBig, Fault>> {
        match self {
            Cake::Cutcake if rows <= columns => Some(Ok(halves(rows, columns))),
            Cake::Cutcake => Some(Ok(-halves(columns, rows))),
            Cake::Maundy => Some(equal_pieces(rows, columns, &mut cx.games().budget)),
            Cake::Eatcake | Cake::TurnAndEatcake => None,
        }
    }

    /// Returns the lengths of the pieces after a cut by which a player who is ahead loses no more than one move, or `None` if
    /// these are too many. In Cutcake one piece is as long as the highest power of 2 on the other side; in Maundy Cake there
    /// are as many as the greatest prime factor.
    fn best_cut(self, side: u64, other: u64, budget: &mut Budget) -> Result<Option<Vec<u64>>, Fault> {
        if self == Cake::Cutcake {
            let line = 1 << other.ilog2();
            return Ok(Some(vec![line, side - line]));
        }
        let quotients = quotients(side, budget)?;
        // The last prime factor is the number that is left before it is divided out.
        let count = if let [.., last, _] = quotients[..] { last } else { side };
        let length = side / count.max(1);
        Ok((count <= MOST_PIECES).then(|| vec![length; count as usize]))
    }
}

impl Rules for Cake {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let [rows, columns] = unpacked(here.state);
        // A piece of a cake that is turned has the length that is cut as its other side.
        let turned = *self == Cake::TurnAndEatcake;
        let [rows, columns] = if turned { [columns, rows] } else { [rows, columns] };
        for (player, side) in [(Player::Left, columns), (Player::Right, rows)] {
            for cut in self.cuts(side, &mut cx.games().budget)? {
                let lengths = cut.into_iter().filter(|&length| length > 0);
                let pieces = lengths.map(|length| match player {
                    Player::Left => packed(rows, length),
                    Player::Right => packed(length, columns),
                });
                let pieces: Vec<PositionId> = pieces.map(|piece| cx.positions().intern(here.id, &piece)).collect();
                cx.games().budget.charge(pieces.len())?;
                let next = cx.positions().sum(&pieces);
                if player == Player::Left { &mut out.left } else { &mut out.right }.push(next);
            }
        }
        Ok(())
    }

    /// Finds one winning move where there are too many to list: the cut that takes one move from what the winner is ahead by.
    fn find_moves(
        &self,
        here: Here<'_>,
        goal: MoveGoal<'_>,
        count: ReplyCount,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let [rows, columns] = unpacked(here.state);
        let (MoveGoal::Win(Convention::Normal, player), ReplyCount::One) = (goal, count) else { return None };
        let (side, other) = if player == Player::Left { (columns, rows) } else { (rows, columns) };
        if side <= MOST_PIECES {
            return None;
        }
        let mut find = || {
            let Some(value) = self.number(rows, columns, cx) else { return Ok(None) };
            let value = value?;
            let is_ahead = if player == Player::Left { value > IBig::ZERO } else { value < IBig::ZERO };
            if !is_ahead {
                return Ok(Some(Vec::new()));
            }
            let Some(pieces) = self.best_cut(side, other, &mut cx.games().budget)? else { return Ok(None) };
            let piece = |length| if player == Player::Left { packed(rows, length) } else { packed(length, columns) };
            cx.games().budget.charge(pieces.len())?;
            cx.games().budget.reserve(pieces.len().saturating_mul(4 * size_of::<PositionId>()))?;
            let pieces: Vec<PositionId> =
                pieces.into_iter().map(|length| cx.positions().intern(here.id, &piece(length))).collect();
            Ok(Some(vec![cx.positions().sum(&pieces)]))
        };
        find().transpose()
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let sizes = unpacked(state).map(|n| Term::Number(Box::new(n.into())));
        Term::Call(self.name().into(), sizes.to_vec())
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let [rows, columns] = unpacked(here.state);
        let value = match self.number(rows, columns, cx)? {
            Ok(value) => value,
            Err(fault) => return Some(Err(fault)),
        };
        let g = cx.games().number(&Dyadic::new(value, 0));
        Some(Ok(Known::of(g, cx.games())))
    }
}

/// Returns the value of Cutcake on a cake that is not higher than wide (Conway 1977, table 1): for Left as many moves
/// as lines between the columns, once those are halved as often as the rows can be.
fn halves(rows: u64, columns: u64) -> IBig {
    ((columns >> rows.ilog2()) - 1).into()
}

/// Returns the value of Maundy Cake. Each player divides a side by its prime factors, the smallest first; who has fewer
/// of them can only delay, and the other one's moves are the quotients that are left after as many divisions (Winning
/// Ways, ch. 2).
fn equal_pieces(rows: u64, columns: u64, budget: &mut Budget) -> Result<IBig, Fault> {
    let (of_right, of_left) = (quotients(rows, budget)?, quotients(columns, budget)?);
    let moves = |mine: &[u64], others: &[u64]| mine.iter().skip(others.len()).map(|&n| IBig::from(n)).sum::<IBig>();
    Ok(moves(&of_left, &of_right) - moves(&of_right, &of_left))
}

/// Returns the numbers that remain each time that the smallest prime factor is divided out, down to 1.
fn quotients(mut n: u64, budget: &mut Budget) -> Result<Vec<u64>, Fault> {
    let (mut all, mut factor) = (Vec::new(), 2);
    while n > 1 {
        budget.tick()?;
        if factor > n / factor {
            factor = n;
        }
        if n.is_multiple_of(factor) {
            n /= factor;
            all.push(n);
        } else {
            factor += 1;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Budget;
    use crate::positions::Engine;

    #[test]
    fn the_best_cut_loses_one_move() -> Result<(), Fault> {
        let (mut engine, mut cuts) = (Engine::default(), 0);
        for (rows, columns) in (1..30).flat_map(|rows| (1..60).map(move |columns| (rows, columns))) {
            for cake in [Cake::Cutcake, Cake::Maundy] {
                let mut number = |columns| cake.number(rows, columns, &mut engine).expect("a number");
                let value = number(columns)?;
                if value <= IBig::ZERO {
                    continue;
                }
                let pieces = cake.best_cut(columns, rows, &mut Budget::unlimited())?.expect("few pieces");
                assert_eq!(pieces.iter().sum::<u64>(), columns);
                let mut left = IBig::ZERO;
                for length in pieces {
                    left += number(length)?;
                }
                assert_eq!(left, value - 1, "{cake:?} {rows} {columns}");
                cuts += 1;
            }
        }
        assert!(cuts > 1000, "{cuts}");
        Ok(())
    }
}
