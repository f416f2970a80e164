//! Hackenbush, Cutcake and Seating against their rules.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use cg_engine::games::{Fault, GameId, Games, Player};
use cg_engine::positions::{self, Context, Engine, Options};
use cg_engine::questions;
use cg_engine::rulesets::hackenbush::{Colour, Edge, picture, stalk};

use crate::language::check;
use crate::random_graph::Random;

fn engine() -> Engine {
    Engine::default()
}

/// The edges of `there` that a chain of them joins to vertex 0.
fn standing(edges: &[(u32, Colour, u32)], there: u32) -> u32 {
    let mut reached = vec![0];
    loop {
        let before = reached.len();
        for (i, (from, _, to)) in edges.iter().enumerate() {
            if there >> i & 1 == 1 && (reached.contains(from) || reached.contains(to)) {
                let new: Vec<u32> = [*from, *to].into_iter().filter(|end| !reached.contains(end)).collect();
                reached.extend(new);
            }
        }
        if reached.len() == before {
            break;
        }
    }
    let stands = |i: &usize| there >> i & 1 == 1 && reached.contains(&edges[*i].0);
    (0..edges.len()).filter(stands).fold(0, |kept, i| kept | 1 << i)
}

/// The value by the rules alone: every cut, and what stands after it.
fn by_search(edges: &[(u32, Colour, u32)], there: u32, known: &mut HashMap<u32, GameId>, games: &mut Games) -> GameId {
    if let Some(&value) = known.get(&there) {
        return value;
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (i, (_, colour, _)) in edges.iter().enumerate().filter(|(i, _)| there >> i & 1 == 1) {
        let value = by_search(edges, standing(edges, there & !(1 << i)), known, games);
        if *colour != Colour::Red {
            left.push(value);
        }
        if *colour != Colour::Blue {
            right.push(value);
        }
    }
    let value = games.from_options(&left, &right).unwrap();
    known.insert(there, value);
    value
}

fn labelled(edges: &[(u32, Colour, u32)]) -> Vec<Edge> {
    edges.iter().map(|(from, colour, to)| (from.to_string().into(), *colour, to.to_string().into())).collect()
}

/// The values of `edges` by the program and by search.
fn both(edges: &[(u32, Colour, u32)], engine: &mut Engine) -> (GameId, GameId) {
    let p = picture(engine, &labelled(edges));
    let got = questions::value(p, engine).unwrap().game(engine.games()).unwrap();
    let all = standing(edges, u32::MAX >> (32 - edges.len()));
    (got, by_search(edges, all, &mut HashMap::new(), engine.games()))
}

fn agree(seed: u64, rounds: usize, vertices: u64, edges: u64, colours: &[Colour]) {
    let mut random = Random(seed);
    let engine = &mut engine();
    for round in 0..rounds {
        let count = 1 + random.below(edges);
        let vertices = 1 + random.below(vertices);
        // Loops, edges side by side and edges in the air are welcome.
        let edges: Vec<_> = (0..count)
            .map(|_| {
                let ends = [0; 2].map(|_| random.below(vertices) as u32);
                (ends[0], colours[random.below(colours.len() as u64) as usize], ends[1])
            })
            .collect();
        let (got, expected) = both(&edges, engine);
        assert_eq!(got, expected, "round {round}: {edges:?}");
    }
}

#[test]
fn pictures_of_red_and_blue() {
    agree(1, 400, 6, 9, &[Colour::Blue, Colour::Red]);
    agree(6, 40, 6, 13, &[Colour::Blue, Colour::Red]);
}

/// Where the edges of each colour hold on to the ground by themselves, all can be cut: the value is the difference. Here
/// the blue ones are a path and the red ones a star, with any more of both.
#[test]
fn pictures_whose_colours_hold_by_themselves() {
    let mut random = Random(8);
    let engine = &mut engine();
    for round in 0..40 {
        let vertices = 2 + random.below(18);
        let mut edges: Vec<_> = (1..=vertices).map(|to| (to as u32 - 1, Colour::Blue, to as u32)).collect();
        edges.extend((1..=vertices).map(|to| (0, Colour::Red, to as u32)));
        edges.extend((0..random.below(24)).map(|_| {
            let ends = [0; 2].map(|_| random.below(vertices + 1) as u32);
            (ends[0], [Colour::Blue, Colour::Red][random.below(2) as usize], ends[1])
        }));
        let blue = edges.iter().filter(|edge| edge.1 == Colour::Blue).count() as i64;
        let p = picture(engine, &labelled(&edges));
        let value = questions::value(p, engine).unwrap().game(engine.games()).unwrap();
        let expected = engine.games().number(&(2 * blue - edges.len() as i64).into());
        assert_eq!(value, expected, "round {round}: {edges:?}");
    }
}

/// A limit says that values of such pictures are hard to find.
#[test]
fn what_is_hard_says_so() {
    let engine = &mut engine();
    let edges: Vec<_> =
        (0..60u32).map(|i| (i, [Colour::Blue, Colour::Red][i as usize / 3 % 2], (i + 1) % 60)).collect();
    let chords = (0..60).map(|i| (7 * i % 60, [Colour::Red, Colour::Blue][i as usize / 3 % 2], (11 * i + 30) % 60));
    let edges: Vec<_> = edges.into_iter().chain(chords).collect();
    let p = picture(engine, &labelled(&edges));
    engine.games().budget.set_deadline(Some(Instant::now() + Duration::from_secs(1)));
    let fault = questions::value(p, engine).unwrap_err();
    assert!(matches!(fault, Fault::Hard { .. }) && fault.to_string().contains("NP-hard"), "{fault:?}");
}

/// Fusion and the colon principle together (Winning Ways, ch. 7).
#[test]
fn pictures_of_green() {
    agree(2, 400, 7, 10, &[Colour::Green]);
}

#[test]
fn pictures_of_three_colours() {
    agree(3, 300, 5, 8, &[Colour::Blue, Colour::Red, Colour::Green]);
    agree(4, 150, 4, 9, &[Colour::Green, Colour::Green, Colour::Green, Colour::Blue]);
}

#[test]
fn trees() {
    let mut random = Random(5);
    let engine = &mut engine();
    for round in 0..300 {
        let edges: Vec<_> = (1..=1 + random.below(8))
            .map(|to| {
                let colour = [Colour::Blue, Colour::Red, Colour::Green][random.below(3) as usize];
                (random.below(to) as u32, colour, to as u32)
            })
            .collect();
        let (got, expected) = both(&edges, engine);
        assert_eq!(got, expected, "round {round}: {edges:?}");
    }
}

/// Every stalk of up to six edges: as a stalk, as a picture, by search; and its moves.
#[test]
fn stalks() {
    let engine = &mut engine();
    for length in 1..=6u32 {
        for word in 0..3usize.pow(length) {
            let colour = |i: u32| [Colour::Blue, Colour::Red, Colour::Green][word / 3usize.pow(i) % 3];
            let colours: Vec<Colour> = (0..length).map(colour).collect();
            let edges: Vec<_> = (0..length).map(|i| (i, colour(i), i + 1)).collect();
            let p = stalk(&colours, engine).unwrap();
            let value = questions::value(p, engine).unwrap().game(engine.games()).unwrap();
            assert_eq!((value, value), both(&edges, engine), "{colours:?}");
            let mut options = Options::default();
            positions::options(p, engine, &mut options).unwrap();
            for (player, list) in [(Player::Left, options.left.clone()), (Player::Right, options.right().to_vec())] {
                let other = if player == Player::Left { Colour::Red } else { Colour::Blue };
                let stumps = (0..colours.len()).filter(|i| colours[*i] != other).map(|i| &colours[..i]);
                let stumps: Vec<_> = stumps.map(|stump| stalk(stump, engine).unwrap()).collect();
                assert_eq!(list, stumps, "{colours:?}");
            }
        }
    }
}

/// Sizes that neither recursion nor a list of all followers would bear.
#[test]
fn long_stalks_and_large_trees() {
    let engine = &mut engine();
    let colours: Vec<Colour> = (0..100_000).map(|i| [Colour::Blue, Colour::Red][i % 2]).collect();
    let p = stalk(&colours, engine).unwrap();
    let value = questions::value(p, engine).unwrap().game(engine.games()).unwrap();
    let x = engine.games().as_number(value).unwrap();
    // 1 - 1/2 + 1/4 - ... has a limit of 2/3, and the last edge is worth 1/2^99999.
    assert_eq!(x.exponent(), 99_999);
    assert_eq!((&x.times(&3.into()) - &2.into()).numerator().to_string(), "-1");
    let edges: Vec<_> = (1..10_000u32).map(|to| (to / 2, Colour::Green, to)).collect();
    let p = picture(engine, &labelled(&edges));
    assert!(questions::value(p, engine).is_ok());
    let path: Vec<_> = (0..10_000).map(|i| (i, colours[i as usize], i + 1)).collect();
    let p = picture(engine, &labelled(&path));
    let same = stalk(&colours[..10_000], engine).unwrap();
    assert_eq!(questions::value(p, engine).unwrap(), questions::value(same, engine).unwrap());
}

/// The rules of a row as games of the language, one for each pair of ends.
const ROWS: &str =
    "game LL(k, n) := <LR(k, a) + LR(k, n-k-a) for a in 0..n-k | LL(k, a) + LL(k, n-k-a) for a in 1..n-k-1>
    game LR(k, n) := <LR(k, a) + RR(k, n-k-a) for a in 0..n-k-1 | LL(k, a) + LR(k, n-k-a) for a in 1..n-k>
    game RR(k, n) := <RR(k, a) + RR(k, n-k-a) for a in 1..n-k-1 | LR(k, a) + LR(k, n-k-a) for a in 0..n-k>
    ";

#[test]
fn seating_by_its_rules() {
    let twin = |question: &str| format!("{ROWS}{question}");
    let values = twin(
        "[[k, n] for k in 2..5 for n in 0..14 if LL(k, n) != seating(k, n, L, L) or LR(k, n) != seating(k, n, L, R) or LR(k, n) != seating(k, n, R, L) or RR(k, n) != seating(k, n, R, R)]",
    );
    let misere = twin(
        "[n for n in 0..8 if outcomes(LL(2, n), misere) != outcomes(seating(2, n, L, L), misere) or outcomes(LR(2, n), misere) != outcomes(seating(2, n, R, L), misere)]",
    );
    check(&[(&values, "[]"), (&misere, "[]")]);
}
