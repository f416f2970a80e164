//! The worlds that a session can live in, and everything the shell reads and writes.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::rc::Rc;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::files::Disk;
use super::progress::Progress;
use super::trickle::Trickle;
use crate::eval::{Drafts, Existing, Host, NewFile};
pub use crate::eval::{LONGEST_TEXT, read_all, utf8};
use crate::visible;

/// The terminal or pipe that the program was started in.
pub struct Terminal {
    /// The progress of long computations, which makes way for output.
    pub progress: Progress,
    /// `true` if pictures in characters have colours.
    colours: Rc<Cell<bool>>,
    disk: Disk,
    /// Reads answers where a person sits at a terminal.
    lines: Option<DefaultEditor>,
}

impl Terminal {
    /// Returns the terminal with this sign of long computations, and with pictures in colours while `colours` says so.
    pub fn new(progress: Progress, colours: Rc<Cell<bool>>) -> Terminal {
        Terminal { progress, colours, disk: Disk::default(), lines: None }
    }

    /// Returns a line from a person, who can edit it.
    fn typed(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let lines = match &mut self.lines {
            Some(lines) => lines,
            none => none.insert(DefaultEditor::new().map_err(io::Error::other)?),
        };
        match self.progress.pause(|| lines.readline(&*visible::line(prompt))) {
            Ok(line) => {
                // Only a comfort.
                let _ = lines.add_history_entry(line.trim());
                Ok(Some(line))
            }
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => Err(io::ErrorKind::Interrupted.into()),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// Returns a line from a pipe, shown after the prompt so that the output reads as a dialogue.
fn piped(prompt: &str) -> io::Result<Option<String>> {
    match next_line(&mut io::stdin().lock())? {
        None => Ok(None),
        Some(Ok(line)) => {
            put_line(&format!("{prompt}{line}"));
            Ok(Some(line))
        }
        Some(Err(message)) => Err(io::Error::new(io::ErrorKind::InvalidData, message)),
    }
}

impl Host for Terminal {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.progress.erase();
        put_data(text);
        Ok(())
    }

    fn can_ask(&self) -> bool {
        true
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let _ = io::stdout().lock().flush();
        if io::stdin().is_terminal() && io::stdout().is_terminal() { self.typed(prompt) } else { piped(prompt) }
    }

    fn open_file(&mut self, path: &str) -> io::Result<(Box<dyn Read>, u64)> {
        open_file(path)
    }

    fn identity(&self, path: &str) -> String {
        identity(path)
    }

    fn columns(&self) -> Option<usize> {
        columns()
    }

    fn shows_colours(&self) -> bool {
        self.colours.get()
    }

    fn write_coloured(&mut self, text: &str) -> io::Result<()> {
        self.progress.erase();
        put_styled(text);
        Ok(())
    }

    fn create_file(&mut self, path: &str, existing: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        self.disk.create(path, existing)
    }
}

/// The world that a session lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// The terminal or pipe that the program was started in.
    Open,
    /// A world that keeps the output.
    Captured,
    /// A world that keeps the output and the written files: the disk stays as it is.
    Rehearsed,
}

/// A world that keeps the output, to be taken after each statement; at most [`LONGEST_TEXT`] of it.
pub struct Captured {
    printed: Rc<Cell<String>>,
    disk: Disk,
    drafts: Option<Drafts>,
}

impl Captured {
    /// Returns the world, and where its text is taken from; `rehearsed` keeps files in memory too.
    pub fn new(rehearsed: bool) -> (Captured, Rc<Cell<String>>) {
        let printed = Rc::default();
        let drafts = rehearsed.then(Drafts::default);
        (Captured { printed: Rc::clone(&printed), disk: Disk::default(), drafts }, printed)
    }

    fn draft(&self, path: &str) -> Option<Vec<u8>> {
        self.drafts.as_ref()?.get(path)
    }
}

impl Host for Captured {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut all = self.printed.take();
        let fits = (all.len() + text.len()) as u64 <= LONGEST_TEXT;
        if fits {
            all.push_str(text);
        }
        self.printed.set(all);
        if fits {
            return Ok(());
        }
        let limit = crate::eval::bytes_text(LONGEST_TEXT as usize);
        Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("one statement may print {limit} here")))
    }

    fn open_file(&mut self, path: &str) -> io::Result<(Box<dyn Read>, u64)> {
        match self.draft(path) {
            Some(bytes) => Ok((Box::new(io::Cursor::new(bytes.clone())), bytes.len() as u64)),
            None => open_file(path),
        }
    }

    fn identity(&self, path: &str) -> String {
        identity(path)
    }

    /// Creates a file in memory. Only files written here are there, so that a rehearsal goes like the first
    /// performance.
    fn create_file(&mut self, path: &str, existing: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        match &self.drafts {
            Some(drafts) => drafts.create(path, existing),
            None => self.disk.create(path, existing),
        }
    }
}

/// Writes to standard output a text for a person; signs that a terminal would obey are shown. When nobody reads it any
/// more the program ends quietly; when it cannot be written for another reason, it says so and ends.
pub fn put(text: &str) {
    put_styled(&visible::text(text));
}

