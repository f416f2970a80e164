//! A look back: the move by which a player gave away a result that he could have forced.

use super::Contest;
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::positions::{Context, PositionId};
use crate::questions;

/// A move that gave something away.
#[derive(Clone, Debug, PartialEq)]
pub struct Slip {
    /// The number of the move, from 1.
    pub number: usize,
    /// The move that was made.
    pub made: PositionId,
    /// A move that would have kept the result.
    pub better: PositionId,
    /// The result that could be forced until then: a win or a draw.
    pub had: Verdict,
}

/// Returns the first move of `player` after which he could force less than before.
///
/// ```
/// use cg_engine::play::{Contest, first_slip};
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Convention, Engine};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// let two = engine.positions().impartial_form(&[star, zero]);
/// let mut contest = Contest::new(two, Convention::Normal, Player::Left, &mut engine);
/// contest.play(star, &mut engine);
/// let slip = first_slip(&contest, Player::Left, &mut engine)?.expect("the win is gone");
/// assert_eq!((slip.number, slip.better), (1, zero));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn first_slip(contest: &Contest, player: Player, cx: &mut dyn Context) -> Result<Option<Slip>, Fault> {
    for (i, turn) in contest.turns().iter().enumerate().filter(|(_, turn)| turn.by == player) {
        let before = questions::prospects(turn.from, contest.convention(), player, cx)?;
        let (Some(&better), Verdict::Win | Verdict::Draw) = (before.moves.first(), before.verdict) else { continue };
        let is_made = |&better: &PositionId| cx.positions_ref().without_turn(better) == turn.to;
        if before.moves.iter().any(is_made) {
            continue;
        }
        let verdict = match super::moves(turn.to, turn.next, cx)? {
            super::MoveList::Listed(list) if list.is_empty() => {
                match super::ending(turn.to, turn.next, contest.convention(), cx)?.winner() {
                    Some(winner) if winner == player => Verdict::Loss,
                    Some(_) => Verdict::Win,
                    None => Verdict::Draw,
                }
            }
            _ => {
                let verdict = questions::prospects(turn.to, contest.convention(), turn.next, cx)?.verdict;
                if turn.next == player { verdict.reversed() } else { verdict }
            }
        };
        let kept = match before.verdict {
            Verdict::Win => verdict == Verdict::Loss,
            _ => verdict != Verdict::Win,
        };
        if !kept {
            return Ok(Some(Slip { number: i + 1, made: turn.to, better, had: before.verdict }));
        }
    }
    Ok(None)
}
