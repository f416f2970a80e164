//! The services that the language needs from the world around it.

use std::io;

use cg_engine::games::Player;

/// The world: a terminal, a pipe, a test, an editor.
pub trait Host {
    /// Shows the output of a script, a whole line or several.
    ///
    /// # Errors
    /// The stream's own; a broken pipe ends the program quietly.
    fn write(&mut self, text: &str) -> io::Result<()>;

    /// Returns `true` if there is somebody to ask, a person or a pipe that answers line by line.
    fn can_ask(&self) -> bool {
        false
    }

    /// Asks for a line, without its end. `None` at the end of input.
    ///
    /// # Errors
    /// The stream's own; `Interrupted` for Ctrl-C, `InvalidData` for a line that is no text; nobody to ask.
    fn ask(&mut self, _prompt: &str) -> io::Result<Option<String>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "nobody can be asked here"))
    }

    /// Reads a text file whole, in a world that has no need of [`open_file`](Host::open_file).
    ///
    /// # Errors
    /// The file system's own; a world without files.
    fn read_file(&mut self, _path: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }

    /// Opens a script or a file of data, which may be large, and says how many bytes it has.
    ///
    /// The reader must be able to look at limits now and then: a stream that has nothing to give yet waits for a moment
    /// and answers `WouldBlock`.
    ///
    /// # Errors
    /// The file system's own.
    fn open_file(&mut self, path: &str) -> io::Result<(Box<dyn io::Read>, u64)> {
        let text = self.read_file(path)?;
        let size = text.len() as u64;
        Ok((Box::new(io::Cursor::new(text)), size))
    }

    /// Returns the identity of a file: the same for all paths that lead to it.
    fn identity(&self, path: &str) -> String {
        path.to_string()
    }

    /// Returns the number of letters on a line of the terminal, if there is one.
    fn columns(&self) -> Option<usize> {
        None
    }

    /// Returns `true` if text may have colours, as a terminal understands them.
    fn shows_colours(&self) -> bool {
        false
    }

    /// Shows a text whose only control signs are those that set colours.
    ///
    /// # Errors
    /// See [`write`](Host::write).
    fn write_coloured(&mut self, text: &str) -> io::Result<()> {
        self.write(text)
    }

    /// Returns `true` if pictures are shown as they are drawn, and not as letters.
    fn shows_pictures(&self) -> bool {
        false
    }

    /// Shows a picture, which is SVG.
    ///
    /// # Errors
    /// The stream's own; a world that shows none.
    fn show_picture(&mut self, _svg: &str) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "no pictures are shown here"))
    }

    /// Puts a position on a board where a person plays on; `false` in a world that has none.
    fn open_board(&mut self, _game: BoardGame) -> bool {
        false
    }

    /// Begins a file, which takes its place once it is finished; until then the one that is there stays.
    ///
    /// # Errors
    /// `AlreadyExists` for a file that may not be replaced; the file system's own; a world without files to write.
    fn create_file(&mut self, _path: &str, _existing: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "no files are written here"))
    }
}

/// A game that a person plays on a board of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardGame {
    /// The position, written so that it can be read again.
    pub position: String,
    /// `true` for misère play.
    pub misere: bool,
    /// `true` if points decide.
    pub is_for_points: bool,
    /// The player who makes the first move.
    pub starter: Player,
    /// The player whose moves the machine makes, if it does.
    pub machine: Option<Player>,
}

/// The rule for a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing<'a> {
    /// The file stays.
    Stays,
    /// The file is replaced if it is as this session wrote it, or empty, or has this mark near its beginning.
    Ours(&'a [u8]),
    /// The file is replaced.
    Goes,
}

/// A file under way. Dropped before it is finished, it leaves nothing behind.
pub trait NewFile: io::Write {
    /// Puts it into its place, whole.
    ///
    /// # Errors
    /// The file system's own; `AlreadyExists` for a file that came into its place meanwhile.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A host that keeps the output and has no files: for tests and for use as a library.
#[derive(Default)]
pub struct Quiet {
    /// The output.
    pub printed: String,
}

impl Host for Quiet {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.printed.push_str(text);
        Ok(())
    }
}
