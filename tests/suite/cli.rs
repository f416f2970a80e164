//! The command line: what is accepted, what is shown, exit statuses.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::program::{Folder, cg, command, fed};

#[test]
fn expressions_of_any_shape() {
    for (text, shown) in [("-3", "-3"), ("-up", "down"), ("--3", "3"), ("<0|1>", "1/2"), ("2*", "2*"), ("*", "*")] {
        let ran = cg(&["-e", text]);
        assert_eq!((ran.out.trim_end(), ran.status), (shown, 0), "{text}: {}", ran.err);
    }
    assert_eq!(cg(&["-e", "x := 2", "-e", "x + 1", "-e", "-x"]).out, "3\n-2\n");
    assert_eq!(cg(&["run", "-e", "1 + 1"]).out, "2\n");
    assert_eq!(cg(&["-e1 + 1"]).out, "2\n");
}

#[test]
fn exit_statuses() {
    let folder = Folder::new();
    let script = |text: &str| cg(&["run", &folder.file("a.cg", text)]).status;
    assert_eq!(script("1 + 1  #=> 3"), 0, "`run` does not compare");
    assert_eq!(script("check 1 == 1"), 0);
    assert_eq!(script("check 1 == 2"), 1);
    assert_eq!(script("1/0"), 1);
    assert_eq!(script("<0|"), 2);
    assert_eq!(script("unknown_name"), 2);
    assert_eq!(script("outcome()"), 2);
    for wrong in [&["--nonsense"][..], &["-e"], &["--timeout", "soon", "-e", "1"], &["explain"], &["play"]] {
        let ran = cg(wrong);
        assert_eq!(ran.status, 2, "{wrong:?}: {}", ran.err);
        assert!(!ran.err.is_empty());
    }
    // A refused certificate is a failed check; one that cannot be read, or a file that is none, is wrong.
    let proof = cg(&["-e", "print(certificate(nim(1, 4, 5) == 0))"]).out;
    let changed = proof.replace("\"nim 5\"],\"relation\"", "\"nim 6\"],\"relation\"");
    assert_ne!(proof, changed);
    let verified = |text: &str| cg(&["verify", &folder.file("proof.json", text)]).status;
    assert_eq!([verified(&proof), verified(&changed)], [0, 1]);
    assert_eq!(cg(&["verify", "no such file"]).status, 2);
    assert_eq!(cg(&["--help"]).status, 0);
    assert!(cg(&["--version"]).out.starts_with("cg "));
}

#[test]
fn the_version_names_the_commit() {
    let version = cg(&["--version"]).out;
    let rest = version.strip_prefix(concat!("cg ", env!("CARGO_PKG_VERSION"))).expect("the version").trim();
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        let ran = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output();
        ran.is_ok_and(|ran| ran.status.success())
    };
    let is_repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(".git").exists();
    if !(is_repository && git(&["rev-parse", "HEAD"])) {
        return;
    }
    let commit = rest.trim_matches(['(', ')']).trim_end_matches(" with changes");
    assert!(commit.len() >= 10 && git(&["cat-file", "-e", &format!("{commit}^{{commit}}")]), "{version}");
}

#[test]
fn every_text_asks_for_the_least_rust_that_the_package_asks_for() {
    let read =
        |path: &str| std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path);
    let package = read("Cargo.toml");
    let least =
        package.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("a version").trim_matches('"');
    for (path, words) in [
        ("README.md", "Rust {} or newer"),
        ("CONTRIBUTING.md", "Rust {} or newer"),
        ("engine/README.md", "**Rust {}** or newer"),
        (".ci/run", "install Rust {} or newer"),
        (".ci/run", "least={}"),
    ] {
        let words = words.replace("{}", least);
        assert!(read(path).contains(&words), "{path} does not say `{words}`");
    }
}

#[test]
fn scripts_show_values_and_stop_at_the_first_failure() {
    let folder = Folder::new();
    let path = folder.file("a.cg", "1 + 1\nx := 3\nx\ncheck x == 4\ncheck x == 5\n1/0\n7\n");
    let ran = cg(&[&path]);
    assert_eq!((ran.out.as_str(), ran.status), ("2\n3\n", 1));
    assert_eq!(ran.err.matches("check::failed").count(), 2, "{}", ran.err);
    assert!(ran.err.contains("number::division-by-zero") && ran.err.contains("a.cg"), "{}", ran.err);
    let ran = fed(&["-"], b"1 + 1\n2 + 2");
    assert_eq!(ran.out, "2\n4\n");
    let ran = fed(&["test", "-"], b"1 + 1 #=> 2\n2 + 2 #=> 5");
    assert!(ran.out.ends_with("1 passed, 1 failed\n") && ran.out.contains("<stdin>:2"), "{}{}", ran.out, ran.err);
    assert_eq!(fed(&["test", "--update", "-"], b"1 #=> 2").status, 2);
    let path = folder.file("b.cg", "y := 1 +\n)\nz := <0|\n");
    let ran = cg(&["run", &path]);
    assert_eq!((ran.out.as_str(), ran.status), ("", 2), "nothing runs when the source is wrong");
}

