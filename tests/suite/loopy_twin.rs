//! Loopy values against their definitions: games as plain graphs, compared by fixpoints over all states of the product.

use std::collections::HashMap;

use cg_engine::games::{Budget, Games, Player};
use cg_engine::loopy::{Arenas, Draft, Loops, Sided, Stopper, Vertex};

use crate::random_graph::{Random, rounds};

/// A game as a plain graph: Left's and Right's moves by vertex, and where play begins.
#[derive(Clone, Default)]
struct Plain {
    moves: Vec<[Vec<usize>; 2]>,
    root: usize,
}

/// A random game of so many vertices over 0, *, 1, -1.
fn random_game(random: &mut Random, vertices: usize, moves: usize) -> Plain {
    let mut game = Plain { moves: vec![[Vec::new(), Vec::new()]; vertices + 4], root: 0 };
    let [zero, star, one, minus_one] = [vertices, vertices + 1, vertices + 2, vertices + 3];
    game.moves[star] = [vec![zero], vec![zero]];
    game.moves[one] = [vec![zero], vec![]];
    game.moves[minus_one] = [vec![], vec![zero]];
    for v in 0..vertices {
        for player in 0..2 {
            for _ in 0..random.below(moves as u64 + 1) {
                game.moves[v][player].push(random.below(vertices as u64 + 4) as usize);
            }
        }
    }
    game
}

/// Whether Left, second, holds G - H, where an endless play is held if the component that counts is moved in for ever:
/// νX.μY.(good and a move into X) or a move into Y.
fn holds(g: &Plain, h: &Plain, counts: usize) -> bool {
    let (n, m) = (g.moves.len(), h.moves.len());
    let state = |v: usize, w: usize, mover: usize, good: usize| ((v * m + w) * 2 + mover) * 2 + good;
    let mut followers = vec![Vec::new(); n * m * 4];
    for v in 0..n {
        for w in 0..m {
            for mover in 0..2 {
                for good in 0..2 {
                    let list = &mut followers[state(v, w, mover, good)];
                    let by = |component: usize| usize::from(component == counts);
                    list.extend(g.moves[v][mover].iter().map(|&x| state(x, w, 1 - mover, by(0))));
                    list.extend(h.moves[w][1 - mover].iter().map(|&x| state(v, x, 1 - mover, by(1))));
                }
            }
        }
    }
    let into = |set: &[bool], s: usize| match (s / 2) % 2 {
        0 => followers[s].iter().any(|&t| set[t]),
        _ => followers[s].iter().all(|&t| set[t]),
    };
    let mut outer = vec![true; followers.len()];
    loop {
        let mut inner: Vec<bool> = (0..followers.len()).map(|s| s % 2 == 1 && into(&outer, s)).collect();
        loop {
            let next: Vec<bool> = (0..followers.len()).map(|s| inner[s] || into(&inner, s)).collect();
            if next == inner {
                break;
            }
            inner = next;
        }
        if inner == outer {
            return outer[state(g.root, h.root, 1, 0)];
        }
        outer = inner;
    }
}

/// The canonical form as a plain graph.
fn plain(stopper: Stopper, values: &mut Arenas<'_>) -> Plain {
    let all = values.followers(stopper).unwrap();
    let number: HashMap<Stopper, usize> = all.iter().enumerate().map(|(i, &s)| (s, i)).collect();
    let mut game = Plain::default();
    for &here in &all {
        game.moves.push(
            [Player::Left, Player::Right]
                .map(|player| values.options(here, player).unwrap().iter().map(|option| number[option]).collect()),
        );
    }
    game
}

fn draft(game: &Plain) -> Draft {
    let list = |list: &Vec<usize>| list.iter().map(|&v| v as u32).collect();
    Draft { vertices: game.moves.iter().map(|[left, right]| Vertex::Moves([list(left), list(right)])).collect() }
}

fn equal(g: &Plain, h: &Plain, counts: usize) -> bool {
    // On the onside the first component counts, on the offside the second, whichever comes first.
    holds(g, h, counts) && holds(h, g, counts)
}

