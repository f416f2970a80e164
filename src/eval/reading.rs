//! Files read under the limits of a session: a pipe may keep its reader waiting, a device may never end.

use std::io;

use super::Session;
use cg_engine::games::{Budget, Fault};

/// Longest text that is read as a script or a line, in bytes.
pub const LONGEST_TEXT: u64 = 16 << 20;

/// The reason why a file could not be read.
#[derive(Debug)]
pub enum Unread {
    /// A limit.
    Fault(Fault),
    /// The file system's own; not UTF-8; longer than [`LONGEST_TEXT`].
    Io(io::Error),
}

/// A stream that is waited for under the limits of a budget.
pub(crate) struct Patient {
    stream: Box<dyn io::Read>,
    budget: Budget,
    fault: Option<Fault>,
}

impl Patient {
    pub fn new(stream: Box<dyn io::Read>, budget: &Budget) -> Patient {
        Patient { stream, budget: budget.clone(), fault: None }
    }

    /// Returns the limit that ended the reading, if one did. The error of the stream then has no further meaning.
    pub fn fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }

    /// Reads the whole stream. `size` is its size as far as it is known.
    pub fn read_whole(&mut self, size: u64, budget: &mut Budget) -> Result<io::Result<Vec<u8>>, Fault> {
        let mut bytes = Vec::new();
        budget.reserve(usize::try_from(size).unwrap_or(usize::MAX))?;
        let mut part = vec![0; 1 << 20];
        loop {
            budget.check()?;
            match io::Read::read(self, &mut part) {
                Ok(0) => return Ok(Ok(bytes)),
                Ok(count) => {
                    budget.room_for(&bytes, count)?;
                    bytes.extend_from_slice(&part[..count]);
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }
}

impl io::Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Err(fault) = self.budget.check() {
                self.fault = Some(fault);
                return Err(io::Error::other("a limit was reached"));
            }
            match self.stream.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => return done,
            }
        }
    }
}

/// Returns a whole text file, read within the time of one statement.
///
/// # Errors
/// See [`Unread`].
pub fn read_text(cx: &mut Session, path: &str) -> Result<String, Unread> {
    cx.games.budget.set_deadline(cx.machine.running.clock.end_of_statement());
    let text = read_script(cx, path);
    cx.games.budget.set_deadline(None);
    text
}

/// Like [`read_text`], within the time that is running.
pub(crate) fn read_script(cx: &mut Session, path: &str) -> Result<String, Unread> {
    let (stream, _) = cx.host.open_file(path).map_err(Unread::Io)?;
    let mut stream = Patient::new(stream, &cx.games.budget);
    let text = read_all(&mut stream);
    match stream.fault() {
        Some(fault) => Err(Unread::Fault(fault)),
        None => text.map_err(Unread::Io),
    }
}

/// Reads a stream to its end.
///
/// # Errors
/// The stream's own; not UTF-8; longer than [`LONGEST_TEXT`].
pub fn read_all(stream: impl io::Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(stream, LONGEST_TEXT + 1), &mut bytes)?;
    if bytes.len() as u64 > LONGEST_TEXT {
        let limit = crate::eval::bytes_text(LONGEST_TEXT as usize);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {limit}")));
    }
    utf8(bytes)
}

/// Converts bytes to text.
///
/// # Errors
/// Not UTF-8, and where.
pub fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
        let byte = error.as_bytes().get(at).copied().unwrap_or(0);
        let why = format!("it is not UTF-8 text: byte {byte:#04x} on line {line}");
        io::Error::new(io::ErrorKind::InvalidData, why)
    })
}
