//! Catalogues: what stands in the file, runs that are stopped, and values that are taken from it.

use std::process::Stdio;
use std::time::Duration;

use rusqlite::Connection;

use crate::program::{Folder, cg, command, fed};
use crate::random_graph::{Random, rounds};
use crate::winner_twin::{BOARDS, board};

/// All rows of the positions in the order in which they were added, and those of the sizes.
fn rows(file: &str) -> Vec<String> {
    let file = Connection::open(file).expect("a database");
    let mut all = Vec::new();
    for ask in ["SELECT * FROM positions ORDER BY rowid", "SELECT * FROM sizes ORDER BY ruleset, size"] {
        let mut ask = file.prepare(ask).expect("the tables are there");
        let columns = ask.column_count();
        let mut found = ask.query([]).expect("they can be read");
        while let Some(row) = found.next().expect("each can be read") {
            let cells = (0..columns).map(|i| format!("{:?}", row.get_ref(i).expect("a column")));
            all.push(cells.collect::<Vec<_>>().join(" | "));
        }
    }
    all
}

fn path_in(folder: &Folder, name: &str) -> String {
    folder.path().join(name).to_string_lossy().into_owned()
}

fn add(file: &str, ruleset: &str, size: &str, more: &[&str]) {
    let ran = cg(&[&["catalogue", "add", file, ruleset, "--size", size], more].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
}

fn answer(arguments: &[&str]) -> String {
    let ran = cg(arguments);
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.out.trim().to_string()
}

/// Each column is compared with a question of its own, asked without the catalogue.
#[test]
fn a_catalogue_has_what_the_program_answers() {
    let folder = Folder::new();
    let file = path_in(&folder, "games.sqlite");
    for (ruleset, size) in [("domineering", "4"), ("clobber", "3"), ("impartial(clobber)", "3"), ("toads_frogs", "4")] {
        add(&file, ruleset, size, &[]);
    }
    let database = Connection::open(&file).expect("a database");
    let columns = "ruleset, position, value, outcome, misere_outcome, nim_value, mean, temperature, birthday, size";
    let mut ask = database.prepare(&format!("SELECT {columns} FROM positions")).expect("the table is there");
    let mut found = ask.query([]).expect("it can be read");
    let (mut statements, mut wanted) = (Vec::new(), Vec::new());
    while let Some(row) = found.next().expect("each can be read") {
        let text = |i: usize| row.get::<_, String>(i).expect("a text");
        let p = format!("{}(\"{}\")", text(0), text(1));
        statements.push(format!(
            "[value({p}), outcome({p}), outcome({p}, misere), mean({p}), temperature({p}), birthday(value({p}))]"
        ));
        let birthday = row.get::<_, i64>(8).expect("a number");
        let [value, outcome, misere, mean, temperature] = [2, 3, 4, 6, 7].map(text);
        wanted.push(format!("[{value}, {outcome}, {misere}, {mean}, {temperature}, {birthday}]"));
        if let Some(n) = row.get::<_, Option<i64>>(5).expect("a number or null") {
            statements.push(format!("nim_value({p}) == {n}"));
            wanted.push("true".into());
        }
        let cells = text(1).chars().filter(|letter| !"/#".contains(*letter)).count();
        assert_eq!(row.get::<_, i64>(9).expect("a number"), cells as i64, "{p}");
    }
    // Of 4 cells: two each of the rows, the T, the L and the S, and the square, up to reflections and half a turn.
    let sizes = |size: usize| {
        let ask = "SELECT count(*) FROM positions WHERE ruleset = 'domineering' AND size = ?";
        database.query_row(ask, [size as i64], |row| row.get::<_, i64>(0)).expect("it can be counted")
    };
    assert_eq!([1, 2, 3, 4].map(sizes), [1, 2, 3, 9]);
    let found = answer(&["-e", &statements.join("; ")]);
    assert_eq!(found.lines().collect::<Vec<_>>(), wanted);
}

/// Rows are the same however often a run is killed, and with any number of threads.
#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let folder = Folder::new();
    let [whole, cut, shared] = ["whole", "cut", "shared"].map(|name| path_in(&folder, name));
    add(&whole, "domineering", "7", &[]);
    add(&shared, "domineering", "7", &["--threads", "3"]);
    assert_eq!(rows(&shared), rows(&whole));
    for i in 0..10 {
        let arguments = ["catalogue", "add", &cut, "domineering", "--size", "7"];
        let mut child = command().args(arguments).stdout(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(20 + 37 * i));
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
    }
    add(&cut, "domineering", "7", &[]);
    assert_eq!(rows(&cut), rows(&whole));
    // Once it is complete, nothing is added.
    add(&cut, "domineering", "5", &[]);
    assert_eq!(rows(&cut), rows(&whole));
}

