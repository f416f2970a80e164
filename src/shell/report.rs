//! Diagnostics for a person: on standard error, in the style that is set.

use std::io::IsTerminal;

use super::settings::{Errors, Settings};
use super::world;
use crate::diagnostic::{Diagnostic, Style, render};
use crate::source::Sources;

/// Shows diagnostics.
pub fn report(diagnostics: &[Diagnostic], sources: &Sources, settings: &Settings) {
    if !diagnostics.is_empty() {
        let text = render(diagnostics, sources, style(settings));
        let ascii = std::io::stderr().is_terminal() && !world::says_utf8();
        world::complain(&if ascii { drawn_in_ascii(&text) } else { text });
    }
}

/// The same picture for a terminal that has no lines to draw with.
fn drawn_in_ascii(text: &str) -> String {
    let sign = |c| match c {
        '─' => '-',
        '│' | '┆' | '├' | '┤' => '|',
        '╭' => ',',
        '╰' => '`',
        '╯' => '\'',
        '┬' => 'v',
        '┴' => '^',
        '┼' => '+',
        c => c,
    };
    text.chars().map(sign).collect()
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

#[cfg(test)]
mod tests {
    #[test]
    fn pictures_can_do_without_lines() {
        assert_eq!(super::drawn_in_ascii("   ╭─[ a ]\n 1 │ ∗\n   │ ╰─ x\n───╯"), "   ,-[ a ]\n 1 | ∗\n   | `- x\n---'");
    }
}
