//! The outcomes of positions from which play can go in circles: all positions that can be reached are listed, and then solved
//! from the terminal ones back.

use rustc_hash::FxHashMap;

use super::calls::make_room_to_call;
use super::code::Question;
use super::ending::{Ending, Outside};
use super::entry::run_frame;
use super::solve::{self, DRAW, LOSS, WIN};
use super::table::Table;
use super::{EvalError, Fault, Frame, Player, Purpose, Registers, Session, Word};
use cg_engine::games::Games;
use cg_engine::graphs::{Convention, Digraph, Seed, Verdict, remoteness_with, two_player_remoteness_with};

/// The largest number of positions that are listed.
const MAX_POSITIONS: usize = 20_000_000;

/// The positions that were listed, and the moves between them.
#[derive(Default)]
pub(super) struct Play {
    /// The game of each position, and where its arguments begin.
    positions: Vec<(u16, u32)>,
    arguments: Vec<Word>,
    /// For each game the numbers of its positions, plus 1.
    numbers: FxHashMap<u16, Table<u32>>,
    /// Left's moves and Right's.
    moves: [Vec<(u32, u32)>; 2],
    /// The position whose moves are being listed.
    here: u32,
}

impl Play {
    /// Returns the arguments of a position whose game takes `count`.
    fn arguments(&self, start: u32, count: usize) -> &[Word] {
        &self.arguments[start as usize..start as usize + count]
    }
}

/// Solves the position whose arguments begin at `base`, and all that can be reached from it. Returns `false` if it cannot. The
/// words from `free` on may be overwritten.
///
/// # Errors
/// Limits.
pub(super) fn explore(
    cx: &mut Session,
    base: usize,
    free: usize,
    game: u16,
    question: Question,
) -> Result<bool, EvalError> {
    let is_about_winner = matches!(question, Question::Normal | Question::Misere);
    if !is_about_winner || cx.machine.registers.play.is_some() {
        return Ok(false);
    }
    cx.machine.registers.play = Some(Box::default());
    let is_complete = list(cx, base, free, game, question);
    let play = cx.machine.registers.play.take();
    match (is_complete?, play) {
        (true, Some(play)) => {
            solve_all(cx, &play, question)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Lists the moves of all positions that can be reached. Returns `false` if it cannot.
fn list(cx: &mut Session, base: usize, free: usize, game: u16, question: Question) -> Result<bool, EvalError> {
    if number_of(cx, base, game)?.is_none() {
        return Ok(false);
    }
    let mut next = 0;
    loop {
        cx.games.budget.tick()?;
        make_room_to_call(cx, free)?;
        let Registers { play: Some(play), words, games, .. } = &mut cx.machine.registers else { return Ok(false) };
        let Some(&(game, start)) = play.positions.get(next) else { return Ok(true) };
        play.here = next as u32;
        next += 1;
        let entry = &games[game as usize];
        let arguments = play.arguments(start, entry.arity());
        let (Some(kind), Some(body)) = (entry.kind, entry.body.clone()) else { return Ok(false) };
        if solve::answer(kind, question, entry.cell(question, arguments)).is_some() {
            continue;
        }
        if play.positions.len() > MAX_POSITIONS {
            return Ok(false);
        }
        words[free..free + arguments.len()].copy_from_slice(arguments);
        match run_frame(cx, Frame::new(body, free, Purpose::List { mover: None }, &cx.machine))? {
            Ending::Done(_) => {}
            Ending::Unknown => return Ok(false),
            Ending::Failed(trouble) => return Err(trouble),
        }
    }
}

/// Returns the number of the position whose arguments begin at `base`, or `None` if it cannot be listed.
fn number_of(cx: &mut Session, base: usize, game: u16) -> Result<Option<u32>, Fault> {
    if solve::kind(cx, game).is_none() {
        return Ok(None);
    }
    let Registers { play: Some(play), words, games, .. } = &mut cx.machine.registers else { return Ok(None) };
    let count = games[game as usize].arity();
    let arguments = &words[base..base + count];
    let numbers = play.numbers.entry(game).or_insert_with(|| Table::brief(count));
    if let Some(known) = numbers.get(arguments).checked_sub(1) {
        return Ok(Some(known));
    }
    cx.games.budget.room_to_push(&play.positions)?;
    cx.games.budget.room_for(&play.arguments, count)?;
    let number = play.positions.len() as u32;
    numbers.set(arguments, number + 1);
    play.positions.push((game, play.arguments.len() as u32));
    play.arguments.extend_from_slice(arguments);
    Ok(Some(number))
}

/// Lists a move to the position whose arguments begin at `base`, of `mover` or of both players.
pub(super) fn list_move(cx: &mut Session, base: usize, game: u16, mover: Option<Player>) -> Result<Outside, EvalError> {
    let Some(to) = number_of(cx, base, game)? else { return Ok(Outside::GiveUp) };
    let Registers { play: Some(play), unpaid, .. } = &mut cx.machine.registers else { return Ok(Outside::GiveUp) };
    *unpaid += 1;
    for player in [Player::Left, Player::Right] {
        if mover.is_none_or(|mover| mover == player) {
            let moves = &mut play.moves[player as usize];
            cx.games.budget.room_to_push(moves)?;
            moves.push((play.here, to));
        }
    }
    Ok(Outside::Next)
}

/// Solves the positions that were listed, and stores who wins.
fn solve_all(cx: &mut Session, play: &Play, question: Question) -> Result<(), Fault> {
    let convention = if question == Question::Misere { Convention::Misere } else { Convention::Normal };
    let count = play.positions.len() as u32;
    let Session { machine, games: Games { budget, .. }, .. } = cx;
    let registers = &mut machine.registers;
    // Positions that were solved before have no moves here.
    let seed = |v: u32, mover: Player| {
        let (game, start) = play.positions[v as usize];
        let entry = &registers.games[game as usize];
        let cell = entry.cell(question, play.arguments(start, entry.arity()));
        match entry.kind.map(|kind| solve::verdict(kind, mover, cell)) {
            Some(WIN) => Seed::NextWins,
            Some(LOSS) => Seed::PreviousWins,
            Some(DRAW) => Seed::Draw,
            _ => convention.seed(),
        }
    };
    // Positions solved before have no moves here, so that these alone do not tell whether both players have the same ones.
    let is_closed = |game: &u16| registers.games[*game as usize].kind.is_some_and(|kind| kind.is_closed);
    let is_impartial = play.numbers.keys().all(is_closed);
    let left = Digraph::from_edges(count, &play.moves[0], budget)?;
    let verdicts: Vec<[Verdict; 2]> = if is_impartial {
        let found = remoteness_with(&left, |v| seed(v, Player::Left), budget)?;
        (0..count).map(|v| [Verdict::of(found.get(v)); 2]).collect()
    } else {
        let right = Digraph::from_edges(count, &play.moves[1], budget)?;
        let found = two_player_remoteness_with(&left, &right, seed, budget)?;
        let both = |v| [Player::Left, Player::Right].map(|mover| Verdict::of(found.get(v, mover)));
        (0..count).map(both).collect()
    };
    for (&(game, start), verdicts) in play.positions.iter().zip(verdicts) {
        let entry = &mut registers.games[game as usize];
        let Some(kind) = entry.kind else { continue };
        let [left, right] = verdicts.map(|verdict| match verdict {
            Verdict::Win => WIN,
            Verdict::Loss => LOSS,
            Verdict::Draw => DRAW,
        });
        let arguments = play.arguments(start, entry.arity());
        entry.set_cell(question, arguments, solve::cell_of(kind, left, right));
    }
    Ok(())
}
