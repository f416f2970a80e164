//! Values between which a region lies: what is left of it where one of the players gives up some moves.
//!
//! A player whose hand is tied is not better off (*Winning Ways*, ch. 5, the one-hand-tied principle). So a region in which
//! only Left's moves cross the lines between bands is at least the sum of the strips into which some of these lines cut it.
//! A strip is one band, or two next to each other: there are so few that the values of all are soon known, and together
//! they say more than larger pieces near the middle. Of all ways to cut, the one is taken of which the mean is best.

use super::parts::{Mast, Memory};
use super::reach::{Reach, STRIPS};
use super::{Bands, Listing, Rulebook};
use crate::games::hashing::FastMap;
use crate::games::{Fault, GameId, Player};
use crate::positions::Context;

/// Bits of a narrow band: each two of them have a place of their own.
const NARROW: usize = 8;
/// Strips of wider bands that are remembered at most.
const MOST: usize = 1 << 18;

/// One band, then 0, or two bands.
type Pair = [u64; 2];

/// What is known of strips.
pub(super) struct Strips {
    /// Those of narrow bands, for Left and for Right.
    narrow: [Vec<Found>; 2],
    wide: FastMap<(Pair, Player), Found>,
    reach: Reach,
}

impl Default for Strips {
    fn default() -> Self {
        Strips { narrow: [Vec::new(), Vec::new()], wide: FastMap::default(), reach: Reach::new(STRIPS) }
    }
}

#[derive(Clone, Copy, Default)]
enum Found {
    #[default]
    NotYet,
    TooHard,
    Strip(Strip),
}

/// The value of a strip, and its mast in the units of [`Mast`].
#[derive(Clone, Copy)]
struct Strip {
    value: GameId,
    mean: i32,
    temperature: i32,
}

/// How a region is cut, and the mast of the sum of the strips.
#[derive(Clone, Copy, Default)]
pub(super) struct Cut {
    /// The bands that lie in one strip with the band before, as bits.
    joined: u64,
    pub mast: Mast,
}

/// How a region without a value lies between two.
#[derive(Clone, Copy)]
pub(super) struct Between {
    /// How it is cut for a sum that it is not below, and for one that it is not above.
    pub cuts: [Cut; 2],
    /// By how many halves of a move Left seems ahead.
    pub lead: i64,
}

impl Cut {
    /// That of one strip more, if it has a value.
    fn with(self, strip: Option<Strip>, joined: u64) -> Option<Cut> {
        let Strip { mean, temperature, .. } = strip?;
        let mast = Mast { mean: mean.into(), temperature: temperature.into() };
        Some(Cut { joined: self.joined | joined, mast: self.mast.plus(mast) })
    }

    /// The better of two for a player.
    fn or_better(self, other: Cut, player: Player) -> Cut {
        let good =
            |cut: Cut| (if player == Player::Left { cut.mast.mean } else { -cut.mast.mean }, -cut.mast.temperature);
        if good(other) > good(self) { other } else { self }
    }
}

impl Memory {
    /// Between which values a region lies, as far as the rules know how it is cut.
    pub(super) fn between(
        &mut self,
        region: &[u32],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Between>, Fault> {
        let Some([rows, columns]) = book.bands(region) else { return Ok(None) };
        let Some(low) = self.best_cut(&rows, Player::Left, book, cx)? else { return Ok(None) };
        let Some(high) = self.best_cut(&columns, Player::Right, book, cx)? else { return Ok(None) };
        Ok(Some(Between { cuts: [low, high], lead: book.lead([&rows, &columns]) }))
    }

    /// The cut that is best for `player`, who gives up moves across it: from that of the bands before the last one, and from
    /// that of those before the last two.
    fn best_cut(
        &mut self,
        bands: &[u64],
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Cut>, Fault> {
        cx.games().budget.tick()?;
        if bands.len() > u64::BITS as usize {
            return Ok(None);
        }
        let (mut all_but_one, mut all) = (None, Some(Cut::default()));
        let mut last = 0;
        for (i, &band) in bands.iter().enumerate() {
            let alone = match all {
                Some(cut) => cut.with(self.strip([band, 0], player, book, cx)?, 0),
                None => None,
            };
            let joined = match all_but_one {
                Some(cut) => Cut::with(cut, self.strip([last, band], player, book, cx)?, 1 << i),
                None => None,
            };
            let best = match (alone, joined) {
                (Some(alone), Some(joined)) => Some(alone.or_better(joined, player)),
                (alone, joined) => alone.or(joined),
            };
            (all_but_one, all, last) = (all, best, band);
        }
        Ok(all)
    }

    /// Adds the values that a cut of a region leaves to a list.
    pub(super) fn values_of_cut(
        &mut self,
        region: &[u32],
        player: Player,
        cut: Cut,
        out: &mut Vec<GameId>,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<(), Fault> {
        let [rows, columns] = book.bands(region).unwrap_or_default();
        let bands: Bands = if player == Player::Left { rows } else { columns };
        let is_joined = |i: usize| i < bands.len() && cut.joined >> i & 1 == 1;
        for i in (0..bands.len()).filter(|&i| !is_joined(i)) {
            let next = if is_joined(i + 1) { bands[i + 1] } else { 0 };
            // It has a value, or there would be another cut.
            let strip = self.strip([bands[i], next], player, book, cx)?;
            out.extend(strip.map(|strip| strip.value).filter(|&value| value != GameId::ZERO));
        }
        Ok(())
    }

    /// A strip for `player`, unless its value is too hard to find.
    fn strip(
        &mut self,
        bands: Pair,
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Strip>, Fault> {
        match self.known_strip(bands, player) {
            Found::Strip(strip) => Ok(Some(strip)),
            Found::TooHard => Ok(None),
            Found::NotYet => {
                let found = self.find_strip(bands, player, book, cx)?;
                self.keep_strip(bands, player, found.map_or(Found::TooHard, Found::Strip), cx)?;
                Ok(found)
            }
        }
    }

    #[inline]
    fn known_strip(&self, bands: Pair, player: Player) -> Found {
        let known = match place(bands) {
            Some(place) => self.strips.narrow[player as usize].get(place),
            None => self.strips.wide.get(&(bands, player)),
        };
        known.copied().unwrap_or_default()
    }

    fn keep_strip(&mut self, bands: Pair, player: Player, found: Found, cx: &mut dyn Context) -> Result<(), Fault> {
        let Strips { narrow, wide, .. } = &mut self.strips;
        let Some(place) = place(bands) else {
            if wide.len() >= MOST {
                wide.clear();
            }
            wide.insert((bands, player), found);
            return Ok(());
        };
        let narrow = &mut narrow[player as usize];
        if narrow.is_empty() {
            const PLACES: usize = 1 << (2 * NARROW);
            cx.games().budget.reserve(PLACES * size_of::<Found>())?;
            narrow.resize(PLACES, Found::NotYet);
        }
        narrow[place] = found;
        Ok(())
    }

    fn find_strip(
        &mut self,
        bands: Pair,
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Strip>, Fault> {
        let mut regions = Listing::default();
        book.strip(&bands, player, &mut regions);
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
        let Some(Mast { mean, temperature }) = self.bound(sum, cx.games())?.mast else { return Ok(None) };
        let units = |x: i64| i32::try_from(x).ok();
        Ok(units(mean).zip(units(temperature)).map(|(mean, temperature)| Strip { value: sum, mean, temperature }))
    }
}

/// The place of a strip of narrow bands.
#[inline]
fn place([first, second]: Pair) -> Option<usize> {
    ((first | second) >> NARROW == 0).then_some((first | second << NARROW) as usize)
}
