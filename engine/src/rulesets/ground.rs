//! The adjacency of cells: on a board, where they touch along their sides, or as the vertices of a graph.
//!
//! Rules for stones on cells need only the neighbours of each cell, so they are written once for both. On a board the
//! frame comes with each state, since a region that falls apart moves into the square; a graph stays as it is.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::games::Player;
use crate::graphs::{Digraph, automorphisms};
use crate::positions::{Content, NetEdge, NetSketch, Pack, Term, View};
use crate::rulesets::board::{Alphabet, Board};
use crate::rulesets::cells::Cells;
use crate::rulesets::graph::GraphRules;
use crate::rulesets::grid::{Direction, Frame, Square, framed, least_image, sketch};

/// Vertices of the largest graph that is played on.
pub const MOST_VERTICES: u32 = 1024;

/// The number of symmetries of a graph by which positions are compared.
const MAX_SYMMETRIES: usize = 48;

/// The letters of cells that are free or gone.
pub const FREE: Alphabet = Alphabet {
    letters: &[('.', "free"), ('#', "gone, or no cell")],
    sizes: &[(32, 32), (16, 64), (8, 128), (4, 256), (2, 512), (1, 1024)],
};

/// A graph to be played on, with at most [`MOST_VERTICES`] vertices. An arrow joins its ends, whichever way it goes.
pub struct Net {
    /// Its vertices and arrows.
    pub rules: Arc<GraphRules>,
    /// The name of the graph in the text of a position.
    pub written: Arc<str>,
    /// The whole graph as a text, by which graphs are distinguished.
    pub literal: Arc<str>,
}

/// The place of the cells.
pub enum Ground<C> {
    /// The cells of a board.
    Board,
    /// The vertices of a graph, in their order.
    Graph {
        /// The vertices beside each one, itself aside.
        beside: Vec<C>,
        /// The vertices that are joined to themselves.
        loops: C,
        /// The name of the graph.
        written: Arc<str>,
        /// All of it as a text.
        literal: Arc<str>,
        /// Its labels and arrows, for the eye.
        rules: Arc<GraphRules>,
        /// The symmetries of the graph that change something, from the first time one is asked for.
        symmetries: OnceLock<Vec<ImageTable>>,
    },
}

/// A symmetry of a graph: for each word of an image, that word of the images of the sixteen sets of each four vertices, four by
/// four.
pub struct ImageTable(Vec<Vec<u64>>);

impl ImageTable {
    /// Returns the symmetry that brings each vertex to one.
    fn of(to: &[u32]) -> ImageTable {
        let word = |four: &[u32], set: usize, at: usize| {
            let chosen = four.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &vertex)| vertex as usize);
            chosen.filter(|vertex| vertex / 64 == at).fold(0, |word, vertex| word | 1 << (vertex % 64))
        };
        let words = |at| to.chunks(4).flat_map(|four| (0..16).map(move |set| word(four, set, at))).collect();
        ImageTable((0..to.len().div_ceil(64)).map(words).collect())
    }

    /// Returns a word of the image of a set.
    fn word<C: Cells>(&self, set: C, at: usize) -> u64 {
        let mut all = 0;
        for (i, images) in self.0[at].chunks(16 * 16).enumerate() {
            let mut word = set.word(i);
            for images in images.chunks_exact(16) {
                all |= images[(word & 15) as usize];
                word >>= 4;
            }
        }
        all
    }

    /// Compares the images of sets with others, word by word, as far as they are needed.
    fn compare<C: Cells>(&self, sets: &[C], others: &[C]) -> Ordering {
        let words = sets.iter().zip(others).flat_map(|pair| (0..self.0.len()).map(move |at| (pair, at)));
        let mut orders = words.map(|((&set, other), at)| self.word(set, at).cmp(&other.word(at)));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    fn image<C: Cells>(&self, set: C) -> C {
        C::of_words(|at| if at < self.0.len() { self.word(set, at) } else { 0 })
    }
}

impl<C> Ground<C> {
    /// Returns the texts that identify the graph, or `None` for a board.
    fn identity(&self) -> Option<[&str; 2]> {
        match self {
            Ground::Board => None,
            Ground::Graph { written, literal, .. } => Some([written, literal]),
        }
    }
}

impl<C> PartialEq for Ground<C> {
    fn eq(&self, other: &Ground<C>) -> bool {
        self.identity() == other.identity()
    }
}

impl<C> Eq for Ground<C> {}

impl<C> Hash for Ground<C> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.identity().hash(hasher);
    }
}

/// Returns the ends of all arrows.
pub(super) fn arrows(of: &Digraph) -> impl Iterator<Item = [u32; 2]> + '_ {
    (0..of.vertices()).flat_map(move |v| of.followers(v).iter().map(move |&to| [v, to]))
}

