//! Reads data from files: rows of cells, JSON or lines, by the ending of the name.

use std::io;

use serde_json::value::RawValue;

use super::ending;
use super::errors::DataMistake;
use super::graphs::unreadable;
use crate::eval::numbers::number;
use crate::eval::reading::Patient;
use crate::eval::{EvalError, Session, beside, reserve_list, utf8};
use crate::value::{Dict, Value};
use cg_engine::games::{Budget, Fault};

/// The depth to which lists and objects may be nested.
const MAX_DEPTH: usize = 500;

/// Reads a file: rows if the name ends in `.csv` or `.tsv`, a value if it ends in `.json`, or else lines.
///
/// # Errors
/// A file that cannot be read or has another format.
pub fn read_data(cx: &mut Session, path: &str) -> Result<Value, EvalError> {
    let full = beside(cx, path);
    let text = match cx.host.open_file(&full) {
        Ok((stream, size)) => {
            let mut stream = Patient::new(stream, &cx.games.budget);
            let text = read_text(&mut stream, size, &mut cx.games.budget);
            if let Some(fault) = stream.fault() {
                return Err(fault.into());
            }
            text
        }
        Err(error) => Ok(Err(error)),
    };
    let text = text?.map_err(|error| unreadable(&full, &error))?;
    match &*ending(path) {
        "csv" => rows(cx, &text, b',', &full),
        "tsv" | "tab" => rows(cx, &text, b'\t', &full),
        "json" => json(cx, &text, &full),
        _ => {
            reserve_list(&mut cx.games.budget, text.lines().count() as u64 * 3)?;
            cx.games.budget.charge(text.len())?;
            Ok(Value::list(text.lines().map(Value::text).collect()))
        }
    }
}

/// Reads a whole file, without a byte order mark.
fn read_text(stream: &mut Patient, size: u64, budget: &mut Budget) -> Result<io::Result<String>, Fault> {
    Ok(stream.read_whole(size, budget)?.and_then(|mut bytes| {
        let start = if bytes.starts_with(&[0xef, 0xbb, 0xbf]) { 3 } else { 0 };
        utf8(bytes.split_off(start))
    }))
}

fn wrong(path: &str, line: u64, mistake: DataMistake) -> EvalError {
    EvalError::from(mistake).here("read here").in_file(&format!("`{path}`, line {line}"))
}

/// A row that is put behind the last one. It becomes a part of that one if a quotation mark is open there.
const END: &str = "\n.";

/// Reads rows of cells (RFC 4180). A cell is a number if it can be read as one, or else a text.
fn rows(cx: &mut Session, text: &str, separator: u8, path: &str) -> Result<Value, EvalError> {
    let whole = io::Read::chain(text.as_bytes(), END.as_bytes());
    let mut reader =
        csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(whole);
    let mut all = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let line = error.position().map_or(0, csv::Position::line);
            wrong(path, line, DataMistake::Row)
        })?;
        cx.games.budget.charge(record.as_slice().len() + record.len())?;
        reserve_list(&mut cx.games.budget, record.len() as u64 * 4)?;
        cx.games.budget.room_to_push(&all)?;
        all.push(Value::list(record.iter().map(cell).collect()));
    }
    let last = all.pop();
    if let Some(Value::List(row)) = last
        && let Some(Value::Text(cell)) = row.len().checked_sub(1).and_then(|last| row.get(last))
        && cell.len() >= END.len()
    {
        let newlines = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count() as u64;
        let line = newlines(text) + newlines(END) - newlines(&cell) + 1;
        return Err(wrong(path, line, DataMistake::OpenQuote));
    }
    Ok(Value::list(all))
}

fn cell(text: &str) -> Value {
    match number(text) {
        Some(x) => Value::number(x),
        None => Value::text(text),
    }
}

/// A list or an object whose end has not been read yet.
enum PartialValue {
    List(Vec<Value>),
    /// The entries, and the key of the next one.
    Object(Vec<(Value, Value)>, Option<Value>),
}

