//! Misère quotients with their proofs, and outcomes of sums by them.
//!
//! `cargo bench --bench misere [-- code heaps]` prints CPU seconds, the fastest of five runs.

use cg_engine::games::Budget;
use cg_engine::heaps::HeapMoves;
use cg_engine::misere::{Limits, Quotient, Sums};
use cg_engine::positions::Engine;
use cg_engine::questions::heap_moves;
use cg_engine::rulesets::code::{Name, TakeAndBreak};
use cpu_time::ProcessTime;

fn table(code: &str, heaps: u64) -> HeapMoves {
    let mut engine = Engine::default();
    let rules = TakeAndBreak::new(Name::OfCode("code"), code.parse().expect("a code"));
    let ruleset = engine.add(rules);
    let all: Vec<_> = (0..=heaps).map(|n| ruleset.at(&n, &mut engine)).collect();
    heap_moves(&all, &mut engine).expect("no limit")
}

/// The fastest of five.
fn least<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut last = None;
    for _ in 0..5 {
        let start = ProcessTime::now();
        let result = run();
        best = best.min(start.elapsed().as_secs_f64());
        last = Some(result);
    }
    (best, last.expect("five runs"))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let games = match &arguments[..] {
        [code, heaps] => vec![(code.clone(), heaps.parse().expect("a number of heaps"))],
        _ => [("0.77", 120), ("0.144", 60), ("0.115", 60), ("0.54", 30), ("0.57", 40), ("0.26", 40)]
            .map(|(c, n)| (c.to_string(), n))
            .to_vec(),
    };
    let budget = &mut Budget::unlimited();
    for (code, heaps) in games {
        let game = table(&code, heaps);
        let (time, quotient) = least(|| Quotient::of(&game, Limits::NONE, budget).expect("no limit"));
        let (order, p, proved) = (quotient.order(), quotient.p_portion(), quotient.heaps() - 1);
        println!("quotient of {code} to heap {heaps}: order {order}, P-portion {p}, proved to {proved}, {time:.4} s");
    }
    let game = table("0.77", 40);
    let sum = [40, 31, 22];
    let (time, positions) = least(|| {
        let mut sums = Sums::default();
        sums.is_lost(&game, &sum, usize::MAX, budget).expect("no limit");
        sums.len()
    });
    println!("search of Kayles 40 + 31 + 22: {positions} positions, {time:.4} s");
}
