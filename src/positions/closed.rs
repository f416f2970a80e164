//! Rulesets whose moves stay inside them, on packed states, solved by loops compiled for the state type.

use std::hash::Hash;
use std::marker::PhantomData;

use rustc_hash::FxHashMap;

use super::{Context, Known, Options, PositionId, Rules, RulesetId, Term};
use crate::games::{Fault, Player};

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

    /// The independent regions of a state. None for a state without moves.
    fn parts(&self, state: &Self::State, out: &mut Vec<Self::State>) {
        out.push(state.clone());
    }

    /// A representative of all states with the same value or its negative, and whether it was negated.
    fn normal_form(&self, state: Self::State) -> (Self::State, bool) {
        (state, false)
    }

    /// The value by a theorem, where one holds for `state`.
    fn closed_form(&self, _state: &Self::State) -> Option<Known> {
        None
    }

    /// How the position is written.
    fn term(&self, state: &Self::State) -> Term;
}

/// Collects moves.
pub struct Moves<S> {
    states: Vec<S>,
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
    pub fn to(&mut self, state: S) {
        self.states.push(state);
        self.ends.push(self.states.len());
    }

    /// A move to the sum of these states.
    pub fn to_sum(&mut self, states: impl IntoIterator<Item = S>) {
        self.states.extend(states);
        self.ends.push(self.states.len());
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn each(&self) -> impl Iterator<Item = &[S]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.states[start..end])
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

    fn term(&self, state: &[u32], _: &C) -> Term {
        self.0.term(&R::State::unpack(state))
    }

    fn known(&self, here: RulesetId, state: &[u32], cx: &mut C) -> Option<Result<Known, Fault>> {
        let mut memo: Box<Memo<R::State>> = cx.positions().take_table(here);
        let answer =
            Solver::<C, R> { rules: &self.0, memo: &mut memo, cx, marker: PhantomData }.value(R::State::unpack(state));
        cx.positions().put_table(here, memo);
        Some(answer)
    }
}

/// What is known of states in normal form.
type Memo<S> = FxHashMap<S, Known>;

struct Solver<'a, C, R: Ruleset> {
    rules: &'a R,
    memo: &'a mut Memo<R::State>,
    cx: &'a mut C,
    marker: PhantomData<R>,
}

struct Frame<S> {
    state: S,
    /// Its options in the shared stack: `left` of Left's, then Right's.
    start: usize,
    left: usize,
    /// Where its options' values begin in the shared stack of values.
    values: usize,
}

impl<C: Context, R: Ruleset> Solver<'_, C, R> {
    /// The value of any state: the sum of its parts, each from its normal form.
    fn value(&mut self, state: R::State) -> Result<Known, Fault> {
        let mut parts = Vec::new();
        self.split(&state, &mut parts);
        let mut total = Known::Nim(0);
        for (part, negated) in parts {
            let known = match self.look_up(&part) {
                Some(known) => known,
                None => self.solve(part)?,
            };
            let known = if negated { known.negative(self.cx)? } else { known };
            total = total.plus(known, self.cx)?;
        }
        Ok(total)
    }

    fn split(&self, state: &R::State, out: &mut Vec<(R::State, bool)>) {
        let mut parts = Vec::new();
        self.rules.parts(state, &mut parts);
        out.extend(parts.into_iter().map(|part| self.rules.normal_form(part)));
    }

    fn look_up(&mut self, state: &R::State) -> Option<Known> {
        if let Some(&known) = self.memo.get(state) {
            return Some(known);
        }
        self.rules.closed_form(state)
    }

    fn solve(&mut self, start: R::State) -> Result<Known, Fault> {
        let mut frames: Vec<Frame<R::State>> = Vec::new();
        let mut parts: Vec<(R::State, bool)> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let mut values: Vec<Known> = Vec::new();
        let mut opening = Some(start);
        loop {
            if let Some(state) = opening.take() {
                if frames.len() >= DEEPEST {
                    return Err(Fault::Depth { limit: DEEPEST });
                }
                let start = ends.len();
                let mut moves = Moves::default();
                let mut left = 0;
                for player in [Player::Left, Player::Right] {
                    if player == Player::Right && self.rules.impartial() {
                        break;
                    }
                    moves.clear();
                    self.rules.moves(&state, player, &mut moves)?;
                    for option in moves.each() {
                        self.cx.games().budget.tick()?;
                        option.iter().for_each(|s| self.split(s, &mut parts));
                        ends.push(parts.len());
                    }
                    if player == Player::Left {
                        left = ends.len() - start;
                    }
                }
                frames.push(Frame { state, start, left, values: values.len() });
            }
            let frame = frames.last().expect("the frame of `start` is popped only on return");
            let next = frame.start + (values.len() - frame.values);
            if next < ends.len() {
                let first = if next == 0 { 0 } else { ends[next - 1] };
                let mut total = Known::Nim(0);
                for (state, negated) in parts[first..ends[next]].iter().cloned() {
                    let Some(known) = self.look_up(&state) else {
                        opening = Some(state);
                        break;
                    };
                    let known = if negated { known.negative(self.cx)? } else { known };
                    total = total.plus(known, self.cx)?;
                }
                if opening.is_none() {
                    values.push(total);
                }
                continue;
            }
            let known = self.close(frame.left, &values[frame.values..])?;
            let frame = frames.pop().expect("read above");
            parts.truncate(if frame.start == 0 { 0 } else { ends[frame.start - 1] });
            ends.truncate(frame.start);
            values.truncate(frame.values);
            self.cx.games().budget.count_position();
            self.memo.insert(frame.state, known);
            if frames.is_empty() {
                return Ok(known);
            }
        }
    }

    fn close(&mut self, left: usize, values: &[Known]) -> Result<Known, Fault> {
        let impartial = self.rules.impartial();
        if impartial && let Some(n) = super::solve::mex(values) {
            return Ok(Known::Nim(n));
        }
        let mut ids = Vec::with_capacity(values.len());
        for known in values {
            ids.push(known.game(self.cx)?);
        }
        let (left, right) = ids.split_at(left);
        let g = self.cx.games().from_options(left, if impartial { left } else { right })?;
        Ok(Known::of(g, self.cx))
    }
}

/// Interns a state of a registered closed ruleset.
pub fn position<C: Context, S: Pack>(cx: &mut C, ruleset: RulesetId, state: &S) -> PositionId {
    let mut words = Vec::new();
    state.pack(&mut words);
    cx.positions().intern(ruleset, &words)
}
