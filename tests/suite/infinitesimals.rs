//! Atomic weights against their definition.

use cg_engine::games::{Budget, Dyadic, Fault, GameId, Games};

use crate::engine_laws::born_by;
use crate::language::check;

/// Whether down + *N < G - g·up < up + *N for a star far beyond G.
fn is_weight(games: &mut Games, g: GameId, weight: GameId) -> bool {
    let up = games.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
    let product = games.norton(weight, up).unwrap();
    let rest = games.difference(g, product).unwrap();
    let high = games.number_up_star(&Dyadic::ZERO, 1, 64).unwrap();
    let low = games.negative(high).unwrap();
    games.less_or_equal(low, rest).unwrap() && games.less_or_equal(rest, high).unwrap()
}

fn weight(games: &mut Games, g: GameId) -> Option<GameId> {
    match games.atomic_weight(g) {
        Ok(weight) => Some(weight),
        Err(Fault::None(_)) => None,
        Err(fault) => panic!("{fault}"),
    }
}

#[test]
fn atomic_weights_of_day_3_agree_with_the_definition() {
    let mut games = Games::new(Budget::unlimited());
    let (values, _) = born_by(&mut games, 3);
    let (mut candidates, _) = born_by(&mut games, 2);
    for n in -4..=4 {
        candidates.push(games.integer(n));
    }
    candidates.sort_unstable();
    candidates.dedup();
    let mut all_small = Vec::new();
    for g in values {
        let found = weight(&mut games, g);
        if games.is_all_small(g).unwrap() {
            assert!(found.is_some());
            all_small.push(g);
        }
        if !games.left_stop(g).is_zero() || !games.right_stop(g).is_zero() {
            assert_eq!(found, None);
            continue;
        }
        match found {
            Some(weight) => assert!(is_weight(&mut games, g, weight), "{g:?} has not {weight:?}"),
            None => {
                for &candidate in &candidates {
                    assert!(!is_weight(&mut games, g, candidate), "{g:?} has {candidate:?}");
                }
            }
        }
    }
    // Additive on the all-small values; 2 or more wins for Left.
    assert_eq!(all_small.len(), 67);
    let two = games.integer(2);
    for &g in &all_small {
        for &h in &all_small {
            let sum = games.sum(g, h).unwrap();
            let parts = [g, h].map(|x| games.atomic_weight(x).unwrap());
            let total = games.sum(parts[0], parts[1]).unwrap();
            assert_eq!(games.atomic_weight(sum).unwrap(), total);
            if games.less_or_equal(two, total).unwrap() {
                assert!(games.less_or_equal(GameId::ZERO, sum).unwrap());
            }
        }
    }
}

#[test]
fn norton_products_add_up_and_keep_the_order() {
    // Winning Ways, ch. 8: (G + H).U = G.U + H.U, and G >= H exactly if G.U >= H.U.
    let mut games = Games::new(Budget::unlimited());
    let (values, _) = born_by(&mut games, 2);
    let up = games.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
    let one = games.integer(1);
    let tiny = games.integer(-1);
    let tiny = games.from_options(&[GameId::ZERO], &[tiny]).unwrap();
    let tiny = games.from_options(&[GameId::ZERO], &[tiny]).unwrap();
    for unit in [one, up, tiny] {
        let products: Vec<GameId> = values.iter().map(|&g| games.norton(g, unit).unwrap()).collect();
        for (i, &g) in values.iter().enumerate() {
            for (j, &h) in values.iter().enumerate() {
                let sum = games.sum(g, h).unwrap();
                let expected = games.sum(products[i], products[j]).unwrap();
                assert_eq!(games.norton(sum, unit).unwrap(), expected);
                let order = games.compare(g, h).unwrap();
                assert_eq!(games.compare(products[i], products[j]).unwrap(), order);
            }
        }
    }
}

