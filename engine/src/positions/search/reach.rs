//! The choice of the values that are computed: those of regions small enough, as long as values have paid off.

use super::Rulebook;
use super::table::Key;
use crate::games::Fault;
use crate::games::hashing::FastSet;
use crate::positions::{Context, Known};

/// The amount to spend on values of one kind of regions.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    /// The number of moves of the regions whose values are always computed.
    always: u32,
    /// The number of moves of the largest regions whose values are computed.
    largest: u32,
    /// Steps that a value may take.
    value: u64,
    /// Steps that values may take before anything has been searched, and for every 64 options that were.
    free: u64,
    for_64_options: u64,
}

/// The allowance for parts of a position.
const SMALL_PARTS: Allowance = Allowance { always: 6, largest: 14, value: 1_000, free: 5_000, for_64_options: 2 };
/// The allowance for strips of parts, which bound the values of these.
pub(super) const STRIPS: Allowance =
    Allowance { always: 28, largest: 64, value: 10_000, free: 1_000_000, for_64_options: 256 };

/// Limits the size of the regions that are valued during a search.
pub(super) struct Reach {
    allowance: Allowance,
    /// Regions whose value was too hard to find.
    heavy: FastSet<Key>,
    /// The number of moves up to which regions are valued: at most that of the smallest whose value was too hard to find.
    ceiling: u32,
    /// Steps that values took.
    spent: u64,
}

/// The reach for parts of a position.
impl Default for Reach {
    fn default() -> Reach {
        Reach::new(SMALL_PARTS)
    }
}

impl Reach {
    pub fn new(allowance: Allowance) -> Reach {
        Reach { allowance, heavy: FastSet::default(), ceiling: allowance.largest, spent: 0 }
    }

    /// Returns the value of a region in normal form, or `None` if computing it would cost more than searching on.
    /// `moves` are the numbers of its moves.
    pub fn value(
        &mut self,
        (region, key): (&[u32], Key),
        moves: [u16; 2],
        options_searched: u64,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Known>, Fault> {
        let size = u32::from(moves[0]) + u32::from(moves[1]);
        if size == 0 {
            return Ok(Some(Known::Nim(0)));
        }
        let Allowance { always, value, free, for_64_options, .. } = self.allowance;
        let is_dear = size > always && self.spent > free + options_searched.saturating_mul(for_64_options) / 64;
        if size > self.ceiling || is_dear || self.heavy.contains(&key) {
            return Ok(None);
        }
        let before = cx.games().budget.spent();
        let found = value_within(value, region, book, cx)?;
        self.spent += cx.games().budget.spent() - before;
        if found.is_none() {
            self.heavy.insert(key);
            self.ceiling = self.ceiling.min(size);
        }
        Ok(found)
    }
}

/// Returns the value of a region in normal form, or `None` if that takes more steps than these.
pub(super) fn value_within(
    steps: u64,
    region: &[u32],
    book: &mut dyn Rulebook,
    cx: &mut dyn Context,
) -> Result<Option<Known>, Fault> {
    let allowance = cx.games().budget.begin_try(steps);
    let found = book.value(region, cx);
    cx.games().budget.end_try(allowance);
    match found {
        Ok(known) => Ok(Some(known)),
        Err(Fault::Spent | Fault::RunsOn { .. } | Fault::LargeNimber { .. }) => {
            cx.games().budget.tick()?;
            Ok(None)
        }
        Err(fault) => Err(fault),
    }
}
