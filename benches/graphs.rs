//! Retrograde algorithms on 10^6 vertices and 10^7 edges against one breadth-first search of the same graph.
//!
//! `cargo bench --bench graphs [-- vertices edges]` prints the CPU seconds of the fastest of five runs, and their
//! ratio to the search, which goes once through all reversed lists from all terminal vertices. Reversed lists are
//! built outside the clock. First come a hundred components by themselves and as compounds, last lists of edges that are
//! loaded: numeric vertices, named ones, DOT; with the bytes that a loaded graph takes. Making the text is taken off the
//! time.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use cg::eval::{Host, Session};
use cg_engine::games::{Budget, Player};
use cg_engine::graphs::{Convention, Digraph, gamma, remoteness, topological_order, two_player_remoteness};
use cg_engine::positions::{Context, Engine, PositionId, Question, Topic};
use cg_engine::questions::ask;
use cg_engine::rulesets::compound::{Kind, compound};
use cg_engine::rulesets::graph::{GraphRules, Label, Labels};
use cpu_time::ProcessTime;

/// Counts the bytes in use.
#[global_allocator]
static ALLOCATOR: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, usize::MAX);

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
    let mut engine = Engine::default();
    let lists = graph(2000, 20_000, 90);
    let tokens = (0..100).map(|i| {
        let mut labels = Labels::default();
        for v in 0..lists.vertices() {
            labels.insert(Label::Number(v.into()), &engine.games().budget).expect("no limit");
        }
        let rules = GraphRules::new(labels, lists.clone(), None, Default::default());
        let ruleset = engine.positions().add_own(Arc::new(rules));
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
    let question = Question::new(Topic::REMOTENESS, Convention::Normal, Player::Left);
    let parts = fresh(|engine, tokens| {
        for token in tokens {
            ask(token, question, engine).expect("no limit");
        }
    });
    println!("  one by one   {:7.3} s", parts.as_secs_f64());
    for kind in [Kind::Conj, Kind::Sel] {
        let time = fresh(|engine, tokens| {
            let all = compound(engine, kind, &tokens);
            ask(all, question, engine).expect("no limit");
        });
        println!(
            "  {:<12} {:7.3} s {:6.2}x",
            kind.name(),
            time.as_secs_f64(),
            time.as_secs_f64() / parts.as_secs_f64()
        );
    }
}

/// A world with one file, which is made while it is read.
struct File {
    vertices: u32,
    edges: u32,
    form: Form,
}

#[derive(Clone, Copy)]
enum Form {
    Numbers,
    Names,
    Dot,
}

/// Random edges as text, part by part.
struct Edges {
    random: Random,
    vertices: u32,
    left: u32,
    form: Form,
    part: Vec<u8>,
    at: usize,
}

impl io::Read for Edges {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.part.len() {
            self.part.clear();
            self.at = 0;
            for _ in 0..self.left.min(10_000) {
                let (a, b) = (self.random.below(self.vertices), self.random.below(self.vertices));
                let line = match self.form {
                    Form::Numbers => format!("{a},{b}\n"),
                    Form::Names => format!("place {a},place {b}\n"),
                    Form::Dot => format!("n{a} -> n{b};\n"),
                };
                self.part.extend(line.as_bytes());
            }
            if self.left > 0 && self.left <= 10_000 && matches!(self.form, Form::Dot) {
                self.part.push(b'}');
            }
            self.left -= self.left.min(10_000);
        }
        let count = buffer.len().min(self.part.len() - self.at);
        buffer[..count].copy_from_slice(&self.part[self.at..][..count]);
        self.at += count;
        Ok(count)
    }
}

impl Host for File {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn read_file(&mut self, _: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }
    fn open_file(&mut self, _: &str) -> io::Result<(Box<dyn io::Read>, u64)> {
        let part = if matches!(self.form, Form::Dot) { b"digraph {".to_vec() } else { Vec::new() };
        let (vertices, left, form) = (self.vertices, self.edges, self.form);
        Ok((Box::new(Edges { random: Random(7), vertices, left, form, part, at: 0 }), 0))
    }
}

/// Loads a graph as a script does.
fn load(vertices: u32, edges: u32, form: Form) {
    let making = fastest(|| {
        let mut file = File { vertices, edges, form };
        let (mut stream, _) = file.open_file("").expect("it is there");
        io::copy(&mut stream, &mut io::sink()).expect("it is read")
    });
    let mut bytes = 0;
    let loading = fastest(|| {
        let mut session = Session::new(cg::builtins::all(), Box::new(File { vertices, edges, form }));
        session.budget().set_memory(None, || ALLOCATOR.allocated());
        let path = if matches!(form, Form::Dot) { "g.dot" } else { "g.csv" };
        let source = session.sources.add("bench", &format!("g := load_graph(\"{path}\")"));
        let prepared = session.prepare(&source);
        let before = ALLOCATOR.allocated();
        session.execute(&prepared.statements[0]).result.expect("it is loaded");
        bytes = ALLOCATOR.allocated() - before;
        session
    });
    let name = match form {
        Form::Numbers => "numbers",
        Form::Names => "names",
        Form::Dot => "DOT",
    };
    let time = loading.saturating_sub(making).as_secs_f64();
    println!(
        "load {name:<8} {time:7.3} s {:6.2} million edges a second, {bytes} bytes: 4 an edge and {} a vertex",
        f64::from(edges) / time / 1e6,
        (bytes - 4 * edges as usize) / vertices as usize
    );
}

fn main() {
    compounds();
    let sizes: Vec<u32> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let (vertices, edges) = match sizes[..] {
        [vertices, edges] => (vertices, edges),
        _ => (1_000_000, 10_000_000),
    };
    for form in [Form::Numbers, Form::Names, Form::Dot] {
        load(vertices, edges, form);
    }
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
