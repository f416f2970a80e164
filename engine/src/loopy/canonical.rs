//! The canonical form of a stopper (Siegel, *Combinatorial Game Theory*, VI.4).
//!
//! The order of the steps matters. `<<|0>|>` is 0; but if its root is made one with the vertex 0 first, what is left is
//! `loop a <<|a>|>`, which is no stopper at all. So options are bypassed and dropped first, on the graph as it was given,
//! in which no vertex changes its value; vertices of one value are fused at the end.

use super::bisimulation::refine;
use super::comparison::{Comparison, Rule};
use super::draft::Graph;
use super::{Arenas, Stopper, Vertex, of};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Player};

impl Arenas<'_> {
    /// The canonical forms of all vertices of a graph in which no endless alternating play is possible.
    pub(super) fn canonical(&mut self, graph: &Graph) -> Result<Vec<Stopper>, Fault> {
        let (merged, place) = self.merged(graph)?;
        let mut reduction = Reduction::new(&merged, self)?;
        while reduction.sweep(self)? {}
        let reduced = reduction.graph();
        let stoppers = self.fused(&reduced)?;
        Ok(place.into_iter().map(|v| stoppers[v as usize]).collect())
    }

    /// The graph with bisimilar vertices made one, and which one each vertex became. This changes no value, whatever the
    /// game.
    pub(super) fn merged(&mut self, graph: &Graph) -> Result<(Graph, Vec<u32>), Fault> {
        let mut colours: FastMap<Option<Stopper>, u32> = FastMap::default();
        let mut first = Vec::with_capacity(graph.len());
        for vertex in &graph.vertices {
            let known = match vertex {
                Vertex::Known(stopper) => Some(*stopper),
                Vertex::Moves(_) => None,
            };
            let next = colours.len() as u32;
            first.push(*colours.entry(known).or_insert(next));
        }
        let moves = |v: u32, player: usize| graph.moves(v, [Player::Left, Player::Right][player]);
        let class = refine(first, &moves, &mut self.games.budget)?;
        let mut numbers: FastMap<u32, u32> = FastMap::default();
        let mut representatives = Vec::new();
        let mut place = Vec::with_capacity(class.len());
        for (v, &class) in class.iter().enumerate() {
            let next = numbers.len() as u32;
            let number = *numbers.entry(class).or_insert(next);
            if number == next {
                representatives.push(v);
            }
            place.push(number);
        }
        let mut merged = Graph::default();
        for v in representatives {
            merged.push(match &graph.vertices[v] {
                Vertex::Known(stopper) => Vertex::Known(*stopper),
                Vertex::Moves(moves) => Vertex::Moves(moves.clone().map(|list| {
                    let mut list: Vec<u32> = list.into_iter().map(|w| place[w as usize]).collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                })),
            });
        }
        Ok((merged, place))
    }

    /// The stoppers of a graph without dominated and reversible options: vertices of equal value are bisimilar (Siegel
    /// VI.4), also those that are known already, so that a bisimulation finds them.
    fn fused(&mut self, graph: &Graph) -> Result<Vec<Stopper>, Fault> {
        let count = graph.len();
        let mut graph = graph.clone();
        self.resolve(&mut graph)?;
        // What is known and loopy takes part with its moves.
        let mut numbers: FastMap<Stopper, u32> = FastMap::default();
        let mut whole = Graph::default();
        let mut known: Vec<Option<Stopper>> = Vec::new();
        for vertex in &graph.vertices {
            whole.push(vertex.clone());
            known.push(match vertex {
                Vertex::Known(stopper) => Some(*stopper),
                Vertex::Moves(_) => None,
            });
        }
        for (v, stopper) in known.iter().enumerate() {
            if let Some(stopper) = stopper {
                numbers.entry(*stopper).or_insert(v as u32);
            }
        }
        let mut next = 0;
        while next < whole.len() {
            let at = next;
            next += 1;
            let Some(stopper) = known[at].filter(|stopper| stopper.is_loopy()) else { continue };
            let mut lists = [Vec::new(), Vec::new()];
            for player in [Player::Left, Player::Right] {
                for option in self.options(stopper, player)? {
                    self.games.budget.tick()?;
                    let number = *numbers.entry(option).or_insert_with(|| {
                        known.push(Some(option));
                        whole.known(option)
                    });
                    lists[of(player)].push(number);
                }
            }
            whole.vertices[at] = Vertex::Moves(lists);
        }
        let (mut merged, place) = self.merged(&whole)?;
        for (v, stopper) in known.iter().enumerate() {
            if let Some(stopper) = stopper {
                merged.vertices[place[v] as usize] = Vertex::Known(*stopper);
            }
        }
        let stoppers = self.stored(&merged)?;
        Ok((0..count).map(|v| known[v].unwrap_or_else(|| stoppers[place[v] as usize])).collect())
    }

    /// Stores the vertices whose play ends at known values, so that they are known too.
    fn resolve(&mut self, graph: &mut Graph) -> Result<(), Fault> {
        let mut open = vec![0u32; graph.len()];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
        let mut ready = Vec::new();
        for v in 0..graph.len() as u32 {
            if matches!(graph.vertices[v as usize], Vertex::Known(_)) {
                continue;
            }
            for w in (0..).map_while(|i| graph.any_move(v, i)) {
                self.games.budget.tick()?;
                if matches!(graph.vertices[w as usize], Vertex::Moves(_)) {
                    open[v as usize] += 1;
                    before[w as usize].push(v);
                }
            }
            if open[v as usize] == 0 {
                ready.push(v);
            }
        }
        while let Some(v) = ready.pop() {
            let row = [Player::Left, Player::Right].map(|player| {
                let known = graph.moves(v, player).iter().filter_map(|&w| match graph.vertices[w as usize] {
                    Vertex::Known(stopper) => Some(stopper),
                    Vertex::Moves(_) => None,
                });
                known.collect()
            });
            graph.vertices[v as usize] = Vertex::Known(self.stored_row(row)?);
            for &u in &before[v as usize] {
                open[u as usize] -= 1;
                if open[u as usize] == 0 {
                    ready.push(u);
                }
            }
        }
        Ok(())
    }
}

