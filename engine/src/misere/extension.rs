//! A guess at the quotient with one more generator, from the quotient without it.
//!
//! Suppose that equal sums stay equal beside the new heap. Then a sum is determined by an element of the previous
//! quotient and the number of copies of the new heap. So few of these pairs occur that the misère nim-value of each can
//! be computed: an element moves like one sum of heaps that represents it. That sum has the shortest longest play, and
//! a move shortens it, so that the values of its options are known by then. If the new heap distinguishes more, the
//! proof fails.

use super::algebra::Algebra;
use super::words::{Ceiling, Halt, mex};
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};

/// A heap of before: its element, the elements that its moves lead to, and its longest play.
pub(super) struct Old {
    pub element: u32,
    pub targets: Vec<u32>,
    pub longest: u64,
}

/// Pairs of an element and a number of copies, numbered: copies by copies.
struct ExtensionPairs<'a> {
    old: &'a Algebra,
    bound: usize,
}

impl ExtensionPairs<'_> {
    fn len(&self) -> usize {
        self.old.len() * (self.bound + 1)
    }

    fn times(&self, a: usize, b: usize) -> usize {
        let len = self.old.len();
        let element = self.old.times((a % len) as u32, (b % len) as u32) as usize;
        let copies = a / len + b / len;
        // Beyond the bound two copies vanish.
        let copies = if copies > self.bound { self.bound - (copies - self.bound) % 2 } else { copies };
        copies * len + element
    }
}

/// Returns for each element the elements of the options of one sum of heaps that has it, the sum whose longest play is the
/// shortest; and all elements, those with shorter plays first.
fn moves_of_elements(old: &Algebra, heaps: &[Old], budget: &mut Budget) -> Result<(Vec<Vec<u32>>, Vec<u32>), Fault> {
    // Among heaps of the same element the one with the shortest play is enough.
    let mut letters: FastMap<u32, &Old> = FastMap::default();
    for heap in heaps {
        let least = letters.entry(heap.element).or_insert(heap);
        if heap.longest < least.longest {
            *least = heap;
        }
    }
    let letters: Vec<&Old> = letters.into_values().filter(|heap| heap.element != 0).collect();
    let mut cost = vec![u64::MAX; old.len()];
    let mut words: Vec<Vec<u32>> = vec![Vec::new(); old.len()];
    let (mut order, mut open) = (Vec::new(), std::collections::BTreeSet::from([(0, 0)]));
    cost[0] = 0;
    while let Some((here_cost, here)) = open.pop_first() {
        order.push(here);
        for (i, letter) in letters.iter().enumerate() {
            budget.tick()?;
            let (next, next_cost) = (old.times(here, letter.element), here_cost + letter.longest);
            if next_cost < cost[next as usize] {
                open.remove(&(cost[next as usize], next));
                cost[next as usize] = next_cost;
                words[next as usize] = [&words[here as usize][..], &[i as u32]].concat();
                open.insert((next_cost, next));
            }
        }
    }
    let mut moves = Vec::with_capacity(old.len());
    for word in &words {
        let mut found = Vec::new();
        for (place, &i) in word.iter().enumerate() {
            let others = word.iter().enumerate().filter(|(other, _)| *other != place);
            let rest = others.fold(0, |rest, (_, &j)| old.times(rest, letters[j as usize].element));
            for &target in &letters[i as usize].targets {
                budget.tick()?;
                found.push(old.times(rest, target));
            }
        }
        found.sort_unstable();
        found.dedup();
        moves.push(found);
    }
    Ok((moves, order))
}

