//! A search for the score of a sum: alpha and beta, with a table of bounds, the parts kept apart.
//!
//! A state is the set of parts with the player to move; after an entailing move those parts apart in which he must answer. Points
//! that are reached are taken out, so that a state has one entry whatever was gained before. Left wants the score to be great.

use super::parts::{PartId, PartMove, PartTable, Split};
use super::tally::{Limit, Tally};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};
use crate::positions::{Binding, Context, PositionId};
use crate::questions::DEEPEST;

/// States that are remembered at most.
const MAX_STATES: usize = 1 << 22;

/// A state: whose move it is, the parts in which he must answer if he may not move anywhere, the others.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    mover: Player,
    is_bound: bool,
    bound: Vec<PartId>,
    free: Vec<PartId>,
}

/// The bounds of the score of a state, without the points that were reached before.
#[derive(Clone)]
struct Bounds {
    low: Tally,
    high: Tally,
    /// The move that was best when the state was left.
    first: Option<StateMove>,
    /// `true` while it is searched.
    is_open: bool,
}

/// The results that searches for points keep from one to the next.
#[derive(Default)]
pub(super) struct PointsTable {
    parts: PartTable,
    bounds: FastMap<State, Bounds>,
}

/// A move from a state: in which part, and which of its moves.
#[derive(Clone, Copy, PartialEq, Eq)]
struct StateMove {
    part: PartId,
    number: u32,
}

/// A state under search.
struct SearchFrame {
    state: State,
    moves: Vec<StateMove>,
    next: usize,
    /// The window, and the one that the search of this state began with.
    alpha: Limit,
    beta: Limit,
    from: Limit,
    to: Limit,
    best: Option<Tally>,
    best_move: Option<StateMove>,
    /// The points taken out when the state was entered: reached by the move and by parts that have ended.
    offset: Tally,
    /// `true` if the players were exchanged, which parts that treat them alike allow.
    is_turned: bool,
}

/// A position to search, with its player to move.
pub(super) struct Start {
    state: State,
    points: Tally,
}

