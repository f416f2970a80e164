//! Until the renderer, the codes and the help pages are here: the least that shows them.

use crate::diagnostic::Diagnostic;
use crate::source::Sources;

/// How diagnostics are rendered.
#[derive(Clone, Copy)]
pub enum Style {
    /// Drawn.
    Graphical {
        /// In colours.
        colour: bool,
    },
    /// In sentences.
    Plain,
    /// JSON.
    Json,
}

/// Renders diagnostics.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let mut out = String::new();
    for d in diagnostics {
        if matches!(style, Style::Json) {
            let value = serde_json::json!({"message": d.message, "code": d.code, "help": d.help});
            out += &format!("{value}\n");
            continue;
        }
        let word = if d.is_error() { "error" } else { "warning" };
        out += &format!("{word}[{}]: {}\n", d.code, d.message);
        if let Some(span) = d.span()
            && let Some(source) = sources.get(span.source)
        {
            let (line, column) = source.position(span.start as usize);
            out += &format!("  --> {}:{line}:{column}\n", source.name);
        }
        if let Some(help) = &d.help {
            out += &format!("  help: {help}\n");
        }
    }
    out
}

/// Help on a topic.
pub fn topic(name: &str) -> Option<String> {
    let row = crate::builtins::all().find(|b| b.name == name || b.aliases.contains(&name))?;
    Some(format!("{}\n{}\n", row.signature(), row.doc))
}

/// Built-ins whose documentation has the words.
pub fn search(words: &str) -> String {
    let rows = crate::builtins::all().filter(|b| words.split_whitespace().all(|w| b.doc.contains(w)));
    rows.map(|b| format!("{}  {}\n", b.signature(), b.summary())).collect()
}

/// The reference.
pub fn markdown() -> String {
    String::new()
}

/// Where to begin.
pub fn overview() -> String {
    "cg: a language for combinatorial games\n".into()
}

/// What a code means.
pub fn explain(_code: &str) -> Option<String> {
    None
}

/// Every code.
pub fn codes() -> Vec<&'static str> {
    Vec::new()
}
