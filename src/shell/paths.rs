//! The files that `cg test` checks.

use std::path::Path;

use super::world;

/// A file with something to test.
#[derive(Debug, PartialEq, Eq)]
pub struct Script {
    /// The path.
    pub path: String,
    /// `true` if only its `cg` blocks count.
    pub is_markdown: bool,
}

/// Returns the scripts and Markdown files that the paths stand for, directories searched through; then a sentence about
/// each path that leads nowhere. `-` is standard input. Hidden files and links to directories are passed over, unless named.
pub fn scripts(paths: &[String]) -> (Vec<Script>, Vec<String>) {
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for path in paths {
        if path == "-" {
            found.push(Script { path: path.clone(), is_markdown: false });
            continue;
        }
        match std::fs::metadata(path) {
            Ok(data) if data.is_dir() => directory(path, &mut found, &mut missing),
            Ok(_) => found.push(Script { path: path.clone(), is_markdown: is_markdown(path) }),
            Err(error) => missing.push(world::unreadable(path, &error)),
        }
    }
    (found, missing)
}

fn directory(path: &str, found: &mut Vec<Script>, missing: &mut Vec<String>) {
    let mut waiting = vec![path.to_string()];
    while let Some(path) = waiting.pop() {
        let entries = match std::fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) => {
                missing.push(world::unreadable(&path, &error));
                continue;
            }
        };
        let mut entries: Vec<_> = entries.flatten().collect();
        entries.sort_by_key(std::fs::DirEntry::file_name);
        let mut inner = Vec::new();
        for entry in entries {
            let name = entry.file_name();
            if name.to_string_lossy().starts_with('.') {
                continue;
            }
            let full = entry.path().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                inner.push(full);
            } else if is_script(&full) || is_markdown(&full) {
                found.push(Script { is_markdown: is_markdown(&full), path: full });
            }
        }
        waiting.extend(inner.into_iter().rev());
    }
}

fn has_extension(path: &str, wanted: &str) -> bool {
    Path::new(path).extension().is_some_and(|e| e.eq_ignore_ascii_case(wanted))
}

fn is_script(path: &str) -> bool {
    has_extension(path, "cg")
}

fn is_markdown(path: &str) -> bool {
    has_extension(path, "md") || has_extension(path, "markdown")
}
