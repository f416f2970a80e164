//! Tables and lists of lists as rows of cells in a file.

use crate::eval::{EvalError, Session, Target, Unwritten, write_file};
use crate::value::{List, Table, Value};
use cg_engine::notation::Notation;

/// The values that a file of rows can contain.
pub enum Rows<'a> {
    /// A table; its head is a row, if it has one.
    Table(&'a Table),
    /// A list of lists.
    Lists(&'a List),
}

impl Rows<'_> {
    /// Returns the rows of a value, or `None` if it has none.
    pub fn of(x: &Value) -> Option<Rows<'_>> {
        match x {
            Value::Table(table) => Some(Rows::Table(table)),
            Value::List(list) if list.iter().all(|row| matches!(row, Value::List(_))) => Some(Rows::Lists(list)),
            _ => None,
        }
    }

    /// Returns the number of rows, without the head.
    pub fn count(&self) -> usize {
        match self {
            Rows::Table(table) => table.len(),
            Rows::Lists(list) => list.len() as usize,
        }
    }

    /// Calls back with each row, the head first.
    fn each(&self, mut write: impl FnMut(&[Value]) -> Result<(), Unwritten>) -> Result<(), Unwritten> {
        match self {
            Rows::Table(table) => {
                let head = Some(table.head()).filter(|head| !head.is_empty());
                head.into_iter().chain(table.rows()).try_for_each(|row| write(&row.iter().collect::<Vec<_>>()))
            }
            Rows::Lists(list) => list.iter().try_for_each(|row| match row {
                Value::List(row) => write(&row.iter().collect::<Vec<_>>()),
                _ => Ok(()),
            }),
        }
    }
}

/// Writes rows into a file, a line each, with this sign between the cells. A cell that holds it or a quotation mark
/// is put in quotes (RFC 4180).
///
/// # Errors
/// A file that cannot be written or may not be replaced.
pub fn write_rows(cx: &mut Session, target: &Target<'_>, separator: u8, rows: &Rows<'_>) -> Result<(), EvalError> {
    write_file(cx, target, |cx, file| {
        let mut writer = csv::WriterBuilder::new().delimiter(separator).flexible(true).from_writer(file);
        rows.each(|row| {
            let cells = row.iter().map(|x| cell(cx, x)).collect::<Result<Vec<_>, _>>()?;
            Ok(writer.write_record(&cells).map_err(|error| match error.into_kind() {
                csv::ErrorKind::Io(error) => error,
                _ => std::io::ErrorKind::InvalidData.into(),
            })?)
        })?;
        Ok(writer.flush()?)
    })
}

/// Returns the text of a cell: a text as it is, everything else so that it reads back.
fn cell(cx: &mut Session, value: &Value) -> Result<String, EvalError> {
    cx.games.budget.tick()?;
    match value {
        Value::Text(text) => Ok(text.to_string()),
        Value::Nothing => Ok(String::new()),
        value => cx.written(value, Notation::Ascii),
    }
}
