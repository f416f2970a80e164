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

/// Returns the text of a table whose first row is its head, which is left out unless it `has_head`; rows may be shorter
/// than it.
pub(crate) fn table(
    rows: &[Vec<String>],
    has_head: bool,
    notation: Notation,
    budget: &mut Budget,
) -> Result<String, Fault> {
    let frame = if notation == Notation::Ascii { PLAIN_FRAME } else { BOXED };
    let mut widths = vec![0; rows.iter().map(Vec::len).max().unwrap_or(0)];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            budget.charge(cell.len())?;
            *width = cell.width().max(*width);
        }
    }
    let line = widths.iter().sum::<usize>() + 3 * widths.len() + 2;
    budget.reserve(line.saturating_mul(rows.len()))?;
    let mut lines = Vec::with_capacity(rows.len() + 3);
    lines.extend(frame.top.as_ref().map(|rule| rule.text(&widths)));
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
            lines.push(frame.below_head.text(&widths));
        }
    }
    lines.extend(frame.bottom.as_ref().map(|rule| rule.text(&widths)));
    budget.charge(line.saturating_mul(lines.len()))?;
    Ok(lines.join("\n"))
}
