//! Files that may keep their reader waiting: pipes, terminals and other devices.

use std::fs::File;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// The time that a reader waits before it may check its limits.
const MOMENT: Duration = Duration::from_millis(10);

/// Most that is taken at once, in bytes.
const PART: usize = 1 << 16;

/// A file that a thread of its own waits for. The thread is left to itself when the reader gives up.
pub struct Trickle {
    parts: Receiver<io::Result<Vec<u8>>>,
    part: Vec<u8>,
    /// The number of bytes of the part that have been read.
    given: usize,
}

impl Trickle {
    /// Begins to open a file and to read it.
    ///
    /// # Errors
    /// No thread can be had.
    pub fn open(path: &str) -> io::Result<Trickle> {
        let (sender, parts) = sync_channel(1);
        let path = path.to_string();
        thread::Builder::new().name("cg file".into()).stack_size(2 * PART).spawn(move || fetch(&path, &sender))?;
        Ok(Trickle { parts, part: Vec::new(), given: 0 })
    }
}

/// Sends a file part by part, until its end or until nobody listens.
fn fetch(path: &str, sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) => return drop(sender.send(Err(error))),
    };
    loop {
        let mut part = vec![0; PART];
        let sent = match file.read(&mut part) {
            Ok(0) => return,
            Ok(count) => {
                part.truncate(count);
                sender.send(Ok(part))
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return drop(sender.send(Err(error))),
        };
        if sent.is_err() {
            return;
        }
    }
}

impl Read for Trickle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.part.len() {
            self.part = match self.parts.recv_timeout(MOMENT) {
                Ok(part) => part?,
                Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::WouldBlock.into()),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            };
            self.given = 0;
        }
        let count = buffer.len().min(self.part.len() - self.given);
        buffer[..count].copy_from_slice(&self.part[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}
