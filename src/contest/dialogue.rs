//! The talk of a game, line by line.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::move_key::{MoveKey, in_part, is_number};
use super::refusal;
use super::scene;
use super::squares::{self, TypedSquare};
use super::words::{self, Voice, capital, reason};
use super::{MachineLevel, SideOwner, written};
use crate::diagnostic::{ErrorCode, counted};
use crate::eval::{EvalError, Session, as_position, ask, print, print_coloured, restart_clock, sum_of};
use crate::library::points::ahead_by;
use crate::lines;
use crate::show::{MoveName, board_of, move_name, move_names, placed_move};
use crate::value::Value;
use crate::visible;
use cg_engine::games::{Fault, Player, Random};
use cg_engine::graphs::Verdict;
use cg_engine::play::{Champion, Choice, Contest, Ending, Glance, MoveList, choose_winning, first_slip, look_ahead};
use cg_engine::positions::{self, BoardSquare, Convention, PositionId, Term, VALUE};
use cg_engine::questions;

/// The time that the machine thinks about a move before it looks a few moves ahead instead.
const THINK: Duration = Duration::from_secs(3);
/// The time for looking ahead.
pub(super) const GLANCE: Duration = Duration::from_secs(1);
/// Moves listed unasked.
const MOVES_SHOWN: usize = 12;
/// Moves listed at most.
const MAX_MOVES_SHOWN: usize = 2_000;
/// Moves after which the machine stops playing against itself.
const MAX_MOVES: usize = 1_000;
/// The number of times that a position comes up before the game is a draw.
const REPETITIONS: usize = 3;
/// The prompt for a person's move.
const PROMPT: &str = "your move> ";

/// A game and its talk.
pub(super) struct Dialogue {
    contest: Contest,
    voice: Voice,
    /// The machine's moves with their reasons, by the number of moves made before them.
    reasons: Vec<(usize, String)>,
    champion: Champion,
    level: MachineLevel,
    is_watched: bool,
}

/// The meaning of a person's line.
enum PersonLine {
    Move(PositionId),
    /// The answer to a line was shown, and the same person is asked again.
    Again,
    /// The position has changed.
    Back,
    Agreed,
    Left,
}

type Ended = (Contest, Option<Ending>, String);

impl Dialogue {
    pub fn new(contest: Contest, voice: Voice, level: MachineLevel, is_watched: bool) -> Dialogue {
        Dialogue { contest, voice, reasons: Vec::new(), champion: Champion::default(), level, is_watched }
    }

    /// Plays the game to its end.
    pub fn run(mut self, cx: &mut Session) -> Result<Ended, EvalError> {
        self.open(cx)?;
        loop {
            cx.games.budget.check()?;
            let (mover, made) = (self.contest.mover(), self.contest.turns().len());
            let moves = self.contest.moves(cx)?;
            if let Some(ending) = self.contest.ending(cx)? {
                let text = match &ending {
                    Ending::Payoff(ahead) if self.contest.is_for_points() => {
                        words::ended_by_points(ahead, made, &self.voice)
                    }
                    _ => words::ended(&ending, mover, made, &self.voice),
                };
                if made > 0 && !self.is_watched && scene::picture(cx, &self.contest)?.is_some() {
                    self.show(cx)?;
                }
                return self.finish(cx, Some(ending), text);
            }
            let times = self.contest.times(cx);
            if times >= REPETITIONS {
                let text = format!("This position has come up {times} times: a draw after {}.", counted(made, "move"));
                return self.finish(cx, Some(Ending::Drawn), text);
            }
            if self.voice.side(mover) == SideOwner::Machine {
                if self.voice.person().is_none() && made >= MAX_MOVES {
                    let text = format!("Nobody has won after {}; the play is broken off.", counted(made, "move"));
                    return self.finish(cx, None, text);
                }
                self.machine(cx)?;
                if self.is_watched {
                    self.show(cx)?;
                }
                continue;
            }
            if times > 1 {
                let note = "This position has come up before. `draw` offers a draw; the third time it is one.";
                say(cx, note)?;
            }
            self.show(cx)?;
            self.list(cx, &moves, MOVES_SHOWN)?;
            match self.person(cx, &moves)? {
                PersonLine::Move(to) => self.contest.play(to, cx),
                PersonLine::Agreed => {
                    let text = format!("A draw after {}.", counted(made, "move"));
                    return self.finish(cx, Some(Ending::Drawn), text);
                }
                PersonLine::Left => {
                    let text = format!("The game ends here, after {}.", counted(made, "move"));
                    return Ok((self.contest, None, text));
                }
                PersonLine::Back | PersonLine::Again => {}
            }
        }
    }

