//! Reduced canonical forms, products, companions, censuses: laws and facts of the literature.

use std::collections::HashMap;

use cg_engine::games::{Budget, GameId, Games, Player};

use crate::engine_laws::born_by;
use crate::language::{check, run, session};

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

#[test]
fn products_of_nimbers_are_nim_products() {
    let cases = [("conway(*2, *2)", "*3"), ("conway(*4, *4)", "*6"), ("conway(*8, *2)", "*12")];
    for (text, expected) in cases {
        assert_eq!(run(&mut session(), text), expected, "{text}");
    }
}

#[test]
fn facts() {
    check(&[
        // Conway's examples of simplicity.
        ("simplest(1, 11/8)", "5/4"),
        ("simplest(-1, 43/2)", "0"),
        ("simplest(0, 13/4)", "1"),
        ("simplest(1/4, 1)", "1/2"),
        ("simplest(2, 1/4)", "1"),
        ("simplest(7, 13)", "8"),
        ("simplest(-20, -4)", "-5"),
        ("simplest(1/3, 1)", "1/2"),
        ("simplest(1/3, 2/5)", "3/8"),
        ("simplest(-2/3, -1/3)", "-1/2"),
        ("simplest(2/3, 5/7)", "11/16"),
        ("simplest(10/3, 22/7)", "13/4"),
        ("simplest(1, 1)", "!!value::none"),
        ("simplest(1, up)", "!!call::kind"),
        // Stalks of Hackenbush (Winning Ways, ch. 3).
        ("sign_expansion(1/4)", "\"+--\""),
        ("sign_expansion(3/8)", "\"+--+\""),
        ("sign_expansion(3/2)", "\"++-\""),
        ("sign_expansion(0)", "\"\""),
        ("sign_expansion(10^20)", "!!limit::size"),
        ("len(sign_expansion(-5/16)) == birthday(-5/16)", "true"),
        ("reduced(<3||2*|1*>)", "<3||2|1>"),
        ("reduced(tiny(2))", "0"),
        ("canonical(up)", "\"<0|*>\""),
        ("companion(10^30)", "1000000000000000000000000000000"),
        ("companion(down)", "down + *"),
        ("canonical(0)", "\"<|>\""),
        ("born_by(1)", "[0, -1, 1, *]"),
        ("born_by(4)", "!!limit::size"),
        ("random_game(4, 7) == random_game(4, 7)", "true"),
    ]);
}
