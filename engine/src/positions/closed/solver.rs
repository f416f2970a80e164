//! Values of states: those of the independent regions, each from its options, remembered by normal form.

use super::{Moves, Ruleset};
use crate::games::{Fault, GameId, Games, Player};
use crate::positions::Known;
use crate::positions::known::{Packed, mex};
use crate::positions::table::Table;

/// Moves that may lie between a position and the end of its longest play.
const DEEPEST: usize = 5_000_000;

/// Finds values, with a stack of its own.
pub(super) struct Solver<'a, R: Ruleset> {
    rules: &'a R,
    table: &'a mut Table<R::State>,
    games: &'a mut Games,
    moves: Moves<R::State>,
    /// The options of all positions under way, one position's after another's: where the parts of each end.
    ends: Vec<usize>,
    parts: Vec<Part<R::State>>,
}

/// A region of an option.
struct Part<S> {
    /// In normal form.
    state: S,
    negated: bool,
    value: Option<Packed>,
    /// The value as a game, with its sign, once all options of the position are known.
    game: GameId,
}

impl<S> Part<S> {
    fn new<R: Ruleset<State = S>>(region: S, rules: &R) -> Part<S> {
        let (state, negated) = rules.normal_form(region);
        Part { state, negated, value: None, game: GameId::ZERO }
    }
}

/// The number of regions for which a move asks memory at once.
const PARTS_OF_MOVE: usize = 64;

struct Frame<S> {
    state: S,
    /// Its options in `ends`: `left` of Left's, then Right's.
    start: usize,
    left: usize,
    /// The next of its parts whose value may not be known.
    next: usize,
}

