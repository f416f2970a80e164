//! Completion: a function of the session, the line and the place of the cursor.

use std::path::{MAIN_SEPARATOR, Path};

use super::command::COMMANDS;
use super::signs;
use super::words::KEYWORDS;
use crate::builtins;
use crate::eval::{Arity, Session};
use crate::shell::settings;
use crate::syntax::Reading;

/// What a candidate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CandidateKind {
    /// A name that was defined.
    Binding,
    /// An argument that is given by its name.
    Parameter,
    /// A built-in function or constant.
    Builtin,
    /// A word of the language.
    Keyword,
    /// A command that starts with a colon, or one of its arguments.
    Command,
    /// A file or directory.
    File,
    /// A sign written as a backslash and a word.
    Sign,
}

/// Something that can stand where the cursor is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What is inserted.
    pub text: String,
    /// What it is.
    pub kind: CandidateKind,
    /// One line about it.
    pub summary: String,
}

/// What can stand at byte `pos` of the line, and where the word that it replaces begins.
pub fn complete(session: &Session, line: &str, pos: usize) -> (usize, Vec<Candidate>) {
    let before = line.get(..pos).unwrap_or(line);
    if let Some(command) = before.trim_start().strip_prefix(':') {
        return commands(session, before, command);
    }
    if let Some(start) = open_text(before) {
        let opener = before[..start - 1].trim_end_matches(['(', ' ']);
        let reads = ["import", "load_graph", "save_graph"].iter().any(|w| opener.ends_with(w));
        return if reads { files(&before[start..], start) } else { (pos, Vec::new()) };
    }
    if let Some(found) = signs::candidates(before).filter(|_| !in_comment(before)) {
        return found;
    }
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let start = before.rfind(|c| !word(c)).map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
    let prefix = &before[start..];
    if prefix.is_empty() || prefix.starts_with(|c: char| c.is_ascii_digit()) || in_comment(before) {
        return (pos, Vec::new());
    }
    let mut found = named_arguments(&before[..start], prefix);
    found.extend(names(session, prefix));
    (start, found)
}

/// The arguments that may be left out of the call that is open, where one can begin: `component(R_m`.
fn named_arguments(before: &str, prefix: &str) -> Vec<Candidate> {
    if !before.trim_end().ends_with(['(', ',']) {
        return Vec::new();
    }
    let reading = Reading::new(before);
    let Some((callee, _)) = reading.open_call() else { return Vec::new() };
    let row = builtins::all().find(|b| b.name == callee || b.aliases.contains(&callee));
    let optional = row.into_iter().flat_map(|row| row.parameters).filter(|p| p.arity == Arity::Optional);
    let fitting = optional.filter(|p| p.name.starts_with(prefix));
    fitting.map(|p| candidate(format!("{} = ", p.name), CandidateKind::Parameter, p.kind)).collect()
}

fn candidate(text: impl Into<String>, kind: CandidateKind, summary: impl Into<String>) -> Candidate {
    Candidate { text: text.into(), kind, summary: summary.into() }
}

/// Names that begin with `prefix`: those defined first, then built-ins, then words.
fn names(session: &Session, prefix: &str) -> Vec<Candidate> {
    let mut all = Vec::new();
    for signature in session.definitions() {
        let (name, call) = match signature.split_once('(') {
            Some((name, _)) => (name.to_string(), "("),
            None => (signature.clone(), ""),
        };
        if name.starts_with(prefix) {
            all.push(candidate(name + call, CandidateKind::Binding, signature));
        }
    }
    all.sort_by(|a, b| a.text.cmp(&b.text));
    let bound: Vec<String> = all.iter().map(|c| c.text.trim_end_matches('(').to_string()).collect();
    let mut more = Vec::new();
    for row in builtins::all() {
        for name in std::iter::once(&row.name).chain(row.aliases) {
            if name.starts_with(prefix) && !bound.iter().any(|b| b == name) {
                let call = if row.constant { "" } else { "(" };
                more.push(candidate(format!("{name}{call}"), CandidateKind::Builtin, row.summary()));
            }
        }
    }
    let words = KEYWORDS.iter().filter(|(w, _)| w.starts_with(prefix) && !bound.iter().any(|b| b == w));
    more.extend(words.map(|(word, about)| candidate(*word, CandidateKind::Keyword, *about)));
    more.sort_by(|a, b| a.text.cmp(&b.text));
    more.dedup_by(|a, b| a.text.trim_end_matches('(') == b.text.trim_end_matches('('));
    all.extend(more);
    all
}

/// Commands, and the arguments of those that take names or files.
fn commands(session: &Session, before: &str, command: &str) -> (usize, Vec<Candidate>) {
    let Some((name, argument)) = command.split_once(' ') else {
        let start = before.len() - command.len();
        let matching = COMMANDS.iter().filter(|c| c.name.starts_with(command));
        return (start, matching.map(|c| candidate(c.name, CandidateKind::Command, c.about)).collect());
    };
    let argument = argument.trim_start();
    let start = before.len() - argument.len();
    match name {
        "load" | "save" => files(argument, start),
        "time" | "explain" | "draw" | "play" => {
            let (at, found) = complete(session, argument, argument.len());
            (start + at, found)
        }
        "help" => {
            let mut topics: Vec<_> =
                names(session, argument).into_iter().filter(|c| c.kind != CandidateKind::Binding).collect();
            topics.iter_mut().for_each(|c| c.text.truncate(c.text.trim_end_matches('(').len()));
            (start, topics)
        }
        "set" => {
            let settings = settings::NAMES.iter().filter(|n| n.starts_with(argument));
            (start, settings.map(|n| candidate(format!("{n} "), CandidateKind::Command, "a setting")).collect())
        }
        _ => (before.len(), Vec::new()),
    }
}

