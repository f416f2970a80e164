//! The order in which a search without results tries positions.
//!
//! It comes from the rules and from values that are computed for it, so it depends on the positions alone: earlier
//! questions, and results learnt from another session, do not change it.

use super::driver::Search;
use super::parts::Memory;
use super::table::Key;
use super::{Region, Rulebook, misere, partizan};
use crate::games::{Fault, Player};
use crate::positions::{Context, Convention};

/// An estimate of a position for the player who moves there, the worst first: lost positions, then undecided ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Estimate {
    decided: Decided,
    score: i64,
    key: Key,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Decided {
    Lost,
    Open,
    Won,
}

/// Estimates sums of regions for `mover`, each region in normal form or the negative of one. The memory and the context
/// must be new, or the answer depends on their earlier use.
pub(crate) fn estimates(
    book: &mut dyn Rulebook,
    sums: &[Vec<Region>],
    convention: Convention,
    mover: Player,
    cx: &mut dyn Context,
) -> Result<Vec<Estimate>, Fault> {
    let mut memory = Memory::default();
    let mut estimates = Vec::with_capacity(sums.len());
    for regions in sums {
        cx.games().budget.tick()?;
        let (wins, score, key) = match convention {
            Convention::Normal => partizan::estimate(Search::new(book, &mut memory, None, cx), regions, mover)?,
            Convention::Misere => misere::estimate(Search::new(book, &mut memory, None, cx), regions, mover)?,
        };
        let decided = match wins {
            Some(false) => Decided::Lost,
            None => Decided::Open,
            Some(true) => Decided::Won,
        };
        estimates.push(Estimate { decided, score, key });
    }
    Ok(estimates)
}
