//! `:edit`: runs the editor of the person.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::world;

/// The editor if neither `VISUAL` nor `EDITOR` names one.
const DEFAULT_EDITOR: &str = if cfg!(windows) { "notepad" } else { "vi" };

/// The number of names that are tried for a temporary file.
const MAX_TRIES: u32 = 100;

/// Opens the editor on a text and returns the changed text.
///
/// # Errors
/// The reason why there is no changed text.
pub fn edit_text(text: &str) -> Result<String, String> {
    let path = draft(text).map_err(|error| format!("no file can be made for the editor: {error}"))?;
    let edited = open(&path).and_then(|()| {
        let name = path.display().to_string();
        world::read_text(&name).map_err(|error| world::unreadable(&name, &error))
    });
    // A file that cannot be removed does no harm.
    let _ = std::fs::remove_file(&path);
    edited
}

/// Opens the editor on a file and waits for its end.
///
/// # Errors
/// The reason why it cannot be started, or its failure.
pub fn open(path: &Path) -> Result<(), String> {
    let named = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| std::env::var(name).ok());
    let editor = named.into_iter().find(|editor| !editor.trim().is_empty()).unwrap_or(DEFAULT_EDITOR.into());
    // The variable may have options: `code --wait`.
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or(DEFAULT_EDITOR);
    match Command::new(program).args(words).arg(path).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the editor `{program}` has failed ({status}); nothing is run")),
        Err(error) => Err(format!("the editor `{program}` cannot be started: {error}; `EDITOR` names another one")),
    }
}

/// Writes a text into a new temporary file and returns its path.
fn draft(text: &str) -> std::io::Result<PathBuf> {
    for number in 0..MAX_TRIES {
        let path = std::env::temp_dir().join(format!("cg-{}-{number}.cg", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return write(file, text).map(|()| path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn write(mut file: File, text: &str) -> std::io::Result<()> {
    file.write_all(text.as_bytes())?;
    if text.is_empty() || text.ends_with('\n') { Ok(()) } else { file.write_all(b"\n") }
}
