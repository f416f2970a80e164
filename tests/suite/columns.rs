//! Tables, lists, explanations and pictures fitted to the columns of a terminal, and the colours of pictures there.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use cg::builtins;
use cg::eval::{Host, Session};
use cg::lines::fitted;
use cg_engine::notation::Notation;

use crate::language::run;

/// A terminal of some columns.
struct Screen {
    columns: usize,
    colours: bool,
    shown: Rc<RefCell<String>>,
}

impl Host for Screen {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.shown.borrow_mut().push_str(text);
        Ok(())
    }

    fn columns(&self) -> Option<usize> {
        Some(self.columns)
    }

    fn shows_colours(&self) -> bool {
        self.colours
    }
}

/// Runs a text in a terminal. Returns what is printed and the result.
fn shown(columns: usize, colours: bool, notation: Notation, text: &str) -> (String, String) {
    let printed = Rc::new(RefCell::new(String::new()));
    let mut session = Session::new(builtins::all(), Box::new(Screen { columns, colours, shown: printed.clone() }));
    session.printer.notation = notation;
    let source = session.sources.add("test", text);
    let prepared = session.prepare(&source);
    assert!(prepared.diagnostics.is_empty(), "{text}");
    let mut last = String::new();
    for statement in &prepared.statements {
        let value = session.execute(statement).result.unwrap_or_else(|e| panic!("{text}: {}", e.message));
        last = session.text(&value, notation).unwrap_or_else(|_| panic!("{text}"));
    }
    let printed = printed.borrow().clone();
    (printed, last)
}

/// Returns the width of the widest line.
fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// Returns the rows of the tables in a text, cell by cell.
fn cells(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter(|line| line.starts_with('|') && !line.contains("---"));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()).collect()
}

#[test]
fn wide_tables_are_cut_between_columns() {
    let table = "table(nim_sum, 0..31, 0..31)";
    for columns in [40, 60, 80, 120, 200] {
        let (_, text) = shown(columns, false, Notation::Ascii, table);
        assert!(widest(&text) <= columns, "{columns}: {text}");
        let rows = cells(&text);
        // Each part has a head and 32 rows, and what stands there is the nim-sum of the heads.
        for part in rows.chunks(33) {
            for row in &part[1..] {
                for (head, cell) in part[0].iter().zip(row).skip(1) {
                    let [a, b, sum] = [&row[0], head, cell].map(|n| n.parse::<u32>().unwrap());
                    assert_eq!(a ^ b, sum, "{columns}");
                }
            }
        }
        let all: usize = rows.chunks(33).map(|part| part[0].len() - 1).sum();
        assert!(all == 32 || text.ends_with("more columns)"), "{columns}: {all} columns");
    }
    assert!(shown(40, false, Notation::Ascii, "table(nim_sum, 0..31, 0..200)").1.ends_with(" more columns)"));
}

#[test]
fn wide_tables_with_few_rows_are_turned() {
    let (_, wide) = shown(300, false, Notation::Ascii, "table(nim_sum, 0..2, 0..40)");
    let (_, turned) = shown(80, false, Notation::Ascii, "table(nim_sum, 0..2, 0..40)");
    let (wide, turned) = (cells(&wide), cells(&turned));
    assert_eq!((wide.len(), wide[0].len()), (4, 42));
    assert_eq!((turned.len(), turned[0].len()), (42, 4));
    assert!((0..4).all(|i| (0..42).all(|j| wide[i][j] == turned[j][i])));
}

#[test]
fn a_list_that_is_cut_says_how_many_members_it_has() {
    let (_, text) = shown(80, false, Notation::Ascii, "[k*k for k in 1..10000]");
    assert!(text.ends_with("... (10000 members)"), "{}", &text[text.len() - 60..]);
    let (_, text) = shown(80, false, Notation::Ascii, "[[1, 2], [k for k in 1..10000]]");
    assert!(text.ends_with("... (2 members)"), "{}", &text[text.len() - 60..]);
}

