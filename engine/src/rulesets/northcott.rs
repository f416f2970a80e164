//! Northcott's game: in each row of a board stands a piece of Left and one of Right; a move takes a piece of one's own any
//! number of squares along its row, forward or back, but never past the other one (Winning Ways, ch. 3).
//!
//! It is Nim in disguise, though partizan, and play may go round in circles: a piece that draws back is followed by the
//! other one, which leaves the space between them as it was, and can be driven back only as far as the edge.
//!
//! State: the squares of a row, then of each row where Left's piece stands and where Right's.

use super::several::number;
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::heaps::ReplyCount;
use crate::positions::{
    About, Cell, Claim, Content, Context, Convention, EndOfPlay, Finding, Here, Known, MoveGoal, Options, Parts,
    PositionId, Question, Rules, Sketch, Term, Theorem, View, too_many,
};

/// Squares of the usual row: that of a chessboard.
pub const USUAL: u32 = 8;
/// Squares of the longest row.
pub const MOST_SQUARES: u32 = 1 << 30;

/// Moves of one position beyond which they are not listed.
const MOST_MOVES: u64 = 10_000_000;
/// Squares of the longest row that is drawn.
const WIDEST_PICTURE: u32 = 64;

static SPACES: Theorem = Theorem {
    says: Claim::Because(
        "by the spaces between the pieces, which are heaps of Nim: a piece that draws back is followed",
    ),
    source: "Winning Ways, ch. 3",
};

/// Northcott's game.
#[derive(PartialEq, Eq, Hash)]
struct Northcott;

/// Returns the position in which Left's and Right's pieces stand on these squares of rows that are so long, from 0. The
/// two of a row stand on different squares.
pub fn northcott(squares: u32, rows: &[[u32; 2]], cx: &mut dyn Context) -> PositionId {
    let ruleset = cx.positions().add_rules(Northcott);
    let state: Vec<u32> = std::iter::once(squares).chain(rows.as_flattened().iter().copied()).collect();
    cx.positions().intern(ruleset, &state)
}

/// Returns the length of the rows, and the pieces in them.
fn rows(state: &[u32]) -> (u32, &[[u32; 2]]) {
    (state[0], state[1..].as_chunks().0)
}

/// Returns the squares to which the piece on the first of two squares can go.
fn squares_for([here, other]: [u32; 2], squares: u32) -> impl Iterator<Item = u32> {
    let free = if here < other { 0..other } else { other + 1..squares };
    free.filter(move |&to| to != here)
}

fn nim_value(rows: &[[u32; 2]]) -> u32 {
    rows.iter().fold(0, |sum, [left, right]| sum ^ (left.abs_diff(*right) - 1))
}

impl Rules for Northcott {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let (squares, rows) = rows(here.state);
        let count = u64::from(squares) * rows.len() as u64;
        if count > MOST_MOVES {
            return Err(too_many(count));
        }
        for (i, &[left, right]) in rows.iter().enumerate() {
            let sides = [([left, right], &mut out.left), ([right, left], &mut out.right)];
            for (side, (pieces, list)) in sides.into_iter().enumerate() {
                for to in squares_for(pieces, squares) {
                    cx.games().budget.tick()?;
                    let mut next = here.state.to_vec();
                    next[1 + 2 * i + side] = to;
                    list.push(cx.positions().intern(here.id, &next));
                }
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let (squares, rows) = rows(state);
        let pieces = rows.iter().map(|pair| Term::List(pair.iter().map(|&n| number(n.into())).collect()));
        let mut arguments = vec![Term::List(pieces.collect())];
        arguments.extend((squares != USUAL).then(|| number(squares.into())));
        Term::Call("northcott".into(), arguments)
    }

    fn value(&self, here: Here<'_>, _: &mut dyn Context) -> Option<Result<Known, Fault>> {
        Some(Ok(Known::Nim(nim_value(rows(here.state).1).into())))
    }

    /// Returns that play need not end: a piece can leave its square and come back.
    fn end_of_play(&self, state: &[u32], _: &dyn Context) -> EndOfPlay {
        let (squares, rows) = rows(state);
        if squares > 2 && !rows.is_empty() { EndOfPlay::Returns } else { EndOfPlay::Unknown }
    }

    fn find_moves(
        &self,
        here: Here<'_>,
        goal: MoveGoal<'_>,
        _: ReplyCount,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let MoveGoal::Win(convention, player) = goal else { return None };
        let (squares, rows) = rows(here.state);
        let sum = nim_value(rows);
        if convention != Convention::Normal || sum == 0 {
            return (convention == Convention::Normal).then(|| Ok(Vec::new()));
        }
        let side = usize::from(player == Player::Right);
        let (mut forward, mut back) = (Vec::new(), Vec::new());
        for (i, pieces) in rows.iter().enumerate() {
            let (piece, other) = (pieces[side], pieces[1 - side]);
            let wanted = ((piece.abs_diff(other) - 1) ^ sum) + 1;
            let to = if piece < other { other.checked_sub(wanted) } else { other.checked_add(wanted) };
            let Some(to) = to.filter(|&to| to < squares) else { continue };
            let mut next = here.state.to_vec();
            next[1 + 2 * i + side] = to;
            let next = cx.positions().intern(here.id, &next);
            if wanted < piece.abs_diff(other) { &mut forward } else { &mut back }.push(next);
        }
        forward.append(&mut back);
        Some(Ok(forward))
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        _: &mut Parts,
        _: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        if question.about != About::Outcome || question.convention != Convention::Normal {
            return Ok(None);
        }
        Ok(Some(Finding::told(Verdict::won(nim_value(rows(here.state).1) != 0), &SPACES)))
    }

    fn view(&self, state: &[u32], _: &dyn Context) -> Option<View> {
        let (squares, rows) = rows(state);
        let row = |&[left, right]: &[u32; 2]| {
            let cell = |square| match square {
                _ if square == left => Cell { mark: Content::Stone(Player::Left), letter: 'x' },
                _ if square == right => Cell { mark: Content::Stone(Player::Right), letter: 'o' },
                _ => Cell { mark: Content::Empty, letter: '.' },
            };
            (0..squares).map(cell).collect()
        };
        (squares <= WIDEST_PICTURE).then(|| View::Board(Sketch::new(rows.iter().map(row).collect())))
    }
}
