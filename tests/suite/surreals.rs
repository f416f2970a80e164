//! Surreal numbers: the laws of an ordered field, sign expansions as another way to order and to name them, the order with
//! games by play.

use std::cmp::Ordering;

use cg_engine::games::{Budget, Dyadic, GameId, Games, Player};
use cg_engine::ordinals::Ordinal;
use cg_engine::surreals::{NumberBound, SignRun, Surreal, birthday, of_signs, sign_runs, simplest_between};

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

fn budget() -> Budget {
    Budget::unlimited()
}

fn add(a: &Surreal, b: &Surreal) -> Surreal {
    a.sum(b).unwrap()
}

fn mul(a: &Surreal, b: &Surreal) -> Surreal {
    a.product(b).unwrap()
}

/// A fraction, over a power of two if `dyadic`.
fn random_rational(random: &mut Random, dyadic: bool) -> Surreal {
    let above = random.below(13) as i64 - 6;
    let below = if dyadic { 1 << random.below(4) } else { 1 + random.below(6) };
    Surreal::from(above).quotient(&Surreal::from(below as i64)).unwrap()
}

fn random_surreal(random: &mut Random, depth: u32, dyadic: bool) -> Surreal {
    let mut sum = random_rational(random, dyadic);
    if depth > 0 {
        for _ in 0..random.below(4) {
            let power = Surreal::omega_power(random_surreal(random, depth - 1, dyadic)).unwrap();
            sum = add(&sum, &mul(&power, &random_rational(random, dyadic)));
        }
    }
    sum
}

#[test]
fn surreals_are_an_ordered_ring_with_quotients_by_one_term() {
    let mut random = Random(31);
    let (zero, one) = (Surreal::from(0), Surreal::from(1));
    for _ in 0..rounds(4_000) {
        let [a, b, c] = [0; 3].map(|_| random_surreal(&mut random, 2, false));
        assert_eq!(add(&a, &b), add(&b, &a));
        assert_eq!(mul(&a, &b), mul(&b, &a));
        assert_eq!(add(&add(&a, &b), &c), add(&a, &add(&b, &c)));
        assert_eq!(mul(&mul(&a, &b), &c), mul(&a, &mul(&b, &c)));
        assert_eq!(mul(&a, &add(&b, &c)), add(&mul(&a, &b), &mul(&a, &c)));
        assert!(a.difference(&a).unwrap().is_zero());
        assert_eq!([add(&a, &zero), mul(&a, &one)], [a.clone(), a.clone()]);
        // Order: total, kept by sums and by positive factors; the sign of a product.
        assert_eq!(a.cmp(&b), add(&a, &c).cmp(&add(&b, &c)));
        assert_eq!(a.cmp(&b), zero.cmp(&b.difference(&a).unwrap()));
        assert_eq!(mul(&a, &b).signum(), a.signum() * b.signum());
        assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        assert!(!(a < b && b < c) || a < c);
        // One term divides.
        let term = Surreal::omega_power(c.clone()).unwrap();
        assert_eq!(mul(&a.quotient(&term).unwrap(), &term), a);
        // The rest of an expansion is less than its last term by a power of omega.
        if !b.is_zero() {
            let first = a.expansion(&b, 3, &mut budget()).unwrap();
            let left = a.difference(&mul(&first, &b)).unwrap();
            let parts = first.terms().len();
            assert!(parts <= 3 && (parts == 3 || left.is_zero()));
            if let (Some(last), Some(rest)) = (first.terms().last(), left.terms().first()) {
                let top = b.terms()[0].exponent.sum(&last.exponent).unwrap();
                assert!(rest.exponent < top, "{a} by {b}");
            }
        }
        // The floor: an omnific integer, less than one below.
        let floor = a.floor().unwrap();
        assert!(floor <= a && a < add(&floor, &one), "{a}");
        let omnific = |x: &Surreal| {
            x.terms().iter().all(|t| t.exponent > zero || (t.exponent.is_zero() && t.coefficient.is_int()))
        };
        assert!(omnific(&floor) && omnific(&a) == (floor == a));
    }
}

#[test]
fn ordinals_are_surreal_numbers_with_natural_sums_and_products() {
    let mut random = Random(32);
    for _ in 0..rounds(3_000) {
        let [a, b] = [0; 2].map(|_| random_ordinal(&mut random, 2));
        let [x, y] = [&a, &b].map(Surreal::from);
        assert_eq!(x.as_ordinal().as_ref(), Some(&a));
        assert_eq!(x.cmp(&y), a.cmp(&b));
        assert_eq!(add(&x, &y).as_ordinal(), a.natural_sum(&b).ok());
        assert_eq!(mul(&x, &y).as_ordinal(), a.natural_product(&b).ok());
        assert_eq!(x.to_string(), a.to_string());
        assert_eq!(birthday(&x, &mut budget()).unwrap(), a);
    }
}

