//! Annihilation games: tokens on the positions of one graph or one heap ruleset, at most one on each. A move moves one
//! token; two tokens that meet both vanish (Conway; Fraenkel–Yesha 1982; Ferguson 1984). A loop is a pass, in which
//! the token does not meet itself.
//!
//! State: the tokens in the order written; positions that moves lead to list them in the order of their graph.
//! Ferguson's graphs have no moves that split a heap. Here such a move takes the token away and puts one on each of the
//! heaps, and again two on one heap vanish.

mod memory;
pub use memory::Memory;
use rustc_hash::FxHashMap;

use crate::digraphs::{Annihilation, Digraph, FullAnnihilation, Verdict};
use crate::games::{Budget, Fault, Outcome};
use crate::ordinals::GammaValue;
use crate::positions::{
    self, About, Context, Convention, Finding, Known, NEGATIVE, Options, Parts, PositionId, Question, Rules, RulesetId,
    SUM, State, Term, Theorem, Way, Word,
};

/// Boards that are remembered.
const BOARDS: usize = 8;
/// Vertices of which all sets of four are labelled at once, for later questions.
const FEW: u32 = 40;
/// Vertices of which all sets are labelled, so that counters are exact.
const ALL: usize = 16;
/// Moves between sets of tokens in a table that is made for misere play; what needs more is searched.
const TABLE: u128 = 50_000_000;
/// Vertices that are looked at before a game is made, to see that both players have the same moves.
const LOOKED_AT: usize = 10_000;

/// Why positions cannot be tokens of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Two tokens on this vertex.
    Twice(PositionId),
    /// These two are not on one graph.
    Apart(PositionId, PositionId),
    /// From here, or from somewhere play may lead to, the players have different moves.
    Partizan(PositionId),
    /// The graph has terminal classes other than P.
    Classes,
    /// A disjunctive sum is several games, and no place for a token.
    Sum(PositionId),
    /// An infinite heap.
    Infinite(PositionId),
}

/// The annihilation game with these tokens; games among them give their tokens.
///
/// # Errors
/// What the rules of the tokens say; a limit. The inner error says why they do not make a game.
pub fn annihilation<C: Context>(cx: &mut C, parts: &[PositionId]) -> Result<Result<PositionId, Misfit>, Fault> {
    let here = ruleset(cx);
    let mut tokens: Vec<PositionId> = Vec::new();
    for &part in parts {
        cx.games().budget.tick()?;
        let mut part = part;
        while cx.positions().ruleset_of(part) == NEGATIVE {
            part = PositionId(cx.positions().state(part)[0]);
        }
        let of = cx.positions().ruleset_of(part);
        let state = cx.positions().state(part).to_vec();
        if of == SUM && !state.is_empty() {
            return Ok(Err(Misfit::Sum(part)));
        } else if of == here || of == SUM {
            tokens.extend(state.into_iter().map(PositionId));
        } else {
            let split = cx.positions().rules(of).tokens(&state);
            tokens.extend(split.iter().map(|state| cx.positions().intern(of, state)));
        }
    }
    if let Some(misfit) = misfit(&tokens, cx)? {
        return Ok(Err(misfit));
    }
    Ok(Ok(of_tokens(cx, &tokens)))
}

/// The game with these tokens, which are known to stand on different vertices of one graph.
pub fn of_tokens<C: Context>(cx: &mut C, tokens: &[PositionId]) -> PositionId {
    let here = ruleset(cx);
    let state: State = tokens.iter().map(|p| p.0).collect();
    cx.positions().intern(here, &state)
}

fn ruleset<C: Context>(cx: &mut C) -> RulesetId {
    cx.positions().ruleset("annihilation", || AnnihilationRules)
}

