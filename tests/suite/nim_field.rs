//! Nim-multiplication against its definition, the laws of a field, and what the literature says of infinite nimbers
//! (Conway, On Numbers and Games, ch. 6; Lenstra, On the algebraic closure of two, 1977).

use cg_engine::games::{Budget, Fault};
use cg_engine::ordinals::Ordinal;
use dashu_int::{IBig, UBig};

use crate::language::check;
use crate::random_graph::Random;

fn n(n: u64) -> Ordinal {
    Ordinal::finite(n)
}

fn w(exponent: Ordinal) -> Ordinal {
    Ordinal::omega_power(exponent).unwrap()
}

fn times(a: &Ordinal, b: &Ordinal) -> Ordinal {
    a.nim_product(b, &mut Budget::unlimited()).unwrap()
}

fn plus(a: &Ordinal, b: &Ordinal) -> Ordinal {
    a.nim_sum(b).unwrap()
}

fn power(a: &Ordinal, exponent: impl Into<IBig>) -> Ordinal {
    a.nim_power(&exponent.into(), &mut Budget::unlimited()).unwrap()
}

fn inverse(a: &Ordinal) -> Ordinal {
    a.nim_inverse(&mut Budget::unlimited()).unwrap()
}

#[test]
fn the_definition() {
    const MOST: usize = 80;
    let mut table = vec![vec![0u64; MOST]; MOST];
    for a in 0..MOST {
        for b in 0..MOST {
            let mut seen = vec![false; 256];
            for a2 in 0..a {
                for b2 in 0..b {
                    seen[(table[a2][b] ^ table[a][b2] ^ table[a2][b2]) as usize] = true;
                }
            }
            table[a][b] = seen.iter().position(|seen| !seen).unwrap() as u64;
            assert_eq!(times(&n(a as u64), &n(b as u64)), n(table[a][b]), "{a} times {b}");
        }
    }
}

#[test]
fn fermat_powers() {
    for k in 0..13 {
        let fermat = UBig::ONE << (1usize << k);
        let square = times(&Ordinal::finite(fermat.clone()), &Ordinal::finite(fermat.clone()));
        assert_eq!(square, Ordinal::finite(&fermat * 3u8 / 2u8), "the square of 2^2^{k}");
        let smaller = &fermat - UBig::ONE;
        let product = times(&Ordinal::finite(fermat.clone()), &Ordinal::finite(smaller.clone()));
        assert_eq!(product, Ordinal::finite(fermat * smaller));
    }
}

fn laws(a: &Ordinal, b: &Ordinal, c: &Ordinal) {
    assert_eq!(times(a, b), times(b, a));
    assert_eq!(times(&times(a, b), c), times(a, &times(b, c)), "{a}, {b}, {c}");
    assert_eq!(times(a, &plus(b, c)), plus(&times(a, b), &times(a, c)), "{a}, {b}, {c}");
    assert_eq!(times(a, &n(1)), *a);
    assert_eq!(power(a, 2), times(a, a));
}

#[test]
fn finite_fields() {
    let mut random = Random(71);
    let mut number = |bits: usize| {
        let words = (0..bits.div_ceil(64)).map(|_| random.next()).collect::<Vec<_>>();
        let all = UBig::from_le_bytes(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>());
        Ordinal::finite(all % (UBig::ONE << bits))
    };
    for bits in [8, 16, 31, 64, 64, 65, 128, 200, 256, 700, 1024] {
        for _ in 0..12 {
            let [a, b, c] = [0; 3].map(|_| number(bits));
            laws(&a, &b, &c);
            if !a.is_zero() {
                assert_eq!(times(&a, &inverse(&a)), n(1));
                assert_eq!(power(&a, -3), inverse(&power(&a, 3)));
            }
            // The numbers below 2^64 are a field of that many elements.
            if bits <= 64 {
                assert_eq!(power(&a, IBig::from(UBig::ONE << 64)), a);
            }
        }
    }
}

#[test]
fn exponents_of_any_size() {
    // The powers of 2 among nimbers are 1, 2, 3 again and again; those of 4 have period 15.
    let mut random = Random(73);
    for _ in 0..40 {
        let a = n(random.next() >> 32);
        let [low, rounds] = [0; 2].map(|_| IBig::from(random.next()));
        let order = (IBig::ONE << 32) - IBig::ONE;
        assert_eq!(power(&a, &low + &rounds * &order * &order), power(&a, low), "{a}");
    }
}