fn random_ordinal(random: &mut Random, depth: u32) -> Ordinal {
    let mut sum = Ordinal::finite(random.below(4));
    if depth > 0 {
        for _ in 0..random.below(3) {
            let power = Ordinal::omega_power(random_ordinal(random, depth - 1)).unwrap();
            sum = sum.natural_sum(&power.natural_product(&Ordinal::finite(1 + random.below(3))).unwrap()).unwrap();
        }
    }
    sum
}

/// Runs of signs in turn, none of them empty.
fn random_signs(random: &mut Random) -> Vec<SignRun> {
    let mut plus = random.below(2) == 0;
    let mut runs = Vec::new();
    for _ in 0..random.below(6) {
        let length = random_ordinal(random, 2);
        if !length.is_zero() {
            runs.push(SignRun::Equal { plus, length });
            plus = !plus;
        }
    }
    runs
}

/// The order by sign expansions: at the first place where they differ, minus comes before nothing, and nothing before plus.
fn order_by_signs(a: &[SignRun], b: &[SignRun]) -> Ordering {
    let sign = |run: Option<&SignRun>| match run {
        Some(SignRun::Equal { plus, .. }) => {
            if *plus {
                1
            } else {
                -1
            }
        }
        _ => 0,
    };
    let place = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    match (a.get(place), b.get(place)) {
        (Some(SignRun::Equal { plus: p, length: m }), Some(SignRun::Equal { plus: q, length: n })) if p == q => {
            // The shorter run is followed by its next run, or by nothing.
            match m < n {
                true => sign(a.get(place + 1)).cmp(&sign(b.get(place))),
                false => sign(a.get(place)).cmp(&sign(b.get(place + 1))),
            }
        }
        (x, y) => sign(x).cmp(&sign(y)),
    }
}

#[test]
fn sign_expansions_order_and_name_numbers() {
    let mut random = Random(33);
    for _ in 0..rounds(4_000) {
        let [a, b] = [0; 2].map(|_| random_surreal(&mut random, 2, true));
        let [x, y] = [&a, &b].map(|number| sign_runs(number, &mut budget()).unwrap());
        assert_eq!(a.cmp(&b), order_by_signs(&x, &y), "{a} and {b}: {x:?}, {y:?}");
        assert_eq!(of_signs(&x, &mut budget()).unwrap(), a, "{x:?}");
        let [x, y] = [0; 2].map(|_| random_signs(&mut random));
        let [a, b] = [&x, &y].map(|signs| of_signs(signs, &mut budget()).unwrap());
        assert_eq!(sign_runs(&a, &mut budget()).unwrap(), x, "{a}");
        assert_eq!(a.cmp(&b), order_by_signs(&x, &y), "{a} and {b}: {x:?}, {y:?}");
    }
}

/// Down the tree of numbers, one sign a day.
fn walk(x: &Dyadic) -> String {
    let (mut low, mut high): (Option<Dyadic>, Option<Dyadic>) = (None, None);
    let mut here = Dyadic::ZERO;
    let mut signs = String::new();
    while here != *x {
        if here < *x {
            signs.push('+');
            low = Some(here);
        } else {
            signs.push('-');
            high = Some(here);
        }
        here = match (&low, &high) {
            (Some(a), Some(b)) => (a + b).half(),
            (Some(a), None) => a + &Dyadic::from(1),
            (None, Some(b)) => b - &Dyadic::from(1),
            (None, None) => Dyadic::ZERO,
        };
    }
    signs
}

#[test]
fn finite_expansions_are_the_way_in_the_tree() {
    for n in -300..300_i64 {
        let x = (0..5).fold(Dyadic::from(n), |x, _| x.half());
        let mut text = String::new();
        for run in sign_runs(&Surreal::from(x.to_rational()), &mut budget()).unwrap() {
            let SignRun::Equal { plus, length } = run else { panic!("a dyadic number") };
            text += &(if plus { "+" } else { "-" }).repeat(length.to_u64().unwrap() as usize);
        }
        assert_eq!(text, walk(&x), "{n}/32");
    }
}

#[test]
fn the_simplest_number_is_the_one_without_a_shorter_one_between() {
    let mut random = Random(34);
    for _ in 0..rounds(3_000) {
        let [a, b] = [0; 2].map(|_| random_surreal(&mut random, 2, true));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let bounds = [&low, &high].map(|x| NumberBound::Number(x.clone()));
        let found = simplest_between(&bounds[..1], &bounds[1..], &mut budget()).unwrap();
        let Some(found) = found else {
            assert_eq!(low, high);
            continue;
        };
        assert!(low < found && found < high, "{low} < {found} < {high}");
        // Any number that is born earlier and lies between is a beginning of it: these lie outside.
        let runs = sign_runs(&found, &mut budget()).unwrap();
        for place in 0..runs.len() {
            let SignRun::Equal { plus, length } = &runs[place] else { continue };
            let shorter =
                [Ordinal::default(), Ordinal::finite(1u64), random_ordinal(&mut random, 2), length.limit_part()];
            for cut in shorter.into_iter().filter(|cut| cut < length) {
                let mut beginning = runs[..place].to_vec();
                beginning.push(SignRun::Equal { plus: *plus, length: cut });
                beginning.retain(|run| !matches!(run, SignRun::Equal { length, .. } if length.is_zero()));
                let before = of_signs(&beginning, &mut budget()).unwrap();
                assert!(before <= low || before >= high, "{low} < {before} < {high}");
            }
        }
        let nowhere = simplest_between(&bounds[..1], &[], &mut budget()).unwrap().unwrap();
        assert!(nowhere > low && nowhere.as_ordinal().is_some());
    }
}

