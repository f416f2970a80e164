//! Whatever is typed, the front end answers: soon, in little memory, without panic or overflow.

use std::time::Duration;

use cg::syntax::{Reading, print_program};
use proptest::prelude::*;

use crate::random_graph::is_thorough;
use crate::tree::read;

/// Everything the front end can be asked about a text.
pub fn exercise(text: &str) {
    let parsed = read(text);
    let printed = print_program(&parsed.program);
    if !parsed.has_errors() {
        assert!(!read(&printed).has_errors(), "{text:?} is printed as {printed:?}");
    }
    for diagnostic in &parsed.diagnostics {
        let span = diagnostic.span().expect("a place");
        assert!(text.get(span.range()).is_some(), "{} at {:?} of {text:?}", diagnostic.code, span.range());
        assert!(!diagnostic.message.contains('\n'));
    }
    let reading = Reading::new(text);
    let mut end = 0;
    for (range, _) in reading.pieces() {
        assert!(range.start >= end && text.get(range.clone()).is_some());
        end = range.end;
    }
    for offset in [0, text.len() / 2, text.len(), text.len() + 3] {
        Reading::up_to(text, offset).open_call();
    }
}

const PIECES: &[&str] = &[
    "<",
    ">",
    "|",
    "||",
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
    "-L>",
    "-B-",
    "+",
    "-",
    "*",
    "/",
    "^",
    "^^",
    "..",
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
    "3",
    "0.5",
    "x",
    "up",
    "f(",
    "g.a",
    "\"t\"",
    "\"",
    "#",
    "#=> 1",
    "if",
    "then",
    "else",
    "for",
    "in",
    "do",
    "end",
    "and",
    "or",
    "not",
    "game",
    "check",
    "import",
    "form",
    "graph",
    "graph <",
    "hackenbush <",
    "by",
    "true",
    "$",
    "'",
    " ",
    " ",
    " ",
    "let",
    "x in",
    "for x in",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn token_soup_is_answered(soup in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        exercise(&soup.concat());
    }

    #[test]
    fn bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        exercise(&String::from_utf8_lossy(&bytes));
    }
}

/// Reads on a thread with a small stack; gives the codes found and the time taken.
fn read_small(text: String) -> (Vec<&'static str>, Duration) {
    let work = move || {
        let start = cpu_time::ThreadTime::now();
        let parsed = read(&text);
        let codes = parsed.diagnostics.iter().map(|d| d.code.as_str()).collect();
        print_program(&parsed.program);
        Reading::new(&*text).is_incomplete();
        (codes, start.elapsed())
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).expect("a thread").join().expect("no panic")
}

#[test]
fn deep_texts_give_one_clear_error() {
    let n = if is_thorough() { 100_000 } else { 10_000 };
    let deep = [
        "<".repeat(n),
        "<".repeat(n) + "|" + &">".repeat(n),
        "(".repeat(n),
        "(".repeat(n) + "1" + &")".repeat(n),
        "[".repeat(n),
        "{".repeat(n),
        "-".repeat(n) + "1",
        "not ".repeat(n) + "a",
        "- ".repeat(n) + "a",
        "if a then b else ".repeat(n) + "c",
        "x -> ".repeat(n) + "x",
        "a^".repeat(n) + "a",
        "a:".repeat(n) + "a",
        "f(".repeat(n),
        "f".to_string() + &"()".repeat(n),
        "f".to_string() + &".a".repeat(n),
        "f".to_string() + &"[1]".repeat(n),
        "x".to_string() + &" ²".repeat(n),
        "f(1+".repeat(n),
        "±(".repeat(n),
        "*(".repeat(n),
        "form <".repeat(n),
        "graph <a -> (".repeat(n),
    ];
    for text in deep {
        let start: String = text.chars().take(20).collect();
        let (codes, time) = read_small(text);
        assert_eq!(codes, ["limit::nesting"], "{start}");
        assert!(time < Duration::from_secs(5), "{start}: {time:?}");
    }
    // Nothing is nested where the value is missing.
    for text in ["- ".repeat(n), "if ".repeat(n)] {
        assert_eq!(read_small(text).0, ["syntax::missing-operand"]);
    }
}

