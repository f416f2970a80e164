//! Regions as a search meets them: the words of their states, one after the other.

use std::ops::Range;

use crate::games::{Budget, Fault};
use crate::positions::{Pack, State};

/// A region in normal form, or the negative of one.
pub(crate) type Region = (State, bool);

/// The options of a player, each the regions that are left.
#[derive(Default)]
pub(crate) struct Listing {
    words: Vec<u32>,
    /// The end of the words of each region, and `true` if it is the negative of its normal form.
    regions: Vec<(usize, bool)>,
    /// The end of the regions of each option.
    ends: Vec<usize>,
}

impl Listing {
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.regions.clear();
        self.ends.clear();
    }

    /// Makes room for options: their number, that of their regions, and that of the words of these.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn make_room(&mut self, [options, regions, words]: [usize; 3], budget: &Budget) -> Result<(), Fault> {
        budget
            .reserve(options * size_of::<usize>() + regions * size_of::<(usize, bool)>() + words * size_of::<u32>())?;
        self.ends.reserve(options);
        self.regions.reserve(regions);
        self.words.reserve(words);
        Ok(())
    }

    /// Adds an independent region to the next option: its normal form, and `negated` if the region is the negative of
    /// it.
    pub fn region(&mut self, state: &impl Pack, negated: bool) {
        state.pack(&mut self.words);
        self.regions.push((self.words.len(), negated));
    }

    /// Adds options that another listing has.
    pub fn copy(&mut self, other: &Listing, options: Range<usize>) {
        for index in options {
            for (region, negated) in other.option(index) {
                self.words.extend_from_slice(region);
                self.regions.push((self.words.len(), negated));
            }
            self.end_option();
        }
    }

    /// Ends the option.
    pub fn end_option(&mut self) {
        self.ends.push(self.regions.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of words of all regions.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Returns the regions of an option.
    pub(crate) fn option(&self, index: usize) -> impl Iterator<Item = (&[u32], bool)> {
        let start = |ends: &[usize], i: usize| if i == 0 { 0 } else { ends[i - 1] };
        (start(&self.ends, index)..self.ends[index]).map(move |i| {
            let begin = if i == 0 { 0 } else { self.regions[i - 1].0 };
            let (end, negated) = self.regions[i];
            (&self.words[begin..end], negated)
        })
    }
}

/// The regions of the positions under way, in the order in which they came: those of a position are removed with it.
#[derive(Default)]
pub(super) struct Shelf(Vec<u32>);

/// The place of the words of a region in a [`Shelf`].
#[derive(Clone, Copy)]
pub(super) struct Place {
    start: usize,
    end: usize,
}

impl Shelf {
    pub fn put(&mut self, region: &[u32]) -> Place {
        let start = self.0.len();
        self.0.extend_from_slice(region);
        Place { start, end: self.0.len() }
    }

    /// Asks for memory before `words` words are put here.
    pub fn make_room(&self, words: usize, budget: &Budget) -> Result<(), Fault> {
        budget.room_for(&self.0, words)
    }

    pub fn get(&self, place: Place) -> &[u32] {
        &self.0[place.start..place.end]
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
}