#[test]
fn roots_of_conway_and_lenstra() {
    // ONAG ch. 6: the cube of omega is 2, the fifth power of omega^omega is 4, and so on.
    let root = |k: u64| w(w(n(k)));
    assert_eq!(root(0), Ordinal::omega());
    assert_eq!(power(&root(0), 3), n(2));
    assert_eq!(power(&root(1), 5), n(4));
    assert_eq!(power(&root(2), 7), plus(&root(0), &n(1)));
    assert_eq!(power(&root(3), 11), plus(&root(1), &n(1)));
    assert_eq!(power(&root(4), 13), plus(&root(0), &n(4)));
    assert_eq!(power(&root(5), 17), n(16));
    assert_eq!(power(&root(6), 19), plus(&w(n(3)), &n(4)));
    // The next roots of the same prime: omega^3 is a cube root of omega, omega^9 of that.
    assert_eq!(power(&w(n(3)), 3), w(n(1)));
    assert_eq!(power(&w(n(9)), 9), w(n(1)));
    assert_eq!(power(&w(w(n(1)).natural_product(&n(25)).unwrap()), 25), root(1));
    // Below the next root, powers of omega multiply as ordinals do.
    assert_eq!(times(&root(1), &root(0)), w(plus(&w(n(1)), &n(1))));
    assert_eq!(times(&root(2), &times(&root(1), &n(5))).to_string(), "omega^(omega^2 + omega)*5");
    assert_eq!(times(&w(n(2)), &w(n(2))), w(n(1)).natural_product(&n(2)).unwrap());
}

/// The degree of an element, by squaring until it returns.
fn degree(a: &Ordinal) -> usize {
    let mut square = times(a, a);
    let mut degree = 1;
    while square != *a {
        (square, degree) = (times(&square, &square), degree + 1);
    }
    degree
}

#[test]
fn each_root_is_of_the_least_number_that_has_none() {
    // The p-th power of the root is not a p-th power of anything smaller: in the field of 2^d elements that it lies in,
    // p divides 2^d - 1 and the power (2^d - 1)/p is not 1. Adding less than Lenstra's excess gives p-th powers.
    let excess_4 = [19, 163];
    let excess_1 = [
        7, 11, 23, 31, 41, 43, 47, 53, 59, 73, 79, 83, 89, 101, 107, 127, 137, 149, 157, 167, 179, 223, 227, 229, 233,
        251,
    ];
    let is_prime = |n: &u64| (2..*n).all(|d| !n.is_multiple_of(d));
    for (k, p) in (3u64..=257).filter(is_prime).enumerate() {
        let excess = if excess_4.contains(&p) { 4 } else { u64::from(excess_1.contains(&p)) };
        let alpha = power(&w(w(n(k as u64))), p);
        assert!(alpha < w(w(n(k as u64))));
        // Of larger primes only those in small fields.
        if p > 43 && ![61, 73, 109, 127, 151, 241, 257].contains(&p) {
            continue;
        }
        let d = degree(&alpha);
        let group = (UBig::ONE << d) - UBig::ONE;
        assert_eq!(&group % p, 0, "{p} divides 2^{d} - 1");
        assert_ne!(power(&alpha, IBig::from(&group / p)), n(1), "{alpha} has a root for {p}");
        for m in 1..=excess {
            let smaller = plus(&alpha, &plus(&n(excess), &n(excess - m)));
            assert!(smaller < alpha);
            // The field of both: the degrees are divisors of one another here.
            let d = d.max(degree(&smaller));
            let group = (UBig::ONE << d) - UBig::ONE;
            assert_eq!(power(&smaller, IBig::from(group.clone())), n(1));
            assert_eq!(power(&smaller, IBig::from(group / p)), n(1), "{smaller} has no root for {p}");
        }
    }
}

#[test]
fn roots_of_more_than_one_term() {
    let root = |k: u64| w(w(n(k)));
    // DiMuro 2011; the first is an example of Lenstra's.
    assert_eq!(power(&root(13), 47), plus(&root(7), &n(1)));
    assert_eq!(power(&root(16), 61), plus(&root(1), &root(0)));
    assert_eq!(power(&root(41), 191), plus(&root(6), &root(1)));
    assert_eq!(power(&root(42), 193), plus(&root(0), &n(65536)));
    assert_eq!(power(&root(53), 257), n(256));
}

fn random_ordinal(random: &mut Random, roots: u64) -> Ordinal {
    let mut sum = n(random.below(20));
    for _ in 0..1 + random.below(2) {
        let mut exponent = Ordinal::default();
        for k in 0..roots {
            let digits = n(random.below(12));
            exponent = exponent.natural_sum(&w(n(k)).natural_product(&digits).unwrap()).unwrap();
        }
        sum = plus(&sum, &w(exponent).natural_product(&n(1 + random.below(9))).unwrap());
    }
    sum
}

#[test]
fn laws_of_infinite_nimbers() {
    let mut random = Random(72);
    for i in 0..150 {
        let roots = 1 + i % 4;
        let [a, b, c] = [0; 3].map(|_| random_ordinal(&mut random, roots));
        laws(&a, &b, &c);
        if roots == 1 && !a.is_zero() {
            assert_eq!(times(&a, &inverse(&a)), n(1), "{a}");
        }
    }
    for text in ["omega^omega + 1", "omega^(omega^2)", "omega^(omega + 1) + omega*3 + 7", "omega^(omega^3)"] {
        check(&[(&format!("x := {text}; nim_product(x, nim_inverse(x))"), "1")]);
    }
}

#[test]
fn what_is_refused() {
    let far = w(w(n(54)));
    assert!(matches!(far.nim_product(&far, &mut Budget::unlimited()), Err(Fault::None(_))));
    let tower = w(w(Ordinal::omega()));
    assert!(matches!(tower.nim_product(&tower, &mut Budget::unlimited()), Err(Fault::None(_))));
}
