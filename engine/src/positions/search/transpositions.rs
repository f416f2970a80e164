//! Results of searches in one ruleset about positions that nobody asked about.
//!
//! Their keys come from states in normal form and from values alone, so they mean the same in every session: the
//! results of a search that was stopped serve the next one, in this session or in another.

use super::nim_value::{Nim, Sought};
use super::table::{Key, Table, Won};
use crate::games::{Budget, Fault, Player};
use crate::positions::{Convention, Fact};

/// Positions searched below one that is worth keeping for another session: others are as soon searched as read.
const WORTHWHILE: u64 = 4;

/// The winners of sums of regions and values, and the nim-values of regions, by key.
#[derive(Default)]
pub(crate) struct Transpositions {
    pub(super) normal: Table<Won>,
    pub(super) misere: Table<Won>,
    pub(super) nimbers: Table<Sought>,
}

impl Transpositions {
    /// Returns the results that are worth keeping.
    pub fn worthwhile(&self) -> impl Iterator<Item = (Key, Fact)> {
        let nimbers = self.nimbers.entries().filter_map(|(key, found)| match found.nim {
            Nim::Is(n) if found.nodes >= WORTHWHILE => Some((key, Fact::NimValue(n))),
            _ => None,
        });
        winners(&self.normal, Convention::Normal).chain(winners(&self.misere, Convention::Misere)).chain(nimbers)
    }

    /// Takes a fact for true.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn learn(&mut self, key: Key, fact: Fact, budget: &Budget) -> Result<(), Fault> {
        match fact {
            Fact::Winner { convention: Convention::Normal, wins, nodes, .. } => {
                self.normal.keep(key, Won { by_mover: wins, nodes }, budget)
            }
            Fact::Winner { wins, nodes, .. } => self.misere.keep(key, Won { by_mover: wins, nodes }, budget),
            Fact::NimValue(n) => self.nimbers.keep(key, Sought { nim: Nim::Is(n), nodes: WORTHWHILE }, budget),
        }
    }
}

fn winners(table: &Table<Won>, convention: Convention) -> impl Iterator<Item = (Key, Fact)> {
    let worthwhile = table.entries().filter(|(_, found)| found.nodes >= WORTHWHILE);
    // A key is that of the position or of its negative, with Left to move.
    let starter = Player::Left;
    worthwhile.map(move |(key, Won { by_mover: wins, nodes })| (key, Fact::Winner { convention, starter, wins, nodes }))
}
