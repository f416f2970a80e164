//! The values of strips, which are a few bands of a region next to each other, for Left. Those for Right are the strips that
//! the negative has for Left.
//!
//! Few values serve many strips, so each strip has the number of its value.

use super::parts::{Mast, Memory};
use super::reach::{Reach, STRIPS};
use super::{Listing, Rulebook};
use crate::games::hashing::{FastMap, mix};
use crate::games::{Budget, Fault, GameId};
use crate::positions::Context;

/// The largest number of bands of a strip.
pub(super) const MOST_BANDS: usize = 3;
/// The number of bits of a narrow band: each two of them have a place of their own.
const NARROW_BITS: u32 = 9;
/// The number of bits of a band of which three are remembered in a word.
const WORD_BITS: u32 = 16;
/// The number of places of the strips that are remembered in a word.
const PLACES: usize = 1 << 18;
/// The number of other strips that are remembered at most.
const MAX_STRIPS: usize = 1 << 16;
/// The mean of a strip whose value is too hard to find: lower than a sum of any others.
pub(super) const NEVER: i64 = -1 << 48;
/// The largest mean of a value that a strip may have.
const MAX_MEAN: i64 = 1 << 32;

/// The bands of a strip, then zeros.
pub(super) type Strip = [u64; MOST_BANDS];

/// The number of a value that strips have.
type Number = u16;

/// The numbers of a strip that has not been valued, and of one whose value is too hard to find.
const NOT_YET: Number = 0;
const TOO_HARD: Number = 1;

/// The value of a strip.
#[derive(Clone, Copy)]
pub(super) struct StripValue {
    pub value: GameId,
    pub mean: i64,
    pub temperature: i64,
}

impl StripValue {
    const NONE: StripValue = StripValue { value: GameId::ZERO, mean: NEVER, temperature: 0 };
}

/// The knowledge of strips.
pub(super) struct Strips {
    /// The numbers for one narrow band or two.
    narrow: Vec<Number>,
    /// The bands of other strips in 48 bits, and their numbers; a newer one takes the place of an older one.
    words: Vec<u64>,
    others: FastMap<Strip, Number>,
    values: Vec<StripValue>,
    numbers: FastMap<GameId, Number>,
    reach: Reach,
}

impl Default for Strips {
    fn default() -> Self {
        let (narrow, words, others, numbers) = Default::default();
        let values = vec![StripValue::NONE; usize::from(TOO_HARD) + 1];
        Strips { narrow, words, others, values, numbers, reach: Reach::new(STRIPS) }
    }
}

/// The place of a strip.
enum StripPlace {
    Narrow(usize),
    /// With the bands as a word.
    Word(usize, u64),
    Other(Strip),
}

impl StripPlace {
    #[inline]
    fn of(strip: Strip) -> StripPlace {
        match narrow_place(strip) {
            Some(place) => StripPlace::Narrow(place),
            None => StripPlace::of_wide(strip),
        }
    }

    /// Returns the place of a strip that is not narrow, or not before it is moved to the first bit, where its value is
    /// unchanged.
    fn of_wide(strip: Strip) -> StripPlace {
        let all = strip.iter().fold(0, |all, band| all | band);
        let first = all.trailing_zeros() % u64::BITS;
        let strip = strip.map(|band| band >> first);
        if let Some(place) = narrow_place(strip) {
            return StripPlace::Narrow(place);
        }
        if all >> first >> WORD_BITS != 0 {
            return StripPlace::Other(strip);
        }
        let word = strip.iter().rev().fold(0, |word, band| word << WORD_BITS | band);
        StripPlace::Word(mix(word) as usize % PLACES, word)
    }
}

/// Returns the least of the mirror images of a strip, moved to the first bit: all have its value.
fn least_image(strip: Strip) -> Strip {
    let all = strip.iter().fold(0, |all, band| all | band);
    let bands = strip.iter().rposition(|&band| band != 0).map_or(0, |last| last + 1);
    let upside_down = |mut strip: Strip| {
        strip[..bands].reverse();
        strip
    };
    let moved = strip.map(|band| band >> (all.trailing_zeros() % u64::BITS));
    let mirrored = strip.map(|band| band.reverse_bits() >> (all.leading_zeros() % u64::BITS));
    moved.min(upside_down(moved)).min(mirrored.min(upside_down(mirrored)))
}

#[inline]
fn narrow_place([first, second, third]: Strip) -> Option<usize> {
    (third == 0 && (first | second) >> NARROW_BITS == 0).then_some((first | second << NARROW_BITS) as usize)
}