    /// Shows the position, and who begins.
    fn open(&self, cx: &mut Session) -> Result<(), EvalError> {
        let p = self.contest.position();
        let has_classes = cx.positions.has_classes(p);
        let rule = match self.contest.convention() {
            _ if self.contest.is_for_points() => "Points decide: who has more when play ends wins.",
            _ if has_classes => "The graph says who wins where play ends.",
            Convention::Normal => "Normal play: who cannot move loses.",
            Convention::Misere => "Mis\u{e8}re play: who cannot move wins.",
        };
        let starter = self.contest.mover();
        let begins = capital(&self.voice.does(starter, "move"));
        let begins = match (self.voice.person(), self.voice.partizan) {
            (Some(person), true) => {
                let me = person.other();
                format!("You are {person}, I am {me}. {begins} first.")
            }
            _ => format!("{begins} first."),
        };
        say(cx, &format!("{rule} {begins}"))?;
        if self.voice.person().is_some() && cx.positions.ruleset_of(p) == VALUE {
            say(
                cx,
                "A value is played in its canonical form; with `form` before each literal it is played as written.",
            )?;
        }
        if self.voice.person().is_some() {
            return say(cx, "Type a move or its number; `help` lists what else.");
        }
        self.show(cx)
    }

    /// Shows the position, as a picture if it has one.
    fn show(&self, cx: &mut Session) -> Result<(), EvalError> {
        match scene::picture(cx, &self.contest)? {
            Some(picture) if cx.host.shows_colours() => print_coloured(&mut *cx.host, &format!("\n{picture}"))?,
            Some(picture) => print(&mut *cx.host, &format!("\n{picture}"))?,
            None => {
                let text = written(cx, self.contest.position())?;
                print(&mut *cx.host, &format!("\n{text}\n"))?;
            }
        }
        if !self.contest.is_for_points() {
            return Ok(());
        }
        let reached = questions::points_reached(self.contest.position(), cx)?;
        let ahead = match ahead_by(cx, &reached)?.as_str() {
            "neither player gets more" => "The points are even.".to_string(),
            ahead => format!("{} by now.", ahead.replace("gets", "has")),
        };
        say(cx, &ahead)
    }

    fn list(&self, cx: &mut Session, moves: &MoveList, most: usize) -> Result<(), EvalError> {
        let list = match moves {
            MoveList::Listed(list) => list,
            MoveList::Described(what) => {
                return say(cx, &format!("{}.\nType the position after your move.", capital(what)));
            }
        };
        // One more is no reason to ask for it.
        let shown = if list.len() <= most + 1 { list.len() } else { most };
        let width = shown.to_string().len();
        let mut text = String::new();
        for (i, name) in self.names(cx, list, shown)?.into_iter().enumerate() {
            // A number alone is that of a move.
            let is_number = name.is_position && is_number(&name.text);
            text += &format!("{:>width$}  {}{}\n", i + 1, if is_number { "to " } else { "" }, name.text);
        }
        if shown < list.len() {
            let all = if most < MAX_MOVES_SHOWN { "; `moves` lists all" } else { "" };
            text += &format!("... and {}{all}\n", counted(list.len() - shown, "more move"));
        }
        print(&mut *cx.host, &text)
    }

    /// Names the first `shown` moves of `list`.
    fn names(&self, cx: &mut Session, list: &[PositionId], shown: usize) -> Result<Vec<MoveName>, EvalError> {
        move_names(cx, self.contest.position(), list, self.contest.mover(), shown)
    }

    /// Lets the machine move.
    fn machine(&mut self, cx: &mut Session) -> Result<(), EvalError> {
        let (mover, from) = (self.contest.mover(), self.contest.position());
        let (to, why) = match self.careless(cx)? {
            Some(to) => (to, "without much thought".to_string()),
            None => match (
                think(cx, &self.contest, &mut self.champion, self.voice.person().is_some())?,
                self.contest.moves(cx)?,
            ) {
                (Some(choice), _) => (choice.to, reason(cx, &choice, mover, &self.voice)?),
                (None, MoveList::Listed(list)) if !list.is_empty() => (list[0], "none seems better".to_string()),
                (None, _) => return Err(Fault::None("no move was found here".into()).into()),
            },
        };
        let what = move_name(cx, from, to, mover)?.after_verb();
        say(cx, &format!("{} {what}: {why}.", capital(&self.voice.does(mover, "move"))))?;
        self.reasons.push((self.contest.turns().len(), why));
        self.contest.play(to, cx);
        Ok(())
    }

