//! The `cg` blocks of a Markdown file.

/// Returns the text of a Markdown file with everything blanked that is not in a fenced block marked `cg`. Lines stay
/// where they are, so that a place in it is a place in the file. A block marked `cg ignore` is left out.
///
/// ```
/// use cg::shell::cg_blocks;
/// assert_eq!(cg_blocks("# Nim\n```cg\n1 + 1  #=> 2\n```\nend\n"), "\n\n1 + 1  #=> 2\n\n\n");
/// ```
pub fn cg_blocks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // The fence that closes the block we are in, and whether the block is ours.
    let mut open: Option<(char, usize, bool)> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        match (open, fence(trimmed)) {
            (Some((sign, length, _)), Some((s, n, ""))) if s == sign && n >= length => open = None,
            (Some((_, _, true)), _) => out.push_str(line),
            (None, Some((sign, length, info))) => {
                let mut words = info.split_whitespace();
                let ours = words.next() == Some("cg") && words.next() != Some("ignore");
                open = Some((sign, length, ours));
            }
            _ => {}
        }
        out.push('\n');
    }
    out
}

/// Returns the sign, the length and the rest of the line, if a line is a fence.
fn fence(line: &str) -> Option<(char, usize, &str)> {
    let sign = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.len() - line.trim_start_matches(sign).len();
    let info = line[length..].trim();
    (length >= 3 && !(sign == '`' && info.contains('`'))).then_some((sign, length, info))
}