/// Files and directories whose path begins with `prefix`.
fn files(prefix: &str, start: usize) -> (usize, Vec<Candidate>) {
    let cut = prefix.rfind(['/', MAIN_SEPARATOR]).map_or(0, |i| i + 1);
    let (directory, name) = prefix.split_at(cut);
    let entries = std::fs::read_dir(if directory.is_empty() { Path::new(".") } else { Path::new(directory) });
    let mut found = Vec::new();
    for entry in entries.into_iter().flatten().flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if !file.starts_with(name) || (file.starts_with('.') && !name.starts_with('.')) {
            continue;
        }
        let is_directory = entry.path().is_dir();
        let end = if is_directory { "/" } else { "" };
        let about = if is_directory { "directory" } else { "file" };
        found.push(candidate(format!("{file}{end}"), CandidateKind::File, about));
    }
    found.sort_by(|a, b| a.text.cmp(&b.text));
    (start + cut, found)
}

/// Where the text begins that is open at the end, after its quote.
pub(super) fn open_text(before: &str) -> Option<usize> {
    let lexemes = crate::syntax::lexer::lex(before);
    let last = lexemes.last()?;
    let open = last.kind == crate::syntax::token::Lexeme::OpenText && last.end as usize == before.len();
    open.then_some(last.start as usize + 1)
}

pub(super) fn in_comment(before: &str) -> bool {
    use crate::syntax::token::Lexeme;
    let lexemes = crate::syntax::lexer::lex(before);
    lexemes.last().is_some_and(|l| matches!(l.kind, Lexeme::Comment | Lexeme::Expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Quiet;
    use crate::value::Value;

    fn session() -> Session {
        let mut session = Session::new(builtins::all(), Box::new(Quiet::default()));
        session.set_variable("kappa", Value::Integer(1));
        let source = session.sources.add("<test>", "kiwi(n, m) := n + m");
        let prepared = session.prepare(&source);
        prepared.statements.iter().for_each(|s| drop(session.execute(s)));
        session
    }

    fn texts(line: &str) -> (usize, Vec<String>) {
        let (start, found) = complete(&session(), line, line.len());
        (start, found.into_iter().map(|c| c.text).collect())
    }

    #[test]
    fn bindings_come_first_and_functions_open_their_call() {
        let (start, found) = texts("1 + k");
        assert_eq!(start, 4);
        assert_eq!(found[..2], ["kappa".to_string(), "kiwi(".to_string()]);
    }

    #[test]
    fn builtins_and_keywords() {
        assert!(texts("outc").1.contains(&"outcome(".to_string()));
        assert_eq!(texts("chec").1, ["check", "check_symmetry("]);
        assert_eq!(texts("").1, Vec::<String>::new());
        assert_eq!(texts("3").1, Vec::<String>::new());
        assert_eq!(texts("component(D = 2, R_m").1, ["R_misere = "]);
        assert_eq!(texts("component(D = 2 + R_m").1, Vec::<String>::new());
        assert_eq!(texts("# outc").1, Vec::<String>::new());
        assert_eq!(texts("\"outc").1, Vec::<String>::new());
    }

    #[test]
    fn commands_topics_and_settings() {
        assert_eq!(texts(":re"), (1, vec!["reset".into()]));
        assert_eq!(texts(":set not"), (5, vec!["notation ".into()]));
        assert!(texts(":help outc").1.contains(&"outcome".to_string()));
        assert_eq!(texts(":time 1 + kap"), (10, vec!["kappa".into()]));
    }

    #[test]
    fn completion_is_at_once() {
        let session = session();
        let line = format!("{}outc", "<0,*|1> + ".repeat(1000));
        let start = std::time::Instant::now();
        for _ in 0..10 {
            assert!(!complete(&session, &line, line.len()).1.is_empty());
        }
        let one = start.elapsed() / 10;
        assert!(one < std::time::Duration::from_millis(20), "{one:?}");
    }

    #[test]
    fn files_inside_the_text_of_an_import() {
        assert_eq!(texts("import \"Cargo.to"), (8, vec!["Cargo.toml".into()]));
        assert_eq!(texts(":load src/mai"), (10, vec!["main.rs".into()]));
        assert!(texts("import \"sr").1.contains(&"src/".to_string()));
    }

    #[test]
    fn signs_by_name() {
        assert_eq!(texts("2 + \\up"), (4, vec!["↑".into()]));
        assert_eq!(texts("\\quar").1, ["¼"]);
    }

    #[test]
    fn keywords_are_words_of_the_language() {
        let contextual = ["by", "hackenbush", "misere", "normal", "with"];
        for (word, _) in KEYWORDS {
            let lexemes = crate::syntax::lexer::lex(word);
            assert!(lexemes[0].kind.is_keyword() || contextual.contains(&word), "{word}");
        }
    }
}
