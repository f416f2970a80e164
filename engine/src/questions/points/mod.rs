//! Games for points: the score that the players reach if both play for points (Milnor 1953; Hanner 1959), and good moves.
//!
//! Play ends when the player to move has no move in the whole sum; each part then counts the points that it has reached.

mod parts;
mod search;
mod tally;

use dashu_ratio::RBig;

use self::search::PointsTable;
use self::tally::{Limit, Tally};
use super::all_play::once;
use super::solve::MAX_LINE;
use crate::games::{Fault, Player};
use crate::positions::{Binding, Context, Options, POINTS, PositionId, options};

/// Returns Left's lead at the end, in points, if `starter` moves first and both play for points.
///
/// ```
/// use cg_engine::games::Player;
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions::score;
///
/// let mut engine = Engine::default();
/// let three = engine.positions().points(&3.into());
/// let loss = engine.positions().points(&(-3).into());
/// let switch = engine.positions().form(&[three], &[loss]);
/// assert_eq!(score(switch, Player::Left, &mut engine)?, 3.into());
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::Loopy`] if play can return to an earlier position.
pub fn score(p: PositionId, starter: Player, cx: &mut dyn Context) -> Result<RBig, Fault> {
    // MTD(f): each search has an empty window at the guess and returns a bound of the score, which is the next guess.
    let (mut low, mut high) = (Tally::Least, Tally::Greatest);
    let mut guess = Tally::ZERO;
    while low < high {
        let (alpha, beta) = match guess == low {
            true => (Limit::at(guess.clone()), Limit::above(guess.clone())),
            false => (Limit::below(guess.clone()), Limit::at(guess.clone())),
        };
        let found = within_window(p, starter, alpha, beta.clone(), cx)?;
        if Limit::at(found.clone()) < beta {
            high = found.clone()
        } else {
            low = found.clone()
        }
        guess = found;
    }
    Ok(guess.number())
}

/// Returns the score if Left starts and the score if Right starts.
///
/// # Errors
/// See [`score`].
pub fn scores(p: PositionId, cx: &mut dyn Context) -> Result<[RBig; 2], Fault> {
    Ok([score(p, Player::Left, cx)?, score(p, Player::Right, cx)?])
}

/// Returns the points that Left has by now more than Right.
pub fn points_reached(p: PositionId, cx: &mut dyn Context) -> Result<RBig, Fault> {
    let mut table: Box<PointsTable> = cx.positions().take_table(POINTS);
    let reached = table.reached(p, cx);
    cx.positions().put_table(POINTS, table);
    Ok(reached?.number())
}

/// Finds the score in a table, or searches for it within a window: see [`PointsTable::search`].
fn within_window(
    p: PositionId,
    starter: Player,
    alpha: Limit,
    beta: Limit,
    cx: &mut dyn Context,
) -> Result<Tally, Fault> {
    if let Some(score) = parts::tabulated(p, starter, cx)? {
        return Ok(score);
    }
    let mut table: Box<PointsTable> = cx.positions().take_table(POINTS);
    let found = table.start(p, starter, cx).and_then(|start| table.search(start, alpha, beta, cx));
    cx.positions().put_table(POINTS, table);
    found
}

/// A move in play for points, with the score that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsMove {
    /// The position that the move leads to, an option.
    pub to: PositionId,
    /// The score if the other player moves next, or the same player if the move is complimenting.
    pub score: RBig,
}

/// Returns the moves of a player with the scores that they lead to, in the order of the options.
///
/// # Errors
/// See [`score`].
pub fn points_moves(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<PointsMove>, Fault> {
    let mut moves = Vec::new();
    for to in moves_of(p, player, cx)? {
        moves.push(PointsMove { to, score: score(to, player.other(), cx)? });
    }
    Ok(moves)
}

/// Returns the moves of a player that are best for points, with the score. Without moves the score is that of the end.
///
/// # Errors
/// See [`score`].
pub fn best_for_points(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<(Vec<PositionId>, RBig), Fault> {
    let best = score(p, player, cx)?;
    let mut moves = Vec::new();
    for to in moves_of(p, player, cx)? {
        if is_as_good(to, player, &best, cx)? {
            moves.push(to);
        }
    }
    Ok((moves, best))
}

fn moves_of(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let mut listed = Options::default();
    options(p, cx, &mut listed)?;
    Ok(once(listed.of(player).iter().copied()))
}

/// Returns `true` if `player` reaches `best`, the score that he can reach, by the move to `to`.
fn is_as_good(to: PositionId, player: Player, best: &RBig, cx: &mut dyn Context) -> Result<bool, Fault> {
    let best = Tally::of(best.clone());
    Ok(match player {
        Player::Left => {
            within_window(to, player.other(), Limit::below(best.clone()), Limit::at(best.clone()), cx)? >= best
        }
        Player::Right => {
            within_window(to, player.other(), Limit::at(best.clone()), Limit::above(best.clone()), cx)? <= best
        }
    })
}

/// A play in which both players make moves that are best for points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsPlay {
    /// The positions from the start on, after at most 200 moves.
    pub line: Vec<PositionId>,
    /// The score.
    pub score: RBig,
}

/// Returns a play for points that `starter` begins, in which each player makes the first of his best moves.
///
/// # Errors
/// See [`score`].
pub fn points_play(p: PositionId, starter: Player, cx: &mut dyn Context) -> Result<PointsPlay, Fault> {
    let score = score(p, starter, cx)?;
    let (mut line, mut here, mut mover) = (vec![p], p, starter);
    'play: while line.len() <= MAX_LINE {
        while let Some(Binding::Again(inner)) = cx.positions_ref().turn(here) {
            (here, mover) = (inner, mover.other());
        }
        for to in moves_of(here, mover, cx)? {
            if is_as_good(to, mover, &score, cx)? {
                line.push(to);
                (here, mover) = (to, mover.other());
                continue 'play;
            }
        }
        break;
    }
    Ok(PointsPlay { line, score })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Engine;

    #[test]
    fn a_player_who_moves_again_may_have_to_answer_an_entailing_move() -> Result<(), Fault> {
        let mut engine = Engine::default();
        let positions = engine.positions();
        let [zero, five, lost_five, lost_ten] = [0, 5, -5, -10].map(|k| positions.points(&k.into()));
        let answered = positions.form(&[zero], &[zero]);
        let entailed = positions.entail(answered);
        let again = positions.again(entailed);
        let first = positions.form(&[again], &[lost_ten]);
        let second = positions.form(&[five], &[lost_five]);
        let sum = positions.sum(&[first, second]);
        // After the move to `again` Left must move to `zero`, and cannot take the five points instead.
        assert_eq!(score(sum, Player::Left, &mut engine)?, (-5).into());
        Ok(())
    }
}
