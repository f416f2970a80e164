//! Values between which a region lies: what is left of it where one of the players gives up some moves.
//!
//! A player whose hand is tied is not better off (*Winning Ways*, ch. 5, the one-hand-tied principle). So a region in which
//! only Left's moves cross the lines between bands is at least the sum of what lies on the two sides of a line. A region
//! is cut so near its middle, again and again, until what is left has a value; of the lines that are tried, the one is taken
//! of which the mean is best.

use super::parts::{Mast, Memory};
use super::reach::{PIECES, Reach};
use super::table::Key;
use super::{Listing, Rulebook};
use crate::games::hashing::FastMap;
use crate::games::{Fault, GameId, Player};
use crate::positions::Context;

/// Lines that are tried: those nearest the middle. More of them take several times as long and save no positions.
const LINES: usize = 2;
/// Pieces that are remembered at most.
const MOST: usize = 1 << 18;

/// Regions and the best that is left of each where a player gives up moves.
pub(super) struct Pieces {
    tied: FastMap<(Key, Player), Option<Tied>>,
    reach: Reach,
}

impl Default for Pieces {
    fn default() -> Self {
        Pieces { tied: FastMap::default(), reach: Reach::new(PIECES) }
    }
}

/// Where a region is cut, and the mast of the sum of what lies on the two sides of the line.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    line: usize,
    pub mast: Mast,
}

/// The best that is left of a region: its own value, or what a cut leaves.
#[derive(Clone, Copy)]
enum Tied {
    Value(GameId, Mast),
    Cut(Cut),
}

impl Tied {
    fn mast(self) -> Mast {
        match self {
            Tied::Value(_, mast) => mast,
            Tied::Cut(cut) => cut.mast,
        }
    }
}

impl Memory {
    /// The best that is left of a region in normal form where `player` gives up moves between bands: its own value, if it
    /// is not too hard to find.
    fn tied(
        &mut self,
        region: &[u32],
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Tied>, Fault> {
        let key = book.key(region, cx);
        if let Some(&known) = self.pieces.tied.get(&(key, player)) {
            return Ok(known);
        }
        let moves = book.count(region, cx)?;
        let best = match self.pieces.reach.value((region, key), moves, self.options, book, cx)? {
            Some(known) => {
                let value = known.game(cx.games())?;
                self.bound(value, cx.games())?.mast.map(|mast| Tied::Value(value, mast))
            }
            None => self.best_cut(region, player, book, cx)?.map(Tied::Cut),
        };
        if self.pieces.tied.len() >= MOST {
            self.pieces.tied.clear();
        }
        self.pieces.tied.insert((key, player), best);
        Ok(best)
    }

    /// The cut of a region that is best for `player`, who gives up moves across it. There are fewer bands on both sides
    /// of each line, so this ends.
    pub(super) fn best_cut(
        &mut self,
        region: &[u32],
        player: Player,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Cut>, Fault> {
        let bands = book.bands(region, player);
        let mut best: Option<(i64, Cut)> = None;
        let first = (bands / 2).saturating_sub(LINES / 2).max(1);
        'lines: for line in (first..bands).take(LINES) {
            cx.games().budget.tick()?;
            let mut mast = Mast { mean: 0, temperature: 0 };
            let pieces = pieces(region, player, line, bands, book);
            for (piece, negated) in (0..pieces.len()).flat_map(|side| pieces.option(side)) {
                let tied = if negated { player.other() } else { player };
                let Some(found) = self.tied(piece, tied, book, cx)? else { continue 'lines };
                mast = mast.plus(found.mast().negative_if(negated));
            }
            let good = if player == Player::Left { mast.mean } else { -mast.mean };
            if best.is_none_or(|(most, _)| most < good) {
                best = Some((good, Cut { line, mast }));
            }
        }
        Ok(best.map(|(_, cut)| cut))
    }

    /// Adds the values that a cut leaves to a list, one for each side; whether they are soon found.
    pub(super) fn values_of_cut(
        &mut self,
        region: &[u32],
        player: Player,
        cut: Cut,
        out: &mut Vec<GameId>,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<bool, Fault> {
        let bands = book.bands(region, player);
        let pieces = pieces(region, player, cut.line, bands, book);
        for side in 0..pieces.len() {
            let from = out.len();
            for (piece, negated) in pieces.option(side) {
                let tied = if negated { player.other() } else { player };
                let begin = out.len();
                match self.tied(piece, tied, book, cx)? {
                    None => return Ok(false),
                    Some(Tied::Value(value, _)) => out.push(value),
                    Some(Tied::Cut(cut)) => {
                        if !self.values_of_cut(piece, tied, cut, out, book, cx)? {
                            return Ok(false);
                        }
                    }
                }
                if negated {
                    for value in &mut out[begin..] {
                        *value = cx.games().negative(*value)?;
                    }
                }
            }
            let Some(sum) = self.sum_of(&out[from..], cx.games())? else { return Ok(false) };
            out.truncate(from);
            if sum != GameId::ZERO {
                out.push(sum);
            }
        }
        Ok(true)
    }
}

/// What lies on the two sides of a line between bands, as two options.
fn pieces(region: &[u32], player: Player, line: usize, bands: usize, book: &dyn Rulebook) -> Listing {
    let mut pieces = Listing::default();
    book.only(region, player, 0..line, &mut pieces);
    book.only(region, player, line..bands, &mut pieces);
    pieces
}
