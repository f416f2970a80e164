//! The parts of a position of a search, and the knowledge of each: its value if it is small, else an estimate.

use super::Rulebook;
use super::Transpositions;
use super::effort::{ALL_OPTIONS, ALL_OPTIONS_IN_VAIN, Pace};
use super::foresight::Efforts;
use super::listing::{Place, Region};
use super::nim_value::{Heaps, Nim};
use super::reach::{Reach, value_within};
use super::strips::Strips;
use super::table::Key;
use super::tied::{Between, Cutting};
use super::weights::{FoundWeights, Weight};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Fingerprints, GameId, Games, Player};
use crate::positions::known::Packed;
use crate::positions::{Context, Known};

/// Places of the cache of parts.
const PLACES: usize = 1 << 16;
/// The share of the steps of a search that the values of the regions asked about may take together, as a divisor.
const SHARE_OF_VALUES: u64 = 8;
/// Steps that they may take at most.
const STEPS_FOR_VALUES: u64 = 1 << 17;
/// Steps that adding two values may take.
const SUM: u64 = 2_000;
/// Sums of two values that are remembered at most.
const SUMS: usize = 1 << 20;

/// An independent part of a position.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Its normal form.
    pub region: Place,
    /// `true` if the part is the negative of that.
    pub negated: bool,
    pub known: Facts,
    /// Bounds of its atomic weight, not negated, if it has some.
    pub weight: Option<Weight>,
}

/// The knowledge of a part, taken as not negated.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub key: Key,
    /// `true` if it is known to be its own negative.
    pub is_own_negative: bool,
    /// The value, if it is small enough to have been found.
    pub value: Option<Packed>,
    /// The moves of each player, if it has no value.
    pub moves: [u16; 2],
    /// The values between which it lies, if it has none and the rules know how it is cut.
    pub between: Option<Between>,
}

/// The mast of a thermograph, in units of 2^-24: of a sum, its mean and the most that its temperature can be.
#[derive(Clone, Copy, Default)]
pub(super) struct Mast {
    pub mean: i64,
    pub temperature: i64,
}

impl Mast {
    pub fn negative_if(self, negated: bool) -> Mast {
        if negated { Mast { mean: -self.mean, ..self } } else { self }
    }
}

/// A value, its mast if that is not too fine, and its key.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    pub value: GameId,
    pub mast: Option<Mast>,
    pub key: Key,
    pub is_own_negative: bool,
}

impl Part {
    pub fn moves(&self, player: Player) -> u16 {
        self.known.moves[(player as usize) ^ usize::from(self.negated)]
    }

    /// Returns the player who moves in its normal form where this one moves in the part.
    pub fn whose(&self, player: Player) -> Player {
        if self.negated { player.other() } else { player }
    }

    pub fn key(&self) -> Key {
        if self.negated { self.known.key.wrapping_neg() } else { self.known.key }
    }

    /// Returns bounds of its atomic weight.
    pub fn weight(&self) -> Option<Weight> {
        Some(self.weight?.negative_if(self.negated))
    }

    /// Returns the values between which it lies, sign considered.
    pub fn between(&self) -> Option<Between> {
        Some(self.known.between?.negative_if(self.negated))
    }
}

/// Returns what `find` finds within some steps, or `None` if that takes more or is too large.
pub(super) fn if_easy<T>(
    steps: u64,
    games: &mut Games,
    find: impl FnOnce(&mut Games) -> Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    let allowance = games.budget.begin_try(steps);
    let found = find(games);
    games.budget.end_try(allowance);
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Fault::Spent | Fault::TooLarge { .. }) => games.budget.tick().map(|()| None),
        Err(fault) => Err(fault),
    }
}

/// The results that searches in one ruleset remember.
#[derive(Default)]
pub(crate) struct Memory {
    /// The winners of sums, and the nim-values of impartial parts.
    pub(crate) known: Transpositions,
    /// The moves of parts of misère play.
    moves: FastMap<Key, [u16; 2]>,
    /// Facts of parts; a newer one takes the place of an older one.
    cache: Vec<Option<Facts>>,
    /// Sums of two values, or that they are too large.
    sums: FastMap<(GameId, GameId), Option<GameId>>,
    /// Values with mean, temperature and key.
    bounds: FastMap<GameId, Bound>,
    pub(super) weights: FoundWeights,
    fingerprints: Fingerprints,
    /// The parts whose values are computed.
    small: Reach,
    pub(super) strips: Strips,
    /// Buffers for the ways to cut a region, for Left and for Right.
    pub(super) cuttings: [Cutting; 2],
    /// Options that were searched.
    pub(super) options: u64,
    /// The effort for the nim-values of parts.
    pub(super) efforts: Efforts,
    /// The number of nim-values that couples have found, and their sum.
    pub(super) found: u64,
    pub(super) heaps: u64,
}

