//! The closed forms of uptimals against a literal twin: moves by definition, order and canonical forms by search.

use std::collections::{BTreeSet, HashMap};

use cg_engine::games::{Budget, Dyadic, Fault, GameId, Games, Order, Player, Ups, Uptimal};

use crate::random_graph::rounds;

/// `a_1·up + a_2·up^2 + ... + *k`: the coefficients, the last of them not 0, and k.
type State = (Vec<i64>, u64);

/// The moves in the components: up^n to 0 or to * - (up + ... + up^(n-1)), its negative the other way round, *k to *j.
fn moves((ups, star): &State, player: Player) -> Vec<State> {
    let sign = if player == Player::Left { 1 } else { -1 };
    let mut all: Vec<State> = (0..*star).map(|j| (ups.clone(), j)).collect();
    for (index, &count) in ups.iter().enumerate() {
        let (mut ups, mut star) = (ups.clone(), *star);
        match count.signum() * sign {
            1 => ups[index] -= sign,
            -1 => {
                ups[..=index].iter_mut().for_each(|n| *n += sign);
                star ^= 1;
            }
            _ => continue,
        }
        while ups.last() == Some(&0) {
            ups.pop();
        }
        all.push((ups, star));
    }
    all
}

#[derive(Default)]
struct Twin {
    order: HashMap<(State, State), bool>,
    canonical: HashMap<State, [BTreeSet<State>; 2]>,
}

impl Twin {
    /// G <= H unless some G^L >= H or some H^R <= G.
    fn at_most(&mut self, g: &State, h: &State) -> bool {
        if let Some(&known) = self.order.get(&(g.clone(), h.clone())) {
            return known;
        }
        let answer = !moves(g, Player::Left).iter().any(|l| self.at_most(h, l))
            && !moves(h, Player::Right).iter().any(|r| self.at_most(r, g));
        self.order.insert((g.clone(), h.clone()), answer);
        answer
    }

    fn likes(&mut self, player: Player, better: &State, worse: &State) -> bool {
        if player == Player::Left { self.at_most(worse, better) } else { self.at_most(better, worse) }
    }

    /// The options of the canonical form: no option reversible or dominated, each in canonical form itself.
    fn canonical(&mut self, g: &State) -> [BTreeSet<State>; 2] {
        if let Some(known) = self.canonical.get(g) {
            return known.clone();
        }
        let sides = [Player::Left, Player::Right].map(|player| {
            let mut options: BTreeSet<State> = moves(g, player).into_iter().collect();
            loop {
                let reversal = options.iter().find_map(|option| {
                    let rival = player.other();
                    let [left, right] = self.canonical(option);
                    let replies = if rival == Player::Left { left } else { right };
                    replies.into_iter().find(|reply| self.likes(player, g, reply)).map(|reply| (option.clone(), reply))
                });
                let Some((option, reply)) = reversal else { break };
                options.remove(&option);
                let [left, right] = self.canonical(&reply);
                options.extend(if player == Player::Left { left } else { right });
            }
            let all: Vec<State> = options.iter().cloned().collect();
            options.retain(|option| !all.iter().any(|other| other != option && self.likes(player, other, option)));
            options
        });
        self.canonical.insert(g.clone(), sides.clone());
        sides
    }
}

fn states() -> Vec<State> {
    let mut all = Vec::new();
    for (length, most) in [(0usize, 0i64), (1, 4), (2, 3), (3, 2), (4, 1)] {
        let base = 2 * most + 1;
        for code in 0..base.pow(length as u32) {
            let ups: Vec<i64> = (0..length).map(|i| code / base.pow(i as u32) % base - most).collect();
            if ups.last() != Some(&0) {
                all.extend((0..4).map(|star| (ups.clone(), star)));
            }
        }
    }
    all
}

fn uptimal(number: &Dyadic, (ups, star): &State) -> Uptimal {
    let mut sum = Ups::ZERO;
    for (index, &count) in ups.iter().enumerate() {
        sum = sum.plus(&Ups::power(index as u64 + 1).times(&count.into()));
    }
    Uptimal { number: number.clone(), ups: sum, star: *star }
}

fn state(form: &Uptimal) -> State {
    let ups = (1..=form.ups.highest()).map(|n| i64::try_from(form.ups.coefficient(n)).unwrap());
    (ups.collect(), form.star)
}

