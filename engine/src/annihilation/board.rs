//! Graphs with the theories of the annihilation games on them.

use std::sync::Arc;

use super::ferguson::{AllHeaps, MisereTheory, Reduced};
use super::fraenkel::{Annihilation, FullAnnihilation};
use super::meeting::ruleset;
use super::vertices::Vertices;
use crate::games::{Budget, Fault};
use crate::graphs::Digraph;
use crate::heaps::Rule;
use crate::positions::{Context, PositionId, RulesetId, Term, term};

/// Boards, and theories of all heaps, that are remembered.
const BOARDS: usize = 8;
/// Vertices of which all sets of four are labelled at once, for later questions.
const TABLED_VERTICES: u32 = 40;
/// Vertices of which all sets are labelled, so that counters are exact.
pub(super) const ALL: usize = 16;

/// A graph on which tokens stand, and the theories of the games on it.
pub(super) struct Board {
    of: RulesetId,
    pub(super) vertices: Vertices,
    pub(super) graph: Digraph,
    /// `true` if a token on this vertex can go round in circles with an empty board.
    loopy: Vec<bool>,
    /// The piece of each vertex, where ends join pieces and where they do not.
    pieces: [Vec<u32>; 2],
    /// `true` if there is one piece, ends aside.
    whole: bool,
    /// The values of sets of tokens.
    game: Option<Annihilation>,
    /// The theory with all sets of few tokens in a table.
    table: Option<Annihilation>,
    full: Option<FullAnnihilation>,
    /// The misère theory of everything that these vertices can reach.
    theory: Option<(Vec<u32>, MisereTheory)>,
    reduced: Reduced,
}

impl Board {
    pub(super) fn new(tokens: &[PositionId], old: Option<&Board>, cx: &mut dyn Context) -> Result<Board, Fault> {
        let mut vertices = Vertices::default();
        vertices.extend(tokens, usize::MAX, cx)?;
        let of = cx.positions().ruleset_of(tokens[0]);
        if let Some(old) =
            old.filter(|old| old.of == of && old.vertices.all.len() + vertices.all.len() <= TABLED_VERTICES as usize)
        {
            vertices.extend(&old.vertices.all.clone(), usize::MAX, cx)?;
        }
        if vertices.partizan.is_some() {
            return Err(partizan());
        }
        let budget = &mut cx.games().budget;
        let graph = Digraph::from_edges(vertices.all.len() as u32, &vertices.edges, budget)?;
        let loopy = loopy(&graph, &[], budget)?;
        let pieces = [vertices.pieces(true, budget)?, vertices.pieces(false, budget)?];
        let mut active = (0..graph.vertices()).filter(|&v| !graph.is_terminal(v)).map(|v| pieces[1][v as usize]);
        let first = active.next();
        let whole = active.all(|piece| Some(piece) == first);
        let (game, table, full, theory, reduced) = (None, None, None, None, Reduced::default());
        Ok(Board { of, vertices, graph, loopy, pieces, whole, game, table, full, theory, reduced })
    }

    /// Returns the piece of each of these vertices. Tokens in different pieces never meet. Where tokens on an end are
    /// as good as gone, ends do not join pieces.
    pub(super) fn pieces(&self, vertices: &[u32], ends_join: bool) -> Vec<u32> {
        let pieces = &self.pieces[usize::from(!ends_join)];
        vertices.iter().map(|&v| pieces[v as usize]).collect()
    }

    /// Returns the numbers of these tokens, if they stand here and much of the board is not out of their reach.
    fn seat(&self, tokens: &[PositionId]) -> Option<Vec<u32>> {
        let numbers = self.numbers(tokens)?;
        let [_, pieces] = &self.pieces;
        let near = |&v: &u32| self.graph.is_terminal(v) || pieces[v as usize] == pieces[numbers[0] as usize];
        (self.whole || self.graph.vertices() <= TABLED_VERTICES || !numbers.iter().all(near)).then_some(numbers)
    }

