//! The impartial version of a closed ruleset, for searches: each player has the moves of both.
//!
//! A region and its negative have the same impartial version, so signs have no meaning for it. Play that ends whoever
//! moves ends here too.

use crate::games::{Fault, Player};
use crate::positions::search::{Listing, Rulebook};
use crate::positions::{Context, Known};

/// The rules of the version with two players.
pub(super) struct Both<'a>(pub &'a mut dyn Rulebook);

impl Rulebook for Both<'_> {
    fn may_return(&self) -> bool {
        self.0.may_return()
    }

    fn key(&mut self, region: &[u32], cx: &dyn Context) -> u128 {
        self.0.key(region, cx)
    }

    fn list(&mut self, region: &[u32], _: Player, cx: &mut dyn Context, out: &mut Listing) -> Result<(), Fault> {
        self.0.list(region, Player::Left, cx, out)?;
        self.0.list(region, Player::Right, cx, out)
    }

    fn count(&mut self, region: &[u32], cx: &mut dyn Context) -> Result<[u16; 2], Fault> {
        let [left, right] = self.0.count(region, cx)?;
        Ok([left.saturating_add(right); 2])
    }

    /// Declines: nim-values of small regions are found by couples as soon as from their options.
    fn value(&mut self, _: &[u32], _: &mut dyn Context) -> Result<Known, Fault> {
        Err(Fault::Spent)
    }

    fn has_values(&self) -> bool {
        false
    }
}
