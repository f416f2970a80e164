//! `cg help` and `cg explain`.

use clap::Args;

use super::app::Status;
use super::cli::Suggestions;
use super::repl::complete::topics_of_help;
use super::report::refuse;
use super::settings::Settings;
use super::{help, world};
use crate::diagnostic::{CODES, CodeRow, ErrorCode, lookup, nearest};
use crate::lines;

/// Width to which paragraphs are filled.
const WIDTH: usize = 76;

/// The arguments of `cg help`.
#[derive(Clone, Debug, Args)]
pub struct HelpArguments {
    #[arg(value_name = "TOPIC", value_parser = Suggestions(topics), hide_possible_values = true)]
    topic: Vec<String>,
    /// Find topics by words, as `:search` does
    #[arg(long, requires = "topic", conflicts_with = "markdown")]
    search: bool,
    /// Write the whole reference as Markdown
    #[arg(long)]
    markdown: bool,
}

/// The arguments of `cg explain`.
#[derive(Clone, Debug, Args)]
pub struct ExplainArguments {
    #[arg(value_name = "CODE", value_parser = Suggestions(codes), hide_possible_values = true)]
    pub code: String,
}

/// Returns the topics of help that need no quotes in a shell.
fn topics() -> Vec<&'static str> {
    let is_word = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'));
    let mut all: Vec<_> = topics_of_help()
        .map(|(name, _)| name)
        .filter(is_word)
        .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the codes of all errors.
fn codes() -> Vec<&'static str> {
    CODES.iter().map(|row| row.code).collect()
}

/// Shows help on a topic, an overview if none is named, or the whole reference.
pub fn help(settings: &Settings, arguments: &HelpArguments) -> Status {
    let topic = arguments.topic.join(" ");
    if arguments.markdown {
        world::put(&help::markdown());
    } else if arguments.search {
        world::put(&found(&topic));
    } else if topic.is_empty() {
        world::put(&overview());
    } else {
        return show(settings, page(&topic, &mut |_| None));
    }
    Status::Fine
}

/// Returns the columns that help is written for.
pub fn columns() -> usize {
    world::columns().map_or(help::WIDTH, |c| c.saturating_sub(1).clamp(10, help::WIDTH))
}

/// Writes a page, or complains that there is none.
fn show(settings: &Settings, page: Result<String, String>) -> Status {
    match page {
        Ok(text) => {
            world::put(&text);
            Status::Fine
        }
        Err(text) => {
            refuse(settings, ErrorCode::CommandLine, &text, None);
            Status::Wrong
        }
    }
}

/// Returns the page to begin with.
pub fn overview() -> String {
    ended(help::overview_fitted(columns()))
}

/// Like [`overview`], at the prompt, with its commands, on a screen of 24 lines.
pub fn overview_at_prompt(commands: &[String]) -> String {
    ended(help::overview_with(commands, columns()))
}

/// Returns the page on a topic, or the topics to look at instead. Examples show what `answers` gives for them now.
pub fn page(topic: &str, answers: help::Answers<'_>) -> Result<String, String> {
    if let Some(text) = help::topic_fitted(topic, columns(), answers) {
        return Ok(ended(text));
    }
    if let Some(row) = lookup(topic) {
        return Ok(lines::fitted(&expanded(row), columns()));
    }
    let near = help::nearest(topic);
    let near: Vec<_> = near.iter().map(String::as_str).collect();
    Err(format!("there is no help on `{topic}`{}", offer(&near, "`cg help` says where to begin")))
}

/// Returns the topics that have to do with some words.
pub fn found(words: &str) -> String {
    ended(help::search_fitted(words, columns()))
}

/// Shows the meaning of a code.
pub fn explain(settings: &Settings, code: &str) -> Status {
    show(settings, explanation(code).map(|text| lines::fitted(&text, columns())))
}

/// Returns the explanation of a code, or the codes that may be meant.
fn explanation(code: &str) -> Result<String, String> {
    if let Some(row) = lookup(code) {
        return Ok(expanded(row));
    }
    let known = || CODES.iter().map(|row| row.code);
    // Without its stage a code is still known: `unclosed`.
    let word = |code: &str| code.rsplit("::").next().map(str::to_string);
    let same: Vec<_> = known().filter(|c| word(c) == word(code)).collect();
    let near = if same.is_empty() { nearest(code, known()).into_iter().collect() } else { same };
    Err(format!("there is no error code `{code}`{}", offer(&near, "a code is shown with every error, in brackets")))
}

/// Returns a code with everything about it.
fn expanded(row: &CodeRow) -> String {
    let mut out = format!("{}\n  {}\n\n", row.code, row.summary);
    let (mut column, filled) = (0, WIDTH.min(columns().saturating_sub(2)));
    for word in row.explanation.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + width > filled {
            out.push('\n');
            column = 0;
        }
        out += if column == 0 { "  " } else { " " };
        out += word;
        column += width + 1;
    }
    out.push('\n');
    if !row.example.is_empty() {
        out += "\nExample\n";
        for line in row.example.lines() {
            out += &format!("  {line}\n");
        }
    }
    out
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