/// A catalogue that was changed by hand changes the answer; so it was asked.
#[test]
fn values_are_taken_from_a_catalogue() {
    let folder = Folder::new();
    let file = path_in(&folder, "games.sqlite");
    add(&file, "domineering", "6", &[]);
    for question in [
        "value(domineering(\"../..\"))",
        "value(domineering(\"..#../..#../...##\"))",
        "find(domineering, 1/2)",
        "find(domineering, +-1)",
        "find(domineering, *7, 6)",
        "solve(domineering(4, 4), L).winner",
    ] {
        let [with, without] =
            [&["--catalogue", &file][..], &[]].map(|options| cg(&[options, &["-e", question]].concat()));
        assert_eq!((with.out, with.status), (without.out, without.status), "{question}");
    }
    let database = Connection::open(&file).expect("a database");
    let changed =
        database.execute("UPDATE positions SET value = '17' WHERE position = '../..'", []).expect("it is there");
    assert_eq!(changed, 1);
    drop(database);
    assert_eq!(answer(&["--catalogue", &file, "-e", "value(domineering(\"../..\"))"]), "17");
    assert_eq!(answer(&["--catalogue", &file, "-e", "find(domineering, 17)"]), "[domineering(\"../..\")]");
    assert_eq!(answer(&["-e", "value(domineering(\"../..\"))"]), "+-1");
}

/// A sum, a list and a variant add their boards, turned and connected ones once; all boards of a size are added beside them.
#[test]
fn boards_are_added_by_themselves() {
    let folder = Folder::new();
    let [file, whole] = ["games.sqlite", "whole.sqlite"].map(|name| path_in(&folder, name));
    let add_boards = |boards: &str| answer(&["catalogue", "add", &file, boards]);
    // Rows and columns are not alike in Domineering; the last board falls apart at its hole, and one of its two parts is there already.
    assert_eq!(
        add_boards("[domineering(1, 3), domineering(3, 1) + domineering(\"...#..\")]"),
        "domineering: 3 positions"
    );
    assert_eq!(add_boards("domineering(1, 3)"), "domineering: 0 positions");
    assert_eq!(add_boards("impartial(clobber(\"xo\"))"), "impartial(clobber): 1 position");
    assert_eq!(add_boards("[-toads_frogs(\"T_F/TF\")]"), "toads_frogs: 2 positions");
    // `find` knows that other boards of this size may be missing, and lists boards in its own order once they are not.
    let ask = |question: &str| answer(&["--catalogue", &file, "-e", question]);
    assert_eq!(ask("find(domineering, -1)"), "[domineering(\"..\")]");
    add(&file, "domineering", "4", &[]);
    add(&whole, "domineering", "4", &[]);
    let without_rowid = |file| {
        let all = rows(file).into_iter().filter(|row| row.contains("Text(\"domineering\")"));
        let mut all: Vec<String> = all.filter(|row| !row.ends_with("Null")).collect();
        all.sort();
        all
    };
    assert_eq!(without_rowid(&file), without_rowid(&whole));
    for wanted in ["0", "-1", "+-1", "1/2"] {
        let question = format!("find(domineering, {wanted})");
        assert_eq!(ask(&question), answer(&["-e", &question]));
    }
}

/// Boards that search, their regions and larger ones have the same answers with all small boards at hand and without.
#[test]
fn answers_are_the_same_with_a_catalogue() {
    let folder = Folder::new();
    let file = path_in(&folder, "games.sqlite");
    for (ruleset, ..) in BOARDS.iter().filter(|(ruleset, ..)| *ruleset != "ski_jumps") {
        add(&file, ruleset, "3", &[]);
    }
    add(&file, "domineering", "5", &[]);
    let mut random = Random(52);
    let mut lines = String::new();
    for _ in 0..rounds(400) {
        let [p, q] = [board(&mut random), board(&mut random)];
        lines += &format!("[value({p}), outcome({p}), outcome({p} + {q}), outcome({p}, misere)]\n");
    }
    for size in ["2, 9", "9, 2", "2, 17", "17, 1", "3, 5"] {
        lines += &format!("value(domineering({size}))\n");
    }
    let answers = |options: &[&str]| fed(&[options, &["batch"]].concat(), lines.as_bytes()).out;
    let (with, without) = (answers(&["--catalogue", &file]), answers(&[]));
    for ((line, with), without) in lines.lines().zip(with.lines()).zip(without.lines()) {
        assert_eq!(with, without, "{line}");
    }
    assert_eq!(with.lines().count(), lines.lines().count());
}

#[test]
fn what_is_no_catalogue_is_refused() {
    let folder = Folder::new();
    let (text, missing) = (path_in(&folder, "x.txt"), path_in(&folder, "none.sqlite"));
    std::fs::write(&text, "a text that is long enough to have a head").expect("it can be written");
    for (arguments, words) in [
        (vec!["--catalogue", &text, "-e", "1"], "cannot be read"),
        (vec!["--catalogue", &missing, "-e", "1"], "cannot be opened"),
        (vec!["catalogue", "add", &text, "clobber", "--size", "2"], "cannot be read"),
        (vec!["catalogue", "add", &missing, "kayles", "--size", "2"], "are no boards"),
        (vec!["catalogue", "add", &missing, "no_such_game", "--size", "2"], "not defined"),
        (vec!["catalogue", "add", &missing, "clobber"], "--size 6"),
        (vec!["catalogue", "add", &missing, "clobber(2, 2)", "--size", "6"], "leave out `--size`"),
        (vec!["catalogue", "add", &missing, "[clobber(2, 2), nim(3)]"], "are no boards"),
    ] {
        let ran = cg(&arguments);
        assert!(ran.status == 2 && ran.err.contains(words), "{arguments:?}: {} {}", ran.status, ran.err);
    }
}
