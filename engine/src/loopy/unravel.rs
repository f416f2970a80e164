//! Stoppers equal to one side of a game with endless alternating play.
//!
//! On the onside draws are won by Left: Right gains nothing by moves that he makes for ever, so that they can be
//! deleted, or counted, if the game stays the same on that side. Every one of these steps is tested by comparison
//! (Siegel, Coping with cycles, section 4, where sidling is described too). Deleting a Left move cannot help Left, so
//! that one direction is enough.

use super::comparison::{Comparison, Rule};
use super::draft::{Graph, VertexList};
use super::reduction::Reduction;
use super::sides::ValueSide;
use super::{Arenas, Stopper, Vertex, of};
use crate::games::{Budget, Fault, Player};

/// The largest total number of bounded moves in the counted graphs that are tried.
const MAX_TURNS: u32 = 3;
/// The total where all endless moves of the graph are bounded.
const TURNS_OF_ALL_MOVES: u32 = 1;

/// The largest counted graph that is valued as a whole, with a proof that its values are exact.
const MAX_PROVED_VERTICES: usize = 64;

/// The largest number of endless moves among which [`Arenas::cuts`] looks for a few that are in every endless play.
const MOST_CUT: usize = 8;

impl ValueSide {
    pub(super) fn rule(self) -> Rule {
        match self {
            ValueSide::On => Rule::First,
            ValueSide::Off => Rule::Second,
        }
    }

    /// Returns the player who loses draws on this side, and whose moves may therefore be counted.
    pub(super) fn loser(self) -> Player {
        match self {
            ValueSide::On => Player::Right,
            ValueSide::Off => Player::Left,
        }
    }
}

