//! Pages of help: one topic, a family, the overview, the whole reference.

use super::{Entry, entries, families};
use crate::lines::fitted;

/// The width to which paragraphs are filled by default.
pub const WIDTH: usize = 78;

/// Gives the result of an example as it is now, if there is one.
pub type Answers<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

/// Returns the help about a name, a sign, a word, a command, a setting, an error code, or a family.
///
/// ```
/// let page = cg::guide::help::topic("grundy").unwrap();
/// assert!(page.starts_with("nim_value(p)"));
/// assert!(cg::guide::help::topic("no such thing").is_none());
/// ```
pub fn topic(asked: &str) -> Option<String> {
    topic_fitted(asked, WIDTH, &mut |_| None)
}

/// Like [`topic`], in `width` columns; examples show what `answers` gives for them, or the written result if it gives
/// nothing.
pub fn topic_fitted(asked: &str, width: usize, answers: Answers<'_>) -> Option<String> {
    let mut pages: Vec<String> = matching(asked).into_iter().map(|entry| page(entry, width, answers)).collect();
    let named = family_named(asked);
    pages.extend(named.map(|name| family(name, width)));
    (!pages.is_empty()).then(|| fitted(&pages.join("\n"), width))
}

/// Returns the entries that are called `asked`: by a name, a form, or an error code with or without its stage. A
/// function or constant comes first.
pub fn matching(asked: &str) -> Vec<Entry> {
    let asked = asked.trim().trim_matches('`');
    let asked = asked.strip_suffix("()").filter(|a| !a.is_empty()).unwrap_or(asked);
    let mut found: Vec<Entry> = entries().filter(|e| e.names().any(|n| n == asked) || e.form() == asked).collect();
    if found.is_empty() {
        found = entries().filter(|e| e.names().any(|n| n.to_lowercase() == asked.to_lowercase())).collect();
    }
    if found.is_empty() && !asked.is_empty() {
        // A code is known without its stage, too.
        found = entries().filter(|e| e.form().split_once("::").is_some_and(|(_, what)| what == asked)).collect();
    }
    found.sort_by_key(|entry| !matches!(entry, Entry::Builtin(_)));
    found
}

/// Returns the family that is called `asked`, in letters of any case.
pub fn family_named(asked: &str) -> Option<&'static str> {
    let asked = asked.trim().trim_matches('`').to_lowercase();
    families().into_iter().find(|family| family.to_lowercase() == asked)
}

/// Returns the first page: what `:help` and `cg help` print when nothing is asked.
pub fn overview() -> String {
    overview_fitted(WIDTH)
}

/// Like [`overview`], in `width` columns.
pub fn overview_fitted(width: usize) -> String {
    let mut out = [GREETING, "Where to begin\n\n", BEGINNINGS, "\n", FAMILIES, "\n"].concat();
    list_families(width, &mut out);
    fitted(&out, width)
}

/// Like [`overview_fitted`], with the commands of the prompt, which leaves a line for the prompt on a screen of 80
/// columns and 24 lines.
pub fn overview_with(commands: &[String], width: usize) -> String {
    let mut out = [GREETING, BEGINNINGS, "\n", FAMILIES].concat();
    list_families(width, &mut out);
    out.push_str("Commands of the prompt; `:help :draw` explains one of them:\n");
    fill(&unbroken(commands).join(" · "), "  ", width, &mut out);
    fitted(&out.replace(UNBROKEN_BLANK, " "), width)
}

/// The first lines of the overview.
const GREETING: &str = "cg is a language for combinatorial games. Type a statement and see its value:\n\n  \
     <0|1> + *3                      a game by its options\n  \
     outcome(nim(3, 5), misere)      who wins\n  \
     K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>\n  \
     K(5)                            Kayles, by its rule\n\n";

/// The topics to begin with.
const BEGINNINGS: &str = "  :help value        the three kinds of thing: value, position, ruleset\n  \
     :help game         how to write down a game of your own\n  \
     :help +            any operator, function, word, setting or error code\n  \
     :search WORDS      finds by the words of names and definitions\n";

/// The lines before the list of families.
const FAMILIES: &str = "`cg lesson` is a course for beginners. `:help` lists each of these families:\n";

fn list_families(width: usize, out: &mut String) {
    fill(&families().join(" · "), "  ", width, out);
}

/// A blank at which no line is broken.
const UNBROKEN_BLANK: &str = "\u{a0}";

fn unbroken(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| text.replace(' ', UNBROKEN_BLANK)).collect()
}

/// Returns the page of one entry.
fn page(entry: Entry, width: usize, answers: Answers<'_>) -> String {
    let mut out = format!("{}\n", entry.form());
    out.push_str(&format!("  {}", entry.family()));
    if let Entry::Builtin(row) = entry
        && !row.aliases.is_empty()
    {
        out.push_str(&format!(" · also called {}", row.aliases.join(", ")));
    }
    out.push('\n');
    if let Some(kinds) = entry.kinds() {
        fill(&kinds, "  ", width, &mut out);
    }
    out.push('\n');
    fill(&entry.summary(), "  ", width, &mut out);
    for paragraph in entry.definition().split("\n\n").filter(|p| !p.is_empty()) {
        out.push('\n');
        fill(paragraph, "  ", width, &mut out);
    }
    if let Some(table) = entry.table() {
        out.push_str(&format!("\n  {}\n", table.trim_end().replace('\n', "\n  ")));
    }
    if let Some(text) = entry.provocation() {
        out.push_str(&format!("\nSaid of\n  {}\n", text.replace('\n', "\n  ")));
    }
    let examples = entry.examples();
    if !examples.is_empty() {
        out.push_str("\nExamples\n");
        let widest = examples.iter().map(|(e, _)| e.chars().count()).filter(|w| *w <= 40).max().unwrap_or(0);
        for (expression, result) in examples {
            let answer = answers(expression).unwrap_or_else(|| result.to_string());
            match answer.trim_end() {
                // A picture or a table stands under its expression.
                lines if lines.contains('\n') => {
                    out.push_str(&format!("  {expression}  #=>\n    {}\n", lines.replace('\n', "\n    ")));
                }
                line => out.push_str(&format!("  {expression:widest$}  #=> {line}\n")),
            }
        }
    }
    let see = see_also(entry);
    if !see.is_empty() {
        out.push_str("\nSee also\n");
        fill(&see.join(", "), "  ", width, &mut out);
    }
    out
}

