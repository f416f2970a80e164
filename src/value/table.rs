//! Tables: rows and columns of values.

use std::rc::Rc;

use super::{List, Value};

/// Rows and columns.
#[derive(Debug)]
pub struct Table {
    /// The column heads, then the rows, each as long as the head; the head is empty if the columns have none.
    lines: Rc<List>,
}

impl Table {
    /// Returns the table of these rows, each as long as the head, which is empty if the columns have no heads.
    pub fn new(head: Vec<Value>, rows: Vec<Vec<Value>>) -> Table {
        let lines = std::iter::once(head).chain(rows).map(Value::list).collect();
        Table { lines: Rc::new(List::new(lines)) }
    }

    /// Returns the table of lines, as [`lines`](Table::lines) gives them.
    pub(crate) fn of_lines(lines: List) -> Table {
        Table { lines: Rc::new(lines) }
    }

    /// Returns the head and the rows, which tell tables apart.
    pub(crate) fn lines(&self) -> &Rc<List> {
        &self.lines
    }

    /// Returns the number of rows, without the head.
    pub fn len(&self) -> usize {
        self.lines.len() as usize - 1
    }

    /// Returns `true` if it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the column heads; empty if there are none.
    pub fn head(&self) -> Rc<List> {
        self.line(0)
    }

    /// Returns the row with this index, if there is one.
    pub fn row(&self, index: usize) -> Option<Rc<List>> {
        (index < self.len()).then(|| self.line(index + 1))
    }

    /// Returns the rows, without the head.
    pub fn rows(&self) -> impl Iterator<Item = Rc<List>> + '_ {
        (1..=self.len()).map(|index| self.line(index))
    }

    /// Returns the arguments with which `table` makes it: the rows, and the head if there is one.
    pub fn arguments(&self) -> Vec<Value> {
        let head = Some(self.head()).filter(|head| !head.is_empty());
        let rows = Value::list(self.rows().map(Value::List).collect());
        std::iter::once(rows).chain(head.map(Value::List)).collect()
    }

    fn line(&self, index: usize) -> Rc<List> {
        match self.lines.get(index as u64) {
            Some(Value::List(line)) => line,
            _ => unreachable!("the lines of a table are lists"),
        }
    }
}
