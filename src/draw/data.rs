//! Pictures of data: dictionaries of numbers as bars, pairs as points, tables and lists of lists as shaded cells.

use super::errors::DrawError;
use super::{Wish, about, none};
use crate::eval::{EvalError, Session, gathered, nimber_size};
use crate::picture::{CLASSES, Cells, Chart, Drawing};
use crate::show::worth_or_outcome;
use crate::value::{Dict, List, Table, Value, order};
use cg_engine::notation::Notation;

/// A name and its points.
type Series = (String, Vec<(f64, f64)>);

/// The number of cells that a heat map may be made of.
const MAX_CELLS: usize = 1_000_000;

/// Draws a bar for each key of a dictionary.
pub(super) fn of_dict(cx: &mut Session, dict: &Dict, wish: Wish) -> Result<Drawing, EvalError> {
    let mut bars = Vec::new();
    for (key, value) in dict.iter() {
        cx.games.budget.tick()?;
        let Some(height) = value.as_number().and_then(|x| about(&x)) else {
            return Err(DrawError::NoBar { key: cx.short(key), got: cx.describe(value) }.into());
        };
        bars.push((key.clone(), height));
    }
    let mut named = Vec::with_capacity(bars.len());
    for (key, height) in bars {
        named.push((name(cx, &key, wish)?, height));
    }
    Ok(Chart::Bars(named).draw("bars", wish.medium))
}

fn name(cx: &mut Session, value: &Value, wish: Wish) -> Result<String, EvalError> {
    match value {
        Value::Text(text) => Ok(text.to_string()),
        Value::Nothing => Ok(String::new()),
        value => cx.written(value, if wish.medium.is_text() { wish.notation } else { Notation::Unicode }),
    }
}

/// Draws a list whose members are lists: as points, series or shaded cells.
pub(super) fn of_lists(cx: &mut Session, x: &Value, list: &List, wish: Wish) -> Result<Drawing, EvalError> {
    if let Some(points) = pairs(cx, list)? {
        return Ok(Chart::Series(vec![(String::new(), points)]).draw("plot of a list of pairs", wish.medium));
    }
    if let Some(series) = series(cx, list)? {
        return Ok(Chart::Series(series).draw("plot of series", wish.medium));
    }
    let mut rows = Vec::new();
    for (i, row) in list.iter().enumerate() {
        match &row {
            Value::List(row) => rows.push(gathered(&mut cx.games.budget, row)?),
            other => return Err(DrawError::NoRow { member: i, got: cx.short(other) }.into()),
        }
    }
    if rows.iter().all(Vec::is_empty) {
        return Err(none(cx, x));
    }
    of_cells(cx, rows, Vec::new(), Vec::new(), wish)
}

/// Returns the points of a list of pairs, or `None` if a member is no pair of numbers or there is no member.
fn pairs(cx: &mut Session, list: &List) -> Result<Option<Vec<(f64, f64)>>, EvalError> {
    let mut points = Vec::new();
    for member in list.iter() {
        cx.games.budget.tick()?;
        let Value::List(pair) = &member else { return Ok(None) };
        let (Some(x), Some(y), 2) = (pair.get(0), pair.get(1), pair.len()) else { return Ok(None) };
        match (x.as_number().and_then(|x| about(&x)), y.as_number().and_then(|y| about(&y))) {
            (Some(x), Some(y)) => points.push((x, y)),
            _ => return Ok(None),
        }
    }
    Ok((!points.is_empty()).then_some(points))
}

/// Returns the series of a list of names with their data: pairs, or numbers counted from 0. `None` if it is another list.
fn series(cx: &mut Session, list: &List) -> Result<Option<Vec<Series>>, EvalError> {
    let mut all = Vec::new();
    for member in list.iter() {
        let Value::List(pair) = &member else { return Ok(None) };
        let (Some(Value::Text(name)), Some(Value::List(data)), 2) = (pair.get(0), pair.get(1), pair.len()) else {
            return Ok(None);
        };
        let points = match pairs(cx, &data)? {
            Some(points) => points,
            None => {
                let mut points = Vec::new();
                for (i, y) in data.iter().enumerate() {
                    cx.games.budget.tick()?;
                    match y.as_number().and_then(|y| about(&y)) {
                        Some(y) => points.push((i as f64, y)),
                        None => {
                            let series = name.to_string();
                            return Err(DrawError::NoPoint { member: i, series, got: cx.describe(&y) }.into());
                        }
                    }
                }
                points
            }
        };
        all.push((name.to_string(), points));
    }
    Ok((!all.is_empty()).then_some(all))
}

