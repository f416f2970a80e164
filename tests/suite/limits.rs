//! Limits, from outside: whatever the work is, it ends with an error that says so, and the session goes on.
//!
//! Times are measured in `benches/limits`; here each limit has only to hold at all.

#[path = "../../benches/limits/sessions.rs"]
mod sessions;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Folder, cg, command, fed};

/// Work of different kinds that none of these limits lets come to its end.
const HEAVY: [&str; 8] = [
    "for i in 1..10^12 do check true end",
    "sum_list([mod(i, 7) for i in 1..10^10])",
    "value(domineering(8, 8))",
    "game S(n) := <S(n-k) + S(k-1) for k in 1..n>; S(10^6)",
    "sum_list([+-n for n in 1..60])",
    "nim_value(chomp(12, 12))",
    "value(clobber(5, 6))",
    "f(n) := 1 + f(n + 1); f(0)",
];

#[test]
fn a_limit_ends_the_statement_and_not_the_session() {
    for line in HEAVY {
        let ran =
            fed(&["--timeout", "150ms", "--memory", "200MiB"], format!("kept := 41\n{line}\nkept + 1\n").as_bytes());
        assert!(ran.err.contains("limit::"), "{line}: {}", ran.err);
        assert!(ran.out.ends_with("42\n"), "{line}: {}", ran.out);
    }
}

/// Together the moves of n heaps have about n^2 heaps.
#[test]
fn moves_of_many_heaps_are_counted_before_they_are_listed() {
    let heaps = |heap: &str| vec![heap; 8_000].join(", ");
    let positions = [
        format!("nim({})", heaps("1")),
        format!("nim({}, 1, 1)", heaps("3")),
        heaps("kayles(1)").replace(", ", " + "),
        format!("take({{[{}]}}, {})", heaps("1"), heaps("1")),
    ];
    for p in positions {
        let text = format!("p := {p}\nwinning_moves(p + nim(1))\noutcome(p)\n40 + 2\n");
        let ran = fed(&["--timeout", "60s", "--memory", "150MiB"], text.as_bytes());
        let start: String = p.chars().take(20).collect();
        assert!(ran.err.contains("limit::memory") || ran.err.contains("limit::size"), "{start}: {}", ran.err);
        assert!(!ran.err.contains("limit::time"), "{start}: {}", ran.err);
        assert!(ran.out.ends_with("42\n"), "{start}: {}", ran.out);
    }
}

#[test]
fn sessions_that_are_cut_answer_as_fresh_ones() {
    for seed in 0..4 {
        let cut = sessions::cut(seed, 40).unwrap_or_else(|difference| panic!("{difference}"));
        assert!(cut > 0, "seed {seed} cuts nothing");
    }
}

#[test]
fn a_module_is_read_once() {
    let folder = Folder::new();
    // A fold at each level, by two paths that look different.
    for level in 0..200 {
        let text = match level {
            0 => "print(\"read\")\nleaf := 7\n".to_string(),
            level => format!("import \"l{0}.cg\"\nimport \"./l{0}.cg\"\nup{level} := leaf\n", level - 1),
        };
        folder.file(&format!("l{level}.cg"), text);
    }
    let top = folder.file("top.cg", "import \"l199.cg\"\nimport \"../DIR/l7.cg\"\n[leaf, up1, up199]\n");
    let name = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(&top).expect("a text").replace("DIR", &name);
    folder.file("top.cg", text);
    let ran = cg(&["--timeout", "60s", &top]);
    assert_eq!(ran.out, "read\n[7, 7, 7]\n", "{}", ran.err);
}

#[test]
fn what_is_wrong_in_a_module_is_told_once() {
    let folder = Folder::new();
    folder.file("leaf.cg", "x := nowhere\n");
    for level in 1..40 {
        let below = if level == 1 { "leaf".to_string() } else { format!("l{}", level - 1) };
        folder.file(&format!("l{level}.cg"), format!("import \"{below}.cg\"\nimport \"{below}.cg\"\n"));
    }
    let top = folder.file("top.cg", "import \"l39.cg\"\n");
    let ran = cg(&[&top]);
    assert_eq!(ran.err.matches("name::unknown").count(), 1, "{}", ran.err);
    assert_eq!(ran.status, 2);
}

#[test]
fn a_module_that_has_changed_is_read_again() {
    let folder = Folder::new();
    folder.file("low.cg", "a := 1\n");
    let high = folder.file("high.cg", "import \"low.cg\"\nb := a + 1\nprint(\"run\")\n");
    let mut child = command().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("a pipe")));
    let mut ask = |expected: &[&str]| {
        std::io::Write::write_all(&mut input, format!("import {high:?}\n[a, b]\n").as_bytes()).expect("it reads");
        for line in expected {
            assert_eq!(lines.next().expect("a line").expect("a text"), *line);
        }
    };
    ask(&["run", "[1, 2]"]);
    ask(&["[1, 2]"]);
    folder.file("low.cg", "a := 5\n");
    ask(&["run", "[5, 6]"]);
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

