//! `cg verify`: checks certificates.

use clap::Args;

use super::app::{App, Status};
use super::cli::lossy;
use super::report::refuse;
use super::world;
use crate::certificates;
use crate::diagnostic::ErrorCode;
use crate::source::Span;

/// The arguments of `cg verify`.
#[derive(Clone, Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct VerifyArguments {
    /// Files with a certificate each
    #[arg(value_name = "FILE", value_parser = lossy())]
    files: Vec<String>,
}

/// Checks each file and says what it proves, or why it proves nothing.
pub fn verify(app: &mut App, arguments: &VerifyArguments) -> Status {
    let mut status = Status::Fine;
    for file in &arguments.files {
        status = status.max(verify_file(app, file));
    }
    status
}

fn verify_file(app: &mut App, file: &str) -> Status {
    let text = match app.read_text(file) {
        Ok(text) => text,
        Err(unreadable) => {
            unreadable.report(&app.settings);
            return unreadable.status;
        }
    };
    let place = app.session.sources.add(file, "").id;
    let (checked, _) = app.session.undertake(Span::new(place, 0, 0), |session| certificates::verify(session, &text));
    match checked {
        Ok(Ok(words)) => {
            world::put(&format!("{file}: proved: {words}\n"));
            Status::Fine
        }
        Ok(Err(why)) => {
            refuse(&app.settings, ErrorCode::CheckFailed, &format!("`{file}` is refused: {why}"), None);
            Status::Failed
        }
        Err(stopped) => {
            app.report(&[*stopped]);
            Status::Wrong
        }
    }
}