impl Memory {
    /// Returns the knowledge of a region in normal form.
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
        let (moves, value) = match book.known(region, cx) {
            Some(known) => ([0; 2], Some(known)),
            None => {
                let moves = book.count(region, cx)?;
                (moves, self.small.value((region, key), moves, self.options, book, cx)?)
            }
        };
        self.keep_facts((region, key), moves, value, book, cx)
    }

    /// Finds the values of the regions of the position that is asked about, whatever their size, as far as that takes a small
    /// share of the search: there are few of those regions, and their values serve all of it. The value of a single one is left
    /// to whoever looks for the value of the position.
    pub(super) fn value_regions(
        &mut self,
        regions: &[Region],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<(), Fault> {
        if regions.len() < 2 {
            return Ok(());
        }
        let budget = &mut cx.games().budget;
        let share = budget.left_of_try().unwrap_or(u64::MAX) / SHARE_OF_VALUES;
        let end = budget.spent() + share.min(STEPS_FOR_VALUES);
        for (region, _) in regions {
            let left = end.saturating_sub(cx.games().budget.spent());
            let key = book.key(region, cx);
            let found = value_within(left, region, book, cx)?;
            if found.is_some() {
                self.keep_facts((region, key), [0; 2], found, book, cx)?;
            }
        }
        Ok(())
    }

    /// Remembers the knowledge of a region in normal form.
    fn keep_facts(
        &mut self,
        (region, key): (&[u32], Key),
        moves: [u16; 2],
        value: Option<Known>,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Facts, Fault> {
        if self.cache.is_empty() {
            cx.games().budget.reserve(PLACES * size_of::<Option<Facts>>())?;
            self.cache.resize(PLACES, None);
        }
        let between = if value.is_none() { self.between(region, book, cx)? } else { None };
        let is_own_negative = value.is_none() && book.is_own_negative(region);
        let facts = Facts { key, is_own_negative, value: value.map(Packed::new), moves, between };
        self.cache[key as usize % PLACES] = Some(facts);
        Ok(facts)
    }

    /// Returns the pace of nim-values from those of all options beside couples of a part and a heap: these need fewer
    /// positions by far where nim-values are small, on average below 3/2; of larger ones those of many options must be
    /// found anyway.
    pub fn pace_of_all_options(&self) -> Pace {
        if self.heaps.saturating_mul(2) < self.found * 3 { ALL_OPTIONS_IN_VAIN } else { ALL_OPTIONS }
    }

    /// Returns the knowledge of the nim-value of an impartial part.
    pub(super) fn nim(&self, key: Key) -> Nim {
        self.known.nimbers.find(key).map_or(Nim::IsNot(Heaps::default()), |found| found.nim)
    }

    /// Returns the moves of each player in a region, and its key.
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
        cx.games().budget.room_to_insert(&self.moves)?;
        self.moves.insert(key, moves);
        Ok((moves, key))
    }

    /// Returns a value with its mean, temperature and key.
    pub(super) fn bound(&mut self, value: GameId, games: &mut Games) -> Result<Bound, Fault> {
        if let Some(&known) = self.bounds.get(&value) {
            return Ok(known);
        }
        let mast = games.rough_mast(value)?.map(|[mean, temperature]| Mast { mean, temperature });
        let [of_value, of_negative] = self.fingerprints.of(value, games)?;
        let key = if of_value <= of_negative { of_value } else { of_negative.wrapping_neg() };
        let bound = Bound { value, mast, key, is_own_negative: of_value == of_negative };
        if self.bounds.len() >= SUMS {
            self.bounds.clear();
        }
        games.budget.room_to_insert(&self.bounds)?;
        self.bounds.insert(value, bound);
        Ok(bound)
    }

    /// Returns the sum of values, if it is not too hard to find.
    pub(super) fn sum_of(&mut self, values: &[GameId], games: &mut Games) -> Result<Option<GameId>, Fault> {
        let mut sum = GameId::ZERO;
        for &value in values {
            match self.sum(sum, value, games)? {
                Some(more) => sum = more,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }

    /// Returns the sum of two values, if it is not too hard to find.
    pub(super) fn sum(&mut self, a: GameId, b: GameId, games: &mut Games) -> Result<Option<GameId>, Fault> {
        if a == GameId::ZERO || b == GameId::ZERO {
            return Ok(Some(a.max(b)));
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&pair) {
            return Ok(known);
        }
        let sum = if_easy(SUM, games, |games| games.sum(a, b))?;
        if self.sums.len() >= SUMS {
            self.sums.clear();
        }
        games.budget.room_to_insert(&self.sums)?;
        self.sums.insert(pair, sum);
        Ok(sum)
    }
}
