//! Completion at the prompt: the candidates of the language, and besides them commands, settings and files.

use std::path::{MAIN_SEPARATOR, Path};

use super::command::COMMANDS;
use crate::diagnostic::CODES;
use crate::eval::Session;
use crate::guide::completion::{self, candidate, names, open_text};
pub use crate::guide::completion::{Candidate, CandidateKind};
use crate::guide::help::{Entry, entries, families};
use crate::shell::settings::SETTINGS;

/// Returns the candidates at byte `pos` of the line, and the start of the word that they replace. They open no call that is open
/// there.
pub fn complete(session: &Session, line: &str, pos: usize) -> (usize, Vec<Candidate>) {
    let (before, after) = line.split_at_checked(pos).unwrap_or((line, ""));
    let (start, mut found) = candidates(session, before);
    if after.starts_with('(') {
        found.iter_mut().for_each(|candidate| candidate.text.truncate(candidate.name().len()));
    }
    (start, found)
}

/// Returns the candidates at the end of a line.
fn candidates(session: &Session, before: &str) -> (usize, Vec<Candidate>) {
    if let Some(command) = before.trim_start().strip_prefix(':') {
        return commands(session, before, command);
    }
    if let Some(start) = open_text(before) {
        let opener = before[..start - 1].trim_end_matches(['(', ' ']);
        let reads = ["import", "read", "load_graph", "save_graph", "write"].iter().any(|w| opener.ends_with(w));
        return if reads { files(&before[start..], start) } else { (before.len(), Vec::new()) };
    }
    completion::complete(session, before)
}

/// Returns commands, and the arguments of those that take names or files.
fn commands(session: &Session, before: &str, command: &str) -> (usize, Vec<Candidate>) {
    let Some((name, argument)) = command.split_once(' ') else {
        let start = before.len() - command.len();
        let matching = COMMANDS.iter().filter(|c| c.name.starts_with(command));
        return (start, matching.map(|c| candidate(c.name, CandidateKind::Command, c.about)).collect());
    };
    let argument = argument.trim_start();
    let start = before.len() - argument.len();
    match name {
        "load" | "save" | "edit" => files(argument, start),
        "explain" if argument.contains("::") => (start, codes(argument).collect()),
        "time" | "explain" | "draw" | "play" => {
            let (at, found) = candidates(session, argument);
            (start + at, found)
        }
        "help" => {
            let mut topics: Vec<_> =
                names(session, argument).into_iter().filter(|c| c.kind != CandidateKind::Binding).collect();
            topics.iter_mut().for_each(|topic| topic.text.truncate(topic.name().len()));
            for (name, entry) in topics_of_help().filter(|(name, _)| !argument.is_empty() && name.starts_with(argument))
            {
                if !topics.iter().any(|topic| topic.text == name) {
                    topics.push(candidate(name, CandidateKind::Command, entry.summary()));
                }
            }
            let families = families().into_iter().filter(|name| !argument.is_empty() && name.starts_with(argument));
            topics.extend(families.map(|name| candidate(name, CandidateKind::Command, "a part of the language")));
            (start, topics)
        }
        "set" => {
            let command = |text: &str, about| candidate(text, CandidateKind::Command, about);
            match argument.split_once([' ', '=']) {
                None => {
                    let settings = SETTINGS.iter().filter(|s| s.name.starts_with(argument));
                    (start, settings.map(|s| command(&format!("{} ", s.name), "a setting")).collect())
                }
                Some((name, value)) => {
                    let value = value.trim_start();
                    let words = SETTINGS.iter().find(|s| s.name == name).map(|s| (s.words)()).unwrap_or_default();
                    let fitting = words.into_iter().filter(|word| word.starts_with(value));
                    (before.len() - value.len(), fitting.map(|word| command(word, "a value")).collect())
                }
            }
        }
        _ => (before.len(), Vec::new()),
    }
}

/// Returns the pages of help, once for each of their names.
pub fn topics_of_help() -> impl Iterator<Item = (&'static str, Entry)> {
    entries().flat_map(|entry| entry.names().map(move |name| (name, entry)))
}

/// Returns the codes of errors that begin with `prefix`.
fn codes(prefix: &str) -> impl Iterator<Item = Candidate> {
    let fitting = CODES.iter().filter(move |row| row.code.starts_with(prefix));
    fitting.map(|row| candidate(row.code, CandidateKind::Command, row.summary))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins;
    use crate::eval::Quiet;
    use crate::guide::KEYWORDS;
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
        assert_eq!(texts("chec").1, ["check", "check_symmetry(", "check_values("]);
        assert_eq!(complete(&session(), "x + outco(3)", 9).1[0].text, "outcome");
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
        assert_eq!(texts(":set notation u"), (14, vec!["unicode".into()]));
        assert_eq!(texts(":set errors=").1, ["graphical", "plain", "json"]);
        assert_eq!(texts(":set timeout 5").1, Vec::<String>::new());
        assert!(texts(":help outc").1.contains(&"outcome".to_string()));
        assert_eq!(texts(":help syntax::uncl"), (6, vec!["syntax::unclosed".into()]));
        assert_eq!(texts(":help max-o").1, ["max-output"]);
        assert!(texts(":help :se").1.contains(&":set".to_string()));
        assert_eq!(texts(":explain syntax::uncl"), (9, vec!["syntax::unclosed".into()]));
        assert_eq!(texts(":explain kap"), (9, vec!["kappa".into()]));
        assert_eq!(texts(":edit src/mai"), (10, vec!["main.rs".into()]));
        assert_eq!(texts(":set keys v").1, ["vi"]);
        assert_eq!(texts(":time 1 + kap"), (10, vec!["kappa".into()]));
    }

    #[test]
    fn long_lines_are_completed() {
        let line = format!("{}outc", "<0,*|1> + ".repeat(1000));
        assert!(!complete(&session(), &line, line.len()).1.is_empty());
    }

    #[test]
    fn files_inside_the_text_of_an_import() {
        assert_eq!(texts("import \"Cargo.to"), (8, vec!["Cargo.toml".into()]));
        assert_eq!(texts(":load src/mai"), (10, vec!["main.rs".into()]));
        assert!(texts("import \"sr").1.contains(&"src/".to_string()));
        assert_eq!(texts("xs := read(\"Cargo.to").1, ["Cargo.toml"]);
    }

    #[test]
    fn signs_by_name() {
        assert_eq!(texts("2 + \\up"), (4, vec!["↑".into()]));
        assert_eq!(texts("\\quar").1, ["¼"]);
    }

    #[test]
    fn keywords_are_words_of_the_language() {
        let contextual = ["below", "by", "hackenbush", "loop", "misere", "normal", "where", "with"];
        for (word, _) in KEYWORDS {
            let lexemes = crate::syntax::lexer::lex(word);
            assert!(lexemes[0].kind.is_keyword() || contextual.contains(&word), "{word}");
        }
    }
}
