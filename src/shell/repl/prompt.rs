//! The prompt: runs statements and commands line by line, whether a person types them or a pipe.

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use super::LINES_REMEMBERED;
use super::command::{self, Command};
use super::edit;
use super::record::Record;
use super::signs;
use super::transcript;
use super::validate::goes_on;
use crate::diagnostic::ErrorCode;
use crate::eval::{Prepared, guard};
use crate::lines;
use crate::shell::app::{App, Status};
use crate::shell::report::refuse;
use crate::shell::settings::{SETTINGS, Setting, is_option};
use crate::shell::{pager, pages, world};
use crate::source::Source;
use crate::value::Value;
use crate::visible;

/// The longest time for an example of help; after it the written result must do.
const TRIAL: Duration = Duration::from_secs(1);

/// The number of latest results that keep their names `_1`, `_2`.
const MAX_RESULTS: usize = 100;

/// The number of characters of a text that a sentence quotes.
const MAX_QUOTED: usize = 60;

/// The number of names that `:undo` lists.
const MAX_LISTED: usize = 10;

/// An input, with its result.
struct PromptInput {
    text: String,
    /// The numbers of its results.
    results: RangeInclusive<usize>,
}

/// A session at a prompt, with its results and its history.
pub struct Prompt {
    /// The program around the session.
    pub app: App,
    record: Record,
    answered: bool,
    /// The number of results so far.
    results: usize,
    /// The latest inputs.
    inputs: VecDeque<PromptInput>,
    /// The number of inputs before those.
    forgotten_inputs: usize,
    /// `true` if a text has run since the last input began.
    has_run: bool,
    /// The last input that was no command, which `:edit` opens.
    last_input: String,
}

impl Prompt {
    /// Begins at a prompt.
    pub fn new(mut app: App) -> Prompt {
        app.session.begin_undoable();
        Prompt {
            app,
            record: Record::default(),
            answered: false,
            results: 0,
            inputs: VecDeque::new(),
            forgotten_inputs: 0,
            has_run: false,
            last_input: String::new(),
        }
    }

    /// Runs a line, a statement or a command, and shows the answer. Returns `None` if it ends the session. A panic only fails the line.
    pub fn run_line(&mut self, line: &str) -> Option<Status> {
        guard(|| self.run_lines(line)).unwrap_or_else(|panic| {
            let help = "please report this with what you typed; everything defined so far is kept";
            world::complain(&format!("{panic}\nhelp: {help}"));
            Some(Status::Failed)
        })
    }

    fn run_lines(&mut self, line: &str) -> Option<Status> {
        if self.app.session.variable("cg").is_none()
            && let Some(typed) = transcript::typed(line)
        {
            // Only the typed part of a text copied from another prompt.
            let mut worst = Status::Fine;
            for line in typed {
                worst = worst.max(self.run_one(&line)?);
            }
            return Some(worst);
        }
        self.run_one(line)
    }

    fn run_one(&mut self, line: &str) -> Option<Status> {
        self.answered = false;
        if line.trim().is_empty() {
            return Some(Status::Fine);
        }
        let defined = |word: &str| self.app.session.is_defined(word);
        let command = command::read(line).or_else(|| command::read_bare(line, defined));
        let is_timed =
            self.app.settings.timing && !self.app.settings.json && !matches!(command, Some(Command::Time(_)));
        let (start, before) = (Instant::now(), self.results);
        self.has_run = false;
        let status = match command {
            None => {
                // A line of names belongs to the definition before it, which is made again with them.
                self.last_input = match goes_on(&self.last_input, line) {
                    true => format!("{}\n{line}", self.last_input),
                    false => line.to_string(),
                };
                let text = signs::expanded(&self.last_input).into_owned();
                self.text("<prompt>", &text)
            }
            Some(Command::Quit) => return None,
            Some(command) => self.run_command(command),
        };
        if is_timed && self.has_run {
            self.put_time(start.elapsed());
        }
        self.inputs.push_back(PromptInput { text: line.trim().to_string(), results: before + 1..=self.results });
        if self.inputs.len() > LINES_REMEMBERED {
            self.inputs.pop_front();
            self.forgotten_inputs += 1;
        }
        Some(status)
    }

