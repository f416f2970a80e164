//! Scripts run and timed: what the benches of the language share.

use cg::builtins;
use cg::eval::{Quiet, Session};
use cg_engine::notation::Notation;
use cpu_time::ProcessTime;

/// That of the program.
#[global_allocator]
static ALLOCATOR: cap::Cap<mimalloc::MiMalloc> = cap::Cap::new(mimalloc::MiMalloc, usize::MAX);

/// What the last statement of a script gives, in a session of its own with so many threads.
pub fn answer(text: &str, threads: usize) -> String {
    let mut session = Session::new(builtins::all(), Box::new(Quiet::default()));
    session.budget().set_threads(threads);
    let source = session.sources.add("bench", text);
    let prepared = session.prepare(&source);
    assert!(!prepared.has_errors(), "{:?}", prepared.diagnostics);
    let mut last = String::new();
    for statement in &prepared.statements {
        let value = session.execute(statement).result.expect("the script runs");
        last = session.show(&value, Notation::Ascii, statement.span).expect("it has a value");
    }
    last
}

/// The least process CPU seconds of some runs, and the answer.
pub fn least(runs: usize, work: &dyn Fn() -> String) -> (f64, String) {
    let mut least = f64::MAX;
    let mut answer = String::new();
    for _ in 0..runs {
        let start = ProcessTime::now();
        answer = work();
        least = least.min(start.elapsed().as_secs_f64());
    }
    (least, answer)
}
