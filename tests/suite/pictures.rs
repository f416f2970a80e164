//! Hackenbush, Cutcake and Seating against their rules and against the literature.

use std::collections::HashMap;

use cg_engine::games::{Budget, GameId, Games, Player};
use cg_engine::positions::{self, Context, Engine, Options};
use cg_engine::rulesets::hackenbush::{Colour, Edge, picture, stalk};

use crate::language::{check, run, session};
use crate::random_graph::Random;

fn engine() -> Engine {
    Engine::new(Games::new(Budget::unlimited()))
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
    let got = positions::value(p, engine).unwrap().game(engine).unwrap();
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
            let value = positions::value(p, engine).unwrap().game(engine).unwrap();
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

/// The rules of a stalk as a game of the language: what is left of a list of edges.
#[test]
fn stalks_as_a_game() {
    check(&[(
        r#"game H(e) := <H([e[j] for j in 0..i-1]) for i in 0..len(e)-1 if e[i] != "R" | H([e[j] for j in 0..i-1]) for i in 0..len(e)-1 if e[i] != "B">
           letters := ["B", "R", "G"]
           [[a, b, c, d] for a in letters for b in letters for c in letters for d in letters if value(H([a, b, c, d])) != value(hackenbush(a + b + c + d))]"#,
        "[]",
    )]);
}

#[test]
fn hackenbush_in_the_literature() {
    check(&[
        // Conway 1977; Winning Ways, ch. 1 to 3 and 7.
        (r#"[value(hackenbush(s)) for s in ["B", "BR", "BRR", "BRB", "BBR", "BRRB"]]"#, "[1, 1/2, 1/4, 3/4, 3/2, 3/8]"),
        (
            r#"[value(hackenbush(s)) for s in ["", "R", "RB", "RBB", "G", "GG", "GGG"]]"#,
            "[0, -1, -1/2, -1/4, *, *2, *3]",
        ),
        // Flowers: a green stem below, petals above.
        (r#"hackenbush("GB") == up + *"#, "true"),
        (r#"hackenbush("GR") == down + *"#, "true"),
        (r#"[hackenbush("GBB") == up + up^2 + *, hackenbush("GGB") > 0]"#, "[true, false]"),
        (r#"hackenbush("BG")"#, "1*"),
        (r#"[hackenbush(s) == ordinal_sum(hackenbush("G"), hackenbush("BRB")) for s in ["GBRB"]]"#, "[true]"),
        // A stalk says how its number is reached in the tree of numbers.
        (
            r#"[sign_expansion(x) for x in [value(hackenbush("BRRBR")), value(hackenbush("RBB"))]]"#,
            r#"["+--+-", "-++"]"#,
        ),
        // A girl, and a green cycle of odd length, is one edge.
        ("hackenbush <0 -G- a; a -G- b; b -G- 0>", "*"),
        ("hackenbush <0 -G- 1 -G- 2 -G- 3 -G- 1>", "*2"),
        ("hackenbush <0 -B- 1; 1 -B- 1; 0 -R- 0>", "1"),
        ("hackenbush <0 -B- 1; 0 -R- 1>", "0"),
        ("hackenbush <>", "0"),
    ]);
}

#[test]
fn hackenbush_positions() {
    check(&[
        (r#"options(hackenbush("BRG"))"#, r#"[hackenbush(""), hackenbush("BR"), hackenbush("B")]"#),
        (
            "left_options(hackenbush <0 -B- a; a -R- b; b -B- 0>)",
            "[hackenbush <a -R- b; b -B- 0>, hackenbush <0 -B- a; a -R- b>]",
        ),
        (
            "right_options(hackenbush <0 -B- a -R- b; a -G- c>)",
            "[hackenbush <0 -B- a; a -G- c>, hackenbush <0 -B- a; a -R- b>]",
        ),
        ("same(left_options(hackenbush <0 -B- a; a -R- b; b -B- 0>)[1], hackenbush <0 -B- a -R- b>)", "true"),
        (r#"same(left_options(hackenbush("BRB"))[1], hackenbush("BR"))"#, "true"),
        (r#"[is_impartial(hackenbush("GG")), is_impartial(hackenbush <0 -G- 1; 0 -B- 1>)]"#, "[true, false]"),
        (r#"nim_value(hackenbush("GGG") + hackenbush <0 -G- 1; 1 -G- 2>)"#, "1"),
        (r#"[outcome(hackenbush("G"), misere), outcome(hackenbush("BR"), misere)]"#, "[P, R]"),
        ("hackenbush <0 -B- 1; 2 -R- 3>", "??picture::falls 1"),
        ("hackenbush <1 -B- 2>", "!!picture::ground"),
        ("hackenbush <a -B- b; c -R- c>", "!!picture::ground"),
        (r#"hackenbush("BrB")"#, "!!board::shape"),
        ("hackenbush(3)", "!!call::kind"),
        ("hackenbush <0 -X- 1>", "!!syntax::edge"),
        ("hackenbush <0 -b- 1 -r- 2>", "!!syntax::edge"),
    ]);
}

/// Sizes that neither recursion nor a list of all followers would bear.
#[test]
fn long_stalks_and_large_trees() {
    let engine = &mut engine();
    let colours: Vec<Colour> = (0..100_000).map(|i| [Colour::Blue, Colour::Red][i % 2]).collect();
    let p = stalk(&colours, engine).unwrap();
    let value = positions::value(p, engine).unwrap().game(engine).unwrap();
    let x = engine.games().as_number(value).unwrap();
    // 1 - 1/2 + 1/4 - ... has a limit of 2/3, and the last edge is worth 1/2^99999.
    assert_eq!(x.exponent(), 99_999);
    assert_eq!((&x.times(&3.into()) - &2.into()).numerator().to_string(), "-1");
    let edges: Vec<_> = (1..10_000u32).map(|to| (to / 2, Colour::Green, to)).collect();
    let p = picture(engine, &labelled(&edges));
    assert!(positions::value(p, engine).is_ok());
    let path: Vec<_> = (0..10_000).map(|i| (i, colours[i as usize], i + 1)).collect();
    let p = picture(engine, &labelled(&path));
    let same = stalk(&colours[..10_000], engine).unwrap();
    assert_eq!(positions::value(p, engine).unwrap(), positions::value(same, engine).unwrap());
}

/// `1 : x` by the definition of the ordinal sum.
#[test]
fn ordinal_sums_on_one() {
    check(&[(
        "O(x) := <0, O(l) for l in left(x) | O(r) for r in right(x)>
         numbers := [n/8 for n in -24..24]
         [x for x in numbers + [n + i for n in [-2, -1/2, 0, 3/4, 1] for i in [*, *3, up, 2*down, ^3*2]] if O(x) != 1 : x or -O(-x) != -1 : x]",
        "[]",
    )]);
    assert_eq!(run(&mut session(), "1 : -10^12"), "!!limit::size");
    assert_eq!(run(&mut session(), "1 : 10^12"), "1000000000001");
}

/// Conway 1977, table 1, and the rule beneath it.
#[test]
fn cutcake() {
    check(&[
        ("[value(cutcake(1, n)) for n in 1..12]", "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]"),
        ("[value(cutcake(2, n)) for n in 1..12]", "[-1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]"),
        ("[value(cutcake(4, n)) for n in 1..12]", "[-3, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 2]"),
        ("cutcake(5, 10)", "1"),
        (
            "game C(m,n) := <C(m,a) + C(m,n-a) for a in 1..n-1 | C(a,n) + C(m-a,n) for a in 1..m-1>
             [[m, n] for m in 1..16 for n in 1..16 if C(m,n) != cutcake(m,n)]",
            "[]",
        ),
        (
            "game C(m,n) := <C(m,a) + C(m,n-a) for a in 1..n-1 | C(a,n) + C(m-a,n) for a in 1..m-1>
             [[m, n] for m in 1..3 for n in 1..3 if outcomes(C(m,n), misere) != outcomes(cutcake(m,n), misere)]",
            "[]",
        ),
        ("cutcake(2^64 - 1, 1)", "-18446744073709551614"),
        ("cutcake(10^6, 2^63 + 5)", "17592186044415"),
        ("left_options(cutcake(1, 3))", "[cutcake(1, 1) + cutcake(1, 2), cutcake(1, 2) + cutcake(1, 1)]"),
        ("cutcake(0, 3)", "!!ruleset::argument"),
        ("cutcake(2^64, 3)", "!!ruleset::argument"),
        ("cutcake(1/2, 3)", "!!call::kind"),
        ("options(cutcake(10^12, 3))", "!!limit::size"),
    ]);
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

/// Conway 1977, with the rule for L and R at the ends that makes his statements true.
#[test]
fn seating_in_the_literature() {
    check(&[
        ("[value(seating(2, n, L, R)) for n in 0..11]", "[0, 0, 0, *, *, *, 0, 0, 0, *, *, *]"),
        (
            "[value(seating(2, n, L, L)) for n in 1..15]",
            "[0, 1, 1, *, 1/2, 1/2, 0, 1/4, 1/4, *, 1/8, 1/8, 0, 1/16, 1/16]",
        ),
        (
            "[value(seating(5, n, L, L)) for n in 1..16]",
            "[0, 0, 0, 0, 1, 1, *, *, *, *, up + *, up + *, *2, up, up, 0]",
        ),
        // Dawson's Kayles: take two adjacent skittles. Each value three times.
        (
            "game pairs(n) := <pairs(a) + pairs(n-2-a) for a in 0..n-2>
             [n for n in 0..60 if nim_value(seating(5, n, L, R)) != nim_value(pairs(div(n, 3)))]",
            "[]",
        ),
        ("[seating(3, n, R, R) == -seating(3, n, L, L) for n in 0..12]", &format!("[{}]", ["true"; 13].join(", "))),
        (r#"same(seating(2, 5, L, R), seating(2, "L5R"))"#, "true"),
        (
            r#"options(seating(2, "L3R"))"#,
            r#"[seating(2, "L0R") + seating(2, "R1R"), seating(2, "L1L") + seating(2, "L0R")]"#,
        ),
        (r#"seating(2, "L0L")"#, "0"),
        (r#"[seating(2, "L4L")]"#, r#"[seating(2, "L4L")]"#),
        ("seating(1, 5, L, R)", "!!ruleset::argument"),
        ("seating(2, -1, L, R)", "!!ruleset::argument"),
        ("seating(2, 5)", "!!ruleset::argument"),
        (r#"seating(2, "L5R", L)"#, "!!ruleset::argument"),
        (r#"seating(2, "LnR")"#, "!!board::shape"),
        (r#"seating(2, "L")"#, "!!board::shape"),
        (r#"seating(2, "")"#, "!!board::shape"),
        (r#"seating(2, "N5R")"#, "!!board::shape"),
        ("seating(2, [5], L, R)", "!!call::kind"),
    ]);
}
