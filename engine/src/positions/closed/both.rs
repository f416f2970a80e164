//! The impartial version of a closed ruleset, for searches: each player has the moves of both.
//!
//! A region and its negative have the same impartial version, so signs have no meaning for it. Play that ends whoever
//! moves ends here too. Nim-values of small regions are found by couples as soon as from their options.

use crate::games::{Fault, Player};
use crate::positions::Context;
use crate::positions::search::{BookFacts, Listing, OptionSet, Rulebook};

/// The rules of the version with two players.
pub(super) struct Both<'a>(pub &'a mut dyn Rulebook);

impl Rulebook for Both<'_> {
    fn facts(&self) -> BookFacts {
        BookFacts { may_return: self.0.facts().may_return, ..BookFacts::default() }
    }

    fn key(&mut self, region: &[u32], cx: &dyn Context) -> u128 {
        self.0.key(region, cx)
    }

    // What one player's other options dominate counts where both have it.
    fn list(
        &mut self,
        region: &[u32],
        _: Player,
        _: OptionSet,
        cx: &mut dyn Context,
        out: &mut Listing,
    ) -> Result<(), Fault> {
        self.0.list(region, Player::Left, OptionSet::All, cx, out)?;
        self.0.list(region, Player::Right, OptionSet::All, cx, out)
    }

    fn count(&mut self, region: &[u32], cx: &mut dyn Context) -> Result<[u16; 2], Fault> {
        let [left, right] = self.0.count(region, cx)?;
        Ok([left.saturating_add(right); 2])
    }
}
