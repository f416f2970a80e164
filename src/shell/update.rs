//! `cg test --update`: results written behind the `#=>` that stand there already.

use std::ops::Range;

use crate::guide::expected::split_comment;

/// A result and the place of the `#=>` that is to give it, in the text that was run.
pub struct Edit {
    /// The range from the first `#=>` of the statement to the end of its last one.
    pub place: Range<usize>,
    /// The result.
    pub result: String,
}

/// Returns a file with the actual results, otherwise unchanged. `run` is the text that was run, whose lines are those
/// of the file, or blank if they are no part of a script.
pub fn updated(file: &str, run: &str, edits: &[Edit]) -> String {
    let lines: Vec<&str> = file.split_inclusive('\n').collect();
    let mut out = String::with_capacity(file.len());
    let mut next = 0;
    for edit in edits {
        let before = &run[..edit.place.start];
        let first = before.matches('\n').count();
        let last = first + run[edit.place.clone()].matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        let Some(old) = lines.get(first..=last).filter(|_| first >= next) else { continue };
        out.extend(lines[next..first].iter().copied());
        write(&mut out, old, column, &edit.result);
        next = last + 1;
    }
    out.extend(lines[next..].iter().copied());
    out
}

/// Writes a result instead of that of these lines, the first of which has its `#=>` at a column. Comments behind them stay.
fn write(out: &mut String, old: &[&str], column: usize, result: &str) {
    let (first, ending) = split(old[0]);
    let (before, expected) = first.split_at(column);
    let text = expected.trim_start_matches("#=>");
    let gap = match text.len() - text.trim_start().len() {
        blanks if blanks > 0 && blanks < text.len() => &text[..blanks],
        _ => " ",
    };
    let indent = match old.get(1).and_then(|second| second.find("#=>").map(|at| &second[..at])) {
        Some(indent) => indent.to_string(),
        None if before.trim().is_empty() => before.to_string(),
        None => " ".repeat(before.chars().count()),
    };
    let result = if result.trim().is_empty() { "nothing" } else { result };
    let mut rows = result.lines().filter(|line| !line.trim().is_empty()).map(str::trim_end).peekable();
    let expected = old.iter().enumerate().map(|(i, line)| if i == 0 { expected } else { split(line).0 });
    let mut comments =
        expected.map(|line| split_comment(line.split_once("#=>").map_or("", |(_, text)| text)).1.trim_end());
    let mut start = before;
    while let Some(row) = rows.next() {
        let is_last = rows.peek().is_none();
        out.extend([start, "#=>", gap, row]);
        // Behind a printed text with the sign of a comment, a comment would be taken for a part of the text.
        if split_comment(row).1.is_empty() {
            out.extend(comments.by_ref().take(if is_last { usize::MAX } else { 1 }));
        }
        out.push_str(if is_last { split(old[old.len() - 1]).1 } else { ending });
        start = &indent;
    }
}

/// Returns a line and its end.
fn split(line: &str) -> (&str, &str) {
    line.split_at(line.trim_end_matches(['\r', '\n']).len())
}

#[cfg(test)]
mod tests {
    use super::{Edit, updated};

    fn update(file: &str, edits: &[(&str, &str)]) -> String {
        let edit = |(place, result): &(&str, &str)| {
            let start = file.find(place).expect("it stands there");
            Edit { place: start..start + place.len(), result: result.to_string() }
        };
        updated(file, file, &edits.iter().map(edit).collect::<Vec<_>>())
    }

    #[test]
    fn only_the_results_change() {
        assert_eq!(update("x := 1\nx  #=> 2 \n# end", &[("#=> 2 ", "1")]), "x := 1\nx  #=> 1\n# end");
        assert_eq!(
            update("a  #=>   2\r\nb #=> 3\r\n", &[("#=>   2", "1"), ("#=> 3", "4")]),
            "a  #=>   1\r\nb #=> 4\r\n"
        );
        assert_eq!(update("a #=>", &[("#=>", "1")]), "a #=> 1");
    }

    #[test]
    fn comments_stay() {
        assert_eq!(update("a #=> 3  # two\r\n", &[("#=> 3  # two", "2")]), "a #=> 2  # two\r\n");
        assert_eq!(update("a #=> \"x#y\" # x", &[("#=> \"x#y\" # x", "\"z\"")]), "a #=> \"z\" # x");
        assert_eq!(update("t\n #=> 1 # a\n #=> 2 # b\nb", &[("#=> 1 # a\n #=> 2 # b", "7")]), "t\n #=> 7 # a # b\nb");
        assert_eq!(update("t #=> 1 # a\n", &[("#=> 1 # a", "1\n2")]), "t #=> 1 # a\n  #=> 2\n");
        assert_eq!(update("t #=> 1 # a\n", &[("#=> 1 # a", "b # c")]), "t #=> b # c\n");
    }

    #[test]
    fn results_of_several_lines_stand_below_each_other() {
        assert_eq!(update("t\n  #=> 1\nb", &[("#=> 1", "| 1 |\n| 2 |")]), "t\n  #=> | 1 |\n  #=> | 2 |\nb");
        assert_eq!(update("t #=> 1\n", &[("#=> 1", "1\n\n2\n")]), "t #=> 1\n  #=> 2\n");
        assert_eq!(update("t\n #=> 1\n #=> 2\nb", &[("#=> 1\n #=> 2", "7")]), "t\n #=> 7\nb");
    }
}
