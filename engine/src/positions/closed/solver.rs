//! Values of states: those of the independent regions, each from its options, remembered by normal form.
//!
//! The walk through positions and the sums of their values are compiled once. Each ruleset has its own [`Regions`], which
//! know the states and list their moves.

use std::ops::Range;

use dashu_int::UBig;

use super::{Moves, Pack, Ruleset, sizes};
use crate::games::{Budget, Fault, GameId, Games, Player};
use crate::positions::known::{Packed, mex};
use crate::positions::table::Table;
use crate::positions::{Known, State, Term};

/// Moves that may lie between a position and the end of its longest play.
const MAX_DEPTH: usize = 5_000_000;

/// The number of regions for which a move asks memory at once.
const PARTS_OF_MOVE: usize = 64;

/// Returns the value of a state: the sum of its parts, each from its normal form.
pub(super) fn value<R: Ruleset>(
    rules: &R,
    table: &mut Table<R::State>,
    state: &R::State,
    games: &mut Games,
) -> Result<Known, Fault> {
    // Values by a theorem are not remembered.
    let impartial = rules.facts().impartial;
    if impartial && let Some(known) = nim_value(rules, state) {
        return Known::nimber(&known);
    }
    let moves = Moves::under(&games.budget);
    let mut regions = SolverStates { rules, table, moves, of_parts: Vec::new(), open: Vec::new() };
    let mut options = SolverOptions::default();
    rules.parts(state, &mut |region| options.parts.push(part_of(rules, region, &mut regions.of_parts)));
    options.ends.push(options.parts.len());
    Solver { regions: &mut regions, impartial, games, options, frames: Vec::new() }.value()
}

/// Returns the nim-value of a state by a theorem, or `None` if no theorem applies or a sequence has it.
pub(super) fn nim_value<R: Ruleset>(rules: &R, state: &R::State) -> Option<UBig> {
    let facts = rules.facts();
    match facts.heaps {
        Some(heaps) if facts.sequence.is_none() => heaps.nim_value(&sizes::heaps(state)),
        Some(_) => None,
        None => facts.theorems?.nim_value(state),
    }
}

/// Returns the value of a region of these words that was found before, if its rules have no parameters but a board. An impartial
/// one is a nimber.
fn found_before(term: &Term, words: &State, games: &mut Games) -> Result<Option<Known>, Fault> {
    let Some(earlier) = games.earlier.clone() else { return Ok(None) };
    let Term::Call(ruleset, arguments) = term else { return Ok(None) };
    let [Term::Text(_)] = &arguments[..] else { return Ok(None) };
    let value = earlier.value(ruleset, words, games)?;
    Ok(value.map(|value| Known::of(value, games)))
}

/// The states of one ruleset. They are known by the places of the parts that they are the regions of.
trait Regions {
    /// Opens the region of a part: adds its options and returns how many are Left's. If a theorem knows the value, or it was
    /// found before, it is put in the table, and `None` is returned.
    fn open(&mut self, part: usize, options: &mut SolverOptions, games: &mut Games) -> Result<Option<usize>, Fault>;

    /// Notes the values of parts from `next` on, up to the first whose value is not known, and returns its place.
    fn look_up(&self, next: usize, parts: &mut [OptionPart]) -> usize;

    /// Closes the region that was opened last and keeps its value, with all parts from `first` on.
    fn close(&mut self, first: usize, value: Known, budget: &Budget) -> Result<(), Fault>;
}

struct SolverStates<'a, R: Ruleset> {
    rules: &'a R,
    table: &'a mut Table<R::State>,
    moves: Moves<R::State>,
    /// The regions of the parts, in normal form.
    of_parts: Vec<R::State>,
    /// The positions under way.
    open: Vec<R::State>,
}

/// Returns the part of a region, whose normal form is noted.
fn part_of<R: Ruleset>(rules: &R, region: R::State, of_parts: &mut Vec<R::State>) -> OptionPart {
    let (state, negated) = rules.normal_form(region);
    of_parts.push(state);
    OptionPart { negated, value: None, game: GameId::ZERO }
}

