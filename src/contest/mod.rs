//! A game against the machine.

mod dialogue;
mod errors;
mod move_key;
mod refusal;
mod scene;
mod squares;
mod words;

use std::rc::Rc;

use self::errors::ContestError;
use crate::eval::{BoardGame, EvalError, FromValue, Rest, Room, Session, Subject, Terms, builtins, restart_clock};
use crate::library::positions::play as position_of;
use crate::show::written_out;
use crate::value::{Report, Value, report};
use cg_engine::games::{Fault, Player};
use cg_engine::notation::Notation;
use cg_engine::play::{Champion, Contest, Ending};
use cg_engine::positions::{self, Convention, Options, PositionId};
use dialogue::{Dialogue, GLANCE, think};
use words::Voice;

/// The one who decides on a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SideOwner {
    Person,
    Machine,
}

builtins! {
    /// Playing.
    CONTEST, "Playing";

    /// Plays a game against you, move by move.
    ///
    /// Points decide a game that counts them, such as Dots and Boxes, unless `normal` or `misere` is agreed. `play(p, points)`
    /// plays any position for points.
    /// Type a move as its number in the list or as the position after it, on a board by its squares, columns by letters and
    /// rows by numbers from the top: `b2-b3`, with an arrow `c3-b2/a1`, or `(2,2) (3,2)`; `help` in the game lists what else
    /// can be typed, such as `hint`, `undo` and `why`. After the position come, in any order: `misere`; `R` if Right starts;
    /// `"second"` if the machine makes the first move; `"auto"` if it plays both sides, `"watch"` if it also shows the position
    /// after each move. The machine says why it moves. It plays as well as it can, after `"fair"` only every second time, and
    /// after `"easy"` never.
    /// A report that prints how the game ended, with the fields `.winner`, `L`, `R`, `D` for a draw or nothing, and
    /// `.positions` from the first to the last. In impartial play `L` is who starts, unless `R` says otherwise.
    /// play(nim(1, 2), "auto").winner  #=> L
    /// play(nim(2, 2), misere, "auto").winner  #=> R
    /// play(<0|1>, R, "auto").winner  #=> L
    /// play(<points(3)|points(-3)>, points, R, "auto").winner  #=> R
    /// See: best_moves, strategy, who_wins, cg play
    #[effect = World]
    play(p: Subject, terms: Rest<Value>) -> Rc<Report> = play;
}

fn play(cx: &mut Session, subject: Subject, terms: Rest<Value>) -> Result<Rc<Report>, EvalError> {
    if cx.machine.running.is_playing {
        return Err(ContestError::UnderWay.into());
    }
    let mut agreed = Agreed::read(cx, terms.0)?;
    let p = position_of(cx, subject, agreed.convention)?;
    agreed.is_for_points |= agreed.is_usual && cx.positions.demand_no_points(p).is_err();
    if agreed.sides.contains(&SideOwner::Person) && !cx.host.can_ask() {
        let machine = [Player::Left, Player::Right]
            .into_iter()
            .find(|&player| agreed.sides[player as usize] == SideOwner::Machine);
        let position = cx.within(Room::WHOLE, |cx| written_out(cx, p))?;
        let (misere, is_for_points) = (agreed.convention == Convention::Misere, agreed.is_for_points);
        if !cx.host.open_board(BoardGame { position, misere, is_for_points, starter: agreed.starter, machine }) {
            return Err(ContestError::Nobody.into());
        }
        let positions = Value::list(vec![Value::Position(p)]);
        return Ok(report::Line { text: "It is on the board.".into(), winner: Value::Nothing, positions }.into());
    }
    let contest = match agreed.is_for_points {
        true => Contest::for_points(p, agreed.starter, cx),
        false => Contest::new(p, agreed.convention, agreed.starter, cx),
    };
    // A position whose moves cannot be listed is refused before anything is printed.
    contest.moves(cx)?;
    let voice = Voice { sides: agreed.sides, starter: agreed.starter, partizan: is_partizan(cx, p)? };
    cx.machine.running.is_playing = true;
    if voice.person().is_none() {
        cx.machine.running.clock.last = cx.machine.running.clock.deadline();
    }
    let ended = Dialogue::new(contest, voice, agreed.level, agreed.is_watched).run(cx);
    cx.machine.running.is_playing = false;
    cx.machine.running.clock.last = None;
    restart_clock(cx);
    let (contest, ending, text) = ended?;
    let winner = match ending {
        None => Value::Nothing,
        Some(ending) => winner(&ending),
    };
    let positions = Value::list(contest.positions().map(Value::Position).collect());
    Ok(report::Line { text, winner, positions }.into())
}

/// The move that the machine would make, and the reason.
pub struct Advice {
    /// The position after its move.
    pub to: PositionId,
    /// The reason, in a line.
    pub why: String,
}

