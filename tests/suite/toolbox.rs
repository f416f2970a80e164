//! Reduced canonical forms, products, companions, censuses: their laws.

use std::collections::HashMap;

use cg_engine::games::{Budget, GameId, Games, Player};

use crate::engine_laws::born_by;

fn is_infinitesimal(games: &Games, g: GameId) -> bool {
    games.left_stop(g).is_zero() && games.right_stop(g).is_zero()
}

/// A game as its options.
fn spelled(games: &mut Games, g: GameId) -> String {
    if let Some(x) = games.as_number(g) {
        return x.to_string();
    }
    let [left, right] = [Player::Left, Player::Right].map(|player| {
        let options = games.options(g, player).unwrap();
        options.into_iter().map(|o| spelled(games, o)).collect::<Vec<_>>().join(",")
    });
    format!("{{{left}|{right}}}")
}

#[test]
fn games_have_one_reduced_form_if_they_differ_by_an_infinitesimal() {
    let mut games = Games::new(Budget::unlimited());
    let (values, _) = born_by(&mut games, 3);
    let mut classes: HashMap<GameId, Vec<GameId>> = HashMap::new();
    for g in values {
        let reduced = games.reduced(g).unwrap();
        assert_eq!(games.reduced(reduced).unwrap(), reduced);
        assert!(games.birthday(reduced).unwrap() <= games.birthday(g).unwrap());
        let difference = games.difference(g, reduced).unwrap();
        assert!(is_infinitesimal(&games, difference));
        classes.entry(reduced).or_default().push(g);
    }
    let reduced: Vec<GameId> = classes.keys().copied().collect();
    for &g in &reduced {
        for &h in &reduced {
            let difference = games.difference(g, h).unwrap();
            assert_eq!(
                is_infinitesimal(&games, difference),
                g == h,
                "{} {}",
                spelled(&mut games, g),
                spelled(&mut games, h)
            );
        }
    }
}

#[test]
fn companions_are_an_automorphism_of_the_order() {
    // Calistrate, Paulhus and Wolfe; day 2 is a lattice of 22 values.
    let mut games = Games::new(Budget::unlimited());
    let (values, _) = born_by(&mut games, 2);
    let companions: Vec<GameId> = values.iter().map(|&g| games.companion(g).unwrap()).collect();
    for (i, &g) in values.iter().enumerate() {
        assert!(values.contains(&companions[i]));
        assert_eq!(games.companion(companions[i]).unwrap(), g);
        for (j, &h) in values.iter().enumerate() {
            let there = games.less_or_equal(g, h).unwrap();
            assert_eq!(games.less_or_equal(companions[i], companions[j]).unwrap(), there);
        }
    }
}

#[test]
fn censuses() {
    let mut games = Games::new(Budget::unlimited());
    for day in 0..=3 {
        let mut mine = games.born_by(day).unwrap();
        let (mut other, _) = born_by(&mut games, day as u32);
        mine.sort_unstable();
        other.sort_unstable();
        assert_eq!(mine, other);
    }
    let (values, _) = born_by(&mut games, 3);
    for seed in 0..200 {
        let g = games.random_game(3, seed).unwrap();
        assert!(values.contains(&g));
        assert_eq!(games.random_game(3, seed).unwrap(), g);
    }
}