impl<R: Ruleset> Regions for SolverStates<'_, R> {
    /// Looks at once for the values of all parts: reads that do not wait for each other are the faster way through a large
    /// table.
    fn open(&mut self, part: usize, options: &mut SolverOptions, games: &mut Games) -> Result<Option<usize>, Fault> {
        let state = self.of_parts[part].clone();
        let known = match nim_value(self.rules, &state) {
            Some(known) => Some(Known::nimber(&known)?),
            None if games.earlier.is_some() => {
                let mut words = State::new();
                state.pack(&mut words);
                found_before(&self.rules.term(&state), &words, games)?
            }
            None => None,
        };
        let budget = &mut games.budget;
        if let Some(known) = known {
            self.table.keep(state, known, budget)?;
            return Ok(None);
        }
        let SolverOptions { ends, parts } = options;
        let first = parts.len();
        self.moves.clear();
        self.moves.add_undominated(self.rules, &state, Player::Left)?;
        let left = self.moves.len();
        if !self.rules.facts().impartial {
            self.moves.add_undominated(self.rules, &state, Player::Right)?;
        }
        for i in 0..self.moves.len() {
            budget.tick()?;
            budget.room_for(parts, PARTS_OF_MOVE)?;
            budget.room_for(&self.of_parts, PARTS_OF_MOVE)?;
            budget.room_to_push(ends)?;
            for option in &self.moves.states[self.moves.range(i)] {
                self.rules.parts_after(&state, option, &mut |region| {
                    parts.push(part_of(self.rules, region, &mut self.of_parts));
                });
            }
            ends.push(parts.len());
        }
        self.table.touch(self.of_parts[first..].iter());
        for (part, state) in parts[first..].iter_mut().zip(&self.of_parts[first..]) {
            part.value = self.table.get(state);
        }
        budget.room_to_push(&self.open)?;
        self.open.push(state);
        Ok(Some(left))
    }

    fn look_up(&self, next: usize, parts: &mut [OptionPart]) -> usize {
        for (i, part) in (next..).zip(&mut parts[next..]) {
            if part.value.is_none() {
                part.value = self.table.get(&self.of_parts[i]);
                if part.value.is_none() {
                    return i;
                }
            }
        }
        parts.len()
    }

    fn close(&mut self, first: usize, value: Known, budget: &Budget) -> Result<(), Fault> {
        self.of_parts.truncate(first);
        self.open.pop().map_or(Ok(()), |state| self.table.keep(state, value, budget))
    }
}

/// The options of all positions under way, one position's after another's.
#[derive(Default)]
struct SolverOptions {
    /// The end of the parts of each option.
    ends: Vec<usize>,
    parts: Vec<OptionPart>,
}

impl SolverOptions {
    /// Returns the place at which the parts of an option begin.
    #[inline]
    fn first_part(&self, option: usize) -> usize {
        if option == 0 { 0 } else { self.ends[option - 1] }
    }

    /// Returns the places of the parts of an option.
    #[inline]
    fn range(&self, option: usize) -> Range<usize> {
        self.first_part(option)..self.ends[option]
    }
}

/// A region of an option.
struct OptionPart {
    negated: bool,
    value: Option<Packed>,
    /// The value as a game, with its sign, once all options of the position are known.
    game: GameId,
}

struct SolverFrame {
    /// Its options: `left` of Left's, then Right's.
    start: usize,
    left: usize,
    /// The next of its parts whose value may not be known.
    next: usize,
}

/// Finds values, with a stack of its own.
struct Solver<'a> {
    regions: &'a mut dyn Regions,
    impartial: bool,
    games: &'a mut Games,
    options: SolverOptions,
    frames: Vec<SolverFrame>,
}

