//! `cg run --picture THEME`: the output of a script in a terminal, as a picture for documents.

use super::app::{App, Input, Meter, Status, in_lines};
use super::interrupt::Interrupt;
use super::settings::{Choice, Settings};
use super::world::{self, World};
use crate::picture::{Ink, Screen, THEMES, Theme};
use crate::syntax::{Reading, TokenClass};
use crate::value::Value;
use cg_engine::games::Player;
use cg_engine::notation::Notation;

/// The columns of the terminal in the picture.
const COLUMNS: usize = 80;

impl Choice for Theme {
    const WORDS: &'static [(&'static str, Theme)] = THEMES;
}

/// Runs the inputs and writes the picture of a terminal with their statements and results.
pub fn picture(settings: &Settings, inputs: &[Input], theme: Theme, meter: Meter) -> Status {
    let notation = settings.notation.or(Some(Notation::Unicode));
    let settings = Settings { notation, json: false, ..settings.clone() };
    let mut app = App::open(&settings, World::Captured, &Interrupt::install(false), meter);
    let mut screen = Screen { title: "a session of cg".into(), lines: Vec::new() };
    let mut status = Status::Fine;
    for input in inputs {
        let (name, text) = match input.read(&mut app) {
            Ok(read) => read,
            Err(unreadable) => {
                unreadable.report(&settings);
                return unreadable.status;
            }
        };
        if let Err(failed) = script(&mut app, &name, &text, &mut screen) {
            status = failed;
            break;
        }
    }
    if !screen.lines.is_empty() {
        world::put_data(&screen.svg(theme));
    }
    status
}

/// Runs a script and appends its output.
fn script(app: &mut App, name: &str, text: &str, screen: &mut Screen) -> Result<(), Status> {
    let (source, prepared) = app.prepare(name, text);
    if !app.may_run(&source, &prepared) {
        return Err(Status::of_text(&prepared));
    }
    for statement in &prepared.statements {
        let code = source.slice(statement.span).trim();
        let reading = Reading::new(code);
        for (i, line) in code.lines().enumerate() {
            let sign = if i == 0 { "cg> " } else { "... " };
            let from = line.as_ptr().addr() - code.as_ptr().addr();
            let mut pieces = vec![(sign.to_string(), Ink::Faint)];
            pieces.extend(coloured(&reading, code, from, from + line.len()));
            screen.lines.push(pieces);
        }
        let evaluated = app.evaluate(statement);
        app.report(&evaluated.warnings);
        let answer = match evaluated.result {
            Ok(answer) => answer,
            Err(diagnostic) => {
                let status = Status::of(&diagnostic);
                screen.lines.push(vec![(format!("Error: {}", diagnostic.message), Ink::Plain)]);
                app.report(&[*diagnostic]);
                return Err(status);
            }
        };
        let text = answer.text.filter(|_| !matches!(answer.value, Value::Nothing)).unwrap_or_default();
        let result = in_lines(&answer.value, text, Some(COLUMNS));
        let lines = evaluated.printed.lines().chain(result.lines());
        screen.lines.extend(lines.map(|line| vec![(line.to_string(), Ink::Plain)]));
    }
    Ok(())
}

/// Returns the part of a text from `start` to `end` as pieces with their colours.
fn coloured(reading: &Reading, text: &str, start: usize, end: usize) -> Vec<(String, Ink)> {
    let mut pieces = Vec::new();
    let mut done = start;
    for (range, class) in reading.pieces().filter(|(range, _)| range.start >= start && range.end <= end) {
        pieces.push((text[done..range.start].to_string(), Ink::Plain));
        pieces.push((text[range.clone()].to_string(), ink(class)));
        done = range.end;
    }
    pieces.push((text[done..end].to_string(), Ink::Plain));
    pieces.retain(|(text, _)| !text.is_empty());
    pieces
}

/// Returns the colour of a part of a statement.
fn ink(class: TokenClass) -> Ink {
    match class {
        TokenClass::Function => Ink::Of(Player::Left),
        TokenClass::Number | TokenClass::Error => Ink::Of(Player::Right),
        TokenClass::Text | TokenClass::Keyword => Ink::Both,
        TokenClass::Comment | TokenClass::Expected => Ink::Faint,
        TokenClass::Name | TokenClass::Operator | TokenClass::Bracket => Ink::Plain,
    }
}
