//! Any text is a board, a stalk, a row or a code, or is refused; what is read can be asked about and shown.

#![no_main]

use std::rc::Rc;

use cg::value::Value;
use cg::engine::notation::Notation;
use cg_fuzz::{run, session};
use libfuzzer_sys::fuzz_target;

/// The first byte says what the text is for. The seeds name these by their number, so a new one comes last.
const CALLS: &[&str] = &[
    "domineering(t)",
    "clobber(t)",
    "toads_frogs(t)",
    "konane(t)",
    "col(t)",
    "hackenbush(t)",
    "seating(2, t)",
    "octal(t)(9)",
    "code(t)(9)",
    "load_graph(t)",
    "snort(t)",
    "nogo(t)",
    "amazons(t)",
    "fission(t)",
    "cram(t)",
    "cannibal_clobber(t)",
    "clobber(t, steps = knight)",
    "rooks(t)",
    "queens(t)",
    "anti_clobber(t)",
    "king_dirt(t)",
    "quelhas(t)",
    "ski_jumps(t)",
    "toads_frogs(t, jumps = 1..2)",
    "treblecross(t)",
    "sprouts(t)",
    "turning(t, \"THH\")",
    "elephants(t)",
    "toppling_dominoes(t)",
    "snort(graph <1 -- 2, 3; 3 -- 4>, t)",
    "arc_kayles(graph <1 -- 2, 3; 3 -- 4>, t)",
    "board(t)",
    "parts(board(t), \"xo\")",
    "turning(mock_turtles, t)",
    "turning(moidores, t)",
    "product(ruler, twins, t)",
    "acrostic(turtles, ruler, t)",
    "silver_dollar(t)",
    "partizan_code(\"0.3\", t)(9)",
    "backsliding_toads(t)",
    "fox_geese(t)",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (mut session, _) = session();
    session.set_variable("t", Value::Text(Rc::new(text.to_string())));
    let call = CALLS[usize::from(kind) % CALLS.len()];
    let Some(position) = run(&mut session, call).pop() else { return };
    if let Ok(written) = session.written(&position, Notation::Ascii)
        && written.len() < 1000
    {
        // Margins without cells are not written, so the boards may differ; their texts may not.
        let again = run(&mut session, &written).pop();
        let again = again.map(|again| session.written(&again, Notation::Ascii).ok());
        assert!(again.as_ref().is_some_and(|again| again.as_ref().is_none_or(|again| *again == written)), "{written:?}");
    }
    let _ = session.text(&position, Notation::Unicode);
    session.set_variable("p", position);
    run(&mut session, "outcome(p)");
    run(&mut session, "draw(p); draw(p, \"p.svg\")");
});