impl PointsTable {
    /// Returns the start of a search with `mover` to move.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub fn start(&mut self, p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Start, Fault> {
        Ok(match cx.positions_ref().turn(p) {
            None => {
                let Split { points, parts } = self.parts.split(p, cx)?;
                Start { state: State { mover, is_bound: false, bound: Vec::new(), free: parts }, points }
            }
            Some(Binding::Again(inner)) => self.start(inner, mover.other(), cx)?,
            Some(Binding::Entail(inner, rest)) => {
                let bound = self.parts.split(inner, cx)?;
                let rest = cx.positions().sum(&rest);
                let free = self.parts.split(rest, cx)?;
                let points = bound.points.plus(&free.points);
                Start { state: State { mover, is_bound: true, bound: bound.parts, free: free.parts }, points }
            }
        })
    }

    /// Returns the points that are reached in a position.
    ///
    /// # Errors
    /// Limits; what the rules say.
    pub fn reached(&mut self, p: PositionId, cx: &mut dyn Context) -> Result<Tally, Fault> {
        Ok(self.start(p, Player::Left, cx)?.points)
    }

    /// Returns the score from a start if it lies between `alpha` and `beta`; else a bound of it on the same side.
    ///
    /// # Errors
    /// [`Fault::Loopy`] if play can return; limits; what the rules say.
    pub fn search(&mut self, start: Start, alpha: Limit, beta: Limit, cx: &mut dyn Context) -> Result<Tally, Fault> {
        let mut stack: Vec<SearchFrame> = Vec::new();
        let found = self.run(start, (alpha, beta), &mut stack, cx);
        for frame in stack {
            if let Some(bounds) = self.bounds.get_mut(&frame.state) {
                bounds.is_open = false;
            }
        }
        found
    }

    fn run(
        &mut self,
        start: Start,
        (alpha, beta): (Limit, Limit),
        stack: &mut Vec<SearchFrame>,
        cx: &mut dyn Context,
    ) -> Result<Tally, Fault> {
        let mut found = self.enter(start.state, start.points, alpha, beta, stack, cx)?;
        loop {
            // A frame takes the score of its last move, and then makes the next one.
            let Some(frame) = stack.last_mut() else { return Ok(found.unwrap_or(Tally::ZERO)) };
            if let Some(value) = found.take() {
                frame.take(value);
            }
            if frame.is_settled() {
                let SearchFrame { state, from, to, best, best_move, offset, is_turned, .. } =
                    stack.pop().expect("a frame is on the stack");
                let best = best.unwrap_or(Tally::ZERO);
                self.close(&state, &best, best_move, &from, &to);
                found = Some(if is_turned { best.negative() } else { best }.plus(&offset));
                continue;
            }
            let StateMove { part, number } = frame.moves[frame.next];
            frame.next += 1;
            cx.games().budget.tick()?;
            let (state, alpha, beta) = (frame.state.clone(), frame.alpha.clone(), frame.beta.clone());
            let made = self.parts.made(part, state.mover, number as usize, cx)?;
            found = self.enter(after(state, part, &made), made.gain.clone(), alpha, beta, stack, cx)?;
        }
    }

    /// Returns the score of a state plus `points` if the table tells enough of it, or pushes a frame for it.
    fn enter(
        &mut self,
        mut state: State,
        mut points: Tally,
        alpha: Limit,
        beta: Limit,
        stack: &mut Vec<SearchFrame>,
        cx: &mut dyn Context,
    ) -> Result<Option<Tally>, Fault> {
        for parts in [&mut state.bound, &mut state.free] {
            let mut live = Vec::with_capacity(parts.len());
            for &part in &*parts {
                match self.parts.is_live(part, cx)? {
                    true => live.push(part),
                    false => points = points.plus(&self.parts.at_end(part, cx)?),
                }
            }
            live.sort_unstable();
            *parts = live;
        }
        let (mut alpha, mut beta) = (alpha.minus(&points), beta.minus(&points));
        let is_turned =
            state.mover == Player::Right && self.parts.are_even_handed(state.bound.iter().chain(&state.free).copied());
        if is_turned {
            state.mover = Player::Left;
            (alpha, beta) = (beta.negative(), alpha.negative());
        }
        let told = |score: Tally| Ok(Some(if is_turned { score.negative() } else { score }.plus(&points)));
        let known = match self.bounds.get(&state) {
            Some(known) if known.is_open => return Err(Fault::Loopy),
            Some(known) => known.clone(),
            None => {
                let most = self.parts.most(state.bound.iter().chain(&state.free).copied());
                let high = most.and_then(|most| i64::try_from(most).ok()).map_or(Tally::Greatest, Tally::Whole);
                Bounds { low: high.negative(), high, first: None, is_open: false }
            }
        };
        let (low, high) = (Limit::at(known.low.clone()), Limit::at(known.high.clone()));
        if low >= beta || low == high {
            return told(known.low);
        }
        if high <= alpha {
            return told(known.high);
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        if !state.is_bound
            && let Some(ahead) = self.parts.by_theorem(&state.free, cx)?
        {
            let score = Tally::Whole(if state.mover == Player::Left { ahead } else { -ahead });
            return told(score);
        }
        let moves = self.ordered(&state, known.first, cx)?;
        if moves.is_empty() {
            let mut score = Tally::ZERO;
            for &part in state.bound.iter().chain(&state.free) {
                score = score.plus(&self.parts.at_end(part, cx)?);
            }
            return told(score);
        }
        if stack.len() >= DEEPEST {
            return Err(Fault::Endless { depth: DEEPEST });
        }
        if self.bounds.len() >= MAX_STATES {
            self.bounds.retain(|_, bounds| bounds.is_open);
        }
        cx.games().budget.room_to_insert(&self.bounds)?;
        cx.games().budget.room_to_push(stack)?;
        cx.games().budget.reserve(8 * (state.bound.len() + state.free.len()) + size_of_val(&moves[..]))?;
        self.bounds.insert(state.clone(), Bounds { is_open: true, ..known });
        stack.push(SearchFrame {
            state,
            moves,
            next: 0,
            from: alpha.clone(),
            to: beta.clone(),
            alpha,
            beta,
            best: None,
            best_move: None,
            offset: points,
            is_turned,
        });
        Ok(None)
    }

    /// Returns the moves from a state: first the one that was best before, then those after which the same player
    /// moves again, then those that offer the opponent least.
    fn ordered(
        &mut self,
        state: &State,
        first: Option<StateMove>,
        cx: &mut dyn Context,
    ) -> Result<Vec<StateMove>, Fault> {
        let free = if state.is_bound { None } else { self.parts.free(&state.free) };
        let parts = match (&free, state.is_bound) {
            (Some(part), _) => std::slice::from_ref(part),
            (None, true) => &state.bound[..],
            (None, false) => &state.free[..],
        };
        let mut moves = Vec::new();
        for (i, &part) in parts.iter().enumerate() {
            if i > 0 && parts[i - 1] == part {
                continue;
            }
            for (number, look) in self.parts.looks(part, state.mover, cx)?.into_iter().enumerate() {
                moves.push((look, StateMove { part, number: number as u32 }));
            }
        }
        moves.sort_by_key(|(look, _)| *look);
        let mut moves: Vec<StateMove> = moves.into_iter().map(|(_, made)| made).collect();
        if let Some(at) = first.and_then(|first| moves.iter().position(|&other| other == first)) {
            moves[..=at].rotate_right(1);
        }
        Ok(moves)
    }

    /// Keeps what the search of a state in a window has shown.
    fn close(&mut self, state: &State, best: &Tally, best_move: Option<StateMove>, from: &Limit, to: &Limit) {
        let Some(bounds) = self.bounds.get_mut(state) else { return };
        let reached = Limit::at(best.clone());
        if reached > *from && bounds.low < *best {
            bounds.low = best.clone();
        }
        if reached < *to && bounds.high > *best {
            bounds.high = best.clone();
        }
        bounds.first = best_move;
        bounds.is_open = false;
    }
}

