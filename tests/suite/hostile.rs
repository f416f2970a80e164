//! Whatever comes in at whatever door, the program answers: soon, within its limits, and the session goes on.
//!
//! Inputs are random tokens, random well-formed expressions of the wrong kinds, random bytes, and a list of known
//! hard ones. A statement has a twentieth of a second and a quarter of a GiB.

use std::time::{Duration, Instant};

use cg::diagnostic::{Diagnostic, Style, render};
use cg::eval::Session;
use cg_engine::notation::Notation;
use proptest::prelude::*;

use crate::ALLOCATOR;
use crate::language::Files;
use crate::program::{Folder, fed};
use crate::random_graph::is_thorough;

const TIMEOUT: Duration = Duration::from_millis(50);
/// Looking at the clock takes a while where a single step is long; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(5);
const MEMORY: usize = 256 << 20;
/// Times that a text is tried again while the tests beside this one use the memory.
const ATTEMPTS: u32 = 100;

fn session_with(files: Vec<(String, String)>) -> Session {
    let mut session = Session::new(cg::builtins::all(), Box::new(Files(files)));
    session.set_timeout(Some(TIMEOUT));
    session
}

fn session() -> Session {
    session_with(Vec::new())
}

/// Runs every statement of a text, writes the results in each notation and what went wrong in each style; gives
/// the last result or code.
fn answer(session: &mut Session, text: &str) -> String {
    let limit = ALLOCATOR.allocated() + MEMORY;
    session.budget().set_memory(Some(limit), || ALLOCATOR.allocated());
    answer_without_limit(session, text)
}

fn answer_without_limit(session: &mut Session, text: &str) -> String {
    let source = session.sources.add("hostile", text);
    let prepared = session.prepare(&source);
    tell(session, &prepared.diagnostics);
    if let Some(error) = prepared.diagnostics.iter().find(|d| d.is_error()) {
        assert!(!error.code.is_internal(), "{error:?} for {text:?}");
        return error.code.to_string();
    }
    let mut last = String::new();
    for statement in &prepared.statements {
        let start = cpu_time::ThreadTime::now();
        let ran = session.execute(statement);
        tell(session, &ran.warnings);
        last = match ran.result {
            Ok(value) => {
                let notations = [Notation::Unicode, Notation::Latex, Notation::Ascii];
                let shown = notations.map(|notation| session.show(&value, notation, statement.span));
                shown.into_iter().last().expect("three").unwrap_or_else(|error| told(session, *error))
            }
            Err(error) => told(session, *error),
        };
        let time = start.elapsed();
        let line: String = text.chars().take(300).collect();
        assert!(time < PATIENCE, "{time:?} for a statement of {line:?}, which gives {last}");
    }
    last
}

fn told(session: &Session, error: Diagnostic) -> String {
    let code = error.code;
    assert!(!code.is_internal(), "an internal error: {error:?}");
    tell(session, &[error]);
    code.to_string()
}

fn tell(session: &Session, all: &[Diagnostic]) {
    for style in [Style::Graphical { colour: true, ascii: false, columns: None }, Style::Plain, Style::Json] {
        let text = render(&all[..all.len().min(3)], &session.sources, style);
        assert!(all.is_empty() == text.is_empty());
    }
}

/// A text and then `1+1`, in one session.
fn survives(session: &mut Session, text: &str) {
    answer(session, text);
    goes_on(session, text);
}

/// The session answers after a text. It has all the time and memory it needs: on a busy machine even `1+1` may take
/// long, and the tests beside this one allocate from the same store.
fn goes_on(session: &mut Session, text: &str) {
    let limit = session.timeout();
    session.set_timeout(None);
    session.budget().set_memory(None, || 0);
    assert_eq!(answer_without_limit(session, "1+1"), "2", "after {text:?}");
    session.set_timeout(limit);
}

const TOKENS: &[&str] = &[
    "<",
    ">",
    "|",
    "||",
    "|||",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    "\n",
    ":",
    ":=",
    "=",
    "==",
    "!=",
    "<=",
    ">=",
    "<|",
    "|>",
    "->",
    "+",
    "-",
    "*",
    "/",
    "^",
    "^^",
    "..",
    " by ",
    ".",
    "±",
    "+-",
    "↑",
    "⇓",
    "∗",
    "·",
    "⊕",
    "½",
    "²",
    "⁻¹",
    "ω",
    "∞",
    "0",
    "1",
    "3",
    "7/8",
    "0.5",
    "10^9",
    "x",
    "f",
    "g",
    "_",
    "\"t\"",
    "\"",
    "# ",
    "#=> 1\n",
    " if ",
    " then ",
    " else ",
    " for ",
    " in ",
    " do ",
    " end",
    " and ",
    " or ",
    "not ",
    "game ",
    "check ",
    "import ",
    "form ",
    "graph <a -> b; b -> a, t>",
    "hackenbush <0 -B- 1; 1 -R- 2>",
    "graph <",
    "hackenbush <",
    " -L> ",
    "-B-",
    "let ",
    "for x in 0..3",
    "f(x) := ",
    "game g(n) := ",
    "misere",
    "omega",
    "inf",
    "Left",
];

