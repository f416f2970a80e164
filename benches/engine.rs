//! How fast the engine of values is, alone or side by side with other programs.
//!
//! Prints `workload size checksum cpu_seconds`: process CPU time, the least of five runs, each with a fresh engine
//! and its input built outside the clock. If `CG_PEERS` names programs (paths separated by `:`), each is called as
//! `PROGRAM workload size`, in turns with this one; it must print a line of the same form. Then the ratio is printed,
//! and whether the checksums are equal. Arguments choose workloads, `cargo bench --bench engine -- sums`, or run one of
//! any size, once: `-- domineering:6x6`, and `-- large_domineering:6x6` for the same by another path.

mod side_by_side;

use cg_engine::games::{Budget, GameId, Games, Player};
use cg_engine::positions::{Context, Engine};
use cg_engine::questions;
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::cells::SingleWord;
use cg_engine::rulesets::domineering::{self, LargeDomineering};
use cg_engine::rulesets::toads_frogs::{Animals, Lane, ToadsFrogs, Walking};
use cpu_time::ProcessTime;
use rustc_hash::FxHashMap;
use side_by_side::Job;

const RUNS: usize = 5;
const WORKLOADS: &[(&str, &str)] = &[
    ("day", "3"),
    ("sums", "2x3"),
    ("sums", "400"),
    ("cmps", "1474"),
    ("switches", "32"),
    ("switches", "64"),
    ("domineering", "4x5"),
    ("domineering", "5x5"),
    ("domineering", "4x6"),
    ("domineering", "4x7"),
    ("domineering", "5x6"),
    ("thermo", "10"),
    ("toads", "6,2,6"),
    ("toads", "6,4,6"),
    ("toads", "7,3,7"),
];

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The structural hash of a canonical form from the hashes of its options, in any order.
fn hash(games: &mut Games, g: GameId, memo: &mut FxHashMap<GameId, u64>) -> u64 {
    if let Some(&known) = memo.get(&g) {
        return known;
    }
    let mut fold = |player, start: u64, salt: u64| {
        let mut sum = start;
        for index in 0..games.option_count(g, player) {
            let option = games.option(g, player, index);
            sum = sum.wrapping_add(mix(hash(games, option, memo) ^ salt));
        }
        sum
    };
    let left = fold(Player::Left, 1, 0x1357_9bdf_0246_8ace);
    let right = fold(Player::Right, 2, 0xfdb9_7531_eca8_6420);
    let value = mix(left.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ right.wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
    memo.insert(g, value);
    value
}

fn total(games: &mut Games, values: &[GameId]) -> String {
    let mut memo = FxHashMap::default();
    let sum = values.iter().fold(0u64, |sum, &g| sum.wrapping_add(hash(games, g, &mut memo)));
    format!("{sum:016x}")
}

fn antichains(games: &mut Games, values: &[GameId]) -> Vec<Vec<GameId>> {
    let n = values.len();
    let mut at_most = vec![vec![false; n]; n];
    for i in 0..n {
        for j in 0..n {
            at_most[i][j] = games.less_or_equal(values[i], values[j]).unwrap();
        }
    }
    let mut all = vec![vec![]];
    let mut stack: Vec<(usize, Vec<usize>)> = vec![(0, vec![])];
    while let Some((from, chosen)) = stack.pop() {
        for (i, below) in at_most.iter().enumerate().skip(from) {
            if chosen.iter().all(|&c| !at_most[c][i] && !below[c]) {
                let mut longer = chosen.clone();
                longer.push(i);
                all.push(longer.iter().map(|&i| values[i]).collect());
                stack.push((i + 1, longer));
            }
        }
    }
    all
}

/// The values born one day later, in order of their hashes.
fn next_day(games: &mut Games, values: &[GameId]) -> Vec<GameId> {
    let chains = antichains(games, values);
    let mut all = Vec::with_capacity(chains.len() * chains.len());
    for left in &chains {
        for right in &chains {
            all.push(games.from_options(left, right).unwrap());
        }
    }
    all.sort_unstable();
    all.dedup();
    let mut memo = FxHashMap::default();
    all.sort_by_cached_key(|&g| hash(games, g, &mut memo));
    all
}

fn day(games: &mut Games, n: usize) -> Vec<GameId> {
    (0..n).fold(vec![GameId::ZERO], |values, _| next_day(games, &values))
}

/// A fresh engine with the values born by these days, and nothing remembered.
fn fresh<const N: usize>(days: [usize; N]) -> (Games, [Vec<GameId>; N]) {
    let mut games = Games::new(Budget::unlimited());
    let mut values = days.map(|n| day(&mut games, n));
    games.compact(&mut |visit| values.iter_mut().flatten().for_each(&mut *visit));
    (games, values)
}

fn switches(n: usize) -> Vec<(i64, i64)> {
    let mut state = 2024u64;
    let mut below_41 = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (mix(state) % 41) as i64 - 20
    };
    std::iter::repeat_with(|| (below_41(), below_41())).filter(|(a, b)| a > b).take(n).collect()
}

