//! What Left receives when both play well, on random graphs with cycles: against play cut off after so many moves that every
//! end that can be forced has been reached.

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// Payoffs in halves, and the classes P, N, L, R and D with what Left receives when he or Right has to move there.
const ENDS: [(&str, [i32; 2]); 10] = [
    ("P", [-2, 2]),
    ("N", [2, -2]),
    ("L", [2, 2]),
    ("R", [-2, -2]),
    ("D", [0, 0]),
    ("0", [0, 0]),
    ("5", [10, 10]),
    ("-3", [-6, -6]),
    ("1/2", [1, 1]),
    ("-5/2", [-5, -5]),
];

/// Moves of Left and Right from each vertex, and the ends, of vertices without moves.
struct Graph {
    moves: Vec<[Vec<usize>; 2]>,
    ends: Vec<Option<usize>>,
}

impl Graph {
    fn random(random: &mut Random) -> Graph {
        let n = 2 + random.below(6) as usize;
        let (sparse, shared) = (2 + random.below(5), random.below(3) == 0);
        let mut moves = vec![[vec![], vec![]]; n];
        let ended: Vec<bool> = (0..n).map(|_| random.below(3) == 0).collect();
        for v in (0..n).filter(|&v| !ended[v]) {
            for w in 0..n {
                match random.below(sparse + 3) {
                    0 if !shared => moves[v][0].push(w),
                    1 if !shared => moves[v][1].push(w),
                    0..3 => moves[v].iter_mut().for_each(|list| list.push(w)),
                    _ => {}
                }
            }
        }
        let is_end = |of_v: &[Vec<usize>; 2]| of_v.iter().all(Vec::is_empty);
        let mut end = |of_v| (is_end(of_v) && random.below(8) > 0).then(|| random.below(ENDS.len() as u64) as usize);
        let ends = moves.iter().map(&mut end).collect();
        Graph { moves, ends }
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = (0..self.moves.len()).map(|v| format!("v{v}")).collect();
        for (v, [left, right]) in self.moves.iter().enumerate() {
            match left == right {
                true => lines.extend(left.iter().map(|w| format!("v{v} -> v{w}"))),
                false => {
                    lines.extend(left.iter().map(|w| format!("v{v} -L> v{w}")));
                    lines.extend(right.iter().map(|w| format!("v{v} -R> v{w}")));
                }
            }
            lines.extend(self.ends[v].map(|end| format!("v{v} : {}", ENDS[end].0)));
        }
        format!("graph <{}>", lines.join("; "))
    }

    /// What Left receives from each vertex if each starter has so many moves in all, after which he receives nothing. Who
    /// cannot move where the other can has lost.
    fn cut_off(&self, moves: usize) -> Vec<[i32; 2]> {
        let mut values = vec![[0, 0]; self.moves.len()];
        for _ in 0..moves {
            let of = |v: usize, mover: usize| {
                let after = self.moves[v][mover].iter().map(|&w| values[w][1 - mover]);
                let best = if mover == 0 { after.max() } else { after.min() };
                best.unwrap_or_else(|| ENDS[self.ends[v].unwrap_or(0)].1[mover])
            };
            values = (0..values.len()).map(|v| [of(v, 0), of(v, 1)]).collect();
        }
        values
    }
}

fn halves(n: i32) -> String {
    if n % 2 == 0 { (n / 2).to_string() } else { format!("{n}/2") }
}

/// A player who can force an end that gives v can do so before a vertex and mover come again; one who can avoid all ends below
/// v never meets one. So the values of play cut off late enough are those of all play, endless play counting 0.
#[test]
fn payoffs_are_those_of_long_play() {
    let mut random = Random(1966);
    let mut session = session();
    let (mut endless, mut paid) = (0, 0);
    for _ in 0..rounds(4000) {
        let graph = Graph::random(&mut random);
        let n = graph.moves.len();
        let values = graph.cut_off(2 * n + 1);
        assert_eq!(values, graph.cut_off(3 * n + 2), "{}", graph.text());
        let expected: Vec<String> =
            values.iter().map(|[left, right]| format!("[{}, {}]", halves(*left), halves(*right))).collect();
        let text = graph.text();
        let found = run(&mut session, &format!("[payoff(p) for p in vertices({text})]"));
        assert_eq!(found, format!("[{}]", expected.join(", ")), "{text}");
        // Where all wins are cut off, play may go on for ever.
        endless += usize::from(values.iter().flatten().any(|&value| value == 0));
        paid += usize::from(values.iter().flatten().any(|&value| value.abs() > 2));
    }
    assert!(endless > rounds(1000) && paid > rounds(1000), "{endless} {paid}");
}