#[test]
fn explanations_fit_into_every_width() {
    let asked = ["domineering(4, 4)", "amazons(\"x../..o\")", "snort(\".......\")", "up + up + *", "kayles(60)"];
    for columns in (40..=200).step_by(20) {
        for x in asked {
            let (_, text) = shown(columns, false, Notation::Unicode, &format!("explain({x})"));
            let text = fitted(&text, columns - 1);
            let long = text.lines().find(|line| line.chars().count() >= columns);
            // Only a value that has no blank may be longer.
            assert!(long.is_none_or(|line| !line.trim().contains(' ')), "{columns}, {x}: {long:?}");
        }
    }
}

/// Returns the text without the sequences that set colours.
fn without_colours(text: &str) -> String {
    let mut out = String::new();
    let mut pieces = text.split('\u{1b}');
    out.push_str(pieces.next().unwrap_or(""));
    pieces.for_each(|piece| out.push_str(piece.split_once('m').expect("a colour ends").1));
    out
}

#[test]
fn pictures_have_colours_in_a_terminal() {
    let pictures = [
        "draw(hackenbush <0 -B- 1; 1 -R- 2; 1 -G- 3>)",
        "draw(<7|5||4|1>)",
        "draw(thermograph(<7|5||4|1>))",
        "draw(graph <a -L> b, c; b -R> a; c -> a>)",
        "draw(domineering(2, 2), tree)",
    ];
    for picture in pictures {
        for columns in [40, 80] {
            let (plain, _) = shown(columns, false, Notation::Unicode, picture);
            let (coloured, _) = shown(columns, true, Notation::Unicode, picture);
            assert_eq!(without_colours(&coloured), plain, "{picture}");
            assert!(coloured.contains("\u{1b}[38;5;32m") && coloured.contains("\u{1b}[38;5;167m"), "{coloured}");
            assert!(plain.contains("\n(") && widest(&plain) <= columns, "{plain}");
        }
    }
    // Nothing that a person has written is obeyed by the terminal.
    let (text, _) = shown(80, true, Notation::Unicode, "draw(up, title = \"a\\u{1b}[31mb\")");
    assert!(text.contains("a\\u{1b}[31mb"), "{text}");
}

/// Returns the labels of the rows of a tree in which each position stands once.
fn labels(text: &str) -> Vec<String> {
    let rows = text.lines().take_while(|line| !line.starts_with('('));
    rows.map(|line| line.split("  ").next().unwrap_or("").to_string()).filter(|label| !label.is_empty()).collect()
}

#[test]
fn each_position_stands_once_in_a_tree() {
    // The sets of rows of pins that can be left of five.
    let (text, _) = shown(100, false, Notation::Ascii, "draw(kayles(5), tree)");
    let mut labels = labels(&text);
    assert_eq!(labels.len(), 11, "{text}");
    labels.sort();
    labels.dedup();
    assert_eq!(labels.len(), 11, "{text}");
}

#[test]
fn numbers_are_leaves_of_a_tree() {
    let lines = |text: &str| shown(100, false, Notation::Ascii, text).0.lines().count();
    assert_eq!(lines("draw(<7|5||4|1>)"), lines("draw(<7|5||4|1>, depth = 2)"));
    assert!(lines("draw(<7|5||4|1>, depth = 4)") > lines("draw(<7|5||4|1>)"));
    // A number itself is taken apart.
    assert!(lines("draw(5)") > 10);
}

#[test]
fn latex_at_the_prompt_can_be_pasted() {
    let ran = crate::program::cg(&["-e", "latex(<7|5||4|1>)"]);
    assert_eq!(ran.out, "\\{7 \\mid 5 \\,\\|\\, 4 \\mid 1\\}\n");
    // In a list it is a text, and so it is for programs.
    assert_eq!(crate::program::cg(&["-e", "[latex(*)]"]).out, "[\"{\\\\ast}\"]\n");
    assert!(crate::program::cg(&["--json", "-e", "latex(*)"]).out.contains("\"data\":\"{\\\\ast}\""));
    let mut session = crate::language::session();
    assert_eq!(run(&mut session, "latex(*)"), "\"{\\\\ast}\"");
}
