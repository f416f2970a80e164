//! Moves without end of sums that end with their first part, as they are described, against the same sums cut off.

use std::collections::{BTreeSet, HashMap};

use cg::eval::Session;
use cg_engine::notation::Notation;

use crate::language;
use crate::random_graph::{Random, rounds};

/// What `naturals` and `omega` are cut off to. A power of two, so that sums with a heap of it are no smaller heaps.
const CUT: u64 = 16;

/// A heap that is infinite, cut off: without its first counter it is the power of two.
const INFINITE: u64 = CUT + 1;

const GAMES: &str = "
    game e(d, c) := <e(d, c-1) if 0 < c, e(d-1, 2*n+1) for n in naturals if c == 0 and 0 < d>
    game w(a) := <w(b) for b below a>
    game h(a, b) := <h(a, c) for c below b, h(a-1, n) for n in naturals if b == 0 and 0 < a>";

/// A part: the name of its game, and its numbers.
type Part = (&'static str, [u64; 2]);

fn options((name, [a, b]): Part) -> Vec<Part> {
    let to = |numbers: [u64; 2]| (name, numbers);
    let smaller = |n: u64| if n == INFINITE { 0..INFINITE } else { 0..n };
    match name {
        "e" | "dollars" if b > 0 => vec![to([a, b - 1])],
        "e" | "dollars" if a > 0 => (0..CUT / 2).map(|n| to([a - 1, 2 * n + 1])).collect(),
        "h" if b == 0 && a > 0 => (0..=CUT).map(|n| to([a - 1, n])).collect(),
        "h" => (0..b).map(|c| to([a, c])).collect(),
        "w" | "nim" => smaller(a).map(|x| to([x, b])).collect(),
        "two" => smaller(a).map(|x| to([x, b])).chain(smaller(b).map(|x| to([a, x]))).collect(),
        _ => Vec::new(),
    }
}

/// The moves of a sum, each as the part that is moved in and what it becomes.
fn moves(parts: &[Part]) -> Vec<(usize, Part)> {
    let all: Vec<Vec<Part>> = parts.iter().map(|part| options(*part)).collect();
    if all.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    all.into_iter().enumerate().flat_map(|(i, of_part)| of_part.into_iter().map(move |q| (i, q))).collect()
}

fn after(parts: &[Part], (i, to): (usize, Part)) -> Vec<Part> {
    let mut next = parts.to_vec();
    next[i] = to;
    next
}

fn is_won(parts: &[Part], misere: bool, known: &mut HashMap<Vec<Part>, bool>) -> bool {
    if let Some(&won) = known.get(parts) {
        return won;
    }
    let moves = moves(parts);
    let won = match moves.is_empty() {
        true => misere,
        false => moves.into_iter().any(|made| !is_won(&after(parts, made), misere, known)),
    };
    known.insert(parts.to_vec(), won);
    won
}

fn text(parts: &[Part]) -> String {
    let number = |n: u64| if n == INFINITE { "omega".to_owned() } else { n.to_string() };
    let part = |&(name, [a, b]): &Part| match name {
        "w" | "nim" => format!("{name}({})", number(a)),
        "two" => format!("nim({}, {})", number(a), number(b)),
        _ => format!("{name}({a}, {b})"),
    };
    format!("sum(disj_short, {})", parts.iter().map(part).collect::<Vec<_>>().join(", "))
}

/// The text with the number in the place of `n`, and how large what is there becomes.
fn member(text: &str, n: u64) -> (String, u64) {
    let mut largest = 0;
    let mut one = |word: &str| -> String {
        let (factor, rest) = match word.split_once("*n") {
            Some((factor, rest)) => (factor.parse().unwrap(), rest),
            None if word == "n" || word.starts_with("n + ") => (1, &word[1..]),
            None => return word.to_owned(),
        };
        let more: u64 = rest.strip_prefix(" + ").map_or(0, |more| more.parse().unwrap());
        largest = largest.max(factor * n + more);
        (factor * n + more).to_string()
    };
    let mut written = String::new();
    let words: Vec<String> = text.split_inclusive(['(', ',', ')']).map(str::to_owned).collect();
    for word in words {
        let (word, sign) = word.split_at(word.len() - 1);
        let start = word.len() - word.trim_start().len();
        written += &word[..start];
        written += &one(word.trim_start());
        written += sign;
    }
    (written, largest)
}

/// What a text shows, or the words of its error.
fn answer(session: &mut Session, text: &str) -> String {
    let source = session.sources.add("twin", text);
    let statements = session.prepare(&source).statements;
    let statement = statements.last().expect("a question");
    match session.execute(statement).result {
        Ok(value) => session.show(&value, Notation::Ascii, statement.span).expect("moves are shown"),
        Err(error) => error.message.clone(),
    }
}

/// The moves that an answer lists or describes, and whether there are others.
fn described(answer: &str) -> (BTreeSet<String>, bool) {
    let mut all = BTreeSet::new();
    if answer.starts_with('[') {
        let inner = &answer[1..answer.len() - 1];
        for text in inner.split("sum(").skip(1) {
            all.insert(format!("sum({}", text.trim_end_matches(", ")));
        }
        return (all, false);
    }
    assert!(answer.contains("there are infinitely many such moves: "), "{answer}");
    for told in answer.split("to `sum(").skip(1) {
        let (text, range) = told.split_once('`').unwrap();
        let text = format!("sum({text}");
        let Some(range) = range.strip_prefix(" for every n from ") else {
            all.insert(text);
            continue;
        };
        let from: u64 = range.split(' ').next().unwrap().parse().unwrap();
        let end = range.strip_prefix(&format!("{from} on below `")).and_then(|end| end.split('`').next()?.parse().ok());
        for n in from..end.unwrap_or(from + CUT + 1) {
            let (text, largest) = member(&text, n);
            if largest <= CUT {
                all.insert(text);
            }
        }
    }
    (all, answer.contains(" and others"))
}

fn random_part(random: &mut Random) -> Part {
    let exchange = |random: &mut Random| [1 + random.below(2), random.below(2) * (2 + random.below(4))];
    let heap = |random: &mut Random| if random.below(2) == 0 { INFINITE } else { 2 + random.below(6) };
    match random.below(6) {
        0 => ("e", exchange(random)),
        1 => ("dollars", exchange(random)),
        2 => ("w", [heap(random), 0]),
        3 => ("nim", [heap(random), 0]),
        4 => ("h", [1 + random.below(3), random.below(2) * (1 + random.below(4))]),
        _ => ("two", [heap(random), 1 + random.below(6)]),
    }
}

#[test]
fn described_moves_are_those_of_sums_that_are_cut_off() {
    let mut random = Random(2611);
    let mut session = language::session();
    language::run(&mut session, GAMES);
    let mut known = [HashMap::new(), HashMap::new()];
    let (mut endless, mut won, mut lost) = (0, 0, 0);
    for _ in 0..rounds(8000) {
        let parts: Vec<Part> = (0..2 + random.below(5) / 4).map(|_| random_part(&mut random)).collect();
        let misere = random.below(2) == 0;
        // The last counters of several heaps in one part are not foreclosed in a known way.
        if misere && parts.iter().any(|part| part.0 == "two" && part.1.contains(&INFINITE)) {
            continue;
        }
        let known = &mut known[usize::from(misere)];
        let is_winning = is_won(&parts, misere, known);
        let mut wanted = BTreeSet::new();
        for made in moves(&parts) {
            let largest =
                made.1.1.iter().zip(&parts[made.0].1).filter(|(new, old)| new != old).map(|(new, _)| *new).max();
            let next = after(&parts, made);
            if largest.is_none_or(|n| n <= CUT) && (!is_winning || !is_won(&next, misere, known)) {
                wanted.insert(text(&next));
            }
        }
        let word = if misere { "misere" } else { "normal" };
        let what = if is_winning { "winning_moves" } else { "best_moves" };
        let asked = format!("{what}({}, {word})", text(&parts));
        let answer = answer(&mut session, &asked);
        let (found, has_others) = described(&answer);
        match has_others {
            true => assert!(found.is_subset(&wanted), "{asked}: {answer}\n{wanted:?}"),
            false => assert_eq!(found, wanted, "{asked}: {answer}"),
        }
        endless += usize::from(!answer.starts_with('['));
        won += usize::from(is_winning);
        lost += usize::from(!is_winning);
    }
    assert!(endless > rounds(320) && won > rounds(2000) && lost > rounds(500), "{endless} {won} {lost}");
}
