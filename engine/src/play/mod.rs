//! A contest: two players move in turn from a position until one of them cannot, or until they agree to a draw.
//!
//! The state of the play, its winner, and the moves of a good player with reasons. The players at the board, and the
//! way moves are asked for and shown, are the business of others.

mod ahead;
mod champion;
mod choice;
mod review;

pub use ahead::{Glance, look_ahead};
pub use champion::Champion;
pub use choice::{Because, Choice, choose, choose_winning};
pub use review::{Slip, first_slip};

use dashu_ratio::RBig;

use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, Outcome, Player};
use crate::graphs::Seed;
use crate::positions::{self, Context, Convention, End, Options, PositionId};
use crate::questions;

/// Counters of Nim up to which all moves are listed.
const COUNTERS: u64 = 10_000;

/// The end of a contest.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// This player has won.
    Won(Player),
    /// Nobody has, by the rules.
    Drawn,
    /// Left receives this.
    Payoff(RBig),
    /// An end at a value of two sides, which has no moves; by its sides this player wins, or nobody.
    Told(Option<Player>),
}

impl Ending {
    /// Returns the winner; with a payoff, who gains by it.
    pub fn winner(&self) -> Option<Player> {
        match self {
            Ending::Won(player) => Some(*player),
            Ending::Told(winner) => *winner,
            Ending::Payoff(x) if *x > RBig::ZERO => Some(Player::Left),
            Ending::Payoff(x) if *x < RBig::ZERO => Some(Player::Right),
            _ => None,
        }
    }
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The position before the move.
    pub from: PositionId,
    /// The position after the move.
    pub to: PositionId,
    /// The player.
    pub by: Player,
    /// The player who moves next: after a complimenting move the same player.
    pub next: Player,
}

/// The moves of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveList {
    /// All of them, each once, in the order of the rules.
    Listed(Vec<PositionId>),
    /// Too many to list; the text says which.
    Described(String),
}

/// A contest under way.
///
/// ```
/// use cg_engine::play::{Contest, Ending};
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let mut contest = Contest::new(star, Convention::Normal, Player::Left, &mut engine);
/// assert_eq!(contest.ending(&mut engine)?, None);
/// contest.play(zero, &mut engine);
/// assert_eq!(contest.ending(&mut engine)?, Some(Ending::Won(Player::Left)));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    start: PositionId,
    convention: Convention,
    /// `true` if points decide.
    is_for_points: bool,
    starter: Player,
    turns: Vec<Turn>,
    /// The number of times that each position came up before its mover, up to the order of the components of sums.
    times: FastMap<(PositionId, Player), usize>,
}

impl Contest {
    /// Returns a contest before its first move.
    pub fn new(start: PositionId, convention: Convention, starter: Player, cx: &mut dyn Context) -> Contest {
        let times = FastMap::from_iter([((cx.positions().normal_order(start), starter), 1)]);
        Contest { start, convention, is_for_points: false, starter, turns: Vec::new(), times }
    }

    /// Returns a contest for points before its first move.
    pub fn for_points(start: PositionId, starter: Player, cx: &mut dyn Context) -> Contest {
        Contest { is_for_points: true, ..Contest::new(start, Convention::Normal, starter, cx) }
    }

    /// Returns `true` if points decide.
    pub fn is_for_points(&self) -> bool {
        self.is_for_points
    }

    /// Returns the convention.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Returns the moves made so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns all positions from the first to the present one.
    pub fn positions(&self) -> impl Iterator<Item = PositionId> {
        std::iter::once(self.start).chain(self.turns.iter().map(|turn| turn.to))
    }

    /// Returns the present position.
    pub fn position(&self) -> PositionId {
        self.turns.last().map_or(self.start, |turn| turn.to)
    }

    /// Returns the player who moves next.
    pub fn mover(&self) -> Player {
        self.turns.last().map_or(self.starter, |turn| turn.next)
    }

    /// Makes a move, which must be one of [`Contest::moves`].
    pub fn play(&mut self, to: PositionId, cx: &mut dyn Context) {
        let (from, by) = (self.position(), self.mover());
        let inner = cx.positions().without_turn(to);
        let next = if inner == to { by.other() } else { by };
        self.turns.push(Turn { from, to: inner, by, next });
        *self.times.entry((cx.positions().normal_order(inner), next)).or_default() += 1;
    }

