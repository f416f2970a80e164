//! Integers in pieces against the crate's own operations at one go.

use cg_engine::games::{Budget, Fault, long};
use dashu_int::ops::{BitTest, Gcd, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use std::time::Instant;

/// Bits that follow no pattern; the same for the same seed.
fn number(bits: usize, seed: u64) -> UBig {
    let mut x = seed * 2 + 1;
    let mut word = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    let words: Vec<u64> = (0..bits / 64 + 1).map(|_| word()).collect();
    let (low, _) = UBig::from_words(&words).split_bits(bits);
    low
}

fn sizes() -> impl Iterator<Item = (UBig, UBig)> {
    const BITS: [(usize, usize); 12] = [
        (0, 0),
        (1, 300_000),
        (64, 65),
        (700_000, 64),
        (700_000, 20_000),
        (700_000, 350_000),
        (700_000, 350_001),
        (700_000, 400_000),
        (700_001, 699_999),
        (1 << 20, 1 << 19),
        (1 << 20, 200_000),
        (300_000, 1 << 20),
    ];
    BITS.into_iter().enumerate().map(|(i, (a, b))| (number(a, 2 * i as u64 + 1), number(b, 2 * i as u64 + 2)))
}

#[test]
fn products_are_those_of_one_go() {
    let mut budget = Budget::unlimited();
    for (a, b) in sizes() {
        let (a, b) = (IBig::from(a), -IBig::from(b));
        assert_eq!(long::product(&a, &b, &mut budget).unwrap(), &a * &b);
    }
}

#[test]
fn quotients_are_those_of_one_go() {
    let mut budget = Budget::unlimited();
    let negate = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    for ((a, b), (s, t)) in sizes().zip(negate.into_iter().cycle()) {
        let (a, b) = (IBig::from(a) * s, (IBig::from(b) + IBig::ONE) * t);
        let (quotient, rest) = long::floor_division(&a, &b, &mut budget).unwrap();
        assert_eq!(quotient * &b + &rest, a);
        assert!(rest == IBig::ZERO || (rest < IBig::ZERO) == (b < IBig::ZERO), "the rest has the divisor's sign");
        assert!(rest.unsigned_abs() < b.unsigned_abs());
    }
    // Divisors whose trailing digits matter most, and quotients of digits all alike.
    for bits in [200_000, 500_000] {
        let ones = (UBig::ONE << bits) - UBig::ONE;
        for divisor in [&ones + UBig::ONE, ones.clone(), &ones - UBig::ONE, (UBig::ONE << (bits - 1)) + UBig::ONE] {
            for dividend in [&ones * &ones, &ones * &divisor, &ones * &divisor - UBig::ONE, &ones << 77] {
                let (a, b) = (IBig::from(dividend), IBig::from(divisor.clone()));
                let (quotient, rest) = long::floor_division(&a, &b, &mut budget).unwrap();
                assert_eq!(quotient * &b + &rest, a);
                assert!(rest >= IBig::ZERO && rest < b);
            }
        }
    }
}

#[test]
fn powers_and_roots_are_those_of_one_go() {
    let mut budget = Budget::unlimited();
    for (base, exponent) in [(0u64, 5), (1, 1 << 40), (3, 0), (3, 400_000), (10, 99_999), (1 << 40, 9_000)] {
        if base > 1 {
            let base = UBig::from(base);
            assert_eq!(long::power(&base, exponent, &mut budget).unwrap(), base.pow(exponent));
        } else {
            assert_eq!(long::power(&base.into(), exponent, &mut budget).unwrap(), base.into());
        }
    }
    for bits in [0, 1, 2, 64, 131_072, 131_073, 500_001] {
        for n in [number(bits, 7), (UBig::ONE << bits) - UBig::ONE, UBig::ONE << bits, number(bits / 2, 3).pow(2)] {
            assert_eq!(long::root(&n, &mut budget).unwrap(), n.sqrt());
        }
    }
}

#[test]
fn digits_are_those_of_one_go() {
    let mut budget = Budget::unlimited();
    let ten = UBig::from(10u8);
    for exponent in [0, 1, 8_191, 8_192, 8_193, 16_384, 40_000, 131_072] {
        let power = ten.pow(exponent);
        // One digit followed by zeros, nines, and a zero in every place where pieces may meet.
        for n in [&power - UBig::ONE, power.clone(), &power + UBig::ONE, number(3 * exponent, 11), UBig::ZERO] {
            assert_eq!(long::decimal(&n, &mut budget).unwrap(), n.to_string(), "{exponent}");
        }
    }
}

#[test]
fn common_divisors_are_those_of_one_go() {
    let mut budget = Budget::unlimited();
    assert_eq!(long::common_divisor(&UBig::ZERO, &UBig::ZERO, &mut budget).unwrap(), UBig::ZERO);
    let bits = [(0, 40_000), (100, 40_000), (40_000, 40_000), (40_001, 60_000), (150_000, 20_000), (100_000, 99_000)];
    for (i, (a, b)) in bits.into_iter().enumerate() {
        for common in [0, 1, 500, 30_000, 90_000] {
            let common = number(common, 99) + UBig::ONE;
            let (a, b) = (number(a, i as u64 + 5) * &common, number(b, i as u64 + 50) * &common);
            assert_eq!(long::common_divisor(&a, &b, &mut budget).unwrap(), (&a).gcd(&b), "{i}");
        }
    }
    // Neighbours in Fibonacci's sequence take the most steps.
    let (mut a, mut b) = (UBig::ONE, UBig::ONE);
    while b.bit_len() < 60_000 {
        (a, b) = (b.clone(), a + b);
    }
    assert_eq!(long::common_divisor(&a, &b, &mut budget).unwrap(), UBig::ONE);
}

#[test]
fn a_deadline_stops_each_of_them_soon() {
    let (a, b) = (number(1 << 23, 1), number(1 << 22, 2));
    let (x, y) = (IBig::from(a.clone()), IBig::from(b.clone()));
    type Work<'a> = Box<dyn Fn(&mut Budget) -> Result<(), Fault> + 'a>;
    let all: [Work<'_>; 6] = [
        Box::new(|budget| long::product(&x, &y, budget).map(drop)),
        Box::new(|budget| long::floor_division(&x, &y, budget).map(drop)),
        Box::new(|budget| long::power(&b, 4, budget).map(drop)),
        Box::new(|budget| long::root(&a, budget).map(drop)),
        Box::new(|budget| long::common_divisor(&a, &b, budget).map(drop)),
        Box::new(|budget| long::decimal(&a, budget).map(drop)),
    ];
    for work in all {
        let mut budget = Budget::unlimited();
        budget.set_deadline(Some(Instant::now()));
        assert!(matches!(work(&mut budget), Err(Fault::Timeout)));
    }
}
