//! Large numbers, long lists of options that are never built, faults, rollback and compaction.

use std::time::{Duration, Instant};

use cg_engine::games::{Budget, Dyadic, Fault, GameId, Games, GamesMark, Order, Outcome, Player, Ups};
use dashu_int::{IBig, UBig};

use crate::random_graph::{is_thorough, rounds};

fn engine() -> Games {
    Games::new(Budget::unlimited())
}

/// n copies of up.
fn ups(games: &mut Games, n: i64) -> GameId {
    games.number_up_star(&Dyadic::ZERO, n, 0).unwrap()
}

fn big(text: &str) -> Dyadic {
    text.parse::<IBig>().unwrap().into()
}

#[test]
fn dyadics_agree_with_rationals() {
    let mut all = Vec::new();
    for m in -9i64..=9 {
        for e in 0..4 {
            all.push(Dyadic::new(m.into(), e));
            all.push(Dyadic::new(IBig::from(m) << 100, e));
            all.push(Dyadic::new(IBig::from(m) + (IBig::ONE << 70), e + 60));
        }
    }
    for x in &all {
        let r = x.to_rational();
        assert_eq!(Dyadic::from_rational(&r).as_ref(), Some(x));
        assert_eq!((x.floor(), x.ceil(), x.is_integer()), (r.floor(), r.ceil(), r.is_int()));
        assert_eq!((x.half().to_rational(), (-x).to_rational()), (&r / IBig::from(2), -&r));
        assert_eq!(x.times(&7.into()).to_rational(), &r * IBig::from(7));
        for y in &all {
            let s = y.to_rational();
            assert_eq!((x.cmp(y), x == y), (r.cmp(&s), r == s));
            assert_eq!(((x + y).to_rational(), (x - y).to_rational()), (&r + &s, &r - &s));
        }
    }
}

#[test]
fn simplest_numbers_agree_with_a_search() {
    // Born on day n: walk the days and take the first number inside.
    let mut days = vec![Dyadic::ZERO];
    for n in 0..7 {
        let mut sorted = days.clone();
        sorted.sort();
        days.push((n + 1).into());
        days.push((-n - 1).into());
        for pair in sorted.windows(2) {
            days.push((&pair[0] + &pair[1]).half());
        }
    }
    let ends: Vec<Dyadic> = (-20..=20).map(|m| Dyadic::new(m.into(), 3)).collect();
    for low in &ends {
        for high in &ends {
            for (i, j) in [(false, false), (false, true), (true, false), (true, true)] {
                let inside = |x: &&Dyadic| (*x > low || i && *x == low) && (*x < high || j && *x == high);
                let found = Dyadic::simplest_between(Some((low, i)), Some((high, j)));
                assert_eq!(found.as_ref(), days.iter().find(inside), "{low} {i} {high} {j}");
            }
        }
    }
    let (low, high) = (big("1000000000000000000000000000000"), big("2000000000000000000000000000000"));
    let next = big("1000000000000000000000000000001");
    assert_eq!(Dyadic::simplest_between(Some((&low, false)), Some((&high, false))), Some(next.clone()));
    assert_eq!(Dyadic::simplest_between(Some((&low, false)), Some((&next, false))), Some((&low + &next).half()));
    assert_eq!(Dyadic::simplest_between(Some((&-&high, false)), Some((&-&low, true))), Some(-&low));
}

