//! Sessions that are cut at random, beside fresh ones that never were.
//!
//! A session runs statements in a random order, many of them cut after a random time. Another one runs, without haste, those
//! that came to their end. Both must have given the same answers, and give the same answers afterwards to every question:
//! a statement that is cut leaves nothing behind.

use std::time::Duration;

use cg::diagnostic::ErrorCode;
use cg::eval::{Quiet, Session};
use cg_engine::notation::Notation;

/// Definitions, and others for the same names.
const DEFINITIONS: [&str; 18] = [
    "K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>",
    "K(n) := <K(n-k) for k in 1..n>",
    "game S(n) := <S(n-k) + S(k-1) for k in 1..n>",
    "game S(n) := <S(n-k) for k in {1,3,4} if k <= n>",
    "game T(m, n) := <T(m-k, n) for k in 1..m | T(m, n-k) for k in 1..n>",
    "game T(m, n) := <T(m-k, n+1) for k in 2..m | T(m+1, n-k) for k in 2..n>",
    "x := sum_list([+-(2^k) for k in 1..6])",
    "x := <7|5||4|1> + K(4)",
    "y := value(domineering(3, 4))",
    "y := x + up + *3",
    "f(n) := if n < 2 then n else f(n-1) + f(n-2)",
    "f(n) := if n < 2 then +-n else f(n-1) + f(n-2) + +-n",
    "g := graph <v -> (mod(v*7 + k, 60) for k in 1..3) for v in 0..59>",
    "g := graph <v -> (v - k for k in {1,3,4} if k <= v) for v in 0..40>",
    "xs := [f(k) for k in 1..15]",
    "xs := {K(k) for k in 1..8}",
    "h(n) := K(n) + f(n)",
    "p := nim(3, 4, 5) + S(7)",
];

/// Questions, some of which take long.
const QUESTIONS: [&str; 36] = [
    "K(9)",
    "K(14)",
    "h(6)",
    "x + x",
    "x + y",
    "mean(x)",
    "[temperature(x), temperature(y)]",
    "thermograph(x)",
    "y <= x",
    "f(17)",
    "xs",
    "nim_value(S(60))",
    "nim_value(S(200))",
    "outcome(p)",
    "winning_moves(p)",
    "value(T(3, 3))",
    "value(T(5, 6))",
    "outcome(T(6, 6))",
    "value(domineering(4, 4))",
    "value(domineering(3, 5))",
    "outcome(domineering(4, 5))",
    "value(toads_frogs(\"TTT__FFF\"))",
    "gamma(g[5])",
    "outcome(sum(annihilation, g[5], g[7]))",
    "remoteness(g[3])",
    "[outcome(g[v]) for v in 0..40]",
    "misere_quotient(kayles, 24)",
    "[genus(kayles(n)) for n in 1..10]",
    "outcome(nim(3, 4, 5) + kayles(7), misere)",
    "period(octal(\"0.137\"))",
    "sequence(octal(\"0.07\"), 60)",
    "nim_value(wythoff(20, 27))",
    "outcome(sum(conj, nim(5), kayles(9)))",
    "len(born_by(2))",
    "len(unique([a + b for a in born_by(2) for b in born_by(2)]))",
    "explain(x)",
];

/// A session without limits.
fn session() -> Session {
    Session::new(cg::builtins::all(), Box::new(Quiet::default()))
}

/// Runs a text within a time; gives its answer, or the code of what is wrong, and whether it came to its end.
fn run(session: &mut Session, text: &str, time: Option<Duration>) -> (String, bool) {
    session.set_timeout(time);
    let source = session.sources.add("session", text);
    let prepared = session.prepare(&source);
    if let Some(error) = prepared.diagnostics.iter().find(|d| d.is_error()) {
        return (error.code.to_string(), error.code != ErrorCode::LimitTime);
    }
    let mut said = String::new();
    for statement in &prepared.statements {
        let result = session.execute(statement).result;
        let shown = result.and_then(|value| session.show(&value, Notation::Ascii, statement.span));
        match shown {
            Ok(text) => said += &text,
            Err(error) => return (error.code.to_string(), error.code != ErrorCode::LimitTime),
        }
    }
    (said, true)
}

/// Numbers that look random and are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Runs a session of `statements` statements beside one that is not cut. Gives how many of them were cut.
///
/// # Errors
/// The first answer that differs.
pub fn cut(seed: u64, statements: usize) -> Result<usize, String> {
    let mut dice = Dice(seed);
    let (mut cut, mut fresh) = (session(), session());
    let mut count = 0;
    for _ in 0..statements {
        let text = match dice.below(3) {
            0 => DEFINITIONS[dice.below(DEFINITIONS.len())],
            _ => QUESTIONS[dice.below(QUESTIONS.len())],
        };
        // From a moment in which nothing is done to one in which most is done.
        let time = Duration::from_nanos(1 << dice.below(26));
        let (said, ended) = run(&mut cut, text, Some(time));
        if ended {
            same(seed, text, &said, &mut fresh)?;
        } else {
            count += 1;
        }
    }
    for question in QUESTIONS {
        let (said, _) = run(&mut cut, question, None);
        same(seed, question, &said, &mut fresh)?;
    }
    Ok(count)
}

fn same(seed: u64, text: &str, said: &str, fresh: &mut Session) -> Result<(), String> {
    let (other, _) = run(fresh, text, None);
    match said == other {
        true => Ok(()),
        false => Err(format!("seed {seed}: {text}\n  cut    {said}\n  fresh  {other}")),
    }
}
