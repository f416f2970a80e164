//! Rulesets whose steps, jumps and turnings are data against their rules, written as plain games in the language, on small
//! boards at random; graphs with a name against the pairs of vertices that are joined.

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// Each rule takes a board; `S` are the steps of stones, `J` the numbers of animals that may be jumped over. `at(xs, i)` are
/// the members of a list at place i: one or none.
const GAMES: &str = r##"
    at(xs, i) := [xs[j] for j in 0..len(xs)-1 if j == i]
    along := [[-1, 0], [0, -1], [0, 1], [1, 0]]
    first(b, p, d) := at(ray(b, p, d), len(ray(b, p, d, ".")))
    game clobber_twin(b, S) := <clobber_twin(replace_at(b, [[p, "."], [q, "x"]]), S) for p in cells(b, "x") for q in neighbours(b, p, S) if b[q] == "o"
                               |clobber_twin(replace_at(b, [[p, "."], [q, "o"]]), S) for p in cells(b, "o") for q in neighbours(b, p, S) if b[q] == "x">
    game far_twin(b, S) := <far_twin(replace_at(b, [[p, "."], [q, "x"]]), S) for p in cells(b, "x") for d in S for q in first(b, p, d) if b[q] == "o"
                           |far_twin(replace_at(b, [[p, "."], [q, "o"]]), S) for p in cells(b, "o") for d in S for q in first(b, p, d) if b[q] == "x">
    game anti_twin(b, S) := <anti_twin(replace_at(b, [[p, "o"], [q, "x"]]), S) for p in cells(b, "x") for q in neighbours(b, p, S) if b[q] == "."
                            |anti_twin(replace_at(b, [[p, "x"], [q, "o"]]), S) for p in cells(b, "o") for q in neighbours(b, p, S) if b[q] == ".">
    game dirt_twin(b, S) := <dirt_twin(replace_at(b, [[p, "#"], [q, "x"]]), S) for p in cells(b, "x") for q in neighbours(b, p, S) if b[q] == "."
                            |dirt_twin(replace_at(b, [[p, "#"], [q, "o"]]), S) for p in cells(b, "o") for q in neighbours(b, p, S) if b[q] == ".">
    filled(b, p, r, i) := replace_at(b, [[q, "#"] for q in [p] + r[0..i]])
    run(b, p, d) := ray(b, p, d, ".")
    game quelhas_twin(b) := <quelhas_twin(filled(b, p, run(b, p, [1, 0]), i)) for p in cells(b, ".") for i in 0..len(run(b, p, [1, 0]))-1
                            |quelhas_twin(filled(b, p, run(b, p, [0, 1]), i)) for p in cells(b, ".") for i in 0..len(run(b, p, [0, 1]))-1>
    slides(b, p, d) := [replace_at(b, [[p, "."], [q, b[p]]]) for q in ray(b, p, d, ".")]
    leaves(b, p, d) := [replace_at(b, p, ".") for i in 1..1 if len(ray(b, p, d, ".")) == len(ray(b, p, d))]
    below(b, p, i) := at(ray(b, p, [1, 0]), i)
    jumps(b, p, who, their) := [replace_at(b, [[p, "."], [q, their], [r, who]]) for q in below(b, p, 0) for r in below(b, p, 1) if b[p] == who and b[r] == "."]
    skis(b, p, d, who, over, their) := slides(b, p, d) + leaves(b, p, d) + [c for c in jumps(b, p, who, their) if contains(over, b[[p[0] + 1, p[1]]])]
    game ski_twin(b) := <ski_twin(c) for p in cells(b, "Ll") for c in skis(b, p, [0, 1], "L", ["R", "r"], "r")
                        |ski_twin(c) for p in cells(b, "Rr") for c in skis(b, p, [0, -1], "R", ["L", "l"], "l")>
    hops(b, p, d, over, J) := [q for q in at(ray(b, p, d), len(ray(b, p, d, over))) if b[q] == "_" and (len(ray(b, p, d, over)) == 0 or contains(J, len(ray(b, p, d, over))))]
    game toads_twin(b, J) := <toads_twin(replace_at(b, [[p, "_"], [q, "T"]]), J) for p in cells(b, "T") for q in hops(b, p, [0, 1], "F", J)
                             |toads_twin(replace_at(b, [[p, "_"], [q, "F"]]), J) for p in cells(b, "F") for q in hops(b, p, [0, -1], "T", J)>
    hexes := [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]]
    ground(xss) := board(len(xss), len(xss[0]))
    walls(xss) := replace_at(ground(xss), [[p, "#"] for p in cells(ground(xss)) if xss[p[0]][p[1]] != 0])
    herds(xss, p, q, n) := [[if [r, c] == p then xss[r][c] - n else if [r, c] == q then n else xss[r][c] for c in 0..len(xss[0])-1] for r in 0..len(xss)-1]
    ends(xss, p) := [last(ray(walls(xss), p, d, ".")) for d in hexes if ray(walls(xss), p, d, ".") != []]
    game sheep_twin(xss) := <sheep_twin(herds(xss, p, q, n)) for p in cells(ground(xss)) if (xss[p[0]][p[1]] > 1) for q in ends(xss, p) for n in 1..xss[p[0]][p[1]]-1
                            |sheep_twin(herds(xss, p, q, -n)) for p in cells(ground(xss)) if (xss[p[0]][p[1]] < -1) for q in ends(xss, p) for n in 1..-xss[p[0]][p[1]]-1>
