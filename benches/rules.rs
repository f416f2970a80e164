//! Rules that a person writes: over lists, with helper functions and without, over heaps, and on boards.
//!
//! `cargo bench --bench rules` prints process CPU seconds, the least of five runs, a fresh session each, and beside a rule
//! that is also built in how many times as long it takes. `-- WORD` runs the rows in whose name the word stands;
//! `-- large` adds rows that take seconds. Where two texts mean the same game, their answers must be equal.

mod script;

use cg_engine::games::{Fault, Player};
use cg_engine::positions::{Engine, Facts, Moves, Ruleset, Term};

/// Snort on a row of fields, each step a function: 1 is a bull, -1 a cow, 0 an empty field.
const SNORT: &str = "
near(xs, p) := [q for q in [p - 1, p + 1] if q >= 0 and q < len(xs)]
may(xs, p, kind) := xs[p] == 0 and [q for q in near(xs, p) if xs[q] == -kind] == []
put(xs, p, kind) := [if i == p then kind else xs[i] for i in 0..len(xs)-1]
game bulls(xs) := <bulls(put(xs, p, 1)) for p in 0..len(xs)-1 if may(xs, p, 1)
                  |bulls(put(xs, p, -1)) for p in 0..len(xs)-1 if may(xs, p, -1)>
";

/// The same, written out.
const SNORT_INLINED: &str = "
game bulls(xs) :=
  <bulls([if i == p then 1 else xs[i] for i in 0..len(xs)-1]) for p in 0..len(xs)-1
     if xs[p] == 0 and (p == 0 or xs[p-1] != -1) and (p == len(xs)-1 or xs[p+1] != -1)
  |bulls([if i == p then -1 else xs[i] for i in 0..len(xs)-1]) for p in 0..len(xs)-1
     if xs[p] == 0 and (p == 0 or xs[p-1] != 1) and (p == len(xs)-1 or xs[p+1] != 1)>
";

/// Clobber on a board of four columns, given as one list: 1 is Left's, 2 Right's, 0 an empty cell.
const CLOBBER: &str = "
beside(xs, p) := [p - 4 for k in 1..1 if p >= 4] + [p + 4 for k in 1..1 if p + 4 < len(xs)] +
                 [p - 1 for k in 1..1 if mod(p, 4) > 0] + [p + 1 for k in 1..1 if mod(p, 4) < 3]
moved(xs, p, q) := [if i == p then 0 else if i == q then xs[p] else xs[i] for i in 0..len(xs)-1]
game clob(xs) := <clob(moved(xs, p, q)) for p in 0..len(xs)-1 if xs[p] == 1 for q in beside(xs, p) if xs[q] == 2
                 |clob(moved(xs, p, q)) for p in 0..len(xs)-1 if xs[p] == 2 for q in beside(xs, p) if xs[q] == 1>
";

/// A board filled in turn, as `clobber(rows, 4)` has it.
const CHEQUERED: &str = "full(rows) := [1 + mod(r + c, 2) for r in 0..rows-1 for c in 0..3]\n";

const KAYLES: &str = "game k(n) := <k(a) + k(n-j-a) for j in 1..2 for a in 0..n-j>\n";
const DAWSON: &str = "game d(n) := <d(a) + d(n-2-a) for a in 0..n-2>\n";
const CAKE: &str =
    "game cake(m, n) := <cake(m, j) + cake(m, n-j) for j in 1..n-1 | cake(i, n) + cake(m-i, n) for i in 1..m-1>\n";

/// Games on boards whose parts are kept apart: Clobber, Snort on the fields that are still free for somebody, twice, once with
/// those fields held together that matter to each other and once with all, and Amazons.
const BOARDS: &str = r##"
groups(b) := sum_list([clob(c) for c in parts(b, "xo")])
game clob(b) := <groups(replace_at(b, [[p, "."], [q, "x"]])) for p in cells(b, "x") for q in neighbours(b, p) if b[q] == "o"
                |groups(replace_at(b, [[p, "."], [q, "o"]])) for p in cells(b, "o") for q in neighbours(b, p) if b[q] == "x">
                with symmetry and mirror
kept(b, p, mine) := replace_at(b, [[p, "#"]] +
                    [[q, if b[q] == "." or b[q] == mine then mine else "#"] for q in neighbours(b, p)])
fields(b) := sum_list([cows(c) for c in parts(b, ["..", ".x", ".o", "xo"])])
game cows(b) := <fields(kept(b, p, "x")) for p in cells(b, ".x") | fields(kept(b, p, "o")) for p in cells(b, ".o")>
                with symmetry and mirror
pastures(b) := sum_list([herd(c) for c in parts(b, ".xo")])
game herd(b) := <pastures(kept(b, p, "x")) for p in cells(b, ".x") | pastures(kept(b, p, "o")) for p in cells(b, ".o")>
                with symmetry and mirror
queen(b, p) := [q for d in king for q in ray(b, p, d, ".")]
rooms(b) := sum_list([queens(c) for c in parts(b, "xo.", king)])
shots(b, p, x) := [rooms(replace_at(c, a, "#")) for q in queen(b, p)
                   for c in [replace_at(b, [[p, "."], [q, x]])] for a in queen(c, q)]