#[test]
fn files_share_a_session_and_imports_are_relative() {
    let folder = Folder::new();
    folder.file("lib/rules.cg", "twice(n) := 2 * n\n");
    let first = folder.file("lib/main.cg", "import \"rules.cg\"\ntwice(4)\n");
    let second = folder.file("more.cg", "twice(5)\n");
    assert_eq!(cg(&["run", &first, &second, "-e", "twice(6)"]).out, "8\n10\n12\n");
}

#[test]
fn a_file_may_use_what_is_defined_before_its_import() {
    let folder = Folder::new();
    folder.file("lib.cg", "more(n) := n + base\n");
    let main = folder.file("main.cg", "base := 1\nimport \"lib.cg\"\nmore(2)\n");
    assert_eq!(cg(&["run", &main]).out, "3\n");
    let late = folder.file("late.cg", "import \"lib.cg\"\nbase := 1\nmore(2)\n");
    let ran = cg(&["run", &late]);
    assert!(ran.status == 2 && ran.err.contains("`base` is not defined"), "{}", ran.err);
}

#[test]
fn what_cannot_be_read_is_said() {
    let folder = Folder::new();
    let ran = cg(&["run", "nowhere.cg"]);
    assert_eq!((ran.status, ran.err.trim_end()), (2, "cg: there is no file `nowhere.cg`"));
    let ran = cg(&["run", &folder.path().to_string_lossy()]);
    assert!(ran.status == 2 && ran.err.contains("is a directory"), "{}", ran.err);
    let ran = cg(&["run", &folder.file("bad.cg", b"x := 1\ny := \"\xff\"\n")]);
    assert!(ran.status == 2 && ran.err.contains("not UTF-8 text: byte 0xff on line 2"), "{}", ran.err);
    let ran = fed(&["-"], b"\xff\xfe");
    assert!(ran.status == 2 && ran.err.contains("not UTF-8"), "{}", ran.err);
    let ran = cg(&["tset"]);
    assert!(ran.status == 2 && ran.err.contains("`cg test`"), "{}", ran.err);
}

#[test]
fn options_stand_before_or_after() {
    for arguments in [
        &["--notation", "unicode", "-e", "up"][..],
        &["-e", "up", "--notation", "unicode"],
        &["run", "-e", "up", "--notation=unicode"],
        &["--notation", "unicode", "run", "-e", "up"],
        &["--notation", "ascii", "run", "-e", "up", "--notation", "unicode"],
    ] {
        assert_eq!(cg(arguments).out, "↑\n", "{arguments:?}");
    }
    assert_eq!(cg(&["-e", "up"]).out, "up\n", "ASCII where no terminal is");
}

