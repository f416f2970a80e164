//! The tables of built-ins and of help: names, summaries, and every example run.

use std::collections::HashSet;

use cg::shell::help;

use crate::run::Script;

/// Names that stand in capitals in the literature.
const CAPITALS: [&str; 9] = ["N", "P", "L", "R", "D", "Nhat", "Phat", "Ncheck", "Pcheck"];

#[test]
fn names_are_snake_case_and_unique() {
    let mut seen = HashSet::new();
    for row in cg::builtins::all() {
        for name in std::iter::once(&row.name).chain(row.aliases) {
            let snake = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            assert!(snake || CAPITALS.contains(name), "`{name}` is not snake_case");
            assert!(seen.insert(*name), "`{name}` stands in two rows");
        }
    }
}

#[test]
fn every_row_has_a_short_summary_and_every_built_in_an_example() {
    let mut wrong = Vec::new();
    for entry in help::entries() {
        let summary = entry.summary();
        if summary.chars().count() > 72 || !summary.ends_with('.') {
            wrong.push(format!("{}: {summary:?} ({})", entry.form(), summary.chars().count()));
        }
        if matches!(entry, help::Entry::Builtin(_)) && entry.examples().is_empty() {
            wrong.push(format!("{} has no example", entry.form()));
        }
    }
    assert!(wrong.is_empty(), "a summary has at most 72 characters and ends in a full stop:\n{}", wrong.join("\n"));
}

#[test]
fn every_example_gives_what_it_says() {
    let mut wrong = Vec::new();
    for entry in help::entries() {
        for (statements, wanted) in entry.examples() {
            let found = Script::new().last(statements);
            if found.as_deref() != Ok(wanted) {
                wrong.push(format!("{}\n  {statements}\n  wanted {wanted}\n  found  {found:?}", entry.form()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples are wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_a_row_refers_to_is_there() {
    for entry in help::entries() {
        for name in entry.see() {
            assert!(help::topic(name).is_some(), "`{}` refers to `{name}`, which help does not know", entry.form());
        }
    }
}