#[test]
fn long_chains_are_fine() {
    let n = if is_thorough() { 100_000 } else { 10_000 };
    for text in [
        "1+".repeat(n) + "1",
        "a*".repeat(n) + "a",
        "a and ".repeat(n) + "b",
        "- 1 ".repeat(n),
        "[".to_string() + &"1,".repeat(n) + "1]",
        // Brackets that are closed again are no levels, however many there are.
        "[".to_string() + &"[0,1],".repeat(n) + "1]",
        "[".to_string() + &"f(f(1)),{(x)[0]},".repeat(n / 3) + "1]",
        "nim(1)+".repeat(n) + "nim(1)",
        "graph <".to_string() + &"a -> b, (n for n in 1..2); ".repeat(n / 2) + "c>",
    ] {
        let start: String = text.chars().take(20).collect();
        assert_eq!(read_small(text).0, [""; 0], "{start}");
    }
    for deep in ["(".repeat(n) + "1" + &")".repeat(n), "- ".repeat(n) + "1", "f(".repeat(n) + "1" + &")".repeat(n)] {
        let start: String = deep.chars().take(5).collect();
        let text = "[".to_string() + &"[0,1],".repeat(100) + &deep + "]";
        assert_eq!(read_small(text).0, ["limit::nesting"], "{start} behind brackets that are closed");
    }
    for levels in [2_000, 9_000] {
        for (open, middle, close) in [("<", "|", ">"), ("(", "1", ")"), ("-", "1", ""), ("f(", "", ")"), ("[", "", "]")]
        {
            let text = open.repeat(levels) + middle + &close.repeat(levels);
            assert_eq!(read_small(text).0, [""; 0], "{levels} x {open}");
        }
    }
}

#[test]
fn long_lines_are_answered_soon() {
    let n = if is_thorough() { 500_000 } else { 20_000 };
    let long = [
        "<".repeat(n),
        "|".repeat(n),
        "<".to_string() + &"|".repeat(n),
        ")".repeat(n),
        "$".repeat(n),
        "$\n".repeat(n / 2),
        "1".repeat(n),
        "\"a".repeat(n / 2),
        "x = ".repeat(n / 4),
        "a<".repeat(n / 2),
        "^".repeat(n),
        "a ".repeat(n / 2),
        "↑".repeat(n / 3),
        "<1|2|".repeat(n / 5),
        "x := (1\n".repeat(n / 8),
        "#=>\n".repeat(n / 4),
        "=".repeat(n),
        "f(a,\n".repeat(n / 5),
        "[x | x in ".repeat(n / 10),
        "for x in y do\n".repeat(n / 14),
        "end ".repeat(n / 4),
    ];
    for text in long {
        let start: String = text.chars().take(20).collect();
        let (codes, time) = read_small(text);
        assert!(codes.len() <= 201, "{start}: {}", codes.len());
        assert!(time < Duration::from_secs(4), "{start}: {time:?}");
    }
}

#[test]
fn a_prompt_knows_when_to_go_on() {
    for open in [
        "(",
        "<0|",
        "x :=",
        "1 +",
        "[1,",
        "f(1,\n2",
        "for x in 1..3 do",
        "for x in 1..3 do\n x\n",
        "if a",
        "if a then",
        "{",
        "graph <a -> b;",
        "check",
        "not",
        "x ->",
        "for x in",
    ] {
        assert!(Reading::new(open).is_incomplete(), "{open:?} waits");
    }
    for whole in [
        "",
        "1",
        "3 > 2",
        "2*",
        "^",
        "<0|1>",
        "x := 3",
        "1 + )",
        "if a then b",
        "# (",
        "\"abc",
        "for x in y do x end",
        "1 2",
    ] {
        assert!(!Reading::new(whole).is_incomplete(), "{whole:?} is whole");
    }
}
