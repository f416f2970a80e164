//! Places in a text as editors count them: lines, and columns in units of UTF-16.

use std::ops::Range;

use gen_lsp_types::{Position, Uri};

/// Bytes from one entry to the next in the table of units.
const STRIDE: usize = 256;

/// A text and where its lines begin.
#[derive(Default)]
pub struct Places {
    text: String,
    starts: Vec<usize>,
    /// Units of UTF-16 before each [`STRIDE`]th byte, so that a place in a long line is found at once.
    units: Vec<usize>,
}

impl Places {
    /// Returns the places of a text.
    pub fn new(text: String) -> Places {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        let mut units = vec![0];
        for piece in text.as_bytes().chunks(STRIDE) {
            units.push(units.last().unwrap_or(&0) + count(piece));
        }
        Places { text, starts, units }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the byte at a place. A place outside of the text or of a line counts as the nearest one inside.
    pub fn offset(&self, place: Position) -> usize {
        let line = place.line as usize;
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let line = self.text[start..end].trim_end_matches('\r');
        let mut seen = 0;
        for (at, sign) in line.char_indices() {
            seen += sign.len_utf16();
            if seen > place.character as usize {
                return start + at;
            }
        }
        start + line.len()
    }

    /// Returns the place of a byte.
    pub fn place(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset);
        Position::new(line as u32, (self.units(offset) - self.units(self.starts[line])) as u32)
    }

    /// Returns the line of a byte, from 0.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Returns the number of units before a byte.
    fn units(&self, offset: usize) -> usize {
        let entry = offset / STRIDE;
        self.units[entry] + count(&self.text.as_bytes()[entry * STRIDE..offset])
    }

    /// Returns the places of a range of bytes.
    pub fn range(&self, bytes: Range<usize>) -> gen_lsp_types::Range {
        gen_lsp_types::Range::new(self.place(bytes.start), self.place(bytes.end))
    }
}

/// Returns the number of units of UTF-16 of the characters that begin in a piece of a text.
fn count(piece: &[u8]) -> usize {
    let units = |byte: u8| match byte {
        // The bytes that go on with a character.
        0x80..0xC0 => 0,
        0xF0.. => 2,
        _ => 1,
    };
    piece.iter().map(|b| units(*b)).sum()
}

/// Returns the path of a file's address, or the address itself.
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

/// Returns the address of a file.
pub fn uri(path: &str) -> Uri {
    let full = std::path::absolute(path).map_or_else(|_| path.to_string(), |p| p.to_string_lossy().into_owned());
    let full = full.replace('\\', "/");
    let mut uri = String::from(if full.starts_with('/') { "file://" } else { "file:///" });
    for byte in full.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' => uri.push(byte as char),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_units_of_utf16() {
        let places = Places::new("↑ + ½\r\n𝔸 := 1\n".into());
        let place = |line, character| places.offset(Position::new(line, character));
        assert_eq!(place(0, 1), 3);
        assert_eq!(place(0, 99), 8);
        // 𝔸 takes two units; inside of it is before it.
        assert_eq!(place(1, 1), 10);
        assert_eq!(place(1, 2), 14);
        assert_eq!(place(7, 0), 20);
        assert_eq!(places.place(14), Position::new(1, 2));
        assert_eq!(places.place(4), Position::new(0, 2));
    }

    #[test]
    fn places_in_long_lines() {
        let text = "a𝔸½↑\n".repeat(3) + &"𝔸↑x½".repeat(500);
        let places = Places::new(text.clone());
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        for offset in ends {
            let start = text[..offset].rfind('\n').map_or(0, |i| i + 1);
            let units = text[start..offset].encode_utf16().count();
            let line = text[..offset].matches('\n').count();
            assert_eq!(places.place(offset), Position::new(line as u32, units as u32));
            assert_eq!(places.offset(places.place(offset)), offset);
        }
    }

    #[test]
    fn addresses() {
        assert_eq!(path("file:///tmp/a%20b/%C3%BC.cg"), "/tmp/a b/ü.cg");
        assert_eq!(path("file:///c:/games/x.cg"), "c:/games/x.cg");
        assert_eq!(path("untitled:1"), "untitled:1");
        assert_eq!(path("file:///50%"), "/50%");
        assert_eq!(uri("/tmp/a b/ü.cg").0, "file:///tmp/a%20b/%C3%BC.cg");
    }
}
