//! Reports errors: to a person on standard error, in the style that is set, to a program on standard output.

use std::io::IsTerminal;

use super::settings::{Errors, Settings};
use super::world;
use crate::diagnostic::{Diagnostic, ErrorCode, Style, render};
use crate::guide::answers::Problem;
use crate::guide::reply;
use crate::source::Sources;

/// Reports diagnostics. With `--json` errors are written as answers.
pub fn report(diagnostics: &[Diagnostic], sources: &Sources, settings: &Settings) {
    if !settings.json {
        return show(diagnostics, sources, settings);
    }
    let (errors, warnings): (Vec<_>, Vec<_>) = diagnostics.iter().cloned().partition(Diagnostic::is_error);
    for error in &errors {
        world::put_line(&reply::failure(None, Problem::of(error, None, sources)));
    }
    show(&warnings, sources, settings);
}

/// Reports an error of the command line or of a file. With `--json` it is written as an answer.
pub fn refuse(settings: &Settings, code: ErrorCode, message: &str, help: Option<&str>) {
    if settings.json {
        return world::put_line(&reply::refused(None, code, message, help));
    }
    let help = help.map_or_else(String::new, |help| format!("\nhelp: {help}"));
    world::complain(&format!("cg: {message}{help}"));
}

/// Shows diagnostics to a person.
pub fn show(diagnostics: &[Diagnostic], sources: &Sources, settings: &Settings) {
    if !diagnostics.is_empty() {
        world::complain_styled(&readable(render(diagnostics, sources, style(settings))));
    }
}

/// Makes colours readable. Light greys cannot be read on white, dark ones not on black: the text is left in the colour
/// of the terminal, the lines around it are dimmed, and the help has a colour that can be read on both.
fn readable(text: String) -> String {
    const INSTEAD: [(&str, &str); 4] = [
        ("\x1b[38;5;249m", "\x1b[39m"),
        ("\x1b[38;5;246m", "\x1b[2m"),
        ("\x1b[38;5;240m", "\x1b[2m"),
        ("\x1b[38;5;115m", "\x1b[38;5;32m"),
    ];
    if !text.contains("\x1b[38;5;") {
        return text;
    }
    INSTEAD.iter().fold(text, |text, (grey, colour)| text.replace(grey, colour))
}

/// Returns the style that is set, with colours if standard error shows them.
fn style(settings: &Settings) -> Style {
    match settings.errors {
        Errors::Graphical if std::env::var_os("NO_GRAPHICS").is_some_and(|v| !v.is_empty()) => Style::Plain,
        Errors::Graphical => {
            let ascii = std::io::stderr().is_terminal() && !world::says_utf8();
            let columns = world::columns_of_errors();
            Style::Graphical { colour: settings.colour_on(&std::io::stderr()), ascii, columns }
        }
        Errors::Plain => Style::Plain,
        Errors::Json => Style::Json,
    }
}