/// Writes a text and a line end, and flushes.
pub fn put_line(text: &str) {
    let mut out = io::stdout().lock();
    let shown = visible::text(text);
    let written = out.write_all(shown.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
    if let Err(error) = written {
        output_gone(&error);
    }
}

/// Writes a text made visible before colours were added to it.
pub fn put_styled(text: &str) {
    if let Err(error) = io::stdout().lock().write_all(text.as_bytes()) {
        output_gone(&error);
    }
}

/// Clears the screen, if there is one.
pub fn clear_screen() {
    if io::stdout().is_terminal() && moves_cursor() {
        put_styled("\x1b[H\x1b[2J");
        // The line editor does not write through the buffer of standard output.
        let _ = io::stdout().flush();
    }
}

/// Writes the output of a script, or the contents of a file: as it is, unless a terminal reads it.
pub fn put_data(text: &str) {
    if io::stdout().is_terminal() { put(text) } else { put_styled(text) }
}

/// Writes to standard error, made visible; there is nobody to tell when that fails.
pub fn complain(text: &str) {
    complain_styled(&visible::text(text));
}

/// Like [`complain`], for a text made visible before colours were added to it.
pub fn complain_styled(text: &str) {
    let _ = io::stdout().lock().flush();
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes());
    if !text.ends_with('\n') {
        let _ = out.write_all(b"\n");
    }
}

/// Ends the program because standard output cannot be written.
fn output_gone(error: &io::Error) -> ! {
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    let _ = writeln!(io::stderr(), "cg: the output cannot be written: {error}");
    std::process::exit(2);
}

/// Reads a whole text file, however long it keeps its reader waiting.
///
/// # Errors
/// The file system's; not UTF-8; longer than [`LONGEST_TEXT`].
pub fn read_text(path: &str) -> io::Result<String> {
    let file = File::open(path)?;
    match file.metadata()?.is_dir() {
        true => Err(is_directory()),
        false => read_all(file),
    }
}

/// Reads a whole text file; one that may keep its reader waiting is refused.
///
/// # Errors
/// The file system's; not UTF-8; longer than [`LONGEST_TEXT`].
pub fn read_plain(path: &str) -> io::Result<String> {
    let data = std::fs::metadata(path)?;
    match data.is_file() || data.is_dir() {
        true => read_text(path),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no plain file")),
    }
}

/// Opens a file. Returns its size in bytes too, if it is known. Pipes and devices answer `WouldBlock` while they have
/// no data.
pub fn open_file(path: &str) -> io::Result<(Box<dyn Read>, u64)> {
    let data = std::fs::metadata(path)?;
    if data.is_dir() {
        return Err(is_directory());
    }
    match data.is_file() {
        true => Ok((Box::new(File::open(path)?), data.len())),
        false => Ok((Box::new(Trickle::open(path)?), 0)),
    }
}

fn is_directory() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "it is a directory")
}

/// Returns the path of a file without links, and without the detours of `..`.
pub fn identity(path: &str) -> String {
    std::fs::canonicalize(path).map_or_else(|_| path.to_string(), |path| path.to_string_lossy().into_owned())
}

/// Returns one line of a stream, without its end; `None` at the end of the stream. A line that is no UTF-8 text, or too
/// long, is read past and answered with a sentence.
///
/// # Errors
/// The stream's own.
pub fn next_line(stream: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut bytes = Vec::new();
    if stream.by_ref().take(LONGEST_TEXT).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
    } else if bytes.len() as u64 == LONGEST_TEXT {
        stream.skip_until(b'\n')?;
        let limit = crate::eval::bytes_text(LONGEST_TEXT as usize);
        return Ok(Some(Err(format!("this line is longer than {limit}"))));
    }
    Ok(Some(utf8(bytes).map_err(|_| "this line is not UTF-8 text".to_string())))
}

/// Returns a sentence about a file that cannot be read, with advice.
pub fn unreadable(path: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no file `{path}`"),
        io::ErrorKind::IsADirectory => format!("`{path}` is a directory, not a script"),
        io::ErrorKind::PermissionDenied => format!("`{path}` cannot be read: permission denied"),
        _ => format!("`{path}` cannot be read: {error}"),
    }
}

/// Returns `true` if the terminal can show Unicode, by its locale.
pub fn shows_unicode() -> bool {
    io::stdout().is_terminal() && says_utf8()
}

/// Returns `true` if the locale is one of UTF-8.
pub fn says_utf8() -> bool {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = variables.iter().filter_map(std::env::var_os).find(|v| !v.is_empty()).unwrap_or_default();
    let locale = locale.to_string_lossy().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Returns the number of columns of the terminal that standard output goes to, if it is one and reports it.
pub fn columns() -> Option<usize> {
    width_of(terminal_size::terminal_size_of(io::stdout()))
}

/// Returns the number of columns of the terminal that standard error goes to, or `None` if it goes elsewhere or the
/// terminal does not say.
pub fn columns_of_errors() -> Option<usize> {
    width_of(terminal_size::terminal_size_of(io::stderr()))
}

fn width_of(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Option<usize> {
    size.map(|(width, _)| usize::from(width.0)).filter(|width| *width > 0)
}

/// Returns the number of its rows, likewise.
pub fn rows() -> Option<usize> {
    let (_, height) = terminal_size::terminal_size_of(io::stdout())?;
    (height.0 > 0).then_some(usize::from(height.0))
}

/// Returns `true` if the terminal can move its cursor.
pub fn moves_cursor() -> bool {
    std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}

/// Returns `true` if a stream is to be coloured, given that it is, or is not, a terminal.
pub fn colours_on(terminal: bool) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    terminal && !set("NO_COLOR") && moves_cursor()
}