/// Returns the move that the machine makes for `player`, or `None` if there is none.
pub fn advise(
    cx: &mut Session,
    p: PositionId,
    convention: Convention,
    player: Player,
) -> Result<Option<Advice>, EvalError> {
    // The players have their names whether or not their moves differ: nobody knows here who began.
    let voice = Voice { sides: [SideOwner::Machine; 2], starter: player, partizan: true };
    let contest = Contest::new(p, convention, player, cx);
    let Some(choice) = think(cx, &contest, &mut Champion::default(), false)? else { return Ok(None) };
    let why = words::reason(cx, &choice, player, &voice)?;
    Ok(Some(Advice { to: choice.to, why }))
}

fn winner(ending: &Ending) -> Value {
    use cg_engine::games::Outcome;
    Value::Outcome(match ending.winner() {
        Some(Player::Left) => Outcome::L,
        Some(Player::Right) => Outcome::R,
        None => Outcome::D,
    })
}

/// The settings agreed before the first move.
struct Agreed {
    convention: Convention,
    /// `true` if it was not agreed who wins.
    is_usual: bool,
    /// `true` if points decide.
    is_for_points: bool,
    starter: Player,
    sides: [SideOwner; 2],
    /// `true` if each position is shown though nobody is asked for a move.
    is_watched: bool,
    level: MachineLevel,
}

/// The strength of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MachineLevel {
    /// The machine makes any move.
    Easy,
    /// The machine makes a good move every second time.
    Fair,
    /// The machine always makes a good move.
    #[default]
    Best,
}

impl MachineLevel {
    /// Reads the word for it.
    fn of_word(word: &str) -> Option<MachineLevel> {
        Some(match word {
            "easy" => MachineLevel::Easy,
            "fair" => MachineLevel::Fair,
            "best" => MachineLevel::Best,
            _ => return None,
        })
    }
}

/// The seat that the person takes.
enum Seats {
    First,
    Second,
    None,
    /// Like `None`, and the positions are shown.
    Watcher,
}

impl Seats {
    /// Reads the word for it.
    fn of_word(word: &str) -> Option<Seats> {
        Some(match word {
            "first" => Seats::First,
            "second" => Seats::Second,
            "auto" => Seats::None,
            "watch" => Seats::Watcher,
            _ => return None,
        })
    }
}

impl Agreed {
    fn read(cx: &mut Session, terms: Vec<Value>) -> Result<Agreed, EvalError> {
        let (mut convention, mut points, mut starter, mut seats, mut level) = (None, None, None, None, None);
        for term in terms {
            let twice = match (Terms::from_value(&term, cx)?, &term) {
                (Some(Terms::Convention(c)), _) => convention.replace(c).is_some(),
                (Some(Terms::Points), _) => points.replace(true).is_some(),
                (Some(Terms::Starter(player)), _) => starter.replace(player).is_some(),
                (None, Value::Text(text)) if let Some(taken) = Seats::of_word(text) => seats.replace(taken).is_some(),
                (None, Value::Text(text)) if let Some(asked) = MachineLevel::of_word(text) => {
                    level.replace(asked).is_some()
                }
                _ => return Err(ContestError::Term { got: cx.describe(&term) }.into()),
            };
            if twice || points.is_some() && convention.is_some() {
                return Err(ContestError::Twice { got: cx.describe(&term) }.into());
            }
        }
        let starter = starter.unwrap_or(Player::Left);
        let mut sides = [SideOwner::Machine; 2];
        let seats = seats.unwrap_or(Seats::First);
        match seats {
            Seats::None | Seats::Watcher => {}
            Seats::Second => sides[starter.other() as usize] = SideOwner::Person,
            Seats::First => sides[starter as usize] = SideOwner::Person,
        }
        let is_watched = matches!(seats, Seats::Watcher);
        let is_usual = convention.is_none();
        let (convention, level) = (convention.unwrap_or_default(), level.unwrap_or_default());
        let is_for_points = points.is_some();
        Ok(Agreed { convention, is_usual, is_for_points, starter, sides, is_watched, level })
    }
}

/// Returns `true` if the players may have different moves, as far as that is seen soon.
fn is_partizan(cx: &mut Session, p: PositionId) -> Result<bool, EvalError> {
    let mut all = Options::default();
    match positions::options(p, cx, &mut all) {
        Ok(()) if !all.impartial => return Ok(true),
        Ok(()) => {}
        Err(Fault::TooLarge { .. } | Fault::None(_)) => return Ok(false),
        Err(fault) => return Err(fault.into()),
    }
    match cx.attempt(GLANCE, |cx| positions::is_impartial(p, cx)) {
        Ok(impartial) => Ok(!impartial),
        Err(fault @ (Fault::Interrupted | Fault::Foreign(_))) => Err(fault.into()),
        Err(_) => Ok(true),
    }
}

/// Returns a position as it is written, of any length that a person may want to read.
fn written(cx: &mut Session, p: PositionId) -> Result<String, EvalError> {
    const MAX_LENGTH: usize = 400;
    let notation = if cx.printer.notation == Notation::Unicode { Notation::Unicode } else { Notation::Ascii };
    let text = cx.within(Room::SCREEN, |cx| cx.written(&Value::Position(p), notation))?;
    Ok(match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    })
}

/// Returns a value as it is written.
fn plain(cx: &mut Session, value: &Value) -> Result<String, EvalError> {
    cx.within(Room::SCREEN, |cx| cx.written(value, cx.printer.notation))
}