#[test]
fn uptimals_are_taken_apart_as_they_were_put_together() {
    let mut games = Games::new(Budget::unlimited());
    let powers: Vec<GameId> = (1..=4)
        .map(|n| {
            // {0 | * - (up + ... + up^(n-1))}
            let mut below = GameId::STAR;
            let mut power = games.from_options(&[GameId::ZERO], &[below]).unwrap();
            for _ in 1..n {
                below = games.difference(below, power).unwrap();
                power = games.from_options(&[GameId::ZERO], &[below]).unwrap();
            }
            power
        })
        .collect();
    for code in 0..81 * 3 {
        let star = code / 81;
        let mut g = games.number_up_star(&Dyadic::from(3).half(), 0, star).unwrap();
        let mut ups = Vec::new();
        for (i, &power) in powers.iter().enumerate() {
            let n = (code / 3u64.pow(i as u32) % 3) as i64 - 1;
            let part = games.multiple(&n.into(), power).unwrap();
            g = games.sum(g, part).unwrap();
            ups.push(n);
        }
        while ups.last() == Some(&0) {
            ups.pop();
        }
        let found = games.as_uptimal(g).unwrap();
        let coefficients: Vec<i64> =
            (1..=found.ups.highest()).map(|n| i64::try_from(found.ups.coefficient(n)).unwrap()).collect();
        assert_eq!((found.number, found.star, coefficients), (Dyadic::from(3).half(), star, ups));
    }
}

/// The nimbers *n for n in a set, which is given by its bits.
fn nimbers(games: &mut Games, set: u64) -> Vec<GameId> {
    (0..64).filter(|n| set >> n & 1 == 1).map(|n| games.nimber(n).unwrap()).collect()
}

fn superstar(games: &mut Games, left: u64, right: u64) -> GameId {
    let (left, right) = (nimbers(games, left), nimbers(games, right));
    games.from_options(&left, &right).unwrap()
}

#[test]
fn superstars_depend_on_the_subscripts_alone() {
    // Conway 1977: {*a, ...|*A, ...} with mex m of the small ones and M of the capitals. For m = M it is *m; for m > M
    // it is up with the subscripts A, whatever the small ones are, and of atomic weight 1.
    let mut games = Games::new(Budget::unlimited());
    let mex = |set: u64| set.trailing_ones() as u64;
    for right in 1..1u64 << 4 {
        let standard = superstar(&mut games, (1 << 16) - 1, right);
        assert_eq!(games.atomic_weight(standard).unwrap(), games.integer(1));
        for left in 0..1u64 << 6 {
            let g = superstar(&mut games, left, right);
            if mex(left) == mex(right) {
                assert_eq!(g, games.nimber(mex(left)).unwrap());
            } else if mex(left) > mex(right) {
                assert_eq!(g, standard);
            }
        }
    }
}

#[test]
fn superstars_are_translated_by_the_least_nimber() {
    // Conway 1977: if the *A are the *a + *n in some order, for n least, then up_A = up_a + *n. Here the values come from
    // the built-in, the sums of nimbers from exclusive or.
    let all: Vec<u64> = (1..16).collect();
    let moved = |set: u64, n: u64| (0..4).filter(|a| set >> a & 1 == 1).fold(0u64, |moved, a| moved | 1 << (a ^ n));
    let text = |set: u64| {
        let members: Vec<String> = (0..64).filter(|a| set >> a & 1 == 1).map(|a| a.to_string()).collect();
        format!("super_up({{{}}})", members.join(", "))
    };
    let mut cases = Vec::new();
    for &set in &all {
        for n in 0..=4 {
            let image = moved(set, n);
            let least = (0..=n).find(|&k| moved(set, k) == image).expect("n itself");
            let equal = if least == n { "true" } else { "false" };
            cases.push((format!("{} == {} + *{n}", text(image), text(set)), equal));
            cases.push((format!("super_down({}) == -{}", &text(set)[9..text(set).len() - 1], text(set)), "true"));
        }
    }
    check(&cases.iter().map(|(text, wanted)| (text.as_str(), *wanted)).collect::<Vec<_>>());
}

#[test]
fn remote_stars_are_no_followers() {
    let mut games = Games::new(Budget::unlimited());
    let (mut values, _) = born_by(&mut games, 3);
    for ups in -5..=5 {
        for star in 0..6 {
            values.push(games.number_up_star(&Dyadic::ZERO, ups, star).unwrap());
            values.push(games.number_up_star(&Dyadic::from(3).half(), ups, star).unwrap());
        }
    }
    for g in values {
        let followers = games.followers(g).unwrap();
        let mut n = 0;
        while followers.contains(&games.nimber(n).unwrap()) {
            n += 1;
        }
        assert_eq!(games.remote_star(g).unwrap(), n);
    }
}
