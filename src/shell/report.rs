//! Diagnostics for a person: on standard error, in the style that is set.

use super::settings::{Errors, Settings};
use super::world;
use crate::diagnostic::{Diagnostic, Style, render};
use crate::source::Sources;

/// Shows diagnostics.
pub fn report(diagnostics: &[Diagnostic], sources: &Sources, settings: &Settings) {
    if !diagnostics.is_empty() {
        world::complain(&render(diagnostics, sources, style(settings)));
    }
}

/// The style that is set, with colours if standard error shows them.
fn style(settings: &Settings) -> Style {
    match settings.errors {
        Errors::Graphical if std::env::var_os("NO_GRAPHICS").is_some_and(|v| !v.is_empty()) => Style::Plain,
        Errors::Graphical => Style::Graphical { colour: settings.colour_on(&std::io::stderr()) },
        Errors::Plain => Style::Plain,
        Errors::Json => Style::Json,
    }
}