    /// Prints the time that an input took, as a comment, so that a copy of the screen can still be run.
    fn put_time(&self, time: Duration) {
        let said = format!("# {}", clock(time));
        match self.app.settings.colour_on(&std::io::stdout()) {
            true => world::put_styled(&format!("\x1b[2m{said}\x1b[0m\n")),
            false => world::put_line(&said),
        }
    }

    /// Returns the inputs with their numbers and the names of those of their results that are kept.
    fn history(&self) -> String {
        let width = (self.forgotten_inputs + self.inputs.len()).to_string().len();
        let mut listed = String::new();
        for (number, input) in (self.forgotten_inputs + 1..).zip(&self.inputs) {
            let text = input.text.replace('\n', &format!("\n{:width$}  ", ""));
            listed += &format!("{number:width$}  {text}");
            let kept = input.results.clone().map(|result| format!("_{result}"));
            let mut kept: Vec<_> = kept.filter(|name| self.app.session.variable(name).is_some()).collect();
            if kept.len() > 2 {
                kept.splice(1..kept.len() - 1, ["..".to_string()]);
            }
            if !kept.is_empty() {
                listed += &format!("  # {}", kept.join(", "));
            }
            listed.push('\n');
        }
        if listed.is_empty() { "nothing was typed before\n".into() } else { listed }
    }

    /// Undoes the last definition and returns sentences about the names that changed.
    fn undo(&mut self) -> String {
        let Some((span, names)) = self.app.session.undo() else { return "nothing is left to take back\n".into() };
        self.record.forget(span);
        let text = self.app.sources().get(span.source).map_or("", |source| source.slice(span).trim());
        let mut said = format!("taken back: {}\n", shortened(text));
        for name in names.iter().take(MAX_LISTED) {
            said += &match self.own(name) {
                Some(_) if self.app.session.variable(name).is_none() => {
                    format!("`{name}` means what it meant before\n")
                }
                Some(defined) => format!("again {}", defined.trim_start_matches("defined here: ")),
                None => format!("`{name}` is not defined any more\n"),
            };
        }
        if names.len() > MAX_LISTED {
            said += &format!("and so on for {} more names\n", names.len() - MAX_LISTED);
        }
        said
    }

    /// Returns the result of the last statement of the last line, if it had one.
    pub fn answer(&self) -> Option<&Value> {
        self.app.session.variable("_").filter(|_| self.answered)
    }

    /// Runs a command other than `:quit`.
    pub fn run_command(&mut self, command: Command) -> Status {
        let said = match command {
            Command::Quit => Ok(String::new()),
            Command::Help(topic) if topic.is_empty() => Ok(pages::overview_at_prompt(&command::forms())),
            Command::Help(topic) => {
                let page = pages::page(&topic, &mut |example| self.tried(example));
                let topic = if topic.len() > 1 { topic.trim_start_matches(':') } else { &topic };
                let page = page.or_else(|_| pages::page(topic, &mut |example| self.tried(example)));
                page.or_else(|none| self.own(topic).ok_or(none))
            }
            Command::Search(words) => Ok(pages::found(&words)),
            Command::Load(path) => return self.load(&path),
            Command::Edit(path) => match self.edit(&path) {
                Ok(status) => return status,
                Err(message) => Err(message),
            },
            Command::Time(text) => return self.time(&text),
            Command::Call("explain", code) if crate::diagnostic::lookup(&code).is_some() => {
                pages::page(&code, &mut |_| None)
            }
            Command::Call(name, what) => {
                // A comment at its end must not take the parenthesis along.
                let end = if what.contains('#') { "\n" } else { "" };
                let what = signs::expanded(&what).into_owned();
                return self.text("<prompt>", &format!("{name}({what}{end})"));
            }
            Command::Set(name, value) => self.set(&name, &value),
            Command::Vars => {
                let all: Vec<String> = self.app.session.definitions().into_iter().map(|d| self.defined(d)).collect();
                Ok(if all.is_empty() { "nothing is defined yet\n".into() } else { all.concat() })
            }
            Command::History => Ok(self.history()),
            Command::Undo => Ok(self.undo()),
            Command::Clear => {
                world::clear_screen();
                Ok(String::new())
            }
            Command::Reset => {
                self.app.session.reset();
                self.record = Record::default();
                Ok("everything is forgotten\n".into())
            }
            Command::Save(path) => self.record.save(&path),
            Command::Wrong(message) => Err(message),
        };
        match said {
            Ok(text) => {
                pager::put(&text);
                Status::Fine
            }
            Err(message) => {
                self.complain(ErrorCode::CommandLine, &message);
                Status::Failed
            }
        }
    }

