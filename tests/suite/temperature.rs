//! Temperature theory against cooling by definition.

use std::collections::HashMap;

use cg_engine::games::{Budget, Dyadic, GameId, Games, Player};

use crate::engine_laws::born_by;
use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// Steps of the twin's grid to the unit: finer than any breakpoint of the games looked at.
const GRID: i64 = 16;

/// Cooling by its definition: {G^L_t - t | G^R_t + t}, but x if for some smaller t that was infinitesimally near to
/// the number x (Conway, On Numbers and Games, ch. 9). It knows nothing of walls.
struct Twin {
    games: Games,
    cooled: HashMap<(GameId, i64), GameId>,
    frozen: HashMap<GameId, (i64, Dyadic)>,
}

impl Twin {
    fn new() -> Twin {
        Twin { games: Games::new(Budget::unlimited()), cooled: HashMap::new(), frozen: HashMap::new() }
    }

    fn cool(&mut self, g: GameId, step: i64) -> GameId {
        if self.games.as_integer(g).is_some() {
            return g;
        }
        if let Some(&known) = self.cooled.get(&(g, step)) {
            return known;
        }
        if step > 1 - GRID {
            self.cool(g, step - 1);
        }
        let value = match self.frozen.get(&g).cloned() {
            Some((at, x)) if at < step => self.games.number(&x),
            _ => {
                let sides = [Player::Left, Player::Right].map(|player| {
                    let tax = Dyadic::new(if player == Player::Left { -step } else { step }.into(), 4);
                    let tax = self.games.number(&tax);
                    let options = self.games.options(g, player).unwrap();
                    let cooled = options.into_iter().map(|o| self.cool(o, step)).collect::<Vec<_>>();
                    cooled.into_iter().map(|o| self.games.sum(o, tax).unwrap()).collect::<Vec<_>>()
                });
                let value = self.games.from_options(&sides[0], &sides[1]).unwrap();
                if self.games.left_stop(value) == self.games.right_stop(value) {
                    let x = self.games.left_stop(value);
                    self.frozen.entry(g).or_insert((step, x));
                }
                value
            }
        };
        self.cooled.insert((g, step), value);
        value
    }

