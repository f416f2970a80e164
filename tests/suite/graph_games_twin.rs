//! Games on graphs against their rules, written as plain games in the language, on random graphs with random letters.

use std::collections::BTreeSet;

use cg::eval::Session;
use cg_engine::games::Budget;
use cg_engine::graphs::{ConnectedGraphs, EdgeList};

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
    tinted(es, xs, p, own) := xs[p] == 0 and [q for q in beside(es, p) if xs[q] == own] != []
    game fjords_twin(es, xs) := <fjords_twin(es, set(xs, [p], 1)) for p in every(xs) if may(es, xs, p, -1) if tinted(es, xs, p, 1)
                                |fjords_twin(es, set(xs, [p], -1)) for p in every(xs) if may(es, xs, p, 1) if tinted(es, xs, p, -1)>
    mark(es, xs, p) := if not may(es, xs, p, 1) and not may(es, xs, p, -1) then 2 else if tinted(es, xs, p, 1) then 1 else if tinted(es, xs, p, -1) then -1 else 0
    game gen_col_twin(ls, rs, es, xs) := <gen_col_twin(ls, rs, es, set(xs, [p], 1)) for p in every(xs) if xs[p] == 0 if mark(es, xs, p) in ls
                                         |gen_col_twin(ls, rs, es, set(xs, [p], -1)) for p in every(xs) if xs[p] == 0 if mark(es, xs, p) in rs>
    game digraph_placement_twin(es, xs) := <digraph_placement_twin(es, set(xs, [p] + [b for (a, b) in es if a == p], 2)) for p in every(xs) if xs[p] == 0 or xs[p] == 1
                                           |digraph_placement_twin(es, set(xs, [p] + [b for (a, b) in es if a == p], 2)) for p in every(xs) if xs[p] == 0 or xs[p] == -1>
    game weighted_twin(es, ws) := <weighted_twin(es, [if i == a or i == b then ws[i] - 1 else ws[i] for i in every(ws)]) for (a, b) in es if (ws[a] > 0) if (ws[b] > 0)>
    game partizan_twin(es, xs) := <partizan_twin(es, set(xs, [a, b], 2)) for (a, b, c) in es if xs[a] == 0 if xs[b] == 0 if c != -1
                                  |partizan_twin(es, set(xs, [a, b], 2)) for (a, b, c) in es if xs[a] == 0 if xs[b] == 0 if c != 1>
    holds(es, vs) := vs + unique([w for (a, b, c) in es for (v, w) in [[a, b], [b, a]] if v in vs if w not in vs])
    above(es, vs) := if len(holds(es, vs)) == len(vs) then vs else above(es, holds(es, vs))
    stands(es) := [es[i] for i in every(es) if es[i][0] in above(es, [0])]
    cut(es, i) := [es[j] for j in every(es) if j != i]
    safe(es, i) := es[i][2] == 0 or len(stands(cut(es, i))) == len(es) - 1
    game childish_twin(es) := <childish_twin(stands(cut(es, i))) for i in every(es) if es[i][2] >= 0 if safe(es, i)
                              |childish_twin(stands(cut(es, i))) for i in every(es) if es[i][2] <= 0 if safe(es, i)>
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
            ("fjords", ['.', 'x', 'o', '#']),
            ("gen_col", ['.', 'x', 'o', '#']),
            ("gen_col", ['.', '.', 'x', 'o']),
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
            // The cells that each player may colour, as letters and as numbers.
            let [(left, of_left), (right, of_right)] = [(); 2].map(|()| {
                let some: Vec<char> = ['.', 'x', 'o'].into_iter().filter(|_| random.below(2) == 0).collect();
                let numbers: Vec<&str> = some.iter().map(number).collect();
                (format!("\"{}\"", String::from_iter(&some)), format!("[{}]", numbers.join(", ")))
            });
            let rule =
                |of: [String; 2]| if name == "gen_col" { format!("{}, {}, ", of[0], of[1]) } else { String::new() };
            let mine = format!("{name}({}{graph}, \"{text}\")", rule([left, right]));
            let twin =
                format!("{name}_twin({}[{}], [{}])", rule([of_left, of_right]), pairs.join(", "), numbers.join(", "));
            // The twin lists both ways to one position, as two edges may lead there; so options are compared as values.
            demand_equal(&mut session, &mine, &twin);
        }
    }
}

/// Checks that a position has the value of its twin.
fn demand_equal(session: &mut Session, position: &str, twin: &str) {
    assert_eq!(run(session, &format!("{position} == {twin}")), "true", "{position}");
    for side in ["left_options", "right_options"] {
        let both = format!("{{value(p) for p in {side}({position})}} == {{value(p) for p in {side}({twin})}}");
        assert_eq!(run(session, &both), "true", "{side}({position})");
    }
}

