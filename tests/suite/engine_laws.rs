//! Laws of the group, censuses, and checksums that other programs compute.

use std::collections::HashMap;

use cg_engine::games::{Budget, Dyadic, GameId, Games, Order, Player};

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Next number of SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// The structural hash of a canonical form from those of its options, in any order.
fn hash(games: &mut Games, g: GameId, memo: &mut HashMap<GameId, u64>) -> u64 {
    if let Some(&known) = memo.get(&g) {
        return known;
    }
    let mut sides = [1u64, 2];
    let salts = [0x1357_9bdf_0246_8ace, 0xfdb9_7531_eca8_6420];
    for (i, player) in [Player::Left, Player::Right].into_iter().enumerate() {
        for option in games.options(g, player).unwrap() {
            let inner = hash(games, option, memo);
            sides[i] = sides[i].wrapping_add(mix(inner ^ salts[i]));
        }
    }
    let value = mix(sides[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ sides[1].wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
    memo.insert(g, value);
    value
}

fn total(games: &mut Games, values: &[GameId]) -> String {
    let mut memo = HashMap::new();
    let sum = values.iter().fold(0u64, |sum, &g| sum.wrapping_add(hash(games, g, &mut memo)));
    format!("{sum:016x}")
}

/// All sets of pairwise incomparable values.
fn antichains(games: &mut Games, values: &[GameId]) -> Vec<Vec<GameId>> {
    let mut all: Vec<Vec<GameId>> = vec![vec![]];
    for &g in values {
        for i in 0..all.len() {
            let free = all[i].iter().all(|&h| games.compare(g, h).unwrap() == Order::Confused);
            if free {
                let mut longer = all[i].clone();
                longer.push(g);
                all.push(longer);
            }
        }
    }
    all
}

/// The values born by this day, in order of their hashes; and how many antichains the day before has.
pub fn born_by(games: &mut Games, day: u32) -> (Vec<GameId>, usize) {
    let mut values = vec![GameId::ZERO];
    let mut count = 0;
    for _ in 0..day {
        let chains = antichains(games, &values);
        count = chains.len();
        let mut all = Vec::new();
        for left in &chains {
            for right in &chains {
                all.push(games.from_options(left, right).unwrap());
            }
        }
        all.sort_unstable();
        all.dedup();
        let mut memo = HashMap::new();
        all.sort_by_cached_key(|&g| hash(games, g, &mut memo));
        values = all;
    }
    (values, count)
}

#[test]
fn born_by_day() {
    // Siegel III.1: 1, 4, 22, 1474 values; Winning Ways: 67 all-small by day 3.
    let mut games = Games::new(Budget::unlimited());
    let counts: Vec<(usize, usize)> = (0..4).map(|day| born_by(&mut games, day)).map(|(v, n)| (v.len(), n)).collect();
    assert_eq!(counts, [(1, 0), (4, 2), (22, 6), (1474, 98)]);
    let (values, _) = born_by(&mut games, 3);
    let mut small = 0;
    for &g in &values {
        assert!(games.birthday(g).unwrap() <= 3u8.into());
        let all_small = games.followers(g).unwrap().into_iter().all(|f| {
            let counts = [Player::Left, Player::Right].map(|p| games.option_count(f, p) == 0);
            counts[0] == counts[1]
        });
        small += usize::from(all_small);
    }
    assert_eq!(small, 67);
}

#[test]
fn checksums_of_other_programs() {
    let mut games = Games::new(Budget::unlimited());
    let (day_2, _) = born_by(&mut games, 2);
    let (day_3, _) = born_by(&mut games, 3);
    assert_eq!(total(&mut games, &day_2), "5e11573184f39c78");
    assert_eq!(total(&mut games, &day_3), "350577b5341536e6");
    let sums = |games: &mut Games, a: &[GameId], b: &[GameId]| {
        let mut all = Vec::new();
        for &g in a {
            for &h in b {
                all.push(games.sum(g, h).unwrap());
            }
        }
        total(games, &all)
    };
    assert_eq!(sums(&mut games, &day_2, &day_3), "26123aab80309d40");
    assert_eq!(sums(&mut games, &day_3[..100], &day_3[..100]), "a9a5b9b0e2d2106a");
    let negatives: Vec<GameId> = day_3.iter().map(|&g| games.negative(g).unwrap()).collect();
    assert_eq!(total(&mut games, &negatives), "350577b5341536e6");
}

#[test]
fn comparisons_of_all_values_of_day_3() {
    let mut games = Games::new(Budget::unlimited());
    let (values, _) = born_by(&mut games, 3);
    let mut counts = [0; 4];
    for &g in &values {
        for &h in &values {
            counts[games.compare(g, h).unwrap() as usize] += 1;
        }
    }
    assert_eq!(counts, [653_173, 1474, 653_173, 864_856]);
}

#[test]
fn checksums_of_switches() {
    for (n, expected) in [(8, "7e4e24eb094f7347"), (16, "c48bec418cafac52"), (32, "bfb254c9f677f5dd")] {
        let mut games = Games::new(Budget::unlimited());
        let mut state = 2024;
        let mut sum = GameId::ZERO;
        let mut added = 0;
        while added < n {
            let (a, b) = (next(&mut state) % 41, next(&mut state) % 41);
            if a > b {
                let (a, b) = (games.integer(a as i64 - 20), games.integer(b as i64 - 20));
                let switch = games.from_options(&[a], &[b]).unwrap();
                sum = games.sum(sum, switch).unwrap();
                added += 1;
            }
        }
        assert_eq!(total(&mut games, &[sum]), expected, "{n} switches");
    }
}

#[test]
fn group_laws() {
    let mut games = Games::new(Budget::unlimited());
    let (values, _) = born_by(&mut games, 3);
    let mut state = 5;
    let mut pick = || values[(next(&mut state) % values.len() as u64) as usize];
    for _ in 0..400 {
        let (a, b, c) = (pick(), pick(), pick());
        let ab = games.sum(a, b).unwrap();
        assert_eq!(ab, games.sum(b, a).unwrap());
        let bc = games.sum(b, c).unwrap();
        assert_eq!(games.sum(ab, c).unwrap(), games.sum(a, bc).unwrap());
        assert_eq!(games.difference(ab, b).unwrap(), a);
        assert_eq!(games.difference(a, a).unwrap(), GameId::ZERO);
        let (minus_a, minus_b) = (games.negative(a).unwrap(), games.negative(b).unwrap());
        assert_eq!(games.negative(ab).unwrap(), games.sum(minus_a, minus_b).unwrap());
        assert_eq!(games.negative(minus_a).unwrap(), a);
        assert_eq!(games.less_or_equal(a, b).unwrap(), games.less_or_equal(minus_b, minus_a).unwrap());
        let ac = games.sum(a, c).unwrap();
        assert_eq!(games.less_or_equal(a, b).unwrap(), games.less_or_equal(ac, bc).unwrap());
        let difference = games.difference(a, b).unwrap();
        assert_eq!(games.compare(a, b).unwrap(), games.compare(difference, GameId::ZERO).unwrap());
    }
}

#[test]
fn translation_by_a_number_moves_the_options() {
    let mut games = Games::new(Budget::unlimited());
    let (values, _) = born_by(&mut games, 3);
    let x = Dyadic::from(-5).half().half();
    let number = games.number(&x);
    for &g in &values {
        if games.as_number(g).is_some() {
            continue;
        }
        let moved = [Player::Left, Player::Right].map(|player| {
            let options = games.options(g, player).unwrap();
            options.into_iter().map(|o| games.sum(number, o).unwrap()).collect::<Vec<_>>()
        });
        let translated = games.sum(number, g).unwrap();
        assert_eq!(games.from_options(&moved[0], &moved[1]).unwrap(), translated);
        assert_eq!(games.left_stop(translated), &games.left_stop(g) + &x);
        assert_eq!(games.right_stop(translated), &games.right_stop(g) + &x);
    }
}

#[test]
fn multiples_are_repeated_sums() {
    let mut games = Games::new(Budget::unlimited());
    let (values, _) = born_by(&mut games, 3);
    for &g in values.iter().step_by(13) {
        let mut sum = GameId::ZERO;
        for n in 0..7 {
            assert_eq!(games.multiple(&n.into(), g).unwrap(), sum);
            let negative = games.negative(sum).unwrap();
            assert_eq!(games.multiple(&(-n).into(), g).unwrap(), negative);
            sum = games.sum(sum, g).unwrap();
        }
    }
}

#[test]
fn group_laws_with_numbers_of_all_sizes() {
    // Stops that differ by 2^-40, or lie beyond 2^60: records hold them inexactly.
    let mut games = Games::new(Budget::unlimited());
    let mut state = 11;
    for round in 0..60 {
        let mut values = vec![GameId::ZERO, GameId::STAR];
        for _ in 0..4 {
            let shift = [0, 30, 70][(next(&mut state) % 3) as usize];
            let numerator = dashu_int::IBig::from(next(&mut state) % 5) << (round % 3 * 34);
            let number = games.number(&Dyadic::new(numerator - 2, shift));
            values.push(number);
        }
        for size in 0..12 {
            let mut pick = || values[(next(&mut state) % (6 + size)) as usize];
            let (left, right) = ([pick(), pick()], [pick(), pick()]);
            values.push(games.from_options(&left, &right).unwrap());
        }
        for _ in 0..40 {
            let mut pick = || values[(next(&mut state) % values.len() as u64) as usize];
            let (a, b) = (pick(), pick());
            let sum = games.sum(a, b).unwrap();
            assert_eq!(games.difference(sum, b).unwrap(), a);
            let difference = games.difference(a, b).unwrap();
            let order = games.compare(a, b).unwrap();
            assert_eq!(order, games.compare(difference, GameId::ZERO).unwrap());
            let (left, right) = (games.left_stop(sum), games.right_stop(sum));
            assert!(left >= right && left <= games.left_stop(a) + games.left_stop(b));
            assert!(right >= games.right_stop(a) + games.right_stop(b));
            if games.left_stop(a) < games.right_stop(b) {
                assert_eq!(order, Order::Less);
            }
            let negative = games.negative(sum).unwrap();
            assert_eq!(games.left_stop(negative), -right);
        }
    }
}