"##;

/// A ruleset, its twin, the arguments behind the board of each, the letters, the most rows and columns.
const BOARDS: &[(&str, &str, &str, &str, &str, u64, u64)] = &[
    ("clobber", "clobber_twin", ", steps = king", ", king", "xo.", 3, 3),
    ("clobber", "clobber_twin", ", steps = knight", ", knight", "xo", 3, 3),
    ("clobber", "clobber_twin", ", steps = [[0, 1], [1, 1]]", ", [[0, 1], [1, 1]]", "xo.", 3, 3),
    ("kings", "clobber_twin", "", ", king", "xo.", 3, 3),
    ("knights", "clobber_twin", "", ", knight", "xo", 3, 3),
    ("rooks", "far_twin", "", ", along", "xo..#", 2, 4),
    ("queens", "far_twin", "", ", king", "xo..#", 3, 3),
    ("anti_clobber", "anti_twin", "", ", along", "xo..#", 2, 3),
    ("anti_clobber", "anti_twin", ", steps = king", ", king", "xo..#", 2, 3),
    ("king_dirt", "dirt_twin", "", ", king", "xo..#", 2, 3),
    ("quelhas", "quelhas_twin", "", "", "....#", 3, 3),
    ("ski_jumps", "ski_twin", "", "", "LlRr......", 3, 3),
    ("toads_frogs", "toads_twin", ", jumps = 1..2", ", [1, 2]", "TTFF__", 1, 7),
    ("toads_frogs", "toads_twin", ", jumps = [2]", ", [2]", "TTFF__", 1, 7),
];

#[test]
fn boards_by_data() {
    let (mut random, mut session) = (Random(51), session());
    assert_eq!(run(&mut session, GAMES), "nothing");
    for round in 0..rounds(3200) {
        let (name, twin, mine, theirs, letters, rows, columns) = BOARDS[round % BOARDS.len()];
        let letters: Vec<char> = letters.chars().collect();
        let (rows, columns) = (1 + random.below(rows), 1 + random.below(columns));
        let mut row = || (0..columns).map(|_| letters[random.below(letters.len() as u64) as usize]).collect::<String>();
        let board = (0..rows).map(|_| row()).collect::<Vec<_>>().join("/");
        let (mine, theirs) = (format!("{name}(\"{board}\"{mine})"), format!("{twin}(board(\"{board}\"){theirs})"));
        agree(&mut session, &mine, &theirs);
    }
}

fn agree(session: &mut cg::eval::Session, mine: &str, theirs: &str) {
    assert_eq!(run(session, &format!("{mine} == {theirs}")), "true", "{mine}");
    for side in ["left_options", "right_options"] {
        let both = format!("[len({side}(p)) for p in [{mine}, {theirs}]]");
        let counted = run(session, &both);
        let [mine_count, their_count] = counted.trim_matches(['[', ']']).split(", ").collect::<Vec<_>>()[..] else {
            panic!("{counted}")
        };
        assert_eq!(mine_count, their_count, "{side}({mine})");
    }
}

#[test]
fn pastures() {
    let (mut random, mut session) = (Random(52), session());
    assert_eq!(run(&mut session, GAMES), "nothing");
    for _ in 0..rounds(640) {
        let (rows, columns) = (1 + random.below(2), 1 + random.below(3));
        let mut herd = || [0, 0, 0, 1, -1, 2, -2, 3, -3][random.below(9) as usize].to_string();
        let mut row = || format!("[{}]", (0..columns).map(|_| herd()).collect::<Vec<_>>().join(", "));
        let pasture = format!("[{}]", (0..rows).map(|_| row()).collect::<Vec<_>>().join(", "));
        agree(&mut session, &format!("sheep({pasture})"), &format!("sheep_twin({pasture})"));
    }
}

