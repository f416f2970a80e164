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
    let words = words_of(&editor);
    let (program, options) = words.split_first().map_or((DEFAULT_EDITOR, &[][..]), |(first, rest)| (first, rest));
    match Command::new(program).args(options).arg(path).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the editor `{program}` has failed ({status}); nothing is run")),
        Err(error) => Err(format!("the editor `{program}` cannot be started: {error}; `EDITOR` names another one")),
    }
}

/// Returns the program that an editor's variable names, and its options: `code --wait`. A path with blanks may stand bare or
/// in quotes.
fn words_of(editor: &str) -> Vec<String> {
    if Path::new(editor).is_file() {
        return vec![editor.into()];
    }
    let by_quotes = if cfg!(windows) { None } else { shlex::split(editor) };
    by_quotes.unwrap_or_else(|| editor.split_whitespace().map(String::from).collect())
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

#[cfg(all(test, unix))]
mod tests {
    use super::words_of;

    #[test]
    fn paths_with_blanks_and_options() {
        assert_eq!(words_of("code --wait"), ["code", "--wait"]);
        assert_eq!(words_of("'/opt/my editor/run' -n"), ["/opt/my editor/run", "-n"]);
        let folder = std::env::temp_dir().join(format!("cg editor {}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("an editor");
        std::fs::write(&path, "").unwrap();
        assert_eq!(words_of(path.to_str().unwrap()), [path.to_str().unwrap()]);
        assert_eq!(words_of("don't").len(), 1);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