    fn check(&mut self, g: GameId, highest: i64) {
        let thermograph = self.games.thermograph(g).unwrap();
        assert_eq!(self.games.mean(g).unwrap(), *thermograph.mean());
        assert_eq!(self.games.temperature(g).unwrap(), *thermograph.temperature());
        for wall in [&thermograph.left, &thermograph.right] {
            assert!(wall.windows(2).all(|pair| pair[0].0 < pair[1].0));
            assert_eq!(wall.last(), thermograph.left.last());
        }
        for step in 1 - GRID..=highest {
            let t = Dyadic::new(step.into(), 4);
            let cooled = self.cool(g, step);
            assert_eq!(self.games.cool(g, &t).unwrap(), cooled, "{g:?} cooled by {t}");
            if t >= thermograph.left[0].0 {
                let stops = (self.games.left_stop(cooled), self.games.right_stop(cooled));
                assert_eq!(thermograph.at(&t), stops, "walls of {g:?} at {t}");
            }
        }
        if self.games.as_integer(g).is_none() {
            let (step, x) = self.frozen[&g].clone();
            assert_eq!((Dyadic::new(step.into(), 4), &x), (thermograph.temperature().clone(), thermograph.mean()));
        }
    }
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// A random game over integers, this many levels deep.
fn random(games: &mut Games, state: &mut u64, depth: u32) -> GameId {
    if depth == 0 || next(state).is_multiple_of(5) {
        return games.integer(next(state) as i64 % 9 - 4);
    }
    let mut sides: [Vec<GameId>; 2] = Default::default();
    for side in &mut sides {
        for _ in 0..1 + next(state) % 2 {
            let option = random(games, state, depth - 1);
            side.push(option);
        }
    }
    games.from_options(&sides[0], &sides[1]).unwrap()
}

#[test]
fn walls_of_day_3_agree_with_cooling() {
    let mut twin = Twin::new();
    let (values, _) = born_by(&mut twin.games, 3);
    for g in values {
        twin.check(g, 2 * GRID + 4);
    }
}

#[test]
fn walls_of_random_games_agree_with_cooling() {
    let mut twin = Twin::new();
    let mut state = 3;
    for _ in 0..300 {
        let g = random(&mut twin.games, &mut state, 3);
        twin.check(g, 5 * GRID);
    }
}

#[test]
fn walls_of_number_up_and_star_agree_with_cooling() {
    let mut twin = Twin::new();
    for x in [Dyadic::ZERO, Dyadic::from(3).half(), Dyadic::new((-5).into(), 3)] {
        for ups in -4..=4 {
            for star in 0..=4 {
                let g = twin.games.number_up_star(&x, ups, star).unwrap();
                twin.check(g, GRID);
            }
        }
    }
}

#[test]
fn means_add_up_and_temperatures_do_not_rise() {
    let mut games = Games::new(Budget::unlimited());
    let mut state = 9;
    for _ in 0..300 {
        let (g, h) = (random(&mut games, &mut state, 3), random(&mut games, &mut state, 2));
        let sum = games.sum(g, h).unwrap();
        let (m, n) = (games.mean(g).unwrap(), games.mean(h).unwrap());
        assert_eq!(games.mean(sum).unwrap(), m + n);
        let hottest = games.temperature(g).unwrap().max(games.temperature(h).unwrap());
        assert!(games.temperature(sum).unwrap() <= hottest);
        // Cooling is linear (Siegel II.5).
        for t in [Dyadic::from(1).half(), Dyadic::from(-1).half(), 1.into(), 2.into()] {
            let parts = [g, h].map(|x| games.cool(x, &t).unwrap());
            let cooled = games.sum(parts[0], parts[1]).unwrap();
            assert_eq!(games.cool(sum, &t).unwrap(), cooled);
        }
    }
}

#[test]
fn cooling_undoes_heating() {
    // Heating is not additive where hot components add up to a number; cooling takes it back nevertheless.
    let mut games = Games::new(Budget::unlimited());
    let mut state = 12;
    for _ in 0..200 {
        let g = random(&mut games, &mut state, 3);
        for t in [Dyadic::from(1).half(), 1.into(), 3.into()] {
            let by = games.number(&t);
            let heated = games.heat(g, by).unwrap();
            assert_eq!(games.cool(heated, &t).unwrap(), g);
            assert_eq!(games.mean(heated).unwrap(), games.mean(g).unwrap());
        }
        let frozen = games.freeze(g).unwrap();
        assert_eq!(games.left_stop(frozen), games.right_stop(frozen));
    }
}

#[test]
fn many_copies_stay_near_the_mean() {
    let mut games = Games::new(Budget::unlimited());
    let mut state = 4;
    for _ in 0..60 {
        let g = random(&mut games, &mut state, 2);
        let (mean, t) = (games.mean(g).unwrap(), games.temperature(g).unwrap().max(Dyadic::ZERO));
        for n in [1i64, 2, 5, 8] {
            let copies = games.multiple(&n.into(), g).unwrap();
            let middle = mean.times(&n.into());
            assert!(games.left_stop(copies) <= &middle + &t && games.right_stop(copies) >= &middle - &t);
        }
    }
}

#[test]
fn deep_games() {
    // {0|{0|{0|..}}}: a chain of a hundred thousand followers, on a stack of two mebibytes.
    let run = || {
        let mut games = Games::new(Budget::unlimited());
        let minus_two = games.integer(-2);
        let mut g = games.from_options(&[GameId::ZERO], &[minus_two]).unwrap();
        for _ in 0..100_000 {
            g = games.from_options(&[GameId::ZERO], &[g]).unwrap();
        }
        let thermograph = games.thermograph(g).unwrap();
        assert!(thermograph.mean().is_zero() && thermograph.temperature().is_zero());
        assert_eq!(games.cool(g, &1.into()).unwrap(), GameId::ZERO);
        assert_eq!(games.freeze(g).unwrap(), g);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

/// A sum as it is written is found from its summands: as from its value.
#[test]
fn sums_have_the_mean_and_temperature_of_their_value() {
    const SUMMANDS: [&str; 16] = [
        "+-1",
        "+-2",
        "<5|1>",
        "<3|2>",
        "<1|-1>",
        "<4||2|0>",
        "<3|1||-2>",
        "up",
        "*",
        "1/2",
        "2",
        "<2|*>",
        "<1|up>",
        "tiny(2)",
        "<6|+-3>",
        "<1/2|-1/4>",
    ];
    let (mut random, mut cx) = (Random(64), session());
    for _ in 0..rounds(1600) {
        let sum: Vec<String> = (0..2 + random.below(4))
            .map(|_| {
                let sign = ["", "-"][random.below(2) as usize];
                format!("{sign}{}", SUMMANDS[random.below(SUMMANDS.len() as u64) as usize])
            })
            .collect();
        let sum = sum.join(" + ");
        let written = run(&mut cx, &format!("[mean({sum}), temperature({sum})]"));
        let list =
            run(&mut cx, &format!("[mean(sum_list([{0}])), temperature(sum_list([{0}]))]", sum.replace(" + ", ", ")));
        let value = run(&mut cx, &format!("v := {sum}; [mean(v), temperature(v)]"));
        assert_eq!(written, value, "{sum}");
        assert_eq!(list, value, "{sum}");
    }
}
