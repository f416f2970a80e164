//! The command line: reading it, and doing its work on one worker thread with a large stack.
//!
//! A subcommand is a variant of [`Command`] and an arm of [`perform`]; its arguments stand beside the function that runs it.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::thread;

use clap::builder::{OsStringValueParser, PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand};

use super::app::{App, Input, Meter, Status};
use super::batch::BatchArguments;
#[cfg(feature = "catalogue")]
use super::catalogue::{self, CatalogueArguments};
use super::contest::PlayArguments;
use super::fmt::FmtArguments;
use super::interrupt::Interrupt;
use super::lesson::LessonArguments;
use super::loopback::PageArguments;
use super::manual::CompletionsArguments;
use super::pages::{ExplainArguments, HelpArguments};
use super::report::refuse;
use super::settings::{Settings, choice};
use super::test::TestArguments;
use super::verify::VerifyArguments;
use super::world::{self, World};
use super::{batch, contest, farewell, fmt, lesson, loopback, lsp, machine, manual, pages, repl, shot, test, verify};
use crate::diagnostic::ErrorCode;
use crate::picture::Theme;

/// The whole command line.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "cg",
    bin_name = "cg",
    version = env!("CG_VERSION"),
    about = "A calculator and a language for combinatorial games. Without a command or file: a prompt.",
    override_usage = "cg [OPTIONS] [FILE]... [-e EXPR]...\n       cg [OPTIONS] COMMAND ...",
    disable_help_subcommand = true,
    args_override_self = true,
    subcommand_help_heading = "Commands",
    subcommand_value_name = "COMMAND"
)]
struct CommandLine {
    #[command(flatten)]
    inputs: InputArguments,
    /// Start the prompt without the start-up file
    #[arg(long = "no-init", action = ArgAction::SetFalse)]
    init: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The subcommands; their comments are their help.
#[derive(Clone, Debug, Subcommand)]
enum Command {
    /// Run scripts
    Run(RunArguments),
    /// Compare every `#=>` and `check` of scripts and Markdown files with the results
    Test(TestArguments),
    /// Answer statements on standard input, one a line, with JSON objects
    Batch(BatchArguments),
    /// Explain a built-in, an operator, a command or a setting
    Help(HelpArguments),
    /// Explain the code of an error, such as `syntax::unclosed`
    Explain(ExplainArguments),
    /// Learn the theory step by step; without a number: list the lessons
    Lesson(LessonArguments),
    /// Play a game against the machine
    Play(PlayArguments),
    /// Check certificates, which `certificate` makes
    Verify(VerifyArguments),
    /// Keep all positions of a ruleset with their values in a file
    #[cfg(feature = "catalogue")]
    Catalogue(CatalogueArguments),
    /// Put scripts into their usual layout, in place
    Fmt(FmtArguments),
    /// Serve an editor by the language server protocol, on standard input and output
    Lsp {
        /// Use standard input and output, the only way
        // Editors pass this option.
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// Serve the page in the browser to this machine
    Page(PageArguments),
    /// Write a script by which a shell completes the command line
    Completions(CompletionsArguments),
    /// Write the manual page, as `man` reads it
    Man,
}

/// The texts to run.
#[derive(Clone, Debug, Args)]
struct InputArguments {
    /// Scripts to run one after another in one session; `-` is standard input
    #[arg(value_name = "FILE", value_parser = lossy())]
    files: Vec<String>,
    /// Evaluate a text, after the files; may be given several times
    #[arg(short = 'e', value_name = "EXPR", allow_hyphen_values = true, value_parser = lossy())]
    expressions: Vec<String>,
}

/// The arguments of `cg run`.
#[derive(Clone, Debug, Args)]
#[command(arg_required_else_help = true)]
struct RunArguments {
    #[command(flatten)]
    inputs: InputArguments,
    /// Show each statement before its result
    #[arg(long)]
    echo: bool,
    /// Write statements and results as the picture of a terminal, in SVG; the word is its colours
    #[arg(long, value_name = "light|dark|transparent|print", value_parser = choice::<Theme>())]
    picture: Option<Theme>,
}

impl InputArguments {
    /// Returns the inputs in the order in which they run.
    fn inputs(self) -> Vec<Input> {
        self.files
            .iter()
            .map(|name| Input::named(name))
            .chain(self.expressions.into_iter().map(Input::Expression))
            .collect()
    }
}

/// Returns a parser of texts that replaces bytes that are not UTF-8.
pub fn lossy() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|text| text.to_string_lossy().into_owned())
}

