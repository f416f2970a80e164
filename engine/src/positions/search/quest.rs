//! What is searched, by one thread or as a part of a race.

use super::driver::Search;
use super::{Lane, Memory, Region, Rulebook, Searched, impartial, misere, partizan};
use crate::games::{Budget, Fault, GameId, Player};
use crate::positions::Context;

/// What is searched of a sum of regions, each in normal form or the negative of one. Who wins is told by a number: see
/// [`Searched::is_won`].
#[derive(Clone, Copy)]
pub(crate) enum Quest {
    /// Who wins normal play if this player begins.
    Winner(Player),
    /// Who wins misère play if this player begins.
    MisereWinner(Player),
    /// The nim-value of impartial regions.
    NimValue,
    /// Who wins impartial regions beside a heap of this size.
    WinnerBeside(u64),
}

impl Quest {
    /// The answer, and how many positions were searched.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub fn run(
        self,
        book: &mut dyn Rulebook,
        memory: &mut Memory,
        regions: &[Region],
        cx: &mut dyn Context,
    ) -> Result<Searched<u64>, Fault> {
        self.search(book, memory, regions, None, cx)
    }

    /// The same by one of several threads. `None` if the race was stopped.
    ///
    /// # Errors
    /// As [`Quest::run`].
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

    /// A memory for another thread, with the same table of what is searched.
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
        let told = |found: Searched<bool>| found.map(u64::from);
        match self {
            Quest::Winner(mover) => partizan::wins(book, memory, regions, GameId::ZERO, mover, lane, cx).map(told),
            Quest::MisereWinner(mover) => misere::wins(Search::new(book, memory, lane, cx), regions, mover).map(told),
            Quest::NimValue => impartial::nim_value(Search::new(book, memory, lane, cx), regions),
            Quest::WinnerBeside(heap) => impartial::wins(Search::new(book, memory, lane, cx), regions, heap).map(told),
        }
    }
}
