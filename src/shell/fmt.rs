//! `cg fmt`: puts scripts into their usual layout, in place.
//!
//! A script that cannot be read is left as it is, and the others are still done. Directories are searched for
//! scripts; the blocks of Markdown files are left alone.

use clap::Args;

use super::app::Status;
use super::cli::lossy;
use super::report::{refuse, report};
use super::settings::Settings;
use super::{files, paths, world};
use crate::diagnostic::ErrorCode;
use crate::source::Sources;
use crate::syntax::{self, Unformatted};

/// The arguments of `cg fmt`.
#[derive(Clone, Debug, Args)]
pub struct FmtArguments {
    /// Scripts, or directories of them; `-` is standard input
    #[arg(value_name = "FILE", value_parser = lossy())]
    paths: Vec<String>,
    /// Change nothing; say which scripts would change, with exit status 1
    #[arg(long)]
    check: bool,
}

/// Formats the named files.
pub fn fmt(settings: &Settings, wanted: &FmtArguments) -> Status {
    if wanted.paths.is_empty() {
        let message = "name the scripts to format, or `-` for standard input";
        refuse(settings, ErrorCode::CommandLine, message, None);
        return Status::Wrong;
    }
    let mut status = Status::Fine;
    for file in &wanted.paths {
        if file == "-" {
            status = status.max(standard(settings, wanted.check));
            continue;
        }
        let (scripts, missing) = paths::scripts(std::slice::from_ref(file));
        for message in &missing {
            refuse(settings, ErrorCode::IoRead, message, None);
            status = Status::Wrong;
        }
        for script in scripts {
            if !script.is_markdown {
                status = status.max(in_place(settings, &script.path, wanted.check));
            } else if script.path == *file {
                let message = format!("`{file}` is a Markdown file; only scripts are formatted");
                refuse(settings, ErrorCode::CommandLine, &message, None);
                status = Status::Wrong;
            }
        }
    }
    status
}

/// Formats from standard input to standard output.
fn standard(settings: &Settings, check: bool) -> Status {
    let text = match world::read_all(std::io::stdin().lock()) {
        Ok(text) => text,
        Err(error) => {
            refuse(settings, ErrorCode::IoRead, &format!("standard input cannot be read: {error}"), None);
            return Status::Wrong;
        }
    };
    match (formatted(settings, "<stdin>", &text), check) {
        (None, _) => Status::Wrong,
        (Some(new), true) => checked("<stdin>", &text, &new),
        (Some(new), false) => {
            world::put_data(&new);
            Status::Fine
        }
    }
}

fn in_place(settings: &Settings, path: &str, check: bool) -> Status {
    let text = match world::read_plain(path) {
        Ok(text) => text,
        Err(error) => {
            refuse(settings, ErrorCode::IoRead, &world::unreadable(path, &error), None);
            return Status::Wrong;
        }
    };
    let Some(new) = formatted(settings, path, &text) else { return Status::Wrong };
    if check {
        return checked(path, &text, &new);
    }
    if new == text {
        return Status::Fine;
    }
    if let Err(error) = files::replace(path, &new) {
        refuse(settings, ErrorCode::IoWrite, &format!("`{path}` cannot be written: {error}"), None);
        return Status::Wrong;
    }
    // A folder has more scripts than one may think of.
    world::complain(&format!("cg: `{path}` formatted"));
    Status::Fine
}

/// Returns the text in its usual layout; errors are shown.
fn formatted(settings: &Settings, name: &str, text: &str) -> Option<String> {
    let mut sources = Sources::default();
    let source = sources.add(name, text);
    match syntax::format(&source) {
        Ok(text) => Some(text),
        Err(Unformatted::Changed) => {
            let message = format!(
                "`{name}` is left as it is: the usual layout would change what it means; this is a mistake of cg, please \
                 report it with the script"
            );
            refuse(settings, ErrorCode::InternalPanic, &message, None);
            None
        }
        Err(Unformatted::Unreadable(diagnostics)) => {
            report(&diagnostics, &sources, settings);
            if !settings.json {
                world::complain(&format!("cg: `{name}` is left as it is, since it has errors"));
            }
            None
        }
    }
}

/// Says whether a text is in its usual layout, and where it is not.
fn checked(name: &str, old: &str, new: &str) -> Status {
    if old == new {
        return Status::Fine;
    }
    let same = old.split('\n').zip(new.split('\n')).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.split('\n').nth(same).unwrap_or("").trim_end_matches('\r').to_string();
    world::put_line(&format!("{name}:{}: not in its usual layout", same + 1));
    world::put_line(&format!("    stands  {}\n    should  {}", line(old), line(new)));
    Status::Failed
}
