//! Whole programs run under small limits: each statement ends in time and without an internal error, and the names that
//! were bound before it keep their values.

#![no_main]

use std::time::Instant;

use cg::engine::notation::Notation;
use cg::source::Span;
use cg_fuzz::programs::Program;
use cg_fuzz::{TIME, session};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let program = Program::drawn(bytes);
    let (mut session, files) = session();
    for (name, text) in &program.files {
        files.borrow_mut().insert(name.clone(), text.clone().into_bytes());
    }
    for text in ["kept := nim(3, 5)"].into_iter().chain(program.statements.iter().map(|text| &**text)).chain(["[kept]"]) {
        let source = session.sources.add("fuzz", text);
        let prepared = session.prepare(&source);
        if prepared.has_errors() {
            // On a machine under load even a short statement may be stopped by the clock.
            let is_stopped = prepared.diagnostics.iter().any(|diagnostic| diagnostic.code.is_limit());
            assert!(text != "[kept]" || is_stopped, "{program:?}");
            continue;
        }
        for statement in &prepared.statements {
            let begun = Instant::now();
            match session.execute(statement).result {
                Ok(value) => {
                    let shown = session.show(&value, Notation::Ascii, Span::default());
                    let is_kept = shown.map_or_else(|error| error.code.is_limit(), |shown| shown == "[nim(3, 5)]");
                    assert!(text != "[kept]" || is_kept, "{program:?}");
                }
                // Under load the clock may stop even the first statement.
                Err(error) if text.starts_with("kept :=") && error.code.is_limit() => return,
                Err(error) => {
                    assert!(!error.code.is_internal(), "{text}: {error:?}");
                    assert!(text != "[kept]" || error.code.is_limit(), "{program:?}");
                }
            }
            // Generous, for a machine under load: the check is that the statement ends at all.
            assert!(begun.elapsed() < TIME * 100, "{:?} for {text}", begun.elapsed());
        }
    }
});
