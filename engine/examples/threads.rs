//! One engine for each thread: an engine may be made here and used there, and is never shared.

use std::sync::Mutex;
use std::thread;

use cg_engine::Engine;
use cg_engine::games::Fault;
use cg_engine::rulesets::subtraction::Subtraction;

fn main() {
    let sets: Vec<Vec<u64>> = (2..10).map(|a| vec![1, a, a + 3]).collect();
    let queue = Mutex::new(sets.into_iter());
    thread::scope(|scope| {
        for _ in 0..2 {
            let mut engine = Engine::default();
            let queue = &queue;
            scope.spawn(move || {
                // The lock is given back before the work begins.
                while let Some(set) = { queue.lock().expect("no thread panics").next() } {
                    let name = format!("{set:?}");
                    println!("{name}: {:?}", nim_values(&mut engine, set).expect("small heaps pass no limit"));
                }
            });
        }
    });
}

/// The nim-values of the heaps 0 to 12 of a subtraction game.
fn nim_values(engine: &mut Engine, set: Vec<u64>) -> Result<Vec<Option<u64>>, Fault> {
    let game = engine.add(Subtraction::new(set));
    let nim_value = |heap: u64| {
        let p = game.at(&heap, engine);
        engine.nim_value(p)
    };
    (0..=12).map(nim_value).collect()
}
