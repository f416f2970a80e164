//! Whole programs at random, run under small limits: each statement ends in time and without a mistake of ours, and what was
//! bound before it is bound after it. The fuzz target `programs` draws from the same generator; `CG_SEED` chooses others.

#[path = "../../fuzz/src/programs.rs"]
mod programs;

use std::io;
use std::time::{Duration, Instant};

use cg::diagnostic::ErrorCode;
use cg::eval::{Host, Session};
use cg::source::Span;
use cg_engine::notation::Notation;

use crate::ALLOCATOR;
use crate::random_graph::{Random, rounds};
use programs::Program;

const TIMEOUT: Duration = Duration::from_millis(20);
const MEMORY: usize = 64 << 20;
/// The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(10);

struct Files(Vec<(String, String)>);

impl Host for Files {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn read_file(&mut self, path: &str) -> io::Result<String> {
        let found = self.0.iter().find(|(name, _)| name == path);
        found.map(|(_, text)| text.clone()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Runs a program, each statement whatever became of those before.
fn run(program: &Program) {
    let mut session = Session::new(cg::builtins::all(), Box::new(Files(program.files.clone())));
    session.set_timeout(Some(TIMEOUT));
    let limit = ALLOCATOR.allocated() + MEMORY;
    session.budget().set_memory(Some(limit), || ALLOCATOR.allocated());
    let statements = program.statements.iter().map(|text| &**text);
    for text in ["kept := nim(3, 5)"].into_iter().chain(statements).chain(["kept"]) {
        let source = session.sources.add("random", text);
        let prepared = session.prepare(&source);
        for statement in &prepared.statements {
            let begun = Instant::now();
            let said = match session.execute(statement).result {
                Ok(value) => session.show(&value, Notation::Ascii, Span::default()),
                Err(error) => Err(error),
            };
            let is_ours = said
                .as_ref()
                .is_err_and(|error| [ErrorCode::InternalPanic, ErrorCode::InternalForeign].contains(&error.code));
            assert!(!is_ours, "{text}: {said:?}\n{program:#?}");
            let is_kept = said.as_ref().is_ok_and(|said| said == "*6");
            assert!(text != "kept" || is_kept, "{said:?}\n{program:#?}");
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
