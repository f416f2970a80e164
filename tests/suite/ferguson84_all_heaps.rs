//! Ferguson 1984 for all heaps: against heaps looked at one by one far beyond those that prove it, and the definition.

use std::collections::{BTreeMap, BTreeSet};

use cg_engine::annihilation::{AllHeaps, FergusonCondition, FergusonTheorem, MisereTheory};
use cg_engine::games::{Budget, Outcome};
use cg_engine::graphs::Digraph;
use cg_engine::heaps::{Code, Rule};
use dashu_int::UBig;

use crate::ferguson84::{TABLE_I, digraph, heaps, is_lost};
use crate::random_graph::{Random, is_thorough};

fn all_heaps(set: &[u32]) -> AllHeaps {
    let set: Vec<usize> = set.iter().map(|&k| k as usize).collect();
    let all = AllHeaps::of(&Code::taking(&set).into(), &mut Budget::unlimited()).unwrap();
    all.unwrap_or_else(|| panic!("no period for {set:?}"))
}

/// The terminal of the set that each vertex is in, where sets do not meet.
fn terminals(theory: &MisereTheory) -> BTreeMap<u32, u32> {
    let sets = theory.sets(&mut Budget::unlimited()).unwrap();
    sets.into_iter().flat_map(|set| set.clone().into_iter().map(move |heap| (heap, set[0]))).collect()
}

/// Demands that what repeats does so for thrice as many heaps as were looked at, and that a theorem answers there just where
/// it answers for all.
fn goes_on(graph: impl Fn(u32) -> Digraph, all: &AllHeaps) {
    let budget = &mut Budget::unlimited();
    let many = 3 * all.theory().vertices().len() as u32;
    let graph = graph(many);
    let literal = MisereTheory::new(&graph, budget).unwrap();
    let by_name = [Some(FergusonTheorem::Five), Some(FergusonTheorem::Six)].contains(&all.theorem());
    assert_eq!(literal.theorem(), all.theorem().filter(|_| !by_name));
    for &condition in literal.examined() {
        assert_eq!(literal.is_broken(condition), all.theory().is_broken(condition), "{condition:?}");
    }
    let terminals = terminals(&literal);
    for heap in 0..many {
        assert_eq!(all.nim_value(&heap.into()), literal.value(heap));
        if !literal.sets_meet() && !by_name {
            let terminal = terminals.get(&heap).map(|&terminal| UBig::from(terminal));
            assert_eq!(all.set_of(&heap.into()), terminal, "heap {heap}");
        }
    }
    if let Some(below) = all.holds_below(budget).unwrap() {
        let theorem = |n: u64| MisereTheory::from(&graph, 0..n as u32, &mut Budget::unlimited()).unwrap().theorem();
        assert!(theorem(below).is_some() && theorem(below + 1).is_none());
    }
}

fn random_set(random: &mut Random, most: u64) -> Vec<u32> {
    let size = 1 + random.below(6);
    let set: BTreeSet<u32> = (0..size).map(|_| 1 + random.below(most) as u32).collect();
    set.into_iter().collect()
}

#[test]
fn subtraction_games_repeat_as_the_theory_of_all_heaps_says() {
    let mut random = Random(4);
    let mut theorems: BTreeMap<Option<u8>, u32> = BTreeMap::new();
    let mut sets: Vec<Vec<u32>> = (0..2000).map(|round| random_set(&mut random, 6 + round % 9)).collect();
    sets.extend(TABLE_I.iter().map(|set| set.to_vec()));
    // Those of Ferguson 1984, sections 4.2 to 4.8 and 4.11, among whose sets W some end and some go on.
    let more: [&[u32]; 12] = [
        &[1, 3, 4, 6],
        &[1, 3, 4, 8],
        &[1, 3, 4, 13],
        &[1, 3, 4, 20],
        &[1, 3, 4, 13, 20],
        &[2, 3, 4, 6],
        &[2, 4, 5, 6],
        &[2, 4, 7],
        &[2, 5, 7, 11],
        &[2, 5, 7, 20],
        &[2, 5, 7, 24],
        &[2, 5, 7, 33],
    ];
    sets.extend(more.iter().map(|set| set.to_vec()));
    for set in sets {
        let all = all_heaps(&set);
        goes_on(|n| digraph(&heaps(&set, n)), &all);
        *theorems.entry(all.theorem().map(FergusonTheorem::number)).or_default() += 1;
    }
    let enough = [Some(3), Some(4), None].map(|theorem| theorems.get(&theorem).copied().unwrap_or(0));
    assert!(enough.iter().all(|&count| count > 50), "{theorems:?}");
    assert!(theorems.contains_key(&Some(5)) && theorems.contains_key(&Some(6)), "{theorems:?}");
}

