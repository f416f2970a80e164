//! One small file for each code of a diagnostic, what a person is told of it in three renderings, and the table.
//!
//! `tests/errors/stage-what.cg` provokes `stage::what`; `stage-what.snap` is what is said, and is written anew with
//! `CG_UPDATE=1`. A first line prepares what a script cannot: `# timeout: 50ms`, `# memory: 64MiB`, `# interrupted`,
//! `# no output`, `# room: 1000` (bytes for a result) and `# panic` (of the world around). What is no UTF-8 text goes to
//! `cg batch`, and so do the lines below `# batch OPTION...`, and below `# killed` to a `cg batch` whose process is killed.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use cg::diagnostic::{CODES, Diagnostic, ErrorCode, Style, lookup, render};
use cg::eval::{EvalError, Existing, Host, NewFile, Room, Session};
use cg::source::Span;
use cg_engine::games::Fault;
use cg_engine::notation::Notation;

use crate::{program, update};

/// Reads files and prints nothing, or cannot print.
struct World {
    prints: bool,
    panics: bool,
}

impl Host for World {
    fn write(&mut self, _: &str) -> io::Result<()> {
        assert!(!self.panics, "the world has come to its end");
        if self.prints { Ok(()) } else { Err(io::Error::new(io::ErrorKind::StorageFull, "the disk is full")) }
    }

    fn read_file(&mut self, path: &str) -> io::Result<String> {
        std::fs::read_to_string(root().join(path))
    }

