//! `cg batch` answers every line with one object of JSON, on one line.

#![no_main]

use cg::shell::fuzzing::Batch;
use cg_fuzz::{MEMORY, TIME, meter};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut batch = Batch::open(TIME, meter() + MEMORY, meter);
    for line in text.lines().take(8) {
        let answer = batch.answer(line);
        assert!(answer.starts_with('{') && answer.ends_with('}'), "{answer:?}");
        assert!(!answer.contains(cg::visible::is_hidden), "{answer:?}");
    }
});