#[test]
fn options_of_uptimals_are_those_that_search_finds() {
    let mut twin = Twin::default();
    let mut games = Games::new(Budget::unlimited());
    let mut days: HashMap<State, u64> = HashMap::new();
    for number in [Dyadic::ZERO, Dyadic::from(3).half()] {
        for (count, g) in states().into_iter().enumerate() {
            let id = games.uptimal(uptimal(&number, &g)).unwrap();
            let sides = twin.canonical(&g);
            for (player, expected) in [Player::Left, Player::Right].into_iter().zip(&sides) {
                if g == (vec![], 0) {
                    continue;
                }
                let found: Vec<Uptimal> =
                    games.options(id, player).unwrap().into_iter().map(|o| games.as_uptimal(o).unwrap()).collect();
                assert!(found.iter().all(|option| option.number == number));
                assert_eq!(found.iter().map(state).collect::<BTreeSet<_>>(), *expected, "{g:?} {player:?}");
                assert_eq!(found.len(), expected.len());
                for (index, option) in (0..).zip(&found) {
                    assert_eq!(*option, uptimal(&number, &g).option(player, index));
                }
            }
            // Recognised from its options, and from its moves.
            let mut built = |lists: [Vec<State>; 2]| {
                let [left, right] = lists.map(|list| -> Vec<GameId> {
                    list.iter().map(|o| games.uptimal(uptimal(&number, o)).unwrap()).collect()
                });
                games.from_options(&left, &right).unwrap()
            };
            if g != (vec![], 0) {
                assert_eq!(built(sides.clone().map(|side| side.into_iter().collect())), id, "{g:?}");
                assert_eq!(built([Player::Left, Player::Right].map(|player| moves(&g, player))), id, "{g:?}");
            }
            if number.is_zero() && count % 3 == 0 {
                let day = birthday(&g, &mut twin, &mut days);
                assert_eq!(games.birthday(id).unwrap(), day.into(), "{g:?}");
                let followers = games.followers(id).unwrap();
                let nimbers = followers.iter().filter_map(|&f| games.as_nimber(f)).collect::<BTreeSet<_>>();
                let remote = (0..).find(|n| !nimbers.contains(n)).unwrap();
                assert_eq!(games.remote_star(id).unwrap(), remote, "{g:?}");
                assert_eq!(followers.len() as u64, day + 1, "{g:?}");
            }
        }
    }
}

fn birthday(g: &State, twin: &mut Twin, days: &mut HashMap<State, u64>) -> u64 {
    if let Some(&day) = days.get(g) {
        return day;
    }
    let options = twin.canonical(g).into_iter().flatten();
    let day = options.map(|option| birthday(&option, twin, days) + 1).max().unwrap_or(0);
    days.insert(g.clone(), day);
    day
}

#[test]
fn the_order_of_uptimals_is_that_of_search() {
    let mut twin = Twin::default();
    let mut games = Games::new(Budget::unlimited());
    let all: Vec<State> = states().into_iter().filter(|(ups, _)| ups.iter().all(|n| n.abs() <= 2)).collect();
    for (i, g) in all.iter().enumerate() {
        let step = 112 / rounds(16);
        for h in all.iter().skip(i % step).step_by(step) {
            let [a, b] = [g, h].map(|state| games.uptimal(uptimal(&Dyadic::ZERO, state)).unwrap());
            let expected = match (twin.at_most(g, h), twin.at_most(h, g)) {
                (true, true) => Order::Equal,
                (true, false) => Order::Less,
                (false, true) => Order::Greater,
                (false, false) => Order::Confused,
            };
            assert_eq!(games.compare(a, b).unwrap(), expected, "{g:?} {h:?}");
            assert_eq!(a == b, g == h);
        }
    }
}

/// The games of a list, and all sums and literals of two of them.
fn grown(games: &mut Games, some: &[GameId]) -> Vec<GameId> {
    let mut all = Vec::new();
    for &g in some {
        for &h in some {
            all.push(games.sum(g, h).unwrap());
            all.push(games.from_options(&[g], &[h]).unwrap());
        }
    }
    all
}