    /// Reports why a command of the prompt failed.
    fn complain(&self, code: ErrorCode, message: &str) {
        match self.app.settings.json {
            true => refuse(&self.app.settings, code, message, None),
            false => match world::columns_of_errors() {
                Some(columns) => world::complain(&lines::fitted(message, columns)),
                None => world::complain(message),
            },
        }
    }

    /// Returns the definition of a name of the person's own.
    fn own(&mut self, name: &str) -> Option<String> {
        let is_own = |definition: &String| definition.split('(').next() == Some(name);
        let definition = self.app.session.definitions().into_iter().find(is_own)?;
        Some(format!("defined here: {}", self.defined(definition)))
    }

    /// Returns a definition as `:vars` lists it: a variable with its value, as far as that fits on the line.
    fn defined(&mut self, definition: String) -> String {
        let Some(value) = self.app.session.variable(&definition).cloned() else { return definition + "\n" };
        let value = self.app.during(|session| session.short(&value)).replace('\n', " ");
        format!("{definition} := {value}\n")
    }

    /// Returns the result that an example of help has now, in a session of its own. `None` if it fails or takes too
    /// long.
    fn tried(&self, example: &str) -> Option<String> {
        let mut app = self.app.beside(TRIAL);
        let (_, prepared) = app.prepare("<example>", example);
        if prepared.has_errors() {
            return None;
        }
        let mut shown = String::new();
        for statement in &prepared.statements {
            let evaluated = app.evaluate(statement);
            shown += &evaluated.printed;
            shown += &evaluated.result.ok()?.text?;
        }
        Some(shown).filter(|shown| !shown.is_empty())
    }

    /// Runs a text and reports the time it took.
    fn time(&mut self, text: &str) -> Status {
        let work = self.app.session.budget().work();
        let (start, cpu) = (Instant::now(), cpu_time::ThreadTime::try_now());
        let (values, positions) = (work.values(), work.positions());
        let status = self.text("<prompt>", &signs::expanded(text));
        let mut said = clock(start.elapsed());
        if let Some(cpu) = cpu.ok().and_then(|cpu| cpu.try_elapsed().ok()) {
            said += &format!(", CPU {}", clock(cpu));
        }
        for (what, count) in [("values", work.values() - values), ("positions", work.positions() - positions)] {
            if count > 0 {
                said += &format!(", {count} new {what}");
            }
        }
        world::put(&format!("{said}\n"));
        status
    }

