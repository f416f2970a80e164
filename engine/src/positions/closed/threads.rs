//! A search for the winner by several threads.

use std::thread;

use super::Closed;
use super::words::OnWords;
use crate::games::{Budget, Fault, GameId, Games, Player};
use crate::positions::search::{Lane, Memory, Race, Region, Rulebook, Searched, wins, wins_in_race, within};
use crate::positions::{Context, Engine};

/// Steps after which other threads are begun: a shorter search ends sooner without them.
const ALONE: u64 = 1 << 18;
/// Steps of the first turns of another thread.
const TURN: u64 = 1 << 18;

/// Makes rules in the thread that is to use them.
pub(super) type Maker = Box<dyn FnOnce() -> Box<dyn OnWords> + Send>;

impl Closed {
    /// Whether `mover` wins a sum of regions, by all threads that may work. Who wins does not depend on how many these
    /// are; how many positions they search does.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub(super) fn winner_by_threads(
        &self,
        book: &mut dyn Rulebook,
        memory: &mut Memory,
        regions: &[Region],
        mover: Player,
        cx: &mut dyn Context,
    ) -> Result<Searched<bool>, Fault> {
        let others = cx.games().budget.threads() - 1;
        let mut alone = |cx: &mut dyn Context| wins(book, memory, regions, GameId::ZERO, mover, cx);
        let rules: Vec<Maker> = (0..others).map_while(|_| self.0.maker()).collect();
        if rules.is_empty() {
            return alone(cx);
        }
        if let Some(found) = within(ALONE, cx, &mut alone)? {
            return Ok(found);
        }
        let budget = cx.games().budget.for_another_thread();
        let memories = rules.iter().map(|_| memory.for_another_thread(&budget)).collect::<Result<Vec<_>, _>>();
        // Without room for a table that all can use there is still one thread.
        let Ok(memories) = memories else { return wins(book, memory, regions, GameId::ZERO, mover, cx) };
        let race = Race::default();
        thread::scope(|scope| {
            for (number, (rules, memory)) in (1..).zip(rules.into_iter().zip(memories)) {
                let (race, budget) = (&race, budget.clone());
                // A limit that another thread meets, the first one meets too; where none can be begun, it does all.
                let work = move || drop(run(rules, memory, regions, mover, (race, number), budget));
                drop(thread::Builder::new().spawn_scoped(scope, work));
            }
            let first = Lane { race: &race, number: 0, starter_wins: true };
            let found = wins_in_race(book, memory, regions, mover, first, cx);
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

/// What another thread does: it guesses the one winner and the other by turns, until the race is over.
fn run(
    rules: Maker,
    mut memory: Memory,
    regions: &[Region],
    mover: Player,
    (race, number): (&Race, usize),
    budget: Budget,
) -> Result<(), Fault> {
    let (rules, mut values) = (rules(), None);
    let mut engine = Engine::new(Games::new(budget.clone()));
    let mut book = rules.book(&mut values, &budget);
    for turn in 0.. {
        let lane = Lane { race, number, starter_wins: (number + turn).is_multiple_of(2) };
        let steps = TURN.saturating_mul(1 << (turn / 2).min(40));
        within(steps, &mut engine, |cx| wins_in_race(&mut *book, &mut memory, regions, mover, lane, cx))?;
        if race.end().is_some() {
            break;
        }
    }
    Ok(())
}
