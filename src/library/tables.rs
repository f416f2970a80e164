//! Tables: of functions, of nim-values, of a sequence under its period.

use std::rc::Rc;

use super::errors::ListError;
use super::positions::nim_value;
use crate::eval::{
    Count, EvalError, FromValue, Members, Session, Subject, at_heaps, builtins, call_given, gathered, heaps_wanted,
    members_of, reserve_list,
};
use crate::show::worth_or_outcome;
use crate::value::{Table, Value};

builtins! {
    /// Tables.
    TABLES, "Lists and text";

    /// A table of a function or ruleset over two ranges, or of given rows.
    ///
    /// `table(f, 1..8, 1..12)` has f(m, n) in row m and column n, of a position its value; `table(f, 0..9)` lists f(n).
    /// Or rows are given: a row is a list, anything else a row of one cell, and `table(rows, ["n", "square"])` has heads.
    /// table(n -> n^2, [3])  #=> | 3 | 9 |
    /// table([[1, up]])  #=> | 1 | up |
    /// See: nim_value_table, periodic_table, print, list, map
    table(rows: Value, head: Option<Vec<Value>>, columns: Option<Vec<Value>>) -> Rc<Table> = table;

    /// The nim-values of a ruleset on heaps or pairs, as a table.
    ///
    /// Row a and column b have the nim-value of `r(a, b)`, for a to m and b to n, both from 0; without n row a has that of `r(a)`
    /// (CGSuite).
    /// nim_value_table(n -> kayles(n + 7), 0)  #=> | 0 | 2 |
    /// See: table, sequence, periodic_table
    nim_value_table(r: Value, m: Count, n: Option<Count>) -> Rc<Table> = nim_value_table;

    /// A list as a table with a number of columns, such as its period.
    ///
    /// Rows are filled one after the other; a period shows in rows that are the same (CGSuite).
    /// periodic_table([0, 1, 2], 3)  #=> | 0 | 1 | 2 |
    /// See: table, sequence, period
    periodic_table(xs: Members, p: Count) -> Rc<Table> = periodic_table;
}

fn table(
    cx: &mut Session,
    rows: Value,
    head: Option<Vec<Value>>,
    columns: Option<Vec<Value>>,
) -> Result<Rc<Table>, EvalError> {
    match (&rows, head, columns) {
        (Value::Function(_) | Value::Ruleset(_), Some(lines), columns) => {
            grid(cx, lines, columns, |cx, arguments| match call_given(cx, &rows, arguments)? {
                Value::Position(p) => worth_or_outcome(cx, p),
                cell => Ok(cell),
            })
        }
        (Value::List(_) | Value::Set(_), head, None) => table_of_rows(cx, &rows, head),
        (Value::List(_) | Value::Set(_), _, Some(_)) => Err(ListError::RangesOfRows.into()),
        (Value::Function(_) | Value::Ruleset(_), None, _) => Err(ListError::NoRange.into()),
        _ => Err(ListError::Table { got: cx.describe(&rows) }.into()),
    }
}

fn nim_value_table(cx: &mut Session, r: Value, m: Count, n: Option<Count>) -> Result<Rc<Table>, EvalError> {
    if n.is_none() && heaps_wanted(&cx.globals, &r).0 == 2 {
        return Err(ListError::OneRange { name: cx.short(&r), m: m.0 }.into());
    }
    let mut numbers = |n: Count| {
        reserve_list(&mut cx.games.budget, n.0.saturating_add(1))?;
        Ok::<_, EvalError>((0..=n.0).map(|n| Value::integer(n.into())).collect::<Vec<Value>>())
    };
    let (lines, columns) = (numbers(m)?, n.map(numbers).transpose()?);
    grid(cx, lines, columns, |cx, heaps| {
        let position = at_heaps(cx, &r, heaps)?;
        let wanted = <Subject as FromValue>::KIND;
        match Subject::from_value(&position, cx)? {
            Some(subject) => nim_value(cx, subject),
            None => Err(EvalError::Kind { argument: 0, wanted, got: cx.describe(&position), given: position }),
        }
    })
}

/// Returns the table of the cells that `at` finds for each line and column; with one range, for each line.
fn grid(
    cx: &mut Session,
    lines: Vec<Value>,
    columns: Option<Vec<Value>>,
    mut at: impl FnMut(&mut Session, Vec<Value>) -> Result<Value, EvalError>,
) -> Result<Rc<Table>, EvalError> {
    let width = columns.as_ref().map_or(1, Vec::len);
    reserve_list(&mut cx.games.budget, (lines.len() as u64).saturating_mul(width as u64 + 1))?;
    let arguments: Vec<Vec<Value>> = match &columns {
        Some(columns) => columns.iter().map(|column| vec![column.clone()]).collect(),
        None => vec![vec![]],
    };
    let mut rows = Vec::with_capacity(lines.len());
    for line in lines {
        let mut cells = Vec::with_capacity(width + 1);
        cells.push(line.clone());
        for more in &arguments {
            cx.games.budget.tick()?;
            cells.push(at(cx, std::iter::once(line.clone()).chain(more.iter().cloned()).collect())?);
        }
        rows.push(cells);
    }
    let head = columns.map_or_else(Vec::new, |columns| std::iter::once(Value::Nothing).chain(columns).collect());
    Ok(Rc::new(Table::new(head, rows)))
}

fn periodic_table(cx: &mut Session, xs: Members, p: Count) -> Result<Rc<Table>, EvalError> {
    let Some(width) = usize::try_from(p.0).ok().filter(|&width| width > 0) else {
        return Err(ListError::NoPeriod.into());
    };
    let members = gathered(&mut cx.games.budget, &xs.0)?;
    reserve_list(&mut cx.games.budget, (members.len() as u64).saturating_add(p.0))?;
    let mut rows: Vec<Vec<Value>> = members.chunks(width).map(<[Value]>::to_vec).collect();
    if let Some(last) = rows.last_mut() {
        last.resize(width, Value::Nothing);
    }
    Ok(Rc::new(Table::new(Vec::new(), rows)))
}

fn table_of_rows(cx: &mut Session, rows: &Value, head: Option<Vec<Value>>) -> Result<Rc<Table>, EvalError> {
    let rows = members_of(&mut cx.games.budget, rows)?.unwrap_or_default();
    let mut cells = Vec::with_capacity(rows.len());
    for row in rows {
        cells.push(match &row {
            Value::List(_) => members_of(&mut cx.games.budget, &row)?.expect("a list has members"),
            _ => vec![row],
        });
    }
    let mut head = head.unwrap_or_default();
    let width = cells.iter().map(Vec::len).max().unwrap_or(0).max(head.len());
    reserve_list(&mut cx.games.budget, (cells.len() as u64).saturating_mul(width as u64))?;
    if !head.is_empty() {
        head.resize(width, Value::Nothing);
    }
    for row in &mut cells {
        cx.games.budget.charge(width)?;
        row.resize(width, Value::Nothing);
    }
    Ok(Rc::new(Table::new(head, cells)))
}
