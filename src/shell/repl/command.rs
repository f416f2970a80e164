//! The commands of the prompt.

use crate::diagnostic::nearest;

/// A command as it is listed.
pub struct Listed {
    /// Its name, without the colon.
    pub name: &'static str,
    /// Its arguments.
    pub takes: &'static str,
    /// Its description.
    pub about: &'static str,
}

/// Every command, in the order in which they are listed.
pub const COMMANDS: [Listed; 16] = [
    Listed { name: "help", takes: "[TOPIC]", about: "explains a name, a sign, a word; also ?name" },
    Listed { name: "search", takes: "WORDS", about: "finds built-ins by the words of their descriptions" },
    Listed { name: "explain", takes: "EXPR", about: "says why a value is what it is" },
    Listed { name: "draw", takes: "EXPR", about: "draws a position, a game or a graph" },
    Listed { name: "play", takes: "EXPR", about: "a game against the machine" },
    Listed { name: "load", takes: "FILE", about: "runs a script in this session" },
    Listed { name: "edit", takes: "[FILE]", about: "opens your editor on the last input or a file, then runs it" },
    Listed { name: "time", takes: "EXPR", about: "evaluates and says how long it took" },
    Listed { name: "set", takes: "[NAME VALUE]", about: "shows or changes a setting" },
    Listed { name: "vars", takes: "", about: "lists what is defined" },
    Listed { name: "history", takes: "", about: "lists the inputs of this session" },
    Listed { name: "undo", takes: "", about: "undoes the last definition" },
    Listed { name: "reset", takes: "", about: "forgets everything that was defined" },
    Listed { name: "save", takes: "FILE", about: "writes the definitions as a script" },
    Listed { name: "clear", takes: "", about: "clears the screen, as Ctrl-L does" },
    Listed { name: "quit", takes: "", about: "leaves; so does Ctrl-D" },
];

/// A command to the prompt itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Help; an empty topic lists the commands as well.
    Help(String),
    /// Built-ins by words.
    Search(String),
    /// Call a built-in of the same name; an empty call asks nothing.
    Call(&'static str, String),
    /// Run a file.
    Load(String),
    /// Edit a file and run it; an empty name is the last input.
    Edit(String),
    /// Evaluate with a clock.
    Time(String),
    /// Change a setting; an empty name shows all of them.
    Set(String, String),
    /// List definitions.
    Vars,
    /// List inputs.
    History,
    /// Undo the last definition.
    Undo,
    /// Forget everything.
    Reset,
    /// Clear the screen.
    Clear,
    /// Write the definitions.
    Save(String),
    /// Leave.
    Quit,
    /// None of these, with a sentence about what may be meant.
    Wrong(String),
}

/// Returns `true` if a line is for the prompt rather than for the language.
pub fn is_command(line: &str) -> bool {
    let line = line.trim();
    line.starts_with([':', '?']) || asked(line).is_some()
}

/// Returns the `name` of `name?`.
fn asked(line: &str) -> Option<&str> {
    let name = line.strip_suffix('?')?.trim_end();
    (!name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')).then_some(name)
}

/// Reads a command that other shells know without a colon: `quit`, `exit()`, `help norton`, `draw nim(3)`; and
/// `cg help norton`, as messages have it. A name that is defined in the session means itself.
pub fn read_bare(line: &str, is_defined: impl Fn(&str) -> bool) -> Option<Command> {
    let line = line.trim().trim_end_matches(';').trim_end();
    if let Some((name @ ("help" | "explain" | "play"), rest)) =
        line.strip_prefix("cg ").filter(|_| !is_defined("cg")).map(|line| line.split_once(' ').unwrap_or((line, "")))
    {
        let (name, rest) = rest.trim_start().strip_prefix("--search ").map_or((name, rest), |words| ("search", words));
        return read(&format!(":{name} {}", rest.trim_matches(['\'', ' '])));
    }
    let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    if is_defined(word) {
        return None;
    }
    let inside = rest.strip_prefix('(').and_then(|r| r.strip_suffix(')'));
    let topic = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    match (word, inside) {
        ("quit" | "exit", Some("")) => Some(Command::Quit),
        ("quit" | "exit" | "bye", _) if rest.is_empty() => Some(Command::Quit),
        ("help", Some(inside)) if topic(inside) => Some(Command::Help(inside.into())),
        // Values begin like this; `explain == f` and the like are of the language.
        ("explain" | "draw" | "play" | "search", _) if rest.starts_with(' ') && begins_value(rest) => {
            read(&format!(":{line}"))
        }
        ("help", None) if rest.is_empty() || rest.starts_with(' ') && !rest.contains(['=', '(']) => {
            Some(Command::Help(rest.trim().into()))
        }
        _ => None,
    }
}

/// Returns `true` if a text begins as a value does, and not as an operator or a call.
fn begins_value(text: &str) -> bool {
    let text = text.trim_start();
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '<' | '{' | '^' | '"' | '±' | '↑' | '↓' | '∗'))
        && !text.starts_with("<=")
        && !matches!(word, "and" | "or" | "then" | "else" | "for" | "if" | "in")
}

