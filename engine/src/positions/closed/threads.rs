//! A search by several threads.

use std::sync::Arc;
use std::thread;

use super::Closed;
use super::both::Both;
use super::words::OnWords;
use crate::games::{Budget, Fault};
use crate::positions::search::{Lane, Memory, Quest, Race, Region, Rulebook, Searched, within};
use crate::positions::{Context, Engine};

/// Steps after which other threads are begun: a shorter search ends sooner without them.
const ALONE: u64 = 1 << 18;
/// Steps of the first turns of another thread.
const TURN: u64 = 1 << 18;

/// The version of the rules that is played.
#[derive(Clone, Copy)]
pub(super) enum Version {
    /// The rules as they are.
    Own,
    /// The rules by which each player has the moves of both.
    Impartial,
}

impl Closed {
    /// Searches a sum of regions for an answer, with all threads that may work. The answer does not depend on their
    /// number; the number of positions that they search does.
    pub(super) fn by_threads(
        &self,
        quest: Quest,
        version: Version,
        (book, memory): (&mut dyn Rulebook, &mut Memory),
        regions: &[Region],
        cx: &mut dyn Context,
    ) -> Result<Searched<u64>, Fault> {
        let others = cx.games().budget.threads() - 1;
        if others == 0 || self.0.facts().impartial {
            return quest.run(book, memory, regions, cx);
        }
        if let Some(found) = within(ALONE, cx, |cx| quest.run(book, memory, regions, cx))? {
            return Ok(found);
        }
        let budget = cx.games().budget.for_another_thread();
        let memories =
            (0..others).map(|_| quest.memory_for_another_thread(memory, &budget)).collect::<Result<Vec<_>, _>>();
        // Without room for a table that all can use there is still one thread.
        let Ok(memories) = memories else { return quest.run(book, memory, regions, cx) };
        let race = Race::default();
        thread::scope(|scope| {
            for (number, memory) in (1..).zip(memories) {
                let (race, budget, rules) = (&race, budget.clone(), self.0.clone());
                // A limit that another thread meets, the first one meets too; where none can be begun, it does all.
                let work = move || drop(run(quest, (rules, version), memory, regions, (race, number), budget));
                drop(thread::Builder::new().spawn_scoped(scope, work));
            }
            let first = Lane { race: &race, number: 0, starter_wins: true };
            let found = quest.run_in_race(book, memory, regions, first, cx);
            if race.end().is_none() {
                race.stop();
            }
            found
        })
        .map(|found| {
            let found = found.expect("nobody stops a race but its first thread");
            Searched { nodes: found.nodes + race.nodes(), ..found }
        })
    }
}

/// Runs another thread, which guesses the one winner and the other by turns, until the race is over.
fn run(
    quest: Quest,
    (rules, version): (Arc<dyn OnWords>, Version),
    mut memory: Memory,
    regions: &[Region],
    (race, number): (&Race, usize),
    budget: Budget,
) -> Result<(), Fault> {
    let mut book = rules.book();
    book.begin(&budget);
    let mut both;
    let book: &mut dyn Rulebook = match version {
        Version::Own => &mut *book,
        Version::Impartial => {
            both = Both(&mut *book);
            &mut both
        }
    };
    let mut engine = Engine::new(budget);
    for turn in 0.. {
        let lane = Lane { race, number, starter_wins: (number + turn).is_multiple_of(2) };
        let steps = TURN.saturating_mul(1 << (turn / 2).min(40));
        within(steps, &mut engine, |cx| quest.run_in_race(&mut *book, &mut memory, regions, lane, cx))?;
        if race.end().is_some() {
            break;
        }
    }
    Ok(())
}
