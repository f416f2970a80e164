//! Remoteness, outcomes and orders against search of limited depth.

use cg_engine::games::Budget;
use cg_engine::games::{Outcome, Player};
use cg_engine::graphs::{
    Convention, Digraph, Seed, Verdict, is_cyclic_from, outcomes, remoteness, topological_order, two_player_remoteness,
    two_player_remoteness_with,
};

use crate::random_graph::Random;

/// Moves of both players, and how it counts when each cannot move: 0 he loses, 1 he wins, nothing a draw.
struct Game<'a> {
    moves: [&'a [Vec<u32>]; 2],
    ends: &'a dyn Fn(usize, usize) -> Option<usize>,
}

impl Game<'_> {
    /// For each vertex and mover the least d such that searching d moves deep shows a win or a loss.
    fn remoteness(&self) -> Vec<[Option<(usize, Verdict)>; 2]> {
        let n = self.moves[0].len();
        let mut known = vec![[None; 2]; n];
        for depth in 0..=2 * n + 2 {
            let before = known.clone();
            for v in 0..n {
                for mover in 0..2 {
                    if before[v][mover].is_none() {
                        known[v][mover] = self.search(v, mover, depth, &before).map(|verdict| (depth, verdict));
                    }
                }
            }
        }
        known
    }

    fn search(
        &self,
        v: usize,
        mover: usize,
        depth: usize,
        before: &[[Option<(usize, Verdict)>; 2]],
    ) -> Option<Verdict> {
        let moves = &self.moves[mover][v];
        if moves.is_empty() {
            let end = (self.ends)(v, mover).filter(|&d| d <= depth)?;
            return Some(if end == 1 { Verdict::Win } else { Verdict::Loss });
        }
        let replies: Vec<_> =
            moves.iter().map(|&w| before[w as usize][1 - mover].map(|(_, verdict)| verdict)).collect();
        if replies.contains(&Some(Verdict::Loss)) {
            Some(Verdict::Win)
        } else {
            replies.iter().all(|&r| r == Some(Verdict::Win)).then_some(Verdict::Loss)
        }
    }
}

const CONVENTIONS: [(Convention, usize); 2] = [(Convention::Normal, 0), (Convention::Misere, 1)];

#[test]
fn impartial_play() {
    let mut random = Random(11);
    let mut budget = Budget::unlimited();
    for _ in 0..4000 {
        let lists = random.lists(8);
        let graph = Digraph::from_lists(&lists, &mut budget).unwrap();
        for (convention, end) in CONVENTIONS {
            let table = remoteness(&graph, convention, &mut budget).unwrap();
            let classes = outcomes(&graph, convention, &mut budget).unwrap();
            let expected = Game { moves: [&lists, &lists], ends: &|_, _| Some(end) }.remoteness();
            for v in 0..lists.len() {
                let class = match expected[v][0].map(|(_, verdict)| verdict) {
                    Some(Verdict::Win) => Outcome::N,
                    Some(Verdict::Loss) => Outcome::P,
                    _ => Outcome::D,
                };
                let moves = expected[v][0].map(|(d, _)| d as u32);
                assert_eq!(table.get(v as u32), moves, "vertex {v} of {lists:?}, {convention:?}");
                assert_eq!((table.outcome(v as u32), classes[v]), (class, class));
            }
        }
    }
}

#[test]
fn two_colours() {
    let mut random = Random(12);
    let mut budget = Budget::unlimited();
    for _ in 0..3000 {
        let n = 1 + random.below(7);
        let lists = [random.lists_of(n), random.lists_of(n)];
        let [left, right] = lists.each_ref().map(|l| Digraph::from_lists(l, &mut budget).unwrap());
        for (convention, end) in CONVENTIONS {
            let table = two_player_remoteness(&left, &right, convention, &mut budget).unwrap();
            check(&lists, &|_, _| Some(end), |v, mover| (table.get(v, mover), table.result(v, mover)));
        }
        // Ends of several kinds, by vertex and mover.
        let ends = |v: usize, mover: usize| [Some(0), Some(1), None][(v + 2 * mover) % 3];
        let seed = |v: u32, mover: Player| match ends(v as usize, mover as usize) {
            Some(0) => Seed::PreviousWins,
            Some(_) => Seed::NextWins,
            None => Seed::Draw,
        };
        let table = two_player_remoteness_with(&left, &right, seed, &mut budget).unwrap();
        check(&lists, &ends, |v, mover| (table.get(v, mover), table.result(v, mover)));
    }
}

fn check(
    lists: &[Vec<Vec<u32>>; 2],
    ends: &dyn Fn(usize, usize) -> Option<usize>,
    found: impl Fn(u32, Player) -> (Option<u32>, Verdict),
) {
    let expected = Game { moves: [&lists[0], &lists[1]], ends }.remoteness();
    for (v, both) in expected.iter().enumerate() {
        for mover in [Player::Left, Player::Right] {
            let expected = both[mover as usize];
            let moves = expected.map(|(d, _)| d as u32);
            let verdict = expected.map_or(Verdict::Draw, |(_, verdict)| verdict);
            assert_eq!(found(v as u32, mover), (moves, verdict), "vertex {v}, {mover:?} of {lists:?}");
        }
    }
}

#[test]
fn orders_and_cycles() {
    let mut random = Random(13);
    let mut budget = Budget::unlimited();
    for _ in 0..3000 {
        let lists = random.lists(8);
        let n = lists.len();
        let graph = Digraph::from_lists(&lists, &mut budget).unwrap();
        let mut reach: Vec<Vec<bool>> =
            lists.iter().map(|list| (0..n as u32).map(|w| list.contains(&w)).collect()).collect();
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
        let cyclic = |v: usize| reach[v][v] || (0..n).any(|w| reach[v][w] && reach[w][w]);
        for v in 0..n {
            assert_eq!(is_cyclic_from(&graph, v as u32, &mut budget).unwrap(), cyclic(v), "{v} of {lists:?}");
        }
        match topological_order(&graph, &mut budget) {
            Err(_) => assert!((0..n).any(cyclic)),
            Ok(order) => {
                assert_eq!(order.len(), n);
                let place = |v: u32| order.iter().position(|&w| w == v);
                for (v, list) in lists.iter().enumerate() {
                    assert!(list.iter().all(|&w| place(w) < place(v as u32)));
                }
            }
        }
    }
}

#[test]
fn graphs_of_different_sizes_are_refused() {
    let mut budget = Budget::unlimited();
    let a = Digraph::from_edges(2, &[], &mut budget).unwrap();
    let b = Digraph::from_edges(3, &[], &mut budget).unwrap();
    assert!(two_player_remoteness(&a, &b, Convention::Normal, &mut budget).is_err());
}