fn misfit<C: Context>(tokens: &[PositionId], cx: &mut C) -> Result<Option<Misfit>, Fault> {
    let Some(&first) = tokens.first() else { return Ok(None) };
    let of = cx.positions().ruleset_of(first);
    let rules = cx.positions().rules(of);
    let mut seen = rustc_hash::FxHashSet::default();
    for &token in tokens {
        cx.games().budget.tick()?;
        if rules.transfinite(cx.positions_ref().state(token)).is_some() {
            return Ok(Some(Misfit::Infinite(token)));
        }
        let other = cx.positions().ruleset_of(token);
        if other != of && (rules.is_impartial() || cx.positions().rules(other).is_impartial()) {
            return Ok(Some(Misfit::Apart(first, token)));
        }
        if !seen.insert(token) {
            return Ok(Some(Misfit::Twice(token)));
        }
    }
    for &token in tokens {
        let of = cx.positions().ruleset_of(token);
        if cx.positions().rules(of).refusal().is_some() {
            return Ok(Some(Misfit::Classes));
        }
    }
    if rules.is_impartial() {
        return Ok(None);
    }
    let mut explored = Vertices::default();
    explored.extend(tokens, LOOKED_AT, cx)?;
    if let Some(p) = explored.partizan {
        return Ok(Some(Misfit::Partizan(p)));
    }
    // A rule may lead to positions of other rules, such as forms to values; those are on its graph.
    let mixed = tokens.iter().any(|&token| cx.positions().ruleset_of(token) != of);
    Ok(explored.apart(tokens).filter(|_| mixed).map(|token| Misfit::Apart(first, token)))
}

/// The vertices that tokens can reach, gathered one by one.
#[derive(Default)]
struct Vertices {
    all: Vec<PositionId>,
    numbers: FxHashMap<PositionId, u32>,
    edges: Vec<(u32, u32)>,
    /// Moves of some vertex split it.
    splits: bool,
    /// A vertex where the players have different moves.
    partizan: Option<PositionId>,
    next: usize,
}

impl Vertices {
    fn number(&mut self, p: PositionId) -> u32 {
        *self.numbers.entry(p).or_insert_with(|| {
            self.all.push(p);
            self.all.len() as u32 - 1
        })
    }

    /// Adds what these tokens can reach, up to about `most` vertices.
    fn extend<C: Context>(&mut self, tokens: &[PositionId], most: usize, cx: &mut C) -> Result<(), Fault> {
        tokens.iter().for_each(|&token| {
            self.number(token);
        });
        let mut moves = Options::default();
        while self.next < self.all.len().min(most) && self.partizan.is_none() {
            let from = self.all[self.next];
            cx.games().budget.count_position();
            positions::options(from, cx, &mut moves)?;
            if !moves.impartial {
                self.partizan = Some(from);
            }
            for &option in &moves.left {
                let parts = tokens_of(option, cx)?;
                self.splits |= parts.len() != 1;
                for part in parts {
                    cx.games().budget.tick()?;
                    let to = self.number(part);
                    self.edges.push((self.next as u32, to));
                }
            }
            self.next += 1;
        }
        Ok(())
    }
}

impl Vertices {
    /// A token that no path of moves, forwards or backwards, joins to the first.
    fn apart(&self, tokens: &[PositionId]) -> Option<PositionId> {
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); self.all.len()];
        for &(from, to) in &self.edges {
            near[from as usize].push(to);
            near[to as usize].push(from);
        }
        let mut seen = vec![false; near.len()];
        let mut open = vec![self.numbers[tokens.first()?]];
        while let Some(v) = open.pop() {
            if !std::mem::replace(&mut seen[v as usize], true) {
                open.append(&mut near[v as usize]);
            }
        }
        tokens.iter().copied().find(|token| !seen[self.numbers[token] as usize])
    }
}

/// Where the token is, or the tokens are, after a move to this position.
fn tokens_of<C: Context>(option: PositionId, cx: &mut C) -> Result<Vec<PositionId>, Fault> {
    let here = ruleset(cx);
    let mut tokens = Vec::new();
    for part in cx.positions().parts(option) {
        let of = cx.positions().ruleset_of(part);
        if of == here {
            return Err(Fault::None("a move of a token leads to an annihilation game, not to a vertex".into()));
        }
        let state = cx.positions().state(part).to_vec();
        let split = cx.positions().rules(of).tokens(&state);
        tokens.extend(split.iter().map(|state| cx.positions().intern(of, state)));
    }
    Ok(tokens)
}

/// A graph on which tokens stand, and what is known of the games on it.
struct Board {
    of: RulesetId,
    vertices: Vertices,
    graph: Digraph,
    /// Whether a token on this vertex can go round in circles if nothing is in its way.
    loopy: Vec<bool>,
    game: Option<Annihilation>,
    full: Option<FullAnnihilation>,
}

