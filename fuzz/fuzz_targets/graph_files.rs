//! Any file is a graph or is refused with a place; a graph that was read can be saved and read again as the same graph.

#![no_main]

use cg::engine::notation::Notation;
use cg_fuzz::{run, session};
use libfuzzer_sys::fuzz_target;

/// The first byte says what the others are.
const NAMES: [&str; 3] = ["in.dot", "in.csv", "in.tsv"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    let name = NAMES[usize::from(kind) % NAMES.len()];
    let (mut session, files) = session();
    files.borrow_mut().insert(name.into(), bytes.to_vec());
    if run(&mut session, &format!("g := load_graph(\"{name}\")")).is_empty() {
        return;
    }
    let Some(graph) = run(&mut session, "g").pop() else { return };
    let Ok(text) = session.written(&graph, Notation::Ascii) else { return };
    let _ = session.text(&graph, Notation::Unicode);
    for out in ["out.dot", "out.csv"] {
        // Classes have no place in a list of edges.
        if run(&mut session, &format!("save_graph(g, \"{out}\")")).is_empty() {
            continue;
        }
        let Some(again) = run(&mut session, &format!("load_graph(\"{out}\")")).pop() else {
            panic!("{:?} is not read again", files.borrow().get(out).map(|file| String::from_utf8_lossy(file).into_owned()));
        };
        if let Ok(again) = session.written(&again, Notation::Ascii) {
            assert_eq!(again, text, "through {out}");
        }
    }
});
