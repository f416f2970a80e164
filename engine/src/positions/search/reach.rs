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
    /// The number of moves of the largest regions whose values are computed at first.
    first: u32,
    /// `true` to try larger regions once the values of smaller ones were found quickly.
    grows: bool,
    /// Steps that a value may take.
    value: u64,
    /// Steps that values may take before anything has been searched, and for each option that was.
    free: u64,
    an_option: u64,
}

/// The allowance for parts of a position.
const SMALL_PARTS: Allowance =
    Allowance { always: 6, first: 14, grows: true, value: 3_000, free: 20_000, an_option: 2 };
/// The allowance for strips of parts, which bound the values of these.
pub(super) const STRIPS: Allowance =
    Allowance { always: 28, first: 64, grows: false, value: 10_000, free: 1_000_000, an_option: 4 };

/// Values of the largest size after which larger ones are tried.
const VALUES_TRIED: u32 = 64;

/// Limits the size of the regions that are valued during a search.
pub(super) struct Reach {
    allowance: Allowance,
    /// Regions whose value was too hard to find.
    heavy: FastSet<Key>,
    /// The number of moves up to which regions are valued. It follows the cost of values so far.
    ceiling: u32,
    tried: u32,
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
        if !book.has_values() {
            return Ok(None);
        }
        let Allowance { always, first, grows, value, free, an_option } = self.allowance;
        let dear = size > always && self.spent > free + options_searched * an_option;
        if size > self.ceiling || dear || self.heavy.contains(&key) {
            return Ok(None);
        }
        let allowance = cx.games().budget.begin_try(value);
        let found = book.value(region, cx);
        self.spent += cx.games().budget.end_try(allowance);
        match found {
            Ok(known) => {
                if grows && size + 1 >= self.ceiling {
                    self.tried += 1;
                    if self.tried == VALUES_TRIED {
                        (self.ceiling, self.tried) = (self.ceiling + 2, 0);
                    }
                }
                Ok(Some(known))
            }
            Err(Fault::Spent | Fault::RunsOn { .. } | Fault::LargeNimber { .. }) => {
                cx.games().budget.tick()?;
                self.heavy.insert(key);
                self.ceiling = self.ceiling.min(size.max(first / 2));
                self.tried = 0;
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    pub fn new(allowance: Allowance) -> Reach {
        Reach { allowance, heavy: FastSet::default(), ceiling: allowance.first, tried: 0, spent: 0 }
    }
}