#[test]
fn uptimals_beside_other_games_add_up_move_by_move() {
    // (U + G) by the engine, against {U^L + G, U + G^L | ...} put together here from sums that are known before.
    let mut games = Games::new(Budget::unlimited());
    let one = games.integer(1);
    let minus = games.integer(-1);
    let tiny = games.from_options(&[GameId::ZERO], &[minus]).unwrap();
    let tiny = games.from_options(&[GameId::ZERO], &[tiny]).unwrap();
    let up = games.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
    let half = games.number(&Dyadic::from(1).half());
    let half_up = games.norton(half, up).unwrap();
    let seeds = [one, GameId::STAR, tiny, half_up];
    let others = grown(&mut games, &seeds);
    for (ups, star) in [(vec![0, 2], 0), (vec![1, -2], 3), (vec![0, 1, -1], 1), (vec![-1, 0, 2], 300), (vec![0, 70], 2)]
    {
        let u = games.uptimal(uptimal(&Dyadic::ZERO, &(ups.clone(), star))).unwrap();
        // The long ones have many followers.
        let few = rounds(if star > 256 || ups.contains(&70) { 2 } else { 10 });
        let rest: Vec<GameId> = others.iter().copied().filter(|&g| games.as_uptimal(g).is_none()).take(few).collect();
        for g in rest {
            let sum = games.sum(u, g).unwrap();
            let mut lists: [Vec<GameId>; 2] = Default::default();
            for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
                for option in games.options(u, player).unwrap() {
                    list.push(games.sum(option, g).unwrap());
                }
                for option in games.options(g, player).unwrap() {
                    list.push(games.sum(u, option).unwrap());
                }
            }
            assert_eq!(games.from_options(&lists[0], &lists[1]).unwrap(), sum);
            assert_eq!(games.difference(sum, u).unwrap(), g);
        }
    }
}

#[test]
fn uptimals_of_any_size_have_closed_forms() {
    let mut games = Games::new(Budget::unlimited());
    let huge: dashu_int::IBig = "100000000000000000000".parse().unwrap();
    let ups = Ups::power(3).times(&huge).plus(&(-7).into());
    let g = games.uptimal(Uptimal { number: Dyadic::ZERO, ups: ups.clone(), star: 5 }).unwrap();
    let minus = games.negative(g).unwrap();
    assert_eq!(games.sum(g, minus).unwrap(), GameId::ZERO);
    assert_eq!(games.compare(g, GameId::ZERO).unwrap(), Order::Less);
    let weight = games.atomic_weight(g).unwrap();
    assert_eq!(games.as_integer(weight), Some(-7));
    let far = games.uptimal(Uptimal { number: Dyadic::ZERO, ups: Ups::power(1 << 60), star: 0 }).unwrap();
    let options = [Player::Left, Player::Right].map(|player| games.options(far, player).unwrap());
    assert_eq!(games.from_options(&options[0], &options[1]).unwrap(), far);
    assert_eq!(games.birthday(far).unwrap(), ((1u64 << 60) + 1).into());
    assert!(matches!(games.followers(g), Err(Fault::TooLarge { .. })));
    let one = games.integer(1);
    let switch = games.from_options(&[one], &[GameId::ZERO]).unwrap();
    let sum = games.sum(switch, g).unwrap();
    // A hot move comes first, so all moves in the infinitesimal part are dominated.
    let one_and_g = games.sum(one, g).unwrap();
    assert_eq!(games.from_options(&[one_and_g], &[g]).unwrap(), sum);
}

#[test]
fn thermographs_of_uptimals_below_zero_follow_their_options() {
    let mut games = Games::new(Budget::unlimited());
    let mut checked = 0;
    for number in [0, 2].map(Dyadic::from) {
        for g in states().into_iter().step_by(7) {
            let id = games.uptimal(uptimal(&number, &g)).unwrap();
            let whole = games.thermograph(id).unwrap();
            if games.as_number(id).is_some() {
                continue;
            }
            checked += 1;
            for sixteenths in -15..=0 {
                let t = Dyadic::new(sixteenths.into(), 4);
                let mut best: [Option<Dyadic>; 2] = [None, None];
                for (best, player) in best.iter_mut().zip([Player::Left, Player::Right]) {
                    for option in games.options(id, player).unwrap() {
                        let (left, right) = games.thermograph(option).unwrap().at(&t);
                        let x = if player == Player::Left { &right - &t } else { &left + &t };
                        let old = best.take();
                        *best = Some(match old {
                            None => x,
                            Some(old) if player == Player::Left => old.max(x),
                            Some(old) => old.min(x),
                        });
                    }
                }
                let [Some(left), Some(right)] = best else { panic!("{g:?} has no option") };
                assert_eq!(whole.at(&t), (left, right), "{g:?} at {t}");
            }
        }
    }
    assert!(checked > 100);
}
