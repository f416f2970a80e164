//! The parts of a position of a search, and what is known of each: its value if it is small, else how it looks.

use super::Rulebook;
use super::listing::Place;
use super::reach::{Reach, SMALL};
use super::table::{Key, Table};
use super::tied::Pieces;
use crate::games::hashing::FastMap;
use crate::games::{Fault, Fingerprints, GameId, Games, Player};
use crate::positions::Context;
use crate::positions::known::Packed;

/// Places of the cache of parts.
const PLACES: usize = 1 << 16;
/// Steps that adding two values may take.
const SUM: u64 = 2_000;
/// Sums of two values that are remembered at most.
const SUMS: usize = 1 << 20;

/// An independent part of a position.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Its normal form.
    pub region: Place,
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
    /// By how many halves of a move Left seems ahead, if the rules say.
    pub lead: Option<i64>,
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

impl Part {
    pub fn moves(&self, player: Player) -> u16 {
        self.known.moves[(player as usize) ^ usize::from(self.negated)]
    }

    /// By how many halves of a move Left seems ahead, if the rules say.
    pub fn lead(&self) -> Option<i64> {
        self.known.lead.map(|lead| if self.negated { -lead } else { lead })
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
pub(crate) struct Memory {
    pub(super) table: Table,
    /// Who wins misère play.
    pub(super) misere: Table,
    /// The moves of parts of misère play.
    moves: FastMap<Key, [u16; 2]>,
    /// Facts of parts; a newer one takes the place of an older one.
    cache: Vec<Option<Facts>>,
    /// Nim-values of impartial parts that a search has found.
    pub(super) nimbers: FastMap<Key, u64>,
    /// Sums of two values, or that they are too large.
    sums: FastMap<(GameId, GameId), Option<GameId>>,
    /// Values with mean and temperature, and the keys of these values.
    bounds: FastMap<GameId, (Bound, Key)>,
    fingerprints: Fingerprints,
    /// Which parts are asked for their values, and which pieces of larger ones.
    small: Reach,
    pub(super) pieces: Pieces,
    /// Options that were searched.
    pub(super) options: u64,
}

impl Default for Memory {
    fn default() -> Memory {
        let (table, misere, moves, cache, nimbers) = Default::default();
        let (sums, bounds, fingerprints, pieces, options) = Default::default();
        let small = Reach::new(SMALL);
        Memory { table, misere, moves, cache, nimbers, sums, bounds, fingerprints, small, pieces, options }
    }
}

impl Memory {
    /// What is known of a region in normal form.
    pub(super) fn facts(
        &mut self,
        region: &[u32],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Facts, Fault> {
        let key = book.key(region, cx);
        let place = key as usize % PLACES;
        if let Some(Some(facts)) = self.cache.get(place)
            && facts.key == key
        {
            return Ok(*facts);
        }
        if self.cache.is_empty() {
            cx.games().budget.reserve(PLACES * size_of::<Option<Facts>>())?;
            self.cache.resize(PLACES, None);
        }
        let moves = book.count(region, cx)?;
        let value = self.small.value((region, key), moves, self.options, book, cx)?;
        let between = if value.is_none() { self.between(region, book, cx)? } else { [None; 2] };
        let value = value.map(Packed::new);
        let lead = if value.is_none() { book.lead(region) } else { None };
        let facts = Facts { key, value, moves, lead, between };
        self.cache[place] = Some(facts);
        Ok(facts)
    }

    /// The moves of each player in a region, and its key.
    pub(super) fn moves(
        &mut self,
        region: &[u32],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<([u16; 2], Key), Fault> {
        let key = book.key(region, cx);
        if let Some(&known) = self.moves.get(&key) {
            return Ok((known, key));
        }
        let moves = book.count(region, cx)?;
        if self.moves.len() >= SUMS {
            self.moves.clear();
        }
        self.moves.insert(key, moves);
        Ok((moves, key))
    }

    /// A value with its mean and temperature.
    pub(super) fn bound(&mut self, value: GameId, games: &mut Games) -> Result<Bound, Fault> {
        self.keyed_bound(value, games).map(|(bound, _)| bound)
    }

    /// The same, and the key of the value.
    pub(super) fn keyed_bound(&mut self, value: GameId, games: &mut Games) -> Result<(Bound, Key), Fault> {
        if let Some(&known) = self.bounds.get(&value) {
            return Ok(known);
        }
        let bound = Bound { value, mast: games.rough_mast(value)? };
        let [of_value, of_negative] = self.fingerprints.of(value, games)?;
        let key = if of_value <= of_negative { of_value } else { of_negative.wrapping_neg() };
        if self.bounds.len() >= SUMS {
            self.bounds.clear();
        }
        self.bounds.insert(value, (bound, key));
        Ok((bound, key))
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