/// Reads a value in JSON: arrays are lists, objects dictionaries, numbers exact.
fn json(cx: &mut Session, text: &str, path: &str) -> Result<Value, EvalError> {
    let mut at = 0;
    let mut open: Vec<PartialValue> = Vec::new();
    let refuse = |at: usize, mistake: DataMistake| {
        let line = text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
        wrong(path, line, mistake)
    };
    let mut wants_value = true;
    let mut result = None;
    loop {
        cx.games.budget.tick()?;
        at = skip_blanks(text, at);
        let rest = &text[at..];
        let Some(first) = rest.bytes().next() else { break };
        let mut value = None;
        match first {
            _ if result.is_some() => return Err(refuse(at, DataMistake::BehindValue)),
            b'[' | b'{' if wants_value => {
                if open.len() >= MAX_DEPTH {
                    return Err(refuse(at, DataMistake::Deep { most: MAX_DEPTH }));
                }
                open.push(if first == b'[' {
                    PartialValue::List(Vec::new())
                } else {
                    PartialValue::Object(Vec::new(), None)
                });
                at = skip_blanks(text, at + 1);
                // An empty list or object ends at once.
                wants_value = first == b'[' && !text[at..].starts_with(']');
                if first == b'{' && !text[at..].starts_with('}') {
                    at = key(cx, text, at, &mut open, &refuse)?;
                    wants_value = true;
                }
                continue;
            }
            b']' if !wants_value
                && let Some(PartialValue::List(members)) =
                    open.pop_if(|open| matches!(open, PartialValue::List(_))) =>
            {
                at += 1;
                value = Some(Value::list(members));
            }
            b'}' if !wants_value
                && let Some(PartialValue::Object(entries, _)) =
                    open.pop_if(|open| matches!(open, PartialValue::Object(..))) =>
            {
                at += 1;
                value = Some(Value::Dict(Dict::new(entries, cx)?.into()));
            }
            b',' if !wants_value && !open.is_empty() => {
                at = skip_blanks(text, at + 1);
                if matches!(open.last(), Some(PartialValue::Object(..))) {
                    at = key(cx, text, at, &mut open, &refuse)?;
                }
                wants_value = true;
                continue;
            }
            b'"' if wants_value => {
                let (text, end) = string(text, at).ok_or_else(|| refuse(at, DataMistake::Text))?;
                at = end;
                value = Some(Value::text(text));
            }
            _ if wants_value => {
                let word = rest.split([',', ']', '}', ' ', '\t', '\n', '\r']).next().unwrap_or("");
                value = Some(match word {
                    "true" => Value::Boolean(true),
                    "false" => Value::Boolean(false),
                    "null" => Value::Nothing,
                    word => json_number(word).ok_or_else(|| refuse(at, DataMistake::Value))?,
                });
                cx.games.budget.charge(word.len())?;
                at += word.len();
            }
            _ => {}
        }
        let Some(value) = value else { return Err(refuse(at, DataMistake::Sign)) };
        wants_value = false;
        match open.last_mut() {
            None => result = Some(value),
            Some(PartialValue::List(members)) => {
                cx.games.budget.room_to_push(members)?;
                members.push(value);
            }
            Some(PartialValue::Object(entries, key)) => {
                cx.games.budget.room_to_push(entries)?;
                entries.push((key.take().unwrap_or_default(), value));
            }
        }
    }
    result.ok_or_else(|| refuse(text.len(), DataMistake::End))
}

/// Reads the key of an object and the colon behind it. Returns the place after the colon.
fn key(
    cx: &mut Session,
    text: &str,
    at: usize,
    open: &mut [PartialValue],
    refuse: &dyn Fn(usize, DataMistake) -> EvalError,
) -> Result<usize, EvalError> {
    let (name, end) = string(text, at).ok_or_else(|| refuse(at, DataMistake::Key))?;
    cx.games.budget.charge(name.len())?;
    let colon = skip_blanks(text, end);
    if !text[colon..].starts_with(':') {
        return Err(refuse(end, DataMistake::Colon));
    }
    if let Some(PartialValue::Object(_, key)) = open.last_mut() {
        *key = Some(Value::text(name));
    }
    Ok(colon + 1)
}

/// Returns the first place from `at` on that is no blank.
fn skip_blanks(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches([' ', '\t', '\n', '\r']).len()
}

/// Reads a text in quotes and decodes its escapes. Returns it with the place after it, or `None` if it is malformed.
fn string(text: &str, at: usize) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let mut end = at + 1;
    loop {
        match bytes.get(end)? {
            b'"' => break,
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
    Some((serde_json::from_str(text.get(at..=end)?).ok()?, end + 1))
}

/// Reads a number of JSON, exactly: `1e-2` is 1/100.
fn json_number(word: &str) -> Option<Value> {
    const MAX_EXPONENT: i32 = 10_000;
    serde_json::from_str::<&RawValue>(word).ok()?;
    let (digits, exponent) = match word.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok().filter(|e| e.abs() <= MAX_EXPONENT)?),
        None => (word, 0),
    };
    let x = number(digits)?;
    let ten = dashu_ratio::RBig::from(dashu_int::UBig::from(10u8).pow(exponent.unsigned_abs() as usize));
    Some(Value::number(if exponent < 0 { x / ten } else { x * ten }))
}
