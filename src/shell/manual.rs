//! `cg completions` and `cg man`: files for the system around the program, from the table of its command line.

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::app::Status;
use super::{cli, world};
use crate::guide::help::{Entry, commands_of_program};

/// The arguments of `cg completions`.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Writes the script by which a shell completes the command line.
pub fn completions(shell: Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "cg", &mut script);
    if shell == Shell::Fish {
        script.extend(arguments_for_fish().into_bytes());
    }
    put(&script)
}

/// Returns the completions of arguments of commands for fish. The generated script completes the arguments of options alone.
fn arguments_for_fish() -> String {
    let mut script = String::new();
    for command in cli::command().get_subcommands() {
        for argument in command.get_positionals() {
            let values: Vec<_> =
                argument.get_possible_values().iter().map(|value| value.get_name().to_string()).collect();
            if !values.is_empty() {
                let (name, values) = (command.get_name(), values.join(" "));
                script += &format!("complete -c cg -n \"__fish_seen_subcommand_from {name}\" -f -a \"{values}\"\n");
            }
        }
    }
    script
}

/// Writes the manual page: the options, each command, and where the language is described.
pub fn manual() -> Status {
    let mut page = Vec::new();
    let written = Man::new(cli::command()).render(&mut page).and_then(|()| commands().to_writer(&mut page));
    if let Err(error) = written {
        world::complain(&format!("cg: the manual cannot be written: {error}"));
        return Status::Failed;
    }
    put(&page)
}

fn put(bytes: &[u8]) -> Status {
    world::put(&String::from_utf8_lossy(bytes));
    Status::Fine
}

/// Returns the section with the commands of the program, as `cg help` describes them.
fn commands() -> Roff {
    let mut page = Roff::new();
    page.control("SH", ["COMMANDS IN DETAIL"]);
    for entry in commands_of_program() {
        page.control("TP", []);
        page.text([bold(entry.form())]);
        page.text([roman(entry.summary())]);
        paragraphs(&mut page, entry);
    }
    page.control("SH", ["LANGUAGE"]);
    page.text([roman(
        "Every function, operator and setting has a page: `cg help NAME`; `cg help --markdown` writes all of them.",
    )]);
    page
}

fn paragraphs(page: &mut Roff, entry: Entry) {
    for paragraph in entry.definition().split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        page.control("IP", ["", "4"]);
        page.text([roman(paragraph)]);
    }
}
