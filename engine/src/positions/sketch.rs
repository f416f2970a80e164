//! Pictures of positions, as data for programs that draw them. Rulesets draw nothing.

use super::Term;
use crate::games::Player;

/// A picture of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// A board.
    Board(Sketch),
    /// The vertices of a graph.
    Graph(NetSketch),
    /// A picture of Hackenbush.
    Strokes(Vec<Stroke>),
}

/// A board as it is seen: rows from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// The cells, row by row. Rows may differ in length.
    pub rows: Vec<Vec<Cell>>,
    /// `true` if a cell keeps its row and its column when moves are made.
    pub keeps_places: bool,
    /// `true` if the cells of even row and column are dots, those between two of them lines, the others boxes.
    pub has_dots: bool,
}

impl Sketch {
    /// Builds a board on which cells keep their places.
    pub fn new(rows: Vec<Vec<Cell>>) -> Sketch {
        Sketch { rows, keeps_places: true, has_dots: false }
    }
}

/// One cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The content of the cell.
    pub mark: Content,
    /// The letter that the ruleset writes for it.
    pub letter: char,
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// An empty cell.
    Empty,
    /// No cell, or one that is taken for both players.
    Blocked,
    /// A stone or a colour of this player.
    Stone(Player),
    /// A piece of this player that is known by its letter.
    Piece(Player),
    /// A piece of nobody in particular that is known by its letter.
    Neutral,
    /// Something that is known by its letter, whosesoever it is.
    Letter,
}

/// A position on the vertices of a graph, as it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetSketch {
    /// The vertices in their order: their labels, and their contents.
    pub vertices: Vec<(Term, Cell)>,
    /// The edges, each once.
    pub edges: Vec<NetEdge>,
    /// `true` if the edges are arrows.
    pub is_directed: bool,
}

/// An edge of a graph on which a position is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetEdge {
    /// The vertices that it joins, by their numbers.
    pub ends: [u32; 2],
    /// The player whose edge it is; `None` if both may use it.
    pub player: Option<Player>,
}

impl From<[u32; 2]> for NetEdge {
    fn from(ends: [u32; 2]) -> NetEdge {
        NetEdge { ends, player: None }
    }
}

/// An edge of a picture of Hackenbush, as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// One end; 0 is the ground, other vertices are numbered in the order in which they come up.
    pub from: u32,
    /// The other end.
    pub to: u32,
    /// The player who may cut it; `None` if both may.
    pub player: Option<Player>,
}