fn with_values<T>(test: impl FnOnce(&mut Arenas<'_>) -> T) -> T {
    let (mut games, mut loops) = (Games::new(Budget::unlimited()), Loops::default());
    test(&mut Arenas { games: &mut games, loops: &mut loops })
}

#[test]
fn sides_of_random_games_are_equal_to_them_by_definition() {
    with_values(|values| {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let (mut found, mut missing) = (0, 0);
        for round in 0..rounds(20_000) {
            let game = random_game(&mut random, 1 + round % 7, 1 + round % 3);
            let sides = values.sides(&draft(&game)).unwrap();
            let alone = values.sides_from(&draft(&game), 0).unwrap()[0].unwrap();
            for (counts, side, alone) in [(0, sides[0].onside, alone.onside), (1, sides[0].offside, alone.offside)] {
                missing += [side, alone].into_iter().filter(Option::is_none).count();
                let Some(stopper) = side.or(alone) else { continue };
                assert!(alone.is_none_or(|alone| alone == stopper), "round {round}, side {counts}: {:?}", game.moves);
                found += 1;
                let canonical = plain(stopper, values);
                assert!(equal(&game, &canonical, counts), "round {round}, side {counts}: {:?}", game.moves);
                let again = values.sides(&draft(&canonical)).unwrap()[0].value();
                assert_eq!(again, Some(Sided::from(stopper)), "round {round}: {:?}", canonical.moves);
            }
        }
        assert!(missing * 1000 < found, "{missing} of {found}");
    });
}

#[test]
fn equal_values_have_equal_ids_and_no_others() {
    with_values(|values| {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut stoppers: Vec<(Stopper, Plain)> = Vec::new();
        for round in 0..400 {
            let game = random_game(&mut random, 1 + round % 5, 2);
            if let Some(stopper) = values.sides(&draft(&game)).unwrap()[0].onside
                && !stoppers.iter().any(|(known, _)| *known == stopper)
            {
                let canonical = plain(stopper, values);
                stoppers.push((stopper, canonical));
            }
        }
        let mut loopy = 0;
        for (a, g) in &stoppers {
            loopy += usize::from(a.is_loopy());
            for (b, h) in &stoppers {
                assert_eq!(values.at_least(*a, *b).unwrap(), holds(g, h, 0), "{:?} {:?}", g.moves, h.moves);
                assert!(a == b || !equal(g, h, 0), "{:?} {:?}", g.moves, h.moves);
            }
        }
        assert!(loopy > 20, "{loopy}");
    });
}

#[test]
fn sums_are_those_of_the_plays() {
    with_values(|values| {
        let mut random = Random(0xda94_2042_e4dd_58b5);
        for round in 0..1_500 {
            let (g, h) = (random_game(&mut random, 1 + round % 3, 2), random_game(&mut random, 1 + round % 4, 1));
            let (Some(a), Some(b)) = (value(&g, values), value(&h, values)) else { continue };
            let sum = plain_sum(&g, &h);
            assert_eq!(values.sides(&draft(&sum)).unwrap()[sum.root], values.sided_sum(a, b).unwrap(), "{round}");
            let minus = values.negative(a).unwrap();
            assert_eq!(values.negative(minus).unwrap(), a);
            let mirrored = Plain { moves: g.moves.iter().map(|[l, r]| [r.clone(), l.clone()]).collect(), root: 0 };
            assert_eq!(value(&mirrored, values), Some(minus));
            // G - G is at least 0 on its onside.
            if let Some(onside) = values.sided_sum(a, minus).unwrap().onside {
                assert!(values.at_least(onside, Stopper::ZERO).unwrap());
            }
        }
    });
}

/// Builds `G : H` by its definition: every position of H also has the options of G's root, and no way leads back from them.
fn plain_ordinal_sum(g: &Plain, h: &Plain) -> Plain {
    let n = g.moves.len();
    let stacked = h.moves.iter().map(|moves| {
        std::array::from_fn(|player| {
            let above = moves[player].iter().map(|&w| n + w);
            g.moves[g.root][player].iter().copied().chain(above).collect()
        })
    });
    Plain { moves: g.moves.iter().cloned().chain(stacked).collect(), root: n + h.root }
}

#[test]
fn ordinal_sums_are_those_of_the_forms() {
    with_values(|values| {
        let mut random = Random(0x1f83_d9ab_fb41_bd6b);
        let [mut loopy_base, mut loopy_top, mut two_sided, mut as_written] = [0; 4];
        for round in 0..rounds(12_000) {
            let g = random_game(&mut random, 1 + round % 3, 2);
            let h = random_game(&mut random, 1 + round % 4, 1 + round % 2);
            let options: [Option<Vec<Sided>>; 2] = std::array::from_fn(|player| {
                let option = |&v: &usize| value(&Plain { root: v, ..g.clone() }, values);
                g.moves[0][player].iter().map(option).collect()
            });
            let ([Some(left), Some(right)], Some(top)) = (options, value(&h, values)) else { continue };
            let sum = values.ordinal_sum_of_form([&left, &right], top).unwrap();
            let literal = plain_ordinal_sum(&g, &h);
            for (counts, side) in [(0, sum.onside), (1, sum.offside)] {
                if let Some(stopper) = side {
                    let canonical = plain(stopper, values);
                    assert!(equal(&literal, &canonical, counts), "{round}, side {counts}: {:?} {:?}", g.moves, h.moves);
                }
            }
            loopy_base += usize::from(left.iter().chain(&right).any(|option| option.short().is_none()));
            loopy_top += usize::from(top.stopper().is_some_and(Stopper::is_loopy));
            two_sided += usize::from(top.stopper().is_none());
            // The ordinal sum on the canonical form of G may be another one.
            let on_value = value(&g, values).map(|g| values.ordinal_sum(g, top).unwrap());
            as_written += usize::from(on_value.is_some_and(|on_value| on_value != sum));
        }
        let counts = [loopy_base, loopy_top, two_sided, as_written];
        assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
    });
}

fn value(game: &Plain, values: &mut Arenas<'_>) -> Option<Sided> {
    values.sides(&draft(game)).unwrap()[game.root].value()
}

fn plain_sum(g: &Plain, h: &Plain) -> Plain {
    let m = h.moves.len();
    let mut sum = Plain::default();
    for v in 0..g.moves.len() {
        for w in 0..m {
            sum.moves.push(std::array::from_fn(|player| {
                let first = g.moves[v][player].iter().map(|&x| x * m + w);
                first.chain(h.moves[w][player].iter().map(|&x| v * m + x)).collect()
            }));
        }
    }
    sum
}
