//! Annihilation games on a digraph: at most one token on a vertex, a move takes one token along an edge, and two
//! tokens that meet both vanish (Conway; Fraenkel–Yesha 1982; Fraenkel, Scenic trails, section 4).
//!
//! A position is a set of vertices, a 0/1 vector, and there are 2^n of them. The theory of Fraenkel and Yesha makes
//! n^4/24 of them enough. The positions of finite γ-value form a space over GF(2), on which γ is linear (values add
//! without carrying), and sets of at most four tokens span it. A move never makes more tokens, so those sets are a
//! game graph by themselves: it is labelled ([`gamma()`](crate::graphs::gamma())), and a basis in echelon form carries the
//! values of all larger sets. What the basis does not reach is infinite, and its set K is read off its followers. On large
//! graphs only the sets of two tokens are labelled, and the basis grows from there (`growth`).
//!
//! Tokens on vertices without followers make no difference and are left out. A loop is a pass: the token stays, and
//! does not meet itself.

mod basis;
mod full;
mod growth;
mod strategy;
mod vectors;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use basis::{Basis, Bits};
use dashu_int::UBig;
pub use full::FullAnnihilation;
use strategy::Zeros;
pub use strategy::{Move, Strategy};
use vectors::{MAX_TOKENS, Small, Vectors};

use crate::games::{Budget, Fault, Outcome};
use crate::graphs::{Convention, Digraph, GammaTable, Remoteness, gamma, remoteness};
use crate::ordinals::GammaValue;

/// The vertex that stands for all those without followers.
const GONE_VERTEX: u32 = u32::MAX;

/// The vertices on which tokens matter, numbered, and their moves.
struct Board {
    /// The number of each vertex of the graph; `GONE_VERTEX` for one without followers.
    number: Vec<u32>,
    /// The vertex of each number.
    vertex: Vec<u32>,
    /// Moves by number; `GONE_VERTEX` for all moves to vertices without followers, once.
    moves: Vec<Vec<u32>>,
    /// The place of a token that is gone: the first follower without followers.
    sink: Vec<u32>,
}

impl Board {
    fn new(graph: &Digraph) -> Board {
        let vertex: Vec<u32> = (0..graph.vertices()).filter(|&v| !graph.is_terminal(v)).collect();
        let mut number = vec![GONE_VERTEX; graph.vertices() as usize];
        for (i, &v) in vertex.iter().enumerate() {
            number[v as usize] = i as u32;
        }
        let moves = vertex.iter().map(|&v| {
            let mut moves: Vec<u32> = graph.followers(v).iter().map(|&w| number[w as usize]).collect();
            moves.sort_unstable();
            moves.dedup();
            moves
        });
        let moves = moves.collect();
        let sink = |&v: &u32| graph.followers(v).iter().copied().find(|&w| graph.is_terminal(w)).unwrap_or(v);
        let sink = vertex.iter().map(sink).collect();
        Board { number, vertex, moves, sink }
    }

    fn len(&self) -> u32 {
        self.vertex.len() as u32
    }

    /// Returns a set of vertices as a vector; a vertex that is in the list twice is not in it.
    fn bits(&self, tokens: &[u32]) -> Bits {
        let mut bits = vec![0; basis::words(self.len())];
        for number in
            tokens.iter().filter_map(|&v| self.number.get(v as usize)).filter(|&&number| number != GONE_VERTEX)
        {
            basis::toggle(&mut bits, *number);
        }
        bits
    }

    /// Returns a move by the vertices of the graph.
    fn on_graph(&self, (u, w): (u32, u32)) -> Move {
        let to = if w == GONE_VERTEX { self.sink[u as usize] } else { self.vertex[w as usize] };
        (self.vertex[u as usize], to)
    }

    /// Returns all moves from a vector, as numbers.
    fn moves_from(&self, bits: &[u64]) -> Vec<(u32, u32)> {
        let of = |u: u32| self.moves[u as usize].iter().map(move |&w| (u, w));
        basis::members(bits).into_iter().flat_map(of).collect()
    }
}

/// Returns the vector after a move.
fn moved(bits: &[u64], (u, w): (u32, u32)) -> Bits {
    let mut bits = bits.to_vec();
    if u != w {
        basis::toggle(&mut bits, u);
        if w != GONE_VERTEX {
            basis::toggle(&mut bits, w);
        }
    }
    bits
}

/// Returns the number of moves between the sets of at most `tokens` tokens.
fn edges(board: &Board, tokens: usize) -> u128 {
    let degrees: u128 = board.moves.iter().map(|moves| moves.len() as u128).sum();
    // A set in which a token can move there is for each set of fewer tokens on the other vertices.
    degrees.saturating_mul(vectors::count(u64::from(board.len()).saturating_sub(1), tokens - 1))
}