/// Reads a line that is for the prompt; `None` if it is for the language.
pub fn read(line: &str) -> Option<Command> {
    let line = line.trim();
    if let Some(topic) = line.strip_prefix('?').or_else(|| asked(line)) {
        return Some(Command::Help(topic.trim().into()));
    }
    let line = line.strip_prefix(':')?;
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    Some(match name {
        "help" | "h" | "?" => Command::Help(rest.into()),
        "search" => with(name, "some words", rest, Command::Search),
        "explain" => with(name, "something to explain", rest, |what| Command::Call("explain", what)),
        "draw" => with(name, "something to draw", rest, |what| Command::Call("draw", what)),
        "play" => with(name, "a position", rest, |what| Command::Call("play", what)),
        "load" | "l" => with(name, "a file", file(rest), Command::Load),
        "edit" | "e" => Command::Edit(file(rest).into()),
        "time" => with(name, "something to evaluate", rest, Command::Time),
        "set" => {
            let (name, value) = rest.split_once([' ', '=']).unwrap_or((rest, ""));
            Command::Set(name.trim().into(), value.trim().into())
        }
        "vars" | "history" | "undo" | "reset" | "clear" | "quit" | "q" | "exit" if !rest.is_empty() => {
            Command::Wrong(format!("`:{name}` takes nothing after it"))
        }
        "vars" => Command::Vars,
        "history" => Command::History,
        "undo" => Command::Undo,
        "reset" => Command::Reset,
        "clear" => Command::Clear,
        "save" => with(name, "a file", file(rest), Command::Save),
        "quit" | "q" | "exit" => Command::Quit,
        _ => Command::Wrong(unknown(name)),
    })
}

fn with(name: &str, wanted: &str, rest: &str, make: fn(String) -> Command) -> Command {
    if rest.is_empty() { Command::Wrong(format!("`:{name}` wants {wanted} after it")) } else { make(rest.into()) }
}

/// Returns a path, which may stand in quotes.
fn file(text: &str) -> &str {
    text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text)
}

fn unknown(name: &str) -> String {
    let near = nearest(name, COMMANDS.iter().map(|c| c.name));
    let by_prefix = COMMANDS.iter().map(|c| c.name).find(|c| !name.is_empty() && c.starts_with(name));
    match near.or(by_prefix) {
        Some(meant) => format!("there is no command `:{name}`; did you mean `:{meant}`?"),
        None => format!("there is no command `:{name}`; `:help` lists them"),
    }
}

/// Returns the forms of all commands, for the list of `:help`.
pub fn forms() -> Vec<String> {
    COMMANDS.iter().map(|command| format!(":{} {}", command.name, command.takes).trim_end().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_the_language() {
        assert_eq!(read("outcome?"), Some(Command::Help("outcome".into())));
        assert_eq!(read("?outcome"), Some(Command::Help("outcome".into())));
        assert_eq!(read(":load \"a b.cg\""), Some(Command::Load("a b.cg".into())));
        assert_eq!(read(":edit"), Some(Command::Edit("".into())));
        assert_eq!(read(":edit \"a b.cg\""), Some(Command::Edit("a b.cg".into())));
        assert_eq!(read(":set timeout 5s"), Some(Command::Set("timeout".into(), "5s".into())));
        assert_eq!(read("1 + 2"), None);
        assert_eq!(read("<0|1> ?"), None);
    }

    #[test]
    fn words_of_other_shells_are_understood() {
        let bare = |line| read_bare(line, |_| false);
        assert_eq!(bare("quit"), Some(Command::Quit));
        assert_eq!(bare(" exit() "), Some(Command::Quit));
        assert_eq!(bare("help"), Some(Command::Help("".into())));
        assert_eq!(bare("help nim_value"), Some(Command::Help("nim_value".into())));
        assert_eq!(bare("help(norton)"), Some(Command::Help("norton".into())));
        assert_eq!(bare("cg help norton"), Some(Command::Help("norton".into())));
        assert_eq!(bare("cg help --search least excluded"), Some(Command::Search("least excluded".into())));
        assert_eq!(bare("cg explain syntax::unclosed"), Some(Command::Call("explain", "syntax::unclosed".into())));
        assert_eq!(bare("explain <2|-1/2>"), Some(Command::Call("explain", "<2|-1/2>".into())));
        assert_eq!(bare("draw nim(3)"), Some(Command::Call("draw", "nim(3)".into())));
        assert_eq!(bare("draw := 3"), None);
        assert_eq!(bare("draw (3)"), None);
        assert_eq!(bare("cg := 3"), None);
        assert_eq!(bare("help := 3"), None);
        assert_eq!(bare("quitting"), None);
        assert_eq!(bare("quit + 1"), None);
        assert_eq!(read_bare("quit", |_| true), None);
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(read(":lod x"), Some(Command::Wrong("there is no command `:lod`; did you mean `:load`?".into())));
        assert_eq!(read(":res"), Some(Command::Wrong("there is no command `:res`; did you mean `:reset`?".into())));
        assert_eq!(read(":save"), Some(Command::Wrong("`:save` wants a file after it".into())));
        assert_eq!(read(":q x"), Some(Command::Wrong("`:q` takes nothing after it".into())));
    }
}
