//! The command line: what it asks for, and doing that on one worker thread with a large stack.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::thread;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use clap_complete::Shell;

use super::contest::Agreed;
use super::desk::{Desk, Input, Meter, Status};
use super::interrupt::Interrupt;
use super::settings::{self, COLOURS, ERRORS, NOTATIONS, Settings, choose};
use super::world::{self, World};
use super::{batch, contest, farewell, fmt, lesson, loopback, lsp, machine, manual, pages, repl, test};

/// The commands, for suggestions.
pub const COMMANDS: [&str; 12] =
    ["run", "test", "batch", "help", "explain", "play", "lesson", "fmt", "lsp", "page", "completions", "man"];

/// What the program is asked to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Read and answer lines from a person.
    Repl,
    /// Run scripts and expressions in this order.
    Run(Vec<Input>),
    /// Compare what scripts say with what comes.
    Test(Test),
    /// List the lessons, or go through one.
    Lesson(Vec<String>),
    /// Answer lines for a program.
    Batch(BatchTask),
    /// Show help; an empty topic is the overview.
    Help(String),
    /// Write the whole reference.
    Markdown,
    /// Say what a code means.
    Explain(String),
    /// Play a game against the machine.
    Play(Agreed),
    /// Put scripts into their usual layout.
    Format(Format),
    /// Talk to an editor.
    Serve,
    /// Serve the page in the browser: its folder, and the port.
    Page(Option<String>, u16),
    /// Write what a shell needs to complete the command line.
    Completions(Shell),
    /// Write the manual page.
    Manual,
}

/// What `cg test` is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Scripts, Markdown files, directories.
    pub paths: Vec<String>,
    /// Write what comes behind the `#=>` that stand there.
    pub update: bool,
}

/// What `cg batch` is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchTask {
    /// Scripts to run before the first line is answered.
    pub files: Vec<String>,
    /// Processes among which the lines are shared; `None` answers them here, one after another in one session.
    pub jobs: Option<u16>,
    /// Files of answers; lines with an id that is answered there are passed over.
    pub done: Vec<String>,
    /// This is one of those processes.
    pub is_worker: bool,
}

/// What `cg fmt` is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Format {
    /// Scripts, directories, `-`.
    pub files: Vec<String>,
    /// Only say what would change.
    pub check: bool,
}

/// Runs the program. `meter` tells how many bytes are in use.
pub fn run(arguments: impl IntoIterator<Item = OsString>, meter: Meter) -> ExitCode {
    let (settings, task) = match read(arguments) {
        Ok(read) => read,
        Err(error) => {
            let text = error.render().to_string();
            if error.use_stderr() {
                world::complain(&text);
                return ExitCode::from(Status::Wrong.code());
            }
            world::put(&text);
            return ExitCode::SUCCESS;
        }
    };
    // One line for a mistake of ours; what it means for the session is said where it is caught.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or(String::new(), |l| format!(" at {}:{}", l.file(), l.line()));
        world::complain(&format!("cg: internal error{place}"));
    }));
    farewell::watch();
    let stack = machine::stack();
    for stack in [stack, stack / 4] {
        let (settings, task) = (settings.clone(), task.clone());
        let work = move || perform(&settings, task, meter);
        if let Ok(worker) = thread::Builder::new().name("cg".into()).stack_size(stack).spawn(work) {
            // A worker that panicked has said so itself.
            return ExitCode::from(worker.join().map_or(101, Status::code));
        }
    }
    perform(&settings, task, meter).code().into()
}

