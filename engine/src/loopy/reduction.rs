//! Dropping and bypassing options without changing a value.
//!
//! In a stopper every dominated option can be dropped and every reversible one bypassed (Siegel, *Combinatorial Game
//! Theory*, VI.4). On one side of a game with endless alternating play there are conditions: an option of the player who
//! loses draws is dropped only for one from which alternating play cannot come back, and an option is bypassed only if
//! alternating play from behind it does not come back to it. No vertex changes its value, so that one comparison serves for
//! all steps.

use super::comparison::{Comparison, Rule};
use super::draft::{Alternation, Graph, VertexList};
use super::sides::ValueSide;
use super::{Arenas, Vertex, of};
use crate::games::{Fault, Player};

/// A graph whose options are being bypassed and dropped.
pub(super) struct Reduction<'g> {
    graph: &'g Graph,
    comparison: Comparison<'g>,
    /// The options that are left, by vertex, as nodes of the comparison.
    options: Vec<[VertexList; 2]>,
    /// The known value that a vertex equals, as a node.
    known: Vec<Option<u32>>,
    guard: Option<AlternationGuard>,
}

/// The information needed if endless alternating play is possible.
struct AlternationGuard {
    alternation: Alternation,
    /// The player who loses draws.
    loser: Player,
}

impl<'g> Reduction<'g> {
    /// Returns the reduction of a graph without endless alternating play.
    pub fn of_stopper(graph: &'g Graph, values: &mut Arenas<'_>) -> Result<Reduction<'g>, Fault> {
        Reduction::new(graph, Rule::Endless, None, values)
    }

    /// Returns the reduction of one side of any graph.
    pub fn of_side(graph: &'g Graph, side: ValueSide, values: &mut Arenas<'_>) -> Result<Reduction<'g>, Fault> {
        let alternation = graph.alternation(&mut values.games.budget)?;
        Reduction::new(graph, side.rule(), Some(AlternationGuard { alternation, loser: side.loser() }), values)
    }

    fn new(
        graph: &'g Graph,
        rule: Rule,
        guard: Option<AlternationGuard>,
        values: &mut Arenas<'_>,
    ) -> Result<Reduction<'g>, Fault> {
        let mut comparison = Comparison::new(graph, rule);
        comparison.compare_all(values)?;
        let (options, known) = (Vec::with_capacity(graph.len()), vec![None; graph.len()]);
        let mut reduction = Reduction { graph, comparison, options, known, guard };
        reduction.recognise(values)?;
        for (v, vertex) in graph.vertices.iter().enumerate() {
            let mut lists = <[VertexList; 2]>::default();
            if matches!(vertex, Vertex::Moves(_)) && reduction.known[v].is_none() {
                for player in [Player::Left, Player::Right] {
                    let list = reduction.comparison.moves(v as u32, player, values)?;
                    let known = &reduction.known;
                    let stands_for = |&w: &u32| known.get(w as usize).copied().flatten().unwrap_or(w);
                    lists[of(player)] = list.iter().map(stands_for).collect();
                }
            }
            reduction.options.push(lists);
        }
        Ok(reduction)
    }

    /// Returns `true` if all vertices were compared at once, so that comparing costs nothing.
    pub fn has_all(&self) -> bool {
        self.comparison.all().is_some()
    }

    /// Returns `true` if all vertices were compared at once, and Left, who begins, holds all these differences.
    pub fn holds_all(&self, mut differences: impl Iterator<Item = (u32, u32)>) -> bool {
        let Some(all) = self.comparison.all() else { return false };
        differences.all(|(first, second)| all.is_held(first, second, Player::Left))
    }

    /// Finds the vertices that equal known values.
    fn recognise(&mut self, values: &mut Arenas<'_>) -> Result<(), Fault> {
        let Some(all) = self.comparison.all() else { return Ok(()) };
        let nodes = self.comparison.known_nodes();
        values.games.budget.charge(nodes.len() * self.graph.len() / 4)?;
        for v in (0..self.graph.len() as u32).filter(|&v| self.graph.has_moves(v)) {
            self.known[v as usize] = nodes.iter().copied().find(|&node| all.are_equal(v, node));
        }
        Ok(())
    }

    /// Drops and bypasses until nothing changes.
    pub fn run(&mut self, values: &mut Arenas<'_>) -> Result<(), Fault> {
        while self.sweep(values)? {}
        Ok(())
    }

    /// Returns the first vertex that has the same value, for each, if all were compared at once.
    pub fn classes(&self, values: &mut Arenas<'_>) -> Result<Vec<u32>, Fault> {
        let mut firsts: Vec<u32> = Vec::with_capacity(self.graph.len());
        let mut class = Vec::with_capacity(self.graph.len());
        for v in 0..self.graph.len() as u32 {
            values.games.budget.charge(firsts.len() / 4)?;
            let equal = self.comparison.all().and_then(|all| firsts.iter().copied().find(|&u| all.are_equal(u, v)));
            if equal.is_none() {
                firsts.push(v);
            }
            class.push(equal.unwrap_or(v));
        }
        Ok(class)
    }

    /// Goes through all vertices once. Returns `true` if anything changed.
    fn sweep(&mut self, values: &mut Arenas<'_>) -> Result<bool, Fault> {
        let mut changed = false;
        for v in 0..self.graph.len() as u32 {
            if matches!(self.graph.vertices[v as usize], Vertex::Known(_)) || self.known[v as usize].is_some() {
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

    /// Returns `true` if others may be dropped for this option.
    fn may_dominate(&self, player: Player, v: u32, option: u32) -> bool {
        self.guard.as_ref().is_none_or(|guard| player != guard.loser || !self.comes_back(guard, player, v, option))
    }

    /// Returns `true` if the options after this reply may replace an option.
    fn may_bypass(&self, rival: Player, option: u32, reply: u32) -> bool {
        self.guard.as_ref().is_none_or(|guard| !self.comes_back(guard, rival, option, reply))
    }

    /// Returns `true` if alternating play may come back to a player's move.
    fn comes_back(&self, guard: &AlternationGuard, player: Player, from: u32, to: u32) -> bool {
        let vertices = self.graph.len() as u32;
        from < vertices && to < vertices && guard.alternation.joins(player, from, to)
    }

    /// Returns `true` if the first is at least as good for the player as the second.
    fn prefers(&mut self, player: Player, a: u32, b: u32, values: &mut Arenas<'_>) -> Result<bool, Fault> {
        match player {
            Player::Left => self.comparison.at_least(a, b, values),
            Player::Right => self.comparison.at_least(b, a, values),
        }
    }

    /// Drops options that are no better than another; of equal ones a known value stays.
    fn drop_dominated(&mut self, v: u32, player: Player, values: &mut Arenas<'_>) -> Result<bool, Fault> {
        let before = self.options[v as usize][of(player)].len();
        if before < 2 {
            return Ok(false);
        }
        let mut list = std::mem::take(&mut self.options[v as usize][of(player)]);
        list.sort_unstable_by_key(|&node| (self.comparison.stopper(node).is_none(), node));
        list.dedup();
        let mut kept = VertexList::new();
        for option in list {
            let mut is_dominated = false;
            for &other in &kept {
                if self.may_dominate(player, v, other) && self.prefers(player, other, option, values)? {
                    is_dominated = true;
                    break;
                }
            }
            if is_dominated {
                continue;
            }
            let mut better = VertexList::new();
            for other in kept {
                if !(self.may_dominate(player, v, option) && self.prefers(player, option, other, values)?) {
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

    /// Replaces one reversible option by the options behind it. Returns `true` if there was one.
    fn bypass(&mut self, v: u32, player: Player, values: &mut Arenas<'_>) -> Result<bool, Fault> {
        let rival = player.other();
        for place in 0..self.options[v as usize][of(player)].len() {
            let option = self.options[v as usize][of(player)][place];
            for reply in self.at(option, rival, values)? {
                if self.may_bypass(rival, option, reply) && self.prefers(rival, reply, v, values)? {
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

    /// Returns the options that are left at a node.
    fn at(&mut self, node: u32, player: Player, values: &mut Arenas<'_>) -> Result<VertexList, Fault> {
        match self.comparison.stopper(node) {
            None => Ok(VertexList::from_slice(&self.options[node as usize][of(player)])),
            Some(_) => Ok(VertexList::from_slice(self.comparison.moves(node, player, values)?)),
        }
    }

    /// Returns the remaining graph, with the known values that it leads to.
    pub fn graph(self) -> Graph {
        let mut graph = Graph { vertices: Vec::with_capacity(self.comparison.nodes()) };
        for (v, options) in self.options.into_iter().enumerate() {
            graph.push(match (&self.graph.vertices[v], self.known[v]) {
                (Vertex::Known(stopper), _) => Vertex::Known(*stopper),
                (Vertex::Moves(_), Some(node)) => {
                    Vertex::Known(self.comparison.stopper(node).expect("a vertex equals a known value"))
                }
                (Vertex::Moves(_), None) => Vertex::Moves(options),
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
