//! The search that runs a person's rules against a literal one: games on random graphs, each written as a rule.

use cg_engine::games::{Outcome, Player};
use cg_engine::questions::class;

use crate::interpreter_twin::answer;
use crate::random_graph::{Random, rounds};

/// The vertices to which a player can move, by vertex.
type Moves = Vec<Vec<u32>>;

/// What a player can force if he moves first; `None` while nothing is proved, and in the end for a draw.
type Verdicts = Vec<[Option<bool>; 2]>;

/// Proves wins and losses until nothing more follows.
fn verdicts(moves: &[Moves; 2], misere: bool) -> Verdicts {
    let mut all = vec![[None; 2]; moves[0].len()];
    loop {
        let mut next: Verdicts = all.clone();
        for (v, both) in next.iter_mut().enumerate() {
            for (mover, verdict) in both.iter_mut().enumerate() {
                let replies = || moves[mover][v].iter().map(|&w| all[w as usize][1 - mover]);
                *verdict = match moves[mover][v].is_empty() {
                    true => Some(misere),
                    false if replies().any(|reply| reply == Some(false)) => Some(true),
                    false if replies().all(|reply| reply == Some(true)) => Some(false),
                    false => None,
                };
            }
        }
        if next == all {
            return all;
        }
        all = next;
    }
}

fn outcomes(moves: &[Moves; 2], misere: bool) -> String {
    let winner = |verdict: Option<bool>, starter: Player| match (verdict, starter) {
        (None, _) => Outcome::D,
        (Some(true), Player::Left) | (Some(false), Player::Right) => Outcome::L,
        (Some(_), _) => Outcome::R,
    };
    let of_both = |[left, right]: [Option<bool>; 2]| class([winner(left, Player::Left), winner(right, Player::Right)]);
    listed(verdicts(moves, misere).into_iter().map(of_both))
}

fn listed(items: impl Iterator<Item = impl ToString>) -> String {
    format!("[{}]", items.map(|item| item.to_string()).collect::<Vec<_>>().join(", "))
}

/// The numbers of all vertices, each from the numbers of those to which it has moves, which come before it.
fn by_moves(moves: &Moves, number: impl Fn(&[usize]) -> usize) -> String {
    let mut all: Vec<usize> = Vec::new();
    for targets in moves {
        let after: Vec<usize> = targets.iter().map(|&w| all[w as usize]).collect();
        all.push(number(&after));
    }
    listed(all.into_iter())
}

fn mex(after: &[usize]) -> usize {
    (0..).find(|n| !after.contains(n)).expect("some number is missing")
}

/// How long play lasts if the winner hurries (Smith 1966, section 4).
fn remoteness(after: &[usize], misere: bool) -> usize {
    match (after.iter().filter(|n| *n % 2 == 0).min(), after.iter().max()) {
        (Some(least), _) => 1 + least,
        (None, Some(greatest)) => 1 + greatest,
        (None, None) => usize::from(misere),
    }
}

fn written(moves: &Moves) -> String {
    listed(moves.iter().map(|targets| listed(targets.iter())))
}

#[test]
fn who_wins_on_any_graph() {
    let mut random = Random(71);
    for _ in 0..rounds(2000) {
        let left = random.lists(9);
        let right = if random.below(2) == 0 { left.clone() } else { random.lists_of(left.len() as u64) };
        let (l, r, last) = (written(&left), written(&right), left.len() - 1);
        let rule = match left == right {
            true => format!("m := {l}\ngame g(v) := <g(w) for w in m[v]>"),
            false => format!("l := {l}\nr := {r}\ngame g(v) := <g(w) for w in l[v] | g(w) for w in r[v]>"),
        };
        // Two variants of the rule hold the vertex in a list and in a set, beside another number.
        let in_list = rule.replace("g(w)", "g([w, 7])").replace("g(v)", "g(xs)").replace("[v]", "[xs[0]]");
        let in_set = rule.replace("g(w)", "g({-1, w})").replace("g(v)", "g(s)").replace("[v]", "[max(s)]");
        let moves = [left, right];
        for (convention, misere) in [("normal", false), ("misere", true)] {
            let expected = outcomes(&moves, misere);
            for (rule, vertex) in [(&rule, "v"), (&in_list, "[v, 7]"), (&in_set, "{-1, v}")] {
                let up = format!("{rule}\n[outcome(g({vertex}), {convention}) for v in 0..{last}]");
                assert_eq!(answer(&up), expected, "{up}");
                let down = format!("{rule}\nreverse([outcome(g({vertex}), {convention}) for v in {last}..0 by -1])");
                assert_eq!(answer(&down), expected, "{down}");
            }
        }
    }
}

#[test]
fn numbers_of_impartial_play_that_ends() {
    let mut random = Random(72);
    for _ in 0..rounds(1000) {
        let mut moves = random.lists(12);
        (0..).zip(&mut moves).for_each(|(v, targets): (u32, &mut Vec<u32>)| targets.retain(|&w| w < v));
        let rule = format!("m := {}\ngame g(v) := <g(w) for w in m[v]>", written(&moves));
        let range = format!("for v in 0..{}", moves.len() - 1);
        for (question, expected) in [
            ("nim_value(g(v))", by_moves(&moves, mex)),
            ("remoteness(g(v))", by_moves(&moves, |after| remoteness(after, false))),
            ("remoteness(g(v), misere)", by_moves(&moves, |after| remoteness(after, true))),
        ] {
            let text = format!("{rule}\n[{question} {range}]");
            assert_eq!(answer(&text), expected, "{text}");
        }
    }
}

#[test]
fn heaps_that_fall_apart() {
    let mut random = Random(73);
    for _ in 0..rounds(400) {
        // From a heap some stones are taken, and what is left may be divided.
        let taken: Vec<usize> = (0..3).map(|_| 1 + random.below(4) as usize).collect();
        let mut nim_values: Vec<usize> = Vec::new();
        for n in 0..25_usize {
            let rests = taken.iter().filter_map(|take| n.checked_sub(*take));
            let after: Vec<usize> = rests
                .flat_map(|rest| (0..=rest).map(|a| nim_values[a] ^ nim_values[rest - a]).collect::<Vec<_>>())
                .collect();
            nim_values.push(mex(&after));
        }
        let rule =
            format!("game k(n) := <k(a) + k(n-t-a) for t in {} if t <= n for a in 0..n-t>", listed(taken.iter()));
        let text = format!("{rule}\n[nim_value(k(n)) for n in 0..24]");
        assert_eq!(answer(&text), listed(nim_values.iter()), "{text}");
        let lost = listed((0..25).filter(|&n| nim_values[n] == 0));
        let text =
            format!("{rule}\n[[n for n in 0..24 if outcome(k(n)) == P] == p_positions(k, 24), p_positions(k, 24)]");
        assert_eq!(answer(&text), format!("[true, {lost}]"), "{text}");
    }
}