    fn create_file(&mut self, _: &str, _: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Everything that is said of a text, and the session that said it.
fn said(name: &str, text: &str) -> (Vec<Diagnostic>, Session) {
    let wish = text.lines().next().and_then(|l| l.strip_prefix("# ")).unwrap_or("");
    let host = World { prints: wish != "no output", panics: wish == "panic" };
    let mut session = Session::new(cg::builtins::all(), Box::new(host));
    let source = session.sources.add(name, text);
    let prepared = session.prepare(&source);
    if prepared.has_errors() {
        return (prepared.diagnostics, session);
    }
    match wish.split_once(": ").unwrap_or((wish, "")) {
        ("timeout", "50ms") => session.set_timeout(Some(Duration::from_millis(50))),
        ("memory", "64MiB") => session.budget().set_memory(Some(64 << 20), || 1 << 40),
        ("room", "1000") => session.printer.room = Room::Whole(Some(1000)),
        ("interrupted", _) => session.budget().interrupt_flag().store(true, Ordering::Relaxed),
        _ => {}
    }
    let mut all = prepared.diagnostics;
    for statement in &prepared.statements {
        let ran = session.execute(statement);
        all.extend(ran.warnings);
        let shown = ran.result.and_then(|value| session.show(&value, Notation::Ascii, statement.span));
        if let Err(error) = shown {
            all.push(*error);
            break;
        }
    }
    (all, session)
}

fn file_of(code: &str, ending: &str) -> String {
    format!("tests/errors/{}.{ending}", code.replace("::", "-"))
}

/// What a file's code must be, and what is wrong with how it is said.
fn faults(code: &str, all: &[Diagnostic], sources: &cg::source::Sources) -> Vec<String> {
    let Some(first) = all.first() else { return vec!["nothing is said".into()] };
    let mut wrong = Vec::new();
    if first.code.as_str() != code {
        wrong.push(format!("says {}: {}", first.code, first.message));
    }
    for d in all {
        if d.message.starts_with(char::is_uppercase) || d.message.contains(['\n', '!']) || d.message.ends_with('.') {
            wrong.push(format!("is badly told: {}", d.message));
        }
        if d.message.contains("unexpected") || d.message.contains("invalid") {
            wrong.push(format!("says no more than that it is wrong: {}", d.message));
        }
        if d.help.is_none() && d.code != ErrorCode::CheckFailed {
            wrong.push(format!("offers nothing to do: {}", d.message));
        }
        let place = d.span().and_then(|s| sources.get(s.source)?.text.get(s.range()));
        if place.is_none_or(str::is_empty) {
            wrong.push(format!("points at nothing: {}", d.message));
        }
    }
    wrong
}

/// What `cg batch` answers to a file that is meant for it.
fn of_batch(bytes: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Some(program::fed(&["batch"], bytes).out) };
    let (head, lines) = text.split_once('\n')?;
    match head.split(' ').collect::<Vec<_>>()[..] {
        ["#", "batch", ref options @ ..] => Some(program::fed(&[&["batch"], options].concat(), lines.as_bytes()).out),
        ["#", "killed"] => Some(program::killed(&["batch", "--jobs", "1"], lines.as_bytes())),
        _ => None,
    }
}

#[test]
fn every_code_is_provoked_by_its_file() {
    let mut wrong = Vec::new();
    let mut snapshots = Vec::new();
    // Nothing that can be typed loses an error; `hostile` tries.
    // No game without a variety is known; that there is none is open (Siegel, Coping with cycles).
    for row in CODES.iter().filter(|row| !matches!(row.code, "internal::foreign" | "game::not-stable")) {
        let file = file_of(row.code, "cg");
        let Ok(bytes) = std::fs::read(root().join(&file)) else {
            wrong.push(format!("{file} is missing"));
            continue;
        };
        if let Some(out) = of_batch(&bytes) {
            if !out.contains(&format!("\"code\":\"{}\"", row.code)) {
                wrong.push(format!("{file} says {out}"));
            }
            snapshots.push((row.code, format!("--- batch\n{out}")));
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        let (all, session) = said(&file, &text);
        wrong.extend(faults(row.code, &all, &session.sources).iter().map(|w| format!("{file} {w}")));
        let shown = |style| render(&all, &session.sources, style);
        snapshots.push((
            row.code,
            format!(
                "--- graphical\n{}\n--- plain\n{}\n--- json\n{}",
                shown(Style::Graphical { colour: false, ascii: false, columns: None }),
                shown(Style::Plain),
                shown(Style::Json)
            ),
        ));
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    for (code, text) in snapshots {
        let lines: Vec<_> = text.lines().map(str::trim_end).collect();
        update::file_is(&file_of(code, "snap"), &(lines.join("\n") + "\n"));
    }
}

#[test]
fn no_file_is_left_over() {
    for entry in std::fs::read_dir(root().join("tests/errors")).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some((stem, "cg" | "snap")) = name.rsplit_once('.') {
            assert!(lookup(&stem.replacen('-', "::", 1)).is_some(), "{name} belongs to no code");
        }
    }
}

#[test]
fn the_examples_of_the_table_provoke_their_codes() {
    let mut wrong = Vec::new();
    for row in CODES.iter().filter(|r| !r.example.is_empty()) {
        let (all, _) = said("<example>", row.example);
        if !all.iter().any(|d| d.code.as_str() == row.code) {
            let codes: Vec<_> = all.iter().map(|d| d.code).collect();
            wrong.push(format!("{} is not provoked by {:?}, which gives {codes:?}", row.code, row.example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The source files under a folder.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Whether a literal is `stage::what`.
fn is_code(text: &str) -> bool {
    let word = |w: &str| !w.is_empty() && w.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    text.split_once("::").is_some_and(|(stage, what)| word(stage) && word(what))
}

#[test]
fn the_codes_of_the_sources_are_those_of_the_table() {
    let mut used = BTreeSet::new();
    for path in sources(&root().join("src")) {
        if path.ends_with("diagnostic/code.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        for literal in text.split('"').filter(|t| is_code(t)) {
            assert!(lookup(literal).is_some(), "{literal} of {} has no row", path.display());
        }
        used.extend(text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_string));
    }
    let unused: Vec<_> = ErrorCode::ALL.iter().filter(|code| !used.contains(&format!("{code:?}"))).collect();
    assert!(unused.is_empty(), "nothing says {unused:?}");
}

#[test]
fn a_lost_error_is_found_again() {
    let told = Diagnostic::error(ErrorCode::CallKind, Span::default(), "told", "here");
    let trouble = EvalError::from(Fault::Foreign(Box::new(told.clone())));
    assert_eq!(*trouble.at(Span::default(), None), told);
}