game queens(b) := <c for p in cells(b, "x") for c in shots(b, p, "x") | c for p in cells(b, "o") for c in shots(b, p, "o")>
                  with symmetry and mirror
"##;

/// The same boards of one's own and built in.
const SAME_BOARDS: [(&str, &str, &str, &str); 8] = [
    ("Clobber 3x5 on a board, value", "temperature", "clob(board(3, 5, \"xo\"))", "clobber(3, 5)"),
    ("Clobber 3x6 on a board, winner", "outcome", "clob(board(3, 6, \"xo\"))", "clobber(3, 6)"),
    ("Snort 4x4 on a board, value", "temperature", "cows(board(4, 4))", "snort(4, 4)"),
    ("Snort 4x5 on a board, winner", "outcome", "cows(board(4, 5))", "snort(4, 5)"),
    ("Snort 4x4, all fields together, value", "temperature", "herd(board(4, 4))", "snort(4, 4)"),
    ("Snort 4x5, all fields together, winner", "outcome", "herd(board(4, 5))", "snort(4, 5)"),
    (
        "Amazons 3x4 on a board, value",
        "temperature",
        "queens(board(\"x.../..../...o\"))",
        "amazons(\"x.../..../...o\")",
    ),
    ("Amazons 3x4 on a board, winner", "outcome", "queens(board(\"x..o/..../o..x\"))", "amazons(\"x..o/..../o..x\")"),
];

/// Kayles in Rust: take one or two adjacent pins.
#[derive(PartialEq, Eq, Hash)]
struct Kayles;

impl Ruleset for Kayles {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts::impartial()
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

/// The value of a heap of Kayles by the solver that built-in rulesets have.
fn kayles(n: u64) -> String {
    let mut engine = Engine::default();
    let p = engine.add(Kayles).at(&n, &mut engine);
    engine.nim_value(p).expect("Kayles ends").expect("Kayles is impartial").to_string()
}

struct Row {
    name: String,
    large: bool,
    work: Box<dyn Fn() -> String>,
    /// The same game built in.
    peer: Option<Box<dyn Fn() -> String>>,
}

fn row(name: impl Into<String>, text: String) -> Row {
    Row { name: name.into(), large: false, work: Box::new(move || script::answer(&text, 1)), peer: None }
}

impl Row {
    fn large(self) -> Row {
        Row { large: true, ..self }
    }

    fn beside(self, peer: impl Fn() -> String + 'static) -> Row {
        Row { peer: Some(Box::new(peer)), ..self }
    }
}

fn rows() -> Vec<Row> {
    let snort = |rules: &str, n: usize| format!("{rules}worth := temperature(bulls([0 for i in 1..{n}]))\nworth");
    let cake = |rule: &str| format!("{CAKE}{rule}(40, 41) + 0");
    let boards = SAME_BOARDS.map(|(name, question, own, built_in)| {
        row(name, format!("{BOARDS}{question}({own})"))
            .beside(move || script::answer(&format!("{question}({built_in})"), 1))
    });
    let others = vec![
        row("Snort, a row of 11, helper functions", snort(SNORT, 11)),
        row("Snort, a row of 11, inlined", snort(SNORT_INLINED, 11)),
        row("Snort, a row of 13, helper functions", snort(SNORT, 13)).large(),
        row("Snort, a row of 13, inlined", snort(SNORT_INLINED, 13)).large(),
        row("Clobber 3x4 on a list", format!("{CLOBBER}{CHEQUERED}clob(full(3)) + 0"))
            .beside(|| script::answer("clobber(3, 4) + 0", 1)),
        row("300 000 products", "sum_list([i*j for i in 1..600 for j in 1..500])".into()),
        row("a sieve to 3000", "len([n for n in 2..3000 if all([mod(n, d) > 0 for d in 2..n-1 if d*d <= n])])".into()),
        row("Kayles, a heap of 300", format!("{KAYLES}nim_value(k(300))")).beside(|| kayles(300)),
        row("Kayles, a heap of 2000", format!("{KAYLES}nim_value(k(2000))")).beside(|| kayles(2000)),
        row("Dawson's Kayles, heaps to 500", format!("{DAWSON}nim_value(d(500))"))
            .beside(|| script::answer("nim_value(dawson_kayles(500))", 1)),
        row("Cutcake, 40 by 41", cake("cake")).beside(|| script::answer("cutcake(40, 41) + 0", 1)),
    ];
    others.into_iter().chain(boards).collect()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let large = words.iter().any(|word| word == "large");
    let words: Vec<&String> = words.iter().filter(|word| *word != "large").collect();
    for row in rows() {
        let wanted = words.is_empty() || words.iter().any(|word| row.name.contains(*word));
        if !wanted || row.large && !large {
            continue;
        }
        let runs = if row.large { 2 } else { 5 };
        let (own, answer) = script::least(runs, &*row.work);
        print!("{:<40} {own:>9.4} s   {answer}", row.name);
        if let Some(peer) = &row.peer {
            let (built_in, same) = script::least(runs, &**peer);
            assert_eq!(answer, same, "{}", row.name);
            print!("   built in {built_in:.4} s, ratio {:.1}", own / built_in);
        }
        println!();
    }
}
