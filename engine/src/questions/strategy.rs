//! Good moves: those that win and finish the win, those that keep the best outcome, and a plan for the whole play.
//!
//! Smith 1966, section 4: who wants to win must make the remoteness fall; a move to a position that the next player
//! loses may keep the win for ever without winning. So a winning move here either makes the remoteness fall or cannot be
//! taken back: a play in which one player only makes such moves ends, and he wins.

use std::cmp::Ordering;

use dashu_ratio::RBig;

use super::explore::explore_within;
use super::replies::by_values;
use super::security::Ends;
use super::solve::lost_by_theorem;
use super::{Explored, ask, explore, joint, sided, winner};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Budget, Fault, Player};
use crate::graphs::{Digraph, Seed, TwoPlayerRemoteness, Verdict, can_reach, two_player_remoteness_with};
use crate::positions::search::{in_turn, within};
use crate::positions::{Context, Convention, Options, PositionId, Question, Topic, options, with};

/// Positions up to which all play is searched before values are asked for.
const SMALL: usize = 200_000;
/// Moves of a compound beyond which its parts are asked for at once.
const MANY: u64 = 5_000;
/// Steps for all play from a compound before its parts are asked for.
const FIRST_LOOK: u64 = 1 << 21;
/// Lines of the longest strategy.
const MOST_LINES: usize = 100_000;

/// One line of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where the player has to move.
    pub from: PositionId,
    /// His move.
    pub to: PositionId,
    /// The number of moves until the end when the winner hurries and the loser delays; nothing for a draw.
    pub remoteness: Option<u32>,
}