#[test]
fn numbers_of_any_size_are_games() {
    let mut games = engine();
    let huge = big("1000000000000000000000000000000");
    let x = games.number(&huge);
    assert_eq!(games.as_number(x), Some(huge.clone()));
    assert_eq!(games.birthday(x).unwrap(), "1000000000000000000000000000000".parse::<UBig>().unwrap());
    assert_eq!((games.option_count(x, Player::Left), games.option_count(x, Player::Right)), (1, 0));
    let before = games.option(x, Player::Left, 0);
    assert_eq!(games.from_options(&[before], &[]).unwrap(), x);
    assert_eq!(games.compare(before, x).unwrap(), Order::Less);
    let minus = games.negative(x).unwrap();
    assert_eq!(games.sum(x, minus).unwrap(), GameId::ZERO);
    // Hot and infinitesimally different games far beyond 64 bits.
    let hot = games.from_options(&[x], &[before]).unwrap();
    assert_eq!((games.left_stop(hot), games.right_stop(hot)), (huge.clone(), &huge - &1.into()));
    let half = games.from_options(&[before], &[x]).unwrap();
    assert_eq!(games.as_number(half), Some((&huge + &huge - Dyadic::from(1)).half()));
    let star = games.from_options(&[x], &[x]).unwrap();
    assert_eq!(games.as_number_up_star(star), Some((huge.clone(), 0, 1)));
    assert_eq!(games.compare(star, x).unwrap(), Order::Confused);
    let twice = games.sum(hot, hot).unwrap();
    assert_eq!(games.as_number(twice), Some(&huge + &huge - Dyadic::from(1)));
    let (a, b) = (games.integer(i64::MAX), games.number(&big("9223372036854775808")));
    assert_eq!(games.from_options(&[a], &[]).unwrap(), b);
    let lowest = games.integer(i64::MIN);
    assert_eq!(games.negative(lowest).unwrap(), b);
    assert_eq!(games.sum(lowest, b).unwrap(), GameId::ZERO);
    assert!(games.len() < 40);
}

#[test]
fn small_denominators_are_exact() {
    // 2^-100 lies far below the binary places of a record.
    let mut games = engine();
    let mut tiny = Dyadic::from(1);
    for _ in 0..100 {
        tiny = tiny.half();
    }
    let (x, y) = (games.number(&tiny), games.number(&tiny.half()));
    assert_eq!(games.compare(y, x).unwrap(), Order::Less);
    assert_eq!(games.birthday(x).unwrap(), 101u8.into());
    let between = games.from_options(&[y], &[x]).unwrap();
    assert_eq!(games.as_number(between), Some((&tiny + &tiny.half()).half()));
    let hot = games.from_options(&[x], &[y]).unwrap();
    assert_eq!(games.compare(hot, GameId::ZERO).unwrap(), Order::Greater);
    assert_eq!(games.compare(hot, y).unwrap(), Order::Confused);
    let sum = games.sum(hot, hot).unwrap();
    assert_eq!(games.as_number(sum), Some(&tiny + &tiny.half()));
}

#[test]
fn large_nimbers_stay_virtual() {
    let mut games = engine();
    let k = 1_000_000_000;
    let star = games.nimber(k).unwrap();
    assert_eq!(games.birthday(star).unwrap(), k.into());
    assert_eq!(games.sum(star, star).unwrap(), GameId::ZERO);
    let one = games.integer(1);
    let hot = games.from_options(&[one], &[GameId::ZERO]).unwrap();
    assert_eq!(games.compare(star, hot).unwrap(), Order::Less);
    // Tiny is confused with no nimber but 0, however large.
    let minus = games.integer(-1);
    let inner = games.from_options(&[GameId::ZERO], &[minus]).unwrap();
    let tiny = games.from_options(&[GameId::ZERO], &[inner]).unwrap();
    assert_eq!(games.compare(star, tiny).unwrap(), Order::Confused);
    assert_eq!(games.outcome(tiny).unwrap(), Outcome::L);
    // Both options reversible; a mex; a number.
    assert_eq!(games.from_options(&[star], &[star]).unwrap(), GameId::ZERO);
    let mex = games.from_options(&[GameId::ZERO, star], &[star, GameId::ZERO]).unwrap();
    assert_eq!(mex, GameId::STAR);
    assert_eq!(games.from_options(&[star], &[]).unwrap(), GameId::ZERO);
    assert_eq!(games.from_options(&[star], &[one]).unwrap(), GameId::ZERO);
    let hotter = games.from_options(&[star, one], &[minus]).unwrap();
    assert_eq!(hotter, games.from_options(&[one], &[minus]).unwrap());
    assert!(games.len() < 100, "{} records", games.len());
    assert!(matches!(games.options(star, Player::Left), Err(Fault::TooLarge { .. })));
    assert!(matches!(games.followers(star), Err(Fault::TooLarge { .. })));
    assert!(matches!(games.nimber(1 << 62), Err(Fault::TooLarge { .. })));
    assert!(games.nimber((1 << 62) - 1).is_ok());
}

