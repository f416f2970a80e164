//! Values between which a region lies: those of the region without some moves that one of the players gives up.
//!
//! A player whose hand is tied is not better off (*Winning Ways*, ch. 5, the one-hand-tied principle). So a region in which
//! only Left's moves cross the lines between bands is at least the sum of the strips into which some of these lines cut it.
//! Strips of one band or two are so few that the values of all are soon known; their masts are the first look. A close look
//! takes strips of three bands with few cells, too, and the values themselves. Of all ways to cut, the one is taken of which
//! the mean is best.

use smallvec::{SmallVec, smallvec};

use super::parts::{Mast, Memory};
use super::reach::{Reach, STRIPS};
use super::table::Key;
use super::{Listing, Rulebook};
use crate::games::hashing::FastMap;
use crate::games::{Fault, GameId, Player};
use crate::positions::Context;

/// Bands of a strip at most, at the first look and at a close one.
const FIRST_LOOK: usize = 2;
const CLOSE_LOOK: usize = 3;
/// Cells of a strip of three bands at most: of larger ones there are too many.
const CELLS: u32 = 17;
/// Bits of a narrow band: each two of them have a place of their own.
const NARROW_BITS: usize = 8;
/// Other strips that are remembered at most, for each player.
const MAX_STRIPS: usize = 1 << 17;
/// Places of the regions at which a close look was taken.
const LOOKED_AT: usize = 1 << 15;

/// The bands of a strip, then zeros.
type Strip = [u64; CLOSE_LOOK];

/// The knowledge of strips.
pub(super) struct Strips {
    /// The results for one narrow band or two, for Left and for Right.
    narrow: [Vec<FoundStrip>; 2],
    others: [FastMap<Strip, FoundStrip>; 2],
    /// The results of close looks; a newer one replaces an older one.
    close: Vec<CloseLook>,
    reach: Reach,
}

impl Default for Strips {
    fn default() -> Self {
        let (narrow, others, close) = Default::default();
        Strips { narrow, others, close, reach: Reach::new(STRIPS) }
    }
}

#[derive(Clone, Copy, Default)]
enum FoundStrip {
    #[default]
    NotYet,
    TooHard,
    /// The value, and its mast in the units of [`Mast`].
    Value {
        value: GameId,
        mean: i32,
        temperature: i32,
    },
}

/// The masts of the sums of strips into which the region with this key is cut at a close look, for Left and for Right.
#[derive(Clone, Copy, Default)]
struct CloseLook {
    key: Key,
    masts: [Option<Mast>; 2],
}

/// A way to cut bands, and the mast of the sum of the strips.
#[derive(Clone, Copy, Default)]
struct Cut {
    /// The number of bands in its last strip.
    last: usize,
    mast: Mast,
}

impl Cut {
    /// Returns `true` if it is better than another for a player: if the means are equal, the cooler one.
    fn is_better(&self, other: &Cut, player: Player) -> bool {
        let mean = |cut: &Cut| if player == Player::Left { cut.mast.mean } else { -cut.mast.mean };
        (mean(self), other.mast.temperature) > (mean(other), self.mast.temperature)
    }
}

/// The two values between which a region without a value lies, as far as masts say.
#[derive(Clone, Copy)]
pub(super) struct Between {
    /// The masts of a sum that it is not below, and of one that it is not above.
    pub masts: [Mast; 2],
    /// The number of halves of a move by which Left seems ahead.
    pub lead: i64,
}

