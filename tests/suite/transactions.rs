//! A statement that fails leaves nothing behind: sessions in which statements fail at random places and in every way, against
//! sessions without those statements.

use std::cell::Cell;
use std::io;
use std::sync::atomic::Ordering;

use cg::eval::{Host, Session};
use cg::value::Value;
use cg_engine::notation::Notation;

use crate::random_graph::{Random, rounds};

/// A host that has these files, and panics when `panic` is printed or `panic.cg` is read.
struct Files(Vec<(String, String)>);

impl Host for Files {
    fn write(&mut self, text: &str) -> io::Result<()> {
        assert!(!text.contains("panic"), "the trap has closed");
        Ok(())
    }

    fn read_file(&mut self, path: &str) -> io::Result<String> {
        assert!(path != "panic.cg", "the trap has closed");
        let found = self.0.iter().find(|(name, _)| name == path);
        found.map(|(_, text)| text.clone()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn session(files: &[(String, String)]) -> Session {
    Session::new(cg::builtins::all(), Box::new(Files(files.to_vec())))
}

/// The limit that stops a computation when it checks them.
#[derive(Clone, Copy)]
enum Stop {
    /// The memory is full after this number of checks.
    Memory(u32),
    Interrupt,
    Time,
}

thread_local! {
    /// The number of checks of the limits before the memory is full.
    static CHECKS_LEFT: Cell<u32> = const { Cell::new(0) };
}

/// Counts the checks of the limits, and returns the bytes in use.
fn meter() -> usize {
    let left = CHECKS_LEFT.get();
    CHECKS_LEFT.set(left.saturating_sub(1));
    if left == 0 { 1 << 41 } else { 0 }
}

/// Returns the result of the last statement of a text, or the code of the first error.
fn answer(session: &mut Session, text: &str) -> Result<String, String> {
    let source = session.sources.add("line", text);
    let prepared = session.prepare_line(&source);
    if let Some(error) = prepared.diagnostics.iter().find(|d| d.is_error()) {
        return Err(error.code.to_string());
    }
    let mut last = String::new();
    for statement in &prepared.statements {
        let shown = session.execute_and(statement, |session, value| session.text(&value, Notation::Ascii)).result;
        last = shown.map_err(|error| error.code.to_string())?;
    }
    Ok(last)
}

/// Like [`answer`], but stopped by a limit if the computation is long enough.
fn stopped(session: &mut Session, text: &str, stop: Stop) -> Result<String, String> {
    match stop {
        Stop::Memory(checks) => {
            CHECKS_LEFT.set(checks);
            session.budget().set_memory(Some(1 << 40), meter);
        }
        Stop::Time => session.set_timeout(Some(std::time::Duration::ZERO)),
        Stop::Interrupt => session.budget().interrupt_flag().store(true, Ordering::Relaxed),
    }
    let answer = answer(session, text);
    session.set_timeout(None);
    session.budget().interrupt_flag().store(false, Ordering::Relaxed);
    session.budget().set_memory(None, || 0);
    answer
}

/// Writes a definition that may stand anywhere.
fn binding(random: &mut Random) -> String {
    let name = ["x", "y", "g", "h"][random.below(4) as usize];
    let k = random.below(6);
    let value = match random.below(14) {
        0 => format!("nim({k})"),
        1 => format!("form <{k}, up|*{k}>"),
        2 => "on".to_string(),
        3 => format!("loop a <{k}|pass>"),
        4 => format!("[{k}, *{k}, tiny({k})]"),
        5 => format!("kayles({k}) + nim(2)"),
        6 => format!("{k}"),
        7 => format!("n -> n + {k}"),
        8 => "n -> x".to_string(),
        9 => format!("graph <a -> b; b -> a, t; t -> (k for k in 0..{k})>"),
        10 => "[x, y]".to_string(),
        11 => format!("{{f({k}), q({k})}}"),
        12 => format!("switch({k}) + up"),
        _ => format!("dict([[{k}, x]])"),
    };
    format!("{name} := {value}")
}

/// Writes a definition, also of a function or game, or an import.
fn definition(random: &mut Random, files: &[(String, String)]) -> String {
    let k = 1 + random.below(3);
    match random.below(12) {
        0 => format!("f(n) := n + {k}"),
        1 => "f(n) := if n <= 0 then x else f(n-1)".to_string(),
        2 => format!("f(n) := <f(n-k) for k in 1..{k} if k <= n>"),
        3 => format!("f(n) := [{k}, n, 2]"),
        4 => format!("game q(n) := <q(n-k) for k in 1..{k} if k <= n>"),
        5 => "game q(n) := if n <= 0 then nim(f(1)) else <q(n-1)>".to_string(),
        6 => format!("game q(n) := <q(n-1) if 0 < n|q(n-{k}) if n >= {k}>"),
        7 => format!("game q(n) := <q(n), q(n-{k}) if n >= {k}>"),
        8 => "game q(n) := <q(m) for m below n>".to_string(),
        9 if !files.is_empty() => format!("import \"{}\"", files[random.below(files.len() as u64) as usize].0),
        _ => binding(random),
    }
}

fn question(random: &mut Random) -> String {
    let k = random.below(5);
    match random.below(18) {
        0 => "x".to_string(),
        1 => "[x, y]".to_string(),
        2 => format!("f({k})"),
        3 => format!("[f({k}), f(1)]"),
        4 => format!("nim_value(q({k}))"),
        5 => format!("outcome(q({k}) + nim(2))"),
        6 => format!("[q({k})]"),
        7 => format!("q({k})"),
        8 => format!("kayles({k})"),
        9 => format!("remoteness(q({k}))"),
        10 => "value(x)".to_string(),
        11 => "x + y".to_string(),
        12 => format!("g({k})"),
        13 => format!("options(q({k}))"),
        14 => format!("outcome(q({k}), misere)"),
        15 => "[g, h, x == y]".to_string(),
        16 => format!("[tiny({k}) + up, nim({k}), h]"),
        _ => "g.a".to_string(),
    }
}

/// Writes a statement that fails, with the limit that stops it if it does not fail by itself.
fn failing(random: &mut Random, files: &[(String, String)]) -> (String, Option<Stop>) {
    let mut inside: Vec<String> = (0..1 + random.below(4))
        .map(|_| if random.below(3) == 0 { question(random) } else { binding(random) })
        .collect();
    match random.below(5) {
        0 | 1 => {
            let at = random.below(inside.len() as u64 + 1) as usize;
            let wrong = [
                "z := 1/0",
                "check 1 == 2",
                "[1][2]",
                "absent(1, 2)",
                "print(\"panic\")",
                "outcome(trap(4))",
                "for k in 1..3 do y := k; x := [x, y, 6/(3-k)] end",
            ];
            inside.insert(at, wrong[random.below(wrong.len() as u64) as usize].to_string());
            (format!("for i in 1..{} do {} end", 1 + random.below(3), inside.join("; ")), None)
        }
        2 => ("import \"wrong.cg\"".to_string(), None),
        _ => {
            let text = match random.below(3) {
                0 => definition(random, files),
                1 => question(random),
                _ => format!("for i in 1..{} do {} end", 1 + random.below(3), inside.join("; ")),
            };
            let checks = random.below(40) as u32;
            let stop =
                [Stop::Memory(checks), Stop::Memory(checks), Stop::Interrupt, Stop::Time][random.below(4) as usize];
            (text, Some(stop))
        }
    }
}

#[test]
fn after_a_failure_all_is_as_if_it_had_not_been_typed() {
    let (mut failures, mut answers) = (0, 0);
    for round in 0..rounds(1_600) {
        let mut random = Random(round as u64);
        let mut files: Vec<(String, String)> = Vec::new();
        for name in ["a.cg", "b.cg", "c.cg"] {
            let lines: Vec<String> = (0..1 + random.below(4)).map(|_| definition(&mut random, &files)).collect();
            files.push((name.to_string(), lines.join("\n")));
        }
        let mut lines: Vec<String> = (0..1 + random.below(4)).map(|_| definition(&mut random, &files)).collect();
        lines.push("z := 1/0".to_string());
        let mut all = files.clone();
        all.push(("wrong.cg".to_string(), lines.join("\n")));
        let (mut here, mut beside) = (session(&all), session(&all));
        for session in [&mut here, &mut beside] {
            let trap = "game trap(n) := if n == 0 then [print(\"panic\"), nim(x)][1] else <trap(n-1), q(n)>";
            assert!(answer(session, trap).is_ok());
        }
        let mut typed = format!("{all:?}");
        for _ in 0..12 {
            let text = match random.below(4) {
                0 => definition(&mut random, &files),
                1 | 2 => question(&mut random),
                _ => {
                    let (text, stop) = failing(&mut random, &files);
                    typed += &format!("\n{text}    # fails");
                    let answered = match stop {
                        Some(stop) => stopped(&mut here, &text, stop),
                        None => answer(&mut here, &text),
                    };
                    failures += usize::from(answered.is_err());
                    if answered.is_ok() {
                        let _ = answer(&mut beside, &text);
                    }
                    continue;
                }
            };
            typed += &format!("\n{text}");
            let (got, wanted) = (answer(&mut here, &text), answer(&mut beside, &text));
            assert_eq!(got, wanted, "round {round}\n{typed}");
            answers += usize::from(wanted.is_ok());
        }
    }
    assert!(failures > 0 && answers > failures, "{failures} failures, {answers} answers");
}

/// Values that are made when they are first asked for, in terms of `n`.
const MADE: [&str; 13] = [
    "up",
    "down + *",
    "n*up",
    "<n|> + 1/2 + n*up",
    "on",
    "over + n",
    "dud",
    "form <up|*>",
    "f(n)",
    "h(n + 1)",
    "<7|3> + f(1)",
    "value(q(n))",
    "tiny(n + 1) + up",
];

/// A part that fails gives back what it made, and whatever goes on after it makes that again.
#[test]
fn an_attempt_that_fails_is_as_if_it_had_not_been_made() {
    let defined =
        "f(n) := n*up + *; h(n) := [f(n), on, <n|-n>][mod(n, 3)]; game q(n) := <up + q(n-1) if 0 < n, n*down if 0 < n>";
    let mut random = Random(41);
    for round in 0..rounds(120) {
        let mut line = |session: &mut Session| {
            let mut calls = Vec::new();
            let mut wanted = Vec::new();
            for n in 0..2 + random.below(4) {
                let made = MADE[random.below(MADE.len() as u64) as usize];
                if random.below(2) == 0 {
                    calls.push(format!("n == {n} then [{made}, atomic_weight(5)]"));
                    wanted.push("\"no\"".to_string());
                } else {
                    calls.push(format!("n == {n} then {made}"));
                    let mut alone = self::session(&[]);
                    answer(&mut alone, &format!("{defined}; one(n) := {made}")).expect("definitions");
                    // As a member of a list, where a form stands as it is written.
                    let member = answer(&mut alone, &format!("[one({n})]")).expect("a value");
                    wanted.push(member[1..member.len() - 1].to_string());
                }
            }
            let cases = calls.join(" else if ");
            let text = format!("[attempt(() -> if {cases} else 0, \"no\") for n in 0..{}]", wanted.len() - 1);
            assert_eq!(
                answer(session, &text).as_deref(),
                Ok(&*format!("[{}]", wanted.join(", "))),
                "round {round}: {text}"
            );
        };
        let mut session = session(&[]);
        answer(&mut session, defined).expect("definitions");
        line(&mut session);
        line(&mut session);
    }
}

#[test]
fn a_panic_while_a_text_is_read_is_an_error() {
    let files = [("outer.cg", "y := 1\nimport \"panic.cg\""), ("good.cg", "z := nim(4)")];
    let files: Vec<_> = files.map(|(name, text)| (name.to_string(), text.to_string())).into();
    let mut session = session(&files);
    assert_eq!(answer(&mut session, "x := nim(3); x"), Ok("*3".into()));
    for wrong in ["import \"panic.cg\"", "import \"outer.cg\""] {
        assert_eq!(answer(&mut session, wrong), Err("internal::panic".into()), "{wrong}");
        assert_eq!(answer(&mut session, "import \"good.cg\"; [x, z]"), Ok("[nim(3), nim(4)]".into()), "{wrong}");
    }
    assert_eq!(answer(&mut session, "y"), Err("name::unknown".into()));
}

#[test]
fn a_module_that_failed_runs_again() {
    let files = [("good.cg", "z := nim(4)"), ("wrong.cg", "import \"good.cg\"; z := 1/0")];
    let files: Vec<_> = files.map(|(name, text)| (name.to_string(), text.to_string())).into();
    let mut session = session(&files);
    for _ in 0..2 {
        assert_eq!(answer(&mut session, "import \"wrong.cg\""), Err("number::division-by-zero".into()));
        assert_eq!(answer(&mut session, "z"), Err("name::unknown".into()));
    }
    assert_eq!(answer(&mut session, "import \"good.cg\"; [z]"), Ok("[nim(4)]".into()));
    // A module that had run before keeps its bindings.
    assert_eq!(answer(&mut session, "import \"wrong.cg\""), Err("number::division-by-zero".into()));
    assert_eq!(answer(&mut session, "[z]"), Ok("[nim(4)]".into()));
}

#[test]
fn what_was_found_with_what_failed_is_forgotten() {
    let mut session = session(&[]);
    let rules =
        "x := 0; f(n) := if n == 0 then x else f(n-1); game q(n) := if n == 0 then nim(x) else <q(n-1)>; p := q(1)";
    assert!(answer(&mut session, rules).is_ok());
    for wrong in ["1/0", "print(\"panic\")"] {
        let text = format!("for i in 1..1 do x := 5; check nim_value(p) == 0; check f(3) == 5; {wrong} end");
        let code = if wrong == "1/0" { "number::division-by-zero" } else { "internal::panic" };
        assert_eq!(answer(&mut session, &text), Err(code.into()));
        assert_eq!(answer(&mut session, "[x, nim_value(p), f(3)]"), Ok("[0, 1, 0]".into()));
    }
}

#[test]
fn a_body_sees_what_a_program_binds() {
    let mut session = session(&[]);
    session.set_variable("_", Value::Integer(5));
    assert_eq!(answer(&mut session, "f(n) := if n == 0 then _ else f(n-1); f(3)"), Ok("5".into()));
    session.set_variable("_", Value::Integer(7));
    assert_eq!(answer(&mut session, "f(3)"), Ok("7".into()));
    assert_eq!(
        answer(&mut session, "game q(n) := if n == 0 then nim(_) else <q(n-1)>; nim_value(q(1))"),
        Ok("0".into())
    );
    session.set_variable("_", Value::Integer(0));
    assert_eq!(answer(&mut session, "nim_value(q(1))"), Ok("1".into()));
    // A position that refers to a function by its name.
    let held =
        "g(n) := n; game r(h, n) := if n == 0 then nim(h(1)) else <r(h, n-1)>; p := r(g, 1); g := n -> 0; nim_value(p)";
    assert_eq!(answer(&mut session, held), Ok("1".into()));
    assert_eq!(answer(&mut session, "g := n -> 5; nim_value(p)"), Ok("0".into()));
}

#[test]
fn lines_may_name_what_later_lines_define() {
    let mut session = session(&[]);
    let warnings = |session: &mut Session, text: &str| -> Vec<String> {
        let source = session.sources.add("line", text);
        session.prepare_line(&source).diagnostics.into_iter().map(|told| told.message).collect()
    };
    let even = "even(n) := if n == 0 then true else odd(n - 1)";
    assert_eq!(warnings(&mut session, even), ["`odd` is not defined yet"]);
    assert_eq!(answer(&mut session, &format!("{even}; 1")), Ok("1".into()));
    assert_eq!(answer(&mut session, "even(0)"), Ok("true".into()));
    assert_eq!(answer(&mut session, "even(1)"), Err("name::unknown".into()));
    assert_eq!(answer(&mut session, "odd(n) := if n == 0 then false else even(n - 1); even(7)"), Ok("false".into()));
    assert_eq!(warnings(&mut session, even), [""; 0]);
    // A name may come to stand for anything: a game, a ruleset, a variable.
    assert_eq!(
        answer(&mut session, "game p(n) := <r(k) for k in 0..n-1>; g(n) := h(n) + c; nim_value(p(3))"),
        Err("name::unknown".into())
    );
    assert_eq!(answer(&mut session, "game r(n) := <p(k) for k in 0..n-1>; nim_value(p(3))"), Ok("3".into()));
    assert_eq!(answer(&mut session, "h := n -> 2*n; c := 1; g(3)"), Ok("7".into()));
    // A function is one however it is written.
    assert_eq!(warnings(&mut session, "k := n -> late(n) + 1"), ["`late` is not defined yet"]);
    assert_eq!(answer(&mut session, "k := n -> late(n) + 1"), Ok("nothing".into()));
    assert_eq!(answer(&mut session, "late(n) := 2*n; k(3)"), Ok("7".into()));
    for wrong in [
        "f(n) := absent(n); absent(1)",
        "x := absent(1)",
        "[absent]",
        "for i in 1..2 do absent(i) end",
        "map(n -> absent(n), [1])",
        "f(n) := _",
    ] {
        assert_eq!(answer(&mut session, wrong), Err("name::unknown".into()), "{wrong}");
    }
    let source = session.sources.add("script", "f(n) := absent(n)");
    assert!(session.prepare(&source).has_errors());
}

#[test]
fn a_call_by_names_follows_the_parameters_of_the_latest_definition() {
    let mut random = Random(4);
    let letters = ["a", "b", "c", "d"];
    let mut below = |n: usize| random.below(n as u64) as usize;
    for round in 0..rounds(300) {
        let mut session = session(&[]);
        // The caller gives the first arguments by place and others by name: each is ten times its number.
        let by_place = below(3);
        let mut names: Vec<&str> = letters.into_iter().filter(|_| below(2) == 0).collect();
        names.sort_by_cached_key(|_| below(1000));
        let mut written: Vec<String> = (0..by_place).map(|i| format!("{}", 10 * i)).collect();
        written.extend(names.iter().map(|name| format!("{name} = {}", 10 * value_of(name))));
        let call = format!("f({})", written.join(", "));
        if written.is_empty() {
            continue;
        }
        let kind = ["g(n) := CALL", "g(n) := [CALL for i in 1..1][0]", "g(n) := (x where x := CALL)"];
        let caller = kind[below(3)].replace("CALL", &call);
        answer(&mut session, &format!("{caller}; 1")).expect("a function may name what is defined later");
        for _ in 0..3 {
            let mut parameters: Vec<&str> = letters.into_iter().filter(|_| below(4) > 0).collect();
            if parameters.is_empty() {
                continue;
            }
            parameters.sort_by_cached_key(|_| below(1000));
            let first_default = below(parameters.len() + 1);
            let shown: Vec<String> = (parameters.iter().enumerate())
                .map(|(i, name)| if i < first_default { name.to_string() } else { format!("{name} = {}", 1 + i) })
                .collect();
            let definition = format!("f({}) := [{}]", shown.join(", "), parameters.join(", "));
            answer(&mut session, &format!("{definition}; 1")).expect("a function");
            // The value of each parameter; `None` if the call gives none.
            let mut values: Vec<Option<usize>> = vec![None; parameters.len()];
            let given = (0..by_place).map(|i| (Some(i).filter(|i| *i < parameters.len()), 10 * i)).chain(
                names.iter().map(|name| (parameters.iter().position(|known| known == name), 10 * value_of(name))),
            );
            let mut fits = true;
            for (place, value) in given {
                match place {
                    Some(place) if values[place].is_none() => values[place] = Some(value),
                    _ => fits = false,
                }
            }
            let with_defaults: Vec<Option<usize>> = (values.into_iter().enumerate())
                .map(|(i, value)| value.or((i >= first_default).then_some(1 + i)))
                .collect();
            let right: Option<Vec<String>> =
                with_defaults.into_iter().map(|value| value.filter(|_| fits).map(|value| value.to_string())).collect();
            let asked = answer(&mut session, "g(0)");
            let context = format!("round {round}: {caller}; {definition}");
            match right {
                Some(members) => assert_eq!(asked, Ok(format!("[{}]", members.join(", "))), "{context}"),
                None => assert!(asked.is_err(), "{context}: {asked:?}"),
            }
        }
    }
}

/// Returns the number of a letter.
fn value_of(letter: &str) -> usize {
    usize::from(letter.as_bytes()[0] - b'a') + 3
}