/// One run: checksum and CPU seconds.
fn run(workload: &str, size: &str) -> (String, f64) {
    let seconds = |clock: ProcessTime| clock.elapsed().as_secs_f64();
    match workload {
        "day" => {
            let (mut games, [before]) = fresh([size.parse::<usize>().unwrap() - 1]);
            let clock = ProcessTime::now();
            let values = next_day(&mut games, &before);
            let time = seconds(clock);
            (total(&mut games, &values), time)
        }
        "sums" | "cmps" => {
            let (mut games, [a, b]) = match size.parse::<usize>() {
                Err(_) => fresh([2, 3]),
                Ok(n) => {
                    let (games, [values]) = fresh([3]);
                    (games, [values[..n].to_vec(), values[..n].to_vec()])
                }
            };
            let mut sums = Vec::with_capacity(a.len() * b.len());
            let mut counts = [0usize; 4];
            let clock = ProcessTime::now();
            for &g in &a {
                for &h in &b {
                    if workload == "sums" {
                        sums.push(games.sum(g, h).unwrap());
                    } else {
                        let (less, greater) = (games.less_or_equal(g, h).unwrap(), games.less_or_equal(h, g).unwrap());
                        counts[less as usize + 2 * greater as usize] += 1;
                    }
                }
            }
            let time = seconds(clock);
            match workload {
                "sums" => (total(&mut games, &sums), time),
                _ => (format!("{}:{}:{}:{}", counts[1], counts[3], counts[2], counts[0]), time),
            }
        }
        "domineering" | "large_domineering" => {
            let (rows, columns) = size.split_once('x').unwrap();
            let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
            let clock = ProcessTime::now();
            let mut engine = Engine::default();
            let board = Board::new(rows, columns, vec!['.'; rows * columns]).unwrap();
            let p = if workload == "domineering" {
                domineering::position(&mut engine, &board)
            } else {
                let ruleset = engine.add(LargeDomineering::default());
                ruleset.at(&domineering::rows(&board), &mut engine)
            };
            let g = questions::value(p, &mut engine).unwrap().game(engine.games()).unwrap();
            let time = seconds(clock);
            (total(engine.games(), &[g]), time)
        }
        "toads" => {
            let counts: Vec<usize> = size.split(',').map(|n| n.parse().unwrap()).collect();
            let lane = "T".repeat(counts[0]) + &"_".repeat(counts[1]) + &"F".repeat(counts[2]);
            let lane = Lane::<SingleWord>::of::<ToadsFrogs>(&Board::read(&lane, &ToadsFrogs::LETTERS).unwrap());
            let mut engine = Engine::default();
            let ruleset = engine.add(Walking::<ToadsFrogs, SingleWord>::default());
            let p = ruleset.at(&lane, &mut engine);
            let clock = ProcessTime::now();
            let g = questions::value(p, &mut engine).unwrap().game(engine.games()).unwrap();
            let time = seconds(clock);
            (total(engine.games(), &[g]), time)
        }
        "thermo" => {
            // The thermographs of all values of day 3, so many times, each time by an engine that knows none.
            let (mut time, mut temperatures) = (0.0, 0.0);
            for _ in 0..size.parse().unwrap() {
                let (mut games, [values]) = fresh([3]);
                let clock = ProcessTime::now();
                let all: Vec<_> = values.iter().map(|&g| games.thermograph(g).unwrap()).collect();
                time += seconds(clock);
                temperatures += all.iter().map(|t| t.temperature().to_rational().to_f64().value()).sum::<f64>();
            }
            (format!("{:016x}/{temperatures:.4}/0", 0), time)
        }
        _ => {
            let mut games = Games::new(Budget::unlimited());
            let values: Vec<GameId> = switches(size.parse().unwrap())
                .into_iter()
                .map(|(a, b)| {
                    let (a, b) = (games.integer(a), games.integer(b));
                    games.from_options(&[a], &[b]).unwrap()
                })
                .collect();
            let clock = ProcessTime::now();
            let sum = values.iter().fold(GameId::ZERO, |sum, &g| games.sum(sum, g).unwrap());
            let time = seconds(clock);
            (total(&mut games, &[sum]), time)
        }
    }
}

fn main() {
    let chosen = side_by_side::chosen();
    let listed = WORKLOADS.iter().copied().filter(|(w, _)| chosen.is_empty() || chosen.iter().any(|c| c == w));
    let named = chosen.iter().filter_map(|c| c.split_once(':'));
    let jobs = listed.map(|(w, s)| (w, s, RUNS)).chain(named.map(|(w, s)| (w, s, 1)));
    side_by_side::compare(jobs.map(|(workload, size, runs)| Job { workload, size, runs, alone: false }), 60, run);
}