/// The theory of an annihilation game: the γ-value of every set of tokens.
///
/// ```
/// use cg_engine::annihilation::Annihilation;
/// use cg_engine::graphs::Digraph;
/// use cg_engine::games::{Budget, Outcome};
/// use cg_engine::ordinals::GammaValue;
/// let budget = &mut Budget::unlimited();
/// // Fraenkel's Figure 11(i): a cycle of four. Tokens on opposite vertices are won by whoever does not move.
/// let cycle = Digraph::from_lists(&[vec![1], vec![2], vec![3], vec![0]], budget)?;
/// let game = Annihilation::new(&cycle, budget)?;
/// assert_eq!(game.outcome(&[0, 2]), Outcome::P);
/// assert_eq!(game.gamma(&[0, 1]), GammaValue::nimber(1u64));
/// assert_eq!(game.outcome(&[0]), Outcome::D);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub struct Annihilation {
    board: Board,
    vectors: Vectors,
    table: GammaTable,
    /// A basis of the vectors of finite value; a note is the value.
    finite: Basis,
    zeros: OnceLock<Zeros>,
    misere: OnceLock<Remoteness>,
}

/// Moves in a table of sets of four tokens that is made at once.
const TABLE: u128 = 2_000_000;

impl Annihilation {
    /// Returns the theory of all sets of tokens on this graph: from a table of the sets of four tokens, or if that is large
    /// from one of the sets of two.
    pub fn new(graph: &Digraph, budget: &mut Budget) -> Result<Annihilation, Fault> {
        if edges(&Board::new(graph), MAX_TOKENS) <= TABLE {
            return Annihilation::of_few(graph, MAX_TOKENS, budget);
        }
        Annihilation::grown(graph, 2, budget)
    }

    /// Returns the theory of all sets of tokens on this graph, from a table of the sets of at most `tokens` tokens and the
    /// conclusions from it. For n vertices and m moves the work is about n * m for each step of the growth, and n^2
    /// more for each class of sets that may be next.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] before anything is built.
    pub fn grown(graph: &Digraph, tokens: usize, budget: &mut Budget) -> Result<Annihilation, Fault> {
        let mut game = Annihilation::of_few(graph, tokens, budget)?;
        growth::grow(&game.board, &mut game.finite, budget)?;
        Ok(game)
    }

    /// Like [`Annihilation::new`], for sets of at most `tokens` tokens, by a table of them all. Four tokens are enough
    /// to determine all sets; for n vertices with followers the work and the memory are then about n^4/24 times the
    /// number of moves from four vertices.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] before anything is built.
    pub fn of_few(graph: &Digraph, tokens: usize, budget: &mut Budget) -> Result<Annihilation, Fault> {
        let board = Board::new(graph);
        let vectors = Vectors::new(board.len(), tokens.clamp(1, MAX_TOKENS))?;
        let edges = edges(&board, vectors.weight());
        if edges > i32::MAX as u128 {
            let what = "table of moves of sets of tokens";
            return Err(Fault::TooLarge { what, size: edges.to_string(), limit: i32::MAX.to_string() });
        }
        // Both directions, a permuted copy, and the data that the labelling keeps for each set.
        budget.reserve(12 * edges as usize + 48 * vectors.len() as usize)?;
        let mut set = Small::EMPTY;
        let sets = Digraph::from_rows(vectors.len(), edges as usize, budget, |_, row| {
            for &u in set.members() {
                let rest = set.toggled(u);
                for &w in &board.moves[u as usize] {
                    let next = if w == GONE_VERTEX { rest } else { rest.toggled(w) };
                    row.push(vectors.number(&next));
                }
            }
            set = vectors.next(&set);
        })?;
        let table = gamma(&sets, budget)?;
        let mut finite = Basis::new(board.len());
        let mut set = Small::EMPTY;
        for number in 0..vectors.len() {
            budget.tick()?;
            if let Some(value) = table.finite(number) {
                let (mut vector, mut note) = (vec![0; basis::words(board.len())], vec![u64::from(value)]);
                set.members().iter().for_each(|&v| basis::toggle(&mut vector, v));
                let new = finite.insert(&mut vector, &mut note);
                assert!(new || note[0] == 0, "γ is not linear at {set:?}");
            }
            set = vectors.next(&set);
        }
        Ok(Annihilation { board, vectors, table, finite, zeros: OnceLock::new(), misere: OnceLock::new() })
    }

    /// Returns the largest sets whose own values were labelled; those of larger sets come from the basis, if there is
    /// one.
    pub fn weight(&self) -> usize {
        self.vectors.weight()
    }

    /// Returns the dimension of the space of all sets of finite value, tokens without moves left out.
    pub fn dimension(&self) -> usize {
        self.finite.rank()
    }

    /// Returns the finite value of a set of tokens, or `None` for an infinity.
    pub fn finite(&self, tokens: &[u32]) -> Option<u64> {
        self.value(&self.board.bits(tokens))
    }

    fn value(&self, bits: &[u64]) -> Option<u64> {
        let (mut rest, mut note) = (bits.to_vec(), vec![0]);
        self.finite.reduce(&mut rest, &mut note);
        basis::is_zero(&rest).then(|| note[0])
    }

    /// Returns the γ-value of a set of tokens.
    pub fn gamma(&self, tokens: &[u32]) -> GammaValue {
        match self.finite(tokens) {
            Some(value) => GammaValue::nimber(value),
            None => GammaValue::infinite(self.reach(tokens)),
        }
    }