/// Returns the name under which a ruleset on this ground is registered.
pub fn key(name: &str, net: Option<&Net>) -> String {
    match net {
        None => name.to_string(),
        Some(net) => format!("{name} on {}, which is {}", net.written, net.literal),
    }
}

impl<C: Square> Ground<C> {
    /// Returns the ground of a board, or of a graph.
    pub fn of(net: Option<&Net>) -> Ground<C> {
        let Some(net) = net else { return Ground::Board };
        let Net { rules, written, literal } = net;
        let (mut beside, mut loops) = (vec![C::NONE; rules.len() as usize], C::NONE);
        for [from, to] in arrows(rules.left()).chain(arrows(rules.right())) {
            let ends = [from, to].map(|v| C::cell(v as usize));
            if from == to {
                loops = loops | ends[0];
            } else {
                beside[from as usize] = beside[from as usize] | ends[1];
                beside[to as usize] = beside[to as usize] | ends[0];
            }
        }
        let (written, literal, rules) = (written.clone(), literal.clone(), rules.clone());
        Ground::Graph { beside, loops, written, literal, rules, symmetries: OnceLock::new() }
    }

    /// Returns the layout of the cells of a board; the vertices of a graph are one row.
    pub fn frame(&self, board: &Board) -> Frame {
        match self {
            Ground::Board => Frame::of::<C>(board),
            Ground::Graph { .. } => Frame::row::<C>(),
        }
    }

    /// Returns the cells beside these.
    #[inline]
    pub fn neighbours(&self, frame: Frame, cells: C) -> C {
        match self {
            Ground::Board => frame.neighbours(cells),
            Ground::Graph { beside, .. } => cells.places().fold(C::NONE, |all, v| all | beside[v]),
        }
    }

    /// Returns the cells beside one.
    #[inline]
    pub fn beside(&self, frame: Frame, place: usize) -> C {
        match self {
            Ground::Board => frame.neighbours(C::cell(place)),
            Ground::Graph { beside, .. } => beside[place],
        }
    }

    /// Returns the number of pairs of neighbours among these cells, plus the number of cells beside themselves.
    pub fn pairs(&self, frame: Frame, cells: C) -> usize {
        match self {
            Ground::Board => {
                let beside = |direction| (frame.step(direction, cells) & cells).count();
                beside(Direction::Right) + beside(Direction::Down)
            }
            Ground::Graph { beside, loops, .. } => {
                let ends: usize = cells.places().map(|v| (beside[v] & cells).count()).sum();
                ends / 2 + (*loops & cells).count()
            }
        }
    }

    /// Returns the cells that are beside themselves: vertices with a loop.
    pub fn loops(&self) -> C {
        match self {
            Ground::Board => C::NONE,
            Ground::Graph { loops, .. } => *loops,
        }
    }

    /// Returns the least of the images that have the same play.
    pub fn least_image<const N: usize>(&self, frame: Frame, sets: [C; N]) -> (Frame, [C; N]) {
        match self {
            Ground::Board => least_image(frame, sets),
            Ground::Graph { rules, symmetries, .. } => {
                let found = || {
                    let all = automorphisms(&[rules.left(), rules.right()], MAX_SYMMETRIES);
                    // The first of them changes nothing.
                    all.iter().skip(1).map(|to| ImageTable::of(to)).collect()
                };
                let symmetries = symmetries.get_or_init(found).iter();
                let least = symmetries.fold(sets, |least, by| match by.compare(&sets, &least) {
                    Ordering::Less => sets.map(|set| by.image(set)),
                    _ => least,
                });
                (frame, least)
            }
        }
    }

    fn board(&self, frame: Frame, cells: C, letter: impl Fn(C) -> char) -> Board {
        match self {
            Ground::Board => framed(frame, cells, letter),
            Ground::Graph { beside, .. } => {
                let cells = (0..beside.len()).map(|v| letter(C::cell(v))).collect();
                Board { rows: 1, columns: beside.len(), cells }
            }
        }
    }

    /// Returns a position on these cells: the ruleset called with the text of the board, or with the graph and the
    /// letters of its vertices, unless all are free.
    pub fn term(&self, ruleset: &str, frame: Frame, cells: C, letter: impl Fn(C) -> char) -> Term {
        let board = self.board(frame, cells, letter);
        let Ground::Graph { written, .. } = self else { return board.term(ruleset) };
        let mut arguments = vec![Term::Name(written.clone())];
        if board.cells.iter().any(|&letter| letter != '.') {
            arguments.push(Term::Text(board.text().into()));
        }
        Term::Call(ruleset.into(), arguments)
    }

