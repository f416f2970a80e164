//! The moves of a position of a person's game, listed for the engine.

use std::rc::Rc;

use super::arena::{ArenaMark, value_of};
use super::calls::make_room_to_call;
use super::ending::{Ending, Outside};
use super::entry::{place_of_entry, run_frame};
use super::positions;
use super::word::Tag;
use super::{Body, EvalError, Fault, Frame, Machine, Player, Purpose, Registers, Session, Value, Word};
use crate::eval::claims::normal_form;
use crate::eval::state::{Argument, Reader};
use crate::eval::{as_position, no_option, reserve_list};
use cg_engine::positions::{Options, PositionId, RulesetId, Target};

/// The question that the engine asks about a position of a person's game.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub slot: u32,
    pub ruleset: RulesetId,
    pub state: &'a [u32],
    /// `true` if a solver asks: each move leads to the position that is solved in place of the one reached.
    pub is_solved: bool,
    /// The player whose moves are wanted, if those of the other are not.
    pub wanted: Option<Player>,
}

/// The moves of a position that have been listed.
#[derive(Default)]
pub(super) struct Listing {
    pub moves: [Vec<Target>; 2],
    /// The game that is being solved.
    solved: Option<u16>,
    wanted: Option<Player>,
    /// The player whose moves are being listed, if those of the players differ.
    mover: Option<Player>,
    /// The position that the rule gives in place of moves; `Nothing` if it gives moves.
    passed_on: Value,
    /// The numbers of moves, if they are only counted.
    counts: Option<[usize; 2]>,
}

impl Listing {
    /// Notes that the moves of `player` follow. Returns `false` if they are not wanted.
    #[inline(never)]
    pub fn begin(&mut self, player: Player) -> bool {
        self.mover = Some(player);
        self.wanted.is_none_or(|wanted| wanted == player)
    }

    fn side(&self) -> usize {
        self.mover.map_or(0, |player| player as usize)
    }

    /// Counts a move, and returns `true`, if moves are only counted.
    #[inline(never)]
    pub fn count(&mut self) -> bool {
        let side = self.side();
        let Some(counts) = &mut self.counts else { return false };
        counts[side] += 1;
        true
    }
}

/// Lists the moves of a position, which are then in [`Machine::moves`]; or returns the position that the rule gives,
/// which has the same moves.
///
/// # Errors
/// A failure of the rule.
pub(in crate::eval::machine) fn list_moves(cx: &mut Session, request: Request<'_>) -> Result<Value, EvalError> {
    let (game, entry) = prepare(cx, request, false)?;
    let solved = request.is_solved.then_some(game);
    let listing = Listing { solved, wanted: request.wanted, ..Listing::default() };
    let (ending, listing) = list(cx, entry, listing)?;
    match ending {
        Ending::Done(word) if word != Word::NONE => Ok(listing.passed_on),
        Ending::Done(_) => {
            let [left, right] = listing.moves;
            if request.is_solved && request.wanted.is_none() && left.is_empty() && right.is_empty() {
                note_end(cx, request);
            }
            cx.machine.moves = Some(Options { left, right, impartial: listing.mover.is_none() });
            Ok(Value::Nothing)
        }
        Ending::Failed(trouble) => Err(trouble),
        Ending::Unknown => unreachable!("only a search gives up"),
    }
}

/// Counts the moves of each player in a position. `None` if they must be listed.
pub(crate) fn count_moves(cx: &mut Session, request: Request<'_>) -> Option<[usize; 2]> {
    let (_, entry) = prepare(cx, request, true).ok()?;
    let listing = Listing { counts: Some([0, 0]), ..Listing::default() };
    let (ending, listing) = list(cx, entry, listing).ok()?;
    let (Ending::Done(_), Some([left, right])) = (ending, listing.counts) else { return None };
    let counts = if listing.mover.is_none() { [left, left] } else { [left, right] };
    if request.is_solved && counts == [0, 0] {
        note_end(cx, request);
    }
    Some(counts)
}

/// Notes that nobody has a move in a position.
fn note_end(cx: &mut Session, request: Request<'_>) {
    let p = cx.positions.intern(request.ruleset, request.state);
    cx.machine.registers.arena.positions.end(p);
}

/// A body to run, the place of its frame, and the sizes of the arenas before its arguments.
struct Entry {
    body: Rc<Body>,
    base: usize,
    positions: usize,
    mark: ArenaMark,
}

/// Finds the body of a game, and puts the arguments of a position where its frame begins.
fn prepare(cx: &mut Session, request: Request<'_>, counts_moves: bool) -> Result<(u16, Entry), Fault> {
    cx.machine.registers.refresh(cx.globals.generation());
    cx.machine.registers.give_back_if_full(cx.games.budget.memory_limit());
    let game = Registers::game(cx, request.slot);
    let game = game.ok_or_else(|| Fault::None(format!("`{}` is no longer a game", cx.globals.name(request.slot))))?;
    let code = cx.machine.registers.games[game as usize].definition.code.clone();
    let body = Registers::body_that(cx, &code, counts_moves)?;
    let base = place_of_entry(cx);
    make_room_to_call(cx, base)?;
    let Machine { registers, numbered, boards, .. } = &mut cx.machine;
    let (positions, mark) = (registers.arena.positions.count(), registers.arena.mark());
    let Registers { words, arena, .. } = registers;
    let mut count = 0;
    for (word, argument) in words[base..].iter_mut().zip(Reader(request.state)) {
        count += 1;
        *word = match argument {
            Argument::Integer(n) => Word::of(Tag::Integer, n.into()),
            Argument::Numbered(number) => arena.word(&numbered[number as usize]),
            Argument::Few { len, all } => arena.list_of_small(&all[..len]),
            Argument::Board { columns, len, cells } => arena.boards.word(boards.board(columns, &cells[..len])),
        };
    }
    // The position may have been made before the name was defined again.
    if count != registers.games[game as usize].arity() {
        let name = cx.globals.name(request.slot);
        return Err(Fault::None(format!("`{name}` is no longer a game with as many arguments as this position has")));
    }
    Ok((game, Entry { body, base, positions, mark }))
}