/// Returns the state after a move, with the other player to move or, after a complimenting move, the same one.
fn after(state: State, part: PartId, made: &PartMove) -> State {
    let State { mover, is_bound, bound, mut free } = state;
    let mut bound = bound;
    let from = if is_bound { &mut bound } else { &mut free };
    if let Some(at) = from.iter().position(|&other| other == part) {
        from.remove(at);
    }
    free.extend(bound);
    free.extend(&made.into);
    free.sort_unstable();
    State {
        mover: if made.again { mover } else { mover.other() },
        is_bound: made.bound.is_some(),
        bound: made.bound.clone().unwrap_or_default(),
        free,
    }
}

impl SearchFrame {
    /// Takes the score after the move that was made last.
    fn take(&mut self, value: Tally) {
        let is_better = match (&self.best, self.state.mover) {
            (None, _) => true,
            (Some(best), Player::Left) => value > *best,
            (Some(best), Player::Right) => value < *best,
        };
        if !is_better {
            return;
        }
        let reached = Limit::at(value.clone());
        match self.state.mover {
            Player::Left if reached > self.alpha => self.alpha = reached,
            Player::Right if reached < self.beta => self.beta = reached,
            _ => {}
        }
        self.best_move = Some(self.moves[self.next - 1]);
        self.best = Some(value);
    }

    /// Returns `true` if no other move has to be looked at.
    fn is_settled(&self) -> bool {
        self.next == self.moves.len() || self.best.is_some() && self.alpha >= self.beta
    }
}
