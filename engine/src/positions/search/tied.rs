//! Values between which a region lies: those of the region without some moves that one of the players gives up.
//!
//! A player whose hand is tied is not better off (*Winning Ways*, ch. 5, the one-hand-tied principle). So a region in which
//! only Left's moves cross the lines between bands is at least the sum of the [strips](super::strips) into which some of
//! these lines cut it. Of all ways to cut, the one is taken of which the mean is best. The values of strips of one band or
//! two are soon known: they bound the states that moves leave before these are taken apart. In regions that were taken
//! apart, strips of three bands with few cells are tried, too.

use std::mem::take;

use super::Rulebook;
use super::parts::{Mast, Memory};
use super::strips::{MOST_BANDS, NEVER, StripValue};
use crate::games::{Fault, GameId, Player};
use crate::positions::Context;

/// The largest number of cells of a strip of three bands: of larger ones there are too many.
const CELLS: u32 = 17;

/// A way to cut bands, by the mast of the sum of the strips, as the player sees it who gives up moves.
#[derive(Clone, Copy)]
struct Cut {
    mean: i64,
    temperature: i64,
    /// The number of bands in its last strip, and the value of that.
    last: u32,
    value: GameId,
}

impl Cut {
    /// No strip at all.
    const NOTHING: Cut = Cut { mean: 0, temperature: 0, last: 0, value: GameId::ZERO };
    /// Worse than any way to cut.
    const NONE: Cut = Cut { mean: NEVER, ..Cut::NOTHING };

    /// Returns the way to cut with one more strip of this number of bands.
    #[inline]
    fn and(self, strip: &StripValue, last: u32) -> Cut {
        let &StripValue { value, mean, temperature } = strip;
        Cut { mean: self.mean + mean, temperature: self.temperature.max(temperature), last, value }
    }

    /// Returns the way to cut with others beside.
    #[inline]
    fn beside(self, others: Cut) -> Cut {
        let temperature = self.temperature.max(others.temperature);
        Cut { mean: self.mean + others.mean, temperature, ..self }
    }

    /// Returns the better of two: that of the larger mean, and if the means are equal, the cooler one. Which one it is
    /// cannot be foretold, so nothing branches on it.
    #[inline]
    fn or(self, other: Cut) -> Cut {
        let is_better = (other.mean > self.mean) | ((other.mean == self.mean) & (other.temperature < self.temperature));
        Cut {
            mean: if is_better { other.mean } else { self.mean },
            temperature: if is_better { other.temperature } else { self.temperature },
            last: if is_better { other.last } else { self.last },
            value: if is_better { other.value } else { self.value },
        }
    }

    /// Returns the mast, if there is a way to cut.
    fn mast(self, player: Player) -> Option<Mast> {
        let Cut { mean, temperature, .. } = self;
        (mean > NEVER / 2).then_some(Mast { mean, temperature }.negative_if(player == Player::Right))
    }
}

/// The bands of a region between which a player gives up moves, and the best ways to cut them.
#[derive(Default)]
pub(super) struct Cutting {
    bands: Vec<u64>,
    /// The best ways to cut the first bands, no band to all of them.
    first: Vec<Cut>,
    /// The best ways to cut the last bands, all of them to no band.
    last: Vec<Cut>,
}

/// The two values between which a region without a value lies, as far as masts say.
#[derive(Clone, Copy)]
pub(super) struct Between {
    /// The masts of a sum that it is not below, and of one that it is not above.
    pub masts: [Mast; 2],
    /// The number of eighths of a move by which Left seems ahead.
    pub ahead: i64,
}

impl Between {
    pub fn negative_if(self, negated: bool) -> Between {
        let [low, high] = self.masts.map(|mast| mast.negative_if(negated));
        if negated { Between { masts: [high, low], ahead: -self.ahead } } else { self }
    }
}

