//! Rulesets whose moves stay inside them, on packed states, solved by loops compiled for the state type.

use std::cell::RefCell;
use std::hash::Hash;
use std::ops::Range;

use super::known::Packed;
use super::table::Table;
use super::{
    About, Context, Convention, Finding, Known, Options, Parts, PositionId, Question, Rules, RulesetId, Sketch, State,
    Term, Theorem, Way,
};
use crate::digraphs::Verdict;
use crate::games::{Fault, GameId, Player};
use crate::heaps::Sequence;
use crate::ordinals::Ordinal;

/// Options of one position beyond which they are not listed.
const MOST_OPTIONS: u64 = 10_000_000;
/// Moves that may lie between a position and the end of its longest play.
const DEEPEST: usize = 5_000_000;

/// A state as words, so that the store of positions can keep it.
pub trait Pack: Sized {
    /// Appends the words of this state.
    fn pack(&self, out: &mut Vec<u32>);
    /// The state that was packed into these words.
    fn unpack(words: &[u32]) -> Self;
}

impl Pack for u64 {
    fn pack(&self, out: &mut Vec<u32>) {
        out.extend([*self as u32, (*self >> 32) as u32]);
    }
    fn unpack(words: &[u32]) -> u64 {
        words[0] as u64 | (words[1] as u64) << 32
    }
}

impl Pack for Vec<u64> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.iter().for_each(|w| w.pack(out));
    }
    fn unpack(words: &[u32]) -> Vec<u64> {
        words.chunks_exact(2).map(u64::unpack).collect()
    }
}

impl<const N: usize> Pack for [u64; N] {
    fn pack(&self, out: &mut Vec<u32>) {
        self.iter().for_each(|w| w.pack(out));
    }
    fn unpack(words: &[u32]) -> [u64; N] {
        std::array::from_fn(|i| u64::unpack(&words[2 * i..]))
    }
}

/// A ruleset as its author writes it. Only `moves` and `term` are needed; the rest makes it fast.
pub trait Ruleset: 'static {
    /// A state of the game, small and cheap to compare.
    type State: Pack + Clone + Eq + Hash + 'static;

    /// Both players always have the same moves: then only Left's are asked for.
    fn impartial(&self) -> bool {
        false
    }

    /// The moves of `player`, each to one state or to a disjunctive sum of states.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] from [`Moves::expect`].
    fn moves(&self, state: &Self::State, player: Player, out: &mut Moves<Self::State>) -> Result<(), Fault>;

    /// The heaps of a state of which every move changes one, on each of which a token can stand.
    fn tokens(&self, state: &Self::State) -> Vec<Self::State> {
        vec![state.clone()]
    }

    /// The independent regions of a state. None for a state without moves.
    fn parts(&self, state: &Self::State, out: &mut Vec<Self::State>) {
        out.push(state.clone());
    }

    /// The independent regions that are left when a move of one region, `before`, leads to `after`.
    fn parts_after(&self, _before: &Self::State, after: &Self::State, out: &mut Vec<Self::State>) {
        self.parts(after, out);
    }

    /// A representative of all states with the same value or its negative, and whether it was negated.
    fn normal_form(&self, state: Self::State) -> (Self::State, bool) {
        (state, false)
    }

    /// The value by a theorem, where one holds for `state`.
    fn closed_form(&self, _state: &Self::State) -> Option<Known> {
        None
    }

    /// The theorem behind `closed_form`, so that it can be named.
    fn theorem(&self) -> Option<&'static Theorem> {
        None
    }

    /// Whether the player to move wins, by a theorem, for an impartial ruleset. Where `closed_form` tells, it need not.
    fn wins(&self, _state: &Self::State, _convention: Convention) -> Option<(bool, &'static Theorem)> {
        None
    }

    /// Whether Bouton's rule decides misère play of the heaps of this ruleset: conditions A1 to A5 of Ferguson 1974 hold.
    fn keeps_bouton(&self) -> bool {
        false
    }

    /// The sequence whose nim-values are those of the heaps of this ruleset, and which of its heaps `state` is. Then
    /// nothing else is asked for its value.
    fn sequence(&self, _state: &Self::State) -> Option<(&RefCell<Sequence>, u64)> {
        None
    }

    /// Forgets what it keeps from one question to the next, so that memory is given back.
    fn give_back(&self) {}

    /// The heaps, if `state` is a position of Nim.
    fn heaps(&self, _state: &Self::State) -> Option<Vec<Ordinal>> {
        None
    }

    /// The moves to states of this nim-value by a theorem, for an impartial ruleset.
    fn moves_to(&self, _state: &Self::State, _nim_value: u64) -> Option<Vec<Self::State>> {
        None
    }

    /// The winning moves by a theorem, for an impartial ruleset.
    fn winning_moves(&self, _state: &Self::State, _convention: Convention) -> Option<Vec<Self::State>> {
        None
    }

    /// The ruleset whose memory of values it shares: one with the same states and the same values.
    fn remembers_with(&self) -> Option<RulesetId> {
        None
    }

    /// How the position is written.
    fn term(&self, state: &Self::State) -> Term;

    /// What is seen of the position, if it is one on a board.
    fn sketch(&self, _state: &Self::State) -> Option<Sketch> {
        None
    }
}

