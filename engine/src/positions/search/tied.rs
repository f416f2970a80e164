//! Values between which a region lies: what is left of it where one of the players gives up some moves.
//!
//! A player whose hand is tied is not better off (*Winning Ways*, ch. 5, the one-hand-tied principle). So a region in which
//! only Left's moves cross the lines between bands is at least the sum of what lies on the two sides of a line. A region
//! is cut so near its middle, again and again, until what is left has a value; of the lines that are tried, the one is taken
//! of which the mean is best.

use super::parts::{Bound, Memory};
use super::reach::{PIECES, Reach};
use super::table::Key;
use super::{Listing, Rulebook};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};
use crate::positions::Context;

/// Lines that are tried: those nearest the middle. More of them take several times as long and save no positions.
const LINES: usize = 2;
/// Pieces that are remembered at most.
const MOST: usize = 1 << 18;

/// Regions and the best that is left of each where a player gives up moves.
pub(super) struct Pieces {
    values: FastMap<(Key, Player), Option<Bound>>,
    reach: Reach,
}

impl Default for Pieces {
    fn default() -> Self {
        Pieces { values: FastMap::default(), reach: Reach::new(PIECES) }
    }
}

impl Memory {
    /// A value that the region is not below, and one that it is not above, as far as they are soon found.
    pub(super) fn between(
        &mut self,
        region: &[u32],
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<[Option<Bound>; 2], Fault> {
        let left = self.best_cut(region, Player::Left, book, cx)?;
        Ok([left, self.best_cut(region, Player::Right, book, cx)?])
    }

    /// The best value that is left of a region in normal form where `player` gives up moves between bands: its own, if it
    /// is not too hard to find.
    fn tied(
        &mut self,
        region: &[u32],
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Bound>, Fault> {
        let key = book.key(region, cx);
        if let Some(&value) = self.pieces.values.get(&(key, player)) {
            return Ok(value);
        }
        let moves = book.count(region, cx)?;
        let best = match self.pieces.reach.value((region, key), moves, self.options, book, cx)? {
            Some(known) => {
                let value = known.game(cx.games())?;
                Some(self.bound(value, cx.games())?)
            }
            None => self.best_cut(region, player, book, cx)?,
        };
        if self.pieces.values.len() >= MOST {
            self.pieces.values.clear();
        }
        self.pieces.values.insert((key, player), best);
        Ok(best)
    }

    /// The same where the region is cut: there are fewer bands on both sides of each line, so this ends.
    fn best_cut(
        &mut self,
        region: &[u32],
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Bound>, Fault> {
        let bands = book.bands(region, player);
        let mut best: Option<(i64, Vec<Bound>)> = None;
        let first = (bands / 2).saturating_sub(LINES / 2).max(1);
        for line in (first..bands).take(LINES) {
            cx.games().budget.tick()?;
            let mut sides = Vec::new();
            let mut pieces = Listing::default();
            book.only(region, player, 0..line, &mut pieces);
            book.only(region, player, line..bands, &mut pieces);
            for (piece, negated) in (0..pieces.len()).flat_map(|side| pieces.option(side)) {
                let tied = if negated { player.other() } else { player };
                let bound = self.tied(piece, tied, book, cx)?;
                sides.push(bound.map(|bound| bound.negative_if(negated, cx.games())).transpose()?);
            }
            let mean = sides.iter().try_fold(0, |mean, bound| Some(mean + (*bound)?.mean()?));
            let Some(good) = mean.map(|mean| if player == Player::Left { mean } else { -mean }) else { continue };
            if best.as_ref().is_none_or(|(most, _)| *most < good) {
                best = Some((good, sides.into_iter().flatten().collect()));
            }
        }
        let Some((_, sides)) = best else { return Ok(None) };
        match self.sum_of(&sides, cx.games())? {
            Some(value) => Ok(Some(self.bound(value, cx.games())?)),
            None => Ok(None),
        }
    }
}
