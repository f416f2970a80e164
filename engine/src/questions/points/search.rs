//! An alpha-beta search for the score of a sum, with a table of bounds.
//!
//! A state is the multiset of parts and the player to move; after an entailing move it also has the parts in which that player
//! must answer. It does not count the points reached before, so that all ways to it share an entry. Left maximizes the score.

use super::parts::{PartId, PartMove, PartTable};
use super::tally::{Limit, Tally};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};
use crate::positions::{Context, PositionId};
use crate::questions::DEEPEST;

/// The largest number of states in the table.
const MAX_STATES: usize = 1 << 22;

/// The player to move, the parts in which he must answer if `is_bound`, and the others.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    mover: Player,
    is_bound: bool,
    bound: Vec<PartId>,
    free: Vec<PartId>,
}

/// The bounds of the score of a state, which does not count the points reached before.
#[derive(Clone)]
struct Bounds {
    low: Tally,
    high: Tally,
    /// The best move of the last search, which the next one tries first.
    first: Option<StateMove>,
    /// `true` while the state is searched.
    is_open: bool,
}

/// The results that a search for points keeps for later ones.
#[derive(Default)]
pub(super) struct PointsTable {
    parts: PartTable,
    bounds: FastMap<State, Bounds>,
}

/// A move from a state: a part, and the place of the move in its list.
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
    /// The window now, and the window `from`, `to` with which the search of this state began.
    alpha: Limit,
    beta: Limit,
    from: Limit,
    to: Limit,
    best: Option<Tally>,
    best_move: Option<StateMove>,
    /// The points that the score of the state does not count: those gained by the move to it, and those of its dead parts.
    offset: Tally,
    /// `true` if the players were exchanged, because all parts treat them alike.
    is_turned: bool,
}

/// A position to search, with its player to move.
pub(super) struct Start {
    state: State,
    points: Tally,
}

impl PointsTable {
    /// Returns the start of a search with `mover` to move.
    pub fn start(&mut self, p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Start, Fault> {
        let PartMove { gain, into, bound, again } = self.parts.part_move(p, cx)?;
        let mover = if again { mover.other() } else { mover };
        let (is_bound, bound) = (bound.is_some(), bound.unwrap_or_default());
        Ok(Start { state: State { mover, is_bound, bound, free: into }, points: gain })
    }

    /// Returns the points that are reached in a position.
    pub fn reached(&mut self, p: PositionId, cx: &mut dyn Context) -> Result<Tally, Fault> {
        Ok(self.start(p, Player::Left, cx)?.points)
    }

    /// Returns the score from a start if it lies between `alpha` and `beta`, else a bound of the score on the same side.
    ///
    /// # Errors
    /// [`Fault::Loopy`] if play can return.
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
            let made = self.parts.result(part, state.mover, number as usize, cx)?;
            found = self.enter(after(state, part, &made), made.gain.clone(), alpha, beta, stack, cx)?;
        }
    }

    /// Returns the score of a state plus `points`, or a bound of it that decides the window. If neither is known without a
    /// search, pushes a frame for the state and returns `None`.
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
        let with_points = |score: Tally| Ok(Some(if is_turned { score.negative() } else { score }.plus(&points)));
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
            return with_points(known.low);
        }
        if high <= alpha {
            return with_points(known.high);
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        if !state.is_bound
            && let Some(ahead) = self.parts.by_theorem(&state.free, cx)?
        {
            return with_points(Tally::Whole(if state.mover == Player::Left { ahead } else { -ahead }));
        }
        let moves = self.ordered(&state, known.first, cx)?;
        if moves.is_empty() {
            let mut score = Tally::ZERO;
            for &part in state.bound.iter().chain(&state.free) {
                score = score.plus(&self.parts.at_end(part, cx)?);
            }
            return with_points(score);
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

    /// Returns the moves from a state: first the best move of the last search, then those after which the same player moves
    /// again, then the others, those that offer the opponent few points first.
    fn ordered(
        &mut self,
        state: &State,
        first: Option<StateMove>,
        cx: &mut dyn Context,
    ) -> Result<Vec<StateMove>, Fault> {
        let free_part = if state.is_bound { None } else { self.parts.free(&state.free) };
        let parts = match (&free_part, state.is_bound) {
            (Some(part), _) => std::slice::from_ref(part),
            (None, true) => &state.bound[..],
            (None, false) => &state.free[..],
        };
        let mut moves = Vec::new();
        for (i, &part) in parts.iter().enumerate() {
            if i > 0 && parts[i - 1] == part {
                continue;
            }
            for (number, estimate) in self.parts.estimates(part, state.mover, cx)?.into_iter().enumerate() {
                moves.push((estimate, StateMove { part, number: number as u32 }));
            }
        }
        moves.sort_by_key(|(estimate, _)| *estimate);
        let mut moves: Vec<StateMove> = moves.into_iter().map(|(_, made)| made).collect();
        if let Some(at) = first.and_then(|first| moves.iter().position(|&other| other == first)) {
            moves[..=at].rotate_right(1);
        }
        Ok(moves)
    }

    /// Stores the bounds that the search of a state in the window `from`, `to` has proved.
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
    let State { mover, is_bound, mut bound, mut free } = state;
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
    /// Takes into account the score after the last move.
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

    /// Returns `true` if no other move has to be searched.
    fn is_settled(&self) -> bool {
        self.next == self.moves.len() || self.best.is_some() && self.alpha >= self.beta
    }
}
