//! Move graphs in a terminal: a row for each vertex, a column for each arrow, from its dot to its head, so that no arrow
//! hides another.

use super::{Anchor, Arrow, Drawing, Ink, MoveGraph, Vertex, width};

/// Vertices above which arrows are written rather than drawn.
const MOST_VERTICES: usize = 24;
/// Columns that written arrows have at least where something else stands beside them.
const ROOM: usize = 16;

impl MoveGraph {
    /// Draws the graph in at most `columns` columns.
    pub(super) fn arcs(&self, columns: usize) -> Drawing {
        let margin = self.vertices.iter().map(|v| width(&v.label)).max().unwrap_or(0) as f64;
        let notes = self.vertices.iter().map(|v| width(&v.note)).max().unwrap_or(0) as f64;
        let end = margin + 2.0 + 3.0 * self.arrows.len() as f64;
        if self.vertices.len() > MOST_VERTICES || end + 2.0 + notes > columns as f64 {
            return self.listed(columns);
        }
        let mut drawing = Drawing::new(self.title());
        drawing.legend = match (self.arrows.is_empty(), self.undirected) {
            (true, _) => None,
            (_, true) => Some("a column is an edge, from dot to dot".into()),
            (_, false) => Some("a column is a move, from its dot to its arrowhead".into()),
        };
        for (y, vertex) in self.vertices.iter().enumerate() {
            let y = y as f64;
            drawing.label((0.0, y), vertex.label.clone(), Anchor::Start, Ink::Plain);
            drawing.label((end + 1.0, y), vertex.note.clone(), Anchor::Start, Ink::Faint);
            if end > margin + 2.0 {
                drawing.line(&[(margin + 1.0, y), (end - 1.0, y)], Ink::Faint);
            }
        }
        for (i, arrow) in self.arrows.iter().enumerate() {
            let x = margin + 3.0 + 3.0 * i as f64;
            let (from, to) = (arrow.from as f64, arrow.to as f64);
            let ink = arrow.player.map_or(Ink::Plain, Ink::Of);
            if from == to {
                drawing.label((x, from), "@", Anchor::Middle, ink);
            } else if self.undirected {
                drawing.line(&[(x, from), (x, to)], ink);
                drawing.disc((x, to), 0.3, ink, true);
            } else {
                drawing.arrow(&[(x, from), (x, to)], ink);
            }
            if let Some(player) = arrow.player {
                drawing.label((x + 1.0, from), player.letter(), Anchor::Middle, ink);
            }
            if from != to {
                drawing.disc((x, from), 0.3, ink, true);
            }
        }
        drawing
    }

    /// Writes each vertex with its remark and the vertices to which its arrows lead.
    fn listed(&self, columns: usize) -> Drawing {
        let mut drawing = Drawing::new(self.title());
        let label = |v: usize| &self.vertices[v].label;
        let widest = |text: fn(&Vertex) -> &String| self.vertices.iter().map(|v| width(text(v))).max().unwrap_or(0);
        let margin = widest(|v| &v.label).min(columns / 2) + 3;
        // In a narrow terminal the arrows need the room more.
        let notes = match widest(|v| &v.note) {
            0 => 0,
            notes if margin + notes + 3 + ROOM > columns => 0,
            notes => notes + 3,
        };
        let start = (margin + notes) as f64;
        let room = columns.saturating_sub(margin + notes + 1).max(8);
        let mut y = 0.0;
        for (v, vertex) in self.vertices.iter().enumerate() {
            let targets = self.arrows.iter().filter(|arrow| arrow.from == v);
            let mut words: Vec<String> = targets.map(|arrow| self.written(arrow, label(arrow.to))).collect();
            if words.is_empty() {
                words.push(if self.undirected { "" } else { "(no moves)" }.into());
            }
            drawing.label((0.0, y), super::cut(&vertex.label, columns / 2), Anchor::Start, Ink::Plain);
            if notes > 0 {
                drawing.label((margin as f64, y), vertex.note.clone(), Anchor::Start, Ink::Faint);
            }
            let mut line = String::new();
            let last = words.len() - 1;
            for (i, word) in words.into_iter().enumerate() {
                if !line.is_empty() && width(&line) + width(&word) + 1 > room {
                    drawing.label((start, y), std::mem::take(&mut line), Anchor::Start, Ink::Plain);
                    y += 1.0;
                }
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(&super::cut(&word, room));
                line.push_str(if i < last { "," } else { "" });
            }
            drawing.label((start, y), line, Anchor::Start, Ink::Plain);
            y += 1.0;
        }
        drawing
    }

    fn written(&self, arrow: &Arrow, to: &str) -> String {
        match arrow.player {
            Some(player) => format!("-{}> {to}", player.letter()),
            None if self.undirected => format!("-- {to}"),
            None => format!("-> {to}"),
        }
    }
}
