//! Who may use whom. Imports run one way, from the engine and the syntax up to the shell.

use std::collections::HashMap;
use std::path::Path;

use crate::errors::sources;

/// The document whose table says which rooms there are, and which others each may name.
const DOCUMENT: &str = "ARCHITECTURE.md";

/// The word of that table for every room of the engine.
const ENGINE: &str = "engine";

/// A row of the table: a folder or file of a crate's `src`.
struct Room {
    /// Whether it belongs to the engine's crate.
    engine: bool,
    name: String,
    may_use: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rooms() -> Vec<Room> {
    let text = std::fs::read_to_string(root().join(DOCUMENT)).expect("the document");
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split('|').collect();
        let path = cells.first()?.trim().trim_end_matches('`');
        let (engine, name) = match path.strip_prefix("engine/src/") {
            Some(name) => (true, name),
            None => (false, path.strip_prefix("src/")?),
        };
        let may_use = cells.get(2)?.split_whitespace().map(str::to_string).collect();
        Some(Room { engine, name: name.to_string(), may_use })
    };
    let rooms: Vec<Room> = text.lines().filter_map(row).collect();
    assert!(rooms.len() > 10, "{DOCUMENT} has {} rows", rooms.len());
    rooms
}

const LONGEST_FILE: usize = 600;

/// A source file: its crate, its room, its path for messages, its lines without comments.
pub struct File {
    pub engine: bool,
    pub room: String,
    pub path: String,
    pub text: String,
    lines: Vec<String>,
}

pub fn files() -> Vec<File> {
    let of = |engine: bool, src: &str| {
        let folder = root().join(src);
        let read = move |path: std::path::PathBuf| {
            let text = std::fs::read_to_string(&path).expect("a text");
            let inside = path.strip_prefix(&folder).expect("inside").to_string_lossy().replace('\\', "/");
            let room = inside.split('/').next().unwrap_or("").trim_end_matches(".rs").to_string();
            let lines = text.lines().map(|l| without_comment(l).to_string()).collect();
            File { engine, room, path: format!("{src}/{inside}"), text, lines }
        };
        sources(&root().join(src)).into_iter().map(read).collect::<Vec<File>>()
    };
    let mut all = of(true, "engine/src");
    all.extend(of(false, "src"));
    all
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

/// The first names after `prefix` in a line; those of `prefix{a, b::c}` too.
fn after(prefix: &str, line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices(prefix) {
        if line[..at].ends_with(['$', ':']) || line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &line[at + prefix.len()..];
        let word =
            |text: &str| text.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_string);
        match rest.strip_prefix('{') {
            Some(list) => found.extend(list.split(',').filter_map(word)),
            None => found.extend(word(rest)),
        }
    }
    found
}

/// The rooms that a line of a crate may be naming; those of the other crate count as one, `engine`.
fn named(line: &str) -> Vec<String> {
    let mut found = after("crate::", line);
    if !after("cg_engine::", line).is_empty() {
        found.push(ENGINE.to_string());
    }
    found
}