fn perform(settings: &Settings, task: Task, meter: Meter) -> Status {
    let desk = |world: World| Desk::open(settings, world, &Interrupt::install(false), meter);
    match task {
        Task::Repl => {
            let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
            let interrupt = Interrupt::install(person);
            let desk = Desk::open(settings, World::Open, &interrupt, meter);
            if person { repl::prompt(desk) } else { repl::piped(desk) }
        }
        Task::Run(inputs) => {
            let mut desk = desk(World::Open);
            let status = desk.run(&inputs);
            // The process ends; its memory need not be given back piece by piece.
            std::mem::forget(desk);
            status
        }
        Task::Test(wanted) => test::test(settings, &wanted, &Interrupt::install(false), meter),
        Task::Batch(wanted) => batch::batch(settings, &wanted, meter),
        Task::Lesson(words) => lesson::lesson(settings, &words, meter),
        Task::Help(topic) => pages::topic(&topic),
        Task::Markdown => pages::markdown(),
        Task::Explain(code) => pages::explain(&code),
        Task::Play(agreed) => contest::play(&mut desk(World::Open), &agreed),
        Task::Format(wanted) => fmt::fmt(settings, &wanted),
        Task::Serve => lsp::serve(settings, meter),
        Task::Page(folder, port) => loopback::page(folder.as_deref(), port),
        Task::Completions(shell) => manual::completions(shell),
        Task::Manual => manual::manual(),
    }
}

