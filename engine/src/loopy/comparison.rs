//! Comparison by play: G >= H if Left, moving second, holds the difference G - H.
//!
//! A state is a vertex of G, a vertex of H and the player to move; Left moves to a G^L or an H^R. A player who cannot
//! move has lost. A [`Rule`] judges an endless play. Between stoppers Left holds it (Siegel, *Combinatorial Game
//! Theory*, VI.2). On the onside of any games she holds it if G is moved in for ever, on the offside if H is: then Left
//! has not filled her time in the component where she would lose the draw (the swivel chair; Siegel, Coping with
//! cycles, section 3).
//!
//! The reachable states are solved backwards. From the states left over, play can go on for ever. Under a rule that
//! requires moves in one component they are a Büchi game, which is solved by removing the states from which Left cannot
//! force another good move.

use super::all_pairs::{AllPairs, Moves};
use super::batch::Batch;
use super::draft::{Graph, VertexList};
use super::states::{State, States};
use super::{Arenas, Stopper, Vertex, of};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};
use crate::graphs::Csr;

/// The condition under which Left holds an endless play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// Left.
    Endless,
    /// Left if the first component is moved in for ever.
    First,
    /// Left if the second one is.
    Second,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StateVerdict {
    Open,
    Held,
    Lost,
}

/// A vertex of the comparison.
#[derive(Clone, Copy, Debug)]
enum ComparedVertex {
    /// A vertex of the graph, by number.
    Vertex(u32),
    Known(Stopper),
}

/// A node with its moves once they are needed.
struct ComparedNode {
    node: ComparedVertex,
    moves: Option<Moves>,
}

/// Comparisons within one graph; the results of one are used for the next. Vertices of the graph have their numbers;
/// known values that they lead to come after them.
pub(super) struct Comparison<'g> {
    graph: &'g Graph,
    rule: Rule,
    places: Vec<ComparedNode>,
    /// The number that stands for a known value.
    known: FastMap<Stopper, u32>,
    states: States,
    verdicts: Vec<StateVerdict>,
    keys: Vec<State>,
    /// The results for all vertices at once, if they were computed.
    all: Option<AllPairs>,
}

impl Arenas<'_> {
    /// Returns `true` if a >= b, or `None` if it was not compared before and no theorem decides.
    pub(super) fn known_order(&mut self, a: Stopper, b: Stopper) -> Result<Option<bool>, Fault> {
        if let Some(&known) = self.loops.orders.get(&(a, b)) {
            return Ok(Some(known));
        }
        let told = self.at_least_by_theorem(a, b)?;
        if let Some(at_least) = told {
            self.loops.orders.insert((a, b), at_least);
        }
        Ok(told)
    }
}