pub fn demand(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn imports_run_one_way() {
    let rooms = rooms();
    let mut wrong = Vec::new();
    for file in files().iter().filter(|f| f.room != "lib" && f.room != "main") {
        let Some(room) = rooms.iter().find(|r| r.engine == file.engine && r.name == file.room) else {
            wrong.push(format!("{} belongs to no room of {DOCUMENT}", file.path));
            continue;
        };
        for (i, line) in file.lines.iter().enumerate() {
            for used in named(line) {
                let is_room = used == ENGINE || rooms.iter().any(|r| r.engine == file.engine && r.name == used);
                if is_room && used != room.name && !room.may_use.contains(&used) {
                    wrong.push(format!("{}:{} names `{used}`", file.path, i + 1));
                }
            }
        }
    }
    demand(&wrong);
}

#[test]
fn rooms_stand_in_order() {
    let rooms = rooms();
    for (i, room) in rooms.iter().enumerate() {
        let below = |used: &String| rooms[..i].iter().any(|r| r.engine == room.engine && r.name == *used);
        let wrong: Vec<String> =
            room.may_use.iter().filter(|used| !below(used) && (room.engine || *used != ENGINE)).cloned().collect();
        assert!(wrong.is_empty(), "{} may use {wrong:?}, which stand above it or nowhere", room.name);
        let folder = root().join(if room.engine { "engine/src" } else { "src" }).join(&room.name);
        assert!(folder.is_dir() || folder.with_extension("rs").is_file(), "there is no room {}", room.name);
    }
    assert_eq!(named("use crate::{games::Budget, ordinals};"), ["games", "ordinals"]);
    assert_eq!(named("fn f(x: &crate::source::Span) -> cg_engine::games::GameId {"), ["source", "engine"]);
    assert_eq!(without_comment("let a = \"//\"; // crate::shell"), "let a = \"//\"; ");
}

/// One word for one thing: a type that others may name has a name of its own in its crate.
#[test]
fn public_types_have_names_of_their_own() {
    let mut declared: HashMap<(bool, String), Vec<String>> = HashMap::new();
    for file in files() {
        for line in file.text.lines() {
            let Some(declaration) = line.strip_prefix("pub ") else { continue };
            let kinds = ["struct ", "enum ", "trait ", "type "];
            let Some(rest) = kinds.iter().find_map(|kind| declaration.strip_prefix(kind)) else { continue };
            let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_string();
            declared.entry((file.engine, name)).or_default().push(file.path.clone());
        }
    }
    assert!(declared.len() > 300, "{} types", declared.len());
    let wrong: Vec<String> = declared
        .iter()
        .filter(|(_, files)| files.len() > 1)
        .map(|((_, name), files)| format!("{name} is declared in {}", files.join(", ")))
        .collect();
    demand(&wrong);
}

/// A method of the session hides from which room it comes, so that only the evaluator and the printer have some.
#[test]
fn the_session_has_its_methods_in_two_rooms() {
    let owns = |file: &File| file.lines.iter().any(|line| line.starts_with("impl Session"));
    let wrong = files().into_iter().filter(|file| owns(file) && !["eval", "show"].contains(&file.room.as_str()));
    demand(&wrong.map(|file| format!("{} adds methods to Session", file.path)).collect::<Vec<_>>());
}

/// The greatest number of fields and of methods of the session.
const LARGEST_SESSION: (usize, usize) = (8, 40);

/// Operations on values are functions, which say what part of the session they need.
#[test]
fn the_session_is_small() {
    let (mut fields, mut methods) = (0, 0);
    for file in files() {
        let mut inside = "";
        for line in &file.lines {
            match line.as_str() {
                "impl Session {" => inside = "methods",
                "pub struct Session {" => inside = "fields",
                "}" => inside = "",
                line if !line.starts_with("    ") || line.starts_with("     ") => {}
                line => {
                    methods += usize::from(inside == "methods" && line.contains("fn "));
                    fields += usize::from(inside == "fields" && line.ends_with(','));
                }
            }
        }
    }
    assert!(fields > 1 && methods > 10, "the session was found: {fields} fields, {methods} methods");
    assert!((fields, methods) <= LARGEST_SESSION && methods <= LARGEST_SESSION.1, "{fields} fields, {methods} methods");
}

/// Fields and methods of rows, topics and reports with texts for a person, on which nothing may depend.
const SHOWN: [&str; 8] = [".name", ".family", ".doc", ".summary", ".form", ".kind", ".class", ".relation"];

/// The code after the name of such a field if it is compared with a text.
const COMPARED: [&str; 5] = [" == \"", " != \"", ".contains(\"", ".contains(&", ".starts_with(\""];

/// Ways to find or match a row by a text.
const FOUND: [&str; 3] = ["builtins.find(\"", "Builtin(row, \"", "Builtin(_, \""];

/// Returns `true` if a line of code, which `next` follows, depends on a text that is there to be shown.
fn depends_on_shown(line: &str, next: &str) -> bool {
    let is_matched = line.contains("match ") && next.trim_start().starts_with('"');
    let behind = |word: &str| -> Vec<&str> {
        let rest = line.match_indices(word).map(|(at, _)| &line[at + word.len()..]);
        rest.map(|rest| rest.strip_prefix('(').and_then(|call| call.split_once(')')).map_or(rest, |call| call.1))
            .collect()
    };
    FOUND.iter().any(|way| line.contains(way))
        || SHOWN.iter().flat_map(|word| behind(word)).any(|rest| {
            COMPARED.iter().any(|sign| rest.starts_with(sign))
                || rest.starts_with(", \"") && line.contains("matches!(")
                || rest == " {" && is_matched
        })
}

/// A row, a heading or a word of help that is called something else changes what is shown and nothing more: what other parts
/// must know of a row is its effect, its role and its kinds.
#[test]
fn nothing_is_decided_by_what_is_shown() {
    let mut wrong = Vec::new();
    for file in files().iter().filter(|file| !file.engine) {
        for (i, line) in file.lines.iter().enumerate() {
            let next = file.lines.get(i + 1).map_or("", String::as_str);
            if depends_on_shown(line, next) {
                wrong.push(format!("{}:{} depends on a text for a person", file.path, i + 1));
            }
        }
    }
    demand(&wrong);
    let arm = "    \"cells\" => Known::Cells,";
    for line in [
        "if entry.family() == \"Command line\" {",
        "cx.builtins.row(row).name == \"mod\" => a.modulo(b)?,",
        "let known = match builtin.name {",
        "p.kind == \"a text\" || builtin.doc.contains(&quoted)",
        "Ruleset::Builtin(_, \"turning\", first) => first,",
        "if matches!(found.class, \"tame\" | \"restive\") {",
        "let row = self.builtins.find(\"nim_sum\")?;",
        "match value.kind() {",
    ] {
        assert!(depends_on_shown(line, arm), "{line}");
    }
    assert!(!depends_on_shown("match lexeme.kind {", "Lexeme::Name => 1,"));
}

#[test]
fn files_are_short() {
    let long = files().into_iter().filter(|f| f.text.lines().count() > LONGEST_FILE);
    demand(&long.map(|f| format!("{} has {} lines", f.path, f.text.lines().count())).collect::<Vec<_>>());
}

/// The number of places that may word an error outside of its family.
const WORDED_ELSEWHERE: usize = 10;

/// Returns `true` if a file is one of those that word errors: families of errors, the mechanism for them, errors of syntax.
fn words_errors(path: &str) -> bool {
    let elsewhere = ["src/syntax/wording.rs", "src/eval/error.rs"];
    path.contains("/errors/")
        || path.ends_with("/errors.rs")
        || path.starts_with("src/diagnostic/")
        || elsewhere.contains(&path)
}

#[test]
fn errors_are_worded_in_their_families() {
    let mut sites = Vec::new();
    for file in files().into_iter().filter(|file| !file.engine && !words_errors(&file.path)) {
        let evaluates = file.lines.iter().any(|line| line.contains("EvalError::said("));
        assert!(!evaluates, "{} words an error of evaluation; make it a row of a family (`error_family!`)", file.path);
        let words = |line: &&String| line.contains("Diagnostic::error(");
        sites.extend(file.lines.iter().filter(words).map(|line| format!("{}: {}", file.path, line.trim())));
    }
    assert!(sites.len() <= WORDED_ELSEWHERE, "errors are worded at {} places\n{}", sites.len(), sites.join("\n"));
}

/// The one place with unsafe code: instructions for vectors. Its head says why it is sound.
const UNSAFE: &str = "engine/src/heaps/simd/";

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

/// The files of the engine that begin threads. These end before its function returns, and change no answer.
const THREADS: [&str; 2] = ["engine/src/heaps/ahead.rs", "engine/src/positions/closed/threads.rs"];

#[test]
fn only_the_shell_meets_the_world() {
    let mut wrong = Vec::new();
    for file in files().iter().filter(|f| f.room != "shell" && f.room != "main") {
        for (i, line) in file.lines.iter().enumerate() {
            // `eval` may name the errors of streams, for its trait of the world gives them, and so may who reads from it.
            let line = if ["eval", "formats"].contains(&file.room.as_str()) {
                line.replace("std::io::ErrorKind", "").replace("use std::io;", "")
            } else if THREADS.contains(&file.path.as_str()) {
                line.replace("std::thread", "")
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