impl Strips {
    #[inline(always)]
    fn number(&self, strip: Strip) -> Number {
        match narrow_place(strip) {
            Some(place) => self.narrow.get(place).copied().unwrap_or(NOT_YET),
            None => self.number_of_wide(strip),
        }
    }

    fn number_of_wide(&self, strip: Strip) -> Number {
        match StripPlace::of_wide(strip) {
            StripPlace::Narrow(place) => self.narrow.get(place).copied(),
            StripPlace::Word(place, word) => {
                let entry = self.words.get(place).filter(|&&entry| entry >> WORD_BITS == word);
                entry.map(|&entry| entry as Number)
            }
            StripPlace::Other(strip) => self.others.get(&strip).copied(),
        }
        .unwrap_or(NOT_YET)
    }

    /// Remembers the number of the value of a strip.
    fn keep(&mut self, strip: Strip, number: Number, budget: &mut Budget) -> Result<(), Fault> {
        let Strips { narrow, words, others, .. } = self;
        match StripPlace::of(strip) {
            StripPlace::Narrow(place) => {
                if narrow.is_empty() {
                    const PLACES: usize = 1 << (2 * NARROW_BITS);
                    budget.reserve(PLACES * size_of::<Number>())?;
                    narrow.resize(PLACES, NOT_YET);
                }
                narrow[place] = number;
            }
            StripPlace::Word(place, word) => {
                if words.is_empty() {
                    budget.reserve(PLACES * size_of::<u64>())?;
                    *words = vec![0; PLACES];
                }
                words[place] = word << WORD_BITS | u64::from(number);
            }
            StripPlace::Other(strip) => {
                if others.len() >= MAX_STRIPS {
                    others.clear();
                }
                budget.room_to_insert(others)?;
                others.insert(strip, number);
            }
        }
        Ok(())
    }

    /// Returns the number of a value, a new one if it has none yet. If no number is left, all strips are forgotten.
    fn number_of(&mut self, found: StripValue) -> Number {
        if found.mean == NEVER {
            return TOO_HARD;
        }
        if self.values.len() > usize::from(Number::MAX) {
            let reach = std::mem::replace(&mut self.reach, Reach::new(STRIPS));
            *self = Strips { reach, ..Strips::default() };
        }
        *self.numbers.entry(found.value).or_insert_with(|| {
            self.values.push(found);
            (self.values.len() - 1) as Number
        })
    }
}

impl Memory {
    /// Returns the value of a strip.
    #[inline(always)]
    pub(super) fn strip(
        &mut self,
        strip: Strip,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<&StripValue, Fault> {
        let mut number = self.strips.number(strip);
        if number == NOT_YET {
            number = self.find_strip(strip, book, cx)?;
        }
        Ok(&self.strips.values[usize::from(number)])
    }

    #[cold]
    fn find_strip(&mut self, strip: Strip, book: &mut dyn Rulebook, cx: &mut dyn Context) -> Result<Number, Fault> {
        let least = least_image(strip);
        let mut number = self.strips.number(least);
        if number == NOT_YET {
            let found = self.value_of_strip(least, book, cx)?.unwrap_or(StripValue::NONE);
            number = self.strips.number_of(found);
            self.strips.keep(least, number, &mut cx.games().budget)?;
        }
        self.strips.keep(strip, number, &mut cx.games().budget)?;
        Ok(number)
    }

    /// Returns the value of a strip, if it is not too hard to find.
    fn value_of_strip(
        &mut self,
        strip: Strip,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<StripValue>, Fault> {
        let mut regions = Listing::default();
        book.strip(&strip, &mut regions);
        let mut sum = GameId::ZERO;
        for (region, negated) in (0..regions.len()).flat_map(|i| regions.option(i)) {
            let (key, moves) = (book.key(region, cx), book.count(region, cx)?);
            let value = self.strips.reach.value((region, key), moves, self.options, book, cx)?;
            let Some(value) = value else { return Ok(None) };
            let value = value.game(cx.games())?;
            let value = cx.games().negative_if(negated, value)?;
            let Some(more) = self.sum(sum, value, cx.games())? else { return Ok(None) };
            sum = more;
        }
        let mast = self.bound(sum, cx.games())?.mast.filter(|mast| mast.mean.abs() <= MAX_MEAN);
        Ok(mast.map(|Mast { mean, temperature }| StripValue { value: sum, mean, temperature }))
    }
}
