//! Messages on standard input and output, each with a header that tells its length.
//!
//! A thread of its own reads. A message that is no JSON, or not of the
//! protocol, is answered and passed over; only a header without a length ends the connection.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

use super::answer::Refusal;
use crate::shell::world::{self, LONGEST_TEXT};
use crate::visible;

/// Longest message that is read, in bytes: a text may grow by its escapes.
const MAX_MESSAGE_BYTES: u64 = 4 * LONGEST_TEXT;

/// Longest header line.
const LONGEST_HEADER: u64 = 4096;

/// A message that arrives.
pub enum Incoming {
    /// A message of the protocol.
    Message(Message),
    /// Something that is no message, with the error to reply.
    Refused(ErrorCode, String),
}

/// Starts to read; the channel closes at the end of input.
///
/// # Errors
/// No thread can be had.
pub fn listen() -> io::Result<Receiver<Incoming>> {
    let (sender, receiver) = channel();
    std::thread::Builder::new().name("cg reader".into()).spawn(move || {
        let mut input = io::stdin().lock();
        if let Err(error) = read_all(&mut input, &sender) {
            world::complain(&format!("cg: the editor's messages cannot be read: {error}"));
        }
    })?;
    Ok(receiver)
}

fn read_all(input: &mut impl BufRead, sender: &Sender<Incoming>) -> io::Result<()> {
    while let Some(length) = header(input)? {
        let incoming = if length > MAX_MESSAGE_BYTES {
            io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
            Incoming::Refused(ErrorCode::InvalidRequest, format!("a message of {length} bytes is too long"))
        } else {
            let mut body = Vec::new();
            if input.by_ref().take(length).read_to_end(&mut body)? as u64 != length {
                return Ok(());
            }
            message(&body)
        };
        if sender.send(incoming).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns the message in a body.
pub fn message(body: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return Incoming::Refused(ErrorCode::ParseError, format!("this is no JSON: {error}")),
    };
    serde_json::from_value(value).map_or_else(
        |_| Incoming::Refused(ErrorCode::InvalidRequest, "this is no message of the language server protocol".into()),
        Incoming::Message,
    )
}

/// Returns the length in a header. `None` at the end of input.
fn header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            let missing = || io::Error::new(io::ErrorKind::InvalidData, "a header has no Content-Length");
            return length.ok_or_else(missing).map(Some);
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "this is no header of a message"));
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = Some(value.trim().parse().map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?);
        }
    }
}

/// Writes the reason why a request has no answer.
pub fn refuse(id: &Value, (code, message): Refusal) {
    send(json!({ "id": id, "error": { "code": code as i32, "message": message } }));
}

/// Writes a message. When nobody reads any more, the program ends.
pub fn send(mut message: Value) {
    message["jsonrpc"] = json!("2.0");
    let text = message.to_string();
    let text = visible::json(&text);
    let mut out = io::stdout().lock();
    let written = write!(out, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(0);
    }
}
