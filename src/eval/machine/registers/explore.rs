//! Who wins where play can go round in circles: all positions that can be reached are listed, and solved from the end.

use rustc_hash::FxHashMap;

use super::code::Question;
use super::calls::make_room_to_call;
use super::run::{self, Ending, Outside, push};
use super::solve::{self, DRAW, LOSS, WIN};
use super::table::Table;
use super::{DEEPEST_ENTRY, EvalError, FRAME, Fault, Player, Purpose, Registers, Session, Word};
use cg_engine::games::{Games, deep};
use cg_engine::graphs::{Convention, Digraph, Seed, Verdict, remoteness_with, two_player_remoteness_with};

/// Positions beyond which the engine is asked.
const MAX_POSITIONS: usize = 20_000_000;

/// The positions that were met, with the moves between them.
#[derive(Default)]
pub(super) struct Play {
    /// The game of each position, and where its arguments begin.
    positions: Vec<(u16, u32)>,
    arguments: Vec<Word>,
    /// The number of each position, plus one.
    numbers: FxHashMap<u16, Table<u32>>,
    moves: [Vec<(u32, u32)>; 2],
    /// The position whose moves are listed.
    here: u32,
}

/// Finds who wins the position whose arguments stand at `base`, and all that can be reached from it; says whether it could. The
/// words from `free` on may be overwritten.
pub(super) fn explore(
    cx: &mut Session,
    base: usize,
    free: usize,
    game: u16,
    question: Question,
) -> Result<bool, EvalError> {
    let is_asked = matches!(question, Question::Normal | Question::Misere);
    if !is_asked || cx.machine.registers.play.is_some() || cx.machine.entries >= DEEPEST_ENTRY {
        return Ok(false);
    }
    cx.machine.registers.play = Some(Box::default());
    let found = list(cx, base, free, game, question);
    let play = cx.machine.registers.play.take();
    match (found?, play) {
        (true, Some(play)) => Ok(solve_all(cx, &play, question)?),
        _ => Ok(false),
    }
}

/// Lists the moves of all positions that can be reached; says whether it could.
fn list(cx: &mut Session, base: usize, free: usize, game: u16, question: Question) -> Result<bool, EvalError> {
    if note(cx, base, game)?.is_none() {
        return Ok(false);
    }
    let mut next = 0;
    loop {
        make_room_to_call(cx, free)?;
        let Registers { play: Some(play), words, games, .. } = &mut cx.machine.registers else { return Ok(false) };
        let Some(&(game, start)) = play.positions.get(next) else { return Ok(true) };
        play.here = next as u32;
        next += 1;
        let entry = &games[game as usize];
        let count = entry.definition.parameters.len();
        let arguments = &play.arguments[start as usize..start as usize + count];
        let Some(kind) = entry.kind else { return Ok(false) };
        if solve::answer(kind, question, entry.tables[question as usize].get(arguments)).is_some() {
            continue;
        }
        let Some(body) = entry.body.clone() else { return Ok(false) };
        if play.positions.len() > MAX_POSITIONS {
            return Ok(false);
        }
        words[free..free + count].copy_from_slice(arguments);
        cx.games.budget.tick()?;
        let floor = cx.machine.registers.frames.len();
        push(cx, body, free, Purpose::List { mover: None });
        cx.machine.entries += 1;
        let ending = deep::level(FRAME, || run::run(cx, floor));
        cx.machine.entries = cx.machine.entries.saturating_sub(1);
        match ending? {
            Ending::Done(_) => {}
            Ending::Unknown | Ending::Left => return Ok(false),
            Ending::Failed(trouble) => return Err(trouble),
        }
    }
}

/// Notes the position whose arguments stand at this place; gives its number, or nothing if it cannot be listed.
fn note(cx: &mut Session, base: usize, game: u16) -> Result<Option<u32>, Fault> {
    if solve::kind(cx, game).is_none() {
        return Ok(None);
    }
    let Registers { play: Some(play), words, games, .. } = &mut cx.machine.registers else { return Ok(None) };
    let count = games[game as usize].definition.parameters.len();
    let arguments = &words[base..base + count];
    let numbers = play.numbers.entry(game).or_insert_with(|| Table::new(count, 0));
    match numbers.get(arguments) {
        0 => {
            let number = play.positions.len() as u32;
            cx.games.budget.room_to_push(&play.positions)?;
            cx.games.budget.room_for(&play.arguments, count)?;
            numbers.set(arguments, number + 1);
            play.positions.push((game, play.arguments.len() as u32));
            play.arguments.extend_from_slice(arguments);
            Ok(Some(number))
        }
        known => Ok(Some(known - 1)),
    }
}

/// Notes a move to the position whose arguments stand at this place, of one player or of both.
pub(super) fn note_move(
    cx: &mut Session,
    base: usize,
    game: u16,
    mover: Option<Player>,
) -> Result<Outside, EvalError> {
    let Some(to) = note(cx, base, game)? else { return Ok(Outside::Leave) };
    let Registers { play: Some(play), unpaid, .. } = &mut cx.machine.registers else { return Ok(Outside::Leave) };
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

/// Solves what was listed, and keeps it.
fn solve_all(cx: &mut Session, play: &Play, question: Question) -> Result<bool, Fault> {
    let convention = if question == Question::Misere { Convention::Misere } else { Convention::Normal };
    let count = play.positions.len() as u32;
    let Session { machine, games: Games { budget, .. }, .. } = cx;
    let registers = &mut machine.registers;
    let known = |v: u32, mover: Player| {
        let (game, start) = play.positions[v as usize];
        let entry = &registers.games[game as usize];
        let kind = entry.kind?;
        let arguments = &play.arguments[start as usize..][..entry.definition.parameters.len()];
        match entry.tables[question as usize].get(arguments) >> solve::shift(kind, mover) & solve::MASK {
            WIN => Some(Seed::NextWins),
            LOSS => Some(Seed::PreviousWins),
            DRAW => Some(Seed::Draw),
            _ => None,
        }
    };
    let seed = |v: u32, mover: Player| known(v, mover).unwrap_or(convention.seed());
    let left = Digraph::from_edges(count, &play.moves[0], budget)?;
    let verdicts: Vec<[Verdict; 2]> = if play.moves[0] == play.moves[1] {
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
        let arguments = &play.arguments[start as usize..][..entry.definition.parameters.len()];
        let mut cell = 0;
        for (player, verdict) in [Player::Left, Player::Right].into_iter().zip(verdicts) {
            let bits = match verdict {
                Verdict::Win => WIN,
                Verdict::Loss => LOSS,
                Verdict::Draw => DRAW,
            };
            cell |= bits << solve::shift(kind, player);
        }
        entry.tables[question as usize].set(arguments, cell);
    }
    Ok(true)
}