#[test]
fn a_few_hundred_stars_by_both_routes() {
    // 255 and 257 options: listed, and as a rule. The answers do not depend on it.
    let mut games = engine();
    let one = games.integer(1);
    let up = ups(&mut games, 1);
    for k in [254, 255, 256, 257, 258, 300] {
        let star = games.nimber(k).unwrap();
        let g = games.from_options(&[star], &[GameId::ZERO]).unwrap();
        let listed: Vec<GameId> = (0..k).map(|j| games.nimber(j).unwrap()).collect();
        assert_eq!(games.from_options(&listed, &listed).unwrap(), star);
        // {*k|0} is down + *(k xor 1).
        assert_eq!(games.as_number_up_star(g), Some((Dyadic::ZERO, -1, k ^ 1)));
        let h = games.from_options(&[star, GameId::STAR], &[one]).unwrap();
        assert_eq!(h, GameId::ZERO);
        let inner = games.from_options(&[one], &[star]).unwrap();
        let outer = games.from_options(&[inner, star], &[GameId::STAR, up]).unwrap();
        let minus = games.negative(outer).unwrap();
        games.clear_caches();
        assert_eq!(games.compare(outer, outer).unwrap(), Order::Equal);
        assert_eq!(games.negative(minus).unwrap(), outer);
        let hot = games.from_options(&[one], &[GameId::ZERO]).unwrap();
        let sum = games.sum(hot, star).unwrap();
        assert_eq!(games.sum(sum, star).unwrap(), hot);
    }
}

#[test]
fn long_lists_of_nimbers() {
    let mut games = engine();
    let mut even: Vec<GameId> = (0..100_000).map(|k| games.nimber(2 * k).unwrap()).collect();
    assert_eq!(games.from_options(&even, &even).unwrap(), GameId::STAR);
    let odd: Vec<GameId> = even.iter().map(|&g| games.sum(g, GameId::STAR).unwrap()).collect();
    assert_eq!(games.from_options(&odd, &odd).unwrap(), GameId::ZERO);
    even.extend(&odd);
    assert_eq!(games.from_options(&even, &even).unwrap(), games.nimber(200_000).unwrap());
    // 1 + *k for all k below 30, as options of both.
    let one = games.integer(1);
    let moved: Vec<GameId> = (0..30).map(|k| games.nimber(k).unwrap()).collect();
    let moved: Vec<GameId> = moved.into_iter().map(|g| games.sum(g, one).unwrap()).collect();
    let expected = games.number_up_star(&1.into(), 0, 30).unwrap();
    assert_eq!(games.from_options(&moved, &moved).unwrap(), expected);
}

#[test]
fn sums_with_many_ups() {
    let mut games = engine();
    let [one, minus, five] = [1, -1, 5].map(|n| games.integer(n));
    let switch = games.from_options(&[one], &[minus]).unwrap();
    let hot = games.from_options(&[switch, GameId::STAR], &[minus]).unwrap();
    let threat = games.from_options(&[five], &[GameId::ZERO]).unwrap();
    let miny = games.from_options(&[threat], &[GameId::ZERO]).unwrap();
    for h in [switch, hot, threat, miny] {
        for n in [60, 64, 65, 66, 80] {
            let (many, few) = (ups(&mut games, n), ups(&mut games, n - 50));
            let (a, b) = (games.sum(h, few).unwrap(), ups(&mut games, 50));
            games.clear_caches();
            let direct = games.sum(h, many).unwrap();
            assert_eq!(games.sum(a, b).unwrap(), direct);
            assert_eq!(games.difference(direct, many).unwrap(), h);
        }
    }
    let huge = ups(&mut games, i64::MAX);
    let sum = games.sum(switch, huge).unwrap();
    assert_eq!((games.option_count(sum, Player::Left), games.option_count(sum, Player::Right)), (1, 1));
    let twice = games.sum(huge, huge).unwrap();
    assert_eq!(games.as_uptimal(twice).unwrap().ups.coefficient(1), IBig::from(i64::MAX) * 2);
    assert_eq!(games.difference(twice, huge).unwrap(), huge);
}

