//! The stories in `examples` and the blocks of the Markdown files: every statement runs, every `#=>` is true.

use std::path::{Path, PathBuf};

use cg::value::Value;

use crate::run::Script;

/// Runs a script; gives what is wrong with it, and how many results it compares.
pub fn story(run: &mut Script, name: &str, script: &str) -> (Vec<String>, usize) {
    let source = run.session.sources.add(name, script);
    let prepared = run.session.prepare(&source);
    let line = |at: u32| script[..at as usize].matches('\n').count() + 1;
    let place = |d: &cg::diagnostic::Diagnostic| d.span().map_or(0, |s| line(s.start));
    let mut wrong: Vec<String> =
        prepared.diagnostics.iter().map(|d| format!("{name}:{}: {} {}", place(d), d.code, d.message)).collect();
    let mut compared = 0;
    if prepared.has_errors() {
        return (wrong, 0);
    }
    for statement in &prepared.statements {
        let (ran, found) = run.run(statement);
        let at = line(statement.span.start);
        wrong.extend(ran.warnings.iter().map(|w| format!("{name}:{at}: warns {} {}", w.code, w.message)));
        compared += (matches!(ran.result, Ok(Value::Nothing)) && !statement.is_definition()) as usize;
        let wanted = statement.expected.as_ref().map(|e| e.text.trim());
        match (&found, wanted) {
            (Err(e), _) => wrong.push(format!("{name}:{at}: {e}")),
            (Ok(found), Some(wanted)) if found.trim() != wanted => {
                wrong.push(format!("{name}:{at}: wanted {wanted}, found {found}"));
            }
            (Ok(_), Some(_)) => compared += 1,
            _ => {}
        }
    }
    (wrong, compared)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn scripts() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("examples")).expect("there is a folder of examples");
    let mut all: Vec<_> = folder.filter_map(|f| f.ok()).map(|f| f.path()).collect();
    all.retain(|p| p.extension().is_some_and(|e| e == "cg"));
    all.sort();
    all
}

#[test]
fn every_story_is_true() {
    let mut wrong = Vec::new();
    let scripts = scripts();
    assert!(scripts.len() >= 8, "there are only {} stories", scripts.len());
    for path in scripts {
        // What a story loads is taken from its folder.
        let name = format!("examples/{}", path.file_name().expect("a file").to_string_lossy());
        let script = std::fs::read_to_string(&path).expect("a script is a text");
        let (more, compared) = story(&mut Script::new(), &name, &script);
        wrong.extend(more);
        if compared < 5 {
            wrong.push(format!("{name} checks only {compared} things"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// The `cg` blocks of a Markdown text as one script; lines keep their numbers.
fn blocks(text: &str) -> String {
    let mut script = String::new();
    let mut inside = false;
    for line in text.lines() {
        match line.trim() {
            "```cg" if !inside => inside = true,
            "```" if inside => inside = false,
            _ if inside => script.push_str(line),
            _ => {}
        }
        script.push('\n');
    }
    script
}

/// Runs the blocks of a Markdown text in one session; gives how many results were compared.
fn blocks_hold(name: &str, text: &str) -> usize {
    let (wrong, compared) = story(&mut Script::new(), name, &blocks(text));
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    compared
}

#[test]
fn every_block_of_the_readme_is_true() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let compared = blocks_hold("README.md", &text);
    assert!(compared >= 8, "the README compares only {compared} results");
}

#[test]
fn every_block_of_the_card_is_true() {
    let text = std::fs::read_to_string(root().join("grammar/card.md")).expect("there is a card");
    let compared = blocks_hold("grammar/card.md", &text);
    assert!(compared >= 20, "the card compares only {compared} results");
}

#[test]
fn every_block_of_the_guide_to_rulesets_is_true() {
    let text = std::fs::read_to_string(root().join("grammar/rulesets.md")).expect("there is a guide");
    let compared = blocks_hold("grammar/rulesets.md", &text);
    assert!(compared >= 7, "the guide compares only {compared} results");
}

#[test]
fn every_block_of_the_reference_is_true_in_one_session() {
    let compared = blocks_hold("grammar/reference.md", &cg::shell::help::markdown());
    assert!(compared >= 150, "the reference compares only {compared} results");
}
