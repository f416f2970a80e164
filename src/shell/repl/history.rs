//! The lines of earlier runs, in a file that several prompts may share.
//!
//! Each line is added to the end of the file under a lock, so that none is lost however many prompts there are. The file is
//! in the format of the line editor, which reads it: a head, then an entry a line, with its backslashes and line ends
//! escaped.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The first line of the file.
const HEAD: &str = "#V2";

/// Adds a line to the end.
///
/// # Errors
/// The file system's own.
pub fn append(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = open(path)?;
    let entry = line.replace('\\', "\\\\").replace('\n', "\\n");
    let head = if file.metadata()?.len() == 0 { format!("{HEAD}\n") } else { String::new() };
    // At one go: whoever reads without the lock sees whole lines.
    file.write_all(format!("{head}{entry}\n").as_bytes())
}

/// Leaves the last `most` lines once there are twice as many.
///
/// # Errors
/// The file system's own.
pub fn shorten(path: &Path, most: usize) -> io::Result<()> {
    let mut file = open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let entries: Vec<&str> = text.lines().skip(1).collect();
    if !text.starts_with(HEAD) || entries.len() <= 2 * most {
        return Ok(());
    }
    let kept = entries[entries.len() - most..].join("\n");
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(format!("{HEAD}\n{kept}\n").as_bytes())
}

/// Returns the file, locked until it is closed. Nobody else may read it: people type more than formulas.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).read(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    file.lock()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use rustyline::DefaultEditor;
    use rustyline::history::History;

    use super::*;

    #[test]
    fn the_line_editor_reads_what_several_prompts_write() {
        let folder = std::env::temp_dir().join(format!("cg-history-{}", std::process::id()));
        let path = folder.join("cg/history");
        let lines = ["<0|1>", "\\up + \\n", "<0,\n*|1>"];
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..300).for_each(|i| append(&path, lines[i % 3]).expect("a line")));
            }
        });
        let read = || {
            let mut editor = DefaultEditor::new().expect("an editor");
            editor.history_mut().ignore_dups(false).expect("a setting");
            editor.load_history(&path).expect("a history");
            editor.history().iter().cloned().collect::<Vec<_>>()
        };
        // The editor keeps a limited number of lines, by default a hundred.
        assert!(read().iter().all(|line| lines.contains(&line.as_str())) && read().len() == 100);
        let count = || std::fs::read_to_string(&path).expect("a text").lines().count();
        assert_eq!(count(), 1 + 4 * 300);
        shorten(&path, 1000).expect("it is short");
        assert_eq!(count(), 1 + 4 * 300);
        shorten(&path, 50).expect("it is shortened");
        assert_eq!((count(), read().len()), (1 + 50, 50));
        std::fs::remove_dir_all(folder).expect("the folder goes away");
    }
}
