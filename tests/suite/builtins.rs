//! The tables of built-ins and of help: names, summaries, and every example run.

use std::collections::HashSet;

use cg::eval::{Builtin, Effect, Role};
use cg::shell::help;
use cg_engine::rulesets::variants::Variant;

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

/// Those of built-ins print, read and write nothing unless a row in them has an effect on the world; every such row has an
/// example that does.
#[test]
fn every_example_gives_what_it_says() {
    let mut wrong = Vec::new();
    for entry in help::entries() {
        let mut acts = false;
        for (statements, wanted) in entry.examples() {
            let mut script = Script::new();
            let found = script.last(statements);
            acts |= script.has_acted();
            let may_act = named(statements).iter().any(|row| row.effect == Effect::World);
            if script.has_acted() && !may_act && matches!(entry, help::Entry::Builtin(_)) {
                wrong.push(format!("{} acts on the world\n  {statements}", entry.form()));
            }
            if found.as_deref() != Ok(wanted) {
                wrong.push(format!("{}\n  {statements}\n  wanted {wanted}\n  found  {found:?}", entry.form()));
            }
        }
        if matches!(entry, help::Entry::Builtin(row) if row.effect == Effect::World) && !acts {
            wrong.push(format!("{} has no example that acts on the world", entry.form()));
        }
    }
    assert!(wrong.is_empty(), "{} examples are wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the built-ins that a text names, in the order in which it does.
fn named(text: &str) -> Vec<&'static Builtin> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter_map(|word| cg::builtins::all().find(|row| row.name == word)).collect()
}

/// A pure call has equal results each time, and prints, reads and writes nothing. The first call may intern a position, as
/// `contains` does for a value. The second call interns none.
#[test]
fn pure_rows_do_nothing_twice() {
    let mut wrong = Vec::new();
    for row in cg::builtins::all().filter(|row| row.effect == Effect::Pure) {
        let examples = row.examples().filter(|(text, _)| named(text).iter().all(|row| row.effect == Effect::Pure));
        for (statements, _) in examples {
            let mut script = Script::new();
            let first = (script.last(statements), script.session.positions.len());
            let again = (script.last(statements), script.session.positions.len());
            if first != again || script.has_acted() {
                wrong.push(format!("`{}`: {statements}", row.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows are not pure\n{}", wrong.len(), wrong.join("\n"));
}

/// A role that is looked for has one row.
#[test]
fn rulesets_that_are_made_for_others_have_one_row() {
    let variants = [Variant::Impartial, Variant::Dicotic, Variant::Twisted].map(Role::Variant);
    for role in [Role::Adjoin, Role::NimSum].into_iter().chain(variants) {
        assert_eq!(cg::builtins::all().filter(|row| row.role == Some(role)).count(), 1, "{role:?}");
    }
}

#[test]
fn what_a_row_refers_to_is_there() {
    for entry in help::entries() {
        for name in entry.see() {
            assert!(help::topic(name).is_some(), "`{}` refers to `{name}`, which help does not know", entry.form());
        }
    }
}