    pub(super) fn numbers(&self, tokens: &[PositionId]) -> Option<Vec<u32>> {
        tokens.iter().map(|p| self.vertices.numbers.get(p).copied()).collect()
    }

    /// Returns `true` if some token can go round in circles without meeting another.
    pub(super) fn is_loopy(&self, tokens: &[u32], budget: &mut Budget) -> Result<bool, Fault> {
        for &token in tokens.iter().filter(|&&token| self.loopy[token as usize]) {
            let others: Vec<u32> = tokens.iter().copied().filter(|&other| other != token).collect();
            if others.is_empty() || loopy(&self.graph, &others, budget)?[token as usize] {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the size of the largest sets that are labelled for a question about `tokens` tokens.
    pub(super) fn wanted(&self, tokens: usize) -> usize {
        if self.graph.vertices() <= TABLED_VERTICES { 4 } else { tokens.clamp(1, 4) }
    }

    /// Returns the values of all sets.
    pub(super) fn game(&mut self, budget: &mut Budget) -> Result<&Annihilation, Fault> {
        if self.game.is_none() {
            self.game = Some(Annihilation::new(&self.graph, budget)?);
        }
        Ok(self.game.as_ref().expect("made above"))
    }

    /// Returns a table of all sets of at most `tokens` tokens.
    pub(super) fn table(&mut self, tokens: usize, budget: &mut Budget) -> Result<&Annihilation, Fault> {
        let wanted = self.wanted(tokens);
        if self.table.as_ref().is_none_or(|table| table.weight() < wanted) {
            self.table = None;
            self.table = Some(Annihilation::of_few(&self.graph, wanted, budget)?);
        }
        Ok(self.table.as_ref().expect("made above"))
    }

    /// Returns the counter of a set of value 0, or a bound of it, or `None` if the board is too large for one.
    pub(super) fn counter(&mut self, tokens: &[u32], budget: &mut Budget) -> Result<Option<u64>, Fault> {
        if self.active() > ALL {
            return self.game(budget)?.counter_bound(tokens, budget);
        }
        Ok(self.full(budget)?.counter(tokens, budget)?.map(u64::from))
    }

    /// Returns Ferguson's theory of misère play for everything that these tokens can reach, and the search of its
    /// reduced graph, or `None` if a cycle can be reached or a move splits a token.
    pub(super) fn theory(
        &mut self,
        tokens: &[u32],
        cx: &mut dyn Context,
    ) -> Result<Option<(&MisereTheory, &mut Reduced)>, Fault> {
        if self.vertices.splits || tokens.iter().any(|&v| self.loopy[v as usize]) {
            return Ok(None);
        }
        // A theorem that holds on more vertices holds on these.
        let serves = |(of, theory): &(Vec<u32>, MisereTheory)| {
            *of == tokens || theory.theorem().is_some() && tokens.iter().all(|&v| theory.covers(v))
        };
        if !self.theory.as_ref().is_some_and(serves) {
            self.theory = None;
            let mut theory = MisereTheory::from(&self.graph, tokens.iter().copied(), &mut cx.games().budget)?;
            let all = &self.vertices.all;
            let mut budget = cx.games().budget.clone();
            theory.name_heaps(|v| heap(all[v as usize], cx), &mut budget)?;
            self.theory = Some((tokens.to_vec(), theory));
        }
        Ok(self.theory.as_ref().map(|(_, theory)| (theory, &mut self.reduced)))
    }

    /// Returns the number of vertices on which tokens matter.
    pub(super) fn active(&self) -> usize {
        (0..self.graph.vertices()).filter(|&v| !self.graph.is_terminal(v)).count()
    }

    /// Returns all sets of tokens.
    pub(super) fn full(&mut self, budget: &mut Budget) -> Result<&FullAnnihilation, Fault> {
        if self.full.is_none() {
            self.full = Some(FullAnnihilation::new(&self.graph, budget)?);
        }
        Ok(self.full.as_ref().expect("made above"))
    }
}

/// Returns the number of a heap or vertex, as it is written.
fn heap(p: PositionId, cx: &dyn Context) -> Option<u64> {
    let number = match term(p, cx) {
        Term::Call(_, mut arguments) => arguments.pop()?,
        Term::Vertex(_, label) => *label,
        _ => return None,
    };
    match number {
        Term::Number(x) if x.is_int() => u64::try_from(x.numerator().clone()).ok(),
        _ => None,
    }
}

pub(super) fn partizan() -> Fault {
    Fault::None(
        "tokens on one graph are moved by both players alike, and from some vertex here these have different moves"
            .into(),
    )
}

/// Returns the vertices from which a cycle can be reached on the graph without the vertices `blocked`.
fn loopy(graph: &Digraph, blocked: &[u32], budget: &mut Budget) -> Result<Vec<bool>, Fault> {
    let mut taken = vec![false; graph.vertices() as usize];
    for &v in blocked {
        taken[v as usize] = true;
    }
    let free = |v: &u32| !taken[*v as usize];
    let mut open = vec![0usize; graph.vertices() as usize];
    let mut done: Vec<u32> = Vec::new();
    for v in 0..graph.vertices() {
        budget.tick()?;
        open[v as usize] = graph.followers(v).iter().filter(|&w| free(w)).count();
        if open[v as usize] == 0 && free(&v) {
            done.push(v);
        }
    }
    let mut loopy = vec![true; open.len()];
    while let Some(v) = done.pop() {
        budget.tick()?;
        loopy[v as usize] = false;
        for &u in graph.reverse(budget)?.row(v).iter().filter(|&u| free(u)) {
            open[u as usize] -= 1;
            if open[u as usize] == 0 {
                done.push(u);
            }
        }
    }
    Ok(loopy)
}

/// The boards and theories that are kept from one question to the next.
#[derive(Default)]
struct KeptBoards {
    /// The boards of the questions asked last.
    boards: Vec<Board>,
    /// The theories of all heaps that were asked for last; `None` if there is none.
    all_heaps: Vec<(Rule, Option<Arc<AllHeaps>>)>,
}

/// Asks the board on which these tokens stand.
pub(super) fn on_board<T>(
    tokens: &[PositionId],
    cx: &mut dyn Context,
    ask: impl FnOnce(&mut Board, &[u32], &mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let here = ruleset(cx);
    let mut kept: Box<KeptBoards> = cx.positions().take_table(here);
    let at = kept.boards.iter().position(|board| board.seat(tokens).is_some());
    let board = match at {
        Some(at) => Ok(kept.boards.remove(at)),
        None => Board::new(tokens, kept.boards.last(), cx),
    };
    let answer = board.and_then(|mut board| {
        let numbers = board.numbers(tokens).expect("the board has these vertices");
        let answer = ask(&mut board, &numbers, cx);
        kept.boards.push(board);
        answer
    });
    if kept.boards.len() > BOARDS {
        kept.boards.remove(0);
    }
    cx.positions().put_table(here, kept);
    answer
}

/// Returns Ferguson's theory of all heaps of a rule, if there is one.
pub(super) fn all_heaps(rule: &Rule, cx: &mut dyn Context) -> Result<Option<Arc<AllHeaps>>, Fault> {
    let here = ruleset(cx);
    let mut kept: Box<KeptBoards> = cx.positions().take_table(here);
    let all = match kept.all_heaps.iter().find(|(known, _)| known == rule) {
        Some((_, all)) => Ok(all.clone()),
        None => AllHeaps::of(rule, &mut cx.games().budget).map(|all| {
            let all = all.map(Arc::new);
            if kept.all_heaps.len() == BOARDS {
                kept.all_heaps.remove(0);
            }
            kept.all_heaps.push((rule.clone(), all.clone()));
            all
        }),
    };
    cx.positions().put_table(here, kept);
    all
}
