//! Automorphisms: permutations of the vertices of a graph after which it is the same graph.

use std::collections::BTreeMap;

use super::Digraph;

/// The number of arrows that are looked at before the search for more automorphisms is given up: a tenth of a second.
const MAX_ARROWS: usize = 1 << 25;

/// The image of a vertex that has none yet.
const NONE: u32 = u32::MAX;

/// Returns automorphisms that keep the arrows of all these graphs, which have the same vertices: entry v of each is the vertex
/// to which v goes. They are a group, and the first of them changes nothing; if there are more than `most` they are those
/// that keep some of the vertices where they are, and so if they would take long to find.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::graphs::{Digraph, automorphisms};
/// let path = Digraph::from_lists(&[vec![1], vec![0, 2], vec![1]], &mut Budget::unlimited())?;
/// assert_eq!(automorphisms(&[&path], 10), [[0, 1, 2], [2, 1, 0]]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn automorphisms(graphs: &[&Digraph], most: usize) -> Vec<Vec<u32>> {
    let mut search = Search::new(graphs);
    let mut group = vec![(0..search.colours.len() as u32).collect::<Vec<u32>>()];
    // Those that keep the first k vertices where they are, for smaller and smaller k: each moves vertex k as one of a few does.
    for k in (0..search.order.len()).rev() {
        let mut moving: Vec<Vec<u32>> = Vec::new();
        search.keep(k);
        let v = search.order[k];
        for to in search.candidates(k).into_iter().filter(|&to| to != v) {
            search.keep(k);
            moving.extend(search.extended(k, to));
            if search.arrows > MAX_ARROWS || group.len() * (moving.len() + 1) > most {
                return group;
            }
        }
        let kept = group.clone();
        for first in moving {
            group.extend(kept.iter().map(|then| then.iter().map(|&v| first[v as usize]).collect()));
        }
    }
    group
}

/// A search for automorphisms, vertex by vertex.
struct Search {
    /// The arrows of each graph, and those turned round: for each vertex the others in increasing order.
    beside: Vec<Vec<Vec<u32>>>,
    /// Vertices of different colours are not images of each other.
    colours: Vec<u32>,
    /// The vertices, most of them behind one that is beside them.
    order: Vec<u32>,
    /// For each place of the order the list in `beside` and the earlier vertex in whose list it is, if there is one.
    found_from: Vec<Option<(usize, u32)>>,
    image: Vec<u32>,
    is_image: Vec<bool>,
    /// The number of arrows that have been looked at.
    arrows: usize,
}

impl Search {
    fn new(graphs: &[&Digraph]) -> Search {
        let count = graphs.first().map_or(0, |graph| graph.vertices());
        let mut beside = Vec::new();
        for graph in graphs {
            let mut back = vec![Vec::new(); count as usize];
            for v in 0..count {
                graph.followers(v).iter().for_each(|&to| back[to as usize].push(v));
            }
            beside.push((0..count).map(|v| graph.followers(v).to_vec()).collect());
            beside.push(back);
        }
        let colours = colours(&beside, count);
        let (order, found_from) = order(&beside, &colours);
        let (image, is_image) = (vec![NONE; count as usize], vec![false; count as usize]);
        Search { beside, colours, order, found_from, image, is_image, arrows: 0 }
    }

    /// Begins again with the first `k` vertices where they are.
    fn keep(&mut self, k: usize) {
        self.image.fill(NONE);
        self.is_image.fill(false);
        self.order[..k].iter().for_each(|&v| (self.image[v as usize], self.is_image[v as usize]) = (v, true));
    }

    /// Returns the vertices to which vertex `k` of the order may go.
    fn candidates(&mut self, k: usize) -> Vec<u32> {
        let v = self.order[k];
        let tried: Vec<u32> = match self.found_from[k] {
            Some((list, from)) => self.beside[list][self.image[from as usize] as usize].clone(),
            None => (0..self.colours.len() as u32).collect(),
        };
        let degree: usize = self.beside.iter().map(|list| list[v as usize].len()).sum();
        self.arrows += tried.len() * (degree + 1);
        tried.into_iter().filter(|&to| self.fits(v, to)).collect()
    }