/// Tokens of the language and names of built-ins.
fn soup(most: usize) -> impl Strategy<Value = String> {
    let names: Vec<String> = cg::builtins::all().map(|b| b.name.to_string()).collect();
    let token = prop_oneof![
        5 => prop::sample::select(TOKENS).prop_map(str::to_string),
        1 => prop::sample::select(names).prop_map(|name| format!("{name}(")),
    ];
    prop::collection::vec(token, 0..most).prop_map(|tokens| tokens.concat())
}

/// Well-formed expressions whose kinds need not fit.
fn expression() -> impl Strategy<Value = String> {
    const LEAVES: &[&str] = &[
        "0",
        "1",
        "-1",
        "2",
        "5",
        "1/2",
        "1/3",
        "-7/8",
        "10^12",
        "9223372036854775807",
        "(-9223372036854775807 - 1)",
        "10^40",
        "*",
        "*2",
        "*(10^9)",
        "*omega",
        "up",
        "down*3",
        "^2*",
        "omega",
        "(omega^omega*2 + 3)",
        "inf()",
        "inf(0, 2)",
        "+-1",
        "tiny(2)",
        "<7|5||4|1>",
        "<1|-1>",
        "\"BRG\"",
        "\"../.#\"",
        "\"\"",
        "true",
        "N",
        "P",
        "misere",
        "Left",
        "[]",
        "{}",
        "[1, 2, 3]",
        "{0, *}",
        "(0..5)",
        "(1..10^12)",
        "(9..1 by -2)",
        "nim(3)",
        "nim(1, 10^9)",
        "form <0, *|1>",
        "form <nim(2), <>>",
        "graph <a -> b; b -> a, t>",
        "graph <a -L> b; b -R> a>",
        "graph <n -> n + 1 for n in 0..9>",
        "hackenbush <0 -B- 1; 1 -G- 0>",
        "(n -> n)",
        "((a, b) -> a + b)",
        "mex",
        "nim",
        "g",
        "g(4)",
        "h(3)",
        "f(6)",
        "f",
        "x",
        "domineering(2, 3)",
        "subtraction({1, 3})",
    ];
    let names: Vec<(String, bool, usize, usize)> =
        cg::builtins::all().map(|b| (b.name.to_string(), b.constant, b.arity().0, b.arity().1.unwrap_or(3))).collect();
    const OPERATORS: &[&str] =
        &["+", "-", "*", "/", "^", "==", "<=", "<", "||", "<|", ":", "⊕", " and ", "+-", " or ", ".."];
    let leaf = prop::sample::select(LEAVES).prop_map(str::to_string);
    leaf.prop_recursive(4, 24, 3, move |inner| {
        let several = prop::collection::vec(inner.clone(), 0..4).prop_map(|members| members.join(", "));
        prop_oneof![
            4 => (prop::sample::select(names.clone()), prop::collection::vec(inner.clone(), 4), 0..20usize).prop_map(
                |((name, constant, least, most), members, more)| {
                    // Mostly as many arguments as it takes.
                    let count = if more == 0 { 4 } else { least + more % (most.max(least) - least + 1) };
                    if constant { name } else { format!("{name}({})", members[..count.min(4)].join(", ")) }
                }
            ),
            3 => (inner.clone(), prop::sample::select(OPERATORS), inner.clone())
                .prop_map(|(a, operator, b)| format!("({a}) {operator} ({b})")),
            1 => inner.clone().prop_map(|a| format!("-({a})")),
            1 => inner.clone().prop_map(|a| format!("±({a})")),
            1 => inner.clone().prop_map(|a| format!("*({a})")),
            1 => several.clone().prop_map(|members| format!("[{members}]")),
            1 => several.clone().prop_map(|members| format!("{{{members}}}")),
            2 => (several.clone(), several.clone()).prop_map(|(l, r)| format!("<{l}|{r}>").replace("=", "")),
            1 => (several.clone(), several).prop_map(|(l, r)| format!("form <{l}|{r}>")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a})[{b}]")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a})({b})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a} for x in ({b})]")),
            1 => (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("(if ({a}) then ({b}) else ({c}))")),
            1 => (inner.clone(), inner).prop_map(|(a, b)| format!("(y -> {a})({b})")),
        ]
    })
}