impl<'g> Comparison<'g> {
    pub fn new(graph: &'g Graph, rule: Rule) -> Comparison<'g> {
        let mut known = FastMap::with_capacity_and_hasher(graph.len(), Default::default());
        let mut places = Vec::with_capacity(graph.len() + 8);
        for (v, vertex) in graph.vertices.iter().enumerate() {
            let node = match vertex {
                Vertex::Known(stopper) => {
                    known.entry(*stopper).or_insert(v as u32);
                    ComparedVertex::Known(*stopper)
                }
                Vertex::Moves(_) => ComparedVertex::Vertex(v as u32),
            };
            places.push(ComparedNode { node, moves: None });
        }
        let states = States::new(graph.len());
        Comparison { graph, rule, places, known, states, verdicts: Vec::new(), keys: Vec::new(), all: None }
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.places.len()
    }

    /// Returns the known value at a node, or `None` if there is none.
    pub fn known_at(&self, node: u32) -> Option<Stopper> {
        self.places.get(node as usize).and_then(|_| self.stopper(node))
    }

    /// Returns the known value at a node.
    pub fn stopper(&self, node: u32) -> Option<Stopper> {
        match self.places[node as usize].node {
            ComparedVertex::Known(stopper) => Some(stopper),
            ComparedVertex::Vertex(_) => None,
        }
    }

    /// Returns the one node for a value.
    fn unified(&mut self, stopper: Stopper) -> u32 {
        let next = self.places.len() as u32;
        let places = &mut self.places;
        *self.known.entry(stopper).or_insert_with(|| {
            places.push(ComparedNode { node: ComparedVertex::Known(stopper), moves: None });
            next
        })
    }

    /// Returns the moves of a player from a node.
    pub fn moves(&mut self, node: u32, player: Player, values: &mut Arenas<'_>) -> Result<&[u32], Fault> {
        if self.places[node as usize].moves.is_none() {
            let mut lists = Moves::default();
            for player in [Player::Left, Player::Right] {
                let list: VertexList = match self.places[node as usize].node {
                    ComparedVertex::Vertex(v) => {
                        let graph = self.graph;
                        let one = |&w: &u32| match &graph.vertices[w as usize] {
                            Vertex::Known(stopper) => self.unified(*stopper),
                            Vertex::Moves(_) => w,
                        };
                        graph.moves(v, player).iter().map(one).collect()
                    }
                    ComparedVertex::Known(stopper) => match stopper.short() {
                        Some(g) => {
                            let options = values.games.options(g, player)?.into_iter();
                            options.map(|option| self.unified(option.into())).collect()
                        }
                        None => {
                            values.options(stopper, player)?.into_iter().map(|option| self.unified(option)).collect()
                        }
                    },
                };
                values.games.budget.reserve(4 * list.len())?;
                lists[of(player)] = list;
            }
            self.places[node as usize].moves = Some(lists);
        }
        Ok(self.places[node as usize].moves.as_ref().map_or(&[], |moves| &moves[of(player)]))
    }

    /// Compares all vertices, and all that known values lead to, with one another, if these are few enough.
    pub fn compare_all(&mut self, values: &mut Arenas<'_>) -> Result<(), Fault> {
        let mut node = 0;
        while node < self.places.len() {
            if self.places.len() > AllPairs::MAX_VERTICES {
                return Ok(());
            }
            self.moves(node as u32, Player::Left, values)?;
            node += 1;
        }
        let moves: Vec<_> = self.places.iter().filter_map(|place| place.moves.as_ref()).collect();
        self.all = Some(AllPairs::new(&moves, self.rule, &mut values.games.budget)?);
        Ok(())
    }

    /// Returns the results for all vertices at once, if they were computed.
    pub fn all(&self) -> Option<&AllPairs> {
        self.all.as_ref()
    }

    /// Returns the nodes that are known values.
    pub fn known_nodes(&self) -> Vec<u32> {
        (0..self.places.len() as u32).filter(|&node| self.stopper(node).is_some()).collect()
    }

    /// Returns `true` if the first node is at least the second.
    pub fn at_least(&mut self, first: u32, second: u32, values: &mut Arenas<'_>) -> Result<bool, Fault> {
        values.games.budget.tick()?;
        if let Some(all) = &self.all {
            return Ok(all.is_held(first, second, Player::Right));
        }
        let state = State { first, second, mover: Player::Right, good: false };
        if let Some(held) = self.settled(state, values)? {
            return Ok(held);
        }
        let number = match self.states.get(state) {
            Some(number) => number,
            None => {
                // It is the first of those that are judged now.
                let number = self.keys.len() as u32;
                self.solve(state, values)?;
                number
            }
        };
        let held = self.verdicts[number as usize] == StateVerdict::Held;
        if let (Some(a), Some(b)) = (self.stopper(first), self.stopper(second)) {
            values.loops.orders.insert((a, b), held);
        }
        Ok(held)
    }

    /// Decides without play: short games, a game with itself, earlier comparisons.
    fn settled(&self, state: State, values: &mut Arenas<'_>) -> Result<Option<bool>, Fault> {
        if state.first == state.second && state.mover == Player::Right {
            return Ok(Some(true));
        }
        let (Some(a), Some(b)) = (self.stopper(state.first), self.stopper(state.second)) else { return Ok(None) };
        if let (Some(g), Some(h)) = (a.short(), b.short()) {
            return Ok(Some(match state.mover {
                Player::Right => values.games.less_or_equal(h, g)?,
                Player::Left => !values.games.less_or_equal(g, h)?,
            }));
        }
        Ok(match state.mover {
            Player::Right => values.known_order(a, b)?,
            Player::Left if a.short().is_some() || b.short().is_some() => {
                values.known_order(b, a)?.map(|at_least| !at_least)
            }
            // Both may hold a difference in which play goes on for ever, so the other comparison does not decide.
            Player::Left => None,
        })
    }

    /// Judges every state that can be reached from this one.
    fn solve(&mut self, start: State, values: &mut Arenas<'_>) -> Result<(), Fault> {
        let mut batch = self.explore(start, values)?;
        let before = batch.before(values)?;
        self.propagate(&mut batch, &before, values)?;
        self.judge_endless(batch, &before, values)
    }

    fn number(&mut self, state: State) -> u32 {
        let next = self.keys.len() as u32;
        let number = self.states.entry(state, next);
        if number == next {
            self.keys.push(state);
            self.verdicts.push(StateVerdict::Open);
        }
        number
    }

    fn explore(&mut self, start: State, values: &mut Arenas<'_>) -> Result<Batch, Fault> {
        let first = self.keys.len();
        self.number(start);
        let mut batch = Batch { start: first, open: Vec::new(), edges: Vec::new(), judged: Vec::new() };
        let mut next = first;
        // If one move decides at once, the others are not followed.
        let mut unsettled: Vec<State> = Vec::new();
        while next < self.keys.len() {
            if next.is_power_of_two() {
                values.games.budget.reserve(next * 64)?;
            }
            values.games.budget.room_to_push(&batch.edges)?;
            let state = self.keys[next];
            let mover = state.mover;
            let here = (next - first) as u32;
            let (mut verdict, wanted) = match mover {
                Player::Left => (StateVerdict::Lost, StateVerdict::Held),
                Player::Right => (StateVerdict::Held, StateVerdict::Lost),
            };
            let edges = batch.edges.len();
            'moves: for (component, player) in [(true, mover), (false, mover.other())] {
                let node = if component { state.first } else { state.second };
                let count = self.moves(node, player, values)?.len();
                for index in 0..count {
                    values.games.budget.tick()?;
                    let to = self.moves(node, player, values)?[index];
                    let good = match self.rule {
                        Rule::Endless => false,
                        Rule::First => component,
                        Rule::Second => !component,
                    };
                    let (first_node, second_node) = if component { (to, state.second) } else { (state.first, to) };
                    let after = State { first: first_node, second: second_node, mover: mover.other(), good };
                    match self.settled(after, values)? {
                        Some(held) if held == (mover == Player::Left) => {
                            verdict = wanted;
                            break 'moves;
                        }
                        Some(_) => {}
                        None => unsettled.push(after),
                    }
                }
            }
            for after in unsettled.drain(..) {
                if verdict == wanted {
                    break;
                }
                let number = self.number(after);
                match self.verdicts[number as usize] {
                    StateVerdict::Open => batch.edges.push((here, number - first as u32)),
                    judged if judged == wanted => {
                        verdict = wanted;
                        batch.edges.truncate(edges);
                    }
                    _ => {}
                }
            }
            let open = (batch.edges.len() - edges) as u32;
            batch.open.push(open);
            if open == 0 {
                self.verdicts[next] = verdict;
                batch.judged.push(here);
            }
            next += 1;
        }
        Ok(batch)
    }