impl<'a, R: Ruleset> Solver<'a, R> {
    pub fn new(rules: &'a R, table: &'a mut Table<R::State>, games: &'a mut Games) -> Solver<'a, R> {
        let moves = Moves::under(&games.budget);
        let (ends, parts) = Default::default();
        Solver { rules, table, games, moves, ends, parts }
    }

    /// The value of any state: the sum of its parts, each from its normal form.
    pub fn value(&mut self, state: &R::State) -> Result<Known, Fault> {
        // What a theorem knows needs no memory.
        if self.rules.impartial()
            && let Some(known) = self.rules.closed_form(state)
        {
            return Known::nimber(&known);
        }
        let Solver { rules, parts, .. } = self;
        rules.parts(state, &mut |region| parts.push(Part::new(region, *rules)));
        self.ends.push(self.parts.len());
        for i in 0..self.parts.len() {
            if !self.look_up(i) {
                self.solve(self.parts[i].state.clone())?;
                self.look_up(i);
            }
        }
        Ok(self.total(0)?.simplest(self.games))
    }

    /// Whether the value of a part is known; then it is noted there.
    #[inline]
    fn look_up(&mut self, part: usize) -> bool {
        let part = &mut self.parts[part];
        if part.value.is_none() {
            part.value = self.table.get(&part.state);
        }
        part.value.is_some()
    }

    /// The value of an option whose parts are all known.
    fn total(&mut self, option: usize) -> Result<Known, Fault> {
        let mut total = Known::Nim(0);
        for part in &self.parts[self.first_part(option)..self.ends[option]] {
            if let Some(value) = part.value {
                let value = value.unpack();
                let value = if part.negated { value.negative(self.games)? } else { value };
                total = total.plus(value, self.games)?;
            }
        }
        Ok(total)
    }

    /// Where the parts of an option begin.
    #[inline]
    fn first_part(&self, option: usize) -> usize {
        if option == 0 { 0 } else { self.ends[option - 1] }
    }

    /// Notes the values of all parts from this one on as games with their signs, before any are summed: reads of one record
    /// do not wait for another then.
    fn sign(&mut self, first: usize) -> Result<(), Fault> {
        for part in &mut self.parts[first..] {
            if let Some(value) = part.value {
                let value = value.unpack().game(self.games)?;
                part.game = self.games.negative_if(part.negated, value)?;
            }
        }
        Ok(())
    }

    /// The value of an option whose parts are all known as games: the shorter way to it, for partizan rulesets.
    fn game(&mut self, option: usize) -> Result<GameId, Fault> {
        let mut total = GameId::ZERO;
        for part in self.first_part(option)..self.ends[option] {
            let value = self.parts[part].game;
            total = if total == GameId::ZERO { value } else { self.games.sum(total, value)? };
        }
        Ok(total)
    }

    /// Finds the value of a region in normal form, which then is in the table, by those of its options, with a stack
    /// of our own.
    fn solve(&mut self, start: R::State) -> Result<(), Fault> {
        let mut frames: Vec<Frame<R::State>> = Vec::new();
        let mut values: Vec<GameId> = Vec::new();
        let mut opening = Some(start);
        loop {
            if let Some(state) = opening.take() {
                if let Some(known) = self.rules.closed_form(&state) {
                    self.table.keep(state, Known::nimber(&known)?, &self.games.budget)?;
                } else {
                    let frame = self.open(state)?;
                    self.games.budget.room_to_push(&frames)?;
                    frames.push(frame);
                    if frames.len() >= DEEPEST {
                        return Err(Fault::Depth { limit: DEEPEST });
                    }
                }
            }
            let Some(frame) = frames.last_mut() else { return Ok(()) };
            let mut next = frame.next;
            while next < self.parts.len() && self.look_up(next) {
                next += 1;
            }
            frame.next = next;
            if next < self.parts.len() {
                opening = Some(self.parts[next].state.clone());
                continue;
            }
            let (start, left) = (frame.start, frame.left);
            let known = self.close(start, left, &mut values)?;
            self.parts.truncate(self.first_part(start));
            self.ends.truncate(start);
            self.games.budget.count_position();
            if let Some(frame) = frames.pop() {
                self.table.keep(frame.state, known, &self.games.budget)?;
            }
        }
    }

    /// Lists the options of a region, and looks at once for the values of all: reads that do not wait for each other
    /// are the faster way through a large table.
    fn open(&mut self, state: R::State) -> Result<Frame<R::State>, Fault> {
        let (start, next) = (self.ends.len(), self.parts.len());
        self.moves.clear();
        self.moves.add_undominated(self.rules, &state, Player::Left)?;
        let left = self.moves.len();
        if !self.rules.impartial() {
            self.moves.add_undominated(self.rules, &state, Player::Right)?;
        }
        let Solver { rules, moves, parts, ends, games, .. } = self;
        for i in 0..moves.len() {
            games.budget.tick()?;
            games.budget.room_for(parts, PARTS_OF_MOVE)?;
            games.budget.room_to_push(ends)?;
            for option in &moves.states[moves.range(i)] {
                rules.parts_after(&state, option, &mut |region| parts.push(Part::new(region, *rules)));
            }
            ends.push(parts.len());
        }
        self.table.touch(self.parts[next..].iter().map(|part| &part.state));
        let mut missing = self.parts.len();
        for i in (next..self.parts.len()).rev() {
            if !self.look_up(i) {
                missing = i;
            }
        }
        Ok(Frame { state, start, left, next: missing })
    }

    /// The value of a position all of whose options are known.
    fn close(&mut self, start: usize, left: usize, values: &mut Vec<GameId>) -> Result<Known, Fault> {
        values.clear();
        if self.rules.impartial() {
            let values = (start..self.ends.len()).map(|option| self.total(option)).collect::<Result<Vec<_>, _>>()?;
            if let Some(n) = mex(values.len(), values.iter()) {
                return Ok(Known::Nim(n));
            }
        }
        self.sign(self.first_part(start))?;
        let pairs = (start..self.ends.len()).filter_map(|option| {
            match self.parts[self.first_part(option)..self.ends[option]] {
                [Part { game: a, .. }, Part { game: b, .. }, ..] => Some((a, b)),
                _ => None,
            }
        });
        self.games.touch_sums(pairs);
        for option in start..self.ends.len() {
            let value = self.game(option)?;
            values.push(value);
        }
        let (left, right) = values.split_at(left);
        // Nimbers stay games here: a partizan ruleset would turn them back at once.
        Ok(Known::Game(self.games.from_options(left, if self.rules.impartial() { left } else { right })?))
    }
}
