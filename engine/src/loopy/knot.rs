//! Canonical graphs put into the store: strong components, sinks first, each in its canonical numbering.
//!
//! Vertices of a canonical graph differ in value, hence are not bisimilar, hence colour refinement distinguishes all of
//! them. The order of the colours is the numbering, and no isomorphism has to be looked for.

use smallvec::SmallVec;

use super::draft::Graph;
use super::store::Row;
use super::{Arenas, Stopper, Vertex, of};
use crate::games::{Fault, GameId, Player};

/// Marks a local number in a key; it is no id of a loopy stopper, which are below 2^31 + 2^30.
const INSIDE_MARK: u32 = 3 << 30;

/// Encodes the rows of a strongly connected component: lengths and options, those inside by local number.
pub(super) fn key(rows: &[Row], first: usize) -> Vec<u32> {
    let options = rows.iter().flatten().map(|list| list.len()).sum::<usize>();
    let mut key = Vec::with_capacity(1 + 2 * rows.len() + options);
    key.push(rows.len() as u32);
    for list in rows.iter().flatten() {
        key.push(list.len() as u32);
        key.extend(list.iter().map(|option| match option.vertex() {
            Some(vertex) if vertex >= first => INSIDE_MARK | (vertex - first) as u32,
            _ => option.0,
        }));
    }
    key
}

/// Options on their way to a row.
pub(super) type Options = SmallVec<[Stopper; 8]>;

/// Sorts options as they stand in a row.
fn sorted(mut list: Options) -> Box<[Stopper]> {
    list.sort_unstable();
    list.dedup();
    list.into_boxed_slice()
}

/// The target of a move while a component is being numbered: a value, or a vertex of this colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ComponentTarget {
    Outside(Stopper),
    Inside(u32),
}

/// A vertex of a component with its moves.
struct ComponentMember {
    vertex: u32,
    colour: u32,
    moves: [Vec<ComponentTarget>; 2],
}

