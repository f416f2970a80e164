//! The steps before the first prompt: the greeting, the history, the start-up file.

use std::path::{Path, PathBuf};

use super::prompt::Prompt;
use super::{Editing, LINES_REMEMBERED, command, history};
use crate::lines;
use crate::shell::app::Status;
use crate::shell::{pages, world};

/// The first line of the first run.
const WELCOME: &str = "New here? Try  <0|1> + *3  and  :help  first; `cg lesson` is a course.\n";

/// Returns an absolute path from the environment.
fn absolute(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute())
}

/// Returns a file of ours in the folder that a variable names, or in a folder under the home.
fn own(variable: &str, usual: &str, file: &str) -> Option<PathBuf> {
    let folder = absolute(variable).or_else(|| absolute("HOME").map(|home| home.join(usual)))?;
    Some(folder.join("cg").join(file))
}

/// Returns `$XDG_STATE_HOME/cg/history`, by default `~/.local/state/cg/history`.
pub fn history_file() -> Option<PathBuf> {
    own("XDG_STATE_HOME", ".local/state", "history")
}

/// Returns `$XDG_STATE_HOME/cg/lessons`, by default `~/.local/state/cg/lessons`.
pub fn lessons_file() -> Option<PathBuf> {
    own("XDG_STATE_HOME", ".local/state", "lessons")
}

/// Returns `$XDG_CONFIG_HOME/cg/init.cg`, by default `~/.config/cg/init.cg`.
fn init_file() -> Option<PathBuf> {
    own("XDG_CONFIG_HOME", ".config", "init.cg")
}

/// Says where to begin; at length only when nobody has been here before.
pub fn greet(history: Option<&Path>) {
    let first = concat!("cg ", env!("CARGO_PKG_VERSION"), " - :help for help, :quit or Ctrl-D to leave\n");
    world::put(&lines::fitted(first, pages::columns()));
    if history.is_some_and(|path| !path.exists()) {
        world::put(&lines::fitted(WELCOME, pages::columns()));
    }
}

/// Brings back the lines of earlier runs. A history that cannot be read is put aside, so that a new one can begin.
pub fn remember(lines: &mut Editing, path: &Path) {
    if path.is_file() {
        // Only a comfort.
        let _ = history::shorten(path, LINES_REMEMBERED);
    }
    // A person who wants no history may let the file be a device that drops its input.
    if !path.is_file() || lines.load_history(path).is_ok() {
        return;
    }
    let aside = path.with_extension("damaged");
    let told = match std::fs::rename(path, &aside) {
        Ok(()) => format!("a new one begins, the old one is kept as `{}`", aside.display()),
        Err(_) => "earlier lines are missing".to_string(),
    };
    world::complain(&format!("cg: the history `{}` cannot be read; {told}", path.display()));
    let _ = lines.clear_history();
}

/// Runs the start-up file, if there is one. Errors in it are reported, and the session goes on.
pub fn run_init(prompt: &mut Prompt) {
    let Some(path) = init_file().filter(|path| path.exists()) else { return };
    let name = path.display().to_string();
    let text = match path.is_file() {
        true => world::read_text(&name).map_err(|error| world::unreadable(&name, &error)),
        false => Err(format!("`{name}` is not a file")),
    };
    let status = match text {
        Ok(text) => settings_first(prompt, &name, &text),
        Err(why) => {
            world::complain(&format!("cg: {why}"));
            Status::Failed
        }
    };
    if status != Status::Fine {
        world::complain("cg: the start-up file has not been run to its end; `cg --no-init` starts without it");
    }
}

/// Obeys the lines with commands, then runs the others as one text, in which they keep their places.
fn settings_first(prompt: &mut Prompt, name: &str, text: &str) -> Status {
    let mut rest = String::with_capacity(text.len());
    let mut status = Status::Fine;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with(':') {
            match command::read(line) {
                Some(command @ command::Command::Set(..)) => {
                    let obeyed = prompt.run_command(command);
                    if obeyed != Status::Fine {
                        world::complain(&format!("cg: on line {} of `{name}`", number + 1));
                    }
                    status = status.max(obeyed);
                }
                _ => {
                    let line = line.trim_end();
                    let place = format!("line {} of `{name}`", number + 1);
                    world::complain(&format!("cg: {place}: `{line}` is not for a start-up file; it takes `:set`"));
                    status = Status::Failed;
                }
            }
        } else {
            rest += line;
        }
        rest.push('\n');
    }
    status.max(prompt.text(name, &rest))
}
