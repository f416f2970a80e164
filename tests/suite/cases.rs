//! The cases of `tests/cases`, a file a topic: each file runs in a session of its own, as by `cg test`, but a result must
//! be shown as it stands there. Those of `tests/cases/long` take seconds and run with `CG_TESTS=all`.

use std::path::Path;

use cg::shell::expected;
use cg_engine::notation::Notation;

use crate::language::session;
use crate::random_graph::is_thorough;

/// Runs a file; gives how many results were compared, and the statements that did otherwise.
fn run(name: &str, text: &str) -> (usize, Vec<String>) {
    let (mut text, mut right, mut wrong) = (text.to_string(), 0, Vec::new());
    loop {
        let mut session = session();
        let source = session.sources.add(name, &text);
        let prepared = session.prepare(&source);
        // A line whose error is expected is taken out, and the rest read again.
        if let Some(line) = expected::line(&source, &prepared.diagnostics) {
            right += 1;
            text.replace_range(line.clone(), &" ".repeat(line.len()));
            continue;
        }
        for error in prepared.diagnostics.iter().filter(|d| d.is_error()) {
            let line = error.span().map_or(1, |span| source.position(span.start as usize).0);
            wrong.push(format!("{name}:{line}: {}: {}", error.code, error.message));
        }
        if !wrong.is_empty() {
            return (right, wrong);
        }
        for statement in &prepared.statements {
            let ran = session.execute(statement).result;
            let wanted = statement.expected.as_ref().map(|expected| expected.text.trim());
            let seen = match wanted {
                Some(_) => ran.and_then(|value| session.show(&value, Notation::Ascii, statement.span)),
                None => ran.map(|_| String::new()),
            };
            let holds = match (&seen, wanted) {
                (Err(error), _) => expected::is_error(statement, error),
                (Ok(seen), Some(wanted)) => same(seen, wanted),
                (Ok(_), None) => true,
            };
            right += usize::from(holds && wanted.is_some());
            if !holds {
                let line = source.position(statement.span.start as usize).0;
                let seen = seen.unwrap_or_else(|error| format!("error {}: {}", error.code, error.message));
                let (text, wanted) = (source.slice(statement.span), wanted.unwrap_or("no error"));
                wrong.push(format!("{name}:{line}: {text}\n    expected  {wanted}\n    got       {seen}"));
            }
        }
        return (right, wrong);
    }
}

/// Whether two texts have the same lines; those of an expectation begin in any column.
fn same(seen: &str, wanted: &str) -> bool {
    seen.trim().lines().map(str::trim).eq(wanted.lines().map(str::trim))
}

#[test]
fn every_case_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["tests/cases", "tests/cases/long"].into_iter().take(if is_thorough() { 2 } else { 1 }) {
        let found = std::fs::read_dir(root.join(folder)).expect("there are cases");
        files.extend(found.map(|file| file.expect("a file").path()).filter(|path| path.is_file()));
    }
    files.sort();
    let (mut right, mut wrong) = (0, Vec::new());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path.strip_prefix(root).expect("it lies there").to_string_lossy();
        let (some, others) = run(&name, &text);
        right += some;
        wrong.extend(others);
    }
    assert!(wrong.is_empty(), "{} of {} cases do not hold:\n{}", wrong.len(), right + wrong.len(), wrong.join("\n"));
    assert!(right >= 1_500, "there are only {right} cases");
}