/// Runs the body of a game, whose yields add to the listing.
fn list(cx: &mut Session, entry: Entry, listing: Listing) -> Result<(Ending, Listing), Fault> {
    let Entry { body, base, positions, mark } = entry;
    let is_counted = listing.counts.is_some();
    let registers = &mut cx.machine.registers;
    let outer = registers.listing.replace(listing);
    let ending = run_frame(cx, Frame::new(body, base, Purpose::Targets { is_counted }, &cx.machine));
    let passed_on = match ending {
        Ok(Ending::Done(word)) => value_of(cx, word),
        _ => Value::Nothing,
    };
    let registers = &mut cx.machine.registers;
    let listing = std::mem::replace(&mut registers.listing, outer).unwrap_or_default();
    let listing = Listing { passed_on, ..listing };
    // The lists, boards and positions of the rule are no longer needed.
    if registers.arena.can_cut(&mark) {
        registers.cut_positions(positions);
        registers.arena.cut(&mark);
    }
    Ok((ending?, listing))
}

/// Adds the move to the position whose arguments begin at `base`.
pub(super) fn add_call(cx: &mut Session, base: usize, game: u16) -> Result<Outside, EvalError> {
    if count_move(cx) {
        return Ok(Outside::Next);
    }
    match positions::word(cx, base, game) {
        Some(word) => add_word(cx, word),
        None => {
            let p = positions::intern(cx, base, game);
            add_position(cx, p)
        }
    }
}

/// Adds the move to the sum of two positions, whose arguments begin at these places.
pub(super) fn add_sum(cx: &mut Session, parts: [(usize, u16); 2]) -> Result<Outside, EvalError> {
    if count_move(cx) {
        return Ok(Outside::Next);
    }
    let solved = solved_game(cx);
    let [first, second] = parts.map(|(base, game)| match positions::word(cx, base, game) {
        Some(word) => positions::component(cx, word, solved),
        None => positions::intern(cx, base, game),
    });
    let target = positions::sum_of_two(cx, first, second);
    add(cx, target)
}

/// Adds the move to the value at this place, or to each member of a list.
pub(super) fn add_value(cx: &mut Session, place: usize) -> Result<Outside, EvalError> {
    if count_move(cx) {
        return Ok(Outside::Next);
    }
    let word = cx.machine.registers.words[place];
    if matches!(word.tag(), Tag::Position | Tag::Sum) {
        return add_word(cx, word);
    }
    let value = value_of(cx, word);
    match value {
        Value::List(list) | Value::Set(list) => {
            reserve_list(&mut cx.games.budget, list.len())?;
            for member in list.iter() {
                add_option(cx, member)?;
            }
            Ok(Outside::Next)
        }
        value => add_option(cx, value),
    }
}

fn add_option(cx: &mut Session, value: Value) -> Result<Outside, EvalError> {
    let p = match value {
        Value::Integer(n) => {
            let g = cx.games.integer(n);
            cx.positions.of_value(g)
        }
        value => match as_position(cx, &value)? {
            Some(p) => p,
            None => return Err(no_option(cx, &value)),
        },
    };
    add_position(cx, p)
}

fn add_position(cx: &mut Session, p: PositionId) -> Result<Outside, EvalError> {
    let Some(solved) = solved_game(cx) else { return add(cx, p.into()) };
    let entry = &cx.machine.registers.games[solved as usize];
    let (definition, ruleset) = (entry.definition.clone(), entry.ruleset);
    let p = normal_form(cx, ruleset, &definition.claims, p);
    add(cx, p.into())
}

/// Returns the game that is being solved, if a solver asks.
fn solved_game(cx: &Session) -> Option<u16> {
    cx.machine.registers.listing.as_ref()?.solved
}

/// Counts a move, and returns `true`, if moves are only counted.
fn count_move(cx: &mut Session) -> bool {
    cx.machine.registers.listing.as_mut().is_some_and(Listing::count)
}

fn add_word(cx: &mut Session, word: Word) -> Result<Outside, EvalError> {
    let solved = solved_game(cx);
    let target = positions::target(cx, word, solved);
    add(cx, target)
}

fn add(cx: &mut Session, target: Target) -> Result<Outside, EvalError> {
    let registers = &mut cx.machine.registers;
    registers.unpaid += 1;
    let listing = registers.listing.as_mut().expect("moves are being listed");
    let side = listing.side();
    let moves = &mut listing.moves[side];
    cx.games.budget.room_to_push(moves)?;
    moves.push(target);
    Ok(Outside::Next)
}
