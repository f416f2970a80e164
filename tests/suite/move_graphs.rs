//! Questions about graphs against their definitions, carried out on adjacency lists without the engine.

use std::collections::{BTreeSet, HashMap};

use cg_engine::games::Outcome;

use crate::gamma_twin::{literal, naive_counters, naive_outcomes, product};
use crate::language::{run, session};
use crate::random_graph::Random;

/// A list of followers for each vertex as a literal; sign 0 is everybody's arrow.
fn graph_text(name: &str, lists: &[Vec<u32>]) -> String {
    let entry = |(v, list): (usize, &Vec<u32>)| match list.is_empty() {
        true => v.to_string(),
        false => format!("{v} -> {}", list.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
    };
    format!("{name} := graph <{}>", lists.iter().enumerate().map(entry).collect::<Vec<_>>().join("; "))
}

fn list(texts: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", texts.into_iter().collect::<Vec<_>>().join(", "))
}

/// The same with sinks won by who cannot move: each sink is given a move to a vertex of its own that has none.
fn misere(lists: &[Vec<u32>]) -> Vec<Outcome> {
    let mut longer = lists.to_vec();
    let sink = lists.len() as u32;
    for moves in &mut longer {
        if moves.is_empty() {
            moves.push(sink);
        }
    }
    longer.push(Vec::new());
    naive_outcomes(&longer)[..lists.len()].to_vec()
}

#[test]
fn all_vertices_of_a_graph_are_answered_as_the_definitions_say() {
    let mut random = Random(101);
    for _ in 0..250 {
        let lists = random.lists(9);
        let n = lists.len() - 1;
        let mut s = session();
        run(&mut s, &graph_text("g", &lists));
        let values = literal(&lists);
        let outcomes = naive_outcomes(&lists);
        let words = |all: &[Outcome]| list(all.iter().map(Outcome::to_string));
        assert_eq!(run(&mut s, &format!("[outcome(g[v]) for v in 0..{n}]")), words(&outcomes), "{lists:?}");
        assert_eq!(
            run(&mut s, &format!("[outcome(g[v], misere) for v in 0..{n}]")),
            words(&misere(&lists)),
            "{lists:?}"
        );
        let reach: Vec<BTreeSet<u32>> =
            lists.iter().map(|moves| moves.iter().filter_map(|&w| values[w as usize]).collect()).collect();
        let set = |reach: &BTreeSet<u32>| {
            let members: Vec<String> = reach.iter().map(u32::to_string).collect();
            format!("{{{}}}", members.join(", "))
        };
        assert_eq!(run(&mut s, &format!("[reach(g[v]) for v in 0..{n}]")), list(reach.iter().map(set)), "{lists:?}");
        let gamma = |v: usize| match values[v] {
            Some(k) => k.to_string(),
            None => format!("inf({})", reach[v].iter().map(u32::to_string).collect::<Vec<_>>().join(",")),
        };
        let all = list((0..=n).map(gamma));
        assert_eq!(run(&mut s, &format!("[nim_value(g[v]) for v in 0..{n}]")), all, "{lists:?}");
        let counters = naive_counters(&lists, &values);
        let counter = |v: usize| values[v].map_or("inf()".to_string(), |_| counters[v].to_string());
        let all = list((0..=n).map(counter));
        assert_eq!(run(&mut s, &format!("[counter(g[v]) for v in 0..{n}]")), all, "{lists:?}");
        let loopy = |v: u32| {
            let mut reached = BTreeSet::new();
            let mut waiting = vec![v];
            while let Some(u) = waiting.pop() {
                waiting.extend(lists[u as usize].iter().filter(|&&w| reached.insert(w)));
            }
            reached.insert(v);
            let goes_round = |&u: &u32| {
                let mut after = BTreeSet::new();
                let mut waiting = vec![u];
                while let Some(x) = waiting.pop() {
                    waiting.extend(lists[x as usize].iter().filter(|&&w| after.insert(w)));
                }
                after.contains(&u)
            };
            reached.iter().any(goes_round)
        };
        let all = list((0..=n as u32).map(|v| loopy(v).to_string()));
        assert_eq!(run(&mut s, &format!("[is_loopy(g[v]) for v in 0..{n}]")), all, "{lists:?}");
    }
}

#[test]
fn questions_about_sums_over_several_graphs() {
    let mut random = Random(102);
    for _ in 0..120 {
        let (a, b) = (random.lists(5), random.lists(5));
        let sum = product(&a, &b);
        let (of_a, of_b, of_sum) = (literal(&a), literal(&b), literal(&sum));
        let (counters_a, counters_b) = (naive_counters(&a, &of_a), naive_counters(&b, &of_b));
        let mut s = session();
        run(&mut s, &format!("{}; {}", graph_text("g", &a), graph_text("h", &b)));
        for i in 0..a.len() {
            for j in 0..b.len() {
                let moves = &sum[i * b.len() + j];
                let reach: BTreeSet<u32> = moves.iter().filter_map(|&w| of_sum[w as usize]).collect();
                let members: Vec<String> = reach.iter().map(u32::to_string).collect();
                let place = format!("g[{i}] + h[{j}] of {a:?} and {b:?}");
                assert_eq!(
                    run(&mut s, &format!("reach(g[{i}] + h[{j}])")),
                    format!("{{{}}}", members.join(", ")),
                    "{place}"
                );
                let counter = match (of_a[i], of_b[j]) {
                    (Some(_), Some(_)) => (counters_a[i] + counters_b[j]).to_string(),
                    _ => "inf()".into(),
                };
                assert_eq!(run(&mut s, &format!("counter(g[{i}] + h[{j}])")), counter, "{place}");
            }
        }
        assert_eq!(run(&mut s, "gamma(g[0] + h[0]) == gamma(g[0]) + gamma(h[0])"), "true");
    }
}

#[test]
fn pruned_graphs_turn_misere_play_into_normal_play() {
    let mut random = Random(103);
    let mut kept = 0;
    for _ in 0..250 {
        let lists = random.lists(8);
        let expected = misere(&lists);
        let inner: Vec<usize> = (0..lists.len()).filter(|&v| !lists[v].is_empty()).collect();
        let mut s = session();
        run(&mut s, &graph_text("g", &lists));
        run(&mut s, "q := prune(g)");
        assert_eq!(run(&mut s, "len(vertices(q))"), inner.len().to_string());
        let vertices = inner.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let wanted = list(inner.iter().map(|&v| expected[v].to_string()));
        assert_eq!(run(&mut s, &format!("[outcome(q[v]) for v in [{vertices}]]")), wanted, "{lists:?}");
        kept += inner.len();
    }
    assert!(kept > 500);
}

/// Geography as it is told: the vertex that is left is deleted.
fn geography(lists: &[Vec<u32>], token: u32, gone: &mut BTreeSet<u32>) -> (u32, bool) {
    let moves: Vec<u32> = lists[token as usize].iter().copied().filter(|w| *w != token && !gone.contains(w)).collect();
    gone.insert(token);
    let followers: Vec<(u32, bool)> = moves.iter().map(|&w| geography(lists, w, gone)).collect();
    gone.remove(&token);
    let mex = (0..).find(|k| followers.iter().all(|(value, _)| value != k)).unwrap();
    // Misère: the mover wins if there is no move, or one to a position that the next mover loses.
    (mex, followers.is_empty() || followers.iter().any(|(_, wins)| !wins))
}

#[test]
fn geography_deletes_what_the_token_leaves() {
    let mut random = Random(104);
    for round in 0..150 {
        let lists = random.lists(7);
        let n = lists.len() - 1;
        let mut s = session();
        let mut text = graph_text("g", &lists);
        if round % 3 == 0 {
            // More than 64 vertices: sets of several words.
            text = text.trim_end_matches('>').to_string() + "; v for v in 100..170>";
        }
        run(&mut s, &text);
        let answers: Vec<(u32, bool)> = (0..=n as u32).map(|v| geography(&lists, v, &mut BTreeSet::new())).collect();
        let values = list(answers.iter().map(|(value, _)| value.to_string()));
        assert_eq!(run(&mut s, &format!("[nim_value(geography(g[v])) for v in 0..{n}]")), values, "{lists:?}");
        let misere = list(answers.iter().map(|(_, wins)| if *wins { "N".into() } else { "P".to_string() }));
        assert_eq!(run(&mut s, &format!("[outcome(geography(g[v]), misere) for v in 0..{n}]")), misere, "{lists:?}");
    }
}

/// The P-positions of two heaps up to `most`, by trying all moves: the vectors `taken`, and one heap alone.
fn lost_pairs(most: i64, diagonal: bool, taken: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let mut lost: Vec<(i64, i64)> = Vec::new();
    for total in 0..=2 * most {
        for a in 0.max(total - most)..=total.min(most) {
            let b = total - a;
            let reaches = |&(x, y): &(i64, i64)| {
                x <= a && y <= b && (x == a || y == b || diagonal && a - x == b - y || taken.contains(&(a - x, b - y)))
            };
            if !lost.iter().any(reaches) {
                lost.push((a, b));
            }
        }
    }
    lost.sort_unstable();
    lost
}

#[test]
fn adjoining_p_positions() {
    // Fraenkel's W_2: Wythoff's game with its P-positions as moves.
    let wythoff =
        "game W(a, b) := <W(a-k, b) for k in 1..a, W(a, b-k) for k in 1..b, W(a-k, b-k) for k in 1..min(a, b)>";
    let pairs = |lost: &[(i64, i64)]| list(lost.iter().map(|(a, b)| format!("[{a}, {b}]")));
    let first = lost_pairs(18, true, &[]);
    let second = lost_pairs(18, true, &first);
    let third = lost_pairs(18, true, &[&first[..], &second[..]].concat());
    let ask = |game: &str| format!("[[a, b] for a in 0..18 for b in 0..18 if outcome({game}(a, b)) == P]");
    let mut s = session();
    run(&mut s, wythoff);
    assert_eq!(run(&mut s, &ask("W")), pairs(&first));
    assert_eq!(run(&mut s, &ask("adjoin(W)")), pairs(&second));
    assert_eq!(run(&mut s, &ask("adjoin(adjoin(W))")), pairs(&third));
    let known = "[[0, 0], [1, 3], [2, 6], [4, 5], [7, 12], [8, 11], [9, 17], [10, 16]]";
    assert_eq!(run(&mut s, "[[a, b] for a in 0..18 for b in a..18 if outcome(adjoin(W, a, b)) == P]"), known);

    // Nim's P-positions (k, k) as moves are Wythoff's game.
    assert_eq!(run(&mut s, &ask("adjoin(nim)")), pairs(&first));
    // One heap, and the same on a graph.
    let mut values: HashMap<(bool, i64), i64> = HashMap::new();
    let mut lost: Vec<i64> = Vec::new();
    for more in [false, true] {
        for n in 0..30i64 {
            let taken = |k: &i64| *k > 0 && ([1, 3, 4].contains(k) || more && lost.contains(k));
            let reached: Vec<i64> = (1..=n).filter(taken).map(|k| values[&(more, n - k)]).collect();
            let mex = (0..).find(|v| !reached.contains(v)).unwrap();
            values.insert((more, n), mex);
        }
        lost = (0..30).filter(|&n| values[&(false, n)] == 0).collect();
    }
    let wanted = list((0..30).map(|n| values[&(true, n)].to_string()));
    assert_eq!(run(&mut s, "[nim_value(adjoin(subtraction({1,3,4}), n)) for n in 0..29]"), wanted);
    run(&mut s, "g := graph <n -> (n - k for k in {1,3,4} if k <= n) for n in 0..29>; h := adjoin(g)");
    assert_eq!(run(&mut s, "[nim_value(h[n]) for n in 0..29]"), wanted);
}

#[test]
fn long_graphs_are_cut() {
    assert_eq!(run(&mut session(), "[graph <n -> n + 1 for n in 0..10^4>]"), "[a graph of 10002 vertices]");
    // The table of a long graph is cut, and says so.
    let table = run(&mut session(), "long := graph <n -> n - 1 for n in 1..300>; long");
    assert!(table.contains("\n251 more vertices; `long[v]` asks about one"), "{table}");
    assert_eq!(table.lines().count(), 2 + 50 + 1);
}

/// Who wins from each vertex when Left starts and when Right starts, until nothing changes; a player without a move
/// loses, or wins under misère play, unless the vertex, without moves for anybody, has a winner or is drawn.
fn two_players(moves: &[Vec<(u32, char)>], misere: bool, ends: &[char]) -> Vec<[char; 2]> {
    let mut results = vec![['D'; 2]; moves.len()];
    let of = |v: usize, mover: usize| {
        let mine = moves[v].iter().filter(move |(_, whose)| *whose == 'B' || *whose == ['L', 'R'][mover]);
        mine.map(|(to, _)| *to as usize).collect::<Vec<_>>()
    };
    loop {
        let mut changed = false;
        for v in 0..moves.len() {
            for mover in 0..2 {
                let (me, other) = (['L', 'R'][mover], ['R', 'L'][mover]);
                let followers: Vec<char> = of(v, mover).iter().map(|&w| results[w][1 - mover]).collect();
                let result = match ends[v] {
                    'P' if followers.is_empty() => {
                        if misere {
                            me
                        } else {
                            other
                        }
                    }
                    'N' => {
                        if misere {
                            other
                        } else {
                            me
                        }
                    }
                    'L' | 'R' => ends[v],
                    'D' => 'D',
                    _ if followers.contains(&me) => me,
                    _ if followers.iter().all(|&f| f == other) => other,
                    _ => 'D',
                };
                changed |= result != results[v][mover];
                results[v][mover] = result;
            }
        }
        if !changed {
            return results;
        }
    }
}

#[test]
fn arrows_of_one_player_and_terminal_classes() {
    let mut random = Random(106);
    let mut classes = 0;
    for round in 0..250 {
        let lists = random.lists(7);
        let mut entries = Vec::new();
        let mut moves = Vec::new();
        let mut ends = vec!['P'; lists.len()];
        for (v, list) in lists.iter().enumerate() {
            if list.is_empty() && round % 2 == 1 {
                ends[v] = ['P', 'N', 'L', 'R', 'D'][random.below(5) as usize];
                classes += 1;
            }
            entries.push(if list.is_empty() { format!("{v} : {}", ends[v]) } else { v.to_string() });
            let mine: Vec<(u32, char)> =
                list.iter().map(|&to| (to, ['B', 'L', 'R'][random.below(3) as usize])).collect();
            for (to, whose) in &mine {
                let sign = match whose {
                    'B' => "->",
                    'L' => "-L>",
                    _ => "-R>",
                };
                entries.push(format!("{v} {sign} {to}"));
            }
            moves.push(mine);
        }
        let mut s = session();
        run(&mut s, &format!("g := graph <{}>", entries.join("; ")));
        let text = |results: Vec<[char; 2]>| list(results.iter().map(|[l, r]| format!("[{l}, {r}]")));
        let n = lists.len() - 1;
        let asked = run(&mut s, &format!("[outcomes(g[v]) for v in 0..{n}]"));
        assert_eq!(asked, text(two_players(&moves, false, &ends)), "{entries:?}");
        if !ends.iter().any(|end| "LRD".contains(*end)) {
            let asked = run(&mut s, &format!("[outcomes(g[v], misere) for v in 0..{n}]"));
            assert_eq!(asked, text(two_players(&moves, true, &ends)), "{entries:?}");
        }
    }
    assert!(classes > 50);
}
