//! Lists of edges, a line each: `from,to` or `from,to,player`, with commas or tabs.
//!
//! A line with one field is a vertex without arrows of its own; a line that begins with `#` is a comment; a first line
//! such as `from,to` is a head. Read as a stream, so that the file need not fit beside the graph.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use csv::{ByteRecord, ErrorKind, ReaderBuilder};

use super::errors::GraphMistake;
use super::graphs::Failure;
use super::names;
use crate::eval::reading::Patient;
use cg_engine::games::{Budget, Player};
use cg_engine::rulesets::graph::GraphBuilder;

/// Bytes of one line.
const LONGEST_LINE: u64 = 16 << 20;

/// A stream that ends with an error when too much of it is read at a stretch. Every line in it ends in a line feed
/// alone, the last one too, so that lines can be counted.
struct Bounded<'a> {
    stream: &'a mut Patient,
    ended: bool,
    /// Bytes read since the last line that was complete.
    pending: Rc<Cell<u64>>,
}

impl io::Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        if count == 0 && !buffer.is_empty() && !std::mem::replace(&mut self.ended, true) {
            buffer[0] = b'\n';
            return Ok(1);
        }
        // Blanks at the end of a field are no part of it.
        buffer[..count].iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b' ');
        self.pending.set(self.pending.get() + count as u64);
        if self.pending.get() > LONGEST_LINE {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }
}

/// Reads a list of edges.
pub(crate) fn read(stream: &mut Patient, separator: u8, budget: &mut Budget) -> Result<GraphBuilder, Failure> {
    let pending = Rc::new(Cell::new(0));
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .comment(Some(b'#'))
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(1 << 18)
        .from_reader(Bounded { stream, ended: false, pending: pending.clone() });
    let mut builder = GraphBuilder::default();
    let mut record = ByteRecord::new();
    let mut first = true;
    loop {
        let line = reader.position().line();
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                return Err(match error.into_kind() {
                    ErrorKind::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                        Failure::Mistake { line, column: 1, mistake: GraphMistake::LongLine }
                    }
                    ErrorKind::Io(error) => Failure::Io(error),
                    _ => Failure::Io(io::ErrorKind::InvalidData.into()),
                });
            }
        }
        pending.set(0);
        budget.tick()?;
        if std::mem::take(&mut first) && is_head(&record) {
            continue;
        }
        entry(&record, reader.position().line(), &mut builder, budget)?;
    }
    if first {
        return Err(Failure::Mistake { line: 1, column: 1, mistake: GraphMistake::NoEdges });
    }
    Ok(builder)
}

/// Returns `true` if the first line names the columns.
fn is_head(record: &ByteRecord) -> bool {
    const FROM: [&str; 6] = ["from", "source", "src", "tail", "start", "vertex"];
    const TO: [&str; 6] = ["to", "target", "dst", "dest", "head", "end"];
    let is = |at: usize, words: &[&str]| {
        let field = record.get(at).unwrap_or(b"").trim_ascii();
        words.iter().any(|word| field.eq_ignore_ascii_case(word.as_bytes()))
    };
    is(0, &FROM) && is(1, &TO)
}

/// Reads one line. `after` is the number of the line after it.
fn entry(record: &ByteRecord, after: u64, builder: &mut GraphBuilder, budget: &Budget) -> Result<(), Failure> {
    let mistake = |at: usize, mistake: GraphMistake| {
        let inside = record.as_slice().iter().filter(|byte| **byte == b'\n').count() as u64;
        let line = after - 1 - inside;
        Failure::Mistake { line, column: at as u64 + 1, mistake }
    };
    let field = |at: usize| record.get(at).unwrap_or(b"").trim_ascii();
    let mut vertex = |at: usize| {
        let Ok(name) = std::str::from_utf8(field(at)) else {
            return Err(mistake(at, GraphMistake::NoUtf8Name));
        };
        names::read(name, |label| builder.vertex(label, budget)).map_err(Failure::Fault)
    };
    if field(0).is_empty() {
        if record.iter().all(|f| f.trim_ascii().is_empty()) {
            return Ok(());
        }
        return Err(mistake(0, GraphMistake::NoSource));
    }
    let from = vertex(0)?;
    if field(1).is_empty() {
        return match (2..record.len()).find(|&at| !field(at).is_empty()) {
            Some(_) => Err(mistake(1, GraphMistake::NoTarget)),
            None => Ok(()),
        };
    }
    let to = vertex(1)?;
    let player = match field(2) {
        b"" => None,
        whose => match player(whose) {
            Some(player) => player,
            None => {
                let word = String::from_utf8_lossy(&whose[..whose.len().min(40)]).into_owned();
                return Err(mistake(2, GraphMistake::PlayerField { word }));
            }
        },
    };
    if let Some(at) = (3..record.len()).find(|&at| !field(at).is_empty()) {
        return Err(mistake(at, GraphMistake::ManyFields));
    }
    Ok(builder.arrow(from, to, player, budget)?)
}

/// Returns the owner of an arrow: one player or, inside, both.
pub(crate) fn player(word: &[u8]) -> Option<Option<Player>> {
    let is = |words: [&str; 2]| words.iter().any(|w| word.eq_ignore_ascii_case(w.as_bytes()));
    if is(["L", "Left"]) {
        Some(Some(Player::Left))
    } else if is(["R", "Right"]) {
        Some(Some(Player::Right))
    } else {
        is(["LR", "both"]).then_some(None)
    }
}