    /// Opens the editor on a file, or on the last input, and runs the text if it has changed.
    fn edit(&mut self, path: &str) -> Result<Status, String> {
        if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
            return Err("`:edit` needs a terminal; `:load FILE` runs a file".into());
        }
        if !path.is_empty() {
            edit::open(Path::new(path))?;
            return Ok(self.load(path));
        }
        let text = edit::edit_text(&self.last_input)?;
        if text.trim() == self.last_input.trim() {
            return Err("the text has not changed; nothing is run".into());
        }
        self.last_input = text.trim_end().to_string();
        // The screen shows the text, as if it had been typed.
        world::put_line(&visible::text(&self.last_input));
        Ok(self.text("<prompt>", &signs::expanded(&text)))
    }

    fn load(&mut self, path: &str) -> Status {
        match self.app.read_text(path) {
            Ok(text) => self.text(path, &text),
            Err(unreadable) => {
                self.complain(unreadable.code, &unreadable.message);
                if unreadable.status == Status::Interrupted { unreadable.status } else { Status::Failed }
            }
        }
    }

    /// Runs a text statement by statement, until one fails.
    pub fn text(&mut self, name: &str, text: &str) -> Status {
        let (source, prepared) = self.app.prepare_line(name, text);
        if !self.app.may_run(&source, &prepared) {
            return Status::of_text(&prepared);
        }
        self.statements(&source, &prepared)
    }

    fn statements(&mut self, source: &Source, prepared: &Prepared) -> Status {
        let mut worst = Status::Fine;
        self.has_run = true;
        for statement in &prepared.statements {
            self.answered = false;
            let step = self.app.step(source, statement);
            worst = worst.max(step.status);
            match step.value {
                Some(value) if statement.is_definition() => {
                    drop(value);
                    self.record.definition(&mut self.app.session, source, statement);
                }
                Some(value) if !matches!(value, Value::Nothing) => {
                    self.keep_result(value);
                }
                Some(_) => {}
                None if step.was_check => {}
                None => break,
            }
        }
        worst
    }

    /// Binds a result to its names: `_`, and `_` with its number.
    fn keep_result(&mut self, value: Value) {
        self.answered = true;
        self.results += 1;
        let session = &mut self.app.session;
        session.set_variable(&format!("_{}", self.results), value.clone());
        session.set_variable("_", value);
        if let Some(old) = self.results.checked_sub(MAX_RESULTS) {
            session.remove_variable(&format!("_{old}"));
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<String, String> {
        let settings = &mut self.app.settings;
        let width = SETTINGS.iter().map(|setting| setting.name.len()).max().unwrap_or(0);
        let line = |setting: &Setting| format!("{:width$}  {}\n", setting.name, (setting.shown)(settings));
        if name.is_empty() {
            return Ok(SETTINGS.iter().map(line).collect());
        }
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
            if is_option(name) {
                return Err(format!("`{name}` is set where `cg` starts: `cg --{name} ..`"));
            }
            let names: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
            return Err(format!("there is no setting `{name}`; the settings are {}", names.join(", ")));
        };
        if value.is_empty() {
            return Ok(line(setting));
        }
        (setting.set)(settings, value).map_err(|why| format!("`{value}` does not fit `{name}`: {why}"))?;
        self.app.apply();
        Ok(String::new())
    }
}

/// Returns the first line of a text, cut at [`MAX_QUOTED`] characters.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let short: String = line.chars().take(MAX_QUOTED).collect();
    if short.len() < text.len() { short + " .." } else { short }
}

/// Returns a time as a person reads it, with three digits.
fn clock(time: Duration) -> String {
    let (amount, unit) = match time.as_secs_f64() {
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let digits = if amount < 10.0 { 2 } else { usize::from(amount < 100.0) };
    let unit = if unit == "µs" && !world::shows_unicode() { "us" } else { unit };
    format!("{amount:.digits$} {unit}")
}

/// Returns the folder that imports of a text are taken from, as a path that holds anywhere.
pub(super) fn folder(source: &Source) -> std::path::PathBuf {
    let folder = Path::new(&*source.name).parent().unwrap_or(Path::new(""));
    std::path::absolute(folder).or_else(|_| std::env::current_dir()).unwrap_or_default()
}