/// A graph whose options are being bypassed and dropped.
struct Reduction<'g> {
    graph: &'g Graph,
    comparison: Comparison<'g>,
    /// The options that are left, by vertex, as nodes of the comparison.
    options: Vec<[Vec<u32>; 2]>,
}

impl<'g> Reduction<'g> {
    fn new(graph: &'g Graph, values: &mut Arenas<'_>) -> Result<Reduction<'g>, Fault> {
        let mut comparison = Comparison::new(graph, Rule::Endless);
        let mut options = Vec::with_capacity(graph.len());
        for (v, vertex) in graph.vertices.iter().enumerate() {
            let mut lists = [Vec::new(), Vec::new()];
            if let Vertex::Moves(_) = vertex {
                for player in [Player::Left, Player::Right] {
                    lists[of(player)] = comparison.moves(v as u32, player, values)?.to_vec();
                }
            }
            options.push(lists);
        }
        Ok(Reduction { graph, comparison, options })
    }

    /// Goes through all vertices once; says whether anything changed.
    fn sweep(&mut self, values: &mut Arenas<'_>) -> Result<bool, Fault> {
        let mut changed = false;
        for v in 0..self.graph.len() as u32 {
            if matches!(self.graph.vertices[v as usize], Vertex::Known(_)) {
                continue;
            }
            for player in [Player::Left, Player::Right] {
                loop {
                    changed |= self.drop_dominated(v, player, values)?;
                    if !self.bypass(v, player, values)? {
                        break;
                    }
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    /// Whether the player likes the first at least as much as the second.
    fn prefers(&mut self, player: Player, a: u32, b: u32, values: &mut Arenas<'_>) -> Result<bool, Fault> {
        match player {
            Player::Left => self.comparison.at_least(a, b, values),
            Player::Right => self.comparison.at_least(b, a, values),
        }
    }

    /// Drops options that are no better than another; of equal ones a known value stays.
    fn drop_dominated(&mut self, v: u32, player: Player, values: &mut Arenas<'_>) -> Result<bool, Fault> {
        let mut list = std::mem::take(&mut self.options[v as usize][of(player)]);
        let before = list.len();
        list.sort_unstable_by_key(|&node| (self.comparison.stopper(node).is_none(), node));
        list.dedup();
        let mut kept: Vec<u32> = Vec::with_capacity(list.len());
        for option in list {
            let mut is_dominated = false;
            for &other in &kept {
                if self.prefers(player, other, option, values)? {
                    is_dominated = true;
                    break;
                }
            }
            if is_dominated {
                continue;
            }
            let mut better = Vec::with_capacity(kept.len() + 1);
            for other in kept {
                if !self.prefers(player, option, other, values)? {
                    better.push(other);
                }
            }
            better.push(option);
            kept = better;
        }
        let changed = kept.len() != before;
        self.options[v as usize][of(player)] = kept;
        Ok(changed)
    }

    /// Replaces one reversible option by what lies behind it; says whether there was one.
    fn bypass(&mut self, v: u32, player: Player, values: &mut Arenas<'_>) -> Result<bool, Fault> {
        let rival = player.other();
        for place in 0..self.options[v as usize][of(player)].len() {
            let option = self.options[v as usize][of(player)][place];
            for reply in self.at(option, rival, values)? {
                if self.prefers(rival, reply, v, values)? {
                    let behind = self.at(reply, player, values)?;
                    values.games.budget.charge(behind.len())?;
                    let list = &mut self.options[v as usize][of(player)];
                    list.remove(place);
                    list.extend(behind);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The options that are left at a node.
    fn at(&mut self, node: u32, player: Player, values: &mut Arenas<'_>) -> Result<Vec<u32>, Fault> {
        match self.comparison.stopper(node) {
            None => Ok(self.options[node as usize][of(player)].clone()),
            Some(_) => Ok(self.comparison.moves(node, player, values)?.to_vec()),
        }
    }

    /// What is left, with the known values that it leads to.
    fn graph(self) -> Graph {
        let mut graph = Graph::default();
        for (v, options) in self.options.into_iter().enumerate() {
            graph.push(match &self.graph.vertices[v] {
                Vertex::Known(stopper) => Vertex::Known(*stopper),
                Vertex::Moves(_) => Vertex::Moves(options),
            });
        }
        // Nodes beyond the graph are known values.
        for node in graph.len() as u32.. {
            match self.comparison.known_at(node) {
                Some(stopper) => graph.known(stopper),
                None => break,
            };
        }
        graph
    }
}
