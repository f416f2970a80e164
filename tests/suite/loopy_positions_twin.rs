//! The positions that a loopy value is made of, against all moves asked for one by one.

use cg::eval::Session;
use cg_engine::loopy::Vertex;
use cg_engine::positions::{self, Context, Known, Options, PositionId};
use cg_engine::questions;

use crate::language::session;
use crate::random_graph::{Random, rounds};
use crate::winner_twin::position;

/// The moves of a random partizan graph, with cycles or without.
fn random_graph(random: &mut Random, vertices: u64) -> String {
    let is_loopy = random.below(3) > 0;
    let mut rows = Vec::new();
    for v in 0..vertices {
        for arrow in ["-L>", "-R>", "->"] {
            let least = if is_loopy { 0 } else { v + 1 };
            if least < vertices && random.below(2) == 0 {
                rows.push(format!("v{v} {arrow} v{}", least + random.below(vertices - least)));
            }
        }
        rows.push(format!("v{v}"));
    }
    format!("g := graph <{}>", rows.join("; "))
}

/// A random position of a graph, a sum of two, a fox with geese, or of a game with passes that falls into sums.
fn random_position(random: &mut Random, cx: &mut Session) -> PositionId {
    let vertices = 2 + random.below(7);
    position(&random_graph(random, vertices), cx);
    let mut vertex = || format!("g.v{}", random.below(vertices));
    let sum = [vertex(), vertex(), vertex()];
    let text = match random.below(5) {
        0 => sum[0].clone(),
        1 => sum[..2].join(" + "),
        2 => format!("{} - {} + nim({})", sum[0], sum[1], random.below(3)),
        3 => format!("p({}) + {}", random.below(7), sum[2]),
        _ => {
            let columns = 3 + random.below(2) as usize;
            let mut cells = vec!['.'; 4 * columns];
            for _ in 0..3 {
                cells[random.below(2 * columns as u64) as usize] = 'G';
            }
            cells[2 * columns + random.below(2 * columns as u64) as usize] = 'F';
            let rows: Vec<String> = cells.chunks(columns).map(String::from_iter).collect();
            format!("fox_geese(\"{}\", {})", rows.join("/"), 1 + random.below(2))
        }
    };
    position(&text, cx).unwrap_or_else(|| panic!("{text} is a position"))
}

/// The options of both players, each list in normal order.
fn all_moves(p: PositionId, cx: &mut Session) -> [Vec<PositionId>; 2] {
    let mut moves = Options::default();
    positions::options(p, cx, &mut moves).unwrap();
    [moves.left.clone(), moves.right().to_vec()].map(|list| {
        let mut list: Vec<_> = list.into_iter().map(|q| cx.positions().normal_order(q)).collect();
        list.sort_unstable();
        list
    })
}

#[test]
fn a_draft_has_all_moves_of_its_positions() {
    let mut random = Random(77);
    let (mut compared, mut known) = (0, 0);
    for case in 0..rounds(3200) {
        let mut cx = session();
        position("game p(n) := <p(a) + p(n-1-a) for a in 0..n-1, pass | p(a) for a in 0..n-1>", &mut cx);
        let p = random_position(&mut random, &mut cx);
        if random.below(2) == 0 {
            // What was met before has its numbers in another table.
            let _ = questions::value(p, &mut cx);
        }
        let (draft, order) = questions::draft(&[p], case % 2 == 0, &mut cx).unwrap();
        for (vertex, &q) in draft.vertices.iter().zip(&order) {
            match vertex {
                Vertex::Moves(lists) => {
                    let mut lists =
                        lists.clone().map(|list| list.iter().map(|&w| order[w as usize]).collect::<Vec<_>>());
                    lists.iter_mut().for_each(|list| list.sort_unstable());
                    assert_eq!(lists, all_moves(q, &mut cx), "case {case}");
                    compared += 1;
                }
                Vertex::Known(value) => {
                    let alone = questions::value(q, &mut cx).and_then(|known: Known| known.game(cx.games()));
                    assert!(cx.positions_ref().as_loopy(q).is_some() || alone.ok() == value.short(), "case {case}");
                    known += 1;
                }
            }
        }
    }
    assert!(compared > 0 && known > 0);
}
