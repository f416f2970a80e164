//! Wythoff's game and other games of vectors: values and P-positions by their moves, against rows, tables and marks.

use std::collections::HashMap;

use cg_engine::games::Budget;
use cg_engine::heaps::{NimValues, Vectors};
use cg_engine::positions::HeapTheory;
use cg_engine::rulesets::wythoff::Wythoff;
use dashu_int::UBig;

use crate::random_graph::Random;

/// The values of the heaps (a, b), each the least that no move leads to.
fn values(rows: usize, columns: usize) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = Vec::new();
    for a in 0..rows {
        let mut row: Vec<u64> = Vec::new();
        for b in 0..columns {
            let mut met = vec![false; 2 * a + b + 1];
            row.iter().for_each(|&value| met[value as usize] = true);
            (0..a).for_each(|left| met[all[left][b] as usize] = true);
            (1..=a.min(b)).for_each(|taken| met[all[a - taken][b - taken] as usize] = true);
            row.push(met.iter().position(|met| !met).unwrap_or(met.len()) as u64);
        }
        all.push(row);
    }
    all
}

fn value(wythoff: &Wythoff, a: u64, b: u64) -> u64 {
    let heaps = [UBig::from(a), UBig::from(b)];
    let told = wythoff.tabled(&heaps, &mut Budget::unlimited());
    told.expect("of any size").expect("no limit").try_into().expect("small")
}

/// Long rows, whose periods are found long before their end, and the table.
#[test]
fn values_of_wythoff() {
    for (rows, columns) in [(24, 1200), (90, 150)] {
        let expected = values(rows, columns);
        let (ascending, descending) = (Wythoff::default(), Wythoff::default());
        for (a, row) in expected.iter().enumerate().skip(1) {
            for (b, &expected) in row.iter().enumerate().skip(1) {
                assert_eq!(value(&ascending, a as u64, b as u64), expected, "({a}, {b})");
            }
            for (b, &expected) in row.iter().enumerate().skip(1).rev() {
                assert_eq!(value(&descending, b as u64, a as u64), expected, "({a}, {b})");
            }
        }
    }
}

/// The table where no row was asked for.
#[test]
fn table_of_wythoff() {
    let (wythoff, expected) = (Wythoff::default(), values(200, 200));
    for (a, b) in [(199, 199), (64, 65), (130, 70), (70, 130), (199, 100), (64, 64)] {
        assert_eq!(value(&wythoff, a, b), expected[a as usize][b as usize], "({a}, {b})");
    }
}

/// All heaps up to some bounds, in order.
fn all_heaps(bounds: &[u64]) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![vec![]];
    for &bound in bounds {
        all = all.iter().flat_map(|heaps| (0..=bound).map(move |heap| [&heaps[..], &[heap]].concat())).collect();
    }
    all
}

fn moves(vectors: &Vectors, heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut moves = Vec::new();
    for (vector, most) in vectors.rays.iter().map(|v| (v, 99)).chain(vectors.single.iter().map(|v| (v, 1))) {
        if vector.len() != heaps.len() || vector.iter().all(|&part| part == 0) {
            continue;
        }
        for n in 1..=most {
            let left: Option<Vec<u64>> = heaps.iter().zip(vector).map(|(h, part)| h.checked_sub(n * part)).collect();
            moves.extend(left);
        }
    }
    moves
}

/// Whether the mover loses, from the outcomes of all smaller heaps.
fn lost(vectors: &Vectors, bounds: &[u64], misere: bool) -> Vec<Vec<u64>> {
    let mut found: Vec<Vec<u64>> = Vec::new();
    for heaps in all_heaps(bounds) {
        let moves = moves(vectors, &heaps);
        let is_lost = if moves.is_empty() { !misere } else { !moves.iter().any(|to| found.contains(to)) };
        if is_lost {
            found.push(heaps);
        }
    }
    found
}

#[test]
fn p_positions_of_vectors() {
    let random = &mut Random(31);
    for case in 0..300 {
        let heaps = 1 + random.below(3) as usize;
        let mut some = |count: u64, most: u64| -> Vec<Vec<u64>> {
            let count = random.below(count);
            (0..count).map(|_| (0..heaps).map(|_| random.below(most)).collect()).collect()
        };
        let vectors = Vectors { rays: some(4, 3), single: some(8, 5) };
        let bounds: Vec<u64> = (0..heaps).map(|_| random.below([60, 11, 6][heaps - 1])).collect();
        for misere in [false, true] {
            let quick = vectors.p_positions(&bounds, misere, &mut Budget::unlimited()).expect("no limit");
            let expected = lost(&vectors, &bounds, misere);
            assert_eq!(quick.all().collect::<Vec<_>>(), expected, "case {case}: {vectors:?} {bounds:?} {misere}");
            assert_eq!(quick.count(), expected.len());
            assert!(expected.iter().all(|heaps| quick.has(heaps) == Some(true)));
        }
    }
}

/// Values of all heaps up to bounds that grow, where heaps can be exchanged in every other case.
#[test]
fn nim_values_of_vectors() {
    let random = &mut Random(32);
    for case in 0..200 {
        let heaps = 1 + random.below(3) as usize;
        let mut some = |count: u64, most: u64| -> Vec<Vec<u64>> {
            let count = random.below(count);
            let mut all: Vec<Vec<u64>> = (0..count).map(|_| (0..heaps).map(|_| random.below(most)).collect()).collect();
            for _ in 0..if case % 2 == 0 { heaps } else { 0 } {
                for i in 1..heaps {
                    let mut more = all.clone();
                    more.iter_mut().for_each(|vector| vector.swap(i - 1, i));
                    all.extend(more);
                }
                all.sort_unstable();
                all.dedup();
            }
            all
        };
        let vectors = Vectors { rays: some(4, 3), single: some(8, 5) };
        let bounds: Vec<u64> = (0..heaps).map(|_| random.below([60, 11, 6][heaps - 1])).collect();
        let mut known: HashMap<Vec<u64>, u32> = HashMap::new();
        for place in all_heaps(&bounds) {
            let met: Vec<u32> = moves(&vectors, &place).iter().map(|to| known[to]).collect();
            known.insert(place, (0..).find(|n| !met.contains(n)).expect("there is one"));
        }
        let (mut quick, budget) = (NimValues::default(), &mut Budget::unlimited());
        // Heaps in order, or the largest first.
        let mut asked = all_heaps(&bounds);
        if case % 3 == 0 {
            asked.reverse();
        }
        for place in asked {
            if quick.get(&place).is_none() {
                let up_to = quick.wanted(&place).expect("they are few");
                quick.find(&up_to, &vectors, budget).expect("no limit");
            }
            assert_eq!(quick.get(&place), Some(known[&place]), "case {case}: {vectors:?} {place:?}");
        }
    }
}