    /// Returns any move if the machine does not play well now, always the same one after the same play.
    fn careless(&self, cx: &mut Session) -> Result<Option<PositionId>, EvalError> {
        let made = self.contest.turns().len();
        let is_careless = match self.level {
            MachineLevel::Best => false,
            MachineLevel::Fair => self.reasons.len().is_multiple_of(2),
            MachineLevel::Easy => true,
        };
        match self.contest.moves(cx)? {
            MoveList::Listed(list) if is_careless => {
                let at = Random::new(made as u64).below(list.len().max(1) as u64);
                Ok(list.get(at as usize).copied())
            }
            _ => Ok(None),
        }
    }

    /// Asks until there is a move, or the position or the game is left.
    fn person(&mut self, cx: &mut Session, moves: &MoveList) -> Result<PersonLine, EvalError> {
        loop {
            let line = match ask(cx, PROMPT)? {
                None => return Ok(PersonLine::Left),
                Some(Err(message)) => {
                    say(cx, &capital(&format!("{message}.")))?;
                    continue;
                }
                Some(Ok(line)) => line,
            };
            match self.understand(cx, line.trim(), moves)? {
                PersonLine::Again => {}
                said => return Ok(said),
            }
        }
    }

    fn understand(&mut self, cx: &mut Session, line: &str, moves: &MoveList) -> Result<PersonLine, EvalError> {
        match line.trim_start_matches(':').trim_end_matches("()").to_lowercase().as_str() {
            "" => say(cx, "Type a move or its number; `help` lists what else, `quit` ends the game.")?,
            "help" | "?" | "h" => {
                say(cx, &help())?;
                let names = [Player::Left, Player::Right].map(|player| self.voice.object(player));
                if let Some(legend) = scene::legend(cx, &self.contest, names)? {
                    say(cx, &legend)?;
                }
            }
            "moves" => self.list(cx, moves, MAX_MOVES_SHOWN)?,
            "board" | "position" => self.show(cx)?,
            "hint" => self.hint(cx)?,
            "why" => self.why(cx)?,
            "undo" | "back" => return self.undo(cx),
            "quit" | "exit" | "resign" | "q" => return Ok(PersonLine::Left),
            "draw" => return self.draw(cx),
            _ => return self.typed(cx, line, moves),
        }
        Ok(PersonLine::Again)
    }

    fn hint(&self, cx: &mut Session) -> Result<(), EvalError> {
        let Some(choice) = think(cx, &self.contest, &mut Champion::default(), true)? else { return Ok(()) };
        let mover = self.contest.mover();
        let why = reason(cx, &choice, mover, &self.voice)?;
        let name = move_name(cx, self.contest.position(), choice.to, mover)?.text;
        say(cx, &format!("{name}: {why}."))
    }

    fn why(&self, cx: &mut Session) -> Result<(), EvalError> {
        let Some((at, why)) = self.reasons.last() else { return say(cx, "I have not moved yet.") };
        let turn = self.contest.turns()[*at];
        let what = move_name(cx, turn.from, turn.to, turn.by)?.after_verb();
        say(cx, &format!("I moved {what}: {why}."))
    }

    /// Takes back the person's last move, with the moves that followed.
    fn undo(&mut self, cx: &mut Session) -> Result<PersonLine, EvalError> {
        let person = self.contest.mover();
        if !self.contest.turns().iter().any(|turn| turn.by == person) {
            say(cx, "You have not moved yet.")?;
            return Ok(PersonLine::Again);
        }
        while let Some(turn) = self.contest.undo(cx) {
            if turn.by == person {
                break;
            }
        }
        let made = self.contest.turns().len();
        self.reasons.retain(|(at, _)| *at < made);
        Ok(PersonLine::Back)
    }

