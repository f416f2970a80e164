//! Cakes: Left cuts a rectangular cake along its columns, Right along its rows, and each piece is then a cake of its own.
//!
//! In Cutcake a cut makes two pieces (Conway 1977), in Maundy Cake any number of equal ones (Winning Ways, ch. 2), and in
//! Eatcake, also called Bynum's game, a line of squares is eaten out of the cake; in Turn-and-Eatcake the pieces are then turned
//! by a quarter (Winning Ways, ch. 8).
//!
//! State: the rows and the columns, two words each.

use dashu_int::IBig;

use crate::games::{Budget, Dyadic, Fault, LIST_OF_OPTIONS, Player};
use crate::positions::{Context, EndOfPlay, Here, Known, Options, Pack, PositionId, Rules, Term};

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

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let sizes = unpacked(state).map(|n| Term::Number(Box::new(n.into())));
        Term::Call(self.name().into(), sizes.to_vec())
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let [rows, columns] = unpacked(here.state);
        let value = match self {
            Cake::Cutcake if rows <= columns => halves(rows, columns),
            Cake::Cutcake => -halves(columns, rows),
            Cake::Maundy => match equal_pieces(rows, columns, &mut cx.games().budget) {
                Ok(value) => value,
                Err(fault) => return Some(Err(fault)),
            },
            Cake::Eatcake | Cake::TurnAndEatcake => return None,
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
