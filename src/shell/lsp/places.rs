//! Places in a text as editors count them: lines, and columns in units of UTF-16.

use std::ops::Range;

use serde_json::{Value, json};

/// A text and where its lines begin.
#[derive(Default)]
pub struct Places {
    text: String,
    starts: Vec<usize>,
}

impl Places {
    /// The places of a text.
    pub fn new(text: String) -> Places {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        Places { text, starts }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte at a place; places outside of the text or of a line are those nearest to them.
    pub fn offset(&self, place: &Value) -> Option<usize> {
        let line = usize::try_from(place["line"].as_u64()?).ok()?;
        let units = place["character"].as_u64()?;
        let Some(&start) = self.starts.get(line) else { return Some(self.text.len()) };
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let line = self.text[start..end].trim_end_matches('\r');
        let mut seen = 0;
        for (at, sign) in line.char_indices() {
            seen += sign.len_utf16() as u64;
            if seen > units {
                return Some(start + at);
            }
        }
        Some(start + line.len())
    }

    /// The place of a byte.
    pub fn place(&self, offset: usize) -> Value {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&s| s <= offset).saturating_sub(1);
        let units = self.text[self.starts[line]..offset].encode_utf16().count();
        json!({ "line": line, "character": units })
    }

    /// A range of bytes.
    pub fn range(&self, bytes: Range<usize>) -> Value {
        json!({ "start": self.place(bytes.start), "end": self.place(bytes.end) })
    }

    /// The bytes of a range.
    pub fn bytes(&self, range: &Value) -> Option<Range<usize>> {
        let (start, end) = (self.offset(&range["start"])?, self.offset(&range["end"])?);
        Some(start..end.max(start))
    }
}

/// The path of a file's address, or the address itself.
pub fn path(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file://") else { return uri.to_string() };
    let mut bytes = Vec::new();
    let mut signs = rest.as_bytes();
    while let [sign, after @ ..] = signs {
        let digit = |i: usize| after.get(i).and_then(|b| (*b as char).to_digit(16));
        match (sign, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                signs = &after[2..];
            }
            _ => {
                bytes.push(*sign);
                signs = after;
            }
        }
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // `/C:/games` is a path of Windows.
    let drive = path.as_bytes().get(2) == Some(&b':') && path.starts_with('/');
    if drive { path[1..].to_string() } else { path }
}

/// The address of a file.
pub fn uri(path: &str) -> String {
    let full = std::path::absolute(path).map_or_else(|_| path.to_string(), |p| p.to_string_lossy().into_owned());
    let full = full.replace('\\', "/");
    let mut uri = String::from(if full.starts_with('/') { "file://" } else { "file:///" });
    for byte in full.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' => uri.push(byte as char),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_units_of_utf16() {
        let places = Places::new("↑ + ½\r\n𝔸 := 1\n".into());
        let place = |line: u64, character: u64| places.offset(&json!({ "line": line, "character": character }));
        assert_eq!(place(0, 1), Some(3));
        assert_eq!(place(0, 99), Some(8));
        // 𝔸 takes two units; inside of it is before it.
        assert_eq!(place(1, 1), Some(10));
        assert_eq!(place(1, 2), Some(14));
        assert_eq!(place(7, 0), Some(20));
        assert_eq!(places.place(14), json!({ "line": 1, "character": 2 }));
        assert_eq!(places.place(4), json!({ "line": 0, "character": 2 }));
    }

    #[test]
    fn addresses() {
        assert_eq!(path("file:///tmp/a%20b/%C3%BC.cg"), "/tmp/a b/ü.cg");
        assert_eq!(path("file:///c:/games/x.cg"), "c:/games/x.cg");
        assert_eq!(path("untitled:1"), "untitled:1");
        assert_eq!(path("file:///50%"), "/50%");
        assert_eq!(uri("/tmp/a b/ü.cg"), "file:///tmp/a%20b/%C3%BC.cg");
    }
}