/// Collects moves.
pub struct Moves<S> {
    states: Vec<S>,
    /// Where the states of each move end; empty as long as each move leads to one state.
    ends: Vec<usize>,
}

impl<S> Default for Moves<S> {
    fn default() -> Self {
        Moves { states: Vec::new(), ends: Vec::new() }
    }
}

impl<S> Moves<S> {
    /// Says how many moves will come, before any is made.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] when they are more than can be listed.
    pub fn expect(&mut self, count: u64) -> Result<(), Fault> {
        if count > MOST_OPTIONS {
            let size = count.to_string();
            return Err(Fault::TooLarge { what: "list of options", size, limit: MOST_OPTIONS.to_string() });
        }
        Ok(())
    }

    /// A move to one state.
    #[inline]
    pub fn to(&mut self, state: S) {
        self.states.push(state);
        if !self.ends.is_empty() {
            self.ends.push(self.states.len());
        }
    }

    /// A move to the sum of these states.
    pub fn to_sum(&mut self, states: impl IntoIterator<Item = S>) {
        if self.ends.is_empty() {
            self.ends.extend(1..=self.states.len());
        }
        self.states.extend(states);
        self.ends.push(self.states.len());
    }

    /// How many moves there are.
    #[inline]
    pub fn len(&self) -> usize {
        if self.ends.is_empty() { self.states.len() } else { self.ends.len() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the states of one move are.
    #[inline]
    fn range(&self, index: usize) -> Range<usize> {
        match self.ends.get(index) {
            None => index..index + 1,
            Some(&end) => (if index == 0 { 0 } else { self.ends[index - 1] })..end,
        }
    }

    fn each(&self) -> impl Iterator<Item = &[S]> {
        (0..self.len()).map(|i| &self.states[self.range(i)])
    }

    fn clear(&mut self) {
        self.states.clear();
        self.ends.clear();
    }
}

/// A [`Ruleset`] as [`Rules`].
pub struct Closed<R>(pub R);

impl<C: Context, R: Ruleset> Rules<C> for Closed<R> {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault> {
        let state = R::State::unpack(state);
        let mut moves = Moves::default();
        out.impartial = self.0.impartial();
        let sides = [(Player::Left, &mut out.left), (Player::Right, &mut out.right)];
        let mut words = Vec::new();
        for (player, list) in sides.into_iter().take(if out.impartial { 1 } else { 2 }) {
            moves.clear();
            self.0.moves(&state, player, &mut moves)?;
            for option in moves.each() {
                cx.games().budget.tick()?;
                let mut parts = Vec::with_capacity(option.len());
                for state in option {
                    words.clear();
                    state.pack(&mut words);
                    parts.push(cx.positions().intern(here, &words));
                }
                list.push(cx.positions().sum(&parts));
            }
        }
        Ok(())
    }

    fn tokens(&self, state: &[u32]) -> Vec<State> {
        let packed = |state: &R::State| {
            let mut words = Vec::new();
            state.pack(&mut words);
            words
        };
        self.0.tokens(&R::State::unpack(state)).iter().map(packed).collect()
    }

    fn heaps(&self, state: &[u32], _: &mut C) -> Option<Vec<Ordinal>> {
        self.0.heaps(&R::State::unpack(state))
    }

    fn is_impartial(&self) -> bool {
        self.0.impartial()
    }

    fn moves_to(
        &self,
        here: RulesetId,
        state: &[u32],
        nim_value: &Ordinal,
        cx: &mut C,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let Some(n) = nim_value.to_u64() else { return Some(Ok(Vec::new())) };
        let found = self.0.moves_to(&R::State::unpack(state), n)?;
        Some(Ok(found.iter().map(|state| position(cx, here, state)).collect()))
    }

    fn winning_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        cx: &mut C,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let state = R::State::unpack(state);
        let found = match self.0.winning_moves(&state, convention) {
            Some(found) => found,
            None => match self.moves_by_outcome(&state, convention, cx).transpose()? {
                Ok(found) => found,
                Err(fault) => return Some(Err(fault)),
            },
        };
        Some(Ok(found.iter().map(|state| position(cx, here, state)).collect()))
    }

    fn theorem(
        &self,
        _: RulesetId,
        state: &[u32],
        question: Question,
        _: &mut Parts,
        cx: &mut C,
    ) -> Result<Option<Finding>, Fault> {
        if question.about != About::Outcome || !self.0.impartial() {
            return Ok(None);
        }
        let state = R::State::unpack(state);
        let by_value = || match (self.0.theorem()?, self.0.closed_form(&state)?) {
            (theorem, Known::Nim(n)) if question.convention == Convention::Normal => Some((n > 0, theorem)),
            _ => None,
        };
        Ok(self.wins(&state, question.convention, cx)?.or_else(by_value).map(|(won, theorem)| {
            let verdict = if won { Verdict::Win } else { Verdict::Loss };
            Finding { answer: verdict.into(), way: Way::Theorem(theorem, Vec::new()) }
        }))
    }

    fn term(&self, state: &[u32], _: &C) -> Term {
        self.0.term(&R::State::unpack(state))
    }

    fn sketch(&self, state: &[u32]) -> Option<Sketch> {
        self.0.sketch(&R::State::unpack(state))
    }

    fn sequence(&self, state: &[u32]) -> Option<(&RefCell<Sequence>, u64)> {
        self.0.sequence(&R::State::unpack(state))
    }

    fn give_back(&self) {
        self.0.give_back();
    }

    fn known(&self, here: RulesetId, state: &[u32], cx: &mut C) -> Option<Result<Known, Fault>> {
        if let Some((values, heap)) = self.0.sequence(&R::State::unpack(state)) {
            return Some(values.borrow_mut().value(heap, &mut cx.games().budget).map(Known::Nim));
        }
        let here = self.0.remembers_with().unwrap_or(here);
        let mut table: Box<Table<R::State>> = cx.positions().take_table(here);
        let (moves, regions, ends, parts) = Default::default();
        let mut solver = Solver::<C, R> { rules: &self.0, table: &mut table, cx, moves, regions, ends, parts };
        let answer = solver.value(&R::State::unpack(state));
        cx.positions().put_table(here, table);
        Some(answer)
    }
}

/// Of one heap: it is 1 that is lost.
static BOUTON: Theorem =
    Theorem { says: "by the nim-value: lost if it is 1, for Bouton's rule holds", source: "Ferguson 1974, theorem 2" };

impl<R: Ruleset> Closed<R> {
    /// Whether the player to move wins, by the ruleset's theorem or, in misère play, by Bouton's rule.
    fn wins<C: Context>(
        &self,
        state: &R::State,
        convention: Convention,
        cx: &mut C,
    ) -> Result<Option<(bool, &'static Theorem)>, Fault> {
        if let Some(found) = self.0.wins(state, convention) {
            return Ok(Some(found));
        }
        if convention == Convention::Normal || !self.0.keeps_bouton() {
            return Ok(None);
        }
        let value = match self.0.sequence(state) {
            Some((values, heap)) => Some(Known::Nim(values.borrow_mut().value(heap, &mut cx.games().budget)?)),
            None => self.0.closed_form(state),
        };
        Ok(value.and_then(|value| match value {
            Known::Nim(n) => Some((n != 1, &BOUTON)),
            Known::Game(_) => None,
        }))
    }