impl Memory {
    /// Returns the values between which a region lies, if the rules know how it is cut.
    pub(super) fn between(
        &mut self,
        region: &[u32],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Between>, Fault> {
        let mut cuttings = take(&mut self.cuttings);
        let mut masts = [None; 2];
        for player in [Player::Left, Player::Right] {
            let cut = self.cut::<MOST_BANDS>((region, player), &mut cuttings[player as usize], book, cx)?;
            masts[player as usize] = cut.mast(player);
        }
        self.cuttings = cuttings;
        let [low, high] = masts;
        Ok(low.zip(high).map(|masts| Between { masts: masts.into(), ahead: self.ahead(book) }))
    }

    /// Cuts a region for both players, so that the states that its moves leave are soon cut, too; if the rules know how.
    pub(super) fn cut_for_moves(
        &mut self,
        region: &[u32],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<[Cutting; 2]>, Fault> {
        let mut cuttings: [Cutting; 2] = Default::default();
        for player in [Player::Left, Player::Right] {
            let cutting = &mut cuttings[player as usize];
            if self.cut::<2>((region, player), cutting, book, cx)?.mast(player).is_none() {
                return Ok(None);
            }
            let Cutting { bands, last, .. } = cutting;
            last.resize(bands.len() + 1, Cut::NOTHING);
            for i in (0..bands.len()).rev() {
                last[i] = last[i + 1].and(self.strip([bands[i], 0, 0], book, cx)?, 1);
                if i + 1 < bands.len() {
                    let pair = self.strip([bands[i], bands[i + 1], 0], book, cx)?;
                    last[i] = last[i].or(last[i + 2].and(pair, 2));
                }
            }
        }
        Ok(Some(cuttings))
    }

    /// Returns the number of eighths of a move by which Left seems ahead in the region, or in the state, that was cut last.
    pub(super) fn ahead(&self, book: &dyn Rulebook) -> i64 {
        book.ahead(self.cuttings.each_ref().map(|cutting| &*cutting.bands))
    }

    /// Returns the masts of the values between which a state lies to which a move leads from a region that was cut, if they
    /// are soon found. The state may be in several pieces.
    pub(super) fn masts_after(
        &mut self,
        cuttings: &[Cutting; 2],
        after: &[u32],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<[Mast; 2]>, Fault> {
        let mut there = take(&mut self.cuttings);
        let mut masts = [None; 2];
        for player in [Player::Left, Player::Right] {
            let (cutting, bands) = (&cuttings[player as usize], &mut there[player as usize].bands);
            bands.clear();
            book.bands(after, player, bands);
            bands.resize(cutting.bands.len(), 0);
            masts[player as usize] = self.cut_after(cutting, bands, book, cx)?.mast(player);
        }
        self.cuttings = there;
        let [low, high] = masts;
        Ok(low.zip(high).map(<[Mast; 2]>::from))
    }

    /// Returns the best way to cut bands of which some differ from those of a region that was cut. Only strips with a band
    /// that differs are looked up.
    fn cut_after(
        &mut self,
        cutting: &Cutting,
        bands: &[u64],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Cut, Fault> {
        let Cutting { bands: before, first, last } = cutting;
        let differs = |&i: &usize| before[i] != bands[i];
        let Some(begin) = (0..bands.len()).find(differs) else { return Ok(last[0]) };
        let end = (begin..bands.len()).rfind(differs).map_or(begin, |i| i + 1);
        // The best ways to cut the bands before `i`, and those but for the last one.
        let (mut best, mut shorter) = (first[begin], if begin > 0 { first[begin - 1] } else { Cut::NONE });
        for i in begin..end {
            let mut longer = best.and(self.strip([bands[i], 0, 0], book, cx)?, 1);
            if i > 0 {
                let pair = self.strip([bands[i - 1], bands[i], 0], book, cx)?;
                longer = longer.or(shorter.and(pair, 2));
            }
            (best, shorter) = (longer, best);
        }
        best = best.beside(last[end]);
        if end < bands.len() {
            let pair = self.strip([bands[end - 1], bands[end], 0], book, cx)?;
            best = best.or(shorter.and(pair, 2).beside(last[end + 1]));
        }
        Ok(best)
    }

    /// Adds the values to a list of which the sum consists that a region is not below, or not above; whether there is one.
    pub(super) fn values_of_strips(
        &mut self,
        region: &[u32],
        player: Player,
        out: &mut Vec<GameId>,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<bool, Fault> {
        let mut cuttings = take(&mut self.cuttings);
        let is_cut = self.cut::<MOST_BANDS>((region, player), &mut cuttings[0], book, cx)?.mast(player).is_some();
        let [Cutting { bands, first, .. }, _] = &cuttings;
        let mut end = if is_cut { bands.len() } else { 0 };
        while end > 0 {
            let Cut { last, value, .. } = first[end];
            if value != GameId::ZERO {
                out.push(cx.games().negative_if(player == Player::Right, value)?);
            }
            end -= last as usize;
        }
        self.cuttings = cuttings;
        Ok(is_cut)
    }

    /// Finds the bands of a region between which a player gives up moves, and the best ways to cut the first ones in strips of
    /// at most `W` bands, each from those of fewer bands. Returns the best way to cut the region.
    fn cut<const W: usize>(
        &mut self,
        (region, player): (&[u32], Player),
        cutting: &mut Cutting,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Cut, Fault> {
        cx.games().budget.tick()?;
        let Cutting { bands, first, .. } = cutting;
        bands.clear();
        first.clear();
        if !book.bands(region, player, bands) {
            return Ok(Cut::NONE);
        }
        let mut best = Cut::NOTHING;
        first.push(best);
        for i in 0..bands.len() {
            let band = bands[i];
            best = best.and(self.strip([band, 0, 0], book, cx)?, 1);
            if i > 0 {
                let pair = self.strip([bands[i - 1], band, 0], book, cx)?;
                best = best.or(first[i - 1].and(pair, 2));
            }
            if W > 2 && i > 1 {
                let strip = [bands[i - 2], bands[i - 1], band];
                let are_joined = strip[0] & strip[1] != 0 && strip[1] & strip[2] != 0;
                if are_joined && strip.iter().map(|band| band.count_ones()).sum::<u32>() <= CELLS {
                    best = best.or(first[i - 2].and(self.strip(strip, book, cx)?, 3));
                }
            }
            first.push(best);
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Dyadic, Fault, Player};
    use crate::positions::search::Listing;
    use crate::positions::search::OptionSet;
    use crate::positions::{Context, Engine, Known, Pack};

    /// Regions that are bands, one word each, with values at random.
    struct Rows;

    /// Returns the words of the region with these bands.
    fn words(bands: &[u64]) -> Vec<u32> {
        let mut words = Vec::new();
        bands.to_vec().pack(&mut words);
        words
    }

    impl Rulebook for Rows {
        fn list(
            &mut self,
            _: &[u32],
            _: Player,
            _: OptionSet,
            _: &mut dyn Context,
            _: &mut Listing,
        ) -> Result<(), Fault> {
            Ok(())
        }

        fn count(&mut self, _: &[u32], _: &mut dyn Context) -> Result<[u16; 2], Fault> {
            Ok([1; 2])
        }

        /// A switch around a number that the bands and their images share.
        fn value(&mut self, region: &[u32], cx: &mut dyn Context) -> Result<Known, Fault> {
            let bits: u32 = Vec::<u64>::unpack(region).iter().map(|band| band.count_ones()).sum();
            if bits == 0 {
                return Ok(Known::Nim(0));
            }
            let [half, hot] = [7, 3].map(|factor| i64::from(bits * factor % 5) - 2);
            let games = cx.games();
            let [left, right] =
                [half + hot.max(0), half - hot.max(0)].map(|n| games.number(&Dyadic::new((2 * n + 1).into(), 1)));
            let game = if hot > 0 { games.from_options(&[left], &[right])? } else { left };
            Ok(Known::Game(game))
        }

        fn bands(&self, region: &[u32], player: Player, out: &mut Vec<u64>) -> bool {
            let bits = if player == Player::Left { 0b1111 } else { 0b1011 };
            out.extend(Vec::<u64>::unpack(region).iter().map(|band| band & bits));
            while out.last() == Some(&0) {
                out.pop();
            }
            true
        }

        fn strip(&self, bands: &[u64], out: &mut Listing) {
            out.region(&bands.to_vec(), false);
            out.end_option();
        }
    }

    /// Returns the best mean and temperature among all ways to cut the bands in strips of one or two.
    fn best(bands: &[u64], memory: &mut Memory, cx: &mut Engine) -> Result<(i64, i64), Fault> {
        let mut best = (i64::MIN, 0);
        for cuts in 0..1u32 << bands.len().saturating_sub(1) {
            let (mut mean, mut hottest, mut begin, mut is_way) = (0, 0, 0, true);
            for end in 1..=bands.len() {
                if end < bands.len() && cuts >> (end - 1) & 1 == 0 {
                    continue;
                }
                is_way &= end - begin <= 2;
                if is_way {
                    let second = if end - begin == 2 { bands[end - 1] } else { 0 };
                    let &StripValue { mean: m, temperature, .. } =
                        memory.strip([bands[begin], second, 0], &mut Rows, cx)?;
                    (mean, hottest) = (mean + m, hottest.max(temperature));
                }
                begin = end;
            }
            if is_way {
                best = best.max((mean, -hottest));
            }
        }
        Ok((best.0, -best.1))
    }

    #[test]
    fn states_after_moves_are_cut_as_if_from_scratch() -> Result<(), Fault> {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut memory, mut cx) = (Memory::default(), Engine::default());
        let mut changed = 0;
        for _ in 0..3000 {
            let mut bands: Vec<u64> = (0..random.usize(1..8)).map(|_| random.u64(1..16)).collect();
            let Some(cuttings) = memory.cut_for_moves(&words(&bands), &mut Rows, &mut cx)? else { continue };
            let first = random.usize(..bands.len());
            for band in bands.iter_mut().skip(first).take(random.usize(..3)) {
                *band &= random.u64(..16);
            }
            let after = memory.masts_after(&cuttings, &words(&bands), &mut Rows, &mut cx)?.expect("all have values");
            for player in [Player::Left, Player::Right] {
                let mut there = Vec::new();
                Rows.bands(&words(&bands), player, &mut there);
                let (mean, hottest) = best(&there, &mut memory, &mut cx)?;
                let Mast { mean: found, temperature } = after[player as usize].negative_if(player == Player::Right);
                assert_eq!(found, mean, "{bands:?} {player}");
                // Of two ways with one mean a step may drop the cooler one.
                assert!(temperature >= hottest, "{bands:?} {player}");
                changed += 1;
            }
        }
        assert!(changed > 1000);
        Ok(())
    }
}
