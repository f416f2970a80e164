//! Help as data: entries with their parts, lists of entries, and the rulesets for a gallery.

use cg::builtins;
use cg::eval::{IntoValue, Place};
use cg::guide::help::{self, Entry};
use serde_json::{Value as Json, json};

/// The number of entries that a search lists.
const MAX_FOUND: usize = 40;

/// Returns the entries that are called `topic`, and a list: of a family, of what a search finds, or of all families.
pub fn topic(topic: &str) -> Json {
    let topic = topic.trim();
    if topic.is_empty() {
        return json!({ "ok": true, "entries": [], "families": families() });
    }
    let entries: Json = help::matching(topic).into_iter().map(whole).collect();
    if let Some(name) = help::family_named(topic) {
        let members: Json = help::entries().filter(|entry| entry.family() == name).map(line).collect();
        return json!({ "ok": true, "entries": entries, "family": name, "listed": members });
    }
    if entries.as_array().is_some_and(|entries| !entries.is_empty()) {
        return json!({ "ok": true, "entries": entries });
    }
    let found: Json = help::found(topic).into_iter().take(MAX_FOUND).map(line).collect();
    json!({ "ok": true, "entries": [], "listed": found, "near": help::nearest(topic) })
}

/// Returns the families of help, without those about the terminal.
fn families() -> Vec<&'static str> {
    let elsewhere = ["Commands", "Command line", "Settings"];
    help::families().into_iter().filter(|family| !elsewhere.contains(family)).collect()
}

fn name(entry: Entry) -> &'static str {
    entry.names().next().unwrap_or_default()
}

fn line(entry: Entry) -> Json {
    json!({ "name": name(entry), "form": entry.form(), "summary": entry.summary() })
}

fn whole(entry: Entry) -> Json {
    let also: Vec<&str> = entry.names().skip(1).collect();
    json!({
        "name": name(entry),
        "form": entry.form(),
        "family": entry.family(),
        "also": also,
        "kinds": entry.kinds(),
        "summary": entry.summary(),
        "definition": entry.definition(),
        "table": entry.table(),
        "provocation": entry.provocation(),
        "examples": entry.examples(),
        "see": help::see_also(entry),
    })
}

/// Returns what makes positions, each with the positions of it that its examples name.
pub fn rulesets() -> Json {
    let position = <Place as IntoValue>::KIND;
    let rows = builtins::all().filter(|row| row.result == position || row.ruleset.is_some());
    let rulesets = rows.map(|row| {
        let examples = row.documentation().examples().map(|(expression, _)| expression).collect::<Vec<_>>();
        let calls: Vec<&str> = examples.iter().filter_map(|text| call(text, row.name)).collect();
        json!({ "name": row.name, "family": row.family, "summary": Entry::Builtin(row).summary(), "calls": calls })
    });
    json!({ "ok": true, "rulesets": rulesets.collect::<Json>() })
}

/// Returns the first call of a function in a text, with its parentheses.
fn call<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let begins =
        |&(at, _): &(usize, &str)| !text[..at].ends_with(is_letter) && text[at + name.len()..].starts_with('(');
    let (start, _) = text.match_indices(name).find(begins)?;
    let mut depth = 0;
    for (at, c) in text[start..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(&text[start..=start + at]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}
