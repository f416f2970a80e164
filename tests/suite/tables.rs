//! Tables of answers: what one session has found is known to the next, and nothing that is no table is read.

use std::fs;

use crate::program::{Folder, Ran, command};

fn run(folder: &Folder, text: &str) -> Ran {
    let output = command().current_dir(folder.path()).args(["-e", text]).output().expect("it runs");
    Ran {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

const ASKED: &str = "[outcome(p) for p in [domineering(4, 5), clobber(3, 5), cram(3, 4), snort(\"..../....\")]]; \
                     solve(domineering(4, 5), R).line; outcome(domineering(4, 4), misere); nim_value(cram(3, 5))";

#[test]
fn answers_are_those_of_the_session_that_found_them() {
    let folder = Folder::new();
    let without = run(&folder, ASKED);
    assert_eq!(without.status, 0, "{}", without.err);
    let saved = run(&folder, &format!("{ASKED}; save_table(\"t\")"));
    assert!(saved.out.contains("written to t"), "{}{}", saved.out, saved.err);
    let with = run(&folder, &format!("x := load_table(\"t\"); {ASKED}"));
    assert_eq!((with.status, &with.out), (0, &without.out), "{}", with.err);
    // A table is replaced by a table, and written alike where nothing more was found.
    let first = fs::read_to_string(folder.path().join("t")).unwrap();
    let again = run(&folder, &format!("load_table(\"t\"); {ASKED}; save_table(\"t\")"));
    assert_eq!(again.status, 0, "{}", again.err);
    assert_eq!(first, fs::read_to_string(folder.path().join("t")).unwrap());
}

/// A fact of a table is what is answered: this one is wrong, and the checksum of its file is right.
#[test]
fn what_is_read_is_believed() {
    let folder = Folder::new();
    run(&folder, "nim_value(cram(2, 3)); save_table(\"t\")");
    let text = fs::read_to_string(folder.path().join("t")).unwrap();
    let changed = |line: &str| line.rsplit_once(' ').map_or(line.to_string(), |(head, _)| format!("{head} 7"));
    let body: String = text.lines().filter(|line| !line.starts_with("end ")).fold(String::new(), |body, line| {
        body + &if line.starts_with("n ") { changed(line) } else { line.to_string() } + "\n"
    });
    let checksum = body
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    folder.file("t", format!("{body}end {checksum:016x}\n"));
    assert_eq!(run(&folder, "x := load_table(\"t\"); nim_value(cram(2, 3))").out.trim(), "7");
}

#[test]
fn no_other_file_is_read_or_replaced() {
    let folder = Folder::new();
    run(&folder, "outcome(domineering(3, 3)); nim_value(cram(3, 3)); save_table(\"t\")");
    let text = fs::read_to_string(folder.path().join("t")).unwrap();
    let complaints = [
        ("made by hand".to_string(), "no table of positions"),
        (String::new(), "no table of positions"),
        (text.replace("cg table 1", "cg table 2"), "another version"),
        (text.replace("ruleset ", "ruleset x"), "not as it was written"),
        (text[..text.len() - 2].to_string(), "not as it was written"),
        ("cg table 1\n".to_string(), "not as it was written"),
    ];
    for (content, complaint) in complaints {
        folder.file("u", &content);
        let ran = run(&folder, "load_table(\"u\")");
        assert!(ran.status != 0 && ran.err.contains(complaint), "{content:?}: {}{}", ran.out, ran.err);
    }
    assert!(run(&folder, "load_table(\"none\")").err.contains("there is no file"));
    folder.file("u", "made by hand");
    assert!(run(&folder, "save_table(\"u\")").err.contains("there is a file `u` already"));
    assert_eq!(run(&folder, "save_table(\"u\", replace)").status, 0);
}