#[test]
fn sums_with_large_nimbers_agree_with_all_options() {
    let mut games = engine();
    let (one, minus) = (games.integer(1), games.integer(-1));
    let switch = games.from_options(&[one], &[minus]).unwrap();
    let threat = games.from_options(&[GameId::ZERO], &[minus]).unwrap();
    let tiny = games.from_options(&[GameId::ZERO], &[threat]).unwrap();
    let mixed = games.from_options(&[switch, GameId::STAR], &[threat, minus]).unwrap();
    let k = 258;
    let star = games.nimber(k).unwrap();
    for h in [mixed, switch, threat, tiny].into_iter().take(if is_thorough() { 4 } else { 1 }) {
        let sides = [Player::Left, Player::Right].map(|player| {
            let mut all = Vec::new();
            for j in 0..k {
                let star = games.nimber(j).unwrap();
                all.push(games.sum(star, h).unwrap());
            }
            for option in games.options(h, player).unwrap() {
                all.push(games.sum(star, option).unwrap());
            }
            all
        });
        let expected = games.from_options(&sides[0], &sides[1]).unwrap();
        games.clear_caches();
        assert_eq!(games.sum(star, h).unwrap(), expected);
    }
    let star = games.nimber(1_000_000_000).unwrap();
    let sum = games.sum(star, switch).unwrap();
    assert_eq!(games.option_count(sum, Player::Left), 1);
    assert!(matches!(games.sum(star, tiny), Err(Fault::TooLarge { .. })));
}

#[test]
fn birthdays_by_formula_agree_with_the_options() {
    let mut games = engine();
    for x in -8..=8 {
        for (u, k) in (-4..=4).flat_map(|u| (0..6).map(move |k| (u, k))) {
            let g = games.number_up_star(&Dyadic::new(x.into(), 2), u, k).unwrap();
            let mut latest = None;
            for player in [Player::Left, Player::Right] {
                for option in games.options(g, player).unwrap() {
                    latest = latest.max(Some(games.birthday(option).unwrap()));
                }
            }
            let expected = latest.map_or(UBig::ZERO, |day| day + UBig::ONE);
            assert_eq!(games.birthday(g).unwrap(), expected, "{x}/4 {u} {k}");
        }
    }
}

#[test]
fn followers_of_normal_forms() {
    let mut games = engine();
    for x in -3..=3 {
        for (u, k) in (-3..=3).flat_map(|u| (0..6).map(move |k| (u, k))) {
            let g = games.number_up_star(&Dyadic::new(x.into(), 1), u, k).unwrap();
            let mut expected = std::collections::BTreeSet::from([g]);
            let mut stack = vec![g];
            while let Some(game) = stack.pop() {
                for player in [Player::Left, Player::Right] {
                    let options = games.options(game, player).unwrap();
                    stack.extend(options.into_iter().filter(|&option| expected.insert(option)));
                }
            }
            assert_eq!(games.followers(g).unwrap(), expected.into_iter().collect::<Vec<_>>());
        }
    }
    let large = games.nimber(100_000).unwrap();
    assert_eq!(games.followers(large).unwrap().len(), 100_001);
}