    /// The winning moves where a theorem tells who wins, here and after each move.
    fn moves_by_outcome<C: Context>(
        &self,
        state: &R::State,
        convention: Convention,
        cx: &mut C,
    ) -> Result<Option<Vec<R::State>>, Fault> {
        let mut found = Vec::new();
        match self.wins(state, convention, cx)? {
            None => return Ok(None),
            Some((false, _)) => return Ok(Some(found)),
            Some((true, _)) => {}
        }
        let mut moves = Moves::default();
        self.0.moves(state, Player::Left, &mut moves)?;
        for option in moves.each() {
            cx.games().budget.tick()?;
            let [option] = option else { return Ok(None) };
            match self.wins(option, convention, cx)? {
                None => return Ok(None),
                Some((true, _)) => {}
                Some((false, _)) => found.push(option.clone()),
            }
        }
        Ok(Some(found))
    }
}

struct Solver<'a, C, R: Ruleset> {
    rules: &'a R,
    table: &'a mut Table<R::State>,
    cx: &'a mut C,
    moves: Moves<R::State>,
    regions: Vec<R::State>,
    /// The options of all positions under way, one position's after another's: where the parts of each end.
    ends: Vec<usize>,
    parts: Vec<Part<R::State>>,
}

/// A region of an option, in normal form.
struct Part<S> {
    state: S,
    negated: bool,
    value: Option<Packed>,
}

struct Frame<S> {
    state: S,
    /// Its options in `ends`: `left` of Left's, then Right's.
    start: usize,
    left: usize,
    /// The next of its parts whose value may not be known.
    next: usize,
}