    /// Returns `true` if `to` has the same arrows from and to images as `v` has from and to the vertices that have images.
    fn fits(&self, v: u32, to: u32) -> bool {
        if self.is_image[to as usize] || self.colours[v as usize] != self.colours[to as usize] {
            return false;
        }
        self.beside.iter().all(|list| {
            let (own, others) = (&list[v as usize], &list[to as usize]);
            let mut images = own.iter().map(|&w| self.image[w as usize]).filter(|&image| image != NONE);
            let count = images.clone().count();
            images.all(|image| others.binary_search(&image).is_ok())
                && others.iter().filter(|&&w| self.is_image[w as usize]).count() == count
        })
    }

    fn set(&mut self, k: usize, to: u32) {
        self.image[self.order[k] as usize] = to;
        self.is_image[to as usize] = true;
    }

    fn unset(&mut self, k: usize) {
        let v = self.order[k] as usize;
        self.is_image[self.image[v] as usize] = false;
        self.image[v] = NONE;
    }

    /// Returns an automorphism that moves vertex `k` of the order to a candidate and keeps those before it.
    fn extended(&mut self, k: usize, to: u32) -> Option<Vec<u32>> {
        self.set(k, to);
        let mut choices: Vec<Vec<u32>> = Vec::new();
        loop {
            let next = k + 1 + choices.len();
            if next == self.order.len() {
                return Some(self.image.clone());
            }
            choices.push(self.candidates(next));
            if self.arrows > MAX_ARROWS {
                return None;
            }
            // The last choice that is left.
            loop {
                let at = k + choices.len();
                if let Some(to) = choices.last_mut()?.pop() {
                    self.set(at, to);
                    break;
                }
                choices.pop();
                if choices.is_empty() {
                    return None;
                }
                self.unset(at - 1);
            }
        }
    }
}

/// Returns a colour for each vertex, different ones where the numbers of neighbours of each colour differ.
fn colours(beside: &[Vec<Vec<u32>>], count: u32) -> Vec<u32> {
    let mut colours = vec![0; count as usize];
    let mut kinds = 1;
    loop {
        let mut seen: BTreeMap<Vec<Vec<u32>>, u32> = BTreeMap::new();
        let mut next = Vec::with_capacity(colours.len());
        for v in 0..count {
            let around = |list: &Vec<Vec<u32>>| {
                let mut around: Vec<u32> = list[v as usize].iter().map(|&w| colours[w as usize]).collect();
                around.sort_unstable();
                around
            };
            let is_loop = beside.iter().any(|list| list[v as usize].binary_search(&v).is_ok());
            let own = vec![colours[v as usize], u32::from(is_loop)];
            let kind = beside.iter().map(around).chain([own]).collect();
            let new = seen.len() as u32;
            next.push(*seen.entry(kind).or_insert(new));
        }
        colours = next;
        if seen.len() == kinds {
            return colours;
        }
        kinds = seen.len();
    }
}