    /// Carries verdicts back along the moves.
    fn propagate(&mut self, batch: &mut Batch, before: &Csr, values: &mut Arenas<'_>) -> Result<(), Fault> {
        while let Some(state) = batch.judged.pop() {
            let verdict = self.verdicts[batch.start + state as usize];
            for &from in before.row(state) {
                values.games.budget.tick()?;
                let at = batch.start + from as usize;
                if self.verdicts[at] != StateVerdict::Open {
                    continue;
                }
                batch.open[from as usize] -= 1;
                let decides = match self.keys[at].mover {
                    Player::Left => verdict == StateVerdict::Held,
                    Player::Right => verdict == StateVerdict::Lost,
                };
                if decides || batch.open[from as usize] == 0 {
                    self.verdicts[at] = verdict;
                    batch.judged.push(from);
                }
            }
        }
        Ok(())
    }

    /// Judges the states from which play goes on for ever.
    fn judge_endless(&mut self, mut batch: Batch, before: &Csr, values: &mut Arenas<'_>) -> Result<(), Fault> {
        loop {
            let alive: Vec<u32> = (0..batch.open.len() as u32)
                .filter(|&state| self.verdicts[batch.start + state as usize] == StateVerdict::Open)
                .collect();
            values.games.budget.charge(batch.open.len())?;
            let forced = match self.rule {
                Rule::Endless => None,
                _ => Some(self.forced(&batch, before, &alive, values)?),
            };
            let mut lost = 0;
            for &state in &alive {
                if forced.as_ref().is_some_and(|forced| !forced[state as usize]) {
                    self.verdicts[batch.start + state as usize] = StateVerdict::Lost;
                    batch.judged.push(state);
                    lost += 1;
                }
            }
            if lost == 0 {
                alive.iter().for_each(|&state| self.verdicts[batch.start + state as usize] = StateVerdict::Held);
                return Ok(());
            }
            self.propagate(&mut batch, before, values)?;
        }
    }

    /// Returns for each of these states `true` if Left can force a good move from it, now or later.
    fn forced(&self, batch: &Batch, before: &Csr, alive: &[u32], values: &mut Arenas<'_>) -> Result<Vec<bool>, Fault> {
        let mut forced = vec![false; batch.open.len()];
        let mut left = batch.open.clone();
        let mut waiting: Vec<u32> =
            alive.iter().copied().filter(|&state| self.keys[batch.start + state as usize].good).collect();
        waiting.iter().for_each(|&state| forced[state as usize] = true);
        while let Some(state) = waiting.pop() {
            for &from in before.row(state) {
                values.games.budget.tick()?;
                let at = batch.start + from as usize;
                if forced[from as usize] || self.verdicts[at] != StateVerdict::Open {
                    continue;
                }
                left[from as usize] -= 1;
                if self.keys[at].mover == Player::Left || left[from as usize] == 0 {
                    forced[from as usize] = true;
                    waiting.push(from);
                }
            }
        }
        Ok(forced)
    }
}
