//! Strategies against each other, and one of them against every reply.

use super::ask;
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, Player};
use crate::graphs::{Seed, Verdict};
use crate::positions::{Context, Convention, Options, PositionId, Question, Topic, end, options, payoff};
use dashu_ratio::RBig;

/// Moves after which play that never returned is broken off.
const MAX_MOVES: usize = 10_000;
/// Positions at which a strategy is examined.
const MAX_POSITIONS: usize = 1_000_000;

/// The end of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Close {
    /// This player has won.
    Won(Player),
    /// A draw.
    Drawn,
    /// A return to a position with the same player to move: neither strategy changes, so play goes round for ever.
    Returned,
    /// A play that was broken off.
    Unfinished,
}

/// A play from its first position to its last, and how it came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The positions, in order.
    pub positions: Vec<PositionId>,
    /// The way the play ended.
    pub close: Close,
}

/// Plays a position out: `choose` gives the move of each player. What they do depends on the position alone, so play that
/// returns is drawn.
///
/// ```
/// use cg_engine::games::{Budget, Fault, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions::{self, Close};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let found = questions::duel(star, Convention::Normal, Player::Left, |_, _, _| Ok::<_, Fault>(zero), &mut engine)?;
/// assert_eq!((found.positions, found.close), (vec![star, zero], Close::Won(Player::Left)));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// The errors of `choose`.
pub fn duel<E: From<Fault>>(
    p: PositionId,
    convention: Convention,
    starter: Player,
    mut choose: impl FnMut(PositionId, Player, &mut dyn Context) -> Result<PositionId, E>,
    cx: &mut dyn Context,
) -> Result<Duel, E> {
    let mut positions = vec![p];
    let mut met = FastSet::default();
    let (mut here, mut mover) = (p, starter);
    loop {
        cx.games().budget.tick()?;
        if let Some(close) = close(here, convention, mover, cx)? {
            return Ok(Duel { positions, close });
        }
        if !met.insert((cx.positions().normal_order(here), mover)) {
            return Ok(Duel { positions, close: Close::Returned });
        }
        if positions.len() > MAX_MOVES {
            return Ok(Duel { positions, close: Close::Unfinished });
        }
        here = choose(here, mover, cx)?;
        mover = mover.other();
        positions.push(here);
    }
}

/// Returns the end of play if `mover` has no move, or `None` if he has one.
fn close(p: PositionId, convention: Convention, mover: Player, cx: &mut dyn Context) -> Result<Option<Close>, Fault> {
    if ask(p, Question::new(Topic::CAN_MOVE, convention, mover), cx)?.answer {
        return Ok(None);
    }
    if let Some(payoff) = payoff(p, cx) {
        return Ok(Some(match payoff.cmp(&RBig::ZERO) {
            std::cmp::Ordering::Greater => Close::Won(Player::Left),
            std::cmp::Ordering::Equal => Close::Drawn,
            std::cmp::Ordering::Less => Close::Won(Player::Right),
        }));
    }
    Ok(Some(match end(p, convention, cx)?.seed(mover) {
        Seed::NextWins => Close::Won(mover),
        Seed::PreviousWins => Close::Won(mover.other()),
        Seed::Draw => Close::Drawn,
    }))
}

/// A turn of the strategy, while its plays are followed.
struct StrategyTurn {
    position: PositionId,
    /// Its move.
    to: PositionId,
    replies: Vec<PositionId>,
    /// The reply that is examined.
    at: usize,
}

/// Returns a play in which `player`, who starts, keeps to a strategy and gets less than he can force: he does not win a
/// won position, or loses a drawn one. `None` if there is none: the strategy is good. In a lost position any move is
/// good.
///
/// ```
/// use cg_engine::games::{Budget, Fault, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions::refutation;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let two = engine.positions().impartial_form(&[zero, star]);
/// let mut first = |to| {
///     let choose = move |_, _: &mut dyn Context| Ok::<_, Fault>(to);
///     refutation(two, Convention::Normal, Player::Left, choose, &mut engine)
/// };
/// assert_eq!(first(zero)?, None);
/// assert_eq!(first(star)?.map(|play| play.positions), Some(vec![two, star, zero]));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// The errors of `choose`; [`Fault::TooLarge`] if it would have to be asked at too many positions.
pub fn refutation<E: From<Fault>>(
    p: PositionId,
    convention: Convention,
    player: Player,
    mut choose: impl FnMut(PositionId, &mut dyn Context) -> Result<PositionId, E>,
    cx: &mut dyn Context,
) -> Result<Option<Duel>, E> {
    let aim = ask(p, Question::new(Topic::OUTCOME, convention, player), cx)?.answer;
    if aim == Verdict::Loss {
        return Ok(None);
    }
    let fails = |close: Close| match close {
        Close::Won(winner) => winner != player,
        _ => aim == Verdict::Win,
    };
    // `true` for positions that are done, `false` for those on the way.
    let mut met: FastMap<PositionId, bool> = FastMap::default();
    let mut way: Vec<StrategyTurn> = Vec::new();
    let mut next = Some(p);
    loop {
        cx.games().budget.tick()?;
        if let Some(here) = next.take() {
            let key = cx.positions().normal_order(here);
            match met.get(&key) {
                Some(true) if aim == Verdict::Win => return Ok(Some(told(&way, &[here], Close::Returned))),
                Some(_) => {}
                None => {
                    if let Some(close) = close(here, convention, player, cx)? {
                        if fails(close) {
                            return Ok(Some(told(&way, &[here], close)));
                        }
                        met.insert(key, false);
                    } else {
                        if met.len() >= MAX_POSITIONS {
                            let (size, limit) =
                                (format!("more than {MAX_POSITIONS} positions"), MAX_POSITIONS.to_string());
                            return Err(Fault::TooLarge { what: "strategy", size, limit }.into());
                        }
                        let to = choose(here, cx)?;
                        if let Some(close) = close(to, convention, player.other(), cx)?
                            && fails(close)
                        {
                            return Ok(Some(told(&way, &[here, to], close)));
                        }
                        let mut moves = Options::default();
                        options(to, cx, &mut moves)?;
                        met.insert(key, true);
                        let replies = moves.of(player.other()).to_vec();
                        way.push(StrategyTurn { position: here, to, replies, at: 0 });
                    }
                }
            }
        }
        let Some(turn) = way.last_mut() else { return Ok(None) };
        match turn.replies.get(turn.at) {
            Some(&reply) => {
                turn.at += 1;
                next = Some(reply);
            }
            None => {
                let done = turn.position;
                let key = cx.positions().normal_order(done);
                met.insert(key, false);
                way.pop();
            }
        }
    }
}

/// Returns the play that led to the last positions.
fn told(way: &[StrategyTurn], last: &[PositionId], close: Close) -> Duel {
    let before = way.iter().flat_map(|turn| [turn.position, turn.to]);
    Duel { positions: before.chain(last.iter().copied()).collect(), close }
}
