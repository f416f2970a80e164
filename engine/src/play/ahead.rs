//! A look a few moves ahead, for positions that are too large to be understood.

use super::{Because, Choice, Contest, MoveList, ending, moves};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, Player, PostOrder};
use crate::graphs::Verdict;
use crate::positions::{self, Context, Convention, Options, PositionId};
use crate::questions;

/// Moves beyond which nobody looks ahead.
const MAX_DEPTH: u32 = 60;

/// The results so far; they are kept when time runs out.
#[derive(Default)]
pub struct Glance {
    /// The moves to choose from.
    moves: Vec<PositionId>,
    /// A move that wins, and within how many moves.
    winning: Option<(PositionId, u32)>,
    /// Moves that lose, in the order in which that was seen.
    losing: Vec<PositionId>,
    /// The number of moves ahead to which all moves have been searched.
    depth: u32,
    /// Moves of the temperature policy.
    hottest: Vec<PositionId>,
    /// The moves in the order of the freedom that they leave; a position's moves less the opponent's.
    freedom: Vec<(i64, PositionId)>,
}

impl Glance {
    /// Returns the best move by these results, or `None` if there is no move.
    pub fn choice(&self, contest: &Contest) -> Option<Choice> {
        let choice = |to, verdict, within, because| Some(Choice { to, verdict, within, payoff: None, because });
        if let Some((to, moves)) = self.winning {
            return choice(to, Some(Verdict::Win), Some(moves), Because::Ahead(moves));
        }
        let holds = |q: &PositionId| !self.losing.contains(q);
        if let Some(&to) = self.hottest.iter().find(|q| holds(q)) {
            return choice(to, None, None, Because::Hottest);
        }
        let misere = contest.convention() == Convention::Misere;
        let open = self.freedom.iter().filter(|(_, q)| holds(q));
        let freest = open.rev().max_by_key(|(freedom, _)| if misere { -freedom } else { *freedom });
        let to = freest.map(|&(_, q)| q).or_else(|| self.moves.iter().copied().find(holds));
        match to {
            Some(to) => choice(to, None, None, Because::Ahead(self.depth)),
            None => choice(*self.losing.last()?, Some(Verdict::Loss), None, Because::Ahead(self.depth)),
        }
    }
}

/// Looks ahead, one move farther each time, until a win is seen, every move loses or a limit is reached. The results
/// are noted in `glance`, so they are kept if this ends with a limit.
///
/// ```
/// use cg_engine::play::{Contest, Glance, look_ahead};
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let two = engine.positions().impartial_form(&[star, zero]);
/// let contest = Contest::new(two, Convention::Normal, Player::Left, &mut engine);
/// let mut glance = Glance::default();
/// look_ahead(&contest, &mut glance, &mut engine)?;
/// assert_eq!(glance.choice(&contest).expect("there are moves").to, zero);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn look_ahead(contest: &Contest, glance: &mut Glance, cx: &mut dyn Context) -> Result<(), Fault> {
    let (p, player, convention) = (contest.position(), contest.mover(), contest.convention());
    let MoveList::Listed(list) = contest.moves(cx)? else { return Ok(()) };
    glance.moves = list.clone();
    let mut all = Options::default();
    for &q in &list {
        positions::options(q, cx, &mut all)?;
        let (own, others) =
            if player == Player::Left { (&all.left[..], all.right()) } else { (all.right(), &all.left[..]) };
        if others.is_empty() && ending(q, player.other(), convention, cx)?.winner() == Some(player) {
            glance.winning = Some((q, 0));
            return Ok(());
        }
        let freedom = own.len() as i64 - others.len() as i64;
        glance.freedom.push((freedom, q));
    }
    let mut seen = Seen::default();
    for depth in 0..MAX_DEPTH {
        let mut open = false;
        for &q in &list {
            if glance.losing.contains(&q) {
                continue;
            }
            match seen.forced((q, player.other()), depth, convention, cx)? {
                Some(Verdict::Loss) => {
                    glance.winning = Some((q, depth));
                    return Ok(());
                }
                Some(Verdict::Win) => glance.losing.push(q),
                _ => open = true,
            }
        }
        glance.depth = depth + 1;
        if !open {
            return Ok(());
        }
        // By now the position has shown itself to be more than a few moves deep.
        if depth == 1 && convention == Convention::Normal {
            let parts = cx.positions().parts(p);
            if parts.len() > 1 {
                match questions::hottest_moves(&parts, player, cx) {
                    Ok(moves) => glance.hottest = moves.into_iter().filter(|q| list.contains(q)).collect(),
                    Err(Fault::Loopy | Fault::LargeNimber { .. } | Fault::Refused(_) | Fault::None(_)) => {}
                    Err(fault) => return Err(fault),
                }
            }
        }
    }
    Ok(())
}

/// The results for positions with their mover: the winner, or the number of moves within which nobody can force a win.
#[derive(Default)]
struct Seen {
    settled: FastMap<(PositionId, Player), Verdict>,
    open: FastMap<(PositionId, Player), u32>,
}

/// A position that is being examined.
struct AheadFrame {
    at: (PositionId, Player),
    depth: u32,
    /// The moves that are left, the next one last.
    moves: Vec<PositionId>,
    /// Every move so far wins for the opponent.
    lost: bool,
}

impl Seen {
    /// Returns the result that the mover can force within `depth` moves, or must suffer; `None` if neither is seen.
    fn forced(
        &mut self,
        at: (PositionId, Player),
        depth: u32,
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<Verdict>, Fault> {
        let mut on_stack = FastSet::default();
        let mut walk = PostOrder::new(self.unseen(at, depth));
        'walk: while let Some(frame) = walk.next(&mut cx.games().budget)? {
            let AheadFrame { at: (p, mover), depth, .. } = *frame;
            if on_stack.insert(frame.at) {
                if let MoveList::Listed(list) = moves(p, mover, cx)? {
                    frame.moves = list;
                    frame.moves.reverse();
                }
                if frame.moves.is_empty() {
                    let winner = ending(p, mover, convention, cx)?.winner();
                    let verdict = winner.map_or(Verdict::Draw, |winner| Verdict::won(winner == mover));
                    self.settled.insert(frame.at, verdict);
                    on_stack.remove(&frame.at);
                    continue;
                }
            }
            let (mut won, mut left) = (false, depth > 0);
            while left && let Some(&q) = frame.moves.last() {
                let to = (q, mover.other());
                if !on_stack.contains(&to)
                    && let Some(next) = self.unseen(to, depth - 1)
                {
                    walk.push(next);
                    continue 'walk;
                }
                let answer = self.settled.get(&to);
                won = answer == Some(&Verdict::Loss);
                left = !won;
                frame.lost &= answer == Some(&Verdict::Win);
                frame.moves.pop();
            }
            on_stack.remove(&frame.at);
            if won || frame.lost && depth > 0 {
                self.settled.insert(frame.at, Verdict::won(won));
            } else {
                self.open.insert(frame.at, depth);
            }
        }
        Ok(self.settled.get(&at).copied())
    }

    /// Returns a position to look at, or `None` if that has been done as far ahead.
    fn unseen(&self, at: (PositionId, Player), depth: u32) -> Option<AheadFrame> {
        let is_seen = self.settled.contains_key(&at) || self.open.get(&at).is_some_and(|&looked| looked >= depth);
        (!is_seen).then(|| AheadFrame { at, depth, moves: Vec::new(), lost: true })
    }
}