    /// Returns the finite values of the followers.
    pub fn reach(&self, tokens: &[u32]) -> BTreeSet<u64> {
        let bits = self.board.bits(tokens);
        let moves = self.board.moves_from(&bits);
        moves.into_iter().filter_map(|m| self.value(&moved(&bits, m))).collect()
    }

    /// Returns the numbers of sets of at most `tokens` tokens, and of moves between them, that [`Annihilation::of_few`]
    /// stores.
    pub fn size(graph: &Digraph, tokens: usize) -> (u128, u128) {
        let board = Board::new(graph);
        (vectors::count(board.len().into(), tokens.min(MAX_TOKENS)), edges(&board, tokens.clamp(1, MAX_TOKENS)))
    }

    /// Returns the outcome of misère play, in which a player who cannot move wins, for sets of at most
    /// [`Annihilation::weight`] tokens. `None` for larger ones, since smaller ones do not determine them in misère
    /// play.
    ///
    /// ```
    /// use cg_engine::annihilation::Annihilation;
    /// use cg_engine::graphs::Digraph;
    /// use cg_engine::games::{Budget, Outcome};
    /// let budget = &mut Budget::unlimited();
    /// let path = Digraph::from_lists(&[vec![], vec![0], vec![1]], budget)?;
    /// let game = Annihilation::new(&path, budget)?;
    /// assert_eq!(game.misere_outcome(&[1], budget)?, Some(Outcome::P));
    /// assert_eq!(game.misere_outcome(&[1, 2], budget)?, Some(Outcome::P));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn misere_outcome(&self, tokens: &[u32], budget: &mut Budget) -> Result<Option<Outcome>, Fault> {
        let members = basis::members(&self.board.bits(tokens));
        if members.len() > self.weight() {
            return Ok(None);
        }
        if self.misere.get().is_none() {
            let table = remoteness(self.table.graph(), Convention::Misere, budget)?;
            self.misere.get_or_init(|| table);
        }
        let set = members.iter().fold(Small::EMPTY, |set, &v| set.toggled(v));
        Ok(self.misere.get().map(|table| table.outcome(self.vectors.number(&set))))
    }

    /// Returns the vertices on which tokens matter, with their labels, and the least power of 2 that no finite value
    /// reaches. The labels of a set add up without carrying to its value, or to no less than that power where the value
    /// is infinite (Fraenkel, Scenic trails, section 4, Figure 13).
    ///
    /// ```
    /// use cg_engine::annihilation::Annihilation;
    /// use cg_engine::graphs::Digraph;
    /// use cg_engine::games::Budget;
    /// let budget = &mut Budget::unlimited();
    /// let cycle = Digraph::from_lists(&[vec![1], vec![2], vec![3], vec![0]], budget)?;
    /// let (threshold, labels) = Annihilation::new(&cycle, budget)?.labels();
    /// assert_eq!(threshold, 2u8.into());
    /// assert_eq!(labels, [(0, 2u8.into()), (1, 3u8.into()), (2, 2u8.into()), (3, 3u8.into())]);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn labels(&self) -> (UBig, Vec<(u32, UBig)>) {
        let n = self.board.len();
        let free: Vec<u32> = (0..n).filter(|&v| !self.finite.leads(v)).collect();
        let all: Vec<(Bits, u64)> = (0..n).map(|v| self.rest(v)).collect();
        // The finite values are all numbers below a power of 2, and each is a sum of these.
        let width = all.iter().fold(0, |all, (_, value)| all | value).checked_ilog2().map_or(0, |top| top as usize + 1);
        let label = |(rest, value): &(Bits, u64)| {
            let place =
                |(i, &v): (usize, &u32)| if basis::has(rest, v) { UBig::ONE << (width + i) } else { UBig::ZERO };
            free.iter().enumerate().map(place).fold(UBig::from(*value), |sum, place| sum | place)
        };
        (UBig::ONE << width, self.board.vertex.iter().copied().zip(all.iter().map(label)).collect())
    }

    /// Returns a basis of the sets of finite value: of each vertex that leads one, the set and the value.
    pub fn basis(&self) -> Vec<(Vec<u32>, u64)> {
        let led = (0..self.board.len()).filter(|&v| self.finite.leads(v));
        let of = |v: u32| {
            let (mut set, value) = self.rest(v);
            basis::toggle(&mut set, v);
            (basis::members(&set).into_iter().map(|v| self.board.vertex[v as usize]).collect(), value)
        };
        led.map(of).collect()
    }

    /// Reduces a vertex by a set of finite value whose highest vertex it is. Returns the rest and the value of that
    /// set.
    fn rest(&self, v: u32) -> (Bits, u64) {
        let (mut rest, mut note) = (vec![0; basis::words(self.board.len())], vec![0]);
        basis::toggle(&mut rest, v);
        self.finite.reduce(&mut rest, &mut note);
        (rest, note[0])
    }

    /// Returns the outcome: P for the value 0, N if a move leads to 0, else D.
    pub fn outcome(&self, tokens: &[u32]) -> Outcome {
        self.gamma(tokens).outcome()
    }
}