impl Arenas<'_> {
    /// Returns the stopper of every vertex of a graph that is canonical but for its numbering: no two vertices have one
    /// value.
    pub(super) fn stored(&mut self, graph: &Graph) -> Result<Vec<Stopper>, Fault> {
        let components = graph.components(&mut self.games.budget)?;
        let mut stopper: Vec<Stopper> = graph
            .vertices
            .iter()
            .map(|v| match v {
                Vertex::Known(known) => *known,
                Vertex::Moves(_) => Stopper::ZERO,
            })
            .collect();
        for component in components.rows() {
            match *component {
                [v] if matches!(graph.vertices[v as usize], Vertex::Known(_)) => {}
                [v] if (0..).map_while(|i| graph.any_move(v, i)).all(|w| w != v) => {
                    let row = [Player::Left, Player::Right]
                        .map(|player| graph.moves(v, player).iter().map(|&w| stopper[w as usize]).collect());
                    stopper[v as usize] = self.stored_row(row)?;
                }
                _ => self.store_knot(graph, component, &mut stopper)?,
            }
        }
        Ok(stopper)
    }

    /// Returns the stopper with these options, none of which is dominated or reversible.
    pub(super) fn stored_row(&mut self, row: [Options; 2]) -> Result<Stopper, Fault> {
        let short =
            |list: &Options| list.iter().map(|option| option.short()).collect::<Option<SmallVec<[GameId; 8]>>>();
        if let (Some(left), Some(right)) = (short(&row[0]), short(&row[1])) {
            return Ok(self.games.from_options(&left, &right)?.into());
        }
        let row = row.map(sorted);
        match self.loops.find_row(&row) {
            Some(known) => Ok(known),
            None => {
                self.games.budget.reserve(4 * (row[0].len() + row[1].len()) + 256)?;
                Ok(Stopper::of_vertex(self.loops.add(vec![row], None)?))
            }
        }
    }

    /// Returns the stopper with these options and a pass of a player, none of which is dominated or reversible.
    pub(super) fn stored_loop(&mut self, mut row: [Options; 2], player: Player) -> Result<Stopper, Fault> {
        row[of(player)].push(Stopper::of_vertex(self.loops.len()));
        let first = self.stored_knot(vec![row.map(sorted)])?;
        Ok(Stopper::of_vertex(first))
    }

    /// Returns the first vertex of a knot that would be added with these rows.
    fn stored_knot(&mut self, rows: Vec<Row>) -> Result<usize, Fault> {
        let key = key(&rows, self.loops.len());
        self.games.budget.reserve(key.len() * 16 + rows.len() * 128)?;
        match self.loops.find_knot(&key) {
            Some(known) => Ok(known),
            None => self.loops.add(rows, Some(key)),
        }
    }

    /// Stores a component with a cycle, whose moves out of it lead to stoppers that are known.
    fn store_knot(&mut self, graph: &Graph, component: &[u32], stopper: &mut [Stopper]) -> Result<(), Fault> {
        let is_inside = |w: u32| component.binary_search(&w).ok();
        let mut knot: Vec<ComponentMember> = component
            .iter()
            .map(|&vertex| {
                let moves = [Player::Left, Player::Right].map(|player| {
                    let target = |&w: &u32| match is_inside(w) {
                        Some(place) => ComponentTarget::Inside(place as u32),
                        None => ComponentTarget::Outside(stopper[w as usize]),
                    };
                    graph.moves(vertex, player).iter().map(target).collect()
                });
                ComponentMember { vertex, colour: 0, moves }
            })
            .collect();
        if knot.len() > 1 {
            self.colour(&mut knot)?;
        }
        let mut order: Vec<usize> = (0..knot.len()).collect();
        order.sort_unstable_by_key(|&i| (knot[i].colour, i));
        let mut number = vec![0; knot.len()];
        order.iter().enumerate().for_each(|(n, &i)| number[i] = n);
        let first = self.loops.len();
        let rows: Vec<Row> = order
            .iter()
            .map(|&i| {
                std::array::from_fn(|player| {
                    let targets = knot[i].moves[player].iter().map(|target| match *target {
                        ComponentTarget::Outside(known) => known,
                        ComponentTarget::Inside(place) => Stopper::of_vertex(first + number[place as usize]),
                    });
                    sorted(targets.collect())
                })
            })
            .collect();
        let first = self.stored_knot(rows)?;
        for (member, &number) in knot.iter().zip(&number) {
            stopper[member.vertex as usize] = Stopper::of_vertex(first + number);
        }
        Ok(())
    }

    /// Colours the vertices by the colours of their targets until no new colours arise. The colours depend on the
    /// values alone.
    fn colour(&mut self, knot: &mut [ComponentMember]) -> Result<(), Fault> {
        let mut count = 1;
        loop {
            let mut signatures: Vec<(u32, [Vec<ComponentTarget>; 2], usize)> = Vec::with_capacity(knot.len());
            for (place, member) in knot.iter().enumerate() {
                let moves = [Player::Left, Player::Right].map(|player| {
                    let coloured = member.moves[of(player)].iter().map(|target| match *target {
                        ComponentTarget::Inside(place) => ComponentTarget::Inside(knot[place as usize].colour),
                        outside => outside,
                    });
                    let mut coloured: Vec<ComponentTarget> = coloured.collect();
                    coloured.sort_unstable();
                    coloured
                });
                self.games.budget.charge(4 * (moves[0].len() + moves[1].len()) + 16)?;
                signatures.push((member.colour, moves, place));
            }
            signatures.sort_unstable();
            let mut colour = 0;
            for i in 0..signatures.len() {
                if i > 0 && (signatures[i].0, &signatures[i].1) != (signatures[i - 1].0, &signatures[i - 1].1) {
                    colour += 1;
                }
                knot[signatures[i].2].colour = colour;
            }
            if (colour as usize) < count {
                return Ok(());
            }
            count = colour as usize + 1;
        }
    }
}
