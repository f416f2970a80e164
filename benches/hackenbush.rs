//! Values of random pictures of Hackenbush in red and blue, each one block: a round through the ground and all vertices, and
//! chords; or a grid above the ground.
//!
//! `cargo bench --bench hackenbush [-- edges seeds]` prints CPU seconds of each picture, found once: the least, the median
//! and the most. To value such a picture is NP-hard (Winning Ways, ch. 7), so that sizes are chosen with care.

use cg_engine::positions::Engine;
use cg_engine::questions;
use cg_engine::rulesets::hackenbush::{Colour, Edge, picture};
use cpu_time::ProcessTime;

/// xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as usize * n) >> 32
    }
}

/// What a picture is drawn by.
#[derive(Clone, Copy)]
enum Shape {
    /// A round through so many vertices, and chords.
    Round(usize),
    /// Rows of so many vertices.
    Grid(usize),
}

fn ends(shape: Shape, edges: usize, random: &mut Random) -> Vec<(usize, usize)> {
    match shape {
        Shape::Round(vertices) => {
            let round = (0..vertices).map(|i| (i, (i + 1) % vertices));
            let chord = |_| {
                let from = random.below(vertices);
                (from, (from + 1 + random.below(vertices - 1)) % vertices)
            };
            round.chain((vertices..edges).map(chord)).collect()
        }
        Shape::Grid(width) => {
            let vertex = |row: usize, i: usize| if row == 0 { 0 } else { (row - 1) * width + i + 1 };
            let row = |row: usize| {
                let up = (0..width).map(move |i| (vertex(row - 1, i), vertex(row, i)));
                up.chain((1..width).map(move |i| (vertex(row, i - 1), vertex(row, i))))
            };
            (1..).flat_map(row).take(edges).collect()
        }
    }
}

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let (edges, seeds) = match sizes[..] {
        [edges] => (edges, 5),
        [edges, seeds] => (edges, seeds),
        _ => (32, 5),
    };
    let shapes = [8, 12, 16, 20, 24].map(|vertices| ("a round through", Shape::Round(vertices), vertices));
    let grids = [3, 4, 5].map(|width| ("rows of", Shape::Grid(width), width));
    for (words, shape, size) in shapes.into_iter().chain(grids) {
        let mut times: Vec<f64> = Vec::new();
        for seed in 0..seeds as u64 {
            let mut random = Random(1 + seed);
            random.below(1);
            let drawn: Vec<Edge> = ends(shape, edges, &mut random)
                .into_iter()
                .map(|(from, to)| {
                    let colour = [Colour::Blue, Colour::Red][random.below(2)];
                    (from.to_string().into(), colour, to.to_string().into())
                })
                .collect();
            let mut engine = Engine::default();
            let p = picture(&mut engine, &drawn);
            let start = ProcessTime::now();
            questions::value(p, &mut engine).expect("no limit");
            times.push(start.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        let [least, most] = [times[0], times[times.len() - 1]];
        println!("{edges} edges, {words} {size}: {least:.3} s, {:.3} s, {most:.3} s", times[times.len() / 2]);
    }
}
