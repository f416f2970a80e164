//! Signs that a terminal would obey: wherever they come from, they are shown.

use cg::visible::is_hidden;

use crate::program::{Folder, Ran, cg, fed};
use crate::screen::Screen;

/// Changes the title of a window, the colour and the reading order, and rings.
const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}x\r";
/// The same as a text of the language.
const WRITTEN: &str = r"\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}x\u{d}";

fn hidden(text: &str) -> Option<char> {
    text.chars().find(|&sign| is_hidden(sign) && !matches!(sign, '\n' | '\t'))
}

/// Demands that all that was written can be looked at, and that it speaks of the signs if it is to.
fn demand(what: &str, ran: &Ran, speaks: bool) {
    for (stream, text) in [("out", &ran.out), ("err", &ran.err)] {
        assert_eq!(hidden(text), None, "{what}: {stream} is {text:?}");
    }
    let all = format!("{}{}", ran.out, ran.err);
    assert!(!speaks || all.contains("1b"), "{what}: nothing of it is shown in {all:?}");
}

#[test]
fn texts_read_back() {
    let ran = cg(&["-e", &format!("\"{HOSTILE}\"")]);
    assert_eq!(ran.out, format!("\"{WRITTEN}\"\n"));
    let ran = cg(&["-e", &format!("\"{WRITTEN}\" == \"{HOSTILE}\""), "-e", r#"["\u{41}\u{0}", "\\u"]"#]);
    assert_eq!(ran.out, "true\n[\"A\\u{0}\", \"\\\\u\"]\n");
    for wrong in [r#""\u{d800}""#, r#""\u{}""#, r#""\u""#, r#""C:\games""#, r#"import "a\b.cg""#] {
        let ran = cg(&["-e", wrong]);
        assert!(ran.err.contains("means nothing in a text"), "{wrong}: {}", ran.err);
    }
}

#[test]
fn graphs_and_their_files() {
    let folder = Folder::new();
    let edges = folder.file("g.csv", format!("{HOSTILE}y,b\nb,\"{HOSTILE}z\"\nb,t\n"));
    let dot = folder.file("g.dot", format!("digraph {{ \"{HOSTILE}\" -> b; b -> c [player=\"{HOSTILE}\"] }}"));
    let shown = [
        "g",
        "print(g)",
        "text(g)",
        "draw(g)",
        "g.b",
        "latex(g)",
        "print(latex(g))",
        "explain(g.b)",
        "vertices(g)",
        "g[\"no\"]",
        "options(g.b)",
        "print(options(g.b))",
        "winning_moves(g.b)",
        "component(g.b)",
        "describe",
        "table(n -> n, [g])",
        "sum(conj, g.b)",
        "[v for v in vertices(g)]",
        "g + 1",
        "g(3)",
        "check g.b == 7",
        "draw(g.b)",
    ];
    for expression in shown {
        for notation in ["ascii", "unicode", "latex"] {
            let ran = cg(&["--notation", notation, "-e", &format!("g := load_graph(\"{edges}\")"), "-e", expression]);
            demand(expression, &ran, false);
        }
    }
    demand("a graph", &cg(&["-e", &format!("load_graph(\"{edges}\")")]), true);
    demand("a picture", &cg(&["-e", &format!("draw(load_graph(\"{edges}\"))")]), true);
    demand("a file with a fault", &cg(&["-e", &format!("load_graph(\"{dot}\")")]), true);
    let svg = folder.path().join("g.svg").to_string_lossy().into_owned();
    let out = folder.path().join("out.dot").to_string_lossy().into_owned();
    let script = format!(
        "g := load_graph(\"{edges}\"); draw(g, \"{svg}\"); save_graph(g, \"{out}\"); load_graph(\"{out}\") == g"
    );
    demand("pictures in files", &cg(&["-e", &script]), false);
    for file in [&svg, &out] {
        let text = std::fs::read_to_string(file).expect("it was written");
        assert_eq!(hidden(&text), None, "{text:?}");
        assert!(text.contains("1b"), "{text:?}");
    }
}

#[test]
fn names_of_files_and_other_arguments() {
    let folder = Folder::new();
    let name = |ending: &str| folder.path().join(format!("a{HOSTILE}{ending}")).to_string_lossy().into_owned();
    let (missing, script, svg) = (name("no.cg"), name(".cg"), name(".svg"));
    std::fs::write(&script, "1 + \nx:=1;x\n").expect("it can be written");
    let lesson = folder.file("lesson.cg", format!("# {HOSTILE} title\n# `{HOSTILE}` text\n1 + 1\n\"{HOSTILE}\"\n"));
    for arguments in [
        &["run", &missing][..],
        &[&missing],
        &["test", &missing],
        &["fmt", &missing],
        &["lesson", &missing],
        &["run", &script],
        &["test", &script],
        &["fmt", "--check", &script],
        &["lesson", &script],
        &["help", HOSTILE],
        &["help", "draw", HOSTILE],
        &["explain", HOSTILE],
        &["play", HOSTILE],
        &["play", &format!("\"{HOSTILE}\"")],
        &[&format!("--{HOSTILE}")],
        &["--notation", HOSTILE, "-e", "1"],
        &["--timeout", HOSTILE, "-e", "1"],
        &["--errors", HOSTILE, "-e", "1"],
        &["run", &format!("--{HOSTILE}")],
        &["lesson", "1", HOSTILE],
        &["-e", &format!("draw(up, \"{svg}\")")],
        &["-e", &format!("draw(up, \"{HOSTILE}.gif\")")],
        &["-e", &format!("load_graph(\"{HOSTILE}.dot\")")],
        &["-e", &format!("import \"{HOSTILE}.cg\"")],
        &["-e", HOSTILE],
        &["-e", &format!("unknown + \"{HOSTILE}\"")],
    ] {
        demand(&format!("{arguments:?}"), &cg(arguments), true);
    }
    demand("a lesson", &fed(&["lesson", &lesson], b"\n\n\nskip\n\n"), true);
    demand("a lesson in colours", &cg(&["lesson", &lesson]), true);
}

#[test]
fn faults_in_every_style() {
    let folder = Folder::new();
    let script = folder
        .file("a.cg", format!("x := \"{HOSTILE}\"; # {HOSTILE}\ny := 1 + \"{HOSTILE}\" +\ncheck x == \"\"\nx #=> 3\n"));
    for style in ["graphical", "plain", "json"] {
        // JSON quotes no lines.
        let quotes = style != "json";
        demand(style, &cg(&["--errors", style, "run", &script]), quotes);
        demand(style, &cg(&["--errors", style, "test", &script]), quotes);
        demand(style, &cg(&["--errors", style, "-e", &format!("nim(\"{HOSTILE}\")")]), true);
        demand(style, &cg(&["--errors", style, "-e", &format!("f(s) := s + {HOSTILE}")]), true);
        let failing = folder.file("b.cg", format!("check \"{HOSTILE}\" == \"\"\n\"{HOSTILE}\" #=> 3\n"));
        demand(style, &cg(&["--errors", style, "test", &failing]), true);
        demand(style, &cg(&["--errors", style, "--json", "run", &failing]), true);
    }
}

#[test]
fn objects_are_json() {
    let lines = format!(
        "\"{HOSTILE}\"\nprint(\"{WRITTEN}\")\n1 + \"{WRITTEN}\"\n{{\"id\": \"\u{9b}\u{202e}\", \"expr\": \"1\"}}\n{HOSTILE}\n"
    );
    let ran = fed(&["batch"], lines.as_bytes());
    demand("batch", &ran, true);
    for line in ran.out.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }
    let ids: serde_json::Value = serde_json::from_str(ran.out.lines().nth(3).expect("a line")).expect("an object");
    assert_eq!(ids["id"], "\u{9b}\u{202e}");
    let ran = cg(&["--errors", "json", "-e", &format!("1 + \"{HOSTILE}\" \u{9b}")]);
    demand("a fault", &ran, false);
    for line in ran.err.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }
}

