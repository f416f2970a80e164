//! All positions that can be reached from one, as a graph with two sets of moves.

use super::value::{DEEPEST, value};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault, Player};
use crate::graphs::{Convention, Digraph, Seed, TwoPlayerRemoteness, is_cyclic_from, two_player_remoteness_with};
use crate::positions::search::within;
use crate::positions::{Context, End, EndOfPlay, Options, PositionId, Question, Way, demand_end, end, options};

/// Steps in which it is soon seen whether play can return.
const STEPS_TO_SEE_CYCLES: u64 = 1 << 16;
/// Positions beyond which a search gives up.
const MAX_POSITIONS: usize = 50_000_000;

/// The positions that can be reached from a position, itself included.
pub struct Explored {
    /// The positions; vertex 0 is the one asked about. Sums are in normal order.
    pub positions: Vec<PositionId>,
    /// The positions as they came up, the components of sums in the order of the one asked about. The normal order is one of ids,
    /// which tell what was asked before.
    pub written: Vec<PositionId>,
    /// Left's moves, by vertex.
    pub left: Digraph,
    /// Right's moves, by vertex; `None` if they are the same.
    pub right: Option<Digraph>,
    /// The result at each position, if play ends there.
    pub seeds: Vec<End>,
}

impl Explored {
    /// Returns the moves of a player.
    pub fn moves(&self, player: Player) -> &Digraph {
        match (&self.right, player) {
            (Some(right), Player::Right) => right,
            _ => &self.left,
        }
    }

    /// Returns the moves of both players in one graph.
    pub fn both(&self, cx: &mut dyn Context) -> Result<Digraph, Fault> {
        let Some(right) = &self.right else { return Ok(self.left.clone()) };
        self.left.union(right, &mut cx.games().budget)
    }

    /// Returns `true` if play can return to an earlier position, whoever moves.
    pub(super) fn is_cyclic(&self, cx: &mut dyn Context) -> Result<bool, Fault> {
        let both = self.both(cx)?;
        is_cyclic_from(&both, 0, &mut cx.games().budget)
    }

    /// Returns the positions with their mover: vertex v with `first` to move, v + n with the other player (Smith 1966,
    /// section 1).
    pub(super) fn with_movers(&self, first: Player, budget: &mut Budget) -> Result<Digraph, Fault> {
        let (own, other) = (self.moves(first), self.moves(first.other()));
        let n = own.vertices();
        let Some(doubled) = n.checked_mul(2) else {
            let (size, limit) = (n.to_string(), (u32::MAX / 2).to_string());
            return Err(Fault::TooLarge { what: "set of positions", size, limit });
        };
        budget.reserve(8 * (own.edges() + other.edges()))?;
        let mut edges = Vec::with_capacity(own.edges() + other.edges());
        for v in 0..n {
            budget.tick()?;
            edges.extend(own.followers(v).iter().map(|&w| (v, w + n)));
            edges.extend(other.followers(v).iter().map(|&w| (v + n, w)));
        }
        Digraph::from_edges(doubled, &edges, budget)
    }

    /// Returns the remoteness of each position and mover, if ends of play are as `seed` says.
    pub(super) fn remoteness(
        &self,
        seed: impl FnMut(u32, Player) -> Seed,
        budget: &mut Budget,
    ) -> Result<TwoPlayerRemoteness, Fault> {
        two_player_remoteness_with(&self.left, self.moves(Player::Right), seed, budget)
    }
}

/// Runs through everything reachable from `p`.
///
/// # Errors
/// [`Fault::TooLarge`] if there are too many positions; [`Fault::RunsOn`].
pub fn explore(p: PositionId, convention: Convention, cx: &mut dyn Context) -> Result<Explored, Fault> {
    explore_within(p, convention, MAX_POSITIONS, cx)
}

/// Like [`explore`], giving up beyond `most` positions.
pub fn explore_within(
    p: PositionId,
    convention: Convention,
    most: usize,
    cx: &mut dyn Context,
) -> Result<Explored, Fault> {
    explore_as_long(p, convention, most, &|_| Ok(()), cx)
}

/// Like [`explore`] in normal play, for positions from which both players always have the same moves.
///
/// # Errors
/// [`Fault::Partizan`] if the players' moves differ somewhere, or a value of two sides is reached; those of
/// [`Positions::demand_value`](crate::positions::Positions::demand_value) and of [`explore`].
pub(super) fn explore_impartial(p: PositionId, cx: &mut dyn Context) -> Result<Explored, Fault> {
    let go_on = |moves: &Options| if moves.impartial { Ok(()) } else { Err(Fault::Partizan) };
    let explored = match explore_as_long(p, Convention::Normal, MAX_POSITIONS, &go_on, cx) {
        Err(Fault::TwoSides) => return Err(Fault::Partizan),
        found => found?,
    };
    note_marks(p, &explored, cx)?;
    cx.positions().demand_value(p)?;
    Ok(explored)
}