#[test]
fn multiples() {
    let mut games = engine();
    let million: IBig = 1_000_000.into();
    let up = ups(&mut games, 1);
    assert_eq!(games.multiple(&million, up).unwrap(), ups(&mut games, 1_000_000));
    let many = games.multiple(&(IBig::ONE << 70), up).unwrap();
    assert_eq!(games.as_uptimal(many).unwrap().ups, Ups::from(1).times(&(IBig::ONE << 70)));
    assert_eq!(games.as_number_up_star(many), None);
    let (one, minus) = (games.integer(1), games.integer(-1));
    let switch = games.from_options(&[one], &[minus]).unwrap();
    assert_eq!(games.multiple(&(IBig::ONE << 70), switch).unwrap(), GameId::ZERO);
    assert_eq!(games.multiple(&((IBig::ONE << 70) + 1), switch).unwrap(), switch);
    // n copies of tiny take n^2 / 2 games.
    let threat = games.from_options(&[GameId::ZERO], &[minus]).unwrap();
    let tiny = games.from_options(&[GameId::ZERO], &[threat]).unwrap();
    let many = games.multiple(&(if is_thorough() { 300 } else { 100 }).into(), tiny).unwrap();
    assert!(matches!(games.multiple(&20_000.into(), tiny), Err(Fault::TooLarge { .. })));
    assert_eq!(games.outcome(many).unwrap(), Outcome::L);
    // {3||1|-4} has no multiple that is a number: it is refused when its growth shows, or at once.
    let [three, low] = [3, -4].map(|n| games.integer(n));
    let inner = games.from_options(&[one], &[low]).unwrap();
    let uneven = games.from_options(&[three], &[inner]).unwrap();
    for n in [IBig::ONE << 70, IBig::ONE << 20] {
        let started = Instant::now();
        assert!(matches!(games.multiple(&n, uneven), Err(Fault::TooLarge { .. })), "{n}");
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn work_stops_at_a_deadline_a_flag_and_a_limit() {
    let long = |games: &mut Games| {
        let mut sum = GameId::ZERO;
        for n in 1..400i64 {
            let (a, b, c) = (games.integer(n * n), games.integer(-3 * n), games.integer(-n * n * 7));
            let inner = games.from_options(&[b], &[c])?;
            let g = games.from_options(&[a], &[inner])?;
            sum = games.sum(sum, g)?;
        }
        Ok::<GameId, Fault>(sum)
    };
    let mut games = engine();
    games.budget.set_deadline(Some(Instant::now() + Duration::from_millis(100)));
    let started = Instant::now();
    assert!(matches!(long(&mut games), Err(Fault::Timeout)));
    assert!(started.elapsed() < Duration::from_secs(10));
    games.budget.set_deadline(None);
    games.budget.interrupt_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(long(&mut games), Err(Fault::Interrupted)));
    games.budget.interrupt_flag().store(false, std::sync::atomic::Ordering::Relaxed);
    games.budget.set_memory(Some(1 << 20), || 0);
    assert!(matches!(long(&mut games), Err(Fault::Memory { .. })));
    // The engine is usable afterwards.
    games.budget.set_memory(None, || 0);
    let (one, two) = (games.integer(1), games.integer(2));
    assert_eq!(games.sum(one, one).unwrap(), two);
}

/// Some hot values, deterministic.
fn some_values(games: &mut Games, seed: i64) -> Vec<GameId> {
    let mut all = vec![GameId::ZERO, GameId::STAR, ups(games, 1)];
    for n in 1..if is_thorough() { 16 } else { 13 } {
        let (a, b) = (games.integer(n + seed), games.integer(-n));
        let (l, r) = (all[(n * 7) as usize % all.len()], all[(n * 5) as usize % all.len()]);
        let g = games.from_options(&[a, l], &[b, r]).unwrap();
        all.push(games.sum(g, l).unwrap());
    }
    let large = games.number_up_star(&big("123456789012345678901234567890"), seed, 77).unwrap();
    all.push(games.from_options(&[large], &[all[9]]).unwrap());
    all
}

#[test]
fn rollback_gives_ids_back() {
    let mut games = engine();
    let step = 20 / rounds(20);
    let kept = some_values(&mut games, 1);
    let mark: GamesMark = games.mark();
    let length = games.len();
    let first = some_values(&mut games, 2);
    let negatives: Vec<GameId> = kept.iter().map(|&g| games.negative(g).unwrap()).collect();
    let mut orders = Vec::new();
    for &g in kept.iter().step_by(step) {
        for &h in &kept {
            orders.push((games.compare(g, h).unwrap(), games.sum(g, h).unwrap()));
        }
    }
    games.rollback(mark);
    assert_eq!(games.len(), length);
    // The same work gives the same ids, and the same answers in another order of work.
    assert_eq!(some_values(&mut games, 2), first);
    assert_eq!(kept.iter().map(|&g| games.negative(g).unwrap()).collect::<Vec<_>>(), negatives);
    games.rollback(mark);
    let other = some_values(&mut games, 3);
    assert_eq!(some_values(&mut games, 1), kept);
    assert_eq!(some_values(&mut games, 3), other);
    let mut fresh = engine();
    let again = some_values(&mut fresh, 1);
    for (i, (&g, &a)) in kept.iter().zip(&again).step_by(step).enumerate() {
        for (j, (&h, &b)) in kept.iter().zip(&again).enumerate() {
            assert_eq!(games.compare(g, h).unwrap(), orders[i * kept.len() + j].0);
            assert_eq!(games.compare(g, h).unwrap(), fresh.compare(a, b).unwrap());
            let (s, t) = (games.sum(g, h).unwrap(), fresh.sum(a, b).unwrap());
            assert_eq!(games.birthday(s).unwrap(), fresh.birthday(t).unwrap());
            assert_eq!(games.left_stop(s), fresh.left_stop(t));
        }
    }
}

#[test]
fn compaction_keeps_what_roots_reach() {
    let mut games = engine();
    let mut kept = some_values(&mut games, 4);
    let mut dropped = some_values(&mut games, 5);
    for &g in dropped.iter().step_by(20 / rounds(20)) {
        for &h in &kept {
            games.sum(g, h).unwrap();
        }
    }
    let before = games.len();
    let mut sum = games.sum(kept[12], kept[15]).unwrap();
    let stops: Vec<(Dyadic, Dyadic)> = kept.iter().map(|&g| (games.left_stop(g), games.right_stop(g))).collect();
    games.compact(&mut |visit| {
        kept.iter_mut().for_each(&mut *visit);
        visit(&mut sum);
    });
    assert!(games.len() < before / 2);
    assert_eq!(games.sum(kept[12], kept[15]).unwrap(), sum);
    assert_eq!(kept.iter().map(|&g| (games.left_stop(g), games.right_stop(g))).collect::<Vec<_>>(), stops);
    assert_eq!(some_values(&mut games, 4), kept);
    dropped = some_values(&mut games, 5);
    for &g in &dropped {
        let minus = games.negative(g).unwrap();
        assert_eq!(games.sum(g, minus).unwrap(), GameId::ZERO);
    }
    games.compact(&mut |_| {});
    assert_eq!(games.len(), engine().len());
}

#[test]
fn extreme_parts_do_not_overflow() {
    let mut games = engine();
    let numbers: Vec<Dyadic> = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX]
        .into_iter()
        .flat_map(|n| [Dyadic::from(n), Dyadic::new(n.into(), 1), Dyadic::new(n.into(), 24), Dyadic::new(n.into(), 90)])
        .chain([big("-9999999999999999999999"), big("77777777777777777777777").half()])
        .collect();
    let ups = [i64::MIN, i64::MIN + 1, -4097, -4096, -1, 0, 1, 4095, 4096, i64::MAX];
    let stars = [0, 1, 2047, 2048, (1 << 62) - 1];
    let mut values = Vec::new();
    for (i, x) in numbers.iter().enumerate() {
        for (j, &u) in ups.iter().enumerate() {
            let g = games.number_up_star(x, u, stars[(i + j) % stars.len()]).unwrap();
            assert_eq!(games.as_number_up_star(g), Some((x.clone(), u, stars[(i + j) % stars.len()])));
            values.push(g);
        }
    }
    for &a in &values {
        for &b in values.iter().step_by(7) {
            let (there, back) = (games.compare(a, b).unwrap(), games.compare(b, a).unwrap());
            assert_eq!(there == Order::Less, back == Order::Greater);
            assert_eq!(there == Order::Equal, a == b);
            if let Ok(difference) = games.difference(a, b) {
                assert_eq!(games.sum(difference, b).unwrap(), a);
                assert_eq!(games.compare(difference, GameId::ZERO).unwrap(), there);
            }
            let plain = |g| matches!(games.as_number_up_star(g), Some((_, _, 0 | 1 | 0x3fff_ffff_ffff_ffff)));
            if plain(a) && plain(b) {
                let _ = games.from_options(&[a], &[b]);
                let _ = games.from_options(&[a, b], &[b, a]);
            }
        }
        let _ = (games.birthday(a), games.followers(a), games.multiple(&3.into(), a));
        for player in [Player::Left, Player::Right] {
            let last = games.option_count(a, player);
            let option = games.option(a, player, last / 2);
            let order = games.compare(option, a).unwrap();
            assert!(last == 0 || order != if player == Player::Left { Order::Greater } else { Order::Less });
        }
    }
}
