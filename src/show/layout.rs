//! Tables as text: columns as wide as their widest cells. Tables may have millions of rows, so that they are laid out
//! under the limits, a row at a time.

use unicode_width::UnicodeWidthStr;

use cg_engine::games::{Budget, Fault};
use cg_engine::notation::Notation;

/// A line between rows: its left end, its dashes, its crossings, its right end.
struct TableRule {
    left: &'static str,
    dash: &'static str,
    cross: &'static str,
    right: &'static str,
}

/// The lines of a table.
struct TableFrame {
    top: Option<TableRule>,
    below_head: TableRule,
    bottom: Option<TableRule>,
    edge: &'static str,
    between: &'static str,
}

/// A table that Markdown reads.
const PLAIN_FRAME: TableFrame = TableFrame {
    top: None,
    below_head: TableRule { left: "|", dash: "-", cross: "|", right: "|" },
    bottom: None,
    edge: "|",
    between: "|",
};

const BOXED: TableFrame = TableFrame {
    top: Some(TableRule { left: "┌", dash: "─", cross: "┬", right: "┐" }),
    below_head: TableRule { left: "╞", dash: "═", cross: "╪", right: "╡" },
    bottom: Some(TableRule { left: "└", dash: "─", cross: "┴", right: "┘" }),
    edge: "│",
    between: "┆",
};

impl TableRule {
    fn text(&self, widths: &[usize]) -> String {
        let dashes: Vec<String> = widths.iter().map(|width| self.dash.repeat(width + 2)).collect();
        format!("{}{}{}", self.left, dashes.join(self.cross), self.right)
    }
}

/// The largest number of parts into which a table is cut that is wider than the terminal.
const MAX_PARTS: usize = 8;

/// Returns the text of a table whose first row is its head, which is left out unless it `has_head`; rows may be shorter than it.
///
/// A table that is wider than `columns` is turned if it fits then. Otherwise it is cut between columns into parts that stand
/// below each other, each beginning with the first column.
///
/// # Errors
/// Limits.
pub(crate) fn table(
    rows: &[Vec<String>],
    has_head: bool,
    notation: Notation,
    columns: Option<usize>,
    budget: &mut Budget,
) -> Result<String, Fault> {
    let widths = widths(rows, budget)?;
    let Some(columns) = columns.filter(|&columns| line_width(&widths) > columns) else {
        return whole(rows, &widths, has_head, notation, budget);
    };
    if rows.len() <= columns && widths.len() > 1 {
        let mut turned = turned(&rows[usize::from(!has_head)..], widths.len());
        if !has_head {
            turned.insert(0, Vec::new());
        }
        let turned_widths = self::widths(&turned, budget)?;
        if line_width(&turned_widths) <= columns {
            return whole(&turned, &turned_widths, has_head, notation, budget);
        }
    }
    let mut parts = Vec::new();
    let mut next = 1;
    while next < widths.len() && parts.len() < MAX_PARTS {
        let mut end = next + 1;
        let width = |end: usize| line_width(&widths[..1]) + line_width(&widths[next..end]) - 1;
        while end < widths.len() && width(end + 1) <= columns {
            end += 1;
        }
        let cells = |row: &Vec<String>| {
            let cell = |at: usize| row.get(at).cloned().unwrap_or_default();
            std::iter::once(0).chain(next..end).map(cell).collect::<Vec<_>>()
        };
        let part: Vec<Vec<String>> = rows.iter().map(cells).collect();
        let part_widths: Vec<usize> = widths[..1].iter().chain(&widths[next..end]).copied().collect();
        parts.push(whole(&part, &part_widths, has_head, notation, budget)?);
        next = end;
    }
    match widths.len() - next {
        0 => {}
        1 => parts.push("... (1 more column)".into()),
        more => parts.push(format!("... ({more} more columns)")),
    }
    Ok(parts.join("\n"))
}

/// Returns the rows of a table as its columns.
fn turned(rows: &[Vec<String>], columns: usize) -> Vec<Vec<String>> {
    let column = |at: usize| rows.iter().map(|row| row.get(at).cloned().unwrap_or_default()).collect();
    (0..columns).map(column).collect()
}

/// Returns the widths of the columns of a table.
fn widths(rows: &[Vec<String>], budget: &mut Budget) -> Result<Vec<usize>, Fault> {
    let mut widths = vec![0; rows.iter().map(Vec::len).max().unwrap_or(0)];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            budget.charge(cell.len())?;
            *width = cell.width().max(*width);
        }
    }
    Ok(widths)
}

/// Returns the width of a row of a table.
fn line_width(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + 3 * widths.len() + 1
}

/// Returns the text of a table whose columns have these widths.
fn whole(
    rows: &[Vec<String>],
    widths: &[usize],
    has_head: bool,
    notation: Notation,
    budget: &mut Budget,
) -> Result<String, Fault> {
    let frame = if notation == Notation::Ascii { PLAIN_FRAME } else { BOXED };
    let line = line_width(widths) + 1;
    budget.reserve(line.saturating_mul(rows.len()))?;
    let mut lines = Vec::with_capacity(rows.len() + 3);
    lines.extend(frame.top.as_ref().map(|rule| rule.text(widths)));
    for (i, row) in rows.iter().enumerate().skip(usize::from(!has_head)) {
        budget.charge(line)?;
        let mut cells = row.iter().map(String::as_str).chain(std::iter::repeat(""));
        let mut text = String::with_capacity(line);
        for (column, width) in widths.iter().enumerate() {
            let cell = cells.next().unwrap_or("");
            text.push_str(if column == 0 { frame.edge } else { frame.between });
            text.push(' ');
            text.push_str(cell);
            text.extend(std::iter::repeat_n(' ', width - cell.width() + 1));
        }
        text.push_str(frame.edge);
        lines.push(text);
        if i == 0 {
            lines.push(frame.below_head.text(widths));
        }
    }
    lines.extend(frame.bottom.as_ref().map(|rule| rule.text(widths)));
    budget.charge(line.saturating_mul(lines.len()))?;
    Ok(lines.join("\n"))
}
