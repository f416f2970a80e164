//! Games on graphs against their rules, written as plain games in the language, on random graphs with random letters.

use crate::language::{run, session};
use crate::random_graph::Random;

/// `es` are the edges as pairs, `xs` what is on each vertex: 0 free, 1 Left's colour, -1 Right's, 2 gone.
const RULES: &str = "
    every(xs) := [p for p in 0..len(xs)-1]
    beside(es, p) := unique([q for (a, b) in es for q in [a, b] if p == a or p == b if q != p])
    set(xs, ps, c) := [if contains(ps, i) then c else xs[i] for i in every(xs)]
    free(xs, p) := xs[p] == 0
    may(es, xs, p, bad) := xs[p] == 0 and [q for q in beside(es, p) if xs[q] == bad] == []
    game col_twin(es, xs) := <col_twin(es, set(xs, [p], 1)) for p in every(xs) if may(es, xs, p, 1)
                             |col_twin(es, set(xs, [p], -1)) for p in every(xs) if may(es, xs, p, -1)>
    game snort_twin(es, xs) := <snort_twin(es, set(xs, [p], 1)) for p in every(xs) if may(es, xs, p, -1)
                               |snort_twin(es, set(xs, [p], -1)) for p in every(xs) if may(es, xs, p, 1)>
    game node_kayles_twin(es, xs) := <node_kayles_twin(es, set(xs, beside(es, p) + [p], 2)) for p in every(xs) if xs[p] == 0>
    game arc_kayles_twin(es, xs) := <arc_kayles_twin(es, set(xs, [a, b], 2)) for (a, b) in es if xs[a] == 0 if xs[b] == 0>
";

#[test]
fn games_on_random_graphs() {
    let mut random = Random(11);
    let mut session = session();
    assert_eq!(run(&mut session, RULES), "nothing");
    for round in 0..120 {
        let n = 1 + random.below(6);
        let mut edges = Vec::new();
        for a in 0..n {
            for b in a..n {
                // Loops are for one game in three.
                if random.below(2) == 0 && (a < b || round % 3 == 0) {
                    edges.push((a, b));
                }
            }
        }
        let vertices: Vec<String> = (0..n).map(|v| v.to_string()).collect();
        let lines: Vec<String> = edges.iter().map(|(a, b)| format!("{a} -- {b}")).collect();
        let graph = format!("graph <{}>", [vertices, lines].concat().join("; "));
        let pairs: Vec<String> = edges.iter().map(|(a, b)| format!("[{a}, {b}]")).collect();
        for (name, letters) in [
            ("col", ['.', 'x', 'o', '#']),
            ("snort", ['.', 'x', 'o', '#']),
            ("node_kayles", ['.', '.', '.', '#']),
            ("arc_kayles", ['.', '.', '.', '#']),
        ] {
            // Half of all vertices are free.
            let cells: Vec<char> = (0..n).map(|_| letters[random.below(8).saturating_sub(4) as usize]).collect();
            let number = |c: &char| match c {
                'x' => "1",
                'o' => "-1",
                '#' => "2",
                _ => "0",
            };
            let text: String = cells.iter().collect();
            let numbers: Vec<&str> = cells.iter().map(number).collect();
            let mine = format!("{name}({graph}, \"{text}\")");
            let twin = format!("{name}_twin([{}], [{}])", pairs.join(", "), numbers.join(", "));
            assert_eq!(run(&mut session, &format!("{mine} == {twin}")), "true", "{mine}");
            for side in ["left_options", "right_options"] {
                // The twin lists both ways to one position, as two edges may lead there; so they are compared as values.
                let both = format!("{{value(p) for p in {side}({mine})}} == {{value(p) for p in {side}({twin})}}");
                assert_eq!(run(&mut session, &both), "true", "{side}({mine})");
            }
        }
    }
}