/// What the names of the expressions mean.
const PRELUDE: &str = "x := 3; f(n) := if n < 2 then n else f(n-1) + f(n-2); game g(n) := <g(n-1), g(n-2)|g(n-3)>; \
                       game h(n) := <h(n), h(n-1), 0>";

/// So many cases, or a multiple: `CG_CASES=50 cargo test`.
fn cases(cases: u32) -> ProptestConfig {
    let factor = std::env::var("CG_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let cases = cases * factor;
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn token_soup_is_survived(text in soup(30)) {
        let mut session = session();
        answer(&mut session, PRELUDE);
        survives(&mut session, &text);
    }

    #[test]
    fn bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        survives(&mut session(), &String::from_utf8_lossy(&bytes));
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn expressions_of_any_kind_are_survived(all in prop::collection::vec(expression(), 8)) {
        let mut session = session();
        answer(&mut session, PRELUDE);
        for text in &all {
            survives(&mut session, text);
        }
        let members: Vec<String> = all.iter().take(3).map(|text| format!("({text}\n)")).collect();
        let members = members.join(", ");
        survives(&mut session, &format!("listed(n) := [{members}]; listed(2)"));
        survives(&mut session, &format!("game played(n) := <{members}, x for x in listed(n)>; played(2)"));
    }
}

proptest! {
    #![proptest_config(cases(4))]

    #[test]
    fn batch_answers_every_line(lines in prop::collection::vec(prop_oneof![soup(20), expression()], 40)) {
        let lines: Vec<_> = lines.iter().map(|l| format!("({} )", l.replace(['\n', '#'], " "))).collect();
        let input = lines.join("\n") + "\n1+1\n";
        let ran = fed(&["batch", "--timeout", "50ms", "--memory", "512MiB"], input.as_bytes());
        prop_assert_eq!(ran.status, 0, "{}", ran.err);
        prop_assert_eq!(ran.out.lines().count(), lines.len() + 1);
        prop_assert!(ran.out.lines().last().is_some_and(|l| l.contains("\"text\":\"2\"")), "{}", ran.out);
    }

    #[test]
    fn tests_in_any_markdown_end(lines in prop::collection::vec(prop_oneof![
        2 => soup(8),
        2 => expression().prop_map(|e| e + "  #=> 1"),
        1 => Just("```cg".to_string()),
        1 => Just("```".to_string()),
        1 => any::<String>(),
    ], 0..60)) {
        let folder = Folder::new();
        let path = folder.file("any.md", format!("```cg\n{}\n```\n\n```cg\n1+1  #=> 2\n```\n", lines.join("\n")));
        let ran = fed(&["test", "--timeout", "50ms", "--memory", "512MiB", &path], b"");
        prop_assert!((0..3).contains(&ran.status) && !ran.err.contains("panicked"), "{} {}", ran.status, ran.err);
        prop_assert!(ran.out.contains("passed"), "{}", ran.out);
    }
}

/// Runs inputs in one session, each followed by `1+1`; demands these codes where one is given.
fn known(inputs: &[(&str, &str)]) {
    let mut session = session();
    answer(&mut session, PRELUDE);
    let mut wrong = Vec::new();
    for (text, code) in inputs {
        // The last line printed is the input at fault; an overflow shows it under `--nocapture`.
        println!("{text}");
        let is_right = |got: &str| code.split(' ').any(|c| c == got || c == "any");
        // The memory counted is that of all tests that run at this moment, so it may end before the time does, or before
        // anything is done.
        let stopped = |got: &str| got == "limit::memory" && code.contains("limit::time");
        let mut got = answer(&mut session, text);
        for _ in 0..ATTEMPTS {
            if is_right(&got) || got != "limit::memory" || stopped(&got) {
                break;
            }
            std::thread::sleep(TIMEOUT);
            got = answer(&mut session, text);
        }
        if !stopped(&got) && !is_right(&got) {
            let got: String = got.chars().take(200).collect();
            wrong.push(format!("{text}\n    expected {code}\n    got      {got}"));
        }
        goes_on(&mut session, text);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn huge_numbers_are_refused() {
    known(&[
        ("*99999999999999999999", "*99999999999999999999"),
        ("1/0", "number::division-by-zero"),
        ("1/(1/3 - 1/3)", "number::division-by-zero"),
        ("<1/3|1/3>", "number::surreal"),
        ("up + 1/3", "number::not-a-game"),
        ("\"abc", "syntax::open-text"),
        ("2^(2^(2^100))", "limit::size"),
        ("(1/3)^(10^9)", "limit::size"),
        ("2^(-(10^9))", "limit::size"),
        ("0^(-1)", "number::division-by-zero"),
        ("(-9223372036854775807 - 1) / (-1)", "9223372036854775808"),
        ("-(-9223372036854775807 - 1)", "9223372036854775808"),
        ("abs(-9223372036854775807 - 1)", "9223372036854775808"),
        ("mod(-9223372036854775807 - 1, -1)", "0"),
        ("div(-9223372036854775807 - 1, -1)", "9223372036854775808"),
        ("len((-9223372036854775807 - 1)..9223372036854775807)", "limit::size"),
        ("[(-9223372036854775807 - 1)..9223372036854775807]", "limit::size any"),
        ("(2^(10^6))*(2^(10^6)) - 1 > 0", "true limit::time"),
        ("10^18 * up", "any"),
        ("10^18 * <1|-1>", "any"),
        ("10^40 * <3||2|1>", "any"),
        ("10^40 * nim(3)", "limit::size"),
        ("tiny(10^30)", "any"),
        ("<10^30|10^30 + 1>", "any"),
        ("1/2^60 + up", "any"),
        ("<1/2^5000|1/2^4999>", "any"),
        ("omega^omega^omega^omega", "any"),
        ("omega^(10^30)", "any"),
        ("(omega + 1)^(10^9)", "any"),
        ("*(10^9) + *(10^9 - 1)", "*1023"),
        ("birthday(10^18)", "any"),
        ("birthday(1/2^62)", "any"),
    ]);
}

#[test]
fn ranges_without_end_are_refused() {
    known(&[
        ("len(1..10^12)", "1000000000000"),
        ("[x for x in 1..10^12]", "limit::size limit::time"),
        ("{x for x in 1..10^12}", "limit::size limit::time"),
        ("[x for x in 1..10^12 if x < 0]", "limit::size limit::time"),
        ("1..10^12", "any"),
        ("[1..10^12]", "any"),
        ("for i in 1..10^12 do check i > 0 end", "limit::time"),
        ("sum_list(1..10^12)", "limit::time limit::size"),
        ("map(n -> n, 1..10^12)", "limit::size"),
        ("filter(n -> false, 1..10^12)", "limit::time limit::size"),
        ("sort(1..10^12)", "any"),
        ("reverse(1..10^12)", "any"),
        ("unique(1..10^12)", "any"),
        ("contains(1..10^12, 0)", "any"),
        ("mex(1..10^12)", "any"),
        ("max(1..10^12)", "any"),
        ("nim_sum(1..10^12)", "any"),
        ("text(1..10^12)", "any"),
        ("print(1..10^12)", "any"),
        ("(1..10^12) + [1]", "any"),
        ("1..10^12 == 1..10^12", "any"),
        ("{1..10^12}", "any"),
        ("[x for x in {1..10^12}]", "any"),
        ("<1..10^12|>", "any"),
        ("<[1..10^12]|>", "any"),
        ("f((1..10^12))", "any"),
        ("h(1..10^12)", "any"),
        ("outcome(h(1..10^12))", "any"),
        ("nim(1..10^12)", "any"),
        ("subtraction(1..10^12, 5)", "any"),
        ("sum(1..10^12)", "any"),
        ("splits(10^9)", "limit::size limit::time"),
        ("splits(10^6, 3)", "limit::size limit::time"),
        ("splits(100, 50)", "limit::size limit::time limit::memory"),
        ("splits(10^18, 10^17)", "limit::size limit::time limit::memory"),
        ("graph <n -> (n - 1, n + 1) for n in 0..10^12>", "any"),
        ("nim_value((graph <0 -> (n for n in 1..300000)>)[0])", "1 limit::time"),
    ]);
}

#[test]
fn long_searches_are_ended() {
    known(&[
        ("domineering(8, 8)", "limit::time"),
        ("domineering(10^18, 10^18)", "board::shape"),
        ("domineering(-1, 3)", "board::shape"),
        ("clobber(8, 8)", "limit::time limit::memory"),
        ("clobber(10^30, -5)", "board::shape"),
        ("toads_frogs(\"TTTTTTTTTTTTTTTT________________FFFFFFFFFFFFFFFF\")", "limit::time limit::memory"),
        ("outcome(domineering(7, 7), misere)", "limit::time"),
        ("followers(10^9)", "any"),
        ("followers(*(10^7))", "any"),
        ("options(*(10^9))", "any"),
        ("options(nim(10^9))", "any"),
        ("left_options(10^18)", "any"),
        ("options(nim(10^6, 10^6, 10^6))", "any"),
        ("outcome(nim(10^18, 3), misere)", "N limit::size"),
        ("s(n) := if n == 0 then [1] else [s(n-1), s(n-1)]; s(20) == s(20)", "true limit::time"),
        ("s(n) := if n == 0 then [1] else [s(n-1)] + [s(n-1)]; contains([s(60)], s(61))", "limit::size"),
        ("s(n) := if n == 0 then [1] else map(k -> s(n-1), 1..9); {s(60), s(60)}", "limit::size"),
        ("s(n) := if n == 0 then [1] else map(k -> s(n-1), 1..1); s(5000) == s(4999)", "limit::nesting limit::time"),
        ("s(n) := if n == 0 then [1] else [s(n-1)]; f(s(990)) ", "any"),
        ("nim_value(subtraction({1, 2}, 10^9))", "any"),
        ("nim_value(subtraction({10^18, 1}, 10^18))", "any"),
        ("subtraction({1, 2}, 10^15) + subtraction({1, 2}, 10^15 - 1)", "any"),
        ("outcome(subtraction({1, 2}, 10^6), misere)", "any"),
        ("value(g(10^6))", "any"),
        ("outcome(g(10^5))", "any"),
        ("same(g(10^6), g(10^6 - 1))", "false"),
        ("f(10^5)", "any"),
        ("e(n) := 1 + e(n + 1); e(0)", "limit::depth limit::time limit::memory"),
        ("e(n) := [e(n + 1)]; e(0)", "limit::depth limit::time limit::memory"),
        ("e := k -> k(k); e(e)", "limit::depth limit::time limit::memory"),
        ("game e(n) := <e(n + 1)|e(n + 1)>; e(0)", "limit::depth limit::time limit::memory"),
        ("game e(n) := <e(n + 1)|e(n + 2)>; value(e(0))", "limit::depth limit::time limit::memory"),
        ("game e(n) := e(n + 1); e(0)", "limit::depth limit::time limit::memory"),
        (
            "game e(a, b) := <e(a-1, b) if 0 < a, e(n, n) for n in naturals if b == 1>; e(0, 1)",
            "limit::depth limit::time limit::memory",
        ),
        ("w(n) := if n == 0 then nim(1) else without_repetition(w(n-1)); x := w(2000); x == x", "true limit::time"),
        ("w(n) := if n == 0 then nim(1) else without_repetition(w(n-1), {*}); w(2000)", "any"),
        ("w(n) := if n == 0 then nim(1) else sum(conj, w(n-1), *); w(10^5)", "any"),
        ("w(n) := if n == 0 then nim(1) else -sum(sel, w(n-1), up); outcome(w(1000))", "any"),
        ("w(n) := if n == 0 then nim(1) else product(w(n-1), *); w(10^5)", "any"),
        ("w(n) := if n == 0 then nim(1) else impartial(without_repetition(w(n-1), {*})); w(10^4)", "any"),
        // Calls of functions without a name count as those of others do.
        ("f(n) := if n == 0 then x -> x else (g -> x -> g(g(x)))(f(n-1)); g := f(60); g(1)", "limit::time"),
        ("game e(n) := <value(e(n + 1))>; e(0)", "limit::depth limit::time limit::memory"),
        ("d(n) := if n == 0 then 0 else <d(n-1)|-d(n-1)>; d(300)", "any"),
        ("d(n) := if n == 0 then up else <d(n-1), n|d(n-1), -n>; d(40)", "any"),
        ("s(n) := if n == 0 then \"ab\" else s(n-1) + s(n-1); s(60)", "limit::size limit::time limit::memory"),
        ("s(n) := if n == 0 then [1] else s(n-1) + s(n-1); len(s(60))", "limit::size limit::time limit::memory"),
        ("s(n) := if n == 0 then [1] else [s(n-1), s(n-1)]; s(40)", "limit::size limit::time limit::memory"),
        ("s(n) := if n == 0 then nim(1) else s(n-1) + s(n-1); s(60)", "any"),
        ("s(n) := if n == 0 then nim(1) else form <s(n-1), s(n-1) + s(n-1)|0>; s(30)", "any"),
    ]);
}

#[test]
fn deep_texts_are_run_or_refused() {
    let n = if is_thorough() { 100_000 } else { 10_000 };
    let mut session = session();
    session.set_timeout(Some(PATIENCE));
    for (open, middle, close) in [("<", "|", ">"), ("(", "1", ")"), ("-", "1", ""), ("[", "1", "]"), ("{", "1", "}")] {
        // What is missing after the last sign is said before how many there are.
        let alone = if open == "-" { "syntax::missing-operand" } else { "limit::nesting" };
        assert_eq!(answer(&mut session, &open.repeat(n)), alone, "{open}");
        let closed = open.repeat(n) + middle + &close.repeat(n);
        assert_eq!(answer(&mut session, &closed), "limit::nesting", "{open}{middle}{close}");
        for levels in [900, 9_000] {
            survives(&mut session, &(open.repeat(levels) + middle + &close.repeat(levels)));
        }
    }
    for (start, step, end) in [
        ("1", "+1", ""),
        ("up", " + up", ""),
        ("nim(1)", " + nim(2)", ""),
        ("1", " - 1", ""),
        ("true", " and true", ""),
        ("[", "1,", "1]"),
        ("<", "0,", "1|2>"),
        ("", "1\n", ""),
        ("", "x := 1;", "x"),
        ("\"", "ab", "\""),
    ] {
        survives(&mut session, &(start.to_string() + &step.repeat(n / 2) + end));
    }
    for levels in [2_000, 9_000] {
        for (open, close) in
            [("not ", "true"), ("if true then ", "1"), ("n -> ", "1"), ("2^", "1"), ("x := 3; for i in 1..1 do ", "")]
        {
            survives(&mut session, &(open.repeat(levels) + close));
        }
        survives(&mut session, &("for i in 1..1 do ".repeat(levels) + "print(1)" + &" end".repeat(levels)));
        survives(&mut session, &("f(".repeat(levels) + "1" + &")".repeat(levels)));
        survives(&mut session, &("abs(".repeat(levels) + "1" + &")".repeat(levels)));
        survives(&mut session, &("[i for i in ".repeat(levels) + "[1]" + &"]".repeat(levels)));
        survives(&mut session, &("(n -> ".repeat(levels) + "1" + &")(1)".repeat(levels)));
        survives(&mut session, &("form <".repeat(levels) + "|" + &">".repeat(levels)));
    }
}

#[test]
fn lines_of_ten_megabytes_are_answered() {
    let n = 10_000_000;
    let mut session = session();
    for text in [
        "1".repeat(n),
        "0.".to_string() + &"3".repeat(n),
        "x".repeat(n),
        format!("\"{}\"", "a".repeat(n)),
        format!("# {}", "a".repeat(n)),
        " ".repeat(n),
        "^".repeat(n),
    ] {
        let start = Instant::now();
        survives(&mut session, &text);
        assert!(start.elapsed() < PATIENCE * 2, "{}...: {:?}", &text[..5], start.elapsed());
    }
}

#[test]
fn imports_that_lead_nowhere_or_back() {
    let file = |name: &str, text: &str| (name.to_string(), text.to_string());
    let mut files = vec![
        file("self.cg", "import \"self.cg\""),
        file("a.cg", "import \"b.cg\""),
        file("b.cg", "import \"a.cg\""),
        file("wrong.cg", "x := (1\ny = 3"),
        file("late.cg", "y := 1/0"),
        file("end.cg", "z := 5"),
    ];
    files.extend((0..500).map(|i| file(&format!("{i}.cg"), &format!("import \"{}.cg\"", i + 1))));
    files.push(file("500.cg", "deep := 7"));
    let mut session = session_with(files);
    session.set_timeout(Some(PATIENCE));
    for (text, expected) in [
        ("import \"nowhere.cg\"", "import::missing"),
        ("import \"\"", "import::missing"),
        ("import \"self.cg\"", "import::circular"),
        ("import \"a.cg\"", "import::circular"),
        ("import \"wrong.cg\"", "syntax::missing-operator"),
        ("import \"late.cg\"", "number::division-by-zero"),
        ("import \"end.cg\"; z", "5"),
        ("import \"0.cg\"; deep", "7"),
    ] {
        assert_eq!(answer(&mut session, text), expected, "{text}");
        goes_on(&mut session, text);
    }
}
