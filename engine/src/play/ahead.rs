//! A look a few moves ahead, for positions that are too large to be understood.

use super::{Because, Choice, Contest, MoveList, ending, moves};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::positions::{self, Context, Convention, Options, PositionId};
use crate::questions;

/// Moves beyond which nobody looks ahead.
const FARTHEST: u32 = 60;

/// What was seen so far; it is kept when time runs out.
#[derive(Default)]
pub struct Glance {
    /// The moves to choose from.
    moves: Vec<PositionId>,
    /// A move that wins, and within how many moves.
    winning: Option<(PositionId, u32)>,
    /// Moves that lose, in the order in which that was seen.
    losing: Vec<PositionId>,
    /// All moves have been looked at so many moves ahead.
    depth: u32,
    /// Moves of the temperature policy.
    hottest: Vec<PositionId>,
    /// The moves in the order of the freedom that they leave; a position's moves less the opponent's.
    freedom: Vec<(i64, PositionId)>,
}

impl Glance {
    /// What it comes to; nothing where there is no move.
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

/// Looks ahead, one move farther each time, until a win is seen, every move loses or a limit is met. What is seen is
/// noted in `glance`, so it is kept when this ends with a limit.
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
///
/// # Errors
/// Limits; what the rules say.
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
    for depth in 0..FARTHEST {
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

/// What is known of positions with their mover: who wins, or that nobody can force it within so many moves.
#[derive(Default)]
struct Seen {
    settled: FastMap<(PositionId, Player), Verdict>,
    open: FastMap<(PositionId, Player), u32>,
}

/// A position that is being looked at.
struct Frame {
    at: (PositionId, Player),
    depth: u32,
    moves: Vec<PositionId>,
    next: usize,
    /// Every move so far wins for the opponent.
    lost: bool,
}

impl Seen {
    /// What the mover can force within `depth` moves, or must suffer; nothing where neither is seen.
    fn forced(
        &mut self,
        at: (PositionId, Player),
        depth: u32,
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<Verdict>, Fault> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut on_stack = FastSet::default();
        let mut ask = Some((at, depth));
        let mut answer = None;
        loop {
            cx.games().budget.tick()?;
            if let Some((at, depth)) = ask.take() {
                let known = self.settled.get(&at).copied();
                let in_vain = known.is_some() || self.open.get(&at).is_some_and(|&looked| looked >= depth);
                if in_vain || on_stack.contains(&at) {
                    answer = known;
                } else {
                    let list = match moves(at.0, at.1, cx)? {
                        MoveList::Listed(list) => list,
                        MoveList::Described(_) => Vec::new(),
                    };
                    if list.is_empty() {
                        answer = match ending(at.0, at.1, convention, cx)?.winner() {
                            Some(winner) => Some(Verdict::won(winner == at.1)),
                            None => Some(Verdict::Draw),
                        };
                        self.settled.extend(answer.map(|answer| (at, answer)));
                    } else if depth == 0 {
                        answer = None;
                    } else {
                        on_stack.insert(at);
                        stack.push(Frame { at, depth, moves: list, next: 0, lost: true });
                        answer = None;
                    }
                }
            }
            let Some(frame) = stack.last_mut() else { return Ok(answer) };
            // The answer belongs to the move looked at last.
            if frame.next > 0 {
                frame.lost &= answer == Some(Verdict::Win);
            }
            let won = frame.next > 0 && answer == Some(Verdict::Loss);
            if !won && frame.next < frame.moves.len() {
                let q = frame.moves[frame.next];
                frame.next += 1;
                ask = Some(((q, frame.at.1.other()), frame.depth - 1));
                continue;
            }
            let Frame { at, depth, lost, .. } = stack.pop().expect("the frame that was just read");
            on_stack.remove(&at);
            answer = match (won, lost) {
                (true, _) => Some(Verdict::Win),
                (_, true) => Some(Verdict::Loss),
                _ => None,
            };
            match answer {
                Some(verdict) => {
                    self.settled.insert(at, verdict);
                }
                None => {
                    self.open.insert(at, depth);
                }
            }
        }
    }
}
