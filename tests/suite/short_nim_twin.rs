//! Sums of heaps of Nim that end with their first part, against tables of all smaller heaps.

use std::collections::BTreeSet;

use cg::eval::Session;
use cg_engine::notation::Notation;

use crate::language;
use crate::random_graph::Random;

/// Heaps beyond which their moves are met as kinds.
const LARGE: usize = 10_000;

/// The remoteness of `sum(disj_short, nim(a), nim(b))` for all heaps up to these, from those of all moves.
fn table(a: usize, b: usize, misere: bool) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = Vec::new();
    // The least even and the largest odd remoteness that is met by making heap a smaller.
    let mut columns: Vec<[Option<u32>; 2]> = vec![[None; 2]; b + 1];
    for i in 0..=a {
        let mut row: Vec<u32> = Vec::new();
        let mut along = [None; 2];
        for (j, column) in columns.iter_mut().enumerate() {
            let least = [along[0], column[0]].into_iter().flatten().min();
            let largest = along[1].max(column[1]);
            let here = match i == 0 || j == 0 {
                true => u32::from(misere),
                false => least.or(largest).map_or(0, |next: u32| next + 1),
            };
            for met in [&mut along, column] {
                match here % 2 {
                    0 => met[0] = Some(met[0].map_or(here, |least: u32| least.min(here))),
                    _ => met[1] = met[1].max(Some(here)),
                }
            }
            row.push(here);
        }
        found.push(row);
    }
    found
}

fn answer(session: &mut Session, text: &str) -> String {
    let source = session.sources.add("twin", text);
    let statements = session.prepare(&source).statements;
    let statement = statements.last().expect("a question");
    match session.execute(statement).result {
        Ok(value) => session.show(&value, Notation::Ascii, statement.span).expect("an answer is shown"),
        Err(error) => error.message.clone(),
    }
}

/// The heaps of the moves that are listed or described.
fn told(answer: &str) -> BTreeSet<[usize; 2]> {
    let mut all = BTreeSet::new();
    for told in answer.split("sum(disj_short, nim(").skip(1) {
        let (sizes, rest) = told.split_once("))").unwrap();
        let sizes: Vec<&str> = sizes.split("), nim(").collect();
        let mut numbers = 0..1;
        if sizes.contains(&"n") {
            let range = rest.strip_prefix("` for every n from ").unwrap();
            let (from, below) = range.split_once(" on below `").unwrap();
            numbers = from.parse().unwrap()..below.split('`').next().unwrap().parse().unwrap();
        }
        all.extend(numbers.map(|n| [0, 1].map(|i| if sizes[i] == "n" { n } else { sizes[i].parse().unwrap() })));
    }
    all
}

#[test]
fn large_heaps_in_sums_that_end_with_a_part() {
    let mut random = Random(1018);
    let mut session = language::session();
    let small = 6;
    for (misere, word) in [(false, "normal"), (true, "misere")] {
        let known = table(2 * LARGE, small, misere);
        for round in 0..40 {
            let a = if round % 4 == 0 {
                random.below(12) as usize
            } else {
                LARGE + 1 + random.below(LARGE as u64) as usize
            };
            let b = random.below(small as u64 + 1) as usize;
            let sum = format!("sum(disj_short, nim({a}), nim({b})), {word}");
            let remoteness = known[a][b];
            assert_eq!(answer(&mut session, &format!("remoteness({sum})")), remoteness.to_string(), "{sum}");
            let outcome = if remoteness % 2 == 1 { "N" } else { "P" };
            assert_eq!(answer(&mut session, &format!("outcome({sum})")), outcome, "{sum}");
            let moves = (0..a).map(|x| [x, b]).chain((0..b).map(|x| [a, x])).filter(|_| a > 0 && b > 0);
            let good: BTreeSet<[usize; 2]> =
                moves.filter(|&[x, y]| remoteness.is_multiple_of(2) || known[x][y].is_multiple_of(2)).collect();
            let what = if remoteness % 2 == 1 { "winning_moves" } else { "best_moves" };
            let asked = format!("{what}({sum})");
            assert_eq!(told(&answer(&mut session, &asked)), good, "{asked}");
        }
    }
    // Equal heaps, too, of which all moves are described.
    let equal = told(&answer(&mut session, "best_moves(sum(disj_short, nim(10001), nim(10001)), misere)"));
    assert_eq!(equal.len(), 2 * (LARGE + 1));
}

/// Heaps in which one part has two: nobody leaves one of them alone before he must.
#[test]
fn pairs_of_heaps_in_sums_that_end_with_a_part() {
    let mut session = language::session();
    let heaps: Vec<[u64; 2]> = (1..5).flat_map(|a| (a..5).map(move |b| [a, b])).collect();
    for (i, [a, b]) in heaps.iter().enumerate() {
        for [c, d] in &heaps[i..] {
            let parts = [format!("nim({a}, {b})"), format!("nim({c}, {d})")];
            // As forms, they are searched.
            let forms = parts.clone().map(|part| format!("position_graph({part})"));
            for what in ["outcome", "remoteness"] {
                let [known, searched] = [&parts, &forms]
                    .map(|p| answer(&mut session, &format!("{what}(sum(disj_short, {}, {}))", p[0], p[1])));
                assert_eq!(known, searched, "{what} {parts:?}");
            }
        }
    }
}