impl Board {
    fn new<C: Context>(tokens: &[PositionId], old: Option<&Board>, cx: &mut C) -> Result<Board, Fault> {
        let mut vertices = Vertices::default();
        vertices.extend(tokens, usize::MAX, cx)?;
        let of = cx.positions().ruleset_of(tokens[0]);
        if let Some(old) = old.filter(|old| old.of == of && old.vertices.all.len() + vertices.all.len() <= FEW as usize)
        {
            vertices.extend(&old.vertices.all.clone(), usize::MAX, cx)?;
        }
        if vertices.partizan.is_some() {
            return Err(partizan());
        }
        let budget = &mut cx.games().budget;
        let graph = Digraph::from_edges(vertices.all.len() as u32, &vertices.edges, budget)?;
        let loopy = loopy(&graph, &[], budget)?;
        Ok(Board { of, vertices, graph, loopy, game: None, full: None })
    }

    fn numbers(&self, tokens: &[PositionId]) -> Option<Vec<u32>> {
        tokens.iter().map(|p| self.vertices.numbers.get(p).copied()).collect()
    }

    /// Whether some token can go round in circles without meeting another.
    fn is_loopy(&self, tokens: &[u32], budget: &mut Budget) -> Result<bool, Fault> {
        for &token in tokens.iter().filter(|&&token| self.loopy[token as usize]) {
            let others: Vec<u32> = tokens.iter().copied().filter(|&other| other != token).collect();
            if others.is_empty() || loopy(&self.graph, &others, budget)?[token as usize] {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The largest sets that are labelled for a question about so many tokens.
    fn wanted(&self, tokens: usize) -> usize {
        if self.graph.vertices() <= FEW { 4 } else { tokens.clamp(1, 4) }
    }

    /// The values of sets of so many tokens.
    fn game(&mut self, tokens: usize, budget: &mut Budget) -> Result<&Annihilation, Fault> {
        let wanted = self.wanted(tokens);
        if self.game.as_ref().is_none_or(|game| game.weight() < wanted) {
            self.game = None;
            self.game = Some(Annihilation::of_few(&self.graph, wanted, budget)?);
        }
        Ok(self.game.as_ref().expect("made above"))
    }

    /// The counter of a set of value 0.
    fn counter(&mut self, tokens: &[u32], budget: &mut Budget) -> Result<Option<u64>, Fault> {
        if self.active() > ALL {
            return self.game(4, budget)?.counter_bound(tokens, budget);
        }
        Ok(self.full(budget)?.counter(tokens, budget)?.map(u64::from))
    }

    /// Vertices on which tokens matter.
    fn active(&self) -> usize {
        (0..self.graph.vertices()).filter(|&v| !self.graph.is_terminal(v)).count()
    }

    /// All sets of tokens.
    fn full(&mut self, budget: &mut Budget) -> Result<&FullAnnihilation, Fault> {
        if self.full.is_none() {
            self.full = Some(FullAnnihilation::new(&self.graph, budget)?);
        }
        Ok(self.full.as_ref().expect("made above"))
    }
}

fn partizan() -> Fault {
    Fault::None(
        "in an annihilation game both players have the same moves, and from some vertex here they have not".into(),
    )
}

/// The vertices from which a cycle can be reached on the graph without the vertices `blocked`.
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

/// The boards of the questions asked last.
#[derive(Default)]
struct Boards(Vec<Board>);

/// Asks the board on which these tokens stand.
fn on_board<C: Context, T>(
    tokens: &[PositionId],
    cx: &mut C,
    ask: impl FnOnce(&mut Board, &[u32], &mut C) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let here = ruleset(cx);
    let mut boards: Box<Boards> = cx.positions().take_table(here);
    let at = boards.0.iter().position(|board| board.numbers(tokens).is_some());
    let board = match at {
        Some(at) => Ok(boards.0.remove(at)),
        None => Board::new(tokens, boards.0.last(), cx),
    };
    let answer = board.and_then(|mut board| {
        let numbers = board.numbers(tokens).expect("the board has these vertices");
        let answer = ask(&mut board, &numbers, cx);
        boards.0.push(board);
        answer
    });
    if boards.0.len() > BOARDS {
        boards.0.remove(0);
    }
    cx.positions().put_table(here, boards);
    answer
}

fn tokens(state: &[u32]) -> Vec<PositionId> {
    state.iter().map(|&p| PositionId(p)).collect()
}

/// Demands that one more set of so many tokens may be listed.
fn room<C: Context>(len: usize, cx: &mut C) -> Result<(), Fault> {
    let bytes = cx.positions().bytes_for(len);
    cx.games().budget.reserve(bytes)?;
    for _ in 0..=len / 64 {
        cx.games().budget.tick()?;
    }
    Ok(())
}

/// Takes a token off this vertex, or puts one there.
fn toggle(set: &mut Vec<PositionId>, p: PositionId) {
    match set.iter().position(|&token| token == p) {
        Some(at) => {
            set.remove(at);
        }
        None => set.push(p),
    }
}

struct AnnihilationRules;

impl<C: Context> Rules<C> for AnnihilationRules {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault> {
        out.impartial = true;
        let set = tokens(state);
        let mut moves = Options::default();
        let mut seen = rustc_hash::FxHashSet::default();
        for &token in &set {
            positions::options(token, cx, &mut moves)?;
            if !moves.impartial {
                return Err(partizan());
            }
            for &option in &moves.left {
                room(set.len() + 1, cx)?;
                let mut next = set.clone();
                toggle(&mut next, token);
                for part in tokens_of(option, cx)? {
                    toggle(&mut next, part);
                }
                cx.positions().sort_as_set(&mut next);
                let state: State = next.iter().map(|p| p.0).collect();
                let p = cx.positions().intern(here, &state);
                if seen.insert(p) {
                    out.left.push(p);
                }
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn is_set(&self) -> bool {
        true
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn term(&self, state: &[u32], _: &C) -> Term {
        let kind = Term::Name("annihilation".into());
        Term::Call("sum".into(), std::iter::once(kind).chain(tokens(state).into_iter().map(Term::Position)).collect())
    }

    /// Where no token can go round in circles the game is won as the sum is, for two equal nim-values cancel (Fraenkel,
    /// Scenic trails, section 4).
    fn known(&self, _: RulesetId, state: &[u32], cx: &mut C) -> Option<Result<Known, Fault>> {
        nim_sum(&tokens(state), cx).transpose()
    }

    /// By the theory of Fraenkel and Yesha.
    fn gamma(&self, _: RulesetId, state: &[u32], cx: &mut C) -> Option<Result<GammaValue, Fault>> {
        let tokens = tokens(state);
        if tokens.is_empty() {
            return Some(Ok(GammaValue::nimber(0u64)));
        }
        let answer = on_board(&tokens, cx, |board, numbers, cx| {
            if board.vertices.splits {
                return Ok(None);
            }
            Ok(Some(board.game(numbers.len(), &mut cx.games().budget)?.gamma(numbers)))
        });
        answer.transpose()
    }

    /// Who wins: in normal play by the value, in misere play few tokens by a table of all sets of so many.
    fn theorem(
        &self,
        here: RulesetId,
        state: &[u32],
        question: Question,
        _: &mut Parts,
        cx: &mut C,
    ) -> Result<Option<Finding>, Fault> {
        let tokens = tokens(state);
        if tokens.is_empty() || question.about != About::Outcome {
            return Ok(None);
        }
        if question.convention == Convention::Normal {
            let p = cx.positions().intern(here, state);
            let Some(theorem) = normal_theorem(p, &tokens, cx)? else { return Ok(None) };
            let verdict = positions::by_gamma(&positions::gamma(p, cx)?);
            return Ok(Some(Finding { answer: verdict.into(), way: Way::Theorem(theorem, Vec::new()) }));
        }
        on_board(&tokens, cx, |board, numbers, cx| {
            let budget = &mut cx.games().budget;
            let wanted = board.wanted(numbers.len());
            let (sets, moves) = Annihilation::size(&board.graph, wanted);
            let by_table = |outcome: Outcome, sets: usize| {
                let verdict = match outcome {
                    Outcome::N => Verdict::Win,
                    Outcome::P => Verdict::Loss,
                    _ => Verdict::Draw,
                };
                Finding { answer: verdict.into(), way: Way::Search(sets) }
            };
            if board.vertices.splits {
                return Ok(None);
            }
            if board.active() <= ALL {
                let outcome = board.full(budget)?.misere_outcome(numbers, budget)?;
                return Ok(Some(by_table(outcome, 1 << board.active())));
            }
            if numbers.len() > wanted || sets.max(moves) > TABLE {
                return Ok(None);
            }
            let outcome = board.game(numbers.len(), budget)?.misere_outcome(numbers, budget)?;
            Ok(outcome.map(|outcome| by_table(outcome, sets as usize)))
        })
    }

    fn winning_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        cx: &mut C,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        if convention == Convention::Misere {
            return None;
        }
        winning_moves(here, state, cx).transpose()
    }
}

/// The sum of the tokens' nim-values, if they have some; [`Fault::Loopy`] where a token can go round in circles, and
/// nothing where the game must be looked at move by move.
fn nim_sum<C: Context>(tokens: &[PositionId], cx: &mut C) -> Result<Option<Known>, Fault> {
    let mut sum = 0;
    let mut loopy = false;
    for &token in tokens {
        cx.games().budget.tick()?;
        match positions::value(token, cx) {
            Ok(Known::Nim(n)) => sum ^= n,
            Ok(Known::Game(_)) => return Err(partizan()),
            Err(Fault::Loopy) => loopy = true,
            Err(fault) => return Err(fault),
        }
    }
    let declared = tokens.iter().all(|&token| {
        let of = cx.positions().ruleset_of(token);
        cx.positions().rules(of).is_impartial()
    });
    if declared && !loopy {
        return Ok(Some(Known::Nim(sum)));
    }
    // A nimber may hide moves that only one player has.
    on_board(tokens, cx, |board, numbers, cx| {
        if !loopy {
            Ok(Some(Known::Nim(sum)))
        } else if !board.vertices.splits && board.is_loopy(numbers, &mut cx.games().budget)? {
            Err(Fault::Loopy)
        } else {
            Ok(None)
        }
    })
}

/// The moves to value 0, least counter first, where play can go round in circles. On a small board the counters are
/// Smith's, and taking the first move each time wins. On a larger one they are those of a representation by small sets:
/// every move listed keeps the win, but that the first makes progress is proved only for a player who remembers the
/// play, as `digraphs::Strategy` does.
fn winning_moves<C: Context>(here: RulesetId, state: &[u32], cx: &mut C) -> Result<Option<Vec<PositionId>>, Fault> {
    let set = tokens(state);
    let p = cx.positions().intern(here, state);
    match positions::value(p, cx) {
        Ok(_) => return Ok(None),
        Err(Fault::Loopy) => {}
        Err(fault) => return Err(fault),
    }
    let mut moves = Options::default();
    positions::options(p, cx, &mut moves)?;
    let found = on_board(&set, cx, |board, _, cx| {
        if board.vertices.splits {
            return Ok(None);
        }
        let mut found = Vec::new();
        for &option in &moves.left {
            let tokens = tokens(cx.positions().state(option));
            let numbers = board.numbers(&tokens).expect("a token stays on the board");
            let budget = &mut cx.games().budget;
            if board.game(set.len(), budget)?.finite(&numbers) == Some(0) {
                found.push((board.counter(&numbers, budget)?, option));
            }
        }
        found.sort();
        Ok(Some(found.into_iter().map(|(_, option)| option).collect()))
    })?;
    Ok(found)
}

/// Where no token can go round in circles.
static SUM_OF_TOKENS: Theorem = Theorem {
    says: "as no token can go round in circles and the nim-values of the tokens add up",
    source: "Fraenkel, Scenic trails, section 4",
};

/// Where one can.
static LINEAR: Theorem = Theorem {
    says: "as γ is linear on the sets of finite value and sets of four tokens span them",
    source: "Fraenkel and Yesha 1982",
};

/// The theorem that answers for these tokens in normal play; nothing where every move is looked at.
fn normal_theorem<C: Context>(
    p: PositionId,
    set: &[PositionId],
    cx: &mut C,
) -> Result<Option<&'static Theorem>, Fault> {
    match positions::value(p, cx) {
        Ok(_) => Ok(nim_sum(set, cx)?.map(|_| &SUM_OF_TOKENS)),
        Err(Fault::Loopy) => on_board(set, cx, |board, _, _| Ok((!board.vertices.splits).then_some(&LINEAR))),
        Err(fault) => Err(fault),
    }
}
