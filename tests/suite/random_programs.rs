//! Random whole programs under small limits: each statement ends in time and without an internal error, and a name that was
//! bound before keeps its value. The fuzz target `programs` uses the same generator. `CG_SEED` sets the seed.

#[path = "../../fuzz/src/programs.rs"]
mod programs;

use std::time::{Duration, Instant};

use cg::eval::Session;
use cg::source::Span;
use cg_engine::notation::Notation;

use crate::ALLOCATOR;
use crate::language::Files;
use crate::random_graph::{Random, rounds};
use programs::Program;

const TIMEOUT: Duration = Duration::from_millis(20);
const MEMORY: usize = 64 << 20;
/// The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs all statements of a program, also those after one that failed.
fn run(program: &Program) {
    let mut session = Session::new(cg::builtins::all(), Box::new(Files(program.files.clone())));
    session.set_timeout(Some(TIMEOUT));
    let limit = ALLOCATOR.allocated() + MEMORY;
    session.budget().set_memory(Some(limit), || ALLOCATOR.allocated());
    let statements = program.statements.iter().map(|text| &**text);
    for text in ["kept := nim(3, 5)"].into_iter().chain(statements).chain(["kept"]) {
        let source = session.sources.add("random", text);
        let prepared = session.prepare(&source);
        assert!(text != "kept" || prepared.statements.len() == 1, "{:?}\n{program:#?}", prepared.diagnostics);
        for statement in &prepared.statements {
            let begun = Instant::now();
            let shown = match session.execute(statement).result {
                Ok(value) => session.show(&value, Notation::Ascii, Span::default()),
                Err(error) => Err(error),
            };
            let is_internal = shown.as_ref().is_err_and(|error| error.code.is_internal());
            assert!(!is_internal, "{text}: {shown:?}\n{program:#?}");
            let is_kept = shown.as_ref().is_ok_and(|shown| shown == "*6");
            assert!(text != "kept" || is_kept, "{shown:?}\n{program:#?}");
            assert!(begun.elapsed() < PATIENCE, "{:?} for {text}\n{program:#?}", begun.elapsed());
        }
    }
}

#[test]
fn programs_end_and_keep_what_was_bound() {
    let seed = std::env::var("CG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(8);
    let mut random = Random(seed);
    for _ in 0..rounds(320) {
        let bytes: Vec<u8> = (0..400).map(|_| random.below(256) as u8).collect();
        run(&Program::drawn(&bytes));
    }
}