#[test]
fn results_and_errors_as_json() {
    let ran = cg(&["--json", "-e", "nim(3)", "-e", "print(1)", "-e", "1/0", "-e", "2"]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(lines.len(), 3, "{}", ran.out);
    assert_eq!((lines[0]["text"].as_str(), lines[0]["value"].as_str()), (Some("nim(3)"), Some("*3")));
    assert_eq!(lines[1]["printed"], "1\n");
    assert_eq!(lines[2]["code"], "number::division-by-zero");
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    let ran = cg(&["--json", "-e", "<0|"]);
    let object: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((object["ok"].as_bool(), ran.status), (Some(false), 2));
    let ran = cg(&["-e", "1/0", "--errors", "json"]);
    let object: serde_json::Value = serde_json::from_str(&ran.err).expect("JSON");
    assert_eq!(object["code"], "number::division-by-zero");
}

#[test]
fn colours_are_a_choice() {
    assert!(cg(&["-e", "1/0", "--color", "always"]).err.contains('\x1b'));
    assert!(!cg(&["-e", "1/0"]).err.contains('\x1b'));
    let mut command = command();
    let output = command.env("NO_COLOR", "1").args(["-e", "1/0"]).output().expect("it runs");
    assert!(!output.stderr.contains(&0x1b));
}

#[test]
fn limits_are_errors_and_the_session_goes_on() {
    let ran = fed(&["--timeout", "200ms"], b"x := 5\nfor i in 1..10^12 do x end\nx + 1\n");
    assert!(ran.err.contains("limit::time"), "{}", ran.err);
    assert!(ran.out.ends_with("\n6\n") && ran.status == 1);
    let big = b"x := 5\ny := [[i] for i in 1..10^9]\nx + 1\n";
    let ran = fed(&["--memory", "64MiB", "--timeout", "60s"], big);
    assert!(ran.err.contains("limit::"), "{}", ran.err);
    assert_eq!((ran.out.as_str(), ran.status), ("6\n", 1));
    let recursion = b"x := 5\nf(n) := f(n + 1) + 1\nf(0)\nx + 1\n";
    let ran = fed(&["--memory", "64MiB", "--timeout", "60s"], recursion);
    assert!(ran.err.contains("limit::memory"), "{}", ran.err);
    assert_eq!((ran.out.as_str(), ran.status), ("6\n", 1));
}

#[test]
fn threads_change_no_answer() {
    let text = "s := sequence(octal(\"0.007\"), 9500); [max(s), sum_list(s), s[9000]]";
    let alone = cg(&["-e", text]);
    assert_eq!((cg(&["--threads", "2", "-e", text]).out, alone.status), (alone.out, 0));
    let ran = fed(&["--threads=3"], b":set threads\n:set threads 2\n:set threads\n:set threads 0\n");
    assert_eq!(ran.out, "threads    3\nthreads    2\n");
    assert!(ran.err.contains("`0` does not fit `threads`: write a whole number from 1 to 256"), "{}", ran.err);
    for wrong in ["0", "-1", "two", "1.5", "1000000000000000000000"] {
        let ran = cg(&[&format!("--threads={wrong}"), "-e", "1"]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{wrong}");
        assert!(ran.err.contains("a whole number from 1 to 256"), "{wrong}: {}", ran.err);
    }
}

#[test]
fn showing_a_position_is_under_the_limits_too() {
    let slow = b"game S(n) := <S(n-k) + S(k-1) for k in 1..n>\nS(10^7)\n1 + 1\n";
    let ran = fed(&["--timeout", "300ms", "--memory", "512MiB"], slow);
    assert!(ran.err.contains("limit::"), "{}", ran.err);
    assert_eq!((ran.out.as_str(), ran.status), ("2\n", 1));
}

#[test]
fn a_broken_pipe_ends_quietly() {
    let mut command = command();
    command.args(["-e", "for i in 1..10^9 do i end"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    let mut err = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
    assert_eq!((line.as_str(), err.as_str()), ("1\n", ""));
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_has_its_own_status() {
    let folder = Folder::new();
    let script = folder.file("a.cg", "for i in 1..10^12 do check true end\n");
    for arguments in
        [&["-e", "for i in 1..10^12 do check true end"][..], &["run", &script], &["test", &script], &["batch"]]
    {
        let mut command = command();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        // `batch` waits for a line that does not come.
        let stdin = child.stdin.take();
        std::thread::sleep(std::time::Duration::from_millis(400));
        let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.is_ok_and(|s| s.success()), "{arguments:?}");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{arguments:?}");
        drop(stdin);
    }
}

#[test]
fn help_and_codes() {
    assert!(cg(&["help"]).out.contains("combinatorial games"));
    assert!(cg(&["help", "outcome"]).out.contains("outcome("));
    let ran = cg(&["help", "outcom"]);
    assert!(ran.status == 2 && ran.err.contains("`outcome`"), "{}", ran.err);
    assert!(cg(&["help", "--markdown"]).out.contains("outcome"));
    for typed in ["nim(1, 2), misere", "nim(1, 2); misere"] {
        let ran = cg(&["play", typed]);
        assert!(ran.status == 2 && ran.err.contains("`cg play 'nim(1, 2)' --misere`"), "{}", ran.err);
    }
    assert!(cg(&["explain", "syntax::unclosed"]).out.contains("syntax::unclosed"));
    let ran = cg(&["explain", "syntax::unclsed"]);
    assert!(ran.status == 2 && ran.err.contains("did you mean `syntax::unclosed`?"), "{}", ran.err);
}

#[test]
fn statements_are_shown_before_their_results() {
    let folder = Folder::new();
    let script = folder.file("a.cg", "# Halves.\nx := <0|1>; x + x  # twice\n[n\n for n in 1..3]\nprint(x)\n");
    let ran = cg(&["run", "--echo", &script, "-e", "-x"]);
    let wanted = "> x := <0|1>\n> x + x\n1\n> [n\n   for n in 1..3]\n[1, 2, 3]\n> print(x)\n1/2\n> -x\n-1/2\n";
    assert_eq!((ran.out.as_str(), ran.status), (wanted, 0));
    let json = cg(&["--json", "run", "--echo", "-e", "1 + 1"]).out;
    assert_eq!(json, "{\"ok\":true,\"expr\":\"1 + 1\",\"kind\":\"number\",\"text\":\"2\",\"data\":2}\n");
}