/// The moves of `player` that win and finish the win: all that lead to a position which the next player loses, but of
/// those that can be taken back only the quickest. None if he cannot force a win.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let p = engine.positions().impartial_form(&[zero, star]);
/// assert_eq!(questions::winning_moves(p, Convention::Normal, Player::Left, &mut engine)?, [zero]);
/// assert_eq!(questions::winning_moves(p, Convention::Misere, Player::Left, &mut engine)?, [star]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Limits; what the rules say.
pub fn winning_moves(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Vec<PositionId>, Fault> {
    match winning_of_moves(p, convention, player, cx) {
        Err(Fault::TwoSides) if convention == Convention::Normal => sided::winning(p, player, cx),
        found => found,
    }
}

/// The same where play comes to positions with moves only.
fn winning_of_moves(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Vec<PositionId>, Fault> {
    if let Some(moves) = joint::winning(p, convention, player, cx)? {
        return Ok(moves);
    }
    if let Some(moves) = without_search(p, convention, player, cx)? {
        return Ok(moves);
    }
    let explored = explore(p, convention, cx)?;
    let play = Play::new(explored, player, Aim::Win, cx)?;
    let moves = play.winning(player, cx)?;
    as_written(p, player, &play, &moves, cx)
}

/// Winning moves by a theorem or by values.
fn without_search(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let by_theorem =
        with(p, cx, |rules, here, state, cx| rules.theory().winning_moves(here, state, convention, player, cx));
    let question = Question::new(Topic::OUTCOME, convention, player);
    let moves = match by_theorem {
        Some(moves) => Some(moves?),
        None if lost_by_theorem(&[p], question, cx)?.is_some() => Some(Vec::new()),
        None if convention == Convention::Normal => {
            in_turn(cx, |cx| by_values(p, player, cx), |cx| by_search(p, player, cx).map(Some))?
        }
        None => super::misere::winning_moves(p, cx)?,
    };
    Ok(moves.map(|moves| once(moves.into_iter())))
}

/// The moves after which the other player, who then moves, does not win, by a search for the winner. It does not arrive where
/// play can return: values tell what is to be done there.
fn by_search(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let mut moves = Options::default();
    match options(p, cx, &mut moves) {
        // The other way may do without a list of them.
        Err(Fault::TooLarge { .. }) => return Err(Fault::Spent),
        found => found?,
    }
    let mut found = Vec::new();
    for &q in moves.of(player) {
        match winner(q, player.other(), cx) {
            Ok(searched) if searched.answer => {}
            Ok(_) => found.push(q),
            Err(Fault::Loopy | Fault::Refused(_)) => return Err(Fault::Spent),
            Err(fault) => return Err(fault),
        }
    }
    Ok(found)
}

/// The moves of `player` that keep the best outcome he can force: the quickest win first, the longest defence first, and
/// all moves that keep a draw. Where play ends with payoffs the outcome is the payoff, and play without end counts as 0.
///
/// Where the play is too large to be searched, winning moves come in the order of the options, and so do the moves of a
/// position that is lost.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let long = engine.positions().impartial_form(&[star]);
/// let p = engine.positions().impartial_form(&[long, zero]);
/// assert_eq!(questions::best_moves(p, Convention::Normal, Player::Left, &mut engine)?, [zero, long]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Limits; what the rules say.
pub fn best_moves(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Vec<PositionId>, Fault> {
    Ok(prospects(p, convention, player, cx)?.moves)
}

/// What a player can look forward to when he makes the next move.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospects {
    /// His moves that keep the best outcome, the best first, as [`best_moves`] lists them.
    pub moves: Vec<PositionId>,
    /// The best outcome that he can force; where ends have payoffs, a win is a payoff in his favour.
    pub verdict: Verdict,
    /// The number of moves until the end when the winner hurries and the loser delays; nothing in a draw, and where play
    /// was not searched to its end.
    pub remoteness: Option<u32>,
    /// Where ends have payoffs: what Left receives at least, if the player is Left, or at most, if he is Right.
    pub payoff: Option<RBig>,
}

/// The best moves of `player`, with what they lead to.
///
/// ```
/// use cg_engine::graphs::Verdict;
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let found = questions::prospects(star, Convention::Normal, Player::Left, &mut engine)?;
/// assert_eq!((found.verdict, found.remoteness), (Verdict::Win, Some(1)));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Limits; what the rules say.
pub fn prospects(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Prospects, Fault> {
    if let Some(found) = joint::exact_prospects(p, convention, player, cx)? {
        return Ok(found);
    }
    match prospects_of_all_play(p, convention, player, cx)? {
        Some(found) => Ok(found),
        None => prospects_of_large(p, convention, player, cx),
    }
}

/// The same where all play can be looked at; `None` where it is too large for that.
///
/// # Errors
/// As [`prospects`].
pub fn prospects_of_all_play(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Option<Prospects>, Fault> {
    match explore_soon(p, convention, player, cx) {
        Ok(Some(explored)) => Play::new(explored, player, Aim::Best, cx)?.prospects(p, player, cx).map(Some),
        Err(Fault::TwoSides) if convention == Convention::Normal => sided::prospects(p, player, cx).map(Some),
        Ok(None) | Err(Fault::TooLarge { .. } | Fault::None(_)) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// The same where it is too large for that.
///
/// # Errors
/// As [`prospects`].
pub fn prospects_of_large(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Prospects, Fault> {
    if let Some(found) = joint::prospects(p, convention, player, cx)? {
        return Ok(found);
    }
    let Some(moves) = without_search(p, convention, player, cx)? else {
        return Play::new(explore(p, convention, cx)?, player, Aim::Best, cx)?.prospects(p, player, cx);
    };
    let found = |moves, verdict| Prospects { moves, verdict, remoteness: None, payoff: None };
    if !moves.is_empty() {
        return Ok(found(moves, Verdict::Win));
    }
    // Nothing wins: either all moves lose, or those that keep the draw are wanted.
    let is_drawn = is_drawn(p, convention, player, cx)?;
    let mut all = Options::default();
    options(p, cx, &mut all)?;
    let list = once(if player == Player::Left { all.left.clone() } else { all.right().to_vec() }.into_iter());
    if !is_drawn {
        return Ok(found(list, Verdict::Loss));
    }
    let mut drawn = Vec::new();
    for q in list {
        if self::is_drawn(q, convention, player.other(), cx)? {
            drawn.push(q);
        }
    }
    Ok(found(drawn, Verdict::Draw))
}

/// All play from a position; nothing where a compound has so many moves that it takes long.
fn explore_soon(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Option<Explored>, Fault> {
    match joint::count_of_moves(p, player, cx)? {
        Some(count) if count > MANY => Ok(None),
        Some(_) => within(FIRST_LOOK, cx, |cx| explore_within(p, convention, SMALL, cx)),
        None => explore_within(p, convention, SMALL, cx).map(Some),
    }
}

/// Whether nobody can force a win when `starter` moves first.
fn is_drawn(p: PositionId, convention: Convention, starter: Player, cx: &mut dyn Context) -> Result<bool, Fault> {
    Ok(ask(p, Question::new(Topic::OUTCOME, convention, starter), cx)?.answer == Verdict::Draw)
}

/// What `player`, who starts, should do from `p` on: his best move wherever he has to move while he keeps to it, whatever
/// the opponent does. The first line is the position itself.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let lines = questions::strategy(star, Convention::Normal, Player::Left, &mut engine)?;
/// assert_eq!((lines.len(), lines[0].to, lines[0].remoteness), (1, zero, Some(1)));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::TooLarge`] for a strategy with too many lines; limits; what the rules say.
pub fn strategy(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Vec<Line>, Fault> {
    let explored = match explore_soon(p, convention, player, cx) {
        Ok(Some(explored)) => explored,
        Ok(None) | Err(Fault::TooLarge { .. }) => match by_parts(p, convention, player, cx)? {
            Some(lines) => return Ok(lines),
            None => explore(p, convention, cx)?,
        },
        Err(fault) => return Err(fault),
    };
    let play = Play::new(explored, player, Aim::Best, cx)?;
    let mut seen: FastSet<u32> = [0].into_iter().collect();
    let mut queue = vec![0];
    let mut lines = Vec::new();
    let mut next = 0;
    while let Some(&v) = queue.get(next) {
        next += 1;
        let Some(&to) = play.best(v, player, cx)?.first() else { continue };
        let positions = &play.explored.positions;
        let line =
            Line { from: positions[v as usize], to: positions[to as usize], remoteness: play.table.get(v, player) };
        push_line(&mut lines, line)?;
        for &reply in play.explored.moves(player.other()).followers(to) {
            cx.games().budget.tick()?;
            if seen.insert(reply) {
                queue.push(reply);
            }
        }
    }
    Ok(lines)
}

/// The same for a compound, position by position: what the player does not let happen is never looked at. Nothing where
/// no theorem tells the best move of one of the positions.
fn by_parts(
    p: PositionId,
    convention: Convention,
    player: Player,
    cx: &mut dyn Context,
) -> Result<Option<Vec<Line>>, Fault> {
    let mut seen: FastSet<PositionId> = [p].into_iter().collect();
    let mut queue = vec![p];
    let mut lines = Vec::new();
    let mut next = 0;
    let mut replies = Options::default();
    while let Some(&from) = queue.get(next) {
        next += 1;
        let Some(found) = joint::exact_prospects(from, convention, player, cx)? else { return Ok(None) };
        let Some(&to) = found.moves.first() else { continue };
        push_line(&mut lines, Line { from, to, remoteness: found.remoteness })?;
        options(to, cx, &mut replies)?;
        for &reply in replies.of(player.other()) {
            cx.games().budget.tick()?;
            if seen.insert(reply) {
                queue.push(reply);
            }
        }
    }
    Ok(Some(lines))
}

fn push_line(lines: &mut Vec<Line>, line: Line) -> Result<(), Fault> {
    lines.push(line);
    if lines.len() > MOST_LINES {
        let (size, limit) = (format!("more than {MOST_LINES} positions"), MOST_LINES.to_string());
        return Err(Fault::TooLarge { what: "strategy", size, limit });
    }
    Ok(())
}

/// What a player plays for where ends have payoffs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// To get anything.
    Win,
    /// To get as much as he can.
    Best,
}

/// All play from a position with what each player can force, for one goal.
struct Play {
    explored: Explored,
    table: TwoPlayerRemoteness,
    /// Where ends have payoffs: the best that the player can secure at the start, as he counts it.
    secured: Option<RBig>,
}

impl Play {
    /// A win for a success of `player`; or, where ends have payoffs, the best payoff that he can secure at the start.
    fn new(explored: Explored, player: Player, goal: Aim, cx: &mut dyn Context) -> Result<Play, Fault> {
        let ends = Ends::new(&explored, cx)?;
        let budget = &mut cx.games().budget;
        if goal == Aim::Win || !ends.have_payoffs() {
            let table = analyse(&explored, |v, mover| explored.seeds[v as usize].seed(mover), budget)?;
            return Ok(Play { explored, table, secured: None });
        }
        let own = |v, mover| if player == Player::Left { ends.payoff(v, mover) } else { -ends.payoff(v, mover) };
        let mut goals = vec![RBig::ZERO];
        for v in 0..explored.positions.len() as u32 {
            budget.tick()?;
            goals.extend([Player::Left, Player::Right].map(|mover| own(v, mover)));
        }
        goals.sort_unstable();
        goals.dedup();
        let mut table_for = |goal: &RBig| {
            let success = |v, mover| own(v, mover) >= *goal;
            let seed =
                |v, mover| if success(v, mover) == (mover == player) { Seed::NextWins } else { Seed::PreviousWins };
            analyse(&explored, seed, budget)
        };
        // What is secured at a goal is secured at all smaller ones.
        let (mut low, mut high) = (0, goals.len());
        let mut best = None;
        while low < high {
            let middle = (low + high) / 2;
            let table = table_for(&goals[middle])?;
            let secured = match table.result(0, player) {
                Verdict::Win => true,
                Verdict::Draw => goals[middle] <= RBig::ZERO,
                Verdict::Loss => false,
            };
            if secured {
                (low, best) = (middle + 1, Some(table));
            } else {
                high = middle;
            }
        }
        // With no more than the worst payoff in sight he defends against it: the next one is the goal.
        let table = match best {
            Some(table) if low > 1 || goals.len() == 1 => table,
            _ => table_for(&goals[low.min(goals.len() - 1)])?,
        };
        let secured = Some(goals[low.max(1) - 1].clone());
        Ok(Play { explored, table, secured })
    }

    /// The moves that keep the best outcome at the start, with that outcome.
    fn prospects(&self, p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Prospects, Fault> {
        let best = self.best(0, player, cx)?;
        let moves = as_written(p, player, self, &best, cx)?;
        let Some(secured) = &self.secured else {
            let (verdict, remoteness) = (self.table.result(0, player), self.table.get(0, player));
            return Ok(Prospects { moves, verdict, remoteness, payoff: None });
        };
        let verdict = match secured.cmp(&RBig::ZERO) {
            Ordering::Greater => Verdict::Win,
            Ordering::Equal => Verdict::Draw,
            Ordering::Less => Verdict::Loss,
        };
        let payoff = if player == Player::Left { secured.clone() } else { -secured.clone() };
        Ok(Prospects { moves, verdict, remoteness: None, payoff: Some(payoff) })
    }

    /// The best moves of `player` from `v`, the best first.
    fn best(&self, v: u32, player: Player, cx: &mut dyn Context) -> Result<Vec<u32>, Fault> {
        let other = player.other();
        let wanted = match self.table.result(v, player) {
            Verdict::Win => Some(Verdict::Loss),
            Verdict::Draw => Some(Verdict::Draw),
            Verdict::Loss => None,
        };
        let mut moves = Vec::new();
        for &w in self.explored.moves(player).followers(v) {
            cx.games().budget.tick()?;
            if wanted.is_none_or(|wanted| self.table.result(w, other) == wanted) {
                moves.push(w);
            }
        }
        match wanted {
            Some(Verdict::Loss) => moves.sort_by_key(|&w| self.table.get(w, other)),
            Some(_) => {}
            None => moves.sort_by_key(|&w| std::cmp::Reverse(self.table.get(w, other))),
        }
        Ok(moves)
    }

    /// The moves of the player who starts that win and finish the win.
    fn winning(&self, player: Player, cx: &mut dyn Context) -> Result<Vec<u32>, Fault> {
        let Some(remoteness) = self.table.get(0, player).filter(|r| r % 2 == 1) else { return Ok(Vec::new()) };
        let mut moves = self.best(0, player, cx)?;
        let is_quick = |w: u32| self.table.get(w, player.other()) == Some(remoteness - 1);
        if !moves.iter().all(|&w| is_quick(w)) {
            let returning = returning(&self.explored, player, cx)?;
            moves.retain(|&w| is_quick(w) || !returning[w as usize]);
        }
        Ok(moves)
    }
}

/// From which positions, with the opponent to move, play can come back to the start with `player` to move.
pub(super) fn returning(explored: &Explored, player: Player, cx: &mut dyn Context) -> Result<Vec<bool>, Fault> {
    let n = explored.positions.len() as u32;
    let (own, other) = (explored.moves(player), explored.moves(player.other()));
    let budget = &mut cx.games().budget;
    budget.reserve(8 * (own.edges() + other.edges()))?;
    let mut edges = Vec::with_capacity(own.edges() + other.edges());
    for v in 0..n {
        budget.tick()?;
        edges.extend(own.followers(v).iter().map(|&w| (v, w + n)));
        edges.extend(other.followers(v).iter().map(|&w| (v + n, w)));
    }
    let both = Digraph::from_edges(2 * n, &edges, budget)?;
    Ok(can_reach(&both, 0, budget)?.split_off(n as usize))
}

fn analyse(
    explored: &Explored,
    seed: impl FnMut(u32, Player) -> Seed,
    budget: &mut Budget,
) -> Result<TwoPlayerRemoteness, Fault> {
    let right = explored.right.as_ref().unwrap_or(&explored.left);
    two_player_remoteness_with(&explored.left, right, seed, budget)
}

/// Moves of the start, found in the search, as the options that they are, in the order of `moves`.
fn as_written(
    p: PositionId,
    player: Player,
    play: &Play,
    moves: &[u32],
    cx: &mut dyn Context,
) -> Result<Vec<PositionId>, Fault> {
    let ranks: FastMap<PositionId, usize> =
        moves.iter().enumerate().map(|(rank, &w)| (play.explored.positions[w as usize], rank)).collect();
    let mut all = Options::default();
    options(p, cx, &mut all)?;
    let list = all.of(player);
    let mut found = Vec::new();
    for &option in list {
        cx.games().budget.tick()?;
        if let Some(&rank) = ranks.get(&cx.positions().normal_order(option)) {
            found.push((rank, option));
        }
    }
    // Equally good moves stay as they were written.
    let worth = |w: u32| play.table.get(w, player.other());
    let mut classes = vec![0; moves.len()];
    for rank in 1..moves.len() {
        classes[rank] = classes[rank - 1] + usize::from(worth(moves[rank]) != worth(moves[rank - 1]));
    }
    found.sort_by_key(|&(rank, _)| classes[rank]);
    Ok(once(found.into_iter().map(|(_, option)| option)))
}

pub(super) fn once(positions: impl Iterator<Item = PositionId>) -> Vec<PositionId> {
    let mut seen = FastSet::default();
    positions.filter(|&p| seen.insert(p)).collect()
}