/// A named pipe in a folder, which nobody writes to.
#[cfg(unix)]
fn pipe(folder: &Folder, name: &str) -> String {
    let path = folder.path().join(name);
    let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo is there");
    assert!(made.success());
    path.to_string_lossy().into_owned()
}

#[cfg(unix)]
#[test]
fn a_pipe_without_a_writer_is_waited_for_within_the_time() {
    let folder = Folder::new();
    let (script, edges) = (pipe(&folder, "pipe.cg"), pipe(&folder, "pipe.csv"));
    let dot = pipe(&folder, "pipe.dot");
    for (arguments, told) in [
        (vec!["run", &script], "its end did not come within the time limit"),
        (vec!["test", &script], "its end did not come within the time limit"),
        (vec!["-e", &format!("import {script:?}")], "limit::time"),
        (vec!["-e", &format!("load_graph({edges:?})")], "limit::time"),
        (vec!["-e", &format!("load_graph({dot:?})")], "limit::time"),
    ] {
        let start = Instant::now();
        let ran = cg(&[&["--timeout", "200ms"][..], &arguments].concat());
        assert!(ran.err.contains(told), "{arguments:?}: {}", ran.err);
        assert!(start.elapsed() < Duration::from_secs(20), "{arguments:?}");
    }
    // One that is written to is read.
    let mut child = command().args(["--timeout", "60s", &script]).stdout(Stdio::piped()).spawn().expect("it starts");
    std::fs::write(&script, "1 + 1\n").expect("it listens");
    let mut out = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().expect("a pipe"), &mut out).expect("a text");
    assert_eq!(out, "2\n");
    child.wait().expect("it ends");
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused() {
    let ran = cg(&["run", "/dev/zero"]);
    assert!(ran.err.contains("longer than 16 MiB"), "{}", ran.err);
    let ran = cg(&["-e", "import \"/dev/zero\""]);
    assert!(ran.err.contains("import::unreadable"), "{}", ran.err);
    let ran = cg(&["run", "/"]);
    assert!(ran.err.contains("is a directory"), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_small_address_space_is_no_reason_to_die() {
    let lines = ["xs := [k for k in 1..10^8]; 1", "value(domineering(8, 8))", "f(n) := 1 + f(n + 1); f(0)"];
    // Tables double; where the allocator's reserves alone fill the address space, no limit of ours helps them.
    let tables = ["len(options(nim(10^7)))"];
    for (kibibytes, lines) in
        [(1_000_000, &lines[..]), (300_000, &lines), (100_000, &lines), (1_000_000, &tables), (300_000, &tables)]
    {
        for line in lines {
            let program = command();
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"")]);
            shell.arg(program.get_program()).args(["--timeout", "1s", "-e", line]).env("LC_ALL", "C");
            let output = shell.output().expect("it runs");
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{kibibytes}, {line}: {:?} {err}", output.status);
            assert!(output.status.success() || err.contains("limit::"), "{kibibytes}, {line}: {err}");
        }
    }
}

/// Memory that was given back lies between pieces that are in use, and counts as used; what is defined can be taken back all the same.
#[test]
fn a_full_session_can_be_emptied() {
    let boards =
        |name: &str, last: u32| format!("{name} := [replace_at(board(1000,1000),[n,n],\"x\") for n in 0..{last}]\n");
    let lines = [boards("xs", 120), boards("zs", 400), "1 + 1\nxs := 0\n".into(), boards("zs", 60), "len(zs)\n".into()];
    let ran = fed(&["batch", "--memory", "200MB"], lines.concat().as_bytes());
    let answers: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told: Vec<&str> = answers.iter().map(|a| a["code"].as_str().or(a["text"].as_str()).unwrap_or("")).collect();
    assert_eq!(told, ["", "limit::memory", "2", "", "", "61"]);
}

#[test]
fn a_picture_is_written_within_the_limits() {
    let folder = Folder::new();
    let path = folder.path().join("large.svg");
    let draw = format!("draw(board(700, 700), {:?})", path.to_string_lossy());
    let ran = cg(&["--memory", "150MB", "-e", &draw]);
    assert!(ran.err.contains("limit::memory") && !path.exists(), "{}", ran.err);
}

#[test]
fn answers_without_end_are_not_read() {
    let ran = fed(&["batch", "--done", "/dev/zero"], b"1\n");
    assert!(ran.status != 0 && ran.err.contains("a line is longer than"), "{}", ran.err);
}
