//! Statements run under small limits: they end in time, and the session goes on whatever they were.

#![no_main]

use std::time::Instant;

use cg::value::Value;
use cg::engine::notation::Notation;
use cg::source::Span;
use cg_fuzz::{TIME, run, session};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (mut session, _) = session();
    let begun = Instant::now();
    let values = run(&mut session, text);
    for value in &values {
        for notation in [Notation::Ascii, Notation::Unicode, Notation::Latex] {
            let _ = session.show(value, notation, Span::default());
        }
    }
    // Generous, for a machine under load: what is meant is that it ends.
    let most = TIME * (40 + 20 * u32::try_from(values.len()).unwrap_or(u32::MAX));
    assert!(begun.elapsed() < most, "{:?} for {} statements", begun.elapsed(), values.len());
    session.reset();
    assert!(matches!(run(&mut session, "1 + 1")[..], [Value::Integer(2)]));
});
