//! Retrograde algorithms on 10^6 vertices and 10^7 edges against one breadth-first search of the same graph.
//!
//! `cargo bench --bench digraphs [-- vertices edges]` prints the CPU seconds of the fastest of five runs, and their
//! ratio to the search, which goes once through all reversed lists from all terminal vertices. Reversed lists are
//! built outside the clock. First come a hundred components by themselves and as compounds.

use std::rc::Rc;
use std::time::Duration;

use cg::digraphs::{Convention, Digraph, gamma, remoteness, topological_order, two_player_remoteness};
use cg::games::{Budget, Games, Player};
use cg::positions::{About, Context, Engine, PositionId, Question, Term, length};
use cg::rulesets::compound::{Kind, compound};
use cg::rulesets::graph::GraphRules;
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

/// Random edges, of which `downhill` in 100 lead to a smaller vertex.
fn graph(vertices: u32, edges: u32, downhill: u32) -> Digraph {
    let mut random = Random(7);
    let list: Vec<(u32, u32)> = (0..edges)
        .map(|_| {
            let (a, b) = (random.below(vertices), random.below(vertices));
            if random.below(100) < downhill { (a.max(b), a.min(b)) } else { (a, b) }
        })
        .filter(|(a, b)| downhill < 100 || a != b)
        .collect();
    Digraph::from_edges(vertices, &list, &mut Budget::unlimited()).expect("vertices are in range")
}

fn search(graph: &Digraph) -> usize {
    let reverse = graph.reverse(&mut Budget::unlimited()).expect("no limit");
    let mut seen = vec![false; graph.vertices() as usize];
    let mut queue: Vec<u32> = (0..graph.vertices()).filter(|&v| graph.is_terminal(v)).collect();
    for &v in &queue {
        seen[v as usize] = true;
    }
    let mut head = 0;
    while let Some(&v) = queue.get(head) {
        head += 1;
        for &w in reverse.row(v) {
            if !seen[w as usize] {
                seen[w as usize] = true;
                queue.push(w);
            }
        }
    }
    queue.len()
}

fn fastest<T>(mut work: impl FnMut() -> T) -> Duration {
    let runs = (0..5).map(|_| {
        let start = ProcessTime::now();
        std::hint::black_box(work());
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}

/// A hundred tokens on a hundred graphs.
fn tokens() -> (Engine, Vec<PositionId>) {
    let mut engine = Engine::new(Games::new(Budget::unlimited()));
    let lists = graph(2000, 20_000, 90);
    let lists: Vec<Vec<u32>> = (0..lists.vertices()).map(|v| lists.followers(v).to_vec()).collect();
    let tokens = (0..100).map(|i| {
        let labels = (0..lists.len()).map(|v| Term::Number(Box::new((v as u64).into()))).collect();
        let rules = GraphRules::new(labels, lists.clone(), lists.clone(), vec![None; lists.len()]);
        let ruleset = engine.positions().add_ruleset(Rc::new(rules));
        engine.positions().intern(ruleset, &[1999 - i])
    });
    let tokens = tokens.collect();
    (engine, tokens)
}

/// The least time of five runs, each on tokens of its own.
fn fresh(mut work: impl FnMut(&mut Engine, Vec<PositionId>)) -> Duration {
    let runs = (0..5).map(|_| {
        let (mut engine, tokens) = tokens();
        let start = ProcessTime::now();
        work(&mut engine, tokens);
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}

/// What a compound of 100 components costs over its parts: a theorem needs their answers and no more.
fn compounds() {
    println!("100 components of 2000 vertices and 20 000 edges each");
    let question = Question::new(About::Remoteness, Convention::Normal, Player::Left);
    let parts = fresh(|engine, tokens| {
        for token in tokens {
            length(token, question, engine).expect("no limit");
        }
    });
    println!("  one by one   {:7.3} s", parts.as_secs_f64());
    for kind in [Kind::Conj, Kind::Sel] {
        let time = fresh(|engine, tokens| {
            let all = compound(engine, kind, &tokens);
            length(all, question, engine).expect("no limit");
        });
        println!(
            "  {:<12} {:7.3} s {:6.2}x",
            kind.name(),
            time.as_secs_f64(),
            time.as_secs_f64() / parts.as_secs_f64()
        );
    }
}

fn main() {
    compounds();
    let sizes: Vec<u32> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let (vertices, edges) = match sizes[..] {
        [vertices, edges] => (vertices, edges),
        _ => (1_000_000, 10_000_000),
    };
    let budget = &mut Budget::unlimited();
    for (name, edges, downhill) in [
        ("acyclic", edges, 100),
        ("90 % downhill", edges, 90),
        ("half downhill", edges / 3, 50),
        ("random, 3 a vertex", edges / 10 * 3, 0),
        ("random", edges, 0),
    ] {
        let graph = graph(vertices, edges, downhill);
        let base = fastest(|| search(&graph));
        let table = gamma(&graph, budget).expect("no limit");
        let decided = (0..vertices).find(|&v| table.finite(v).is_some()).unwrap_or(0);
        let finite = (0..vertices).filter(|&v| table.finite(v).is_some()).count();
        let values = (0..vertices).filter_map(|v| table.finite(v)).max().map_or(0, |v| v + 1);
        println!("{name}: {vertices} vertices, {} edges, {finite} finite, {values} values", graph.edges());
        let line = |what: &str, time: Duration| {
            println!("  {what:<12} {:7.3} s {:6.1}x", time.as_secs_f64(), time.as_secs_f64() / base.as_secs_f64());
        };
        line("search", base);
        line("remoteness", fastest(|| remoteness(&graph, Convention::Normal, budget).expect("no limit")));
        line("two players", fastest(|| two_player_remoteness(&graph, &graph, Convention::Misere, budget).is_ok()));
        line("gamma", fastest(|| gamma(&graph, budget).expect("no limit")));
        line("counters", fastest(|| table.clone().counter(decided, budget).expect("no limit")));
        line("order", fastest(|| topological_order(&graph, budget).is_ok()));
    }
}
