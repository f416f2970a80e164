//! Strategies against each other, and one of them against every reply.

use super::ask;
use super::solve::secured_payoff;
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, Player};
use crate::graphs::{Seed, Verdict};
use crate::positions::{Context, Convention, Options, PositionId, Question, Topic, end, options, payoff};
use dashu_ratio::RBig;

/// Moves after which play is broken off, unless a limit is given.
pub const MAX_MOVES: usize = 10_000;
/// Positions, or plays, at which a strategy is examined.
const MAX_POSITIONS: usize = 1_000_000;

/// The part of a play on which strategies depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The position alone: strategies in the narrow sense (Smith 1966, section 1). Play that returns to a position goes
    /// round for ever.
    Position,
    /// The whole play until then: strategies in the wide sense. Play that returns may go on in another way.
    Play,
}

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

/// Plays a position out, for at most `moves` moves: `choose` gives the move of each player at the end of a play. Play that
/// returns is drawn if both strategies see the position alone.
///
/// ```
/// use cg_engine::games::{Budget, Fault, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions::{self, Close, Sight};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let choose = |_: &[_], _, _: &mut dyn Context| Ok::<_, Fault>(zero);
/// let found = questions::duel(star, Convention::Normal, Player::Left, Sight::Position, 100, choose, &mut engine)?;
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
    sight: Sight,
    moves: usize,
    mut choose: impl FnMut(&[PositionId], Player, &mut dyn Context) -> Result<PositionId, E>,
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
        if sight == Sight::Position && !met.insert((cx.positions().normal_order(here), mover)) {
            return Ok(Duel { positions, close: Close::Returned });
        }
        if positions.len() > moves {
            return Ok(Duel { positions, close: Close::Unfinished });
        }
        here = choose(&positions, mover, cx)?;
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

/// A turn of the strategy, while its plays are followed: the replies to its move.
struct StrategyTurn {
    replies: Vec<PositionId>,
    /// The reply that is examined.
    at: usize,
}

/// Returns a play in which `player`, who starts, keeps to a strategy and gets less than he can force: he does not win a
/// won position, loses a drawn one, or is paid less than he can secure. `None` if there is none: the strategy is good. In a
/// lost position any move is good.
///
/// A strategy that sees the whole play is followed through every play, for at most `moves` moves: a play that is not over
/// by then counts as a draw.
///
/// ```
/// use cg_engine::games::{Budget, Fault, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions::{Sight, refutation};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let two = engine.positions().impartial_form(&[zero, star]);
/// let mut first = |to| {
///     let choose = move |_: &[_], _: &mut dyn Context| Ok::<_, Fault>(to);
///     refutation(two, Convention::Normal, Player::Left, Sight::Position, 100, choose, &mut engine)
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
    sight: Sight,
    moves: usize,
    mut choose: impl FnMut(&[PositionId], &mut dyn Context) -> Result<PositionId, E>,
    cx: &mut dyn Context,
) -> Result<Option<Duel>, E> {
    let outcome = Question::new(Topic::OUTCOME, convention, player);
    let aim = ask(p, outcome, cx)?.answer;
    let secured = secured_payoff(p, outcome, cx)?;
    if aim == Verdict::Loss && secured.is_none() {
        return Ok(None);
    }
    let fails = |close: Close, last: PositionId, cx: &dyn Context| match (&secured, close) {
        (Some(secured), _) => {
            // Play without end is paid with 0.
            let paid = if matches!(close, Close::Won(_)) { payoff(last, cx).unwrap_or_default() } else { RBig::ZERO };
            if player == Player::Left { paid < *secured } else { paid > *secured }
        }
        (None, Close::Won(winner)) => winner != player,
        (None, _) => aim == Verdict::Win,
    };
    // `true` for positions on the way, `false` for those that are done.
    let mut met: FastMap<PositionId, bool> = FastMap::default();
    let mut asked = 0_usize;
    let mut way: Vec<StrategyTurn> = Vec::new();
    // The play that is followed: a position and the move there for each turn on the way, and what comes behind them.
    let mut play: Vec<PositionId> = Vec::new();
    let mut next = Some(p);
    loop {
        cx.games().budget.tick()?;
        if let Some(here) = next.take() {
            play.truncate(2 * way.len());
            play.push(here);
            let key = cx.positions().normal_order(here);
            let known = if sight == Sight::Position { met.get(&key).copied() } else { None };
            let mut ending = match known {
                Some(is_on_the_way) => is_on_the_way.then_some(Close::Returned),
                None => close(here, convention, player, cx)?,
            };
            if known.is_none() && ending.is_none() {
                if play.len() > moves && sight == Sight::Play {
                    ending = Some(Close::Unfinished);
                } else {
                    asked += 1;
                    if asked > MAX_POSITIONS {
                        let (size, limit) = (format!("more than {MAX_POSITIONS} positions"), MAX_POSITIONS.to_string());
                        return Err(Fault::TooLarge { what: "strategy", size, limit }.into());
                    }
                    let to = choose(&play, cx)?;
                    play.push(to);
                    ending = close(to, convention, player.other(), cx)?;
                    let mut replies = Options::default();
                    options(to, cx, &mut replies)?;
                    if sight == Sight::Position {
                        met.insert(key, true);
                    }
                    way.push(StrategyTurn { replies: replies.of(player.other()).to_vec(), at: 0 });
                }
            }
            let last = *play.last().expect("a play has a position");
            if let Some(close) = ending.filter(|&close| fails(close, last, cx)) {
                return Ok(Some(Duel { positions: play, close }));
            }
        }
        let Some(turn) = way.last_mut() else { return Ok(None) };
        match turn.replies.get(turn.at) {
            Some(&reply) => {
                turn.at += 1;
                next = Some(reply);
            }
            None => {
                way.pop();
                let key = cx.positions().normal_order(play[2 * way.len()]);
                met.entry(key).and_modify(|is_on_the_way| *is_on_the_way = false);
            }
        }
    }
}
