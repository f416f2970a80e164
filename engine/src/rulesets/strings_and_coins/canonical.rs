//! Components with their coins renumbered, so that most isomorphic components are equal.
//!
//! Coins are distinguished by the coins around them (colour refinement); while some are still alike, one of these is singled
//! out. Isomorphic components are numbered alike if every two coins that stay alike are exchanged by a symmetry. Otherwise
//! they may have several numberings, and each is searched once.

use super::components::components;
use super::{CoinString, GROUND};
use crate::games::hashing::hash_of;

/// Returns the components of `strings`, renumbered and in order.
pub(super) fn parts(strings: &[CoinString]) -> Vec<Vec<CoinString>> {
    let mut all: Vec<Vec<CoinString>> = components(strings).into_iter().map(renumbered).collect();
    all.sort_unstable();
    all
}

fn renumbered(mut strings: Vec<CoinString>) -> Vec<CoinString> {
    let mut coins: Vec<u16> = strings.iter().flatten().copied().filter(|&v| v != GROUND).collect();
    coins.sort_unstable();
    coins.dedup();
    let place = |v: u16| coins.binary_search(&v).expect("every coin is listed");
    // By coin, the coins at the other ends of its strings; the coin itself stands for the ground.
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); coins.len()];
    for &[a, b] in &strings {
        match (a, b) {
            (GROUND, GROUND) => {}
            (GROUND, coin) | (coin, GROUND) => beside[place(coin)].push(place(coin)),
            (a, b) => {
                beside[place(a)].push(place(b));
                beside[place(b)].push(place(a));
            }
        }
    }
    let order = order(&beside);
    for string in &mut strings {
        *string = string.map(|v| if v == GROUND { GROUND } else { order[place(v)] + 1 });
        string.sort_unstable();
    }
    strings.sort_unstable();
    strings
}

/// Returns the new number of each coin, from 0.
fn order(beside: &[Vec<usize>]) -> Vec<u16> {
    let mut colours: Vec<u64> = beside.iter().map(|others| others.len() as u64).collect();
    let mut kinds = 0;
    let mut around = Vec::new();
    loop {
        // Colours are refined until the number of colours no longer grows.
        loop {
            let next: Vec<u64> = (0..beside.len())
                .map(|coin| {
                    around.clear();
                    around.extend(beside[coin].iter().map(|&other| if other == coin { 0 } else { colours[other] }));
                    around.sort_unstable();
                    hash_of((colours[coin], &around))
                })
                .collect();
            let found = count(&next);
            let is_finer = found > kinds;
            (colours, kinds) = (next, found);
            if !is_finer {
                break;
            }
        }
        if kinds == beside.len() {
            break;
        }
        // Of the least colour that several coins have, one is singled out.
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        let shared = sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        if let Some(coin) = colours.iter().position(|&colour| Some(colour) == shared) {
            colours[coin] = hash_of((colours[coin], 1));
        }
        kinds = count(&colours).saturating_sub(1);
    }
    let mut sorted: Vec<(u64, usize)> = colours.into_iter().zip(0..).collect();
    sorted.sort_unstable();
    let mut order = vec![0; beside.len()];
    for (number, (_, coin)) in sorted.into_iter().enumerate() {
        order[coin] = number as u16;
    }
    order
}

fn count(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Random;

    /// Returns for each component the degree of the ground and those of the coins in order, least component first.
    fn degrees(parts: &[Vec<CoinString>]) -> Vec<[u32; 8]> {
        let of_part = |part: &Vec<CoinString>| {
            let mut degrees = [0; 8];
            part.iter().flatten().for_each(|&v| degrees[v as usize] += 1);
            degrees[1..].sort_unstable();
            degrees
        };
        let mut all: Vec<[u32; 8]> = parts.iter().map(of_part).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn numbers_and_order_of_the_strings_do_not_matter() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let coins = 2 + random.below(5) as u16;
            let strings: Vec<CoinString> = (0..3 + random.below(5))
                .map(|_| [0, 0].map(|_: u16| random.below(u64::from(coins) + 1) as u16))
                .map(|[a, b]| [a.min(b), a.max(b)])
                .collect();
            // Turned round and read backwards.
            let other: Vec<CoinString> = strings
                .iter()
                .rev()
                .map(|string| string.map(|v| if v == GROUND { v } else { coins + 1 - v }))
                .map(|[a, b]| [a.min(b), a.max(b)])
                .collect();
            let (found, other) = (parts(&strings), parts(&other));
            assert_eq!(found.iter().flatten().count(), strings.len());
            assert_eq!(degrees(&found), degrees(&other), "{strings:?}");
            assert_eq!(degrees(&found), degrees(&components(&strings)), "{strings:?}");
        }
        let path = |order: [u16; 3]| {
            vec![
                [0, order[0]],
                [order[0].min(order[1]), order[0].max(order[1])],
                [order[1].min(order[2]), order[1].max(order[2])],
            ]
        };
        assert_eq!(parts(&path([1, 2, 3])), parts(&path([3, 1, 2])));
    }
}
