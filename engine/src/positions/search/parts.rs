//! The parts of a position of a search, and what is known of each: its value if it is small, else how it looks.

use std::hash::Hash;

use super::table::{Key, Table};
use super::{Bounds, Listing, Rulebook};
use crate::games::hashing::{FastMap, FastSet, hash_of};
use crate::games::{Fault, GameId, Player};
use crate::positions::known::Packed;
use crate::positions::{Context, Known};

/// Places of the cache of parts.
const PLACES: usize = 1 << 16;
/// Steps that finding a value may take.
const VALUE: u64 = 3_000;
/// Moves of the parts whose values are always asked for; those of larger ones while values take less than the search.
const SMALL: u32 = 8;
/// Steps that values may take before anything has been searched, and for each option that was.
const FREE_STEPS: u64 = 20_000;
const STEPS_AN_OPTION: u64 = 2;
/// Moves of the largest parts whose values are asked for at first.
const FIRST_CEILING: u32 = 14;
/// Values of parts of the largest size after which larger ones are tried.
const TRIED: u32 = 64;

/// An independent part of a position.
#[derive(Clone)]
pub(super) struct Part<S> {
    /// In normal form.
    pub state: S,
    /// Whether the part is the negative of that.
    pub negated: bool,
    pub known: Facts,
}

/// What is known of a part, taken as not negated.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub key: Key,
    /// The value, if it is small enough to have been found.
    pub value: Option<Packed>,
    /// The moves of each player.
    pub moves: [u16; 2],
    pub bounds: Option<Bounds>,
}

impl<S> Part<S> {
    pub fn moves(&self, player: Player) -> u16 {
        self.known.moves[(player as usize) ^ usize::from(self.negated)]
    }

    pub fn key(&self) -> Key {
        if self.negated { self.known.key.wrapping_neg() } else { self.known.key }
    }

    /// Its bounds, sign considered.
    pub fn bounds(&self) -> Option<Bounds> {
        let Bounds { ahead: [a, b], gain: [c, d] } = self.known.bounds?;
        Some(if self.negated { Bounds { ahead: [b, a], gain: [d, c] } } else { Bounds { ahead: [a, b], gain: [c, d] } })
    }
}

/// What searches in one ruleset remember.
pub(crate) struct Memory<S> {
    pub(super) table: Table,
    /// Facts of parts; a newer one takes the place of an older one.
    cache: Vec<Option<(S, Facts)>>,
    /// Parts whose value was too hard to find.
    heavy: FastSet<S>,
    /// Nim-values of impartial parts that a search has found.
    pub(super) nimbers: FastMap<S, u64>,
    /// Sums of two values, or that they are too large.
    pub(super) sums: FastMap<(GameId, GameId), Option<GameId>>,
    /// Parts with at most so many moves are asked for their values: what these cost says how many.
    ceiling: u32,
    tried: u32,
    /// Steps that values took, and options that were searched.
    spent: u64,
    pub(super) options: u64,
}

impl<S> Default for Memory<S> {
    fn default() -> Self {
        let (table, cache, heavy) = Default::default();
        let (nimbers, sums) = Default::default();
        Memory { table, cache, heavy, nimbers, sums, ceiling: FIRST_CEILING, tried: 0, spent: 0, options: 0 }
    }
}

impl<S: Clone + Eq + Hash> Memory<S> {
    /// What is known of a part in normal form.
    pub(super) fn facts<C: Context, B: Rulebook<C, State = S>>(
        &mut self,
        state: &S,
        book: &mut B,
        cx: &mut C,
    ) -> Result<Facts, Fault> {
        let hash = hash_of(state);
        let place = hash as usize % PLACES;
        if let Some(Some((known, facts))) = self.cache.get(place)
            && known == state
        {
            return Ok(*facts);
        }
        if self.cache.is_empty() {
            cx.games().budget.reserve(PLACES * size_of::<Option<(S, Facts)>>())?;
            self.cache.resize(PLACES, None);
        }
        let key = Key::from(hash_of((state, 1u64))) << 64 | Key::from(hash);
        let moves = book.count(state, cx)?;
        let bounds = book.bounds(state);
        let value = self.value(state, moves, book, cx)?;
        let facts = Facts { key, value, moves, bounds };
        self.cache[place] = Some((state.clone(), facts));
        Ok(facts)
    }

    /// The value of a part, if it is not too hard to find.
    fn value<C: Context, B: Rulebook<C, State = S>>(
        &mut self,
        state: &S,
        moves: [u16; 2],
        book: &mut B,
        cx: &mut C,
    ) -> Result<Option<Packed>, Fault> {
        let size = u32::from(moves[0]) + u32::from(moves[1]);
        if size == 0 {
            return Ok(Some(Packed::new(Known::Nim(0))));
        }
        let dear = size > SMALL && self.spent > FREE_STEPS + self.options * STEPS_AN_OPTION;
        if size > self.ceiling || dear || self.heavy.contains(state) {
            return Ok(None);
        }
        let allowance = cx.games().budget.begin_try(VALUE);
        let found = book.value(state, cx);
        self.spent += cx.games().budget.end_try(allowance);
        match found {
            Ok(known) => {
                if size + 1 >= self.ceiling {
                    self.tried += 1;
                    if self.tried == TRIED {
                        (self.ceiling, self.tried) = (self.ceiling + 2, 0);
                    }
                }
                Ok(Some(Packed::new(known)))
            }
            Err(Fault::Spent | Fault::LargeNimber { .. }) => {
                cx.games().budget.tick()?;
                self.heavy.insert(state.clone());
                self.ceiling = self.ceiling.min(size.max(FIRST_CEILING / 2));
                self.tried = 0;
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }
}

impl<S> Default for Listing<S> {
    /// No options.
    fn default() -> Listing<S> {
        Listing { regions: Vec::new(), ends: Vec::new() }
    }
}

impl<S> Listing<S> {
    pub(super) fn clear(&mut self) {
        self.regions.clear();
        self.ends.clear();
    }

    /// An independent region of the next option: its normal form, and whether the region is the negative of it.
    pub fn region(&mut self, state: S, negated: bool) {
        self.regions.push((state, negated));
    }

    /// The option is complete.
    pub fn end_option(&mut self) {
        self.ends.push(self.regions.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn option(&self, index: usize) -> &[(S, bool)] {
        &self.regions[if index == 0 { 0 } else { self.ends[index - 1] }..self.ends[index]]
    }
}