/// Returns `true` if G <= x (for Right, G >= x) by play: by number avoidance nobody moves in a number before the game is one.
fn is_bounded(games: &mut Games, g: GameId, x: &Surreal, by: Player) -> bool {
    if let Some(number) = games.as_number(g) {
        let order = Surreal::from(number.to_rational()).cmp(x);
        return if by == Player::Left { order.is_le() } else { order.is_ge() };
    }
    // G <= x unless some G^L >= x.
    let options = games.options(g, by).unwrap();
    !options.into_iter().any(|option| is_bounded(games, option, x, by.other()))
}

#[test]
fn games_compare_with_numbers_as_play_decides() {
    let mut random = Random(35);
    let mut cx = session();
    let mut games = Games::new(budget());
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..rounds(2_000) {
        let x = match random.below(3) {
            0 => random_rational(&mut random, false),
            1 => add(&random_rational(&mut random, true), &Surreal::from(1).quotient(&Surreal::omega()).unwrap()),
            _ => random_surreal(&mut random, 1, false),
        };
        let day = 2 + random.below(3);
        let text = format!("random_game({day}, {seed})");
        let said = run(&mut cx, &format!("g := {text}; [g <= {x}, g >= {x}]"));
        let g = games.random_game(day, seed as u64).unwrap();
        let expected = [Player::Left, Player::Right].map(|by| is_bounded(&mut games, g, &x, by));
        assert_eq!(said, format!("[{}, {}]", expected[0], expected[1]), "{text} and {x}");
        met.insert(said);
    }
    assert!(met.len() >= 3, "{met:?}");
}

#[test]
fn surreals_read_back() {
    let mut random = Random(36);
    let mut cx = session();
    for _ in 0..rounds(2_000) {
        let x = random_surreal(&mut random, 2, false);
        for text in [x.to_string(), run(&mut cx, &format!("{x}"))] {
            assert_eq!(run(&mut cx, &format!("({text}) == ({x})")), "true", "{text}");
            assert_eq!(run(&mut cx, &text), x.to_string());
        }
    }
    let tower = (0..60).fold(Surreal::from(2), |tower, _| Surreal::omega_power(-tower).unwrap());
    assert!(tower > Surreal::from(0) && tower < Surreal::omega());
    assert!(birthday(&tower, &mut budget()).is_ok_and(|day| !day.is_finite()));
    assert!(
        Surreal::omega_power((0..40).fold(tower, |tower, _| Surreal::omega_power(tower).unwrap_or_default())).is_ok()
    );
}

/// Nimbers without end bound a number as their first members do.
#[test]
fn nimbers_without_end_leave_the_room_that_their_first_members_leave() {
    let mut random = Random(50);
    let mut numbers = 0;
    for _ in 0..rounds(4_000) {
        let mut sides = [String::new(), String::new()].map(|side| [side.clone(), side]);
        for [endless, listed] in &mut sides {
            let (start, step) = (random.below(4), 1 + random.below(3));
            let other = ["", "1/2", "-1", "up", "2", "0", "<1|-1>"][random.below(7) as usize];
            let with_nimbers = random.below(3) > 0;
            let nimbers: Vec<String> = (0..6).map(|n| format!("*{}", start + step * n)).collect();
            let both = |nimbers: String| {
                let parts = [with_nimbers.then_some(nimbers), (!other.is_empty()).then(|| other.to_string())];
                parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
            };
            *endless = both(format!("*({start} + {step}*n) for n in naturals"));
            *listed = both(nimbers.join(", "));
        }
        let [[left, first_left], [right, first_right]] = &sides;
        if !left.contains("naturals") && !right.contains("naturals") || left == right {
            continue;
        }
        let text = format!("<{left}|{right}>");
        let found = run(&mut session(), &text);
        let listed = format!("<{first_left}|{first_right}>");
        if found.starts_with("!!") {
            assert_eq!(run(&mut session(), &format!("is_number({listed})")), "false", "{text}");
        } else {
            numbers += 1;
            assert_eq!(found, run(&mut session(), &listed), "{text}");
        }
    }
    assert!(numbers > rounds(4_000) / 20, "{numbers}");
}
