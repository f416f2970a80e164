//! The language at work: parsing, calls, explanations.
//!
//! `cargo bench --bench language` prints process CPU seconds, the least of five runs, a fresh session each.

mod script;

use cg::builtins;
use cg::eval::{Quiet, Session};
use cg::guide::completion::complete;

/// Prints how long it takes and what it gives.
fn measure(name: &str, work: impl Fn() -> String) {
    let (seconds, answer) = script::least(5, &work);
    println!("{name:<44} {seconds:>9.4} s   {answer}");
}

fn main() {
    let text: String =
        (0..20_000).map(|i| format!("x{i} := <{i}, *{} | up + {}> + 2*{i} - (3/4)\n", i % 7, i + 5)).collect();
    let size = text.len();
    measure(&format!("parse and resolve {size} bytes, 20 000 lines"), || {
        let mut session = Session::new(builtins::all(), Box::new(Quiet::default()));
        let source = session.sources.add("bench", &text);
        let prepared = session.prepare(&source);
        assert!(!prepared.has_errors(), "{:?}", prepared.diagnostics.first());
        prepared.statements.len().to_string()
    });
    measure("a new session and `1`", || script::answer("1", 1));
    measure("a new session and a thermograph drawn", || script::answer("draw(thermograph(<7|5||4|1>)); 1", 1));
    measure("K(200), Kayles by value", || {
        script::answer("k(n) := <k(a) + k(n-j-a) for j in 1..2 for a in 0..n-j>; k(200)", 1)
    });
    measure("f(100000), a recursion of that depth", || {
        script::answer("f(n) := if n == 0 then 0 else <f(n-1)|>; f(100000)", 1)
    });
    let long = format!("{}outc", "<0,*|1> + ".repeat(1000));
    measure("a new session and a long line completed", || {
        let session = Session::new(builtins::all(), Box::new(Quiet::default()));
        complete(&session, &long).1.len().to_string()
    });
    let options = ["0", "*", "up", "1", "-1", "*2", "+-1", "down", "1*", "<1|0>", "<2|*>", "1/2", "<0|-1>"];
    let option = |i: usize| options[i % options.len()];
    let forms = (0..100).map(|i| {
        let [a, b, c, d] = [i, 3 * i + 1, 5 * i / 2 + 2, 7 * i / 3].map(option);
        format!("explain(form <{a},{b}|{c},{d}>)")
    });
    let forms = forms.collect::<Vec<_>>().join("\n");
    measure("100 forms of day 3 explained, one session", || {
        script::answer(&forms, 1).lines().next().unwrap_or_default().to_string()
    });
}
