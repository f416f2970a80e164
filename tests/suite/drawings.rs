//! Pictures: what stands where, and that nothing is too large to be drawn or to be cut.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use cg::builtins;
use cg::language::{Host, Session};
use cg::notation::Notation;

use crate::language::{check, run};

type Files = Rc<RefCell<HashMap<String, Vec<u8>>>>;

/// A world with a terminal of so many columns, and files in memory.
#[derive(Clone, Default)]
struct Paper {
    printed: Rc<RefCell<String>>,
    files: Files,
    columns: Option<usize>,
}

struct Sheet(String, Files);

impl io::Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.borrow_mut().entry(self.0.clone()).or_default().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Host for Paper {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.printed.borrow_mut().push_str(text);
        Ok(())
    }

    fn read_file(&mut self, _: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn columns(&self) -> Option<usize> {
        self.columns
    }

    fn create_file(&mut self, path: &str) -> io::Result<Box<dyn io::Write>> {
        if path.starts_with("nowhere") {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(Box::new(Sheet(path.into(), self.files.clone())))
    }
}

/// What is printed by a text, or the code of its error.
fn drawn(text: &str, notation: Notation, columns: Option<usize>) -> String {
    let paper = Paper { columns, ..Paper::default() };
    let mut session = Session::new(builtins::all(), Box::new(paper.clone()));
    session.notation = notation;
    let result = run(&mut session, text);
    let printed = paper.printed.take();
    if result.starts_with("!!") { result } else { printed }
}

fn ascii(text: &str) -> String {
    drawn(text, Notation::Ascii, None)
}

/// The file that a text writes.
fn svg(text: &str) -> String {
    let paper = Paper::default();
    let mut session = Session::new(builtins::all(), Box::new(paper.clone()));
    let result = run(&mut session, text);
    assert!(result.contains("written to"), "{text}: {result}");
    String::from_utf8(paper.files.take().into_values().next().expect("a file")).expect("a text")
}

/// Left's options to the left, Right's to the right, those of both below; up is {0|*} (Winning Ways, ch. 2).
#[test]
fn small_trees() {
    assert_eq!(ascii("draw(up)"), "  up\n ++-+\n 0  *\n    H\n    0\n");
}

#[test]
fn text() {
    let cases = [
        "draw(thermograph(<7|5||4|1>))",
        "draw(thermograph(<2|-1/2>))",
        "draw(thermograph(1/4))",
        "draw(thermograph(<1000|-1000>))",
        "draw(<2|-1/2>)",
        "draw(form <0,+-1|2>)",
        "draw(nim(3))",
        "draw(domineering(2,2), depth=2)",
        "draw(graph <a -> b, c; b -> a, t; c -> t; t>)",
        "draw(graph <a -L> b; a -R> c; b -> c; c -> c>)",
        "g := graph <a -> b; b -> a, t; s -> t; t>; draw(g.a)",
        "draw(graph <n -> (n - k for k in {1,3,4} if k <= n) for n in 0..30>)",
        "draw(hackenbush(\"BRG\"))",
        "draw(hackenbush <0 -B- a; a -R- b; b -B- 0; a -G- c>)",
        "draw(sequence(kayles, 60))",
        "draw(kayles)",
        "draw([1, -2, 1/2])",
        "game f(n) := <f(n)>; draw(f(1))",
    ];
    let both =
        |case: &str| format!("{case}\n{}{}", drawn(case, Notation::Unicode, None), drawn(case, Notation::Ascii, None));
    insta::assert_snapshot!(cases.map(both).join("\n"));
}

#[test]
fn graphics() {
    insta::assert_snapshot!("thermograph", svg("draw(thermograph(<7|5||4|1>), \"t.svg\")"));
    insta::assert_snapshot!("move_graph", svg("draw(graph <a -> b, c; b -> a, t; c -> c, t; t>, \"g.svg\")"));
}

/// What is drawn is well formed: labels with signs of XML in them too.
#[test]
fn labels_are_escaped() {
    let text = svg("draw(graph <\"<&>\" -> \"]]>\">, \"g.svg\")");
    assert!(text.contains("&lt;&amp;") && !text.contains("<&>"), "{text}");
}

#[test]
fn lines_fit_the_terminal() {
    let cases = [
        "draw(thermograph(<7|5||4|1>))",
        "draw(<<7|5>|<4|1>>)",
        "draw(up_sum(3) + +-1)",
        "draw(sequence(kayles, 60))",
        "draw(*12)",
        "draw(nim(5, 6))",
        "draw(graph <n -> (n - k for k in {1,3,4} if k <= n) for n in 0..30>)",
    ];
    for columns in [20, 40, 80] {
        for case in cases {
            for notation in [Notation::Ascii, Notation::Unicode] {
                let text = drawn(case, notation, Some(columns));
                assert!(!text.starts_with("!!"), "{case}: {text}");
                let picture = text.lines().filter(|line| !line.contains("has more room"));
                let widest = picture.map(|line| line.chars().count()).max().unwrap_or(0);
                assert!(widest <= columns, "{case} in {columns} columns takes {widest}:\n{text}");
            }
        }
    }
}

#[test]
fn what_is_large_is_cut() {
    let cases = [
        "draw(10^9)",
        "draw(*1000)",
        "draw(nim(1000))",
        "draw(graph <n -> n - 1 for n in 1..5000>)",
        "draw(graph <n -> (m for m in 0..99 if m != n) for n in 0..99>)",
        "draw(hackenbush(\"BRG\" * 1))",
        "draw(thermograph(<10^30|-10^30>))",
        "draw([10^400, 1])",
        "draw(1..10^9)",
        "game f(n) := <f(n + 1)>; draw(f(1), depth=3)",
    ];
    for case in cases {
        for text in [case.to_string(), case.replacen("depth=3)", "\"f.svg\", 3)", 1)] {
            let begun = std::time::Instant::now();
            let text = ascii(&text);
            assert!(text.len() < 100_000 && begun.elapsed().as_secs() < 20, "{case}");
        }
    }
    for case in ["graph <n -> (m for m in 0..99 if m != n) for n in 0..99>", "*200", "2^1000", "1..10^6"] {
        assert!(svg(&format!("draw({case}, \"x.svg\")")).len() < 1 << 20, "{case}");
    }
}

#[test]
fn errors() {
    check(&[
        ("draw(\"xo\")", "!!value::none"),
        ("draw(omega)", "!!value::none"),
        ("draw([up, 1])", "!!value::none"),
        ("draw([])", "!!value::none"),
        ("draw(period(kayles))", "!!value::none"),
        ("draw(up, \"up\")", "!!picture::file"),
        ("draw(up, \"up.gif\")", "!!picture::file"),
        ("draw(up, \"up.png\")", "!!picture::file"),
        ("draw(1/3)", "!!number::not-a-game"),
        // This world has no files.
        ("draw(up, \"up.svg\")", "!!io::write"),
    ]);
    assert_eq!(ascii("draw(up, \"nowhere/up.svg\")"), "!!io::write");
}