#[test]
fn commands_of_the_prompt_and_moves() {
    let lines =
        [":help", ":search", ":load", ":set", ":set notation", ":time", ":explain", ":draw", ":play", ":nothing"];
    for line in lines {
        let line = format!("x := 1\n{line} {HOSTILE}\n{line} \"{HOSTILE}\"\n");
        demand(&line, &fed(&[], line.as_bytes()), false);
    }
    let folder = Folder::new();
    let path = folder.path().display();
    demand("a saved session", &fed(&[], format!("x := 1\n:save {path}/{HOSTILE}\n").as_bytes()), true);
    demand("a command", &fed(&[], format!(":{HOSTILE}\n").as_bytes()), true);
    demand(
        "a move",
        &fed(&["play", "nim(2, 3)"], format!("{HOSTILE}\nnim({HOSTILE})\n\"{HOSTILE}\"\n").as_bytes()),
        false,
    );
}

#[test]
fn what_a_script_prints_is_data_in_a_pipe_only() {
    let script = format!("print(\"{WRITTEN}\")");
    assert_eq!(cg(&["-e", &script]).out, format!("{HOSTILE}\n"));
    let folder = Folder::new();
    let mut screen = Screen::open(&folder, (24, 100), &["--no-init"]);
    screen.ends("cg>");
    screen.press(&format!("{script}\r"));
    let shown = screen.shows("cg> print(");
    drop(shown);
    screen.until("the text itself", |screen| screen.lines().any(|line| line == WRITTEN));
}

#[test]
fn a_line_that_is_edited() {
    let folder = Folder::new();
    let name = format!("ab{}.cg", "\u{1b}]0;owned\u{7}");
    folder.file(&name, "1");
    // The editor keeps its history in a file, which may hold anything.
    folder.file("cg/history", "#V2\n\"a\u{1b}]0;owned\u{7}b\"\n");
    for colour in ["always", "never"] {
        let mut screen = Screen::open(&folder, (24, 100), &["--no-init", "--color", colour]);
        screen.ends("cg>");
        screen.press("\x1b[A");
        screen.shows("]0;owned");
        screen.press("\x15");
        screen.press(&format!("import \"{}/a\t", folder.path().display()));
        screen.shows("]0;owned");
    }
}