impl<C: Context, R: Ruleset> Solver<'_, C, R> {
    /// The value of any state: the sum of its parts, each from its normal form.
    fn value(&mut self, state: &R::State) -> Result<Known, Fault> {
        // What a theorem knows needs no memory.
        if self.rules.impartial()
            && let Some(known) = self.rules.closed_form(state)
        {
            return Ok(known);
        }
        self.rules.parts(state, &mut self.regions);
        self.take_regions();
        self.ends.push(self.parts.len());
        for i in 0..self.parts.len() {
            if self.look_up(i).is_none() {
                self.solve(self.parts[i].state.clone())?;
                self.look_up(i);
            }
        }
        Ok(self.total(0)?.simplest(self.cx))
    }

    /// Moves the regions found last to `parts`.
    fn take_regions(&mut self) {
        self.parts.extend(self.regions.iter().map(|region| {
            let (state, negated) = self.rules.normal_form(region.clone());
            Part { state, negated, value: None }
        }));
        self.regions.clear();
    }

    /// The value of a part, noted there, if it is known.
    #[inline]
    fn look_up(&mut self, part: usize) -> Option<Packed> {
        let part = &mut self.parts[part];
        if part.value.is_none() {
            part.value = self.table.get(&part.state);
        }
        part.value
    }

    /// The value of an option whose parts are all known.
    fn total(&mut self, option: usize) -> Result<Known, Fault> {
        let first = if option == 0 { 0 } else { self.ends[option - 1] };
        let mut total = Known::Nim(0);
        for part in &self.parts[first..self.ends[option]] {
            if let Some(value) = part.value {
                let value = value.unpack();
                let value = if part.negated { value.negative(self.cx)? } else { value };
                total = total.plus(value, self.cx)?;
            }
        }
        Ok(total)
    }

    /// The same as a game: the shorter way to it, for partizan rulesets.
    fn game(&mut self, option: usize) -> Result<GameId, Fault> {
        let first = if option == 0 { 0 } else { self.ends[option - 1] };
        let mut total = GameId::ZERO;
        for part in &self.parts[first..self.ends[option]] {
            let Some(value) = part.value else { continue };
            let mut value = value.unpack().game(self.cx)?;
            if part.negated {
                value = self.cx.games().negative(value)?;
            }
            total = if total == GameId::ZERO { value } else { self.cx.games().sum(total, value)? };
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
                    self.table.keep(state, known, &self.cx.games().budget)?;
                } else {
                    let frame = self.open(state)?;
                    frames.push(frame);
                    if frames.len() >= DEEPEST {
                        return Err(Fault::Depth { limit: DEEPEST });
                    }
                }
            }
            let Some(frame) = frames.last_mut() else { return Ok(()) };
            let mut next = frame.next;
            while next < self.parts.len() && self.look_up(next).is_some() {
                next += 1;
            }
            frame.next = next;
            if next < self.parts.len() {
                opening = Some(self.parts[next].state.clone());
                continue;
            }
            let (start, left) = (frame.start, frame.left);
            let known = self.close(start, left, &mut values)?;
            self.parts.truncate(if start == 0 { 0 } else { self.ends[start - 1] });
            self.ends.truncate(start);
            self.cx.games().budget.count_position();
            if let Some(frame) = frames.pop() {
                self.table.keep(frame.state, known, &self.cx.games().budget)?;
            }
        }
    }

    /// Lists the options of a region, and looks at once for the values of all: reads that do not wait for each other
    /// are the faster way through a large table.
    fn open(&mut self, state: R::State) -> Result<Frame<R::State>, Fault> {
        let (start, next) = (self.ends.len(), self.parts.len());
        self.moves.clear();
        self.rules.moves(&state, Player::Left, &mut self.moves)?;
        let left = self.moves.len();
        if !self.rules.impartial() {
            self.rules.moves(&state, Player::Right, &mut self.moves)?;
        }
        for i in 0..self.moves.len() {
            self.cx.games().budget.tick()?;
            for j in self.moves.range(i) {
                self.rules.parts_after(&state, &self.moves.states[j], &mut self.regions);
                self.take_regions();
            }
            self.ends.push(self.parts.len());
        }
        let mut missing = self.parts.len();
        for i in (next..self.parts.len()).rev() {
            if self.look_up(i).is_none() {
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
            if let Some(n) = super::solve::mex(&values) {
                return Ok(Known::Nim(n));
            }
        }
        for option in start..self.ends.len() {
            let value = self.game(option)?;
            values.push(value);
        }
        let (left, right) = values.split_at(left);
        // Nimbers stay games here: a partizan ruleset would turn them back at once.
        Ok(Known::Game(self.cx.games().from_options(left, if self.rules.impartial() { left } else { right })?))
    }
}

/// Interns a state of a registered closed ruleset.
pub fn position<C: Context, S: Pack>(cx: &mut C, ruleset: RulesetId, state: &S) -> PositionId {
    let mut words = Vec::new();
    state.pack(&mut words);
    cx.positions().intern(ruleset, &words)
}
