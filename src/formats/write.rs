//! Graphs into files, such that they read back.

use std::fmt::Write as _;
use std::io;

use super::names;
use crate::eval::{EvalError, Session, Unwritten};
use crate::show::{vertex_answers, vertex_outcome};
use crate::value::Graph;
use crate::value::graph::class_value;
use crate::visible;
use cg_engine::games::{Budget, Player};
use cg_engine::notation::Notation;

/// The beginning of a file of DOT written here, by which it is recognised.
pub(crate) const MARK: &str = "Written by cg; `save_graph` replaces this file.";

/// Returns the arrows of a graph, one of both players counted once.
pub(crate) fn arrows(graph: &Graph) -> usize {
    each_arrow(graph).count()
}

/// Returns every arrow: from, to, and whose it is where it is not both players'.
pub(crate) fn each_arrow(graph: &Graph) -> impl Iterator<Item = (u32, u32, Option<Player>)> {
    let (left, right) = (graph.rules.left(), graph.rules.right());
    let impartial = graph.rules.is_impartial();
    (0..graph.len()).flat_map(move |v| {
        let of_left = left.followers(v).iter().map(move |&to| {
            let both = impartial || right.followers(v).binary_search(&to).is_ok();
            (v, to, if both { None } else { Some(Player::Left) })
        });
        let of_right = if impartial { &[] } else { right.followers(v) };
        let alone = of_right.iter().filter(move |to| left.followers(v).binary_search(to).is_err());
        of_left.chain(alone.map(move |&to| (v, to, Some(Player::Right))))
    })
}

/// Writes a list of edges with a head; vertices without arrows stand alone.
pub(crate) fn edges(
    graph: &Graph,
    separator: u8,
    out: &mut dyn io::Write,
    budget: &mut Budget,
) -> Result<(), Unwritten> {
    let mut writer = csv::WriterBuilder::new().delimiter(separator).comment(Some(b'#')).flexible(true).from_writer(out);
    let labels = graph.rules.labels();
    let name = |v| names::written(labels.get(v));
    let players = !graph.rules.is_impartial();
    let broken = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => Unwritten::Io(error),
        _ => Unwritten::Io(io::ErrorKind::InvalidData.into()),
    };
    writer.write_record(["from", "to", "player"].iter().take(if players { 3 } else { 2 })).map_err(broken)?;
    let mut reached = vec![false; graph.len() as usize];
    if !alone_needed(graph) {
        reached.fill(true);
    }
    for v in (0..graph.len()).filter(|&v| !reached[v as usize]) {
        budget.tick()?;
        writer.write_record([&*name(v)]).map_err(broken)?;
    }
    for (from, to, player) in each_arrow(graph) {
        budget.tick()?;
        let (from, to) = (name(from), name(to));
        let fields = [&*from, &*to, player.map_or("", Player::letter)];
        writer.write_record(fields.iter().take(if player.is_some() { 3 } else { 2 })).map_err(broken)?;
    }
    Ok(writer.flush()?)
}

/// Returns `true` if reading the arrows alone would miss a vertex or yield another order.
fn alone_needed(graph: &Graph) -> bool {
    let mut next = 0;
    let in_order = each_arrow(graph).all(|(from, to, _)| {
        [from, to].into_iter().all(|v| {
            let fine = v <= next;
            next += u32::from(v == next);
            fine
        })
    });
    !(in_order && next == graph.len())
}

/// Writes DOT: every vertex with the answers about it as its label, then every arrow.
pub(crate) fn write_dot(cx: &mut Session, graph: &Graph, out: &mut dyn io::Write) -> Result<(), Unwritten> {
    out.write_all(format!("// {MARK}\ndigraph {{\n").as_bytes())?;
    for v in 0..graph.len() {
        cx.games.budget.tick()?;
        let label = match vertex_label(cx, graph, v) {
            Ok(label) => label,
            Err(EvalError::Fault(fault)) => return Err(fault.into()),
            Err(_) => String::new(),
        };
        let mut line = format!("  {} [label={label}", id(&names::written(graph.rules.labels().get(v))));
        if let Some(class) = graph.rules.analysis().class(v) {
            let class = cx.written(&class_value(class), Notation::Ascii).unwrap_or_default();
            let _ = write!(line, ", class={}", id(&class));
        }
        line.push_str("];\n");
        out.write_all(line.as_bytes())?;
    }
    for (from, to, player) in each_arrow(graph) {
        cx.games.budget.tick()?;
        let name = |v| id(&names::written(graph.rules.labels().get(v)));
        let player = player.map_or(String::new(), |player| format!(" [player={}]", player.letter()));
        out.write_all(format!("  {} -> {}{player};\n", name(from), name(to)).as_bytes())?;
    }
    Ok(out.write_all(b"}\n")?)
}

/// Returns the label of a vertex in a picture, in quotes: its name and the answers about it.
pub(crate) fn vertex_label(cx: &mut Session, graph: &Graph, v: u32) -> Result<String, EvalError> {
    let name = match graph.label(v) {
        crate::value::Value::Text(text) => text.to_string(),
        other => cx.written(&other, Notation::Ascii)?,
    };
    let answers = match graph.rules.analysis().has_special_classes() {
        true => vec![vertex_outcome(cx, graph, v)?],
        false => vertex_answers(cx, graph, v)?,
    };
    let texts = answers.iter().map(|value| cx.written(value, Notation::Ascii)).collect::<Result<Vec<_>, _>>()?;
    let known = match &texts[..] {
        [distance, remoteness, outcome, gamma, counter] => {
            format!("{outcome}, R {remoteness}, D {distance}\\ngamma {gamma}, counter {counter}")
        }
        other => other.join(", "),
    };
    let name = visible::text(&name).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    Ok(format!("\"{name}\\n{known}\""))
}

/// Returns a name as an id of DOT.
fn id(name: &str) -> String {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let plain = name.chars().all(letters) && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let word = ["graph", "digraph", "node", "edge", "subgraph", "strict"].iter().any(|w| name.eq_ignore_ascii_case(w));
    let number = name.bytes().all(|b| b.is_ascii_digit()) && !name.is_empty();
    if plain && !word || number {
        return name.into();
    }
    format!("\"{}\"", name.replace('"', "\\\""))
}
