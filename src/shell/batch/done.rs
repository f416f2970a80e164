//! Lines that were answered in an earlier run, and need not be answered again.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use serde_json::value::RawValue;

use super::BatchLine;
use super::request::Request;
use crate::diagnostic::ErrorCode;
use crate::eval::bytes_text;
use crate::shell::world::{self, LONGEST_TEXT};
use crate::visible;

/// The longest line that is read, in bytes. An answer may be longer than a text that is read.
const LONGEST_LINE: u64 = 16 * LONGEST_TEXT;

/// The ids that were answered.
#[derive(Default)]
pub struct Done {
    ids: HashSet<String>,
    /// A file ends in the middle of a line: whoever wrote it was stopped there.
    pub is_torn: bool,
}

impl Done {
    /// Reads the answers in these files. What is no answer, such as half a line at the end, is passed over, unless nothing else is
    /// there.
    ///
    /// # Errors
    /// A sentence about a file that cannot be read.
    pub fn read(paths: &[String]) -> Result<Done, String> {
        let mut done = Done::default();
        for path in paths {
            done.read_file(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => format!("there is no file `{path}` of answers"),
                _ => format!("the answers in `{path}` cannot be read: {error}"),
            })?;
        }
        Ok(done)
    }

    fn read_file(&mut self, path: &str) -> io::Result<()> {
        let mut answers = BufReader::new(File::open(path)?);
        let mut line = Vec::new();
        let (mut has_lines, mut has_answers) = (false, false);
        while answers.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? > 0 {
            if line.len() as u64 == LONGEST_LINE {
                return Err(io::Error::other(format!("a line is longer than {}", bytes_text(LONGEST_LINE as usize))));
            }
            self.is_torn = line.last() != Some(&b'\n');
            let answer = answer(&line);
            has_lines |= !line.trim_ascii().is_empty() && !self.is_torn;
            has_answers |= answer.is_some();
            self.ids.extend(answer.and_then(answered));
            line.clear();
        }
        if has_lines && !has_answers {
            return Err(io::Error::other("none of its lines is an answer of `cg batch`"));
        }
        Ok(())
    }

    fn has(&self, line: &str) -> bool {
        if self.ids.is_empty() {
            return false;
        }
        let request = Request::read(line.to_string());
        let id = request.as_ref().map_or_else(|misfit| misfit.id(), Request::id);
        id.is_some_and(|id| self.ids.contains(&*visible::json(id.get())))
    }

    /// Returns the next line that is still to be answered.
    pub fn next(&self, input: &mut impl BufRead) -> BatchLine {
        loop {
            match world::next_line(input) {
                Ok(Some(Ok(line))) if self.has(&line) => {}
                line => return line,
            }
        }
    }
}

/// The fields of an answer, as they were written.
type AnswerFields = HashMap<String, Box<RawValue>>;

/// Returns the answer on a line, if there is one.
fn answer(line: &[u8]) -> Option<AnswerFields> {
    serde_json::from_slice(line).ok().filter(|answer: &AnswerFields| answer.contains_key("ok"))
}

/// Returns the id of an answer. An answer that only says that the work was cut off does not count.
fn answered(answer: AnswerFields) -> Option<String> {
    let cut_off = [ErrorCode::LimitInterrupted, ErrorCode::InternalProcess];
    let code = answer.get("code").map(|code| code.get().trim_matches('"'));
    let counts = !cut_off.iter().any(|cut| Some(cut.as_str()) == code);
    answer.get("id").filter(|_| counts).map(|id| id.get().to_string())
}