fn explore_as_long(
    p: PositionId,
    convention: Convention,
    most: usize,
    go_on: &dyn Fn(&Options) -> Result<(), Fault>,
    cx: &mut dyn Context,
) -> Result<Explored, Fault> {
    let start = cx.positions().normal_order(p);
    let mut numbers = FastMap::default();
    numbers.insert(start, 0u32);
    let mut positions = vec![start];
    let mut written = vec![p];
    let mut left: Vec<(u32, u32)> = Vec::new();
    let mut right: Vec<(u32, u32)> = Vec::new();
    let mut seeds = Vec::new();
    let mut impartial = true;
    let mut moves = Options::default();
    let mut next = 0;
    // Positions are visited in the order of their distance from the first; those before `layer` are `distance` moves
    // away.
    let (mut distance, mut layer) = (0, 1);
    while next < positions.len() {
        if next == layer {
            (distance, layer) = (distance + 1, positions.len());
            if distance >= DEEPEST {
                return Err(Fault::Endless { depth: DEEPEST });
            }
        }
        let here = positions[next];
        demand_end(here, next, cx)?;
        cx.games().budget.count_position();
        options(written[next], cx, &mut moves)?;
        go_on(&moves)?;
        impartial &= moves.impartial;
        for (list, edges) in [(&moves.left[..], &mut left), (moves.right(), &mut right)] {
            for &as_written in list {
                let option = cx.positions().normal_order(as_written);
                let budget = &mut cx.games().budget;
                budget.tick()?;
                budget.room_to_insert(&numbers)?;
                budget.room_to_push(&positions)?;
                budget.room_to_push(&written)?;
                budget.room_to_push(edges)?;
                let number = *numbers.entry(option).or_insert_with(|| {
                    positions.push(option);
                    written.push(as_written);
                    positions.len() as u32 - 1
                });
                edges.push((next as u32, number));
            }
        }
        seeds.push(end(here, convention, cx)?);
        if positions.len() > most {
            let size = format!("more than {most}");
            return Err(Fault::TooLarge { what: "set of positions", size, limit: most.to_string() });
        }
        next += 1;
    }
    let n = positions.len() as u32;
    let budget = &mut cx.games().budget;
    let left = Digraph::from_edges(n, &left, budget)?;
    let right = if impartial { None } else { Some(Digraph::from_edges(n, &right, budget)?) };
    Ok(Explored { positions, written, left, right, seeds })
}

/// Returns `true` if play from a position can return to an earlier one, whoever moves.
pub fn is_loopy(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    match value(p, cx) {
        Ok(_) => {
            let positions = cx.positions_ref();
            let returns = |part| {
                let (part, _) = positions.without_sign(part);
                let end = positions.rules_of(part).end_of_play(positions.state(part), cx);
                matches!(end, EndOfPlay::Returns | EndOfPlay::RunsOn { returns: true, .. })
            };
            return Ok(positions.parts(p).into_iter().any(returns));
        }
        Err(Fault::Loopy) => return Ok(true),
        Err(Fault::LargeNimber { .. }) => {
            let parts: Vec<PositionId> = cx.positions().parts(p).to_vec();
            for part in parts {
                if part != p && is_loopy(part, cx)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        Err(Fault::Refused(_) | Fault::Entailing) => {}
        Err(fault) => return Err(fault),
    }
    let rules = cx.positions_ref().rules(cx.positions_ref().ruleset_of(p));
    if let Some(whole) = rules.facts().graph {
        let v = cx.positions_ref().state(p)[0];
        return Ok(whole.distance(v, &mut cx.games().budget)?.is_none());
    }
    explore(p, Convention::Normal, cx)?.is_cyclic(cx)
}

/// Returns `true` if play from a position can return to an earlier position, and `false` also if the position is too large to
/// explore: then it has been searched, and play from it ends.
pub(super) fn is_loopy_soon(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    match within(STEPS_TO_SEE_CYCLES, cx, |cx| is_loopy(p, cx)) {
        Ok(answer) => Ok(answer == Some(true)),
        Err(Fault::TooLarge { .. } | Fault::None(_)) => Ok(false),
        Err(fault) => Err(fault),
    }
}

/// Returns `true` if play from a position can return to an earlier position. If that is not soon seen, it is looked for where all
/// play has been searched, and taken for `false` elsewhere.
pub(super) fn is_loopy_by(p: PositionId, question: Question, way: &Way, cx: &mut dyn Context) -> Result<bool, Fault> {
    let soon = match within(STEPS_TO_SEE_CYCLES, cx, |cx| is_loopy(p, cx)) {
        Err(Fault::TooLarge { .. } | Fault::None(_)) => None,
        soon => soon?,
    };
    match (soon, way) {
        (Some(answer), _) => Ok(answer),
        (None, Way::Search(_)) => match explore(p, question.convention, cx) {
            Ok(explored) => explored.is_cyclic(cx),
            Err(Fault::TooLarge { .. } | Fault::None(_) | Fault::TwoSides) => Ok(false),
            Err(fault) => Err(fault),
        },
        (None, _) => Ok(false),
    }
}

/// Adds the marks of all explored positions to those of `p`.
pub(super) fn note_marks(p: PositionId, explored: &Explored, cx: &mut dyn Context) -> Result<(), Fault> {
    note_marks_of(p, &explored.positions, cx)
}

/// Adds the marks of positions to which play from `p` comes to those of `p`.
pub(super) fn note_marks_of(p: PositionId, reached: &[PositionId], cx: &mut dyn Context) -> Result<(), Fault> {
    for &q in reached {
        cx.games().budget.tick()?;
        let marks = cx.positions().marks(q);
        cx.positions().mark_position(p, marks);
    }
    Ok(())
}
