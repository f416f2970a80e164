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

/// A text as the body of a table.
fn with_checksum(body: &str) -> String {
    let checksum = body
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{body}end {checksum:016x}\n")
}

/// The lines of a table that begin with these letters, as a table in this version.
fn only(text: &str, kinds: &str, version: &str) -> String {
    let kept = |line: &&str| line.starts_with("ruleset ") || kinds.contains(&line[..1]) && line[1..].starts_with(' ');
    let body: String = text.lines().filter(kept).map(|line| format!("{line}\n")).collect();
    with_checksum(&format!("cg table {version}\n{body}"))
}

/// How many positions an answer says were searched; none where it does not say.
fn searched(ran: &Ran) -> u64 {
    assert_eq!(ran.status, 0, "{}", ran.err);
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    let at = words.iter().position(|word| word.starts_with("position"));
    at.map_or(0, |at| words[at - 1].parse().unwrap())
}

#[test]
fn what_searches_met_serves_another_session() {
    let folder = Folder::new();
    for (asked, kinds) in
        [("solve(clobber(\"xoxoxo/oxoxox/xoxoxo\"), L)", "p"), ("solve(clobber(4, 4), misere, L)", "m")]
    {
        let first = run(&folder, asked);
        assert_eq!(run(&folder, &format!("{asked}; save_table(\"t\", replace)")).status, 0);
        let text = fs::read_to_string(folder.path().join("t")).unwrap();
        for kind in kinds.chars() {
            assert!(text.lines().any(|line| line.starts_with(&format!("{kind} "))), "{asked}: {text}");
        }
        // Without the position that was asked about, which took most.
        let nodes = |line: &&str| line.rsplit(' ').next().and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
        let asked_about =
            text.lines().filter(|line| line.starts_with("p ") || line.starts_with("m ")).max_by_key(nodes);
        let others = text.replace(&format!("{}\n", asked_about.unwrap()), "");
        folder.file("met", only(&others, kinds, "2"));
        let again = run(&folder, &format!("x := load_table(\"met\"); {asked}"));
        assert!(searched(&again) < searched(&first), "{asked}: {} and {}", first.out, again.out);
        let who = |ran: &Ran| ran.out.contains("Left wins");
        assert_eq!(who(&again), who(&first), "{asked}");
    }
}

#[test]
fn tables_of_the_first_version_are_read() {
    let folder = Folder::new();
    let asked = "[outcome(clobber(3, 6)), nim_value(cram(5, 5))]";
    let saved = run(&folder, &format!("x := {asked}; save_table(\"t\")"));
    assert!(saved.out.contains("met in searches written to t"), "{}{}", saved.out, saved.err);
    let text = fs::read_to_string(folder.path().join("t")).unwrap();
    assert!(["p ", "v ", "w ", "n "].iter().all(|kind| text.lines().any(|line| line.starts_with(kind))), "{text}");
    folder.file("old", only(&text, "wn", "1"));
    let loaded = run(&folder, "load_table(\"old\")");
    assert!(loaded.out.contains("answers read from old"), "{}{}", loaded.out, loaded.err);
    assert_eq!(run(&folder, &format!("x := load_table(\"old\"); {asked}")).out, run(&folder, asked).out);
}

/// The key of such a ruleset holds in its session only: it names a graph by its number.
#[test]
fn games_on_graphs_of_a_session_are_not_written() {
    let folder = Folder::new();
    let asked = |edges: &str| format!("g := graph <{edges}>; outcome(geography(g.a))");
    let saved = run(&folder, &format!("{}; save_table(\"t\")", asked("a -> b; b -> c")));
    assert!(saved.out.contains("0 answers written"), "{}{}", saved.out, saved.err);
    assert_eq!(run(&folder, &format!("x := load_table(\"t\"); {}", asked("a -> b; b"))).out.trim(), "N");
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
    folder.file("t", with_checksum(&body));
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
        (text.replace("cg table 2", "cg table 3"), "another version"),
        (text.replace("ruleset ", "ruleset x"), "not as it was written"),
        (text[..text.len() - 2].to_string(), "not as it was written"),
        ("cg table 2\n".to_string(), "not as it was written"),
        (with_checksum("cg table 2\nruleset cram\np 0123 + many\n"), "not as it was written"),
        (with_checksum("cg table 2\nruleset cram\nv 0123\n"), "not as it was written"),
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
