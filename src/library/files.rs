//! Results into files, and tables of answers from one session to another.

use std::rc::Rc;

use super::errors::ListError;
use super::lists::text;
use crate::diagnostic::counted;
use crate::eval::{EvalError, Room, Session, Target, builtins, write_bytes};
use crate::formats::{self, Rows, load_table, read_data, save_table, write_rows};
use crate::show::data_of;
use crate::value::Value;

builtins! {
    /// Files.
    FILES, "Files";

    /// Writes a result into a file.
    ///
    /// A text as it is, everything else as `print` shows it, with the end of a line. Where the name ends in `.csv` (or
    /// `.tsv`, with tabs), a table or a list of lists as a row for each row: texts as they are, every other cell in ASCII.
    /// Where it ends in `.json`, anything as the `data` of `cg batch`.
    /// A file that is there already is replaced by `write(file, x, replace)` only. The path is taken from the script's folder.
    /// write("kayles.csv", [[n, nim_value(kayles(n))] for n in 1..3])  #=> "3 rows written to kayles.csv"
    /// write("values.json", [1/2, 7])  #=> "10 bytes written to values.json"
    /// write("value.txt", <0|1>)  #=> "4 bytes written to value.txt"
    /// See: print, table, replace, save_graph, draw
    #[effect = World]
    write(file: Rc<String>, x: Value, replace: Option<bool>) -> String = write;

    /// Reads data from a file.
    ///
    /// If the name ends in `.csv` (or `.tsv`, with tabs), a list of rows, each a list of numbers and texts; a row of heads is a
    /// row like others. If it ends in `.json`, lists, dictionaries, numbers, texts, `true` and `false`. Any other file is the
    /// list of its lines. Numbers are exact: 0.1 is 1/10. In rows what reads as a number is one, in quotation marks too: octal
    /// codes are kept as they are in `.json`. The path is taken from the script's folder.
    /// write("squares.csv", [[n, n^2] for n in 1..3]); read("squares.csv")  #=> [[1, 1], [2, 4], [3, 9]]
    /// write("halves.json", [1/2, 7]); read("halves.json")  #=> ["1/2", 7]
    /// See: write, load_graph, number, dict
    #[effect = World]
    read(file: Rc<String>) -> Value = |cx: &mut Session, file: Rc<String>| read_data(cx, &file);

    /// Writes who wins the positions that were searched into a file.
    ///
    /// And the nim-values that were found, of positions of the rulesets that are built in; and what searches met, also those
    /// that were stopped. `load_table` reads them in another session, so that a long search need not be made again, or goes
    /// on where it was. A file that is there already is replaced if it is such a table, any other by
    /// `save_table(file, replace)` only.
    /// nim_value(cram(3, 4)); save_table("cram.table"); load_table("cram.table"); nim_value(cram(3, 4))  #=> 1
    /// See: load_table, solve, outcome
    #[effect = World]
    save_table(file: Rc<String>, replace: Option<bool>) -> String = |cx: &mut Session, file: Rc<String>, replace: Option<bool>| {
        save_table(cx, &file, replace.unwrap_or(false))
    };

    /// Reads who wins positions from a file of `save_table`.
    ///
    /// What it says is believed: only that the file is whole is checked, by its checksum, for to check an answer takes the
    /// search that found it. So load no table that you would not trust.
    /// nim_value(cram(3, 4)); save_table("small.table"); load_table("small.table"); nim_value(cram(3, 4))  #=> 1
    /// See: save_table
    #[effect = World]
    load_table(file: Rc<String>) -> String = |cx: &mut Session, file: Rc<String>| load_table(cx, &file);
}

fn write(cx: &mut Session, file: Rc<String>, x: Value, replace: Option<bool>) -> Result<String, EvalError> {
    let target = Target::new(&file, 0, "write(FILE, ..., replace)").replace(replace.unwrap_or(false));
    let separator = match &*formats::ending(&file) {
        "csv" => b',',
        "tsv" | "tab" => b'\t',
        ending => {
            // A file gets all of it.
            let mut text = match ending {
                "json" => data_of(cx, &x)?,
                _ => cx.within(Room::WHOLE, |cx| text(cx, &x))?,
            };
            if ending == "json" || !matches!(x, Value::Text(_)) {
                text.push('\n');
            }
            write_bytes(cx, &target, text.as_bytes())?;
            return Ok(format!("{} written to {file}", counted(text.len(), "byte")));
        }
    };
    let Some(rows) = Rows::of(&x) else {
        return Err(ListError::Rows { got: cx.describe(&x) }.into());
    };
    write_rows(cx, &target, separator, &rows)?;
    Ok(format!("{} written to {file}", counted(rows.count(), "row")))
}