/// A parser of any text; shells complete the suggested ones.
#[derive(Clone)]
pub struct Suggestions(pub fn() -> Vec<&'static str>);

impl TypedValueParser for Suggestions {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        text: &OsStr,
    ) -> Result<String, clap::Error> {
        lossy().parse_ref(command, argument, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// Returns the command line as clap reads it.
pub fn command() -> clap::Command {
    CommandLine::command()
}

/// Runs the program. `meter` returns the number of bytes in use.
pub fn run(arguments: impl IntoIterator<Item = OsString>, meter: Meter) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let line = match CommandLine::try_parse_from(&arguments) {
        Ok(line) => line,
        Err(error) if error.use_stderr() => {
            misread(&error, arguments.iter().any(|argument| argument == "--json"));
            return ExitCode::from(Status::Wrong.code());
        }
        Err(asked) => {
            world::put(&asked.render().to_string());
            return ExitCode::SUCCESS;
        }
    };
    let settings = line.settings.clone();
    // One line for a mistake of ours; the place that catches it explains what it means for the session.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or(String::new(), |l| format!(" at {}:{}", l.file(), l.line()));
        world::complain(&format!("cg: internal error{place}"));
    }));
    farewell::watch();
    let stack = machine::stack();
    for stack in [stack, stack / 4] {
        let line = line.clone();
        let work = move || perform(line, meter);
        if let Ok(worker) = thread::Builder::new().name("cg".into()).stack_size(stack).spawn(work) {
            return ExitCode::from(worker.join().map_or_else(
                |_| {
                    // The hook has reported the panic to a person.
                    if settings.json {
                        let message = "the program met a state that should not exist";
                        refuse(&settings, ErrorCode::InternalPanic, message, Some("please report this"));
                    }
                    101
                },
                Status::code,
            ));
        }
    }
    perform(line, meter).code().into()
}

/// Reports a command line that cannot be read.
fn misread(error: &clap::Error, json: bool) {
    let text = error.render().to_string();
    if !json {
        return world::complain(&text);
    }
    let first = text.split("\n\n").next().unwrap_or("").trim_start_matches("error: ");
    let message = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "this command wants arguments".to_string(),
        _ => first.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let settings = Settings { json, ..Settings::default() };
    refuse(&settings, ErrorCode::CommandLine, &message, Some("`cg --help` shows what there is"));
}

/// Runs the command of the command line.
fn perform(line: CommandLine, meter: Meter) -> Status {
    let settings = &Settings { init: line.init, ..line.settings };
    match line.command {
        None => match line.inputs.inputs() {
            inputs if inputs.is_empty() => converse(settings, meter),
            inputs => run_inputs(settings, &inputs, meter),
        },
        Some(Command::Run(RunArguments { inputs, picture: Some(theme), .. })) => {
            shot::picture(settings, &inputs.inputs(), theme, meter)
        }
        Some(Command::Run(RunArguments { inputs, echo, picture: None })) => {
            run_inputs(&Settings { echo, ..settings.clone() }, &inputs.inputs(), meter)
        }
        Some(Command::Test(arguments)) => test::test(settings, &arguments, &Interrupt::install(false), meter),
        Some(Command::Batch(arguments)) => batch::batch(settings, &arguments, meter),
        Some(Command::Help(arguments)) => pages::help(settings, &arguments),
        Some(Command::Explain(arguments)) => pages::explain(settings, &arguments.code),
        Some(Command::Lesson(arguments)) => lesson::lesson(settings, &arguments, meter),
        Some(Command::Play(arguments)) => contest::play(&mut open_app(settings, meter), &arguments),
        Some(Command::Verify(arguments)) => verify::verify(&mut open_app(settings, meter), &arguments),
        #[cfg(feature = "catalogue")]
        Some(Command::Catalogue(arguments)) => catalogue::catalogue(settings, &arguments, meter),
        Some(Command::Fmt(arguments)) => fmt::fmt(settings, &arguments),
        Some(Command::Lsp { .. }) => lsp::serve(settings, meter),
        Some(Command::Page(arguments)) => loopback::page(settings, arguments.folder.as_deref(), arguments.port),
        Some(Command::Completions(arguments)) => manual::completions(arguments.shell),
        Some(Command::Man) => manual::manual(),
    }
}

/// Answers the lines of a person or of a pipe.
fn converse(settings: &Settings, meter: Meter) -> Status {
    let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let app = App::open(settings, World::Open, &Interrupt::install(person), meter);
    if person { repl::prompt(app) } else { repl::piped(app) }
}

/// Runs scripts and expressions in their order.
fn run_inputs(settings: &Settings, inputs: &[Input], meter: Meter) -> Status {
    let mut app = open_app(settings, meter);
    let status = app.run(inputs);
    // The process ends, so that its memory need not be freed piece by piece.
    std::mem::forget(app);
    status
}

/// Opens an app that prints and writes files.
fn open_app(settings: &Settings, meter: Meter) -> App {
    App::open(settings, World::Open, &Interrupt::install(false), meter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::help::commands_of_program;

    #[test]
    fn the_command_line_is_consistent_and_every_command_has_a_page() {
        let line = command();
        line.clone().debug_assert();
        let pages: Vec<_> = commands_of_program().map(|entry| entry.form()).collect();
        for name in line.get_subcommands().map(clap::Command::get_name) {
            let begins =
                |page: &String| page.strip_prefix("cg ").is_some_and(|rest| rest.split(' ').next() == Some(name));
            assert!(
                pages.iter().any(begins) || name == "run" && pages.iter().any(|page| page.starts_with("cg FILE")),
                "`cg {name}`: {pages:?}"
            );
        }
    }
}
