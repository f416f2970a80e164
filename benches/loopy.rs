//! Loopy values: canonical forms of random games, sums of stoppers, positions of Fox and Geese.
//!
//! Prints `workload size checksum cpu_seconds`, and the same of other programs beside it if `CG_PEERS` names some, as
//! `engine` does. `random N` values the first vertices of 2000 random games of N vertices over 0, *, 1 and -1; its checksum
//! says for how many both sides were found, and how many followers their canonical forms have in all. `sums 60` adds all
//! pairs of 60 stoppers and counts the sums that are stoppers; `fox ROWSxCOLUMNS` values four geese above one fox.

#[path = "script/mod.rs"]
mod script;
mod side_by_side;

use cg_engine::games::{Budget, Games};
use cg_engine::loopy::{Arenas, Draft, Loops, Sided, Sides, Vertex, VertexList};
use cpu_time::ProcessTime;
use side_by_side::Job;

const RUNS: usize = 5;
const GAMES: usize = 2000;
const WORKLOADS: [(&str, &str); 8] = [
    ("random", "8"),
    ("random", "12"),
    ("random", "20"),
    ("random", "30"),
    ("sums", "60"),
    ("fox", "4x8"),
    ("fox", "6x8"),
    ("fox", "8x8"),
];

/// Stoppers with names, short ones added to them.
const STOPPERS: &str = "
upon := up_sum(on)
few := [over, under, upon, -upon, up^on, -(up^on), tiny(on)]
more := few + [upon + *, -upon + *, up^on + *, -(up^on) + *, miny(on)]
others := [on, off, 2 * upon, -2 * upon, upon + *2, -upon + *2, +-on, +-over, +-(1 + over), +-(5 + over)]
all_stoppers := [n + s for n in [0, 1, -1/4] for s in more] + [n + s for n in [2, -3] for s in few] + others
len([i for i in 0..len(all_stoppers)-1 for j in i..len(all_stoppers)-1 if is_stopper(all_stoppers[i] + all_stoppers[j])])
";

/// SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The moves of a random game, first vertex first: each vertex has up to two for each player, to vertices or to 0, *, 1, -1.
/// What it does not reach is left out.
fn random_game(random: &mut u64, vertices: u64) -> Draft<usize> {
    let mut list = || (0..next(random) % 3).map(|_| (next(random) % (vertices + 4)) as usize).collect::<Vec<_>>();
    let moves: Vec<[Vec<usize>; 2]> = (0..vertices).map(|_| [list(), list()]).collect();
    let mut draft = Draft::default();
    let mut number = vec![None; moves.len() + 4];
    let mut order = vec![0];
    number[0] = Some(draft.vertex());
    let mut done = 0;
    while let Some(&v) = order.get(done) {
        if let Some(lists) = moves.get(v) {
            let [left, right] = [0, 1].map(|player| {
                let reached = lists[player].iter().map(|&w| {
                    *number[w].get_or_insert_with(|| {
                        order.push(w);
                        draft.vertex()
                    })
                });
                reached.collect::<VertexList>()
            });
            draft.set(done as u32, left, right);
        } else {
            draft.vertices[done] = Vertex::Known(v - moves.len());
        }
        done += 1;
    }
    draft
}

fn random(vertices: u64) -> (String, f64) {
    let mut seed = vertices;
    let drawn: Vec<_> = (0..GAMES).map(|_| random_game(&mut seed, vertices)).collect();
    let (mut games, mut loops) = (Games::new(Budget::unlimited()), Loops::default());
    let known = [games.integer(0), cg_engine::games::GameId::STAR, games.integer(1), games.integer(-1)];
    let mut values = Arenas { games: &mut games, loops: &mut loops };
    let clock = ProcessTime::now();
    let mut found = Vec::new();
    for game in drawn {
        let vertices = game.vertices.into_iter().map(|vertex| match vertex {
            Vertex::Known(i) => Vertex::Known(Sided::from(known[i])),
            Vertex::Moves(moves) => Vertex::Moves(moves),
        });
        let draft = Draft { vertices: vertices.collect() };
        found.extend(values.sides_from(&draft, 0).expect("no limit")[0].and_then(Sides::value));
    }
    let time = clock.elapsed().as_secs_f64();
    let mut followers = 0;
    for value in &found {
        for side in [value.onside, value.offside] {
            followers += values.followers(side).expect("no limit").len();
        }
    }
    (format!("{}/{followers}", found.len()), time)
}

/// Geese on every other cell of the highest row, the fox in a corner below.
fn fox_and_geese(size: &str) -> String {
    let [rows, columns] = [0, 1].map(|i| size.split('x').nth(i).and_then(|n| n.parse().ok()).expect("ROWSxCOLUMNS"));
    let geese: String = (1..=columns).map(|c: usize| if (rows + c).is_multiple_of(2) { 'G' } else { '.' }).collect();
    let empty = ".".repeat(columns);
    let board: Vec<String> = (0..rows)
        .map(|row| match row {
            0 => geese.clone(),
            _ if row == rows - 1 => format!("F{}", &empty[1..]),
            _ => empty.clone(),
        })
        .collect();
    format!("value(fox_geese(\"{}\"))", board.join("/"))
}

/// One run: checksum and CPU seconds.
fn run(workload: &str, size: &str) -> (String, f64) {
    if workload == "random" {
        return random(size.parse().expect("a number of vertices"));
    }
    let text = if workload == "sums" { STOPPERS.into() } else { fox_and_geese(size) };
    let (time, answer) = script::least(1, &|| script::answer(&text, 1));
    (answer.replace(' ', ""), time)
}

fn main() {
    let chosen = side_by_side::chosen();
    let wanted = |workload: &str, size: &str| chosen.is_empty() || chosen.iter().any(|c| c == workload || c == size);
    let jobs = WORKLOADS.iter().filter(|(workload, size)| wanted(workload, size));
    let jobs = jobs.map(|&(workload, size)| Job { workload, size, runs: RUNS, alone: false });
    side_by_side::compare(jobs, 300, run);
}