    /// Takes the last move back.
    pub fn undo(&mut self, cx: &mut dyn Context) -> Option<Turn> {
        let turn = self.turns.pop()?;
        let key = (cx.positions().normal_order(turn.to), turn.next);
        self.times.entry(key).and_modify(|times| *times -= 1);
        Some(turn)
    }

    /// Returns the number of times that the play has been here with the same player to move, now included. The order of
    /// the components of a sum does not matter.
    pub fn times(&self, cx: &mut dyn Context) -> usize {
        let key = (cx.positions().normal_order(self.position()), self.mover());
        self.times.get(&key).copied().unwrap_or(0)
    }

    /// Returns the moves of the player to move.
    pub fn moves(&self, cx: &mut dyn Context) -> Result<MoveList, Fault> {
        moves(self.position(), self.mover(), cx)
    }

    /// Finds the move to `to` of the player to move, as the rules write it.
    pub fn find(&self, to: PositionId, moves: &MoveList, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
        let MoveList::Listed(list) = moves else {
            let can = questions::leads_to(self.position(), self.mover(), to, cx)?;
            return Ok(can.then_some(to));
        };
        if list.contains(&to) {
            return Ok(Some(to));
        }
        let wanted = cx.positions().normal_order(to);
        for &q in list {
            cx.games().budget.tick()?;
            let reached = cx.positions().without_turn(q);
            if reached == to || cx.positions().normal_order(reached) == wanted {
                return Ok(Some(q));
            }
        }
        Ok(None)
    }

    /// Returns the end of play, if the player to move has no known move.
    pub fn ending(&self, cx: &mut dyn Context) -> Result<Option<Ending>, Fault> {
        match self.moves(cx)? {
            MoveList::Listed(list) if list.is_empty() && self.is_for_points => {
                let score = questions::score(self.position(), self.mover(), cx)?;
                Ok(Some(Ending::Payoff(score)))
            }
            MoveList::Listed(list) if list.is_empty() => {
                ending(self.position(), self.mover(), self.convention, cx).map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// Returns the moves of `player` from `p`; none of a value of two sides.
pub(crate) fn moves(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<MoveList, Fault> {
    if let Some(heaps) = positions::heaps_of_nim(p, cx) {
        let mut counters = Some(0u64);
        for heap in &heaps {
            counters = counters.and_then(|sum| sum.checked_add(heap.to_u64()?));
        }
        if counters.is_none_or(|counters| counters > COUNTERS) {
            return Ok(MoveList::Described("one of the heaps becomes any smaller one".into()));
        }
    }
    let mut all = Options::default();
    match positions::options(p, cx, &mut all) {
        Ok(()) => {}
        Err(Fault::None(why)) if !questions::some_moves(p, player, cx)?.is_empty() => {
            return Ok(MoveList::Described(why));
        }
        Err(Fault::TwoSides) => return Ok(MoveList::Listed(Vec::new())),
        Err(fault) => return Err(fault),
    }
    let mut seen = FastSet::default();
    let list = all.of(player);
    Ok(MoveList::Listed(list.iter().copied().filter(|&q| seen.insert(q)).collect()))
}

/// Returns the end of play if `mover` has no move.
pub(crate) fn ending(
    p: PositionId,
    mover: Player,
    convention: Convention,
    cx: &mut dyn Context,
) -> Result<Ending, Fault> {
    if let Some(payoff) = positions::payoff(p, cx) {
        return Ok(Ending::Payoff(payoff));
    }
    if let Err(Fault::TwoSides) = positions::options(p, cx, &mut Options::default()) {
        return Ok(Ending::Told(match questions::outcome_of_starter(p, convention, mover, cx)? {
            Outcome::L => Some(Player::Left),
            Outcome::R => Some(Player::Right),
            _ => None,
        }));
    }
    let end = match positions::end(p, convention, cx) {
        // Those who play by this convention do not count points.
        Err(Fault::Points) => End::Mover(convention.seed()),
        end => end?,
    };
    Ok(match end.seed(mover) {
        Seed::NextWins => Ending::Won(mover),
        Seed::PreviousWins => Ending::Won(mover.other()),
        Seed::Draw => Ending::Drawn,
    })
}
