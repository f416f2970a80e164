//! All play from a position, and the results that each player can force in it.

use std::cmp::Ordering;

use dashu_ratio::RBig;

use super::Explored;
use super::ends::Ends;
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, Player};
use crate::graphs::{Seed, TwoPlayerRemoteness, Verdict, can_reach};
use crate::positions::{Context, Options, PositionId, Prospects, options};

/// The aim of a player in play whose ends have payoffs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The aim to get anything.
    Win,
    /// The aim to get as much as possible.
    Best,
}

/// All play from a position with the results that each player can force, for one goal.
pub(super) struct Play {
    pub(super) explored: Explored,
    pub(super) table: TwoPlayerRemoteness,
    /// The best payoff that the player can secure at the start, as he counts it; `None` if ends have no payoffs.
    secured: Option<RBig>,
    /// `true` if play without end, which counts 0, reaches the goal.
    endless_succeeds: bool,
}

impl Play {
    /// Returns a win for a success of `player`; or, where ends have payoffs, the best payoff that he can secure at the
    /// start.
    pub(super) fn new(explored: Explored, player: Player, goal: Aim, cx: &mut dyn Context) -> Result<Play, Fault> {
        let ends = Ends::new(&explored, cx)?;
        let budget = &mut cx.games().budget;
        if goal == Aim::Win || !ends.have_payoffs() {
            let table = explored.remoteness(|v, mover| explored.seeds[v as usize].seed(mover), budget)?;
            return Ok(Play { explored, table, secured: None, endless_succeeds: false });
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
            explored.remoteness(seed, budget)
        };
        // A player who can secure one goal can secure all smaller ones.
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
        let (goal, table) = match best {
            Some(table) if low > 1 || goals.len() == 1 => (&goals[low - 1], table),
            _ => {
                let goal = &goals[low.min(goals.len() - 1)];
                (goal, table_for(goal)?)
            }
        };
        let endless_succeeds = *goal <= RBig::ZERO;
        let secured = Some(goals[low.max(1) - 1].clone());
        Ok(Play { explored, table, secured, endless_succeeds })
    }

    /// Returns the moves that keep the best outcome at the start, with that outcome.
    pub(super) fn prospects(&self, p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Prospects, Fault> {
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

    /// Returns the best moves of `player` from `v`, the best first.
    pub(super) fn best(&self, v: u32, player: Player, cx: &mut dyn Context) -> Result<Vec<u32>, Fault> {
        let other = player.other();
        let result = self.table.result(v, player);
        let keeps = |after: Verdict| match result {
            Verdict::Loss => true,
            Verdict::Win | Verdict::Draw if self.endless_succeeds => after != Verdict::Win,
            result => after == result.reversed(),
        };
        let mut moves = Vec::new();
        for &w in self.explored.moves(player).followers(v) {
            cx.games().budget.tick()?;
            if keeps(self.table.result(w, other)) {
                moves.push(w);
            }
        }
        // Play without end is the longest.
        let length = |w: u32| self.table.get(w, other).unwrap_or(u32::MAX);
        match result {
            Verdict::Loss => moves.sort_by_key(|&w| std::cmp::Reverse(length(w))),
            Verdict::Win | Verdict::Draw => moves.sort_by_key(|&w| length(w)),
        }
        Ok(moves)
    }

    /// Returns the moves of the player who starts that win and finish the win.
    pub(super) fn finishing(&self, player: Player, cx: &mut dyn Context) -> Result<Vec<u32>, Fault> {
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

/// Returns, for each position, whether play from there can come back to the start with `player` to move, if the opponent moves
/// first.
pub(super) fn returning(explored: &Explored, player: Player, cx: &mut dyn Context) -> Result<Vec<bool>, Fault> {
    let budget = &mut cx.games().budget;
    let both = explored.with_movers(player, budget)?;
    Ok(can_reach(&both, 0, budget)?.split_off(explored.positions.len()))
}

/// Returns moves of the start, found in the search, as its options, in the order of `moves`.
pub(super) fn as_written(
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

/// Returns each position once, in the order of their first appearance.
pub(super) fn once(positions: impl Iterator<Item = PositionId>) -> Vec<PositionId> {
    let mut seen = FastSet::default();
    positions.filter(|&p| seen.insert(p)).collect()
}
