//! Moves as people name them, in the forms that mean the same.

/// Returns `true` if a text is digits, which are the number of a move where there is one.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// A move as it is named, without what may be left out: spaces, `vertex`, `to`, `part`.
#[derive(PartialEq, Eq)]
pub(super) struct MoveKey {
    part: Option<usize>,
    name: String,
}

impl MoveKey {
    /// Reads what is typed, or a name of the list.
    pub fn read(text: &str) -> MoveKey {
        let (part, name) = in_part(text);
        let name = ["vertex ", "to "].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
        MoveKey { part, name: name.chars().filter(|c| !c.is_whitespace()).collect() }
    }

    /// Returns the same edge from its other end, `2-1` for `1-2` and `2-B-1` for `1-B-2`, if it looks like an edge.
    pub fn turned(&self) -> Option<MoveKey> {
        let ends: Vec<&str> = self.name.split('-').collect();
        let is_edge = (2..=3).contains(&ends.len()) && ends.iter().all(|end| !end.is_empty());
        is_edge.then(|| MoveKey { part: self.part, name: ends.into_iter().rev().collect::<Vec<_>>().join("-") })
    }
}

/// Splits off the number of a part: `2: nim(3)` is a move in the second part.
pub(super) fn in_part(line: &str) -> (Option<usize>, &str) {
    let Some((head, rest)) = line.split_once(':') else { return (None, line) };
    let digits = head.trim().trim_start_matches("part").trim();
    match digits.parse() {
        Ok(part) => (Some(part), rest.rsplit("->").next().unwrap_or(rest).trim()),
        Err(_) => (None, line),
    }
}
