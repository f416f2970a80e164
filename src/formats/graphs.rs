//! Graphs from files and into files, through the host. The ending of the name determines the format of the file.

use std::io;

use super::errors::{FileError, GraphMistake};
use super::{dot, edges, ending, write};
use crate::diagnostic::counted;
use crate::eval::reading::Patient;
use crate::eval::{EvalError, Session, Target, beside, built_graph, graph_value, write_file};
use crate::value::{Graph, Value};
use cg_engine::games::Fault;

/// The reason why a file gave no graph.
pub(crate) enum Failure {
    /// A limit.
    Fault(Fault),
    /// The file cannot be read.
    Io(io::Error),
    /// A mistake in the file.
    Mistake {
        /// The line, from 1.
        line: u64,
        /// The column, from 1: the character in DOT, the field in a list of edges.
        column: u64,
        mistake: GraphMistake,
    },
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// The format of a file.
#[derive(Clone, Copy)]
enum Form {
    /// Graphviz.
    Dot,
    /// A list of edges with this between the fields.
    Edges(u8),
}

impl Form {
    fn of(path: &str) -> Result<Form, EvalError> {
        match &*ending(path) {
            "dot" | "gv" => Ok(Form::Dot),
            "csv" => Ok(Form::Edges(b',')),
            "tsv" | "tab" => Ok(Form::Edges(b'\t')),
            _ => Err(FileError::Ending { path: path.into() }.into()),
        }
    }
}

/// Reads the graph in a file.
///
/// # Errors
/// A file that cannot be read or holds no graph.
pub fn load_graph(cx: &mut Session, path: &str) -> Result<Value, EvalError> {
    let form = Form::of(path)?;
    let full = beside(cx, path);
    let loaded = match cx.host.open_file(&full) {
        Ok((stream, size)) => {
            let mut stream = Patient::new(stream, &cx.games.budget);
            let loaded = read_graph(cx, &mut stream, size, form);
            stream.fault().map_or(loaded, |fault| Err(fault.into()))
        }
        Err(error) => Err(Failure::Io(error)),
    };
    let builder = loaded.map_err(|failure| match failure {
        Failure::Fault(fault) => EvalError::from(fault),
        Failure::Io(error) => unreadable(&full, &error).into(),
        Failure::Mistake { line, column, mistake } => {
            let place = format!("`{full}`, line {line}, column {column}");
            EvalError::from(mistake).here("loaded here").in_file(&place)
        }
    })?;
    let rules = built_graph(cx, builder)?;
    Ok(graph_value(&mut cx.positions, rules, false))
}

fn read_graph(
    cx: &mut Session,
    stream: &mut Patient,
    size: u64,
    form: Form,
) -> Result<cg_engine::rulesets::graph::GraphBuilder, Failure> {
    let budget = &mut cx.games.budget;
    match form {
        Form::Edges(separator) => edges::read(stream, separator, budget),
        Form::Dot => match String::from_utf8(stream.read_whole(size, budget)??) {
            Ok(text) => dot::read(&text, budget),
            Err(error) => {
                let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = good.iter().filter(|b| **b == b'\n').count() as u64 + 1;
                let start = good.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
                let column = String::from_utf8_lossy(&good[start..]).chars().count() as u64 + 1;
                Err(Failure::Mistake { line, column, mistake: GraphMistake::NoUtf8 })
            }
        },
    }
}

/// Writes a graph into a file and says so: as DOT with the answers about each vertex, or as a list of edges. Files of
/// DOT from here are replaced, others only if `replace` says so.
///
/// # Errors
/// A file that cannot be written or is there already; classes in a list of edges.
pub fn save_graph(cx: &mut Session, graph: &Graph, path: &str, replace: bool) -> Result<String, EvalError> {
    let form = Form::of(path)?;
    if matches!(form, Form::Edges(_)) && graph.rules.analysis().classes().next().is_some() {
        return Err(FileError::ClassesOfEdges.into());
    }
    if matches!(form, Form::Dot) && !graph.is_empty() {
        // The whole analysis is made before anything is written.
        write::vertex_label(cx, graph, 0)?;
    }
    // A line of its own would be read as an edge by other programs.
    let mark = if matches!(form, Form::Dot) { write::MARK } else { "" };
    let target = Target::new(path, 1, "save_graph(g, FILE, replace)").ours(mark.as_bytes()).replace(replace);
    write_file(cx, &target, |cx, file| match form {
        Form::Dot => write::write_dot(cx, graph, file),
        Form::Edges(separator) => write::edges(graph, separator, file, &mut cx.games.budget),
    })?;
    let vertices = if graph.len() == 1 { "1 vertex".into() } else { format!("{} vertices", graph.len()) };
    Ok(format!("{vertices} and {} written to {path}", counted(write::arrows(graph), "arrow")))
}

pub(super) fn unreadable(path: &str, error: &io::Error) -> FileError {
    let path = path.to_string();
    match error.kind() {
        io::ErrorKind::NotFound => FileError::NoFile { path },
        io::ErrorKind::IsADirectory => FileError::Directory { path },
        io::ErrorKind::PermissionDenied => FileError::Forbidden { path },
        _ => FileError::Unreadable { path, error: error.to_string() },
    }
}