/// Arrows of one or both players, counters on vertices, pictures of Hackenbush.
#[test]
fn games_on_random_arrows() {
    let mut random = Random(12);
    let mut session = session();
    assert_eq!(run(&mut session, RULES), "nothing");
    for _ in 0..100 {
        let n = 1 + random.below(5);
        let vertices: Vec<String> = (0..n).map(|v| v.to_string()).collect();
        let numbers = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let of = |random: &mut Random, letters: [char; 4]| -> (String, String) {
            let cells: Vec<char> = (0..n).map(|_| letters[random.below(4) as usize]).collect();
            let number = |&c: &char| i64::from(c == 'x') - i64::from(c == 'o') + 2 * i64::from(c == '#');
            (cells.iter().collect(), numbers(&cells.iter().map(number).collect::<Vec<_>>()))
        };

        let pairs: Vec<[u64; 2]> = (0..random.below(8)).map(|_| [random.below(n), random.below(n)]).collect();
        let lines: Vec<String> = pairs.iter().map(|[a, b]| format!("{a} -> {b}")).collect();
        let graph = format!("graph <{}>", [vertices.clone(), lines].concat().join("; "));
        let list: Vec<String> = pairs.iter().map(|[a, b]| format!("[{a}, {b}]")).collect();
        let (letters, xs) = of(&mut random, ['.', 'x', 'o', '#']);
        let mine = format!("digraph_placement({graph}, \"{letters}\")");
        demand_equal(&mut session, &mine, &format!("digraph_placement_twin([{}], [{xs}])", list.join(", ")));

        let lines: Vec<String> = pairs.iter().map(|[a, b]| format!("{a} -- {b}")).collect();
        let graph = format!("graph <{}>", [vertices.clone(), lines].concat().join("; "));
        let weights = numbers(&(0..n).map(|_| random.below(4) as i64).collect::<Vec<_>>());
        let mine = format!("weighted_arc_kayles({graph}, [{weights}])");
        demand_equal(&mut session, &mine, &format!("weighted_twin([{}], [{weights}])", list.join(", ")));

        let coloured: Vec<(u64, u64, i64)> = pairs.iter().map(|&[a, b]| (a, b, random.below(3) as i64 - 1)).collect();
        let sign = |colour: i64| ["-R>", "->", "-L>"][(colour + 1) as usize];
        let lines: Vec<String> = coloured.iter().map(|&(a, b, colour)| format!("{a} {} {b}", sign(colour))).collect();
        let graph = format!("graph <{}>", [vertices, lines].concat().join("; "));
        let list: Vec<String> = coloured.iter().map(|(a, b, colour)| format!("[{a}, {b}, {colour}]")).collect();
        let (letters, xs) = of(&mut random, ['.', '.', '.', '#']);
        let mine = format!("partizan_arc_kayles({graph}, \"{letters}\")");
        demand_equal(&mut session, &mine, &format!("partizan_twin([{}], [{xs}])", list.join(", ")));

        let colour = |colour: i64| ["R", "G", "B"][(colour + 1) as usize];
        let edges: Vec<String> = coloured.iter().map(|&(a, b, c)| format!("[{a}, \"{}\", {b}]", colour(c))).collect();
        let mine = format!("childish_hackenbush([{}])", edges.join(", "));
        demand_equal(&mut session, &mine, &format!("childish_twin(stands([{}]))", list.join(", ")));
    }
}

/// Each connected graph of few edges is isomorphic to just one of those that are listed: all sets of edges are gone through, and
/// all numberings of their vertices.
#[test]
fn connected_graphs_are_listed_once_up_to_isomorphism() {
    fn orders(count: u8) -> Vec<Vec<u8>> {
        match count {
            0 => vec![vec![]],
            _ => {
                let insert = |order: Vec<u8>| {
                    (0..count as usize).map(move |at| [&order[..at], &[count - 1], &order[at..]].concat())
                };
                orders(count - 1).into_iter().flat_map(insert).collect()
            }
        }
    }
    let is_connected = |edges: &[[u8; 2]], count: u8| {
        let mut reached = BTreeSet::from([0]);
        for _ in 0..count {
            let beside = edges.iter().filter(|edge| edge.iter().any(|v| reached.contains(v))).flatten().copied();
            reached.extend(beside.collect::<Vec<u8>>());
        }
        reached.len() == count as usize
    };
    let mut graphs = ConnectedGraphs::default();
    for edges in 0..=5u32 {
        let listed = graphs.grow(&mut Budget::unlimited()).expect("no limit").clone();
        let mut found = 0;
        for count in 1..=edges as u8 + 1 {
            let pairs: Vec<[u8; 2]> = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect();
            let (orders, mut images) = (orders(count), BTreeSet::new());
            for chosen in (0u32..1 << pairs.len()).filter(|chosen| chosen.count_ones() == edges) {
                let graph: EdgeList =
                    (0..).zip(&pairs).filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, pair)| *pair).collect();
                if images.contains(&graph) || !is_connected(&graph, count) {
                    continue;
                }
                let renamed: BTreeSet<EdgeList> = orders
                    .iter()
                    .map(|order| {
                        let edge = |&[a, b]: &[u8; 2]| {
                            let [a, b] = [order[a as usize], order[b as usize]];
                            [a.min(b), a.max(b)]
                        };
                        let mut image: EdgeList = graph.iter().map(edge).collect();
                        image.sort_unstable();
                        image
                    })
                    .collect();
                assert_eq!(renamed.intersection(&listed).count(), 1, "{graph:?}");
                images.extend(renamed);
                found += 1;
            }
        }
        assert_eq!(found, listed.len(), "{edges} edges");
    }
}