/// Codes whose digits are 0 to 3: some numbers may be taken only if they leave nothing, or only if they leave something.
#[test]
fn games_of_codes_repeat_as_the_theory_of_all_heaps_says() {
    let mut random = Random(84);
    let (mut kept, mut broken) = (0, 0);
    for _ in 0..400 {
        let digits: String = (0..1 + random.below(7)).map(|_| char::from(b'0' + random.below(4) as u8)).collect();
        let rule = Rule::from(format!("0.{digits}").parse::<Code>().unwrap());
        let all = AllHeaps::of(&rule, &mut Budget::unlimited()).unwrap().unwrap_or_else(|| panic!("{digits}"));
        let graph = |n: u32| {
            let budget = &mut Budget::unlimited();
            let row = |heap| rule.moves(heap, &mut Budget::unlimited()).unwrap();
            let to = |moves: Vec<Vec<u32>>| moves.into_iter().map(|left| left.first().copied().unwrap_or(0));
            Digraph::from_rows(n, 8 * n as usize, budget, |heap, list| list.extend(to(row(heap)))).unwrap()
        };
        goes_on(graph, &all);
        let count = if all.theory().is_broken(FergusonCondition::A) { &mut broken } else { &mut kept };
        *count += 1;
    }
    assert!(kept > 50 && broken > 50, "{kept} {broken}");
    // Moves that split heaps, and numbers without end.
    for code in ["0.77", "4.3", "0.[3]"] {
        let rule = Rule::from(code.parse::<Code>().unwrap());
        assert!(AllHeaps::of(&rule, &mut Budget::unlimited()).unwrap().is_none());
    }
}

/// Pairs of heaps beyond those looked at one by one, and a small one beside them, from the definition.
#[test]
fn large_heaps_are_won_as_the_theory_of_all_heaps_says() {
    let mut random = Random(18);
    let mut sets: Vec<Vec<u32>> =
        vec![vec![1, 3, 4], vec![1, 3, 4, 13], vec![2, 3, 4, 6], vec![2, 5, 6, 7], vec![1, 4, 6, 7]];
    sets.extend((0..3).map(|_| random_set(&mut random, 8)));
    for set in sets.into_iter().rev().take(if is_thorough() { 8 } else { 4 }) {
        let all = all_heaps(&set);
        let (mut known, mut lost) = (BTreeMap::new(), 0);
        let least = all.theory().vertices().len() as u64;
        for round in 0..40 {
            let first = least + random.below(40);
            let second = if round % 2 == 0 { first + 1 + random.below(12) } else { least - 20 + random.below(20) };
            let mut tokens = vec![first as u32, second as u32];
            if round % 3 == 0 {
                tokens.insert(0, 1 + random.below(6) as u32);
            }
            tokens.sort_unstable();
            let heaps: Vec<UBig> = tokens.iter().map(|&heap| heap.into()).collect();
            let is_lost = is_lost(&set, &tokens, &mut known);
            lost += u32::from(is_lost);
            match all.side(&heaps) {
                Some(side) => assert_eq!(side.outcome() == Outcome::P, is_lost, "{tokens:?} of {set:?}"),
                None => assert_eq!(all.theorem(), None),
            }
        }
        assert!(lost > 0, "{set:?}");
    }
}

/// Ferguson 1984, section 4.10: pairs of heaps of nim-value 2 or more in the game of {1, 2, 4, 6}, alone and beside a smaller
/// value, from the definition.
#[test]
fn pairs_that_are_listed() {
    let set = [1, 2, 4, 6];
    let (all, mut known, mut lost) = (all_heaps(&set), BTreeMap::new(), 0);
    let heaps = if is_thorough() { 0..46 } else { 0..28 };
    let (low, high): (Vec<u32>, Vec<u32>) = heaps.partition(|&heap| all.nim_value(&heap.into()) < 2);
    for (i, &second) in high.iter().enumerate() {
        for &first in &high[..i] {
            for third in low[..8].iter().map(Some).chain([None]) {
                let tokens: BTreeSet<u32> = third.into_iter().copied().chain([first, second]).collect();
                let tokens: Vec<u32> = tokens.into_iter().collect();
                let large: Vec<UBig> = tokens.iter().map(|&heap| heap.into()).collect();
                let is_lost = is_lost(&set, &tokens, &mut known);
                let found = all.side(&large).map(|side| side.outcome() == Outcome::P);
                assert_eq!(found, Some(is_lost), "{tokens:?}");
                lost += u32::from(is_lost);
            }
        }
    }
    assert!(lost > 50, "{lost}");
}

/// Ferguson 1984, section 4: the theorem that solves each set of Table I for all heaps. With its sets W apart, {1, 2, 6, 7} and
/// {2, 4, 5, 7} are solved as well (section 4.10 says otherwise).
#[test]
fn theorems_of_table_i() {
    let four: [&[u32]; 3] = [&[2, 3, 5, 6], &[1, 4, 6, 7], &[2, 5, 6, 7]];
    let none: [&[u32]; 6] =
        [&[1, 2, 4, 6], &[1, 2, 4, 5, 6], &[2, 3, 4, 7], &[2, 3, 5, 7], &[2, 4, 6, 7], &[1, 2, 5, 6, 7]];
    for set in TABLE_I {
        let expected = match set {
            set if four.contains(set) => Some(FergusonTheorem::Four),
            set if none.contains(set) => None,
            _ => Some(FergusonTheorem::Three),
        };
        assert_eq!(all_heaps(set).theorem(), expected, "{set:?}");
    }
}
