//! The parts of a position of a search, and what is known of each: its value if it is small, else how it looks.

use std::hash::Hash;

use super::reach::{Reach, SMALL};
use super::table::{Key, Table};
use super::tied::Pieces;
use super::{Listing, Rulebook};
use crate::games::hashing::{FastMap, hash_of};
use crate::games::{Fault, GameId, Games, Player};
use crate::positions::Context;
use crate::positions::known::Packed;

/// Places of the cache of parts.
const PLACES: usize = 1 << 16;
/// Steps that adding two values may take.
const SUM: u64 = 2_000;
/// Sums of two values that are remembered at most.
const SUMS: usize = 1 << 20;

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
    /// Values between which the part lies: one that it is not below, one that it is not above.
    pub between: [Option<Bound>; 2],
}

/// A value on one side of a part; its mean and its temperature in units of 2^-24, if these are not too fine.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    pub value: GameId,
    mast: Option<[i64; 2]>,
}

impl Bound {
    pub fn mean(&self) -> Option<i64> {
        self.mast.map(|[mean, _]| mean)
    }

    pub fn negative_if(self, negated: bool, games: &mut Games) -> Result<Bound, Fault> {
        let mast = if negated { self.mast.map(|[mean, temperature]| [-mean, temperature]) } else { self.mast };
        Ok(Bound { value: games.negative_if(negated, self.value)?, mast })
    }

    pub fn temperature(&self) -> Option<i64> {
        self.mast.map(|[_, temperature]| temperature)
    }
}

impl<S> Part<S> {
    pub fn moves(&self, player: Player) -> u16 {
        self.known.moves[(player as usize) ^ usize::from(self.negated)]
    }

    pub fn key(&self) -> Key {
        if self.negated { self.known.key.wrapping_neg() } else { self.known.key }
    }

    /// Values between which it lies, sign considered.
    pub fn between(&self, games: &mut Games) -> Result<[Option<Bound>; 2], Fault> {
        let [low, high] = self.known.between;
        let [low, high] = if self.negated { [high, low] } else { [low, high] };
        let mut signed = |bound: Option<Bound>| bound.map(|bound| bound.negative_if(self.negated, games)).transpose();
        Ok([signed(low)?, signed(high)?])
    }

    /// The means of these values.
    pub fn means(&self) -> [Option<i64>; 2] {
        let [low, high] = self.known.between.map(|bound| bound?.mean());
        if self.negated { [high.map(|mean| -mean), low.map(|mean| -mean)] } else { [low, high] }
    }
}

/// What searches in one ruleset remember.
pub(crate) struct Memory<S> {
    pub(super) table: Table,
    /// Who wins misère play.
    pub(super) misere: Table,
    /// The moves of parts of misère play.
    moves: FastMap<S, [u16; 2]>,
    /// Facts of parts; a newer one takes the place of an older one.
    cache: Vec<Option<(S, Facts)>>,
    /// Nim-values of impartial parts that a search has found.
    pub(super) nimbers: FastMap<S, u64>,
    /// Sums of two values, or that they are too large.
    sums: FastMap<(GameId, GameId), Option<GameId>>,
    /// Values with mean and temperature.
    bounds: FastMap<GameId, Bound>,
    /// Which parts are asked for their values, and which pieces of larger ones.
    small: Reach<S>,
    pub(super) pieces: Pieces<S>,
    /// Options that were searched.
    pub(super) options: u64,
}

impl<S> Default for Memory<S> {
    fn default() -> Self {
        let (table, cache, pieces, options) = Default::default();
        let (nimbers, sums, bounds) = Default::default();
        let (misere, moves) = Default::default();
        let small = Reach::new(SMALL);
        Memory { table, misere, moves, cache, nimbers, sums, bounds, small, pieces, options }
    }
}

impl<S: Clone + Eq + Hash> Memory<S> {
    /// What is known of a part in normal form.
    pub(super) fn facts<B: Rulebook<State = S>>(
        &mut self,
        state: &S,
        book: &mut B,
        cx: &mut dyn Context,
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
        let value = self.small.value(state, moves, self.options, book, cx)?;
        let between = if value.is_none() { self.between(state, book, cx)? } else { [None; 2] };
        let value = value.map(Packed::new);
        let facts = Facts { key, value, moves, between };
        self.cache[place] = Some((state.clone(), facts));
        Ok(facts)
    }

    /// The moves of each player in a part.
    pub(super) fn moves<B: Rulebook<State = S>>(
        &mut self,
        state: &S,
        book: &mut B,
        cx: &mut dyn Context,
    ) -> Result<[u16; 2], Fault> {
        if let Some(&known) = self.moves.get(state) {
            return Ok(known);
        }
        let moves = book.count(state, cx)?;
        if self.moves.len() >= SUMS {
            self.moves.clear();
        }
        self.moves.insert(state.clone(), moves);
        Ok(moves)
    }

    /// A value with its mean and temperature.
    pub(super) fn bound(&mut self, value: GameId, games: &mut Games) -> Result<Bound, Fault> {
        if let Some(&known) = self.bounds.get(&value) {
            return Ok(known);
        }
        let bound = Bound { value, mast: games.rough_mast(value)? };
        if self.bounds.len() >= SUMS {
            self.bounds.clear();
        }
        self.bounds.insert(value, bound);
        Ok(bound)
    }

    /// The sum of values, if it is not too hard to find.
    pub(super) fn sum_of(&mut self, values: &[Bound], games: &mut Games) -> Result<Option<GameId>, Fault> {
        let mut sum = GameId::ZERO;
        for bound in values {
            match self.sum(sum, bound.value, games)? {
                Some(more) => sum = more,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// The sum of two values, if it is not too hard to find.
    pub(super) fn sum(&mut self, a: GameId, b: GameId, games: &mut Games) -> Result<Option<GameId>, Fault> {
        if a == GameId::ZERO || b == GameId::ZERO {
            return Ok(Some(a.max(b)));
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&pair) {
            return Ok(known);
        }
        let allowance = games.budget.begin_try(SUM);
        let found = games.sum(a, b);
        games.budget.end_try(allowance);
        let sum = match found {
            Ok(sum) => Some(sum),
            Err(Fault::Spent | Fault::TooLarge { .. }) => {
                games.budget.tick()?;
                None
            }
            Err(fault) => return Err(fault),
        };
        if self.sums.len() >= SUMS {
            self.sums.clear();
        }
        self.sums.insert(pair, sum);
        Ok(sum)
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

    pub(crate) fn option(&self, index: usize) -> &[(S, bool)] {
        &self.regions[if index == 0 { 0 } else { self.ends[index - 1] }..self.ends[index]]
    }
}