impl Arenas<'_> {
    /// Returns the stoppers that equal some vertices on one side of a graph with these endless moves, as far as they
    /// are found.
    pub(super) fn one_side_of(
        &mut self,
        graph: &Graph,
        endless: &[(Player, u32, u32)],
        wanted: &[u32],
        side: ValueSide,
    ) -> Result<Vec<Option<Stopper>>, Fault> {
        let mut found = vec![None; wanted.len()];
        // Mostly the loser of draws does as well without the moves that he could make for ever.
        let endless = endless.iter().filter(|&&(player, ..)| player == side.loser());
        let endless: Vec<_> = endless.map(|&(_, v, w)| (v, w)).collect();
        self.unravelled(graph, wanted, side, &endless, 0, &mut found)?;
        if found.iter().all(Option::is_some) {
            return Ok(found);
        }
        let simpler = self.simplified(graph, side)?;
        if let Some(simpler) = &simpler {
            let simpler = self.stoppers_if_simpler(graph, &simpler.part(wanted), wanted.len(), side)?;
            found.iter_mut().zip(simpler).for_each(|(found, simpler)| *found = found.or(simpler));
        }
        // The simplified graph may lack moves that are needed, so the original is tried after it.
        let mut tried = None;
        for graph in simpler.iter().chain([graph]) {
            if found.iter().all(Option::is_some) {
                break;
            }
            let (merged, place) = self.merged(graph)?;
            let roots: Vec<u32> = wanted.iter().map(|&v| place[v as usize]).collect();
            let graph = merged.part(&roots);
            let key = Some(graph.key());
            if key != tried {
                self.unravel(&graph, side, &mut found)?;
                tried = key;
            }
        }
        Ok(found)
    }

    /// Returns the stoppers that equal the first `wanted` vertices of `simpler` on one side, if its largest component is smaller
    /// than that of `component`, or if `simpler` is a stopper. Otherwise all are `None`.
    fn stoppers_if_simpler(
        &mut self,
        component: &Graph,
        simpler: &Graph,
        wanted: usize,
        side: ValueSide,
    ) -> Result<Vec<Option<Stopper>>, Fault> {
        match simpler.largest_component(&mut self.games.budget)?
            < component.largest_component(&mut self.games.budget)?
        {
            true => self.stoppers_of_first(simpler, wanted, side),
            false if simpler.is_stopper(&mut self.games.budget)? => {
                Ok(self.canonical(simpler)?[..wanted].iter().copied().map(Some).collect())
            }
            false => Ok(vec![None; wanted]),
        }
    }

    /// Returns the graph without moves that change nothing on one side, as far as one comparison decides, if it is
    /// small enough for that. Its vertices keep their numbers.
    fn simplified(&mut self, graph: &Graph, side: ValueSide) -> Result<Option<Graph>, Fault> {
        let mut reduction = Reduction::of_side(graph, side, self)?;
        if !reduction.has_all() {
            return Ok(None);
        }
        reduction.run(self)?;
        Ok(Some(reduction.graph()))
    }

    /// Looks for the stoppers that equal the first vertices of a graph on one side, where none is found yet. All others are
    /// reached from them.
    fn unravel(&mut self, graph: &Graph, side: ValueSide, found: &mut [Option<Stopper>]) -> Result<(), Fault> {
        let endless = graph.endless_moves_of(side.loser(), &mut self.games.budget)?;
        let first: Vec<u32> = (0..found.len() as u32).collect();
        self.unravelled(graph, &first, side, &endless, TURNS_OF_ALL_MOVES, found)?;
        for cut in self.cuts(graph, side.loser(), &endless)? {
            if found.iter().any(Option::is_none) {
                self.unravelled(graph, &first, side, &cut, MAX_TURNS, found)?;
            }
        }
        // The fewer vertices keep their values the more can be deleted, but a deleted move may have been the wrong one.
        let some: Vec<u32> = (0..).zip(&*found).filter(|(_, found)| found.is_none()).map(|(v, _)| v).collect();
        let all: Vec<u32> = (0..graph.len() as u32).filter(|&v| graph.has_moves(v)).collect();
        let is_all = some.len() == all.len();
        for kept in std::iter::once(some).chain((!is_all).then_some(all)) {
            if found.iter().all(Option::is_some) {
                break;
            }
            let reduced = self.without_idle_moves(graph.clone(), &kept, side)?;
            for (v, found) in (0..).zip(found.iter_mut()).filter(|(_, found)| found.is_none()) {
                let root = reduced.part(&[v]);
                let root = self.without_idle_moves(root, &[0], side)?.part(&[0]);
                match root.is_stopper(&mut self.games.budget)? {
                    true => *found = Some(self.canonical(&root)?[0]),
                    false => {
                        let endless = root.endless_moves_of(side.loser(), &mut self.games.budget)?;
                        self.unravelled(&root, &[0], side, &endless, MAX_TURNS, std::slice::from_mut(found))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the sets of one or two moves in `endless` whose removal leaves a stopper, single moves first; none if `endless`
    /// has more than [`MOST_CUT`] moves. Where only these moves are bounded, all others stay as they are.
    fn cuts(&mut self, graph: &Graph, player: Player, endless: &[(u32, u32)]) -> Result<Vec<Vec<(u32, u32)>>, Fault> {
        let (mut single, mut double) = (Vec::new(), Vec::new());
        if endless.len() > MOST_CUT {
            return Ok(single);
        }
        let mut others = Vec::new();
        for &one in endless {
            let less = graph.without(player, one);
            if less.is_stopper(&mut self.games.budget)? {
                single.push(vec![one]);
                continue;
            }
            for &(other, ref without_other) in &others {
                if Graph::without(without_other, player, one).is_stopper(&mut self.games.budget)? {
                    double.push(vec![other, one]);
                }
            }
            others.push((one, less));
        }
        single.append(&mut double);
        Ok(single)
    }

    /// Returns the graph without moves in alternating cycles that can be deleted while these vertices keep their value
    /// on one side.
    fn without_idle_moves(&mut self, mut graph: Graph, kept: &[u32], side: ValueSide) -> Result<Graph, Fault> {
        let mut tried = Vec::new();
        loop {
            let endless = graph.endless_moves(&mut self.games.budget)?;
            let Some(&(player, v, w)) = endless.iter().find(|one| !tried.contains(*one)) else { return Ok(graph) };
            tried.push((player, v, w));
            if let Some(less) = self.if_equal_without((player, v, w), &graph, kept, side)? {
                graph = less;
            }
        }
    }

    /// Returns the graph without one move, if that changes no value that is kept.
    fn if_equal_without(
        &mut self,
        (player, v, w): (Player, u32, u32),
        graph: &Graph,
        kept: &[u32],
        side: ValueSide,
    ) -> Result<Option<Graph>, Fault> {
        let less = graph.without(player, (v, w));
        let shift = graph.len() as u32;
        let both = graph.beside(&less);
        let mut comparison = Comparison::new(&both, side.rule());
        for &root in kept {
            let (worse, better) = match player {
                Player::Left => (root + shift, root),
                Player::Right => (root, root + shift),
            };
            if !comparison.at_least(worse, better, self)? {
                return Ok(None);
            }
        }
        Ok(Some(less))
    }

    /// Finds stoppers that equal some vertices on one side and in which the player who loses draws makes the moves
    /// `bounded` at most `most` times all together. The list of moves is increasing.
    fn unravelled(
        &mut self,
        graph: &Graph,
        wanted: &[u32],
        side: ValueSide,
        bounded: &[(u32, u32)],
        most: u32,
        found: &mut [Option<Stopper>],
    ) -> Result<(), Fault> {
        for turns in 0..=most {
            let counted = self.counted(graph, side, bounded, turns)?;
            let missing: Vec<usize> = (0..found.len()).filter(|&i| found[i].is_none()).collect();
            let roots: Vec<u32> = missing.iter().map(|&i| counted.first(wanted[i])).collect();
            let (stoppers, are_equal) = self.stoppers_of_counted(&counted, side, bounded, &roots)?;
            if are_equal {
                missing.into_iter().zip(stoppers).for_each(|(i, stopper)| found[i] = Some(stopper));
                return Ok(());
            }
            let mut both = graph.clone();
            let nodes: Vec<u32> = stoppers.iter().map(|&stopper| both.known(stopper)).collect();
            let mut comparison = Comparison::new(&both, side.rule());
            for ((i, node), stopper) in missing.into_iter().zip(nodes).zip(stoppers) {
                let (worse, better) = match side {
                    ValueSide::On => (wanted[i], node),
                    ValueSide::Off => (node, wanted[i]),
                };
                if comparison.at_least(worse, better, self)? {
                    found[i] = Some(stopper);
                }
            }
            if found.iter().all(Option::is_some) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns the graph in which the player who loses draws makes these moves no oftener than that.
    pub(super) fn counted(
        &mut self,
        graph: &Graph,
        side: ValueSide,
        bounded: &[(u32, u32)],
        turns: u32,
    ) -> Result<Counted, Fault> {
        assert!(bounded.is_sorted(), "bounded moves are looked up by bisection");
        let layers = turns + 1;
        self.games.budget.reserve(graph.len() * layers as usize * 64)?;
        let mut copies = Graph { vertices: Vec::with_capacity(graph.len() * layers as usize) };
        for (v, vertex) in graph.vertices.iter().enumerate() {
            self.games.budget.tick()?;
            for k in 0..layers {
                copies.push(match vertex {
                    Vertex::Known(stopper) => Vertex::Known(*stopper),
                    Vertex::Moves(_) => Vertex::Moves([Player::Left, Player::Right].map(|player| {
                        let moves = graph.moves(v as u32, player).iter().filter_map(|&w| {
                            let is_bounded = player == side.loser() && bounded.binary_search(&(v as u32, w)).is_ok();
                            Some(w * layers + k.checked_sub(u32::from(is_bounded))?)
                        });
                        moves.collect()
                    })),
                });
            }
        }
        Ok(Counted { graph: copies, turns })
    }

    /// Returns the stoppers that these vertices of a counted graph are, and `true` if all its vertices are proved to have
    /// the value that they have without the bound.
    ///
    /// Let G be the game on the onside and H the counted one. One more move of Right from v to w, when he has no turn
    /// left, is no gain if Left, who begins, holds the difference in H of w with all turns left and v with none
    /// (the gift horse principle; *Winning Ways*, chapter 3). If so, then Left holds G - H as she holds differences in
    /// H: she answers the move as if Right had all turns again. Play does not go on for ever in H alone, which is a
    /// stopper; so G is moved in for ever, and the draw is hers.
    pub(super) fn stoppers_of_counted(
        &mut self,
        counted: &Counted,
        side: ValueSide,
        bounded: &[(u32, u32)],
        roots: &[u32],
    ) -> Result<(Vec<Stopper>, bool), Fault> {
        let differences = bounded.iter().map(|&(v, w)| match side {
            ValueSide::On => (counted.first(w), counted.last(v)),
            ValueSide::Off => (counted.last(v), counted.first(w)),
        });
        let at = |stoppers: &[Stopper]| roots.iter().map(|&root| stoppers[root as usize]).collect();
        if counted.graph.len() <= MAX_PROVED_VERTICES {
            let components = counted.graph.components(&mut self.games.budget)?;
            if components.rows().all(|component| component.len() == 1) {
                // Mostly their values are found without comparing them.
                let stoppers = self.canonical_by_components(&counted.graph, &components)?;
                let mut are_equal = true;
                for difference in differences {
                    are_equal = are_equal && self.holds_if_first(&counted.graph, &stoppers, difference)?;
                }
                return Ok((at(&stoppers), are_equal));
            }
            let reduction = Reduction::of_stopper(&counted.graph, self)?;
            if reduction.has_all() {
                let are_equal = reduction.holds_all(differences);
                return Ok((at(&self.reduced(reduction)?), are_equal));
            }
        }
        let mut stoppers = self.canonical(&counted.graph.part(roots))?;
        stoppers.truncate(roots.len());
        Ok((stoppers, false))
    }

    /// Returns `true` if Left, who begins, holds the difference of two vertices of a graph whose vertices are worth
    /// these stoppers.
    fn holds_if_first(
        &mut self,
        graph: &Graph,
        stoppers: &[Stopper],
        (first, second): (u32, u32),
    ) -> Result<bool, Fault> {
        let moves = graph.moves(first, Player::Left).iter().map(|&w| (w, second));
        let others = graph.moves(second, Player::Right).iter().map(|&w| (first, w));
        let after = moves.chain(others).map(|(a, b)| (stoppers[a as usize], stoppers[b as usize]));
        // Mostly she moves to where both are the same.
        if after.clone().any(|(a, b)| a == b) {
            return Ok(true);
        }
        for (a, b) in after {
            if self.at_least(a, b)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A graph in which certain moves may be made at most `turns` times in all. Each vertex has `turns + 1` copies, one for each
/// number of these moves that is left.
pub(super) struct Counted {
    graph: Graph,
    turns: u32,
}

impl Counted {
    /// Returns the copy of a vertex in which all turns are left.
    pub(super) fn first(&self, v: u32) -> u32 {
        self.last(v) + self.turns
    }

    /// Returns the copy in which none is left.
    fn last(&self, v: u32) -> u32 {
        v * (self.turns + 1)
    }
}

impl Graph {
    /// Returns the graph that these vertices reach, themselves first.
    fn part(&self, roots: &[u32]) -> Graph {
        let mut number = vec![u32::MAX; self.len()];
        let mut order = roots.to_vec();
        (0..).zip(roots).for_each(|(n, &root)| number[root as usize] = n);
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            next += 1;
            for w in (0..).map_while(|i| self.any_move(v, i)) {
                if number[w as usize] == u32::MAX {
                    number[w as usize] = order.len() as u32;
                    order.push(w);
                }
            }
        }
        let renumbered = |list: &VertexList| {
            let mut list: VertexList = list.iter().map(|&w| number[w as usize]).collect();
            list.sort_unstable();
            list
        };
        let vertices = order.iter().map(|&v| match &self.vertices[v as usize] {
            Vertex::Known(stopper) => Vertex::Known(*stopper),
            Vertex::Moves([left, right]) => Vertex::Moves([renumbered(left), renumbered(right)]),
        });
        Graph { vertices: vertices.collect() }
    }

    /// Returns the graph without one move.
    fn without(&self, player: Player, one: (u32, u32)) -> Graph {
        let mut less = self.clone();
        less.remove(player, one);
        less
    }

    /// Takes one move away.
    fn remove(&mut self, player: Player, (from, to): (u32, u32)) {
        if let Vertex::Moves(moves) = &mut self.vertices[from as usize] {
            moves[of(player)].retain(|&mut w| w != to);
        }
    }

    /// Returns the moves of a player that endless alternating play can go through for ever, from where to where.
    fn endless_moves_of(&self, player: Player, budget: &mut Budget) -> Result<Vec<(u32, u32)>, Fault> {
        let moves = self.endless_moves(budget)?.into_iter();
        Ok(moves.filter(|&(mover, ..)| mover == player).map(|(_, from, to)| (from, to)).collect())
    }

    /// Returns the number of vertices of the largest component.
    fn largest_component(&self, budget: &mut Budget) -> Result<usize, Fault> {
        Ok(self.components(budget)?.rows().map(<[u32]>::len).max().unwrap_or(0))
    }

    /// Returns both graphs as one: the vertices of the second come after those of the first.
    pub(super) fn beside(&self, other: &Graph) -> Graph {
        let shift = self.len() as u32;
        let mut both = self.clone();
        for vertex in &other.vertices {
            both.push(match vertex {
                Vertex::Known(stopper) => Vertex::Known(*stopper),
                Vertex::Moves(moves) => {
                    Vertex::Moves(moves.clone().map(|list| list.into_iter().map(|w| w + shift).collect()))
                }
            });
        }
        both
    }
}