/// Computes the misère nim-value of each pair.
fn nim_values(
    pairs: &ExtensionPairs,
    heaps: &[Old],
    new: &[u32],
    ceiling: Ceiling,
    budget: &mut Budget,
) -> Result<Vec<u8>, Fault> {
    let (old, len) = (pairs.old, pairs.old.len());
    let (moves, order) = moves_of_elements(old, heaps, budget)?;
    let mut values: Vec<u8> = (0..len).map(|element| old.nim_value(element as u32)).collect();
    values.resize(pairs.len(), 0);
    for copies in 1..=pairs.bound {
        for &element in &order {
            budget.tick()?;
            let by_old = moves[element as usize].iter().map(|&to| copies * len + to as usize);
            let by_new = new.iter().map(|&to| (copies - 1) * len + old.times(element, to) as usize);
            let mut met = 0;
            for option in by_old.chain(by_new) {
                met |= 1 << values[option];
                if mex(met, ceiling) == ceiling {
                    break;
                }
            }
            values[copies * len + element as usize] = mex(met, ceiling);
        }
    }
    Ok(values)
}

/// Computes the class of each pair: pairs are alike if no product distinguishes their values (Moore 1956).
fn classes(
    pairs: &ExtensionPairs,
    generators: &[usize],
    values: &[u8],
    budget: &mut Budget,
) -> Result<Vec<u32>, Fault> {
    let mut class: Vec<u32> = values.iter().map(|&value| value.into()).collect();
    let mut count = 0;
    loop {
        let mut numbers: FastMap<Vec<u32>, u32> = FastMap::default();
        let mut finer = Vec::with_capacity(pairs.len());
        for pair in 0..pairs.len() {
            budget.charge(1 + generators.len())?;
            let products = generators.iter().map(|&g| class[pairs.times(pair, g)]);
            let sign: Vec<u32> = [class[pair]].into_iter().chain(products).collect();
            let next = numbers.len() as u32;
            finer.push(*numbers.entry(sign).or_insert(next));
        }
        class = finer;
        if numbers.len() == count {
            return Ok(class);
        }
        count = numbers.len();
    }
}

/// Returns the quotient of sums of the old heaps and of some copies of one more, whose moves lead to these elements, if
/// equal sums stay equal. `None` if it has more than `most` elements.
pub(super) fn extended(
    old: &Algebra,
    heaps: &[Old],
    new: &[u32],
    bound: u32,
    ceiling: Ceiling,
    most: usize,
    budget: &mut Budget,
) -> Result<Option<Algebra>, Halt> {
    let pairs = ExtensionPairs { old, bound: bound as usize };
    budget.reserve(pairs.len() * 64)?;
    let values = nim_values(&pairs, heaps, new, ceiling, budget)?;
    let generators: Vec<usize> = old.generators().iter().map(|&g| g as usize).chain([old.len()]).collect();
    let class = classes(&pairs, &generators, &values, budget)?;
    // Elements in the order in which generators lead to them, each with a word and a pair.
    let mut numbers: FastMap<u32, u32> = FastMap::from_iter([(class[0], 0)]);
    let mut elements: Vec<(usize, Vec<u32>)> = vec![(0, vec![0; generators.len()])];
    let mut here = 0;
    while here < elements.len() {
        for (i, &g) in generators.iter().enumerate() {
            budget.tick()?;
            let (pair, word) = &elements[here];
            let next = pairs.times(*pair, g);
            let mut word = word.clone();
            word[i] += 1;
            let fresh = elements.len() as u32;
            if *numbers.entry(class[next]).or_insert(fresh) == fresh {
                elements.push((next, word));
            }
        }
        here += 1;
        if elements.len() > most {
            return Ok(None);
        }
    }
    let len = elements.len();
    budget.reserve(len * len * size_of::<u32>())?;
    let mut products = Vec::with_capacity(len * len);
    for (a, _) in &elements {
        budget.charge(len)?;
        products.extend(elements.iter().map(|(b, _)| numbers[&class[pairs.times(*a, *b)]]));
    }
    let nim_values = elements.iter().map(|(a, _)| values[*a]).collect();
    let of_generators = generators.iter().map(|&g| numbers[&class[g]]).collect();
    let words = elements.into_iter().map(|(_, word)| word).collect();
    Ok(Some(Algebra::new(products, nim_values, ceiling, words, of_generators, budget)?))
}