    /// Answers the offer of a draw: the machine agrees unless it can win, or does not know.
    fn draw(&self, cx: &mut Session) -> Result<PersonLine, EvalError> {
        let choice = think(cx, &self.contest, &mut Champion::default(), true)?;
        let refusal = match choice.and_then(|choice| choice.verdict) {
            Some(Verdict::Draw | Verdict::Win) => return Ok(PersonLine::Agreed),
            Some(Verdict::Loss) => "I play on: I can win.",
            None if self.contest.times(cx) > 1 => return Ok(PersonLine::Agreed),
            None => "I play on: I do not see that nobody can win.",
        };
        say(cx, refusal)?;
        Ok(PersonLine::Again)
    }

    /// Returns a move, as a number or as a position.
    fn typed(&mut self, cx: &mut Session, line: &str, moves: &MoveList) -> Result<PersonLine, EvalError> {
        if let MoveList::Listed(list) = moves
            && is_number(line)
        {
            let number = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            if let Some(&to) = number.and_then(|i| list.get(i)) {
                return Ok(PersonLine::Move(to));
            }
            if self.labelled(cx, line, list).is_none() {
                let all = list.len();
                let range = if all == 1 { "one move, 1".into() } else { format!("{all} moves, 1 to {all}") };
                say(cx, &format!("There is no move {line}: there are {range}.").replace("are one", "is one"))?;
                return Ok(PersonLine::Again);
            }
        }
        if let MoveList::Listed(list) = moves
            && let Some(to) = self.labelled(cx, line, list)
        {
            return Ok(PersonLine::Move(to));
        }
        let (part, text) = in_part(line);
        if let (MoveList::Listed(list), Some(typed)) = (moves, squares::read(text))
            && let Some(said) = self.on_board(cx, part, text, &typed, list)?
        {
            return Ok(said);
        }
        let mover = self.contest.mover();
        let parts = cx.positions.parts(self.contest.position());
        let meant = part.and_then(|part| parts.get(part.checked_sub(1)?).copied());
        let p = meant.unwrap_or_else(|| self.contest.position());
        if let Some(reason) = refusal::of_label(cx, p, text, mover, &self.voice) {
            let rule = refusal::rule(cx, p).map_or(String::new(), |rule| format!(" {rule}"));
            say(cx, &format!("{reason}{rule} `moves` lists all."))?;
            return Ok(PersonLine::Again);
        }
        let value = cx.attempt(THINK, |cx| cx.evaluate(text));
        restart_clock(cx);
        let value = match value {
            Ok(value) => value,
            Err(error) if error.code == ErrorCode::LimitInterrupted => return Err(EvalError::Placed(error)),
            Err(error) => {
                say(cx, &format!("That is not understood: {}.\nType a number of the list, or `help`.", error.message))?;
                return Ok(PersonLine::Again);
            }
        };
        let p = match as_position(cx, &value) {
            Ok(Some(p)) => p,
            _ => {
                let got = cx.describe(&value);
                say(cx, &format!("That is {got}, not a position to move to. Type a number of the list, or `help`."))?;
                return Ok(PersonLine::Again);
            }
        };
        let p = match part {
            None => p,
            Some(part) => {
                let mut parts = cx.positions.parts(self.contest.position());
                if part == 0 || part > parts.len() {
                    say(cx, &format!("There is no part {part} here: {}.", counted(parts.len(), "part")))?;
                    return Ok(PersonLine::Again);
                }
                parts[part - 1] = p;
                sum_of(cx, &parts)?
            }
        };
        match self.contest.find(p, moves, cx)? {
            Some(to) => Ok(PersonLine::Move(to)),
            None => {
                let to = cx.short(&Value::Position(p));
                let from = cx.short(&Value::Position(self.contest.position()));
                let reason = match moves {
                    MoveList::Listed(list) => refusal::of_position(cx, self.contest.position(), p, list),
                    MoveList::Described(_) => None,
                };
                let reason = reason.map_or(String::new(), |reason| format!(" {reason}"));
                let rule = refusal::rule(cx, self.contest.position()).map_or(String::new(), |rule| format!(" {rule}"));
                say(cx, &format!("There is no move from {from} to {to}.{reason}{rule} `moves` lists all."))?;
                Ok(PersonLine::Again)
            }
        }
    }