    /// Returns a picture of a position. On a graph, vertices that are gone have no edges.
    pub fn view(&self, frame: Frame, cells: C, letter: impl Fn(C) -> char) -> View {
        let board = sketch(&self.board(frame, cells, letter));
        let Ground::Graph { rules, .. } = self else { return View::Board(board) };
        let row = board.rows.concat();
        let is_there = |v: u32| row[v as usize].mark != Content::Blocked;
        let upward = |[v, to]: [u32; 2]| [v.min(to), v.max(to)];
        let of_player = |of: &Digraph| arrows(of).map(upward).collect::<BTreeSet<[u32; 2]>>();
        let (left, right) = (of_player(rules.left()), of_player(rules.right()));
        let seen = left.union(&right).filter(|edge| edge.iter().all(|&v| is_there(v)));
        let edges = seen.map(|edge| NetEdge {
            ends: *edge,
            player: match (left.contains(edge), right.contains(edge)) {
                (true, true) => None,
                (true, false) => Some(Player::Left),
                _ => Some(Player::Right),
            },
        });
        let label = |v: usize| rules.labels().get(v as u32).term();
        let vertices = row.iter().enumerate().map(|(v, &cell)| (label(v), cell)).collect();
        View::Graph(NetSketch { vertices, edges: edges.collect(), is_directed: false })
    }
}

/// The cells that are left to play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Free<C> {
    /// The layout of the cells.
    pub frame: Frame,
    /// The cells.
    pub cells: C,
}

impl<C: Square> Free<C> {
    /// Returns the free cells of a board.
    pub fn of(board: &Board, ground: &Ground<C>) -> Free<C> {
        let frame = ground.frame(board);
        Free { frame, cells: board.cells_with('.', frame.width()) }
    }

    /// Returns this without some cells.
    pub fn without(self, cells: C) -> Free<C> {
        Free { cells: self.cells.without(cells), ..self }
    }

    /// Finds the regions of neighbouring cells.
    pub fn regions(self, ground: &Ground<C>, found: &mut dyn FnMut(Free<C>)) {
        for cells in self.cells.regions(|cells| ground.neighbours(self.frame, cells)) {
            found(Free { cells, ..self });
        }
    }

    /// Finds the regions that are left of one, `before`. Each has a cell beside those that are gone, so that a region
    /// need not be followed to its end once all cells of that kind are reached.
    pub fn regions_after(self, before: Free<C>, ground: &Ground<C>, found: &mut dyn FnMut(Free<C>)) {
        let beside = |cells| ground.neighbours(self.frame, cells);
        let mut rest = self.cells;
        let mut edge = beside(before.cells.without(rest)) & rest;
        while !edge.is_empty() {
            let mut region = edge.first();
            loop {
                let grown = (region | beside(region)) & rest;
                if edge.without(grown).is_empty() {
                    return found(Free { cells: rest, ..self });
                }
                if grown == region {
                    break;
                }
                region = grown;
            }
            found(Free { cells: region, ..self });
            (rest, edge) = (rest ^ region, edge.without(region));
        }
    }

    /// Returns the least of all images.
    pub fn normal_form(self, ground: &Ground<C>) -> Free<C> {
        let (frame, [cells]) = ground.least_image(self.frame, [self.cells]);
        Free { frame, cells }
    }

    fn letter(self) -> impl Fn(C) -> char {
        move |cell| if self.cells.meets(cell) { '.' } else { '#' }
    }

    /// Returns a position of a ruleset on these cells.
    pub fn term(self, ruleset: &str, ground: &Ground<C>) -> Term {
        ground.term(ruleset, self.frame, self.cells, self.letter())
    }

    /// Returns a picture of the cells.
    pub fn view(self, ground: &Ground<C>) -> View {
        ground.view(self.frame, self.cells, self.letter())
    }
}

impl<C: Cells> Pack for Free<C> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.frame.pack(out);
        self.cells.pack(out);
    }
    fn unpack(words: &[u32]) -> Free<C> {
        Free { frame: Frame::unpack(words), cells: C::unpack(&words[1..]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Random;
    use crate::rulesets::cells::Words;

    #[test]
    fn images_are_those_vertex_by_vertex() {
        let mut random = Random::new(31);
        for count in [1, 63, 64, 65, 150, 192] {
            let mut to: Vec<u32> = (0..count).collect();
            (1..count).for_each(|i| to.swap(i as usize, random.below(u64::from(i) + 1) as usize));
            let table = ImageTable::of(&to);
            let image = |set: Words<3>| Words::<3>::of(set.places().map(|v| to[v] as usize));
            for _ in 0..50 {
                let [set, other] = [0; 2].map(|_| Words::<3>::of((0..count as usize).filter(|_| random.below(3) == 0)));
                assert_eq!(table.image(set), image(set));
                assert_eq!(table.compare(&[set, other], &[other, set]), [image(set), image(other)].cmp(&[other, set]));
            }
        }
    }
}
