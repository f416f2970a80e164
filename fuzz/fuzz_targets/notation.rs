//! A value that is written reads back as the same value, in ASCII, with signs, and in LaTeX.

#![no_main]

use cg::value::Value;
use cg::engine::notation::Notation;
use cg_fuzz::{run, session};
use libfuzzer_sys::fuzz_target;

/// Whether a value is its text. Others are known by their names, or are shown and not written.
fn reads_back(value: &Value) -> bool {
    match value {
        Value::List(list) | Value::Set(list) => list.iter().take(1000).all(|member| reads_back(&member)),
        Value::Boolean(_) | Value::Integer(_) | Value::Number(_) | Value::Game(_) => true,
        Value::Ordinal(_) | Value::Nimber(_) | Value::Gamma(_) | Value::Outcome(_) => true,
        Value::Text(_) | Value::Board(_) => true,
        _ => false,
    }
}

/// Whether it has a text in it, which LaTeX sets as prose.
fn has_text(value: &Value) -> bool {
    match value {
        Value::List(list) | Value::Set(list) => list.iter().take(1000).any(|member| has_text(&member)),
        value => matches!(value, Value::Text(_) | Value::Boolean(_) | Value::Board(_)),
    }
}

fuzz_target!(|text: &str| {
    let (mut session, _) = session();
    let Some(value) = run(&mut session, text).pop() else { return };
    if !reads_back(&value) {
        return;
    }
    for notation in [Notation::Ascii, Notation::Unicode, Notation::Latex] {
        if notation == Notation::Latex && has_text(&value) {
            continue;
        }
        let Ok(written) = session.written(&value, notation) else { return };
        // What is long may be cut, or may take longer than the limits allow; papers leave out the middle of a range.
        if written.len() > 1000 || written.contains("\\ldots") {
            return;
        }
        let again = run(&mut session, &written).pop();
        assert!(again.as_ref() == Some(&value), "{written:?} reads back as {again:?}, not {value:?}");
    }
});
