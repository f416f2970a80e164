//! Who may use whom. Imports run one way, from the engine and the syntax up to the shell.

use std::path::Path;

use crate::errors::sources;

/// Each module and the modules of the crate that it may name, itself aside.
const LAYERS: &[(&str, &str)] = &[
    ("visible", ""),
    ("source", ""),
    ("diagnostic", "visible source"),
    ("syntax", "visible source diagnostic"),
    ("games", ""),
    ("ordinals", "games"),
    ("digraphs", "games ordinals"),
    ("heaps", "games"),
    ("misere", "games heaps"),
    ("positions", "games ordinals digraphs heaps misere"),
    ("rulesets", "games ordinals digraphs heaps misere positions"),
    ("contest", "games ordinals digraphs heaps misere positions rulesets"),
    ("notation", "games ordinals"),
    ("picture", "visible games positions"),
    (
        "language",
        "visible source diagnostic syntax games ordinals digraphs heaps misere positions rulesets notation picture",
    ),
    (
        "builtins",
        "visible source diagnostic syntax games ordinals digraphs heaps misere positions rulesets contest notation \
         picture language",
    ),
    (
        "shell",
        "visible source diagnostic syntax games ordinals digraphs heaps misere positions rulesets notation picture \
         language builtins",
    ),
];

const LONGEST_FILE: usize = 600;

/// A source file: its module, its path for messages, its lines without comments.
struct File {
    module: String,
    path: String,
    text: String,
    lines: Vec<String>,
}

fn files() -> Vec<File> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = sources(&src).into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).expect("a text");
        let inside = path.strip_prefix(&src).expect("inside").to_string_lossy().replace('\\', "/");
        let module = inside.split('/').next().unwrap_or("").trim_end_matches(".rs").to_string();
        let lines = text.lines().map(|l| without_comment(l).to_string()).collect();
        File { module, path: format!("src/{inside}"), text, lines }
    });
    files.collect()
}

/// The part of a line before `//`, unless that stands in a text.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match c {
            '"' if before != '\\' && before != '\'' => quoted = !quoted,
            '/' if !quoted && line[at..].starts_with("//") => return &line[..at],
            _ => {}
        }
        before = c;
    }
    line
}

/// The modules of the crate that a line names; those of `use crate::{a, b::c}` too.
fn named(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices("crate::") {
        if line[..at].ends_with(['$', ':']) || line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &line[at + "crate::".len()..];
        let word =
            |text: &str| text.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_string);
        match rest.strip_prefix('{') {
            Some(list) => found.extend(list.split(',').filter_map(word)),
            None => found.extend(word(rest)),
        }
    }
    found
}

fn demand(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn imports_run_one_way() {
    let mut wrong = Vec::new();
    for file in files().iter().filter(|f| f.module != "lib" && f.module != "main") {
        let Some((_, allowed)) = LAYERS.iter().find(|(module, _)| *module == file.module) else {
            wrong.push(format!("{} belongs to no layer", file.path));
            continue;
        };
        for (i, line) in file.lines.iter().enumerate() {
            for used in named(line) {
                let is_module = LAYERS.iter().any(|(module, _)| *module == used);
                if is_module && used != file.module && !allowed.split(' ').any(|m| m == used) {
                    wrong.push(format!("{}:{} names `{used}`", file.path, i + 1));
                }
            }
        }
    }
    demand(&wrong);
}

#[test]
fn layers_are_in_order() {
    for (i, (module, allowed)) in LAYERS.iter().enumerate() {
        for used in allowed.split_whitespace() {
            let at = LAYERS.iter().position(|(m, _)| *m == used);
            assert!(at.is_some_and(|at| at < i), "{module} may use {used}, which stands above it");
        }
    }
    assert_eq!(named("use crate::{games::Budget, ordinals};"), ["games", "ordinals"]);
    assert_eq!(named("fn f(x: &crate::source::Span) -> crate::games::GameId {"), ["source", "games"]);
    assert_eq!(without_comment("let a = \"//\"; // crate::shell"), "let a = \"//\"; ");
}

#[test]
fn files_are_short() {
    let long = files().into_iter().filter(|f| f.text.lines().count() > LONGEST_FILE);
    demand(&long.map(|f| format!("{} has {} lines", f.path, f.text.lines().count())).collect::<Vec<_>>());
}

/// The one place with unsafe code: instructions for vectors. Its head says why it is sound.
const UNSAFE: &str = "src/heaps/simd/";

#[test]
fn nothing_is_unsafe() {
    let mut wrong = Vec::new();
    for file in files().into_iter().filter(|file| !file.path.starts_with(UNSAFE)) {
        for (i, line) in file.lines.iter().enumerate() {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            if words.any(|w| w == "unsafe" || w == "unsafe_code") {
                wrong.push(format!("{}:{}", file.path, i + 1));
            }
        }
    }
    demand(&wrong);
}

/// Ways to reach the world around the program.
const WORLD: &[&str] = &[
    "std::io",
    "std::fs",
    "std::env",
    "std::thread",
    "std::process",
    "std::net",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "dbg!",
    "stdin(",
    "stdout(",
    "stderr(",
];

#[test]
fn only_the_shell_meets_the_world() {
    let mut wrong = Vec::new();
    for file in files().iter().filter(|f| f.module != "shell" && f.module != "main") {
        for (i, line) in file.lines.iter().enumerate() {
            // `language` may name the errors of streams: its trait of the world gives them.
            let line = if file.module == "language" {
                line.replace("std::io::ErrorKind", "").replace("use std::io;", "")
            } else {
                line.clone()
            };
            if let Some(word) = WORLD.iter().find(|w| line.contains(**w)) {
                wrong.push(format!("{}:{} has `{word}`", file.path, i + 1));
            }
        }
    }
    demand(&wrong);
}
