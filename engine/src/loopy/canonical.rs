//! The canonical form of a stopper (Siegel, *Combinatorial Game Theory*, VI.4).
//!
//! The order of the steps matters. `<<|0>|>` is 0; but if its root is made one with the vertex 0 first, the result is
//! `loop a <<|a>|>`, which is no stopper at all. So options are bypassed and dropped first, on the original graph, in
//! which no vertex changes its value; vertices of one value are fused at the end.

use super::bisimulation::refine;
use super::draft::{Graph, VertexList};
use super::reduction::Reduction;
use super::sides::ValueSide;
use super::{Arenas, Stopper, Vertex, of};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault, Player};
use crate::graphs::Csr;

impl Arenas<'_> {
    /// Returns the canonical forms of all vertices of a graph in which no endless alternating play is possible.
    /// Components are taken one by one, sinks first, so that those above see canonical forms.
    pub(super) fn canonical(&mut self, graph: &Graph) -> Result<Vec<Stopper>, Fault> {
        if cfg!(any(debug_assertions, test)) {
            let is_stopper = matches!(graph.is_stopper(&mut Budget::unlimited()), Ok(true));
            assert!(is_stopper, "only stoppers have canonical forms");
        }
        let components = graph.components(&mut self.games.budget)?;
        self.canonical_by_components(graph, &components)
    }

    /// Returns the canonical forms of all vertices, given the components.
    pub(super) fn canonical_by_components(&mut self, graph: &Graph, components: &Csr) -> Result<Vec<Stopper>, Fault> {
        let mut found = vec![None; graph.len()];
        for component in components.rows() {
            self.games.budget.tick()?;
            let v = component[0];
            let at_once = match (&graph.vertices[v as usize], component.len()) {
                (Vertex::Known(stopper), _) => Some(*stopper),
                (Vertex::Moves(_), 1) => self.simple_vertex(graph, v, &found, ValueSide::On)?,
                (Vertex::Moves(_), _) => None,
            };
            if at_once.is_some() {
                found[v as usize] = at_once;
                continue;
            }
            let part = self.extracted(graph, component, &found)?;
            let stoppers = self.canonical_component(&part)?;
            component.iter().zip(stoppers).for_each(|(&v, stopper)| found[v as usize] = Some(stopper));
        }
        Ok(found.into_iter().map(|stopper| stopper.expect("every vertex is in a component")).collect())
    }

    /// Returns the canonical forms of all vertices of a graph of stoppers, taken as one component.
    pub(super) fn canonical_component(&mut self, graph: &Graph) -> Result<Vec<Stopper>, Fault> {
        let reduction = Reduction::of_stopper(graph, self)?;
        if reduction.has_all() {
            return self.reduced(reduction);
        }
        let (merged, place) = self.merged(graph)?;
        let mut reduction = Reduction::of_stopper(&merged, self)?;
        reduction.run(self)?;
        let stoppers = self.fused(&reduction.graph())?;
        Ok(place.into_iter().map(|v| stoppers[v as usize]).collect())
    }

    /// Returns the canonical forms of all vertices of a graph that were compared at once.
    pub(super) fn reduced(&mut self, mut reduction: Reduction<'_>) -> Result<Vec<Stopper>, Fault> {
        reduction.run(self)?;
        let class = reduction.classes(self)?;
        self.fused_by(&class, reduction.graph())
    }

    /// Returns the graph with bisimilar vertices made one, and which one each vertex became. This changes no value,
    /// whatever the game.
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
                    let mut list: VertexList = list.into_iter().map(|w| place[w as usize]).collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                })),
            });
        }
        Ok((merged, place))
    }

    /// Returns the stoppers of a graph without dominated and reversible options whose vertices of one value are known:
    /// each has the number of the first one in its class.
    fn fused_by(&mut self, class: &[u32], mut graph: Graph) -> Result<Vec<Stopper>, Fault> {
        for (v, &first) in class.iter().enumerate() {
            if first != v as u32 {
                // Nothing leads here any more.
                graph.vertices[v] = Vertex::Known(Stopper::ZERO);
            } else if let Vertex::Moves(lists) = &mut graph.vertices[v] {
                for list in lists {
                    list.iter_mut().for_each(|w| *w = class.get(*w as usize).copied().unwrap_or(*w));
                    list.sort_unstable();
                    list.dedup();
                }
            }
        }
        let stoppers = self.stored(&graph)?;
        Ok(class.iter().map(|&first| stoppers[first as usize]).collect())
    }

    /// Returns the stoppers of a graph without dominated and reversible options: vertices of equal value are bisimilar
    /// (Siegel VI.4), also those that are known already, so that a bisimulation finds them.
    fn fused(&mut self, graph: &Graph) -> Result<Vec<Stopper>, Fault> {
        let count = graph.len();
        let mut graph = graph.clone();
        self.resolve(&mut graph)?;
        // Known loopy values take part with their moves.
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
            let mut lists = <[VertexList; 2]>::default();
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
