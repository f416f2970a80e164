//! Which values are asked for: those of regions small enough, as far as values have been worth their time.

use super::Rulebook;
use super::table::Key;
use crate::games::Fault;
use crate::games::hashing::FastSet;
use crate::positions::{Context, Known};

/// How much is spent on values of one kind of regions.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    /// Moves of the regions whose values are always asked for.
    always: u32,
    /// Moves of the largest regions whose values are asked for at first.
    first: u32,
    /// Whether larger ones are tried once those have been found soon.
    grows: bool,
    /// Steps that a value may take.
    value: u64,
    /// Steps that values may take before anything has been searched, and for each option that was.
    free: u64,
    an_option: u64,
}

/// That for parts of a position.
const SMALL: Allowance = Allowance { always: 6, first: 14, grows: true, value: 3_000, free: 20_000, an_option: 2 };
/// That for strips of parts, which tell between which values these lie.
pub(super) const STRIPS: Allowance =
    Allowance { always: 28, first: 64, grows: false, value: 10_000, free: 1_000_000, an_option: 4 };

/// Values of the largest size after which larger ones are tried.
const TRIED: u32 = 64;

/// How large regions are whose values are asked for.
pub(super) struct Reach {
    allowance: Allowance,
    /// Regions whose value was too hard to find.
    heavy: FastSet<Key>,
    /// Regions with at most so many moves are asked for their values: what these cost says how many.
    ceiling: u32,
    tried: u32,
    /// Steps that values took.
    spent: u64,
}

/// That of parts of a position.
impl Default for Reach {
    fn default() -> Reach {
        Reach::new(SMALL)
    }
}

impl Reach {
    /// The value of a region in normal form with its key and so many moves, if it is not too hard to find.
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
                    if self.tried == TRIED {
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
