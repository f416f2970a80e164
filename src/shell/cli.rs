//! The command line.

use std::ffi::OsString;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command};

use super::contest::Agreed;
use super::run::Input;
use super::settings::{self, COLOURS, ERRORS, NOTATIONS, Settings, choose};

/// The commands, for suggestions.
pub const COMMANDS: [&str; 9] = ["run", "test", "batch", "help", "explain", "play", "lesson", "fmt", "lsp"];

/// What the program is asked to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Read and answer lines from a person.
    Repl,
    /// Run scripts and expressions in this order.
    Run(Vec<Input>),
    /// Compare what scripts say with what comes.
    Test(Vec<String>),
    /// List the lessons, or go through one.
    Lesson(Vec<String>),
    /// Answer lines for a program.
    Batch,
    /// Show help; an empty topic is the overview.
    Help(String),
    /// Write the whole reference.
    Markdown,
    /// Say what a code means.
    Explain(String),
    /// Play a game against the machine.
    Play(Agreed),
    /// A command that does not exist yet.
    Later(&'static str),
}

/// Reads the command line. The error is one of clap's, help and version included.
///
/// # Errors
/// What is wrong with the arguments, or a request for help or the version.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<(Settings, Task), clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    let settings = settings(&matches);
    let task = match matches.subcommand() {
        Some(("run", run)) => Task::Run(inputs(run)),
        Some(("test", test)) => Task::Test(texts(test, "paths")),
        Some(("lesson", lesson)) => Task::Lesson(texts(lesson, "lesson")),
        Some(("batch", _)) => Task::Batch,
        Some(("help", help)) if help.get_flag("markdown") => Task::Markdown,
        Some(("help", help)) => Task::Help(texts(help, "topic").join(" ")),
        Some(("explain", explain)) => Task::Explain(texts(explain, "code").concat()),
        Some(("play", play)) => Task::Play(agreed(play)),
        Some((name, _)) => Task::Later(COMMANDS.iter().find(|c| **c == name).copied().unwrap_or("this command")),
        None => match inputs(&matches) {
            inputs if inputs.is_empty() => Task::Repl,
            inputs => Task::Run(inputs),
        },
    };
    Ok((settings, task))
}

fn agreed(matches: &ArgMatches) -> Agreed {
    let [misere, right, second, auto] = ["misere", "right", "second", "auto"].map(|id| matches.get_flag(id));
    Agreed { text: texts(matches, "expression").join(" "), misere, right, second, auto }
}

fn texts(matches: &ArgMatches, id: &str) -> Vec<String> {
    let all = matches.get_many::<OsString>(id).unwrap_or_default();
    all.map(|text| text.to_string_lossy().into_owned()).collect()
}

fn inputs(matches: &ArgMatches) -> Vec<Input> {
    let file = |name: String| if name == "-" { Input::Standard } else { Input::File(name) };
    let files = texts(matches, "files").into_iter().map(file);
    files.chain(texts(matches, "expression").into_iter().map(Input::Expression)).collect()
}

fn settings(matches: &ArgMatches) -> Settings {
    let usual = Settings::default();
    Settings {
        notation: matches.get_one("notation").copied(),
        json: matches.get_flag("json"),
        errors: matches.get_one("errors").copied().unwrap_or(usual.errors),
        colour: matches.get_one("color").copied().unwrap_or(usual.colour),
        timeout: matches.get_one("timeout").copied().flatten(),
        memory: matches.get_one("memory").copied(),
    }
}

/// An option that takes a word of a few, for every command.
fn choice<T: Copy + Send + Sync + 'static>(
    name: &'static str,
    choices: &'static [(&'static str, T)],
    help: &'static str,
) -> Arg {
    let parser = move |word: &str| choose(choices, word);
    option(name, ValueParser::new(parser), help)
}

/// An option that takes a value, for every command.
fn option(name: &'static str, parser: ValueParser, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_parser(parser).global(true).help(help).help_heading("Options for every command")
}

fn files() -> Arg {
    let help = "Scripts to run one after another in one session; `-` is standard input";
    Arg::new("files").value_name("FILE").num_args(0..).value_parser(clap::value_parser!(OsString)).help(help)
}