/// Draws a table as shaded cells.
pub(super) fn of_table(cx: &mut Session, table: &Table, wish: Wish) -> Result<Drawing, EvalError> {
    // A table of a function has its first range in the first column.
    let head = table.head();
    let is_grid = matches!(head.get(0), Some(Value::Nothing)) && head.len() > 1;
    let mut rows: Vec<Vec<Value>> = table.rows().map(|row| row.iter().collect()).collect();
    let (mut row_names, mut column_names) = (Vec::new(), Vec::new());
    if is_grid {
        for row in &mut rows {
            let head = row.remove(0);
            row_names.push(name(cx, &head, wish)?);
        }
    }
    for head in head.iter().skip(usize::from(is_grid)) {
        column_names.push(name(cx, &head, wish)?);
    }
    of_cells(cx, rows, row_names, column_names, wish)
}

fn of_cells(
    cx: &mut Session,
    rows: Vec<Vec<Value>>,
    row_names: Vec<String>,
    column_names: Vec<String>,
    wish: Wish,
) -> Result<Drawing, EvalError> {
    let count: usize = rows.iter().map(Vec::len).sum();
    if count > MAX_CELLS {
        let limit = MAX_CELLS.to_string();
        return Err(
            cg_engine::games::Fault::TooLarge { what: "table to be drawn", size: count.to_string(), limit }.into()
        );
    }
    let mut cells: Vec<Vec<(Value, Option<f64>)>> = Vec::with_capacity(rows.len());
    for row in rows {
        let mut line = Vec::with_capacity(row.len());
        for cell in row {
            cx.games.budget.tick()?;
            let cell = match cell {
                Value::Position(p) => worth_or_outcome(cx, p)?,
                cell => cell,
            };
            let size = match cell.as_number() {
                Some(x) => about(&x),
                None => nimber_size(&cx.games, &cell)
                    .and_then(|size| u64::try_from(size.as_finite()?).ok())
                    .map(|size| size as f64),
            };
            line.push((cell, size));
        }
        cells.push(line);
    }
    let filled = || cells.iter().flatten().filter(|(cell, _)| !matches!(cell, Value::Nothing));
    let are_numbers = filled().all(|(_, size)| size.is_some());
    let values = filled().map(|(cell, size)| (cell.clone(), size.unwrap_or(0.0))).collect();
    let mut different = order::sort_pairs(values, cx)?;
    different.dedup_by(|one, other| one.0 == other.0);
    let sizes = || filled().filter_map(|(_, size)| *size);
    let (low, high) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(f64::NEG_INFINITY, f64::max));
    let step = (high - low) / CLASSES as f64;
    let mut classes = Vec::new();
    let mut shades = None;
    if different.len() <= CLASSES {
        if are_numbers {
            different.sort_by(|one, other| one.1.total_cmp(&other.1));
        }
        let mut places = Vec::new();
        for (i, (value, _)) in different.iter().enumerate() {
            classes.push(name(cx, value, wish)?);
            places.push((value.clone(), Value::Integer(i as i64)));
        }
        shades = Some(Dict::new(places, cx)?);
    } else if are_numbers {
        let bound = |i: usize| {
            let text = format!("{:.3}", low + step * i as f64);
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        };
        classes.extend((0..CLASSES).map(|i| format!("{} to {}", bound(i), bound(i + 1))));
    } else {
        return Err(DrawError::ManyValues { count: different.len() as u64, shades: CLASSES }.into());
    }
    let mut shaded = Vec::with_capacity(cells.len());
    for row in &cells {
        let mut line = Vec::with_capacity(row.len());
        for (cell, size) in row {
            line.push(match (cell, &shades) {
                (Value::Nothing, _) => None,
                (cell, Some(shades)) => match shades.get(cell, &mut cx.games.budget)? {
                    Some(Value::Integer(i)) => usize::try_from(*i).ok(),
                    _ => None,
                },
                (_, None) => Some((((size.unwrap_or(low) - low) / step) as usize).min(CLASSES - 1)),
            });
        }
        shaded.push(line);
    }
    let cells = Cells { rows: shaded, classes, row_names, column_names };
    Ok(Chart::Cells(cells).draw("heat map", wish.medium))
}