/// Returns the vertices in order, each behind one beside it if there is one, and how each was found. The first of them are of
/// rare colours.
fn order(beside: &[Vec<Vec<u32>>], colours: &[u32]) -> (Vec<u32>, Vec<Option<(usize, u32)>>) {
    let mut sizes = vec![0; colours.len()];
    colours.iter().for_each(|&colour| sizes[colour as usize] += 1);
    let mut rare_first: Vec<u32> = (0..colours.len() as u32).collect();
    rare_first.sort_by_key(|&v| sizes[colours[v as usize] as usize]);
    let mut is_there = vec![false; colours.len()];
    let mut found: Vec<(u32, Option<(usize, u32)>)> = Vec::new();
    for root in rare_first {
        if std::mem::replace(&mut is_there[root as usize], true) {
            continue;
        }
        let mut at = found.len();
        found.push((root, None));
        while let Some(&(v, _)) = found.get(at) {
            at += 1;
            for (list, lists) in beside.iter().enumerate() {
                for &w in &lists[v as usize] {
                    if !std::mem::replace(&mut is_there[w as usize], true) {
                        found.push((w, Some((list, v))));
                    }
                }
            }
        }
    }
    found.into_iter().unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Budget;

    /// All permutations of few vertices that keep the arrows.
    fn by_trial(graph: &Digraph) -> Vec<Vec<u32>> {
        let n = graph.vertices();
        let mut all: Vec<Vec<u32>> = vec![Vec::new()];
        for _ in 0..n {
            let longer =
                |p: &Vec<u32>| (0..n).filter(|v| !p.contains(v)).map(|v| [&p[..], &[v]].concat()).collect::<Vec<_>>();
            all = all.iter().flat_map(longer).collect();
        }
        let image = |p: &[u32], v: u32| {
            let mut image: Vec<u32> = graph.followers(v).iter().map(|&w| p[w as usize]).collect();
            image.sort_unstable();
            image
        };
        all.retain(|p| (0..n).all(|v| image(p, v) == graph.followers(p[v as usize])));
        all
    }

    #[test]
    fn all_automorphisms_of_random_graphs() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut larger = 0;
        for round in 0..600 {
            let n = 1 + random.usize(..6);
            let mut lists = vec![Vec::new(); n];
            for v in 0..n {
                for w in 0..n {
                    // Some graphs have edges, some arrows and loops.
                    if random.u8(..3) == 0 && (round % 2 == 0 || v < w) {
                        lists[v].push(w as u32);
                        if round % 2 == 1 {
                            lists[w].push(v as u32);
                        }
                    }
                }
            }
            let graph = Digraph::from_lists(&lists, &mut Budget::unlimited()).unwrap();
            let (mut found, expected) = (automorphisms(&[&graph], 1000), by_trial(&graph));
            larger += usize::from(expected.len() > 1);
            found.sort();
            assert_eq!(found, expected, "{lists:?}");
            // With a bound it is a subgroup.
            let some = automorphisms(&[&graph], 4);
            let product = |p: &[u32], q: &[u32]| p.iter().map(|&v| q[v as usize]).collect::<Vec<u32>>();
            assert!(some.len() <= 4 && some.iter().all(|p| some.iter().all(|q| some.contains(&product(p, q)))));
        }
        assert!(larger > 100);
    }

    #[test]
    fn large_graphs() {
        // A cycle of 1000 vertices has 2000 automorphisms, 2 of which keep a vertex; a path has two.
        let cycle: Vec<Vec<u32>> = (0..1000u32).map(|v| vec![(v + 1) % 1000, (v + 999) % 1000]).collect();
        let cycle = Digraph::from_lists(&cycle, &mut Budget::unlimited()).unwrap();
        assert_eq!(automorphisms(&[&cycle], 48).len(), 2);
        let complete: Vec<Vec<u32>> = (0..200).map(|v| (0..200).filter(|w| *w != v).collect()).collect();
        let complete = Digraph::from_lists(&complete, &mut Budget::unlimited()).unwrap();
        assert_eq!(automorphisms(&[&complete], 48).len(), 24);
        // Of a dense graph with many automorphisms that all move nearly every vertex, few are looked for.
        let squares: Vec<u32> = (1..509).map(|k| k * k % 509).collect();
        let paley: Vec<Vec<u32>> =
            (0..509).map(|v| (0..509).filter(|w| squares.contains(&((509 + w - v) % 509))).collect()).collect();
        let paley = Digraph::from_lists(&paley, &mut Budget::unlimited()).unwrap();
        let found = automorphisms(&[&paley], 48);
        let keeps = |p: &[u32], v: u32| {
            paley.followers(v).iter().all(|&w| paley.followers(p[v as usize]).contains(&p[w as usize]))
        };
        assert!(found.iter().all(|p| (0..509).all(|v| keeps(p, v))));
    }
}