/// Demands that a graph has these vertices, in this order, and joins those that `joined` says.
fn is_graph(session: &mut cg::eval::Session, call: &str, vertices: &[String], joined: impl Fn(usize, usize) -> bool) {
    let n = vertices.len();
    let pairs = (0..n).flat_map(|v| (v + 1..n).map(move |w| (v, w))).filter(|&(v, w)| joined(v, w));
    let edges = pairs.map(|(v, w)| format!("{} -- {}", vertices[v], vertices[w]));
    let literal = vertices.iter().cloned().chain(edges).collect::<Vec<_>>().join("; ");
    assert_eq!(run(session, &format!("[{call}]")), run(session, &format!("[graph <{literal}>]")), "{call}");
}

#[test]
fn graphs_with_a_name() {
    let mut session = session();
    let numbers = |n: usize| (1..=n).map(|v| v.to_string()).collect::<Vec<_>>();
    for n in 0..7 {
        is_graph(&mut session, &format!("path_graph({n})"), &numbers(n), |v, w| w == v + 1);
        is_graph(&mut session, &format!("complete_graph({n})"), &numbers(n), |_, _| true);
        if n >= 3 {
            is_graph(&mut session, &format!("cycle_graph({n})"), &numbers(n), |v, w| {
                w == v + 1 || (v, w) == (0, n - 1)
            });
        }
        for m in 0..4 {
            let is_across = |v: usize, w: usize| v < m && w >= m;
            is_graph(&mut session, &format!("complete_bipartite({m}, {n})"), &numbers(m + n), is_across);
        }
    }
    for (rows, columns) in [(1, 1), (0, 3), (2, 3), (3, 3), (4, 2), (1, 5), (4, 4)] {
        let places: Vec<[i64; 2]> = (0..rows * columns).map(|i| [i / columns, i % columns]).collect();
        let labels: Vec<String> = places.iter().map(|[y, x]| format!("[{y}, {x}]")).collect();
        let mut demand = |name: &str, joined: fn(i64, i64) -> bool| {
            let far = |v: usize, w: usize| [0, 1].map(|i| (places[v][i] - places[w][i]).abs());
            let is_joined = |v: usize, w: usize| joined(far(v, w)[0], far(v, w)[1]);
            is_graph(&mut session, &format!("{name}({rows}, {columns})"), &labels, is_joined);
        };
        demand("grid_graph", |y, x| y + x == 1);
        demand("king_graph", |y, x| y.max(x) == 1);
        demand("rook_graph", |y, x| y == 0 || x == 0);
        demand("queen_graph", |y, x| y == 0 || x == 0 || y == x);
        demand("knight_graph", |y, x| y * x == 2);
    }
    for d in 0..5 {
        let words: Vec<String> = (0..1usize << d).map(|v| format!("{v:0d$b}")).collect();
        let words: Vec<String> = words.into_iter().map(|word| if d == 0 { String::new() } else { word }).collect();
        let labels: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        is_graph(&mut session, &format!("hypercube({d})"), &labels, |v, w| (v ^ w).count_ones() == 1);
    }
    // Two pairs of five things are joined if they have nothing in common: each vertex has three neighbours, and two that are
    // joined have no neighbour in common, others exactly one.
    assert_eq!(
        run(&mut session, "g := petersen_graph(); [len(options(p)) for p in vertices(g)] == [3 for k in 1..10]"),
        "true"
    );
    let common = "len([r for r in vertices(g) if g[w] in options(r) and g[v] in options(r)])";
    let is_petersen =
        format!("all([{common} == (if same_edge(v, w) then 0 else 1) for v in 1..10 for w in 1..10 if v < w])");
    let rule = "same_edge(v, w) := len([p for p in options(g[v]) if same(p, g[w])]) > 0;";
    let is_petersen =
        is_petersen.replace("g[w] in options(r) and g[v] in options(r)", "joined(r, g[v]) and joined(r, g[w])");
    let joined = "joined(p, q) := len([r for r in options(p) if same(r, q)]) > 0;";
    assert_eq!(run(&mut session, &format!("{rule} {joined} {is_petersen}")), "true");
    for seed in 0..8 {
        let graph = format!("random_graph(7, 11, {seed})");
        let ends = format!("sum([len(options(p)) for p in vertices({graph})])");
        assert_eq!(run(&mut session, &ends), "22", "{graph}");
        assert_eq!(run(&mut session, &format!("[{graph}]")), run(&mut session, &format!("[{graph}]")), "{graph}");
    }
}