    /// Reads the squares `typed` as a move, and says why if they are none. `None` if no part that is meant has a board.
    fn on_board(
        &self,
        cx: &mut Session,
        part: Option<usize>,
        text: &str,
        typed: &[TypedSquare<'_>],
        list: &[PositionId],
    ) -> Result<Option<PersonLine>, EvalError> {
        let from = self.contest.position();
        let mut boards = Vec::new();
        let mut on_them = Vec::new();
        for (i, p) in cx.positions.parts(from).into_iter().enumerate() {
            let (p, is_negative) = cx.positions.without_sign(p);
            if part.is_none_or(|part| part == i + 1)
                && let Some(board) = board_of(cx, p)
            {
                boards.push(board);
                on_them.push((i, p, is_negative));
            }
        }
        if boards.is_empty() {
            return Ok(None);
        }
        let (mut meant, mut all) = (Vec::new(), Vec::new());
        for &to in list {
            cx.games.budget.tick()?;
            if let Some(placed) = placed_move(cx, from, to, self.contest.mover())
                && part.is_none_or(|part| part == placed.part.unwrap_or(0) + 1)
            {
                if squares::name(typed, &placed.on_board) {
                    meant.push(to);
                }
                all.push(placed);
            }
        }
        if let [to] = meant[..] {
            return Ok(Some(PersonLine::Move(to)));
        }
        if !meant.is_empty() {
            let names = self.names(cx, list, list.len())?;
            let names = list.iter().zip(names).filter(|(to, _)| meant.contains(to));
            let names: Vec<String> = names.take(MOVES_SHOWN).map(|(_, name)| name.text).collect();
            say(cx, &format!("{text} may be any of {}. Type one of these, or its number.", names.join("; ")))?;
            return Ok(Some(PersonLine::Again));
        }
        let sizes = boards.iter().map(|board| [board.rows.len(), board.rows.iter().map(Vec::len).max().unwrap_or(0)]);
        let sizes: Vec<[usize; 2]> = sizes.collect();
        let is_on = |at: BoardSquare| sizes.iter().any(|&[rows, columns]| at.row < rows && at.column < columns);
        let message = match (typed.iter().find(|typed| !typed.at.is_some_and(is_on)), &sizes[..]) {
            (Some(off), &[[rows, columns]]) => {
                let (rows_text, columns_text) = (counted(rows, "row"), counted(columns, "column"));
                let last = BoardSquare { row: rows.saturating_sub(1), column: columns.saturating_sub(1) };
                format!("{} is off the board, which has {rows_text} and {columns_text}: a1 to {last}.", off.text)
            }
            (Some(off), _) => format!("{} is off the boards.", off.text),
            (None, _) => {
                let mover = self.contest.mover();
                let reason = match (&boards[..], &on_them[..]) {
                    ([board], &[(i, _, false)]) => {
                        all.retain(|placed| placed.part.unwrap_or(0) == i || placed.part.is_none());
                        let typed: Vec<BoardSquare> = typed.iter().filter_map(|typed| typed.at).collect();
                        refusal::of_squares(board, &typed, &all, mover, &self.voice)
                    }
                    _ => None,
                };
                let reason = reason.map_or(String::new(), |reason| format!(" {reason}"));
                let rule = on_them.first().and_then(|&(_, p, _)| refusal::rule(cx, p));
                let rule = rule.map_or(String::new(), |rule| format!(" {rule}"));
                format!("There is no move {text} here.{reason}{rule} `moves` lists all.")
            }
        };
        say(cx, &message)?;
        Ok(Some(PersonLine::Again))
    }

    /// Returns the move to the vertex with this label, to the position that is written like this, or with this name.
    fn labelled(&self, cx: &mut Session, line: &str, list: &[PositionId]) -> Option<PositionId> {
        let typed = MoveKey::read(line);
        let list = &list[..list.len().min(MAX_MOVES_SHOWN)];
        for &q in list {
            if let Term::Vertex(_, label) = positions::term(q, cx) {
                let label = match *label {
                    Term::Name(label) | Term::Text(label) => label.to_string(),
                    Term::Number(number) => number.to_string(),
                    _ => continue,
                };
                if MoveKey::read(&label) == typed {
                    return Some(q);
                }
            } else if written(cx, q).is_ok_and(|text| MoveKey::read(&text) == typed) {
                return Some(q);
            }
        }
        let names = self.names(cx, list, list.len()).ok()?;
        let names: Vec<MoveKey> = names.iter().map(|name| MoveKey::read(&name.text)).collect();
        let find = |typed: &MoveKey| names.iter().position(|name| name == typed).map(|i| list[i]);
        if let Some(to) = find(&typed) {
            return Some(to);
        }
        // An edge may be named from either end; a step on a board goes from one square to another.
        let parts = cx.positions.parts(self.contest.position());
        let is_on_board = parts.into_iter().any(|p| board_of(cx, cx.positions.without_sign(p).0).is_some());
        if is_on_board { None } else { find(&typed.turned()?) }
    }

    /// Returns the last words, with the moves that the person could have done better.
    fn finish(self, cx: &mut Session, ending: Option<Ending>, mut text: String) -> Result<Ended, EvalError> {
        if let Some(person) = self.voice.person()
            && !self.contest.is_for_points()
            && ending.as_ref().is_some_and(|ending| ending.winner() != Some(person))
        {
            match cx.attempt(THINK, |cx| first_slip(&self.contest, person, cx)) {
                Ok(Some(slip)) => {
                    let from = self.contest.turns()[slip.number - 1].from;
                    text = format!("{text}\n{}", words::slip(cx, from, &slip, person)?);
                }
                Ok(None) if !self.contest.turns().is_empty() && ending.as_ref().and_then(Ending::winner).is_some() => {
                    text += "\nYou could not have won: from the first move on I had an answer.";
                }
                Err(fault @ (Fault::Interrupted | Fault::Foreign(_))) => return Err(fault.into()),
                // Too much to look back on.
                Ok(None) | Err(_) => {}
            }
        }
        Ok((self.contest, ending, text))
    }
}

/// Returns the best move that is found in the time there is.
/// With a person at the board Ctrl-C ends the thought, and not the game.
pub(super) fn think(
    cx: &mut Session,
    contest: &Contest,
    champion: &mut Champion,
    with_person: bool,
) -> Result<Option<Choice>, EvalError> {
    // The moves stay when the results of the look ahead are freed.
    let moves = contest.moves(cx)?;
    match cx.attempt(THINK, |cx| champion.choose(contest, cx)) {
        Ok(choice) => return Ok(choice),
        Err(Fault::Interrupted) if with_person => {
            cx.games.budget.interrupt_flag().store(false, Ordering::Relaxed);
        }
        Err(fault @ (Fault::Interrupted | Fault::Foreign(_))) => return Err(fault.into()),
        Err(fault) if matches!(moves, MoveList::Described(_)) => return Err(fault.into()),
        Err(_) => {}
    }
    // The best move is too deep; a theorem may know one that wins.
    match cx.attempt(GLANCE, |cx| choose_winning(contest, cx)) {
        Ok(Some(choice)) => return Ok(Some(choice)),
        Err(fault @ (Fault::Interrupted | Fault::Foreign(_))) => return Err(fault.into()),
        Ok(None) | Err(_) => {}
    }
    let mut glance = Glance::default();
    match cx.attempt(GLANCE, |cx| look_ahead(contest, &mut glance, cx)) {
        Err(fault @ (Fault::Interrupted | Fault::Foreign(_))) => Err(fault.into()),
        _ => Ok(glance.choice(contest)),
    }
}

/// Prints lines, in a terminal broken at words.
fn say(cx: &mut Session, text: &str) -> Result<(), EvalError> {
    let text = visible::text(text.trim_end()).into_owned();
    let text = cx.host.columns().map_or(text.clone(), |columns| lines::fitted(&text, columns.saturating_sub(1)));
    print(&mut *cx.host, &format!("{}\n", text.trim_end()))
}

fn help() -> String {
    let rows = [
        ("3", "the third move of the list"),
        ("nim(1, 2)", "the move to this position"),
        ("2: nim(1)", "a move in part 2 of a sum"),
        ("b2-b3", "a move on a board, by column and row"),
        ("(2,2) (3,2)", "that move, by row and column"),
        ("b, 1-2", "a vertex of a graph, an edge to cut"),
        ("moves", "lists all moves"),
        ("hint", "a good move, and why"),
        ("why", "the reason of my last move"),
        ("board", "shows the position"),
        ("undo", "takes your last move back"),
        ("draw", "offers a draw"),
        ("quit", "ends the game"),
    ];
    rows.map(|(what, does)| format!("{what:<11} {does}\n")).concat()
}
