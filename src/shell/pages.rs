//! `cg help` and `cg explain`.

use super::desk::Status;
use super::{cli, stand_in as help, world};
use crate::diagnostic::suggest;

/// Shows help on a topic; an empty one is the overview.
pub fn topic(topic: &str) -> Status {
    if topic.is_empty() {
        world::put(&overview());
        return Status::Fine;
    }
    match page(topic) {
        Ok(text) => {
            world::put(&text);
            Status::Fine
        }
        Err(text) => {
            world::complain(&format!("cg: {text}"));
            Status::Wrong
        }
    }
}

/// Where to begin.
pub fn overview() -> String {
    ended(help::overview())
}

/// The page on a topic, or what to look at instead.
pub fn page(topic: &str) -> Result<String, String> {
    if let Some(text) = help::topic(topic) {
        return Ok(ended(text));
    }
    if help::explain(topic).is_some() {
        return explanation(topic);
    }
    let near = suggest(topic, crate::builtins::all().map(|b| b.name).chain(cli::COMMANDS));
    Err(format!("there is no help on `{topic}`{}", offer(&near, "`cg help` says where to begin")))
}

/// The built-ins that have to do with some words.
pub fn found(words: &str) -> String {
    let text = help::search(words);
    if text.trim().is_empty() { format!("nothing is described by `{words}`\n") } else { ended(text) }
}

/// Writes the whole reference.
pub fn markdown() -> Status {
    world::put(&help::markdown());
    Status::Fine
}

/// Shows what a code means.
pub fn explain(code: &str) -> Status {
    match explanation(code) {
        Ok(text) => {
            world::put(&text);
            Status::Fine
        }
        Err(text) => {
            world::complain(&format!("cg: {text}"));
            Status::Wrong
        }
    }
}

/// What a code means, or which code may be meant.
fn explanation(code: &str) -> Result<String, String> {
    if let Some(text) = help::explain(code) {
        return Ok(ended(text));
    }
    let codes = help::codes();
    let near = suggest(code, codes.iter().copied());
    // Without its stage a code is still known: `unclosed`.
    let tail = |c: &&str| c.rsplit("::").next() == code.rsplit("::").next();
    let near = if near.is_empty() { codes.iter().copied().filter(tail).collect() } else { near };
    Err(format!("there is no error code `{code}`{}", offer(&near, "a code is shown with every error, in brackets")))
}

fn offer(near: &[&str], otherwise: &str) -> String {
    match near {
        [] => format!("; {otherwise}"),
        near => {
            let names: Vec<_> = near.iter().take(3).map(|n| format!("`{n}`")).collect();
            format!("; did you mean {}?", names.join(" or "))
        }
    }
}

fn ended(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