fn expression() -> Arg {
    Arg::new("expression")
        .short('e')
        .value_name("EXPR")
        .action(ArgAction::Append)
        .allow_hyphen_values(true)
        .value_parser(clap::value_parser!(OsString))
        .help("Evaluate a text, after the files; may be given several times")
}

fn words(id: &'static str, name: &'static str, least: usize) -> Arg {
    let parser = clap::value_parser!(OsString);
    Arg::new(id).value_name(name).num_args(least..).required(least > 0).value_parser(parser)
}

fn later(name: &'static str, about: &'static str) -> Command {
    let rest = words("rest", "ARGUMENT", 0).trailing_var_arg(true).allow_hyphen_values(true);
    Command::new(name).about(about).hide(true).arg(rest)
}

/// The command line as clap reads it.
pub fn command() -> Command {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).global(true);
    let json = json.help("Write results as JSON objects, one a line").help_heading("Options for every command");
    let test =
        Command::new("test").about("Compare every `#=>` and `check` of scripts and Markdown files with what comes");
    let batch = Command::new("batch").about("Answer statements on standard input, one a line, with JSON objects");
    let help = Command::new("help").about("Explain a built-in, an operator, a command or a setting");
    let markdown = Arg::new("markdown").long("markdown").action(ArgAction::SetTrue);
    let markdown = markdown.help("Write the whole reference as Markdown");
    let explain = Command::new("explain").about("Explain the code of an error, such as `syntax::unclosed`");
    let lesson = Command::new("lesson").about("Learn the theory step by step; without a number: list the lessons");
    let taken = "The number of a lesson, or a script of your own; then the step to begin with";
    let run = Command::new("run").about("Run scripts").arg_required_else_help(true);
    let flag = |id: &'static str, help: &'static str| Arg::new(id).long(id).action(ArgAction::SetTrue).help(help);
    let play = Command::new("play")
        .about("Play a game against the machine")
        .arg(words("expression", "EXPR", 1).num_args(1).help("The position, such as 'nim(3, 4, 5)'"))
        .arg(flag("misere", "Who cannot move wins"))
        .arg(flag("second", "The machine moves first"))
        .arg(flag("right", "Right moves first, where the players have different moves").alias("R"))
        .arg(flag("auto", "The machine plays both sides").conflicts_with("second"));
    Command::new("cg")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A calculator and a language for combinatorial games. Without a command or file: a prompt.")
        .override_usage("cg [OPTIONS] [FILE]... [-e EXPR]...\n       cg [OPTIONS] COMMAND ...")
        .disable_help_subcommand(true)
        .args_override_self(true)
        .subcommand_help_heading("Commands")
        .subcommand_value_name("COMMAND")
        .arg(files())
        .arg(expression())
        .arg(choice("notation", &NOTATIONS, "How results are written").value_name("ascii|unicode|latex"))
        .arg(json)
        .arg(choice("errors", &ERRORS, "How errors are shown").value_name("graphical|plain|json"))
        .arg(choice("color", &COLOURS, "When colours are used").value_name("auto|always|never").alias("colour"))
        .arg(option(
            "timeout",
            ValueParser::new(settings::duration),
            "Longest time for a statement: 500ms, 10s, 2m, 1h",
        ))
        .arg(option(
            "memory",
            ValueParser::new(settings::bytes),
            "Most memory, such as 4GiB [default: 3/4 of the machine]",
        ))
        .subcommand(run.arg(files()).arg(expression()))
        .subcommand(test.arg(words("paths", "PATH", 1).help("Scripts, Markdown files, or directories of both")))
        .subcommand(batch)
        .subcommand(help.arg(words("topic", "TOPIC", 0)).arg(markdown))
        .subcommand(explain.arg(words("code", "CODE", 1).num_args(1)))
        .subcommand(lesson.arg(words("lesson", "LESSON", 0).num_args(0..=2).help(taken)))
        .subcommand(play)
        .subcommand(later("fmt", "Format scripts"))
        .subcommand(later("lsp", "Serve an editor"))
}
