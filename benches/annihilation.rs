//! Annihilation games on random digraphs: the table of all sets of at most four tokens, and questions about larger ones.
//!
//! `cargo bench --bench annihilation [-- vertices outdegree]` prints CPU seconds, the fastest of three runs. Of the
//! edges nine in ten lead to a smaller vertex, so that values are of all kinds.

use cg_engine::annihilation::Annihilation;
use cg_engine::games::Budget;
use cg_engine::graphs::Digraph;
use cpu_time::ProcessTime;

/// xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) * u64::from(n)) >> 32) as u32
    }
}

fn graph(vertices: u32, outdegree: u32) -> Digraph {
    let mut random = Random(7);
    let edges: Vec<(u32, u32)> = (0..vertices * outdegree)
        .map(|i| {
            let (a, b) = (i / outdegree, random.below(vertices));
            if random.below(10) > 0 && a > 0 { (a, b % a) } else { (a, b) }
        })
        .collect();
    Digraph::from_edges(vertices, &edges, &mut Budget::unlimited()).expect("vertices are in range")
}

fn main() {
    let sizes: Vec<u32> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = match sizes[..] {
        [vertices, outdegree] => vec![(vertices, outdegree)],
        _ => vec![(20, 3), (32, 3), (64, 3)],
    };
    let budget = &mut Budget::unlimited();
    for (vertices, outdegree) in sizes {
        let graph = graph(vertices, outdegree);
        let (mut table, mut ask, mut finite) = (f64::INFINITY, f64::INFINITY, 0);
        for _ in 0..3 {
            let start = ProcessTime::now();
            let game = Annihilation::new(&graph, budget).expect("no limit");
            table = table.min(start.elapsed().as_secs_f64());
            let mut random = Random(11);
            let start = ProcessTime::now();
            finite = 0;
            for _ in 0..1000 {
                let tokens: Vec<u32> = (0..vertices).filter(|_| random.below(2) == 0).collect();
                finite += u32::from(game.gamma(&tokens).as_finite().is_some());
            }
            ask = ask.min(start.elapsed().as_secs_f64() / 1000.0);
        }
        println!(
            "{vertices} vertices, outdegree {outdegree}: table {table:.3} s, a set of tokens {:.1} us, {finite} in 1000 finite",
            1e6 * ask
        );
    }
}
