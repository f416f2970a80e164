//! The language at work: parsing, calls, a person's rules beside the same rules in Rust.
//!
//! `cargo bench --bench language` prints process CPU seconds, the least of five runs, a fresh session each.

use cg::builtins;
use cg::eval::{Quiet, Session};
use cg_engine::games::{Budget, Fault, Games, Player};
use cg_engine::positions::{self, Closed, Context, Engine, Moves, Ruleset, Term, position};
use cpu_time::ProcessTime;

/// Kayles in Rust: take one or two adjacent pins.
struct Kayles;

impl Ruleset for Kayles {
    type State = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, n: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        for taken in 1..=2.min(*n) {
            for a in 0..=n - taken {
                out.to_sum([a, n - taken - a]);
            }
        }
        Ok(())
    }

    fn term(&self, n: &u64) -> Term {
        Term::Call("kayles".into(), vec![Term::Number(Box::new((*n).into()))])
    }
}

fn native(n: u64) -> String {
    let mut engine = Engine::new(Games::new(Budget::unlimited()));
    let ruleset = engine.positions().ruleset("kayles", || Closed(Kayles));
    let p = position(&mut engine, ruleset, &n);
    format!("{:?}", positions::value(p, &mut engine).expect("Kayles ends"))
}

fn script(text: &str) -> String {
    let mut session = Session::new(builtins::all(), Box::new(Quiet::default()));
    let source = session.sources.add("bench", text);
    let prepared = session.prepare(&source);
    assert!(!prepared.has_errors(), "{:?}", prepared.diagnostics);
    let mut last = String::new();
    for statement in &prepared.statements {
        let value = session.execute(statement).result.expect("the script runs");
        last = session.show(&value, cg_engine::notation::Notation::Ascii, statement.span).expect("it has a value");
    }
    last
}

fn measure(name: &str, mut work: impl FnMut() -> String) -> f64 {
    let mut least = f64::MAX;
    let mut answer = String::new();
    for _ in 0..5 {
        let start = ProcessTime::now();
        answer = work();
        least = least.min(start.elapsed().as_secs_f64());
    }
    println!("{name:<44} {least:>9.4} s   {answer}");
    least
}

fn main() {
    let kayles = "(n) := <k(a) + k(n-j-a) for j in 1..2 for a in 0..n-j>; ";
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
    measure("a new session and `1`", || script("1"));
    measure("a new session and a thermograph drawn", || script("draw(thermograph(<7|5||4|1>)); 1"));
    measure("K(200), Kayles by value", || script(&format!("k{kayles}k(200)")));
    measure("f(100000), a recursion of that depth", || script("f(n) := if n == 0 then 0 else <f(n-1)|>; f(100000)"));
    let options = ["0", "*", "up", "1", "-1", "*2", "+-1", "down", "1*", "<1|0>", "<2|*>", "1/2", "<0|-1>"];
    let option = |i: usize| options[i % options.len()];
    let forms = (0..100).map(|i| {
        let [a, b, c, d] = [i, 3 * i + 1, 5 * i / 2 + 2, 7 * i / 3].map(option);
        format!("explain(form <{a},{b}|{c},{d}>)")
    });
    let forms = forms.collect::<Vec<_>>().join("\n");
    measure("100 forms of day 3 explained, one session", || {
        script(&forms).lines().next().unwrap_or_default().to_string()
    });
    let own = measure("nim_value(k(2000)), a person's game", || script(&format!("game k{kayles}nim_value(k(2000))")));
    let rust = measure("the same rule in Rust", || native(2000));
    println!("a person's game takes {:.1} times as long as the same rule in Rust", own / rust);
}