/// Returns the list of a family.
fn family(name: &str, width: usize) -> String {
    let members: Vec<Entry> = entries().filter(|e| e.family() == name).collect();
    rows(name, &members, width)
}

/// Returns a heading and a line for each entry, or two where the terminal is narrow.
pub(super) fn rows(heading: &str, members: &[Entry], width: usize) -> String {
    let forms: Vec<String> = members.iter().map(|e| e.form()).collect();
    let widest = forms.iter().map(|f| f.chars().count()).filter(|w| *w <= 30).max().unwrap_or(0);
    let mut out = format!("{heading}\n\n");
    for (form, entry) in forms.iter().zip(members) {
        // Columns that are left for the second of both.
        let beside = width.saturating_sub(widest + 4);
        let indent = if beside < 30 { 4 } else { widest + 4 };
        let mut summary = String::new();
        fill(&entry.summary(), &" ".repeat(indent), width, &mut summary);
        if beside < 30 || form.chars().count() > widest {
            out.push_str(&format!("  {form}\n{summary}"));
        } else {
            out.push_str(&format!("  {form:widest$}  {}", summary.trim_start()));
        }
    }
    out
}

/// Returns the entries to read next: those that the entry names itself, then the built-ins its definition mentions in
/// backticks.
pub fn see_also(entry: Entry) -> Vec<&'static str> {
    let mut all: Vec<&str> = entry.see();
    let definition = entry.definition();
    let words: Vec<&str> = definition.split('`').skip(1).step_by(2).collect();
    for other in entries() {
        if let Entry::Builtin(row) = other
            && words.iter().any(|w| w.split(|c: char| !(c.is_alphanumeric() || c == '_')).next() == Some(row.name))
        {
            all.push(row.name);
        }
    }
    let mut unique: Vec<&str> = Vec::new();
    for name in all {
        if !unique.contains(&name) && entry.names().all(|n| n != name) && entry.form() != name {
            unique.push(name);
        }
    }
    unique.truncate(8);
    unique
}

/// Fills a paragraph to the width; lines that begin with a dash stay apart.
fn fill(text: &str, indent: &str, columns: usize, out: &mut String) {
    let mut column = 0;
    let new_line = |out: &mut String, column: &mut usize| {
        if *column > 0 {
            out.push('\n');
        }
        *column = 0;
    };
    for line in text.lines() {
        if line.starts_with("- ") {
            new_line(out, &mut column);
        }
        for word in line.split_whitespace() {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > columns {
                new_line(out, &mut column);
            }
            if column == 0 {
                out.push_str(indent);
                column = indent.len();
            } else {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += width;
        }
    }
    new_line(out, &mut column);
}

/// Returns the whole reference, in Markdown; its `cg` blocks are tests.
pub fn markdown() -> String {
    let mut out = String::from(
        "# Reference\n\nEverything that `:help` knows, in one text. It is written by the program: change the tables in \
         `src/library` and `src/guide/help`, then `CG_UPDATE=1 cargo test` writes it anew. Each line with `#=>` is a \
         test.\n\nIn signatures `c?` may be left out, and `heaps, ...` is any number of arguments.\n\n",
    );
    for family in families() {
        out.push_str(&format!("- [{family}](#{})\n", family.to_lowercase().replace(' ', "-")));
    }
    for family in families() {
        out.push_str(&format!("\n## {family}\n"));
        for entry in entries().filter(|e| e.family() == family) {
            markdown_entry(entry, &mut out);
        }
    }
    out
}

fn markdown_entry(entry: Entry, out: &mut String) {
    out.push_str(&format!("\n### `{}`\n\n{}\n", entry.form(), entry.summary()));
    let definition = entry.definition();
    if !definition.is_empty() {
        out.push_str(&format!("\n{definition}\n"));
    }
    if let Some(table) = entry.table() {
        out.push_str(&format!("\n```text\n{table}```\n"));
    }
    let mut remarks = Vec::new();
    if let Entry::Builtin(row) = entry {
        if !row.aliases.is_empty() {
            remarks.push(format!("Also called `{}`.", row.aliases.join("`, `")));
        }
        if !row.constant {
            remarks.push(format!("Kinds: {}.", entry.kinds().unwrap_or_default()));
        }
    }
    let see = see_also(entry);
    if !see.is_empty() {
        remarks.push(format!("See `{}`.", see.join("`, `")));
    }
    if !remarks.is_empty() {
        out.push_str(&format!("\n{}\n", remarks.join(" ")));
    }
    if let Some(text) = entry.provocation() {
        out.push_str(&format!("\n```text\n{text}\n```\n"));
    }
    let examples = entry.examples();
    if !examples.is_empty() {
        out.push_str("\n```cg\n");
        for (expression, result) in examples {
            out.push_str(&format!("{expression}  #=> {result}\n"));
        }
        out.push_str("```\n");
    }
}
