//! Facts about the language that `tests/cases` cannot state: warnings, sessions that are interrupted or made smaller. Text
//! in, text out, or `!!code` for an error and `??code` for a warning.

use std::io;

use cg::builtins;
use cg::eval::{Host, Quiet, Session};
use cg_engine::notation::Notation;

/// Runs a text and gives what its last statement shows, or the code of the first error.
pub fn run(session: &mut Session, text: &str) -> String {
    let source = session.sources.add("test", text);
    let prepared = session.prepare(&source);
    if let Some(error) = prepared.diagnostics.iter().find(|d| d.is_error()) {
        return format!("!!{}", error.code);
    }
    let mut last = String::new();
    let mut warned = prepared.diagnostics.first().map(|w| w.code);
    for statement in &prepared.statements {
        let ran = session.execute(statement);
        warned = warned.or(ran.warnings.first().map(|w| w.code));
        let value = match ran.result {
            Ok(value) => value,
            Err(error) => return format!("!!{}", error.code),
        };
        last = match session.show(&value, Notation::Ascii, statement.span) {
            Ok(text) => text,
            Err(error) => return format!("!!{}", error.code),
        };
    }
    match warned {
        Some(code) => format!("??{code} {last}"),
        None => last,
    }
}

/// A host that has these files, by name and text, and throws away what is printed.
pub struct Files(pub Vec<(String, String)>);

impl Host for Files {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn read_file(&mut self, path: &str) -> io::Result<String> {
        let found = self.0.iter().find(|(name, _)| name == path);
        found.map(|(_, text)| text.clone()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

pub fn session() -> Session {
    Session::new(builtins::all(), Box::new(Quiet::default()))
}

/// Demands of every text that its last statement shows what stands beside it.
pub fn check(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let got = run(&mut session(), text);
        if got != *expected {
            wrong.push(format!("{text}\n    expected {expected}\n    got      {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn warnings() {
    check(&[
        ("*3 == 3", "??value::compared-with-number false"),
        ("outcome(up, misere)", "??value::forgets-play R"),
        ("outcome(sum(conj, up, nim(1)))", "??value::forgets-play N"),
        ("birthday(n) := n; birthday(3)", "??name::shadows 3"),
        ("hackenbush <0 -B- 1; 2 -R- 3>", "??picture::falls 1"),
        ("remoteness(up)", "??value::forgets-play [1, 2]"),
        ("code(\"0.770\", 5)", "??ruleset::last-zero *4"),
    ]);
}

#[test]
fn failures_keep_every_binding() {
    let mut s = session();
    assert_eq!(run(&mut s, "x := +-3; y := [x, up]; p := nim(3) + form <x|0>"), "nothing");
    assert_eq!(run(&mut s, "f(n) := <n|f(n-1)>; [f(k) for k in 1..9 if 2^(10^9) == k]"), "!!limit::size");
    assert_eq!(run(&mut s, "z := tiny(7) + 1/0"), "!!number::division-by-zero");
    assert_eq!(run(&mut s, "z"), "!!name::unknown");
    assert_eq!(run(&mut s, "[x, y]"), "[+-3, [+-3, up]]");
    assert_eq!(run(&mut s, "[p]"), "[nim(3) + form <+-3|0>]");
    assert_eq!(run(&mut s, "w := tiny(7); [w, x + w == tiny(7) + x]"), "[tiny(7), true]");
}

#[test]
fn compaction_keeps_what_names_reach() {
    let mut s = session();
    run(&mut s, "x := +-3; f(n) := <n|-n>; y := [x, tiny(f(3))]; g := graph <a -> b>; c := (n -> x)");
    run(
        &mut s,
        "p := form <x, f(4)|nim(2) + *3>; game k(t, n) := <k(t, n-i) for i in t if i <= n>; q := k({1, 2}, 7) + p",
    );
    let before = run(&mut s, "[x, y, p, q, g.a, c(1), {up, x, *3, 1/2}]");
    run(&mut s, "[f(n) + f(n+1) for n in 1..200]; value(q); sum_list([f(n) for n in 1..9])");
    let (games, positions) = (s.games.len(), s.positions.len());
    s.compact();
    assert!(s.games.len() < games / 4, "{} of {games} values kept", s.games.len());
    assert!(s.positions.len() <= positions);
    assert_eq!(run(&mut s, "[x, y, p, q, g.a, c(1), {up, x, *3, 1/2}]"), before);
    assert_eq!(run(&mut s, "[nim_value(k({1, 2}, n)) for n in 0..5]"), "[0, 1, 2, 0, 1, 2]");
    assert_eq!(run(&mut s, "value(p) == <x, f(4)|nim(2) + *3>"), "true");
}

/// A world whose every write is a mistake.
struct Trap;

impl Host for Trap {
    fn write(&mut self, _text: &str) -> io::Result<()> {
        panic!("the trap has closed")
    }

    fn read_file(&mut self, _path: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }
}

#[test]
fn a_panic_is_an_error_and_the_session_goes_on() {
    let mut session = Session::new(builtins::all(), Box::new(Trap));
    assert_eq!(run(&mut session, "x := <0|1> + *7; f(n) := <f(a) for a in 0..n-1>; f(5)"), "*5");
    assert_eq!(run(&mut session, "sum_list([+-n for n in 1..8]); print(1)"), "!!internal::panic");
    assert_eq!(
        run(&mut session, "game g(n) := <g(n-k) for k in 1..2 if k <= n>; [outcome(g(7)), print(2)]"),
        "!!internal::panic"
    );
    assert_eq!(run(&mut session, "x + f(9)"), "1/2 + *14");
    assert_eq!(run(&mut session, "outcome(g(7))"), "N");
}

#[test]
fn what_an_interrupt_leaves_is_freed_later_and_all_is_as_it_was() {
    use std::sync::atomic::Ordering;
    let mut session = session();
    assert_eq!(
        run(&mut session, "x := [[1, 2], [3]]; f(n) := [n, f(n-1)][0]; game S(T, n) := <S([n, 1], n+1) for k in T>"),
        "nothing"
    );
    for long in [
        "[[y, x] for y in 1..10^7]",
        "f(10^9)",
        "outcome(S([1, 2], 1))",
        "for i in 1..10^9 do x := nim(i); y := [kayles(7) + x, form <x|up>] end",
    ] {
        let flag = session.budget().interrupt_flag();
        let timer = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(200));
            flag.store(true, Ordering::SeqCst);
        });
        assert_eq!(run(&mut session, long), "!!limit::interrupted", "{long}");
        timer.join().unwrap();
        session.budget().interrupt_flag().store(false, Ordering::SeqCst);
        // A new position must not take the place of one that was bound meanwhile.
        assert_eq!(run(&mut session, "[kayles(9)]"), "[kayles(9)]", "{long}");
        assert_eq!(run(&mut session, "x"), "[[1, 2], [3]]", "{long}");
        assert_eq!(run(&mut session, "y"), "!!name::unknown", "{long}");
    }
}