impl Solver<'_> {
    /// Returns the value of the position whose parts are the only option.
    fn value(mut self) -> Result<Known, Fault> {
        let mut next = 0;
        loop {
            next = self.regions.look_up(next, &mut self.options.parts);
            if next == self.options.parts.len() {
                return Ok(self.total(0)?.simplest(self.games));
            }
            self.solve(next)?;
        }
    }

    /// Finds the value of the region of a part, which then is in the table, by those of its options.
    fn solve(&mut self, part: usize) -> Result<(), Fault> {
        let mut values: Vec<GameId> = Vec::new();
        self.open(part)?;
        while let Some(frame) = self.frames.last_mut() {
            frame.next = self.regions.look_up(frame.next, &mut self.options.parts);
            let SolverFrame { start, left, next } = *frame;
            if next < self.options.parts.len() {
                self.open(next)?;
                continue;
            }
            let known = self.close(start, left, &mut values)?;
            let first = self.options.first_part(start);
            self.options.parts.truncate(first);
            self.options.ends.truncate(start);
            self.games.budget.count_position();
            self.frames.pop();
            self.regions.close(first, known, &self.games.budget)?;
        }
        Ok(())
    }

    fn open(&mut self, part: usize) -> Result<(), Fault> {
        let (start, next) = (self.options.ends.len(), self.options.parts.len());
        let Some(left) = self.regions.open(part, &mut self.options, self.games)? else { return Ok(()) };
        self.games.budget.room_to_push(&self.frames)?;
        self.frames.push(SolverFrame { start, left, next });
        if self.frames.len() >= MAX_DEPTH { Err(Fault::Depth { limit: MAX_DEPTH }) } else { Ok(()) }
    }

    /// Returns the value of an option whose parts are all known.
    fn total(&mut self, option: usize) -> Result<Known, Fault> {
        let mut total = Known::Nim(0);
        for part in &self.options.parts[self.options.range(option)] {
            if let Some(value) = part.value {
                let value = value.unpack();
                let value = if part.negated { value.negative(self.games)? } else { value };
                total = total.plus(value, self.games)?;
            }
        }
        Ok(total)
    }

    /// Notes the values of all parts from this one on as games with their signs, before any are summed: reads of one record
    /// do not wait for another then.
    fn sign(&mut self, first: usize) -> Result<(), Fault> {
        for part in &mut self.options.parts[first..] {
            if let Some(value) = part.value {
                let value = value.unpack().game(self.games)?;
                part.game = self.games.negative_if(part.negated, value)?;
            }
        }
        Ok(())
    }

    /// Returns the value of an option whose parts are all known as games: the shorter way to it, for partizan rulesets.
    fn game(&mut self, option: usize) -> Result<GameId, Fault> {
        let mut total = GameId::ZERO;
        for part in self.options.range(option) {
            let value = self.options.parts[part].game;
            total = if total == GameId::ZERO { value } else { self.games.sum(total, value)? };
        }
        Ok(total)
    }

    /// Returns the value of a position all of whose options are known.
    fn close(&mut self, start: usize, left: usize, values: &mut Vec<GameId>) -> Result<Known, Fault> {
        values.clear();
        if self.impartial {
            let values =
                (start..self.options.ends.len()).map(|option| self.total(option)).collect::<Result<Vec<_>, _>>()?;
            if let Some(n) = mex(values.len(), values.iter()) {
                return Ok(Known::Nim(n));
            }
        }
        self.sign(self.options.first_part(start))?;
        let pairs = (start..self.options.ends.len()).filter_map(|option| {
            match self.options.parts[self.options.range(option)] {
                [OptionPart { game: a, .. }, OptionPart { game: b, .. }, ..] => Some((a, b)),
                _ => None,
            }
        });
        self.games.touch_sums(pairs);
        for option in start..self.options.ends.len() {
            let value = self.game(option)?;
            values.push(value);
        }
        let (left, right) = values.split_at(left);
        // Nimbers stay games here: a partizan ruleset would turn them back at once.
        Ok(Known::Game(self.games.from_options(left, if self.impartial { left } else { right })?))
    }
}