impl Memory {
    /// Returns the values between which a region lies, if the rules know how it is cut.
    pub(super) fn between(
        &mut self,
        region: &[u32],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Between>, Fault> {
        let (Some(rows), Some(columns)) = (book.bands(region, Player::Left), book.bands(region, Player::Right)) else {
            return Ok(None);
        };
        let low = self.cuts(&rows, Player::Left, FIRST_LOOK, book, cx)?;
        let high = self.cuts(&columns, Player::Right, FIRST_LOOK, book, cx)?;
        let (Some(&Some(low)), Some(&Some(high))) = (low.last(), high.last()) else { return Ok(None) };
        Ok(Some(Between { masts: [low.mast, high.mast], lead: book.lead([&rows, &columns]) }))
    }

    /// Returns the mast of a sum that a region, with this key, is not below, or not above, as a close look finds it; if
    /// that is soon found.
    pub(super) fn close_mast(
        &mut self,
        (region, key): (&[u32], Key),
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Mast>, Fault> {
        let place = key as usize % LOOKED_AT;
        let known = self.strips.close.get(place).filter(|known| known.key == key).copied();
        if let Some(CloseLook { masts, .. }) = known
            && let Some(mast) = masts[player as usize]
        {
            return Ok(Some(mast));
        }
        let Some(bands) = book.bands(region, player) else { return Ok(None) };
        let cuts = self.cuts(&bands, player, CLOSE_LOOK, book, cx)?;
        let Some(&Some(Cut { mast, .. })) = cuts.last() else { return Ok(None) };
        if self.strips.close.is_empty() {
            cx.games().budget.reserve(LOOKED_AT * size_of::<CloseLook>())?;
            self.strips.close.resize(LOOKED_AT, CloseLook::default());
        }
        let mut close = known.unwrap_or(CloseLook { key, ..CloseLook::default() });
        close.masts[player as usize] = Some(mast);
        self.strips.close[place] = close;
        Ok(Some(mast))
    }

    /// Adds the values to a list of which that sum consists; whether they are soon found.
    pub(super) fn close_values(
        &mut self,
        region: &[u32],
        player: Player,
        out: &mut Vec<GameId>,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<bool, Fault> {
        let Some(bands) = book.bands(region, player) else { return Ok(false) };
        let cuts = self.cuts(&bands, player, CLOSE_LOOK, book, cx)?;
        let mut end = bands.len();
        while end > 0 {
            let Some(Cut { last, .. }) = cuts[end] else { return Ok(false) };
            let begin = end - last;
            let found = self.strip(padded(&bands[begin..end]), player, book, cx)?;
            let FoundStrip::Value { value, .. } = found else { return Ok(false) };
            if value != GameId::ZERO {
                out.push(value);
            }
            end = begin;
        }
        Ok(true)
    }

    /// Returns the best cuts for `player`, who gives up moves across them, of the first bands, no band to all of them,
    /// or `None` if there is none. Each is found from those of fewer bands.
    fn cuts(
        &mut self,
        bands: &[u64],
        player: Player,
        widest: usize,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<SmallVec<[Option<Cut>; 17]>, Fault> {
        cx.games().budget.tick()?;
        let mut cuts = smallvec![Some(Cut::default())];
        for end in 1..=bands.len() {
            let mut best: Option<Cut> = None;
            for last in 1..=widest.min(end) {
                let (before, bands) = (cuts[end - last], &bands[end - last..end]);
                if last > 1 && bands[0] & bands[1] == 0 {
                    // A cut that no move crosses costs nothing.
                    break;
                }
                let Some(Cut { mast, .. }) = before else { continue };
                if last > FIRST_LOOK && bands.iter().map(|band| band.count_ones()).sum::<u32>() > CELLS {
                    continue;
                }
                if let FoundStrip::Value { mean, temperature, .. } = self.strip(padded(bands), player, book, cx)? {
                    let mast = mast.plus(Mast { mean: mean.into(), temperature: temperature.into() });
                    let cut = Cut { last, mast };
                    best = best.filter(|best| !cut.is_better(best, player)).or(Some(cut));
                }
            }
            cuts.push(best);
        }
        Ok(cuts)
    }

    /// Returns the part of a strip that is left for `player`.
    #[inline]
    fn strip(
        &mut self,
        strip: Strip,
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<FoundStrip, Fault> {
        let known = match place(strip) {
            Some(place) => self.strips.narrow[player as usize].get(place),
            None => self.strips.others[player as usize].get(&strip),
        };
        match known.copied().unwrap_or_default() {
            FoundStrip::NotYet => {
                let found = self.find_strip(&strip, player, book, cx)?;
                self.keep_strip(strip, player, found, cx)?;
                Ok(found)
            }
            known => Ok(known),
        }
    }

    fn keep_strip(
        &mut self,
        strip: Strip,
        player: Player,
        found: FoundStrip,
        cx: &mut dyn Context,
    ) -> Result<(), Fault> {
        let Strips { narrow, others, .. } = &mut self.strips;
        let Some(place) = place(strip) else {
            let others = &mut others[player as usize];
            if others.len() >= MAX_STRIPS {
                others.clear();
            }
            others.insert(strip, found);
            return Ok(());
        };
        let narrow = &mut narrow[player as usize];
        if narrow.is_empty() {
            const PLACES: usize = 1 << (2 * NARROW_BITS);
            cx.games().budget.reserve(PLACES * size_of::<FoundStrip>())?;
            narrow.resize(PLACES, FoundStrip::NotYet);
        }
        narrow[place] = found;
        Ok(())
    }

    fn find_strip(
        &mut self,
        bands: &[u64],
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<FoundStrip, Fault> {
        let mut regions = Listing::default();
        book.strip(bands, player, &mut regions);
        let mut sum = GameId::ZERO;
        for (region, negated) in (0..regions.len()).flat_map(|i| regions.option(i)) {
            let (key, moves) = (book.key(region, cx), book.count(region, cx)?);
            let value = self.strips.reach.value((region, key), moves, self.options, book, cx)?;
            let Some(value) = value else { return Ok(FoundStrip::TooHard) };
            let value = value.game(cx.games())?;
            let value = cx.games().negative_if(negated, value)?;
            let Some(more) = self.sum(sum, value, cx.games())? else { return Ok(FoundStrip::TooHard) };
            sum = more;
        }
        let mast = self.bound(sum, cx.games())?.mast;
        let units = |x: i64| i32::try_from(x).ok();
        let mast = mast.and_then(|mast| units(mast.mean).zip(units(mast.temperature)));
        Ok(mast.map_or(FoundStrip::TooHard, |(mean, temperature)| FoundStrip::Value { value: sum, mean, temperature }))
    }
}

/// Returns the strip of some bands.
#[inline]
fn padded(bands: &[u64]) -> Strip {
    let mut strip = [0; CLOSE_LOOK];
    strip[..bands.len()].copy_from_slice(bands);
    strip
}

/// Returns the place of a strip of one narrow band or two.
#[inline]
fn place([first, second, third]: Strip) -> Option<usize> {
    (third == 0 && (first | second) >> NARROW_BITS == 0).then_some((first | second << NARROW_BITS) as usize)
}
