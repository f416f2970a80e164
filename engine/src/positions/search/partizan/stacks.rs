//! The entries of the stacks of a search: the components of the positions under way, and the options that wait.

use std::cmp::Reverse;
use std::ops::Range;

use super::Search;
use crate::games::{Fault, GameId, Player};
use crate::positions::search::driver::Heights;
use crate::positions::search::listing::Place;
use crate::positions::search::parts::{Facts, Part};
use crate::positions::search::table::Key;
use crate::positions::search::totals::Totals;
use crate::positions::search::weights::ValuePieces;

/// An option that is not decided yet.
#[derive(Clone, Copy)]
pub(in crate::positions::search) struct Candidate {
    /// The number of replies that need an answer, if they were counted.
    pub replies: usize,
    /// A score of how good it looks for the player who moves there.
    pub score: i64,
    /// The order among options that leave the same weights, if they have weights.
    pub tie: Option<Tie>,
    pub totals: Totals,
    /// The part that was moved in; past the end if a value was.
    pub moved: usize,
    pub made: Made,
}

/// The components that an option has in place of those that were moved in.
#[derive(Clone, Copy)]
pub(in crate::positions::search) enum Made {
    /// The state after the move, not taken apart yet.
    Whole(Place),
    Apart {
        /// The parts that new parts cancel, as bits.
        cancelled: u64,
        /// The parts that are new, and all values.
        parts: (usize, usize),
        values: (usize, usize),
    },
}

/// The order of options that leave the same weights.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::positions::search) struct Tie {
    /// The number of pieces that the move makes, the moves in the largest of them, and those in the part that it was made in.
    pub pieces: Reverse<[u32; 3]>,
    /// The part that was moved in, and who moves in its normal form.
    pub moved: (Key, Player),
    /// The number of the option among those of that part.
    pub option: usize,
}

/// The components of an option: the parts of the position before, but for the one that was moved in and those that are
/// cancelled; the new parts; and all values.
pub(super) struct Components {
    pub old: Range<usize>,
    pub moved: usize,
    pub cancelled: u64,
    pub new: Range<usize>,
    pub values: Range<usize>,
}

impl Components {
    /// Returns the places of its parts.
    pub fn parts(&self) -> impl Iterator<Item = usize> + use<> {
        let Components { old, moved, cancelled, new, .. } = self;
        let (begin, moved, cancelled) = (old.start, *moved, *cancelled);
        old.clone().filter(move |&i| i != moved && !is_bit(cancelled, i - begin)).chain(new.clone())
    }
}

impl Search<'_> {
    /// Puts the components of an option, moved to from a position with these parts, on the stacks, but for those above
    /// `begin`, which are there.
    pub(super) fn put(&mut self, old: Range<usize>, option: &Candidate, begin: Heights) -> Result<(), Fault> {
        let Made::Apart { cancelled, parts, values } = option.made else {
            unreachable!("an option is made before it is put on the stacks")
        };
        self.cx.games().budget.room_for(&self.parts, old.len() + parts.1 - parts.0)?;
        for i in old.clone() {
            if i != option.moved && !is_bit(cancelled, i - old.start) {
                self.parts.push(self.parts[i]);
            }
        }
        self.parts.extend_from_within(parts.0..parts.1.min(begin.parts));
        self.values.extend_from_within(values.0..values.1.min(begin.values));
        Ok(())
    }

    /// Adds a region to the position on top of the stacks: to its values, or to its parts, unless one is there that it
    /// cancels, among the new ones or the old.
    pub(super) fn add_region(
        &mut self,
        region: &[u32],
        negated: bool,
        old: Range<usize>,
        moved: usize,
        cancelled: &mut u64,
        begin: Heights,
    ) -> Result<(), Fault> {
        let known = self.memory.facts(region, self.book, self.cx)?;
        if let Some(value) = known.value {
            let g = value.unpack().game(self.cx.games())?;
            let g = self.cx.games().negative_if(negated, g)?;
            return self.add_value(begin.values, g);
        }
        let free = |i: usize| i != moved && i - old.start < 64 && !is_bit(*cancelled, i - old.start);
        let candidates = (begin.parts..self.parts.len()).chain(old.clone().filter(|&i| free(i)));
        let opposite = |key| {
            let mut candidates = candidates.clone();
            candidates.find(|&i| {
                let Part { negated: sign, known: other, .. } = &self.parts[i];
                other.key == key && (*sign != negated || known.is_own_negative)
            })
        };
        if let Some(i) = opposite(known.key) {
            let Some(apart) = self.book.negative_apart(region, self.cx)? else {
                match i < begin.parts {
                    true => *cancelled |= 1 << (i - old.start),
                    false => drop(self.parts.swap_remove(i)),
                }
                return Ok(());
            };
            let known = self.memory.facts(&apart, self.book, self.cx)?;
            if known.value.is_some() {
                return self.add_region(&apart, !negated, old, moved, cancelled, begin);
            }
            if candidates.clone().any(|i| self.parts[i].negated == negated && self.parts[i].known.key == known.key) {
                return Err(Fault::Loopy);
            }
            return self.push_part(&apart, !negated, known);
        }
        self.push_part(region, negated, known)
    }

    fn push_part(&mut self, region: &[u32], negated: bool, known: Facts) -> Result<(), Fault> {
        let budget = &self.cx.games().budget;
        budget.room_to_push(&self.parts)?;
        self.shelf.make_room(region.len(), budget)?;
        let weight = match self.facts.is_all_small {
            true => self.memory.weight_of_part((region, known.key), self.book, self.cx)?,
            false => None,
        };
        let region = self.shelf.put(region);
        self.parts.push(Part { region, negated: negated && !known.is_own_negative, known, weight });
        Ok(())
    }

    /// Adds a value to those from `start` on: to one of them, if the sum is not too hard to find. Where all positions are all
    /// small, it is taken apart instead: ups and nimbers add up, and what is left of one value may cancel that of another.
    pub(super) fn add_value(&mut self, start: usize, mut g: GameId) -> Result<(), Fault> {
        if self.facts.is_all_small {
            let ValuePieces { ups, rest } = self.memory.pieces(g, self.cx.games())?;
            let games = self.cx.games();
            if ups != GameId::ZERO {
                let mut places = start..self.values.len();
                match places.find(|&i| games.normal_form(self.values[i]).is_some()) {
                    Some(i) => {
                        self.values[i] = games.sum(self.values[i], ups)?;
                        if self.values[i] == GameId::ZERO {
                            self.values.swap_remove(i);
                        }
                    }
                    None => self.values.push(ups),
                }
            }
            if rest != GameId::ZERO {
                let negative = games.negative(rest)?;
                match self.values[start..].iter().position(|&value| value == negative) {
                    Some(i) => drop(self.values.swap_remove(start + i)),
                    None => self.values.push(rest),
                }
            }
            return Ok(());
        }
        while g != GameId::ZERO {
            let mut sum = None;
            for i in start..self.values.len() {
                sum = self.memory.sum(self.values[i], g, self.cx.games())?;
                if sum.is_some() {
                    self.values.swap_remove(i);
                    break;
                }
            }
            match sum {
                Some(sum) => g = sum,
                None => {
                    self.values.push(g);
                    break;
                }
            }
        }
        Ok(())
    }
}

pub(super) fn is_bit(bits: u64, i: usize) -> bool {
    i < 64 && bits >> i & 1 == 1
}
