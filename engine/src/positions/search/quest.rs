//! The goals of a search, which one thread pursues alone or in a race.

use super::driver::Search;
use super::{Lane, Memory, Region, Rulebook, Searched, impartial, misere, partizan};
use crate::games::{Budget, Fault, GameId, Player};
use crate::positions::Context;

/// The goal of a search of a sum of regions, each in normal form or the negative of one. The answer is a number; for a
/// winner, [`Searched::is_won`] reads it.
#[derive(Clone, Copy)]
pub(crate) enum Quest {
    /// The winner of normal play if this player begins.
    Winner(Player),
    /// The winner of misère play if this player begins.
    MisereWinner(Player),
    /// The nim-value of impartial regions.
    NimValue,
    /// The winner of the sum of impartial regions and a Nim heap of this size.
    WinnerBeside(u64),
}

impl Quest {
    /// Searches alone, and returns the answer and the number of positions searched.
    pub fn run(
        self,
        book: &mut dyn Rulebook,
        memory: &mut Memory,
        regions: &[Region],
        cx: &mut dyn Context,
    ) -> Result<Searched<u64>, Fault> {
        self.search(book, memory, regions, None, cx)
    }

    /// Like [`Quest::run`], as one of several threads. Returns `None` if the race was stopped.
    pub fn run_in_race(
        self,
        book: &mut dyn Rulebook,
        memory: &mut Memory,
        regions: &[Region],
        lane: Lane,
        cx: &mut dyn Context,
    ) -> Result<Option<Searched<u64>>, Fault> {
        let before = cx.games().budget.searched();
        let found = self.search(book, memory, regions, Some(lane), cx);
        let nodes = found.as_ref().map_or_else(|_| cx.games().budget.searched() - before, |found| found.nodes);
        if lane.number > 0 {
            lane.race.add_nodes(nodes);
        }
        if lane.race.end().is_none() {
            lane.race.finish(found?.answer);
        }
        Ok(lane.race.end().flatten().map(|answer| Searched { answer, nodes }))
    }

    /// Returns a memory for another thread, which shares the table of this goal with `shared`.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn memory_for_another_thread(self, shared: &mut Memory, budget: &Budget) -> Result<Memory, Fault> {
        let mut memory = Memory::default();
        match self {
            Quest::Winner(_) => memory.known.normal = shared.known.normal.shared(budget)?,
            Quest::MisereWinner(_) => memory.known.misere = shared.known.misere.shared(budget)?,
            Quest::NimValue | Quest::WinnerBeside(_) => memory.known.nimbers = shared.known.nimbers.shared(budget)?,
        }
        Ok(memory)
    }

    fn search(
        self,
        book: &mut dyn Rulebook,
        memory: &mut Memory,
        regions: &[Region],
        lane: Option<Lane>,
        cx: &mut dyn Context,
    ) -> Result<Searched<u64>, Fault> {
        let as_number = |found: Searched<bool>| found.map(u64::from);
        match self {
            Quest::Winner(mover) => partizan::wins(book, memory, regions, GameId::ZERO, mover, lane, cx).map(as_number),
            Quest::MisereWinner(mover) => {
                misere::wins(Search::new(book, memory, lane, cx), regions, mover).map(as_number)
            }
            Quest::NimValue => impartial::nim_value(Search::new(book, memory, lane, cx), regions),
            Quest::WinnerBeside(heap) => {
                impartial::wins(Search::new(book, memory, lane, cx), regions, heap).map(as_number)
            }
        }
    }
}
