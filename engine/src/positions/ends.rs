//! Play that must end, in whatever order the players move. Imitation in sums rests on it.

use super::{Context, EndOfPlay, FinitePlay, Marks, Options, PositionId, targets, with};
use crate::games::Fault;
use crate::games::hashing::FastSet;

/// The largest number of positions that are explored if the rules do not say that play ends.
const MAX_EXPLORED: usize = 1 << 15;

/// Proves that play from `p` ends, whoever moves, also several times running. `None` if it need not end, or if the rules do not
/// say so and more than `MAX_EXPLORED` positions would have to be explored.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Context, Engine, FinitePlay, ending};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// assert_eq!(ending(star, &mut engine)?, Some(FinitePlay { is_impartial: true }));
/// let one = engine.positions().form(&[zero], &[]);
/// assert_eq!(ending(one, &mut engine)?, Some(FinitePlay { is_impartial: false }));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn ending(p: PositionId, cx: &mut dyn Context) -> Result<Option<FinitePlay>, Fault> {
    // The answer must not depend on the steps that a try has left.
    let paused = cx.games().budget.pause_try();
    let mut path = Vec::new();
    let found = explore(p, &mut path, cx);
    if matches!(found, Ok(None)) {
        // Play from each position on the path may go round in circles.
        cx.positions().endings().extend(path.iter().map(|frame| (frame.position, None)));
    }
    cx.games().budget.resume_try(paused);
    found
}

/// A position under way.
struct EndFrame {
    position: PositionId,
    /// The positions from which play must end for play from this one to end.
    followers: Vec<PositionId>,
    /// `true` if the rules say that both players always have the same moves.
    is_declared: bool,
    /// `true` if they have here, and in the followers that were examined.
    is_impartial: bool,
}

/// Explores all followers depth first, until a position need not end; `path` then leads to it.
fn explore(p: PositionId, path: &mut Vec<EndFrame>, cx: &mut dyn Context) -> Result<Option<FinitePlay>, Fault> {
    let mut on_path = FastSet::default();
    let (mut explored, mut next) = (0, p);
    loop {
        cx.games().budget.tick()?;
        let mut found = match cx.positions().endings().get(&next) {
            Some(None) => return Ok(None),
            Some(Some(known)) => Some(*known),
            None => {
                let Some(frame) = frame(next, cx)? else { return Ok(None) };
                path.push(frame);
                explored += 1;
                if !on_path.insert(next) || explored > MAX_EXPLORED {
                    return Ok(None);
                }
                None
            }
        };
        next = loop {
            let Some(frame) = path.last_mut() else { return Ok(found) };
            frame.is_impartial &= found.take().is_none_or(|follower| follower.is_impartial);
            if let Some(follower) = frame.followers.pop() {
                break follower;
            }
            let ending = FinitePlay { is_impartial: frame.is_declared || frame.is_impartial };
            on_path.remove(&frame.position);
            cx.positions().endings().insert(frame.position, Some(ending));
            path.pop();
            found = Some(ending);
        };
    }
}

/// Returns a position with the positions that must end before it, or `None` if its play goes on for ever or its moves are not
/// known.
fn frame(position: PositionId, cx: &mut dyn Context) -> Result<Option<EndFrame>, Fault> {
    // Marks say who wins otherwise than by who cannot move.
    if cx.positions_ref().marks(position) != Marks::NONE {
        return Ok(None);
    }
    let ended = with(position, cx, |rules, here, cx| {
        let facts = rules.facts();
        let followers = match facts.graph {
            Some(graph) => Some(graph.distance(here.state[0], &mut cx.games().budget)?.map(|_| Vec::new())),
            None => match rules.end_of_play(here.state, cx) {
                EndOfPlay::With(followers) => Some(Some(followers)),
                EndOfPlay::RunsOn { .. } => Some(None),
                _ => None,
            },
        };
        let frame = |followers| {
            // Impartial parts make an impartial whole if its moves are theirs; else it is unknown.
            let is_impartial = rules.parts(here.state).is_some_and(|parts| !parts.is_empty());
            EndFrame { position, followers, is_declared: facts.impartial, is_impartial }
        };
        Ok(followers.map(|followers| followers.map(frame)))
    })?;
    if let Some(frame) = ended {
        return Ok(frame);
    }
    let mut moves = Options::default();
    match targets(position, None, cx, &mut moves) {
        // The marks of a person's rules are known once the moves are listed.
        Ok(_) if cx.positions_ref().marks(position) != Marks::NONE => Ok(None),
        Ok(_) => {
            let mut followers = Vec::with_capacity(moves.left.len() + moves.right.len());
            for target in moves.left.iter().chain(&moves.right) {
                // A sum ends if its components do.
                match target.components() {
                    Ok(components) => followers.extend(components),
                    Err(p) => followers.push(p),
                }
            }
            Ok(Some(EndFrame { position, followers, is_declared: false, is_impartial: moves.impartial }))
        }
        Err(fault @ (Fault::Interrupted | Fault::Timeout | Fault::Memory { .. } | Fault::Hard { .. })) => Err(fault),
        Err(_) => Ok(None),
    }
}