/// Reads the command line. The error is one of clap's, help and version included.
///
/// # Errors
/// What is wrong with the arguments, or a request for help or the version.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<(Settings, Task), clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    let mut settings = settings(&matches);
    settings.echo = matches.subcommand_matches("run").is_some_and(|run| run.get_flag("echo"));
    let task = match matches.subcommand() {
        Some(("run", run)) => Task::Run(inputs(run)),
        Some(("test", test)) => Task::Test(Test { paths: texts(test, "paths"), update: test.get_flag("update") }),
        Some(("lesson", lesson)) => Task::Lesson(texts(lesson, "lesson")),
        Some(("batch", batch)) => Task::Batch(BatchTask {
            files: texts(batch, "files"),
            jobs: batch.get_one("jobs").copied(),
            done: texts(batch, "done"),
            is_worker: batch.get_flag("worker"),
        }),
        Some(("help", help)) if help.get_flag("markdown") => Task::Markdown,
        Some(("help", help)) => Task::Help(texts(help, "topic").join(" ")),
        Some(("explain", explain)) => Task::Explain(texts(explain, "code").concat()),
        Some(("play", play)) => Task::Play(agreed(play)),
        Some(("fmt", fmt)) => Task::Format(Format { files: texts(fmt, "paths"), check: fmt.get_flag("check") }),
        Some(("page", page)) => Task::Page(texts(page, "folder").pop(), page.get_one("port").copied().unwrap_or(0)),
        Some(("completions", asked)) => Task::Completions(asked.get_one("shell").copied().unwrap_or(Shell::Bash)),
        Some(("man", _)) => Task::Manual,
        Some(_) => Task::Serve,
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
        init: !matches.get_flag("no-init"),
        memory: matches.get_one("memory").copied(),
        threads: matches.get_one("threads").copied().unwrap_or(usual.threads),
        max_output: matches.get_one("max-output").copied(),
        echo: usual.echo,
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

/// The command line as clap reads it.
pub fn command() -> Command {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).global(true);
    let json = json.help("Write results as JSON objects, one a line").help_heading("Options for every command");
    let no_init = Arg::new("no-init").long("no-init").action(ArgAction::SetTrue);
    let no_init = no_init.help("Start the prompt without the start-up file");
    let test =
        Command::new("test").about("Compare every `#=>` and `check` of scripts and Markdown files with what comes");
    let help = Command::new("help").about("Explain a built-in, an operator, a command or a setting");
    let markdown = Arg::new("markdown").long("markdown").action(ArgAction::SetTrue);
    let markdown = markdown.help("Write the whole reference as Markdown");
    let explain = Command::new("explain").about("Explain the code of an error, such as `syntax::unclosed`");
    let lesson = Command::new("lesson").about("Learn the theory step by step; without a number: list the lessons");
    let taken = "The number of a lesson, or a script of your own; then the step to begin with";
    let run = Command::new("run").about("Run scripts").arg_required_else_help(true);
    let flag = |id: &'static str, help: &'static str| Arg::new(id).long(id).action(ArgAction::SetTrue).help(help);
    let jobs =
        Arg::new("jobs").long("jobs").short('j').value_name("N").value_parser(clap::value_parser!(u16).range(1..=256));
    let done = Arg::new("done").long("done").value_name("FILE").action(ArgAction::Append);
    let done = done.value_parser(clap::value_parser!(OsString));
    let batch = Command::new("batch")
        .about("Answer statements on standard input, one a line, with JSON objects")
        .arg(words("files", "FILE", 0).help("Scripts to run before the first line, whose names all lines may use"))
        .arg(jobs.help("Answer lines side by side in N processes; what lines need is then defined in the files alone"))
        .arg(done.help("Pass over the lines whose id is answered in this file, the output of an earlier run"))
        .arg(flag("worker", "Answer the lines of another process").hide(true));
    let play = Command::new("play")
        .about("Play a game against the machine")
        .arg(words("expression", "EXPR", 1).num_args(1).help("The position, such as 'nim(3, 4, 5)'"))
        .arg(flag("misere", "Who cannot move wins"))
        .arg(flag("second", "The machine moves first"))
        .arg(flag("right", "Right moves first, where the players have different moves").alias("R"))
        .arg(flag("auto", "The machine plays both sides").conflicts_with("second"));
    let fmt = Command::new("fmt")
        .about("Put scripts into their usual layout, in place")
        .arg(words("paths", "FILE", 0).help("Scripts, or directories of them; `-` is standard input"))
        .arg(flag("check", "Change nothing; say which scripts would change, with exit status 1"));
    // Editors that pass `--stdio` mean what is done anyway.
    let lsp = Command::new("lsp")
        .about("Serve an editor by the language server protocol, on standard input and output")
        .arg(flag("stdio", "As it does anyway").hide(true));
    let port = Arg::new("port").long("port").value_name("N").value_parser(clap::value_parser!(u16));
    let page = Command::new("page")
        .about("Serve the page in the browser to this machine")
        .arg(words("folder", "FOLDER", 0).num_args(0..=1).help("What `web/build` wrote [default: where it usually is]"))
        .arg(port.help("The port [default: any that is free]"));
    let shell = Arg::new("shell").value_name("SHELL").required(true).value_parser(clap::value_parser!(Shell));
    let completions = Command::new("completions")
        .about("Write a script by which a shell completes the command line")
        .arg(shell.help("For this shell"));
    let man = Command::new("man").about("Write the manual page, as `man` reads it");
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
        .arg(no_init)
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
        .arg(
            option(
                "threads",
                ValueParser::new(settings::threads),
                "Threads for long sequences and the search for a winner; answers stay the same [default: 1]",
            )
            .value_name("N"),
        )
        .arg(option(
            "max-output",
            ValueParser::new(settings::size),
            "Longest answer where nothing is cut, in files, pipes and JSON, such as 1MB [default: none]",
        ))
        .subcommand(run.arg(files()).arg(expression()).arg(flag("echo", "Show each statement before its result")))
        .subcommand(
            test.arg(words("paths", "PATH", 1).help("Scripts, Markdown files, or directories of both"))
                .arg(flag("update", "Write what comes behind the `#=>` that stand there already")),
        )
        .subcommand(batch)
        .subcommand(help.arg(words("topic", "TOPIC", 0)).arg(markdown))
        .subcommand(explain.arg(words("code", "CODE", 1).num_args(1)))
        .subcommand(lesson.arg(words("lesson", "LESSON", 0).num_args(0..=2).help(taken)))
        .subcommand(play)
        .subcommand(fmt)
        .subcommand(lsp)
        .subcommand(page)
        .subcommand(completions)
        .subcommand(man)
}
