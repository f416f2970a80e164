//! Documentation as rows of tables carry it: summary, definition, examples, and where to look next.

/// The sign between an example and its result.
const SIGN: &str = "  #=> ";

/// The text of a row.
///
/// The first line is the summary. Then come the definition with its source, lines `expression  #=> result` (with two
/// blanks), which are examples, and lines `See: name, name`.
#[derive(Clone, Copy, Debug)]
pub struct Doc(pub &'static str);

impl Doc {
    /// Returns the first line.
    pub fn summary(self) -> &'static str {
        self.0.lines().next().unwrap_or("").trim()
    }

    /// Returns the text between the summary and the examples; an empty line parts paragraphs.
    pub fn definition(self) -> String {
        let is_text = |line: &&str| !line.contains(SIGN) && !line.starts_with("See:");
        let lines = self.0.lines().skip(1).map(str::trim).filter(is_text);
        lines.collect::<Vec<_>>().join("\n").trim().to_string()
    }

    /// Returns the examples: statements separated by `;`, and the result of the last one.
    pub fn examples(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.lines().filter_map(|l| l.split_once(SIGN)).map(|(e, r)| (e.trim(), r.trim()))
    }

    /// Returns the names after `See:`.
    pub fn see(self) -> impl Iterator<Item = &'static str> {
        let lines = self.0.lines().filter_map(|l| l.trim().strip_prefix("See:"));
        lines.flat_map(|l| l.split(", ")).map(str::trim).filter(|name| !name.is_empty())
    }
}
